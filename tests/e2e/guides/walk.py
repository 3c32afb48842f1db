"""Somebody follows a guide step by step: every step is carried out in the guide's own order, none may be left over.

A script calls `use` for a command, `press` or `choose` for what is bold, `block` for lines to write, `shell` for a line of a
shell; each names the guide's next step as the guide has it. What was done before need not be done again where the guide names
it again. Options, values and quotations must have been typed or read by the end. `also` and `fill` do what the guide leaves
to its reader.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from discord import app_commands

from playtest.player import GIVE_BUTTON, OUR_FAULT, Player
from sandbox.model import Channel
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage
from tests.e2e.guides.reader import ROOT, Kind, Step, read_steps
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games

IN_VENV: Final = ".venv/bin/python "
"""A line for a shell is the same with it and without."""
READABLE: Final = (".md", ".txt")


class Follower(Player):
    """Somebody who follows a guide. What an answer must not say is checked by the walk, which knows the guide's line."""

    def took(self, did: str, reply: Reply) -> None:
        """Leave it to the walk."""


class Walk:
    """A guide, how far it has been followed, and everything typed and read on the way.

    `plain` names what is code or bold and yet no step, each with its reason; it may hold nothing that the guide does not."""

    def __init__(self, page: str, table: Table, plain: Mapping[str, str] | None = None) -> None:
        self.page: Path = ROOT / page
        self.table = table
        self.plain = plain or {}
        self.here: Channel | str = CHANNEL
        self.seen: SeenMessage | None = None
        """The last answer; it stays current when it is edited."""
        self._steps = read_steps(self.page)
        self._at = 0
        self._done: set[tuple[Kind, str]] = set()
        self._used: dict[str, set[str]] = {}
        self._typed: list[str] = []
        self._read: list[str] = []
        self._options = {
            command.qualified_name: [option.display_name for option in command.parameters]
            for command in table.client.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }

    async def enter(self, who: str) -> Channel:
        """The newest thread below the channel, with its game: commands go there from now on."""
        self.here = max(self.table.human(who).threads(CHANNEL), key=lambda thread: thread.id)
        await self.turn_to(self.here)
        return self.here

    async def turn_to(self, place: Channel | str) -> None:
        """The table's game is the one that is played in a place."""
        world = self.table.sandbox.world
        channel = place if isinstance(place, Channel) else world.channel(place)
        self.table.game_id = (await games.game_in(self.table.services, world.guild().id, channel.id)).id
        await self.table.settle()

    async def use(
        self, who: str, step: str, *says: str, place: Channel | str | None = None, **options: object
    ) -> Reply:
        """The next step, a command; `options` fill in or replace what the guide leaves open. It must work and say `says`."""
        self._take("command", step)
        command, given = self._parsed(step)
        return await self.also(who, command, *says, place=place, **{**given, **options})

    async def also(
        self, who: str, command: str, /, *says: str, place: Channel | str | None = None, **options: object
    ) -> Reply:
        """A command that is not a step of its own, or one more use of it."""
        reply = await self._follower(who).use(command, where=place, **options)
        for name, value in options.items():
            self._used.setdefault(name.rstrip("_"), set()).add(str(value).lower())
        typed = " ".join(f"{name.rstrip('_')}:{value}" for name, value in options.items())
        self._done.add(("command", f"/{command}"))
        return self._heard(reply, f"/{command} {typed}", says)

    async def order(
        self, who: str, step: str, *says: str, place: Channel | str | None = None, **options: object
    ) -> Reply:
        """The next step, a command that gives an order: its preview says `says`, then it is given."""
        await self.use(who, step, *says, place=place, **options)
        return await self.do(who, GIVE_BUTTON, "✔ Order given.")

    async def press(self, who: str, step: str, *says: str, on: SeenMessage | None = None, button: str = "") -> Reply:
        """The next step, a button of the last answer, or of the message `on`; `button` if its label is longer."""
        self._take("button", step)
        return await self.do(who, button or step, *says, on=on)

    async def do(self, who: str, button: str, *says: str, on: SeenMessage | None = None) -> Reply:
        """A button that is not a step of its own."""
        reply = await self._follower(who).press(self._shown(on), button)
        return self._heard(reply, f"[{button}]", says)

    async def choose(self, who: str, step: str, *says: str, value: str, on: SeenMessage | None = None) -> Reply:
        """The next step, a list of the last answer, and what to choose in it."""
        self._take("button", step)
        return await self.pick(who, step, *says, value=value, on=on)

    async def pick(self, who: str, hint: str, *says: str, value: str, on: SeenMessage | None = None) -> Reply:
        """A list that is not a step of its own."""
        reply = await self._follower(who).choose(self._shown(on), hint, value)
        return self._heard(reply, f"[{hint}: {value}]", says)

    async def fill(self, who: str, *says: str, **fields: object) -> Reply:
        """Fill in the form that was opened last."""
        reply = await self._follower(who).fill(self._shown(None), **fields)
        return self._heard(reply, "\n".join(map(str, fields.values())), says)

    async def suggested(
        self, who: str, command: str, option: str, typed: str = "", **options: Any
    ) -> list[AutocompleteChoice]:
        """The suggestions for an option."""
        found = await self._follower(who).suggest(command, option, typed, **options)
        self._read += [choice.name for choice in found]
        return found

    def _follower(self, who: str) -> Follower:
        return Follower(self.table.human(who), self.here)

    def message(self, who: str, button: str, place: Channel | str | None = None) -> SeenMessage:
        """The newest message with such a button in a place, as a person sees it."""
        found = [
            seen
            for seen in self.table.human(who).messages(place or self.here)
            if any(control.label.startswith(button) and not control.disabled for control in seen.controls)
        ]
        assert found, f"{self._where()}: no message with {button!r}"
        self._read.append(found[-1].text())
        return found[-1]

    def sees(self, step: str, *, on: SeenMessage | None = None) -> None:
        """The next step is something bold that stands in the last answer, or is a button there."""
        self._take("button", step)
        shown = self._shown(on)
        text = " ".join([shown.text(), *(control.label for control in shown.controls)])
        self._read.append(text)
        assert step.lower() in text.lower(), f"{self._where()}: no {step!r} in: {text}"

    def block(self, beginning: str) -> str:
        """The next step, a block of lines to write; its text."""
        found = self._next("block", lambda text: text.startswith(beginning), beginning)
        return found.text

    def shell(self, step: str) -> str:
        """The next step, a line for a shell, which the caller carries out."""
        self._take("shell", step)
        return step

    def heard(self, text: str) -> None:
        """Something was read elsewhere: in a thread, in a file, on the screen of a shell."""
        self._read.append(text)

    def done(self) -> None:
        """Fails for every step that was not carried out, every value never met, and every exception without a use."""
        self._skip()
        left = [f"{step.line}: {step.text}" for step in self._steps[self._at : self._at + 1]]
        assert left == [], f"{self.page.name} goes on, and nobody follows: {left}"
        never = [f"{step.line}: {step.text}" for step in self._steps if not self._met(step)]
        assert never == [], f"{self.page.name} says what was never used, typed or read: {never}"
        needless = set(self.plain) - {step.text for step in self._steps}
        assert needless == set(), f"exceptions for what {self.page.name} does not say: {needless}"

    def _take(self, kind: Kind, text: str) -> None:
        self._next(kind, lambda found: found == text, text)
        self._done.add((kind, text.removeprefix(IN_VENV)))

    def _next(self, kind: Kind, fits: Callable[[str], bool], wanted: str) -> Step:
        """The next step in order; what was done before, and what is only looked at in the end, is passed over."""
        while self._at < len(self._steps):
            step = self._steps[self._at]
            if step.kind == kind and fits(step.text):
                self._at += 1
                return step
            assert self._may_pass(step), (
                f"{self.page.name}:{step.line} goes on with {step.text!r}, but carried out is {wanted!r}"
            )
            self._at += 1
        raise AssertionError(f"{self.page.name} does not say {wanted!r} here")

    def _skip(self) -> None:
        while self._at < len(self._steps) and self._may_pass(self._steps[self._at]):
            self._at += 1

    def _may_pass(self, step: Step) -> bool:
        if (
            step.kind in ("option", "word", "said")
            or step.text in self.plain
            or (step.kind, step.text.removeprefix(IN_VENV)) in self._done
        ):
            return True
        return step.kind == "command" and self._is_group(step.text)

    def _is_group(self, text: str) -> bool:
        name = text.removeprefix("/")
        return any(command.startswith(f"{name} ") for command in self._options)

    def _met(self, step: Step) -> bool:
        if step.text in self.plain:
            return True
        if step.kind == "option":
            name, _, value = step.text.partition(":")
            used = self._used.get(name, set())
            return value.lower() in used if value.lower() in ("true", "false") else bool(used)
        if step.kind == "said":
            return any(step.text in " ".join(text.split()) for text in self._read)
        if step.kind == "word":
            return any(step.text.lower() in text.lower() for text in (*self._typed, *self._read))
        if step.kind == "command" and self._is_group(step.text):
            return any(done.startswith(f"{step.text} ") for kind, done in self._done if kind == "command")
        return True

    def _parsed(self, step: str) -> tuple[str, dict[str, object]]:
        """A command and its options as a guide writes them."""
        text = step.removeprefix("/")
        command = max((name for name in self._options if f"{text} ".startswith(f"{name} ")), key=len, default="")
        assert command, f"{self._where()}: there is no command {step}"
        names = "|".join(self._options[command]) or "(?!)"
        parts = re.split(rf"(?:^| )({names}):", text.removeprefix(command))
        assert parts[0].strip() == "", f"{self._where()}: {step} has something that is not an option"
        return command, dict(zip(parts[1::2], parts[2::2], strict=True))

    def _shown(self, on: SeenMessage | None) -> SeenMessage:
        shown = on or self.seen
        assert shown is not None
        return shown

    def _heard(self, reply: Reply, typed: str, says: tuple[str, ...]) -> Reply:
        files = [file for file in reply.attachments if file.filename.endswith(READABLE)]
        text = "\n".join(
            [
                reply.text(),
                *(each.text() for each in reply.followups),
                *(button.label for button in reply.controls),
                *(file.filename for file in reply.attachments),
                *(file.read().decode() for file in files),
                reply.modal.text() if reply.modal else "",
            ]
        )
        plain = text.replace("\\", "")
        self._hold(OUR_FAULT not in text, f"{typed}: {text}")
        self._hold(not reply.text().startswith("⚠"), f"{typed} was refused: {reply.text()}")
        for word in says:
            self._hold(word in plain, f"{typed} should say {word!r}: {plain}")
        self._typed.append(typed)
        self._read.append(plain)
        self.seen = reply
        return reply

    def _hold(self, held: bool, said: str) -> None:
        assert held, f"{self._where()}: {said}"

    def _where(self) -> str:
        line = self._steps[max(self._at - 1, 0)].line if self._steps else 0
        return f"{self.page.name}:{line}"
