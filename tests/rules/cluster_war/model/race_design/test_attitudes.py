"""Attitudes in play: what they refuse at entry and when the turn is worked out, and what they warn of (3.1)."""

import pytest

from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.race_design.sheet import RaceSheet, StartPackage
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Project
from rules.cluster_war.model.unit_design.checks import approved_design
from rules.cluster_war.model.unit_design.drafts import Builder, Fitting
from rules.cluster_war.model.unit_design.ground import roster_unit
from rules.cluster_war.model.unit_design.pricing import draft_is_armed, is_armed
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import race_of
from rules.cluster_war.turn.setup.start_kit import check_package
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN, rated, ship
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, told, turn

BEAMS = StartProject("Better beams", "0303", 2, 100, "Beam Weapons Technology")


def feeling(attitude: str, state: GameState | None = None) -> GameState:
    """The humans with this attitude."""
    state = state or empire()
    side = state.sides["humans"]
    return changed(state, sides={**state.sides, "humans": changed(side, race=changed(side.race, attitude=attitude))})


def refused(state: GameState, order: Order) -> str:
    """The rule by which an order is refused, at entry and again when the turn is worked out."""
    with pytest.raises(IllegalOrderError, match="rules out") as wrong:
        plan(state, order)
    assert failures(turn(state, order)) == [str(wrong.value)]
    return wrong.value.rule or ""


@pytest.mark.rule("CW-3.1-25", "CW-3.1-26", "CW-3.1-27")
def test_pacifists_alone_refuse_to_look_for_weapons() -> None:
    assert refused(feeling("Pacifism"), BEAMS) == "CW-3.1-25"
    assert refused(feeling("Pacifism, Xenophobic"), changed(BEAMS, technology="", name="Warheads")) == "CW-3.1-25"
    for attitude in ("Peaceful", "Neutral", "Hostile"):
        assert plan(feeling(attitude), BEAMS).cost == 100
        assert failures(turn(feeling(attitude), BEAMS)) == []
    assert plan(feeling("Pacifism"), changed(BEAMS, name="Farms", technology="Growth")).cost == 100


@pytest.mark.rule("CW-3.1-25")
def test_pacifists_give_no_more_to_a_project_for_weapons() -> None:
    old = Project("humans-P1", "humans", "Rays", "0303", 2, technology="Beam Weapons Technology")
    state = changed(feeling("Pacifism"), projects={old.id: old})
    assert refused(state, FundProject(old.id, 50)) == "CW-3.1-25"


@pytest.mark.rule("CW-3.1-25", "CW-3.1-26")
@pytest.mark.parametrize(("attitude", "rule"), [("Pacifism", "CW-3.1-25"), ("Peaceful", "CW-3.1-26")])
def test_the_peaceful_do_not_blockade(attitude: str, rule: str) -> None:
    state = fleet(empire(), "0303", "destroyer")
    assert refused(feeling(attitude, state), SetMission("humans-F1", "blockade")) == rule
    assert plan(feeling(attitude, state), SetMission("humans-F1", "patrol")).text.endswith("patrol.")
    assert failures(turn(feeling("Neutral", state), SetMission("humans-F1", "blockade"))) == []


@pytest.mark.rule("CW-3.1-26")
@pytest.mark.parametrize("order", [FreeText("Invade their moon"), Contingency("If they come, attack them first")])
def test_plain_words_against_the_attitude_are_put_to_the_game_master_so(order: Order) -> None:
    state = feeling("Peaceful")
    (note,) = plan(state, order).notes
    assert note.rule == "CW-3.1-26"
    assert "A ruling decides." in note.text
    done = turn(state, order)
    (question,) = done.state.questions
    assert question.suggestion.startswith("The attitude Peaceful rules out")
    assert "CW-3.1-26" in question.suggestion
    assert len(told(done, QuestionRaised)) == 1
    calm = turn(feeling("Neutral"), order).state.questions[0]
    assert "rules out" not in calm.suggestion
    assert plan(feeling("Neutral"), order).notes == ()


