"""What each side hears of a battle: what its survivors saw, or that nobody came back (CW-9.0-11, CW-9.7-01, CW-9.7-02)."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.apply_outcome import LossTally
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.muster import tell_minds
from rules.cluster_war.chapters.detection.vanished import untold, vanish
from rules.cluster_war.model.events.battles import (
    BattleFought,
    BattleLosses,
    BattleSettled,
    DesignsSeen,
    UnitCount,
    UnitsHurt,
)
from rules.cluster_war.model.psionics.units import outward_traits
from rules.cluster_war.model.state.knowledge import DesignSighting
from rules.cluster_war.model.state.names import FleetId, SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, BattleRecord
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

BY_MACHINE: Final = ("quick", "chair", "fought")
THE_FOE: Final = "the enemy"
"""What is no empire's in the lines of an engine."""
REPORT: Final = "CW-9.0-11"
BROUGHT_HOME: Final = "CW-9.7-02"
HIDDEN: Final = "CW-9.7-01"


def witnesses(turn: TurnState, battle: Battle, found: LossTally) -> frozenset[SideId]:
    """The sides that have somebody left to tell of the battle: who survived, fled, or looked on from the hex."""
    left = {f.side for f in turn.fleets.values() if f.hex == battle.hex and f.transit is None}
    left |= {b.side for b in turn.bases.at(battle.hex)} | {c.side for c in turn.colonies.at(battle.hex)}
    left |= {u.side for u in battle.units if u.unit in found.fled}
    return frozenset(left & set(battle.sides))


