"""Phase 3: electronic warfare, the radar rating, the lock-on die, hidden craft detected (PW-A09, PW-B28 to PW-B35, PW-B83)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from rules.dice import Roller
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.hexes import distance
from rules.pentagon_war.changes import alive, enemies, key, put, seen
from rules.pentagon_war.commission import may_lock_on
from rules.pentagon_war.events import Event, LockOnTried, RadarJammed, Sighted
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, SideId
from rules.values import changed


def rating(craft: Craft) -> int:
    """The radar rating now: the highest box left, lower down the track by enemy ECM; the free 0 ends it (PW-B28)."""
    track = (*craft.radar, 0)
    return track[min(craft.radar_lowered, len(track) - 1)]


def lock_on(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every craft tries once; a lock-on holds all turn (PW-B30)."""
    events: list[Event] = []
    for craft in alive(battle):
        why = _cause(battle, craft, dice)
        locked = bool(why.rolls) and why.rolls[0].total <= rating(craft)
        battle = put(battle, changed(craft, locked_on=locked))
        events.append(LockOnTried(battle.now, why, craft.id, rating(craft), locked, seen_by=seen(battle, craft.id)))
    return Adjudication(battle, tuple(events))


def _cause(battle: Battle, craft: Craft, dice: Roller) -> Cause:
    """Why there is no die, or what it is rolled against."""
    if not may_lock_on(battle):
        return Cause("PW-B85")
    if not craft.radar_on:
        return Cause("PW-S44")
    if rating(craft) == 0:
        return Cause("PW-B33")
    whole = (*craft.radar, 0)[0]
    modifiers = [Modifier(whole, "radar rating")]
    if craft.radar_lowered:
        modifiers.append(Modifier(rating(craft) - whole, "enemy ECM"))
    return Cause("PW-B30", modifiers=tuple(modifiers), rolls=(dice.roll(key(battle, "lock-on", craft.id), 6),))


def most(craft: Craft, options: Options) -> int:
    """The most power a craft may put into ECM, and as much again into ECCM (PW-A09, PW-A78)."""
    special = options.special_electronics and craft.design.special_electronics
    return rating(craft) * (2 if special else 1)


def check_electronics(battle: Battle, craft: Craft, plan: PowerPlan) -> None:
    """IllegalOrderError if the plan's ECM or ECCM is not open to this craft (PW-A09, PW-S147)."""
    if not (plan.ecm or plan.eccm):
        return
    if not battle.options.electronic_warfare:
        raise IllegalOrderError("This battle is played without electronic warfare: no ECM and no ECCM.", rule="PW-A09")
    limit = most(craft, battle.options)
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
        battle = put(battle, *(changed(c, radar_lowered=boxes) for c in alive(battle) if c.side == side))
        events.append(RadarJammed(battle.now, Cause("PW-A11"), side, ecm, eccm, boxes))
    return Adjudication(battle, tuple(events))


def finder(battle: Battle, craft: Craft) -> Craft | None:
    """The nearest enemy craft that has this one within its radar rating, radar on; the first by id of several."""
    near = [(distance(e.at, craft.at), e.id) for e in enemies(battle, craft.side) if e.radar_on]
    found = [(away, enemy) for away, enemy in near if away <= rating(battle.craft[enemy])]
    return battle.craft[min(found)[1]] if found else None


def detect(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Hidden craft within an enemy's radar rating go onto everybody's map, still invisible to lock-on (PW-B83)."""
    events: list[Event] = []
    for craft in alive(battle):
        by = finder(battle, craft) if craft.hidden else None
        if by is None:
            continue
        battle = put(battle, changed(craft, hidden=False))
        away = distance(by.at, craft.at)
        why = Cause("PW-B83", modifiers=(Modifier(rating(by), "radar rating"), Modifier(away, "hexes away")))
        events.append(Sighted(battle.now, why, craft.id, by.id, craft.at))
    return Adjudication(battle, tuple(events))
