"""The whole truth of a Cluster War campaign, as frozen values. Mappings are never changed in place: copy, then replace.

Places are hex numbers as printed ("2034", CW-2.0-01). Times are whole weeks since the campaign began: turn t runs from
week 4(t-1) to week 4t (CW-1.0-03); "at week w" is the end of the w-th week.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

HexId: TypeAlias = str
SideId: TypeAlias = str
FleetId: TypeAlias = str
ShipId: TypeAlias = str
ColonyId: TypeAlias = str
DesignId: TypeAlias = str
BuildId: TypeAlias = str
ProjectId: TypeAlias = str
TechId: TypeAlias = str

WEEKS_PER_TURN = 4
SCHEMA = 1
RULESET = "cluster-war-3/1"

MissionKind: TypeAlias = Literal["none", "scout", "survey", "patrol", "blockade", "reserve"]
DesignKind: TypeAlias = Literal["ship", "small_craft", "ground", "base", "facility"]
KnowledgeLevel: TypeAlias = Literal["map", "scouted", "surveyed"]
LinkKind: TypeAlias = Literal["jump", "wormhole", "held"]


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
    or a wormhole that a base of `side` holds open (CW-4.0-23)."""

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


@dataclass(frozen=True, slots=True)
class Side:
    """An empire: race, home, purse, what it may build and what it knows how to do.

    `salt` is part of the key of every roll that only this side may see: once a turn's seed is revealed anybody could
    compute a roll whose key he can guess. The side itself sees its salt, and everybody when the game is over.
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


@dataclass(frozen=True, slots=True)
class Colony:
    """A settled world: size in CPs (CW-5.0-02) and the facilities on it. `store` holds CPs that only this place can
    spend (CW-5.0-10); `garrison` counts ground forces, small craft and bases held here by design."""

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


@dataclass(frozen=True, slots=True)
class Ship:
    """One starship: its id ("DD01", CW-4.1-13), design, name, and CPs carried as cargo (20 a bay, CW-5.1-03)."""

    id: ShipId
    side: SideId
    design: DesignId
    name: str = ""
    cargo: int = 0


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


@dataclass(frozen=True, slots=True)
class Build:
    """Work in a yard, factory or training base: `count` units of a design, paid up front or in parts (CW-5.0-16).

    `hull_left` falls by `capacity` (bays or ratings given to it) each turn; delivered when 0 and fully paid.
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


@dataclass(frozen=True, slots=True)
class Project:
    """A research project: its steps, the CPs gathered in the present step, and where the work is done (CW-8.0-01)."""

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
class Knowledge:
    """All a side knows of what is not its own. `seen` gives the week each hex was last in view; `contacts` names the
    foreign fleets it has seen; `fleets` is keyed by contact."""

    systems: Mapping[HexId, KnownSystem] = field(default_factory=dict)
    seen: Mapping[HexId, int] = field(default_factory=dict)
    fleets: Mapping[str, FleetSighting] = field(default_factory=dict)
    contacts: Mapping[FleetId, str] = field(default_factory=dict)
    colonies: Mapping[ColonyId, ColonySighting] = field(default_factory=dict)
    met: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class TradePartner:
    """An agreement with an empire the GM runs: its gross production and the level (CW-11.0-01)."""

    side: SideId
    name: str
    gross: int
    level: Literal["limited", "full"]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that waits for the GM's word: an encounter, a free-text order, a catastrophe.

    `sides` are those concerned (for the GM's eye); `suggestion` is the default the rules offer.
    """

    id: str
    turn: int
    kind: Literal["encounter", "free-text", "catastrophe", "first-entry", "contingency"]
    sides: tuple[SideId, ...]
    text: str
    rule: str
    suggestion: str = ""
    hex: HexId = ""
    answer: str = ""
    settled_turn: int = 0


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


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything. `turn` is the turn whose orders are being taken; `counters` number ships, fleets and so on."""

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
