"""Segment 11: impacts, screens, armor, internal hits, explosions, and what the dead leave behind (PW-B50 to PW-B65)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.dice import Roller
from rules.errors import GameError, IllegalOrderError
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.changes import alive, crashing, key, own_craft, put, seen
from rules.pentagon_war.combat.damage.boxes import Tally, internal_hits
from rules.pentagon_war.combat.damage.explosions import Blast, aftermath, craft_blast, explode
from rules.pentagon_war.combat.damage.impacts import impacts
from rules.pentagon_war.combat.damage.screens import directional, divided
from rules.pentagon_war.combat.reinforcement import rating
from rules.pentagon_war.events import Event, Gone, Struck
from rules.pentagon_war.orders import Decided, Decision, TakeDamage
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.targeting.targets import ACID_POINTS
from rules.pentagon_war.units import Acid, Craft, SideId, UnitId
from rules.values import changed

ACID_IMPULSES = 3
"""Impulses after the hit on which acid gum goes on eating (PW-S128)."""
BOX_CARS = 12
"""What two dice show when crash acceleration tears something loose (PW-A05)."""


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """NotYoursError, IllegalOrderError or GameError if a choice cannot be made so (PW-B51, PW-B59)."""
    if not isinstance(decision, TakeDamage):
        raise GameError("In the damage assessment segment an owner only chooses how their craft takes its damage.")
    own_craft(battle, side, decision.craft)
    wrong = [number for number in (*decision.screen, *decision.take) if not 1 <= number <= 6]
    if wrong:
        raise IllegalOrderError(f"Sides are numbered 1 to 6; there is no side {wrong[0]}.", rule="PW-B51")


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """The impulse's damage, all of it at once, then explosions until nothing new is destroyed (PW-B64, PW-B65)."""
    struck = impacts(battle, dice)
    battle = struck.state
    crashed = [craft.id for craft in alive(battle) if crashing(battle, craft) and not craft.design.manned]
    eaten = {craft.id: _eaten(battle, craft) for craft in alive(battle)}
    done = settle(_acid_spent(battle), decisions, dice, eaten, crashed)
    return Adjudication(done.state, (*struck.events, *done.events))


def settle(
    battle: Battle,
    decisions: Sequence[Decided],
    dice: Roller,
    eaten: Mapping[UnitId, Mapping[int, int]] = MappingProxyType({}),
    crashed: Sequence[UnitId] = (),
) -> Adjudication[Battle, Event]:
    """The blows that wait, carried out to the last explosion, and what the lost leave behind put in order.

    `eaten` is acid past the screens by craft and side, `crashed` the craft that roll for crash acceleration.
    """
    events: list[Event] = []
    tallies = _tallies(battle, decisions)
    while battle.blows or any(eaten.values()) or crashed:
        before = {craft.id for craft in alive(battle)}
        blows, battle = battle.blows, changed(battle, blows=())
        for craft in alive(battle):
            mine = [blow for blow in blows if blow.target == craft.id]
            battle = _assessed(battle, craft.id, mine, eaten.get(craft.id, {}), tallies[craft.id], dice)
        for craft_id in crashed:
            battle = _torn(battle, craft_id, tallies[craft_id], dice)
        crashed, eaten = (), {}
        events += _told(tallies)
        battle, told = _explosions(battle, before, dice)
        events += told
    battle, told = aftermath(battle)
    return Adjudication(battle, (*events, *told))


def _tallies(battle: Battle, decisions: Sequence[Decided]) -> Mapping[UnitId, Tally]:
    """The screening each craft has now and its owner's choices: decided now, else as its programme says (PW-B90)."""
    tallies = {}
    for craft in alive(battle):
        programme = battle.programmes.get(craft.id)
        tallies[craft.id] = Tally(rating=rating(craft), lose=programme.damage if programme is not None else ())
    for decided in decisions:
        choice = decided.decision
        if not isinstance(choice, TakeDamage) or choice.craft not in tallies:
            continue
        if battle.craft[choice.craft].side == decided.side:
            tally = tallies[choice.craft]
            tally.lose, tally.screen, tally.take = choice.lose or tally.lose, choice.screen, choice.take
    return tallies


def _told(tallies: Mapping[UnitId, Tally]) -> list[Event]:
    """The events of all craft so far, by id; the tallies begin anew."""
    events: list[Event] = []
    for _, tally in sorted(tallies.items()):
        events += tally.events
        tally.events = []
    return events


def _eaten(battle: Battle, craft: Craft) -> Mapping[int, int]:
    """Points of acid still eating, by side: those that struck on an earlier impulse (PW-S128)."""
    sides: dict[int, int] = {}
    for acid in craft.acid:
        if acid.since < battle.now.absolute:
            sides[acid.side] = sides.get(acid.side, 0) + ACID_POINTS
    return sides


