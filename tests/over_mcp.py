#!/usr/bin/env python3
"""`fairdeal mcp` and `/mcp` of `fairdeal serve` as an assistant's program uses them, by the protocol's own client (the package mcp):
every tool, every text, what goes wrong, and what is withdrawn. Only this machine is asked.

    tests/over_mcp.py

FAIRDEAL is the program.
"""

import asyncio
import http.client
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import httpx2
import mcp
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

FAIRDEAL = os.environ.get("FAIRDEAL", "fairdeal")
ROOT = Path(__file__).resolve().parent.parent
# What is asked at every door, and what goes wrong among it.
TABLE = [json.loads(line)["request"] for line in (ROOT / "crates/fairdeal/tests/requests.jsonl").read_text().splitlines()]
VERBS = sorted({request["ask"] for request in TABLE})
# What takes longer than any test.
ENDLESS = {"script": "condition hcp(north) == 37 and hascard(south, 2C)", "strategy": "reject", "boards": 1000}
TOKEN = "0123456789abcdef"


class Server:
    """`fairdeal serve` on a port of its own."""

    def __init__(self, *arguments):
        command = [FAIRDEAL, "serve", "--port", "0", "--quiet", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(timeout=60) == 0

    def post(self, path, document, **headers):
        """Status and text."""
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(self.url + path, json.dumps(document).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def metric(self, name):
        with urllib.request.urlopen(self.url + "metrics") as answer:
            lines = answer.read().decode().splitlines()
        return sum(int(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


def stdio(*arguments):
    return StdioServerParameters(command=FAIRDEAL, args=["mcp", *arguments])


async def asked(client, verb, fields):
    """Whether it went well, and the text."""
    result = await client.call_tool(verb, fields)
    (content,) = result.content
    return not result.is_error, content.text


async def code_of(client, verb, fields):
    well, text = await asked(client, verb, fields)
    assert not well, text
    return json.loads(text)["error"]["code"]


async def refused(work):
    try:
        await work
    except mcp.MCPError as error:
        return error
    raise AssertionError("that is refused")


async def whole(client, answers):
    """Everything, once."""
    assert client.server_info.name == "fairdeal" and "dealer language" in client.instructions
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert sorted(tools) == VERBS
    for tool in tools.values():
        assert tool.description and tool.annotations.read_only_hint
        assert tool.input_schema["type"] == "object" and "oneOf" not in tool.input_schema
    for request in TABLE:
        fields = {name: value for name, value in request.items() if name != "ask"}
        well, text = await asked(client, request["ask"], fields)
        assert (well, text) == answers[json.dumps(request)], (request, text)
    resources = (await client.list_resources()).resources
    texts = {}
    for resource in resources:
        (content,) = (await client.read_resource(resource.uri)).contents
        assert content.mime_type == resource.mime_type
        texts[resource.uri] = content.text
    assert "hcp(seat[, suit])" in texts["fairdeal://words"]
    assert json.loads(texts["fairdeal://profile-schema"])["type"] == "object"
    assert texts["fairdeal://examples/weak-two.dlr"] == (ROOT / "examples/weak-two.dlr").read_text()
    # Each example is dealt as it stands.
    for uri, text in texts.items():
        if uri.endswith(".dlr"):
            assert (await asked(client, "check", {"script": text}))[0]
        elif uri.startswith("fairdeal://examples/"):
            assert (await asked(client, "deal", {"profile": json.loads(text), "boards": 1}))[0]
    await refused(client.read_resource("fairdeal://examples/nobody"))
    await refused(client.read_resource("file:///etc/passwd"))
    await refused(client.call_tool("shuffle", {}))
    # An error has its word, its sentence, its places and what to do.
    well, text = await asked(client, "odds", {"script": "condition hpc(south) > 15"})
    error = json.loads(text)["error"]
    assert not well and error["places"][0]["column"] == 11 and "hcp" in error["help"], text
    assert await code_of(client, "odds", {"script": "1", "effort": "patient"}) == "too-much-effort"
    assert await code_of(client, "odds", {"script": 7}) == "bad-request"
    # Many at once.
    scripts = [f"condition hcp(south) == {points}" for points in range(24)]
    odds = await asyncio.gather(*(asked(client, "odds", {"script": script}) for script in scripts))
    assert all(well for well, _ in odds) and len({text for _, text in odds}) == len(scripts)


async def withdrawn(client, working):
    """What is withdrawn makes room: only one thing is worked on, and the next would wait for hours."""
    call = asyncio.ensure_future(client.call_tool("deal", ENDLESS))
    await working()
    call.cancel()
    try:
        await call
        raise AssertionError("it is withdrawn")
    except asyncio.CancelledError:
        pass
    well, _ = await asyncio.wait_for(asked(client, "odds", {"script": "condition hcp(south) > 36"}), 60)
    assert well


async def by_pipes(answers):
    for mode in ["auto", "legacy"]:
        async with mcp.Client(stdio(), mode=mode) as client:
            await whole(client, answers)
            print(f"standard input and output, protocol {client.protocol_version}: {len(TABLE)} requests, every text")
        async with mcp.Client(stdio("--at-once", "1", "--seconds", "3600"), mode=mode) as client:
            await withdrawn(client, lambda: asyncio.sleep(0.5))
    async with mcp.Client(stdio("--seconds", "1", "--most-effort", "patient")) as client:
        assert await code_of(client, "deal", ENDLESS) == "too-long"
        assert (await asked(client, "odds", {"script": "condition hcp(south) > 36", "effort": "patient"}))[0]
    # It ends when its input does, whatever it works on.
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "deal", "arguments": ENDLESS}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
    told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    lines = "".join(json.dumps(line) + "\n" for line in [hello, told, call]) + "[" * 100_000 + "\n{}\n7\n"
    done = subprocess.run([FAIRDEAL, "mcp"], input=lines, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "fairdeal", done


async def over_http(answers):
    with Server("--at-once", "1", "--seconds", "3600") as server:
        for mode in ["auto", "legacy"]:
            async with mcp.Client(server.url + "mcp", mode=mode) as client:
                await whole(client, answers)
                print(f"HTTP, protocol {client.protocol_version}: {len(TABLE)} requests, every text")
        async with mcp.Client(server.url + "mcp") as client:
            async def working():
                while server.metric("fairdeal_working") != 1:
                    await asyncio.sleep(0.02)
            await withdrawn(client, working)
        assert server.metric("fairdeal_clients_gone_total") == 1
        assert server.metric('fairdeal_requests_total{path="/mcp"') > 2 * len(TABLE)
        # Bounds are those of every path.
        too_long = http.client.HTTPConnection(server.url.split("/")[2])
        too_long.request("POST", "/mcp", headers={"Content-Type": "application/json", "Content-Length": str(1 << 30)})
        assert too_long.getresponse().status == 413
        for document, headers, status in [
            ({}, {"Content-Type": "text/plain"}, 415),
            ({}, {"Origin": "http://cards.example"}, 403),
            ({}, {"Host": "cards.example"}, 403),
        ]:
            headers = {"Accept": "application/json, text/event-stream", **headers}
            assert server.post("mcp", document, **headers)[0] == status, (headers, status)
    token = ROOT / "target" / "over_mcp.token"
    token.write_text(TOKEN + "\n")
    with Server("--token-file", str(token)) as server:
        assert server.post("mcp", {})[0] == 401
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as allowed:
            async with mcp.Client(streamable_http_client(server.url + "mcp", http_client=allowed)) as client:
                assert (await asked(client, "words", {"text": "losers"}))[0]
    token.unlink()


async def main():
    # What another door answers: a test of the server holds that it is what the library does.
    answers = {}
    with Server() as server:
        for request in TABLE:
            fields = {name: value for name, value in request.items() if name != "ask"}
            status, text = server.post("v1/" + request["ask"], fields)
            answers[json.dumps(request)] = (status == 200, text)
    await by_pipes(answers)
    await over_http(answers)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    asyncio.run(main())
