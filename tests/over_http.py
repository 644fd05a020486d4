#!/usr/bin/env python3
"""The server under requests that others make up, and under load. Only this machine is asked.

    tests/over_http.py requests NUMBER    schemathesis makes up so many requests from /openapi.json; FAIRDEAL_SCHEMATHESIS is its program
    tests/over_http.py load SECONDS       wrk asks quick questions over 64 connections; latencies, rate, and memory before and after

FAIRDEAL is the program. What came of it is a line on standard output, and at the end of the file that FAIRDEAL_TRIED names.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

from faults import tell

# What can be held against any answer: that it is none of ours, or not as described.
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# Odds of two hundred conditions, most of them known by then, and one board each of as many seeds as there are.
QUESTIONS = """
local number = 0
request = function()
  number = number + 1
  local body
  if number % 2 == 0 then
    body = '{"script": "condition hcp(south) >= ' .. (number / 2) % 30 .. '", "effort": "quick"}'
    return wrk.format("POST", "/v1/odds", {["Content-Type"] = "application/json"}, body)
  end
  body = '{"script": "condition hcp(south) >= 15 and spades(south) >= 5", "boards": 1, "seed": ' .. number .. '}'
  return wrk.format("POST", "/v1/deal", {["Content-Type"] = "application/json"}, body)
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('FIGURES {"requests": %d, "seconds": %.1f, "errors": %d, "p50": %.2f, "p99": %.2f, "most": %.2f}\\n',
    summary.requests, summary.duration / 1e6, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
"""


class Server:
    def __init__(self, *arguments):
        command = [os.environ.get("FAIRDEAL", "fairdeal"), "serve", "--port", "0", "--quiet", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def answered(self):
        """How many requests, by status."""
        with urllib.request.urlopen(self.url + "metrics") as answer:
            text = answer.read().decode()
        found = re.findall(r'fairdeal_requests_total\{path="([^"]*)",status="(\d+)"\} (\d+)', text)
        numbers = {}
        for path, status, number in found:
            if path != "/metrics":
                numbers[int(status)] = numbers.get(int(status), 0) + int(number)
        return numbers

    def memory(self):
        """In MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s*(\d+)", status.read())[1]) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=120)
        if code != 0:
            sys.exit(f"the server ended with code {code}")


def requests(number):
    server = Server("--seconds", "5")
    seed = 0
    while sum(server.answered().values()) < number:
        seed += 1
        if seed > 100:
            sys.exit("schemathesis does not make that many requests")
        each = max(5, min(100, number // 20))
        done = subprocess.run(
            [os.environ.get("FAIRDEAL_SCHEMATHESIS", "schemathesis"), "run", server.url + "openapi.json", "--checks", CHECKS,
             "--phases", "examples,fuzzing", "--max-examples", str(each), "--seed", str(seed),
             "--generation-database", "none", "--warnings", "off", "--workers", "2", "--no-color", "--request-timeout", "60"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout)
    answered = server.answered()
    server.stop()
    if any(status >= 500 and status != 503 for status in answered):
        sys.exit(f"some answers are faults of ours: {answered}")
    by_status = ", ".join(f"{number} with {status}" for status, number in sorted(answered.items()))
    tell("over HTTP", "requests that another program makes up", f"{sum(answered.values())} answers: {by_status}")


def load(seconds):
    server = Server()
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(QUESTIONS)
        script.flush()
        wrk = ["wrk", "--threads", "1", "--connections", "64", "--latency", "--timeout", "30s", "--script", script.name, server.url]
        # What is kept for the next time is kept by then.
        subprocess.run([*wrk, "--duration", str(max(2, seconds // 10))], check=True, stdout=subprocess.DEVNULL)
        before = server.memory()
        done = subprocess.run([*wrk, "--duration", str(seconds)], check=True, stdout=subprocess.PIPE, text=True)
        after = server.memory()
    server.stop()
    figures = json.loads(re.search(r"FIGURES (.*)", done.stdout)[1])
    tell("over HTTP", f"64 connections for {seconds} s",
         f"{figures['requests'] / figures['seconds']:.0f} requests a second, half of them within {figures['p50']} ms, "
         f"99% within {figures['p99']} ms, all within {figures['most']} ms; {figures['errors']} errors; "
         f"{before:.0f} MiB before, {after:.0f} MiB after")
    if figures["errors"]:
        sys.exit("there are errors")
    if after > before * 1.1 + 8:
        sys.exit("memory grows")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["requests", number]:
            requests(int(number))
        case ["load", seconds]:
            load(int(seconds))
        case _:
            sys.exit(__doc__)
