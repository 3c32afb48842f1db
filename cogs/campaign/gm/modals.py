"""The game master's forms: a longer narrative, an answer to a question, and the reason of an undo."""

import discord
from discord import ui

from cogs.campaign.gm.handlers import gm_context, undo_now
from cogs.campaign.gm.texts import name_of, ruled_text
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.errors import answer_error
from rules.cluster_war.gm.amending import LONGEST_WORDS
from rules.cluster_war.gm.words import Narrate
from rules.cluster_war.state.game import Question
from rules.errors import WrongPhaseError
from umpire.campaign.gm import rulings
from umpire.games.games import Game

NARRATIVE = "The game master's narrative"


class NarrativeModal(ui.Modal):
    """A narrative for one side or for all."""

    def __init__(self, game: Game, side: str) -> None:
        super().__init__(title="Narrative")
        self.side = side
        self.text: ui.TextInput[ui.LayoutView] = ui.TextInput(
            style=discord.TextStyle.paragraph, min_length=1, max_length=LONGEST_WORDS
        )
        self.add_item(
            ui.Label(
                text=f"For {name_of(game, side)}"[:45],
                description="It stands in their report; in an open turn they get it at once",
                component=self.text,
            )
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Write it."""
        await defer(interaction)
        await narrate(interaction, self.side, self.text.value)

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands."""
        await answer_error(interaction, error)


class UndoModal(ui.Modal):
    """The reason, which everybody reads; sending it is the confirmation."""

    def __init__(self, opening: int, turn: int) -> None:
        super().__init__(title=f"Undo at turn {turn}")
        self.opening, self.turn = opening, turn
        self.reason: ui.TextInput[ui.LayoutView] = ui.TextInput(min_length=1, max_length=200)
        self.add_item(
            ui.Label(
                text="Why", description="Everybody reads it. Sending this form undoes the turn.", component=self.reason
            )
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Undo, unless the game has moved on meanwhile."""
        gm = await gm_context(interaction)
        if gm.game.opening != self.opening:
            raise WrongPhaseError(f"The game has moved on meanwhile; it is at turn {gm.game.turn}. Look again.")
        await undo_now(interaction, gm, self.reason.value, self.turn, idempotency_key=str(interaction.id))

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands."""
        await answer_error(interaction, error)


class AnswerModal(ui.Modal):
    """An answer to a question: the game master's own ruling, or words for those concerned to read."""

    def __init__(self, question: Question, readers: str, *, narrative: bool) -> None:
        super().__init__(title=f"{'Narrative on' if narrative else 'Answer to'} {question.id}"[:45])
        self.question, self.narrative = question.id, narrative
        start = "" if narrative else (question.choices[0] if question.choices else question.suggestion)
        self.answer: ui.TextInput[ui.LayoutView] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            min_length=1,
            max_length=LONGEST_WORDS,
            default=start[:LONGEST_WORDS] or None,
        )
        hint = (
            f"Or one of: {', '.join(question.choices)}"
            if question.choices and not narrative
            else "Kept with the question"
        )
        self.tell: ui.TextInput[ui.LayoutView] = ui.TextInput(
            min_length=1, max_length=200, default=readers if narrative else "nobody"
        )
        self.add_item(
            ui.Label(text="Your words" if narrative else "Your ruling", description=hint[:100], component=self.answer)
        )
        self.add_item(
            ui.Label(
                text="Who reads it", description='Sides separated by commas, "all" or "nobody"', component=self.tell
            )
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Settle the question with it."""
        await defer(interaction)
        gm = await gm_context(interaction)
        told = gm.sides(self.tell.value)
        idempotency_key = str(interaction.id)
        ruled = await rulings.decide(
            gm.services, gm.seat, self.question, self.answer.value, told, idempotency_key=idempotency_key
        )
        bot_services(interaction).deliverer.wake()
        await say(interaction, ruled_text(gm.game, ruled))

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands."""
        await answer_error(interaction, error)


async def narrate(interaction: Interaction, side: str, text: str) -> None:
    """Write a narrative and tell what became of it."""
    gm = await gm_context(interaction)
    ruled = await rulings.amend(
        gm.services, gm.seat, Narrate(side, text), NARRATIVE, idempotency_key=str(interaction.id)
    )
    bot_services(interaction).deliverer.wake()
    await say(interaction, ruled_text(gm.game, ruled))
