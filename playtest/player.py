"""Somebody who follows a script: uses slash commands, buttons, lists, forms and suggestions, and takes in every answer."""

import re
from dataclasses import dataclass
from typing import Any

from sandbox.human import Human, Place
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage

OUR_FAULT = "Something went wrong on our side"
"""How the bot's answer to a fault of its own begins."""
GIVE_BUTTON = "Give this order"
ORDER_GIVEN = re.compile(r"✔ Order (given|\d+ changed)[.]")


class ScriptError(AssertionError):
    """Something did not come as the script needs it."""


@dataclass
class Player:
    """A person of the sandbox, and where they type. What a script makes of an answer it says in `took` and `suggested`."""

    human: Human
    place: Place

    def took(self, did: str, reply: Reply) -> None:
        """An answer came to what the player did, in words. Here: nothing may go wrong on the bot's side."""
        if OUR_FAULT in reply.text():
            raise ScriptError(f"{did}: {reply.text()}")

    def suggested(self, did: str, found: list[AutocompleteChoice]) -> None:
        """Suggestions came to what the player typed."""

    async def use(self, command: str, /, *, where: Place | None = None, **options: Any) -> Reply:
        """Use a slash command and wait for the answer."""
        reply = await self.human.slash(self.place if where is None else where, command, **options)
        return self._taken(as_typed(command, options), reply)

    async def press(self, message: SeenMessage, label: str) -> Reply:
        """Press a button, by its label or custom id, whole or in part."""
        return self._taken(f"[{label}]", await self.human.click(message, label))

    async def choose(self, message: SeenMessage, hint: str, *values: str) -> Reply:
        """Choose in the list with that hint; with the hint alone, which is an option then, in the message's only list."""
        reply = await self.human.select(message, hint, *values)
        return self._taken(f"[{hint}: {', '.join(values)}]" if values else f"[{hint}]", reply)

    async def fill(self, form: SeenMessage, **fields: Any) -> Reply:
        """Fill in the form that an answer opened. A form with one field takes the one value whatever its name."""
        modal = form.modal if isinstance(form, Reply) else None
        if modal is None:
            raise ScriptError(f"no form was opened: {form.text()}")
        if len(modal.fields) == len(fields) == 1:
            fields = dict(zip(modal.fields, fields.values(), strict=True))
        return self._taken(f"(form {modal.title})", await self.human.submit(modal, fields))

    async def suggest(
        self, command: str, option: str, typed: str = "", /, *, where: Place | None = None, **options: Any
    ) -> list[AutocompleteChoice]:
        """Type into an option and read the suggestions."""
        place = self.place if where is None else where
        found = await self.human.autocomplete(place, command, option, typed, **options)
        self.suggested(f"/{command} {option}:{typed}", found)
        return found

    async def give(self, command: str, /, **options: Any) -> Reply:
        """Use an order's command and confirm its preview; the receipt. ScriptError if the order is refused."""
        preview = await self.use(command, **options)
        if not can_give(preview):
            raise ScriptError(f"{as_typed(command, options)} was refused: {preview.text()}")
        receipt = await self.press(preview, GIVE_BUTTON)
        if not ORDER_GIVEN.search(receipt.text()):
            raise ScriptError(f"{as_typed(command, options)} was not given: {receipt.text()}")
        return receipt

    def _taken(self, did: str, reply: Reply) -> Reply:
        self.took(did, reply)
        return reply


def as_typed(command: str, options: dict[str, Any]) -> str:
    """A slash command with its options as one line."""
    return " ".join([f"/{command}", *(f"{name}:{value}" for name, value in options.items())])


def can_give(reply: SeenMessage) -> bool:
    """Whether a message is a preview with the button that gives the order."""
    return any(button.label == GIVE_BUTTON for button in reply.buttons)


def refusal(reply: Reply) -> str:
    """The one clear sentence of an answer that refuses, shown to its reader alone; ScriptError if the answer is anything else."""
    text = reply.text()
    if not (is_refusal(reply) and "\n" not in text and text.startswith("⚠ ")):
        raise ScriptError(f"this is not one clear sentence to its reader alone: {text}")
    return text


def is_refusal(reply: Reply) -> bool:
    """Whether an answer is a refusal in words, seen by its reader alone, and no fault of the bot's."""
    text = reply.text()
    return "⚠" in text and OUR_FAULT not in text and reply.ephemeral and len(text) > 20


def full_text(reply: SeenMessage) -> str:
    """An answer's whole text; a long one is in its files."""
    files = [file.read().decode() for file in reply.attachments if file.filename.endswith((".md", ".txt"))]
    return "\n".join([reply.text(), *files])
