"""The surface of a world at war: a small hex map, its cities, and the forces on it (CW-9.2, CW-9.3).

A world gets its surface when the first invader lands. Its hexes are numbered as the cluster's are ("0302").
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.state.names import ColonyId, DesignId, HexId, SideId
from rules.cluster_war.model.state.war import ArmyId
from rules.values import Value, field

Terrain: TypeAlias = Literal["clear", "ice", "forest", "badlands", "swamp", "jungle", "caverns", "islands", "ocean"]
Posture: TypeAlias = Literal["attack", "hold", "ambush", "reserve"]
"""Attack whoever is near, dig in where it stands, lie in wait, or stay out of the fight while others hold the line."""
Task: TypeAlias = Literal["fight", "capture", "civilians", "destroy"]
"""What a force does in a city that nobody contests (CW-9.2-15)."""
POSTURES: Final[tuple[Posture, ...]] = get_args(Posture)
TASKS: Final[tuple[Task, ...]] = get_args(Task)
REBELS: Final[SideId] = "rebels"
"""Whose forces those of a city in rebellion are."""
FULL: Final = 10
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
    teams: int = FULL
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


class Odds(Value):
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
    odds: tuple[Odds, ...] = ()
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
    """What one side knows of a world that it holds or fights on: the map, its own forces, and the enemies it sees."""

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
