"""What an empire has: designs, ships and fleets, and in single places colonies, bases, what they build and research."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from rules.cluster_war.model.state.common import (
    BaseId,
    BuildId,
    ColonyId,
    CrashKind,
    DesignId,
    DesignKind,
    Emissions,
    FleetId,
    HexId,
    MissionKind,
    ProjectId,
    ShipId,
    SideId,
    TechId,
)
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.war import Engagement, Grade, Mending, Raid, Wounds
from rules.values import Value, field


class Design(Value):
    """A unit that can be built, as data (CW-1.0-02): hull spaces (tenth-scale for small craft, size for ground forces),
    price in CPs each, drive rating in G, and the components that these rules count.

    `ftl` is a drive of drives.kinds ("second-stage", "jump"); `ftl_levels` the levels above the drive's base speed, and
    `ftl_doubled` whether it has twice the drive components (CW-4.0-12). `bridge` is False for fighters and shuttles
    (CW-4.2-05); `hangar` is the hull of small craft it houses, in their own tenth-scale spaces.

    `unit` is its kind of CW-TAB-UNIT-KINDS or "battalion", "" where a scenario did not say. `racks` are maglocks and
    towing links, `gate` the hull that its jump gate passes. A battalion has `gear` in cargo bays, which is also its
    factory hull (CW-6.5-16), and `ratings` AR ranged, AR close, DR ranged, DR close (CW-6.5-05). `traits` are what else
    counts: "scrappable" (CW-6.6-07), "cloaked", "android", "crewless", "remote", "wild", "aerospace", a ground ability.

    `line` is the product line its gear is made on ("" as its unit has it, CW-6.1-09); `requires` the special resources
    without which it is not built (CW-5.0-08); `template` the hull it is laid out on ("" where a scenario did not say);
    `layout` its hull spaces by what fills them ("Beam emitter 3"), empty where nobody has drawn it (CW-6.6-02); of what fills
    none there is one, or as many as `outside` says (CW-A-22).
    """

    id: DesignId
    name: str
    kind: DesignKind
    hull: int
    cost: int
    drive: Fraction = Fraction(0)
    lrs: int = 0
    survey_bays: int = 0
    cargo_bays: int = 0
    science_stations: int = 0
    shipyard_bays: int = 0
    light_industry: int = 0
    training: int = 0
    prefix: str = "SH"
    note: str = ""
    ftl: str = "second-stage"
    ftl_levels: int = 0
    ftl_doubled: bool = False
    bridge: bool = True
    hangar: int = 0
    unit: str = ""
    crew_quarters: int = 0
    agro: int = 0
    mining: int = 0
    heavy_industry: int = 0
    repair_bays: int = 0
    medical: int = 0
    comm: int = 0
    magazines: int = 0
    launchers: int = 0
    barracks: int = 0
    assault_bays: int = 0
    control_spaces: int = 0
    racks: int = 0
    gate: int = 0
    gear: int = 0
    ratings: tuple[int, ...] = ()
    traits: tuple[str, ...] = ()
    line: str = ""
    requires: tuple[str, ...] = ()
    template: str = ""
    layout: Mapping[str, int] = field(default_factory=dict)
    outside: Mapping[str, int] = field(default_factory=dict)


class Template(Value):
    """A hull on which designs can be laid out: its kind, its size, and the components that every design on it has
    (CW-6.0-01)."""

    name: str
    kind: DesignKind
    hull: int
    fixed: tuple[str, ...] = ()


class Ship(Value):
    """One starship: its id ("DD01", CW-4.1-13), design, name, and CPs carried as cargo (20 a bay, CW-5.1-03).

    `parts` are dismantled bases and yards aboard, in CPs by what they are ("watch-base", "shipyard"), which fill cargo
    bays as CPs do (CW-5.1-08). `low_quality` marks a crash-built ship (CW-6.7-02), `faults` what its flaws have put out
    of order.

    `supplies` are supply points and `crated` CPs of munitions in its cargo bays, `munitions` CPs of them in its
    magazines, ready to fire (CW-4.3-24); `crates` are small craft in cargo bays, which cannot be launched (CW-5.1-05),
    and `crate_room` the room they take, in CPs.
    `stress` is its tag in percent (CW-4.3-19), `failures` its failed checks since it last was 0, `away` the month's ends
    a small craft has been out of supply (CW-4.2-03), `damage` what stress and the game master did to its components,
    `wounds` what battles did to them (CW-9.6). `grade` is its crew's, which has `drilled` for so many turns since it has it and
    come through `battles`; one moved from another ship is a grade lower for `settling` turns more (CW-17.2). `mending` is the
    repair it is under; `salvage` are components of wrecks in its cargo bays, whose room is in `crate_room`, by the names of
    layouts (CW-9.6-05); `upgrades` what repair bays have built in (CW-9.6-09). `crew_lost` are the heads that its crew has
    lost (CW-14.0-26), `psychics` how those aboard fare in hyperspace (CW-15.0-05).
    """

    id: ShipId
    side: SideId
    design: DesignId
    name: str = ""
    cargo: int = 0
    low_quality: bool = False
    parts: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    supplies: int = 0
    munitions: int = 0
    crated: int = 0
    crates: Mapping[DesignId, int] = field(default_factory=dict)
    stress: int = 0
    failures: int = 0
    away: int = 0
    damage: int = 0
    crate_room: int = 0
    wounds: Wounds = field(default_factory=Wounds)
    grade: Grade = "regular"
    drilled: int = 0
    battles: int = 0
    settling: int = 0
    mending: Mending = field(default_factory=Mending)
    salvage: Mapping[str, int] = field(default_factory=dict)
    upgrades: tuple[str, ...] = ()
    crew_lost: int = 0
    psychics: Psychics = field(default_factory=Psychics)


class Leg(Value):
    """One waypoint of a route and the ships to take along from there (CW-4.1-07, CW-4.1-08)."""

    to: HexId
    pick_up: tuple[ShipId, ...] = ()


class Transit(Value):
    """A passage through FTL space, in weeks since the campaign began; meanwhile the fleet is nowhere (CW-4.1-06)."""

    origin: HexId
    to: HexId
    departs: int
    arrives: int


class Course(Value):
    """A passage in which the fleet is seen on its way: the hexes still to enter, and the week each is entered.

    The fleet is in its `hex` until then (linear and string drives, and the week in which a wormhole forms).
    """

    path: tuple[HexId, ...]
    due: tuple[int, ...]


class SurveyWork(Value):
    """A survey under way: where, since when, and how many weeks of work are done (CW-12.1-12)."""

    hex: HexId
    started: int
    done: int


class Mining(Value):
    """What a fleet's mining stations work at: a world, and whether it is strip-mined (CW-7.1)."""

    hex: HexId
    orbit: int
    strip: bool = False


