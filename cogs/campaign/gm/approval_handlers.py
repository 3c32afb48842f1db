"""Designs and races that players submit, as the game master sees them: approve, at a price, or hand back; and the
cluster at last."""

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from cogs.campaign.common.design_panel import GREY, judge_panel
from cogs.campaign.founding.panel import GOLD, for_open_seats, state_words
from cogs.campaign.gm.draft_handlers import GmContext, gm_context, gm_pressed
from cogs.campaign.gm.gm_texts import name_of, ruled_text
from cogs.campaign.race.panel import finding_text, whole_text
from cogs.common import components
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of, take_a_moment
from cogs.common.panels import Panel, Part, button_row, cut, text_panel
from render.words.safe_text import count, plain
from render.words.seat_letters import NOT_HERE
from rules.cluster_war.model.unit_design.drafts import UnitDraft
from rules.cluster_war.turn.setup.presets import preset_names
from rules.values import GameError, NotationError, WrongPhaseError, changed, quoted
from umpire.campaign.designs import drawings
from umpire.campaign.designs.drawings import LONGEST_COMMENT as DESIGN_COMMENT
from umpire.campaign.designs.drawings import DrawnDesign, words_of
from umpire.campaign.founding import races
from umpire.campaign.founding.open_campaign import Founding, checklist, founding
from umpire.campaign.founding.races import LONGEST_COMMENT as RACE_COMMENT
from umpire.campaign.founding.races import RacePaper
from umpire.campaign.views import side_views
from umpire.games.seat import Seat

MARK_LENGTH: Final = 10


def drawings_panel(gm: GmContext, found: Sequence[DrawnDesign]) -> Panel:
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
        components.option(f"{d.sketch.text.name} ({d.name})", f"{d.side}:{d.name}", name_of(gm.game, d.side))
        for d in found[: components.MOST_OPTIONS]
    ]
    head = "\n".join(["### Designs that players ask for", *lines[: components.MOST_OPTIONS]])
    look = components.select_for("Look at a design", components.data_for(gm.game, "gm-draw"), options)
    if not (clean := [d for d in found if _is_clean(d)]):
        return Panel(GREY, head, look)
    label = f"Approve {count(len(clean), 'design')} without an open point"
    every = components.data_for(gm.game, "gm-draws-yes", _mark(clean))
    return Panel(GREY, head, look, button_row(components.button_for(label, every, style=components.SUCCESS)))


def _is_clean(drawing: DrawnDesign) -> bool:
    """Whether it has its price, and nothing of it is the game master's to judge."""
    custom = drawing.draft.custom if isinstance(drawing.draft, UnitDraft) else ()
    return drawing.design is not None and not custom and not any(p.refused for p in drawing.problems)


def _mark(found: Sequence[DrawnDesign]) -> str:
    """What tells these drawings, as they are, from others."""
    return hashlib.sha256(repr([(d.side, d.name, d.version) for d in found]).encode()).hexdigest()[:MARK_LENGTH]


async def approve_clean(interaction: Interaction, control: components.ButtonData) -> None:
    """The button that approves all that have no open point, if those are still what was listed."""
    gm = await gm_pressed(interaction, control)
    clean = [d for d in await drawings.all_drawings(gm.services, gm.seat) if _is_clean(d)]
    if not clean or _mark(clean) != control.rest:
        raise WrongPhaseError("Other designs wait for you now; /gm designs lists them.")
    await take_a_moment(interaction)
    told: list[str] = []
    for one in clean:
        try:
            await drawings.approve(gm.services, gm.seat, one.side, one.name, one.version)
            told.append(f"✔ {plain(one.sketch.text.name)} ({plain(one.name)}) for {name_of(gm.game, one.side)}")
        except GameError as wrong:
            told.append(f"✗ {plain(one.name)}: {wrong}")
    bot_services(interaction).deliverer.wake()
    again = components.button_for("All designs", components.data_for(gm.game, "gm-draws"))
    await replace_message(interaction, text_panel("\n".join(["### Approved", *told]), GREY, (again,)))


async def show_designs(interaction: Interaction) -> None:
    """/gm designs."""
    gm = await gm_context(interaction)
    await say(interaction, panel=drawings_panel(gm, await drawings.all_drawings(gm.services, gm.seat)))


async def designs_again(interaction: Interaction, control: components.ButtonData) -> None:
    """The button back to all of them."""
    gm = await gm_pressed(interaction, control)
    await replace_message(interaction, drawings_panel(gm, await drawings.all_drawings(gm.services, gm.seat)))


