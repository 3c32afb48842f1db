"""The whole programme of a craft as text in a form: all its mistakes at once, line by line, and a button to mend them."""

from collections.abc import Mapping
from typing import Final

from cogs.battle.battle_context import captain_here, check_turn, pressed
from cogs.battle.plot_handlers import change, craft_context
from cogs.battle.programme_edits import parse_plot
from cogs.common.components import ButtonData, Field, Form, again, returned
from cogs.common.interactions import MOST_TEXT, Interaction, say, services_of
from render.words.safe_text import count, plain
from rules.pentagon_war.notation.read import LONGEST_PROGRAMME, NotationReading
from rules.values import WrongPhaseError, quoted
from umpire.battle import plots
from umpire.battle.plots import draft_of
from umpire.services.nearest import format_refusal

MEND_LABEL: Final = "Fix"
MOST_TOLD: Final = 1900
"""Characters of what is said about mistakes; what was written is given back to copy where there is room for it too."""


async def text_form(interaction: Interaction, control: ButtonData) -> Form:
    """The whole programme as text in a form, which must be the first answer: nothing is played for it. The control names the
    craft; one of a game is only of that game's present turn."""
    if control.game:
        await pressed(interaction, control)
    seat = await captain_here(interaction)
    draft = await draft_of(services_of(interaction), seat, control.rest)
    if control.game:
        check_turn(draft.case, control.game, control.revision)
    turn = draft.case.turn
    field = Field(
        "plan",
        "The programme, a line for each thing",
        "2-5 accelerate; 3 turn B; fire L1 at Y1 when range <= 6; stop when range < 3",
        plots.plan_text(draft.plan),
        long=True,
        most=LONGEST_PROGRAMME,
    )

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        context = await craft_context(later, draft.craft.id)
        if context.seen.standing.case.turn.revision != turn.revision:
            raise WrongPhaseError(f"That form was for turn {turn.turn}, which is over; /plot text opens a new one.")
        plan, _ = plots.plan_of(context.seen, context.craft)
        found = parse_plot(context.seen, context.craft, plan, given["plan"])
        if found.mistakes:
            told = mistakes_text(found)
            below, files = returned(given["plan"], MOST_TEXT - len(told) - 1)
            await say(later, f"{told}\n{below}", buttons=await again(later, form, given), files=files)
            return
        said = "\n".join(["✔ Plotted.", *(f"-# {plain(note, 200)}" for note in found.notes)])
        await change(later, context.craft.id, lambda _, __: found.plan, said)

    data = ButtonData("bp-text", draft.case.game.id, turn.revision, draft.craft.id)
    form = Form(f"{draft.craft.id} {draft.craft.name}, turn {turn.turn}", (field,), sent, data, mend=MEND_LABEL)
    return form


def mistakes_text(found: NotationReading) -> str:
    """Every line that cannot be carried out, with why, and what was probably meant."""
    many = len(found.mistakes)
    text = f"⚠ Nothing was changed: {count(many, 'line')} to fix."
    for told, mistake in enumerate(found.mistakes):
        refusal, line = mistake.refusal, quoted(mistake.line)
        rule = f" `{refusal.rule}`" if refusal.rule else ""
        said = format_refusal(refusal)
        more = f"\n- Line {mistake.number}{'' if said.startswith(line) else f', {line}'}: {said}{rule}"
        if len(text) + len(more) > MOST_TOLD:
            return f"{text}\n- … and {count(many - told, 'line')} more."
        text += more
    return text
