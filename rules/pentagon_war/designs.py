"""A craft as bought: systems, arms, armor by side, and what comes free. Prices and checks are in `shipyard/`."""

from typing import Literal, TypeAlias

from rules.pentagon_war.geometry import Arc, Facing
from rules.values import Value

WeaponKind: TypeAlias = Literal["laser", "electron", "proton", "beam"]
GunKind: TypeAlias = Literal["radiation", "acid", "metal"]
DroneArm: TypeAlias = Literal["laser", "electron", "proton", "point_defense"]
Scoop: TypeAlias = Literal["none", "ramscoop", "magnascoop"]
F2: tuple[Arc, ...] = ("LF", "RF")


class WeaponBox(Value):
    """One secondary weapon or magnetic beam with the arcs bought for it (PW-S98)."""

    kind: WeaponKind
    arcs: tuple[Arc, ...] = F2


class GunTrack(Value):
    """One gun: a track of boxes, two adjacent arcs (PW-S95, PW-S122)."""

    kind: GunKind
    boxes: int
    arcs: tuple[Arc, ...] = F2


class MissileType(Value):
    """What flies: speed in hexes a turn, endurance in hexes, warhead strength (PW-S59, PW-S69); `hyper` is PW-A35."""

    speed: int = 6
    range: int = 24
    warhead: int = 12
    hyper: bool = False


BASIC_MISSILE = MissileType()


class CargoBox(Value):
    """What one cargo box holds: counts of reloads (PW-S18); `drones` by their arm; `other` is the scenario's freight."""

    missiles: int = 0
    drones: tuple[DroneArm, ...] = ()
    acid: int = 0
    steel: int = 0
    other: str = ""


class DesignLink(Value):
    """A link to another design: its facing relative to ours in hexsides, and the arc it blocks for us (PW-S142)."""

    to: str
    relative_facing: Facing
    blocks: Arc


class Design(Value):
    """A craft's boxes as built. `hull_*` and `final_damage` count the free boxes too (PW-S14, PW-S54).

    `armor` is boxes on sides 1 to 6; `radar` the bought boxes' numbers in falling order, without the free 0 (PW-S43).
    """

    name: str
    power: str = ""
    manned: bool = False
    screens: int = 0
    directional: bool = False
    armor: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    hull_forward: int = 0
    hull_aft: int = 0
    cargo: tuple[CargoBox, ...] = ()
    fuel_tanks: int = 0
    scoop: Scoop = "none"
    capacitors: int = 0
    point_defense: int = 0
    radar: tuple[int, ...] = ()
    engines: int = 0
    final_damage: int = 1
    missiles: tuple[MissileType, ...] = ()
    drones: tuple[DroneArm, ...] = ()
    main_control: int = 1
    aux_control: int = 0
    radar_invisibility: bool = False
    weapons: tuple[WeaponBox, ...] = ()
    guns: tuple[GunTrack, ...] = ()
    repair: int = 0
    ramming_weights: int = 0
    special_electronics: bool = False
    suicide_bomb: bool = False
    movable: bool = False
    attachments: tuple[DesignLink, ...] = ()
    notes: str = ""

    @property
    def is_base(self) -> bool:
        """Whether no engine was bought (PW-S47)."""
        return self.engines == 0