async def look_at_design(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """The list of designs."""
    gm = await gm_pressed(interaction, control)
    side, _, name = values[0].partition(":")
    drawing = await _drawing(gm, side, name)
    view = await side_views.view(gm.services, gm.seat)
    await replace_message(interaction, judge_panel(gm.game, drawing, words_of(drawing, view.settings)))


async def design_approval_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The button that approves opens a form that takes the prices of what is in no catalogue."""
    gm = await gm_pressed(interaction, control)
    side, name, version = design_of(control)
    drawing = await _drawing(gm, side, name)
    custom = drawing.draft.custom if isinstance(drawing.draft, UnitDraft) else ()
    shown = "\n".join(f"{part.name} = {part.cps}" for part in custom)
    about = "NAME = CPs, a line each" if custom else "It has none; send the form to approve"
    field = components.Field("prices", "Prices of components of the player's own", about, shown, long=True, most=1000)

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        judge = await gm_pressed(sent, control)
        prices = read_prices(said["prices"])
        ruled = await drawings.approve(judge.services, judge.seat, side, name, version, prices)
        bot_services(sent).deliverer.wake()
        await replace_message(sent, text_panel(ruled_text(judge.game, ruled), GREY))

    return components.Form(f"Approve {name}", (field,), submitted, control)


async def design_return_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The button that hands back opens a form that takes why."""
    await gm_pressed(interaction, control)
    side, name, version = design_of(control)

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        gm = await gm_pressed(sent, control)
        await drawings.hand_back(gm.services, gm.seat, side, name, version, said["comment"])
        bot_services(sent).deliverer.wake()
        await replace_message(sent, text_panel(f"✔ {plain(name)} went back with your words.", GREY))

    field = components.Field(
        "comment", "What should change", "The player reads it", long=True, needed=True, most=DESIGN_COMMENT
    )
    return components.Form(f"Hand {name} back", (field,), submitted, control)


def design_of(control: components.ButtonData) -> tuple[str, str, int]:
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
            raise NotationError(f"{quoted(line)} is not a price; write a line like: Gravity lens = 5.")
        found[name] = cps
    return found


async def _drawing(gm: GmContext, side: str, name: str) -> DrawnDesign:
    for drawing in await drawings.all_drawings(gm.services, gm.seat):
        if (drawing.side, drawing.name) == (side, name):
            return drawing
    raise WrongPhaseError("That design no longer waits for you; /gm designs lists those that do.")


def races_panel(now: Founding, papers: Sequence[RacePaper]) -> Panel:
    """All races in a line each, and the button that makes the cluster."""
    lines = [f"### Races of {plain(now.game.name)}"]
    for seat, paper in zip(now.seats, papers, strict=True):
        holder = f"<@{seat.user_id}>{NOT_HERE if seat.gone else ''}" if seat.user_id is not None else "*open*"
        report = paper.judgement.report
        wrong = len(paper.judgement.problems) + len(paper.judgement.package)
        mend = f", {count(wrong, 'thing')} to fix" if wrong else ""
        name = plain(paper.sheet.name) or "no name yet"
        lines.append(
            f"**{plain(seat.name)}** {holder}: {name}, {report.net} of {report.budget} AP{mend} · {state_words(seat)}"
        )
    lines += ["", "**Set-up** `CW-19.0-08`", *(f"-# {line}" for line in checklist(now))]
    options = [
        components.option(f"{seat.name}: {plain(paper.sheet.name) or 'no name yet'}", seat.side, state_words(seat))
        for seat, paper in zip(now.seats, papers, strict=True)
    ]
    buttons = button_row(
        components.button_for(
            "Make the cluster",
            components.data_for(now.game, "plan-make"),
            style=components.SUCCESS,
            disabled=not now.can_be_made,
        ),
        components.button_for("Refresh", components.data_for(now.game, "gm-races")),
        components.button_for("The plan", components.data_for(now.game, "plan-show", "over")),
        *for_open_seats(now),
    )
    race_text = cut("\n".join(lines), 3500, "the whole sheet")
    return Panel(
        GOLD,
        race_text,
        components.select_for("Look at a race", components.data_for(now.game, "gm-race"), options),
        buttons,
    )


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
        cut("\n".join(found) or "Nothing speaks against it.", 1200, "the whole sheet"),
    ]
    where = f"{paper.side}:{paper.version}"
    if paper.sheet.custom and paper.state == "submitted":
        options = [components.option(c.name, str(number), c.text) for number, c in enumerate(paper.sheet.custom)]
        hint = "Price or refuse an entry of the player's own"
        items.append(components.select_for(hint, components.data_for(game, "gm-race-price", where), options))
    if seat.user_id is None and paper.is_open:
        options = [components.option(name, name, "As printed, with its roster") for name in preset_names()]
        items.append(
            components.select_for(
                "Give this empty seat a printed race", components.data_for(game, "gm-race-give", where), options
            )
        )
    fresh = paper.is_open and paper.state == "submitted"
    known = fresh or (paper.is_open and paper.state == "approved")
    buttons = button_row(
        components.button_for(
            "Approve", components.data_for(game, "gm-race-yes", where), style=components.SUCCESS, disabled=not fresh
        ),
        components.button_for(
            "Hand back", components.data_for(game, "gm-race-no", where), style=components.DANGER, disabled=not known
        ),
        components.button_for("The whole sheet", components.data_for(game, "gm-race-text", paper.side)),
        components.button_for("All races", components.data_for(game, "gm-races")),
    )
    return Panel(flag.colour, *items, buttons)


