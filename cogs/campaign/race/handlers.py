"""What the lists, buttons and forms of a race do: each one change, saved at once, and the page shown anew."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from cogs.campaign.common.campaign_context import player_here, player_pressed
from cogs.campaign.race import form
from cogs.campaign.race.form import PAGE_OF, unit_fields, unit_of
from cogs.campaign.race.panel import BEST, BLANK_DESIGN, EMPTY, NO_CUSTOM_OPTION, race_panel, unit_text, whole_text
from cogs.common.components import ButtonData, Field, Form, FormMaker, Handler, SelectHandler, open_form, opener
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of
from rules.cluster_war.model.race_design.choices import society_lists
from rules.values import GameError, WrongPhaseError, changed
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.plan import settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.founding.races import RacePaper
from umpire.games import games

STRIKE_VALUE: Final = "strike"
designer = partial(player_pressed, what="form")


async def paper_of(interaction: Interaction, control: ButtonData) -> RacePaper:
    """The player's race, in the control's game."""
    return await races.my_race(services_of(interaction), await designer(interaction, control))


async def show(interaction: Interaction, control: ButtonData, paper: RacePaper, page: str) -> None:
    """The page as it is now, in the place of the message."""
    game = await games.get_game(services_of(interaction), control.game)
    await replace_message(interaction, race_panel(game, paper, page))


async def answer(interaction: Interaction, page: str) -> None:
    """A page as the answer to a command."""
    seat = await player_here(interaction)
    services = services_of(interaction)
    paper = await races.my_race(services, seat)
    await say(interaction, panel=race_panel(await games.get_game(services, seat.game_id), paper, page))


async def change(
    interaction: Interaction, control: ButtonData, page: str, edit: Callable[[RaceDraft], RaceDraft], what: str
) -> None:
    """Make a change and show the page."""
    seat = await designer(interaction, control)
    paper = await races.change_race(services_of(interaction), seat, edit, what)
    await show(interaction, control, paper, page)


async def go(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The list of pages."""
    await show(interaction, control, await paper_of(interaction, control), values[0])


async def show_page(interaction: Interaction, control: ButtonData) -> None:
    """A button that leads to a page."""
    await go(interaction, control, (control.rest,))


