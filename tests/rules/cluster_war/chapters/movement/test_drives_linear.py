"""Skip, warp and void jammer drives: hex by hex, seen on the way, held up, barred and caught."""

from collections.abc import Mapping

import pytest

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.movement.meetings import meetings
from rules.cluster_war.chapters.movement.move_orders import enter_moves
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Course
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import DICE, body, draft_of, frozen, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import go, journey, moved, told, with_drives
from tests.used_up import assert_used_up

PLAIN = Settings()
NOTHING: Mapping[str, str] = {}
UNDRAWN = Settings(jump_map="never")
ION = Special("Alien Weapon/Trap", ("Trap: Ion Storm Generator (raises an ion storm of force 2)",))


def one(
    design: str, codes: Mapping[str, str] = NOTHING, *, mission: str = "none", settings: Settings = PLAIN
) -> GameState:
    """A fleet with such a drive in 0505, and objects of these codes by hex."""
    systems = [star(hex_, codes=(code,)) for hex_, code in codes.items()]
    state = with_drives(small(systems=systems, settings=settings))
    return with_fleet(state, "humans", "0505", design, name="1st Fleet", mission=mission)  # type: ignore[arg-type] # a mission


def way(state: GameState, to: str, months: int = 3) -> list[tuple[int, str]]:
    """Weeks and hexes of a journey to `to`."""
    events = journey(state, go("humans-F1", to), months)
    return [(e.week, e.hex) for e in events if isinstance(e, FleetPassed | FleetArrived)]


@pytest.mark.rule("CW-4.0-11", "CW-4.0-12", "CW-4.0-13")
@pytest.mark.parametrize(
    ("design", "weeks"),
    [
        ("skip", [4, 8, 12]),
        ("warp", [4, 8, 12]),
        ("fast-warp", [2, 4, 6]),
        ("quick-warp", [2, 3, 4]),
        ("void-jammer", [2, 4, 6]),
        ("fast-void", [1, 2, 3]),
    ],
)
def test_linear_drives_enter_hex_after_hex_at_their_rate(design: str, weeks: list[int]) -> None:
    assert way(one(design), "0508") == list(zip(weeks, ["0506", "0507", "0508"], strict=True))
    assert check(view_for(one(design), "humans"), (), go("humans-F1", "0508")).arrives == weeks[-1]


@pytest.mark.rule("CW-4.0-18")
def test_a_linear_fleet_is_seen_in_every_hex_on_its_way_and_second_stage_is_not() -> None:
    state = with_fleet(one("fast-warp"), "vermin", "0607", "scout")
    draft = draft_of(state, *sheet("humans", go("humans-F1", "0508")))
    enter_moves(draft)
    seen: list[str] = []
    for week in range(1, 5):
        move_week(draft, week)
        refresh(draft, week)
        seen += [s.hex for s in draft.knowledge["vermin"].fleets.values() if s.week == week]
    assert seen == ["0506", "0506", "0507"]
    assert draft.fleets["humans-F1"].transit is None
    hidden = moved(with_fleet(one("scout"), "vermin", "0607", "scout"), go("humans-F1", "0508"), weeks=2)
    refresh(hidden, 2)
    assert hidden.knowledge["vermin"].fleets == {}


@pytest.mark.rule("CW-4.0-18")
@pytest.mark.parametrize("mission", ["patrol", "blockade"])
def test_a_fleet_on_guard_holds_a_warp_fleet_up_until_the_month_ends_and_the_game_master_hears_of_it(
    mission: str,
) -> None:
    state = with_fleet(one("fast-warp"), "vermin", "0506", "destroyer", mission=mission)  # type: ignore[arg-type] # a mission
    draft = moved(state, go("humans-F1", "0508"), weeks=2)
    meetings(draft, 2)
    assert [q.hex for q in draft.questions] == ["0506"]
    (held,) = told(draft, OrderFailed)
    assert held.cause.rule == "CW-4.0-18"
    assert draft.fleets["humans-F1"].course == Course(("0507", "0508"), (6, 8))
    assert way(state, "0508") == [(2, "0506"), (6, "0507"), (8, "0508")]


