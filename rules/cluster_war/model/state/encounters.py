"""What fleets run into: scenes that wait for an answer, and what keeps a fleet from acting."""

from typing import Literal, TypeAlias

from rules.cluster_war.model.state.names import FleetId, HexId, SideId
from rules.values import Value

SceneId: TypeAlias = str
"""A scene of a side, numbered by the side's own counter: "humans-E3"."""
Fortune: TypeAlias = Literal["", "good", "bad"]
HoleKind: TypeAlias = Literal["", "closed", "both", "open", "shut"]
"""How a worm hole can be used (CW-14.0-32, CW-14.0-33): "" as in campaigns that tell encounters only, both ways and known by a
survey; "closed" one way, its far end unknown until somebody travels it; "both" the same, but passable from either end; "open" a
pair whose ends are both known; "shut" mere scenery."""
Bond: TypeAlias = Literal["siphon", "field", "stasis"]
"""Why a fleet cannot act: drained by a siphon (CW-B-22), on its way out of an inhibitor's field (CW-B-23), frozen in time."""


class Bound(Value):
    """A fleet that cannot act before the end of week `until`, counted since the campaign began; 0 is for good. `hex` is where."""

    why: Bond
    hex: HexId
    until: int = 0


class Scene(Value):
    """Something a side has met or found, and what it may do about it.

    `kind` is a row of CW-TAB-SCENES, `fleet` the fleet that is there ("" for those of the side that are). `answer` is what the
    player chose in the last turn of the scene, `ruled` what the game master has set in its place, `fortune` how they had it end,
    "" for the dice; `words` are theirs, told with the outcome. `closed` is the turn in which it came to its end.
    """

    id: SceneId
    side: SideId
    hex: HexId
    kind: str
    fleet: FleetId
    turn: int
    week: int
    answer: str = ""
    ruled: str = ""
    fortune: Fortune = ""
    words: str = ""
    closed: int = 0
    outcome: str = ""
