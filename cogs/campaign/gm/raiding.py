"""/decree war: whose traffic raiders caught, worlds laid waste, weapons that break planets, worlds that give in, attitudes."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import gm_options
from cogs.campaign.gm.changing import COLONY, SIDE, SYSTEM, GmNames, Side, change, change_of
from cogs.campaign.gm.gm_options import design_of, gm_complete
from cogs.common.command_factory import Option, number, text
from rules.cluster_war.chapters.combat.world_amendments import (
    AllowPlanetKiller,
    ChangeCatch,
    DevastateWorld,
    SetAttitude,
    YieldColony,
)
from rules.cluster_war.model.working.amendment import Amendment

Name = Range[str, 1, 60]


class WarGroup(app_commands.Group):
    """What the book leaves to the game master in raids and bombardment (chapters 9.2, 9.4 and 9.5)."""

    catch = change_of(ChangeCatch, "Say whose traffic raiders caught; the victim's treasury pays the difference")(
        question=Option(
            "The question about the catch",
            offers=gm_complete(gm_options.catches),
            read=lambda _, given: given.strip().upper(),
        ),
        colony=COLONY("Whose traffic it was"),
    )
    devastate = change_of(DevastateWorld, "A world is laid waste by bombardment: its climate is another for good")(
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
        on: Annotated[bool, "No: they cannot any more"] = True,
    ) -> Amendment:
        owner = by.gm.side(side)
        return AllowPlanetKiller(owner, design_of(by.names.view, owner, design).id, cost, on)

    yield_ = change_of(YieldColony, "A bombarded colony gives in to a side")(colony=COLONY, side=SIDE("To whom"))
    attitude = change_of(SetAttitude, "A side's race thinks otherwise of others, of worlds destroyed for instance")(
        side=SIDE, attitude=text("Its attitude from now on (Hostile, Xenophobic)", 1, 60)
    )
