"""A bare REST client, to send what discord.py itself would refuse to send."""

import io
import json
from typing import Any

import aiohttp

from sandbox.app import Sandbox
from sandbox.interactions import COMMAND, COMPONENT, Interaction

Json = dict[str, Any]


class Raw:
    """Sends requests as the bot and gives (status, JSON)."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(
        self, method: str, path: str, body: Any = None, *, token: bool = True, files: tuple[tuple[str, bytes], ...] = ()
    ) -> tuple[int, Any]:
        """One request below /api/v10."""
        headers = {"Authorization": f"Bot {self.sandbox.token}"} if token else {}
        data: Any = None
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body), content_type="text/plain")
            for index, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{index}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = f"{self.sandbox.url}/api/v10{path}"
        async with self.session.request(method, url, data=data, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    @property
    def room(self) -> str:
        """The path of #war-room's messages."""
        return f"/channels/{self.sandbox.world.channel('war-room').id}/messages"

    def interaction(self, kind: int = COMMAND, who: str = "ada", **options: Any) -> tuple[Interaction, str, str]:
        """A fresh interaction nobody answers: it, the path of its first answer, the path of its followups."""
        world = self.sandbox.world
        data: Json = {"id": "1", "name": "test", "type": 1}
        if kind == COMPONENT:
            data = {"custom_id": "x", "component_type": 2, "id": 1}
        channel = world.channel("war-room")
        found = self.sandbox.core.interactions.send(kind, world.user(who).id, channel, data, name="test", **options)
        hook = f"/webhooks/{world.application_id}/{found.token}"
        return found, f"/interactions/{found.id}/{found.token}/callback", hook

    async def answer(self, body: Json, **options: Any) -> tuple[int, Any]:
        """A first answer to a fresh command."""
        _, path, _ = self.interaction()
        return await self("POST", path, body, token=False, **options)


def codes(body: Any) -> set[str]:
    """All error codes in a 50035 tree, and the number at its head."""
    found = {str(body.get("code"))} if isinstance(body, dict) and "errors" in body else set()
    stack = [body.get("errors", {})] if isinstance(body, dict) else []
    while stack:
        node = stack.pop()
        for key, value in node.items():
            if key == "_errors":
                found |= {each["code"] for each in value}
            elif isinstance(value, dict):
                stack.append(value)
    return found
