"""The game master's forms: a longer narrative, an answer to a question, and the reason of an undo."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.gm.changing import parts_of
from cogs.campaign.gm.handlers import current_gm, gm_context, gm_pressed, tell, undo_now
from cogs.campaign.gm.texts import name_of
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.buttons import ButtonData, number_in
from cogs.common.forms import Field, Form, FormMaker
from rules.cluster_war.chapters.research.amendments import MOST_SUCCESSES, SetTask
from rules.cluster_war.chapters.research.tasks import PROPOSED
from rules.cluster_war.model.working.amendment import LONGEST_WORDS
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.errors import GameError
from umpire.campaign.gm import rulings

NARRATIVE = "The game master's narrative"
PROPOSAL = "A player's proposal becomes a project"


async def narrative_form(interaction: Interaction, control: ButtonData) -> Form:
    """A narrative for one side or for all, as the control says."""
    game, side = (await gm_pressed(interaction, control)).game, control.rest
    about = "It stands in their report; in an open turn they get it at once"
    text = Field("text", f"For {name_of(game, side)}", about, long=True, needed=True, most=LONGEST_WORDS)

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        await narrate(interaction, side, given["text"])

    return Form("Narrative", (text,), sent, control)


async def undo_form(interaction: Interaction, control: ButtonData) -> Form:
    """The reason, which everybody reads; sending it undoes the turn, unless the game has moved on meanwhile."""
    await current_gm(interaction, control)
    turn = number_in(control.rest)
    about = "Everybody reads it. Sending this form undoes the turn."

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        gm = await current_gm(interaction, control)
        await undo_now(interaction, gm, given["reason"], turn, idempotency_key=str(interaction.id))

    return Form(f"Undo at turn {turn}", (Field("reason", "Why", about, needed=True, most=200),), sent, control)


async def answer_form(interaction: Interaction, control: ButtonData, *, narrative: bool) -> Form:
    """An answer to a question: the game master's own ruling, or words for those concerned to read."""
    asked = await current_gm(interaction, control)
    found = [q for q in await rulings.questions(asked.services, asked.seat) if q.id == control.rest]
    if not found:
        raise GameError(f"{control.rest} is answered already; press Questions to see what still waits.")
    question, readers = found[0], ", ".join(found[0].sides) or "all"
    choices = () if narrative else question.choices
    about = f"Or one of: {', '.join(choices)}" if choices else "Kept with the question"
    start = "" if narrative or not rulings.has_default(question) else (choices[0] if choices else question.suggestion)
    label = "Your words" if narrative else "Your ruling"
    who = 'Sides separated by commas, "all" or "nobody"'
    decides = rulings.is_players(question) and not narrative
    if decides:  # nobody reads beforehand how a scene ends
        label, about, start = "What is done", f"One of: {', '.join(choices)}", ""
    said = Field("answer", label, about, start, long=not decides, needed=True, most=LONGEST_WORDS)
    fields: tuple[Field, ...] = (
        said,
        Field(
            "tell",
            "Who reads it",
            who,
            readers if narrative or rulings.readers_of(question) else "nobody",
            needed=True,
            most=200,
        ),
    )
    fields = fields[:1] if decides else fields

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        answer, told, key = given["answer"], gm.sides(given.get("tell", "nobody")), str(interaction.id)
        ruled = await rulings.decide(gm.services, gm.seat, question.id, answer, told, idempotency_key=key)
        await tell(interaction, gm, ruled)

    return Form(f"{'Narrative on' if narrative else 'Answer to'} {question.id}", fields, sent, control)


async def project_form(interaction: Interaction, control: ButtonData) -> Form:
    """A player's proposal made a project: its steps, what it needs, what it does when it works, what comes with it."""
    asked = await current_gm(interaction, control)
    found = next((q for q in await rulings.questions(asked.services, asked.seat) if q.id == control.rest), None)
    if found is None or found.rule != PROPOSED:
        raise GameError(f"{control.rest} is answered already; press Questions to see what still waits.")
    side, technology = found.subjects
    fields = (
        Field("successes", "Successes it takes", f"1 to {MOST_SUCCESSES}", "3", needed=True, most=2),
        Field("field", "The field to be discovered first", "One success more for who does not know it", most=60),
        Field("requires", "Technologies it needs", "Separated by commas", most=300),
        Field("effect", "What it does", f"Read when it works. {found.text}"[:100], long=True, most=1500),
        Field(
            "gives", "Technologies that come with it", "Separated by commas, such as Ground Forces Technology", most=300
        ),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        many = given["successes"].strip()
        if not (many.isascii() and many.isdecimal()):
            raise GameError(f"Give a number of successes, 1 to {MOST_SUCCESSES}.", rule=PROPOSED)
        await defer(interaction)
        gm = await gm_context(interaction)
        task = SetTask(
            technology,
            int(many),
            given["field"].strip(),
            parts_of(given["requires"]),
            side=side,
            effect=given["effect"],
            gives=parts_of(given["gives"]),
            proposal=found.id,
        )
        ruled = await rulings.amend(gm.services, gm.seat, task, PROPOSAL, idempotency_key=str(interaction.id))
        await tell(interaction, gm, ruled)

    return Form(f"A project of {found.id}", fields, sent, control)


async def narrate(interaction: Interaction, side: str, text: str) -> None:
    """Write a narrative and tell what became of it."""
    gm = await gm_context(interaction)
    words, key = Narrate(side, text), str(interaction.id)
    ruled = await rulings.amend(gm.services, gm.seat, words, NARRATIVE, idempotency_key=key)
    await tell(interaction, gm, ruled)


FORMS: Final[Mapping[str, FormMaker]] = {
    "gm-narrate": narrative_form,
    "gm-undo": undo_form,
    "gm-change": partial(answer_form, narrative=False),
    "gm-project": project_form,
    "gm-tell": partial(answer_form, narrative=True),
}
