#!/usr/bin/env python3
"""The ceiling: how many requests a second the product makes against an instant server.

What: streamed requests (32 tokens, each in a write of its own) over 64 and 1,000 streams, and requests that are not streamed,
64 in flight, beside `wrk` against the same server.
How: one server per row, warmed up by both programs; then the two in turns. Both rates come from the server's record, from the
first arrival to the last. The product writes a report with every request; its requests must be those of the record, one by one.
Targets: streamed at least 0.9 of wrk, not streamed at least 0.6 of wrk.
Needs an idle machine, and wrk for its columns.
Usage: bench/ceiling.py [--repeats 5] [--seconds 5] [--streams 64 1000]     takes about 12 seconds a repetition and row
"""
import json
import os
import shutil
import subprocess
import time

import harness as h

WORDS = ("Generation throw got them recently staff feel held. Drive general experience moment role decision winter. Media prove "
         "relate plants benefit. Assume bottom shoulder cross until. Moment role decision winter media prove relate plants.")


def wrk(work, url, streams, seconds, stream, tokens):
    """Runs wrk and gives (start, end)."""
    body = {"model": "m", "stream": stream, "max_completion_tokens": tokens, "ignore_eos": True,
            "messages": [{"role": "user", "content": WORDS}]}
    if stream:
        body["stream_options"] = {"include_usage": True}
    lua = os.path.join(work, "post.lua")
    with open(lua, "w") as f:
        f.write('wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n')
        f.write(f"wrk.body = [==[{json.dumps(body)}]==]\n")
    start = time.monotonic_ns()
    subprocess.run(["wrk", "-t1", f"-c{streams}", f"-d{seconds}s", "--timeout", "30s", "-s", lua, url + "/v1/chat/completions"],
                   stdout=subprocess.DEVNULL, check=True, timeout=seconds + 60)
    return start, time.monotonic_ns()


def row(work, args, streams, stream, target):
    def product(seconds):
        run = h.Run(work, server.url, f"kind=concurrent,streams={streams}", f"kind=max_duration,seconds={seconds}",
                    stream=stream, timeout=6 * seconds + 60)
        return run, run.report()

    has_wrk = shutil.which("wrk") is not None
    runs, spans = [], []
    with h.Server(work) as server:
        product(min(4, args.seconds))
        if has_wrk:
            wrk(work, server.url, streams, min(3, args.seconds), stream, 32)
        for _ in range(args.repeats):
            if has_wrk:
                spans.append(wrk(work, server.url, streams, args.seconds, stream, 32))
            runs.append(product(args.seconds))
        records = server.records()
    ours, counts, verdicts = [], [], []
    for run, report in runs:
        own = run.own(records)
        counts.append(h.check_books(report, own))
        ours.append(h.arrival_rate([r for r in own if r.completed]))
        verdicts.append(report.client())
    theirs = [h.arrival_rate([r for r in records if r.id is None and r.completed and start <= r.arrival <= stop]) for start, stop in spans]
    share = h.median(ours) / h.median(theirs) if theirs else None
    return [f"{streams} streams, {'streamed' if stream else 'not streamed'}", h.spread(ours), h.spread(theirs), share, target,
            h.verdict(None if share is None else share >= target), sum(counts), h.spread([32 * r for r in ours]) if stream else None,
            ", ".join(sorted({str(v) for v in verdicts}))]


def body():
    args, work = h.script(__doc__, ("--repeats", {"type": int, "default": 5}), ("--seconds", {"type": int, "default": 5}),
                          ("--streams", {"type": int, "nargs": "*", "default": [64, 1000]}))
    rows = [row(work, args, streams, True, 0.9) for streams in args.streams]
    rows.append(row(work, args, 64, False, 0.6))
    h.table(["load", "requests/s", "wrk", "of wrk", "at least", "", "requests, all in the server's record", "tokens/s",
             "the client says it was"], rows)


h.main(body)
