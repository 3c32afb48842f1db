"""The ready-made craft and battles."""

from fractions import Fraction

import pytest

from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import advice, check_design, check_links
from rules.pentagon_war.shipyard.notation import FOLDER, format_design, library, read_designs, scenario_names
from rules.pentagon_war.shipyard.pricing import design_size, price
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.units import Velocity
from tests.rules.pentagon_war.kit import hexed

PLAIN = Options()
OPEN = Options(directional_screens=True)
POWERS = {"Sol", "Alpha-Centauri", "Barnard", "Sirius", "Human-Centauri"}


def scenario(name: str) -> Battle:
    """A ready-made battle, set up."""
    return new_battle((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), library())


@pytest.mark.parametrize("name", library())
def test_every_ready_made_craft_may_be_built(name: str) -> None:
    design = library()[name]
    assert check_design(design, OPEN) == ()
    assert check_design(design, PLAIN) == () or design.directional
    assert design.power in POWERS
    assert design.notes


def test_the_library_has_a_craft_of_each_kind_and_every_power() -> None:
    ships = library()
    assert len(ships) >= 14
    assert {ship.power for ship in ships.values()} == POWERS
    assert any(ship.directional for ship in ships.values())
    assert {ship.scoop for ship in ships.values()} == {"none", "ramscoop", "magnascoop"}
    assert any(ship.is_base and ship.armor[3] for ship in ships.values())
    assert any(ship.radar_invisibility for ship in ships.values())
    assert any(len(ship.drones) >= 10 for ship in ships.values())
    assert any(len(ship.missiles) >= 10 for ship in ships.values())
    assert {gun.kind for ship in ships.values() for gun in ship.guns} == {"radiation", "acid", "metal"}
    assert any(sum(weapon.kind == "beam" for weapon in ship.weapons) >= 6 for ship in ships.values())
    assert any(ship.manned and ship.repair and ship.attachments for ship in ships.values())
    assert len({ship.name for ship in ships.values()}) == len(ships)


@pytest.mark.rule("PW-S01")
def test_the_superhulk_is_a_class_iv_for_at_most_2000_points() -> None:
    hulk = library()["throne_of_ash"]
    assert design_size(hulk) == 4
    assert 1900 <= price(hulk, PLAIN) <= 2000


@pytest.mark.rule("PW-S141", "PW-S142")
def test_the_carrier_and_its_fighters_have_both_halves_of_their_links() -> None:
    ships = {ship.name: ship for ship in library().values()}
    assert list(check_links(ships.values())) == []
    assert {link.blocks for link in ships["Hearth"].attachments} == {"L", "R"}
    assert {link.to for link in ships["Ember"].attachments} == {"Hearth"}


def test_few_craft_need_advice() -> None:
    odd = {name for name, ship in library().items() if advice(ship, OPEN)}
    assert odd == {"cold_howl", "throne_of_ash"}


def test_a_design_that_stands_twice_is_a_mistake_of_the_file() -> None:
    sheet = format_design(library()["ember"]).replace("\n", "; ")
    text = f'[[design]]\nid = "a"\nsheet = "{sheet}"\n'
    assert list(read_designs(text)) == ["a"]
    with pytest.raises(ValueError, match="twice"):
        read_designs(text + text)


@pytest.mark.rule("PW-S01", "PW-B87")
@pytest.mark.parametrize("name", scenario_names())
def test_every_ready_made_battle_can_be_set_up_with_craft_its_options_allow(name: str) -> None:
    battle = scenario(name)
    assert battle.winner is None
    assert battle.title
    for side in battle.sides.values():
        designs = [craft.design for craft in battle.craft.values() if craft.side == side.id]
        assert 1 <= len(designs) <= 6
        assert all(check_design(design, battle.options) == () for design in designs)
        assert sum(price(design, battle.options) for design in designs) <= (side.points or 2000)


@pytest.mark.rule("PW-A76")
@pytest.mark.parametrize("name", scenario_names())
def test_everybody_is_at_battle_stations(name: str) -> None:
    assert scenario(name).options.alert_status == 3


def test_the_battles_asked_for_are_there() -> None:
    assert {"duel", "fleet_action", "escort", "amber_gate"} <= set(scenario_names())


def test_the_duel_starts_as_published() -> None:
    sol, alpha = scenario("duel").craft.values()
    assert (sol.at, sol.facing, sol.velocity) == (hexed("1534"), 0, Velocity(Fraction(6)))
    assert (alpha.at, alpha.facing, alpha.velocity) == (hexed("1501"), 3, Velocity(Fraction(-4)))
    assert sol.design.directional
    assert [gun.kind for gun in alpha.design.guns] == ["metal"]


def test_the_fleet_action_is_three_unmanned_craft_of_at_most_2000_points_a_side() -> None:
    battle = scenario("fleet_action")
    for side in battle.sides:
        craft = [unit for unit in battle.craft.values() if unit.side == side]
        assert len(craft) == 3
        assert not any(unit.design.manned for unit in craft)
        assert sum(price(unit.design, battle.options) for unit in craft) <= 2000


def test_the_planet_battle_has_a_planet_with_air_and_a_moon_under_its_base() -> None:
    battle = scenario("amber_gate")
    planet, moon = battle.bodies["amber"], battle.bodies["gatestone"]
    assert (planet.radius, planet.atmosphere, moon.radius) == (2, True, -1)
    base = battle.craft["S1"]
    assert base.is_base
    assert base.anchored
    assert base.at == moon.at
