"""Empires and their flag officers: race and record, what they know how to build, what they received from others (CW-3.1); who the
officers are, the post they hold, and who of those on station acts (CW-17.1)."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import DesignId, HexId, SideId, TechId
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.psionics import Telepaths
from rules.cluster_war.model.state.war import Engagement, OfficerId
from rules.values import Value, field

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


class Race(Value):
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


class Received(Value):
    """Technology from another empire that does not work yet: the successes still missing, whether it was a whole
    transfer (whose fee can be paid, CW-8.1-02) or data alone (CW-8.1-01), and whether the fee is paid."""

    successes: int = 1
    whole: bool = False
    paid: bool = False


class Side(Value):
    """An empire: race, home, purse, what it may build and what it knows how to do.

    From `salt` comes each turn's secret word, which ends the key of every roll that only this side may see: once a turn's
    seed is revealed anybody could compute a roll whose key they can guess. The side reads the word of each turn it has
    played, never the salt; everybody may read both when the game is over (`rules.dice`).

    `discoveries` are fields it knows of beyond its technologies (CW-8.0-04), `received` what others gave it that does
    not work yet, `materials` resources given by others for research (CW-8.0-08). `engagement` are its rules of
    engagement, for fleets that have none of their own, `conduct` the same in plain words for the game master (CW-9.0-09).
    `telepaths` are its teams of strong telepaths at work (CW-15.1-11).
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
    engagement: Engagement = field(default_factory=Engagement)
    conduct: str = ""
    telepaths: tuple[Telepaths, ...] = ()


_LEVEL: Final = re.compile(r"\+?\s*(\d+)$")


def has_trait(traits: Iterable[str], name: str) -> bool:
    """Whether an entry of that name stands on the record, whatever its capitals and level."""
    return trait_level(traits, name) > 0


def trait_level(traits: Iterable[str], name: str) -> int:
    """The levels of an entry added up: "Extra Intelligence +2" counts 2, an entry without a number 1."""
    total = 0
    for trait in traits:
        text = trait.strip().casefold()
        if text.startswith(name.casefold()):
            rest = text[len(name) :].strip()
            level = _LEVEL.fullmatch(rest)
            total += int(level[1]) if level else (not rest)
    return total
