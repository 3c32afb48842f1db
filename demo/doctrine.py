"""The campaigns that are played: the empires as their players lead them (which fleets do what, what is researched, built and
founded), and those that the bot leads."""

from collections.abc import Mapping

from rules.cluster_war.play.governors.profile import Character, Strength
from rules.values import Value


class Doctrine(Value):
    """How one player plays. Fleets go by their names in the scenario."""

    side: str
    player: str
    scouts: tuple[str, ...]
    surveyors: tuple[str, ...]
    haulers: tuple[str, ...]
    projects: tuple[tuple[str, int], ...]
    """What is researched, in order, and how many successes it takes."""
    research: int
    """CPs for research each turn."""
    wishes: tuple[tuple[str, int], ...]
    """Designs and numbers to build, in turn."""
    colonies: tuple[str, ...]
    """Names for new colonies."""
    pride: str
    """The base that a full treasury goes into."""
    reach: int = 9
    """How many hexes from home this player looks for stars."""


class Rival(Value):
    """An empire that nobody plays: the bot leads it from the first turn on, with this character and strength."""

    side: str
    character: Character
    strength: Strength


class DemoPlan(Value):
    """A campaign to be played: its name and scenario, its length, how each side is led, and what each is called."""

    name: str
    scenario: str
    turns: int
    doctrines: tuple[Doctrine, ...]
    rivals: tuple[Rival, ...]
    sides: Mapping[str, str]
    questions: int = 1000
    """How many questions the game master still settles when all is over."""


_PLAYED = (
    Doctrine(
        "humans",
        "ada",
        ("Lantern One", "Lantern Two", "Lantern Three"),
        ("Meridian Survey",),
        ("First Caravan",),
        (("Brighter Lanterns", 1), ("Deep Radar", 2), ("Quiet Drives", 2)),
        250,
        (("SC", 1), ("CF", 1), ("DD", 1), ("SV", 1), ("INF", 4)),
        ("New Terra", "Halcyon", "Candlewick", "Low Orbit", "Farewell"),
        "FT",
    ),
    Doctrine(
        "vermin",
        "vik",
        ("Feeler", "Antenna"),
        ("Borers", "Deep Borers"),
        ("Haulers",),
        (("Faster Breeding", 1), ("Sharper Teeth", 2)),
        120,
        (("SK", 1), ("BC", 1), ("ST", 10), ("ND", 2), ("MIL", 10)),
        ("Second Nest", "Third Nest", "Fourth Nest", "Fifth Nest", "Sixth Nest"),
        "HV",
    ),
    Doctrine(
        "dominators",
        "dom",
        ("First Watcher", "Second Watcher", "Third Watcher"),
        ("Delvers",),
        ("Bearers",),
        (("The Inner Eye", 2), ("Iron Discipline", 2), ("The Outer Eye", 2)),
        400,
        (("WA", 1), ("DR", 8), ("FS", 1), ("HTK", 2), ("EY", 1)),
        ("Obedience", "Silence", "Patience", "Gravity", "Duty"),
        "CI",
    ),
    Doctrine(
        "oolab",
        "ola",
        ("East Darter", "West Darter"),
        ("Sounders", "Far Sounder"),
        ("Tidewagons",),
        (("Warm Currents", 1), ("Pressure Hulls", 2)),
        150,
        (("DA", 1), ("TW", 1), ("SPM", 4), ("PI", 1), ("SH", 6)),
        ("Shallows", "Brightpool", "Saltgate", "Undertow", "Estuary"),
        "AT",
    ),
)
_RIVALS = (Rival("kestrels", "trader", "even"), Rival("weavers", "raider", "even"))
_SIDES = {
    "humans": "Human Union",
    "vermin": "Vermin Swarm",
    "dominators": "The Dominion",
    "oolab": "Oolab Shoal",
    "kestrels": "Kestrel Compact",
    "weavers": "Loom of Ash",
}

YEAR = DemoPlan("The Long Demo", "six_empires", 12, _PLAYED, _RIVALS, _SIDES)
"""What `make demo` plays."""
FORTY = DemoPlan("The Forty Turns", "six_empires", 40, _PLAYED, _RIVALS, _SIDES, questions=40)
"""What `make demo FULL=1` plays."""
