"""Worlds at war as each side sees them: who is shown a front at all, whose forces in full, what of the enemy's."""

import pytest

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import REBELS, City, Force, ForceSeen, Surface, WarSign
from rules.cluster_war.turn.views.side_views import fronts_of, gm_fronts, gm_signs, signs_of
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.ground.war import WORLD, front

GROUND = Surface(WORLD, 6, 4, {"0101": "clear", "0202": "clear"}, (City("Deep Warren", "0202"),), people="Hostile")


def of(number: int, side: str, design: str, at: str = "0101", teams: int = 10) -> Force:
    return Force(f"{side}/A{number:02}", side, design, at, teams)


def fought(*forces: Force) -> GameState:
    """The vermin's world, fought for."""
    surface = changed(GROUND, forces={force.id: force for force in forces})
    return changed(front(), surfaces={WORLD: surface})


@pytest.mark.rule("CW-9.3-11")
def test_a_front_shows_ones_own_forces_in_full_and_the_enemys_by_hex_and_kind() -> None:
    state = fought(
        of(1, "humans", "INF", teams=7), of(1, "vermin", "INF", "0202", 9), of(2, "vermin", "INF", "0202", 4),
        of(3, "vermin", "HTK", "0202", 5),
    )  # fmt: skip
    ours = fronts_of(state, "humans")[WORLD]
    assert [(force.id, force.teams) for force in ours.forces.values()] == [("humans/A01", 7)]
    assert set(ours.enemies) == {
        ForceSeen("vermin", "0202", "Infantry", 2, 13), ForceSeen("vermin", "0202", "Heavy Tank", 1, 5),
    }  # fmt: skip
    assert (ours.world, ours.name, ours.owner, ours.columns, ours.rows) == (WORLD, "Burrow", "vermin", 6, 4)
    assert ours.people == "", "what its people feel is its owner's to know"
    theirs = fronts_of(state, "vermin")[WORLD]
    assert set(theirs.forces) == {"vermin/A01", "vermin/A02", "vermin/A03"}
    assert theirs.enemies == (ForceSeen("humans", "0101", "Infantry", 1, 7),)
    assert theirs.people == "Hostile"
    whole = gm_fronts(state)[WORLD]
    assert len(whole.forces) == 4
    assert (whole.enemies, whole.people) == ((), "Hostile")


@pytest.mark.rule("CW-9.3-11")
def test_a_front_is_shown_to_who_holds_the_world_or_stands_on_it_and_to_nobody_else() -> None:
    held = fought()
    assert set(fronts_of(held, "vermin")) == {WORLD}
    assert fronts_of(held, "humans") == {}
    landed = fought(of(1, "humans", "INF"))
    assert set(fronts_of(landed, "humans")) == {WORLD}
    assert fronts_of(fought(of(1, REBELS, "")), "humans") == {}
    lost = changed(landed, colonies={key: colony for key, colony in landed.colonies.items() if key != WORLD})
    assert fronts_of(lost, "vermin") == {}
    ruins = fronts_of(lost, "humans")[WORLD]
    assert (ruins.name, ruins.owner) == (WORLD, "")


@pytest.mark.rule("CW-9.3-11")
def test_minefields_are_seen_by_who_laid_them_and_the_game_master_alone() -> None:
    state = fought(of(1, "humans", "INF"), of(1, "vermin", "MINES"), of(2, "vermin", "INF"))
    assert fronts_of(state, "humans")[WORLD].enemies == (ForceSeen("vermin", "0101", "Infantry", 1, 10),)
    assert "vermin/A01" in fronts_of(state, "vermin")[WORLD].forces
    assert "vermin/A01" in gm_fronts(state)[WORLD].forces


@pytest.mark.rule("CW-9.3-11")
def test_who_conceals_itself_is_seen_by_who_stands_in_its_hex_alone() -> None:
    state = fought(of(1, "humans", "INF", "0101"), of(1, "vermin", "INF", "0202"), of(2, "vermin", "INF", "0101"))
    vermin = state.sides["vermin"]
    hiding = changed(vermin.designs["INF"], traits=("Burrowing",))
    hidden = changed(state, sides={**state.sides, "vermin": changed(vermin, designs={**vermin.designs, "INF": hiding})})
    assert fronts_of(hidden, "humans")[WORLD].enemies == (ForceSeen("vermin", "0101", "Infantry", 1, 10),)
    assert len(fronts_of(state, "humans")[WORLD].enemies) == 2
    militia = fought(of(1, "humans", "INF"), of(1, REBELS, "", "0202", 3))
    assert fronts_of(militia, "humans")[WORLD].enemies == (ForceSeen(REBELS, "0202", "Militia", 1, 3),)


@pytest.mark.rule("CW-9.0-11", "CW-9.2-02")
@pytest.mark.parametrize(
    ("sides", "peace", "seen_by", "foe"),
    [
        (("humans",), (), {"humans", "vermin", ""}, "humans"),
        (("humans", "vermin"), (), {"humans", "vermin", ""}, "humans"),
        (("humans",), ("humans|vermin",), set(), ""),
        (("vermin",), (), set(), ""),
        ((REBELS,), (), set(), ""),
        ((), (), set(), ""),
    ],
)
def test_war_on_a_world_is_a_sign_to_who_fights_there_and_to_the_game_master(
    sides: tuple[str, ...], peace: tuple[str, ...], seen_by: set[str], foe: str
) -> None:
    state = changed(fought(*(of(n, side, "INF") for n, side in enumerate(sides, 1))), peace=peace)
    place = state.colonies[WORLD].hex
    key = f"ground/{place}"
    shown = {side: signs_of(state, side) for side in state.sides} | {"": gm_signs(state)}
    assert {side for side, signs in shown.items() if key in signs} == seen_by
    assert all(shown[side][key] == WarSign("ground", place, state.turn, foe) for side in seen_by)


@pytest.mark.rule("CW-9.2-02")
def test_a_blockade_is_a_sign_to_who_suffers_and_who_keeps_it() -> None:
    state = fought()
    cut = changed(state.colonies[WORLD], blockaded=True, blockader="humans")
    state = changed(state, colonies={**state.colonies, WORLD: cut})
    sign = {f"blockade/{cut.hex}": WarSign("blockade", cut.hex, state.turn, "humans")}
    assert signs_of(state, "humans") == signs_of(state, "vermin") == gm_signs(state) == sign
    other = changed(cut, blockader="oolab")
    assert signs_of(changed(state, colonies={**state.colonies, WORLD: other}), "humans") == {}
