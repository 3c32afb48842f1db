"""A line of players' notation read as an order; every failure says what was tried and what would be right."""

import json
import re
from collections.abc import Callable, Mapping
from typing import cast

from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.notation.works import WORKS_FORMS
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KINDS
from rules.cluster_war.state.names import CrashKind
from rules.errors import NotationError, quoted

LONGEST_LINE = 4000
FACILITIES = ("shipyard", "factory", "heavy", "training", "lab")

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


def _build(names: Names, g: Groups) -> Order:
    return BuildUnits(
        names.site(unquote(g[2])),
        names.design(unquote(g[1])),
        int(g[0] or 1),
        int(g[3] or 0),
        int(g[4]) if g[4] is not None else -1,
        unquote(g[5]),
        cast("CrashKind", (g[6] or "").casefold()),
        bool(g[7]),
    )


def _facility(names: Names, g: Groups) -> Order:
    facility = (g[1] or "").casefold()
    return BuildFacility(names.colony(unquote(g[2])), facility, int(g[0] or 0))  # type: ignore[arg-type] # FORMS admits only these


FORMS: Mapping[str, tuple[str, str, Callable[[Names, Groups], Order]]] = {
    **{kind.verb: (kind.example, kind.pattern, kind.read) for kind in KINDS},
    "build": (
        'build 2 Cruiser at Terra using 40 paying 200 joining "Home Guard"',
        rf"(?:(\d{{1,4}}) ?x? )?{_NAME} at {_NAME}(?: using (\d{{1,5}}))?(?: paying {_CPS})?(?: joining {_TEXT})?"
        r"(?: crash (cost|quality))?( in the yard)?",
        _build,
    ),
    "continue": (
        "continue B4 using 20 paying 100",
        rf"(\S+)(?: using (\d{{1,5}}))?(?: paying {_CPS})?",
        lambda names, g: ContinueBuild(names.build(g[0] or ""), int(g[1]) if g[1] is not None else -1, int(g[2] or 0)),
    ),
    "facility": (
        f"facility 10 shipyard at Terra (one of {', '.join(FACILITIES)})",
        rf"(\d{{1,5}}) ({'|'.join(FACILITIES)}) at {_NAME}",
        _facility,
    ),
    **WORKS_FORMS,
}
"""By verb: an example, the pattern of the rest of the line, and what it becomes."""
