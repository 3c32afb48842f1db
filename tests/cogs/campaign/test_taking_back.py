"""What takes an amendment back: commands that there are, with their options, and the words that they are given in."""

import re

import pytest
from discord import app_commands

from cogs.campaign.common.order_panel import note_text
from cogs.campaign.gm.amend_group import AmendGroup
from cogs.campaign.gm.decree_groups import DecreeGroup
from cogs.campaign.gm.gm_texts import way_back
from cogs.campaign.gm.surroundings_groups import SpecialGroup, WeatherGroup
from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy, SetHandicap, SetPeace, SetTreasury
from rules.cluster_war.chapters.encounters.amendments import (
    DetailSpecial,
    HideSpecial,
    MoveSpecial,
    PlaceSpecial,
    PlayEncounters,
    RaiseStorm,
    RemoveSpecial,
    RuleScene,
    SetHole,
)
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.working.amendment import Amendment

GROUPS = {"special": SpecialGroup, "weather": WeatherGroup, "decree": DecreeGroup, "gm amend": AmendGroup}
WAYS: list[tuple[Amendment, str]] = [
    (PlaceSpecial("0505", "Monster"), "/special remove hex:0505 sure:True takes"),
    (RemoveSpecial("0505"), "/special place hex:0505 "),
    (MoveSpecial("0505", "0606"), "/special move hex:0606 to:0505 "),
    (HideSpecial("0505"), "/special hide hex:0505 hidden:False shows"),
    (HideSpecial("0505", hidden=False), "/special hide hex:0505 hidden:True hides"),
    (DetailSpecial("0505", ("Note: x",)), "/special prepare hex:0505 "),
    (RuleScene("humans-E1", "board"), "/special rule changes it"),
    (RuleScene("humans-E1", question="Q7"), "/special rule decides it after all"),
    (PlayEncounters(), "/special play on:False "),
    (SetHole("0505", "open", "0606"), "/special hole hex:0505 "),
    (RaiseStorm("0505", "ION", 2), "/special storm hex:0505 storm:none "),
    (RaiseStorm("0505", ""), "/special storm hex:0505 raises"),
    (SetStormForce("0505", 2), "/weather free hex:0505 "),
    (SetStormForce("0505", 2, fixed=False), "/weather storm hex:0505 "),
    (FreeStorm("0505"), "/weather storm hex:0505 "),
    (SetSurroundings("0505", ("AST",)), "/weather around hex:0505 usual:True "),
    (SetSurroundings("0505", usual=True), "/weather around hex:0505 says"),
    (TurnPulsar("0505"), "/weather pulsar hex:0505 on:False "),
    (SetTerrain(("AST",)), "/weather dangers "),
    (SetPeace("humans", "vermin", at_peace=True), "/gm amend peace at_peace:False "),
    (SetEmbassy("humans", "vermin", exchanged=True), "/decree embassy exchanged:False "),
    (SetHandicap("humans", 75), "/gm amend handicap "),
]


@pytest.mark.parametrize(("amendment", "way"), WAYS)
def test_the_opposite_of_an_amendment_is_a_command_with_the_options_it_names(amendment: Amendment, way: str) -> None:
    said = way_back(amendment)
    assert said.startswith(way)
    group, _, rest = next((g, *said.removeprefix("/").partition(f"{g} ")[1:]) for g in GROUPS if said[1:].startswith(g))
    command = GROUPS[group]().get_command(rest.split()[0])
    assert isinstance(command, app_commands.Command)
    assert {*re.findall(r"(\w+):", rest)} <= {option.display_name for option in command.parameters}


def test_what_has_no_opposite_names_none() -> None:
    assert way_back(SetTreasury("humans", 9)) == ""


def test_a_note_that_only_informs_has_no_sign_of_warning() -> None:
    assert note_text(Note("Chance: no roll.", "CW-B-18", informs=True)) == "Chance: no roll. `CW-B-18`"
    assert note_text(Note("A storm is on the way.")) == "⚠ A storm is on the way."
