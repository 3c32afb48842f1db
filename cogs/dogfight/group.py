"""/dogfight: begin a fight, look at it, read it, leave it; flying itself is done by buttons."""

from typing import Annotated

import discord
from discord.app_commands import Range

from cogs.common.command_factory import ThemeOption, command, lookup
from cogs.common.interactions import Interaction, defer, say, services_of
from cogs.dogfight import fight_handlers, host_handlers
from cogs.dogfight.fight_handlers import fight_here, opened, show, sight_or_none
from cogs.dogfight.fight_panel import career_text
from cogs.tactical.group import TacticalGroup
from umpire.dogfight.career import career
from umpire.tactical.seat_changes import is_solo


async def jet_pairs(interaction: Interaction) -> list[tuple[str, str]]:
    """The jets the asker sees."""
    seen = await sight_or_none(interaction)
    if seen is None:
        return []
    return [(f"{jet.id} {jet.name} ({jet.type})", jet.id) for jet in seen.view.known.jets.values()]


Turn = Range[int, 1, 1000]
PastTurn = Annotated[Turn, "Which turn"]
LatestTurn = Annotated[Turn | None, "Which turn; default: the latest"]
jet_option = lookup(jet_pairs)


class DogfightGroup(
    TacticalGroup,
    name="dogfight",
    description="Our Space Age Air Force: a jet duel of ten minutes, solo or for two",
):
    """Dogfights."""

    @command("The fight as it is now, with its buttons")
    async def show(self, interaction: Interaction) -> None:
        game = await fight_here(interaction)
        alone = game.status != "setup" and await is_solo(services_of(interaction), game.id)
        await defer(interaction, public=alone)
        seat, seen = await opened(interaction)
        teach = await fight_handlers.to_teach(interaction, seat)
        told = await fight_handlers.latest(services_of(interaction), seen)
        await show(interaction, seen, told, teach=teach, replace=False, public=alone)

    @command("A jet's card: speed, altitude, maneuvers ticked, fuel, ammunition, hits")
    async def card(
        self,
        interaction: Interaction,
        jet: Annotated[Range[str, 0, 40], "Which; default: your own", jet_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await opened(interaction)
        await fight_handlers.send_card(interaction, seen, jet, theme)

    @command("The fight, or one turn of it, as a moving picture")
    async def replay(
        self,
        interaction: Interaction,
        turn: Annotated[Turn | None, "Which turn; default: all of it"] = None,
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await opened(interaction)
        await fight_handlers.send_replay(interaction, seen, turn, theme)

    @command("A pilot's log: sorties, kills, losses, mission by mission")
    async def career(
        self, interaction: Interaction, pilot: Annotated[discord.User | None, "Whose; default: your own"] = None
    ) -> None:
        flier = pilot or interaction.user
        await defer(interaction)
        await say(interaction, career_text(await career(services_of(interaction), flier.id), flier.display_name))

    @command("How it is played, which rules are ours, and every number of them")
    async def rules(self, interaction: Interaction) -> None:
        await say(interaction, panel=host_handlers.rules_panel())
