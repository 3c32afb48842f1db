"""/battle: make, join and begin a battle; look at it; read its log; end it."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.battle import host, looking, reading, standing
from cogs.battle.choices import craft_option, side_option
from cogs.battle.looking import Looked
from cogs.battle.new_lists import design_pairs, option_pairs, scenario_side_pairs, setup_craft_pairs
from cogs.bouts.pictures import Theme
from cogs.common.autocomplete import asked, fixed
from cogs.common.bot_services import Interaction
from rules.pentagon_war.programme import Stance

Letter = Literal["A", "B", "C", "D", "E", "F"]
Turn = Range[int, 1, 1000]
scenario_option = fixed(host.scenario_pairs)
new_side_option = asked(scenario_side_pairs)
design_option = asked(design_pairs)
switch_option = fixed(option_pairs)
placed_option = asked(setup_craft_pairs)


class BattleGroup(app_commands.Group, name="battle", description="The Pentagon War: battles in threads of their own"):
    """Battles as a whole."""

    @app_commands.command(description="Set a battle up in a new thread; with side and against it begins at once")
    @app_commands.describe(
        scenario="Which battle",
        name="What it is called; leave out for the scenario's own title",
        hours="How long captains have at each stop; 0 for no deadline",
        pace="programme: plot whole turns; segments: be asked at every step",
        side="The side you play",
        against="The bot plays the other sides by this stance: a solo battle",
        points="For a free battle: points each side may spend; 0 for no limit",
    )
    @app_commands.autocomplete(scenario=scenario_option, side=new_side_option)
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        scenario: Range[str, 1, 60],
        name: Range[str, 0, 80] = "",
        hours: Range[int, 0, 336] = 24,
        pace: Literal["programme", "segments"] = "programme",
        side: Range[str, 0, 20] = "",
        against: Stance | None = None,
        points: Range[int, 0, 20000] = 500,
    ) -> None:
        await host.new_here(interaction, scenario, name, hours, pace, side, against, points)

    @app_commands.command(description="Take a free side of this thread's battle")
    @app_commands.describe(side="Which side")
    @app_commands.autocomplete(side=side_option)
    async def join(self, interaction: Interaction, side: Range[str, 0, 20] = "") -> None:
        await host.join_here(interaction, side)

    @app_commands.command(description="Give your side up to somebody else")
    async def leave(self, interaction: Interaction) -> None:
        await host.leave_here(interaction)

    @app_commands.command(description="Open turn 1 (for who made the battle)")
    async def begin(self, interaction: Interaction) -> None:
        await host.begin_here(interaction)

    @app_commands.command(description="Put a craft on the map before the battle begins (for who made it)")
    @app_commands.describe(
        design="A design of the library, or one of your own",
        side="Whose",
        hex_="Where: column and row, like 1520",
        facing="Which way it faces",
        a="Velocity along A: 3, -1/2, 2 3/4",
        c="Velocity along C",
        name="Its name",
    )
    @app_commands.rename(hex_="hex")
    @app_commands.autocomplete(design=design_option, side=side_option)
    async def add(
        self,
        interaction: Interaction,
        design: Range[str, 1, 60],
        side: Range[str, 1, 20],
        hex_: Range[str, 1, 10],
        facing: Letter = "A",
        a: Range[str, 1, 10] = "0",
        c: Range[str, 1, 10] = "0",
        name: Range[str, 0, 40] = "",
    ) -> None:
        await host.add_here(interaction, design, side, hex_, facing, a, c, name)

    @app_commands.command(description="Take a craft off the map before the battle begins (for who made it)")
    @app_commands.describe(craft="Which")
    @app_commands.autocomplete(craft=placed_option)
    async def remove(self, interaction: Interaction, craft: Range[str, 1, 20]) -> None:
        await host.remove_here(interaction, craft)

    @app_commands.command(
        description="The battle's optional rules and house rules; its maker may change them before it begins"
    )
    @app_commands.describe(
        switch="Which, or a table's cell like PW-T20/1/multiplier", value="on or off, a number, a word"
    )
    @app_commands.autocomplete(switch=switch_option)
    async def options(
        self, interaction: Interaction, switch: Range[str, 0, 100] = "", value: Range[str, 0, 60] = ""
    ) -> None:
        await standing.options_here(interaction, switch, value)

    @app_commands.command(description="Where the battle stands, whom it waits for, all craft you know of")
    async def status(self, interaction: Interaction) -> None:
        await standing.status_here(interaction)

    @app_commands.command(description="The map as your side sees it; arcs, a line of fire, a region on request")
    @app_commands.describe(
        around="A craft or a hex in the middle; leave out for all that is in play",
        radius="How many hexes around it",
        arcs="A craft whose firing arcs and ranges are shown",
        source="A line of fire from this craft or hex",
        target="To this one",
        theme="Colours",
    )
    @app_commands.autocomplete(around=craft_option, arcs=craft_option, source=craft_option, target=craft_option)
    async def show(
        self,
        interaction: Interaction,
        around: Range[str, 0, 40] = "",
        radius: Range[int, 1, 40] = 8,
        arcs: Range[str, 0, 40] = "",
        source: Range[str, 0, 40] = "",
        target: Range[str, 0, 40] = "",
        theme: Theme = "dark",
    ) -> None:
        await looking.show_here(interaction, Looked(around, radius, arcs, source, target, theme))

    @app_commands.command(description="The map in words: every craft, what flies, bodies, as your side sees them")
    async def text(self, interaction: Interaction) -> None:
        await looking.text_here(interaction)

    @app_commands.command(description="A turn, or the whole battle, as a moving picture of what your side saw")
    @app_commands.describe(turn="Which turn; leave out for the latest", whole="The whole battle", theme="Colours")
    async def replay(
        self, interaction: Interaction, turn: Turn | None = None, whole: bool = False, theme: Theme = "dark"
    ) -> None:
        await looking.replay_here(interaction, turn, theme, all_of_it=whole)

    @app_commands.command(description="A past turn's dice: the promise, the seed, and the turn played again to compare")
    @app_commands.describe(turn="Which turn")
    async def verify(self, interaction: Interaction, turn: Turn) -> None:
        await looking.verify_here(interaction, turn)

    @app_commands.command(description="What happened, line by line, as your side was told it")
    @app_commands.describe(turn="Which turn; leave out for the latest")
    async def log(self, interaction: Interaction, turn: Turn | None = None) -> None:
        await reading.log_here(interaction, turn)

    @app_commands.command(description="Why a numbered line of the log came out so: rule, modifiers, dice")
    @app_commands.describe(line="The line's number", turn="Which turn; leave out for the latest")
    async def why(self, interaction: Interaction, line: Range[int, 1, 9999], turn: Turn | None = None) -> None:
        await reading.why_here(interaction, line, turn)

    @app_commands.command(
        description="Take the last turn back: its maker asks with a reason, the captains agree without"
    )
    @app_commands.describe(reason="Why (for who made the battle); leave out to agree")
    async def undo(self, interaction: Interaction, reason: Range[str, 0, 300] = "") -> None:
        await standing.undo_here(interaction, reason)

    @app_commands.command(description="Give the battle up")
    async def concede(self, interaction: Interaction) -> None:
        await standing.concede_here(interaction)

    @app_commands.command(description="End the battle for all (for who made it); everything can still be read")
    @app_commands.describe(reason="Why; everybody reads it")
    async def end(self, interaction: Interaction, reason: Range[str, 0, 300] = "") -> None:
        await host.end_here(interaction, reason)
