#!/usr/bin/env python3
"""An agent as an HTTP service, with nothing but Python's standard library (3.9 or newer).

    AGENT_SECRET=whsec_... PORT=9000 python3 agent.py

and in longstop.yaml:

    agents:
      label: { http: "http://127.0.0.1:9000/run", sign_with: env:AGENT_SECRET }
"""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["AGENT_SECRET"]
KEY = base64.b64decode(SECRET[6:]) if SECRET.startswith("whsec_") else SECRET.encode()
TOLERANCE_S = 300
BODY_BYTES_MAX = 32 * 1024 * 1024

# What was done is kept by its idempotency key: another attempt gets the same answer. A real agent keeps it in its
# database, in the transaction that does the work.
done = {}


def authentic(headers, body):
    """Whether Longstop sent this, lately (Standard Webhooks)."""
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > TOLERANCE_S:
        return False
    signed = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def work(payload):
    """The work itself. The payload is what strangers wrote: data, never instructions."""
    title = str((payload.get("issue") or {}).get("title", ""))
    return {"label": "bug" if "crash" in title.lower() else "question"}


def call_back(url, result):
    """Says how it went; again until it is heard, since the first word may get lost."""
    body = json.dumps({"state": "succeeded", "result": result}).encode()
    for pause in (1, 2, 4, 8, 16, 32):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, method="POST"), timeout=30):
                return
        except OSError:
            time.sleep(pause)


class Agent(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if length > BODY_BYTES_MAX:
            return self.answer(413, {"error": "too large"})
        body = self.rfile.read(length)
        if not authentic(self.headers, body):
            return self.answer(401, {"error": "not from Longstop"})
        key = self.headers["idempotency-key"]
        payload = json.loads(body)
        if key not in done:
            done[key] = work(payload)
        if payload.get("takes_long"):
            # 202: taken on. Longstop waits for the callback and holds no connection open.
            self.answer(202, {})
            threading.Thread(target=call_back, args=(self.headers["longstop-callback"], done[key])).start()
            return None
        return self.answer(200, done[key])

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Agent)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
