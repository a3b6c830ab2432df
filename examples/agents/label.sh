#!/bin/sh
# An agent in shell: reads the payload from standard input, says what it would do, and what it was called for.
#
# Exit 0: done. 75: try again later. 126 and 127 (no such program): dead. Everything else: try again.
set -eu

payload=$(mktemp -p .)
cat > "$payload"

# The payload is what strangers wrote: data, never a part of a command.
if ! title=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["issue"]["title"])' < "$payload"); then
    echo "no issue in the payload" >&2
    exit 126 # No further attempt would change that.
fi

case $title in
    *crash*) label=bug ;;
    *) label=question ;;
esac

printf 'would label "%s" as %s\n' "$title" "$label"
printf 'for %s/%s, attempt %s, key %s\n' \
    "$LONGSTOP_SOURCE" "$LONGSTOP_EVENT_ID" "$LONGSTOP_ATTEMPT" "$LONGSTOP_IDEMPOTENCY_KEY"
