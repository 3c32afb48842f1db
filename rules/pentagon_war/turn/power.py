"""Phases 1 to 3: velocities counted, everything fresh, each captain's secret initial allocation; then electronic warfare and
radar (PW-A09, PW-B28 to PW-B35, PW-B83, PW-C16 to PW-C21)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from rules.dice import Roller
from rules.hexes import distance
from rules.pentagon_war.changes import alive, enemies, key, own_craft, put_units, seers_of, spend
from rules.pentagon_war.commission import charged_capacitors, may_lock_on, screens_cold
from rules.pentagon_war.events import Event, LockOnTried, NotDone, PowerAllocated, RadarJammed, Sighted, TurnBegan
from rules.pentagon_war.options import Options, power_per_use
from rules.pentagon_war.orders import AllocatePower, Decided, Decision
from rules.pentagon_war.positions import recount
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import check_invisible, expose, lose_track, towing_craft, upkeep
from rules.pentagon_war.units import Cpmf, Craft, SideId, UnitId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, changed, quoted


def radar_rating(craft: Craft) -> int:
    """The radar rating now: the highest box left, lower down the track by enemy ECM; the free 0 ends it (PW-B28)."""
    track = (*craft.radar, 0)
    return track[min(craft.radar_lowered, len(track) - 1)]


def lock_on(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every craft tries once; a lock-on holds all turn (PW-B30)."""
    events: list[Event] = []
    for craft in alive(battle):
        why = _cause(battle, craft, dice)
        locked = bool(why.rolls) and why.rolls[0].total <= radar_rating(craft)
        battle = put_units(battle, changed(craft, locked_on=locked))
        events.append(
            LockOnTried(battle.now, why, craft.id, radar_rating(craft), locked, seen_by=seers_of(battle, craft.id))
        )
    return Adjudication(battle, tuple(events))


def _cause(battle: Battle, craft: Craft, dice: Roller) -> Cause:
    """Why there is no die, or what it is rolled against."""
    if not may_lock_on(battle):
        return Cause("PW-B85")
    if not craft.radar_on:
        return Cause("PW-S44")
    if radar_rating(craft) == 0:
        return Cause("PW-B33")
    whole = (*craft.radar, 0)[0]
    modifiers = [Modifier(whole, "radar rating")]
    if craft.radar_lowered:
        modifiers.append(Modifier(radar_rating(craft) - whole, "enemy ECM"))
    return Cause("PW-B30", modifiers=tuple(modifiers), rolls=(dice.roll(key(battle, "lock-on", craft.id), 6),))


def most_power(craft: Craft, options: Options) -> int:
    """The most power a craft may put into ECM, and as much again into ECCM (PW-A09, PW-A78)."""
    special = options.special_electronics and craft.design.special_electronics
    return radar_rating(craft) * (2 if special else 1)


def check_electronics(battle: Battle, craft: Craft, plan: PowerPlan) -> None:
    """IllegalOrderError if the plan's ECM or ECCM is not open to this craft (PW-A09, PW-S147)."""
    if not (plan.ecm or plan.eccm):
        return
    if not battle.options.electronic_warfare:
        raise IllegalOrderError("This battle is played without electronic warfare: no ECM and no ECCM.", rule="PW-A09")
    limit = most_power(craft, battle.options)
    for name, points in (("ECM", plan.ecm), ("ECCM", plan.eccm)):
        if not 0 <= points <= limit:
            raise IllegalOrderError(
                f"{craft.name} can put 0 to {limit} power into {name}, not {points}.", rule="PW-A09"
            )
    if plan.ecm and not craft.controls:
        raise IllegalOrderError(f"{craft.name} has no controls left, so it cannot run ECM.", rule="PW-S147")


def strength(battle: Battle, side: SideId, line: Literal["ecm", "eccm"]) -> Fraction:
    """A side's ECM or ECCM: the exact mean over its craft and bases, drones and missiles left out (PW-A10).

    Hidden craft are left out too: they power neither, and a mean that counted them would tell how many there are.
    """
    own = [craft for craft in alive(battle) if craft.side == side and not craft.hidden]
    powers = [craft.cpmf.ecm if line == "ecm" else craft.cpmf.eccm for craft in own]
    return Fraction(sum(powers), len(powers)) if powers else Fraction(0)


