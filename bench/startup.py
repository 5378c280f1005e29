#!/usr/bin/env python3
"""Start: how long until the product does something.

What: `--help`, and the first request of a run with a tokenizer that is at hand (built in, or TOKENIZER).
How: wall time of the process; for the first request from the start of the process to its arrival in the server's record.
Targets: --help within 0.25 s, the first request within 1 s.
Usage: bench/startup.py [--repeats 10]     takes about 3 seconds a repetition
"""
import subprocess
import time

import harness as h


def help_seconds():
    start = time.monotonic_ns()
    subprocess.run([h.PRODUCT, "--help"], stdout=subprocess.DEVNULL, check=True, timeout=30)
    return (time.monotonic_ns() - start) / 1e9


def body():
    args, work = h.script(__doc__, ("--repeats", {"type": int, "default": 10}))
    helps = [help_seconds() for _ in range(args.repeats)]
    runs = []
    with h.Server(work) as server:
        for _ in range(args.repeats):
            runs.append(h.Run(work, server.url, "kind=synchronous", "kind=max_requests,count=1", timeout=60))
        records = server.records()
    firsts = [(run.own(records)[0].arrival - run.started) / 1e9 for run in runs]
    h.table(["what", "seconds", "at most", ""],
            [["--help", h.spread(helps), 0.25, h.verdict(h.median(helps) <= 0.25)],
             ["process start to the first request's arrival", h.spread(firsts), 1, h.verdict(h.median(firsts) <= 1)],
             ["the whole run of one request", h.spread([run.wall for run in runs]), None, None]])


h.main(body)