@pytest.mark.rule("CW-4.0-18")
def test_friends_idle_fleets_and_a_ruling_let_a_warp_fleet_pass() -> None:
    guarded = with_fleet(one("fast-warp"), "vermin", "0506", "destroyer", mission="patrol")
    free = [(2, "0506"), (4, "0507"), (6, "0508")]
    assert way(changed(guarded, peace=("humans|vermin",)), "0508") == free
    assert way(with_fleet(one("fast-warp"), "vermin", "0506", "destroyer"), "0508") == free
    assert way(changed(guarded, settings=Settings(rulings={"CW-4.0-18": "pass"})), "0508") == free


@pytest.mark.rule("CW-4.0-17")
def test_a_skip_fleet_slips_away_from_guards_and_the_game_master_reads_that_it_can_flee() -> None:
    state = with_fleet(one("skip"), "vermin", "0506", "destroyer", mission="patrol")
    assert way(state, "0507") == [(4, "0506"), (8, "0507")]
    draft = moved(state, go("humans-F1", "0507"))
    meetings(draft, 4)
    (question,) = draft.questions
    assert "humans-F1 (1 ship, 20 hull spaces, skip drives: may flee any battle)" in question.text
    assert "vermin-F1 (1 ship, 20 hull spaces)" in question.text
    notes = check(view_for(state, "humans"), (), go("humans-F1", "0507")).notes
    assert any(note.rule == "CW-4.0-17" for note in notes)


@pytest.mark.rule("CW-4.0-14")
@pytest.mark.parametrize("code", ["Neb", "Grv", "Ion", "Rad", "Mag"])
def test_void_jammers_may_not_enter_nebulae_and_storms_and_go_round_them(code: str) -> None:
    state = one("void-jammer", {"0506": code})
    with pytest.raises(IllegalOrderError, match="cannot enter nebulae or storms") as refused:
        check(view_for(state, "humans"), (), go("humans-F1", "0506"))
    assert refused.value.rule == "CW-4.0-14"
    (failed,) = told(moved(state, go("humans-F1", "0506")), OrderFailed)
    assert failed.cause.rule == "CW-4.0-14"
    round_it = way(state, "0507")
    assert "0506" not in [h for _, h in round_it]
    assert round_it[-1] == (6, "0507"), "three hexes instead of two"
    assert way(one("warp", {"0506": code}), "0506") == [(4, "0506")], "other linear drives may"


@pytest.mark.rule("CW-4.0-14")
def test_void_jammers_shut_in_by_storms_stay_where_they_are() -> None:
    around = dict.fromkeys(("0504", "0506", "0405", "0406", "0605", "0606"), "Ion")
    with pytest.raises(IllegalOrderError, match="no way to 0508 is open"):
        check(view_for(one("void-jammer", around), "humans"), (), go("humans-F1", "0508"))


@pytest.mark.rule("CW-4.0-15")
def test_void_jammers_lose_a_week_when_they_go_straight_through_asteroids() -> None:
    assert way(one("void-jammer", {"0506": "Ast"}), "0507") == [(2, "0506"), (5, "0507")]
    assert way(one("void-jammer", {"0506": "Ast"}), "0506") == [(2, "0506")], "stopping there costs nothing"
    assert way(one("fast-warp", {"0506": "Ast"}), "0507") == [(2, "0506"), (4, "0507")]
    house = Settings(overrides={"CW-TAB-DRIVE-RULINGS/weeks lost at asteroids/number": "0"})
    assert way(one("void-jammer", {"0506": "Ast"}, settings=house), "0507") == [(2, "0506"), (4, "0507")]
    notes = check(view_for(one("void-jammer", {"0506": "Ast"}), "humans"), (), go("humans-F1", "0507")).notes
    assert any(note.rule == "CW-4.0-15" for note in notes)


