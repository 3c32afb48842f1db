"""The book's word and what a council could be asked: told to whoever asked in plain words, and to nobody else."""

from typing import Final

from tests.attack.fact import Fact, Played, Said, Words
from tests.e2e.kit import Table

ASKED: Final = Said("orders ask", {"text": "May we open the secret vault?"}, who="ada", presses=("Give this order",))
ON_TIME: Final = Said("campaign options", {"book": 1})
RULED: Final = Said("gm settle", {"question": "{question}", "answer": "You may dig.", "tell": "humans"})
"""The game master has answered what the Humans asked before the book can."""
COUNCIL: Final = Said("campaign options", {"rulings": "council", "book": 48})


async def _hours(table: Table, words: Words) -> None:
    """Two hours pass, and the clock looks."""
    table.watch.forward(hours=2)
    await table.tick()


async def _looked(table: Table, words: Words) -> None:
    """What the Humans asked is looked through for a vote, and written down for everybody, but not put to it."""
    room = table.room("ada")
    desk = next(message for message in table.ada.messages(room, 200) if message.payload["pinned"])
    listed = await table.ada.click(desk, "Ask the council")
    assert "old city" in listed.text(), listed.text()
    form = await table.ada.click(listed, "Write what everybody reads")
    shown = await table.ada.submit(form, {"wording": "We dig", "outcome": "It opens"})
    assert "Everybody will read this" in shown.text(), shown.text()


async def _ticked(table: Table, words: Words) -> None:
    await table.tick()


BOOK_FACTS: Final[tuple[Fact, ...]] = (
    Fact("without a game master: the book answers", "book", (ON_TIME, Played(_hours)), when="published",
        instead=(RULED, ON_TIME, Played(_hours)), alone=True, proof=("The book's word, CW-4.1-10",)),
    Fact("without a game master: the book answers in a draft", "book", (ON_TIME, Played(_hours)), when="draft",
        instead=(RULED, ON_TIME, Played(_hours)), alone=True, proof=("The book's word, CW-4.1-10",)),
    Fact("without a game master: what a council could be asked", "council", (COUNCIL, ASKED), instead=(COUNCIL,), alone=True,
        proof=("secret vault",)),
    Fact("without a game master: words not put to the vote", "vote", (COUNCIL, Played(_ticked), Played(_looked)),
        when="published", instead=(COUNCIL, Played(_ticked)), alone=True),
)  # fmt: skip
