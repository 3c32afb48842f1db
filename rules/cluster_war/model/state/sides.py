"""Empires: their race and what its record says, what they know how to build, what they received from others (CW-3.1)."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.model.state.common import DesignId, HexId, SideId, TechId
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.psionics import Telepaths
from rules.cluster_war.model.state.war import Engagement
from rules.values import Value, field


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
    played, never the salt; everybody may read both when the game is over (`rules.salts`).

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
