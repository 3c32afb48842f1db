"""The war that a side's map keeps: what its own reports told it, for some turns, and what goes on."""

import pytest

from rules.cluster_war.chapters.combat.weekly_battles import KEPT_TURNS, note_war
from rules.cluster_war.model.events.raids import ColonyBombarded, PlanetDestroyed, TrafficLost, WorldBombarded
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import WarSign
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import Cause, changed
from tests.rules.cluster_war.build import draft_of, small, with_colony
from tests.rules.cluster_war.chapters.combat.battles import THREE, Referee, facing, lost, played
from tests.rules.cluster_war.chapters.combat.ground.war import LANDING, front
from tests.rules.cluster_war.yard import turn

CAUSE = Cause("CW-9.4-01")


def signs(state: GameState, side: str) -> dict[str, WarSign]:
    """What a side's map shows of war."""
    return dict(view_for(state, side).signs if side else gm_view(state).signs)


@pytest.mark.rule("CW-9.0-11", "CW-9.7-01")
def test_a_battle_is_on_the_maps_of_who_was_there_and_on_no_others() -> None:
    month = played(facing(), referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans"))
    assert signs(month.state, "humans") == {"battle/0505": WarSign("battle", "0505", 1, "humans")}
    assert signs(month.state, "vermin") == {"battle/0505": WarSign("battle", "0505", 1)}, (
        "nobody came back to say who won"
    )
    assert signs(month.state, "oolab") == {}
    assert signs(month.state, "") == {"battle/0505": WarSign("battle", "0505", 1, "humans")}


def test_old_signs_are_forgotten_and_peace_leaves_nothing() -> None:
    month = played(facing(), referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans"))
    state = month.state
    for _ in range(KEPT_TURNS - 1):
        state = adjudicate(state, (), Dice(bytes(32), "war", state.turn)).state
        assert signs(state, "humans") == {"battle/0505": WarSign("battle", "0505", 1, "humans")}
    state = adjudicate(state, (), Dice(bytes(32), "war", state.turn)).state
    assert signs(state, "humans") == {}
    quiet = adjudicate(small(THREE), (), Dice(bytes(32), "peace", 1)).state
    assert all(known.signs == {} for known in quiet.knowledge.values())


@pytest.mark.rule("CW-9.4-01", "CW-9.5-13")
def test_each_side_notes_only_what_it_was_told_and_whose_doing_it_saw() -> None:
    draft = draft_of(small(THREE))
    draft.tell_side(WorldBombarded("humans", "humans-F1", "0707", 2, "colony", 1, 9, "", cause=CAUSE))
    draft.tell_side(ColonyBombarded("vermin", "0707-2", "Burrow", "colony", 9, 60, 4, destroyed=False, cause=CAUSE))
    draft.tell_side(TrafficLost("vermin", "0707-2", "0808", 2, 5, cause=CAUSE))
    draft.tell_side(TrafficLost("vermin", "0707-2", "0808", 3, 5, "humans", cause=CAUSE))
    draft.tell_side(PlanetDestroyed("oolab", "0909", 1, "A1", 20, cause=CAUSE))
    note_war(draft)
    state = draft.freeze(draft.turn + 1, {})
    assert signs(state, "humans") == {"bombarded/0707": WarSign("bombarded", "0707", 1, "humans")}
    assert signs(state, "vermin") == {
        "bombarded/0707": WarSign("bombarded", "0707", 1),
        "raid/0808": WarSign("raid", "0808", 1, "humans", 2),
    }
    assert signs(state, "oolab") == {"bombarded/0909": WarSign("bombarded", "0909", 1)}
    assert signs(state, "").keys() == {"bombarded/0707", "raid/0808", "bombarded/0909"}


@pytest.mark.rule("CW-9.2-02")
def test_a_blockade_shows_to_who_suffers_and_who_keeps_it_while_it_lasts() -> None:
    state = with_colony(small(THREE), "vermin", "0707", 2, 60)
    assert signs(state, "vermin") == {}
    shut = changed(state.colonies["0707-2"], blockaded=True, blockader="humans")
    state = changed(state, colonies={**state.colonies, "0707-2": shut})
    kept = {"blockade/0707": WarSign("blockade", "0707", state.turn, "humans")}
    assert [signs(state, side) for side in ("humans", "vermin", "oolab", "")] == [kept, kept, {}, kept]


@pytest.mark.rule("CW-9.2-16")
def test_a_world_that_is_fought_over_shows_to_owner_and_invader() -> None:
    state = front(garrison={"INF": 4})
    done = turn(state, LANDING)
    for side in ("humans", "vermin", ""):
        sign = signs(done.state, side)["ground/0505"]
        assert (sign.kind, sign.by) == ("ground", "humans")
