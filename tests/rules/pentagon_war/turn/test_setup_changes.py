"""A set-up changed before its battle begins: craft put on and taken off, switches turned, every mistake told."""

from fractions import Fraction

import pytest

from rules.pentagon_war.designs import Design
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.options import Options, switch_names
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.shipyard.pricing import design_size, price
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle, renumber_craft
from rules.pentagon_war.turn.setup_changes import (
    empty_battle,
    next_id,
    option_value,
    switch_option,
    velocity_of,
    with_craft,
    with_options,
    without_craft,
)
from rules.pentagon_war.units import Velocity
from rules.values import GameError, NotationError, changed
from umpire.battle.codec import BATTLE_CODEC

SIDES = {"X": "Amber", "Y": "Indigo"}
AT = BATTLE_MAP.parse("1520")
AT_REST = Velocity()


def placed(battle: Battle, design: Design, velocity: Velocity = AT_REST) -> Battle:
    """The battle with one more craft of X."""
    return with_craft(battle, "X", design, AT, 0, velocity)[0]


@pytest.mark.rule("PW-S01")
def test_a_sides_craft_may_not_cost_more_than_its_points() -> None:
    halyard = library()["halyard"]
    cost = price(halyard, Options())
    battle = placed(empty_battle(SIDES, "Free", 2 * cost), halyard)
    both = placed(battle, halyard)
    assert list(both.craft) == ["X1", "X2"]
    with pytest.raises(GameError, match=f"would cost {3 * cost} points"):
        placed(both, halyard)
    assert len(placed(empty_battle(SIDES, "Free", 0), halyard).craft) == 1


@pytest.mark.rule("PW-S01")
def test_a_side_may_spend_its_points_on_any_mixture() -> None:
    ships = library()
    battle = empty_battle(SIDES, "Free", 1899)
    for _ in range(9):
        battle = placed(battle, ships["ember"])
    with pytest.raises(GameError, match="would cost 1899 points; it may spend 1898"):
        with_options(changed(battle, sides=empty_battle(SIDES, "Free", 1898).sides), battle.options)
    assert len(placed(empty_battle(SIDES, "Free", 2000), ships["throne_of_ash"]).craft) == 1
    assert design_size(ships["throne_of_ash"]) == 4
    assert design_size(ships["ember"]) == 1


@pytest.mark.rule("PW-S141", "PW-S142")
def test_craft_of_a_side_built_to_be_joined_have_both_halves_of_their_link() -> None:
    hearth, ember = library()["hearth"], library()["ember"]
    battle = placed(placed(empty_battle(SIDES, "Free", 0), hearth), ember)
    loose = changed(ember, attachments=())
    with pytest.raises(GameError, match="Ember needs the other half of the link: Hearth at") as refused:
        placed(without_craft(battle, "X2"), loose)
    assert refused.value.rule == "PW-S142"
    across = with_craft(without_craft(battle, "X2"), "Y", loose, AT, 0, AT_REST)[0]
    assert set(across.craft) == {"X1", "Y1"}


@pytest.mark.rule("PW-M28")
def test_a_base_starts_at_rest() -> None:
    base = library()["amber_gate"]
    with pytest.raises(GameError, match="starts at rest"):
        placed(empty_battle(SIDES, "Free", 0), base, Velocity(Fraction(1)))


@pytest.mark.rule("PW-S92")
def test_a_radar_invisible_craft_is_set_up_hidden() -> None:
    battle = placed(empty_battle(SIDES, "Free", 0), library()["pale_whisper"])
    assert battle.craft["X1"].hidden


@pytest.mark.rule("PW-S92")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_wherever_a_hidden_craft_was_put_on_the_map_the_others_ids_have_no_gap(place: int) -> None:
    ships = library()
    order = ["halyard", "ember"]
    order.insert(place, "pale_whisper")
    battle = empty_battle(SIDES, "Free", 0)
    for ship in order:
        battle, craft = with_craft(battle, "X", ships[ship], AT, 0, AT_REST)
        assert battle.craft[craft.id] == craft
        assert craft.design == ships[ship]
    assert {key: craft.hidden for key, craft in battle.craft.items()} == {"X1": False, "X2": False, "X3": True}
    assert [battle.craft[key].design.name for key in ("X1", "X2")] == [ships["halyard"].name, ships["ember"].name]
    less = without_craft(battle, "X1")
    assert {key: craft.hidden for key, craft in less.craft.items()} == {"X2": False, "X3": True}
    assert all(key == craft.id for key, craft in less.craft.items())


