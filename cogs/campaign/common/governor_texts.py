"""Governors in words: who leads what, and a plan with its reasons."""

from collections.abc import Iterable, Mapping

from render.words.safe_text import plain
from storage.governors import GovernorRow
from umpire.campaign.governed.ai_sides import PlanRead
from umpire.games.games import Game

LONGEST = 400


def led_text(row: GovernorRow) -> str:
    """Who governs a side, as everybody may know it: not how a deputy does or did, which tells of its player's orders."""
    if row.role == "deputy":
        return "led by the bot while its player is away"
    if row.role == "successor":
        return "led by the bot, which was its player's deputy"
    return f"led by the bot ({row.character}, {row.strength})"


def led_by(rows: Iterable[GovernorRow]) -> Mapping[str, str]:
    """The same by side."""
    return {row.side: led_text(row) for row in rows}


def plan_text(game: Game, read: PlanRead) -> str:
    """What a governor ordered and why, what it is after, what it said."""
    made = read.made
    names = {flag.id: plain(flag.name) for flag in game.sides}
    lines = [f"### The governor of {plain(read.name)} · turn {read.turn}", f"A {made.character}, {made.strength}."]
    if made.failed:
        lines.append(f"It could not give its orders (code {made.failed}); the sheet counts as it was.")
    lines += [f"- {plain(aim, LONGEST)}" for aim in made.plan.aims]
    lines += [f"It draws {plain(one.reason, LONGEST)}" for one in made.plan.drawings]
    lines += [f"It said to **{names.get(one.to, one.to)}**: “{plain(one.text, LONGEST)}”" for one in made.plan.said]
    lines += [
        f"{number}. {plain(one.text, LONGEST)}\n-# {plain(one.reason, LONGEST)}"
        for number, one in enumerate(made.plan.orders, 1)
    ]
    if not made.plan.orders and not made.failed:
        lines.append("It gave no orders.")
    return "\n".join(lines)
