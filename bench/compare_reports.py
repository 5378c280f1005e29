#!/usr/bin/env python3
"""Prints the medians over repeats of reports named SIDE-STREAMS-REPEAT.json, side by side, each with what the server recorded
of the same run (SIDE-STREAMS-REPEAT.truth, JSON lines of the mock server's --record-truth)."""
import collections
import json
import os
import statistics
import sys

FIGURES = ["requests/s", "TTFT mean ms", "TTFT p99 ms", "ITL mean ms", "latency mean s", "latency p99 s"]


def quantile(values, q):
    values = sorted(values)
    return values[max(0, -(-len(values) * int(q * 1000) // 1000) - 1)]


def reported(path):
    metrics = json.load(open(path))["benchmarks"][0]["metrics"]
    pick = lambda name, statistic: (
        metrics[name]["successful"]["mean"] if statistic == "mean" else metrics[name]["successful"]["percentiles"][statistic])
    return [pick("requests_per_second", "mean"), pick("time_to_first_token_ms", "mean"), pick("time_to_first_token_ms", "p99"),
            pick("inter_token_latency_ms", "mean"), pick("request_latency", "mean"), pick("request_latency", "p99")]


def recorded(path):
    """What the server did: times from a request's arrival to its writes, completed answers only."""
    done = [r for r in map(json.loads, open(path)) if r["completed"] and len(r["write_ns"]) > 1 and r["path"] == "/v1/chat/completions"]
    ttft = [(r["write_ns"][0] - r["arrival_ns"]) / 1e6 for r in done]
    itl = [(r["write_ns"][r_last(r)] - r["write_ns"][0]) / 1e6 / r_last(r) for r in done]
    latency = [(r["end_ns"] - r["arrival_ns"]) / 1e9 for r in done]
    span = (max(r["end_ns"] for r in done) - min(r["arrival_ns"] for r in done)) / 1e9
    return [len(done) / span, statistics.mean(ttft), quantile(ttft, 0.99), statistics.mean(itl), statistics.mean(latency),
            quantile(latency, 0.99)]


def r_last(record):
    return len(record["write_ns"]) - 1


rows = collections.defaultdict(lambda: collections.defaultdict(list))
for path in sys.argv[1:]:
    side, streams, _ = os.path.basename(path)[:-5].rsplit("-", 2)
    for what, values in ((side, reported(path)), (side + " server", recorded(path[:-5] + ".truth"))):
        for label, value in zip(FIGURES, values):
            rows[int(streams), label][what].append(value)
print("| streams | figure | theirs | server then | ours | server then | ours against theirs |")
print("|---:|---|---:|---:|---:|---:|---:|")
for (streams, label), sides in sorted(rows.items(), key=lambda item: (item[0][0], FIGURES.index(item[0][1]))):
    cell = lambda side: f"{statistics.median(sides[side]):.4g} ({min(sides[side]):.4g}–{max(sides[side]):.4g})"
    middle = lambda side: f"{statistics.median(sides[side]):.4g}"
    change = 100 * (statistics.median(sides["ours"]) / statistics.median(sides["theirs"]) - 1)
    print(f"| {streams} | {label} | {cell('theirs')} | {middle('theirs server')} | {cell('ours')} | {middle('ours server')} | {change:+.1f} % |")
