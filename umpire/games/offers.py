"""An open seat offered in the game's channel: what everybody may know of it, and the button that takes it."""

from rules.errors import GameError
from storage import deadlines, games, seats
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import changing, settings_of
from umpire.games.notices import side_name
from umpire.games.schedule import describe
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter, LetterButton, Target, enqueue
from umpire.services.services import Services


async def offer(tx: Transaction, services: Services, row: GameRow, side: str) -> None:
    """Post that a seat is open. It says nothing of the side but its name."""
    now = await games.find(tx, row.id) or row
    due = await deadlines.current(tx, now.id, now.opening)
    when = "" if due is None else f" Orders are due <t:{due.due_at}:F> (<t:{due.due_at}:R>)."
    name = side_name(row, side)
    text = (
        f"### {name} needs a leader\n"
        f"A seat of **{row.name}** is open: **{name}**, with everything that it has. Turns are due "
        f"{describe(settings_of(row).schedule)}.{when}\n"
        "Whoever takes it gets a page with where it stands, what it planned and what must be decided, and is led through the "
        "first turn step by step."
    )
    button = LetterButton(f"Lead {name}"[:80], "seat-take", now.opening, side, "success")
    letter = Letter("notice", row.id, 0, "", Target("channel", row.channel_id), text, panel=True, buttons=(button,))
    await enqueue(tx, services, letter)


async def offer_by_hand(services: Services, gm: Seat, side: str) -> None:
    """The game master offers an open seat once more. GameError if it has a player."""
    async with changing(services, gm) as (tx, row):
        held = await seats.find(tx, row.id, side) if side else None
        if held is None or held.user_id is not None:
            raise GameError(f"The seat of {side_name(row, side)} has a player; /gm seat hold opens it first.")
        await offer(tx, services, row, side)
