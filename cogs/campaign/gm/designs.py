"""The game master's look at designs that players ask for: approve at a price, or hand back."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from cogs.campaign.common.design_panel import GREY, judge_panel
from cogs.campaign.gm.handlers import GmContext, gm_context, gm_pressed
from cogs.campaign.gm.texts import name_of, ruled_text
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.buttons import ButtonData, Handler, data_for
from cogs.common.forms import Field, Form, FormMaker, opener
from cogs.common.panels import Panel, text_panel
from cogs.common.selects import MOST_OPTIONS, SelectHandler, option, select_for
from render.words.safe_text import count, plain
from rules.cluster_war.model.unit_design.drafts import UnitDraft
from rules.errors import GameError, NotationError, WrongPhaseError, quoted
from umpire.campaign.designs import drawings
from umpire.campaign.designs.design_sheets import words_of
from umpire.campaign.designs.drawings import LONGEST_COMMENT, Drawing
from umpire.campaign.views import side_views


def drawings_panel(gm: GmContext, found: Sequence[Drawing]) -> Panel:
    """All that is asked for, in one list."""
    if not found:
        return text_panel("No design waits for you. Players draw them with /design unit.", GREY)
    lines = [
        f"**{plain(d.sketch.text.name)}** ({plain(d.name)}) for {name_of(gm.game, d.side)}, "
        f"{f'{d.design.cost} CPs' if d.design else 'no price yet'}, "
        f"{count(sum(p.refused for p in d.problems), 'open point')}"
        for d in found
    ]
    options = [
        option(f"{d.sketch.text.name} ({d.name})", f"{d.side}:{d.name}", name_of(gm.game, d.side))
        for d in found[:MOST_OPTIONS]
    ]
    head = "\n".join(["### Designs that players ask for", *lines[:MOST_OPTIONS]])
    return Panel(GREY, head, select_for("Look at a design", data_for(gm.game, "gm-draw"), options))


async def show_designs(interaction: Interaction) -> None:
    """/gm designs."""
    gm = await gm_context(interaction)
    await say(interaction, panel=drawings_panel(gm, await drawings.all_drawings(gm.services, gm.seat)))


async def again(interaction: Interaction, control: ButtonData) -> None:
    """The button back to all of them."""
    gm = await gm_pressed(interaction, control)
    await replace_message(interaction, drawings_panel(gm, await drawings.all_drawings(gm.services, gm.seat)))


async def look(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The list of designs."""
    gm = await gm_pressed(interaction, control)
    side, _, name = values[0].partition(":")
    drawing = await _drawing(gm, side, name)
    view = await side_views.view(gm.services, gm.seat)
    await replace_message(interaction, judge_panel(gm.game, drawing, words_of(drawing, view.settings)))


async def approval_form(interaction: Interaction, control: ButtonData) -> Form:
    """The button that approves opens a form that takes the prices of what is in no catalogue."""
    gm = await gm_pressed(interaction, control)
    side, name, version = where_of(control)
    drawing = await _drawing(gm, side, name)
    custom = drawing.draft.custom if isinstance(drawing.draft, UnitDraft) else ()
    shown = "\n".join(f"{part.name} = {part.cps}" for part in custom)
    about = "NAME = CPs, a line each" if custom else "It has none; send the form to approve"
    field = Field("prices", "Prices of components of the player's own", about, shown, long=True, most=1000)

    async def done(sent: Interaction, said: Mapping[str, str]) -> None:
        judge = await gm_pressed(sent, control)
        prices = read_prices(said["prices"])
        ruled = await drawings.approve(judge.services, judge.seat, side, name, version, prices)
        bot_services(sent).deliverer.wake()
        await replace_message(sent, text_panel(ruled_text(judge.game, ruled), GREY))

    return Form(f"Approve {name}", (field,), done, control)


async def return_form(interaction: Interaction, control: ButtonData) -> Form:
    """The button that hands back opens a form that takes why."""
    await gm_pressed(interaction, control)
    side, name, version = where_of(control)

    async def done(sent: Interaction, said: Mapping[str, str]) -> None:
        gm = await gm_pressed(sent, control)
        await drawings.hand_back(gm.services, gm.seat, side, name, version, said["comment"])
        bot_services(sent).deliverer.wake()
        await replace_message(sent, text_panel(f"✔ {plain(name)} went back with your words.", GREY))

    field = Field("comment", "What should change", "The player reads it", long=True, needed=True, most=LONGEST_COMMENT)
    return Form(f"Hand {name} back", (field,), done, control)


def where_of(control: ButtonData) -> tuple[str, str, int]:
    """Side, id and version that a button carries."""
    parts = control.rest.split(":")
    if len(parts) != 3 or not parts[2].isdecimal() or len(parts[2]) > 9:
        raise GameError("This button cannot be read; use /gm designs again.")
    return parts[0], parts[1], int(parts[2])


def read_prices(text: str) -> Mapping[str, Fraction]:
    """Prices as written, by component; NotationError for a line that is none."""
    found: dict[str, Fraction] = {}
    for line in (line.strip() for line in text.splitlines()):
        if not line:
            continue
        name, sign, price = (part.strip() for part in line.rpartition("="))
        try:
            cps = Fraction(price)
        except (ValueError, ZeroDivisionError):
            cps = Fraction(-1)
        if not sign or not name or not 0 <= cps <= 1_000_000 or len(price) > 12:
            raise NotationError(f"{quoted(line)} is no price; write a line like: Gravity lens = 5.")
        found[name] = cps
    return found


async def _drawing(gm: GmContext, side: str, name: str) -> Drawing:
    for drawing in await drawings.all_drawings(gm.services, gm.seat):
        if (drawing.side, drawing.name) == (side, name):
            return drawing
    raise WrongPhaseError("That design does not wait for you any more; /gm designs lists those that do.")


FORMS: Final[Mapping[str, FormMaker]] = {"gm-draw-yes": approval_form, "gm-draw-no": return_form}
BUTTONS: Final[Mapping[str, Handler]] = {
    "gm-draws": again,
    **{action: opener(make) for action, make in FORMS.items()},
}
SELECTS: Final[Mapping[str, SelectHandler]] = {"gm-draw": look}
