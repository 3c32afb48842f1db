"""Small parts of the page's API: JSON in and out, and the switchboard of faults."""

import json
import re
from dataclasses import asdict
from typing import Any

from aiohttp import web

from sandbox.errors import Json, Refused
from sandbox.fault_words import FAULT_OPTIONS
from sandbox.interactions import Core


def json_answer(data: Any, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(status=status, body=json.dumps(data).encode(), content_type="application/json")


async def read_json(request: web.Request, text: str | None = None) -> Json:
    """The request's JSON object; Refused in words otherwise."""
    try:
        data = json.loads(text if text is not None else await request.text())
    except ValueError:
        raise Refused("That is not JSON.") from None
    if not isinstance(data, dict):
        raise Refused("That is not a JSON object.")
    return data


def fault(core: Core, body: Json) -> Json:
    """Does what a fault request asks: `clear`, `gateway` (drop, reconnect, invalid, invalid-resumable),
    `buckets` ({limit, window}), `limits` (numbers of `sandbox.limits.Limits` by name), or a REST fault ({kind, times, match,
    seconds, status, glob, code})."""
    if body.get("clear"):
        core.faults.clear()
    if body.get("gateway") is not None:
        match str(body["gateway"]):
            case "drop":
                core.gateway.drop_sockets()
            case "reconnect":
                core.gateway.ask_reconnect()
            case "invalid" | "invalid-resumable" as word:
                core.gateway.invalidate(resumable=word != "invalid")
            case _:
                raise Refused("gateway: one of drop, reconnect, invalid, invalid-resumable.")
    if body.get("buckets") is not None:
        core.faults.limit = int(body["buckets"].get("limit", 5))
        core.faults.window = float(body["buckets"].get("window", 5.0))
    for name, number in (body.get("limits") or {}).items():
        if name not in asdict(core.meters.limits) or not isinstance(number, int | float) or number < 0:
            raise Refused(f"There is no limit {name} of {number}.")
        setattr(core.meters.limits, name, number)
    if body.get("kind") is not None:
        try:
            core.faults.add(str(body["kind"]), **{name: body[name] for name in FAULT_OPTIONS if name in body})
        except (ValueError, TypeError, re.error) as error:
            raise Refused(f"That fault cannot be: {error}.") from None
    waiting = [{"kind": each.kind, "times": each.times, "match": each.match} for each in core.faults.faults]
    return {"faults": waiting, "buckets": core.faults.limit or None}
