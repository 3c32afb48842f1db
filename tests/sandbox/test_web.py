"""The page's API: what one person sees and does over HTTP, live events, and who is kept out."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.app import Sandbox
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS, until
from tests.sandbox.small_bot import PNG, make_bot

Json = dict[str, Any]


class Browser:
    """A page as one person."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession, who: str) -> None:
        self.sandbox = sandbox
        self.session = session
        self.user = str(sandbox.world.user(who).id)
        self.room = str(sandbox.world.channel("war-room").id)

    async def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        sent = {"X-Sandbox-User": self.user, **{key.replace("_", "-"): value for key, value in headers.items()}}
        form = body if isinstance(body, aiohttp.FormData) else None
        url = f"{self.sandbox.url}/sandbox/api{path}"
        async with self.session.request(
            method, url, headers=sent, data=form, json=None if form is not None else body
        ) as answer:
            return answer.status, await answer.json()

    def command_id(self, name: str) -> str:
        """The id of a registered command."""
        return next(str(each["id"]) for each in self.sandbox.world.commands[0] if each["name"] == name)

    async def run(self, name: str, *path: str, **options: Any) -> tuple[int, Any]:
        """Uses a slash command."""
        listed = [{"name": key, "value": value} for key, value in options.items()]
        body = {"channel_id": self.room, "command_id": self.command_id(name), "path": path, "options": listed}
        return await self("POST", "/command", body)

    async def messages(self) -> list[Json]:
        """What is on the screen in #war-room."""
        status, found = await self("GET", f"/channels/{self.room}/messages")
        assert status == 200
        return list(found)


@pytest.fixture
async def ada(sandbox: Sandbox) -> AsyncIterator[Browser]:
    """Ada's page."""
    async with aiohttp.ClientSession() as session:
        yield Browser(sandbox, session, "ada")


@pytest.fixture
async def vik(sandbox: Sandbox) -> AsyncIterator[Browser]:
    """Vik's page."""
    async with aiohttp.ClientSession() as session:
        yield Browser(sandbox, session, "vik")


async def test_users_and_home(ada: Browser) -> None:
    status, users = await ada("GET", "/users")
    assert status == 200
    assert {each["username"] for each in users} == {"gm", "ada", "vik", "dom", "ola", "visitor", "admiralty"}
    assert set(users[0]) == {"id", "username", "display_name", "color", "blurb", "bot"}
    assert len({each["color"] for each in users}) == 7
    _, home = await ada("GET", "/home")
    assert home["me"]["username"] == "ada"
    assert home["dms_open"] is True
    assert [each["name"] for each in home["channels"]] == ["welcome", "campaign", "war-room", "table-talk"]
    assert all(each["can_send"] for each in home["channels"])
    assert {each["name"] for each in home["roles"]} == {"@everyone", "Admiralty", "Game Master", "Player"}
    assert len(home["members"]) == 7


async def test_command_autocomplete_and_message_keys(ada: Browser, vik: Browser, bot: TreeClient) -> None:
    _, commands = await ada("GET", f"/commands?channel_id={ada.room}")
    fleet = next(each for each in commands if each["name"] == "fleet")
    move = fleet["options"][0]
    assert [each["name"] for each in move["options"]] == ["fleet", "to", "speed"]
    assert move["options"][1]["max_value"] == 7070
    body = {"channel_id": ada.room, "command_id": fleet["id"], "path": ["move"], "focused": "fleet"}
    _, found = await ada("POST", "/autocomplete", {**body, "options": [{"name": "fleet", "value": "sec"}]})
    assert found == {"choices": [{"name": "ada-second", "value": "ada-second"}]}
    status, answer = await ada.run("fleet", "move", fleet="First", to="2034")
    assert (status, answer["outcome"]) == (200, {"kind": "message"})
    message = (await ada.messages())[0]
    assert message["content"] == "First to 2034 at None"
    assert message["ephemeral"] is True
    assert message["deferred"] is False
    assert message["interaction_label"] == "Ada (Humans) used /fleet move"
    assert await vik.messages() == []


