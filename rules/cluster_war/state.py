"""The whole truth of a Cluster War campaign, as frozen values. Mappings are never changed in place: copy, then replace.

Places are hex numbers as printed ("2034", CW-2.0-01). Times are whole weeks since the campaign began: turn t runs from
week 4(t-1) to week 4t (CW-1.0-03); "at week w" is the end of the w-th week.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from rules.cluster_war.npr.profile import Npr

HexId: TypeAlias = str
SideId: TypeAlias = str
FleetId: TypeAlias = str
ShipId: TypeAlias = str
BaseId: TypeAlias = str
ColonyId: TypeAlias = str
DesignId: TypeAlias = str
BuildId: TypeAlias = str
ProjectId: TypeAlias = str
TechId: TypeAlias = str

WEEKS_PER_TURN = 4
SCHEMA = 2
RULESET = "cluster-war-3/2"

MissionKind: TypeAlias = Literal["none", "scout", "survey", "patrol", "blockade", "reserve"]
DesignKind: TypeAlias = Literal["ship", "small_craft", "ground", "base", "facility"]
KnowledgeLevel: TypeAlias = Literal["map", "scouted", "surveyed"]
CrashKind: TypeAlias = Literal["", "cost", "quality"]
LinkKind: TypeAlias = Literal["jump", "wormhole", "held", "gate"]
RightKind: TypeAlias = Literal["supply", "rearm", "aid"]
TradeLevel: TypeAlias = Literal["limited", "full"]


@dataclass(frozen=True, slots=True)
class Body:
    """A planet or other body: its orbit (1 is innermost), STEP code, and maximum CP value (CW-2.1-02)."""

    orbit: int
    step: str
    max_cp: int
    index: int = 0
    life: str = ""
    resources: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Special:
    """What the encounter tables put here: the row and its follow-up rows, for the GM to play (CW-B-10, CW-B-32)."""

    kind: str
    details: tuple[str, ...] = ()
    orbit: int = 0


@dataclass(frozen=True, slots=True)
class StarSystem:
    """An occupied hex: its object codes from CW-B-T01 (two for a binary), bodies, and what hides there.

    `destination` is the far end of a wormhole, "" where there is none or it leads off the map.
    """

    hex: HexId
    codes: tuple[str, ...]
    bodies: tuple[Body, ...] = ()
    special: Special | None = None
    destination: HexId = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Two hexes joined for travel both ways: a jump line between warp points (CW-B-57), a natural wormhole (CW-4.0-24),
    a wormhole that a base of `side` holds open (CW-4.0-23), or a jump gate (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The map: sizes in hexes, every occupied hex by its number, and the links drawn on it."""

    columns: int
    rows: int
    systems: Mapping[HexId, StarSystem]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """A race's record (CW-3.2-05).

    `drives` names what it has instead of the standard drives ("Warp +2", CW-3.1-55, CW-3.1-60); `society` are its
    choices of government, each "list: entry" (CW-16.0-02).
    """

    name: str
    home_step: str
    biology: str = ""
    attitude: str = "Neutral"
    abilities: tuple[str, ...] = ()
    bonuses: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()
    description: str = ""
    home_nickname: str = ""
    drives: tuple[str, ...] = ()
    society: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Design:
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


