#!/usr/bin/env python3
"""A small trace of coding-agent sessions in WEKA's format, to be enlarged with `guidellm trace synthesize`.

Prompts grow turn by turn, are cut back when they get long, and begin with a system prompt that all sessions have;
some turns start sub-agents side by side; tools take seconds, people minutes. Numbers are made up, not measured.

    bench/agent_trace.py 40 > seed.jsonl
    guidellm trace synthesize seed.jsonl large.jsonl --sessions 949 --requests 136118
"""
import json
import random
import sys

BLOCK = 64
SYSTEM_BLOCKS = 180
LONGEST = 100_000


class Ids:
    def __init__(self):
        self.next = SYSTEM_BLOCKS

    def fresh(self, count):
        self.next += count
        return list(range(self.next - count, self.next))


def calls(rnd, ids, count, t, start_tokens, spawns):
    """The requests of one agent; sub-agents stand in groups behind the request that starts them."""
    prompt = list(range(SYSTEM_BLOCKS)) + ids.fresh(start_tokens // BLOCK)
    items = []
    sent = 0
    while sent < count:
        out = min(4000, max(5, int(rnd.lognormvariate(4.6, 1.1))))
        tokens = len(prompt) * BLOCK + rnd.randrange(BLOCK)
        took = 0.8 + tokens / 40_000 + out / 70
        last = sent == count - 1
        items.append({
            "t": round(t, 3), "type": "s", "in": tokens, "out": out, "hash_ids": list(prompt),
            "input_types": ["text" if sent == 0 else "tool_result"],
            "stop": "end_turn" if last else "tool_use", "api_time": round(took, 3)})
        sent += 1
        t += took
        if spawns and not last and rnd.random() < 0.03:
            ends = []
            for _ in range(rnd.randint(1, 3)):
                inner = min(count - sent, rnd.randint(3, 18))
                if inner > 1:
                    begin = t + rnd.uniform(0.05, 0.5)
                    group, end = calls(rnd, ids, inner, begin, rnd.randint(1_000, 6_000), False)
                    items.append({"t": round(begin, 3), "type": "subagent", "agent_id": f"agent-{rnd.randrange(10**6)}",
                                  "requests": group})
                    sent += inner
                    ends.append(end)
            t = max([t] + ends)
        t += rnd.expovariate(1 / 240) + 10 if rnd.random() < 0.08 else min(120, rnd.lognormvariate(0.5, 1.2))
        prompt += ids.fresh(max(1, int(rnd.lognormvariate(6.4, 1.0)) // BLOCK))
        if len(prompt) * BLOCK > LONGEST:
            prompt = list(range(SYSTEM_BLOCKS)) + ids.fresh(rnd.randint(8_000, 20_000) // BLOCK)
    return items, t


def main():
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rnd = random.Random(7)
    ids = Ids()
    t = 0.0
    for number in range(sessions):
        count = min(900, max(2, int(rnd.lognormvariate(4.5, 1.0))))
        requests, _ = calls(rnd, ids, count, t, rnd.randint(2_000, 12_000), True)
        print(json.dumps({"id": f"seed-{number}", "block_size": BLOCK, "hash_id_scope": "global",
                          "system_tokens": SYSTEM_BLOCKS * BLOCK, "requests": requests}))
        t += rnd.expovariate(1 / 400)


main()
