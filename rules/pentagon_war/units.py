"""The things of a battle: craft with what is left of their boxes, what flies, bodies, beams. All frozen."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.hexes import Hex
from rules.pentagon_war.designs import CargoBox, Design, DroneArm, GunKind, MissileType, WeaponKind
from rules.pentagon_war.geometry import Arc, Facing
from rules.values import Value

SideId: TypeAlias = str
UnitId: TypeAlias = str
"""Craft "X1", drone "X1.D2", missile "X1.M3", bolt "X1.LM1-5", body "earth": ids are never used again."""
WeaponId: TypeAlias = str
"""On a craft: "L1" laser, "E1" electron cannon, "P1" proton cannon, "B1" magnetic beam, "RG1", "AG1", "LM1" guns,
"M1" missile box, "D1" drone bay."""

IMPULSES: Final = 12
Fate: TypeAlias = Literal["", "destroyed", "disengaged", "docked"]


class Moment(Value, order=True):
    """Where the clock stands. `impulse` 0 has the three turn phases as segments 1 to 3 (PW-C03); impulses 1 to 12 have

    segments 1 to 11 (PW-C04); impulse 13 segment 1 is the end of the turn (PW-A25, PW-B77, PW-B80).
    """

    turn: int = 1
    impulse: int = 0
    segment: int = 1

    @property
    def absolute(self) -> int:
        """Impulses since the battle began: impulse 1 of turn 1 is 1."""
        return (self.turn - 1) * IMPULSES + self.impulse


class Velocity(Value):
    """Exact components along A and C, hexes per turn (PW-M05)."""

    a: Fraction = Fraction(0)
    c: Fraction = Fraction(0)


class CountedVelocity(Value):
    """The whole numbers a craft's components count as for this turn's impulse chart, signed (PW-M16, PW-A47)."""

    a: int = 0
    c: int = 0


class Cpmf(Value):
    """The Capacitor Power Management Form of this turn, by line (PW-C16 to PW-C35). Line 13 is `total`."""

    available: int = 0  # 1
    invisibility: int = 0  # 2
    ecm: int = 0  # 3
    eccm: int = 0  # 4
    beams: int = 0  # 5, and missiles grabbed
    bolt_beams: int = 0  # 6
    rail: int = 0  # 7
    reinforce: int = 0  # 8
    cold_screens: int = 0  # 8b
    lasers: int = 0  # 9
    protons: int = 0  # 10
    electrons: int = 0  # 11
    lost: int = 0  # 12

    @property
    def total(self) -> int:
        """Line 13: everything discharged so far this turn (PW-C32)."""
        return (
            self.invisibility + self.ecm + self.eccm + self.beams + self.bolt_beams + self.rail + self.reinforce
            + self.cold_screens + self.lasers + self.protons + self.electrons + self.lost
        )  # fmt: skip

    @property
    def left(self) -> int:
        """Charged capacitors left."""
        return self.available - self.total


class Weapon(Value):
    """One secondary weapon or beam aboard. `fired` is the absolute impulse of its last shot, 0 for none (PW-B78)."""

    id: WeaponId
    kind: WeaponKind
    arcs: tuple[Arc, ...]
    destroyed: bool = False
    fired: int = 0
    tried: bool = False  # a beam that missed this turn (PW-S109), or was used in another way this turn (PW-S120)


class Gun(Value):
    """One gun's track: `slashed` boxes were spent by firing, `destroyed` by hits (PW-S126, PW-S132)."""

    id: WeaponId
    kind: GunKind
    arcs: tuple[Arc, ...]
    boxes: int
    destroyed: int = 0
    slashed: int = 0
    fired: int = 0
    fired_turn: int = -9  # the turn of its last shot; -9 for charged and ready
    ready_turn: int = 1  # the first turn it may fire in (alert status, PW-B85)

    @property
    def left(self) -> int:
        """Boxes neither slashed nor destroyed."""
        return self.boxes - self.destroyed - self.slashed


