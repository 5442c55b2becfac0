"""One call with the official Python SDK's client, told as a line of JSON for everything that it sees."""

import asyncio
import json
import sys

from mcp import Client
from mcp_types import ElicitResult

url, phone, key = sys.argv[1:]


def tell(what, value):
    print(json.dumps([what, value]), flush=True)


async def elicit(context, params):
    tell("elicited", params.message)
    return ElicitResult(action="accept", content={"answer": "Outside, please."})


async def progress(done, total, message):
    tell("progress", message)


async def main():
    async with Client(url, elicitation_callback=elicit) as client:
        tell("tools", [tool.name for tool in (await client.list_tools()).tools])
        placed = (await client.call_tool("place_call", {"phone": phone, "goal": "Book a table for two"})).structured_content
        tell("placed", placed)
        mine = {"call_id": placed["call_id"], "call_key": placed["call_key"], "wait": 50}
        while True:
            call = (await client.call_tool("get_call", mine, progress_callback=progress)).structured_content
            if call["status"] == "ended":
                break
        tell("ended", call)
        refused = await client.call_tool("account", {})
        tell("refused", [refused.is_error, refused.structured_content["error"]["code"]])
        tell("paid", (await client.call_tool("account", {"account_key": key})).structured_content)


asyncio.run(main())
