"""The game master's buttons and forms of a turn: resolve, publish, undo, questions and their answers, older pages of the log."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.gm import draft_handlers
from cogs.campaign.gm.amend_group import parts_of
from cogs.campaign.gm.gm_panel import default_rulings_panel
from cogs.campaign.gm.gm_texts import DONE_ALREADY, name_of, ruled_text
from cogs.common.components import ButtonData, Field, Form, FormMaker, Handler, number_in, opener
from cogs.common.interactions import Interaction, defer, replace_message, show_panel
from cogs.common.panels import line_in, text_panel
from rules.cluster_war.chapters.research.amendments import MOST_SUCCESSES, SetTask
from rules.cluster_war.chapters.research.tasks import PROPOSAL_RULE
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING_RULES
from rules.cluster_war.model.state.game import QuestionKind
from rules.cluster_war.model.working.amendment import LONGEST_WORDS
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.values import GameError
from umpire.campaign.gm import rulings
from umpire.campaign.turn import blocked_turns

NARRATIVE_REASON = "The game master's narrative"
PROPOSAL_REASON = "A player's proposal becomes a project"


async def narrative_form(interaction: Interaction, control: ButtonData) -> Form:
    """A narrative for one side or for all, as the control says."""
    game, side = (await draft_handlers.gm_pressed(interaction, control)).game, control.rest
    about = "It is in their report; in an open turn they get it at once"
    text = Field("text", f"For {name_of(game, side)}", about, long=True, needed=True, most=LONGEST_WORDS)

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        await narrate(interaction, side, given["text"])

    return Form("Narrative", (text,), sent, control)


async def undo_form(interaction: Interaction, control: ButtonData) -> Form:
    """The reason, which everybody reads; sending it undoes the turn, unless the game has moved on meanwhile."""
    await draft_handlers.current_gm(interaction, control)
    turn = number_in(control.rest)
    about = "Everybody reads it. Sending this form undoes the turn."

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        gm = await draft_handlers.current_gm(interaction, control)
        await draft_handlers.undo_now(interaction, gm, given["reason"], turn, idempotency_key=str(interaction.id))

    return Form(f"Undo at turn {turn}", (Field("reason", "Why", about, needed=True, most=200),), sent, control)


async def answer_form(interaction: Interaction, control: ButtonData, *, narrative: bool) -> Form:
    """An answer to a question: the game master's own ruling, or words for those concerned to read."""
    asked = await draft_handlers.current_gm(interaction, control)
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
        gm = await draft_handlers.gm_context(interaction)
        answer, told, key = given["answer"], gm.sides(given.get("tell", "nobody")), str(interaction.id)
        ruled = await rulings.decide(gm.services, gm.seat, question.id, answer, told, idempotency_key=key)
        await draft_handlers.answer_ruling(interaction, gm, ruled)

    return Form(f"{'Narrative on' if narrative else 'Answer to'} {question.id}", fields, sent, control)


async def project_form(interaction: Interaction, control: ButtonData) -> Form:
    """A player's proposal made a project: its steps, what it needs, what it does when it works, what comes with it."""
    asked = await draft_handlers.current_gm(interaction, control)
    found = next((q for q in await rulings.questions(asked.services, asked.seat) if q.id == control.rest), None)
    if found is None or found.rule != PROPOSAL_RULE:
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
            raise GameError(f"Give a number of successes, 1 to {MOST_SUCCESSES}.", rule=PROPOSAL_RULE)
        await defer(interaction)
        gm = await draft_handlers.gm_context(interaction)
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
        await defer(interaction)
        ruled = await rulings.amend(gm.services, gm.seat, task, PROPOSAL_REASON, idempotency_key=str(interaction.id))
        await draft_handlers.answer_ruling(interaction, gm, ruled)

    return Form(f"A project of {found.id}", fields, sent, control)


async def narrate(interaction: Interaction, side: str, text: str) -> None:
    """Write a narrative and tell what became of it."""
    gm = await draft_handlers.gm_context(interaction)
    words, key = Narrate(side, text), str(interaction.id)
    await defer(interaction)
    ruled = await rulings.amend(gm.services, gm.seat, words, NARRATIVE_REASON, idempotency_key=key)
    await draft_handlers.answer_ruling(interaction, gm, ruled)


FORMS: Final[Mapping[str, FormMaker]] = {
    "gm-narrate": narrative_form,
    "gm-undo": undo_form,
    "gm-change": partial(answer_form, narrative=False),
    "gm-project": project_form,
    "gm-tell": partial(answer_form, narrative=True),
}


def once_of(interaction: Interaction, data: ButtonData) -> str:
    """The same for every press of one button on one message; a pinned dashboard is one message for many turns."""
    return (
        f"{data.action}:{data.revision}:{data.rest}:{interaction.message.id if interaction.message else interaction.id}"
    )


async def advance(interaction: Interaction, data: ButtonData) -> None:
    """Resolve the turn the button was made for."""
    gm = await draft_handlers.current_gm(interaction, data, blind=True)
    await draft_handlers.resolve_now(interaction, gm, number_in(data.rest), once_of(interaction, data))


