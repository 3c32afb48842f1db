"""A jet with its card, and what is written on it. Frozen."""

from typing import Final, Literal, TypeAlias, get_args

from rules.air_force.orders import JetId, SideId, Weapon
from rules.hexes import Hex
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


class Spot(Value):
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
    trail: tuple[Spot, ...] = ()
    fate: Fate = ""

    @property
    def flying(self) -> bool:
        """Whether it is still in the fight."""
        return not self.fate
