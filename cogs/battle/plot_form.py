"""The whole programme of a craft as text in a form: all its mistakes at once, line by line, and a button to mend them."""

from collections.abc import Mapping
from typing import Final

from cogs.battle.context import captain_here, check_turn
from cogs.battle.plan_edits import written
from cogs.battle.plot_handlers import change, craft_context
from cogs.common.answers import MOST_TEXT, say
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData
from cogs.common.forms import Field, Form, again, to_copy
from render.canvas.safe_text import count, plain
from rules.errors import WrongPhaseError, quoted
from rules.pentagon_war.notation.read import LONGEST, Reading
from umpire.battle import plots
from umpire.battle.plots import ProgrammeDraft, draft_of
from umpire.services.nearest import worded

MEND: Final = "Mend"
MOST_TOLD: Final = 1900
"""Characters of what is said about mistakes; what was written is given back to copy where there is room for it too."""


async def open_text(interaction: Interaction, craft: str, *, of: ButtonData | None = None) -> None:
    """The whole programme as text in a form, which must be the first answer: nothing is played for it. `of`: a button's."""
    seat = await captain_here(interaction)
    draft = await draft_of(services_of(interaction), seat, craft)
    if of is not None:
        check_turn(draft.case, of.game, of.opening)
    await interaction.response.send_modal(_form(draft, plots.plan_text(draft.plan)))


def _form(draft: ProgrammeDraft, text: str) -> Form:
    turn = draft.case.turn
    field = Field(
        "plan",
        "The programme, a line for each thing",
        "`2-5 accelerate`, `3 turn B`, `fire L1 at Y1 when range <= 6`, `stop when range < 3`",
        text,
        long=True,
        most=LONGEST,
    )

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        context = await craft_context(later, draft.craft.id)
        if context.seen.standing.case.turn.opening != turn.opening:
            raise WrongPhaseError(f"That form was for turn {turn.turn}, which is over; /plot text opens a new one.")
        plan, _ = plots.plan_of(context.seen, context.craft)
        found = written(context.seen, context.craft, plan, given["plan"])
        if found.mistakes:
            told = mistakes_text(found)
            whole = f"{told}\n{to_copy(given['plan'], LONGEST)}"
            buttons = again(_form(draft, given["plan"]))
            await say(later, whole if len(whole) <= MOST_TEXT else told, buttons=buttons)
            return
        said = "\n".join(["✔ Plotted.", *(f"-# {plain(note, 200)}" for note in found.notes)])
        await change(later, context.craft.id, lambda _, __: found.plan, said)

    return Form(f"{draft.craft.id} {draft.craft.name}, turn {turn.turn}", (field,), sent, mend=MEND)


def mistakes_text(found: Reading) -> str:
    """Every line that cannot be carried out, with why, and what was probably meant."""
    many = len(found.mistakes)
    text = f"⚠ Nothing was changed: {count(many, 'line')} to mend."
    for told, mistake in enumerate(found.mistakes):
        refusal, line = mistake.refusal, quoted(mistake.line)
        rule = f" `{refusal.rule}`" if refusal.rule else ""
        said = worded(refusal)
        more = f"\n- Line {mistake.number}{'' if said.startswith(line) else f', {line}'}: {said}{rule}"
        if len(text) + len(more) > MOST_TOLD:
            return f"{text}\n- … and {count(many - told, 'line')} more."
        text += more
    return text
