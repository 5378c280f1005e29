#!/usr/bin/env bash
# How fast the mock server is and how well it keeps its times. Needs an idle machine, python3 and curl.
# usage: bench/mock-server.sh [OTHER_URL]
# 1. Streamed answers a second: 32 tokens, each in a write of its own, no delays, over 64 and over 1,000 connections; by `wrk` where it is
#    installed, else by our own client. OTHER_URL, for example http://127.0.0.1:8000, is another such server that already runs: it is measured
#    in turns with ours. Median and span of REPEATS runs of SECONDS_PER_RUN each, after a warm-up.
# 2. Pacing: 500 streams of 128 tokens at a TTFT of 100 ms and an ITL of 10 ms, a fresh server each time. The error is when each token was
#    written less when it should have been, both from the server's own record (--record-truth), without the first 3 seconds.
# REPEATS (default 5), SECONDS_PER_RUN (default 5) and PACING_SECONDS (default 10) by environment.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
other=${1:-}
repeats=${REPEATS:-5} seconds=${SECONDS_PER_RUN:-5} pacing=${PACING_SECONDS:-10}
port=8125
work=$(mktemp -d)
server=
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
"$here/../guidellm" --version >/dev/null

finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

start_server() { # OPTIONS...
    "$here/../guidellm" mock-server --port $port "$@" >"$work/server.log" 2>&1 &
    server=$!
    until curl -sf http://127.0.0.1:$port/health >/dev/null; do
        kill -0 $server 2>/dev/null || { cat "$work/server.log" >&2; exit 1; }
        sleep 0.2
    done
}

stop_server() {
    kill "$server"
    wait "$server" || true
    server=
}

script() { # TOKENS: a request for wrk
    cat >"$work/$1.lua" <<LUA
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"model":"m","stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":$1,"messages":[{"role":"user","content":"Generation throw got them recently staff feel held. Drive general experience moment role decision winter. Media prove relate plants benefit. Assume bottom shoulder cross until."}]}'
LUA
}

load() { # URL STREAMS SECONDS TOKENS: prints requests a second
    if command -v wrk >/dev/null; then
        script "$4"
        wrk -t1 -c"$2" -d"$3" -s "$work/$4.lua" "$1/v1/chat/completions" | awk '/Requests\/sec/ { print $2 }'
        return
    fi
    "$here/../guidellm" run --disable-console --backend kind=openai_http,target="$1" --profile kind=concurrent,streams="$2" \
        --data kind=synthetic_text,prompt_tokens=64,output_tokens="$4" --tokenizer kind=huggingface_auto,model=gpt2 \
        --constraint kind=max_duration,seconds="$3" --output kind=json,path="$work/report.json" >"$work/client.log" 2>&1
    python3 - "$work/report.json" <<'PYTHON'
import json, sys
benchmark = json.load(open(sys.argv[1]))["benchmarks"][0]
print(benchmark["metrics"]["requests_per_second"]["successful"]["mean"])
PYTHON
}

summary() { # FILE OF NUMBERS
    sort -n "$1" | awk '{ v[NR] = $1 } END { m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
        printf "%.0f streamed requests/s (%.0f to %.0f)\n", m, v[1], v[NR] }'
}

ours=http://127.0.0.1:$port
for streams in 64 1000; do
    start_server --ttft-ms 0 --itl-ms 0
    for url in $ours $other; do load "$url" $streams 4 32 >/dev/null; done
    : >"$work/ours" && : >"$work/other"
    for _ in $(seq "$repeats"); do
        load $ours $streams "$seconds" 32 >>"$work/ours"
        [ -z "$other" ] || load "$other" $streams "$seconds" 32 >>"$work/other"
    done
    stop_server
    echo "$streams connections, mock server: $(summary "$work/ours")"
    [ -z "$other" ] || echo "$streams connections, $other: $(summary "$work/other")"
done

for _ in $(seq "$repeats"); do
    start_server --ttft-ms 100 --itl-ms 10 --record-truth "$work/truth.jsonl"
    load $ours 500 "$pacing" 128 >/dev/null
    stop_server
    python3 - "$work/truth.jsonl" <<'PYTHON'
import json, sys
answers = [json.loads(line) for line in open(sys.argv[1])]
begin = min(a["arrival_ns"] for a in answers) + 3_000_000_000
late = sorted((w - i) / 1e3 for a in answers for w, i in zip(a["write_ns"], a["intended_ns"]) if i >= begin)
if not late:
    sys.exit("no token after the first 3 seconds: PACING_SECONDS is too short")
at = lambda q: late[min(len(late) - 1, int(q * len(late)))]
print(f"500 streams at 10 ms: {len(late)} tokens, late by {at(0.5):.0f} µs (p50), {at(0.99):.0f} µs (p99), {at(0.999):.0f} µs (p99.9), {late[-1]:.0f} µs (worst)")
PYTHON
done
