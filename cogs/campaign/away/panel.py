"""What /away and its buttons show: how somebody stands, the bank, what a deputy did."""

from collections.abc import Sequence
from typing import Final

from cogs.campaign.common.order_panel import mention_actor
from cogs.common.components import DANGER, MOST_OPTIONS, PRIMARY, SUCCESS, ButtonData, button_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut, safe_sentence
from render.words.safe_text import count, plain
from render.words.seat_letters import POWERS
from storage.absences import AbsenceRow
from umpire.campaign.absent_player import Act, Review
from umpire.games.absence import Away
from umpire.games.attendance import Powers
from umpire.games.bank import TimeBank
from umpire.games.deputies import DeputyArrangement
from umpire.games.options import Options

GREY: Final = 0x5B6472
BANK_STEPS: Final = (6, 12, 24)
ABSENCE_SPANS: Final = ((3, "3 days"), (7, "A week"), (14, "Two weeks"), (21, "Three weeks"))
BOT_STYLES: Final[dict[str, str]] = {
    "own": "in your own style", "explorer": "as an explorer", "trader": "as a trader", "builder": "as a builder",
    "raider": "as a raider", "conqueror": "as a conqueror", "hermit": "as a hermit",
}  # fmt: skip


def bank_panel(bank: TimeBank, side: str, game: str, revision: int, used: int, before: str = "") -> Panel:
    """A bank, with a button for each amount that can be taken now."""
    lines = [f"### Your bank of time: {count(bank.left, 'hour')} left", *([before] if before else [])]
    if bank.due is None:
        lines.append("There is no deadline now that could be put off.")
    else:
        lines.append(f"Orders are due <t:{bank.due}:F> (<t:{bank.due}:R>).")
        lines.append(
            f"In this turn you can take {count(bank.turn, 'hour')} more; this deadline can move {count(bank.deadline, 'hour')} "
            "more."
        )
    amounts = sorted({*(step for step in BANK_STEPS if step < bank.most), *([bank.most] if bank.most else [])})
    made = [
        button_for(
            f"{hours} hours later" if hours > 1 else "1 hour later",
            ButtonData("time-take", game, revision, f"{side}:{hours}.{used}"),
        )
        for hours in amounts
    ]
    foot = (
        "-# Everybody is notified that the deadline moved. Time that you take does not come back."
        if made
        else "-# Nothing can be taken now."
    )
    return Panel(GREY, "\n".join(lines), *([button_row(*made)] if made else []), foot)


def absence_panel(
    mine: Sequence[AbsenceRow],
    who: DeputyArrangement,
    bank: TimeBank,
    side: str,
    game: str,
    revision: int,
    *,
    away: bool,
) -> Panel:
    """How a player stands with absences, and a button for each thing that they might want."""
    lines = ["### Away", *([absence_line(row) for row in mine] or ["You have nothing in the calendar."])]
    lines.append(arranged_text(who))
    if bank.left:
        lines.append(f"Your bank of time: {count(bank.left, 'hour')}.")
    spans = [
        button_for(label, ButtonData("away-for", game, revision, f"{side}:{days}")) for days, label in ABSENCE_SPANS
    ]
    others = [
        button_for("The bot acts for me", ButtonData("away-bot", game, revision, side)),
        button_for("Days of my own", ButtonData("away-form", game, revision, side)),
    ]
    if bank.most:
        others.append(button_for("More time", ButtonData("time-more", game, revision, side)))
    if away or who.acts:
        others.insert(0, button_for("I am back", ButtonData("away-back", game, revision, side), style=SUCCESS))
    foot = "-# /away deputy names a person. Give an order or press I am ready, and you are back."
    return Panel(
        GREY, "\n".join(lines), "Away from now on, in this campaign:", button_row(*spans), button_row(*others), foot
    )


def absence_line(row: AbsenceRow) -> str:
    """One of somebody's own absences."""
    where = "here" if row.game else "everywhere on this server"
    word = f": {plain(row.word)}" if row.word else ""
    return f"- <t:{row.since}:D> to <t:{row.until - 1}:D>, {where}{word}"


def calendar_text(name: str, found: Sequence[Away], now: int) -> str:
    """A game's calendar."""
    lines = [f"### Who is away · {plain(name)}"]
    for one in found:
        when = "away until" if one.since <= now else f"from <t:{one.since}:D> to"
        word = f": {plain(one.word)}" if one.word else ""
        lines.append(f"- <@{one.user_id}> ({plain(one.name)}) {when} <t:{one.until - 1}:D>{word}")
    return "\n".join(lines if found else [*lines, "Nobody that you may know of."])


