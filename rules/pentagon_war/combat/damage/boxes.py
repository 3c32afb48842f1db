"""Internal hits: the boxes that a hit can destroy in the order an owner gives them up, the Damage Allocation Chart, and final
damage (PW-B58 to PW-B62, PW-B15, PW-B57)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.dice import Roller
from rules.pentagon_war.changes import key, put_units, seers_of, with_one, wreck_craft
from rules.pentagon_war.designs import WeaponKind
from rules.pentagon_war.events import BoxHit, Event
from rules.pentagon_war.options import tables
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Gun, UnitId
from rules.values import Cause, Roll, Value, changed

FINAL_DAMAGE: Final = "FinalDamage"
"""The system named in the event of a final damage hit, which the chart does not have (PW-B57, PW-B63)."""


class Box(Value):
    """One box a hit can destroy: what players call it, words a preference may name it by, and and the craft after it.

    `last` orders the choice when the owner says nothing: lower goes first. `power_lost` is what dissipates with it.
    """

    name: str
    words: tuple[str, ...]
    after: Craft
    last: tuple[int, ...] = ()
    power_lost: int = 0


def candidates(craft: Craft, system: str) -> tuple[Box, ...]:
    """The boxes of a system of the chart that can be hit now; none if it is used up (PW-B57)."""
    return tuple(SYSTEM_BOXES[system](craft))


def choose_box(boxes: Sequence[Box], lose: Sequence[str]) -> Box:
    """The box given up: the first that `lose` names by id or kind, else the least useful (PW-B59)."""
    wanted = [word.strip().lower() for word in lose]

    def order(box: Box) -> tuple[int, tuple[int, ...]]:
        named = [place for place, word in enumerate(wanted) if word in box.words]
        return min(named, default=len(wanted)), box.last

    return min(boxes, key=order)


def _pool(field: str, name: str, *words: str) -> Callable[[Craft], Iterable[Box]]:
    """Boxes that are only counted: `field` of the craft goes down by one."""

    def boxes(craft: Craft) -> Iterable[Box]:
        left: int = getattr(craft, field)
        if left > 0:
            yield Box(name, (name, *words), changed(craft, **{field: left - 1}))  # type: ignore[arg-type]  # the field is one of the counts

    return boxes


def _forward_hull(craft: Craft) -> Iterable[Box]:
    """Ramming weights stand with the forward hull, for the owner to choose (PW-B62)."""
    yield from _pool("hull_forward", "forward hull", "hull")(craft)
    for weight in _pool("ramming_weights", "ramming weight", "weight")(craft):
        yield changed(weight, last=(1,))


def _capacitors(craft: Craft) -> Iterable[Box]:
    """Discharged capacitors go first; a charged one loses its power (PW-C31, PW-S35)."""
    if craft.capacitors <= 0:
        return
    left = changed(craft, capacitors=craft.capacitors - 1)
    if craft.cpmf.left < craft.capacitors:
        yield Box("discharged capacitor", ("capacitor",), left)
        return
    form = changed(craft.cpmf, lost=craft.cpmf.lost + 1)
    yield Box("charged capacitor", ("capacitor",), changed(left, cpmf=form), power_lost=1)


def _tanks(craft: Craft) -> Iterable[Box]:
    """Empty tanks are offered first; a full one loses its fuel and does not explode (PW-S25)."""
    yield from _pool("tanks_empty", "empty fuel tank", "empty", "fuel tank")(craft)
    for tank in _pool("tanks_full", "full fuel tank", "full", "fuel tank")(craft):
        yield changed(tank, last=(1,))


def _radar(craft: Craft) -> Iterable[Box]:
    """The highest box left goes; the 0 box never (PW-B29, PW-B61)."""
    if craft.radar:
        yield Box(f"radar {craft.radar[0]}", ("radar",), changed(craft, radar=craft.radar[1:]))


def _cargo(craft: Craft) -> Iterable[Box]:
    for at, hold in enumerate(craft.holds):
        if hold.state != "destroyed":
            name = f"cargo {at + 1}"
            holds = (*craft.holds[:at], changed(hold, state="destroyed"), *craft.holds[at + 1 :])
            yield Box(name, (name, "cargo"), changed(craft, holds=holds), (int(hold.state == "full"), at))


def _missiles(craft: Craft) -> Iterable[Box]:
    """Marked boxes take no hits; a full box loses its missile, which does not explode (PW-S58, PW-B88)."""
    for at, box in enumerate(craft.missiles):
        if box.state in {"full", "empty"}:
            after = with_one(craft.missiles, box.id, state="destroyed")
            words = (box.id.lower(), "missile")
            last = (int(box.state == "full"), box.kind.hyper, box.kind.warhead, -at)
            yield Box(box.id, words, changed(craft, missiles=after), last)


def _bays(craft: Craft) -> Iterable[Box]:
    """An empty bay absorbs the hit; a full one loses its drone (PW-S71, PW-B88)."""
    for at, bay in enumerate(craft.bays):
        if bay.state != "destroyed":
            after = with_one(craft.bays, bay.id, state="destroyed")
            words = (bay.id.lower(), "drone", f"{bay.arm} drone")
            last = (int(bay.state == "full"), -at)
            yield Box(bay.id, words, changed(craft, bays=after), last)


WEAPON_WORTH: Final[Mapping[str, int]] = {
    "beam": 0, "laser": 1, "electron": 2, "proton": 3, "acid": 4, "radiation": 5, "metal": 6,
}  # fmt: skip
"""Which weapon an owner gives up first who said nothing."""


def _weapons(*kinds: WeaponKind) -> Callable[[Craft], Iterable[Box]]:
    """Those fired last go first, then those of fewest arcs (PW-B59)."""

    def boxes(craft: Craft) -> Iterable[Box]:
        for at, weapon in enumerate(craft.weapons):
            if weapon.kind in kinds and not weapon.destroyed:
                after = with_one(craft.weapons, weapon.id, destroyed=True)
                last = (1, -weapon.fired, WEAPON_WORTH[weapon.kind], len(weapon.arcs), -at)
                words = (weapon.id.lower(), weapon.kind)
                yield Box(weapon.id, words, changed(craft, weapons=after), last)

    return boxes


def _guns(craft: Craft) -> Iterable[Box]:
    """Any one unmarked box of any gun; a box the gun can do without goes first (PW-B58, PW-S125, PW-S132)."""
    for at, gun in enumerate(craft.guns):
        if gun.left > 0:
            after = with_one(craft.guns, gun.id, destroyed=gun.destroyed + 1)
            last = (int(not _spare(gun)), -gun.fired, WEAPON_WORTH[gun.kind], 0, -at)
            words = (gun.id.lower(), gun.kind, "gun")
            yield Box(gun.id, words, changed(craft, guns=after), last)


def _spare(gun: Gun) -> bool:
    """Whether a gun shoots as well without one more box: a radiation gun's second, a metal gun's odd one."""
    return (gun.kind == "radiation" and gun.left > 1) or (gun.kind == "metal" and gun.left % 2 == 1)


def _any_weapon(craft: Craft) -> Iterable[Box]:
    """A laser, cannon, magnetic beam or gun box of the owner's choice (PW-B60)."""
    yield from _weapons("laser", "electron", "proton", "beam")(craft)
    yield from _guns(craft)


