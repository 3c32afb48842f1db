"""String drives on the jump map, wormholes made and found, held open, pushed, and used as weapons."""

from fractions import Fraction
from itertools import pairwise

import pytest

from rules.cluster_war.chapters.colonies.amendments import AddLink, RemoveLink
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.movement.navigation import mode_of
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.events.turn import Amended, OrderFailed
from rules.cluster_war.model.state.common import KnowledgeLevel, Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.places import Link, StarSystem
from rules.cluster_war.model.worlds.cluster import generate
from rules.cluster_war.model.worlds.terrain import known_links
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice, ScriptedDice
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import DESIGNS, body, frozen, small, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import go, journey, moved, told, with_drives
from tests.used_up import assert_used_up

CHAIN = ("0505", "0507", "0907", "0909")


def network(
    design: str = "string", *, settings: Settings | None = None, level: KnowledgeLevel = "surveyed"
) -> GameState:
    """A fleet in 0505, the first of four stars in a row of jump lines, of which the Humans know the first two."""
    state = with_drives(small(systems=[star(h, body(1)) for h in CHAIN], settings=settings))
    links = tuple(Link(a, b) for a, b in pairwise(CHAIN))
    state = changed(state, cluster=changed(state.cluster, links=links))
    state = knowing(state, *CHAIN[:2], level=level)
    return with_fleet(state, "humans", "0505", design)


def knowing(state: GameState, *hexes: str, level: KnowledgeLevel = "surveyed") -> GameState:
    """The Humans know these systems."""
    known = state.knowledge["humans"]
    more = {h: known_as(state.cluster.systems[h], level, 1) for h in hexes}
    return changed(state, knowledge={**state.knowledge, "humans": changed(known, systems={**known.systems, **more})})


def why(state: GameState, *hexes: str, **more: object) -> GameError:
    """Why an order is refused, at entry and, with the same words and rule, when it is carried out."""
    with pytest.raises(IllegalOrderError) as refused:
        check(view_for(state, "humans"), (), go("humans-F1", *hexes, **more))
    (failed,) = told(moved(state, go("humans-F1", *hexes, **more)), OrderFailed)
    assert (failed.reason, failed.cause.rule) == (str(refused.value), refused.value.rule)
    return refused.value


@pytest.mark.rule("CW-4.0-19")
def test_a_string_fleet_crosses_a_system_a_week_and_passes_the_links_in_no_time() -> None:
    events = journey(network(), go("humans-F1", "0907"), 1)
    passed = [(e.week, e.hex) for e in events if isinstance(e, FleetPassed | FleetArrived)]
    assert passed == [(1, "0507"), (2, "0907")]
    slow = journey(network(settings=Settings(string_weeks=2)), go("humans-F1", "0907"), 1)
    assert [e.week for e in slow if isinstance(e, FleetPassed | FleetArrived)] == [2, 4]
    assert check(view_for(network(), "humans"), (), go("humans-F1", "0907")).arrives == 2


@pytest.mark.rule("CW-4.0-19")
def test_a_string_fleet_goes_only_where_links_it_knows_lead() -> None:
    error = why(network(), "0909")
    assert error.rule == "CW-4.0-19"
    assert "no line of warp points" in str(error)
    assert moved(knowing(network(), "0907"), go("humans-F1", "0909")).fleets["humans-F1"].hex == "0909"
    assert why(network(), "0506").rule == "CW-4.0-19"


@pytest.mark.rule("CW-4.0-19", "CW-3.1-58")
def test_warp_points_are_found_by_surveys_or_by_scouts_with_the_right_sensors() -> None:
    scouted = network(level="scouted")
    assert view_for(scouted, "humans").links == ()
    humans = changed(scouted.sides["humans"], technologies=("Long-Range Scanners: Warp Point detection",))
    sharp = changed(scouted, sides={**scouted.sides, "humans": humans})
    assert view_for(sharp, "humans").links == (Link("0505", "0507"), Link("0507", "0907"))
    assert view_for(network(), "vermin").links == ()
    dull = {key: d for key, d in scouted.sides["humans"].designs.items() if d.ftl != "string"}
    without = network()
    without = changed(without, sides={**without.sides, "humans": changed(without.sides["humans"], designs=dull)})
    assert view_for(changed(without, fleets={}), "humans").links == (), "no transit gear finds none"
    assert len(gm_view(network()).links) == 3


@pytest.mark.rule("CW-4.0-19")
def test_the_network_makes_choke_points_where_a_guard_holds_a_string_fleet_up() -> None:
    state = with_fleet(network(), "vermin", "0507", "destroyer", mission="blockade")
    draft = moved(state, go("humans-F1", "0907"))
    assert draft.fleets["humans-F1"].hex == "0507"
    assert draft.fleets["humans-F1"].course is not None
    assert moved(frozen(draft)).fleets["humans-F1"].hex == "0907"


