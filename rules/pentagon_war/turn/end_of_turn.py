"""The end of a turn: what speed and stars do to craft without screens, and who leaves (PW-A25, PW-A62, PW-B77, PW-B80)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive, enemies, not_done, own_craft, put_units, seekers, seers_of
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.combat.damage.explosions import side_facing, tidy_up
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.events import Event, Gone, Struck
from rules.pentagon_war.geometry import sides_to
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.orders import Decided, Decision, Disengage
from rules.pentagon_war.positions import group, group_class, toward
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Body, Craft, SideId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, changed

HARMLESS_COMPONENT: Final = 6
"""The greatest counted component that does a craft no harm (PW-A25)."""
SPEED_KIND: Final = "speed"
RADIATION_KIND: Final = "radiation"


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Damage by speed first, then everybody who leaves does so at once."""
    worn = wear(battle, dice)
    battle, events = worn.state, list(worn.events)
    leaving: dict[str, Disengage] = {}
    for decided in decisions:
        order = decided.decision
        if not isinstance(order, Disengage):
            continue
        try:
            _check(battle, decided.side, order, truly=True)
        except GameError as refusal:
            events.append(not_done(battle, decided.side, order.craft, "disengagement", refusal))
        else:
            leaving[order.craft] = order
    for _, order in sorted(leaving.items()):
        if not battle.craft[order.craft].fate:  # it may have left with a craft it is joined to
            battle, gone = _leave(battle, order)
            events.extend(gone)
    battle, told = tidy_up(battle) if leaving else (battle, ())
    return Adjudication(battle, (*events, *told))


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """Whether a craft may leave, as far as its side knows: what hidden craft and seekers do about it is seen then."""
    if not isinstance(decision, Disengage):
        raise GameError("At the end of the turn craft may only disengage.", rule="PW-B77")
    _check(battle, side, decision, truly=False)


def _check(battle: Battle, side: SideId, order: Disengage, *, truly: bool) -> None:
    """`truly`: hidden craft and the secret targets of seekers count too."""
    craft = own_craft(battle, side, order.craft)
    if order.how == "acceleration":
        _check_acceleration(battle, craft)
        return
    reach = separation(battle.options)
    near = [e for e in enemies(battle, side) if distance(e.at, craft.at) <= reach]
    known = next((enemy for enemy in near if not enemy.hidden), None)
    if known is not None:
        raise IllegalOrderError(
            f"{craft.name} is {distance(known.at, craft.at)} hexes from {known.name}; it may leave by separation when every "
            f"enemy craft is more than {reach} off.",
            rule="PW-B80",
        )
    if truly and (near or _followed(battle, craft)):
        raise IllegalOrderError(f"Something still keeps {craft.name} from leaving.", rule="PW-B80")


def separation(options: Options) -> int:
    """A craft may leave by separation when every enemy craft is further off than this many hexes (PW-B80)."""
    return int(tables(options)["PW-T30"].cell("disengage_range", "value").lstrip("> "))


def _followed(battle: Battle, craft: Craft) -> bool:
    """Whether a seeker is after one of the craft that would leave (PW-B80)."""
    leaving = {member.id for member in group(battle, craft)}
    return any(seeker.tracking and seeker.target in leaving for seeker in seekers(battle))


def _check_acceleration(battle: Battle, craft: Craft) -> None:
    """IllegalOrderError if a craft, or the group it is joined to, cannot leave by acceleration.

    (PW-B77, PW-A26, PW-S24, PW-M30)
    """
    members = group(battle, craft)
    wanted = tables(battle.options)["PW-T30"].number("disengage_component", "value")
    if max(abs(craft.velocity.a), abs(craft.velocity.c)) < wanted:
        raise IllegalOrderError(
            f"{craft.name} must have a velocity component of {wanted}, either way, to leave by acceleration.",
            rule="PW-B77",
        )
    engines, size = sum(member.engines for member in members), group_class(battle, craft)
    if not engines or engines < size:
        raise IllegalOrderError(
            f"{craft.name} needs {max(size, Fraction(1))} working engines to leave by acceleration; it has {engines}.",
            rule="PW-B77",
        )
    if not _burner(members) and all(member.design.scoop == "none" for member in members):
        raise IllegalOrderError(f"{craft.name} needs a full fuel tank to leave by acceleration.", rule="PW-S24")
    ids = {member.id for member in members}
    holder = next((lock.craft for lock in battle.locks if lock.target in ids and lock.craft not in ids), None)
    if holder is not None:
        raise IllegalOrderError(
            f"{craft.name} is held by a magnetic beam of {battle.craft[holder].name} and cannot leave.", rule="PW-B77"
        )
    down = next((member for member in members if not screen_rating(member)), None)
    if battle.options.speed_limitations and down is not None:
        raise IllegalOrderError(
            f"{down.name}'s screens are down; without them it cannot leave by acceleration.", rule="PW-A26"
        )


