"""A side's attendance as a value: its deputy's powers, what it took from the bank, and how many turns it has missed."""

from collections.abc import Collection, Iterable
from typing import Any, Literal, TypeAlias

from rules.values import Value, changed
from storage import absences as rows
from storage.absences import AttendanceRow
from storage.codec import from_document, to_document
from storage.db import Transaction

Powers: TypeAlias = Literal["all", "careful", "upkeep"]
"""What a deputy may order: everything; everything but treaties, war and spying; or only what keeps things running."""
Step: TypeAlias = Literal["", "reminded", "deputy"]
"""How far a side is on the ladder of those who miss turns; the last rung, an open seat, is nobody's any more."""


class Kept(Value):
    """`bot` has the bot act where no person is named: a character's name, or "own" for the side's own style, "" for nobody.
    `missed` counts turns running up to the turn `counted`;
    `drawn` are the hours taken from the bank in the playing `drawn_opening` of a turn, and
    `asked_opening` is the one for which the calendar asked. `bot_acts`: the bot acts for the side now. `room`: who may read the
    side's thread has changed, and its thread has not been seen to."""

    powers: Powers = "all"
    bot: str = ""
    missed: int = 0
    step: Step = ""
    drawn_opening: int = 0
    drawn: int = 0
    asked_opening: int = 0
    bot_acts: bool = False
    room: bool = False
    counted: int = 0


class Attendance(Value):
    """A side's row with its document read."""

    row: AttendanceRow
    kept: Kept

    @property
    def arranged(self) -> bool:
        """Whether the player has said who is to act for them."""
        return self.row.named_id is not None or bool(self.kept.bot)

    def drawn_in(self, opening: int) -> int:
        """Hours taken from the bank in this playing of a turn."""
        return self.kept.drawn if self.kept.drawn_opening == opening else 0


async def attendance(tx: Transaction, game: str, side: str) -> Attendance:
    """A side's attendance; empty if nothing was ever kept of it."""
    return _read(await rows.find(tx, game, side))


def nothing_of(game: str, side: str) -> Attendance:
    """The attendance of a side of which nothing was ever kept."""
    return _read(rows.empty_attendance(game, side))


async def of_game(tx: Transaction, game: str) -> dict[str, Attendance]:
    """What is kept of a game's sides, by side."""
    return by_side(await rows.of_game(tx, game))


def by_side(found: Iterable[AttendanceRow]) -> dict[str, Attendance]:
    """Rows of a game as values, by side."""
    return {row.side: _read(row) for row in found}


async def save(tx: Transaction, before: Attendance, kept: Kept, **columns: Any) -> Attendance:
    """Write a side's document, and its columns where they change."""
    row = changed(before.row, document=to_document(kept), **columns)
    await rows.put(tx, row)
    return Attendance(row, kept)


def _read(row: AttendanceRow) -> Attendance:
    return Attendance(row, from_document(Kept, row.document))


async def flagged(tx: Transaction) -> tuple[str, ...]:
    """The games with a side whose thread has other readers than before, by id."""
    return await rows.games_mentioning(tx, '"room":true')


async def unflag(tx: Transaction, games: Collection[str]) -> None:
    """The threads of these games are being seen to."""
    for game in games:
        for known in (await of_game(tx, game)).values():
            if known.kept.room:
                await save(tx, known, changed(known.kept, room=False))
