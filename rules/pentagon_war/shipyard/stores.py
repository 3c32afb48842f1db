"""Stores between battles: reloads out of cargo, fuel bought, cargo and fuel passed between craft in one dock, and what these
could hand each other (PW-A44, PW-S144)."""

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from rules.pentagon_war.changes import with_one
from rules.pentagon_war.designs import CargoBox, DroneArm
from rules.pentagon_war.shipyard.notation_items import count_things
from rules.pentagon_war.shipyard.repair import Dock, aboard, check_campaign, dock_craft
from rules.pentagon_war.units import Bay, CargoHold, Craft, Gun, MissileBox, UnitId, WeaponId
from rules.values import GameError, IllegalOrderError, NotationError, Value, changed, changed_by_name, quoted

Store: TypeAlias = Literal["missiles", "acid", "steel"]
REFILL_POINTS: Final = 1
"""Points for refilling one tank at a space hangar (PW-S27)."""


def reload(dock: Dock, unit: UnitId, weapon: WeaponId) -> Dock:
    """One reload out of the joined craft's cargo into a missile box, drone bay, or one slashed box of a gun.

    The craft's own holds are emptied first, then the others' in order. IllegalOrderError if there is nothing to fill,
    or nothing to fill it with. A missile box takes missiles of its own kind; hyper bombs are not carried as reloads.
    """
    check_campaign(dock)
    craft = aboard(dock, unit)
    places: tuple[MissileBox | Bay | Gun, ...] = (*craft.missiles, *craft.bays, *craft.guns)
    place = next((place for place in places if place.id == weapon.upper()), None)
    match place:
        case MissileBox():
            _check_missile(place)
            emptied = _taken(dock, craft, _store("missiles"), "missile")
        case Bay():
            if place.state != "dotted":
                raise IllegalOrderError(f"Bay {place.id} is not empty.", rule="PW-A44")
            emptied = _taken(dock, craft, _drone(place.arm), f"{place.arm.replace('_', ' ')} drone")
        case Gun():
            emptied = _taken(dock, craft, _gun_store(place), "reload for this gun")
        case None:
            raise NotationError(f"{craft.name} has no missile box, drone bay or gun {quoted(weapon)}.")
    return dock_craft(emptied, (_filled(aboard(emptied, unit), place.id),))


def _check_missile(box: MissileBox) -> None:
    if box.kind.hyper:
        raise IllegalOrderError("Hyper bombs are bought one by one; no cargo box holds them.", rule="PW-A38")
    if box.state not in {"marked", "empty"}:
        raise IllegalOrderError(f"Missile box {box.id} is {box.state}; only an empty one is reloaded.", rule="PW-A44")


def _gun_store(gun: Gun) -> Callable[[CargoBox], CargoBox | None]:
    if gun.kind == "radiation" or not gun.slashed:
        raise IllegalOrderError(f"Gun {gun.id} has no box that waits for a reload.", rule="PW-S127")
    return _store("acid" if gun.kind == "acid" else "steel")


def _store(what: Store) -> Callable[[CargoBox], CargoBox | None]:
    """What takes one of a store out of a cargo box: the box after, None if there is none in it."""

    def take(box: CargoBox) -> CargoBox | None:
        held: int = getattr(box, what)
        return changed_by_name(box, {what: held - 1}) if held else None

    return take


def _drone(arm: DroneArm) -> Callable[[CargoBox], CargoBox | None]:
    def take(box: CargoBox) -> CargoBox | None:
        if arm not in box.drones:
            return None
        at = box.drones.index(arm)
        return changed(box, drones=(*box.drones[:at], *box.drones[at + 1 :]))

    return take


def _taken(dock: Dock, first: Craft, take: Callable[[CargoBox], CargoBox | None], what: str) -> Dock:
    for craft in (first, *(other for other in dock.craft if other.id != first.id)):
        for place, hold in enumerate(craft.holds, 1):
            rest = take(hold.cargo) if hold.state == "full" else None
            if rest is not None:
                left = CargoHold(rest, "full" if rest != CargoBox() else "dotted")
                return dock_craft(dock, (_with_hold(craft, place, left),))
    raise IllegalOrderError(f"No cargo of these craft holds a {what}.", rule="PW-A44")


def _filled(craft: Craft, weapon: WeaponId) -> Craft:
    return changed(
        craft,
        missiles=with_one(craft.missiles, weapon, state="full"),
        bays=with_one(craft.bays, weapon, state="full", accelerations=0, fired=0),
        guns=tuple(changed(gun, slashed=gun.slashed - 1) if gun.id == weapon else gun for gun in craft.guns),
    )


def reload_all(dock: Dock) -> Dock:
    """Everything filled that the stores suffice for: craft by craft, missiles, then drones, then guns."""
    check_campaign(dock)
    for craft in dock.craft:
        wanting = [box.id for box in craft.missiles if box.state in {"marked", "empty"} and not box.kind.hyper]
        wanting += [bay.id for bay in craft.bays if bay.state == "dotted"]
        wanting += [gun.id for gun in craft.guns if gun.kind != "radiation" for _ in range(gun.slashed)]
        for weapon in wanting:
            try:
                dock = reload(dock, craft.id, weapon)
            except GameError:
                continue  # the stores lack this one kind; another may be there
    return dock


