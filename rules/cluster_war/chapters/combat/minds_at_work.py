"""Psionics in a battle: what units' minds add, who hides by them, who is taken by surprise and who is not (CW-15.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.contact import Clash
from rules.cluster_war.model.events.minds import LastWordsHeard, MindsInBattle, SurpriseForeseen, SurpriseSprung
from rules.cluster_war.model.psionics.felt import (
    CLOAKING,
    PRECOGNITION,
    SCREAMING,
    SHADOW,
    guarded,
    has_mind,
    shadow_hides,
)
from rules.cluster_war.model.psionics.illusions import caught_key, silence_of, sway_over
from rules.cluster_war.model.psionics.technology import is_reached
from rules.cluster_war.model.psionics.telepaths import hears_afar, speaks_afar
from rules.cluster_war.model.psionics.units import unit_abilities, working_abilities
from rules.cluster_war.model.state.names import ShipId, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause, Modifier
from rules.values import Value, changed

RULES: Final = {"combat precognition": "CW-15.1-03", SCREAMING: "CW-15.1-19", SHADOW: "CW-15.1-21"}
"""The rule by which something is added in battle."""
HELD: Final = "CW-15.1-23"
SLAVER: Final = "slaver"
SURPRISE: Final = "CW-15.1-04"
SILENT: Final = "CW-15.1-13"
FROM_AFAR: Final = "CW-15.1-12"


def abilities_of(turn: TurnState, unit: Combatant, week: int) -> tuple[str, ...]:
    """The abilities that a unit's crew can use in a week."""
    ship = turn.ships.get(unit.unit)
    if ship is None:
        return unit_abilities(unit.design, turn.settings)
    return working_abilities(ship, unit.design, week, turn.settings)


def with_minds(
    turn: TurnState, units: Sequence[Combatant], enemies: Iterable[tuple[SideId, SideId]], week: int
) -> tuple[Combatant, ...]:
    """The units with what psionics add to their attack and defense, and hidden where minds hide them."""
    pairs = tuple(enemies)
    able = [abilities_of(turn, unit, week) for unit in units]
    held = [sway_over(turn, unit.unit) for unit in units]
    if not any(able) and not any(held):
        return tuple(units)
    found = []
    for unit, abilities, hold in zip(units, able, held, strict=True):
        foes = [u for u in units if (unit.side, u.side) in pairs or (u.side, unit.side) in pairs]
        reached: dict[str, tuple[int, int]] = {
            ability: _reached(turn, foes, ability) for ability in (SCREAMING, SHADOW) if ability in abilities
        }
        reasons = guarded(abilities, reached, turn.settings)
        attack = unseen = 0
        if hold is not None:
            attack = hold.attack
            if hold.ability == SLAVER and hold.by != unit.side:
                unseen = hold.defense  # its victims are told nothing of it (ruling R-194)
            elif hold.defense:
                reasons = (*reasons, Modifier(hold.defense, hold.hold))
        some, all_ = reached.get(SHADOW, (0, 1))
        shadowed = SHADOW in abilities and shadow_hides(turn.settings) and some == all_
        found.append(
            changed(
                unit,
                attack=unit.attack + attack,
                defense=unit.defense + unseen + sum(reason.value for reason in reasons),
                hidden=CLOAKING in abilities or shadowed,
                minds=reasons,
            )
        )
    return tuple(found)


def _reached(turn: TurnState, foes: Sequence[Combatant], ability: str) -> tuple[int, int]:
    """How many of a unit's enemies have a mind that an ability reaches, and how many there are; what is no empire's has none
    (ruling R-166)."""
    some = 0
    for unit in foes:
        owner = turn.sides.get(unit.side)
        mind = owner is not None and has_mind(unit.design) and not _is_taken(turn, unit.unit)
        some += unit.count if mind and owner and is_reached(owner, ability, turn.settings) else 0
    return some, sum(unit.count for unit in foes)


