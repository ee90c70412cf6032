"""Lists the tools and walks a list to its end: python walk.py mcp|fastmcp URL TOKEN"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

library, url, token = sys.argv[1:]
Call = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


async def walk(call: Call) -> list[str]:
    ids, arguments = [], {"resource": "ideas"}
    while True:
        page = await call(arguments)
        ids += [record["id"] for record in page["records"]]
        if page["next_cursor"] is None:
            return ids
        arguments["cursor"] = page["next_cursor"]


async def with_fastmcp() -> dict[str, Any]:
    from fastmcp import Client

    async with Client(url, auth=token) as client:
        tools = [tool.name for tool in await client.list_tools()]

        async def call(arguments: dict[str, Any]) -> dict[str, Any]:
            return (await client.call_tool("list_records", arguments)).structured_content or {}

        return {"tools": tools, "ids": await walk(call)}


async def with_mcp() -> dict[str, Any]:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    from mcp import Client

    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers) as http, Client(streamable_http_client(url, http_client=http)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]

        async def call(arguments: dict[str, Any]) -> dict[str, Any]:
            return (await client.call_tool("list_records", arguments)).structured_content or {}

        return {"tools": tools, "ids": await walk(call)}


print(json.dumps(asyncio.run({"mcp": with_mcp, "fastmcp": with_fastmcp}[library]())))
