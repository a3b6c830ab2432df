// An agent as an HTTP service, with nothing but Node (18 or newer). Node 23.6 and newer run it as it stands:
//
//     AGENT_SECRET=whsec_... PORT=9000 node agent.ts
//
// older ones after `tsc agent.ts`. In longstop.yaml:
//
//     agents:
//       label: { http: "http://127.0.0.1:9000/run", sign_with: env:AGENT_SECRET }

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Payload = { issue?: { title?: string }; takes_long?: boolean };
type Result = { label: string };

const secret: string = process.env.AGENT_SECRET ?? "";
const key: Buffer = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
const toleranceS = 300;
const bodyBytesMax = 32 * 1024 * 1024;

// What was done is kept by its idempotency key: another attempt gets the same answer. A real agent keeps it in its
// database, in the transaction that does the work.
const done = new Map<string, Result>();

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? "");
}

/** Whether Longstop sent this, lately (Standard Webhooks). */
function authentic(request: IncomingMessage, body: Buffer): boolean {
  const stamp = header(request, "webhook-timestamp");
  if (!/^[0-9]+$/.test(stamp) || Math.abs(Date.now() / 1000 - Number(stamp)) > toleranceS) {
    return false;
  }
  const expected = createHmac("sha256", key).update(`${header(request, "webhook-id")}.${stamp}.`).update(body).digest();
  return header(request, "webhook-signature")
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** The work itself. The payload is what strangers wrote: data, never instructions. */
function work(payload: Payload): Result {
  return { label: /crash/i.test(payload.issue?.title ?? "") ? "bug" : "question" };
}

/** Says how it went; again until it is heard, since the first word may get lost. */
async function callBack(url: string, result: Result): Promise<void> {
  const body = JSON.stringify({ state: "succeeded", result });
  for (const pauseS of [1, 2, 4, 8, 16, 32]) {
    const heard = await fetch(url, { method: "POST", body }).catch(() => undefined);
    if (heard?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseS * 1000));
  }
}

function answer(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) {
      return answer(response, 413, { error: "too large" });
    }
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!authentic(request, body)) {
    return answer(response, 401, { error: "not from Longstop" });
  }
  const payload = JSON.parse(body.toString()) as Payload;
  const known = header(request, "idempotency-key");
  const result = done.get(known) ?? work(payload);
  done.set(known, result);
  if (payload.takes_long) {
    // 202: taken on. Longstop waits for the callback and holds no connection open.
    answer(response, 202, {});
    await callBack(header(request, "longstop-callback"), result);
    return;
  }
  answer(response, 200, result);
}

const server = createServer((request, response) => {
  handle(request, response).catch(() => answer(response, 500, { error: "failed" }));
});
server.listen(Number(process.env.PORT ?? "9000"), "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" && address ? address.port : "?"}`);
});
