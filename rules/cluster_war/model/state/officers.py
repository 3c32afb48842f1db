"""Flag officers: who they are, the post they hold, and who of those on station acts (chapter 17.1)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import OfficerId
from rules.values import Value

PostKind: TypeAlias = Literal["admiral", "commander", "captain", "team", "aboard"]
RatingName: TypeAlias = Literal["strategy", "command", "attack", "defense"]

DIPLOMAT: Final = "diplomat"
ENGINEER: Final = "engineer"
HEALER: Final = "healer"
LEADER: Final = "leader"
SCIENTIST: Final = "scientist"
SOLDIER: Final = "soldier"
STRATEGIST: Final = "strategist"
TACTICIAN: Final = "tactician"
PSIONIC: Final = "psionic adept"
LUCKY: Final = "lucky"
TALENTS: Final = (
    DIPLOMAT,
    ENGINEER,
    HEALER,
    LEADER,
    SCIENTIST,
    SOLDIER,
    STRATEGIST,
    TACTICIAN,
    PSIONIC,
    LUCKY,
)
"""The talents of the book; the game master may allow others (CW-17.1-06)."""
RATING_OF: Final[Mapping[PostKind, RatingName]] = {"admiral": "strategy", "commander": "command"}
"""The rating that decides between officers of one rank in a post; a captain's is attack and defense together."""


class Post(Value):
    """Where an officer serves: an admiral, commander or captain in charge at the post's own facility of a unit; a "team"
    leader with ground forces; "aboard" without a post, where talents alone count.

    `unit` is a ship, a base, or a colony, or "colony|design" for a combat team of a colony's garrison.
    """

    kind: PostKind
    unit: str


class Officer(Value):
    """An officer: `post` is None in the pool. `recruited` is the turn they were paid in; `promoted` the last one in which
    their rank was changed (CW-17.1-30).

    `luck` are points that the game master has given to all ratings of a lucky officer until the month's end; no player
    reads it (CW-17.1-16).
    """

    id: OfficerId
    side: SideId
    name: str
    strategy: int
    command: int
    attack: int
    defense: int
    rank: int = 1
    talents: tuple[str, ...] = ()
    post: Post | None = None
    recruited: int = 0
    promoted: int = 0
    luck: int = 0


Officers: TypeAlias = Mapping[OfficerId, Officer]


def seniority(officer: Officer, kind: PostKind) -> tuple[int, int, int, int]:
    """What decides who of several officers in like posts acts, the greatest first: rank, then the rating that the post
    is about, then who is older in service (CW-17.1-28)."""
    name = RATING_OF.get(kind)
    rating = getattr(officer, name) if name else officer.attack + officer.defense
    return officer.rank, rating, -officer.recruited, -int(officer.id.rpartition("O")[2] or 0)


def in_charge(officers: Iterable[Officer], kind: PostKind, units: Collection[str]) -> Officer | None:
    """The one officer who acts for these units in such a post: the ranking one on station there, None without any
    (CW-17.1-17, CW-17.1-26 to CW-17.1-28).

    With the units that are left after a loss it is the successor.
    """
    there = [o for o in officers if o.post is not None and o.post.kind == kind and o.post.unit in units]
    return max(there, key=lambda o: seniority(o, kind), default=None)


def with_talent(officers: Iterable[Officer], units: Collection[str], talent: str) -> tuple[Officer, ...]:
    """The officers of a talent who serve aboard these units, in whatever post, by id."""
    found = (
        o
        for o in officers
        if o.post is not None and o.post.unit in units and any(t.startswith(talent) for t in o.talents)
    )
    return tuple(sorted(found, key=lambda o: o.id))
