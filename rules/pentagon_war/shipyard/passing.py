"""What craft that lie in one dock could hand each other: the offers of a pause, each of them legal (PW-S144)."""

from collections.abc import Iterator

from rules.pentagon_war.designs import CargoBox
from rules.pentagon_war.shipyard.reading import counted
from rules.pentagon_war.shipyard.repair import Dock
from rules.pentagon_war.units import UnitId
from rules.values import Value


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
    words = [counted(number, thing) for number, thing in held if number]
    return ", ".join([*words, *([box.other] if box.other else [])]) or "nothing"
