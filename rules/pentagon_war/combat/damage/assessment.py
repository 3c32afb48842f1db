"""Segment 11: impacts of seekers, screens, armor, internal hits, explosions, and what the dead leave behind (PW-S67, PW-S68,
PW-S136, PW-A18, PW-B50 to PW-B65)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war import changes
from rules.pentagon_war.combat.damage import explosions
from rules.pentagon_war.combat.damage.boxes import Tally, internal_hits
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.events import Event, Gone, Struck, Survived
from rules.pentagon_war.options import tables
from rules.pentagon_war.orders import Decided, Decision, TakeDamage
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.targeting.sight import find_target, is_evading, is_guided
from rules.pentagon_war.targeting.targets import ACID_POINTS, bolt_strength, bolt_terms
from rules.pentagon_war.units import Acid, Bolt, Craft, Drone, Missile, SideId, UnitId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, Roll, changed


def impacts(battle: Battle, dice: Roller) -> Adjudication[Battle, Event]:
    """Every seeker that arrived this impulse strikes, all at once, or misses an evading target (PW-B64).

    Its target gets the full strength as a blow; a missile explodes at half for everything else in the hex (PW-B91).
    """
    events: list[Event] = []
    hits: list[tuple[Missile | Bolt, tuple[Roll, ...]]] = []
    for seeker in changes.seekers(battle):
        if not seeker.arrived:
            continue
        rolls = _evasion(battle, seeker, dice)
        missed = _missed(battle, seeker, rolls)
        if missed is not None:
            battle = changes.put_units(battle, changed(seeker, arrived=False))
            events.append(missed)
        elif find_target(battle, seeker.target) is not None:
            hits.append((seeker, rolls))
    battle = changes.remove_units(battle, [seeker.id for seeker, _ in hits])
    blasts: list[explosions.Blast] = []
    for seeker, rolls in hits:
        battle, told, set_off = _strike(battle, seeker, rolls)
        events += told
        blasts += set_off
        if isinstance(seeker, Missile) and seeker.kind.hyper:
            bomb = explosions.annihilate(battle, seeker, dice)
            battle = bomb.state
            events += bomb.events
        elif isinstance(seeker, Missile):
            blasts += explosions.missile_blast(seeker, "PW-S68", seeker.target)
    after = explosions.explode(battle, blasts, dice)
    return Adjudication(after.state, (*events, *after.events))


def _evasion(battle: Battle, seeker: Missile | Bolt, dice: Roller) -> tuple[Roll, ...]:
    """The die of a seeker that arrives at an evading target (PW-A18)."""
    if not is_guided(battle, seeker) or not is_evading(battle, changes.find(battle, seeker.target)):
        return ()
    return (dice.roll(changes.key(battle, "evaded", seeker.id), 6),)


def _missed(battle: Battle, seeker: Missile | Bolt, rolls: tuple[Roll, ...]) -> Survived | None:
    """A seeker misses an evading target on one face of a die; a hyper bomb out of guidance does nothing (PW-A18, PW-A36)."""
    if not is_guided(battle, seeker):
        return Survived(battle.now, Cause("PW-A36"), seeker.id, "missed its target")
    face = tables(battle.options)["PW-T30"].number("seeker_fail_face", "value")
    if all(roll.total != face for roll in rolls):
        return None
    return Survived(battle.now, Cause("PW-A18", rolls=rolls), seeker.id, "missed its target")


def _strike(
    battle: Battle, seeker: Missile | Bolt, rolls: tuple[Roll, ...]
) -> tuple[Battle, list[Event], tuple[explosions.Blast, ...]]:
    """The full strength on the target: a blow to a craft, the end of anything small (PW-S67, PW-S136, PW-B54)."""
    set_off: tuple[explosions.Blast, ...] = ()
    target = changes.find(battle, seeker.target)
    if isinstance(seeker, Bolt):
        points, rule, terms = bolt_strength(battle, seeker), "PW-S136", bolt_terms(battle, seeker)
        weapon = "bolt"
    else:
        points, rule, weapon = seeker.kind.warhead, "PW-S67", "missile"
        terms = (Modifier(points, "warhead"),)
    events: list[Event] = [Gone(battle.now, Cause(rule, modifiers=terms, rolls=rolls), seeker.id, seeker.at, "impact")]
    if isinstance(target, Craft) and points > 0 and not (isinstance(seeker, Missile) and seeker.kind.hyper):
        struck = explosions.blow_from_heading(target, seeker.id, weapon, points, seeker.heading)
        battle = changed(battle, blows=(*battle.blows, struck))
    elif isinstance(target, Drone | Missile):
        battle = changes.remove_units(battle, [target.id])
        events.append(Gone(battle.now, Cause(rule), target.id, target.at, "impact"))
        set_off = explosions.missile_blast(target) if isinstance(target, Missile) else ()
    return battle, events, set_off


def divide_screening(
    totals: Mapping[int, int], screening: int, armor: Sequence[int], wish: Sequence[int]
) -> Mapping[int, int]:
    """How much screening each side gets of what there is, never more than struck it (PW-B50, PW-B51).

    `wish` is the owner's `TakeDamage.screen`; what it leaves open goes to the sides with the least armor first.
    """
    given: Counter[int] = Counter()

    def screen(side: int, most: int) -> None:
        given[side] += min(most, totals.get(side, 0) - given[side], screening - given.total())

    if len(set(wish)) < len(wish):
        for side in wish:
            screen(side, 1)
    for side in (*wish, *sorted(totals, key=lambda side: (armor[side - 1], side))):
        screen(side, screening)
    return given


def directional(battle: Battle, craft: Craft, blows: Iterable[Blow], rating: int) -> Mapping[int, int]:
    """How much a directional screen takes off, by side: its rating from each weapon it is turned to (PW-A34)."""
    given: Counter[int] = Counter()
    for blow in blows:
        if faces(battle, craft, blow):
            given[blow.side] += min(rating, blow.points)
    return given


def faces(battle: Battle, craft: Craft, blow: Blow) -> bool:
    """Whether the craft's directional screen counts against a blow (PW-A32, PW-A33).

    Aimed at a side: against seekers and explosions that strike it. Aimed at a craft: against its fire, and that of
    whoever is in line with it.
    """
    if craft.screen_aim.startswith("side "):
        return (blow.seeker or blow.weapon == "explosion") and craft.screen_aim == f"side {blow.side}"
    if blow.seeker or blow.weapon == "explosion" or not craft.screen_aim:
        return False
    if blow.source == craft.screen_aim:
        return True
    aimed_at, firer = changes.find(battle, craft.screen_aim), changes.find(battle, blow.source)
    return aimed_at is not None and firer is not None and colinear(craft.at, aimed_at.at, firer.at)


def colinear(target: Hex, one: Hex, other: Hex) -> bool:
    """Whether the line from the target to the farther of two hexes passes through the nearer one (PW-A33).

    Entering its inside counts and so does running along its edge. Of two equally far the line to either will do.
    """
    near, far = sorted((one, other), key=lambda here: distance(target, here))
    return crosses(target, far, near, edges=True)


def crosses(start: Hex, end: Hex, here: Hex, *, edges: bool) -> bool:
    """Whether the line between two hexes' centres enters the inside of `here` (PW-A67).

    With `edges`, a line that runs along an edge of `here` counts too (PW-A33); a mere corner never does.
    """
    if distance(start, here) + distance(here, end) > distance(start, end) + 1:
        return False  # no point of the line comes that near
    first, last = Fraction(0), Fraction(1)
    for begin, finish in zip(_offsets(here, start), _offsets(here, end), strict=True):
        change = finish - begin
        if change == 0:
            if abs(begin) > 1 or (abs(begin) == 1 and not edges):
                return False
            continue
        one, other = Fraction(-1 - begin, change), Fraction(1 - begin, change)
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


def _offsets(center: Hex, point: Hex) -> tuple[int, int, int]:
    """How far a point lies from a hex across its three pairs of sides; within one each, it is in the hex."""
    q, r = point.q - center.q, point.r - center.r
    return 2 * q + r, q + 2 * r, r - q


ACID_IMPULSES = 3
"""Impulses after the hit on which acid gum goes on eating (PW-S128)."""
BOX_CARS = 12
"""What two dice show when crash acceleration tears something loose (PW-A05)."""


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """NotYoursError, IllegalOrderError or GameError if a choice cannot be made so (PW-B51, PW-B59)."""
    if not isinstance(decision, TakeDamage):
        raise GameError("In the damage assessment segment an owner only chooses how their craft takes its damage.")
    changes.own_craft(battle, side, decision.craft)
    wrong = [number for number in (*decision.screen, *decision.take) if not 1 <= number <= 6]
    if wrong:
        raise IllegalOrderError(f"Sides are numbered 1 to 6; there is no side {wrong[0]}.", rule="PW-B51")


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """The impulse's damage, all of it at once, then explosions until nothing new is destroyed (PW-B64, PW-B65)."""
    struck = impacts(battle, dice)
    battle = struck.state
    crashed = [
        craft.id for craft in changes.alive(battle) if changes.is_crashing(battle, craft) and not craft.design.manned
    ]
    eaten = {craft.id: _eaten(battle, craft) for craft in changes.alive(battle)}
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
        before = {craft.id for craft in changes.alive(battle)}
        blows, battle = battle.blows, changed(battle, blows=())
        for craft in changes.alive(battle):
            mine = [blow for blow in blows if blow.target == craft.id]
            battle = _assessed(battle, craft.id, mine, eaten.get(craft.id, {}), tallies[craft.id], dice)
        for craft_id in crashed:
            battle = _torn(battle, craft_id, tallies[craft_id], dice)
        crashed, eaten = (), {}
        events += _tally_events(tallies)
        battle, told = _explosions(battle, before, dice)
        events += told
    battle, told = explosions.tidy_up(battle)
    return Adjudication(battle, (*events, *told))


