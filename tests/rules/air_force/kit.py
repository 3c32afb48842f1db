"""Small dogfights for tests, dice that come up as wanted, and a pilot who plays by these choices alone."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.air_force.advance import FightProgress, run_turn
from rules.air_force.choices import Choice, choices
from rules.air_force.jets import Jet, Stores, Sun
from rules.air_force.orders import Continue, Decision, Moment, SeatSent
from rules.air_force.state import Dogfight, Side
from rules.air_force.tables_of import Options
from rules.air_force.view import DogfightView, view_for
from rules.dice import Dice, Roller
from rules.hexes import Grid
from rules.values import changed

MAP = Grid(24, 24, "even")
Pilot = Callable[[DogfightView, tuple[Choice, ...]], Choice]


def jet(name: str = "P1", side: str = "blue", at: str = "1212", **changes: Any) -> Jet:
    """A jet heading up the map in the middle of it, at altitude 5 and Speed 4, a generic fighter."""
    made = Jet(name, name, side, "Generic fighter", MAP.parse(at), 1, 5, 4, Stores(12, 3, 2))
    return changed(made, **changes)


def fight(*jets: Jet, sun: Sun = "north", options: Options | None = None, **changes: Any) -> Dogfight:
    """A dogfight of these jets, blue against red."""
    made = Dogfight(
        {"blue": Side("blue", "Blue"), "red": Side("red", "Red")},
        {one.id: one for one in jets},
        sun,
        options or Options(),
    )
    return changed(made, **changes)


def acting(made: Dogfight, phase: int, *queue: str) -> Dogfight:
    """The dogfight in a phase, with these jets to act (all by default, by id)."""
    names = queue or tuple(sorted(made.jets))
    return changed(made, now=Moment(1, phase, names[0]), queue=names)


def suggested(view: DogfightView, found: tuple[Choice, ...]) -> Choice:
    """A pilot who takes the advice."""
    del view
    return next(choice for choice in found if choice.suggested)


def flown(start: Dogfight, dice: Roller, pilot: Pilot, side: str = "blue") -> tuple[FightProgress, int]:
    """A turn with a side's player deciding by `pilot`, and how many decisions (taps) the player made."""
    sent: list[SeatSent] = []
    buttons = 0
    while True:
        result = run_turn(start, sent, dice)
        if result.done:
            return result, buttons
        view = view_for(result.fight, side)
        decision: Decision = pilot(view, choices(view)).decision
        sent += [SeatSent(side, 2 * buttons + 1, decision), SeatSent(side, 2 * buttons + 2, Continue(result.fight.now))]
        buttons += 1


def played(
    start: Dogfight, seed: int, pilots: Sequence[tuple[str, Pilot]], most: int = 60
) -> tuple[Dogfight, list[int]]:
    """A dogfight played to its end with real dice, and the taps of each turn; one player at most."""
    made = changed(start, players=tuple(side for side, _ in pilots))
    buttons: list[int] = []
    key = seed.to_bytes(32, "big")
    for turn in range(1, most):
        if made.winner is not None:
            return made, buttons
        dice = Dice(key, "dogfight", turn)
        if pilots:
            result, count = flown(made, dice, pilots[0][1], pilots[0][0])
            buttons.append(count)
        else:
            result = run_turn(made, (), dice)
        made = result.fight
    raise AssertionError(f"the dogfight of seed {seed} has no end after {most} turns")
