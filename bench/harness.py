"""What the measuring scripts of this folder share: our mock server with its record, a run of the product, and the statistics.

No program by itself. Everything stays on 127.0.0.1; a server listens on a port that was free, and only processes that were
started here are ended, by their id. GUIDELLM names another product to measure than the `guidellm` beside this folder;
TOKENIZER another tokenizer than gpt2 (a folder with a tokenizer.json).

Times are nanoseconds of the monotonic clock, which the server's record, the report and Python share on one machine.
"""
import argparse
import collections
import json
import os
import platform
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
PRODUCT = os.environ.get("GUIDELLM") or os.path.join(HERE, "..", "guidellm")
TOKENIZER = os.environ.get("TOKENIZER") or "gpt2"
QUIET = ["--disable-console"]

# ------------------------------------------------------------------------------------------------- figures


def quantile(values, q):
    """The value below which the share `q` lies, by linear interpolation; None of nothing."""
    ordered = sorted(values)
    if not ordered:
        return None
    at = q * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def median(values):
    return quantile([v for v in values if v is not None], 0.5)


def show(value, digits=4):
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def spread(values):
    """The median and, of several, the lowest and the highest."""
    seen = [v for v in values if v is not None]
    if not seen:
        return "–"
    return show(median(seen)) + (f" ({show(min(seen))} to {show(max(seen))})" if len(seen) > 1 else "")


def verdict(met):
    return "–" if met is None else "met" if met else "MISSED"


def table(head, rows):
    """Prints a Markdown table; columns after the first stand right."""
    print()
    print("| " + " | ".join(head) + " |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(show(cell) for cell in row) + " |", flush=True)


def machine():
    """One line on where the figures come from."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as f:
            model = next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), model)
    except OSError:
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}; load average "
            f"before {os.getloadavg()[0]:.2f}; client and server share the machine; {time.strftime('%Y-%m-%d')}")


# ------------------------------------------------------------------------------------------------- server

Record = collections.namedtuple("Record", "id arrival first last tokens end completed")


def read_truth(path):
    """The server's record, by arrival. `first` and `last` are the first and the last write of a token, None of none."""
    records = []
    with open(path) as lines:
        for line in lines:
            r = json.loads(line)
            writes = r["write_ns"]
            records.append(Record(r["request_id"], r["arrival_ns"], writes[0] if writes else None,
                                  writes[-1] if writes else None, len(writes), r["end_ns"], r["completed"]))
    records.sort(key=lambda r: r.arrival)
    return records


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def end(process, patience=60):
    """Asks one of our processes to end, and makes it after `patience` seconds."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Server:
    """Our mock server, with a record of what it sent: `with Server(work, ttft, itl, tokens) as server: …`, then `records()`."""

    def __init__(self, work, ttft_ms=0, itl_ms=0, tokens=32):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.truth = os.path.join(work, f"truth-{self.port}.jsonl")
        self.log = os.path.join(work, f"server-{self.port}.log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PRODUCT, "mock-server", "--port", str(self.port), "--ttft-ms", str(ttft_ms), "--itl-ms", str(itl_ms),
                 "--output-tokens", str(tokens), "--record-truth", self.truth],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def __enter__(self):
        limit = time.monotonic() + 20
        while True:
            try:
                with urllib.request.urlopen(self.url + "/health", timeout=2):
                    return self
            except OSError:
                if time.monotonic() > limit or self.process.poll() is not None:
                    end(self.process, 2)
                    sys.exit("the mock server does not start:\n" + tail(self.log))
                time.sleep(0.05)

    def __exit__(self, *_):
        end(self.process)

    def records(self):
        """Ends the server and reads its record."""
        end(self.process)
        return read_truth(self.truth)


def tail(path, count=15):
    with open(path, errors="replace") as f:
        return "".join(f.readlines()[-count:])


# ------------------------------------------------------------------------------------------------- product

Request = collections.namedtuple("Request", "id status due started ttft_ms itl_ms latency_s")


class Report:
    """The requests of a report, read one by one since there may be many, and the rest of it as it is."""

    def __init__(self, path):
        with open(path) as f:
            text = f.read()
        mark = '"requests": {"successful": ['
        begin = text.index(mark) + len('"requests": ')
        decoder = json.JSONDecoder()
        self.requests = []
        at = begin + 1
        while True:
            _, at = decoder.raw_decode(text, at)  # the list's name
            at += len(": ")
            if text[at] == "[":
                at += 1
                while text[at] != "]":
                    request, at = decoder.raw_decode(text, at)
                    self.requests.append(reduced(request))
                    at += len(", ") if text[at] == "," else 0
                at += 1
            else:
                _, at = decoder.raw_decode(text, at)
            if text[at] == "}":
                break
            at += len(", ")
        self.benchmark = json.loads(text[:begin] + "null" + text[at + 1:])["benchmarks"][0]
        self.successful = [r for r in self.requests if r.status == "completed"]

    def client(self):
        """The product's verdict on itself, in words; None where there is none."""
        client = (self.benchmark.get("x_guidellm_java") or {}).get("client")
        return client and client.get("verdict")


def reduced(r):
    timings = r["info"]["timings"]
    return Request(r["request_id"], r["info"]["status"], timings["targeted_start"], timings["request_start"],
                   r["time_to_first_token_ms"], r["inter_token_latency_ms"], r["request_latency"])


class Run:
    """One run of the product, from process start to end. `rss` is [(when, bytes)], empty unless asked for."""

    def __init__(self, work, url, profile, stop, tokens=32, stream=True, data=None, prompt=64, options=(), timeout=120,
                 watch=None, env=None):
        self.report_path = os.path.join(work, f"report-{time.monotonic_ns()}.json")
        log_path = os.path.join(work, "client.log")
        data = data or {"kind": "synthetic_text", "prompt_tokens": prompt, "output_tokens": tokens}
        command = [PRODUCT, "run", *QUIET, "--backend", f"kind=openai_http,target={url},stream={str(stream).lower()}",
                   "--profile", profile, "--data", json.dumps(data), "--tokenizer", f"kind=huggingface_auto,model={TOKENIZER}",
                   "--constraint", stop, "--output", f"kind=json,path={self.report_path}", *options]
        self.rss = []
        with open(log_path, "wb") as log:
            self.started = time.monotonic_ns()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                                       env={**os.environ, "HF_HUB_OFFLINE": "1", **(env or {})})
        watcher = threading.Thread(target=watch, args=(process, self), daemon=True) if watch else None
        if watcher:
            watcher.start()
        usage = self.wait(process, timeout)
        self.ended = time.monotonic_ns()
        self.cpu = usage.ru_utime + usage.ru_stime
        self.wall = (self.ended - self.started) / 1e9
        if watcher:
            watcher.join(30)
        if process.returncode != 0:
            sys.exit(f"the product ended with {process.returncode}:\n{' '.join(command)}\n{tail(log_path)}")

    @staticmethod
    def wait(process, timeout):
        limit = time.monotonic() + timeout
        try:
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    process.returncode = os.waitstatus_to_exitcode(status)
                    return usage
                if time.monotonic() > limit:
                    sys.exit(f"the product did not end within {timeout} s")
                time.sleep(0.02)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGINT)
                end(process, 10)

    def report(self):
        """Its report, whose file is then removed."""
        report = Report(self.report_path)
        os.remove(self.report_path)
        return report

    def own(self, records):
        """What the server recorded of this run, where others were against the same server."""
        return [r for r in records if r.id is not None and self.started <= r.arrival <= self.ended]


