#!/usr/bin/env python3
"""CPU: what a streamed token costs the client, recording and report included.

What: CPU seconds of the product for one million streamed tokens: at the ceiling (64 streams against an instant server), and paced
(500 streams, ITL 50 ms, 64 tokens), where each token is a read of its own.
How: one server per row, warmed up. User and system time of the whole process, less those of a run of one request (start, rehearsal, report); tokens from the
server's record, those of cut answers included.
Targets: at the ceiling at most 1.9 s, paced at most 38 s (1.5 times what a bare Netty client took: 1.25 s and 25 s on two
cores of a virtual AMD EPYC). On another machine compare with yourself.
Needs an idle machine.
Usage: bench/cpu.py [--seconds 8] [--repeats 3]     takes about 16 seconds a repetition and row
"""
import harness as h

LOADS = [("64 streams, instant server", 64, (0, 0, 32), 1.9), ("500 streams, ITL 50 ms", 500, (100, 50, 64), 38)]


def measure(work, seconds, repeats, streams, server_settings):
    tokens = server_settings[2]
    ones = []

    def run(server, short):
        if not short:
            ones.append(h.Run(work, server.url, "kind=synchronous", "kind=max_requests,count=1", tokens=tokens).cpu)
        return h.Run(work, server.url, f"kind=concurrent,streams={streams}",
                     f"kind=max_duration,seconds={min(4, seconds) if short else seconds}", tokens=tokens)

    figures = []
    for (done, _, own), one in zip(h.repeated(work, server_settings, repeats, run), ones):
        sent = sum(r.tokens for r in own)
        figures.append(((done.cpu - one) * 1e6 / sent, sent / seconds, one))
    return list(zip(*figures))


def body():
    args, work = h.script(__doc__, ("--seconds", {"type": int, "default": 8}), ("--repeats", {"type": int, "default": 3}))
    rows = []
    for name, streams, server_settings, most in LOADS:
        repeats = measure(work, args.seconds, args.repeats, streams, server_settings)
        rows.append([name, *(h.spread(values) for values in repeats), most, h.verdict(h.median(repeats[0]) <= most)])
    h.table(["load", "CPU s per million tokens", "tokens/s", "CPU s of a run of one request", "at most", ""], rows)


h.main(body)
