"""Orders of supply, munitions, craft and aid in players' notation, both ways."""

import json
from collections.abc import Callable, Mapping

from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.orders.names import Names
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.errors import NotationError, quoted

_NAME = r'("(?:[^"\\]|\\.)*"|[^"]+?)'
_N = r"(\d{1,6})"

Groups = tuple[str | None, ...]


def format_support(order: SupportOrder, names: Names) -> str:
    """The canonical line of one of these orders."""
    fleet = _quote(names.fleet_name(order.fleet)) if hasattr(order, "fleet") else ""
    match order:
        case LoadSupplies(_, points):
            return f"supply {fleet} {points}"
        case UnloadSupplies(_, points, base):
            return f"unsupply {fleet} {points}" + (f" at {_place(names, base)}" if base else "")
        case TransferSupplies(_, points, into):
            return f"hand {fleet} {points} to {_quote(names.fleet_name(into))}"
        case LoadMunitions(_, cps, place):
            return f"arm {fleet} {cps} from {_place(names, place)}"
        case UnloadMunitions(_, cps, place):
            return f"disarm {fleet} {cps}" + (f" at {_place(names, place)}" if place else "")
        case TakeCraft(_, place, design, count, crated):
            what = f"{count} {_design(names, design)} from {_place(names, place)}"
            return f"embark {fleet} {what}" + (" crated" if crated else "")
        case LandCraft(_, place, design, count):
            return f"disembark {fleet} {count} {_design(names, design)} at {_place(names, place)}"
        case GiftCps(_, cps, colony):
            return f"aid {fleet} {cps} at {colony}"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _unquote(text: str | None) -> str:
    tidy = (text or "").strip()
    if len(tidy) >= 2 and tidy.startswith('"') and tidy.endswith('"'):
        try:
            return str(json.loads(tidy, strict=False))
        except json.JSONDecodeError:
            raise NotationError(f"The quotes in {quoted(tidy)} do not match.") from None
    return tidy


def _place(names: Names, place: str) -> str:
    known = names.view.colonies.get(place)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return _quote(known.name if known and len(same) == 1 else place)


def _design(names: Names, design: str) -> str:
    known = names.view.me.designs.get(design) if names.view.me else None
    return _quote(known.name if known else design)


def _end(names: Names, text: str | None) -> str:
    """An own colony or base, by id, name or, for a base, the id without the side."""
    wanted = _unquote(text)
    for key, base in names.view.bases.items():
        if wanted.casefold() in {key.casefold(), key.rpartition("/")[2].casefold(), base.name.casefold()}:
            return key
    return names.colony(wanted)


def _fleet(names: Names, text: str | None) -> str:
    return names.fleet(_unquote(text))


Reader = Callable[[Names, Groups], SupportOrder]

SUPPORT_FORMS: Mapping[str, tuple[str, str, Reader]] = {
    "supply": (
        "supply Convoy 40",
        rf"{_NAME} {_N}(?: points?)?",
        lambda names, g: LoadSupplies(_fleet(names, g[0]), int(g[1] or 0)),
    ),
    "unsupply": (
        "unsupply Convoy 40 at WS01",
        rf"{_NAME} {_N}(?: points?)?(?: at {_NAME})?",
        lambda names, g: UnloadSupplies(_fleet(names, g[0]), int(g[1] or 0), _end(names, g[2]) if g[2] else ""),
    ),
    "hand": (
        'hand Convoy 40 to "1st Fleet"',
        rf"{_NAME} {_N}(?: points?)? to {_NAME}",
        lambda names, g: TransferSupplies(_fleet(names, g[0]), int(g[1] or 0), _fleet(names, g[2])),
    ),
    "arm": (
        "arm Convoy 20 from Terra",
        rf"{_NAME} {_N}(?: ?cps?)? from {_NAME}",
        lambda names, g: LoadMunitions(_fleet(names, g[0]), int(g[1] or 0), _end(names, g[2])),
    ),
    "disarm": (
        "disarm Convoy 20 at WS01 (or into the magazines there: disarm Convoy 20)",
        rf"{_NAME} {_N}(?: ?cps?)?(?: at {_NAME})?",
        lambda names, g: UnloadMunitions(_fleet(names, g[0]), int(g[1] or 0), _end(names, g[2]) if g[2] else ""),
    ),
    "embark": (
        "embark Convoy 6 Gunboat from Terra crated",
        rf"{_NAME} {_N} {_NAME} from {_NAME}( crated)?",
        lambda names, g: TakeCraft(
            _fleet(names, g[0]), _end(names, g[3]), names.design(_unquote(g[2])), int(g[1] or 0), bool(g[4])
        ),
    ),
    "disembark": (
        "disembark Convoy 6 Gunboat at Terra",
        rf"{_NAME} {_N} {_NAME} at {_NAME}",
        lambda names, g: LandCraft(
            _fleet(names, g[0]), _end(names, g[3]), names.design(_unquote(g[2])), int(g[1] or 0)
        ),
    ),
    "aid": (
        "aid Convoy 40 at 2034-3",
        rf"{_NAME} {_N}(?: ?cps?)? at (\d{{4}}-\d{{1,2}})",
        lambda names, g: GiftCps(_fleet(names, g[0]), int(g[1] or 0), g[2] or ""),
    ),
}
"""By verb: an example, the pattern of the rest of the line, and what it becomes."""
