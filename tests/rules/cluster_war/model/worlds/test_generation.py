"""Whole clusters: the same seed the same cluster, sizes, densities, and what no dice can break (Appendix B)."""

import hashlib
from collections import Counter
from functools import lru_cache
from itertools import pairwise

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Cluster, sector_of
from rules.cluster_war.model.worlds.cluster import NAME_COUNT, generate, is_star, players_for, star_names, world_name
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.dice import Dice, ScriptedDice
from rules.values import GameError
from rules.values import changed as replace

SEED = bytes(range(32))
SMALL = Settings(sectors_across=5, sectors_down=5)
KNOWN = "e0ee7c3d7bd41ebf7548cfc3d512f51f61f4b4b21f6d4e186ee9643d820ad64b"


def dice(seed: bytes = SEED) -> Dice:
    """The dice of generation under a seed."""
    return Dice(seed, "generation", 0)


@lru_cache(maxsize=1)
def full() -> Cluster:
    """The standard cluster of the seed."""
    return generate(Settings(), dice())


@lru_cache(maxsize=1)
def small() -> Cluster:
    """The smallest cluster of the seed."""
    return generate(SMALL, dice())


def fingerprint(cluster: Cluster) -> str:
    """A hash of every fact of a cluster; of what the game master alone can make of a worm hole or special later, nothing."""
    facts = (cluster.columns, cluster.rows, sorted(cluster.systems.items()))
    return hashlib.sha256(repr(facts).replace(", hole='', hidden=False", "").encode()).hexdigest()


def test_the_same_seed_gives_the_same_cluster_and_another_seed_another() -> None:
    assert fingerprint(generate(SMALL, dice())) == fingerprint(small())
    assert fingerprint(generate(SMALL, dice(bytes(32)))) != fingerprint(small())


def test_a_known_seed_gives_the_cluster_it_always_gave() -> None:
    assert fingerprint(small()) == KNOWN


@pytest.mark.rule("CW-B-01")
@pytest.mark.parametrize(("across", "down"), [(4, 4), (4, 7), (7, 11), (11, 11), (0, 5)])
def test_clusters_outside_5x5_to_10x10_are_refused(across: int, down: int) -> None:
    with pytest.raises(GameError, match="5 to 10 sectors") as refused:
        generate(Settings(sectors_across=across, sectors_down=down), ScriptedDice([]))
    assert refused.value.rule == "CW-B-01"


@pytest.mark.rule("CW-B-01", "CW-B-03")
@pytest.mark.parametrize(("across", "down"), [(5, 5), (7, 7), (10, 5), (10, 10)])
def test_the_map_is_ten_hexes_a_sector(across: int, down: int) -> None:
    empty = {f"{x},{y}": 0 for x in range(1, across + 1) for y in range(1, down + 1)}
    made = generate(Settings(sectors_across=across, sectors_down=down, sector_density=empty), dice())
    assert (made.columns, made.rows) == (10 * across, 10 * down)
    assert made.systems == {}


@pytest.mark.rule("CW-B-02")
def test_a_player_needs_ten_to_fifteen_sectors() -> None:
    assert players_for(Settings()) == (3, 4)
    assert players_for(Settings(sectors_across=10, sectors_down=10)) == (6, 10)


@pytest.mark.rule("CW-B-04")
def test_about_a_third_of_the_hexes_is_occupied() -> None:
    assert 1500 < len(full().systems) < 1770


@pytest.mark.rule("CW-B-07", "CW-2.0-05")
def test_a_sectors_density_changes_that_sector_alone() -> None:
    changed = generate(replace(SMALL, sector_density={"2,3": 6, "5,5": 0}), dice())
    by_sector = Counter(sector_of(changed, h) for h in changed.systems)
    assert by_sector[2, 3] == 100
    assert by_sector[5, 5] == 0
    touched = {(2, 3), (5, 5)}
    for number, system in small().systems.items():
        if sector_of(small(), number) not in touched:
            assert changed.systems[number] == system
        elif sector_of(small(), number) == (2, 3):
            assert changed.systems[number] == system, "what was there before stays as it was"
    outside = [h for h in changed.systems if sector_of(changed, h) not in touched]
    assert outside == [h for h in small().systems if sector_of(small(), h) not in touched]