@dataclass(frozen=True, slots=True)
class Template:
    """A hull on which designs can be laid out: its kind, its size, and the components that every design on it has
    (CW-6.0-01)."""

    name: str
    kind: DesignKind
    hull: int
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Received:
    """Technology from another empire that does not work yet: the successes still missing, whether it was a whole
    transfer (whose fee can be paid, CW-8.1-02) or data alone (CW-8.1-01), and whether the fee is paid."""

    successes: int = 1
    whole: bool = False
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """An empire: race, home, purse, what it may build and what it knows how to do.

    `salt` is part of the key of every roll that only this side may see: once a turn's seed is revealed anybody could
    compute a roll whose key he can guess. The side itself sees its salt, and everybody when the game is over.

    `discoveries` are fields it knows of beyond its technologies (CW-8.0-04), `received` what others gave it that does
    not work yet, `materials` resources given by others for research (CW-8.0-08).
    """

    id: SideId
    name: str
    colour: int
    race: Race
    home: HexId
    home_orbit: int
    treasury: int
    designs: Mapping[DesignId, Design]
    technologies: tuple[TechId, ...] = ()
    lrs_level: int = 1
    salt: str = ""
    templates: Mapping[str, Template] = field(default_factory=dict)
    discoveries: tuple[str, ...] = ()
    received: Mapping[TechId, Received] = field(default_factory=dict)
    materials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Colony:
    """A settled world: size in CPs (CW-5.0-02) and the facilities on it. `store` holds CPs that only this place can
    spend (CW-5.0-10); `garrison` counts ground forces, small craft and bases held here by design.

    `munitions` are CPs of missiles in stock (CW-6.1-11). `tooling` is light industry by the product line it is tooled
    for, `retooling` what is being changed this month; the rest of the light industry is new and takes any line
    (CW-6.1-09). `low_quality` counts units of the garrison that were crash-built (CW-6.7-02). `strip` is set while its
    people strip-mine the world (CW-7.1-05); `hindered` is the per cent of output lost to strikes, `blockaded` cuts it
    off from the grid (CW-5.0-24).
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


@dataclass(frozen=True, slots=True)
class Base:
    """A base that stands by itself, at no colony: in an orbit, or in deep space with orbit 0 (CW-6.4-01).

    Facilities are those of its design; `store`, `garrison`, `munitions`, `tooling` and the rest mean what they mean at a
    colony. `towed_by` is the fleet that has it in tow: then it does nothing until it is let go (CW-5.1-08). `ready` is
    the first turn in which it works. Its id carries the design's prefix, as a ship's does: "humans/WS01".
    `supplies`, `stress`, `failures` and `damage` mean what they mean for a ship.
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


@dataclass(frozen=True, slots=True)
class Ship:
    """One starship: its id ("DD01", CW-4.1-13), design, name, and CPs carried as cargo (20 a bay, CW-5.1-03).

    `parts` are dismantled bases and yards aboard, in CPs by what they are ("watch-base", "shipyard"), which fill cargo
    bays as CPs do (CW-5.1-08). `low_quality` marks a crash-built ship (CW-6.7-02), `faults` what its flaws have put out
    of order.

    `supplies` are supply points and `crated` CPs of munitions in its cargo bays, `munitions` CPs of them in its
    magazines, ready to fire (CW-4.3-24); `crates` are small craft in cargo bays, which cannot be launched (CW-5.1-05),
    and `crate_room` the room they take, in CPs.
    `stress` is its tag in percent (CW-4.3-19), `failures` its failed checks since it last was 0, `away` the month's ends
    a small craft has been out of supply (CW-4.2-03), `damage` what stress and the game master did to its components.
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


@dataclass(frozen=True, slots=True)
class Leg:
    """One waypoint of a route and the ships to take along from there (CW-4.1-07, CW-4.1-08)."""

    to: HexId
    pick_up: tuple[ShipId, ...] = ()


@dataclass(frozen=True, slots=True)
class Transit:
    """A passage through FTL space, in weeks since the campaign began; meanwhile the fleet is nowhere (CW-4.1-06)."""

    origin: HexId
    to: HexId
    departs: int
    arrives: int


@dataclass(frozen=True, slots=True)
class Course:
    """A passage in which the fleet is seen on its way: the hexes still to enter, and the week each is entered.

    The fleet is in its `hex` until then (linear and string drives, and the week in which a wormhole forms).
    """

    path: tuple[HexId, ...]
    due: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SurveyWork:
    """A survey under way: where, since when, and how many weeks of work are done (CW-12.1-12)."""

    hex: HexId
    started: int
    done: int


@dataclass(frozen=True, slots=True)
class Mining:
    """What a fleet's mining stations work at: a world, and whether it is strip-mined (CW-7.1)."""

    hex: HexId
    orbit: int
    strip: bool = False


