"""The sandbox's controls over HTTP: its clock, faults and rates, the gateway's lines, and the journal of requests.

All below /sandbox/api, JSON in and out; a mistake is a 400 with `error`, one sentence."""

from dataclasses import dataclass, fields
from typing import Any

from aiohttp import web

from sandbox.core import Core
from sandbox.errors import Json, Refused
from sandbox.ids import iso
from sandbox.ratelimit import KINDS, Fault, Faults
from sandbox.web_parts import read_json

SETTABLE = (int, float, bool)


def settings(faults: Faults) -> dict[str, int | float | bool]:
    """Every number and switch of `Faults` that may be set, by name."""
    return {each.name: getattr(faults, each.name) for each in fields(faults) if each.init and each.type in SETTABLE}


def change_setting(faults: Faults, name: str, value: Any) -> None:
    """Sets one of `settings`; Refused in words for an unknown name or a value that does not fit."""
    known = settings(faults)
    if name not in known:
        raise Refused(f"There is no setting {name!r}; there are {', '.join(known)}.")
    kind = next(each.type for each in fields(faults) if each.name == name)
    if kind is bool:
        fits = isinstance(value, bool)
    else:
        fits = isinstance(value, int if kind is int else (int, float)) and not isinstance(value, bool) and value >= 0
    if not fits:
        wanted = "true or false" if kind is bool else "a whole number from 0" if kind is int else "a number from 0"
        raise Refused(f"{name} must be {wanted}, not {value!r}.")
    setattr(faults, name, value)


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
class Control:
    """The handlers; `sandbox.web` puts them behind its door."""

    core: Core

    def overview(self) -> Json:
        """Everything the developer panel shows at a glance."""
        core = self.core
        gateway = core.gateway
        return {
            "clock": {"now": iso(core.clock()), "rate": core.time.rate, "ahead": round(core.time.ahead, 3)},
            "kinds": list(KINDS),
            "faults": [{f.name: getattr(each, f.name) for f in fields(Fault)} for each in core.faults.faults],
            "settings": settings(core.faults),
            "gateway": {
                "connected": gateway.connected,
                "sessions": len(gateway.sessions),
                "identifies": gateway.identify_count,
                "resumes": gateway.resume_count,
            },
            "requests": core.journal.count,
            "statuses": {str(status): count for status, count in sorted(core.journal.statuses.items())},
            "invalid": core.journal.invalid(),
            "unknown_routes": core.unknown_routes[-20:],
        }

    async def developer(self, _request: web.Request, _user_id: int) -> Json:
        """GET /developer: the overview."""
        return self.overview()

    async def clock(self, request: web.Request, _user_id: int) -> Json:
        """POST /clock {"forward": seconds, "rate": number}: the overview after it."""
        change_clock(self.core, await read_json(request))
        return self.overview()

    async def settings(self, request: web.Request, _user_id: int) -> Json:
        """POST /settings {name: value}: sets numbers and switches of `Faults`, all or none; the overview after it."""
        body = await read_json(request)
        before = settings(self.core.faults)
        try:
            for name, value in body.items():
                change_setting(self.core.faults, name, value)
        except Refused:
            for name, value in before.items():
                setattr(self.core.faults, name, value)
            raise
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
