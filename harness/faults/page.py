"""A person at the sandbox's page, through HTTP: works with a sandbox in any process."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

import aiohttp

from rules.values import Value
from sandbox.world import demo_world

API: Final = "/sandbox/api"
Json = dict[str, Any]


class Unanswered(Exception):  # noqa: N818 # what a person sees, no fault of the program that asks
    """The bot did not answer, or the page is not there."""


class Person(Value):
    """One person of the newcomers' server, by user name, in #campaign unless said otherwise."""

    web: aiohttp.ClientSession
    url: str
    name: str

    async def _call(
        self, method: str, path: str, body: Json | None = None, form: aiohttp.FormData | None = None
    ) -> Any:
        headers = {"X-Sandbox-User": str(demo_world().user(self.name).id)}
        try:
            async with self.web.request(
                method,
                f"{self.url}{API}{path}",
                json=body,
                data=form,
                headers=headers,
                timeout=aiohttp.ClientTimeout(60),
            ) as answer:
                found = await answer.json()
        except (OSError, aiohttp.ClientError, TimeoutError) as gone:
            raise Unanswered(f"{type(gone).__name__}: {gone}") from gone
        if isinstance(found, dict) and "error" in found:
            raise Unanswered(str(found["error"]))
        return found

    async def messages(self, channel: int | None = None) -> list[Json]:
        """The latest messages in a channel."""
        found: list[Json] = await self._call("GET", f"/channels/{channel or home()}/messages?limit=100")
        return found

    async def everything(self) -> list[Json]:
        """The latest messages of every place the person sees."""
        here = await self._call("GET", "/home")
        places = [each["id"] for kind in ("channels", "threads", "dms") for each in here[kind]]
        found = [await self._call("GET", f"/channels/{place}/messages?limit=100") for place in places]
        return [message for messages in found for message in messages]

    async def threads(self) -> list[Json]:
        """The threads that the person sees, the oldest first."""
        found: list[Json] = (await self._call("GET", "/home"))["threads"]
        return sorted(found, key=lambda each: int(each["id"]))

    async def commands(self, channel: int) -> list[Json]:
        """The commands that the person is offered in a channel."""
        found: list[Json] = await self._call("GET", f"/commands?channel_id={channel}")
        return found

    async def first_answer(self, body: Json) -> None:
        """Send a command, and wait until the bot has answered or said that it is thinking. Unanswered if it does not."""
        sent = await self._call("POST", "/command", body)
        if sent["outcome"].get("error"):
            raise Unanswered(str(sent["outcome"]["error"]))

    async def use(self, command: str, file: tuple[str, bytes] | None = None, **options: object) -> Json:
        """Use a slash command; the answer's message, when nothing is "thinking" any more."""
        name, *path = command.split()
        known = await self._call("GET", f"/commands?channel_id={home()}")
        chosen = next((each for each in known if each["name"] == name), None)
        if chosen is None:
            raise Unanswered(f"there is no /{name}")
        values = [{"name": key, "value": value} for key, value in options.items()]
        body: Json = {"channel_id": str(home()), "command_id": chosen["id"], "path": path, "options": values}
        before = await self._last()
        if file is None:
            sent = await self._call("POST", "/command", body)
        else:
            body["options"].append({"name": "file", "value": "file"})
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            form.add_field("file", file[1], filename=file[0])
            sent = await self._call("POST", "/command", form=form)
        return await self._answer(sent, before)

    async def press(self, message: Json, label: str) -> Json:
        """Press a button whose label begins so; the message that answers."""
        part = next((each for each in parts(message) if str(each.get("label", "")).startswith(label)), None)
        if part is None:
            raise Unanswered(f"there is no button {label!r}: {text(message)[:300]}")
        body = {"channel_id": message["channel_id"], "message_id": message["id"], "custom_id": part["custom_id"]}
        before = await self._last()
        return await self._answer(await self._call("POST", "/component", body), before, message)

    async def _last(self) -> int:
        return max((int(each["id"]) for each in await self.messages()), default=0)

    async def _answer(self, sent: Json, before: int, pressed: Json | None = None) -> Json:
        if sent["outcome"].get("error"):
            raise Unanswered(str(sent["outcome"]["error"]))
        for _ in range(1_800):
            found = [each for each in await self.messages() if int(each["id"]) > before and each["ephemeral"]]
            if found and not found[-1]["deferred"]:
                return found[-1]
            if pressed is not None and sent["outcome"]["kind"] in {"update", "none"}:
                changed = [each for each in await self.messages() if each["id"] == pressed["id"]]
                if changed and text(changed[0]) != text(pressed):
                    return changed[0]
            await asyncio.sleep(0.1)
        raise Unanswered("still thinking after three minutes")


def home() -> int:
    """#campaign."""
    return demo_world().channel("campaign").id


def parts(message: Mapping[str, Any]) -> list[Json]:
    """All components of a message."""
    found: list[Json] = []
    waiting = list(message.get("components") or [])
    while waiting:
        part = waiting.pop(0)
        found.append(part)
        waiting += part.get("components") or []
        waiting += [part["accessory"]] if part.get("accessory") else []
    return found


def text(message: Mapping[str, Any]) -> str:
    """All there is to read in a message."""
    return "\n".join(
        [str(message.get("content", "")), *(str(p["content"]) for p in parts(message) if p.get("content"))]
    )
