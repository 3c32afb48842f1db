"""The map: bodies, systems, what lies between them, and what strip-mining has done to worlds."""

from collections.abc import Mapping

from rules.cluster_war.model.state.encounters import HoleKind
from rules.cluster_war.model.state.names import HexId, LinkKind, SideId
from rules.values import Value, field


class Body(Value):
    """A planet or other body: its orbit (1 is innermost), STEP code, and maximum CP value (CW-2.1-02)."""

    orbit: int
    step: str
    max_cp: int
    index: int = 0
    life: str = ""
    resources: tuple[str, ...] = ()
    name: str = ""


class Special(Value):
    """What the encounter tables put here: the row and its follow-up rows, for the GM to play (CW-B-10, CW-B-32)."""

    kind: str
    details: tuple[str, ...] = ()
    orbit: int = 0


class StarSystem(Value):
    """An occupied hex: its object codes from CW-B-T01 (two for a binary), bodies, and what hides there.

    `destination` is the far end of a wormhole, "" where there is none or it leads off the map; `hole` how it can be used. What
    is `hidden` nobody meets or finds before the game master shows it.
    """

    hex: HexId
    codes: tuple[str, ...]
    bodies: tuple[Body, ...] = ()
    special: Special | None = None
    destination: HexId = ""
    name: str = ""
    hole: HoleKind = ""
    hidden: bool = False


class Link(Value):
    """Two hexes joined for travel both ways: a jump line between warp points (CW-B-57), a natural wormhole (CW-4.0-24),
    a wormhole that a base of `side` holds open (CW-4.0-23), or a jump gate (CW-B-56). One that is `one_way` leads from `a` to
    `b` alone (CW-14.0-33)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""
    one_way: bool = False


class Cluster(Value):
    """The map: sizes in hexes, every occupied hex by its number, and the links drawn on it."""

    columns: int
    rows: int
    systems: Mapping[HexId, StarSystem]
    links: tuple[Link, ...] = ()


class Strain(Value):
    """What strip-mining has done to a world, keyed by "hex-orbit": its stress in percent, the STEP code it had before
    the first harm ("" while unharmed), the percent that care for its environment adds to its chance of recovery
    (CW-7.1-10), and the side that last worked there; `glazed` is the damage that bombardment has done to its biosphere
    (CW-9.4-04)."""

    stress: int
    step: str = ""
    care: int = 0
    side: SideId = ""
    glazed: int = 0


class Weather(Value):
    """What rages in a hex this turn: the `force` of its storms by their codes ("ION": 3), those of them that the game master has
    fixed (CW-14.0-11), and the terrain that coincides there with what the map shows; None for what surrounds a hypermass by the
    campaign's rules (CW-14.0-13). `raised` are storms that somebody raised there besides (CW-B-20, CW-A-32)."""

    force: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    around: tuple[str, ...] | None = None
    raised: tuple[str, ...] = ()
