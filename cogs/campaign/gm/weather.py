"""/weather: the game master's hand on storms, what surrounds a hypermass, pulsars, crews, and which terrain is dangerous."""

from typing import Final, Literal

from discord import app_commands

from cogs.campaign.gm.changing import SOME_UNITS, SYSTEM, WHOLE_FLEET, change_of
from cogs.common.command_factory import Option, number, text
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetCrew,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.worlds.terrain import STRONGEST

CODES = {"all": "", "gravitic": "GRV", "ion": "ION", "magnetic": "MAG"}
NONE = "none"


def _kinds(_: object, given: str) -> tuple[str, ...]:
    words = given.replace(",", " ").split()
    return () if [word.casefold() for word in words] == [NONE] else tuple(words)


STORM: Final = Option(
    "Which storm of the hex", Literal["all", "gravitic", "ion", "magnetic"], None, lambda _, kind: CODES[kind], "all"
)
KINDS: Final = text(
    "Codes of terrain, separated by blanks (AST GRV MAG NEB RAD), all, or none", 0, 200, read=_kinds, needed=True
)


class WeatherGroup(
    app_commands.Group, name="weather", description="The game master's hand on storms, radiation and crews"
):
    """What chapter 14 leaves to the game master; each change has its reason and is on record."""

    storm = change_of(SetStormForce, "Set the force of a hex's storms, for good or until the turn's end")(
        hex=SYSTEM, force=number("F0 to F5", 0, STRONGEST), kind=STORM, fixed="No: it changes again at the turn's end"
    )
    free = change_of(FreeStorm, "Let the force of a hex's storms change from turn to turn again")(
        hex=SYSTEM, kind=STORM
    )
    around = change_of(
        SetSurroundings, "Say what terrain coincides in a hex with what the map shows, around a hypermass for instance"
    )(hex=SYSTEM, kinds=KINDS(default=NONE), usual="Yes: as the campaign has it")
    pulsar = change_of(TurnPulsar, "Turn a neutron star into a pulsar, or back")(
        hex=SYSTEM, on="No: a pulsar is a neutron star again"
    )
    crew = change_of(
        SetCrew, "Set how many heads the crews of ships have lost; 0 for whole crews, as after a healer's work"
    )(
        ships=SOME_UNITS("Ships as side/id, separated by spaces (humans/DD01)"),
        fleet=WHOLE_FLEET,
        lost=number("Heads lost of each crew", 0, 1000000),
    )
    dangers = change_of(SetTerrain, "Say which terrain is dangerous in this campaign from now on; everybody is told")(
        kinds=KINDS
    )
