"""A campaign's state as programs wrote it that did not know its newest fields yet.

A field that came later has a default that means what was so before. A state that was kept without it is the same state, so that a
capsule of an earlier version can still be played again and compared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Final

import msgspec

from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Base, Colony, Task
from rules.cluster_war.state.knowledge import Knowledge
from rules.cluster_war.state.minds import Minds
from rules.cluster_war.state.npr import NprColony
from rules.cluster_war.state.places import Link, StarSystem, Strain, Weather
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.state.war import BattleRecord

LATER: Final[Mapping[str, tuple[type, tuple[str, ...]]]] = {
    "": (
        GameState,
        (
            "battles",
            "terms",
            "officers",
            "surfaces",
            "weather",
            "signals",
            "operations",
            "differences",
            "minds",
            "scenes",
        ),
    ),
    "settings": (
        Settings,
        (
            "battles",
            "largest_battle",
            "flag_officers",
            "graded_crews",
            "small_battle",
            "small_battles",
            "large_battles",
            "terrain",
            "psionics",
            "news",
            "detection",
            "reserves",
            "encounters",
            "handicaps",
        ),
    ),
    "sides/*": (Side, ("engagement", "conduct", "telepaths")),
    "knowledge/*": (Knowledge, ("designs", "signs", "weather", "vanished", "stars", "passages")),
    "ships/*": (
        Ship,
        (
            "wounds",
            "grade",
            "drilled",
            "battles",
            "settling",
            "mending",
            "salvage",
            "upgrades",
            "crew_lost",
            "psychics",
        ),
    ),
    "bases/*": (Base, ("wounds", "mending", "upgrades", "emissions")),
    "fleets/*": (Fleet, ("engagement", "raid", "emissions", "bound")),
    "colonies/*": (Colony, ("blockader",)),
    "strains/*": (Strain, ("glazed",)),
    "weather/*": (Weather, ("raised",)),
    "nprs/*/colonies/*": (NprColony, ("size", "garrison")),
    "cluster/systems/*": (StarSystem, ("hole", "hidden")),
    "cluster/links/*": (Link, ("one_way",)),
    "tasks/*": (Task, ("effect", "gives")),
    "minds": (Minds, ("hearts",)),
    "battles/*": (BattleRecord, ("foe",)),
}
"""Where in a state, of what type, and which of its fields came after schema 2 was first written."""


def as_written_earlier(data: bytes) -> bytes:
    """An encoded state without those of its later fields that have their defaults; canonical as the state itself."""
    state: dict[str, Any] = msgspec.json.decode(data)
    for path, (kind, names) in LATER.items():
        usual = {field.name: _default(field) for field in fields(kind) if field.name in names}
        for found in _at(state, path):
            for name, default in usual.items():
                if name in found and found[name] == default:
                    del found[name]
    return msgspec.json.encode(state, order="sorted")


def _at(here: Any, path: str) -> Iterator[dict[str, Any]]:
    """What lies at a path of keys, "*" for each of a mapping's or list's."""
    head, _, rest = path.partition("/")
    if not head:
        yield here
    elif head == "*":
        for each in here if isinstance(here, list) else here.values():
            yield from _at(each, rest)
    else:
        yield from _at(here.get(head, []), rest)


def _default(field: "Field[Any]") -> object:
    value = field.default if field.default_factory is MISSING else field.default_factory()
    return msgspec.json.decode(msgspec.json.encode(value))