@pytest.mark.rule("CW-B-56", "CW-4.0-23")
def test_the_game_master_draws_and_wipes_out_links_of_every_kind() -> None:
    state = small()
    done = amend(state, AddLink("0909", "0505", "held", "humans"), "The gate base is ready")
    assert done.state.cluster.links == (Link("0505", "0909", "held", "humans"),)
    (told_,) = done.events
    assert isinstance(told_, Amended)
    assert (told_.text, told_.seen_by) == ("A held wormhole now joins 0505 and 0909.", ("humans",))
    gone = amend(done.state, RemoveLink("0505", "0909", "held"), "Destroyed")
    assert gone.state.cluster.links == ()
    assert gone.events[0].seen_by == ("humans",)
    secret = amend(state, AddLink("0505", "0909"), "")
    assert secret.events[0].seen_by == ()
    for wrong in (
        AddLink("0505", "0505"),
        AddLink("0505", "9999"),
        RemoveLink("0505", "0909"),
        AddLink("0505", "0606", "held", "x"),
    ):
        with pytest.raises(GameError):
            amend(state, wrong, "")


@pytest.mark.rule("CW-B-56")
def test_any_fleet_passes_a_gate_it_knows() -> None:
    state = with_fleet(with_drives(small(systems=[star("0505"), star("1111")])), "humans", "0505", "scout")
    state = changed(state, cluster=changed(state.cluster, links=(Link("0505", "1111", "gate"),)))
    assert why(state, "1111", by="gate").rule == "CW-B-56"
    seen = knowing(state, "0505", level="scouted")
    assert moved(seen, go("humans-F1", "1111", by="gate"), weeks=1).fleets["humans-F1"].hex == "1111"


@pytest.mark.rule("CW-4.0-20")
def test_a_wormhole_takes_a_week_to_form_and_reaches_three_hexes() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "wormhole")
    draft = moved(state, go("humans-F1", "0508", wait=1), weeks=1)
    assert (draft.fleets["humans-F1"].hex, draft.fleets["humans-F1"].transit) == ("0505", None)
    draft = moved(state, go("humans-F1", "0508", wait=1))
    assert [(e.week, e.hex) for e in told(draft, FleetArrived)] == [(2, "0508")]
    error = why(state, "0509")
    assert error.rule == "CW-4.0-20"
    assert "4 hexes away" in str(error)
    assert check(view_for(state, "humans"), (), go("humans-F1", "0509", push=True)).arrives == 1


@pytest.mark.rule("CW-4.0-20")
def test_a_base_forms_a_wormhole_for_any_fleet_of_its_own_side() -> None:
    state = with_drives(small(systems=[star("0505", body(1))]))
    state = with_fleet(with_colony(state, "humans", "0505", 1, 10, garrison={"gate-base": 1}), "humans", "0505", "hulk")
    assert moved(state, go("humans-F1", "0508", by="wormhole"), weeks=1).fleets["humans-F1"].hex == "0508"
    assert why(state, "0509", by="wormhole").rule == "CW-4.0-24"
    without = changed(state, colonies={**state.colonies, "0505-1": changed(state.colonies["0505-1"], garrison={})})
    assert "no wormhole" in str(why(without, "0508", by="wormhole"))


@pytest.mark.rule("CW-4.0-21")
@pytest.mark.parametrize(("face", "says"), [(25, "collapses"), (26, "holds")])
def test_a_pushed_wormhole_goes_before_the_game_master_with_advice_by_the_dice(face: int, says: str) -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "wormhole")
    dice = ScriptedDice([face])
    draft = moved(state, go("humans-F1", "0511", push=True), dice=dice)
    assert_used_up(dice)
    (question,) = draft.questions
    assert (question.rule, question.kind) == ("CW-4.0-21", "catastrophe")
    assert says in question.suggestion
    assert draft.fleets["humans-F1"].hex == "0511", "the rest is the game master's"
    assert why(state, "0512", push=True).rule == "CW-4.0-21"
    notes = check(view_for(state, "humans"), (), go("humans-F1", "0511", push=True)).notes
    assert [note.rule for note in notes] == ["CW-4.0-21", "CW-4.3-13"]


@pytest.mark.rule("CW-4.0-22")
def test_a_wormhole_that_forms_at_foreign_worlds_is_put_before_the_game_master_as_a_weapon() -> None:
    state = with_drives(small(systems=[star("0508", body(1))]))
    state = with_fleet(with_colony(state, "vermin", "0508", 1, 50, garrison={"base": 2}), "humans", "0505", "wormhole")
    draft = moved(state, go("humans-F1", "0508"))
    (question,) = draft.questions
    assert (question.rule, question.hex, question.sides) == ("CW-4.0-22", "0508", ("humans", "vermin"))
    assert "0508-1 (2 × Watch Base)" in question.text
    assert "Vessels can avoid it" in question.suggestion
    assert "base" in question.suggestion
    friends = moved(changed(state, peace=("humans|vermin",)), go("humans-F1", "0508"))
    assert friends.questions == []
    away = moved(state, go("humans-F1", "0507"))
    assert away.questions == []


