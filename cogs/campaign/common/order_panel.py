"""Previews, receipts and money as panels."""

from collections.abc import Sequence

from discord import ui

from cogs.campaign.common.dials import Dial
from cogs.common.components import DANGER, PRIMARY, SECONDARY, SUCCESS, ButtonData, button_for, select_for
from cogs.common.panels import MOST_TEXT, Panel, Part, button_row, cut, order_line, safe_sentence
from render.words.safe_text import count
from rules.cluster_war.model.orders.order import Forecast, Note, OrderPreview
from umpire.campaign.dashboard import ACTIONS, STAFF_BUTTON
from umpire.campaign.sheets.orders import LineRead
from umpire.campaign.sheets.receipt import OrderLine, Receipt
from umpire.campaign.whatif.rehearsals import RehearsedTurn

SHEET_STATE_TEXTS = {
    "none": ("○", "nothing ordered yet"),
    "partial": ("◐", "something is still missing"),
    "complete": ("●", "complete; press I am ready when you are done"),
    "ready": ("✔", "ready"),
}


WHOLE_PREVIEW = "press What would happen"

BUDGET_LINES = {
    "ships": "Ships",
    "infrastructure": "Infrastructure",
    "bases": "Bases",
    "ground": "Ground forces",
    "colonies": "New colonies",
    "research": "Research",
}

LINES_REHEARSED = 10
"""So many lines of a rehearsal stand in the message."""

NEXT_ACTIONS = ACTIONS[:5]
"""As many as one row takes: the dashboard has them all."""


STRIKES_PARTNER = "**This strikes a partner. Do you want that?** Give says yes, Cancel leaves all as it is."


def preview_panel(
    preview: OrderPreview,
    line: str,
    colour: int,
    game: str,
    revision: int,
    number: int = 0,
    version: int = 0,
    dials: Sequence[Dial] = (),
) -> Panel:
    """What an order would do, its line in players' notation, lists that set parts of it, and the buttons to give it; `number`
    replaces an order.

    `version` is that of the sheet: one message may come to show many previews, each of which is given once.
    """
    heading = f"### Order {number} would become" if number else "### Before you give this order"
    parts = [safe_sentence(preview.text)]
    if preview.line is not None:
        parts.append(
            f"Cost **{preview.cost} CPs** ({BUDGET_LINES[preview.line]}); **{preview.left} CPs** left after it."
        )
    parts += [note_text(note) for note in preview.notes]
    if preview.waits:
        parts.append(f"⏳ {safe_sentence(preview.waits)}")
    rest = str(number or "")
    asks = asks_first(preview.notes)
    parts += [STRIKES_PARTNER] if asks else []
    style = DANGER if asks else SUCCESS
    buttons = button_row(
        button_for("Give this order", ButtonData("give", game, revision, f"{rest}.{version}"), style=style),
        *(() if number else (button_for("Repeat each turn", ButtonData("stand-repeat", game, revision)),)),
        button_for("Change the text", ButtonData("edit", game, revision, rest)),
        button_for("Cancel", ButtonData("drop", game, revision)),
    )
    lists = (
        select_for(d.hint, ButtonData("dial", game, revision, f"{rest}.{d.key}"), d.options, least=d.least, most=d.most)
        for d in dials
    )
    text = "\n".join(parts)[: MOST_TEXT - len(line)]
    return Panel(colour, heading, text, order_line(line), *lists, buttons)


def asks_first(notes: Sequence[Note]) -> bool:
    """Whether giving is a yes to striking a partner."""
    return any(note.asks for note in notes)


def certainty_panel(told: str, line: str, colour: int, game: str, revision: int, number: int = 0) -> Panel:
    """What an order would do that cannot be undone by anybody, and the button that says yes to it."""
    yes = button_for("I am certain", ButtonData("certain", game, revision, str(number or "")), style=DANGER)
    row = button_row(yes, button_for("Cancel", ButtonData("drop", game, revision)))
    sentence = safe_sentence(told)
    text = f"### Are you certain?\n{sentence}\n-# Press it to say that you are certain. Only what you then Give is ordered."
    return Panel(colour, text, order_line(line), row)