async def test_bad_options_are_400_in_words(ada: Browser, bot: TreeClient) -> None:
    assert await ada.run("fleet", "move", to=5) == (400, {"error": "The option 'fleet' is required."})
    assert (await ada.run("fleet", "move", fleet="x", to=0))[0] == 400
    assert (await ada.run("fleet"))[0] == 400


async def test_file_option_and_signed_address(ada: Browser, bot: TreeClient) -> None:
    world = ada.sandbox.world
    options = {
        "user": ada.user, "role": str(world.role(world.guild(), "Player").id), "channel": ada.room,
        "file": "upload-0", "colour": 2,
    }  # fmt: skip
    listed = [{"name": key, "value": value} for key, value in options.items()]
    payload = {"channel_id": ada.room, "command_id": ada.command_id("everything"), "path": [], "options": listed}
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(payload), filename="blob", content_type="application/json")
    form.add_field("upload-0", b"four", filename="../../plan.txt")
    status, answer = await ada("POST", "/command", form)
    assert (status, answer["outcome"]["kind"]) == (200, "message")
    assert (await ada.messages())[0]["content"] == "ada Player war-room plan.txt 4 Blue"


async def test_components_modals_and_their_files(ada: Browser, bot: TreeClient) -> None:
    await ada.run("panel")
    message = (await ada.messages())[0]
    press = {"channel_id": ada.room, "message_id": message["id"]}
    _, answer = await ada("POST", "/component", {**press, "custom_id": "ready"})
    assert answer["outcome"] == {"kind": "update"}
    _, answer = await ada("POST", "/component", {**press, "custom_id": "pick", "values": ["red"]})
    assert (await ada.messages())[0]["content"] == "picked ['red']"
    _, answer = await ada("POST", "/component", {**press, "custom_id": "form"})
    modal = answer["outcome"]["modal"]
    assert (modal["title"], [each["type"] for each in modal["components"]]) == ("Order form", [10, 18, 18, 18])
    fields = {"name": "First", "stance": ["a"], "chart": ["chart-0"]}
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"modal_id": modal["modal_id"], "fields": fields}))
    form.add_field("chart-0", PNG, filename="a.png")
    _, answer = await ada("POST", "/modal", form)
    assert answer["outcome"] == {"kind": "message"}
    assert (await ada.messages())[-1]["content"] == f"First/['a']/[('a.png', {len(PNG)})]"
    assert (await ada("POST", "/component", {**press, "custom_id": "nope"}))[0] == 400


async def test_deferred_outcome_and_picture(ada: Browser, bot: TreeClient) -> None:
    _, answer = await ada.run("slow", seconds=0.1)
    assert answer["outcome"] == {"kind": "deferred"}
    assert (await ada.messages())[0]["deferred"] is True
    async with asyncio.timeout(WAIT_SECONDS):
        while (message := (await ada.messages())[0])["deferred"]:  # noqa: ASYNC110 # nothing tells when a message is no more deferred
            await asyncio.sleep(0.02)
    picture = message["attachments"][0]
    assert picture["description"] == "A small map"
    async with ada.session.get(picture["url"]) as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", PNG)
    async with ada.session.get(picture["url"].replace("hm=", "hm=0")) as answer:
        assert answer.status == 404


async def test_silence_is_an_error_in_the_outcome() -> None:
    async with (
        running_sandbox(answer_timeout=0.05) as sandbox,
        running_bot(make_bot(), sandbox),
        aiohttp.ClientSession() as session,
    ):
        _, answer = await Browser(sandbox, session, "ada").run("silent")
        assert answer["outcome"] == {"kind": "none", "error": "The application did not respond"}


