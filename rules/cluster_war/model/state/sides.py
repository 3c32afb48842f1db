"""Empires and their flag officers: race and record, what they know how to build, what they received from others (CW-3.1); who
the officers are, the post they hold, and who of those on station acts (CW-17.1). And what a side knows of what is not its own,
with the news that is still on its way (chapters 12 and 13)."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import (
    ColonyId,
    DesignId,
    FleetId,
    HexId,
    KnowledgeLevel,
    ShipId,
    SideId,
    TechId,
)
from rules.cluster_war.model.state.dealings import Deed
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.psionics import Telepaths
from rules.cluster_war.model.state.war import Engagement, OfficerId, WarSign
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


GHOST_TURNS: Final = 12
"""For so many turns a map shows where ships were last heard of."""


class KnownBody(Value):
    """A world as a side knows it: None means not known (CW-12.1-06, CW-12.1-08)."""

    orbit: int
    step: str
    life: str = ""
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None
    name: str = ""


class KnownSystem(Value):
    """What a side knows of a system, and the turn it was learned."""

    hex: HexId
    level: KnowledgeLevel
    turn: int
    bodies: tuple[KnownBody, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = ""


class FleetSighting(Value):
    """A foreign fleet as last seen: where, by whose flag, how many ships and hull spaces, and when.

    `contact` is the observer's own name for it ("C3"): the owner's ids would tell how many fleets they have.
    """

    contact: str
    side: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


class ColonySighting(Value):
    """A foreign colony as last seen; its size is known only if told. Keyed by "hex-orbit", as `Colony.id` is."""

    colony: ColonyId
    side: SideId
    hex: HexId
    orbit: int
    week: int
    size: int | None = None


class BaseSighting(Value):
    """Foreign bases as last seen in an orbit, or in deep space with orbit 0: how many, and their hull spaces together.
    Keyed by "hex-orbit/side"."""

    side: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


class DesignSighting(Value):
    """A foreign design as survivors of a battle have seen it, with its layout, and the turn they last met it (CW-9.7-02)."""

    side: SideId
    design: Design
    turn: int


class SeenWeather(Value):
    """The terrain of a hex as a side knows it: in which turn it was so, the force of each storm, and what coincides there with
    what the map shows."""

    turn: int
    force: Mapping[str, int] = field(default_factory=dict)
    around: tuple[str, ...] = ()


class LastHeard(Value):
    """Own ships of which nobody has heard any more: their fleet, where and when it was last heard of (CW-12.0-02)."""

    fleet: FleetId
    name: str
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


class Knowledge(Value):
    """All a side knows of what is not its own. `seen` gives the week each hex was last in view; `contacts` names the
    foreign fleets it has seen; `fleets` is keyed by contact. `designs` are those it has met in battle, as "side/design"; `signs`
    the places of war it was told of in the last turns, as "kind/hex"; `weather` is what it saw of storms and the like,
    `vanished` its own ships that were not heard of again, `stars` what its map still shows, by old light, of hexes that are
    otherwise by now (CW-12.1-02), `passages` the entries of closed worm holes whose far end it knows, since it came
    through (CW-14.0-32), `deeds` what it was told that passed between it and others, by empire and in order."""

    systems: Mapping[HexId, KnownSystem] = field(default_factory=dict)
    seen: Mapping[HexId, int] = field(default_factory=dict)
    fleets: Mapping[str, FleetSighting] = field(default_factory=dict)
    contacts: Mapping[FleetId, str] = field(default_factory=dict)
    colonies: Mapping[ColonyId, ColonySighting] = field(default_factory=dict)
    met: tuple[SideId, ...] = ()
    bases: Mapping[str, BaseSighting] = field(default_factory=dict)
    designs: Mapping[str, DesignSighting] = field(default_factory=dict)
    signs: Mapping[str, WarSign] = field(default_factory=dict)
    weather: Mapping[HexId, SeenWeather] = field(default_factory=dict)
    vanished: tuple[LastHeard, ...] = ()
    stars: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)
    passages: tuple[HexId, ...] = ()
    deeds: tuple[Deed, ...] = ()


CommEffect: TypeAlias = Literal["relay", "couriers", "initiative"]
"""What a communications technology does (CW-13.0-09): reports reach the grid from so many hexes further off, couriers are so many
weeks faster, a side's commanders add so much to initiative in battle."""


class Report:
    """What nobody has read yet: an event, of which this layer knows nothing more. It is kept as it is and told later."""

    __slots__ = ()


class Dispatch(Value):
    """News of a side's that is on its way home from a hex: due at the end of a week, or when one of the fleets that carry it is
    within reach itself. `found` holds what is new of what the side knows."""

    side: SideId
    hex: HexId
    sent: int
    due: int
    carriers: tuple[FleetId, ...] = ()
    reports: tuple[Report, ...] = ()
    found: Knowledge = field(default_factory=Knowledge)


class TechEffect(Value):
    """What the game master has attached to a communications technology, for all who have it (CW-13.0-09)."""

    technology: TechId
    effect: CommEffect
    amount: int


class Signals(Value):
    """`cloaks` are levels that the game master adds to cloaks, by "drive/jump", "hex/2034", "fleet/…" or "side/…", `sensors`
    levels added to LRS, by "hex/…" or "side/…" (CW-12.0-11); `delays` weeks by which news of enemy activity comes late, by side
    (CW-13.0-05); `effects` what technologies do; `mail` is news on its way; `envoys` are ambassadors who wait for
    the other's, as "from>to" (CW-13.0-08)."""

    cloaks: Mapping[str, int] = field(default_factory=dict)
    sensors: Mapping[str, int] = field(default_factory=dict)
    delays: Mapping[SideId, int] = field(default_factory=dict)
    effects: tuple[TechEffect, ...] = ()
    mail: tuple[Dispatch, ...] = ()
    envoys: tuple[str, ...] = ()
