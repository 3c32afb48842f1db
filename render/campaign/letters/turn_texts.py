"""Texts of the letters that go with a turn: to everybody, to a side, to the game master. Short; the report is a file.

`name` is the campaign's, `due` when orders are due, `dice` the line or lines on the dice that stand below.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from render.words.letters import SheetWord, format_orders_due
from render.words.safe_text import count, paragraphs, plain
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Amended, Narrated

FOR_MASTERS: Final = (
    "**Your first five minutes**\n"
    "1. Your dashboard is pinned here: who is not ready, what waits for you, and a button for each step of a turn.\n"
    "2. Players ask for what no order covers: **Questions** lists it, each with its answers.\n"
    "3. The turn is resolved at its deadline, when all are ready, or by **Advance**. {review}\n"
    "4. /gm side shows what one side sees. Nothing is lost: **Undo** takes a turn back, orders kept. /help topic:gm has "
    "the rest."
)

REVIEWED: Final = (
    "You look first: **Review** shows the draft to you alone, /gm amend and /gm narrate change it, **Publish** sends it. "
    "/campaign options review:False sends results at once."
)
AT_ONCE: Final = (
    "/campaign options review:True lets you look first: **Review** shows the draft, /gm amend and /gm narrate change it, "
    "**Publish** sends it."
)
FOR_OPEN_SEAT: Final = "(Open seat: {name}) {text}"
REMINDERS: Final[Mapping[SheetWord, str]] = {
    "none": "There are no orders on your sheet yet.",
    "partial": "Something is still missing on your sheet; look at it with /orders.",
    "complete": "Your orders are complete. Declare them ready when you are done.",
    "ready": "Your orders are ready. Thank you.",
}
"""How far a side's sheet is, in a reminder."""
FIRST_TURN: Final = "Your first turn, step by step"
"""A button: the first turn in three steps."""
EVERYTHING: Final = "Everything that happened"
"""A button: the report with all its lines."""
LAST: Final = "\n⚠ With this turn the campaign reaches its aim: once it is published, the campaign is over."
LONGEST_STORY: Final = 600
WAY: Final = (
    "Explore the stars around your home, settle the best worlds, and arm before your neighbours find you. Whom you trade with "
    "and whom you fight is for you to decide."
)
NOUN: Final = "a campaign"
COMMANDS: Final = "its commands begin with /campaign, /orders, /fleet"


def format_first_turn(name: str, turn: int, due: int | None, ai_sides: Sequence[str], dice: str) -> str:
    """The first turn is open; `ai_sides` are lines on the sides that the bot leads."""
    first = f"**{name}** begins with turn {turn}.{format_orders_due(due)} /help shows how to begin."
    return "\n".join([first, *ai_sides, dice])


def format_gm_welcome(name: str, turn: int, due: int | None, *, review: bool) -> str:
    """What the game master reads as the first turn opens; `review` if they look at results before they are published."""
    steps = FOR_MASTERS.format(review=REVIEWED if review else AT_ONCE)
    return f"You are the game master of **{name}**, and turn {turn} is open.{format_orders_due(due)}\n{steps}"


def format_welcome(
    name: str, side: str, people: str, home: str, story: str, aim: str, turn: int, due: int | None, dice: str
) -> str:
    """What a player reads as the first turn opens: whom they lead (a side of a `people` with its `home` world), the campaign's
    `story` if its founder wrote one, what one plays for (`aim`), and how to begin."""
    tale = [f"> {line}" for line in paragraphs(story, LONGEST_STORY).splitlines()]
    return "\n".join(
        [
            f"### Welcome to {plain(name)}",
            f"You lead **{plain(side)}**. Your people: {plain(people)}. Your home: {plain(home)}.",
            *tale,
            WAY,
            f"**Aim**: {aim}",
            f"Turn {turn} is open, and your map is attached.{format_orders_due(due)} **{FIRST_TURN}** shows you how to play; "
            "your dashboard comes below.",
            dice,
        ]
    )


def format_published(name: str, done: int, turn: int, due: int | None, dice: str) -> str:
    """To everybody: the turn `done` is resolved, the next one is open."""
    return f"**{name}**: turn {done} is resolved and turn {turn} is open.{format_orders_due(due)}\n{dice}"


def format_packet(name: str, done: int, turn: int, due: int | None) -> str:
    """The same to a side, with its report and map."""
    return f"**Turn {done}** of **{name}**: your report and map. Turn {turn} is open.{format_orders_due(due)}"