def _tallies(battle: Battle, decisions: Sequence[Decided]) -> Mapping[UnitId, Tally]:
    """The screening each craft has now and its owner's choices: decided now, else as its programme says (PW-B90)."""
    tallies = {}
    for craft in changes.alive(battle):
        programme = battle.programmes.get(craft.id)
        tallies[craft.id] = Tally(rating=screen_rating(craft), lose=programme.damage if programme is not None else ())
    for decided in decisions:
        choice = decided.decision
        if not isinstance(choice, TakeDamage) or choice.craft not in tallies:
            continue
        if battle.craft[choice.craft].side == decided.side:
            tally = tallies[choice.craft]
            tally.lose, tally.screen, tally.take = choice.lose or tally.lose, choice.screen, choice.take
    return tallies


def _tally_events(tallies: Mapping[UnitId, Tally]) -> list[Event]:
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
    for craft in changes.alive(battle):
        if craft.acid:
            old = [changed(acid, left=acid.left - (acid.since < battle.now.absolute)) for acid in craft.acid]
            battle = changes.put_units(battle, changed(craft, acid=tuple(acid for acid in old if acid.left > 0)))
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
        screened = divide_screening(totals, tally.rating - tally.screened, craft.armor, tally.screen)
        tally.screened += sum(screened.values())
    globs = tuple(Acid(blow.side, ACID_IMPULSES, battle.now.absolute) for blow in blows if blow.acid)
    if globs:
        battle = changes.put_units(battle, changed(craft, acid=(*craft.acid, *globs)))
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
    battle = changes.put_units(battle, changed(craft, armor=armor))  # type: ignore[arg-type]  # six sides stay six
    return _pierced(battle, craft_id, (side, points, stopped, plates), cause, tally, dice)


