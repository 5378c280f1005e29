#!/usr/bin/env bash
# The same command given to the original GuideLLM and to ours, in turns, against the same mock server (ours), whose own record of what it sent
# stands beside both.
# usage: bench/compare-with-original.sh PATH/TO/ORIGINAL/guidellm [TOKENIZER_FOLDER] [STREAMS ...]      default streams: 1 4 32
# Needs an idle machine; REPEATS (default 3) and SECONDS_PER_LEVEL (default 18) by environment. An answer takes 1.32 s,
# so that 18 s end well between two rounds of answers; at 20 s, one request more or less would decide.
# The tokenizer defaults to gpt2; the original needs the network for that, or a folder with a tokenizer.json.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
original=${1:?usage: compare-with-original.sh PATH/TO/ORIGINAL/guidellm [TOKENIZER_FOLDER] [STREAMS ...]}
tokenizer=${2:-gpt2}
shift
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 1 4 32
work=$(mktemp -d)
port=8124
server=
"$here/../guidellm" --version >/dev/null

finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

run() { # PROGRAM NAME STREAMS
    "$here/../guidellm" mock-server --port $port --ttft-ms 50 --itl-ms 10 --output-tokens 128 --record-truth "$work/$2.truth" \
        >"$work/server.log" 2>&1 &
    server=$!
    until curl -sf http://127.0.0.1:$port/health >/dev/null; do sleep 0.2; done
    # A fresh server is slow at first. It is warmed up over the other endpoint, whose answers are left out of the comparison.
    "$here/../guidellm" run --disable-console --backend kind=openai_http,target=http://127.0.0.1:$port,request_format=/v1/completions \
        --profile kind=concurrent,streams=32 --data kind=synthetic_text,prompt_tokens=256,output_tokens=8 \
        --tokenizer kind=huggingface_auto,model=gpt2 --constraint kind=max_duration,seconds=4 \
        --output kind=json,path="$work/warm-up/report.json" >/dev/null 2>&1 || true
    "$1" run --disable-console --backend kind=openai_http,target=http://localhost:$port --profile kind=concurrent,streams="$3" \
        --data kind=synthetic_text,prompt_tokens=256,output_tokens=128 --tokenizer kind=huggingface_auto,model="$tokenizer" \
        --constraint kind=max_duration,seconds="${SECONDS_PER_LEVEL:-18}" --output kind=json,path="$work/$2.json" >"$work/$2.log" 2>&1
    kill "$server"
    wait "$server" || true
    server=
}
for streams in "$@"; do
    for repeat in $(seq 1 "${REPEATS:-3}"); do
        run "$original" "theirs-$streams-$repeat" "$streams"
        run "$here/../guidellm" "ours-$streams-$repeat" "$streams"
    done
done
python3 "$here/compare_reports.py" "$work"/*.json