@pytest.mark.rule("CW-B-07")
@pytest.mark.parametrize("density", [{"6,1": 2}, {"0,1": 2}, {"a": 2}, {"1,1": 7}, {"1,1": -1}, {"1,1,1": 2}])
def test_densities_that_cannot_be_are_refused(density: dict[str, int]) -> None:
    with pytest.raises(GameError, match=r"[Ss]ector"):
        generate(replace(SMALL, sector_density=density), ScriptedDice([]))


@pytest.mark.rule("CW-2.1-01", "CW-2.1-02", "CW-2.1-03", "CW-B-52")
def test_every_body_has_an_orbit_a_step_code_and_a_maximum() -> None:
    for system in full().systems.values():
        assert [body.orbit for body in system.bodies] == list(range(1, len(system.bodies) + 1))
        for body in system.bodies:
            assert check_step(body.step) == body.step
            assert 10 <= body.max_cp <= 400


@pytest.mark.rule("CW-B-36", "CW-B-08")
def test_planets_stand_only_at_stars_and_in_the_printed_numbers() -> None:
    numbers = tables(Settings())["CW-B-T15"]
    for system in full().systems.values():
        if not system.bodies:
            assert any(not is_star(code) or code[1:] in {"va", "fl"} for code in system.codes)
            continue
        row = numbers.row(system.codes[0][0])
        assert int(row["min"]) <= len(system.bodies) <= int(row["max"])


@pytest.mark.rule("CW-B-40", "CW-B-41", "CW-B-42", "CW-B-47")
def test_planets_grow_colder_outwards_and_keep_to_their_zone() -> None:
    for system in full().systems.values():
        steps = [after.index - before.index for before, after in pairwise(system.bodies)]
        assert all(6 <= step <= 15 for step in steps)
        for body in system.bodies:
            if body.index >= 86:
                assert body.step == "0000"
            elif body.index >= 76:
                assert body.step[1:3] == "00"
            assert not (body.step[1] in "789X" and body.step[3] == "6")


@pytest.mark.rule("CW-B-06")
def test_binaries_are_two_stars_and_nothing_else_is_double() -> None:
    doubles = [system.codes for system in full().systems.values() if len(system.codes) > 1]
    assert doubles
    assert all(len(codes) == 2 and all(map(is_star, codes)) for codes in doubles)


@pytest.mark.rule("CW-B-13")
def test_every_end_of_a_wormhole_is_another_hex_of_the_map() -> None:
    ends = [(system.hex, system.destination) for system in full().systems.values() if system.destination]
    assert len(ends) > 10
    for here, there in ends:
        assert there != here
        assert 1 <= int(there[:2]) <= 70
        assert 1 <= int(there[2:]) <= 70


@pytest.mark.rule("CW-B-10", "CW-B-32", "CW-B-34")
def test_specials_and_resources_come_about_as_often_as_the_rules_say() -> None:
    with_planets = [s for s in full().systems.values() if s.bodies]
    without = [s for s in full().systems.values() if not s.bodies]
    found = [s for s in with_planets if s.special or any(body.resources for body in s.bodies)]
    assert 0.11 < len(found) / len(with_planets) < 0.19
    assert sum(s.special is not None and s.special.kind != "Wormhole" for s in without) < 0.07 * len(without)
    assert all(sum(len(body.resources) for body in s.bodies) <= 1 for s in with_planets)


def test_stars_have_names_of_their_own_and_nothing_else_has() -> None:
    names = [s.name for s in full().systems.values() if is_star(s.codes[0])]
    assert all(name.isalpha() for name in names)
    assert len(set(names)) == len(names)
    assert all(s.name == "" for s in full().systems.values() if not is_star(s.codes[0]))


def test_all_names_there_are_differ() -> None:
    assert len(set(star_names(ScriptedDice([1, 2]), NAME_COUNT))) == NAME_COUNT
    with pytest.raises(ValueError, match="12500"):
        star_names(ScriptedDice([]), NAME_COUNT + 1)


def test_worlds_are_numbered_from_within() -> None:
    assert world_name("Belanris", 4) == "Belanris IV"
    assert world_name("Belanris", 16) == "Belanris 16"