@dataclass(frozen=True, slots=True)
class Fleet:
    """Ships that move as one. `hex` is where it is, or the hex it left while `transit` is set.

    `route` are the legs still to come after the present transit. `order` is the order that set it moving.
    While `course` is set, or a displacement drive is between two jumps, the present leg is still the first of `route`.
    `push` drives it beyond its rating (CW-4.0-08); `by` is "wormhole" when it does not use its own drive.
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


@dataclass(frozen=True, slots=True)
class Build:
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


@dataclass(frozen=True, slots=True)
class Project:
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


@dataclass(frozen=True, slots=True)
class Task:
    """What the GM has told about a piece of research: its successes without the discovery step, the field it belongs
    to ("" when its discovery is there for all), technologies and materials it needs (CW-8.0-04, CW-8.0-08, CW-8.0-21).

    `side` is the one who was told, "*" for everybody.
    """

    technology: TechId
    successes: int
    field: str = ""
    requires: tuple[TechId, ...] = ()
    materials: tuple[str, ...] = ()
    side: SideId = "*"


@dataclass(frozen=True, slots=True)
class KnownBody:
    """A world as a side knows it: None means not known (CW-12.1-06, CW-12.1-08)."""

    orbit: int
    step: str
    life: str = ""
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownSystem:
    """What a side knows of a system, and the turn it was learned."""

    hex: HexId
    level: KnowledgeLevel
    turn: int
    bodies: tuple[KnownBody, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class FleetSighting:
    """A foreign fleet as last seen: where, by whose flag, how many ships and hull spaces, and when.

    `contact` is the observer's own name for it ("C3"): the owner's ids would tell how many fleets he has.
    """

    contact: str
    side: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class ColonySighting:
    """A foreign colony as last seen; its size is known only if told. Keyed by "hex-orbit", as `Colony.id` is."""

    colony: ColonyId
    side: SideId
    hex: HexId
    orbit: int
    week: int
    size: int | None = None


@dataclass(frozen=True, slots=True)
class BaseSighting:
    """Foreign bases as last seen in an orbit, or in deep space with orbit 0: how many, and their hull spaces together.
    Keyed by "hex-orbit/side"."""

    side: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All a side knows of what is not its own. `seen` gives the week each hex was last in view; `contacts` names the
    foreign fleets it has seen; `fleets` is keyed by contact."""

    systems: Mapping[HexId, KnownSystem] = field(default_factory=dict)
    seen: Mapping[HexId, int] = field(default_factory=dict)
    fleets: Mapping[str, FleetSighting] = field(default_factory=dict)
    contacts: Mapping[FleetId, str] = field(default_factory=dict)
    colonies: Mapping[ColonyId, ColonySighting] = field(default_factory=dict)
    met: tuple[SideId, ...] = ()
    bases: Mapping[str, BaseSighting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TradePartner:
    """An agreement with an empire the GM runs: its gross production and the level (CW-11.0-01)."""

    side: SideId
    name: str
    gross: int
    level: Literal["limited", "full"]


@dataclass(frozen=True, slots=True)
class Pact:
    """A trade agreement between two players' empires: one level for both, since a turn (CW-11.0-02)."""

    a: SideId
    b: SideId
    level: TradeLevel
    since: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A trade agreement that one empire has offered another, until it is accepted, changed or withdrawn."""

    giver: SideId
    taker: SideId
    level: TradeLevel
    turn: int


@dataclass(frozen=True, slots=True)
class TradeRecord:
    """What a partner brought in a turn, kept for good (CW-11.0-08), and whether the empire depended on it (CW-11.0-11)."""

    turn: int
    partner: str
    level: TradeLevel
    cps: int
    dependent: bool = False


@dataclass(frozen=True, slots=True)
class Right:
    """What one empire lets another do: draw supplies at its colonies (CW-4.3-06), munitions too (CW-4.3-09), or land
    CPs there as aid."""

    giver: SideId
    taker: SideId
    kind: RightKind


@dataclass(frozen=True, slots=True)
class Question:
    """Something that waits for the GM's word: an encounter, a free-text order, a catastrophe.

    `sides` are those concerned (for the GM's eye); `suggestion` is the default the rules offer, `choices` the words of
    `StressEffect` and the like that may answer it, the default first; `subjects` the units meant.
    """

    id: str
    turn: int
    kind: Literal[
        "encounter",
        "free-text",
        "catastrophe",
        "first-entry",
        "contingency",
        "stress",
        "technology",
        "dependence",
    ]
    sides: tuple[SideId, ...]
    text: str
    rule: str
    suggestion: str = ""
    hex: HexId = ""
    answer: str = ""
    settled_turn: int = 0
    choices: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Strain:
    """What strip-mining has done to a world, keyed by "hex-orbit": its stress in percent, the STEP code it had before
    the first harm ("" while unharmed), the percent that care for its environment adds to its chance of recovery
    (CW-7.1-10), and the side that last worked there."""

    stress: int
    step: str = ""
    care: int = 0
    side: SideId = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """A campaign's switches and house rules, shown to every player; `overrides` change single table cells by
    "TABLE-ID/row/column" (for instance "CW-TAB-SSD/3/2G")."""

    sectors_across: int = 7
    sectors_down: int = 7
    lrs_range: int = 1
    grid_radius: int = 1
    grid_touch: int = 3
    colony_freighters: Literal["always", "outside-grid"] = "always"
    size_dice_offset: int = 1
    sector_density: Mapping[str, int] = field(default_factory=dict)
    overrides: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    travel_constant: Literal["weeks", "charts"] = "weeks"
    jump_map: Literal["when-needed", "always", "never"] = "when-needed"
    natural_wormholes: Literal["travel", "communication", "none"] = "travel"
    monopoles: bool = False
    push_chance: int = 25
    string_weeks: int = 1
    weekly_construction: bool = False
    craft_at_yards: int = 1
    sector_percent: Mapping[str, int] = field(default_factory=dict)
    open_play: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything. `turn` is the turn whose orders are being taken; `counters` number ships, fleets and so on.

    `embassies` are pairs of sides that have exchanged ambassadors or liaisons, as "a|b" (CW-13.0-06), as in `peace`.
    `nprs` are the races that the game master runs, by an id that no side has (CW-19.0-02); `prepared` the systems he
    has made ready for players to find (CW-19.0-03).
    """

    turn: int
    settings: Settings
    cluster: Cluster
    sides: Mapping[SideId, Side]
    colonies: Mapping[ColonyId, Colony]
    fleets: Mapping[FleetId, Fleet]
    ships: Mapping[ShipId, Ship]
    builds: Mapping[BuildId, Build]
    projects: Mapping[ProjectId, Project]
    knowledge: Mapping[SideId, Knowledge]
    trade: tuple[TradePartner, ...] = ()
    income: Mapping[SideId, int] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    peace: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    schema: int = SCHEMA
    ruleset: str = RULESET
    bases: Mapping[BaseId, Base] = field(default_factory=dict)
    strains: Mapping[str, Strain] = field(default_factory=dict)
    rights: tuple[Right, ...] = ()
    pacts: tuple[Pact, ...] = ()
    offers: tuple[Offer, ...] = ()
    trade_history: Mapping[SideId, tuple[TradeRecord, ...]] = field(default_factory=dict)
    embassies: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    nprs: Mapping[SideId, Npr] = field(default_factory=dict)
    prepared: tuple[HexId, ...] = ()