def tell(
    turn: TurnState,
    battle: Battle,
    outcome: BattleOutcome,
    found: LossTally,
    names: Mapping[FleetId, str],
    seen: frozenset[SideId],
) -> list[tuple[SideId, FleetId]]:
    """Tell the game master all of a battle, each side of its own losses, and those with survivors the rest. `names` are the
    fleets' as the battle began, `seen` the sides with survivors. Gives the fleets that vanished without a word (CW-12.0-02), each
    with its side."""
    vanished: list[tuple[SideId, FleetId]] = []
    kept = BattleRecord(
        id=battle.id,
        turn=battle.turn,
        week=battle.week,
        hex=battle.hex,
        kind=battle.kind,
        method=outcome.method,
        sides=battle.sides,
        winner=outcome.winner,
        lost={side: found.hull[side] // 10 for side in battle.sides if found.hull[side]},
        foe=battle.foe,
    )
    turn.battles.append(kept)
    head = (battle.id, battle.hex, battle.week, battle.kind, outcome.method)
    turn.say(
        BattleSettled(
            *head,
            battle.sides,
            outcome.winner,
            destroyed=tuple(found.destroyed),
            captured=tuple(found.captured),
            fled=tuple(found.fled),
            losses=found.losses(),
            purses=found.paid(),
            story=outcome.story,
            fleets=tuple(names),
            foe=battle.foe,
            cause=Cause(REPORT),
            seen_by=(),
        )
    )
    machine, empires = outcome.method in BY_MACHINE, [side for side in battle.sides if side != NO_EMPIRE]
    calls = {side: turn.sides[side].name for side in empires} | {NO_EMPIRE: THE_FOE} if machine else {}
    for side in empires:
        if battle.foe and side not in seen:
            continue  # nothing more is heard of its fleets, and no more: what befell them was no other empire's doing
        words = outcome.told.get(side, ()) if side in seen or outcome.method == "narrated" else ()
        if side in seen:
            foes = _foes(battle, side)
            story = tuple(_named(line, calls) for line in (*outcome.story, *words))
            lost = _seen_lost(battle, found, foes)
            told = BattleFought(side, *head, foes, outcome.winner, story, lost, battle.foe, cause=Cause(REPORT))
            turn.tell_side(told)
        elif words:
            turn.tell_side(BattleFought(side, *head, (), "", words, cause=Cause(REPORT)))
        gone = side not in seen and untold(turn, side, battle.hex)
        vanished += _tell_losses(turn, battle, side, found, names, reported=side in seen, gone=gone)
        _tell_hurt(turn, battle, side, found, names)
        if side in seen:
            if not battle.foe:
                _learn_designs(turn, battle, side)
            tell_minds(turn, battle, side)
    return vanished


def _named(line: str, calls: Mapping[SideId, str]) -> str:
    """A line of an engine's, which knows sides by their ids alone, with their names."""
    for side, name in calls.items():
        line = re.sub(rf"(?<!\w){re.escape(side)}(?!\w)", name.replace("\\", ""), line)
    return line[:1].upper() + line[1:] if line.startswith(THE_FOE) else line


def _foes(battle: Battle, side: SideId) -> tuple[SideId, ...]:
    return tuple(b if a == side else a for a, b in battle.enemies if side in {a, b})


def _seen_lost(battle: Battle, found: LossTally, foes: Collection[SideId]) -> tuple[UnitCount, ...]:
    """What a side's survivors saw of its enemies' losses: units by the names of their designs."""
    gone = {*found.destroyed, *found.captured}
    counts: Counter[tuple[SideId, str]] = Counter()
    for unit in battle.units:
        if unit.side in foes:
            counts[unit.side, unit.design.name] += int(unit.unit in gone)
            counts[unit.side, unit.design.name] += found.defenders[unit.unit]
    return tuple(UnitCount(side, name, n) for (side, name), n in sorted(counts.items()) if n)


def _by_fleet(battle: Battle, side: SideId) -> dict[FleetId, list[Combatant]]:
    """A side's units by fleet, "" for its bases and the defenders of its worlds."""
    found: dict[FleetId, list[Combatant]] = {}
    for unit in battle.units:
        if unit.side == side:
            found.setdefault(unit.fleet, []).append(unit)
    return found


def _tell_losses(
    turn: TurnState,
    battle: Battle,
    side: SideId,
    found: LossTally,
    names: Mapping[FleetId, str],
    *,
    reported: bool,
    gone: bool,
) -> list[tuple[SideId, FleetId]]:
    """Tell a side what it lost; where nobody of its own can tell (`gone`), fleets have vanished: those are given back."""
    vanished: list[tuple[SideId, FleetId]] = []
    destroyed, captured = set(found.destroyed), set(found.captured)
    for fleet, units in _by_fleet(battle, side).items():
        lost = tuple(u.unit for u in units if u.unit in destroyed)
        taken = tuple(u.unit for u in units if u.unit in captured)
        held = tuple(UnitCount(side, u.name, found.defenders[u.unit]) for u in units if found.defenders[u.unit])
        if not reported:
            lost, taken = tuple(u.unit for u in units if u.unit in destroyed | captured), ()
        if gone and fleet and lost:
            vanish(turn, side, fleet, names.get(fleet, ""), lost, battle.hex)
            vanished.append((side, fleet))
        elif lost or taken or held:
            head = (battle.id, battle.hex, battle.week, names.get(fleet, ""))
            cause = Cause(REPORT if reported else HIDDEN)
            turn.tell_side(BattleLosses(side, fleet, *head, lost, taken, held, reported, cause=cause))
    return vanished


def _tell_hurt(turn: TurnState, battle: Battle, side: SideId, found: LossTally, names: Mapping[FleetId, str]) -> None:
    hurt = set(found.hurt)
    for fleet, units in _by_fleet(battle, side).items():
        ships = tuple(u.unit for u in units if u.unit in hurt)
        if ships:
            name = names.get(fleet, "")
            turn.tell_side(UnitsHurt(side, fleet, battle.id, battle.hex, name, ships, cause=Cause(REPORT)))


def _learn_designs(turn: TurnState, battle: Battle, side: SideId) -> None:
    """Survivors bring home the enemy's designs as they saw them, without what nobody can see: price, notes, materials, what
    their crews can do by their minds."""
    known = dict(turn.knowledge[side].designs)
    fresh: dict[SideId, list[str]] = {}
    for foe in _foes(battle, side):
        for unit in battle.units:
            if unit.side != foe or unit.reserve:
                continue
            key = f"{foe}/{unit.design.id}"
            seen = outward_traits(unit.design.traits)
            bare = changed(unit.design, cost=0, note="", requires=(), template="", line="", traits=seen)
            if key not in known or known[key].design != bare:
                names = fresh.setdefault(foe, [])
                if unit.design.name not in names:
                    names.append(unit.design.name)
            known[key] = DesignSighting(foe, bare, turn.turn)
    turn.learn(side, designs=known)
    for foe, names in fresh.items():
        told = (foe, battle.hex, battle.week, tuple(names))
        turn.tell_side(DesignsSeen(side, *told, cause=Cause(BROUGHT_HOME)))
