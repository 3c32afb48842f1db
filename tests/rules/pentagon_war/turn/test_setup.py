"""Set-ups: a scenario's text becomes a battle, and every mistake in it a sentence."""

from fractions import Fraction

import pytest

from rules.hexes import Hex
from rules.pentagon_war.designs import DesignLink
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import check_design
from rules.pentagon_war.shipyard.notation import FOLDER, library, scenario_names
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.units import Body, Moment, Velocity
from rules.values import GameError, IllegalOrderError
from rules.values import changed as replace
from tests.rules.pentagon_war.kit import design, hexed

DESIGNS = {
    "gunship": design(),
    "base": design(name="Base", engines=0, fuel_tanks=0),
    "shadow": design(name="Shadow", radar_invisibility=True),
}

GOOD = """
[battle]
title = "A test"
about = "Two gunships."
last_turn = 8
edge = ["0101", "4040"]

[battle.options]
ramming = true
alert_status = 1
mass_class = "round_up"

[battle.options.overrides]
"PW-T30/disengage_range/value" = ">80"

[[side]]
id = "X"
name = "Xanthe"

[[side]]
id = "Y"
name = "Ymir"
points = 900

[[craft]]
id = "X1"
design = "gunship"
name = "Avenger"
side = "X"
hex = "1015"
facing = "B"
a = 2
c = "-3 1/2"

[[craft]]
id = "Y1"
design = "shadow"
side = "Y"
hex = "2001"
facing = "D"
a = "-1/4"

[[body]]
id = "earth"
name = "Earth"
hex = "3030"
radius = 2
atmosphere = true
installations = ["Dover"]
"""


@pytest.mark.rule("PW-M28", "PW-B87")
def test_a_scenario_sets_hex_facing_and_components_and_everything_else() -> None:
    battle = new_battle(GOOD, DESIGNS)
    assert (battle.title, battle.last_turn, battle.edge, battle.now) == ("A test", 8, (1, 1, 40, 40), Moment(1, 0, 1))
    ship = battle.craft["X1"]
    assert (ship.name, ship.at, ship.facing) == ("Avenger", hexed("1015"), facing_of("B"))
    assert ship.velocity == Velocity(Fraction(2), Fraction(-7, 2))
    assert battle.craft["Y1"].velocity == Velocity(Fraction(-1, 4))
    assert battle.craft["Y1"].name == "Shadow"
    assert battle.options == Options(
        ramming=True, alert_status=1, mass_class="round_up", overrides={"PW-T30/disengage_range/value": ">80"}
    )
    assert battle.bodies["earth"] == Body("earth", "Earth", hexed("3030"), 2, atmosphere=True, installations=("Dover",))
    assert battle.sides["Y"].points == 900


@pytest.mark.rule("PW-S54")
def test_a_design_that_may_not_be_built_does_not_enter_a_battle() -> None:
    odd = {**DESIGNS, "gunship": design(name="Odd", final_damage=1)}
    problem = check_design(odd["gunship"], Options())[0]
    with pytest.raises(IllegalOrderError) as refusal:
        new_battle(GOOD, odd)
    assert str(refusal.value) == f"Avenger: this design cannot fight here. {problem.text}"
    assert refusal.value.rule == problem.rule


@pytest.mark.rule("PW-S92", "PW-A75")
def test_craft_enter_hidden_if_they_can_and_at_the_battles_alert_status() -> None:
    battle = new_battle(GOOD, DESIGNS)
    assert battle.craft["Y1"].hidden
    assert not battle.craft["X1"].hidden
    assert battle.craft["X1"].warm_from == 2


def changed(old: str, new: str) -> str:
    """The good scenario with one thing changed."""
    assert old in GOOD
    return GOOD.replace(old, new, 1)