def lines_panel(
    read: Sequence[LineRead], colour: int, game: str, revision: int, version: int, before: str = ""
) -> Panel:
    """What several lines would do, each with its result and its notes (dangers on the way first of all), and the button that
    gives those that can be given; `version` as for one, `before` stands above all."""
    good = sum(not each.wrong for each in read)
    told, hints = [], set[str]()
    for each in read:
        wrong, _, hint = each.wrong.partition(". ")
        told.append(
            f"✗ {safe_sentence(each.line)}: {safe_sentence(wrong if hint in hints else each.wrong)}"
            if wrong
            else f"✓ {safe_sentence(each.text)}"
        )
        told += [note_text(note) for note in each.notes]
        told += [f"⏳ {safe_sentence(each.waits)}"] if each.waits else []
        hints.add(hint)
    text = "\n".join(each.line for each in read)
    head = f"{before}\n### {good} of {count(len(read), 'order')} can be given".lstrip()
    give = f"Give {'it' if good == 1 else f'these {good}'}" if good else "Nothing to give"
    asks = asks_first([note for each in read for note in each.notes])
    head += f"\n{STRIKES_PARTNER}" if asks else ""
    style = DANGER if asks else SUCCESS
    buttons = button_row(
        button_for(give, ButtonData("give-lines", game, revision, f".{version}"), style=style, disabled=not good),
        button_for("Change the text", ButtonData("edit-lines", game, revision)),
        button_for("Cancel", ButtonData("drop", game, revision)),
    )
    room = MOST_TEXT - len(text) - len(head)
    return Panel(colour, head, cut("\n".join(told), room, "press Give to see it all"), order_line(text), buttons)


def receipt_panel(receipt: Receipt, colour: int, before: str = "", undo: str = "") -> Panel:
    """A side's sheet after a change: numbered orders, what is missing, what the deadline would do, the state and its hash.
    `undo` is what the button Restore puts back; there is none without it."""
    mark, meaning = SHEET_STATE_TEXTS[receipt.state]
    if receipt.state == "complete" and (unspent := receipt.forecast.left):
        meaning = f"{count(unspent, 'CP')} unspent; press I am ready when you are done"
    orders = "\n".join(order_text(line, by_whom(receipt, line.number)) for line in receipt.lines) or "No orders yet."
    missing = "\n".join(f"⚠ {safe_sentence(text)}" for text in (*receipt.missing, *receipt.stands))
    before = "\n".join(text for text in (before, *map(safe_sentence, receipt.notes)) if text)
    foot = f"-# {count(len(receipt.lines), 'order')} · receipt `{receipt.hash}`"
    due = f"Deadline <t:{receipt.deadline}:F> (<t:{receipt.deadline}:R>)" if receipt.deadline else "No deadline is set."
    head = f"### {mark} Turn {receipt.turn}: {meaning}\n{due}"
    texts: list[Part] = [f"{before}\n{head}" if before else head]
    texts.append(cut(orders, 2200, WHOLE_PREVIEW))
    if missing:
        texts.append(cut(f"**Still missing**\n{missing}", 700, WHOLE_PREVIEW))
    texts.append(cut(money_text(receipt.forecast), 400, WHOLE_PREVIEW))
    texts.append(foot)
    ready = receipt.state == "ready"
    data = ButtonData("unready" if ready else "ready", receipt.game, receipt.revision)
    style = SECONDARY if ready else SUCCESS
    again = ButtonData("restore", receipt.game, receipt.revision, undo)
    buttons = button_row(
        *((button_for("Restore", again, style=PRIMARY),) if undo else ()),
        button_for("Not ready after all" if ready else "I am ready", data, style=style),
        button_for("What would happen", ButtonData("forecast", receipt.game, receipt.revision)),
        button_for("War", ButtonData("desk-war", receipt.game, receipt.revision, receipt.side)),
        button_for("Refresh", ButtonData("sheet", receipt.game, receipt.revision)),
    )
    staff = ButtonData("desk-staff", receipt.game, receipt.revision, receipt.side)
    advice = button_row(button_for(STAFF_BUTTON, staff))
    return Panel(colour, *texts, ui.Separator(), advice, _next_orders(receipt), buttons)


