"""Dogfights of two by night: what one pilot decides out of sight, and what the other and an onlooker receive (JET-X19)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.attack.chance import by_asker
from harness.attack.victims import Victim
from rules.air_force.jets import Jet
from rules.air_force.state import Dogfight
from rules.hexes import Grid
from rules.values import Value, changed
from sandbox.reply import Reply
from storage import snapshots
from storage.codec import pack, unpack
from storage.snapshots import SnapshotKey
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.dogfight.test_dogfight_duel import challenged
from tests.e2e.ears import stand_still
from tests.e2e.kit import Table, running_table
from umpire.dogfight.codec import DOGFIGHT_CODEC

Heard = Mapping[str, Sequence[str]]
COURSE: Final = ("easy", "level0", "ahead")
"""What Vik wishes in the evening without a secret, and Ada in every evening."""
FLOWN, FIRE = "Maneuvers and flight", "Fire"
"""The two lists of a whole turn, by the beginnings of their hints."""
MAP_GRID: Final = Grid(24, 24, "even")
Change = Callable[[Dogfight], Dogfight]
LOOK_COMMANDS: Final = ("show", "map", "log", "card", "rules", "replay", "export")


class DogfightFact(Value):
    """What Vik wishes otherwise, out of sight; nobody else hears of it, neither before the turn is flown nor after."""

    name: str
    course: tuple[str, ...]
    seen: str = ""
    """The rule by which the others hear of it; they must."""


DOGFIGHT_FACTS: Final[tuple[DogfightFact, ...]] = (
    DogfightFact("hard maneuvers", ("turn1", *COURSE[1:])),
    DogfightFact("a climb", (COURSE[0], "level1", COURSE[2])),
    DogfightFact("a dive", (COURSE[0], "level-1", COURSE[2])),
    DogfightFact("brakes", (*COURSE, "slow")),
    DogfightFact("a turn tried", (*COURSE[:2], "left")),
    DogfightFact("a turn flown", ("turn1", COURSE[1], "left")),
    DogfightFact("the middle of the map", ("turn1", COURSE[1], "middle")),
)
WISHED: Final = "two people decide it as a part of TurnWishes, whose rows try it; who flies alone hides it from nobody"
UNTRIED_DECISIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("PlanEnergy", "SetFlight", "Fly", "Chase", "Bank", "Split"), WISHED),
    "Attack": "JET-X19: who fires is seen by all who are near enough",
    "Hold": "it changes nothing that a side could be told",
    "Continue": "it says that the decisions before it are meant",
    "Concede": "it ends the fight before everybody",
}
"""Kinds of decision without a row, and why."""
HIDDEN_NEWS: Final[Mapping[str, str]] = {
    "InitiativeRolled": "hard maneuvers",
    "ManeuversChosen": "hard maneuvers",
    "EnergyRolled": "hard maneuvers",
    "FlightSet": "a dive",
    "MoveOrderSet": "a climb",
    "Moved": "a turn flown",
    "TurnTried": "a turn tried",
    "Turned": "a turn that succeeds out of sight",
    "FuelBurnt": "an afterburner out of sight",
    "StallFell": "a stall out of sight",
    "Distracted": "a bandit that looks elsewhere",
    "NotDone": "a wish that is not possible",
}
"""News of a dogfight that not everybody is told, and a row in whose evening it is told."""
NO_NEWS: Final[Mapping[str, str]] = {
    "JetGone": "everybody is told of it",
    "FightEnded": "everybody is told of it",
    "Fired": "it is told to whoever sees either jet: of two sides both, each of which sees its own (JET-X19)",
}
"""News of a dogfight without a row, and why."""


def with_jet(fight: Dogfight, name: str, **changes: object) -> Dogfight:
    """The fight with a jet changed."""
    jet: Jet = changed(fight.jets[name], **changes)  # type: ignore[arg-type]  # fields of a jet, by name
    return changed(fight, jets={**fight.jets, name: jet})


def apart(fight: Dogfight) -> Dogfight:
    """Nineteen hexes between the two, who fly past each other; Vik's jet is so much higher that it moves last."""
    fight = with_jet(fight, "P1", at=MAP_GRID.parse("0318"))
    return with_jet(fight, "P2", at=MAP_GRID.parse("2206"), altitude=7)


async def start_as(table: Table, duel: Cockpit, change: Change) -> None:
    """The set-up is put in the database as changed."""
    async with table.services.storage.transaction() as tx:
        key = await snapshots.require(tx, duel.game_id, 0)
        fight = change(DOGFIGHT_CODEC.read(unpack(await snapshots.load_packed(tx, key))))
        after = SnapshotKey(key.game, key.revision, key.phase, key.seq + 1)
        await snapshots.add_packed(tx, after, pack(DOGFIGHT_CODEC.write(fight)))


async def wished(duel: Cockpit, view: Reply, who: str, *values: str) -> Reply:
    """A view with these lines of its list of maneuvers and flight chosen, and fire held."""
    for hint, chosen in ((FLOWN, values), (FIRE, ("hold",))):
        label = next(each.label for each in view.selects if each.label.startswith(hint))
        view = await duel.table.human(who).select(view, label, *chosen)
    return view


async def dogfight(folder: Path, course: Sequence[str] = COURSE) -> Heard:
    """The first turn; what Ada and a visitor heard at each of its steps, and what Vik saw at its end."""
    async with running_table(folder, chance=by_asker("a dogfight, 6")) as table:
        await stand_still(table)
        duel = await challenged(table, light="night")
        await start_as(table, duel, apart)
        begun = await duel.press("Take the other side", who="vik")
        await table.settle()
        views = {who: await duel.press("My view", begun, who=who) for who in ("ada", "vik")}
        ears = {who: Victim(table.human(who)) for who in ("ada", "visitor")}

        async def look() -> None:
            await table.settle()
            for who, each in ears.items():
                for command in LOOK_COMMANDS:
                    each.took(command, await duel.use(f"dogfight {command}", who))
                each.took("why", await duel.use("dogfight why", who, line=1))
                each.listen()
            views["ada"] = await duel.press("Refresh", views["ada"], who="ada")
            ears["ada"].took("view", views["ada"])

        views["vik"] = await wished(duel, views["vik"], "vik", *course)
        await look()
        views["vik"] = await duel.press("Ready", views["vik"], who="vik")
        await look()
        views["ada"] = await wished(duel, views["ada"], "ada", *COURSE)
        views["ada"] = await duel.press("Ready", views["ada"], who="ada")
        await look()
        ears["vik"] = Victim(table.vik)
        ears["vik"].took("view", await duel.press("Refresh", views["vik"], who="vik"))
        ears["vik"].took("log", await duel.use("dogfight log", "vik", turn=1))
        return {who: each.heard for who, each in ears.items()}
