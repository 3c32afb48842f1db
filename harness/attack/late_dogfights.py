"""Dogfights by night of two turns, far out of sight, and a bandit of the bot's: what one pilot does and the other cannot see.

In the duel Ada flies along one edge of the map and Vik, higher, along the other; in the night watch the bot flies for Vik's side,
who has taken it and reads its news. Ada decides the same in every evening. She and a visitor look whenever she is asked, and at
the end of each turn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from harness.attack.chance import by_asker
from harness.attack.dogfight_evenings import LOOK_COMMANDS, Heard
from harness.attack.victims import Victim, contents
from rules.air_force.jets import Jet, Stores
from rules.air_force.state import Dogfight
from rules.hexes import Grid
from rules.values import Value, changed
from rules.values import field as value_field
from sandbox.reply import Reply, SeenMessage
from storage import snapshots
from storage.codec import pack, unpack
from storage.snapshots import SnapshotKey
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.dogfight.test_dogfight_duel import challenged
from tests.e2e.ears import stand_still
from tests.e2e.kit import Table, running_table
from umpire.dogfight.codec import DOGFIGHT_CODEC

Scenario = Literal["duel", "night"]
Change = Callable[[Dogfight], Dogfight]
MAP_GRID: Final = Grid(24, 24, "even")
TURNS_PLAYED: Final = 2
MOST_DECISIONS: Final = 40
USUAL_DECISIONS: Final = ("no hard maneuver", "level:", "straight in each of", "straight for one hex", "hold fire")
"""What a pilot decides, the first of these that is offered."""


def _jet(fight: Dogfight, name: str, **changes: object) -> Dogfight:
    jet: Jet = changed(fight.jets[name], **changes)  # type: ignore[arg-type]  # fields of a jet, by name
    return changed(fight, jets={**fight.jets, name: jet})


def apart(fight: Dogfight) -> Dogfight:
    """Nineteen hexes between the two, who fly past each other; Vik's jet is so much higher that it moves last."""
    fight = _jet(fight, "P1", at=MAP_GRID.parse("0318"))
    return _jet(fight, "P2", at=MAP_GRID.parse("2206"), altitude=7)


def watched(fight: Dogfight) -> Dogfight:
    """The same of the night watch, with a bandit who never looks elsewhere."""
    fight = _jet(fight, "P1", at=MAP_GRID.parse("0318"))
    return _jet(fight, "B1", at=MAP_GRID.parse("2206"), altitude=7, attention=100)


def dreaming(fight: Dogfight) -> Dogfight:
    """A bandit who always does."""
    return _jet(fight, "B1", attention=0)


def spent(fight: Dogfight) -> Dogfight:
    """Vik's jet has little fuel and nothing left to shoot with."""
    return _jet(fight, "P2", stores=Stores(7, 0, 0))


def same(fight: Dogfight) -> Dogfight:
    """The start as it is."""
    return fight


class LateFlight(Value):
    """A secret of Vik's side: the start as changed, and what Vik decides by turn, in this order, where it is offered.

    `proof` is read by Vik with the secret and not without it; `seen` has the rule if others may hear of it.
    """

    name: str
    proof: str
    scenario: Scenario = "duel"
    change: Change = same
    course: Mapping[int, tuple[str, ...]] = value_field(default_factory=dict)
    seen: str = ""


LATE_FLIGHTS: Final[tuple[LateFlight, ...]] = (
    LateFlight("an afterburner out of sight", "burn 3 fuel", course={1: ("afterburner",)}),
    LateFlight("a stall out of sight", "fall to altitude", course={1: ("stall",)}),
    LateFlight("a turn that succeeds out of sight", "you turn", course={1: ("try right for one hex",)}),
    LateFlight("what a jet has left aboard", "have 6 left", change=spent),
    LateFlight("a bandit that looks elsewhere", "B1 looks elsewhere", "night", dreaming),
)


async def late_dogfight(folder: Path, scenario: Scenario, fact: LateFlight | None = None) -> Heard:
    """The evening with this secret; what Ada and a visitor heard, and what Vik read of it."""
    course = {} if fact is None else fact.course
    async with running_table(folder, chance=by_asker("a late dogfight")) as table:
        await stand_still(table)
        duel = await challenged(table, scenario=scenario, light="night")
        await _changed(table, duel, apart if scenario == "duel" else watched)
        if fact is not None:
            await _changed(table, duel, fact.change)
        begun = await duel.press("Take the other side", who="vik")
        assert "begins" in begun.text()
        await table.settle()
        evening = _Evening(table, duel, begun, {turn: list(labels) for turn, labels in course.items()})
        return await evening.flown()


async def _changed(table: Table, duel: Cockpit, change: Change) -> None:
    """The set-up is put in the database as changed."""
    async with table.services.storage.transaction() as tx:
        key = await snapshots.require(tx, duel.game_id, 0)
        fight = change(DOGFIGHT_CODEC.read(unpack(await snapshots.load_packed(tx, key))))
        after = SnapshotKey(key.game, key.revision, key.phase, key.seq + 1)
        await snapshots.add_packed(tx, after, pack(DOGFIGHT_CODEC.write(fight)))


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
                if "Nobody waits for you now" in shown.text():
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
        """The next of what is wanted, if it is offered, else what is usual."""
        buttons = [each.label for each in shown.buttons]
        lists = [(each.label, value, text) for each in shown.selects for text, value in each.options]
        for label in (*wanted[:1], *USUAL_DECISIONS):
            if label in wanted[:1] and any(label in text for text in (*buttons, *(text for _, _, text in lists))):
                wanted.pop(0)
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
