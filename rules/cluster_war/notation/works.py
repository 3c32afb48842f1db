"""Orders to yards, factories, bases and mines in players' notation, both ways."""

import json
import re
from collections.abc import Callable, Mapping
from typing import assert_never

from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.holdings.capacity import LINES
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import SendBuild
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.orders.names import Names
from rules.cluster_war.registry.works_orders import WorksOrder
from rules.cluster_war.state.units import Leg
from rules.errors import NotationError, quoted

_NAME = r'("(?:[^"\\]|\\.)*"|[^"]+?)'
_TEXT = r'("(?:[^"\\]|\\.)*"|.+?)'
_N = r"(\d{1,6})"
_LINE = f"({'|'.join(LINES)})"
_SHIP = re.compile(r"[A-Za-z]+\d+")
YARD = "shipyard"

Groups = tuple[str | None, ...]


def format_works(order: WorksOrder, names: Names) -> str:
    """The canonical line of one of these orders."""
    match order:
        case SendBuild(build, legs):
            return f"send {build} to {', '.join(leg.to for leg in legs)}"
        case RetoolFactory(place, amount, line, old):
            return f"retool {amount} at {site_text(names, place)}" + (f" from {old}" if old else "") + f" to {line}"
        case MakeMunitions(place, cps):
            return f"munitions {cps} at {site_text(names, place)}"
        case RefitUnits(place, design, ships, old, count, capacity):
            what = _units(names, ships, old, count)
            using = f" using {capacity}" if capacity > 0 else ""
            return f"refit {what} at {site_text(names, place)} to {_design(names, design)}{using}"
        case ScrapUnits(place, ships, design, count):
            return f"scrap {_units(names, ships, design, count)}" + (f" at {site_text(names, place)}" if place else "")
        case Dismantle(fleet, place, what, amount):
            thing = f"{amount} {_thing(names, what)} at " if what else ""
            return f"dismantle {thing}{site_text(names, place)} onto {_fleet(names, fleet)}"
        case Assemble(fleet, what, orbit, amount, name):
            many = f"{amount} " if amount != 1 else ""
            where = f" in orbit {orbit}" if orbit else ""
            called = f" as {_quote(name)}" if name else ""
            return f"assemble {many}{_thing(names, what)} from {_fleet(names, fleet)}{where}{called}"
        case TowBase(fleet, place, design):
            thing = f"{_design(names, design)} at " if design else ""
            return f"tow {thing}{site_text(names, place)} with {_fleet(names, fleet)}"
        case ReleaseBase(base, orbit):
            return f"release {site_text(names, base)}" + (f" in orbit {orbit}" if orbit else "")
        case Priorities(lines):
            return f"priorities {', '.join(lines)}"
        case _:
            assert_never(order)


def site_text(names: Names, site: str) -> str:
    """A colony by its name where that is its own, a base by its short id."""
    if site in names.view.bases:
        return _quote(site.rpartition("/")[2])
    known = names.view.colonies.get(site)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return _quote(known.name if known and len(same) == 1 else site)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _fleet(names: Names, fleet: str) -> str:
    return _quote(names.fleet_name(fleet))


def _design(names: Names, design: str) -> str:
    known = names.view.me.designs.get(design) if names.view.me else None
    return _quote(known.name if known else design)


def _thing(names: Names, what: str) -> str:
    return YARD if what == YARD else _design(names, what)


def _units(names: Names, ships: tuple[str, ...], design: str, count: int) -> str:
    return " ".join(s.rpartition("/")[2] for s in ships) if ships else f"{count} {_design(names, design)}"


def _bare(text: str | None) -> str:
    """The text inside double quotes, or the bare text."""
    tidy = (text or "").strip()
    if len(tidy) >= 2 and tidy.startswith('"') and tidy.endswith('"'):
        try:
            return str(json.loads(tidy, strict=False))
        except json.JSONDecodeError:
            raise NotationError(f"The quotes in {quoted(tidy)} do not match.") from None
    return tidy


def _send(names: Names, g: Groups) -> WorksOrder:
    legs = tuple(Leg(names.hex(part)) for part in re.split(r",| then ", g[1] or "") if part.strip())
    return SendBuild(names.build(g[0] or ""), legs)


def _retool(names: Names, g: Groups) -> WorksOrder:
    old, line = (g[2] or "").casefold(), (g[3] or "").casefold()
    return RetoolFactory(names.site(_bare(g[1])), int(g[0] or 0), line, old)


