"""What hides in a system: what its first visitors set off, what scouts notice, what only a survey finds (CW-B-33)."""

from typing import Final

from rules.cluster_war.model.state.names import KnowledgeLevel
from rules.cluster_war.model.state.places import Special, StarSystem

HAZARDS: Final = ("monster", "weapon", "trap", "extraordinary", "scoutship", "civilization", "active alien base")
"""Words in a special's row, or in its follow-up rows, that something answers to when first visited (CW-12.1-04)."""

SCOUTED: Final = (
    ("monster", "Something alive moves between the worlds here."),
    ("scoutship", "An alien scout ship is here."),
    ("derelict", "An alien derelict drifts here."),
    ("active alien base", "An active alien base or colony is here."),
    ("civilization", "An alien civilization lives here."),
)
"""What scouting shows, by a word of the special's row (CW-12.1-06)."""

SURVEYED: Final = (
    ("artifact", "The survey found an alien artifact."),
    ("weapon/trap", "The survey found an alien device that may be a weapon or a trap."),
    ("wormhole", "The survey found a wormhole."),
    ("extraordinary", "The survey found something nobody can explain."),
    ("unique", "The survey found a resource unlike any other."),
    ("pre-industrial", "The survey found natives without industry."),
)
"""What only a survey shows (CW-12.1-08)."""

NATIVES: Final = "pre-industrial"
"""A follow-up with this word keeps a civilization from scouts: it is below the industrial age (CW-B-33)."""


def is_hazard(special: Special | None) -> bool:
    """Whether the first to enter a system may be met by a monster, a trap or somebody hostile (CW-12.1-04).

    An artifact counts by its follow-up rows, for instance an active alien weapon.
    """
    if special is None:
        return False
    words = _words(special)
    if "artifact" in special.kind.lower():
        return "active alien weapon" in words
    return any(word in words for word in HAZARDS)


def notes_on(system: StarSystem, level: KnowledgeLevel) -> tuple[str, ...]:
    """What is written on a side's survey sheet about a system's special at this level of knowledge (CW-18.0-18).

    Nature and attitude of what is there are not told: the GM plays that.
    """
    special = system.special
    if special is None or level == "map":
        return ()
    kind, words = special.kind.lower(), _words(special)
    where = f" Orbit {special.orbit}." if special.orbit else ""
    notes = [text for word, text in SCOUTED if word in kind and NATIVES not in words]
    if level == "surveyed":
        notes += [text for word, text in SURVEYED if word in kind or (word == NATIVES and NATIVES in words)]
    return tuple(f"{text}{where}" for text in notes)


def _words(special: Special) -> str:
    return " ".join((special.kind, *special.details)).lower()
