"""Standing orders as panels: the list, one of them, and a draft with what it would do right now."""

from cogs.campaign.common.order_panels import back_button
from cogs.campaign.common.ordering import colour_of
from cogs.campaign.standing.choices import choices_of
from cogs.common.buttons import DANGER, PRIMARY, SUCCESS, ButtonData, button_for
from cogs.common.panels import MOST_TEXT, Panel, Part, button_row, cut, order_line, said
from cogs.common.selects import option, select_for
from render.words.safe_text import count
from rules.cluster_war.play.standing_orders.evaluate import Stood
from rules.cluster_war.play.standing_orders.lines import StandingOrder, format_standing
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.receipt import Standing, stands_of, told
from umpire.campaign.standing_orders import would_do

NONE = (
    "You have none. A standing order gives orders of its own as each turn opens; they lie on your sheet, marked, and can be "
    "changed or withdrawn as any order."
)


def list_panel(sheet: OrderSheet, before: str = "") -> Panel:
    """A side's standing orders, each with how it stands; a list to choose one from, and the ways to make another."""
    game, opening = sheet.game.id, sheet.turn.opening
    known = told(sheet.stands, sheet.names)
    texts: list[Part] = [f"{before}\n### Standing orders" if before else "### Standing orders"]
    lines = "\n".join(f"{one.number}. {said(one.line)}\n-# {said(one.state)}" for one in known)
    texts.append(cut(lines or NONE, MOST_TEXT - 600, "choose one below to read it"))
    failed = [text for text in stands_of(sheet.stands) if not text.startswith("Standing order ")]
    texts += [f"⚠ {said(text)}" for text in failed]
    parts: list[Part] = []
    if known:
        options = [option(f"{one.number}. {one.line}", str(one.number), one.state) for one in known]
        parts.append(select_for("Pause, change or remove one", ButtonData("stand-pick", game, opening), options))
    ways = button_row(
        button_for("If … then", ButtonData("stand-when", game, opening), style=PRIMARY),
        button_for("A goal", ButtonData("stand-goal", game, opening)),
        button_for("Write one", ButtonData("stand-write", game, opening)),
        back_button(game, opening),
    )
    foot = "-# To repeat an order, press Repeat each turn below its preview."
    return Panel(_colour(sheet), *texts, *parts, ways, foot)


def one_panel(sheet: OrderSheet, one: Standing) -> Panel:
    """One standing order: pause it, change it, remove it."""
    game, opening, number = sheet.game.id, sheet.turn.opening, str(one.number)
    rest = button_for(
        "Go on" if one.paused else "Pause",
        ButtonData("stand-go" if one.paused else "stand-rest", game, opening, number),
        disabled=one.ended,
    )
    row = button_row(
        rest,
        button_for("Change", ButtonData("stand-change", game, opening, number)),
        button_for("Remove", ButtonData("stand-remove", game, opening, number), style=DANGER),
        button_for("All standing orders", ButtonData("stand", game, opening)),
    )
    return Panel(_colour(sheet), f"### Standing order {one.number}\n{said(one.state)}", order_line(one.line), row)


def draft_panel(sheet: OrderSheet, one: StandingOrder, number: int = 0) -> Panel:
    """A standing order before it is laid down (in the place of `number`), with what it would do right now, the lists that set its
    parts, and the button that lays it down."""
    game, opening = sheet.game.id, sheet.turn.opening
    line = format_standing(one, sheet.names)
    rest = str(number or "")
    heading = f"### Standing order {number} would become" if number else "### Before you lay it down"
    lists = (
        select_for(c.hint, ButtonData("stand-dial", game, opening, f"{rest}.{c.key}"), c.options, most=c.most)
        for c in choices_of(sheet, one)
    )
    buttons = button_row(
        button_for(
            "Lay it down", ButtonData("stand-give", game, opening, f"{rest}.{sheet.row.version}"), style=SUCCESS
        ),
        button_for("Change the text", ButtonData("stand-write", game, opening, rest)),
        button_for("Cancel", ButtonData("stand", game, opening)),
    )
    now = cut(now_text(would_do(sheet, one)), MOST_TEXT - len(line) - 400, "/orders show once it is laid down")
    return Panel(_colour(sheet), f"{heading}\n{now}", order_line(line), *lists, buttons)


def now_text(stood: Stood) -> str:
    """What a standing order would do right now."""
    if stood.laid:
        head = f"**Right now it would give {count(len(stood.laid), 'order')}**"
        return "\n".join([head, *(f"• {said(one.text)}\n-# {said(one.reason)}" for one in stood.laid)])
    if stood.adopted:
        return "**Right now** it would give what stands on your sheet already; that counts as given by it."
    for why in stood.waits.values():
        return f"**Right now it would wait.** {said(why)}"
    for why in stood.failed.values():
        return f"⚠ **Right now it could give nothing.** {said(why)}"
    return "**Right now** it would give nothing."


def _colour(sheet: OrderSheet) -> int:
    return colour_of(sheet.view.flags[sheet.seat.side].colour)
