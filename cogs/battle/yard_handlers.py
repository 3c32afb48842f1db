"""The shipyard: a design on the asker's slip, box by box, with its price and everything that is wrong with it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from discord import ui

from cogs.common.components import SUCCESS, ButtonData, Field, Form, button_for, option, select_for
from cogs.common.interactions import Interaction, defer, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, cut
from render.canvas.theme import ThemeName
from render.words.safe_text import plain
from rules.pentagon_war.designs import Design
from rules.pentagon_war.movement.thrust import format_mixed
from rules.pentagon_war.shipyard.checks import PART_WORDS, Bench, add, blank, on_bench, remove
from rules.pentagon_war.shipyard.notation import LONGEST_DESIGN, format_design, library, parse_design
from rules.pentagon_war.shipyard.notation_items import free_text
from rules.pentagon_war.shipyard.pricing import exact_price
from rules.values import GameError, changed
from umpire.battle import blueprints
from umpire.battle.battle_files import paint_design
from umpire.battle.blueprints import YARD_OPTIONS

STEEL: Final = 0x6C7A89
MOST_AT_ONCE: Final = 60
BLANK_DESIGN: Final = "blank"
TEXT_BUTTON: Final = ButtonData("ship-text", "", 0)
COMMON_SYSTEMS: Final = (
    "screen", "armor 1", "armor 2", "armor 3", "armor 5", "armor 6", "fuel", "capacitor", "point defense", "engine",
    "radar 5", "radar 6", "weapon laser", "weapon electron", "weapon proton", "weapon beam", "missile basic",
    "drone laser", "gun acid 3", "gun radiation 3", "gun metal 2", "main control", "aux control", "repair", "manned",
)  # fmt: skip
"""What the panel's list offers; /ship add takes everything."""


def common_parts() -> Iterable[tuple[str, str]]:
    """Suggestions for what may be added or taken off."""
    more = [part for part in PART_WORDS if part not in COMMON_SYSTEMS]
    return [(part, part) for part in (*COMMON_SYSTEMS, *more)]


def guild_of(interaction: Interaction) -> int:
    """The server whose drawings are meant; GameError in a direct message."""
    if interaction.guild_id is None:
        raise GameError("Drawings are kept by server: use this in one.")
    return interaction.guild_id


async def on_slip(interaction: Interaction) -> Design:
    """What the asker is drawing. GameError if nothing lies there."""
    found = await blueprints.slip(services_of(interaction), guild_of(interaction), interaction.user.id)
    if found is None:
        raise GameError("Your slip is empty; /ship yard with `start` begins from a design or from blank.")
    return found


async def start(interaction: Interaction, begin: str, name: str) -> None:
    """Show the slip; with `begin`, first put a library design, an own drawing or a blank craft on it."""
    services, guild = services_of(interaction), guild_of(interaction)
    if begin:
        wanted = begin.strip().casefold()
        called = " ".join(name.split())
        if wanted == BLANK_DESIGN:
            design = blank(called or "New craft", YARD_OPTIONS)
        else:
            design = await find_design(interaction, begin)
            if called:
                design = changed(design, name=free_text(called, "name"))
        await blueprints.put_on_slip(services, guild, interaction.user.id, design)
    await show(interaction)


async def find_design(interaction: Interaction, text: str) -> Design:
    """A design of the library by id or name, or one of the asker's (or shared) drawings. NotYoursError if there is none."""
    wanted = text.strip().casefold()
    for key, design in library().items():
        if wanted in {key, design.name.casefold()}:
            return design
    return (
        await blueprints.find(services_of(interaction), interaction.guild_id or 0, interaction.user.id, text)
    ).design


async def show(interaction: Interaction, said: str = "", *, replace_it: bool = False) -> None:
    """The slip as a panel."""
    panel = yard_panel(on_bench(await on_slip(interaction), YARD_OPTIONS), said)
    if replace_it:
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


async def change(interaction: Interaction, part: str, amount: int, *, adding: bool, replace_it: bool = False) -> None:
    """Add a system so many times, or take it off."""
    design = await on_slip(interaction)
    if not 1 <= amount <= MOST_AT_ONCE:
        raise GameError(f"Between 1 and {MOST_AT_ONCE} at once.")
    for _ in range(amount):
        design = add(design, part, YARD_OPTIONS) if adding else remove(design, part, YARD_OPTIONS)
    await blueprints.put_on_slip(services_of(interaction), guild_of(interaction), interaction.user.id, design)
    many = f" × {amount}" if amount > 1 else ""
    await show(interaction, f"✔ {plain(part)}{many} {'added' if adding else 'taken off'}.", replace_it=replace_it)