SYSTEM_BOXES: Final[Mapping[str, Callable[[Craft], Iterable[Box]]]] = {
    "FwdHull": _forward_hull,
    "AftHull": _pool("hull_aft", "aft hull", "hull"),
    "Cargo": _cargo,
    "Engine": _pool("engines", "engine"),
    "PointDefense": _pool("point_defense", "point defense"),
    "Laser": _weapons("laser"),
    "Capacitor": _capacitors,
    "Radar": _radar,
    "Missile": _missiles,
    "Gun": _guns,
    "MainCtrl": _pool("main_control", "main control"),
    "AuxCtrl": _pool("aux_control", "auxiliary control"),
    "MagBeam": _weapons("beam"),
    "Drone": _bays,
    "Screen": _pool("screens", "screen"),
    "Repair": _pool("repair", "repair"),
    "ElectronCannon": _weapons("electron"),
    "ProtonCannon": _weapons("proton"),
    "FuelTank": _tanks,
    "AnyWeapon": _any_weapon,
    FINAL_DAMAGE: _pool("final_damage", "final damage"),
}
"""Every name of the Damage Allocation Chart (PW-T12), and the final damage track."""


REAR_SIDE = 4
"""The side the engines are on (PW-S50)."""


@dataclass
class Tally:
    """What one segment has done to one craft so far: hits rolled for, screening used, whether the rear engine went."""

    hits: int = 0
    screened: int = 0
    rear_done: bool = False
    lose: tuple[str, ...] = ()
    screen: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    rating: int = 0
    events: list[Event] = field(default_factory=list)


def internal_hits(battle: Battle, craft_id: UnitId, points: int, side: int, tally: Tally, dice: Roller) -> Battle:
    """The battle after so many internal hits through a side (0: interior), until the craft is destroyed.

    The first of an impulse through the rear kills an engine if one is left (PW-S50, PW-B56).
    """
    for _ in range(points):
        craft = battle.craft[craft_id]
        if craft.fate:
            break
        if side == REAR_SIDE and not tally.rear_done and craft.engines:
            tally.rear_done = True
            battle = _lost(battle, craft, "Engine", Cause("PW-S50"), tally)
            continue
        tally.hits += 1
        roll = dice.roll(key(battle, "hit", craft_id, tally.hits), 6, 2)
        system, fell = struck_system(battle, craft, roll)
        rule = "PW-B63" if system == FINAL_DAMAGE else "PW-B57" if fell else "PW-B15"
        battle = _lost(battle, craft, system, Cause(rule, rolls=(roll,)), tally)
    return battle


def struck_system(battle: Battle, craft: Craft, roll: Roll) -> tuple[str, bool]:
    """The system a dark and a light die name, and whether the hit moved on to it along the row (PW-B15, PW-B57).

    A system with no box left passes the hit to the right, round to the row's beginning; an exhausted row to the final
    damage track.
    """
    dark, light = roll.faces
    row = row_of(battle, dark)
    for steps in range(len(row)):
        system = row[(light - 1 + steps) % len(row)]
        if candidates(craft, system):
            return system, system != row[light - 1]
    return FINAL_DAMAGE, True


def row_of(battle: Battle, dark: int) -> Sequence[str]:
    """The chart's row of a dark die, light 1 to 6 (PW-T12)."""
    chart = tables(battle.options)["PW-T12"]
    return [chart.cell(dark, f"light {light}") for light in range(1, 7)]


def _lost(battle: Battle, craft: Craft, system: str, cause: Cause, tally: Tally) -> Battle:
    """The battle with the owner's choice among a system's boxes destroyed; the last final damage box ends the craft."""
    box = choose_box(candidates(craft, system), tally.lose)
    after = box.after
    told = BoxHit(battle.now, cause, craft.id, system, box.name, box.power_lost, seen_by=seers_of(battle, craft.id))
    tally.events.append(told)
    if after.final_damage <= 0:
        after = wreck_craft(after)
    return put_units(battle, after)