def arranged_text(who: DeputyArrangement) -> str:
    """Who acts for a player while they are away."""
    if who.named_id is not None:
        name = f"<@{who.named_id}>"
    elif who.bot:
        name = f"The bot, {BOT_STYLES.get(who.bot, 'in your own style')},"
    else:
        return (
            "Nobody acts for you while you are away. /away deputy names somebody from outside with its option `member`, or lets "
            "the bot act in a style that you choose with its option `bot`."
        )
    now = "acts for you **now**" if who.acts else "acts for you while you are away"
    return f"{name} {now}: {POWERS[who.powers]}."


def confirm_panel(user: int, powers: Powers, side: str, game: str, revision: int) -> Panel:
    """What it means to name somebody, and the button that does."""
    yes = ButtonData("deputy-yes", game, revision, f"{side}:{user}:{powers}")
    text = (
        f"### <@{user}> is to act for you?\n"
        "While you are away they read **all that your side knows**: its thread, reports, maps and plans. "
        f"They may give {POWERS[powers]}; each order is marked as theirs, you can take it back while the turn is "
        "open, and it ends the moment you give an order, press **I am ready** or **I am back**.\n"
        "-# What they have learned, they know; afterwards they can take no other seat of this campaign."
    )
    return Panel(GREY, text, button_row(button_for("Yes, they may", yes, style=DANGER)))


def review_panel(found: Review, side: str, game: str, before: str = "") -> Panel:
    """What others did, this turn's with a list to take it back."""
    now = "\n".join(_act_line(act) for act in found.now) or "Only your own orders are on your sheet."
    parts: list[Part] = [f"### Done for you · turn {found.turn}"]
    if before:
        parts.append(safe_sentence(before))
    parts.append(cut(now, 2200, "/orders show"))
    if found.now and found.open:
        options = [
            option(
                f"{act.number}. {act.text}".replace("\\", ""),
                str(act.number),
                "put back" if act.withdrawn else "take back",
            )
            for act in found.now[:MOST_OPTIONS]
        ]
        parts.append(select_for("Take one back", ButtonData("deputy-undo", game, found.revision, side), options))
        every = ButtonData("deputy-undo-all", game, found.revision, side)
        parts.append(button_row(button_for("Take all of it back", every, style=PRIMARY)))
    elif found.now:
        parts.append("-# The turn is closed; nothing can be taken back now.")
    if found.standing:
        lines = "\n".join(_act_line(act) for act in found.standing)
        told = "**Standing orders that a deputy laid down** (/orders standing removes them)\n"
        parts.append(cut(told + lines, 900, "/orders standing"))
    if found.before:
        parts.append(
            cut(
                "**Turns before**\n" + "\n".join(_act_line(act, turn=True) for act in reversed(found.before)),
                1200,
                "/turn report",
            )
        )
    return Panel(GREY, *parts)


def _act_line(act: Act, *, turn: bool = False) -> str:
    head = f"Turn {act.turn}, {act.number}." if turn else f"{act.number}."
    return f"{head} {safe_sentence(act.text)} · {'withdrawn' if act.withdrawn else 'by ' + mention_actor(act.by)}"


def rules_text(options: Options) -> str:
    """What a campaign has for absences, in words."""
    steps = [
        (options.missed_remind, "the player is reminded"),
        (options.missed_deputy, "a deputy acts (who was named, or else the bot)"),
        (options.missed_open, "the seat is open"),
    ]
    ladder = "; ".join(f"after {count(after, 'missed turn')} {what}" for after, what in steps if after)
    bank = (
        f"Each side has {count(options.bank_hours, 'hour')} in its bank, {options.bank_turn_hours} of them in one turn at most"
        f"{', and the calendar asks it for time by itself' if options.bank_asks else ''}."
        if options.bank_hours
        else "There is no bank of time."
    )
    return "\n".join(
        [
            "### Absences in this campaign",
            f"The calendar is read by {'everybody' if options.calendar == 'all' else 'the game master alone'}.",
            bank,
            f"Deputies come {'from outside' if options.deputies == 'outside' else 'from outside or from among the players'}.",
            f"Missed turns: {ladder}." if ladder else "Nothing happens by itself to who misses turns.",
        ]
    )
