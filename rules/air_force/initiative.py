"""Who acts when: initiative for the energy phase and for combat, altitude and the sun for movement (JET-X02, JET-M01)."""

from collections.abc import Iterable, Mapping
from operator import itemgetter

from rules.air_force.changes import flying_jets, grid, key, put_jet, rank_jets, watchers
from rules.air_force.events import Distracted, Event, InitiativeRolled, MoveOrderSet
from rules.air_force.jets import Jet, from_sun
from rules.air_force.orders import JetId
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.dice import Roller
from rules.values import EVERYONE, Adjudication, Cause, Modifier, Roll, changed


def roll_initiative(fight: Dogfight, dice: Roller) -> Adjudication[Dogfight, Event]:
    """Every jet's 2d6 plus its pilot's bonus, ties re-rolled (JET-X02); and which doctrine pilots look elsewhere."""
    base = number(fight.options, "initiative_bonus_default")
    jets = flying_jets(fight)
    order, rolls = rank_jets(
        fight, "initiative", {jet.id: jet.bonus + base for jet in jets}, number(fight.options, "initiative_dice"), dice
    )
    told: list[Event] = []
    for name in order:
        jet, own = fight.jets[name], rolls[name]
        bonus = jet.bonus + base
        total = bonus + (own[0].total if own else 0)
        jet = changed(jet, initiative=total)
        fight = put_jet(fight, jet)
        shown_rolls = _shown_rolls(fight, jet, jets, rolls, {one.id: one.bonus for one in jets})
        cause = Cause("JET-X02", modifiers=(Modifier(bonus, "pilot"),) if bonus else (), rolls=shown_rolls)
        told.append(InitiativeRolled(fight.now, cause, name, total, seen_by=watchers(fight, jet)))
    for jet in jets:
        if jet.crew == "doctrine" and jet.attention < 100:
            roll = dice.percent(key(fight, "attention", jet.id))
            away = roll.total > jet.attention
            fight = put_jet(fight, changed(fight.jets[jet.id], distracted=away))
            if away:
                cause = Cause("JET-X16", modifiers=(Modifier(jet.attention, "attention"),), rolls=(roll,))
                told.append(Distracted(fight.now, cause, jet.id, seen_by=(jet.side,)))
    return Adjudication(changed(fight, order=order), tuple(told))


def move_order(fight: Dogfight, dice: Roller) -> Adjudication[Dogfight, Event]:
    """The queue of movement: lowest first, then farthest down-sun, then a die (JET-M01 to JET-M03)."""
    groups: dict[tuple[int, int], list[Jet]] = {}
    for jet in flying_jets(fight):
        groups.setdefault((jet.altitude, -from_sun(grid(fight), jet.at, fight.sun)), []).append(jet)
    queue: list[JetId] = []
    told: list[Event] = []
    for _, tied in sorted(groups.items(), key=itemgetter(0)):
        names, rolls = rank_jets(fight, "order", {jet.id: 0 for jet in tied}, 1, dice)
        for name in names:
            jet = fight.jets[name]
            queue.append(name)
            equal = _known_with(fight, jet, tied)
            level = [one for one in _known_with(fight, jet, flying_jets(fight)) if one.altitude == jet.altitude]
            rule = "JET-M03" if equal else "JET-M02" if level else "JET-M01"
            shown = _shown_rolls(fight, jet, tied, rolls, {one.id: 0 for one in tied}) if equal else ()
            told.append(MoveOrderSet(fight.now, Cause(rule, rolls=shown), name, seen_by=watchers(fight, jet)))
    return Adjudication(changed(fight, queue=tuple(queue)), tuple(told))


def _known_with(fight: Dogfight, jet: Jet, among: Iterable[Jet]) -> list[Jet]:
    """The other jets that everybody sees who sees this one: an event may speak of them."""
    audience = set(watchers(fight, jet))
    return [
        other
        for other in among
        if other.id != jet.id and (EVERYONE in (theirs := watchers(fight, other)) or audience.issubset(theirs))
    ]


def _shown_rolls(
    fight: Dogfight,
    jet: Jet,
    among: Iterable[Jet],
    rolls: Mapping[JetId, tuple[Roll, ...]],
    bonuses: Mapping[JetId, int],
) -> tuple[Roll, ...]:
    """A jet's first roll, and its re-rolls for ties with jets that may be spoken of: other ties would betray the unseen."""
    own = [roll.total + bonuses[jet.id] for roll in rolls[jet.id]]
    shown = 1
    for other in _known_with(fight, jet, among):
        theirs = [roll.total + bonuses[other.id] for roll in rolls[other.id]]
        alike = [a == b for a, b in zip(own, theirs, strict=False)]
        shown = max(shown, 1 + (alike.index(False) if False in alike else len(alike)))
    return rolls[jet.id][:shown]