@pytest.mark.rule("CW-4.0-16")
def test_void_jammers_caught_by_an_ion_trap_stop_and_the_dice_advise_the_game_master() -> None:
    trap = star("0506", body(1), special=ION)
    state = with_fleet(
        with_drives(small(systems=[trap], settings=UNDRAWN)), "humans", "0505", "void-jammer", "void-jammer"
    )
    dice = ScriptedDice([3, 4])
    draft = moved(state, go("humans-F1", "0507"), dice=dice)
    assert_used_up(dice)
    (question,) = draft.questions
    assert (question.rule, question.hex, question.sides) == ("CW-4.0-16", "0506", ("humans",))
    assert question.suggestion == "The dice say: VJ01 destroyed, VJ02 severely damaged."
    assert told(draft, QuestionRaised)[0].seen_by == ()
    fleet = draft.fleets["humans-F1"]
    assert (fleet.hex, fleet.course, fleet.route) == ("0506", None, ())
    assert told(draft, OrderFailed)[0].seen_by == ("humans",)


@pytest.mark.rule("CW-4.0-16")
def test_other_drives_and_other_traps_catch_no_void_jammers() -> None:
    trap, mines = star("0506", body(1), special=ION), star("0506", special=Special("Alien Weapon/Trap", ("Minefield",)))
    for design, system in (("fast-warp", trap), ("void-jammer", mines)):
        state = with_fleet(with_drives(small(systems=[system])), "humans", "0505", design)
        assert moved(state, go("humans-F1", "0507")).questions == []


def test_a_new_order_ends_a_course_where_the_fleet_is() -> None:
    state = one("fast-warp")
    first = frozen(moved(state, go("humans-F1", "0509")))
    assert first.fleets["humans-F1"].hex == "0507"
    stop = moved(first, go("humans-F1", "0507"))
    assert (stop.fleets["humans-F1"].course, stop.fleets["humans-F1"].route) == (None, ())
    assert "gives up the rest" in check(view_for(first, "humans"), (), go("humans-F1", "0507")).text
    back = moved(first, go("humans-F1", "0506"))
    assert back.fleets["humans-F1"].hex == "0506"


def test_a_fleet_that_is_split_begins_its_hex_anew() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "warp", "warp")
    state = frozen(moved(state, go("humans-F1", "0507"), weeks=4))
    draft = draft_of(state, *sheet("humans", SplitFleet("humans-F1", ("WA02",), "Rear"), turn=2))
    carry_out(Phase.ORGANISE)(draft)
    front = draft.fleets["humans-F1"]
    assert front.course is None
    move_week(draft, 5)
    assert draft.fleets["humans-F1"].course == Course(("0507",), (8,))
    assert draft.fleets["humans-F2"].hex == "0506"


def test_a_whole_turn_with_a_warp_fleet_scouts_what_it_passes_and_surveys_only_where_it_stays() -> None:
    state = one("fast-warp", {"0506": "G", "0507": "K"}, mission="survey")
    done = adjudicate(state, sheet("humans", go("humans-F1", "0507")), DICE)
    known = done.state.knowledge["humans"].systems
    assert known["0506"].level == known["0507"].level == "scouted"
    assert done.state.fleets["humans-F1"].hex == "0507"


@pytest.mark.rule("CW-B-23", "CW-4.0-17")
def test_in_an_inhibitors_field_the_game_master_reads_of_no_flight() -> None:
    field = star("0505", special=Special("Weapon/Trap", ("FTL Drive Inhibitor Field",)))
    state = with_fleet(one("skip"), "vermin", "0505", "destroyer", mission="patrol")
    state = changed(
        state,
        cluster=changed(state.cluster, systems={**state.cluster.systems, "0505": field}),
        settings=changed(state.settings, encounters="played"),
    )
    draft = moved(state)
    meetings(draft, 4)
    (question,) = draft.questions
    assert "humans-F1 (1 ship, 20 hull spaces)" in question.text
