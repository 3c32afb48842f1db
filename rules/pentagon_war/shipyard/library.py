"""The library of ready-made craft, and where the ready-made battles lie."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.shipyard.notation import parse_design
from rules.pentagon_war.shipyard.pricing import PRINTED

FOLDER: Final = Path(__file__).parents[3] / "scenarios" / "pentagon_war"
DESIGNS: Final = FOLDER / "designs.toml"


@lru_cache(maxsize=1)
def library() -> Mapping[str, Design]:
    """All ready-made designs by id, in printed order."""
    return read_designs(DESIGNS.read_text(encoding="utf-8"))


def read_designs(text: str) -> Mapping[str, Design]:
    """The designs of a TOML text of `[[design]]` tables, `id` and `sheet`; GameError for a sheet that cannot be read."""
    items = tomllib.loads(text)["design"]
    found = {str(item["id"]): parse_design(str(item["sheet"]), PRINTED) for item in items}
    if len(found) != len(items):
        raise ValueError("a design stands in the library twice")
    return found


def scenario_names() -> tuple[str, ...]:
    """The ready-made battles, by file name without its ending."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml") if path != DESIGNS))