class Fleet(Value):
    """Ships that move as one. `hex` is where it is, or the hex it left while `transit` is set.

    `route` are the legs still to come after the present transit. `order` is the order that set it moving.
    While `course` is set, or a displacement drive is between two jumps, the present leg is still the first of `route`.
    `push` drives it beyond its rating (CW-4.0-08); `by` is "wormhole" when it does not use its own drive.
    `raid` is set while it is out to raid the commerce of others, hex by hex along `route` (CW-9.5-01). `emissions` are what it
    has switched on: active sensors or ECM (CW-12.0-12). `bound` is what keeps it from acting (CW-B-21 to CW-B-23).
    `escorts_since` is the week in which an escort was so ordered, arrived where it is, or last met raiders (CW-9.5-12).
    """

    id: FleetId
    side: SideId
    name: str
    hex: HexId
    ships: tuple[ShipId, ...]
    route: tuple[Leg, ...] = ()
    transit: Transit | None = None
    pick_up: tuple[ShipId, ...] = ()
    mission: MissionKind = "none"
    survey: SurveyWork | None = None
    standing: str = ""
    order: str = ""
    course: Course | None = None
    push: bool = False
    by: str = ""
    mining: Mining | None = None
    engagement: Engagement = field(default_factory=Engagement)
    raid: Raid | None = None
    emissions: Emissions = ""
    bound: Bound | None = None
    escorts_since: int = 0

    @property
    def is_held(self) -> bool:
        """Whether it can do nothing at all: frozen, or drained (CW-B-21, CW-B-22). Who crawls out of a field can."""
        return self.bound is not None and self.bound.why != "field" and self.bound.hex == self.hex