@pytest.mark.rule("CW-4.0-23")
def test_a_wormhole_held_open_by_a_base_lets_its_owners_fleets_pass_at_any_distance() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "hulk")
    state = with_fleet(state, "vermin", "0505", "scout")
    held = amend(state, AddLink("0505", "1717", "held", "humans"), "").state
    assert moved(held, go("humans-F1", "1717", by="wormhole"), weeks=1).fleets["humans-F1"].hex == "1717"
    assert view_for(held, "humans").links == (Link("0505", "1717", "held", "humans"),)
    assert view_for(held, "vermin").links == ()
    (failed,) = told(moved(held, go("vermin-F1", "1717", by="wormhole")), OrderFailed)
    assert failed.cause.rule == "CW-4.0-24"


def natural(**settings: object) -> GameState:
    """A surveyed wormhole in 0505 that leads to 1515, and a fleet at it."""
    hole = StarSystem("0505", ("Wrm",), destination="1515")
    state = small(systems=[hole], settings=Settings(**settings))  # type: ignore[arg-type] # keywords are Settings' own
    return with_fleet(knowing(state, "0505"), "humans", "0505", "hulk")


@pytest.mark.rule("CW-4.0-24")
def test_natural_wormholes_carry_ships_or_messages_alone_as_the_campaign_has_it() -> None:
    assert view_for(natural(), "humans").links == (Link("0505", "1515", "wormhole"),)
    assert view_for(natural(), "vermin").links == ()
    assert moved(natural(), go("humans-F1", "1515", by="wormhole"), weeks=1).fleets["humans-F1"].hex == "1515"
    error = why(natural(natural_wormholes="communication"), "1515", by="wormhole")
    assert "carry messages here, but no ships" in str(error)
    unknown = changed(natural(), knowledge={**natural().knowledge, "humans": natural().knowledge["vermin"]})
    assert "no wormhole" in str(why(unknown, "1515", by="wormhole"))


@pytest.mark.rule("CW-4.0-24")
def test_a_cluster_is_made_without_wormholes_where_the_campaign_has_none() -> None:
    dice = Dice(bytes(32), "generation", 0)
    small_map = Settings(sectors_across=5, sectors_down=5)
    usual = generate(small_map, dice)
    none = generate(changed(small_map, natural_wormholes="none"), dice)
    assert any("Wrm" in s.codes for s in usual.systems.values())
    assert not any("Wrm" in s.codes or s.destination for s in none.systems.values())
    assert not any(s.special is not None and s.special.kind == "Wormhole" for s in none.systems.values())
    same = [h for h, s in usual.systems.items() if "Wrm" not in s.codes and not s.destination]
    assert all(usual.systems[h].codes == none.systems[h].codes for h in same)


def test_a_fleets_own_drive_alone_is_pushed_and_ways_are_three() -> None:
    assert "own drive" in str(why(network("foldspace"), "0507", push=True, by="wormhole"))
    assert "by gate" in str(why(network("scout"), "0507", by="magic"))


def test_ways_and_pushing_are_written_and_read_in_players_notation() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "wormhole", name="1st Fleet")
    names = names_of(view_for(state, "humans"))
    for order, line in (
        (go("humans-F1", "0507", wait=2, by="wormhole"), 'move "1st Fleet" to 0507 wait 2 by wormhole'),
        (go("humans-F1", "0507", by="gate"), 'move "1st Fleet" to 0507 by gate'),
        (go("humans-F1", "0509", push=True), 'move "1st Fleet" to 0509 pushed'),
    ):
        assert format_order(order, names) == line
        assert parse_order(line, names) == order


def test_links_of_others_and_of_unknown_systems_stay_unknown() -> None:
    state = network()
    links = (*state.cluster.links, Link("0505", "0909", "held", "vermin"), Link("0808", "0909", "gate"))
    cluster = changed(state.cluster, links=links)
    found = known_links(cluster, state.sides["humans"], state.knowledge["humans"])
    assert found == (Link("0505", "0507"), Link("0507", "0907"))


@pytest.mark.rule("CW-4.0-20", "CW-4.0-24")
@pytest.mark.parametrize("by", ["wormhole", "gate"])
def test_a_passage_has_no_rating_and_the_largest_hull_counts_without_its_small_craft(by: str) -> None:
    kinds = {**DESIGNS, "barge": changed(DESIGNS["hulk"], id="barge", hull=70)}
    ships = tuple(Ship(f"humans/{n}", "humans", kind) for n, kind in enumerate(("scout", "barge", "freighter")))
    mode = mode_of("A", kinds, ships, Settings(), by)
    assert (mode.rating, mode.month, mode.hull, mode.gravity) == ("", 0, 70, Fraction(0))
