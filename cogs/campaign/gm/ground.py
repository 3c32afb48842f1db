"""/decree front: the game master's hand on worlds at war; every change has its reason and is on record."""

from collections.abc import Iterable
from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.front_pictures import show_fronts
from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, Side, change
from cogs.campaign.gm.choices import Chosen, gm_complete, side_option
from cogs.common.autocomplete import Pair, plain_text
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.combat.world_amendments import (
    MOST_SHARES,
    ChangeSurface,
    DeclareConquered,
    SetForce,
    SetOdds,
    SetPeople,
)
from rules.cluster_war.model.state.names import ColonyId
from rules.cluster_war.model.state.surface import FULL, Terrain
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment


def forces(view: View, side: Chosen) -> Iterable[Pair]:
    """All forces in the field."""
    for world, front in sorted(view.fronts.items()):
        for key, force in front.forces.items():
            yield f"{plain_text(key)} {plain_text(force.design)} in {force.at} of {world}", key


def ground_designs(view: View, side: Chosen) -> Iterable[Pair]:
    """Ground forces' designs, of the picked side if there is one."""
    for owner in sorted(view.sides.values(), key=lambda s: s.id):
        if side in {"", owner.id}:
            yield from ((plain_text(d.name), d.id) for d in owner.designs.values() if d.kind == "ground")


def worlds(view: View, side: Chosen) -> Iterable[Pair]:
    """All colonies, and the worlds of races that the game master runs where there is war."""
    yield from choices.colonies(view, side)
    for key, front in sorted(view.fronts.items()):
        if key not in view.colonies:
            yield f"{plain_text(front.name)} ({key})", key


def _world(by: GmNames, text: str) -> ColonyId:
    """A world with a front, or any colony; NotationError."""
    key = text.strip()
    return key if key in by.names.view.fronts else by.names.colony(text)


World = Annotated[str, "Which world", gm_complete(worlds)]
Points = Range[int, -20, 20]


class FrontGroup(
    app_commands.Group, name="front", description="Worlds at war: move forces, rule on peoples and cities"
):
    """Everything on a world's surface, under the game master's hand."""

    @command("All fronts with everybody's forces")
    async def show(
        self,
        interaction: Interaction,
        world: Annotated[str, "One alone", gm_complete(choices.colonies)] = "",
        film: Annotated[bool, "As a film, week by week"] = False,
    ) -> None:
        await show_fronts(interaction, await gm_here(interaction), world, "dark", film=film)

    @change("Move a force, change how many teams it has left, or put a new one there")
    def force(
        self,
        by: GmNames,
        world: World,
        force: Annotated[Range[str, 1, 60], "Which (humans/A1), or a new one's name", gm_complete(forces)],
        at: Annotated[Range[str, 0, 4], "The surface hex, such as 0302 (leave out: where it is)"] = "",
        teams: Annotated[Range[int, 0, FULL], "Combat teams left; 0 removes it"] = FULL,
        side: Annotated[str, "For a new force: whose", side_option] = "",
        design: Annotated[Range[str, 0, 60], "For a new force: which battalion", gm_complete(ground_designs)] = "",
    ) -> Amendment:
        return SetForce(_world(by, world), force, at, teams, by.side(side), design)

    @change("Set the attitude of a conquered people; hostile ones need garrisons")
    def people(
        self, by: GmNames, world: World, attitude: Annotated[Range[str, 1, 60], 'Such as "Hostile, Xenophobic"']
    ) -> Amendment:
        return SetPeople(_world(by, world), attitude)

    @change("Give a world to a side: it yields, or what is left cannot hold it")
    def conquered(self, by: GmNames, world: World, side: Annotated[str, "Who has it now"]) -> Amendment:
        return DeclareConquered(_world(by, world), by.gm.side(side))

    @change("Points of AR and DR for a side on a world, until set anew; both 0 end them")
    def odds(
        self,
        by: GmNames,
        world: World,
        side: Side,
        attack: Annotated[Points, "On its AR"] = 0,
        defense: Annotated[Points, "On its DR"] = 0,
    ) -> Amendment:
        return SetOdds(_world(by, world), by.gm.side(side), attack, defense)

    @change("Change a surface hex: its terrain, a city in it, the reach of fights there")
    def surface(
        self,
        by: GmNames,
        world: World,
        at: Annotated[Range[str, 4, 4], "The surface hex, such as 0302"],
        terrain: Annotated[Terrain | None, "Its terrain"] = None,
        city: Annotated[Range[str, 0, 60], "A city there, by name"] = "",
        share: Annotated[Range[int, 0, MOST_SHARES], "Its share of the CPs beside other cities; 0 removes it"] = 1,
        reach: Annotated[Literal["usual", "ranged", "close"] | None, "How everybody fights there"] = None,
    ) -> Amendment:
        return ChangeSurface(_world(by, world), at, terrain or "", city, share, reach or "")
