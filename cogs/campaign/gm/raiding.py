"""/decree war: whose traffic raiders caught, worlds laid waste, weapons that break planets, worlds that give in, attitudes."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, Side, System, change
from cogs.campaign.gm.choices import design_of, gm_complete, side_option
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

    @change("Say whose traffic raiders caught; the victim's treasury pays the difference")
    def catch(
        self,
        by: GmNames,
        question: Annotated[str, "The question about the catch", gm_complete(choices.catches)],
        colony: Annotated[str, "Whose traffic it was"],
    ) -> Amendment:
        return ChangeCatch(question.strip().upper(), by.names.colony(colony))

    @change("A world is laid waste by bombardment: its climate is another for good")
    def devastate(
        self,
        by: GmNames,
        hex_: System,
        orbit: Annotated[Range[int, 1, 99], "Which world"],
        step: Annotated[Range[str, 4, 4], "Its STEP code from now on"],
    ) -> Amendment:
        return DevastateWorld(by.names.hex(hex_), orbit, step.upper())

    @change("Let a side's ships of a design break up planets, at a price")
    def killer(
        self,
        by: GmNames,
        side: Side,
        design: Annotated[Name, "Which design", gm_complete(choices.designs)],
        cost: Annotated[Range[int, 0, 1000000], "CPs for each such ship; 0 leaves its price"] = 0,
        on: Annotated[bool, "No: they cannot any more"] = True,
    ) -> Amendment:
        owner = by.gm.side(side)
        return AllowPlanetKiller(owner, design_of(by.names.view, owner, design).id, cost, on)

    @change("A bombarded colony gives in to a side")
    def yield_(
        self, by: GmNames, colony: Annotated[str, "Which colony"], side: Annotated[str, "To whom", side_option]
    ) -> Amendment:
        return YieldColony(by.names.colony(colony), by.gm.side(side))

    @change("A side's race thinks otherwise of others, of worlds destroyed for instance")
    def attitude(
        self, by: GmNames, side: Side, attitude: Annotated[Name, "Its attitude from now on (Hostile, Xenophobic)"]
    ) -> Amendment:
        return SetAttitude(by.gm.side(side), attitude)
