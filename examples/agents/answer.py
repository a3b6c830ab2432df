#!/usr/bin/env python3
"""An agent in Python, standard library only: reads the payload, calls a service once per run, prints what came of it.

Exit 0: done. 75: try again later. 126: no further attempt would change that. Everything else: try again.
"""

import json
import os
import sys
import urllib.error
import urllib.request

TRY_LATER = 75
NEVER = 126


def main() -> int:
    try:
        payload = json.load(sys.stdin)
        question = payload["comment"]["body"]
    except (ValueError, KeyError, TypeError) as problem:
        print(f"not a comment: {problem!r}", file=sys.stderr)
        return NEVER

    service = os.environ.get("ANSWER_URL")
    if service is None:
        print(f"would answer: {question[:200]}")
        return 0

    request = urllib.request.Request(
        service,
        data=json.dumps({"question": question}).encode(),
        headers={
            "Content-Type": "application/json",
            # The same on every attempt of this run: the service does its work once.
            "Idempotency-Key": os.environ["LONGSTOP_IDEMPOTENCY_KEY"],
            "traceparent": os.environ["TRACEPARENT"],
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            print(answer.read(16_384).decode("utf-8", "replace"))
        return 0
    except urllib.error.HTTPError as refused:
        print(f"the service answered {refused.code}", file=sys.stderr)
        return TRY_LATER if refused.code in (408, 425, 429) or refused.code >= 500 else NEVER
    except OSError as problem:
        print(f"the service cannot be reached: {problem}", file=sys.stderr)
        return TRY_LATER


if __name__ == "__main__":
    sys.exit(main())