class Colony(Value):
    """A settled world: size in CPs (CW-5.0-02) and the facilities on it. `store` holds CPs that only this place can
    spend (CW-5.0-10); `garrison` counts ground forces, small craft and bases held here by design.

    `munitions` are CPs of missiles in stock (CW-6.1-11). `tooling` is light industry by the product line it is tooled
    for, `retooling` what is being changed this month; the rest of the light industry is new and takes any line
    (CW-6.1-09). `low_quality` counts units of the garrison that were crash-built (CW-6.7-02). `strip` is set while its
    people strip-mine the world (CW-7.1-05); `hindered` is the per cent of output lost to strikes, `blockaded` cuts it
    off from the grid (CW-5.0-24), `blockader` is whose fleet does that ("" where the game master said so).
    """

    id: ColonyId
    side: SideId
    name: str
    hex: HexId
    orbit: int
    size: int
    founded_turn: int = 0
    shipyard_bays: int = 0
    light_industry: int = 0
    heavy_industry: int = 0
    training: int = 0
    science_stations: int = 0
    store: int = 0
    garrison: Mapping[DesignId, int] = field(default_factory=dict)
    munitions: int = 0
    tooling: Mapping[str, int] = field(default_factory=dict)
    retooling: Mapping[str, int] = field(default_factory=dict)
    low_quality: Mapping[DesignId, int] = field(default_factory=dict)
    strip: bool = False
    hindered: int = 0
    blockaded: bool = False
    blockader: SideId = ""


class Base(Value):
    """A base that stands by itself, at no colony: in an orbit, or in deep space with orbit 0 (CW-6.4-01).

    Facilities are those of its design; `store`, `garrison`, `munitions`, `tooling` and the rest mean what they mean at a
    colony. `towed_by` is the fleet that has it in tow: then it does nothing until it is let go (CW-5.1-08). `ready` is
    the first turn in which it works. Its id carries the design's prefix, as a ship's does: "humans/WS01".
    `supplies`, `stress`, `failures`, `damage`, `wounds`, `mending` and `upgrades` mean what they mean for a ship, `emissions`
    what it means for a fleet (CW-12.0-12).
    """

    id: BaseId
    side: SideId
    design: DesignId
    name: str
    hex: HexId
    orbit: int = 0
    ready: int = 0
    store: int = 0
    garrison: Mapping[DesignId, int] = field(default_factory=dict)
    munitions: int = 0
    tooling: Mapping[str, int] = field(default_factory=dict)
    retooling: Mapping[str, int] = field(default_factory=dict)
    low_quality: bool = False
    weak: Mapping[DesignId, int] = field(default_factory=dict)
    strip: bool = False
    towed_by: FleetId = ""
    supplies: int = 0
    stress: int = 0
    failures: int = 0
    damage: int = 0
    wounds: Wounds = field(default_factory=Wounds)
    mending: Mending = field(default_factory=Mending)
    upgrades: tuple[str, ...] = ()
    emissions: Emissions = ""


class Build(Value):
    """Work in a yard, factory or training base: `count` units of a design, paid up front or in parts (CW-5.0-16).

    `hull_left` falls by `capacity` (bays or ratings given to it) each turn; delivered when 0 and fully paid. `colony` is
    the colony or base where it is made, `place` what works on it there, `line` the product line if that is a factory.
    A refit works on the ships of `refits`, or on `count` units of design `old`. `quarters` are quarter hull spaces done
    beyond whole ones, in campaigns that build by the week (CW-6.0-07).
    """

    id: BuildId
    side: SideId
    colony: ColonyId
    design: DesignId
    count: int
    price: int
    paid: int
    hull_left: int
    capacity: int
    started_turn: int
    fleet: str = ""
    place: Literal["shipyard", "heavy", "factory", "training", "site"] = "shipyard"
    line: str = ""
    crash: CrashKind = ""
    refits: tuple[ShipId, ...] = ()
    old: DesignId = ""
    quarters: int = 0


class Project(Value):
    """A research project: its steps, the CPs gathered in the present step, and where the work is done (CW-8.0-01).

    An `incremental` one brings a level of its technology with every two successes (CW-8.0-09).
    """

    id: ProjectId
    side: SideId
    name: str
    hex: HexId
    steps: int
    step: int = 1
    cps: int = 0
    spent: int = 0
    technology: TechId = ""
    finished_turn: int = 0
    funded_turn: int = 0
    incremental: bool = False


class Task(Value):
    """What the GM has told about a piece of research: its successes without the discovery step, the field it belongs
    to ("" when its discovery is there for all), technologies and materials it needs (CW-8.0-04, CW-8.0-08, CW-8.0-21).

    `side` is the one who was told, "*" for everybody. Of a player's own proposal (CW-9.7-07) `effect` says what it does, and
    `gives` which technologies come with it; its player reads both when it works, and not before.
    """

    technology: TechId
    successes: int
    field: str = ""
    requires: tuple[TechId, ...] = ()
    materials: tuple[str, ...] = ()
    side: SideId = "*"
    effect: str = ""
    gives: tuple[TechId, ...] = ()
