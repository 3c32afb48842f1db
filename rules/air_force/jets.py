"""A jet with its card and what is written on it, frozen; and where things lie on the map: the hex off the nose, cones, edges,
the sun."""

from typing import Final, Literal, TypeAlias, get_args

from rules.air_force.orders import JetId, SideId, Weapon
from rules.bearings import ahead, nearest_is, shares
from rules.hexes import Grid, Hex, distance
from rules.values import Value, field

Heading: TypeAlias = int
"""1 to 6, clockwise; 1 is straight up the map (JET-X03)."""
Sun: TypeAlias = Literal["north", "east", "south", "west", "night"]
SUNS: Final[tuple[Sun, ...]] = get_args(Sun)
Fate: TypeAlias = Literal["", "shot down", "crashed", "out of fuel", "left", "gave up"]


class Maneuvers(Value):
    """The boxes ticked on a jet's card for this turn (JET-E03, JET-E05)."""

    hard_turns: int = 0
    jink: bool = False
    aim: bool = False

    @property
    def count(self) -> int:
        """How many hard maneuvers these are (JET-E02)."""
        return self.hard_turns + self.jink + self.aim

    @property
    def boxes(self) -> tuple[tuple[str, bool], ...]:
        """The five boxes of a card and whether each is ticked: Turn three times, Jink, Aim (JET-E05)."""
        turns = tuple(("Turn", at < self.hard_turns) for at in range(3))
        return (*turns, ("Jink", self.jink), ("Aim", self.aim))


class ContrailHex(Value):
    """One hex of a contrail."""

    turn: int
    hex: Hex
    heading: Heading
    altitude: int


class Stores(Value):
    """What only a jet's own side knows: fuel and attacks left (JET-X12, JET-X15), and what its pilot last decided of each
    kind, the latest last: "PlanEnergy turn1-aim"."""

    fuel: int
    guns: int
    missiles: int
    before: tuple[str, ...] = ()


class Jet(Value):
    """One jet with its card (JET-X03). `stores` is None in the view of those who cannot know them.

    `crew` says who decides: its side's player, or the doctrine. A `role` of "guarded" is what a mission is about: its side
    wins when it gets away over the map's far edge, and has lost when it is lost.
    """

    id: JetId
    name: str
    side: SideId
    type: str
    at: Hex
    heading: Heading
    altitude: int
    speed: int
    stores: Stores | None
    crew: Literal["player", "doctrine"] = "doctrine"
    role: Literal["fighter", "guarded"] = "fighter"
    bonus: int = 0  # its pilot's, on initiative (JET-X02)
    marksmanship: int = 0  # its pilot's, on attacks
    attention: int = 100  # percent of turns in which a doctrine pilot sees what goes on
    hits: int = 0
    maneuvers: Maneuvers = field(default_factory=Maneuvers)
    afterburner: bool = False
    stalled: bool = False
    distracted: bool = False  # this turn; known to its own side
    initiative: int = 0
    fired: tuple[Weapon, ...] = ()
    trail: tuple[ContrailHex, ...] = ()
    fate: Fate = ""

    @property
    def flying(self) -> bool:
        """Whether it is still in the fight."""
        return not self.fate


HEXSIDES: Final = 6
LEFT_OF: Final = (4, 5)
"""Hexsides clockwise from the nose that are nearer by turning left."""


def off_nose(at: Hex, heading: Heading) -> Hex:
    """The hex directly off the nose (JET-M05)."""
    return ahead(at, heading - 1)


def rotate_heading(heading: Heading, side: Literal["left", "right"]) -> Heading:
    """The heading one hexside over (JET-M07)."""
    return (heading - 1 + (1 if side == "right" else -1)) % HEXSIDES + 1


def on_nose_line(jet: Jet, there: Hex, most: int) -> int | None:
    """How many hexes ahead on the straight line off the nose a hex lies, 0 for its own hex, at most `most`; None if not."""
    hexes = distance(jet.at, there)
    return hexes if hexes <= most and ahead(jet.at, jet.heading - 1, hexes) == there else None


def in_nose_cone(jet: Jet, there: Hex) -> bool:
    """Whether a hex other than its own lies in the 60-degree cone off the nose (JET-X09)."""
    return jet.at != there and nearest_is(there.q - jet.at.q, there.r - jet.at.r, (jet.heading - 1) % HEXSIDES)


def in_rear_cone(jet: Jet, there: Hex) -> bool:
    """Whether a hex other than its own lies in the 60-degree cone behind a jet (JET-X09)."""
    return jet.at != there and nearest_is(there.q - jet.at.q, there.r - jet.at.r, (jet.heading + 2) % HEXSIDES)


def turn_toward(jet: Jet, there: Hex) -> Literal["left", "right"] | None:
    """The shorter way round to a hex; right if it lies right astern; None if it is off the nose or the same hex."""
    if jet.at == there or in_nose_cone(jet, there):
        return None
    dq, dr = there.q - jet.at.q, there.r - jet.at.r
    near = min(side for side in range(HEXSIDES) if nearest_is(dq, dr, (jet.heading - 1 + side) % HEXSIDES))
    return "left" if near in LEFT_OF else "right"


def hexes_to_edge(grid: Grid, at: Hex, heading: Heading, most: int) -> int:
    """How many hexes straight ahead are still on the map, counted up to `most`."""
    for count in range(most):
        if not grid.contains(ahead(at, heading - 1, count + 1)):
            return count
    return most


def middle(grid: Grid) -> Hex:
    """The hex in the middle of the map."""
    return grid.hex((grid.columns + 1) // 2, (grid.rows + 1) // 2)


def from_sun(grid: Grid, at: Hex, sun: Sun) -> int:
    """How far a hex is from the sun's edge, in columns or rows; 0 for all at night (JET-M02)."""
    column, row = grid.offset(at)
    match sun:
        case "north":
            return row
        case "south":
            return grid.rows + 1 - row
        case "west":
            return column
        case "east":
            return grid.columns + 1 - column
        case "night":
            return 0


def toward_sun(at: Hex, there: Hex, sun: Sun) -> bool:
    """Whether a hex lies, as seen from another, in the 60-degree cone round the sun's direction; never at night."""
    dq, dr = there.q - at.q, there.r - at.r
    if dq == dr == 0:
        return False
    match sun:
        case "north":
            return nearest_is(dq, dr, 0)
        case "south":
            return nearest_is(dq, dr, 3)
        case "east":
            return min(shares(dq, dr, 1)) >= 0
        case "west":
            return min(shares(dq, dr, 4)) >= 0
        case "night":
            return False
