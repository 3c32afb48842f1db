"""What hides in a system, read from the lines that its rolls have made (CW-B-10 to CW-B-34)."""

import re
from typing import Final

from rules.cluster_war.chapters.detection.scouting import is_hazard
from rules.cluster_war.chapters.encounters.numbers import SCENES, TRAPS
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Special, StarSystem
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

AWAKE: Final = "Awake"
"""A line of a special that somebody has woken (CW-B-24, CW-B-26)."""
HURT: Final = "Hurt"
LEFT: Final = "Left"
HOLE: Final = "wormhole"
HOLE_CODE: Final = "Wrm"
_NUMBER: Final = re.compile(r"number (\d+)")
_YOUNG: Final = re.compile(r"and (\d+) youth")


def line(special: Special, label: str) -> str:
    """What a line of a special says after its label, without what stands in brackets; "" where there is no such line."""
    found = next((d for d in special.details if d.startswith(f"{label}: ")), "")
    return found.removeprefix(f"{label}: ").partition(" (")[0].strip()


def behind(special: Special) -> str:
    """What hides there in the game master's words: its kind, and its lines if it has any."""
    return f"{special.kind}: {', '.join(special.details)}" if special.details else special.kind


def with_line(special: Special, label: str, text: str) -> Special:
    """The special with a line said anew."""
    kept = tuple(d for d in special.details if not d.startswith(f"{label}:"))
    return changed(special, details=(*kept, f"{label}: {text}"))


def number_of(special: Special) -> int:
    """How many there are: those left, else as many as were rolled; 0 where nothing is said."""
    left = line(special, LEFT)
    if left.isdigit():
        return int(left)
    monster = next((d for d in special.details if d.startswith("Monster: ")), "")
    found, young = _NUMBER.search(monster), _YOUNG.search(monster)
    return (int(found[1]) if found else 0) + (int(young[1]) if young else 0)


def hurt_of(special: Special) -> int:
    """Percent of its hull that something has lost to those who fought it."""
    text = line(special, HURT).removesuffix(" %")
    return int(text) if text.isdigit() else 0


def trap_of(special: Special | None, settings: Settings) -> str:
    """The trap that closes on who enters, by its row; "" for none. One in a stasis module sleeps."""
    if special is None or not is_hazard(special):
        return ""
    return sleeping_trap(special, settings)


def sleeping_trap(special: Special, settings: Settings) -> str:
    """The trap among a special's lines, asleep or not."""
    said = line(special, "Trap").casefold()
    return next((key for key in tables(settings)[TRAPS].keys if said == key.casefold()), "")


def scene_of(system: StarSystem, settings: Settings) -> str:
    """The scene that what is in a system leads to, by its row; "" for none. A trap that closes by itself leads to none."""
    special = system.special
    if special is None:
        return HOLE if HOLE_CODE in system.codes and system.hole else ""
    if trap_of(special, settings) and "artifact" in special.kind.casefold():
        return ""
    rows = tuple(tables(settings)[SCENES].named_rows())
    texts = (special.kind, *special.details)
    return next((key for text in texts for key, row in rows if text.startswith(row["meets"])), "")


def put_special(turn: TurnState, hex_: HexId, special: Special | None) -> None:
    """What hides in a system from now on, if it is still there."""
    system = turn.cluster.systems.get(hex_)
    if system is not None:
        systems = {**turn.cluster.systems, hex_: changed(system, special=special)}
        turn.cluster = changed(turn.cluster, systems=systems)
