"""What a side can build: designs, and the hulls they are drawn on."""

from collections.abc import Mapping
from fractions import Fraction

from rules.cluster_war.model.state.names import DesignId, DesignKind
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
    `layout` its hull spaces by what fills them ("Beam emitter 3"), empty where nobody has drawn it (CW-6.6-02).
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


class Template(Value):
    """A hull on which designs can be laid out: its kind, its size, and the components that every design on it has
    (CW-6.0-01)."""

    name: str
    kind: DesignKind
    hull: int
    fixed: tuple[str, ...] = ()
