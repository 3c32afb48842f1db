"""The game master's look at the races: who has submitted what, approve, hand back, price, and the cluster at last."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.campaign.founding.panel import GOLD, for_open_seats, state_words
from cogs.campaign.gm.handlers import gm_context, gm_pressed
from cogs.campaign.race.panel import finding_text, whole_text
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import DANGER, SUCCESS, ButtonData, Handler, button_for, data_for
from cogs.common.forms import Field, Form, FormMaker, open_form, opener
from cogs.common.panels import Panel, Part, button_row, cut
from cogs.common.selects import SelectHandler, option, select_for
from render.words.safe_text import count, plain
from rules.cluster_war.turn.setup.presets import preset_names
from rules.errors import GameError, WrongPhaseError
from rules.values import changed
from umpire.campaign.founding import races
from umpire.campaign.founding.open_campaign import Founding, checklist, founding
from umpire.campaign.founding.races import LONGEST_COMMENT as RACE_COMMENT
from umpire.campaign.founding.races import RacePaper
from umpire.games.seat import Seat


def races_panel(now: Founding, papers: Sequence[RacePaper]) -> Panel:
    """All races in a line each, and the button that makes the cluster."""
    lines = [f"### Races of {plain(now.game.name)}"]
    for seat, paper in zip(now.seats, papers, strict=True):
        holder = f"<@{seat.user_id}>" if seat.user_id is not None else "*open*"
        report = paper.judgement.report
        wrong = len(paper.judgement.problems) + len(paper.judgement.package)
        mend = f", {count(wrong, 'thing')} to mend" if wrong else ""
        name = plain(paper.sheet.name) or "no name yet"
        lines.append(
            f"**{plain(seat.name)}** {holder}: {name}, {report.net} of {report.budget} AP{mend} · {state_words(seat)}"
        )
    lines += ["", "**Set-up** `CW-19.0-08`", *(f"-# {line}" for line in checklist(now))]
    options = [
        option(f"{seat.name}: {plain(paper.sheet.name) or 'no name yet'}", seat.side, state_words(seat))
        for seat, paper in zip(now.seats, papers, strict=True)
    ]
    buttons = button_row(
        button_for("Make the cluster", data_for(now.game, "plan-make"), style=SUCCESS, disabled=not now.can_be_made),
        button_for("Refresh", data_for(now.game, "gm-races")),
        button_for("The plan", data_for(now.game, "plan-show", "over")),
        *for_open_seats(now),
    )
    text = cut("\n".join(lines), 3500, "the whole sheet")
    return Panel(GOLD, text, select_for("Look at a race", data_for(now.game, "gm-race"), options), buttons)


def race_panel(now: Founding, paper: RacePaper) -> Panel:
    """One race as the game master judges it."""
    game = now.game
    seat = next(seat for seat in now.seats if seat.side == paper.side)
    flag = next(flag for flag in game.sides if flag.id == paper.side)
    judged = paper.judgement
    found = [f"⚠ {finding_text(f)}" for f in dict.fromkeys((*judged.problems, *judged.package))]
    found += [f"… {finding_text(f)}" for f in judged.report.wants]
    found += [f"? {finding_text(f)}" for f in judged.report.flags]
    items: list[Part] = [
        f"### {plain(seat.name)} · {state_words(seat)}",
        cut(whole_text(paper), 2300, "the whole sheet"),
        cut("\n".join(found) or "Nothing is to be said against it.", 1200, "the whole sheet"),
    ]
    where = f"{paper.side}:{paper.version}"
    if paper.sheet.custom and paper.state == "submitted":
        options = [option(c.name, str(number), c.text) for number, c in enumerate(paper.sheet.custom)]
        hint = "Price or refuse an entry of the player's own"
        items.append(select_for(hint, data_for(game, "gm-race-price", where), options))
    if seat.user_id is None and paper.is_open:
        options = [option(name, name, "As printed, with its roster") for name in preset_names()]
        items.append(select_for("Give this empty seat a printed race", data_for(game, "gm-race-give", where), options))
    fresh = paper.is_open and paper.state == "submitted"
    known = fresh or (paper.is_open and paper.state == "approved")
    buttons = button_row(
        button_for("Approve", data_for(game, "gm-race-yes", where), style=SUCCESS, disabled=not fresh),
        button_for("Hand back", data_for(game, "gm-race-no", where), style=DANGER, disabled=not known),
        button_for("The whole sheet", data_for(game, "gm-race-text", paper.side)),
        button_for("All races", data_for(game, "gm-races")),
    )
    return Panel(flag.colour, *items, buttons)


async def show_races(interaction: Interaction) -> None:
    """/gm races."""
    gm = await gm_context(interaction)
    await say(interaction, panel=await _all(interaction, gm.seat))


async def again(interaction: Interaction, control: ButtonData) -> None:
    """The button back to all races."""
    await replace_message(interaction, await _all(interaction, (await gm_pressed(interaction, control)).seat))


async def look(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The list of races."""
    await _show(interaction, (await gm_pressed(interaction, control)).seat, values[0])


