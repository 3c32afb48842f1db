"""The sandbox's controls over HTTP: its clock, faults and rates, the gateway's lines, and the journal of requests; and small
parts of the page's API: JSON in and out, and the switchboard of faults.

All below /sandbox/api, JSON in and out; a mistake is a 400 with `error`, one sentence.
"""

import json
import re
import time
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeAlias

from aiohttp import web

from sandbox.errors import Json, Refused
from sandbox.fault_words import FAULT_OPTIONS
from sandbox.ids import iso
from sandbox.interactions import Core
from sandbox.ratelimit import FAULT_KINDS, Fault
from sandbox.thread_archive import archive_quiet
from sandbox.world import empty_world


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


Number: TypeAlias = int | float | bool
Setting: TypeAlias = tuple[str, Number]


def _numbers(owner: Any) -> list[str]:
    return [each.name for each in fields(owner) if each.init and each.type in (int, float, bool)]


def settings(core: Core | None = None) -> dict[str, Number]:
    """Every number and switch that may be set, by name ("buckets.limit"), as it is now, or as it begins without a core."""
    owners = (core or Core(empty_world(), time.time)).settable
    return {f"{part}.{name}": getattr(owner, name) for part, owner in owners.items() for name in _numbers(owner)}


def check_setting(name: str, value: Any) -> Setting:
    """One of `settings` and a value that fits it; Refused in words otherwise."""
    known = settings()
    if name not in known:
        raise Refused(f"There is no setting {name!r}; there are {', '.join(known)}.")
    now = known[name]
    if isinstance(now, bool):
        wanted, fits = "true or false", isinstance(value, bool)
    else:
        kinds = (int, float) if isinstance(now, float) else int
        wanted = "a number from 0" if isinstance(now, float) else "a whole number from 0"
        fits = isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value < 1e9
    if not fits:
        raise Refused(f"{name} must be {wanted}, not {value!r}.")
    return name, value


def change_settings(core: Core, wanted: list[Setting]) -> None:
    """Sets what `check_setting` has found good."""
    for name, value in wanted:
        part, _, attribute = name.partition(".")
        setattr(core.settable[part], attribute, value)


def change_clock(core: Core, body: Json) -> None:
    """Does what a request to the clock asks: `rate` (0 frozen, 1 real), then `forward` (seconds)."""
    for key in body:
        if key not in ("rate", "forward"):
            raise Refused(f"The clock has no {key!r}; say rate, forward, or both.")
    given = {key: value for key, value in body.items() if value is not None}
    for value in given.values():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Refused(f"The clock takes numbers, not {value!r}.")
    try:
        if "rate" in given:
            core.time.run(given["rate"])
        if "forward" in given:
            core.put_forward(given["forward"])
    except ValueError as error:
        raise Refused(f"That cannot be: {error}.") from None


@dataclass(frozen=True, slots=True)
class ControlHandlers:
    """The handlers; `sandbox.web` puts them behind its door."""

    core: Core

    def overview(self) -> Json:
        """Everything the developer panel shows at a glance."""
        core = self.core
        gateway = core.gateway
        return {
            "clock": {"now": iso(core.clock()), "rate": core.time.rate, "ahead": round(core.time.ahead, 3)},
            "kinds": list(FAULT_KINDS),
            "options": list(FAULT_OPTIONS),
            "faults": [{f.name: getattr(each, f.name) for f in fields(Fault)} for each in core.faults.faults],
            "settings": settings(core),
            "gateway": {
                "connected": gateway.connected,
                "sessions": len(gateway.sessions),
                "identifies": gateway.identify_count,
                "resumes": gateway.resume_count,
            },
            "requests": core.journal.count,
            "statuses": {str(status): count for status, count in sorted(core.journal.statuses.items())},
            "invalid": core.meters.invalid,
            "unknown_routes": core.unknown_routes[-20:],
        }

    async def developer(self, _request: web.Request, _user_id: int) -> Json:
        """GET /developer: the overview."""
        return self.overview()

    async def clock(self, request: web.Request, _user_id: int) -> Json:
        """POST /clock {"forward": seconds, "rate": number}: the overview after it."""
        change_clock(self.core, await read_json(request))
        archive_quiet(self.core)
        return self.overview()

    async def settings(self, request: web.Request, _user_id: int) -> Json:
        """POST /settings {name: value}: sets them, all or none; the overview after it."""
        body = await read_json(request)
        change_settings(self.core, [check_setting(name, value) for name, value in body.items()])
        return self.overview()

    async def requests(self, request: web.Request, _user_id: int) -> list[Json]:
        """GET /requests?after=N&failed=1&limit=100: the latest entries of the journal, oldest first."""
        numbers = {name: request.query.get(name, str(default)) for name, default in (("after", 0), ("limit", 100))}
        for name, text in numbers.items():
            if not text.isdecimal() or len(text) > 9:
                raise Refused(f"{name} must be a whole number.")
        failed = request.query.get("failed", "") in ("1", "true")
        found = self.core.journal.after(int(numbers["after"]), failed=failed, limit=max(1, int(numbers["limit"])))
        return [each.told() for each in found]

    async def forget(self, _request: web.Request, _user_id: int) -> Json:
        """DELETE /requests: forgets the entries; counts go on."""
        self.core.journal.clear()
        return self.overview()
