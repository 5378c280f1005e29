#!/usr/bin/env bash
# The same command given to the original GuideLLM and to ours, in turns, against the same mock server (ours), whose own record of what it sent
# stands beside both.
# usage: bench/compare-with-original.sh PATH/TO/ORIGINAL/guidellm [TOKENIZER_FOLDER] [STREAMS ...]      default streams: 1 4 32
# Needs an idle machine; REPEATS (default 3) and SECONDS_PER_LEVEL (default 20) by environment.
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
    "$1" run --disable-console --backend kind=openai_http,target=http://localhost:$port --profile kind=concurrent,streams="$3" \
        --data kind=synthetic_text,prompt_tokens=256,output_tokens=128 --tokenizer kind=huggingface_auto,model="$tokenizer" \
        --constraint kind=max_duration,seconds="${SECONDS_PER_LEVEL:-20}" --output kind=json,path="$work/$2.json" >"$work/$2.log" 2>&1
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