async def text(interaction: Interaction, control: ButtonData) -> None:
    """A whole sheet."""
    seat = (await gm_pressed(interaction, control)).seat
    await say(interaction, whole_text(await races.race_of_side(services_of(interaction), seat, control.rest)))


async def approval_form(interaction: Interaction, control: ButtonData) -> Form:
    """The button that approves opens a form that takes a comment."""
    return await _ask(interaction, control, "Approve the race", "A word to its player", needed=False)


async def return_form(interaction: Interaction, control: ButtonData) -> Form:
    """The button that hands back opens a form that takes what should change."""
    return await _ask(interaction, control, "Hand the race back", "What should change", needed=True)


async def _ask(interaction: Interaction, control: ButtonData, title: str, label: str, *, needed: bool) -> Form:
    await gm_pressed(interaction, control)
    side, version = where_of(control)

    async def done(sent: Interaction, said: Mapping[str, str]) -> None:
        seat = (await gm_pressed(sent, control)).seat
        bot = bot_services(sent)
        rule = races.hand_back if needed else races.approve
        await rule(bot.services, seat, side, version, said["comment"])
        bot.deliverer.wake()
        await _show(sent, seat, side)

    field = Field("comment", label, "The player reads it", long=True, needed=needed, most=RACE_COMMENT)
    return Form(title, (field,), done, control)


async def price(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The list of the player's own entries: a form takes the price, empty refuses."""
    await open_form(interaction, await price_form(interaction, changed(control, rest=f"{control.rest}:{values[0]}")))


async def price_form(interaction: Interaction, control: ButtonData) -> Form:
    """The price of one entry of the player's own; `rest` is the race, its version and the entry's number."""
    where, _, number = control.rest.rpartition(":")
    seat = (await gm_pressed(interaction, control)).seat
    side, version = where_of(changed(control, rest=where))
    custom = (await races.race_of_side(services_of(interaction), seat, side)).sheet.custom
    if not number.isdecimal() or int(number) >= len(custom):
        raise WrongPhaseError("This race has changed since it was shown to you; look at it again.")
    entry = custom[int(number)]

    async def done(sent: Interaction, said: Mapping[str, str]) -> None:
        master = (await gm_pressed(sent, control)).seat
        services = services_of(sent)
        await races.price_custom(services, master, side, version, entry.name, points_of(said["ap"]), said["comment"])
        await _show(sent, master, side)

    about, old = "-5 gives 5 back; leave it empty to refuse the entry", "" if entry.ap is None else str(entry.ap)
    fields = (
        Field("ap", "Its price in AP", about, old, most=4),
        Field("comment", "A word to its player", value=entry.comment, long=True, most=RACE_COMMENT),
    )
    return Form(entry.name, fields, done, control)


async def give(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """An empty seat gets a printed race."""
    seat = (await gm_pressed(interaction, control)).seat
    side, version = where_of(control)
    await races.assign(services_of(interaction), seat, side, version, values[0])
    await _show(interaction, seat, side)


def where_of(control: ButtonData) -> tuple[str, int]:
    """The side and version that a control carries."""
    side, _, version = control.rest.partition(":")
    if not version.isdecimal() or len(version) > 9:
        raise GameError("This control cannot be read; use /gm races again.")
    return side, int(version)


def points_of(text_: str) -> int | None:
    """A price as written; None for an empty one."""
    words = text_.strip().replace("−", "-")
    if not words:
        return None
    digits = words.removeprefix("-").removeprefix("+")
    if not digits.isascii() or not digits.isdecimal() or len(words) > 4:
        raise GameError("A price is a whole number of AP, like 5 or -5; leave it empty to refuse the entry.")
    return -int(digits) if words.startswith("-") else int(digits)


async def _all(interaction: Interaction, seat: Seat) -> Panel:
    services = services_of(interaction)
    return races_panel(await founding(services, seat.game_id), await races.all_races(services, seat))


async def _show(interaction: Interaction, seat: Seat, side: str) -> None:
    services = services_of(interaction)
    paper = await races.race_of_side(services, seat, side)
    await replace_message(interaction, race_panel(await founding(services, seat.game_id), paper))


FORMS: Final[Mapping[str, FormMaker]] = {
    "gm-race-yes": approval_form,
    "gm-race-no": return_form,
    "gm-race-price": price_form,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "gm-races": again,
    "gm-race-yes": opener(approval_form),
    "gm-race-no": opener(return_form),
    "gm-race-text": text,
}
SELECTS: Final[Mapping[str, SelectHandler]] = {"gm-race": look, "gm-race-price": price, "gm-race-give": give}
