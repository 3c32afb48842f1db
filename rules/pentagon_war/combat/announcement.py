"""Segment 8: all decided fire is revealed and binding, its power tallied, hidden firers are seen (PW-B72, PW-S90)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from rules.dice import Roller
from rules.errors import GameError
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.changes import find, not_done, put, spend
from rules.pentagon_war.events import Announced, Event
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.invisibility import expose
from rules.pentagon_war.targeting.targets import power_of
from rules.pentagon_war.units import Craft


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every unit's shots announced by target, in the order of unit ids, and their power spent (PW-C15, PW-C21)."""
    del decisions, dice
    events: list[Event] = []
    binding: list[Shot] = []
    for unit_id, group in groupby(sorted(battle.shots, key=lambda shot: shot.craft), key=lambda shot: shot.craft):
        shots = list(group)
        unit = find(battle, unit_id)
        if unit is None:
            continue
        power: tuple[Modifier, ...] = ()
        if isinstance(unit, Craft):
            try:
                unit, power = _paid(battle, unit, shots)
            except GameError as refusal:
                events.append(not_done(battle, unit.side, unit_id, "fire", refusal))
                continue
            battle, seen = expose(put(battle, unit), unit_id, Cause("PW-S90"))
            events += seen
        binding += shots
        by_target: dict[str, list[str]] = {}
        for shot in shots:
            by_target.setdefault(shot.target, []).append(shot.weapon)
        for target, weapons in by_target.items():
            events.append(Announced(battle.now, Cause("PW-B72", modifiers=power), unit_id, tuple(weapons), target))
            power = ()  # told once
    return Adjudication(replace(battle, shots=tuple(binding)), tuple(events))


def _paid(battle: Battle, craft: Craft, shots: Sequence[Shot]) -> tuple[Craft, tuple[Modifier, ...]]:
    """The craft with the power of its shots tallied on their lines, and that power in words."""
    told = []
    for line, points in power_of(battle, craft, shots).items():
        if points:
            craft = spend(craft, line, points)
            told.append(Modifier(-points, f"power for {line.replace('_', ' ')}"))
    return craft, tuple(told)
