"""A list of suggested orders as a panel: what is advised with its reasons and buttons, then all of it."""

from collections.abc import Sequence
from typing import Final

from cogs.campaign.common.order_handlers import colour_of
from cogs.campaign.common.order_panel import back_button
from cogs.campaign.dashboard.options import SUGGESTION_LISTS
from cogs.common.components import PRIMARY, ButtonData, button_for, select_for
from cogs.common.panels import AdvisedChoice, Panel, Part, advised_options, button_row, starred_button, whole_clauses
from render.words.safe_text import plain
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_ADVISED
from umpire.campaign.sheets.order_sheet import OrderSheet

LONGEST_REASON: Final = 150
BUTTONS_A_ROW: Final = 4
"""Buttons side by side: four are read on a phone."""


def list_panel(
    sheet: OrderSheet,
    data: ButtonData,
    title: str,
    found: Sequence[AdvisedChoice],
    rest: str,
    nothing: str,
    more: str,
    *,
    together: bool = False,
    kind: str = "",
    lead: str = "",
    unstarred: str = "",
) -> Panel:
    """A list: what is advised with its reasons and buttons, then all of it; `together` offers all that is advised at once. With
    the `kind` of a list come the buttons of the lists below or above it. A `lead` that tells all of it stands in place of title
    and reasons; `unstarred` says why nothing is advised."""
    back = ways_on(sheet, data, kind)
    if not found:
        return Panel(side_colour(sheet), f"{lead or f'### {title}'}\n{nothing}\n-# {more}", *back)
    starred = [one for one in found if one.starred]
    best = starred[:MOST_ADVISED]
    lines = [_line(one) for one in best]
    parts: list[Part] = [lead or "\n".join([f"### {title}", *lines])]
    if best:
        made = (ButtonData("desk-do", data.game, data.revision, f"{rest}:{one.key}") for one in best)
        stars = [starred_button(o.words, d, starred=True) for o, d in zip(best, made, strict=True)]
        if together and len(starred) > 1:
            every = ButtonData("desk-all", data.game, data.revision, rest)
            label = "Both at once" if len(starred) == 2 else f"All {len(starred)} at once"
            stars.append(button_for(label, every, style=PRIMARY))
        parts.append(button_row(*stars))
    elif unstarred:
        parts.append(f"-# {unstarred}")
    hint = f"All {len(found)} to choose from" if len(found) > len(best) else "The same as a list"
    parts.append(select_for(hint, ButtonData("desk-pick", data.game, data.revision, rest), advised_options(found)))
    parts.append(f"-# Nothing is ordered before you press Give. {more}")
    return Panel(side_colour(sheet), *parts, *back)


def _line(one: AdvisedChoice) -> str:
    """What is advised, with as much of its reason as a line holds."""
    why = whole_clauses(one.reason, LONGEST_REASON)
    return f"★ **{plain(one.words)}**" + (f": {plain(why, LONGEST_REASON)}" if why else "")


def ways_on(sheet: OrderSheet, data: ButtonData, kind: str) -> list[Part]:
    """Buttons to the lists of war, from war to its parts and from a part back; and to the sheet."""
    shown = SUGGESTION_LISTS.get(kind)
    ways = [] if shown is None else [*shown.parts, *([shown.above] if shown.above else [])]
    made = [
        button_for(SUGGESTION_LISTS[way].name, ButtonData(f"desk-{way}", data.game, data.revision, sheet.seat.side))
        for way in ways
    ]
    made.append(back_button(data.game, data.revision))
    return [button_row(*made[at : at + BUTTONS_A_ROW]) for at in range(0, len(made), BUTTONS_A_ROW)]


def side_colour(sheet: OrderSheet) -> int:
    """The colour of the sheet's side, for a panel's edge."""
    return colour_of(sheet.view.flags[sheet.seat.side].colour)
