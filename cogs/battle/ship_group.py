"""/ship: systems displays, the library, and the shipyard."""

from collections.abc import Iterable
from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.battle import dock_handlers, yard_handlers
from cogs.battle.battle_context import sight_here
from cogs.battle.battle_group import craft_option, design_pairs, designs
from cogs.battle.look_handlers import craft_seen
from cogs.common.command_factory import Pair, ThemeOption, asked, command, fixed
from cogs.common.components import open_form
from cogs.common.interactions import Interaction, defer, say, services_of
from render.words.safe_text import plain
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import price
from rules.values import GameError
from umpire.battle import blueprints, plots
from umpire.battle.battle_files import paint_craft


async def start_pairs(interaction: Interaction) -> Iterable[Pair]:
    """What a drawing may begin from."""
    return [("blank: nothing but what is free", yard_handlers.BLANK), *await design_pairs(interaction)]


async def own_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own drawings."""
    found = await blueprints.known(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
    return [(drawing.design.name, drawing.design.name) for drawing in found if drawing.owner == interaction.user.id]


library_option = fixed(designs)
start_option = asked(start_pairs)
own_option = asked(own_pairs)
squadron_option = asked(dock_handlers.squadron_pairs)
Amount = Annotated[Range[int, 1, 60], "How many"]
part_option = fixed(yard_handlers.common_parts)
Name = Range[str, 1, 60]
Drawing = Annotated[Name, "Which", own_option]
Part = Range[str, 1, 200]


class ShipGroup(app_commands.Group, name="ship", description="Spacecraft: their displays, the library, the shipyard"):
    """Spacecraft on paper and on the map."""

    @command("A craft's systems display as your side knows it: what is hit, spent, left")
    async def show(
        self,
        interaction: Interaction,
        craft: Annotated[
            Range[str, 0, 60], "Which craft of this battle; leave out for your only one", craft_option
        ] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await sight_here(interaction)
        unit = craft_seen(seen, craft) if craft else plots.craft_named(seen, "").id
        await defer(interaction)
        picture, words = await services_of(interaction).workers.run(paint_craft, seen.view, unit, theme, urgent=True)
        text = words.data.decode()
        await say(interaction, text[:1900] if len(text) > 1900 else text, files=[picture, words])

    @command("The ready-made designs, or one of them with its display and price")
    async def library_(
        self,
        interaction: Interaction,
        design: Annotated[Range[str, 0, 60], "Which; leave out for the list", library_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        if design:
            await yard_handlers.send_design(interaction, await yard_handlers.find_design(interaction, design), theme)
            return
        lines = [
            f"**{each.name}** ({each.power}, {price(each, blueprints.YARD)} points) {each.notes}"
            for each in library().values()
        ]
        await say(interaction, "\n".join(["### The library", *lines, "-# /ship library with a name shows one."]))

    @command("A squadron that you kept after a battle: repairs, fuel, reloads, cargo")
    async def dock(
        self,
        interaction: Interaction,
        squadron: Annotated[Range[str, 0, 60], "Which; leave out for your only one, or the list", squadron_option] = "",
    ) -> None:
        await dock_handlers.dock_here(interaction, squadron)

    @command("The craft you are drawing: price, size class, problems; or begin a new one")
    async def yard(
        self,
        interaction: Interaction,
        start: Annotated[Range[str, 0, 60], "Begin from a design, or blank", start_option] = "",
        name: Annotated[Range[str, 0, 40], "The new craft's name"] = "",
    ) -> None:
        await yard_handlers.start(interaction, start, name)

    @command("Add a system to the craft on your slip")
    async def add(
        self,
        interaction: Interaction,
        part: Annotated[Part, "armor 1, weapon laser L+R, missile basic, gun acid 3, …", part_option],
        amount: Amount = 1,
    ) -> None:
        await yard_handlers.change(interaction, part, amount, adding=True)

    @command("Take a system off the craft on your slip")
    async def remove(
        self, interaction: Interaction, part: Annotated[Part, "As it was added", part_option], amount: Amount = 1
    ) -> None:
        await yard_handlers.change(interaction, part, amount, adding=False)

    @command("The craft on your slip as text, to write or paste")
    async def text(self, interaction: Interaction) -> None:
        await open_form(interaction, await yard_handlers.text_form(interaction))

    @command("Save the craft on your slip under a name")
    async def save(
        self, interaction: Interaction, name: Annotated[Range[str, 0, 40], "Leave out for its own name"] = ""
    ) -> None:
        await yard_handlers.keep(interaction, name)

    @command("The craft you have drawn in this server, and those others share")
    async def list_(self, interaction: Interaction) -> None:
        found = await blueprints.known(
            services_of(interaction), yard_handlers.guild_of(interaction), interaction.user.id
        )
        if not found:
            raise GameError("You have drawn nothing yet; /ship yard begins a drawing, /ship save keeps it.")
        lines = ["### Drawn in this server"]
        for drawing in found:
            whose = "" if drawing.owner == interaction.user.id else f", by <@{drawing.owner}>"
            shared = ", shared" if drawing.shared else ""
            lines.append(
                f"**{plain(drawing.design.name)}** {price(drawing.design, blueprints.YARD)} points{shared}{whose}"
            )
        await say(interaction, "\n".join(lines))

    @command("Let everybody in this server build a drawing of yours, or no longer")
    async def share(self, interaction: Interaction, name: Drawing) -> None:
        services, guild = services_of(interaction), yard_handlers.guild_of(interaction)
        turned = await blueprints.share(services, guild, interaction.user.id, name)
        state = "Everybody here may build it now" if turned.shared else "It is yours alone again"
        await say(interaction, f"✔ {plain(turned.design.name)}: {state}.")

    @command("Throw a drawing of yours away; craft built to it stay")
    async def delete(self, interaction: Interaction, name: Drawing) -> None:
        services, guild = services_of(interaction), yard_handlers.guild_of(interaction)
        gone = await blueprints.throw_away(services, guild, interaction.user.id, name)
        await say(interaction, f"✔ {plain(gone.design.name)} is gone.")