@pytest.mark.rule("PW-S92")
def test_a_scenarios_hidden_craft_come_last_and_their_stances_go_along() -> None:
    text = (FOLDER / "amber_gate.toml").read_text()
    swapped = text.replace('id = "B3"', 'id = "B0"').replace('id = "B1"', 'id = "B3"').replace('id = "B0"', 'id = "B1"')
    battle = new_battle(swapped, library())
    assert {key for key, craft in battle.craft.items() if craft.hidden} == {"B3"}
    assert new_battle(text, library()).craft.keys() == battle.craft.keys()
    began = changed(battle, stances={"B3": "flee", "B1": "cautious"})
    called = {unit: unit for unit in battle.craft} | {"B3": "B1", "B1": "B3"}
    assert renumber_craft(began, called).stances == {"B1": "flee", "B3": "cautious"}


def test_a_craft_is_taken_off_and_its_id_is_free_again() -> None:
    battle = placed(empty_battle(SIDES, "Free", 0), library()["halyard"])
    assert next_id(battle, "X") == "X2"
    assert next_id(without_craft(battle, "X1"), "X") == "X1"
    with pytest.raises(GameError, match="not a craft of this set-up"):
        without_craft(battle, "X9")


def test_a_craft_stands_neither_in_a_body_nor_beyond_the_edge() -> None:
    gate = new_battle((FOLDER / "amber_gate.toml").read_text(), library())
    sides = {key: changed(side, points=0) for key, side in gate.sides.items()}
    gate = changed(gate, sides=sides)
    with pytest.raises(GameError, match="inside Amber"):
        with_craft(gate, "B", library()["halyard"], AT, 0, AT_REST)
    small = changed(empty_battle(SIDES, "Free", 0), edge=(1, 1, 10, 10))
    with pytest.raises(GameError, match="beyond the map's edge"):
        placed(small, library()["halyard"])
    with pytest.raises(GameError, match="not a side"):
        with_craft(gate, "Q", library()["halyard"], AT, 0, AT_REST)


def test_a_side_has_only_so_many_craft() -> None:
    battle = empty_battle(SIDES, "Free", 0)
    for _ in range(24):
        battle = placed(battle, library()["halyard"])
    with pytest.raises(GameError, match="at most 24"):
        placed(battle, library()["halyard"])


def test_a_switch_makes_every_craft_ready_again_or_says_which_could_not_be_built() -> None:
    duel = new_battle((FOLDER / "duel.toml").read_text(), library())
    low = with_options(duel, switch_option(duel.options, "alert_status", "0"))
    assert any(low.craft[unit].warm_from != duel.craft[unit].warm_from for unit in duel.craft)
    with pytest.raises(GameError, match="could not be built then"):
        with_options(duel, switch_option(duel.options, "directional_screens", "off"))


def test_a_battle_that_has_a_switch_on_that_is_not_offered_is_read_and_keeps_it() -> None:
    duel = new_battle((FOLDER / "duel.toml").read_text(), library())
    kept = changed(duel, options=changed(duel.options, campaign_repair=True))
    assert BATTLE_CODEC.read(BATTLE_CODEC.write(kept)) == kept
    assert "campaign_repair" not in switch_names()
    assert with_options(kept, switch_option(kept.options, "ramming", "on")).options.campaign_repair


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("ramming", "on", "on"),
        ("planets", "No", "off"),
        ("alert_status", "2", "2"),
        ("max_absolute_speed", "12", "12"),
        ("max_absolute_speed", "none", "none"),
        ("mass_class", "fraction", "fraction"),
    ],
)
def test_a_switch_is_read_as_players_write_it(name: str, text: str, shown: str) -> None:
    assert option_value(switch_option(Options(), name, text), name) == shown


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ramming", "perhaps", "on or off"),
        ("alert_status", "7", "from 0 to 3"),
        ("mass_class", "heavy", "one of off"),
        ("love", "on", "not a switch"),
        ("campaign_repair", "on", "not a switch"),
        ("overrides", "on", "not a switch"),
        ("PW-T99/a/b", "1", "PW-T99"),
    ],
)
def test_a_switch_that_there_is_not_is_told(name: str, text: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        switch_option(Options(), name, text)


def test_a_tables_cell_is_a_switch_too() -> None:
    assert switch_option(Options(), "PW-T04/Laser/first", "8").overrides == {"PW-T04/Laser/first": "8"}
    assert "ramming" in switch_names()
    assert "overrides" not in switch_names()


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", Fraction(3)), ("-1/2", Fraction(-1, 2)), ("2 3/4", Fraction(11, 4)), (" -0 ", Fraction(0))],
)
def test_a_velocity_component_is_read(text: str, value: Fraction) -> None:
    assert velocity_of(text, "0").a == value


@pytest.mark.parametrize("text", ["", "fast", "1/0", "2 3", "🚀", "9" * 30])
def test_a_velocity_component_that_is_none_is_told(text: str) -> None:
    with pytest.raises(NotationError, match="not a velocity component"):
        velocity_of("0", text)
