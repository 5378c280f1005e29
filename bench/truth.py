#!/usr/bin/env python3
"""The truth: how far the reported times are from what the server did.

What: time to first token, request latency and inter-token latency of each request, against the server's record of that
request (matched by `x-request-id`); 200 streams at an ITL of 50 ms (32 tokens), 500 at 10 ms (64 tokens), TTFT 100 ms.
How: one server per row, warmed up. TTFT is compared with first write less arrival, latency with last write less arrival, ITL with the
distance of the first token's write from the last one's, by their number less one. All requests count, the first wave too.
Targets: TTFT and latency of 200 streams p50 within 0.3 ms, p99 within 1 ms; of 500 streams p99 within 4 ms; ITL within 1 %.
Needs an idle machine.
Usage: bench/truth.py [--seconds 10] [--repeats 3]     takes about 14 seconds a repetition and row
"""
import harness as h

LOADS = [(200, 50, 32, 0.3, 1.0), (500, 10, 64, None, 4.0)]


def errors_of(report, records):
    truth = {r.id: r for r in records}
    ttft, latency, gaps = [], [], []
    for said in report.successful:
        did = truth[said.id]
        ttft.append(said.ttft_ms - (did.first - did.arrival) / 1e6)
        latency.append(said.latency_s * 1e3 - (did.end - did.arrival) / 1e6)
        gaps.append(100 * (said.itl_ms / ((did.last - did.first) / (did.tokens - 1) / 1e6) - 1))
    return ttft, latency, gaps


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 10}), ("--repeats", {"type": int, "default": 3}))
    rows = []
    for streams, itl, tokens, most_p50, most_p99 in LOADS:
        def run(server, short):
            return h.Run(work, server.url, f"kind=concurrent,streams={streams}",
                         f"kind=max_duration,seconds={min(4, args.seconds) if short else args.seconds}", tokens=tokens)

        repeats = [errors_of(report, own) for _, report, own in h.repeated(work, (100, itl, tokens), args.repeats, run)]
        name = f"{streams} streams, ITL {itl} ms, "
        for index, (what, unit) in enumerate((("TTFT", "ms"), ("latency", "ms"), ("ITL", "%"))):
            errors = [repeat[index] for repeat in repeats]
            p50 = [h.quantile(e, 0.5) for e in errors]
            p99 = [h.quantile(e, 0.99) for e in errors]
            worst = [max(e, key=abs) for e in errors]
            if unit == "%":
                target = "the middle 98 % within 1 %"
                met = max(abs(h.median([h.quantile(e, 0.01) for e in errors])), abs(h.median(p99))) <= 1
            else:
                target = (f"p50 ≤ {most_p50} ms, " if most_p50 else "") + f"p99 ≤ {most_p99:g} ms"
                met = (most_p50 is None or h.median(p50) <= most_p50) and h.median(p99) <= most_p99
            rows.append([name + what, sum(len(e) for e in errors), unit, h.spread(p50), h.spread(p99), h.spread(worst), target,
                         h.verdict(met)])
    h.table(["reported less true", "requests", "in", "p50", "p99", "worst", "target", ""], rows)


h.main(body)
