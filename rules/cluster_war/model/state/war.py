"""War: how a fleet meets the enemy, what came of a battle, and worlds that are fought over with their cities and forces
(chapters 9 and 17, CW-9.2, CW-9.3).

A world gets its surface when the first invader lands. Its hexes are numbered as the cluster's are ("0302").
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, ShipId, SideId
from rules.values import Value, field

BattleId: TypeAlias = str
"""A battle of a campaign, "turn/hex/number" ("7/2034/1"), so that the same month played again names it alike."""
ArmyId: TypeAlias = str
OfficerId: TypeAlias = str

NO_EMPIRE: Final[SideId] = "~"
"""The side, in a battle, of what is no empire's: monsters, guards, pirates (CW-B-14). No side of a campaign has such an id."""

Method: TypeAlias = Literal["quick", "chair", "fought", "narrated"]
"""How a battle is settled: by numbers, by the tactical engine, by its players, or by the game master's word (CW-9.0-02)."""
Stance: TypeAlias = Literal["", "attack", "defend", "evade"]
"""What a fleet does when it meets somebody it is not at peace with; "" is as its empire has it (CW-9.0-09)."""
Fate: TypeAlias = Literal["survived", "destroyed", "captured", "fled"]
Grade: TypeAlias = Literal["green", "regular", "veteran", "elite"]
Cargo: TypeAlias = Literal["destroy", "take"]
"""What raiders do with the cargo of a ship they catch (CW-9.5-14, CW-9.5-15)."""
BattleKind: TypeAlias = Literal["duel", "fleet action", "invasion", "ground combat", "boarding"]
SignKind: TypeAlias = Literal["battle", "ground", "bombarded", "blockade", "raid"]
"""What a side's map may show of war in a hex: a battle, a world fought over, one fired on, one cut off, commerce raided."""


class Engagement(Value):
    """A fleet's orders for battle (CW-9.0-13 to CW-9.0-15, CW-9.7-04, CW-9.7-05).

    `withdraw_at` is the share of its hull, in percent, whose loss makes it withdraw (0: it stays); `pursue` lets it follow who
    flees; `reserve` are ships kept back from the fight; `protect` a fleet of its side that it stands before.
    """

    stance: Stance = ""
    withdraw_at: int = 0
    pursue: bool = False
    reserve: tuple[ShipId, ...] = ()
    protect: FleetId = ""


class Raid(Value):
    """A raid on commerce that a fleet is out on: what it does with its prey, where it was at the last week's end ("" in FTL
    space), and for how many such weeks' ends it has been there (CW-9.5-06)."""

    cargo: Cargo
    hex: HexId = ""
    weeks: int = 0


class Wounds(Value):
    """What is wrong with a unit's components, by the names of its design's layout ("Beam emitter 3"): `damaged` can be mended in
    repair bays, `destroyed` not (CW-9.6-04); `burnt` are shield generators that are off line (CW-9.6-11)."""

    damaged: Mapping[str, int] = field(default_factory=dict)
    destroyed: Mapping[str, int] = field(default_factory=dict)
    burnt: int = 0


class Mending(Value):
    """Repair that is under way on a unit, and what is still to be done of it (CW-9.6-05).

    `by` is who works: a fleet, or a colony or base with repair or shipyard bays; "" for nobody. `loose` are points of damage
    that nobody has placed, `swaps` components exchanged for salvaged ones, some from the ship `donor` (CW-9.6-06). `done` are the
    days that went into what is in work, `upgrade` what the game master approved, which takes `upgrade_days` (CW-9.6-09).
    """

    by: str = ""
    order: str = ""
    burnt: int = 0
    loose: int = 0
    damaged: Mapping[str, int] = field(default_factory=dict)
    swaps: Mapping[str, int] = field(default_factory=dict)
    destroyed: Mapping[str, int] = field(default_factory=dict)
    donor: ShipId = ""
    done: int = 0
    upgrade: str = ""
    upgrade_days: int = 0


class UnitOutcome(Value):
    """What became of one unit of a battle, as it is after it: wounds, munitions and what it carries that are left.

    `unit` is a ship's or base's id, or "colony|design" with `count` for those of a colony's garrison that are left.
    """

    unit: str
    fate: Fate
    wounds: Wounds = field(default_factory=Wounds)
    munitions: int = 0
    crates: Mapping[DesignId, int] = field(default_factory=dict)
    captor: SideId = ""
    count: int = 0


class BattleOutcome(Value):
    """What came of a battle: every unit of it once. An input of the turn in which it was fought, beside the orders.

    `winner` is "" where nobody held the place; `story` are lines for everybody who was there, `told` for one side alone.
    """

    battle: BattleId
    method: Method
    winner: SideId
    units: tuple[UnitOutcome, ...]
    story: tuple[str, ...] = ()
    told: Mapping[SideId, tuple[str, ...]] = field(default_factory=dict)


class BattleTerms(Value):
    """What the game master has set for the battles of one turn in a hex: how they are settled, "" as the campaign has it
    (CW-9.0-02); who is surprised (CW-9.7-03); points of advantage that no player is told of (CW-9.7-06); the units, by id, that
    start at the centre or at the edge against the usual rule (CW-9.1-06)."""

    turn: int
    method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    surprised: tuple[SideId, ...] = ()
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    centre: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()