async def change_part(interaction: Interaction, chosen: Sequence[str], *, adding: bool) -> None:
    """The lists that add a system, or take one off."""
    await change(interaction, chosen[0] if chosen else "", 1, adding=adding, replace_it=True)


async def text_form(interaction: Interaction, control: ButtonData = TEXT_BUTTON) -> Form:
    """The design as text in a form."""
    design = await on_slip(interaction)
    about = "A line for each system, like screens: 3 or weapons: 2 laser, 1 proton L+R"
    fields = [Field("sheet", "The design", about, format_design(design), long=True, needed=True, most=LONGEST_DESIGN)]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        read = parse_design(given["sheet"], YARD_OPTIONS)
        await blueprints.put_on_slip(services_of(later), guild_of(later), later.user.id, read)
        await show(later, "✔ Read.")

    return Form(design.name, fields, sent, control)


async def keep(interaction: Interaction, name: str, *, replace_it: bool = False) -> None:
    """Save what lies on the slip under a name."""
    design = await on_slip(interaction)
    saved = await blueprints.save_blueprint(
        services_of(interaction), guild_of(interaction), interaction.user.id, design, name
    )
    said = f"✔ Saved as {plain(saved.design.name)}; /battle add puts it on a map, /ship share lets others build it."
    await show(interaction, said, replace_it=replace_it)


async def send_slip(interaction: Interaction) -> None:
    """The display of what lies on the slip."""
    await send_design(interaction, await on_slip(interaction))


async def send_design(interaction: Interaction, design: Design, theme: ThemeName = "dark") -> None:
    """A design's display, its words, and its text to copy."""
    await defer(interaction)
    found = on_bench(design, YARD_OPTIONS)
    picture, words = await services_of(interaction).workers.run(paint_design, design, YARD_OPTIONS, theme, urgent=True)
    text = f"### {plain(design.name)}\n{summary(found)}\n```\n{format_design(design).replace('`', chr(39))}\n```"
    await say(interaction, text, files=[picture, words])


def summary(found: Bench) -> str:
    """Points and size class in a line."""
    exact = f" ({format_mixed(found.exact)} before rounding)" if found.exact.denominator != 1 else ""
    return f"**{found.points} points**{exact}, size class {found.size}."


def yard_panel(found: Bench, said: str = "") -> Panel:
    """A design on the slip: its lines, its bill, problems with their rules, advice, and what to do with it."""
    design = found.design
    head = f"### On your slip: {plain(design.name)}\n{summary(found)}"
    bill = " · ".join(f"{line.what} ×{line.boxes} {format_mixed(line.points)}" for line in found.bill)
    wrong = [f"⚠ {plain(problem.text, 300)} `{problem.rule}`" for problem in found.problems]
    wrong = wrong or ["✔ It can be built."]
    parts: list[Part] = [
        f"{said}\n{head}" if said else head,
        f"```\n{cut(format_design(design).replace('`', chr(39)), 1300, '/ship text')}\n```",
        cut(f"**Bill** {plain(bill, 1400)}", 900, "/ship text"),
        cut("\n".join([*wrong, *(f"• {plain(text, 300)}" for text in found.advice)]), 900, "/ship text"),
        ui.Separator(),
        select_for(
            "Add a system", _data("ship-add"), [option(part, part, _price(design, part)) for part in COMMON_SYSTEMS]
        ),
        select_for("Take a system off", _data("ship-remove"), [option(part, part) for part in COMMON_SYSTEMS]),
        button_row(
            button_for("Save", _data("ship-save"), style=SUCCESS, disabled=bool(found.problems)),
            button_for("Edit as text", _data("ship-text")),
            button_for("Picture", _data("ship-pic")),
            button_for("Refresh", _data("ship-slip")),
        ),
    ]
    return Panel(STEEL, *parts)


def _price(design: Design, part: str) -> str:
    """What one more of a system adds to a design's points, or why it takes none."""
    try:
        more = add(design, part, YARD_OPTIONS)
    except GameError as refusal:
        return str(refusal)
    points = exact_price(more, YARD_OPTIONS) - exact_price(design, YARD_OPTIONS)
    return f"{'+' if points >= 0 else '−'}{format_mixed(abs(points))} points"


def _data(action: str) -> ButtonData:
    return ButtonData(action, "", 0)
