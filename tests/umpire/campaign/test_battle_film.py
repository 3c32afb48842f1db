"""The film of a battle of a past month: the course it took, for those who came back, with the names that they know."""

from io import BytesIO

import pytest
from PIL import Image

from render.battle.replay.frames import make_replay
from render.canvas.animation import MOST_BYTES
from rules.bridge.story import watch
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.events.battles import BattleSettled
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleOutcome
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.pentagon_war.events import Gone
from rules.pentagon_war.turn.view import view_for
from rules.values import GameError, changed
from storage.codec import encode_signed, encode_state, pack
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, EVADE, Referee, facing
from umpire.campaign.turn.adjudication import engine_for
from umpire.campaign.views.battle_films import FilmedTurn, FilmRequest, paint_battle

SEED = bytes(32)
BATTLE = "1/0505/1"


def armed() -> GameState:
    """Three destroyers against two, with beams and shields, and a freighter."""
    state = facing(ATTACK, ATTACK)
    layout = {"Beam emitter 3": 3, "Light shield generator": 2}
    sides = {}
    for key, side in state.sides.items():
        destroyer = changed(side.designs["destroyer"], layout=layout)
        sides[key] = changed(side, designs={**side.designs, "destroyer": destroyer})
    return changed(state, sides=sides)


def month(state: GameState, *settled: tuple[Battle, BattleOutcome]) -> FilmedTurn:
    return FilmedTurn(pack(encode_state(state)), encode_signed(()), SEED, "war", state.turn, settled)


def destroyed(state: GameState) -> frozenset[str]:
    done = adjudicate(state, (), Dice(SEED, "war", state.turn), {}, engine_for(state.settings))
    (told,) = (event for event in done.events if isinstance(event, BattleSettled))
    assert told.method == "chair"
    return frozenset(told.destroyed)


@pytest.fixture(scope="module")
def lost() -> frozenset[str]:
    found = destroyed(armed())
    assert found
    return found


@pytest.mark.rule("CW-9.0-05", "CW-9.7-01")
def test_each_side_sees_the_course_with_its_own_names_and_others_by_their_kind(lost: frozenset[str]) -> None:
    kept = month(armed())
    humans, vermin, master = (
        paint_battle(kept, FilmRequest(BATTLE, lost, side, "Reach", "dark")) for side in ("humans", "vermin", "")
    )
    for (film,) in (humans, vermin, master):
        assert film.name == "battle-0505.gif"
        assert len(film.data) < MOST_BYTES
        assert len(film.alt) <= 1024
        assert Image.open(BytesIO(film.data)).n_frames > 2  # type: ignore[attr-defined] # a GIF has frames
        assert "is gone" in film.alt
    assert "DD01 (Humans)" in humans[0].alt
    assert "DD01" not in vermin[0].alt
    assert "Destroyer (Humans)" in vermin[0].alt
    assert "DD01 (Humans)" in master[0].alt
    assert humans == paint_battle(kept, FilmRequest(BATTLE, lost, "humans", "Reach", "dark")), "the same bytes"


def test_the_course_ends_as_the_battle_was_settled(lost: frozenset[str]) -> None:
    judge = Referee()
    state = armed()
    adjudicate(state, (), Dice(SEED, "war", 1), {}, judge)
    battle, *_ = judge.seen
    (course,) = watch(battle, Dice(SEED, "other", 1), state.settings)
    assert course.sides() == ("humans", "vermin")
    assert {unit for unit, one in course.end.craft.items() if one.fate == "destroyed"} >= {
        unit for unit, formation in course.field.formations.items() if formation.first.unit in course.destroyed
    }
    kept = month(state)
    with pytest.raises(GameError, match="not the one that fought that battle"):
        paint_battle(kept, FilmRequest(BATTLE, frozenset(), "humans", "Reach", "dark"))
    with pytest.raises(GameError, match="does not reach that battle"):
        paint_battle(kept, FilmRequest("1/0606/1", lost, "humans", "Reach", "dark"))


def test_a_battle_that_waited_and_was_settled_by_the_engine_is_shown_from_what_was_kept(lost: frozenset[str]) -> None:
    state = armed()
    judge = Referee()
    adjudicate(state, (), Dice(SEED, "war", 1), {}, judge)
    battle, *_ = judge.seen
    outcome = judge(battle, {}, Dice(SEED, "war", 1))
    waited = paint_battle(month(state, (battle, outcome)), FilmRequest(BATTLE, lost, "humans", "Reach", "dark"))
    assert waited == paint_battle(month(state), FilmRequest(BATTLE, lost, "humans", "Reach", "dark"))


def test_who_was_not_in_the_clash_gets_no_film(lost: frozenset[str]) -> None:
    assert paint_battle(month(armed()), FilmRequest(BATTLE, lost, "oolab", "Reach", "dark")) == ()


def test_who_skips_out_before_the_first_shot_is_gone_from_the_film_too() -> None:
    """A battle of no turns has its film: how they stood, and that they left."""
    judge = Referee()
    state = armed()
    adjudicate(state, (), Dice(SEED, "war", 1), {}, judge)
    battle, *_ = judge.seen
    units = tuple(changed(u, design=changed(u.design, ftl="skip")) if u.side == "vermin" else u for u in battle.units)
    fled = changed(battle, units=units, plans={**battle.plans, "vermin": EVADE})
    (course,) = watch(fled, Dice(SEED, "other", 1), state.settings)
    gone = {event.unit for event in course.events if isinstance(event, Gone) and event.why == "disengaged"}
    mine = {unit for unit, formation in course.field.formations.items() if formation.first.side == "vermin"}
    assert mine <= gone
    camp = course.field.camp_of("humans")
    film = make_replay(view_for(course.start, camp), course.events, end_view=view_for(course.end, camp))
    assert film.frames >= 2