@pytest.mark.rule("CW-3.1-29")
def test_the_very_hostile_draw_nothing_unarmed() -> None:
    angry = Builder(race=changed(race_of(preset("Humans")), attitude="Very Hostile"))
    bare, armed = ship(20), ship(20, rated("Beam emitter", 3))
    with pytest.raises(IllegalOrderError, match="arms all its units") as wrong:
        approved_design(bare, angry, PLAIN)
    assert wrong.value.rule == "CW-3.1-29"
    assert approved_design(armed, angry, PLAIN).hull == 20
    assert approved_design(bare, Builder(), PLAIN).hull == 20
    sweeper = ship(20, Fitting("Minesweeper"), Fitting("No such thing"))
    assert not draft_is_armed(sweeper, PLAIN)
    assert draft_is_armed(roster_unit("Marines", PLAIN), PLAIN)


@pytest.mark.rule("CW-3.1-29")
def test_nor_do_they_begin_with_anything_unarmed() -> None:
    freighter = Design("FR", "Freighter", "ship", 20, 40, cargo_bays=4, layout={"Cargo bay": 4})
    raider = changed(freighter, id="RD", name="Raider", layout={"Cargo bay": 4, "Beam emitter 3": 1})
    package = StartPackage(designs=(freighter, raider))
    found = check_package(RaceSheet(attitude="Very Hostile"), package)
    assert [(f.rule, f.text.split(":")[0]) for f in found] == [("CW-3.1-29", "Freighter")]
    assert check_package(RaceSheet(), package) == ()


def test_what_nobody_has_listed_is_believed_to_be_armed() -> None:
    assert is_armed(YARD["destroyer"], PLAIN)
    assert not is_armed(changed(YARD["destroyer"], layout={"Cargo bay": 4, "Minesweeper": 1}), PLAIN)
    assert is_armed(changed(YARD["destroyer"], layout={"Cargo bay": 4}, launchers=1), PLAIN)
    assert is_armed(YARD["militia"], PLAIN)
    assert not is_armed(changed(YARD["militia"], ratings=(0, 0, 2, 2)), Settings())


@pytest.mark.rule("CW-3.1-28")
def test_the_hostile_are_warned_in_the_forecast_of_an_unarmed_force() -> None:
    bare = {**YARD, "freighter": changed(YARD["freighter"], layout={"Cargo bay": 4})}
    state = fleet(fleet(empire(garrison={"militia": 1}), "0303", "destroyer"), "0303", "freighter", "freighter")
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], designs=bare)})

    def warnings(attitude: str, of: GameState) -> list[str]:
        effects = forecast(view_for(feeling(attitude, of), "humans"), ()).effects
        return [n.text for n in effects if n.rule == "CW-3.1-28"]

    assert warnings("Hostile", state) == ["Only 2 of 4 units are armed; the attitude Hostile asks for most."]
    assert warnings("Neutral", state) == []
    home = changed(state.colonies[HOME], garrison={"militia": 3})
    assert warnings("Hostile", changed(state, colonies={**state.colonies, HOME: home})) == []


@pytest.mark.rule("CW-16.0-03")
def test_the_game_master_sees_both_societies_where_words_name_another_empire() -> None:
    state = empire()
    humans, vermin = state.sides["humans"], state.sides["vermin"]
    sides = {
        "humans": changed(humans, race=changed(humans.race, society=("Economic Policy: Socialist",))),
        "vermin": changed(vermin, race=changed(vermin.race, society=("Police: Secret Police",))),
    }
    state = changed(state, sides={**state.sides, **sides})
    order = FreeText(f"Spy on the {vermin.name}")
    told_ = turn(state, order).state.questions[0].suggestion
    assert f"Society of {humans.name} and {vermin.name} (CW-16.0-03)" in told_
    assert "Economic Policy: Socialist against none" in told_
    assert "Society of" not in turn(state, FreeText("Look around")).state.questions[0].suggestion
