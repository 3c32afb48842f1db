"""/dogfight: begin a fight, look at it, read it, leave it; flying itself is done by buttons."""

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.bouts.verified import say_verified
from cogs.common.answers import defer, say
from cogs.common.autocomplete import asked, fixed
from cogs.common.bot_services import Interaction
from cogs.dogfight import career, host, reading
from cogs.dogfight.choices import aircraft_pairs, jet_pairs, scenario_pairs
from cogs.dogfight.context import fight_here, pilot_here, sight_here
from cogs.dogfight.handlers import give_up, show
from cogs.dogfight.reading import Theme
from render.dogfight.digest import digest
from rules.air_force.setup import Wishes

Light = Literal[
    "as the scenario says", "night", "sun in the north", "sun in the east", "sun in the south", "sun in the west"
]
Turn = Range[int, 1, 1000]
scenario_option = fixed(scenario_pairs)
aircraft_option = fixed(aircraft_pairs)
jet_option = asked(jet_pairs)


def sun_word(light: str) -> str:
    """What the rules call a light; "" leaves it to the scenario."""
    return "" if light.startswith("as") else light.rpartition(" ")[2]


class DogfightGroup(
    app_commands.Group,
    name="dogfight",
    description="Our Space Age Air Force: a jet duel of ten minutes, solo or for two",
):
    """Dogfights."""

    @app_commands.command(description="Fly: in a thread of its own, or right here in a thread or direct message")
    @app_commands.describe(
        scenario="Which fight; leave out for the one to begin with",
        aircraft="What you fly; leave out for the scenario's own",
        light="Where the sun stands, or night",
        bandits="How many enemy fighters; leave out for the scenario's own",
        difficulty="How good their pilots are",
        versus="Two pilots: somebody else takes the other side",
        aerobatics="Splits: two or three hexsides of turn in one hex",
    )
    @app_commands.autocomplete(scenario=scenario_option, aircraft=aircraft_option)
    async def new(
        self,
        interaction: Interaction,
        scenario: Range[str, 0, 60] = "",
        aircraft: Range[str, 0, 60] = "",
        light: Light = "as the scenario says",
        bandits: Range[int, 1, 8] | None = None,
        difficulty: Literal["easy", "even", "hard"] = "easy",
        versus: discord.User | None = None,
        aerobatics: bool = False,
    ) -> None:
        wishes = Wishes(difficulty, aircraft.strip(), sun_word(light), bandits or 0, aerobatics)
        await host.new_here(interaction, scenario.strip(), wishes, versus)

    @app_commands.command(description="Take the other side of a fight for two")
    async def join(self, interaction: Interaction) -> None:
        await host.join_here(interaction, (await fight_here(interaction)).id)

    @app_commands.command(description="The fight as it is now, with its buttons")
    async def show(self, interaction: Interaction) -> None:
        _, seen = await sight_here(interaction)
        alone = len(seen.view.known.players) < 2
        await defer(interaction, public=alone)
        await show(interaction, seen, reading.latest(seen), teach=False, replace=False, public=alone)

    @app_commands.command(description="The map alone, as your side sees it, and in words")
    @app_commands.describe(theme="Colours")
    async def map(self, interaction: Interaction, theme: Theme = "dark") -> None:
        _, seen = await sight_here(interaction)
        await reading.send_map(interaction, seen, theme)

    @app_commands.command(description="A jet's card: speed, altitude, maneuvers ticked, fuel, ammunition, hits")
    @app_commands.describe(jet="Which; leave out for your own", theme="Colours")
    @app_commands.autocomplete(jet=jet_option)
    async def card(self, interaction: Interaction, jet: Range[str, 0, 40] = "", theme: Theme = "dark") -> None:
        _, seen = await sight_here(interaction)
        await reading.send_card(interaction, seen, jet, theme)

    @app_commands.command(description="What happened, line by line, as your side was told it")
    @app_commands.describe(turn="Which turn; leave out for the latest")
    async def log(self, interaction: Interaction, turn: Turn | None = None) -> None:
        _, seen = await sight_here(interaction)
        await reading.send_log(interaction, seen, turn)

    @app_commands.command(description="Why a numbered line of the log came out so: rule, modifiers, dice")
    @app_commands.describe(
        line="The line's number; leave out for the last dice", turn="Which turn; leave out for the latest"
    )
    async def why(
        self, interaction: Interaction, line: Range[int, 1, 9999] | None = None, turn: Turn | None = None
    ) -> None:
        _, seen = await sight_here(interaction)
        await reading.send_why(interaction, seen, line, turn)

    @app_commands.command(description="The fight, or one turn of it, as a moving picture")
    @app_commands.describe(turn="Which turn; leave out for all of it", theme="Colours")
    async def replay(self, interaction: Interaction, turn: Turn | None = None, theme: Theme = "dark") -> None:
        _, seen = await sight_here(interaction)
        await reading.send_replay(interaction, seen, turn, theme)

    @app_commands.command(description="A past turn's dice: the promise, the seed, and the turn played again to compare")
    @app_commands.describe(turn="Which turn")
    async def verify(self, interaction: Interaction, turn: Turn) -> None:
        _, seen = await sight_here(interaction)
        reading.check_told(seen)
        await say_verified(interaction, seen.standing, turn)

    @app_commands.command(description="A pilot's log: sorties, kills, losses, mission by mission")
    @app_commands.describe(pilot="Whose; leave out for your own")
    async def career(self, interaction: Interaction, pilot: discord.User | None = None) -> None:
        await career.career_here(interaction, pilot or interaction.user)

    @app_commands.command(description="Give the fight up; everything can still be read")
    async def leave(self, interaction: Interaction) -> None:
        game = await fight_here(interaction)
        if game.status == "setup":
            await host.call_off(interaction, game)
            return
        seat, seen = await pilot_here(interaction, game.id)
        await defer(interaction, public=True)
        after = await give_up(interaction, seat, seen)
        told = digest(after.view, after.events)[-reading.LINES :]
        if after.over:
            await show(interaction, after, told, teach=False, replace=False)
        else:
            await say(interaction, "✔ You give up as soon as it is your turn to decide.", public=True)

    @app_commands.command(description="How it is played, which rules are ours, and every number of them")
    async def rules(self, interaction: Interaction) -> None:
        await host.rules_here(interaction)
