"""States and designs for tests of yards, factories, bases and mines; whole turns of the humans."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order, OrderPreview
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.model.state.places import Body, StarSystem
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Roller
from rules.values import Adjudication, Roll, changed
from tests.rules.cluster_war.build import DESIGNS, DICE, sheet, small, star, with_fleet

HOME = "0303-3"
G = Fraction
YARD: Mapping[str, Design] = {
    d.id: d
    for d in (
        *DESIGNS.values(),
        Design("cruiser", "Cruiser", "ship", 50, 233, G(3), prefix="CA"),
        Design("dd2", "Destroyer II", "ship", 20, 90, G(4), prefix="DD"),
        Design("oneway", "Colony Ship", "ship", 20, 110, G(2), cargo_bays=2, prefix="CS", traits=("scrappable",)),
        Design("digger", "Digger", "ship", 40, 200, G(2), mining=30, cargo_bays=2, prefix="DG"),
        Design("tug", "Tug", "ship", 60, 100, G(2), prefix="TG"),
        Design("fighter", "Fighter", "small_craft", 5, 10, unit="fighter"),
        Design("gunboat", "Gunboat", "small_craft", 10, 25, unit="gunboat"),
        Design("militia", "Militia", "ground", 1, 6),
        Design("marines", "Marines", "ground", 1, 12),
        Design("tanks", "Medium Tank", "ground", 2, 19, gear=1),
        Design("htank", "Heavy Tank", "ground", 3, 25, gear=2),
        Design("aero", "Light Fighter", "ground", 2, 11, gear=1, traits=("aerospace",)),
        Design("droids", "Android Militia", "ground", 1, 6, traits=("android",)),
        Design("droidtanks", "Android Tanks", "ground", 2, 19, gear=1, traits=("android",)),
        Design("wild", "Wild Beasts", "ground", 1, 5, traits=("wild",)),
        Design("mega", "Mega Tank", "ground", 40, 300, unit="mega tank"),
        Design("super", "Super Tank", "ground", 10, 60, unit="super tank"),
        Design("boat", "Patrol Boat", "ground", 8, 40, unit="patrol boat"),
        Design("ocean", "Naval Ship", "ground", 40, 200, unit="naval ship"),
        Design("way", "Way Station", "base", 10, 60, lrs=1, comm=1, prefix="WS"),
        Design("mine", "Mining Base", "base", 30, 90, mining=30, prefix="MB"),
        Design("dock", "Dock", "base", 60, 200, shipyard_bays=20, light_industry=20, prefix="DK"),
        Design("rock", "Rock Fort", "base", 40, 120, prefix="RF", traits=("asteroid",)),
        Design("hard", "Hard Ship", "ship", 20, 150, G(3), prefix="HS", requires=("Neutronium",)),
    )
}

LEARNED = ("Battle Computers III: Androids", "Ground Forces: Continental Siege Units")
"""What the humans must know to build all of these designs."""

T = TypeVar("T")


class Rigged(Roller):
    """Dice that show 1 (all is lost, in these rules) for keys that begin so, and the highest face else."""

    def __init__(self, *low: str, face: int = 1) -> None:
        self.low = low
        self.face = face
        self.keys: list[str] = []

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        self.keys.append(key)
        face = min(self.face, sides) if any(key.startswith(start) for start in self.low) else sides
        return Roll(key, sides, (face,) * count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)


def empire(
    *systems: StarSystem, settings: Settings | None = None, treasury: int = 1000, **facilities: object
) -> GameState:
    """The humans' home world of 1000 CPs with these facilities, and the designs above; every system surveyed."""
    state = small(systems=systems, settings=settings)
    home = changed(state.colonies[HOME], **facilities)  # type: ignore[arg-type] # keywords are Colony's own fields
    sides = {key: changed(s, designs=YARD) for key, s in state.sides.items()}
    sides["humans"] = changed(sides["humans"], treasury=treasury, technologies=LEARNED)
    known = {h: surveyed(s) for h, s in state.cluster.systems.items()}
    knowledge = {key: changed(k, systems=known) for key, k in state.knowledge.items()}
    return changed(state, colonies={**state.colonies, HOME: home}, sides=sides, knowledge=knowledge)


def surveyed(system: StarSystem) -> KnownSystem:
    """All there is to know of a system."""
    bodies = tuple(KnownBody(b.orbit, b.step, b.life, b.max_cp, b.resources, b.name) for b in system.bodies)
    return KnownSystem(system.hex, "surveyed", 1, bodies)


def rich(hex_: str, max_cp: int = 100, *resources: str, step: str = "5555") -> StarSystem:
    """A star with one world in orbit 2."""
    return star(hex_, Body(2, step, max_cp, resources=resources))


def turn(state: GameState, *orders: Order, dice: object = DICE) -> Adjudication[GameState, Event]:
    """A whole turn with these orders of the humans."""
    return adjudicate(state, sheet("humans", *orders, turn=state.turn), dice)  # type: ignore[arg-type] # rigged dice roll too


def plan(state: GameState, order: Order, *before: Order) -> OrderPreview:
    """What the humans are told when they give an order, with these on their sheet."""
    return check(view_for(state, "humans"), sheet("humans", *before, turn=state.turn), order)


def told(done: Adjudication[GameState, Event], kind: type[T]) -> list[T]:
    """The events of one kind."""
    return [e for e in done.events if isinstance(e, kind)]


def failures(done: Adjudication[GameState, Event]) -> list[str]:
    """What the humans are told could not be done."""
    return [e.reason for e in done.events if isinstance(e, OrderFailed) and "humans" in e.seen_by]


def with_base(state: GameState, design: str, hex_: str, orbit: int = 0, **more: object) -> GameState:
    """The state with one more base of the humans, at work ("humans/WS01")."""
    prefix = YARD[design].prefix
    number = state.counters.get(f"ship/humans/{prefix}", 0) + 1
    base = Base(f"humans/{prefix}{number:02d}", "humans", design, YARD[design].name, hex_, orbit)
    base = changed(base, **more)  # type: ignore[arg-type] # keywords are Base's own fields
    counters = {**state.counters, f"ship/humans/{prefix}": number}
    return changed(state, bases={**state.bases, base.id: base}, counters=counters)


def fleet(state: GameState, hex_: str, *designs: str, cargo: int = 0, **more: object) -> GameState:
    """The state with one more fleet of the humans; its first ship carries `cargo` CPs."""
    before = set(state.ships)
    state = with_fleet(state, "humans", hex_, *designs, **more)  # type: ignore[arg-type] # keywords are Fleet's own fields
    if not cargo:
        return state
    first = min(set(state.ships) - before)
    return changed(state, ships={**state.ships, first: changed(state.ships[first], cargo=cargo)})
