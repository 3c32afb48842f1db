"""ECM and ECCM: what a craft may power, the sides' averages, and the radar boxes they cost the enemy (PW-A09 to PW-A11)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from rules.dice import Roller
from rules.errors import IllegalOrderError
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import alive, put
from rules.pentagon_war.events import Event, RadarJammed
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.lock_on import rating
from rules.pentagon_war.units import Craft, SideId


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


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
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
        battle = put(battle, *(replace(c, radar_lowered=boxes) for c in alive(battle) if c.side == side))
        events.append(RadarJammed(battle.now, Cause("PW-A11"), side, ecm, eccm, boxes))
    return Adjudication(battle, tuple(events))