def _what(names: Names, text: str | None) -> tuple[tuple[str, ...], str, int]:
    """Ships (DD01 DD02), or a count and a design (3 Militia)."""
    words = re.split(r"[\s,]+", (text or "").strip())
    if all(_SHIP.fullmatch(word) for word in words):
        return tuple(names.ship(word) for word in words), "", 0
    found = re.fullmatch(rf"(?:{_N} ?x? )?{_NAME}", (text or "").strip(), re.DOTALL)
    if found is None:
        raise NotationError(f"{quoted(text or '')} names neither ships nor a count and a design.")
    return (), names.design(_bare(found[2])), int(found[1] or 1)


def _refit(names: Names, g: Groups) -> WorksOrder:
    ships, old, count = _what(names, g[0])
    return RefitUnits(names.site(_bare(g[1])), names.design(_bare(g[2])), ships, old, count, int(g[3] or 0))


def _scrap(names: Names, g: Groups) -> WorksOrder:
    ships, design, count = _what(names, g[0])
    if not ships and not g[1]:
        raise NotationError("Say at which colony: scrap 3 Militia at Terra.")
    return ScrapUnits(names.site(_bare(g[1])) if g[1] else "", ships, design, count)


def _named_thing(names: Names, text: str | None) -> str:
    bare = _bare(text)
    return YARD if bare.casefold() in {YARD, "shipyards", "shipyard bays", "shipyard bay"} else names.design(bare)


def _dismantle(names: Names, g: Groups) -> WorksOrder:
    fleet = names.fleet(_bare(g[3]))
    if g[2]:
        return Dismantle(fleet, names.site(_bare(g[2])), _named_thing(names, g[1]), int(g[0] or 1))
    return Dismantle(fleet, names.site(_bare(g[1])))


def _assemble(names: Names, g: Groups) -> WorksOrder:
    what = _named_thing(names, g[1])
    return Assemble(names.fleet(_bare(g[2])), what, int(g[3] or 0), int(g[0] or 1), _bare(g[4]))


def _tow(names: Names, g: Groups) -> WorksOrder:
    fleet = names.fleet(_bare(g[2]))
    if g[1]:
        return TowBase(fleet, names.site(_bare(g[1])), names.design(_bare(g[0])))
    return TowBase(fleet, names.site(_bare(g[0])))


def _priorities(_names: Names, g: Groups) -> WorksOrder:
    return Priorities(tuple(word.casefold() for word in re.split(r"[\s,]+", (g[0] or "").strip()) if word))


WORKS_FORMS: Mapping[str, tuple[str, str, Callable[[Names, Groups], WorksOrder]]] = {
    "send": ("send B4 to 0104, 0311", r"(\S+) to (.+?)", _send),
    "retool": (
        f"retool 20 at Terra from aircraft to munitions (lines: {', '.join(LINES)})",
        rf"{_N} at {_NAME}(?: from {_LINE})? to {_LINE}",
        _retool,
    ),
    "munitions": (
        "munitions 40 at Terra",
        rf"{_N}(?: ?cps?)? at {_NAME}",
        lambda names, g: MakeMunitions(names.site(_bare(g[1])), int(g[0] or 0)),
    ),
    "refit": (
        'refit DD01 DD02 at Terra to "Destroyer II" using 10 (or: refit 3 Militia at Terra to Marines)',
        rf"{_TEXT} at {_NAME} to {_NAME}(?: using (\d{{1,5}}))?",
        _refit,
    ),
    "scrap": (
        "scrap DD01 DD02 at Terra (or: scrap 3 Militia at Terra)",
        rf"{_TEXT}(?: at {_NAME})?",
        _scrap,
    ),
    "dismantle": (
        'dismantle 1 "Way Station" at Terra onto Convoy (or: dismantle 10 shipyard at Terra onto Convoy)',
        rf"(?:{_N} )?{_NAME}(?: at {_NAME})? onto {_NAME}",
        _dismantle,
    ),
    "assemble": (
        'assemble "Way Station" from Convoy in orbit 3 as "The Gate"',
        rf"(?:{_N} )?{_NAME} from {_NAME}(?: in orbit (\d{{1,2}}))?(?: as {_TEXT})?",
        _assemble,
    ),
    "tow": ('tow "Way Station" at Terra with Tugs', rf"{_NAME}(?: at {_NAME})? with {_NAME}", _tow),
    "release": (
        "release WS01 in orbit 3",
        rf"{_NAME}(?: in orbit (\d{{1,2}}))?",
        lambda names, g: ReleaseBase(names.site(_bare(g[0])), int(g[1] or 0)),
    ),
    "priorities": ("priorities research, ships, bases", r"([A-Za-z, ]+)", _priorities),
}
"""By verb: an example, the pattern of the rest of the line, and what it becomes."""