def watch_memory(process, run):
    """For `watch`: notes the resident memory four times a second (Linux)."""
    while process.returncode is None:
        try:
            with open(f"/proc/{process.pid}/status") as f:
                for line in f:
                    if line.startswith("VmRSS:"):
                        run.rss.append((time.monotonic_ns(), int(line.split()[1]) * 1024))
        except OSError:
            return
        time.sleep(0.25)


def check_books(report, records):
    """Ends the script unless the report's requests are those that the server answered. `records` are those of this run.

    A request that the server had answered when the run was cut off may stand among the incomplete ones."""
    listed = {r.id for r in report.requests}
    unknown = [r.id for r in records if r.id not in listed]
    answered = {r.id for r in records if r.completed}
    invented = [r.id for r in report.successful if r.id not in answered]
    if unknown or invented or len(listed) != len(report.requests):
        sys.exit(f"the report and the server's record do not agree: {len(unknown)} requests reached the server and are not in "
                 f"the report, {len(invented)} successful ones were not answered, {len(report.requests) - len(listed)} are "
                 "listed twice")
    return len(report.successful)


def repeated(work, server_settings, repeats, run):
    """[(run, its report, its records)] of runs against one server, after one to warm up: a fresh server is slow at first.

    `server_settings` are TTFT ms, ITL ms and tokens; `run` takes a server and whether it is to be a short run."""
    with Server(work, *server_settings) as server:
        run(server, True).report()
        done = []
        for _ in range(repeats):
            one = run(server, False)
            done.append((one, one.report()))
        records = server.records()
    answers = [(one, report, one.own(records)) for one, report in done]
    for _, report, own in answers:
        check_books(report, own)
    return answers


# ------------------------------------------------------------------------------------------------- loops


def arrival_rate(records):
    """Requests per second between the first arrival and the last one."""
    span = records[-1].arrival - records[0].arrival if len(records) > 1 else 0
    return (len(records) - 1) * 1e9 / span if span else None


def in_flight(records, low, high):
    """(most at once, mean over the time) of the requests in the server between two moments."""
    steps = sorted([(r.arrival, 1) for r in records] + [(r.end, -1) for r in records])  # an end before a start at the same time
    now = most = 0
    area, before = 0, steps[0][0]
    for at, step in steps:
        area += now * max(0, min(at, high) - max(before, low))
        now, before = now + step, at
        if low <= at <= high:
            most = max(most, now)
    return most, area / (high - low) if high > low else None


# ------------------------------------------------------------------------------------------------- scripts


def script(doc, *arguments):
    """Reads the arguments of a script, whose comment is its help, builds the product where needed, and gives (arguments,
    folder for temporary files)."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, settings in arguments:
        parser.add_argument(name, **settings)
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):
            pass  # then it stays as it was
    subprocess.run([PRODUCT, "--version"], stdout=subprocess.DEVNULL, check=True)
    work = tempfile.mkdtemp(prefix="guidellm-bench-")
    Cleaner.folder = work
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(machine(), flush=True)
    return args, work


class Cleaner:
    """Removes the temporary folder at the script's end, however it ends."""
    folder = None

    @classmethod
    def clean(cls):
        if cls.folder:
            shutil.rmtree(cls.folder, ignore_errors=True)


def main(body):
    """Runs a script's body."""
    try:
        body()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        Cleaner.clean()