async def show_races(interaction: Interaction) -> None:
    """/gm races."""
    gm = await gm_context(interaction)
    await say(interaction, panel=await _races_panel(interaction, gm.seat))


async def races_again(interaction: Interaction, control: components.ButtonData) -> None:
    """The button back to all races."""
    await replace_message(interaction, await _races_panel(interaction, (await gm_pressed(interaction, control)).seat))


async def look_at_race(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """The list of races."""
    await _show_race(interaction, (await gm_pressed(interaction, control)).seat, values[0])


async def race_text(interaction: Interaction, control: components.ButtonData) -> None:
    """A whole sheet."""
    seat = (await gm_pressed(interaction, control)).seat
    await say(interaction, whole_text(await races.race_of_side(services_of(interaction), seat, control.rest)))


async def race_approval_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The button that approves opens a form that takes a comment."""
    return await _race_form(interaction, control, "Approve the race", "A word to its player", needed=False)


async def race_return_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The button that hands back opens a form that takes what should change."""
    return await _race_form(interaction, control, "Hand the race back", "What should change", needed=True)


async def _race_form(
    interaction: Interaction, control: components.ButtonData, title: str, label: str, *, needed: bool
) -> components.Form:
    await gm_pressed(interaction, control)
    side, version = race_of(control)

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        seat = (await gm_pressed(sent, control)).seat
        bot = bot_services(sent)
        rule = races.hand_back if needed else races.approve
        await rule(bot.services, seat, side, version, said["comment"])
        bot.deliverer.wake()
        await _show_race(sent, seat, side)

    field = components.Field("comment", label, "The player reads it", long=True, needed=needed, most=RACE_COMMENT)
    return components.Form(title, (field,), submitted, control)


async def race_price(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """The list of the player's own entries: a form takes the price, empty refuses."""
    await components.open_form(
        interaction, await race_price_form(interaction, changed(control, rest=f"{control.rest}:{values[0]}"))
    )


async def race_price_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The price of one entry of the player's own; `rest` is the race, its version and the entry's number."""
    where, _, number = control.rest.rpartition(":")
    seat = (await gm_pressed(interaction, control)).seat
    side, version = race_of(changed(control, rest=where))
    custom = (await races.race_of_side(services_of(interaction), seat, side)).sheet.custom
    if not number.isdecimal() or int(number) >= len(custom):
        raise WrongPhaseError("This race has changed since it was shown to you; look at it again.")
    entry = custom[int(number)]

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        master = (await gm_pressed(sent, control)).seat
        services = services_of(sent)
        await races.price_custom(services, master, side, version, entry.name, points_of(said["ap"]), said["comment"])
        await _show_race(sent, master, side)

    about, old = "-5 gives 5 back; leave it empty to refuse the entry", "" if entry.ap is None else str(entry.ap)
    fields = (
        components.Field("ap", "Its price in AP", about, old, most=4),
        components.Field("comment", "A word to its player", value=entry.comment, long=True, most=RACE_COMMENT),
    )
    return components.Form(entry.name, fields, submitted, control)


async def give_race(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """An empty seat gets a printed race."""
    seat = (await gm_pressed(interaction, control)).seat
    side, version = race_of(control)
    await races.assign(services_of(interaction), seat, side, version, values[0])
    await _show_race(interaction, seat, side)


def race_of(control: components.ButtonData) -> tuple[str, int]:
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


async def _races_panel(interaction: Interaction, seat: Seat) -> Panel:
    services = services_of(interaction)
    return races_panel(await founding(services, seat.game_id), await races.all_races(services, seat))


async def _show_race(interaction: Interaction, seat: Seat, side: str) -> None:
    services = services_of(interaction)
    paper = await races.race_of_side(services, seat, side)
    await replace_message(interaction, race_panel(await founding(services, seat.game_id), paper))


FORMS: Final[Mapping[str, components.FormMaker]] = {
    "gm-draw-yes": design_approval_form,
    "gm-draw-no": design_return_form,
    "gm-race-yes": race_approval_form,
    "gm-race-no": race_return_form,
    "gm-race-price": race_price_form,
}
BUTTONS: Final[Mapping[str, components.Handler]] = {
    "gm-draws": designs_again,
    "gm-draws-yes": approve_clean,
    "gm-draw-yes": components.opener(design_approval_form),
    "gm-draw-no": components.opener(design_return_form),
    "gm-races": races_again,
    "gm-race-yes": components.opener(race_approval_form),
    "gm-race-no": components.opener(race_return_form),
    "gm-race-text": race_text,
}
SELECTS: Final[Mapping[str, components.SelectHandler]] = {
    "gm-draw": look_at_design,
    "gm-race": look_at_race,
    "gm-race-price": race_price,
    "gm-race-give": give_race,
}
