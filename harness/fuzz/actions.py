"""Draws a step by chance and does it: commands, suggestions, buttons, lists, forms, and the clock."""

import asyncio
import copy
import random
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from harness.fuzz.people import OTHER_CHANNEL, PEOPLE_WEIGHTS
from harness.fuzz.step import Done, FuzzStep
from harness.fuzz.table import FuzzEvening
from harness.fuzz.values import sensible, text, value
from harness.games.known import ROWS
from sandbox.errors import Json, Refused
from sandbox.human import Human, NoAnswerError
from sandbox.interactions import COMPONENT, Interaction
from sandbox.model import V2, Channel, Message
from sandbox.payload_parts import SELECT_TYPES, walk
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage
from sandbox.slash import GROUP, SUB
from tests.e2e.kit import CHANNEL

STEP_WEIGHTS: Final = {"command": 48, "suggest": 10, "press": 32, "twice": 8, "time": 2}
FITTING_PEOPLE: Final = {group: who for rows in ROWS.values() for group, who in rows.fuzz.fitting.items()}
"""Who may use a group of commands."""
CAREFUL_SHARE: Final = 0.5
"""How often somebody who may takes what is suggested and writes what could be meant: the next step finds something done."""
RARE_COMMANDS: Final = {
    "privacy": 0.2,
    **{command: share for rows in ROWS.values() for command, share in rows.fuzz.rare.items()},
}
"""Commands that end an evening early are drawn less often."""
CUSTOM_ID_RESTS: Final = (
    "",
    "x",
    "9" * 40,
    "1:x",
    "zoom:9999:6:d",
    "²",
    "west:\N{ARABIC-INDIC DIGIT THREE}:6:d",
    "@everyone",
    "🚀",
)
REVISIONS: Final = ("0", "1", "2", "999999999")