class BattleRecord(Value):
    """A battle that was (CW-9.0-01, CW-9.0-11): where, when, who, how it was settled, and each side's loss in hull spaces. `foe`
    is what was fought that is not an empire's, "" in battles between empires."""

    id: BattleId
    turn: int
    week: int
    hex: HexId
    kind: BattleKind
    method: Method
    sides: tuple[SideId, ...]
    winner: SideId
    lost: Mapping[SideId, int] = field(default_factory=dict)
    foe: str = ""


class WarSign(Value):
    """War in a hex as a side knows of it: the turn of its last, how often in that turn, and whose doing it was: who held the
    place of a battle, who landed, fired, raided or keeps the blockade ("" where that is not known)."""

    kind: SignKind
    hex: HexId
    turn: int
    by: SideId = ""
    count: int = 1


Terrain: TypeAlias = Literal["clear", "ice", "forest", "badlands", "swamp", "jungle", "caverns", "islands", "ocean"]
Posture: TypeAlias = Literal["attack", "hold", "ambush", "reserve"]
"""Attack whoever is near, dig in where it stands, lie in wait, or stay out of the fight while others hold the line."""
Task: TypeAlias = Literal["fight", "capture", "civilians", "destroy"]
"""What a force does in a city that nobody contests (CW-9.2-15)."""
POSTURES: Final[tuple[Posture, ...]] = get_args(Posture)
TASKS: Final[tuple[Task, ...]] = get_args(Task)
REBELS: Final[SideId] = "rebels"
"""Whose forces those of a city in rebellion are."""
FULL_COMBAT_TEAMS: Final = 10
"""Combat teams of a battalion at full strength (CW-9.3-22)."""


class City(Value):
    """A city: where it lies and what part of the colony's CPs are its own, as a weight beside other cities' (CW-9.3-68)."""

    name: str
    hex: HexId
    share: int = 1
    rebels: bool = False


class Force(Value):
    """A battalion, or a larger vehicle or vessel, on a world: where, how many combat teams are left, what it is to do.

    `goal` is the surface hex it marches to, "" for none; `supplied` the last week in which it had supplies and `supplies` CPs
    of stores brought along; `contact` the weeks in a row it has fought in its hex. `place` is its exact place in words
    (CW-9.3-10). `damage` counts points for a unit of gunboat or starship scale, which has no teams.
    """

    id: ArmyId
    side: SideId
    design: DesignId
    at: HexId
    teams: int = FULL_COMBAT_TEAMS
    posture: Posture = "attack"
    goal: HexId = ""
    task: Task = "fight"
    dug_in: bool = False
    supplied: int = 0
    stress: int = 0
    failures: int = 0
    contact: int = 0
    place: str = ""
    damage: int = 0
    home: bool = False


class GroundModifier(Value):
    """A modifier of the game master's for a side on a world, in points of AR and DR, until they take it away (CW-9.3-40)."""

    side: SideId
    attack: int
    defense: int
    reason: str


class Surface(Value):
    """A world's surface. `people` is the attitude of a conquered people, "" while its own side rules; `former` that side.

    `close` holds the hexes in which the game master has everybody fight at close range, with True, or at a distance, with
    False (CW-9.3-31).
    """

    world: ColonyId
    columns: int
    rows: int
    terrain: Mapping[HexId, Terrain]
    cities: tuple[City, ...]
    forces: Mapping[ArmyId, Force] = field(default_factory=dict)
    people: str = ""
    former: SideId = ""
    odds: tuple[GroundModifier, ...] = ()
    close: Mapping[HexId, bool] = field(default_factory=dict)
    counter: int = 0


class ForceSeen(Value):
    """An enemy's forces in one hex of a surface, as the other side sees them: whose, where, what, how many teams."""

    side: SideId
    at: HexId
    name: str
    count: int
    teams: int


class Front(Value):
    """What one side knows of a world that it holds or fights on: the map, its own forces, and the others it sees. `friends` are
    those of them that are its own people in rebellion."""

    world: ColonyId
    name: str
    owner: SideId
    columns: int
    rows: int
    terrain: Mapping[HexId, Terrain]
    cities: tuple[City, ...]
    forces: Mapping[ArmyId, Force]
    enemies: tuple[ForceSeen, ...] = ()
    people: str = ""
    friends: tuple[SideId, ...] = ()

    def hostile(self, peace: Collection[SideId]) -> list[ForceSeen]:
        """Those that fight this side, which has `peace` with these."""
        return [seen for seen in self.enemies if seen.side not in {*peace, *self.friends}]


def city_cps(cities: Sequence[City], size: int) -> dict[str, int]:
    """What each city has of its colony's CPs, by their shares, the last taking what is left over (CW-9.3-68)."""
    whole = sum(city.share for city in cities)
    found = {city.name: size * city.share // whole for city in cities} if whole else {}
    if found:
        found[cities[-1].name] += size - sum(found.values())
    return found


def rebel_cps(cities: Sequence[City], size: int) -> int:
    """CPs of a colony that its cities in rebellion yield to nobody (CW-9.3-72)."""
    each = city_cps(cities, size)
    return sum(each[city.name] for city in cities if city.rebels)
