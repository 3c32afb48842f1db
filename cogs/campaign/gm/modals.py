"""The game master's forms: a longer narrative, an answer to a question, and the reason of an undo."""

from collections.abc import Mapping

from cogs.campaign.gm.handlers import gm_context, tell, undo_now
from cogs.campaign.gm.texts import name_of
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.forms import Field, Form
from rules.cluster_war.gm.amending import LONGEST_WORDS
from rules.cluster_war.gm.words import Narrate
from rules.cluster_war.state.game import Question
from rules.errors import WrongPhaseError
from umpire.campaign.gm import rulings
from umpire.games.games import Game

NARRATIVE = "The game master's narrative"


def narrative_form(game: Game, side: str) -> Form:
    """A narrative for one side or for all."""
    about = "It stands in their report; in an open turn they get it at once"
    text = Field("text", f"For {name_of(game, side)}", about, long=True, needed=True, most=LONGEST_WORDS)

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        await narrate(interaction, side, given["text"])

    return Form("Narrative", (text,), sent)


def undo_form(opening: int, turn: int) -> Form:
    """The reason, which everybody reads; sending it undoes the turn, unless the game has moved on meanwhile."""
    about = "Everybody reads it. Sending this form undoes the turn."

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        gm = await gm_context(interaction)
        if gm.game.opening != opening:
            raise WrongPhaseError(f"The game has moved on meanwhile; it is at turn {gm.game.turn}. Look again.")
        await undo_now(interaction, gm, given["reason"], turn, idempotency_key=str(interaction.id))

    return Form(f"Undo at turn {turn}", (Field("reason", "Why", about, needed=True, most=200),), sent)


def answer_form(question: Question, readers: str, *, narrative: bool) -> Form:
    """An answer to a question: the game master's own ruling, or words for those concerned to read."""
    choices = () if narrative else question.choices
    about = f"Or one of: {', '.join(choices)}" if choices else "Kept with the question"
    start = "" if narrative or not rulings.has_default(question) else (choices[0] if choices else question.suggestion)
    label = "Your words" if narrative else "Your ruling"
    who = 'Sides separated by commas, "all" or "nobody"'
    fields = (
        Field("answer", label, about, start, long=True, needed=True, most=LONGEST_WORDS),
        Field(
            "tell",
            "Who reads it",
            who,
            readers if narrative or rulings.readers_of(question) else "nobody",
            needed=True,
            most=200,
        ),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        answer, told, key = given["answer"], gm.sides(given["tell"]), str(interaction.id)
        ruled = await rulings.decide(gm.services, gm.seat, question.id, answer, told, idempotency_key=key)
        await tell(interaction, gm, ruled)

    return Form(f"{'Narrative on' if narrative else 'Answer to'} {question.id}", fields, sent)


async def narrate(interaction: Interaction, side: str, text: str) -> None:
    """Write a narrative and tell what became of it."""
    gm = await gm_context(interaction)
    words, key = Narrate(side, text), str(interaction.id)
    ruled = await rulings.amend(gm.services, gm.seat, words, NARRATIVE, idempotency_key=key)
    await tell(interaction, gm, ruled)
