"""Dogfights of two by night: what one pilot decides out of sight, and what the other and an onlooker receive (JET-X19)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.attack.chance import by_asker
from harness.attack.victims import Victim
from rules.air_force.orders import Bank, Chase, Fly, PlanEnergy, SetFlight
from rules.values import Value
from tests.e2e.dogfight.test_dogfight_duel import accepted
from tests.e2e.ears import stand_still
from tests.e2e.kit import running_table

Heard = Mapping[str, Sequence[str]]
COURSE: Final = ("no hard maneuver", "level:", "straight in each of")
"""What Vik decides in the evening without a secret, by the beginnings of the buttons."""
LOOK_COMMANDS: Final = ("show", "map", "log", "card", "rules", "replay", "export")


class DogfightFact(Value):
    """What Vik decides otherwise out of sight, button by button, and of which kind of decision it is a row."""

    name: str
    of: type
    course: tuple[str, ...]
    seen: str = ""
    """The rule by which the others hear of it; they must."""


DOGFIGHT_FACTS: Final[tuple[DogfightFact, ...]] = (
    DogfightFact("hard maneuvers", PlanEnergy, ("Hard Turn x1", *COURSE[1:])),
    DogfightFact("a climb", SetFlight, (COURSE[0], "climb 1:"), seen="JET-M01: who is lowest moves first"),
    DogfightFact("a dive", SetFlight, (COURSE[0], "dive 1:", COURSE[2])),
    DogfightFact(
        "a move flown hex by hex",
        Fly,
        (*COURSE[:2], "straight for one hex", "try left for one hex", "straight for one hex"),
    ),
    DogfightFact("a turn tried", Bank, (*COURSE[:2], "try left for one hex", "straight in each of")),
    DogfightFact("a turn flown", Bank, ("Hard Turn x1", COURSE[1], "try left for one hex", "straight in each of")),
    DogfightFact(
        "the middle of the map", Chase, ("Hard Turn x1", COURSE[1], "try left for one hex", "keep to the middle")
    ),
)
UNTRIED_DECISIONS: Final[Mapping[str, str]] = {
    "Split": "as Bank: its rolls and its hexside are the move's own, and told as the move is",
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
    "Moved": "a move flown hex by hex",
    "TurnTried": "a turn tried",
    "Turned": "a turn that succeeds out of sight",
    "FuelBurnt": "an afterburner out of sight",
    "StallFell": "a stall out of sight",
    "Distracted": "a bandit that looks elsewhere",
}
"""News of a dogfight that not everybody is told, and a row in whose evening it is told."""
NO_NEWS: Final[Mapping[str, str]] = {
    "JetGone": "everybody is told of it",
    "FightEnded": "everybody is told of it",
    "Fired": "it is told to whoever sees either jet: of two sides both, each of which sees its own (JET-X19)",
    "NotDone": "no button that a pilot is shown is refused when its time comes",
}
"""News of a dogfight without a row, and why."""


async def dogfight(folder: Path, course: Sequence[str] = COURSE) -> Heard:
    """The first turn to Vik's move; what Ada and a visitor heard on the way, and what Vik saw at its end."""
    async with running_table(folder, chance=by_asker("a dogfight, 6")) as table:
        await stand_still(table)
        duel, begun = await accepted(table, light="night")
        views = {who: await duel.press("My view", begun, who=who) for who in ("ada", "vik")}
        ears = {who: Victim(table.human(who)) for who in ("ada", "visitor")}

        async def decide(who: str, *labels: str) -> None:
            for label in labels:
                views[who] = await duel.press("Refresh", views[who], who=who)
                found = [each.label for each in views[who].buttons if label in each.label]
                if found:
                    views[who] = await duel.press(found[0], views[who], who=who)
                    continue
                more = [
                    (each.label, value) for each in views[who].selects for text, value in each.options if label in text
                ]
                assert more, (who, label, [each.label for each in views[who].buttons])
                views[who] = await table.human(who).select(views[who], *more[0])
            await table.settle()

        async def look() -> None:
            for who, each in ears.items():
                for command in LOOK_COMMANDS:
                    each.took(command, await duel.use(f"dogfight {command}", who))
                each.took("why", await duel.use("dogfight why", who, line=1))
                each.listen()
            views["ada"] = await duel.press("Refresh", views["ada"], who="ada")
            ears["ada"].took("view", views["ada"])

        await decide("vik", *course[:2])
        await look()
        await decide("ada", "no hard maneuver", "level:")
        await look()
        await decide("vik", *course[2:])
        await look()
        ears["vik"] = Victim(table.vik)
        ears["vik"].took("view", await duel.press("Refresh", views["vik"], who="vik"))
        ears["vik"].took("log", await duel.use("dogfight log", "vik"))
        return {who: each.heard for who, each in ears.items()}