def pass_cargo(dock: Dock, giver: UnitId, hold: int, taker: UnitId, place: int) -> Dock:
    """The whole content of one cargo box (counted from 1) into an empty one, of a joined craft or the same."""
    check_campaign(dock)
    cargo = _hold(aboard(dock, giver), hold, "full").cargo
    _hold(aboard(dock, taker), place, "dotted")
    emptied = dock_craft(dock, (_with_hold(aboard(dock, giver), hold, CargoHold(CargoBox(), "dotted")),))
    return dock_craft(emptied, (_with_hold(aboard(emptied, taker), place, CargoHold(cargo)),))


def _hold(craft: Craft, number: int, state: Literal["full", "dotted"]) -> CargoHold:
    found = craft.holds[number - 1] if 1 <= number <= len(craft.holds) else None
    if found is None or found.state != state:
        wanted = "with something in it" if state == "full" else "that is empty"
        raise IllegalOrderError(f"{craft.name} has no cargo box {number} {wanted}.", rule="PW-S144")
    return found


def _with_hold(craft: Craft, number: int, hold: CargoHold) -> Craft:
    return changed(craft, holds=(*craft.holds[: number - 1], hold, *craft.holds[number:]))


def pass_fuel(dock: Dock, giver: UnitId, taker: UnitId, tanks: int) -> Dock:
    """So many tanks' fuel from one joined craft into the empty tanks of another (PW-S144)."""
    check_campaign(dock)
    source, sink = aboard(dock, giver), aboard(dock, taker)
    if giver == taker or not 1 <= tanks <= min(source.tanks_full, sink.tanks_empty):
        full, empty = count_things(source.tanks_full, "full tank"), count_things(sink.tanks_empty, "empty tank")
        raise IllegalOrderError(
            f"{source.name} has {full} to give and {sink.name} {empty} to fill; {tanks} cannot be passed.",
            rule="PW-S144",
        )
    return dock_craft(
        dock,
        (
            changed(source, tanks_full=source.tanks_full - tanks, tanks_empty=source.tanks_empty + tanks),
            changed(sink, tanks_full=sink.tanks_full + tanks, tanks_empty=sink.tanks_empty - tanks),
        ),
    )


def refuel(craft: Craft, tanks: int) -> tuple[Craft, int]:
    """The craft with so many empty tanks refilled at a space hangar, and the points that costs (PW-S27)."""
    if not 0 <= tanks <= craft.tanks_empty:
        raise IllegalOrderError(
            f"{craft.name} has {count_things(craft.tanks_empty, 'empty tank')}; {tanks} cannot be refilled.",
            rule="PW-S27",
        )
    filled = changed(craft, tanks_full=craft.tanks_full + tanks, tanks_empty=craft.tanks_empty - tanks)
    return filled, tanks * REFILL_POINTS


class FuelPass(Value):
    """So many tanks' fuel from one craft to another."""

    giver: UnitId
    taker: UnitId
    tanks: int


class CargoPass(Value):
    """The content of a cargo box (counted from 1) into an empty one, and in words what it holds."""

    giver: UnitId
    hold: int
    taker: UnitId
    place: int
    what: str


def fuel_passes(dock: Dock) -> tuple[FuelPass, ...]:
    """All that a craft can take from another, and a single tank where that is not all."""
    return tuple(_fuel(dock))


def _fuel(dock: Dock) -> Iterator[FuelPass]:
    for taker in dock.craft:
        for giver in dock.craft:
            most = min(giver.tanks_full, taker.tanks_empty)
            if giver.id != taker.id and most:
                yield FuelPass(giver.id, taker.id, most)
                if most > 1:
                    yield FuelPass(giver.id, taker.id, 1)


def cargo_passes(dock: Dock) -> tuple[CargoPass, ...]:
    """Every full cargo box into the first empty one of each other craft."""
    return tuple(_cargo(dock))


def _cargo(dock: Dock) -> Iterator[CargoPass]:
    for giver in dock.craft:
        for number, hold in enumerate(giver.holds, 1):
            for taker in dock.craft if hold.state == "full" else ():
                place = next((n for n, other in enumerate(taker.holds, 1) if other.state == "dotted"), 0)
                if place and taker.id != giver.id:
                    yield CargoPass(giver.id, number, taker.id, place, content(hold.cargo))


def content(box: CargoBox) -> str:
    """What a cargo box holds, in words."""
    held = (
        (box.missiles, "missile"), (len(box.drones), "drone"), (box.acid, "acid load"), (box.steel, "steel charge"),
    )  # fmt: skip
    words = [count_things(number, thing) for number, thing in held if number]
    return ", ".join([*words, *([box.other] if box.other else [])]) or "nothing"
