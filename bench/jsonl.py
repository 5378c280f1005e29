#!/usr/bin/env python3
"""JSON Lines: what `--output kind=jsonl` takes from the load while it is written.

What: answers a second and CPU per answer at the ceiling (64 streams, an instant server, 32 tokens), with and without a line per request; and the
lateness of a Poisson schedule at a rate that leaves room, with and without. `sample_size=10`, so that the report lists no
more, and the lines are the only record of all requests.
How: the two kinds of run in turns against one server, warmed up. Every request that the server answered must be a line, once.
Targets: at the ceiling at most 15 % fewer answers on two cores, where every thread is paid for by the load; p99 of the lateness at
most 0.5 ms above.
Needs an idle machine.
Usage: bench/jsonl.py [--seconds 6] [--repeats 3] [--rate 1000]     takes about 40 seconds a repetition
"""
import json
import os

import harness as h

FEW = ["--metrics", "kind=generative,sample_size=10"]


def lines(path, own):
    """Checks the lines against the server's record, and gives their number."""
    with open(path) as f:
        ids = [json.loads(line)["request_id"] for line in f]
    os.remove(path)
    unknown = {r.id for r in own} - set(ids)
    if unknown or len(ids) != len(set(ids)):
        raise SystemExit(f"{len(unknown)} requests reached the server and are no line, {len(ids) - len(set(ids))} lines are double")
    return len(ids)


def lateness(report):
    """p99 in milliseconds, over all requests."""
    figures = report.benchmark["x_guidellm_java"]["figures"]["arrivals"]["dispatch_lateness_ms"]
    return figures and figures["p99"]


def measure(work, seconds, repeats, profile):
    path = os.path.join(work, "lines.jsonl")
    done = {"without": [], "with": []}
    with h.Server(work, 0, 0, 32) as server:
        stop = f"kind=max_duration,seconds={seconds}"
        h.Run(work, server.url, profile, "kind=max_duration,seconds=3", options=FEW).report()
        for _ in range(repeats):
            for kind, more in (("without", []), ("with", ["--output", f"kind=jsonl,path={path}"])):
                run = h.Run(work, server.url, profile, stop, options=FEW + more)
                if more:
                    os.rename(path, f"{path}.{len(done[kind])}")
                done[kind].append((run, run.report()))
        records = server.records()
    figures = {}
    for kind, runs in done.items():
        rows = []
        for i, (run, report) in enumerate(runs):
            own = run.own(records)
            if kind == "with":
                lines(f"{path}.{i}", own)
            rows.append((len(own) / seconds, run.cpu * 1e6 / len(own), lateness(report)))
        figures[kind] = list(zip(*rows))
    return figures


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 6}), ("--repeats", {"type": int, "default": 3}),
                          ("--rate", {"type": int, "default": 1000}))
    rows = []
    for name, profile, late in (("64 streams", "kind=concurrent,streams=64", False),
                                (f"Poisson, {args.rate}/s", f"kind=poisson,rate={args.rate}", True)):
        figures = measure(work, args.seconds, args.repeats, profile)
        medians = {kind: [h.median(values) for values in each] for kind, each in figures.items()}
        met = (medians["with"][2] <= medians["without"][2] + 0.5 if late
               else medians["with"][0] >= 0.85 * medians["without"][0])
        for kind, each in figures.items():
            rows.append([f"{name}, {kind} lines", *(h.spread(values) for values in each), h.verdict(met) if kind == "with" else ""])
    h.table(["load", "answers/s", "client CPU µs per answer", "lateness p99 ms", ""], rows)


h.main(body)