def rehearse_row(game: str, revision: int) -> ui.View:
    """Below what would happen: the same, played week by week."""
    view = ui.View(timeout=None)
    view.add_item(button_for("Rehearse the month", ButtonData("rehearse", game, revision), style=PRIMARY))
    view.stop()
    return view


def back_row(game: str, revision: int) -> ui.View:
    """Below a text: the button that leads to the sheet."""
    view = ui.View(timeout=None)
    view.add_item(button_for("My orders", ButtonData("sheet", game, revision)))
    view.stop()
    return view


def rehearsal_text(made: RehearsedTurn) -> str:
    """A rehearsal in short: what it is, what would be reported first, and how things would stand after it."""
    lines = [
        f"### Rehearsal of turn {made.turn}",
        "-# No report: the month on what you know and with your present orders, all others still and out of sight.",
        *(f"- {text}" for text in made.lines[:LINES_REHEARSED]),
    ]
    more = len(made.lines) - LINES_REHEARSED
    lines += [f"and {count(more, 'more line')} in the file"] if more > 0 else []
    return cut("\n".join([*lines, f"**After it**: {made.would}"]), 1900, "the file")


def back_button(game: str, revision: int) -> ui.Button[ui.LayoutView]:
    """Leads to the sheet, in place of the message it is on."""
    return button_for("My orders", ButtonData("sheet", game, revision))


def _next_orders(receipt: Receipt) -> ui.ActionRow[ui.LayoutView]:
    """The dashboard's buttons that lead to orders, so that the next one needs no way back to the dashboard."""
    made = ((label, ButtonData(action, receipt.game, receipt.revision, receipt.side)) for label, action in NEXT_ACTIONS)
    return button_row(*(button_for(label, data) for label, data in made))


def by_whom(receipt: Receipt, number: int) -> str:
    """Who gave an order for the side's player, as it stands behind its line; "" for their own."""
    user = receipt.by.get(number)
    return "" if user is None else f" · by {mention_actor(user)}"


def mention_actor(user: int) -> str:
    """Who acted for a player: somebody by a mention, or the bot (0)."""
    return f"<@{user}>" if user > 0 else "a former player" if user < 0 else "the bot"


def order_text(line: OrderLine, by: str = "") -> str:
    """One order of a sheet, who gave it where that was not its player, and what is wrong with it or what it waits for, if
    anything is."""
    below = (
        f"\n   ⚠ {safe_sentence(line.problem)}"
        if line.problem
        else f"\n   ⏳ {safe_sentence(line.waits)}"
        if line.waits
        else ""
    )
    mark = (
        f"\n   ↻ standing order {line.standing}{': ' if line.reason else ''}{safe_sentence(line.reason)}"
        if line.standing
        else ""
    )
    return f"{line.number}. {safe_sentence(line.text)}{by}{mark}{below}"


def forecast_text(plan: Forecast) -> str:
    """What a sheet would do if the deadline came now, as text."""
    effects = "\n".join(f"• {'' if n.informs else '⚠ '}{safe_sentence(n.text)}" for n in plan.effects)
    missing = "\n".join(note_text(n) for n in plan.missing)
    return f"**What would happen if the deadline came now**\n{effects}\n{money_text(plan)}" + (
        f"\n**Still missing**\n{missing}" if missing else ""
    )


def money_text(plan: Forecast) -> str:
    """Income, spending by line and what is left."""
    income = plan.income
    spent = ", ".join(f"{BUDGET_LINES[k].lower()} {v}" for k, v in plan.spent.items() if v) or "nothing"
    return (
        f"**Money** {income.available} CPs (production {income.production}, trade {income.trade}, other {income.unusual}, "
        f"treasury {income.treasury}) · spent: {spent} · **left {plan.left}**"
    )


def note_text(note: Note) -> str:
    """A note with the rule behind it, and a sign before it where it warns."""
    return f"{'' if note.informs else '⚠ '}{safe_sentence(note.text)}" + (f" `{note.rule}`" if note.rule else "")