async def begin_from(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Begin from a printed race or an empty sheet; without a package of its own it gets the roster that suits."""
    settings = settings_of_plan((await paper_of(interaction, control)).plan)

    def begun(draft: RaceDraft) -> RaceDraft:
        if values[0] == BLANK_DESIGN:
            return race_edits.blank(draft)
        made = race_edits.use_preset(draft, values[0])
        usual = race_edits.use_kit(draft, "", settings).sheet.package
        is_own = draft.sheet.package.designs and (draft.units or draft.sheet.package != usual)
        return made if is_own else race_edits.use_kit(made, "", settings)

    await change(interaction, control, "sum", begun, f"begun from {values[0]}")


async def set_home(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """One character of the home world."""
    edit = partial(race_edits.set_home_digit, title=control.rest, digit=values[0])
    await change(interaction, control, "home", edit, "home world")


async def set_biology(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The biology."""
    await change(interaction, control, "mind", lambda draft: race_edits.set_biology(draft, values[0]), "biology")


async def set_attitude(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The attitude."""
    await change(interaction, control, "mind", lambda draft: race_edits.set_attitude(draft, values), "attitude")


async def set_entries(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Entries of one list of the checklist."""
    key, _, number = control.rest.partition(":")
    page = form.pages().get(key)
    if page is None or not page.groups or not number.isdecimal():
        raise GameError("This list cannot be read; use /race design again.")
    settings = settings_of_plan((await paper_of(interaction, control)).plan)
    parts = form.chunks(form.group_of(page.groups[0], settings))
    offered = [choice.name for choice in parts[race_edits.whole(number, 0, len(parts) - 1)]]
    await change(interaction, control, key, lambda draft: race_edits.choose(draft, offered, values), page.title)


async def set_disciplines(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """The psionic disciplines."""
    await change(interaction, control, "psi", lambda draft: race_edits.set_disciplines(draft, values), "psionics")


async def set_society(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """One list of government and society."""
    titles = tuple(society_lists())
    title = titles[race_edits.whole(control.rest, 0, len(titles) - 1)]
    option = "" if values[0] == NO_CUSTOM_OPTION else values[0]
    await change(interaction, control, "soc", lambda draft: race_edits.set_society(draft, title, option), title)


async def set_level(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Open the form of an entry's level and detail."""
    await open_form(interaction, await level_form(interaction, changed(control, rest=f"{control.rest}:{values[0]}")))


async def level_form(interaction: Interaction, control: ButtonData) -> Form:
    """The level and detail of an entry; `rest` is the page it is on and its name."""
    page, _, name = control.rest.partition(":")
    entry = (await paper_of(interaction, control)).sheet.entry(name)
    if entry is None:
        raise GameError("That entry is no longer on your sheet.")
    fields = (
        Field("level", "How often it is taken", value=str(entry.level), needed=True, most=2),
        Field(
            "detail",
            "What it leaves open",
            "A discipline, a form, skip or leap",
            entry.detail,
            most=race_edits.LONGEST_DETAIL,
        ),
    )

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        edit = partial(race_edits.set_entry, name=entry.name, level=said["level"], detail=said["detail"])
        await change(sent, control, page, edit, entry.name)

    return Form(entry.name, fields, submitted, control)


async def add_own(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Open the form of an entry of the player's own."""
    await open_form(interaction, await own_form(interaction, changed(control, rest=values[0])))


async def own_form(interaction: Interaction, control: ButtonData) -> Form:
    """An entry of the player's own, in the section that the control names."""
    await designer(interaction, control)
    section = control.rest
    fields = (
        Field("name", "Its name", needed=True, most=race_edits.LONGEST_NAME),
        Field("text", "What it does", "It is priced by this", long=True, needed=True, most=500),
    )

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        edit = partial(race_edits.add_custom, name=said["name"], section=section, text=said["text"])
        await change(sent, control, "own", edit, "custom entry")

    return Form(f"An entry: {section}", fields, submitted, control)


async def strike_own(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Strike an entry of the player's own."""

    def struck(draft: RaceDraft) -> RaceDraft:
        custom = draft.sheet.custom
        number = race_edits.whole(values[0], 0, 99)
        if number >= len(custom):
            raise GameError("That entry is no longer on your sheet.")
        return race_edits.drop_custom(draft, custom[number].name)

    await change(interaction, control, "own", struck, "custom entry")


async def take_kit(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """Take a ready roster, or begin the package anew."""
    settings = settings_of_plan((await paper_of(interaction, control)).plan)
    name = "" if values[0] == BEST else values[0]

    def taken(draft: RaceDraft) -> RaceDraft:
        return race_edits.empty_package(draft) if name == EMPTY else race_edits.use_kit(draft, name, settings)

    await change(interaction, control, "pack", taken, "roster")


async def race_form(interaction: Interaction, control: ButtonData) -> Form:
    """The form that a button names."""
    paper = await paper_of(interaction, control)
    if control.rest == "unit":
        return await unit_form(interaction, changed(control, action="race-design", rest=""))
    if control.rest not in form.PAGE_FIELDS:
        raise GameError("This button cannot be read; use /race design again.")
    title, fields = form.PAGE_FIELDS[control.rest](paper.draft)

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        page, edit = PAGE_OF.get(control.rest, "pack"), form.PAGE_CHANGES[control.rest]
        await change(sent, control, page, lambda draft: edit(draft, said), control.rest)

    return Form(title, fields, submitted, control)


async def change_design(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """A design of the package: its form if the player wrote it, else a new one under its id."""
    await open_form(interaction, await unit_form(interaction, changed(control, rest=values[0])))


async def unit_form(interaction: Interaction, control: ButtonData) -> Form:
    """The form of a design, of a new one without an id; sent with the name "strike" it strikes the design."""
    paper, name = await paper_of(interaction, control), control.rest
    if not paper.can_be_changed:
        raise WrongPhaseError("Your race cannot be changed now.", rule="CW-19.0-08")
    settings = settings_of_plan(paper.plan)
    title, fields = unit_fields(unit_text(paper, name), settings)
    if name:
        title = f"{name} (name it “{STRIKE_VALUE}” to strike it)"

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        await put_unit(sent, said, name)

    return Form(title, fields, submitted, control)


async def put_unit(interaction: Interaction, said: Mapping[str, str], name: str) -> None:
    """Add, change or strike a design and show the package."""
    seat = await player_here(interaction)
    services = services_of(interaction)
    settings = settings_of_plan((await races.my_race(services, seat)).plan)

    def put(draft: RaceDraft) -> RaceDraft:
        if name and said["name"].strip().casefold() == STRIKE_VALUE:
            return race_edits.drop_design(draft, name)
        return race_edits.put_unit(draft, unit_of(said), settings)[0]

    paper = await races.change_race(services, seat, put, "design")
    panel = race_panel(await games.get_game(services, seat.game_id), paper, "pack")
    if interaction.message is None:
        await say(interaction, panel=panel)
    else:
        await replace_message(interaction, panel)


async def submit(interaction: Interaction, control: ButtonData) -> None:
    """Hand the race to the game master."""
    seat = await designer(interaction, control)
    bot = bot_services(interaction)
    paper = await races.submit(bot.services, seat)
    bot.deliverer.wake()
    await show(interaction, control, paper, "sum")


async def back(interaction: Interaction, control: ButtonData) -> None:
    """Take the race back to change it."""
    seat = await designer(interaction, control)
    await show(interaction, control, await races.take_back(services_of(interaction), seat), "sum")


async def text(interaction: Interaction, control: ButtonData) -> None:
    """The whole sheet as text."""
    await say(interaction, whole_text(await paper_of(interaction, control)))


FORMS: Final[Mapping[str, FormMaker]] = {
    "race-level": level_form,
    "race-own": own_form,
    "race-form": race_form,
    "race-design": unit_form,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "race-show": show_page,
    "race-form": opener(race_form),
    "race-submit": submit,
    "race-back": back,
    "race-text": text,
}
SELECTS: Final[Mapping[str, SelectHandler]] = {
    "race-page": go,
    "race-begin": begin_from,
    "race-home": set_home,
    "race-bio": set_biology,
    "race-mind": set_attitude,
    "race-set": set_entries,
    "race-psi": set_disciplines,
    "race-society": set_society,
    "race-level": set_level,
    "race-own": add_own,
    "race-strike": strike_own,
    "race-kit": take_kit,
    "race-design": change_design,
}
