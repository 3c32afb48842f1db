"""The clock's hands, the journal of requests, rates and faults: by hand, and over HTTP."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.clock import SandboxClock
from sandbox.testing import assert_nothing_refused, assert_routes_known, refused, running_sandbox
from sandbox.web_control import settings
from tests.sandbox.raw import Raw

Json = dict[str, Any]


class Outside:
    """A program that steers the sandbox over HTTP."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        url = f"{self.sandbox.url}/sandbox/api{path}"
        async with self.session.request(method, url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def outside(sandbox: Sandbox) -> AsyncIterator[Outside]:
    """Somebody outside, who is nobody's page."""
    async with aiohttp.ClientSession() as session:
        yield Outside(sandbox, session)


def test_an_untouched_clock_is_its_base_to_the_last_bit() -> None:
    base = [999.0]
    clock = SandboxClock(lambda: base[0])
    for now in (1000.0, 1000.1, 1e9 + 0.123456):
        base[0] = now
        assert clock() == now


def test_a_clock_is_put_forward_frozen_and_made_faster() -> None:
    base = ManualClock(datetime.fromtimestamp(1000, UTC), frozen=True)
    clock = SandboxClock(base.time)
    clock.put_forward(3600)
    assert (clock(), clock.ahead) == (4600.0, 3600.0)
    clock.run(0)
    base.forward(seconds=500)
    assert clock() == 4600.0
    clock.run(60)
    base.forward(seconds=2)
    assert clock() == 4720.0
    clock.run(1)
    base.forward(seconds=3)
    assert clock() == 4723.0


def test_nothing_is_lost_while_a_running_clock_is_read() -> None:
    ticks = itertools.count(1000)
    clock = SandboxClock(lambda: float(next(ticks)))  # a second later at every look
    assert clock.ahead == 0.0
    clock.put_forward(60)
    clock.run(1)
    assert clock.ahead == 60.0


@pytest.mark.parametrize("seconds", [-1, float("nan"), 1e12])
def test_a_clock_is_not_put_back_nor_beyond_ten_years(seconds: float) -> None:
    with pytest.raises(ValueError, match="put forward"):
        SandboxClock().put_forward(seconds)


async def test_what_was_put_forward_is_kept_with_the_state(tmp_path: Path) -> None:
    state = tmp_path / "x.sandbox"
    async with running_sandbox(state=state) as sandbox:
        sandbox.core.put_forward(86_400)
    async with running_sandbox(state=state) as again:
        assert again.core.time.ahead == pytest.approx(86_400, abs=1)


async def test_clock_over_http(outside: Outside) -> None:
    status, found = await outside("POST", "/clock", {"forward": 7200, "rate": 60})
    assert status == 200
    assert found["clock"]["rate"] == 60
    assert found["clock"]["ahead"] >= 7200
    for body in ({"forward": -1}, {"rate": "fast"}, {"rate": True}, {"back": 5}):
        status, answer = await outside("POST", "/clock", body)
        assert status == 400
        assert answer["error"].endswith(".")


async def test_messages_bear_the_clocks_time(outside: Outside, raw: Raw) -> None:
    _, first = await raw("POST", raw.room, {"content": "today"})
    await outside("POST", "/clock", {"forward": 86_400})
    _, second = await raw("POST", raw.room, {"content": "tomorrow"})
    assert (int(second["id"]) - int(first["id"])) >> 22 >= 86_400_000
    assert second["timestamp"][:10] > first["timestamp"][:10]


async def test_a_bot_has_its_three_seconds_however_fast_the_clock_runs(outside: Outside, raw: Raw) -> None:
    _, path, hook = raw.interaction()
    await outside("POST", "/clock", {"forward": 60, "rate": 3600})
    await asyncio.sleep(0.01)
    assert (await raw("POST", path, {"type": 5}, token=False))[0] == 204
    await outside("POST", "/clock", {"forward": 900})
    status, answer = await raw("POST", hook, {"content": "late"}, token=False)
    assert (status, answer["code"]) == (401, 50027)


async def test_settings_are_set_all_or_none(outside: Outside, raw: Raw) -> None:
    status, found = await outside("POST", "/settings", {"buckets.limit": 1, "buckets.window": 9})
    assert (status, found["settings"]["buckets.limit"], found["settings"]["buckets.window"]) == (200, 1, 9)
    assert [(await raw("POST", raw.room, {"content": "x"}))[0] for _ in range(2)] == [200, 429]
    for body in (
        {"buckets.limit": 3, "nothing": 1},
        {"buckets.limit": -1},
        {"buckets.limit": 1.5},
        {"buckets.limit": True},
    ):
        status, answer = await outside("POST", "/settings", body)
        assert status == 400
        assert answer["error"]
    assert settings(outside.sandbox.core)["buckets.limit"] == 1


def test_every_setting_has_a_name_of_its_own_and_a_number() -> None:
    known = settings()
    assert {"buckets.limit", "buckets.window"} <= set(known)
    assert all(isinstance(value, (int, float, bool)) for value in known.values())


async def test_journal_tells_request_answer_code_and_error_tree(outside: Outside, raw: Raw) -> None:
    await raw("POST", raw.room, {"content": "good"})
    await raw("POST", raw.room, {"embeds": [{"title": "x" * 300}]})
    status, found = await outside("GET", "/requests")
    assert status == 200
    good, bad = found
    assert (good["method"], good["path"], good["status"]) == ("POST", raw.room, 200)
    assert '"good"' in good["sent"]
    assert "errors" not in good
    assert (bad["status"], bad["code"], bad["message"]) == (400, 50035, "Invalid Form Body")
    assert bad["errors"] == ["embeds.0.title: Must be 256 or fewer in length. (BASE_TYPE_MAX_LENGTH)"]
    assert (await outside("GET", "/requests?failed=1"))[1] == [bad]
    assert (await outside("GET", f"/requests?after={bad['number']}"))[1] == []
    assert (await outside("GET", "/requests?limit=1"))[1] == [bad]
    assert (await outside("GET", "/requests?limit=x"))[0] == 400
    await outside("DELETE", "/requests")
    assert (await outside("GET", "/requests"))[1] == []


async def test_journal_hides_tokens_and_notes_cuts(sandbox: Sandbox, raw: Raw) -> None:
    await raw.answer({"type": 4, "data": {"content": "hi"}})
    sandbox.faults.add("drop")
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", raw.room, {"content": "x"})
    answer, cut = sandbox.core.journal.after(0)
    assert answer.path.endswith("/…/callback")
    assert (cut.status, cut.path) == (0, raw.room)


async def test_files_do_not_fill_the_journal(sandbox: Sandbox, raw: Raw) -> None:
    status, _ = await raw("POST", raw.room, {"content": "file"}, files=(("a.bin", b"x" * 100_000),))
    assert status == 200
    (entry,) = sandbox.core.journal.after(0)
    assert entry.sent.startswith("(multipart, ")


async def test_invalid_requests_are_counted_for_ten_minutes(outside: Outside, raw: Raw) -> None:
    for _ in range(3):
        await raw("GET", "/users/@me", token=False)
    assert (await outside("GET", "/developer"))[1]["invalid"] == 3
    found = (await outside("POST", "/clock", {"forward": 601}))[1]
    assert (found["invalid"], found["statuses"]) == (0, {"401": 3})


async def test_overview_shows_faults_gateway_and_unknown_routes(outside: Outside, raw: Raw) -> None:
    sandbox = outside.sandbox
    sandbox.faults.add("slow", times=2, match="POST", seconds=3)
    await raw("GET", "/guilds/1/bans")
    found = (await outside("GET", "/developer"))[1]
    assert [{key: each[key] for key in each if key != "code"} for each in found["faults"]] == [
        {"kind": "slow", "times": 2, "match": "POST", "seconds": 3, "status": 502, "glob": False}
    ]
    assert found["gateway"] == {"connected": False, "sessions": 0, "identifies": 0, "resumes": 0}
    assert found["unknown_routes"] == ["GET /api/v10/guilds/1/bans"]
    with pytest.raises(AssertionError, match="GET /api/v10/guilds/1/bans"):
        assert_routes_known(sandbox)
    sandbox.unknown_routes.clear()


async def test_tests_can_ask_what_was_refused(sandbox: Sandbox, raw: Raw) -> None:
    assert_nothing_refused(sandbox)
    await raw("POST", raw.room, {})
    assert [each.status for each in refused(sandbox)] == [400]
    with pytest.raises(AssertionError, match=r"400 POST .*50006 Cannot send an empty message"):
        assert_nothing_refused(sandbox)
    assert_nothing_refused(sandbox, 400)


async def test_a_person_is_known_by_their_username_too(outside: Outside) -> None:
    status, found = await outside("GET", "/home", **{"X-Sandbox-User": "ada"})
    assert (status, found["me"]["username"]) == (200, "ada")


@pytest.mark.parametrize("path", ["/developer", "/requests"])
async def test_strangers_are_kept_out_of_the_controls(outside: Outside, path: str) -> None:
    for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await outside("GET", path, **headers))[0] == 403
    assert (await outside("POST", "/clock", {"forward": 1}, Origin="http://evil.example"))[0] == 403
