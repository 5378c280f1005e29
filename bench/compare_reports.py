#!/usr/bin/env python3
"""Prints the medians over repeats of reports named SIDE-STREAMS-REPEAT.json, side by side."""
import collections
import json
import os
import statistics
import sys

FIGURES = [
    ("requests/s", "requests_per_second", "mean"),
    ("TTFT mean ms", "time_to_first_token_ms", "mean"),
    ("TTFT p99 ms", "time_to_first_token_ms", "p99"),
    ("ITL mean ms", "inter_token_latency_ms", "mean"),
    ("latency mean s", "request_latency", "mean"),
    ("latency p99 s", "request_latency", "p99"),
]
rows = collections.defaultdict(lambda: collections.defaultdict(list))
for path in sys.argv[1:]:
    side, streams, _ = os.path.basename(path)[:-5].rsplit("-", 2)
    metrics = json.load(open(path))["benchmarks"][0]["metrics"]
    for label, name, statistic in FIGURES:
        summary = metrics[name]["successful"]
        value = summary["mean"] if statistic == "mean" else summary["percentiles"][statistic]
        rows[int(streams), label][side].append(value)
print("| streams | figure | theirs | ours | difference |")
print("|---:|---|---:|---:|---:|")
for (streams, label), sides in sorted(rows.items(), key=lambda item: (item[0][0], [f[0] for f in FIGURES].index(item[0][1]))):
    theirs, ours = (statistics.median(sides[side]) for side in ("theirs", "ours"))
    spread = lambda side: f"{min(sides[side]):.4g}–{max(sides[side]):.4g}"
    print(f"| {streams} | {label} | {theirs:.4g} ({spread('theirs')}) | {ours:.4g} ({spread('ours')}) | {100 * (ours - theirs) / theirs:+.1f} % |")