def format_last_published(name: str, done: int, dice: str) -> str:
    """To everybody: a campaign's last turn is resolved."""
    return f"**{name}**: turn {done} is resolved, and it is the last.\n{dice}"


def format_last_packet(name: str, done: int) -> str:
    """The same to a side, with its report and map."""
    return f"**Turn {done}** of **{name}**, the last: your report and map. The campaign is over."


def format_given_for_you(orders: int, *, by_bot: bool) -> str:
    """That somebody else gave orders for the player: nobody by name, since a mention could bring them into the thread."""
    who = "the bot" if by_bot else "a deputy"
    return f"\n{count(orders, 'order')} of it {'was' if orders == 1 else 'were'} given for you by {who}: /away review."


def format_draft(name: str, done: int, questions: int, *, ends: bool = False) -> str:
    """A turn waits for the game master's review; `ends` if with it the campaign's aim is reached."""
    open_ = f" {questions} questions wait for your answer." if questions > 1 else ""
    open_ = " One question waits for your answer." if questions == 1 else open_
    last = LAST if ends else ""
    return f"Turn {done} of **{name}** is resolved as a draft.{open_} Read the packets, amend, then publish.{last}"


def format_published_for_gm(name: str, done: int, questions: int) -> str:
    """A turn was published at once: to the game master, with how many questions are open."""
    asked = (
        "one question waits for your answer"
        if questions == 1
        else f"{questions or 'no'} questions wait for your answer"
    )
    return f"**{name}**: turn {done} is published; {asked}."


def format_undone(name: str, turn: int, due: int | None, reason: str, dice: str) -> str:
    """To everybody: published turns were taken back."""
    lines = [
        f"**{name}**: turn {turn} is undone, and open again with your orders as they were.{format_orders_due(due)}",
        f"Reason: {reason}",
        dice,
    ]
    return "\n".join(lines)


def format_undone_for_side(name: str, turn: int, due: int | None, reason: str, dice: str) -> str:
    """The same to a side."""
    said = f"Turn {turn} of **{name}** was undone and is open again. Your orders are still there; look through them."
    return f"{said}{format_orders_due(due)}\nReason: {reason}\n-# {dice}"


def format_draft_undone(name: str, turn: int, due: int | None, reason: str, dice: str) -> str:
    """A draft was thrown away before anybody but the game master saw it; orders are open again."""
    return (
        f"**{name}**: turn {turn} is open again with your orders as they were.{format_orders_due(due)}\n"
        f"Reason: {reason}\n{dice}"
    )


def format_played_again(name: str, turn: int, reason: str, dice: str, draws: int, *, was_published: bool) -> str:
    """A turn was played again as its game master would have it; `was_published` if its first playing had been.
    `draws`: how often the game master drew dice for it after its orders were seen, 0 for the dice that were promised."""
    before = ", and earlier reports of it no longer count. The new reports follow" if was_published else ""
    drawn = f"\n{format_drawn(draws)}" if draws else ""
    return f"**{name}**: the game master has had turn {turn} played again{before}.\nReason: {reason}{drawn}\n{dice}"


def format_drawn(draws: int) -> str:
    """That dice were not promised, and how many draws the game master had."""
    return (
        f"⚠ These dice were not promised before orders were given: the game master drew them after the turn was seen, draw "
        f"{draws} of {draws} for this turn."
    )


def format_kept_orders(name: str, turn: int, kept: int, withdrawn: Sequence[str]) -> str:
    """What became of a side's orders for a turn whose start has changed: how many stand, which cannot be given any more."""
    stand = {0: "No order is kept", 1: "One order is kept"}.get(kept, f"{kept} orders are kept")
    lines = [f"Turn {turn - 1} of **{name}** was played again. {stand} for turn {turn} on your sheet."]
    if withdrawn:
        lines.append(
            "These are no longer possible and are withdrawn (/orders restore brings back what is possible again):"
        )
        lines += [f"- {text}" for text in withdrawn]
    lines.append("Nobody counts as ready until they say so again.")
    return "\n".join(lines)


def format_amended(name: str, seen: Sequence[Event], by: str) -> str:
    """What a side sees of a change to an open turn, "" for nothing; `by` is who made it in the game master's place."""
    texts = [event.text for event in seen if isinstance(event, Amended | Narrated)]
    if len(texts) < len(seen):
        texts.append("You have learned something new; look at your map.")
    return f"From {by or 'the game master'} of **{name}**:\n" + "\n".join(texts) if texts else ""
