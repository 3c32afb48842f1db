"""/signals: the game master's word on detection and communication (chapters 12 and 13)."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, Side, change, place_option
from cogs.campaign.gm.choices import gm_complete
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

    @change("Levels more or fewer of cloaks or sensors: by drive, hex, fleet or side; no player is told")
    def cloaks(
        self,
        by: GmNames,
        levels: Annotated[Range[int, -MOST_LEVELS, MOST_LEVELS], "Levels more, or fewer; 0 takes it back"],
        of: Annotated[Literal["cloaks", "sensors"], "What changes"] = "cloaks",
        drive: Annotated[str, "Cloaks of ships whose drives of this kind run", gm_complete(choices.drives)] = "",
        hex_: Annotated[str, "Or in this hex", place_option] = "",
        fleet: Annotated[str, "Or of this fleet"] = "",
        side: Annotated[str, "Or of this whole side"] = "",
    ) -> Amendment:
        here = by.names.hex(hex_) if hex_ else ""
        return SetDetection(of, levels, drive, here, by.names.fleet(fleet) if fleet else "", by.side(side))

    @change("News of enemies inside a side's borders comes late; no player is told")
    def delay(
        self, by: GmNames, side: Side, weeks: Annotated[Range[int, 0, MOST_WEEKS], "Weeks late; 0: at once"]
    ) -> Amendment:
        return DelayNews(by.gm.side(side), weeks)

    @change("What a technology of communication does for whoever has it")
    def effect(
        self,
        by: GmNames,
        technology: Annotated[Range[str, 1, 60], "Which technology"],
        effect: Annotated[
            Literal["relay", "couriers", "initiative"],
            "Reports reach the grid from further off, faster couriers, initiative in battle",
        ],
        amount: Annotated[Range[int, 0, MOST_LEVELS], "Hexes, weeks, or points of initiative; 0 takes it back"],
    ) -> Amendment:
        del by
        return SetTechEffect(technology, effect, amount)

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

    @change("What is in a hex is another thing: a star, a nebula, nothing; others still see the old light")
    def star(
        self,
        by: GmNames,
        hex_: Annotated[str, "Where", place_option],
        codes: Annotated[Range[str, 0, 20], "What is there, as on the map (G, or M Mfl); leave out: nothing"] = "",
    ) -> Amendment:
        return ChangeStar(by.names.hex(hex_), tuple(codes.split()))
