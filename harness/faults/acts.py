"""What people do at a page while something is broken, and whether the game goes on afterwards."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from harness.faults.books import DatabaseFile
from harness.faults.page import Person, Unanswered, text

GIVE_BUTTON: Final = "Give this order"
ORDER_GIVEN: Final = "Order given"
ACT_SECONDS: Final = 120.0


async def answer_to(person: Person, command: str, file: tuple[str, bytes] | None = None, **options: object) -> str:
    """What a command is answered; with Discord's own words, marked, if nobody answered."""
    try:
        return text(await person.use(command, file, **options))
    except Unanswered as silent:
        return f"⚠ {silent}"


async def order(ada: Person, word: str) -> str:
    """Ada gives an order in free text; what she is answered in the end."""
    try:
        return text(await ada.press(await ada.use("orders ask", text=f"{word}."), GIVE_BUTTON))
    except Unanswered as silent:
        return f"⚠ {silent}"


async def advance(gm: Person) -> str:
    """The game master resolves the turn; what they are answered in the end."""
    try:
        return text(await gm.press(await gm.use("gm advance"), "Resolve turn"))
    except Unanswered as silent:
        return f"⚠ {silent}"


async def until(condition: Callable[[], bool], seconds: float = ACT_SECONDS) -> bool:
    """Wait until something holds that only the database tells; whether it came to hold in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.2)
    return True


async def quiet(books: DatabaseFile) -> None:
    """Wait until every letter is away. TimeoutError if one stays."""
    if not await until(lambda: not books.letters_left()):
        raise TimeoutError(f"{books.letters_left()} letters stay unsent for {ACT_SECONDS:.0f} s")


async def plays_on(books: DatabaseFile, gm: Person) -> list[str]:
    """What is wrong with the next turn: it must be resolved, its letters sent, the database sound; within some minutes."""
    before, end = books.turn(), time.monotonic() + ACT_SECONDS
    while books.turn() == before and time.monotonic() < end:
        await advance(gm)
        await asyncio.sleep(1)
    found = [] if books.turn() > before else ["no turn is resolved afterwards"]
    if not await until(lambda: not books.letters_left()):
        found.append(f"{books.letters_left()} letters stay")
    return (found if books.sound() else [*found, "the database is damaged"]) + books.wrong_turns()
