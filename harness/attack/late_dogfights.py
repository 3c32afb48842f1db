"""Dogfights by night of two turns, far out of sight, and a bandit of the bot's: what one pilot does and the other cannot see.

In the duel Ada flies along one edge of the map and Vik, higher, along the other; in the night watch the bot flies for Vik's side,
who has taken it and reads its news. Ada decides the same in every evening. She and a visitor look whenever she is asked, and at
the end of each turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from harness.attack.chance import by_asker
from harness.attack.dogfight_evenings import (
    COURSE,
    FLOWN,
    LOOK_COMMANDS,
    MAP_GRID,
    Change,
    Heard,
    apart,
    start_as,
    wished,
    with_jet,
)  # fmt: skip
from harness.attack.victims import Victim, contents
from rules.air_force.jets import Stores
from rules.air_force.state import Dogfight
from rules.values import Value
from rules.values import field as value_field
from sandbox.reply import Reply, SeenMessage
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.dogfight.test_dogfight_duel import challenged
from tests.e2e.ears import stand_still
from tests.e2e.kit import Table, running_table

Scenario = Literal["duel", "night"]
TURNS_PLAYED: Final = 2
MOST_DECISIONS: Final = 40
USUAL_DECISIONS: Final = ("no hard maneuver", "level:", "straight in each of", "straight for one hex", "hold fire")
"""What a pilot decides who is asked step by step, the first of these that is offered."""


def watched(fight: Dogfight) -> Dogfight:
    """The same of the night watch, with a bandit who never looks elsewhere."""
    fight = with_jet(fight, "P1", at=MAP_GRID.parse("0318"))
    return with_jet(fight, "B1", at=MAP_GRID.parse("2206"), altitude=7, attention=100)


def dreaming(fight: Dogfight) -> Dogfight:
    """A bandit who always does."""
    return with_jet(fight, "B1", attention=0)


def spent(fight: Dogfight) -> Dogfight:
    """Vik's jet has little fuel and nothing left to shoot with."""
    return with_jet(fight, "P2", stores=Stores(7, 0, 0))


def slow(fight: Dogfight) -> Dogfight:
    """Vik's jet begins at Speed 1, from which it stalls with three hard maneuvers."""
    return with_jet(fight, "P2", speed=1)


def same(fight: Dogfight) -> Dogfight:
    """The start as it is."""
    return fight


class LateFlight(Value):
    """A secret of Vik's side: the start as changed, and what Vik wishes by turn.

    `proof` is read by Vik with the secret and not without it; `seen` has the rule if others may hear of it.
    """

    name: str
    proof: str
    scenario: Scenario = "duel"
    change: Change = same
    course: Mapping[int, tuple[str, ...]] = value_field(default_factory=dict)
    seen: str = ""


LATE_FLIGHTS: Final[tuple[LateFlight, ...]] = (
    LateFlight("an afterburner out of sight", "burn 3 fuel", course={1: ("burner",)}),
    LateFlight("a stall out of sight", "fall to altitude", change=slow, course={1: ("turn1", "jink", "aim", "level0")}),
    LateFlight("a turn that succeeds out of sight", "you turn", course={1: ("turn2", "slow", "right")}),
    LateFlight("a wish that is not possible", "Not done, so ★ decided", course={1: ("level3",)}),
    LateFlight("what a jet has left aboard", "have 6 left", change=spent),
    LateFlight("a bandit that looks elsewhere", "B1 looks elsewhere", "night", dreaming),
)


async def late_dogfight(folder: Path, scenario: Scenario, fact: LateFlight | None = None) -> Heard:
    """The evening with this secret; what Ada and a visitor heard, and what Vik read of it."""
    course = {} if fact is None else fact.course
    async with running_table(folder, chance=by_asker("a late dogfight")) as table:
        await stand_still(table)
        duel = await challenged(table, scenario=scenario, light="night")
        await start_as(table, duel, apart if scenario == "duel" else watched)
        if fact is not None:
            await start_as(table, duel, fact.change)
        begun = await duel.press("Take the other side", who="vik")
        assert "begins" in begun.text()
        await table.settle()
        evening = _Evening(table, duel, begun, {turn: list(labels) for turn, labels in course.items()})
        return await evening.flown()


@dataclass
class _Evening:
    """A fight as it is flown."""

    table: Table
    duel: Cockpit
    begun: SeenMessage
    course: dict[int, list[str]]
    ears: dict[str, Victim] = field(default_factory=dict)
    proof: list[str] = field(default_factory=list)

    async def flown(self) -> Heard:
        self.ears = {who: Victim(self.table.human(who)) for who in ("ada", "visitor")}
        views = {who: await self.duel.press("My view", self.begun, who=who) for who in ("ada", "vik")}
        for _ in range(MOST_DECISIONS):
            turn = await self.duel.turn()
            if turn > TURNS_PLAYED:
                break
            for who in ("ada", "vik"):
                views[who] = shown = await self.duel.press("Refresh", views[who], who=who)
                if not any(each.label.startswith("★") for each in shown.buttons):
                    continue
                if who == "ada":
                    await self._look(shown)
                    views[who] = await self._decide(who, shown, [])
                else:
                    views[who] = await self._decide(who, shown, self.course.get(turn, []))
                await self.table.settle()
                break
            if await self.duel.turn() != turn:
                await self._look(await self.duel.press("Refresh", views["ada"], who="ada"))
                self.proof.append(str(contents(await self.duel.use("dogfight log", "vik", turn=turn))))
        assert await self.duel.turn() == TURNS_PLAYED + 1
        await self._take_back()
        return {**{who: each.heard for who, each in self.ears.items()}, "vik": self.proof}

    async def _take_back(self) -> None:
        """The last turn is taken back by consent; what is told of it, and what everybody sees then."""
        asked = await self.duel.use("dogfight undo", "ada", reason="A slip")
        self.ears["ada"].took("undo", asked)
        await self.duel.use("dogfight undo", "vik")
        await self.table.settle()
        assert await self.duel.turn() == TURNS_PLAYED
        await self._look(await self.duel.use("dogfight show", "ada"))

    async def _decide(self, who: str, shown: Reply, wanted: list[str]) -> Reply:
        """What is wanted of a whole turn; of a step the usual."""
        if any(each.label.startswith(FLOWN) for each in shown.selects):
            view = await wished(self.duel, shown, who, *(wanted or COURSE))
            return await self.duel.press("Ready", view, who=who)
        buttons = [each.label for each in shown.buttons]
        lists = [(each.label, value, text) for each in shown.selects for text, value in each.options]
        for label in USUAL_DECISIONS:
            found = [text for text in buttons if label in text]
            if found:
                return await self.duel.press(found[0], shown, who=who)
            more = [(hint, value) for hint, value, text in lists if label in text]
            if more:
                return await self.table.human(who).select(shown, *more[0])
        raise AssertionError((who, buttons))

    async def _look(self, view: Reply) -> None:
        for who, each in self.ears.items():
            for command in LOOK_COMMANDS:
                each.took(command, await self.duel.use(f"dogfight {command}", who))
            for line in range(1, 6):
                each.took("why", await self.duel.use("dogfight why", who, line=line))
            each.listen()
        self.ears["ada"].took("view", view)
