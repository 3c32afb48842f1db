"""What holds of every system of a map that a campaign was founded on: stars, numbers of planets, STEP codes and maximum CPs."""

from collections import Counter
from functools import cache

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Body, StarSystem, sector_of
from rules.cluster_war.model.worlds.planets import Maker, roll_max_cp
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import ScriptedDice
from rules.tables import split_cell
from rules.values import changed
from tests.ledger import ROOT

PRINTED = tables(Settings())
CLASSES = PRINTED["CW-B-T15"]


@cache
def founded() -> GameState:
    """Four empires on a map that was made for them."""
    return new_game(load_scenario(ROOT / "scenarios" / "four_empires.toml"), bytes(range(32)))


def wild() -> list[StarSystem]:
    """The systems that set-up left as nature made them."""
    state = founded()
    homes = {side.home for side in state.sides.values()} | {colony.hex for colony in state.colonies.values()}
    return [system for hex_, system in state.cluster.systems.items() if hex_ not in homes]


def worlds() -> list[Body]:
    """Their worlds."""
    return [body for system in wild() for body in system.bodies]


def most(step: str) -> int:
    """The most CPs that dice give a world of a size, neither dead nor hot."""
    settings = Settings()
    return roll_max_cp(Maker(settings, PRINTED, ScriptedDice([100] * 9), 70, 70), "k", f"{step[0]}555")


@pytest.mark.rule("CW-B-36", "CW-B-37", "CW-B-38", "CW-2.0-04")
def test_a_star_has_as_many_planets_as_the_row_of_its_class_letter_allows() -> None:
    counted = 0
    for system in wild():
        stars = [code for code in system.codes if code[0] in CLASSES.keys and code not in {"Ast", "Blk"}]
        if len(stars) != 1 or not system.bodies:
            continue
        row = CLASSES.row(stars[0][0])
        assert int(row["min"]) <= len(system.bodies) <= int(row["max"]), system
        counted += len(stars[0]) > 1
    assert counted, "giants and dwarfs are among them"


@pytest.mark.rule("CW-B-45", "CW-2.1-02")
def test_every_world_has_a_code_that_its_size_can_have() -> None:
    codes = PRINTED["CW-B-T19"]
    for body in worlds():
        assert body.step[3] in {codes.cell(body.step[0], f"d{face}") for face in range(1, 7)}, body
        assert body.max_cp > 0


@pytest.mark.rule("CW-B-53", "CW-B-54", "CW-B-55")
def test_dead_worlds_hold_a_fifth_and_hot_ones_half_and_both_no_less_than_a_fifth() -> None:
    kinds = {"dead": 0, "hot": 0, "both": 0}
    for body in worlds():
        dead, hot = body.step[3] == "0", body.step[1] in "9X"
        share = 5 if dead else 2 if hot else 1
        assert body.max_cp <= most(body.step) // share, body
        kinds["both" if dead and hot else "dead" if dead else "hot"] += dead or hot
        assert not (dead and hot) or body.max_cp >= 51 // 5, "the worse of the two counts alone"
    assert all(kinds.values()), kinds


@pytest.mark.rule("CW-B-04", "CW-B-05")
def test_about_a_third_of_the_hexes_is_occupied_by_what_the_table_has() -> None:
    cluster = founded().cluster
    share = len(cluster.systems) / (cluster.columns * cluster.rows)
    assert 0.25 < share < 0.42
    known = {code for _, row in PRINTED["CW-B-T01"].named_rows() for code in split_cell(row["code"])}
    assert {code for system in wild() for code in system.codes} <= known | {"Bin", "Tri"}


@pytest.mark.rule("CW-2.0-05")
def test_a_campaign_is_founded_with_the_density_that_its_game_master_gives_a_sector() -> None:
    usual = load_scenario(ROOT / "scenarios" / "four_empires.toml")
    homes = {sector_of(founded().cluster, side.home) for side in founded().sides.values()}
    free = [(x, y) for x in range(1, 8) for y in range(1, 8) if (x, y) not in homes]
    empty, full = free[0], free[-1]
    density = {"{},{}".format(*empty): 0, "{},{}".format(*full): 6}
    own = new_game(changed(usual, settings=changed(usual.settings, sector_density=density)), bytes(range(32))).cluster
    counts = Counter(sector_of(own, hex_) for hex_ in own.systems)
    assert (counts[empty], counts[full]) == (0, 100)
    plain = Counter(sector_of(founded().cluster, hex_) for hex_ in founded().cluster.systems)
    assert plain[empty] > 0
    assert plain[full] < 100
