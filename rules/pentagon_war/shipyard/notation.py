"""A craft on a few lines of text, both ways: "screens: 4", "weapons: 2 laser, 1 proton L+R"; and the library of ready-made
craft."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard import notation_items as items
from rules.pentagon_war.shipyard.notation_items import NOTE_MARKS, free_text, number, numbers
from rules.pentagon_war.shipyard.pricing import PRINTED_OPTIONS, finish_design
from rules.values import NotationError, changed, quoted

LONGEST_DESIGN: Final = 4000
LONGEST_NOTE: Final = 200
Fields = Mapping[str, Any]

LINE_READERS: Final[Mapping[str, Callable[[str], Fields]]] = {
    "name": lambda text: {"name": free_text(text, "name")},
    "power": lambda text: {"power": free_text(text, "power")},
    "crew": items.read_crew,
    "screens": items.read_screens,
    "armor": lambda text: {"armor": numbers(text, "armor", 6, "six numbers, sides 1 to 6: `armor: 3 2 1 0 1 2`")},
    "hull": items.read_hull,
    "cargo": lambda text: {"cargo": items.read_cargo(text)},
    "fuel": lambda text: {"fuel_tanks": number(text, "fuel")},
    "scoop": items.read_scoop,
    "capacitors": lambda text: {"capacitors": number(text, "capacitors")},
    "point defense": lambda text: {"point_defense": number(text, "point defense")},
    "radar": lambda text: {"radar": items.read_radar(text)},
    "engines": lambda text: {"engines": number(text, "engines")},
    "final damage": lambda text: {"final_damage": number(text, "final damage")},
    "missiles": lambda text: {"missiles": items.read_missiles(text)},
    "drones": lambda text: {"drones": items.read_drones(text)},
    "control": items.read_control,
    "weapons": lambda text: {"weapons": items.read_weapons(text)},
    "guns": lambda text: {"guns": items.read_guns(text)},
    "repair": lambda text: {"repair": number(text, "repair")},
    "ramming weights": lambda text: {"ramming_weights": number(text, "ramming weights")},
    "special": items.read_special,
    "attach": lambda text: {"attachments": items.read_links(text)},
    "notes": lambda text: {"notes": free_text(text, "notes", LONGEST_NOTE, NOTE_MARKS)},
}
"""What each line's key means, in the order in which a design is written."""


def parse_design(text: str, options: Options) -> Design:
    """The design a text describes; hull and final damage not named are the free ones. NotationError names every fault at once.

    Reading says nothing of the rules: `checks.check_design` does.
    """
    if len(text) > LONGEST_DESIGN:
        raise NotationError(f"A design has at most {LONGEST_DESIGN} characters; this text has {len(text)}.")
    lines = _lines(text)
    if not lines:
        raise NotationError("A design needs at least its name: `name: Wasp; screens: 2; engines: 1; fuel: 1`.")
    fields, faults = _fields(lines)
    if not any(_key(line) == "name" for line in lines):
        faults.insert(0, f"{quoted(lines[0])} is not a design: it lacks its line `name: ...`.")
    if faults:
        many = "" if len(faults) == 1 else f"{len(faults)} faults: "
        raise NotationError(many + " ".join(dict.fromkeys(faults)))
    return _whole(fields, options)


def _lines(text: str) -> list[str]:
    """The lines of a text; a semicolon in a note parts nothing unless a new line's key follows it."""
    lines: list[str] = []
    for piece in (piece.strip() for piece in re.split(r"[;\n]", text)):
        if lines and lines[-1].lower().startswith("notes:") and piece and _key(piece) not in LINE_READERS:
            lines[-1] += f"; {piece}"
        elif piece:
            lines.append(piece)
    return lines


def _key(line: str) -> str:
    """What stands before a line's colon; no key if there is none."""
    key, colon, _ = line.partition(":")
    return " ".join(key.lower().split()) if colon else ""


