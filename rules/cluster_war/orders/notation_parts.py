"""What lines of players' notation are made of: patterns, quotes, and names as they are written."""

import json
import re
from typing import Final

from rules.cluster_war.orders.names import Names
from rules.cluster_war.state.names import DesignId, ShipId, SideId, short_id
from rules.errors import NotationError, quoted

NAME: Final = r'("(?:[^"\\]|\\.)*"|[^"]+?)'
TEXT: Final = r'("(?:[^"\\]|\\.)*"|.+?)'
CPS: Final = r"(\d{1,7})(?: ?cps?)?"
WORLD: Final = r"(\d{4})[-/ ](\d{1,2})"
COUNT: Final = r"(\d{1,6})"
_SHIP: Final = re.compile(r"[A-Za-z]+\d+")


def quote(text: str) -> str:
    """Text in double quotes, with quotes and line ends inside it escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def unquote(text: str | None) -> str:
    """The text inside double quotes, or the bare text; NotationError if the quotes do not match."""
    tidy = (text or "").strip()
    if len(tidy) >= 2 and tidy.startswith('"') and tidy.endswith('"'):
        try:
            return str(json.loads(tidy, strict=False))
        except json.JSONDecodeError:
            raise NotationError(f"The quotes in {quoted(tidy)} do not match.") from None
    return tidy


def fleet_text(names: Names, fleet: str) -> str:
    """A fleet by its name where that is its own, else by its id."""
    return quote(names.fleet_name(fleet))


def colony_text(names: Names, colony: str) -> str:
    """A colony by its name where that is its own, else by its id."""
    known = names.view.colonies.get(colony)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return quote(known.name if known and len(same) == 1 else colony)


def site_text(names: Names, site: str) -> str:
    """A place of work: a colony as `colony_text`, a base by its short id."""
    return quote(short_id(site)) if site in names.view.bases else colony_text(names, site)


def side_text(names: Names, side: SideId) -> str:
    """An empire by its name where that is its own, else by its id."""
    flags = names.view.flags
    name = flags[side].name if side in flags else side
    return quote(name if sum(f.name.casefold() == name.casefold() for f in flags.values()) == 1 else side)


def design_text(names: Names, design: str) -> str:
    """A design by its name."""
    known = names.view.me.designs.get(design) if names.view.me else None
    return quote(known.name if known else design)


def units_text(names: Names, ships: tuple[ShipId, ...], design: DesignId, count: int) -> str:
    """Ships by their short ids, or a count and a design."""
    return " ".join(short_id(ship) for ship in ships) if ships else f"{count} {design_text(names, design)}"


def read_units(names: Names, text: str | None) -> tuple[tuple[ShipId, ...], DesignId, int]:
    """Ships (DD01 DD02), or a design and a count of units of it (3 Militia); NotationError for neither."""
    tidy = (text or "").strip()
    words = re.split(r"[\s,]+", tidy)
    if all(_SHIP.fullmatch(word) for word in words):
        return tuple(names.ship(word) for word in words), "", 0
    found = re.fullmatch(rf"(?:{COUNT} ?x? )?{NAME}", tidy, re.DOTALL)
    if found is None:
        raise NotationError(f"{quoted(text or '')} names neither ships nor a count and a design.")
    return (), names.design(unquote(found[2])), int(found[1] or 1)


def as_text(name: str) -> str:
    """` as "Name"`, or nothing."""
    return f" as {quote(name)}" if name else ""