def _is_taken(turn: TurnState, unit: str) -> bool:
    """Whether there is no mind of its own left in a unit (CW-15.1-28)."""
    hold = sway_over(turn, unit)
    return hold is not None and hold.hold == "zombies"


class Surprise(Value):
    """Who is taken by surprise in a battle, who would have been but for its combat precogs, and whose silence did it."""

    surprised: tuple[SideId, ...] = ()
    foreseen: tuple[SideId, ...] = ()
    silent: tuple[SideId, ...] = ()


def surprise(turn: TurnState, clash: Clash, units: Sequence[Combatant], named: Sequence[SideId], week: int) -> Surprise:
    """Whom the game master has `named` is surprised (CW-9.7-03), and whom a silent fleet attacks (CW-15.1-13); but none with
    combat precogs among its units, unless the game master rules so (CW-15.1-04)."""
    silent = tuple(
        sorted({g.side for g in clash.groups if g.fleet and g.attacks and silence_of(turn, g.fleet.id).surprise})
    )
    if any((r.hex, r.week) == (clash.hex, week - 1) and set(clash.sides) <= set(r.sides) for r in turn.battles):
        silent = ()  # they have met: the fight goes on
    pairs = {*clash.enemies, *((b, a) for a, b in clash.enemies)}
    unaware = [side for side in clash.sides if side in named or any((side, foe) in pairs for foe in silent)]
    foreseen = tuple(side for side in unaware if warned(turn, clash.hex, units, side, week))
    caught = tuple(side for side in unaware if side not in foreseen)
    sprung = tuple(foe for foe in silent if any((side, foe) in pairs for side in caught))
    return Surprise(caught, foreseen, sprung)


def warned(turn: TurnState, hex_: str, units: Sequence[Combatant], side: SideId, week: int) -> bool:
    """Whether a side's combat precogs in a battle cancel surprise (CW-15.1-04)."""
    if caught_key(turn.turn, hex_, side) in turn.minds.caught:
        return False
    return any(u.side == side and PRECOGNITION in abilities_of(turn, u, week) for u in units)


def tell_minds(turn: TurnState, battle: Battle, side: SideId) -> None:
    """Tell a side with survivors what its own psychics did in a battle."""
    counted: Counter[Modifier] = Counter()
    for unit in battle.units:
        if unit.side == side:
            for reason in unit.minds:
                counted[reason] += unit.count
    head = (battle.id, battle.hex, battle.week)
    for reason, count in sorted(counted.items(), key=lambda item: (item[0].reason, item[0].value)):
        cause = Cause(RULES.get(reason.reason, HELD), modifiers=(reason,))
        turn.tell_side(MindsInBattle(side, *head, reason.reason, count, reason.value, cause=cause))
    if side in battle.foreseen:
        turn.tell_side(SurpriseForeseen(side, *head, cause=Cause(SURPRISE)))
    if side in battle.silent:
        turn.tell_side(SurpriseSprung(side, *head, cause=Cause(SILENT)))


def speaking(turn: TurnState, battle: Battle) -> Mapping[SideId, tuple[ShipId, ...]]:
    """The sides whose telepaths in a battle are heard at home, whatever becomes of them, and the ships they are aboard
    (CW-15.1-12). Asked before the battle's losses are."""
    found: dict[SideId, tuple[ShipId, ...]] = {}
    for side in battle.sides:
        designs = turn.sides[side].designs
        ships = (turn.ships.get(unit.unit) for unit in battle.units if unit.side == side)
        able = tuple(s.id for s in ships if s is not None and speaks_afar(s, designs, battle.week, turn.settings))
        if able and hears_afar(turn, side, battle.week):
            found[side] = able
    return found


def tell_last_words(turn: TurnState, battle: Battle, side: SideId, ships: tuple[ShipId, ...]) -> None:
    """Tell a side without survivors that its telepaths were heard to the end (CW-15.1-12)."""
    turn.tell_side(LastWordsHeard(side, battle.id, battle.hex, battle.week, ships, cause=Cause(FROM_AFAR)))
