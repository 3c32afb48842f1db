"""Battles between captains and at random, every event of every segment compared with what was approved, and what a captain's
adviser says beforehand. `GOLDEN=write` writes the files anew; read the difference before it is kept.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from harness.storm.battles import random_start
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.advice import outlook
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.events import Event
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import advice, check_design
from rules.pentagon_war.shipyard.notation import format_design, library, parse_design
from rules.pentagon_war.shipyard.pricing import (
    boxes_left,
    built,
    design_size,
    exact_price,
    extras,
    free_boxes,
    losses,
    mass_points,
    price,
    price_lines,
    undamaged_mass,
    value_lost,
)
from rules.pentagon_war.shipyard.repair import condition
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.values import changed
from tests.approved import digest, listed, record_line, same_as_golden, tally
from tests.rules.pentagon_war.turn.random_play import random_battle, random_play

BATTLES: Final = 12
TURNS: Final = 3
STEPS: Final = 180
SHOWN: Final = (2, 3)
"""The battle and the turn whose events are in the file in full."""


def test_captains_fight_as_was_approved() -> None:
    lines: list[str] = []
    for seed in range(1, BATTLES + 1):
        battle = random_start(Random(seed))
        lines += [
            "",
            f"# Battle {seed}",
            ", ".join(f"{u}: {c.name}, {battle.stances[u]}" for u, c in battle.craft.items()),
        ]
        while battle.winner is None and battle.now.turn <= TURNS:
            turn, advised = battle.now.turn, [*_advised(battle)]
            result = run_turn(battle, (), Dice(seed.to_bytes(32, "big"), "captains", turn))
            battle, events = result.battle, [*listed("Events", result.events)]
            lines += [f"Turn {turn}: {tally(result.events)}"]
            lines += [f"  advice {digest(advised)}, events {digest(events)}, after it {digest(_standing(battle))}"]
            lines += [*advised, *events] if (seed, turn) == SHOWN else []
    same_as_golden("battles/captains.txt", "\n".join(lines) + "\n")


def test_random_decisions_come_out_as_was_approved() -> None:
    lines: list[str] = []
    for seed in range(1, BATTLES + 1):
        decided: list[str] = []
        events, battle = list[Event](), random_battle(Random(seed))
        for _, chosen, after, happened in random_play(battle, seed, STEPS):
            decided += map(record_line, chosen)
            events += happened
            battle = after
        lines += ["", f"# Battle {seed}: {tally(events)}"]
        lines += [
            f"decisions {digest(decided)}, events {digest(map(record_line, events))}, after it {digest(_standing(battle))}"
        ]
    same_as_golden("battles/random.txt", "\n".join(lines) + "\n")


def test_the_library_is_built_and_priced_as_was_approved() -> None:
    options, lines = Options(), list[str]()
    for name, design in library().items():
        free = free_boxes(design, options)
        lines += ["", f"# {name}: {price(design, options)} points, exactly {exact_price(design, options)}"]
        lines += [
            f"size {design_size(design)}, mass {undamaged_mass(design)}, free {record_line(free)}, more {extras(design, options)}"
        ]
        lines += [record_line(built(design)), *(record_line(line) for line in price_lines(design, options))]
        lines += [*advice(design, options), *(record_line(problem) for problem in check_design(design, options))]
        lines += [format_design(design)]
        assert parse_design(format_design(design), options) == design
    same_as_golden("battles/library.txt", "\n".join(lines) + "\n")


def _advised(battle: Battle) -> Iterator[str]:
    """What each captain is told before a turn, the programme drafted for it, and what that would do."""
    for unit, craft in battle.craft.items():
        if craft.fate:
            continue
        view = view_for(battle, craft.side)
        weighed = outlook(view, unit, battle.stances[unit])
        yield record_line(weighed)
        yield from programme_lines(weighed.drafted)
        yield record_line(preview(view, changed(weighed.drafted, craft=unit, turn=battle.now.turn)))


def _standing(battle: Battle) -> Iterator[str]:
    """A battle, what each side sees of it, what is broken, and what was lost."""
    yield record_line(battle)
    yield from (record_line(view_for(battle, side)) for side in battle.sides)
    yield record_line(losses(battle))
    for craft in battle.craft.values():
        yield record_line((boxes_left(craft), mass_points(craft), value_lost(craft, battle.options), condition(craft)))
