"""Foldspace and jump drives: jumps of a month, rifts at both ends, magnetic materials, and pushing one's luck."""

import pytest

from rules.cluster_war.chapters.movement.meetings import meetings
from rules.cluster_war.chapters.movement.navigation import MONOPOLES
from rules.cluster_war.model.events.detection import RiftDetected
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetArrived, FleetDeparted, FleetLost
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.setup.starting_places import with_monopoles
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import body, frozen, small, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import go, journey, moved, told, with_drives
from tests.used_up import assert_used_up


def one(design: str, *others: str, settings: Settings | None = None) -> GameState:
    """A fleet with such a drive in 0505, nobody else about."""
    return with_fleet(with_drives(small(settings=settings)), "humans", "0505", design, *others, name="1st Fleet")


def hops(events: list[Event]) -> list[tuple[int, str, int, str]]:
    """Departures and arrivals as (week, from, week, to)."""
    left = [e for e in events if isinstance(e, FleetDeparted)]
    here = [e for e in events if isinstance(e, FleetArrived)]
    return [(a.week, a.origin, b.week, b.hex) for a, b in zip(left, here, strict=False)]


@pytest.mark.rule("CW-4.0-06")
@pytest.mark.parametrize("design", ["jump", "foldspace"])
def test_a_displacement_drive_jumps_one_hex_a_month_and_is_nowhere_meanwhile(design: str) -> None:
    state = one(design)
    draft = moved(state, go("humans-F1", "0506"), weeks=3)
    assert draft.fleets["humans-F1"].transit == Transit("0505", "0506", 0, 4)
    assert hops(journey(state, go("humans-F1", "0506"), 1)) == [(0, "0505", 4, "0506")]


@pytest.mark.rule("CW-4.0-06")
def test_a_longer_way_is_several_jumps_and_the_fleet_shows_itself_between_them() -> None:
    events = journey(one("jump"), go("humans-F1", "0508"), 3)
    assert hops(events) == [(0, "0505", 4, "0506"), (4, "0506", 8, "0507"), (8, "0507", 12, "0508")]
    preview = check(view_for(one("jump"), "humans"), (), go("humans-F1", "0508"))
    assert preview.arrives == 12
    assert "12 weeks, ETA turn 4" in preview.text


@pytest.mark.rule("CW-4.0-06")
def test_each_further_level_adds_a_hex_a_month() -> None:
    assert hops(journey(one("far-jump"), go("humans-F1", "0507"), 1)) == [(0, "0505", 4, "0507")]
    assert hops(journey(one("far-jump"), go("humans-F1", "0506"), 1)) == [(0, "0505", 2, "0506")]
    assert hops(journey(one("far-jump", "jump"), go("humans-F1", "0507"), 2))[-1] == (4, "0506", 8, "0507")
    three = [(0, "0505", 4, "0507"), (4, "0507", 6, "0508")]
    assert hops(journey(one("far-jump"), go("humans-F1", "0508"), 2)) == three


@pytest.mark.rule("CW-4.0-09")
def test_rifts_at_both_ends_are_detected_by_those_whose_sensors_reach_there_and_by_nobody_else() -> None:
    state = with_drives(small(("humans", "vermin", "oolab"), settings=Settings(lrs_range=1)))
    state = with_fleet(state, "humans", "0505", "far-jump")
    state = with_fleet(state, "vermin", "0506", "scout")
    state = with_colony(state, "oolab", "0507", 1, 10)
    draft = moved(state, go("humans-F1", "0507"), weeks=1)
    rifts = {(e.side, e.hex, e.exit, e.due) for e in told(draft, RiftDetected)}
    assert rifts == {
        ("vermin", "0505", False, 0),
        ("vermin", "0507", True, 4),
        ("oolab", "0507", True, 4),
    }
    assert all(e.seen_by == (e.side,) and e.week == 0 for e in told(draft, RiftDetected))


@pytest.mark.rule("CW-4.0-09")
@pytest.mark.parametrize("design", ["far-fold", "scout"])
def test_foldspace_and_second_stage_drives_leave_no_rift(design: str) -> None:
    state = with_fleet(one(design), "vermin", "0506", "scout")
    draft = moved(state, go("humans-F1", "0507"))
    assert told(draft, FleetDeparted)
    assert told(draft, RiftDetected) == []


@pytest.mark.rule("CW-4.0-09")
def test_the_player_is_warned_of_his_rifts() -> None:
    notes = check(view_for(one("jump"), "humans"), (), go("humans-F1", "0506")).notes
    assert any(note.rule == "CW-4.0-09" for note in notes)
    notes = check(view_for(one("foldspace"), "humans"), (), go("humans-F1", "0506")).notes
    assert not any(note.rule == "CW-4.0-09" for note in notes)


