"""/decree front and /decree war: the game master's hand on worlds at war, and on what raids and bombardment came to."""

from collections.abc import Iterable
from typing import Annotated, Final

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.field_texts import show_fronts
from cogs.campaign.gm import gm_options
from cogs.campaign.gm.amend_group import COLONY, SIDE, SYSTEM, GmNames, Side, change, change_of
from cogs.campaign.gm.gm_options import Chosen, design_of, gm_complete
from cogs.common.command_factory import Option, Pair, command, number, plain_text, text
from cogs.common.interactions import Interaction
from rules.cluster_war.chapters.combat import world_amendments
from rules.cluster_war.model.state.common import ColonyId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Terrain
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
    yield from gm_options.colonies(view, side)
    for key, front in sorted(view.fronts.items()):
        if key not in view.colonies:
            yield f"{plain_text(front.name)} ({key})", key


def _world(by: GmNames, text: str) -> ColonyId:
    """A world with a front, or any colony; NotationError."""
    key = text.strip()
    return key if key in by.names.view.fronts else by.names.colony(text)


WORLD: Final = Option("Which world", str, gm_complete(worlds), _world)
POINTS: Final = number("On its AR", -20, 20, default=0)


class FrontGroup(
    app_commands.Group, name="front", description="Worlds at war: move forces, rule on peoples and cities"
):
    """Everything on a world's surface, under the game master's hand."""

    @command("All fronts with everybody's forces")
    async def show(
        self,
        interaction: Interaction,
        world: Annotated[str, "One alone", gm_complete(gm_options.colonies)] = "",
        film: Annotated[bool, "As a film, week by week"] = False,
    ) -> None:
        await show_fronts(interaction, await gm_here(interaction), world, "dark", film=film)

    force = change_of(
        world_amendments.SetForce, "Move a force, change how many teams it has left, or put a new one there"
    )(
        world=WORLD,
        force=text("Which (humans/A1), or a new one's name", 1, 60, offers=gm_complete(forces)),
        at=text("The surface hex, such as 0302 (default: where it is)", 0, 4),
        teams=number("Combat teams left; 0 removes it", 0, FULL_COMBAT_TEAMS),
        side=SIDE("For a new force: whose"),
        design=text("For a new force: which battalion", 0, 60, offers=gm_complete(ground_designs)),
    )
    people = change_of(
        world_amendments.SetPeople, "Set the attitude of a conquered people; hostile ones need garrisons"
    )(world=WORLD, attitude=text('Such as "Hostile, Xenophobic"', 1, 60))
    conquered = change_of(
        world_amendments.DeclareConquered, "Give a world to a side: it yields, or what is left cannot hold it"
    )(world=WORLD, side=SIDE("Who has it now"))
    odds = change_of(
        world_amendments.SetOdds, "Points of AR and DR for a side on a world, until set anew; both 0 end them"
    )(world=WORLD, side=SIDE, attack=POINTS, defense=POINTS("On its DR"))
    surface = change_of(
        world_amendments.ChangeSurface, "Change a surface hex: its terrain, a city in it, the reach of fights there"
    )(
        world=WORLD,
        at=text("The surface hex, such as 0302", 4, 4),
        terrain=Option("Its terrain", Terrain),
        city=text("A city there, by name", 0, 60),
        share=number("Its share of the CPs beside other cities; 0 removes it", 0, world_amendments.MOST_SHARES),
        reach="How everybody fights there",
    )


Name = Range[str, 1, 60]


class WarGroup(app_commands.Group):
    """What the book leaves to the game master in raids and bombardment (chapters 9.2, 9.4 and 9.5)."""

    catch = change_of(
        world_amendments.ChangeCatch, "Say whose traffic raiders caught; the victim's treasury pays the difference"
    )(
        question=Option(
            "The question about the catch",
            offers=gm_complete(gm_options.catches),
            read=lambda _, given: given.strip().upper(),
        ),
        colony=COLONY("Whose traffic it was"),
    )
    devastate = change_of(
        world_amendments.DevastateWorld, "A world is laid waste by bombardment: its climate is another for good"
    )(
        hex=SYSTEM,
        orbit=number("Which world", 1, 99),
        step=text("Its STEP code from now on", 4, 4, read=lambda _, given: given.upper()),
    )

    @change("Let a side's ships of a design break up planets, at a price")
    def killer(
        self,
        by: GmNames,
        side: Side,
        design: Annotated[Name, "Which design", gm_complete(gm_options.designs)],
        cost: Annotated[Range[int, 0, 1000000], "CPs for each such ship; 0 leaves its price"] = 0,
        on: Annotated[bool, "No: they no longer can"] = True,
    ) -> Amendment:
        owner = by.gm.side(side)
        return world_amendments.AllowPlanetKiller(owner, design_of(by.names.view, owner, design).id, cost, on)

    yield_ = change_of(world_amendments.YieldColony, "A bombarded colony gives in to a side")(
        colony=COLONY, side=SIDE("To whom")
    )
    attitude = change_of(
        world_amendments.SetAttitude, "A side's race thinks differently of others, of worlds destroyed for instance"
    )(side=SIDE, attitude=text("Its attitude from now on (Hostile, Xenophobic)", 1, 60))
