"""Psychics and hyperspace (CW-15.0-05, CW-15.0-06)."""

import pytest

from rules.cluster_war.chapters.minds.psionic_amendments import SetPsychics
from rules.cluster_war.chapters.movement.conduct_orders import PreparePsychics
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.psionics import PsychicsInsane, PsychicsPrepared, PsychicsRecover
from rules.cluster_war.model.psionics.units import can_act, is_hyperspace, working_abilities
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.turn.gm.amend import amend
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.model.psionics.minds import gifted, trained
from tests.rules.cluster_war.yard import empire, failures, fleet, plan, told, turn

TO = MoveFleet("humans-F1", (Leg("0304"),))
SHIP = "humans/DD01"


def seers(design: str = "destroyer", **settings: object) -> GameState:
    state = empire(settings=Settings(**settings)) if settings else empire()  # type: ignore[arg-type] # Settings' own fields
    return fleet(gifted(trained(state, design), "Combat Precognition"), "0303", design)


@pytest.mark.rule("CW-15.0-05")
def test_psychics_do_not_enter_hyperspace_unless_it_is_said_how() -> None:
    state = seers()
    with pytest.raises(IllegalOrderError, match="drugged or frozen") as caught:
        plan(state, TO)
    assert caught.value.rule == "CW-15.0-05"
    stayed = turn(state, TO)
    assert "cannot travel by hyperspace awake" in failures(stayed)[0]
    assert stayed.state.fleets["humans-F1"].transit is None
    assert "pass through hyperspace drugged" in plan(state, PreparePsychics("humans-F1", "drugged")).text
    assert plan(state, TO, PreparePsychics("humans-F1", "drugged")).text
    with pytest.raises(IllegalOrderError, match="no psychics"):
        plan(fleet(empire(), "0303", "destroyer"), PreparePsychics("humans-F1", "frozen"))


@pytest.mark.rule("CW-15.0-05")
def test_psychics_among_troops_aboard_count_and_other_drives_do_not_ask() -> None:
    state = fleet(gifted(trained(empire(), "militia"), "Screaming"), "0303", "freighter")
    key = "humans/FF01"
    loaded = changed(state, ships={**state.ships, key: changed(state.ships[key], crates={"militia": 1})})
    assert plan(state, TO).text
    with pytest.raises(IllegalOrderError, match="FF01"):
        plan(loaded, TO)
    found = {d: is_hyperspace(d, Settings()) for d in ("second-stage", "jump", "foldspace", "warp", "string")}
    assert found == {"second-stage": True, "jump": True, "foldspace": True, "warp": False, "string": False}
    calm = Settings(overrides={"CW-TAB-HYPERSPACE/second-stage/hyperspace": "no"})
    assert not is_hyperspace("second-stage", calm)


@pytest.mark.rule("CW-15.0-06")
@pytest.mark.parametrize("how", ["drugged", "frozen"])
def test_who_slept_recovers_for_a_week(how: str) -> None:
    state = turn(seers(), PreparePsychics("humans-F1", how), TO).state  # type: ignore[arg-type] # one of the ways
    design = state.sides["humans"].designs["destroyer"]
    assert state.fleets["humans-F1"].transit is not None
    assert working_abilities(state.ships[SHIP], design, 4) == ()
    done = turn(state)
    (told_of,) = told(done, PsychicsRecover)
    (arrived,) = told(done, FleetArrived)
    assert (told_of.how, told_of.until, told_of.ships) == (how, arrived.week + 1, (SHIP,))
    ship = done.state.ships[SHIP]
    assert not can_act(ship, arrived.week)
    assert can_act(ship, arrived.week + 1)
    assert working_abilities(ship, design, arrived.week + 1) == ("combat-precognition",)


@pytest.mark.rule("CW-15.0-06")
def test_who_was_awake_is_insane_until_the_game_master_says_otherwise() -> None:
    first = turn(seers(), PreparePsychics("humans-F1", "awake"), TO)
    (prepared,) = told(first, PsychicsPrepared)
    assert (prepared.how, prepared.seen_by, prepared.cause.order) == ("awake", ("humans",), "humans-1-1")
    done = turn(first.state)
    (mad,) = told(done, PsychicsInsane)
    assert (mad.ships, mad.seen_by) == ((SHIP,), ("humans",))
    (question,) = (q for q in done.state.questions if q.kind == "psionics")
    assert (question.rule, question.subjects) == ("CW-15.0-06", (SHIP,))
    assert "/psimaster cure" in question.suggestion
    assert not can_act(done.state.ships[SHIP], 99)
    cured = amend(done.state, SetPsychics((SHIP,)), "rest and tea").state
    assert can_act(cured.ships[SHIP], 9)
    assert not can_act(amend(cured, SetPsychics((SHIP,), insane=True), "whispers").state.ships[SHIP], 9)
