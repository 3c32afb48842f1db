"""/weather: the game master's hand on storms, what surrounds a hypermass, pulsars, crews, and which terrain is dangerous."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm.changing import GmNames, System, WholeFleet, change, some_units
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetCrew,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.worlds.weather import STRONGEST

Storm = Annotated[Literal["all", "gravitic", "ion", "magnetic"], "Which storm of the hex"]
Kinds = Annotated[Range[str, 0, 200], "Codes of terrain, separated by blanks (AST GRV MAG NEB RAD), all, or none"]
CODES = {"all": "", "gravitic": "GRV", "ion": "ION", "magnetic": "MAG"}
NONE = "none"


class WeatherGroup(
    app_commands.Group, name="weather", description="The game master's hand on storms, radiation and crews"
):
    """What chapter 14 leaves to the game master; each change has its reason and is on record."""

    @change("Set the force of a hex's storms, for good or until the turn's end")
    def storm(
        self,
        by: GmNames,
        hex_: System,
        force: Annotated[Range[int, 0, STRONGEST], "F0 to F5"],
        kind: Storm = "all",
        fixed: Annotated[bool, "No: it changes again at the turn's end"] = True,
    ) -> Amendment:
        return SetStormForce(by.names.hex(hex_), force, CODES[kind], fixed)

    @change("Let the force of a hex's storms change from turn to turn again")
    def free(self, by: GmNames, hex_: System, kind: Storm = "all") -> Amendment:
        return FreeStorm(by.names.hex(hex_), CODES[kind])

    @change("Say what terrain coincides in a hex with what the map shows, around a hypermass for instance")
    def around(
        self,
        by: GmNames,
        hex_: System,
        kinds: Kinds = NONE,
        usual: Annotated[bool, "Yes: as the campaign has it"] = False,
    ) -> Amendment:
        return SetSurroundings(by.names.hex(hex_), _kinds(kinds), usual)

    @change("Turn a neutron star into a pulsar, or back")
    def pulsar(
        self, by: GmNames, hex_: System, on: Annotated[bool, "No: a pulsar is a neutron star again"] = True
    ) -> Amendment:
        return TurnPulsar(by.names.hex(hex_), on)

    @change("Set how many heads the crews of ships have lost; 0 for whole crews, as after a healer's work")
    def crew(
        self,
        by: GmNames,
        ships: Annotated[Range[str, 0, 1000], "Ships as side/id, separated by spaces (humans/DD01)"] = "",
        fleet: WholeFleet = "",
        lost: Annotated[Range[int, 0, 1000000], "Heads lost of each crew"] = 0,
    ) -> Amendment:
        return SetCrew(some_units(by.names, ships, fleet), lost)

    @change("Say which terrain is dangerous in this campaign from now on; everybody is told")
    def dangers(self, by: GmNames, kinds: Kinds) -> Amendment:
        del by
        return SetTerrain(_kinds(kinds))


def _kinds(text: str) -> tuple[str, ...]:
    words = text.replace(",", " ").split()
    return () if [word.casefold() for word in words] == [NONE] else tuple(words)