def _acid_spent(battle: Battle) -> Battle:
    for craft in alive(battle):
        if craft.acid:
            old = [changed(acid, left=acid.left - (acid.since < battle.now.absolute)) for acid in craft.acid]
            battle = put(battle, changed(craft, acid=tuple(acid for acid in old if acid.left > 0)))
    return battle


def _assessed(
    battle: Battle, craft_id: UnitId, blows: Sequence[Blow], eaten: Mapping[int, int], tally: Tally, dice: Roller
) -> Battle:
    """One craft's damage: screens off the total, acid past them, armor, internal hits, side by side (PW-B50 to PW-B56)."""
    craft = battle.craft[craft_id]
    blows = [_taken(blow, tally) for blow in blows]
    totals: dict[int, int] = {}
    for blow in blows:
        totals[blow.side] = totals.get(blow.side, 0) + blow.points
    if craft.design.directional:
        screened = directional(battle, craft, blows, tally.rating)
    else:
        screened = divided(totals, tally.rating - tally.screened, craft.armor, tally.screen)
        tally.screened += sum(screened.values())
    globs = tuple(Acid(blow.side, ACID_IMPULSES, battle.now.absolute) for blow in blows if blow.acid)
    if globs:
        battle = put(battle, changed(craft, acid=(*craft.acid, *globs)))
    for side in sorted({*totals, *eaten}):
        parts = [blow for blow in blows if blow.side == side]
        stopped = screened.get(side, 0)
        battle = _side_struck(battle, craft_id, side, parts, stopped, eaten.get(side, 0), tally, dice)
    return battle


def _taken(blow: Blow, tally: Tally) -> Blow:
    """The blow on the side its owner takes it on: the clockwise one of a tie unless they named the other (PW-B26)."""
    sides = [side for side in tally.take if side in {blow.side, blow.side_choice}]
    return changed(blow, side=sides[0]) if sides else blow


def _side_struck(
    battle: Battle,
    craft_id: UnitId,
    side: int,
    blows: Sequence[Blow],
    stopped: int,
    acid: int,
    tally: Tally,
    dice: Roller,
) -> Battle:
    craft = battle.craft[craft_id]
    if craft.fate:
        return battle
    points = sum(blow.points for blow in blows) + acid
    plates = min(points - stopped, craft.armor[side - 1])
    terms = [Modifier(blow.points, f"{blow.source} {blow.weapon}") for blow in blows]
    terms += [Modifier(acid, "acid gum")] if acid else []
    rolls = tuple(roll for blow in blows for roll in blow.rolls)
    rule = "PW-A34" if craft.design.directional else "PW-B50"
    cause = Cause(rule, modifiers=tuple(terms), rolls=rolls)
    armor = tuple(left - plates if at == side - 1 else left for at, left in enumerate(craft.armor))
    battle = put(battle, changed(craft, armor=armor))  # type: ignore[arg-type]  # six sides stay six
    return _pierced(battle, craft_id, (side, points, stopped, plates), cause, tally, dice)


def _pierced(
    battle: Battle, craft_id: UnitId, struck: tuple[int, int, int, int], cause: Cause, tally: Tally, dice: Roller
) -> Battle:
    """The battle after a craft was struck: on which side, by how many points, what screens and armor took of them."""
    side, points, screened, armor = struck
    internal, seen_by = points - screened - armor, seen(battle, craft_id)
    told = Struck(
        battle.now, cause, craft_id, side, points, screened=screened, armor=armor, internal=internal, seen_by=seen_by
    )
    tally.events.append(told)
    return internal_hits(battle, craft_id, internal, side, tally, dice)


def _torn(battle: Battle, craft_id: UnitId, tally: Tally, dice: Roller) -> Battle:
    """Crash acceleration's risk: on box cars a die of interior hits, past screens and armor (PW-A05)."""
    if battle.craft[craft_id].fate:
        return battle
    strain = dice.roll(key(battle, "strain", craft_id), 6, 2)
    if strain.total < BOX_CARS:
        return battle
    torn = dice.roll(key(battle, "torn", craft_id), 6)
    return _pierced(battle, craft_id, (0, torn.total, 0, 0), Cause("PW-A05", rolls=(strain, torn)), tally, dice)


def _explosions(battle: Battle, before: set[UnitId], dice: Roller) -> tuple[Battle, tuple[Event, ...]]:
    """The craft destroyed since, gone and exploding together; their blows wait for the next round (PW-A23, PW-B65)."""
    gone: list[Event] = []
    blasts: list[Blast] = []
    for craft_id in sorted(before):
        craft = battle.craft[craft_id]
        if craft.fate == "destroyed":
            gone.append(Gone(battle.now, Cause("PW-B63"), craft_id, craft.at, "destroyed"))
            blasts += craft_blast(battle, craft, "PW-A23")
    after = explode(battle, blasts, dice)
    return after.state, (*gone, *after.events)