class MissileBox(Value):
    """One missile box: full, marked (launched) or destroyed (PW-S57); "empty" after repair (PW-A44)."""

    id: WeaponId
    kind: MissileType
    state: Literal["full", "marked", "destroyed", "empty"] = "full"


class Bay(Value):
    """One drone bay: full, dotted (empty) or destroyed (PW-S71)."""

    id: WeaponId
    arm: DroneArm
    state: Literal["full", "dotted", "destroyed"] = "full"
    launches: int = 0  # drones launched from this bay so far: ids are never used again
    accelerations: int = 0  # used up by the drone inside (PW-S78)
    fired: int = 0  # absolute impulse of the last shot of the drone inside (PW-B78)


class CargoHold(Value):
    """One cargo box aboard; dotted is empty but still there to be hit (PW-S19)."""

    cargo: CargoBox
    state: Literal["full", "dotted", "destroyed"] = "full"


class Acid(Value):
    """Acid still eating: the armor side first struck and how many impulses of 2 points are to come (PW-S128)."""

    side: int
    left: int
    since: int  # absolute impulse of the hit


class Orbit(Value):
    """A declared orbit: the body, the ring's radius, and the absolute impulse it began (PW-A66)."""

    body: UnitId
    radius: int
    since: int
    clockwise: bool = True


