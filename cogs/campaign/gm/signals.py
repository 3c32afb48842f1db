"""/signals: the game master's word on detection and communication (chapters 12 and 13)."""

from typing import Annotated, Literal

from discord import app_commands

from cogs.campaign.gm import gm_options
from cogs.campaign.gm.changing import FLEET, PLACE, SIDE, GmNames, change, change_of
from cogs.campaign.gm.gm_options import gm_complete
from cogs.common.command_factory import Option, number, text
from rules.cluster_war.chapters.detection.amendments import (
    MOST_LEVELS,
    MOST_WEEKS,
    ChangeStar,
    DelayNews,
    SetDetection,
    SetSignals,
    SetTechEffect,
)
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError


class SignalsGroup(
    app_commands.Group, name="signals", description="The game master's word on cloaks, sensors, news and couriers"
):
    """Each change has its reason and is on record."""

    cloaks = change_of(
        SetDetection, "Levels more or fewer of cloaks or sensors: by drive, hex, fleet or side; no player is told"
    )(
        levels=number("Levels more, or fewer; 0 takes it back", -MOST_LEVELS, MOST_LEVELS),
        of=Option("What changes", default="cloaks", to="what"),
        drive=Option("Cloaks of ships whose drives of this kind run", offers=gm_complete(gm_options.drives)),
        hex=PLACE("Or in this hex"),
        fleet=FLEET("Or of this fleet"),
        side=SIDE("Or of this whole side"),
    )
    delay = change_of(DelayNews, "News of enemies inside a side's borders comes late; no player is told")(
        side=SIDE, weeks=number("Weeks late; 0: at once", 0, MOST_WEEKS)
    )
    effect = change_of(SetTechEffect, "What a technology of communication does for whoever has it")(
        technology=text("Which technology", 1, 60),
        effect="Reports reach the grid from further off, faster couriers, initiative in battle",
        amount=number("Hexes, weeks, or points of initiative; 0 takes it back", 0, MOST_LEVELS),
    )

    @change("How the campaign plays detection and news from now on; everybody is told")
    def play(
        self,
        by: GmNames,
        detection: Annotated[
            Literal["plain", "full"] | None,
            "Full: cloaks hide all who have them, ships may vanish (leave out: as it is)",
        ] = None,
        news: Annotated[
            Literal["at-once", "by-courier"] | None, "Reports from beyond the supply grid (leave out: as it is)"
        ] = None,
    ) -> Amendment:
        if detection is None and news is None:
            raise GameError("Say how detection or news is played from now on.")
        now = by.names.view.settings
        return SetSignals(detection or now.detection, news or now.news)

    star = change_of(
        ChangeStar, "What is in a hex is another thing: a star, a nebula, nothing; others still see the old light"
    )(
        hex=PLACE("Where"),
        codes=text(
            "What is there, as on the map (G, or M Mfl); leave out: nothing",
            0,
            20,
            default="",
            read=lambda _, given: tuple(given.split()),
        ),
    )