def jam(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Both sides announce; the weaker ECCM's tracks go down a box for each whole point it falls short (PW-A11).

    With more than two sides the strongest enemy's ECM counts.
    """
    if not battle.options.electronic_warfare:
        return Adjudication(battle, ())
    events: list[Event] = []
    for side in sorted(battle.sides):
        ecm = max((strength(battle, other, "ecm") for other in battle.sides if other != side), default=Fraction(0))
        eccm = strength(battle, side, "eccm")
        boxes = max(0, int(ecm - eccm))
        if not (ecm or eccm):
            continue
        battle = put_units(battle, *(changed(c, radar_lowered=boxes) for c in alive(battle) if c.side == side))
        events.append(RadarJammed(battle.now, Cause("PW-A11"), side, ecm, eccm, boxes))
    return Adjudication(battle, tuple(events))


def finder(battle: Battle, craft: Craft) -> Craft | None:
    """The nearest enemy craft that has this one within its radar rating, radar on; the first by id of several."""
    near = [(distance(e.at, craft.at), e.id) for e in enemies(battle, craft.side) if e.radar_on]
    found = [(away, enemy) for away, enemy in near if away <= radar_rating(battle.craft[enemy])]
    return battle.craft[min(found)[1]] if found else None


def detect(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Hidden craft within an enemy's radar rating go onto everybody's map, still invisible to lock-on (PW-B83)."""
    events: list[Event] = []
    for craft in alive(battle):
        by = finder(battle, craft) if craft.hidden else None
        if by is None:
            continue
        battle = put_units(battle, changed(craft, hidden=False))
        away = distance(by.at, craft.at)
        why = Cause("PW-B83", modifiers=(Modifier(radar_rating(by), "radar rating"), Modifier(away, "hexes away")))
        events.append(Sighted(battle.now, why, craft.id, by.id, craft.at))
    return Adjudication(battle, tuple(events))


STAYS_WARM: Final = 20
"""Complete turns without a cannon shot after which cannons are cold (PW-S105)."""


def begin(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Phase 1: components counted for the turn, capacitors recharged, marks cleared (PW-C37, PW-S36, PW-S150)."""
    battle = recount(battle)
    drones = (changed(drone, targets=(), record=()) for drone in battle.drones.values())
    battle = put_units(battle, *(_fresh(battle, craft) for craft in alive(battle)), *drones)
    # What a held beam was doubled with last turn is spent; doubling it again is a matter of phase 2 (PW-C21).
    battle = changed(battle, locks=tuple(changed(lock, doubled=False) for lock in battle.locks))
    return Adjudication(battle, (TurnBegan(battle.now, Cause("PW-C37")),))


def _fresh(battle: Battle, craft: Craft) -> Craft:
    fresh = changed(
        craft,
        cpmf=Cpmf(available=charged_capacitors(battle, craft)),
        radar_lowered=0,
        locked_on=False,
        evading=False,
        screens_cold=screens_cold(battle),
        energised=0,
        reinforced=0,
        screen_aim="",
        targets=(),
        fire_impulse=0,
        weapons=tuple(changed(weapon, tried=False) for weapon in craft.weapons),
        record=(),
    )
    return rest_cannon(fresh, battle.now.turn)


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """Whether a craft may begin its turn with this plan; the error names the rule (PW-C16 to PW-C21, PW-A12, PW-A19)."""
    if not isinstance(decision, AllocatePower):
        raise GameError("Only power is allocated in this phase.", rule="PW-C03")
    craft, plan = own_craft(battle, side, decision.craft), decision.plan
    check_electronics(battle, craft, plan)
    if plan.invisible:
        check_invisible(battle, craft, plan)
    _check_doubled(battle, craft, plan)
    if plan.evade:
        _check_evasion(battle, craft)
    cost = price(battle, craft, plan)
    if cost > craft.cpmf.left:
        raise IllegalOrderError(
            f"{craft.name} has {craft.cpmf.left} charged capacitors; this plan takes {cost}.", rule="PW-C33"
        )


def price(battle: Battle, craft: Craft, plan: PowerPlan) -> int:
    """The capacitor power a plan takes at once (PW-S37)."""
    hidden = upkeep(craft, battle.options) if plan.invisible else 0
    return hidden + plan.ecm + plan.eccm + len(plan.doubled) * power_per_use(battle.options, "5")


def _check_doubled(battle: Battle, craft: Craft, plan: PowerPlan) -> None:
    held = {lock.beam for lock in battle.locks if lock.craft == craft.id}
    if len(set(plan.doubled)) != len(plan.doubled):
        raise IllegalOrderError("Each held beam can be doubled once.", rule="PW-C21")
    for beam in plan.doubled:
        if beam not in held:
            raise IllegalOrderError(
                f"{craft.name}'s beam {quoted(beam)} holds nothing; only a beam that held on from last turn is doubled now.",
                rule="PW-C21",
            )


def _check_evasion(battle: Battle, craft: Craft) -> None:
    if not battle.options.evasive_maneuvering:
        raise IllegalOrderError("This battle is played without evasive maneuvering.", rule="PW-A12")
    if not craft.controls:
        raise IllegalOrderError(f"{craft.name} has no controls left, so it cannot evade.", rule="PW-S147")
    if craft.engines < 1:
        raise IllegalOrderError(
            f"{craft.name} has no engine to evade with; evading takes one of its own.", rule="PW-A19"
        )
    if craft.design.scoop == "none" and not craft.tanks_full:
        raise IllegalOrderError(
            f"{craft.name} has no fuel, so its engines are still and it cannot evade.", rule="PW-S23"
        )


def allocate(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Phase 2: all plans at once, open to everyone afterwards (PW-C12); a craft without one keeps its radar as it is."""
    plans, events = _plans(battle, decisions)
    vanished = []
    for craft in alive(battle):
        plan = plans.get(craft.id, PowerPlan(radar_on=craft.radar_on))
        if plan.invisible and not craft.invisible:
            vanished.append(craft.id)
        battle = _apply(battle, craft, plan)
        events.append(_allocation_event(battle, craft.id, plan))
    for unit in vanished:
        battle, lost = lose_track(battle, unit, dice)
        events.extend(lost)
    for craft in alive(battle):
        if craft.hidden and not craft.invisible:
            battle, sighted = expose(battle, craft.id, Cause("PW-B83"))
            events.extend(sighted)
    return Adjudication(battle, tuple(events))


def _plans(battle: Battle, decisions: Sequence[Decided]) -> tuple[dict[UnitId, PowerPlan], list[Event]]:
    """Each craft's last plan that is legal, and what was refused."""
    plans: dict[UnitId, PowerPlan] = {}
    events: list[Event] = []
    for decided in decisions:
        if not isinstance(decided.decision, AllocatePower):
            continue
        try:
            check(battle, decided.side, decided.decision)
        except GameError as refusal:
            events.append(
                _refused(battle, decided.side, decided.decision.craft, str(refusal), refusal.rule or "PW-C16")
            )
        else:
            plans[decided.decision.craft] = decided.decision.plan
    for unit in sorted(plans):
        craft = battle.craft[unit]
        towers = {tower.id for tower in towing_craft(battle, craft)}
        if not plans[unit].invisible or not craft.is_base or not craft.exposed:
            continue
        if not any(tower in plans and plans[tower].invisible for tower in towers):
            del plans[unit]
            why = f"The craft that tows {craft.name} did not turn invisible itself."
            events.append(_refused(battle, craft.side, unit, why, "PW-A40"))
    return plans, events


def _refused(battle: Battle, side: SideId, craft: UnitId, why: str, rule: str) -> NotDone:
    return NotDone(battle.now, Cause(rule), craft, "power plan", why, seen_by=(side,))


def _apply(battle: Battle, craft: Craft, plan: PowerPlan) -> Battle:
    """The battle with a craft's plan paid for and running."""
    powered = spend(craft, "invisibility", upkeep(craft, battle.options) if plan.invisible else 0)
    powered = spend(spend(powered, "ecm", plan.ecm), "eccm", plan.eccm)
    powered = spend(powered, "beams", len(plan.doubled) * power_per_use(battle.options, "5"))
    powered = changed(powered, radar_on=plan.radar_on, invisible=plan.invisible, evading=bool(plan.evade))
    locks = tuple(
        changed(lock, doubled=True) if lock.craft == craft.id and lock.beam in plan.doubled else lock
        for lock in battle.locks
    )
    return changed(put_units(battle, powered), locks=locks)


def _allocation_event(battle: Battle, unit: UnitId, plan: PowerPlan) -> PowerAllocated:
    craft = battle.craft[unit]
    return PowerAllocated(
        battle.now, Cause("PW-C12"), unit, plan.invisible, plan.radar_on, evading=bool(plan.evade), ecm=plan.ecm, eccm=plan.eccm,
        doubled=len(plan.doubled), left=craft.cpmf.left, seen_by=seers_of(battle, unit),
    )  # fmt: skip


def rest_cannon(craft: Craft, turn: int) -> Craft:
    """A craft as a turn begins: after 20 complete turns without a cannon shot it spends this one warming up again.

    Warming up needs no power and no order, as on a first turn (PW-B86).
    """
    if turn - craft.last_cannon <= STAYS_WARM or turn < craft.warm_from:
        return craft
    return changed(craft, warm_from=turn + 1, last_cannon=turn + 1)