class Craft(Value):
    """A spacecraft or base: the design it was built to and what is left of it."""

    id: UnitId
    name: str
    side: SideId
    design: Design
    at: Hex
    facing: Facing = 0
    velocity: Velocity = Velocity()
    counted: CountedVelocity = CountedVelocity()
    # what is left, undestroyed boxes
    armor: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    hull_forward: int = 0
    hull_aft: int = 0
    screens: int = 0
    engines: int = 0
    tanks_full: int = 0
    tanks_empty: int = 0
    capacitors: int = 0
    point_defense: int = 0
    radar: tuple[int, ...] = ()
    main_control: int = 0
    aux_control: int = 0
    repair: int = 0
    ramming_weights: int = 0
    final_damage: int = 0
    holds: tuple[CargoHold, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    guns: tuple[Gun, ...] = ()
    missiles: tuple[MissileBox, ...] = ()
    bays: tuple[Bay, ...] = ()
    # this turn
    cpmf: Cpmf = Cpmf()
    radar_on: bool = True
    radar_lowered: int = 0  # boxes down the track by enemy ECM (PW-A11)
    locked_on: bool = False
    invisible: bool = False
    hidden: bool = False  # undetected: not on the enemy's map (PW-B83)
    exposed: bool = False  # has given away its position in this scenario (PW-S89)
    evading: bool = False
    screens_cold: bool = False  # alert status, turn 1 only (PW-S06)
    energised: int = 0  # cold screen boxes powered this turn (PW-S08)
    reinforced: int = 0  # points bought this turn (PW-C27)
    screen_aim: str = ""  # directional screens: a unit id, or "side 3" (PW-A32)
    targets: tuple[UnitId, ...] = ()  # fired at this turn, in order (PW-S145)
    fire_impulse: int = 0  # absolute impulse of this turn's direct fire, 0 for none (PW-S146)
    # marks that outlive the turn
    rotated: int = -9  # absolute impulse of the last rotation (PW-S52)
    crashed: int = -9  # absolute impulse of the last crash acceleration (PW-A06)
    crash_factor: Fraction = Fraction(0)  # multiple of standard used on that impulse
    warm_from: int = 1  # first turn its cannons may fire (PW-S104)
    last_cannon: int = 1  # last turn a cannon fired (PW-S105); the first turn for a ship that came warm
    acid: tuple[Acid, ...] = ()
    orbit: Orbit | None = None
    joined: str = ""  # id of the group of joined craft (PW-M30)
    anchored: bool = False  # to a body: infinite mass (PW-A68)
    entered: UnitId = ""  # the body it ran into in this impulse's movement, until segment 5 rams it (PW-A62)
    column_before: CountedVelocity | None = (
        None  # the chart columns before a change in this impulse's segment 2 (PW-A49)
    )
    record: tuple[str, ...] = ()  # this turn's Acceleration Record, "3: 5/3A+C+" (PW-M13)
    fate: Fate = ""

    @property
    def is_base(self) -> bool:
        """Whether it was bought without engines (PW-S47)."""
        return self.design.is_base

    @property
    def controls(self) -> int:
        """Control boxes left, main and auxiliary alike (PW-S84)."""
        return self.main_control + self.aux_control


class Drone(Value):
    """A drone in flight (PW-S70). `captor` is the craft reeling it in, by a beam (PW-S80)."""

    id: UnitId
    side: SideId
    owner: UnitId
    arm: DroneArm
    at: Hex
    facing: Facing
    velocity: Velocity
    counted: CountedVelocity
    launched: int  # absolute impulse
    accelerations: int = 0
    fired: int = 0
    targets: tuple[UnitId, ...] = ()
    captor: UnitId = ""
    entered: UnitId = ""  # the body it ran into (PW-A62)
    column_before: CountedVelocity | None = None  # as a craft's (PW-A49)
    record: tuple[str, ...] = ()


class Missile(Value):
    """A missile or hyper bomb in flight. `target` is its owner's secret (PW-S61); "" flies straight."""

    id: UnitId
    side: SideId
    owner: UnitId
    kind: MissileType
    at: Hex
    heading: Facing
    speed: int  # 12 when rail-launched (PW-S60)
    target: UnitId
    launched: int  # absolute impulse
    moved: int = 0
    tracking: bool = True
    captor: UnitId = ""  # held by this craft's beam (PW-S86)
    held_velocity: Velocity = Velocity()
    arrived: bool = False  # has reached its target in this impulse's movement (PW-M22); segments 4 and 11 go by it
    entered: UnitId = ""  # the body it ran into (PW-A62)


class Bolt(Value):
    """A liquid metal bolt in flight (PW-S134 to PW-S139). `eroded` is proton damage scored on it so far."""

    id: UnitId
    side: SideId
    owner: UnitId
    at: Hex
    heading: Facing
    target: UnitId
    launched: int
    moved: int = 0
    eroded: int = 0
    tracking: bool = True
    arrived: bool = False  # has reached its target in this impulse's movement (PW-M22); segment 11 goes by it
    entered: UnitId = ""  # the body it ran into (PW-A62)


class Body(Value):
    """A planet, moon or asteroid: `radius` 0 to 2 rings filled, -1 for a body smaller than its hex (PW-A61, PW-A65, PW-A68).
    A `star` may fill more; nobody orbits it or blows it up, and captains who steer by a stance keep clear of it. Its `radiation`
    reaches so many hexes beyond its surface, where craft without screens take a point at the end of every turn.

    `edge` names the map edge a gas giant stands beyond: ("q", 40, 1) is every hex whose column is 40 or more (PW-A71).
    """

    id: UnitId
    name: str
    at: Hex
    radius: int = 0
    atmosphere: bool = False
    gas_giant: bool = False
    edge: tuple[Literal["column", "row"], int, Literal[-1, 1]] | None = None
    installations: tuple[str, ...] = ()
    destroyed: bool = False
    star: bool = False
    radiation: int = 0


class Lock(Value):
    """A magnetic beam attached to a unit (PW-S108)."""

    craft: UnitId
    beam: WeaponId
    target: UnitId
    mode: Literal["attract", "repel", "cancel"] = "attract"
    doubled: bool = False
    since: int = 0


MapEdge: TypeAlias = Literal["top", "bottom", "left", "right"]


class Aim(Value):
    """What a side is to do to win a battle (ruling R-261); everybody knows it. To `leave`, `unit` ends a turn at row or column
    `line` of an edge or beyond it; to `save` it, it lives when the last turn ends; to `sink` it, it is destroyed before; to
    `hold`, a craft of the side and none of another's is within `line` hexes of `at` when the last turn ends."""

    side: SideId
    what: Literal["leave", "save", "sink", "hold"]
    unit: UnitId = ""
    edge: MapEdge = "top"
    line: int = 0
    at: Hex | None = None