async def test_saying_dms_and_settings(ada: Browser, bot: TreeClient) -> None:
    status, said = await ada("POST", f"/channels/{ada.room}/messages", {"content": "hello <@1>"})
    assert (status, said["content"]) == (200, "hello <@1>")
    assert (await ada("POST", f"/channels/{ada.room}/messages", {"content": " "}))[0] == 400
    _, dm = await ada("POST", "/dms", {"recipient_id": str(ada.sandbox.world.bot_id)})
    assert dm["name"] == "Admiralty"
    status, me = await ada("PATCH", "/me", {"dms_open": False})
    assert (status, me["dms_open"]) == (200, False)
    user = await bot.fetch_user(int(ada.user))
    with pytest.raises(discord.Forbidden):
        await user.send("x")


async def test_older_messages_come_by_page(ada: Browser) -> None:
    for each in range(60):
        ada.sandbox.human("vik").say("war-room", str(each))
    latest = await ada.messages()
    assert [latest[0]["content"], latest[-1]["content"], len(latest)] == ["10", "59", 50]
    _, older = await ada("GET", f"/channels/{ada.room}/messages?before={latest[0]['id']}&limit=50")
    assert [each["content"] for each in older] == [str(each) for each in range(10)]


async def _events(browser: Browser, count: int) -> list[Json]:
    found: list[Json] = []
    url = f"{browser.sandbox.url}/sandbox/api/events?user={browser.user}"
    async with browser.session.get(url) as answer:
        assert answer.content_type == "text/event-stream"
        async for line in answer.content:
            if line.startswith(b"data: "):
                found.append(json.loads(line[6:]))
            if len(found) == count:
                return found
    return found


async def test_live_events_are_each_viewers_own(ada: Browser, vik: Browser, bot: TreeClient) -> None:
    listening = [asyncio.create_task(_events(each, count)) for each, count in ((ada, 3), (vik, 2))]
    await until(lambda: len(ada.sandbox.page.streams.open) == 2)
    await ada.run("fleet", "move", fleet="First", to=1)
    vik.sandbox.human("vik").say("war-room", f"<@{ada.user}> look")
    for_ada, for_vik = await asyncio.wait_for(asyncio.gather(*listening), WAIT_SECONDS)
    assert for_ada[0] == {"type": "ready_state", "ready": True}
    assert [each["type"] for each in for_ada[1:]] == ["message_create"] * 2
    assert for_ada[1]["message"]["ephemeral"] is True
    assert for_ada[2]["message"]["mentions_me"] is True
    assert [each["type"] for each in for_vik] == ["ready_state", "message_create"]
    assert for_vik[1]["message"]["content"].endswith("look")
    assert for_vik[1]["message"]["mentions_me"] is False


async def test_private_thread_events_stay_private(ada: Browser, vik: Browser, bot: TreeClient) -> None:
    watching = asyncio.create_task(_events(vik, 2))
    await until(lambda: bool(vik.sandbox.page.streams.open))
    place = bot.get_channel(int(ada.room))
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="Packet")
    await thread.add_user(discord.Object(int(ada.user)))
    await thread.send("secret")
    await thread.delete()
    await place.send("public")
    events = await asyncio.wait_for(watching, WAIT_SECONDS)
    assert [each.get("message", {}).get("content") for each in events] == [None, "public"]
    assert (await vik("GET", f"/channels/{thread.id}/messages"))[0] == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
    ],
)
async def test_strangers_are_kept_out(ada: Browser, headers: dict[str, str]) -> None:
    for method, path in (("GET", "/users"), ("GET", "/home"), ("POST", "/dms"), ("GET", f"/events?user={ada.user}")):
        status, answer = await ada(method, path, {} if method == "POST" else None, **headers)
        assert status == 403
        assert answer["error"]


async def test_own_origin_and_localhost_are_let_in(ada: Browser) -> None:
    assert (await ada("GET", "/home", Origin=ada.sandbox.url))[0] == 200
    port = ada.sandbox.port
    assert (await ada("GET", "/home", Host=f"localhost:{port}", Origin=f"http://localhost:{port}"))[0] == 200
    assert (await ada("GET", "/home", Host=f"localhost:{port}", Origin=ada.sandbox.url))[0] == 403


