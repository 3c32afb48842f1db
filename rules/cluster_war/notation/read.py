"""A line of players' notation read as an order; every failure says what was tried and what would be right."""

import json
import re
from collections.abc import Callable, Mapping
from typing import cast

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.notation.support import SUPPORT_FORMS
from rules.cluster_war.notation.works import WORKS_FORMS
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KINDS
from rules.cluster_war.state.names import MissionKind
from rules.cluster_war.state.units import Leg
from rules.errors import NotationError, quoted

LONGEST_LINE = 4000
MISSIONS: tuple[MissionKind, ...] = ("none", "scout", "survey", "patrol", "blockade", "reserve")

_NAME = r'("(?:[^"\\]|\\.)*"|[^"]+?)'
_TEXT = r'("(?:[^"\\]|\\.)*"|.+?)'
_CPS = r"(\d{1,7})(?: ?cps?)?"
_WORLD = r"(\d{4})[-/ ](\d{1,2})"

Groups = tuple[str | None, ...]


def parse_order(text: str, names: Names) -> Order:
    """Read one line; raises NotationError or AmbiguousOrderError with the form that would be right."""
    if len(text) > LONGEST_LINE:
        raise NotationError(f"An order line may be {LONGEST_LINE} characters long; this has {len(text)}.")
    line = " ".join(text.split()) if '"' not in text else text.strip()
    verb = line.split(" ", 1)[0].casefold() if line else ""
    form = FORMS.get(verb)
    if form is None:
        raise NotationError(f"{quoted(line)} does not begin with an order. Orders begin with: {', '.join(FORMS)}.")
    example, pattern, build = form
    match = re.fullmatch(pattern, line[len(verb) :].strip(), re.IGNORECASE | re.DOTALL)
    if match is None:
        raise NotationError(f"{quoted(line)} is not complete or not in order. Write it like this: {example}")
    return build(names, match.groups())


def unquote(text: str | None) -> str:
    """The text inside double quotes, or the bare text."""
    if text is None:
        return ""
    tidy = text.strip()
    if len(tidy) >= 2 and tidy.startswith('"') and tidy.endswith('"'):
        try:
            return str(json.loads(tidy, strict=False))
        except json.JSONDecodeError:
            raise NotationError(f"The quotes in {quoted(tidy)} do not match.") from None
    return tidy


def _move(names: Names, g: Groups) -> Order:
    legs = []
    for part in re.split(r",| then ", g[1] or ""):
        words = part.split()
        bare = [w for w in words if not w.startswith("+")]
        if not bare:
            raise NotationError("Each waypoint needs a hex: move Scouts to 0104 +FF129, 0311.")
        ships = tuple(names.ship(w[1:]) for w in words if w.startswith("+") and len(w) > 1)
        legs.append(Leg(names.hex(" ".join(bare)), ships))
    by = (g[3] or "").casefold()
    return MoveFleet(names.fleet(unquote(g[0])), tuple(legs), int(g[2] or 0), push=g[4] is not None, by=by)


def _found(names: Names, g: Groups) -> Order:
    return FoundColony(names.fleet(unquote(g[0])), names.hex(g[1] or ""), int(g[2] or 0), int(g[3] or 0), unquote(g[4]))


def _mission(names: Names, g: Groups) -> Order:
    return SetMission(names.fleet(unquote(g[0])), cast("MissionKind", (g[1] or "").casefold()))


def _words(kind: Callable[[str, str], Order]) -> Callable[[Names, Groups], Order]:
    return lambda names, g: kind(unquote(g[0]), names.fleet(unquote(g[1])) if g[1] else "")


FORMS: Mapping[str, tuple[str, str, Callable[[Names, Groups], Order]]] = {
    "move": (
        'move "1st Fleet" to 0104 +FF129, 0311 wait 1',
        rf"{_NAME} to (.+?)(?: wait ([0-3]))?(?: by (wormhole|gate))?( pushed)?",
        _move,
    ),
    "mission": (
        f'mission "1st Fleet" survey (one of {", ".join(MISSIONS)})',
        rf"{_NAME} ({'|'.join(MISSIONS)})",
        _mission,
    ),
    "load": (
        "load Convoy 80",
        rf"{_NAME} {_CPS}",
        lambda names, g: LoadCargo(names.fleet(unquote(g[0])), int(g[1] or 0)),
    ),
    "unload": (
        "unload Convoy 80 at Terra",
        rf"{_NAME} {_CPS} at {_NAME}",
        lambda names, g: UnloadCargo(names.fleet(unquote(g[0])), int(g[1] or 0), names.site(unquote(g[2]))),
    ),
    "found": (
        'found Convoy 2034-3 with 80 as "New Terra"',
        rf"{_NAME} {_WORLD}(?: with {_CPS})?(?: as {_TEXT})?",
        _found,
    ),
    "settle": (
        'settle 2034-3 with 80 as "New Terra"',
        rf"{_WORLD}(?: with {_CPS})?(?: as {_TEXT})?",
        lambda names, g: SettleInGrid(names.hex(g[0] or ""), int(g[1] or 0), int(g[2] or 0), unquote(g[3])),
    ),
    "expand": (
        "expand Terra 40",
        rf"{_NAME} {_CPS}",
        lambda names, g: ExpandColony(names.colony(unquote(g[0])), int(g[1] or 0)),
    ),
    "ask": ('ask "May we hail the derelict?" about Scouts', rf"{_TEXT}(?: about {_NAME})?", _words(FreeText)),
    "if": ('if "an enemy comes, withdraw" about Scouts', rf"{_TEXT}(?: about {_NAME})?", _words(Contingency)),
    **{kind.verb: (kind.example, kind.pattern, kind.read) for kind in KINDS},
    **SUPPORT_FORMS,
    **WORKS_FORMS,
}
"""By verb: an example, the pattern of the rest of the line, and what it becomes."""
