#!/usr/bin/env python3
"""Scale: how far the product keeps up with a server of realistic speed.

What: TTFT 20 ms, ITL 5 ms, 64 tokens, 1 to 1,024 streams: the request rate against the ideal one, streams / 0.335 s.
How: one server per level, warmed up. The rate is the mean number of requests in the server by their mean duration there (Little's law)
without the first 15 % of the run, from the server's record: counting ends would be off by a whole wave where all streams begin together.
Whether the client or the server was late shows beside it: the server's mean duration against the ideal one.
Targets: at least 0.98 of the ideal rate up to 256 streams, at least 0.9 at 1,024.
Needs an idle machine.
Usage: bench/scale.py [--seconds 8] [--repeats 1] [--streams 1 4 16 64 256 512 1024]     takes about 11 seconds a repetition and level, and 8 for the warm-up
"""
import harness as h

TTFT_MS, ITL_MS, TOKENS = 20, 5, 64
IDEAL = (TTFT_MS + (TOKENS - 1) * ITL_MS) / 1e3


def figures(report, records):
    first, last = records[0].arrival, records[-1].arrival
    _, mean = h.in_flight(records, first + 0.15 * (last - first), last)
    times = [(r.end - r.arrival) / 1e9 for r in records if r.completed]
    took = sum(times) / len(times)
    return mean / took, took / IDEAL, report.client()


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 8}), ("--repeats", {"type": int, "default": 1}),
                          ("--streams", {"type": int, "nargs": "*", "default": [1, 4, 16, 64, 256, 512, 1024]}))
    rows = []
    for streams in args.streams:
        def run(server, short):
            return h.Run(work, server.url, f"kind=concurrent,streams={streams}",
                         f"kind=max_duration,seconds={min(4, args.seconds) if short else args.seconds}", tokens=TOKENS)

        answers = h.repeated(work, (TTFT_MS, ITL_MS, TOKENS), args.repeats, run)
        rates, durations, verdicts = zip(*(figures(report, own) for _, report, own in answers))
        ideal = streams / IDEAL
        share = [rate / ideal for rate in rates]
        least = 0.98 if streams <= 256 else 0.9
        rows.append([f"{streams:,}", h.spread(rates), ideal, h.spread(share), least, h.verdict(h.median(share) >= least),
                     h.spread(durations), ", ".join(sorted({str(v) for v in verdicts}))])
    h.table(["streams", "requests/s", "ideal", "of the ideal", "at least", "", "answers took, of the ideal", "the client says it was"], rows)


h.main(body)
