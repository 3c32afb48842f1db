"""Why: the roll behind what stress came to, what is known of ships that vanished, the battle behind losses."""

import pytest

from render.campaign.isolation_words import colony_notes, link_words, stays_behind
from render.campaign.report.explanations import explain
from render.campaign.report.lines import NO_WITNESS
from rules.cluster_war.model.events.battles import BattleFought, BattleLosses
from rules.cluster_war.model.events.detection import ShipsVanished
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressChecked, StressRose, StressSettled
from rules.cluster_war.model.state.view import Yield
from rules.cluster_war.model.state.war import City, Front
from rules.cluster_war.turn.planning.isolation import Isolation
from rules.values import Cause, Modifier, Roll, changed
from tests.render.campaign.scene import late_game

US = ("humans",)
CAUSE = Cause("CW-9.0-11")
TWO = ("humans/DD21", "humans/DD22")
CHECK = StressChecked(
    "humans", "humans-F4", "2019", TWO, TWO[:1],
    cause=Cause(
        "CW-4.3-20",
        modifiers=(Modifier(20, "stress of DD21"), Modifier(10, "stress of DD22")),
        rolls=(Roll("stress/a", 100, (13,)), Roll("stress/b", 100, (64,))),
    ),
    seen_by=US,
)  # fmt: skip
SETTLED = StressSettled(
    "humans", "humans-F4", "2019", TWO[:1], "mutiny", "DD21 mutinies.", cause=Cause("CW-4.3-21"), seen_by=US
)
GONE = ShipsVanished("humans", "humans-F4", "Rim Patrol", "2019", 50, TWO, cause=Cause("CW-12.0-02"), seen_by=US)
ROSE = StressRose("humans", "humans-F4", "2019", TWO, 30, cause=Cause("CW-4.3-19"), seen_by=US)
FOUGHT = BattleFought(
    "humans", "2019-1", "2019", 51, "fleet action", "quick", ("vermin",), "vermin", ("Round 1: the Vermin fire.",),
    struck_by=("vermin",), cause=CAUSE, seen_by=US,
)  # fmt: skip
LOST = BattleLosses("humans", "humans-F4", "2019-1", "2019", 51, "Rim Patrol", TWO[:1], cause=CAUSE, seen_by=US)


def why(event: Event, *month: Event) -> str:
    return explain("The line.", [event], late_game(), (event, *month))


@pytest.mark.rule("CW-4.3-20")
def test_what_stress_came_to_shows_its_roll_target_and_die() -> None:
    told = why(SETTLED, CHECK)
    assert "- DD21: stress 20 %, needed more than 20 to hold, rolled 13: broke down." in told
    assert "DD22" not in told, "of those that it came to alone"
    assert "rolled" not in why(SETTLED)


def test_of_ships_that_vanished_it_says_what_is_known_and_that_no_roll_is() -> None:
    told = why(GONE, ROSE, CHECK)
    assert f"- {NO_WITNESS}" in told
    assert "stress up to 30 %" in told
    assert "DD21: stress 20 %" in told
    assert why(GONE).endswith(NO_WITNESS)


def test_losses_show_who_opened_fire_and_the_rounds_if_anybody_was_left_to_tell() -> None:
    told = why(LOST, FOUGHT)
    assert "The battle: against Vermin; Vermin opened fire. Settled by numbers" in told
    assert "Round 1: the Vermin fire." in told
    assert NO_WITNESS in why(LOST)
    assert NO_WITNESS in why(LOST, changed(FOUGHT, battle="2019-2"))


@pytest.mark.rule("CW-5.0-10")
def test_a_colony_that_is_cut_off_says_what_would_link_it() -> None:
    view = late_game()
    home = next(c for c in view.colonies.values() if c.hex == "1816")
    far = changed(home, id="2619-2", hex="2619", orbit=2, name="Belephar 2", size=279, store=558)
    income = changed(view.income, yields=(Yield("2619-2", "2619", 2, 31, pooled=False),))
    colonies = {home.id: home, far.id: far}
    view = changed(view, colonies=colonies, bases={}, income=income)
    (told,) = colony_notes(view, far)
    assert told.startswith("⚠ Cut off from your supply grid: what it makes (31 CPs a month, 558 in its own store)")
    assert (
        "is 8 hexes away, and places within 3 hexes join: 2 colonies or way stations between them would link it" in told
    )
    assert stays_behind(view) == "; 558 more cut off from your grid at Belephar 2"
    empty = changed(view, colonies={home.id: home, far.id: changed(far, store=0)})
    assert stays_behind(empty) == "; 31 a month cut off from your grid at Belephar 2"
    assert [*colony_notes(view, home)] == []
    assert stays_behind(changed(view, colonies={home.id: home})) == ""
    near = Isolation("2619-2", 31, 0, nearest="1816", far=8, reach=1, between=1)
    assert "places within 1 hex join: 1 colony or way stations" in link_words(view, near)
    blockaded = changed(far, blockaded=True, blockader="vermin")
    (told,) = colony_notes(changed(view, colonies={**colonies, far.id: blockaded}), blockaded)
    assert "Vermin blockades it; it is linked again once its system is free." in told


@pytest.mark.rule("CW-9.3-68", "CW-9.3-69")
def test_a_conquered_people_says_how_many_garrison_units_it_takes() -> None:
    view = late_game()
    home = next(c for c in view.colonies.values() if c.hex == "1816")
    city = City("Hive", "0302", 1)
    front = Front(home.id, "Hive", "humans", 5, 5, {"0302": "clear"}, (city,), {}, people="Hostile")
    view = changed(view, fronts={home.id: front}, colonies={home.id: changed(home, garrison={})}, bases={})
    (told,) = colony_notes(view, view.colonies[home.id])
    assert told == "⚠ Its people are Hostile: their cities take 1 garrison unit, and 0 are there, 1 more or they rebel."
    calm = changed(front, people="")
    assert [*colony_notes(changed(view, fronts={home.id: calm}), view.colonies[home.id])] == []