@pytest.mark.rule("PW-M28", "PW-S46")
@pytest.mark.parametrize("component", ["a = 1", "c = 1"])
def test_a_base_that_is_set_up_moving_is_refused_in_a_sentence(component: str) -> None:
    moving = changed('design = "shadow"', 'design = "base"').replace('a = "-1/4"', component)
    with pytest.raises(GameError, match="has no engines, so it starts at rest") as refused:
        new_battle(moving, DESIGNS)
    assert refused.value.rule == "PW-M28"
    still = moving.replace(component, "a = 0")
    assert new_battle(still, DESIGNS).craft["Y1"].anchored


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "A test"', "title = ", "not readable as TOML"),
        ('design = "gunship"', 'design = "hulk"', "X1 is of the design `hulk`"),
        ('side = "X"', 'side = "Z"', "X1 flies for `Z`, which is not a side"),
        ('hex = "1015"', 'hex = "9"', "hex"),
        ('facing = "B"', 'facing = "Q"', "`Q` is not a facing"),
        ("a = 2", 'a = "fast"', 'a number like 3, "-1/2" or "2 3/4"'),
        ("a = 2", "a = 13", "12 at most"),
        ('id = "Y1"', 'id = "X1"', "The craft `X1` is in the scenario twice"),
        ('id = "Y1"', 'id = "Y-1"', "a short word of letters and digits"),
        ('id = "Y1"', 'id = "earth"', "the id of a craft and of a body"),
        ('hex = "1015"', 'hex = "3032"', "X1|Avenger would start inside Earth"),
        ('hex = "1015"', 'hex = "4141"', "beyond the map's edge"),
        ('edge = ["0101", "4040"]', 'edge = ["4040", "0101"]', "first corner up and left"),
        ('edge = ["0101", "4040"]', 'edge = ["0101"]', "two corner hexes"),
        ("ramming = true", "raming = true", "`raming` that means nothing"),
        ("ramming = true", 'ramming = "yes"', "true or false"),
        ("ramming = true", "campaign_repair = true", "`campaign_repair` that means nothing"),
        ("alert_status = 1", "alert_status = 4", "0 to 3"),
        ("disengage_range", "disengage_rage", "names no row"),
        ("points = 900", "points = 90", "Ymir's craft cost"),
        ("radius = 2", 'edge = "left"', "the map edge it is beyond"),
        ('side = "Y"', 'side = "X"', "The side Ymir has no craft"),
        ('[[side]]\nid = "Y"\nname = "Ymir"\npoints = 900\n', "", "at least 2 sides"),
        ("last_turn = 8", "last_turn = 8\nweather = 3", "`weather` that means nothing"),
    ],
)
def test_each_mistake_is_a_sentence(old: str, new: str, words: str) -> None:
    with pytest.raises(GameError, match=words) as refused:
        new_battle(changed(old, new), DESIGNS)
    assert str(refused.value).endswith(".")


@pytest.mark.rule("PW-S01")
def test_a_sides_craft_may_not_cost_more_than_its_points() -> None:
    with pytest.raises(GameError, match="it may spend 90") as refused:
        new_battle(changed("points = 900", "points = 90"), DESIGNS)
    assert refused.value.rule == "PW-S01"


@pytest.mark.rule("PW-S142")
def test_a_set_up_with_half_a_link_is_refused() -> None:
    joined = replace(DESIGNS["gunship"], attachments=(DesignLink("Shadow", 3, "L"),))
    other = replace(DESIGNS["shadow"], attachments=(DesignLink(joined.name, 3, "L"),))
    together = GOOD + '[[craft]]\nid = "X2"\ndesign = "shadow"\nside = "X"\nhex = "1016"\n'
    assert "X2" in new_battle(together, {**DESIGNS, "gunship": joined, "shadow": other}).craft
    with pytest.raises(GameError, match="Shadow needs the other half of the link") as refused:
        new_battle(together, {**DESIGNS, "gunship": joined})
    assert refused.value.rule == "PW-S142"


@pytest.mark.rule("PW-A71")
def test_a_gas_giant_may_stand_for_a_map_edge() -> None:
    text = changed("radius = 2\natmosphere = true", 'gas_giant = true\nedge = "column >= 30"')
    assert new_battle(text, DESIGNS).bodies["earth"].edge == ("column", 30, 1)


@pytest.mark.parametrize("name", scenario_names())
def test_every_ready_made_scenario_sets_up(name: str) -> None:
    battle = new_battle((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), library())
    assert len(battle.sides) == 2
    assert all(isinstance(craft.at, Hex) for craft in battle.craft.values())