@dataclass
class Fuzzer:
    """Draws and does the steps of one evening. The same seed, evening and number give the same step, as long as the steps
    before were the same."""

    evening: FuzzEvening
    seed: str
    leaves: dict[str, list[Json]] = field(default_factory=dict)
    shown: dict[str, deque[SeenMessage]] = field(default_factory=dict)
    museum: dict[str, list[SeenMessage]] = field(default_factory=dict)
    """The first answers with buttons that each person got: they grow old."""

    def __post_init__(self) -> None:
        world = self.evening.table.sandbox.world
        for command in sorted((each for found in world.commands.values() for each in found), key=lambda c: c["name"]):
            self._walk(command, command["name"])
        self.people = [user.id for user in sorted(world.users.values(), key=lambda each: each.id)]

    def _walk(self, node: Json, name: str) -> None:
        inner = [each for each in node.get("options", []) if each["type"] in (SUB, GROUP)]
        for each in inner:
            self._walk(each, f"{name} {each['name']}")
        if not inner:
            self.leaves[name] = list(node.get("options", []))

    async def step(self, number: int) -> tuple[FuzzStep, Done]:
        """Draw and do one step, and any form that opens."""
        rng = random.Random(f"{self.seed}/{number}")
        kind = rng.choices(list(STEP_WEIGHTS), list(STEP_WEIGHTS.values()))[0]
        who = rng.choices(list(PEOPLE_WEIGHTS), list(PEOPLE_WEIGHTS.values()))[0]
        if kind == "time":
            return await self._time(rng, number)
        if kind in {"press", "twice"}:
            pressed = await self._press(rng, number, who, kind)
            if pressed is not None:
                return pressed
        return await self._command(rng, number, who, suggest=kind == "suggest")

    async def _time(self, rng: random.Random, number: int) -> tuple[FuzzStep, Done]:
        hours = rng.choice((1, 1, 30, 200))
        self.evening.table.clock.forward(hours=hours)
        self.evening.table.bot.clock.poke()
        return FuzzStep(number, "time", "nobody", "", f"{hours} hours"), Done()

    # commands

    async def _command(self, rng: random.Random, number: int, who: str, *, suggest: bool) -> tuple[FuzzStep, Done]:
        names = sorted(self.leaves)
        if suggest:
            names = [name for name in names if any(each.get("autocomplete") for each in self.leaves[name])]
        command = rng.choice(names)
        if rng.random() > RARE_COMMANDS.get(command, 1):
            command = "campaign info"
        careful = rng.random() < CAREFUL_SHARE
        if careful:
            who = rng.choice(FITTING_PEOPLE.get(command.split(maxsplit=1)[0], ("ada", "dom")))
        human, place = self.evening.table.human(who), self._place(rng, who, command, 0.97 if careful else 0.75)
        options, given = self.leaves[command], sensible if careful else value
        values = {each["name"]: given(rng, each, self.evening.words, self.people) for each in self._drawn(rng, options)}
        if suggest and (found := [each["name"] for each in options if each.get("autocomplete")]):
            focused = rng.choice(found)
            typed = text(rng, 100)
            others = {key: given for key, given in values.items() if key != focused and not isinstance(given, tuple)}
            step = FuzzStep(number, "suggest", who, place.name, command, {**others, f"{focused}…": typed})
            asked = human.autocomplete(place, command, focused, typed, **others)
            return step, await _do(_suggested(asked, []))
        for option in options:
            if option.get("autocomplete") and option["name"] in values and rng.random() < (0.95 if careful else 0.25):
                plain = {key: given for key, given in values.items() if not isinstance(given, tuple)}
                offered: list[AutocompleteChoice] = []
                await _do(_suggested(human.autocomplete(place, command, option["name"], "", **plain), offered))
                if offered:
                    values[option["name"]] = rng.choice(offered).value
        step = FuzzStep(number, "command", who, place.name, command, values)
        done = await _do(_answered(human.slash(place, command, **values)))
        await self._follow(rng, human, done)
        return step, done

    @staticmethod
    def _drawn(rng: random.Random, options: Sequence[Json]) -> list[Json]:
        few = rng.choice((0.0, 0.3, 1.0))
        return [each for each in options if each.get("required") or rng.random() < few]

    def _place(self, rng: random.Random, who: str, command: str, where_meant: float) -> Channel:
        places = self.evening.places(who)
        group = command.split(maxsplit=1)[0]
        meant = CHANNEL
        ground = self.evening.grounds.get(group)
        if ground is not None and ground in places:
            meant = ground.name
        elif who == "vik" and rng.random() < 0.3:
            meant = OTHER_CHANNEL
        if rng.random() < where_meant:
            return next(place for place in places if place.name == meant)
        return rng.choice(places)

    # buttons, lists, forms

    async def _press(self, rng: random.Random, number: int, who: str, kind: str) -> tuple[FuzzStep, Done] | None:
        human = self.evening.table.human(who)
        seen = self._before_the_eyes(rng, who)
        controls = [each for each in seen.controls if each.custom_id and not each.disabled] if seen else []
        if seen is None or seen.message is None or not controls:
            return None
        control = rng.choice(controls)
        custom_id = str(control.custom_id)
        if rng.random() < 0.3:
            custom_id = self._mangled(rng, custom_id, panel=bool(seen.message.flags & V2))
        values = None
        if control.type in SELECT_TYPES:
            picked = [each[1] for each in control.options] or [str(rng.choice(self.people))]
            values = [rng.choice([*picked, text(rng, 100) or "x"]) if rng.random() < 0.2 else rng.choice(picked)]
        times = 2 if kind == "twice" else 1
        place = self.evening.table.sandbox.world.channel(seen.message.channel_id)
        step = FuzzStep(number, kind, who, place.name, custom_id, {"of": control.custom_id, "values": values})

        async def pressed() -> list[Reply]:
            sent = [self._send(human, seen.message, str(control.custom_id), custom_id, values) for _ in range(times)]
            return await asyncio.gather(*(human._wait(each) for each in sent))

        done = await _do(pressed())
        await self._follow(rng, human, done)
        return step, done

    def _send(
        self, human: Human, message: Message | None, old: str, custom_id: str, values: list[str] | None
    ) -> Interaction:
        """Send a press whose custom id may be another than the message's, as a tampered client would."""
        assert message is not None, "only what is on a message is pressed"
        table = self.evening.table
        kept, message.components = message.components, copy.deepcopy(message.components)
        try:
            part = next(each for each in walk(message.components) if each.get("custom_id") == old)
            part["custom_id"] = custom_id
            data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
            if values is not None:
                data["values"] = values
            channel = table.sandbox.world.channel(message.channel_id)
            return table.sandbox.core.interactions.send(COMPONENT, human.id, channel, data, message=message)
        finally:
            message.components = kept

    def _mangled(self, rng: random.Random, custom_id: str, *, panel: bool) -> str:
        """The custom id with one of its parts replaced: another game, another revision, other details; on a panel also another
        action (what a handler answers with replaces a panel, and Discord lets no panel replace a text)."""
        parts = custom_id.split("|", 4)
        if len(parts) < 5:
            return custom_id
        client = self.evening.table.client
        actions = sorted(client.selects if parts[0] == "admp" else client.buttons)
        part = rng.randrange(1 if panel else 2, 5)
        if part == 4 and rng.random() < 0.5:
            others = list(parts[4].split(":"))
            others[rng.randrange(len(others))] = rng.choice(("", "0", "-1", "999999", "x", "a", "²"))
            parts[4] = ":".join(others)[:60]
        else:
            pools = {1: (*actions, "gone"), 2: (*self.evening.games, "", "zzzz"), 3: REVISIONS, 4: CUSTOM_ID_RESTS}
            parts[part] = rng.choice(pools[part])
        return "|".join(parts)[:100]

    def _before_the_eyes(self, rng: random.Random, who: str) -> SeenMessage | None:
        """A message with buttons: the last answer, a late one, an old one, or what stands in some channel."""
        table = self.evening.table
        world = table.sandbox.world
        pools: list[list[SeenMessage]] = [list(self.shown.get(who, ())), self.museum.get(who, [])]
        places = self.evening.places(who)
        pools.append([seen for place in places for seen in table.human(who).messages(place, 8) if seen.controls])
        pools.append(pools[0][-1:])
        drawn = rng.choices(pools, (3, 2, 3, 6))[0]
        alive = [s for s in drawn if s.message is not None and s.message.id in world.messages[s.message.channel_id]]
        return rng.choice(alive) if alive else None

    async def _follow(self, rng: random.Random, human: Human, done: Done) -> None:
        """Remember answers that have buttons; fill in the form that was opened, if one was."""
        who = self.evening.table.sandbox.world.users[human.id].username
        for reply in done.replies:
            for seen in (reply, *reply.followups):
                if seen.controls:
                    self.shown.setdefault(who, deque(maxlen=12)).append(seen)
                    old = self.museum.setdefault(who, [])
                    if len(old) < 25:
                        old.append(seen)
            if reply.modal is not None and rng.random() < 0.9:
                sent = await _do(_answered(human.submit(reply, self._filled(rng, reply.modal.fields))))
                done.faults += sent.faults
                done.forms += sent.replies

    def _filled(self, rng: random.Random, fields: Mapping[str, Json]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, part in fields.items():
            if part["type"] == 4:
                if rng.random() < 0.65 or (part.get("required") and not part.get("value")):
                    own = rng.random() < 0.3
                    found[key] = rng.choice(self.evening.words) if own else text(rng, part.get("max_length") or 4000)
            elif part.get("options"):
                found[key] = [rng.choice(part["options"])["value"]]
        return found


async def _answered(asked: Coroutine[Any, Any, Reply]) -> list[Reply]:
    return [await asked]


async def _suggested(
    asked: Coroutine[Any, Any, list[AutocompleteChoice]], found: list[AutocompleteChoice]
) -> list[Reply]:
    found += await asked
    return []


async def _do(work: Coroutine[Any, Any, list[Reply]]) -> Done:
    """Do it; what a client refuses is stopped, what is not answered is a fault."""
    done = Done()
    try:
        done.replies = await work
    except Refused:
        done.stopped = True
    except NoAnswerError as silent:
        done.faults.append(f"not answered: {silent}")
    return done