def _burner(members: Sequence[Craft]) -> Craft | None:
    """The craft of a group whose tank is emptied: the first with a full one."""
    return next((member for member in members if member.tanks_full), None)


def _leave(battle: Battle, order: Disengage) -> tuple[Battle, tuple[Event, ...]]:
    """The battle without a craft and those joined to it; acceleration burns a tank, a scoop spares it (PW-S24)."""
    members = group(battle, battle.craft[order.craft])
    burner = _burner(members)
    scooped = any(member.design.scoop != "none" for member in members)
    rule = "PW-B77" if order.how == "acceleration" else "PW-B80"
    events: list[Event] = []
    for member in members:
        left = changed(member, fate="disengaged")
        if order.how == "acceleration" and burner is not None and not scooped and member.id == burner.id:
            left = changed(left, tanks_full=left.tanks_full - 1, tanks_empty=left.tanks_empty + 1)
        battle = put_units(battle, left)
        events.append(
            Gone(battle.now, Cause(rule), member.id, member.at, "disengaged", seen_by=seers_of(battle, member.id))
        )
    return battle, tuple(events)


def wear(battle: Battle, dice: Roller) -> Adjudication[Battle, Event]:
    """One external point for every craft without screens that is too fast, if the battle is played with that rule, and one for
    every such craft in a star's radiation."""
    bare = [craft for craft in alive(battle) if not screen_rating(craft)]
    fast = [craft for craft in bare if _top(craft) > HARMLESS_COMPONENT] if battle.options.speed_limitations else []
    lit = [(craft, star) for craft in bare for star in [_lighting(battle, craft)] if star is not None]
    blows = (*(_blow(craft) for craft in fast), *(_ray(craft, star) for craft, star in lit))
    if not blows:
        return Adjudication(battle, ())
    # The damage of segment 11, but at the turn's end: acid gum eats by impulses and must not eat again here.
    acid = {craft.id: craft.acid for craft in alive(battle)}
    clean = put_units(battle, *(changed(craft, acid=()) for craft in alive(battle)))
    result = assessment.resolve(changed(clean, blows=(*clean.blows, *blows)), (), dice)
    after = put_units(result.state, *(changed(result.state.craft[unit], acid=left) for unit, left in acid.items()))
    return Adjudication(after, tuple(_with_rule(battle, event) for event in result.events))


def _lighting(battle: Battle, craft: Craft) -> Body | None:
    """The star in whose radiation a craft is."""
    stars = (body for _, body in sorted(battle.bodies.items()) if body.radiation and not body.destroyed)
    return next((star for star in stars if distance(craft.at, star.at) <= star.radius + star.radiation), None)


def _top(craft: Craft) -> int:
    return max(abs(craft.counted.a), abs(craft.counted.c))


def _blow(craft: Craft) -> Blow:
    """The point strikes the side that faces the motion; of two the clockwise one, unless the owner takes the other."""
    sides = sides_to(Hex(0, 0), craft.facing, toward(craft.velocity))
    return Blow(craft.id, craft.id, SPEED_KIND, sides[-1], 1, side_choice=sides[0] if len(sides) > 1 else 0)


def _ray(craft: Craft, star: Body) -> Blow:
    """The point strikes the side that faces the star; of two the clockwise one, unless the owner takes the other."""
    side, other = side_facing(craft, star.at)
    return Blow(craft.id, craft.id, RADIATION_KIND, side, 1, side_choice=other)


def _with_rule(before: Battle, event: Event) -> Event:
    """The event with its rule: blows of speed and of radiation, not of an enemy's weapon."""
    if not isinstance(event, Struck):
        return event
    words = [term.reason.rpartition(" ")[2] for term in event.cause.modifiers]
    said = {
        SPEED_KIND: f"speed {_top(before.craft[event.craft])}, screens down",
        RADIATION_KIND: "radiation of the star, screens down",
    }
    terms = tuple(Modifier(words.count(what), text) for what, text in said.items() if what in words)
    return (
        changed(event, cause=Cause("PW-A25" if SPEED_KIND in words else "PW-A62", modifiers=terms)) if terms else event
    )
