"""Hexes with terrain for tests, ships with a layout to be struck, and dice that fall as a test says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeVar

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.terrain import ShipStruck, TerrainBraved
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.worlds.terrain import STORMS, TERRAIN_KINDS, kind_of
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Roller
from rules.values import Roll, changed
from tests.rules.cluster_war.build import sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import with_drives

E = TypeVar("E", bound=Event)
HERE: Final = "0606"
SEEN_FROM: Final = "0605"
ALL: Final = Settings(terrain=TERRAIN_KINDS)
LAYOUT: Final[Mapping[str, int]] = {
    "Bridge": 1,
    "Drive 3G": 6,
    "Beam emitter 3": 4,
    "Shield projector 1": 4,
    "LRS": 1,
    "Crew quarters": 2,
    "Cargo bay": 2,
}
"""20 hull spaces: 5 rows to each side, 200 heads, shields that stop 4 points."""
OPEN: Final = {label: n for label, n in LAYOUT.items() if label != "Shield projector 1"} | {"Cargo bay": 6}
SLOOP: Final = {"Bridge": 1, "Drive 3G": 3, "Crew quarters": 4, "Cargo bay": 2}
OWN: Final[Mapping[str, Design]] = {
    d.id: d
    for d in (
        Design("cruiser", "Cruiser", "ship", 20, 200, Fraction(3), lrs=1, cargo_bays=2, layout=LAYOUT, prefix="CR"),
        Design("open", "Open Cruiser", "ship", 20, 150, Fraction(3), lrs=1, cargo_bays=6, layout=OPEN, prefix="OP"),
        Design("ten", "Sloop", "ship", 10, 60, Fraction(3), layout=SLOOP, prefix="SL", ftl="warp"),
        Design("warp-open", "Warp Cruiser", "ship", 20, 150, Fraction(3), layout=OPEN, prefix="WC", ftl="warp"),
        Design("warp-cruiser", "Warp Shield", "ship", 20, 150, Fraction(3), layout=LAYOUT, prefix="WS", ftl="warp"),
        Design("bare-boat", "Open Gunboat", "small_craft", 8, 8, Fraction(2), layout={"Bridge": 1}, prefix="OB"),
        Design(
            "boat-shield", "Gunboat", "small_craft", 8, 20, Fraction(2),
            layout={"Bridge": 1, "Shield projector 1": 1}, prefix="SB",
        ),
        Design(
            "boat-snap", "Snap Gunboat", "small_craft", 8, 20, Fraction(2),
            layout={"Bridge": 1, "Snapshield 1": 1}, prefix="SN",
        ),
        Design("drone", "Drone", "small_craft", 4, 8, Fraction(2), layout={"AI cockpit": 1}, prefix="DR"),
        Design(
            "carrier", "Carrier", "ship", 30, 200, Fraction(3), hangar=20, prefix="CV",
            layout={"Bridge": 1, "Drive 3G": 9, "Hangar bay": 2},
        ),
    )
}  # fmt: skip


@dataclass
class Rigged(Roller):
    """Dice that fall as `faces` says by a part of their key, the last that fits, and else show 1."""

    faces: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """The same faces for all keys that hold a part."""
        self.keys.append(key)
        wanted = [found for part, found in self.faces.items() if part in key]
        shown = wanted[-1] if wanted else 1
        given = (shown,) * count if isinstance(shown, int) else shown
        return Roll(key, sides, tuple(min(face, sides) for face in (given * count)[:count]))


def skies(*codes: str, hex_: str = HERE, force: int = 0, settings: Settings = ALL, **more: object) -> GameState:
    """Humans and Vermin, and one hex with these objects; its storms have this force and keep it."""
    state = small(systems=[star(hex_, codes=codes)], settings=settings, **more)  # type: ignore[arg-type] # `small`'s
    state = with_drives(state)
    sides = {key: changed(side, designs={**side.designs, **OWN}) for key, side in state.sides.items()}
    storms = {kind: force for code in codes if (kind := kind_of(code)) in STORMS}
    weather = {hex_: Weather(storms, tuple(storms))} if storms else {}
    return changed(state, sides=sides, weather=weather)


def there(state: GameState, *designs: str, owner: str = "humans", hex_: str = HERE, **more: object) -> GameState:
    """The state with a fleet of these in the hex."""
    return with_fleet(state, owner, hex_, *designs, **more)  # type: ignore[arg-type] # `with_fleet`'s own


def month(
    state: GameState, *orders: Order, dice: Roller | None = None, sound: bool = True
) -> tuple[GameState, tuple[Event, ...]]:
    """A whole turn, in which what must hold of every month is looked at."""
    done = adjudicate(state, sheet("humans", *orders, turn=state.turn), dice or Rigged())
    assert not sound or broken_invariants(state, done.state, done.events) == ()
    return done.state, done.events


def of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def struck(events: Iterable[Event]) -> list[tuple[str, int, str]]:
    """Who was struck: ship, week and effect."""
    return [(e.ship.rpartition("/")[2], e.week, e.effect) for e in of(events, ShipStruck)]


def rolled(events: Iterable[Event]) -> list[tuple[str, int]]:
    """Where and in which week ships rolled, harmed or not."""
    found = [(e.hex, e.week) for e in of(events, TerrainBraved)] + [(e.hex, e.week) for e in of(events, ShipStruck)]
    return sorted(set(found), key=lambda pair: (pair[1], pair[0]))


def out(ship: Ship) -> int:
    """Hull spaces out of order."""
    return sum(ship.wounds.damaged.values()) + sum(ship.wounds.destroyed.values())


def one_blow(
    code: str, roll: int, design: str = "cruiser", *, force: int = 0, cargo: int = 0, **faces: int | tuple[int, ...]
) -> tuple[GameState, ShipStruck | None]:
    """A ship is in a hex for a month, and rolls this in the first week; afterwards it comes through."""
    rig = {"/passage": 1, f"/1/humans/{prefix_of(design)}01/passage": roll, **{f"/{k}": v for k, v in faces.items()}}
    before = there(skies(code, force=force), design)
    before = changed(before, ships={key: changed(ship, cargo=cargo) for key, ship in before.ships.items()})
    state, events = month(before, dice=Rigged(rig))
    blows = of(events, ShipStruck)
    assert len(blows) <= 1
    return state, blows[0] if blows else None


def prefix_of(design: str) -> str:
    """What names of ships of a design begin with."""
    state = skies("G")
    return state.sides["humans"].designs[design].prefix
