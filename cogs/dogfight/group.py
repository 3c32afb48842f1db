"""/dogfight: begin a fight, look at it, read it, leave it; flying itself is done by buttons."""

from typing import Annotated, Literal

import discord
from discord.app_commands import Range

from cogs.common.command_factory import ThemeOption, asked, command, fixed, short
from cogs.common.interactions import Interaction, defer, say, services_of
from cogs.dogfight import fight_handlers, host_handlers
from cogs.dogfight.fight_handlers import fight_here, opened, show, sight_here, sight_or_none
from cogs.dogfight.fight_panel import career_text
from cogs.tactical.group import TacticalGroup
from rules.air_force.setup import Wishes, about, scenarios
from rules.air_force.tables_of import Options, aircraft
from umpire.dogfight.career import career
from umpire.tactical.leaving import is_solo


def scenario_pairs() -> tuple[tuple[str, str], ...]:
    """Title and what it is about, and the scenario's name."""
    return tuple((short(": ".join(about(name))), name) for name in scenarios())


def aircraft_pairs() -> tuple[tuple[str, str], ...]:
    """An armed aircraft's card in a line, and its name."""
    return tuple(
        (
            f"{card.name}: {card.maneuverability}, Energy Factor {card.factor}, Speed {card.max_speed}, "
            f"guns {card.guns}, missiles {card.missiles}",
            card.name,
        )
        for card in aircraft(Options()).values()
        if card.guns or card.missiles
    )


async def jet_pairs(interaction: Interaction) -> list[tuple[str, str]]:
    """The jets the asker sees."""
    seen = await sight_or_none(interaction)
    if seen is None:
        return []
    return [(f"{jet.id} {jet.name} ({jet.type})", jet.id) for jet in seen.view.known.jets.values()]


Light = Literal[
    "as the scenario says", "night", "sun in the north", "sun in the east", "sun in the south", "sun in the west"
]
Turn = Range[int, 1, 1000]
PastTurn = Annotated[Turn, "Which turn"]
LatestTurn = Annotated[Turn | None, "Which turn; leave out for the latest"]
scenario_option = fixed(scenario_pairs)
aircraft_option = fixed(aircraft_pairs)
jet_option = asked(jet_pairs)


def sun_word(light: str) -> str:
    """What the rules call a light; "" leaves it to the scenario."""
    return "" if light.startswith("as") else light.rpartition(" ")[2]


class DogfightGroup(
    TacticalGroup,
    name="dogfight",
    description="Our Space Age Air Force: a jet duel of ten minutes, solo or for two",
):
    """Dogfights."""

    @command("Fly: in a thread of its own, or right here in a thread or direct message")
    async def new(
        self,
        interaction: Interaction,
        scenario: Annotated[
            Range[str, 0, 60], "Which fight; leave out for the one to begin with", scenario_option
        ] = "",
        aircraft: Annotated[Range[str, 0, 60], "What you fly; leave out for the scenario's own", aircraft_option] = "",
        light: Annotated[Light, "Where the sun stands, or night"] = "as the scenario says",
        bandits: Annotated[Range[int, 1, 8] | None, "How many enemy fighters; leave out for the scenario's own"] = None,
        difficulty: Annotated[Literal["easy", "even", "hard"], "How good their pilots are"] = "easy",
        versus: Annotated[discord.User | None, "Two pilots: somebody else takes the other side"] = None,
        aerobatics: Annotated[bool, "Splits: two or three hexsides of turn in one hex"] = False,
    ) -> None:
        wishes = Wishes(difficulty, aircraft.strip(), sun_word(light), bandits or 0, aerobatics)
        await host_handlers.new_here(interaction, scenario.strip(), wishes, versus)

    @command("Take the other side of a fight for two")
    async def join(self, interaction: Interaction) -> None:
        await host_handlers.join_here(interaction, (await fight_here(interaction)).id)

    @command("The fight as it is now, with its buttons")
    async def show(self, interaction: Interaction) -> None:
        game = await fight_here(interaction)
        alone = game.status != "setup" and await is_solo(services_of(interaction), game.id)
        await defer(interaction, public=alone)
        seat, seen = await opened(interaction)
        teach = await fight_handlers.to_teach(interaction, seat)
        await show(interaction, seen, fight_handlers.latest(seen), teach=teach, replace=False, public=alone)

    @command("The map alone, as your side sees it, and in words")
    async def map(self, interaction: Interaction, theme: ThemeOption = "dark") -> None:
        _, seen = await sight_here(interaction)
        await fight_handlers.send_map(interaction, seen, theme)

    @command("A jet's card: speed, altitude, maneuvers ticked, fuel, ammunition, hits")
    async def card(
        self,
        interaction: Interaction,
        jet: Annotated[Range[str, 0, 40], "Which; leave out for your own", jet_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await opened(interaction)
        await fight_handlers.send_card(interaction, seen, jet, theme)

    @command("The fight, or one turn of it, as a moving picture")
    async def replay(
        self,
        interaction: Interaction,
        turn: Annotated[Turn | None, "Which turn; leave out for all of it"] = None,
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await opened(interaction)
        await fight_handlers.send_replay(interaction, seen, turn, theme)

    @command("A pilot's log: sorties, kills, losses, mission by mission")
    async def career(
        self, interaction: Interaction, pilot: Annotated[discord.User | None, "Whose; leave out for your own"] = None
    ) -> None:
        flier = pilot or interaction.user
        await defer(interaction)
        await say(interaction, career_text(await career(services_of(interaction), flier.id), flier.display_name))

    @command("How it is played, which rules are ours, and every number of them")
    async def rules(self, interaction: Interaction) -> None:
        await say(interaction, panel=host_handlers.rules_panel())