def _fields(lines: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """What the lines say, and what is wrong with those that cannot be read."""
    fields: dict[str, Any] = {}
    faults: list[str] = []
    seen: set[str] = set()
    for line in lines:
        name, rest = _key(line), line.partition(":")[2]
        if name not in LINE_READERS:
            faults.append(f"{quoted(line)} is not a line of a design; {_did_you_mean(name)}.")
        elif name in seen:
            faults.append(f"The line `{name}:` is there twice; write it once.")
        else:
            seen.add(name)
            try:
                fields |= LINE_READERS[name](rest.strip())
            except NotationError as wrong:
                faults.append(str(wrong))
    return fields, faults


def _did_you_mean(name: str) -> str:
    close = get_close_matches(name[:LONGEST_NOTE], LINE_READERS, 1)
    return f"did you mean `{close[0]}:`" if close else "a line is a system and a colon, like `screens: 3`"


def _whole(fields: dict[str, Any], options: Options) -> Design:
    design = Design(**fields)
    free = finish_design(design, options)
    if "final_damage" not in fields:
        design = changed(design, final_damage=free.final_damage)
    if "hull_forward" not in fields:
        design = changed(design, hull_forward=free.hull_forward, hull_aft=free.hull_aft)
    return design


def format_design(design: Design) -> str:
    """The text of a design, a line for each thing it has; `parse_design` reads it back the same."""
    written = {key: write(design) for key, write in LINE_WRITERS.items()}
    return "\n".join(f"{key}: {text}" for key, text in written.items() if text)


def _runs(things: Iterable[str]) -> str:
    """Equal neighbours joined with their number: "2 laser, 1 beam L+R"."""
    return ", ".join(f"{len(list(run))} {thing}" for thing, run in groupby(things))


def _some(count: int) -> str:
    return str(count) if count else ""


LINE_WRITERS: Final[Mapping[str, Callable[[Design], str]]] = {
    "name": lambda d: d.name,
    "power": lambda d: d.power,
    "crew": lambda d: "manned" if d.manned else "unmanned",
    "screens": lambda d: f"{d.screens} directional" if d.directional else _some(d.screens),
    "armor": lambda d: " ".join(map(str, d.armor)) if any(d.armor) else "",
    "hull": lambda d: f"{d.hull_forward} + {d.hull_aft}",
    "cargo": lambda d: ", ".join(items.write_cargo(box, len(list(run))) for box, run in groupby(d.cargo)),
    "fuel": lambda d: _some(d.fuel_tanks),
    "scoop": lambda d: "" if d.scoop == "none" else d.scoop,
    "capacitors": lambda d: _some(d.capacitors),
    "point defense": lambda d: _some(d.point_defense),
    "radar": lambda d: " ".join(map(str, d.radar)),
    "engines": lambda d: _some(d.engines),
    "final damage": lambda d: str(d.final_damage),
    "missiles": lambda d: _runs(map(items.write_missile, d.missiles)),
    "drones": lambda d: _runs(map(items.write_arm, d.drones)),
    "control": lambda d: f"{d.main_control} + {d.aux_control}" if (d.main_control, d.aux_control) != (1, 0) else "",
    "weapons": lambda d: _runs(map(items.write_weapon, d.weapons)),
    "guns": lambda d: ", ".join(map(items.write_gun, d.guns)),
    "repair": lambda d: _some(d.repair),
    "ramming weights": lambda d: _some(d.ramming_weights),
    "special": items.write_special,
    "attach": lambda d: ", ".join(map(items.write_link, d.attachments)),
    "notes": lambda d: d.notes,
}
"""How each line is written; an empty text is left out. The same keys as `LINE_READERS`."""


FOLDER: Final = Path(__file__).parents[3] / "scenarios" / "pentagon_war"
DESIGNS: Final = FOLDER / "designs.toml"


@lru_cache(maxsize=1)
def library() -> Mapping[str, Design]:
    """All ready-made designs by id, in printed order."""
    return read_designs(DESIGNS.read_text(encoding="utf-8"))


def read_designs(text: str) -> Mapping[str, Design]:
    """The designs of a TOML text of `[[design]]` tables, `id` and `sheet`; GameError for a sheet that cannot be read."""
    items = tomllib.loads(text)["design"]
    found = {str(item["id"]): parse_design(str(item["sheet"]), PRINTED_OPTIONS) for item in items}
    if len(found) != len(items):
        raise ValueError("a design is in the library twice")
    return found


def scenario_names() -> tuple[str, ...]:
    """The ready-made battles, by file name without its ending."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml") if path != DESIGNS))
