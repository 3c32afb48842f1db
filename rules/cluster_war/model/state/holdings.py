"""What an empire holds in one place, and works at there: colonies, bases, constructions, research."""

from collections.abc import Mapping
from typing import Literal

from rules.cluster_war.model.state.common import (
    BaseId,
    BuildId,
    ColonyId,
    CrashKind,
    DesignId,
    Emissions,
    FleetId,
    HexId,
    ProjectId,
    ShipId,
    SideId,
    TechId,
)
from rules.cluster_war.model.state.war import Mending, Wounds
from rules.values import Value, field


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
