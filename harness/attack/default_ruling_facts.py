"""Default rulings and what a council could be asked: told to whoever asked in plain words, and to nobody else."""

from typing import Final

from harness.attack.fact import Fact, Played, Use, Words
from harness.attack.other_facts import rewritten
from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.game import GameState
from rules.values import changed as replace
from tests.e2e.kit import Table

ASK_TO_DIG: Final = Use("orders ask", {"text": "May we open the secret vault?"}, who="ada", presses=(GIVE_BUTTON,))
ON_TIME: Final = Use("campaign options", {"book": 1})
RULE_ON_DIGGING: Final = Use("gm settle", {"question": "{question}", "answer": "You may dig.", "tell": "humans"})
"""The game master has answered what the Humans asked before the book can."""
BY_VOTES: Final = Use("campaign options", {"rulings": "council", "book": 48})


async def _hours(table: Table, words: Words) -> None:
    """Two hours pass, and the clock looks."""
    table.clock.forward(hours=2)
    await table.tick()


def _put_to_vote(asked: str) -> Played:
    """What the Humans asked is put to the vote, in other words that everybody reads."""

    async def done(table: Table, words: Words) -> None:
        room = table.room("ada")
        dashboard = next(message for message in table.ada.messages(room, 200) if message.payload["pinned"])
        listed = await table.ada.click(dashboard, "Ask the council")
        assert asked in listed.text(), listed.text()
        form = await table.ada.click(listed, "Write what everybody reads")
        shown = await table.ada.submit(form, {"wording": "We dig", "outcome": "It opens"})
        assert "Everybody will read this" in shown.text(), shown.text()
        assert "The council votes on it" in (await table.ada.click(shown, "Yes, put it to the vote")).text()

    return Played(done)


def _otherwise(state: GameState, words: Words) -> GameState:
    """The Humans asked something else."""
    changed = (
        replace(each, text=each.text.replace("old city", "secret vault")) if each.id == words["question"] else each
        for each in state.questions
    )
    return replace(state, questions=tuple(changed))


async def _ticked(table: Table, words: Words) -> None:
    await table.tick()


DEFAULT_RULING_FACTS: Final[tuple[Fact, ...]] = (
    Fact("without a game master: the book answers", "book", (ON_TIME, Played(_hours)), when="published",
        instead=(RULE_ON_DIGGING, ON_TIME, Played(_hours)), alone=True, proof=("Default ruling, CW-4.1-10",)),
    Fact("without a game master: the book answers in a draft", "book", (ON_TIME, Played(_hours)), when="draft",
        instead=(RULE_ON_DIGGING, ON_TIME, Played(_hours)), alone=True, proof=("Default ruling, CW-4.1-10",)),
    Fact("without a game master: what a council could be asked", "council", (BY_VOTES, ASK_TO_DIG), instead=(BY_VOTES,),
        alone=True, proof=("secret vault",)),
    Fact("without a game master: what was asked where others read what it is put to the vote as", "vote",
        (rewritten(_otherwise), BY_VOTES, Played(_ticked), _put_to_vote("secret vault")), when="published",
        instead=(BY_VOTES, Played(_ticked), _put_to_vote("old city")), keeper="", alone=True, proof=("secret vault",)),
)  # fmt: skip
