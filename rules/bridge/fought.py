"""A campaign's battle that its players fight: the bout that it becomes, and what came of it when that is over (CW-9.0-02)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rules.bridge.apply_outcome import outcomes, untouched
from rules.bridge.auto_resolve import winner_of
from rules.bridge.battle import Field, clashes, field_of
from rules.bridge.course import Fought, call_off
from rules.bridge.story import own_losses, story
from rules.bridge.tables_of import is_allowed, number
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, UnitOutcome
from rules.errors import GameError
from rules.pentagon_war import state as tactical
from rules.pentagon_war.turn.engine import standing
from rules.pentagon_war.units import UnitId
from rules.values import changed

RULE = "CW-9.0-02"


def field_fought(battle: Battle, settings: Settings) -> Field:
    """The one fight of a battle on the tactical map. GameError where it is several at once, or one side is not on the map."""
    fights = clashes(battle)
    if len(fights) != 1:
        raise GameError(
            f"Battle {battle.id} is {len(fights) or 'no'} fights at once; it is settled otherwise.", rule=RULE
        )
    field_ = field_of(battle, fights[0], settings)
    if any(not any(craft.side == camp for craft in field_.battle.craft.values()) for camp in field_.camps):
        raise GameError(f"A side of battle {battle.id} has nothing on the tactical map.", rule=RULE)
    return field_


def bout_of(
    field_: Field,
    settings: Settings,
    names: Mapping[SideId, str],
    title: str,
    standing: tactical.StartingOrders | None = None,
) -> tactical.Battle:
    """The bout before its first turn: the field of the chair, with its crews, and the turn in which the attackers withdraw.

    Craft are called by what they are: a ship's own name is for its side alone, for what was built is numbered by it. `standing`
    are the orders with which the sides came (`standing.standing_of`).
    """
    fight = field_.battle
    craft = {unit: changed(one, name=field_.formations[unit].kind) for unit, one in fight.craft.items()}
    sides = {
        camp: changed(fight.sides[camp], name=" and ".join(names[side] for side in members))
        for camp, members in field_.camps.items()
    }
    many = {unit: len(one.members) for unit, one in field_.formations.items() if len(one.members) > 1}
    crews = tactical.Crews(field_.aim, number(settings, "points a pip"), tuple(sorted(field_.surprised)), many)
    turns = number(settings, "turns")
    options = changed(
        fight.options,
        self_destruction=is_allowed(settings, "self-destruction"),
        ramming=is_allowed(settings, "ramming"),
    )
    return changed(
        fight, options=options, sides=sides, craft=craft, title=title, last_turn=turns, crews=crews, standing=standing
    )


def outcome_of(battle: Battle, settings: Settings, course: Sequence[tactical.Battle]) -> BattleOutcome:
    """What came of a battle whose bout is over: `course` is how it stood when each of its turns began, and at its end.

    Units are given back as the chair gives them back (CW-9.0-11). GameError: the bout is not over, or no bout of this battle.
    """
    field_ = field_fought(battle, settings)
    end = course[-1]
    if end.winner is None:
        raise GameError(f"The bout of battle {battle.id} has no result.", rule=RULE)
    if {unit: craft.side for unit, craft in end.craft.items()} != {u: c.side for u, c in field_.battle.craft.items()}:
        raise GameError(f"The bout is not set up as battle {battle.id} is now.", rule=RULE)
    fought = _fought(field_, battle, course)
    done = {result.unit: result for result in outcomes(field_, fought, settings)}
    done |= {result.unit: result for result in _struck(field_, fought, end, done, battle)}
    units = tuple(done.get(unit.unit) or untouched(unit) for unit in battle.units)
    told = {side: words for side in battle.sides if (words := own_losses(field_, fought, side))}
    lines = story(field_, fought, battle)
    outcome = BattleOutcome(battle.id, "fought", winner_of(field_, fought.winner, done, battle), units, lines, told)
    check_outcome(battle, outcome)
    return outcome


def _fought(field_: Field, battle: Battle, course: Sequence[tactical.Battle]) -> Fought:
    end = course[-1]
    left: dict[UnitId, int] = {}
    lost: dict[UnitId, int] = {}
    for before, after in pairwise(course):
        for unit, craft in sorted(after.craft.items()):
            if craft.fate and not before.craft[unit].fate:
                (lost if craft.fate == "destroyed" else left)[unit] = before.now.turn
    fought = Fought(field_, end, end.winner or "", turns=len(course) - 1, left=left, lost=lost)
    if len(standing(end)) > 1:
        call_off(fought, battle)
    return fought


def _struck(
    field_: Field, fought: Fought, end: tactical.Battle, done: Mapping[str, UnitOutcome], battle: Battle
) -> Iterator[UnitOutcome]:
    """What was given up and could not have left by itself has struck to whom it fought (ruling R-102)."""
    foes = [(a, b) for pair in battle.enemies for a, b in (pair, pair[::-1])]
    winners = field_.camps.get(fought.winner, ())
    for unit, craft in sorted(end.craft.items()):
        formation = field_.formations[unit]
        captor = next((foe for own, foe in foes if own == formation.first.side and foe in winners), "")
        if craft.fate != "disengaged" or craft.engines > 0 or not captor or formation.first.side == NO_EMPIRE:
            continue
        for member in dict.fromkeys(member.combatant.unit for member in formation.members):
            result = done[member]
            if result.fate == "fled" and "|" not in member:
                yield (
                    UnitOutcome(member, "destroyed")
                    if captor == NO_EMPIRE
                    else changed(result, fate="captured", captor=captor)
                )