async def aside(interaction: Interaction, data: ButtonData) -> None:
    """Set aside what is in the way of a turn that has failed twice, and resolve it without that."""
    gm = await draft_handlers.current_gm(interaction, data, blind=True)
    await defer(interaction)
    await blocked_turns.set_aside(gm.services, gm.seat, number_in(data.rest))
    await draft_handlers.resolve_now(interaction, gm, number_in(data.rest), once_of(interaction, data))


async def publish(interaction: Interaction, data: ButtonData) -> None:
    """Publish the draft the button was made for: its turn and its version, as "3.0"."""
    turn, _, version = data.rest.partition(".")
    gm = await draft_handlers.current_gm(interaction, data)
    await draft_handlers.publish_shown(interaction, gm, number_in(turn), number_in(version), once_of(interaction, data))


async def undo_confirmed(interaction: Interaction, data: ButtonData) -> None:
    """The yes to /gm undo and /turn undo; the reason is on the message."""
    gm = await draft_handlers.current_gm(interaction, data, blind=True)
    reason = line_in(interaction.message)
    if not reason:
        raise GameError("The reason is no longer on this message; please use /turn undo again.")
    await draft_handlers.undo_now(interaction, gm, reason, number_in(data.rest), once_of(interaction, data))


async def review(interaction: Interaction, data: ButtonData) -> None:
    """The draft as it is now."""
    await draft_handlers.current_gm(interaction, data)
    await draft_handlers.show_review(interaction)


async def questions(interaction: Interaction, data: ButtonData) -> None:
    """The open questions as they are now."""
    await draft_handlers.current_gm(interaction, data)
    await draft_handlers.show_questions(interaction, page=number_in(data.rest) if data.rest else 0)


async def accept(interaction: Interaction, data: ButtonData) -> None:
    """Take what the rules suggest for a question; the list shows what is left."""
    gm = await draft_handlers.current_gm(interaction, data)
    await interaction.response.defer()
    key = f"{once_of(interaction, data)}:{data.rest}"
    ruled = await rulings.accept(gm.services, gm.seat, data.rest, idempotency_key=key)
    await draft_handlers.show_left(interaction, gm, ruled)


async def accept_all(interaction: Interaction, data: ButtonData) -> None:
    """Accept the suggested answer for all open questions of a kind; the list shows what is left."""
    gm = await draft_handlers.current_gm(interaction, data)
    await interaction.response.defer()
    key = f"{once_of(interaction, data)}:{data.rest}"
    ruled = await rulings.accept_all(gm.services, gm.seat, _kind(data.rest), idempotency_key=key)
    await draft_handlers.show_left(interaction, gm, ruled)


async def default_rulings(interaction: Interaction, data: ButtonData) -> None:
    """Which kinds of questions the campaign answers by default rulings."""
    gm = await draft_handlers.current_gm(interaction, data)
    await show_panel(
        interaction, default_rulings_panel(gm.game, await rulings.answered_by_default(gm.services, gm.seat))
    )


async def set_default_rulings(interaction: Interaction, data: ButtonData) -> None:
    """Have questions of a kind answered by default rulings, or not any more; the same message shows how it is now."""
    gm = await draft_handlers.current_gm(interaction, data)
    kind, _, switch = data.rest.partition(".")
    await interaction.response.defer()
    services, seat, which, on = gm.services, gm.seat, _kind(kind), switch == "on"
    done = DONE_ALREADY
    if (which in await rulings.answered_by_default(services, seat)) != on:
        key = f"{once_of(interaction, data)}:{interaction.message and interaction.message.edited_at}"
        ruled = await rulings.set_by_default(services, seat, which, on=on, idempotency_key=key)
        draft_handlers.announce(interaction)
        done = ruled_text(gm.game, ruled)
    await replace_message(
        interaction, default_rulings_panel(gm.game, await rulings.answered_by_default(services, seat), done)
    )


def _kind(text: str) -> QuestionKind:
    found = next((kind for kind in DEFAULT_RULING_RULES if kind == text), None)
    if found is None:
        raise GameError("This button cannot be read; use the command again.")
    return found


async def audit(interaction: Interaction, data: ButtonData) -> None:
    """An older page of the log."""
    await draft_handlers.show_audit(interaction, number_in(data.rest))


async def drop(interaction: Interaction, data: ButtonData) -> None:
    """Nothing is done."""
    await draft_handlers.gm_context(interaction, blind=True)
    await replace_message(interaction, text_panel("Nothing was changed.", 0x808080))


BUTTONS: Mapping[str, Handler] = {
    **{action: opener(make) for action, make in FORMS.items()},
    "gm-advance": advance,
    "gm-aside": aside,
    "gm-publish": publish,
    "gm-undo-now": undo_confirmed,
    "gm-review": review,
    "gm-questions": questions,
    "gm-accept": accept,
    "gm-accept-all": accept_all,
    "gm-book": default_rulings,
    "gm-book-set": set_default_rulings,
    "gm-audit": audit,
    "gm-drop": drop,
}