@pytest.mark.parametrize("user", ["", "1", "x", "9" * 30])
async def test_one_must_be_somebody(ada: Browser, user: str) -> None:
    status, answer = await ada("GET", "/home", X_Sandbox_User=user)
    assert (status, answer) == (400, {"error": "Choose who you are first."})
    bot = str(ada.sandbox.world.bot_id)
    assert (await ada("GET", "/home", X_Sandbox_User=bot))[0] == 400


@pytest.mark.parametrize("path", ["/static/../app.py", "/..%2fapp.py", "/static/%2e%2e/app.py", "/nothing.js"])
async def test_page_serves_only_its_own_files(ada: Browser, path: str) -> None:
    import yarl  # noqa: PLC0415 (only here must the address stay as written)

    async with ada.session.get(yarl.URL(ada.sandbox.url + path, encoded=True)) as answer:
        assert answer.status == 404


async def test_faults_can_be_switched_from_outside(ada: Browser) -> None:
    status, answer = await ada("POST", "/faults", {"kind": "5xx", "times": 2, "match": "POST"})
    assert (status, answer["faults"]) == (200, [{"kind": "5xx", "times": 2, "match": "POST"}])
    assert (await ada("POST", "/faults", {"clear": True}))[1] == {"faults": [], "buckets": None}
    assert (await ada("POST", "/faults", {"kind": "earthquake"}))[0] == 400
    assert (await ada("POST", "/faults", {"gateway": "explode"}))[0] == 400
    assert (await ada("POST", "/faults", {"kind": "slow", "match": "("}))[0] == 400
    assert (await ada("POST", "/faults", {"limits": {"per_second": 50}}))[0] == 200
    assert ada.sandbox.limits.per_second == 50
    assert (await ada("POST", "/faults", {"limits": {"per_fortnight": 1}}))[0] == 400


async def test_html_upload_is_only_ever_downloaded(sandbox: Sandbox, ada: Browser, bot: TreeClient) -> None:
    place = bot.get_channel(int(ada.room))
    assert isinstance(place, discord.TextChannel)
    import io  # noqa: PLC0415 (only here)

    await place.send(file=discord.File(io.BytesIO(b"<script>"), "x.html"))
    url = (await ada.messages())[0]["attachments"][0]["url"]
    async with ada.session.get(url) as answer:
        assert answer.headers["Content-Disposition"] == "attachment"
        assert answer.content_type == "application/octet-stream"


async def test_localhost_is_sent_to_the_number(ada: Browser) -> None:
    headers = {"Host": f"localhost:{ada.sandbox.port}"}
    async with ada.session.get(f"{ada.sandbox.url}/", headers=headers, allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, f"{ada.sandbox.url}/")


async def test_page_and_its_parts_are_served(ada: Browser) -> None:
    for path, kind in (("/", "text/html"), ("/static/index.html", "text/html")):
        async with ada.session.get(ada.sandbox.url + path) as answer:
            assert (answer.status, answer.content_type) == (200, kind)
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_a_command_for_managers_is_not_on_the_page_of_others(sandbox: Sandbox, bot: TreeClient) -> None:
    """What a person without the permission sees: it is not listed, and sending it all the same is refused."""
    for each in sandbox.world.commands[0]:
        if each["name"] == "slow":
            each["default_member_permissions"] = "32"
    async with aiohttp.ClientSession() as session:
        shown = {}
        for who in ("gm", "ada"):
            browser = Browser(sandbox, session, who)
            _, listed = await browser("GET", f"/commands?channel_id={browser.room}")
            shown[who] = {each["name"] for each in listed}
        assert shown["gm"] - shown["ada"] == {"slow"}
        status, answer = await Browser(sandbox, session, "ada").run("slow")
        assert (status, "no command" in answer["error"]) == (400, True)
