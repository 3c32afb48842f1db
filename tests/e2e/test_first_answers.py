"""Discord waits three seconds for a first answer: every command, suggestion, button, list and form of every game gives one before
any worker has done anything, since a worker may be cold, busy or dead just then."""

import random
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

from games.known import GAMES
from harness.fuzz.actions import FITTING_PEOPLE, Fuzzer
from harness.fuzz.people import PEOPLE_WEIGHTS
from harness.fuzz.run import rest
from harness.fuzz.table import set_up
from harness.fuzz.values import sensible
from program.application import PRELOAD
from sandbox.errors import Json, Refused
from sandbox.human import Human, NoAnswerError
from sandbox.model import Channel
from sandbox.payload_parts import SELECT_TYPES
from sandbox.reply import AutocompleteChoice, Control, Reply, SeenMessage
from sandbox.slash import STRING
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.slow_workers import kept_waiting
from umpire.services.workers import ProcessWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
ENDING: Final = ("privacy", "campaign finish", "campaign leave", "campaign handover", "battle leave", "battle concede")
"""Commands that end a game or a seat come last."""
PRESSES: Final = 2
"""How often each kind of button or list is pressed."""


class HeldWorkers(ProcessWorkers):
    """Real workers that take four seconds, or until the last person who did something has their first answer."""

    def __init__(self) -> None:
        super().__init__(2, preload=PRELOAD)
        self.table: Table | None = None
        self.late: set[int] = set()
        """Ids of what had no first answer by then."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """The same, later."""
        if self.table is not None and (waiting := await kept_waiting(self.table)) is not None:
            self.late.add(waiting.id)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


@dataclass
class Round:
    """One round of everything: commands first, then what their answers and messages hold."""

    table: Table
    workers: HeldWorkers
    fuzzer: Fuzzer
    rng: random.Random = field(default_factory=lambda: random.Random("first answers"))
    late: dict[str, str] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    to_press: deque[tuple[str, SeenMessage]] = field(default_factory=deque)

    async def commands(self) -> None:
        """Every command, with the options it must have and then with all, by those who may give it."""
        names = sorted(self.fuzzer.leaves, key=lambda name: (name.startswith(ENDING), name))
        for name in names:
            group = name.split(maxsplit=1)[0]
            who = FITTING_PEOPLE.get(group, ("ada",))[0]
            place = self.place(group, who)
            for options in self._wished(name):
                values = await self._values(name, options, who, place)
                human = self.table.human(who)
                await self.step(name, who, partial(human.slash, place, name, **values))

    def _wished(self, name: str) -> Iterator[list[Json]]:
        options = self.fuzzer.leaves[name]
        needed = [each for each in options if each.get("required")]
        yield needed
        if needed != options:
            yield options

    def place(self, group: str, who: str) -> Channel:
        """Where commands of a group are given."""
        ground = self.fuzzer.evening.grounds.get(group)
        places = self.fuzzer.evening.places(who)
        return ground if ground in places else next(place for place in places if place.name == CHANNEL)

    async def _values(self, name: str, options: list[Json], who: str, place: Channel) -> dict[str, Any]:
        evening, human = self.fuzzer.evening, self.table.human(who)
        values = {each["name"]: sensible(self.rng, each, evening.words, self.fuzzer.people) for each in options}
        for option in options:
            if not option.get("autocomplete"):
                continue
            plain = {key: given for key, given in values.items() if not isinstance(given, tuple)}
            offered: list[AutocompleteChoice] = []
            asking = partial(human.autocomplete, place, name, option["name"], "", **plain)
            await self.step(f"{name} {option['name']}…", who, partial(_keep_offers, asking, offered))
            if offered:
                values[option["name"]] = offered[0].value
        return values

    async def controls(self) -> None:
        """Every kind of button and list that somebody sees, and what their answers hold."""
        for who in PEOPLE_WEIGHTS:
            for place in self.fuzzer.evening.places(who):
                self.to_press.extend((who, seen) for seen in self.table.human(who).messages(place, 6) if seen.controls)
        while self.to_press:
            who, seen = self.to_press.popleft()
            for control in seen.controls:
                if control.custom_id and not control.disabled:
                    await self._press(who, seen, control)

    async def _press(self, who: str, seen: SeenMessage, control: Control) -> None:
        kind = "|".join(str(control.custom_id).split("|")[:2])
        if self.done[kind] >= PRESSES or seen.message is None:
            return
        human = self.table.human(who)
        if control.type in SELECT_TYPES:
            picked = [each[1] for each in control.options] or [str(self.fuzzer.people[0])]
            await self.step(kind, who, lambda: human.select(seen, str(control.custom_id), picked[0]))
        else:
            await self.step(kind, who, lambda: human.click(seen, str(control.custom_id)))

    async def step(self, what: str, who: str, work: Callable[[], Awaitable[Reply | None]]) -> None:
        """Do one thing with nothing remembered; note what was late, and the controls and forms that came of it."""
        self.table.services.cache.clear()
        before, reply = len(self.workers.late), None
        try:
            reply = await work()
        except (Refused, LookupError):  # a client would not send it, or the panel is another one by now
            return
        except NoAnswerError as silent:
            self.late[what] = str(silent)
        finally:
            self.done[what] += 1
        if len(self.workers.late) > before:
            self.late[what] = "waits for a worker before it answers"
        if reply is not None:
            await self._follow(what, who, self.table.human(who), reply)

    async def _follow(self, what: str, who: str, human: Human, reply: Reply) -> None:
        self.to_press.extend((who, seen) for seen in (reply, *reply.followups) if seen.controls)
        form = reply.modal
        if form is not None and not what.startswith("form "):
            written = {
                key: part.get("value") or "x"
                for key, part in form.fields.items()
                if part["type"] == STRING + 1 or part.get("value")
            }
            await self.step(f"form {what}", who, lambda: human.submit(reply, written))


async def _keep_offers(
    asking: Callable[[], Awaitable[list[AutocompleteChoice]]], offered: list[AutocompleteChoice]
) -> None:
    offered += await asking()


async def test_everything_answers_in_time_while_workers_are_slow(tmp_path: Path) -> None:
    async with HeldWorkers() as workers, running_table(tmp_path, answer_timeout=30.0, workers=workers) as table:
        await workers.warm()
        evening = await set_up(table)
        await rest(table, everything=True)
        workers.table = table
        found = Round(table, workers, Fuzzer(evening, "first answers"))
        await found.commands()
        await found.controls()
    assert found.late == {}
    tried = {name for name in found.done if "|" not in name and "…" not in name}
    assert set(found.fuzzer.leaves) <= tried, "every command of the tree was used"
    assert len([name for name in found.done if name.startswith("adm")]) > 20 * len(GAMES), (
        "buttons and lists of every game were pressed"
    )