def _pierced(
    battle: Battle, craft_id: UnitId, struck: tuple[int, int, int, int], cause: Cause, tally: Tally, dice: Roller
) -> Battle:
    """The battle after a craft was struck: on which side, by how many points, what screens and armor took of them."""
    side, points, screened, armor = struck
    internal, seen_by = points - screened - armor, changes.seers_of(battle, craft_id)
    told = Struck(
        battle.now, cause, craft_id, side, points, screened=screened, armor=armor, internal=internal, seen_by=seen_by
    )
    tally.events.append(told)
    return internal_hits(battle, craft_id, internal, side, tally, dice)


def _torn(battle: Battle, craft_id: UnitId, tally: Tally, dice: Roller) -> Battle:
    """Crash acceleration's risk: on box cars a die of interior hits, past screens and armor (PW-A05)."""
    if battle.craft[craft_id].fate:
        return battle
    strain = dice.roll(changes.key(battle, "strain", craft_id), 6, 2)
    if strain.total < BOX_CARS:
        return battle
    torn = dice.roll(changes.key(battle, "torn", craft_id), 6)
    return _pierced(battle, craft_id, (0, torn.total, 0, 0), Cause("PW-A05", rolls=(strain, torn)), tally, dice)


def _explosions(battle: Battle, before: set[UnitId], dice: Roller) -> tuple[Battle, tuple[Event, ...]]:
    """The craft destroyed since, gone and exploding together; their blows wait for the next round (PW-A23, PW-B65)."""
    gone: list[Event] = []
    blasts: list[explosions.Blast] = []
    for craft_id in sorted(before):
        craft = battle.craft[craft_id]
        if craft.fate == "destroyed":
            gone.append(Gone(battle.now, Cause("PW-B63"), craft_id, craft.at, "destroyed"))
            blasts += explosions.craft_blast(battle, craft, "PW-A23")
    after = explosions.explode(battle, blasts, dice)
    return after.state, (*gone, *after.events)