@pytest.mark.rule("CW-4.0-10")
def test_where_the_campaign_wants_it_jump_drives_need_a_world_with_magnetic_materials() -> None:
    needed = Settings(monopoles=True)
    state = one("jump", settings=needed)
    with pytest.raises(IllegalOrderError, match="Special Magnetic Materials") as refused:
        check(view_for(state, "humans"), (), go("humans-F1", "0506"))
    assert refused.value.rule == "CW-4.0-10"
    (failed,) = told(moved(state, go("humans-F1", "0506")), OrderFailed)
    assert failed.cause.rule == "CW-4.0-10"
    assert told(moved(one("foldspace", settings=needed), go("humans-F1", "0506")), FleetArrived)
    assert told(moved(one("jump"), go("humans-F1", "0506")), FleetArrived), "off unless the campaign wants it"
    rich = with_drives(small(systems=[star("0404", body(1, resources=(MONOPOLES,)))], settings=needed))
    rich = with_fleet(with_colony(rich, "humans", "0404", 1, 10), "humans", "0505", "jump")
    assert told(moved(rich, go("humans-F1", "0506")), FleetArrived)


@pytest.mark.rule("CW-4.0-10")
def test_a_race_with_jump_drives_begins_with_the_materials_on_a_small_colony() -> None:
    state = with_drives(small(systems=[star("0404", body(1)), star("0606", body(2, max_cp=4))]), "humans")
    sides = state.sides.values()
    far = with_colony(with_colony(state, "humans", "0404", 1, 40), "humans", "0606", 2, 4)
    on = Settings(monopoles=True)
    cluster, colonies = with_monopoles(far.cluster, sides, far.colonies, on)
    assert colonies == far.colonies
    assert cluster.systems["0606"].bodies[0].resources == (MONOPOLES,)
    assert cluster.systems["0404"].bodies[0].resources == ()
    cluster, colonies = with_monopoles(state.cluster, sides, state.colonies, on)
    (new,) = [c for key, c in colonies.items() if key not in state.colonies]
    assert (new.side, new.hex, new.size) == ("humans", "0404", 10)
    assert cluster.systems["0404"].bodies[0].resources == (MONOPOLES,)
    assert with_monopoles(state.cluster, sides, state.colonies, Settings()) == (state.cluster, state.colonies)
    turned = with_monopoles(far.cluster, reversed(list(sides)), far.colonies, on)
    assert turned == with_monopoles(far.cluster, sides, far.colonies, on), "whoever comes first"
    again, _ = with_monopoles(cluster, sides, colonies, on)
    assert again == cluster, "once is enough"


@pytest.mark.rule("CW-4.0-08")
@pytest.mark.parametrize(("face", "lives"), [(25, False), (26, True)])
def test_a_pushed_foldspace_drive_goes_a_hex_farther_or_takes_the_whole_fleet_with_it(face: int, lives: bool) -> None:
    state = one("foldspace", "foldspace")
    dice = ScriptedDice([face])
    draft = moved(state, go("humans-F1", "0507", push=True), dice=dice)
    assert_used_up(dice)
    assert ("humans-F1" in draft.fleets) == lives
    assert bool(draft.ships) == lives
    if lives:
        assert draft.fleets["humans-F1"].hex == "0507"
        assert told(draft, FleetArrived)[0].week == 4
    else:
        (lost,) = told(draft, FleetLost)
        assert lost.ships == ("humans/FO01", "humans/FO02")
        assert lost.cause.rolls[0].total == 25
        assert lost.seen_by == ("humans",)
        assert frozen(draft).ships == {}


@pytest.mark.rule("CW-4.0-08")
def test_the_game_master_sets_the_chance_and_no_dice_are_rolled_within_the_rating() -> None:
    never = one("foldspace", settings=Settings(push_chance=0))
    draft = moved(never, go("humans-F1", "0507", push=True), dice=ScriptedDice([1]))
    assert draft.fleets["humans-F1"].hex == "0507"
    safe = ScriptedDice(())
    assert moved(one("foldspace"), go("humans-F1", "0506", push=True), dice=safe).fleets["humans-F1"].hex == "0506"
    notes = check(view_for(one("foldspace"), "humans"), (), go("humans-F1", "0507", push=True)).notes
    note, hungry = notes[-2:]
    assert (note.rule, hungry.rule) == ("CW-4.0-08", "CW-4.3-13")
    assert "25 of 100" in note.text


@pytest.mark.rule("CW-4.0-08")
@pytest.mark.parametrize("design", ["jump", "warp", "string", "scout"])
def test_other_drives_cannot_be_pushed(design: str) -> None:
    with pytest.raises(IllegalOrderError, match="cannot be pushed"):
        check(view_for(one(design), "humans"), (), go("humans-F1", "0506", push=True))


def test_between_two_jumps_a_fleet_can_be_met_and_sent_elsewhere() -> None:
    state = with_fleet(one("jump"), "vermin", "0506", "destroyer")
    draft = moved(state, go("humans-F1", "0507"))
    assert draft.fleets["humans-F1"].hex == "0506"
    meetings(draft, 4)
    assert [q.hex for q in draft.questions] == ["0506"]
    back = moved(changed(frozen(draft), peace=("humans|vermin",)), go("humans-F1", "0505"))
    assert back.fleets["humans-F1"].hex == "0505"
