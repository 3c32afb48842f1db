"""Dogfights of every scenario flown by chance: every choice offered and every event compared with what was approved.

`GOLDEN=write` writes the file anew; read the difference before it is kept.
"""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Final

import pytest

from rules.air_force.choices import Choice, repeated_choice
from rules.air_force.setup import DIFFICULTIES, Wishes, about, new_dogfight, scenarios
from rules.air_force.view import DogfightView, view_for
from rules.dice import Dice
from rules.values import changed
from tests.approved import digest, listed, record_line, same_as_golden, tally
from tests.rules.air_force.kit import flown, suggested

TURNS: Final = 12
FIGHTS: Final = 4
"""Dogfights of each scenario."""
SHOWN: Final = ("duel", 0, 3)
"""The scenario, the fight, and the turn whose events are in the file in full."""


@pytest.mark.parametrize("name", scenarios())
def test_a_scenario_is_flown_as_it_was_approved(name: str) -> None:
    same_as_golden(
        f"dogfights/{name}.txt", "\n".join(chain.from_iterable(_flown(name, n) for n in range(FIGHTS))) + "\n"
    )


def _flown(name: str, number: int) -> Iterator[str]:
    seed, chance = number.to_bytes(32, "big"), Random(f"{name}/{number}")
    wishes = Wishes(DIFFICULTIES[number % len(DIFFICULTIES)], aerobatics=number % 2 == 0)
    fight = changed(new_dogfight(name, wishes, Dice(seed, "dogfight", 0)), players=("blue",))
    yield from ("", f"# Fight {number}", *about(name), record_line(fight))
    offered: list[str] = []

    def pilot(view: DogfightView, found: tuple[Choice, ...]) -> Choice:
        offered.append(record_line((view, found, repeated_choice(view, found))))
        return chance.choice(found) if chance.random() < 0.5 else suggested(view, found)

    while fight.winner is None and fight.now.turn <= TURNS:
        turn = fight.now.turn
        offered.clear()
        result = flown(fight, Dice(seed, "dogfight", turn), pilot)[0]
        fight, events = result.fight, [*listed("Events", result.events)]
        seen = [record_line(view_for(fight, side)) for side in (None, *fight.sides)]
        yield f"Turn {turn}: {tally(result.events)}"
        yield f"  {len(offered)} choices {digest(offered)}, events {digest(events)}, seen {digest(seen)}"
        yield from events if (name, number, turn) == SHOWN else ()
