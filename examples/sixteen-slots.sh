#!/usr/bin/env bash
# What happens when more clients come than a server has slots for?
#
# Starts the mock server with 16 slots and mean service time 0.65 s (first token after 500 +- 235 ms, then 15 more at
# 10 ms), and runs examples/sixteen-slots.yaml against it: 60 s each with 16, 26 and 32 clients. Takes about 3.5 minutes.
# Expect on an idle machine (from a queue simulation; "attained" = share of answers within 1.5 s):
#
#   clients   requests/s   goodput/s   attained
#        16         24.6        24.6     100 %
#        26         24.5        23.6    94-97.5 %
#        32         24.6        19.4    75-81 %
#
# The rate stays flat, since 16 slots never do more than 16 / 0.65 s; what grows is the wait for a slot.
# More options of `guidellm run` may follow, such as: --output kind=json,path=sixteen-slots.json
set -u
here=$(cd "$(dirname "$0")" && pwd -P)
guidellm=$here/../guidellm
target=http://127.0.0.1:8123

"$guidellm" mock-server --port 8123 --max-concurrent-requests 16 \
    --ttft-ms 500 --ttft-ms-std 235 --itl-ms 10 --output-tokens 16 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT

tries=0
until curl -sf -o /dev/null "$target/health"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then
        echo "The mock server did not start." >&2
        exit 1
    fi
    sleep 0.2
done

"$guidellm" run --config "$here/sixteen-slots.yaml" "$@"
