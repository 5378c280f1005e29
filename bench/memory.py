#!/usr/bin/env python3
"""Memory: what an open stream and a finished request cost the client.

What: 9,000 streams open at the same time (fewer where descriptors do not suffice), ITL 200 ms; and many requests one after the other with
`--metrics kind=generative,sample_size=N`: heap per request, and whether requests take longer at the end than at the beginning.
How: 1. Resident memory while all streams are open, by the server's record, less that of the same command with one stream at the same
age. Every request must be answered. 2. The time per request is that of the first and of the last tenth in the server's record, the server
warmed up before. The heap is what a full collection leaves (jcmd GC.run), some times during a second run of the same kind.
Targets: 30 KiB a stream, 512 MB for the process, no request lost; 200 bytes a request, a last tenth within 1.1 of the first.
Needs an idle machine, Linux, and jcmd beside the java that runs the product. A sample size of 0 lists all requests without their texts, as in
the original; with one above 0 only those are kept.
Usage: bench/memory.py [--streams 9000] [--requests 200000] [--sample-size 0] [--only streams|requests]
takes about 90 seconds for the streams and 20 seconds per 100,000 requests
"""
import os
import re
import resource
import subprocess
import sys
import time

import harness as h

TTFT_MS, ITL_MS, TOKENS = 2000, 200, 100


def open_streams(work, wanted):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    streams = min(wanted, limit - 500)
    if streams < wanted:
        print(f"only {streams:,} of {wanted:,} streams: this process may have {limit:,} descriptors (ulimit -n)")

    def run(count):
        with h.Server(work, TTFT_MS, ITL_MS, TOKENS) as server:
            done = h.Run(work, server.url, f"kind=concurrent,streams={count}", f"kind=max_requests,count={count}", tokens=TOKENS,
                         timeout=240, watch=h.watch_memory)
            report = done.report()
            records = server.records()
        h.check_books(report, records)
        low, high = records[-1].arrival, min(r.end for r in records)
        held = [(at - done.started, size) for at, size in done.rss if low <= at <= high]
        return held, report, records, max(size for _, size in done.rss)

    held, report, records, peak = run(streams)
    if not held:
        sys.exit(f"the last of {streams:,} requests arrived when the first was over: never were all open")
    alone = run(1)[0]
    size = h.median([s for _, s in held])
    age = h.median([a for a, _ in held])
    before = min(alone, key=lambda sample: abs(sample[0] - age))[1]
    each = (size - before) / 1024 / streams
    lost = streams - len(report.successful)
    h.table(["streams", "RSS with one stream MB", "RSS with all MB", "KiB a stream (≤ 30)", "most RSS MB (≤ 512)", "not answered", ""],
            [[f"{streams:,}", before / 1e6, size / 1e6, each, peak / 1e6, lost, h.verdict(each <= 30 and peak <= 512e6 and lost == 0)]])


def heap_after_collection(process):
    """Bytes that a full collection leaves, or None when the process cannot be asked."""
    jcmd = os.path.join(os.path.dirname(os.readlink(f"/proc/{process.pid}/exe")), "jcmd")

    def ask(command):
        done = subprocess.run([jcmd, str(process.pid), command], capture_output=True, text=True, timeout=60)
        return done.stdout if done.returncode == 0 else None

    if ask("GC.run") is None:
        return None
    info = ask("GC.heap_info")
    if info is None:
        return None
    # "total 524288K, used 12345K" of G1, "524288K committed, 12345K used" of Shenandoah
    used = re.findall(r"total[^\n]*used (\d+)K|committed, (\d+)K used", info.split("Metaspace")[0])
    return sum(int(a or b) for a, b in used) * 1024 if used else None


def many_requests(work, count, sample_size):
    options = ["--metrics", f"kind=generative,sample_size={sample_size}"]
    samples = []

    def load(number, watch=None):
        return h.Run(work, server.url, "kind=concurrent,streams=64", f"kind=max_requests,count={number}", tokens=4,
                     options=options, timeout=60 + number / 1000, watch=watch)

    def listed(run):
        # Such a report may be large; the counts stand before the lists.
        with open(run.report_path, errors="replace") as f:
            found = re.search(r'"successful_requests":\s*(\d+)', f.read(1 << 20))
        os.remove(run.report_path)
        return int(found.group(1)) if found else None

    with h.Server(work, 0, 0, 4) as server:
        listed(load(min(count, 30_000)))
        timed = load(count)
        counted = listed(timed)
        seconds = timed.wall

        def watch(process, _):
            for share in (0.25, 0.4, 0.55, 0.7, 0.85):  # of a time that start and report are part of
                due = begun + share * seconds * 1e9
                while process.returncode is None and time.monotonic_ns() < due:
                    time.sleep(0.05)
                if process.returncode is not None:
                    return
                try:
                    at = time.monotonic_ns()
                    samples.append((at, heap_after_collection(process)))
                except (OSError, subprocess.TimeoutExpired):
                    return

        begun = time.monotonic_ns()
        second = load(count, watch)
        listed(second)
        records = server.records()
    own = timed.own(records)
    if counted != count or len(own) != count:
        sys.exit(f"asked for {count} requests: the report counts {counted}, the server {len(own)}")
    tenth = count // 10
    first = (own[tenth].arrival - own[0].arrival) / tenth / 1e3
    last = (own[-1].arrival - own[-1 - tenth].arrival) / tenth / 1e3
    arrivals = [r.arrival for r in second.own(records)]
    heaps = [(sum(a <= at for a in arrivals), size) for at, size in samples if size is not None]
    heaps = [(done, size) for done, size in heaps if 0 < done < count]
    growth = None
    if len(heaps) >= 2 and heaps[-1][0] > heaps[0][0]:
        growth = (heaps[-1][1] - heaps[0][1]) / (heaps[-1][0] - heaps[0][0])
    shown = ", ".join(f"{size / 1e6:.1f} MB at {done:,}" for done, size in heaps) or "could not be asked"
    met = None if growth is None else growth <= 200 and last <= 1.1 * first
    h.table(["requests", "sample size", "heap left", "bytes a request (≤ 200)", "first tenth µs/request", "last tenth", "last / first (≤ 1.1)", ""],
            [[f"{count:,}", sample_size, shown, growth, first, last, last / first, h.verdict(met)]])


def body():
    args, work = h.script(__doc__, ("--streams", {"type": int, "default": 9000}), ("--requests", {"type": int, "default": 200_000}),
                          ("--sample-size", {"type": int, "default": 0}), ("--only", {"choices": ["streams", "requests"]}))
    if not sys.platform.startswith("linux"):
        sys.exit("memory.py reads /proc, which only Linux has")
    if args.only != "requests":
        open_streams(work, args.streams)
    if args.only != "streams":
        many_requests(work, args.requests, args.sample_size)


h.main(body)
