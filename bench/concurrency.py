#!/usr/bin/env python3
"""Concurrency: whether a closed loop keeps as many requests in the server as asked, no more and no fewer.

What: 1, 7, 64 and 1,000 streams; then 64 streams of conversations of three turns, and of conversations with a side branch.
How: one server per row, warmed up; from its record. A request is in the server from its arrival to its last write. While work remains is from the first
arrival to the last. The refill gap is the time from an end to the arrival that takes its place (the i-th end and the arrival
number streams + i).
Targets: the most equals what was asked; the mean over the time is at least 0.99 of it; refill gap p50 at most 1 ms, p99 at most 5 ms.
Needs an idle machine.
Usage: bench/concurrency.py [--seconds 8] [--repeats 1]     takes about 11 seconds a repetition and row, and 8 for the warm-up
"""
import harness as h

SHORT, LONG = (20, 5, 32), (200, 50, 16)  # TTFT ms, ITL ms, tokens
TURNS = {"kind": "synthetic_text", "prompt_tokens": 32, "output_tokens": 32, "turns": 3}
FORKED = {**TURNS, "branches": [{"at_turn": 0, "turns": 2}]}
LOADS = [("independent", 1, SHORT, None), ("independent", 7, SHORT, None), ("independent", 64, SHORT, None),
         ("independent", 1000, LONG, None), ("three turns", 64, SHORT, TURNS), ("three turns and a branch", 64, SHORT, FORKED)]


def figures(streams, records):
    arrivals = [r.arrival for r in records]
    ends = sorted(r.end for r in records)
    most, mean = h.in_flight(records, arrivals[0], arrivals[-1])
    gaps = [(after - before) / 1e6 for before, after in zip(ends, arrivals[streams:])]
    return most, mean / streams, h.quantile(gaps, 0.5), h.quantile(gaps, 0.99), len(records)


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 8}), ("--repeats", {"type": int, "default": 1}))
    rows = []
    for name, streams, server_settings, data in LOADS:
        def run(server, short):
            return h.Run(work, server.url, f"kind=concurrent,streams={streams}",
                         f"kind=max_duration,seconds={min(4, args.seconds) if short else args.seconds}", tokens=server_settings[2],
                         data=data)

        answers = h.repeated(work, server_settings, args.repeats, run)
        repeats = list(zip(*(figures(streams, own) for _, _, own in answers)))
        mean, p50, p99 = (h.median(values) for values in repeats[1:4])
        met = set(repeats[0]) == {streams} and mean >= 0.99 and p50 <= 1 and p99 <= 5
        rows.append([name, streams, h.spread(repeats[0]), *(h.spread(values) for values in repeats[1:4]), sum(repeats[4]), h.verdict(met)])
    h.table(["requests", "asked", "most in flight", "mean / asked (≥ 0.99)", "refill gap p50 ms (≤ 1)", "p99 ms (≤ 5)", "answered", ""], rows)


h.main(body)
