#!/bin/sh
# An agent in shell: reads the payload from standard input, says what it would do, and what it was called for.
#
# Exit 0: done. 75: try again later. 126 and 127 (no such program): dead. Everything else: try again.
set -eu

# The working directory is empty, ours alone, and gone when we are.
cat > payload.json

# The payload is what strangers wrote: data, never a part of a command.
if ! grep -q '"issue"' payload.json; then
    echo "no issue in the payload" >&2
    exit 126 # No further attempt would change that.
fi

if grep -qi 'crash' payload.json; then
    label=bug
else
    label=question
fi

printf 'would label it as %s\n' "$label"
printf 'for %s/%s, attempt %s, key %s\n' \
    "$LONGSTOP_SOURCE" "$LONGSTOP_EVENT_ID" "$LONGSTOP_ATTEMPT" "$LONGSTOP_IDEMPOTENCY_KEY"
