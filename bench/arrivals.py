#!/usr/bin/env python3
"""Arrivals: whether an open loop sends when it says it does.

What: 2,000 requests/s with even and with exponential gaps, and 100/s with even ones; answers are not streamed.
How: one server per row, warmed up. Lateness is the time from the due moment to the first byte handed to the socket, from the report (due and start of every
request). Rate and gaps come from the server's record of arrivals. Exponential gaps are tested against the exponential
distribution of the asked rate (Kolmogorov-Smirnov, asymptotic p); the rate is compared with that of the timetable, since a
random number of arrivals differs from its mean by more than 0.1 %.
Targets: lateness p50 at most 60 µs, p99 at most 500 µs; rate within 0.1 %; coefficient of variation of even gaps at most
0.15 at 2,000/s and 0.02 at 100/s; p above 0.01.
Needs an idle machine.
Usage: bench/arrivals.py [--seconds 10] [--repeats 3]     takes about 13 seconds a repetition and row
"""
import math

import harness as h

LOADS = [("constant", 2000, 0.15), ("poisson", 2000, None), ("constant", 100, 0.02)]


def kolmogorov_smirnov(gaps, rate):
    """(largest distance from the exponential distribution, its asymptotic p with Stephens' correction for finite numbers)."""
    ordered, n = sorted(gaps), len(gaps)
    distance = 0.0
    for i, gap in enumerate(ordered):
        expected = -math.expm1(-gap * rate)
        distance = max(distance, expected - i / n, (i + 1) / n - expected)
    x = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    if x < 0.3:
        return distance, 1.0  # where the series below converges too slowly
    return distance, min(1.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * x * x) for k in range(1, 101)))


def figures(kind, rate, report, records):
    due = sorted(r.due for r in report.requests if r.started is not None)
    late = [(r.started - r.due) * 1e6 for r in report.requests if r.started is not None]
    arrivals = [r.arrival / 1e9 for r in records]
    gaps = [b - a for a, b in zip(arrivals, arrivals[1:])]
    mean = sum(gaps) / len(gaps)
    deviation = math.sqrt(sum((g - mean) ** 2 for g in gaps) / (len(gaps) - 1))
    wanted = rate if kind == "constant" else (len(due) - 1) / (due[-1] - due[0])
    p = kolmogorov_smirnov(gaps, rate)[1] if kind == "poisson" else None
    return h.quantile(late, 0.5), h.quantile(late, 0.99), max(late), 100 * (1 / mean / wanted - 1), deviation / mean, p, len(records)


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 10}), ("--repeats", {"type": int, "default": 3}))
    rows = []
    for kind, rate, most_variation in LOADS:
        def run(server, short):
            # The warm-up at 2,000/s whatever the rate: few requests warm nothing.
            profile = "kind=constant,rate=2000" if short else f"kind={kind},rate={rate}"
            return h.Run(work, server.url, profile, f"kind=max_duration,seconds={min(4, args.seconds) if short else args.seconds}",
                         tokens=8, stream=False)

        answers = h.repeated(work, (0, 0, 8), args.repeats, run)
        repeats = list(zip(*(figures(kind, rate, report, own) for _, report, own in answers)))
        p50, p99, _, off, variation, p, _ = (h.median(values) for values in repeats)
        met = p50 <= 60 and p99 <= 500 and abs(off) <= 0.1
        met = met and (variation <= most_variation if most_variation else p > 0.01)
        target = f"≤ {most_variation}" if most_variation else "p > 0.01"
        rows.append([f"{kind}, {rate:,}/s", *(h.spread(values) for values in repeats[:6]), target, sum(repeats[6]), h.verdict(met)])
    h.table(["load", "late p50 µs (≤ 60)", "p99 µs (≤ 500)", "worst µs", "rate off by % (≤ 0.1)", "variation of the gaps",
             "p of the test", "target of the gaps", "requests", ""], rows)


h.main(body)
