"""Posts, who acts in them, and who takes over (CW-17.1-17 to CW-17.1-31)."""

import pytest

from rules.cluster_war.chapters.industry.refit_orders import ScrapUnits
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RankOfficer
from rules.cluster_war.chapters.officers.posts import lost_with
from rules.cluster_war.chapters.officers.ratings import (
    admiral_of,
    captain_ratings,
    close_combat,
    commander_of,
    engineer_bays,
    initiative_bonus,
)
from rules.cluster_war.model.events.officers import OfficerLost, OfficerPosted, OfficerTookOver
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Officer, Post, in_charge
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import draft_of, sheet
from tests.rules.cluster_war.chapters.officers.staff import HOME, month, officer, staffed

EATER, SISTER, DESTROYER, FAR = "humans/CA01", "humans/CA02", "humans/DD01", "humans/DD02"
TALON = officer(1, "Talon", "commander", EATER, rank=2, command=4)
GRAND = officer(2, "Eater of Enemies", "captain", EATER, rank=5, command=12)
CLAW = officer(3, "Red Claw", "commander", SISTER, rank=4, command=7)


def refusal(state: GameState, *orders: Order) -> str:
    """Why the last of some orders is refused."""
    view = view_for(state, "humans")
    with pytest.raises(GameError) as refused:
        check(view, sheet("humans", *orders[:-1], turn=state.turn), orders[-1])
    return f"{refused.value.rule}: {refused.value}"


@pytest.mark.rule("CW-17.1-26", "CW-17.1-27", "CW-17.1-19")
def test_only_the_ranking_officer_in_the_right_post_counts() -> None:
    alone = staffed(TALON, GRAND)
    assert 50 + initiative_bonus(alone, "humans", {EATER, SISTER}) == 54, "the grand leader is on the bridge"
    both = staffed(TALON, GRAND, CLAW)
    assert commander_of(both, "humans", {EATER, SISTER}) == CLAW
    assert 50 + initiative_bonus(both, "humans", {EATER, SISTER}) == 57
    left = {EATER}  # the sister ship, the Pain of Living, is destroyed
    assert 50 + initiative_bonus(both, "humans", left) == 54


@pytest.mark.rule("CW-17.1-28", "CW-17.1-27")
def test_the_next_in_rank_takes_over_when_a_ship_is_lost() -> None:
    draft = draft_of(staffed(TALON, GRAND, CLAW))
    assert lost_with(draft, {SISTER}) == (CLAW,)
    lost, heir = draft.events
    assert isinstance(lost, OfficerLost)
    assert (lost.name, lost.seen_by) == ("Red Claw", ("humans",))
    assert isinstance(heir, OfficerTookOver)
    assert (heir.name, heir.post, heir.unit) == ("Talon", "commander", EATER)
    assert initiative_bonus(draft, "humans", {EATER}) == 4


@pytest.mark.rule("CW-17.1-28")
@pytest.mark.parametrize("ranks", [(4, 2), (2, 4)])
def test_where_several_are_lost_at_once_the_heir_takes_over_once(ranks: tuple[int, int]) -> None:
    first, second = (changed(TALON, rank=ranks[0]), changed(CLAW, rank=ranks[1]))
    heir = officer(4, "Last Star", "commander", DESTROYER, rank=1)
    draft = draft_of(staffed(first, second, heir))
    lost_with(draft, {EATER, SISTER})
    assert [e.name for e in draft.events if isinstance(e, OfficerTookOver)] == ["Last Star"]
    assert {e.name for e in draft.events if isinstance(e, OfficerLost)} == {"Talon", "Red Claw"}


@pytest.mark.rule("CW-17.1-28")
def test_who_was_not_in_charge_leaves_nothing_to_take_over() -> None:
    draft = draft_of(staffed(TALON, CLAW))
    lost_with(draft, {EATER})
    assert not any(isinstance(e, OfficerTookOver) for e in draft.events)
    lost_with(draft, {SISTER})
    assert not any(isinstance(e, OfficerTookOver) for e in draft.events), "nobody is left"


@pytest.mark.rule("CW-17.1-28")
def test_ties_go_to_the_higher_rating_and_then_to_the_older_officer() -> None:
    one, two = officer(1, post="admiral", unit=EATER), officer(2, post="admiral", unit=SISTER)
    units = {EATER, SISTER}
    assert in_charge((one, two), "admiral", units) == one
    better = changed(two, strategy=6)
    assert in_charge((one, better), "admiral", units) == better
    senior = changed(one, recruited=4)
    assert in_charge((senior, two), "admiral", units) == two
    assert in_charge((changed(one, rank=2), better), "admiral", units) == changed(one, rank=2)


@pytest.mark.rule("CW-17.1-19", "CW-17.1-26")
def test_who_commands_at_a_colony_acts_for_its_garrison_and_nobody_of_another_side_does() -> None:
    here = officer(1, "Talon", "commander", HOME, command=4)
    other = changed(officer(2, "Stranger", "commander", HOME, rank=9, command=30), side="vermin")
    assert commander_of(staffed(here, other), "humans", {f"{HOME}|militia"}) == here
    assert commander_of(staffed(other), "humans", {HOME}) is None


@pytest.mark.rule("CW-17.1-17")
def test_a_post_has_one_holder_on_a_unit() -> None:
    state = staffed(TALON, officer(2, "Second"))
    why = refusal(state, AssignOfficer("humans/O2", "commander", EATER))
    assert why.startswith("CW-17.1-17: Talon is commander on CA01")
    relieved = (AssignOfficer("humans/O1", "aboard"), AssignOfficer("humans/O2", "commander", EATER))
    after = month(state, *relieved).state.officers
    assert after["humans/O1"].post is None
    assert after["humans/O2"].post == Post("commander", EATER)
    both = month(staffed(officer(1), officer(2)), *(AssignOfficer(f"humans/O{n}", "captain", EATER) for n in (1, 2)))
    assert [o.post is None for o in both.state.officers.values()] == [False, True]
    assert any(isinstance(e, OrderFailed) and e.cause.rule == "CW-17.1-17" for e in both.events)


@pytest.mark.rule("CW-17.1-18", "CW-17.1-19", "CW-17.1-20")
@pytest.mark.parametrize(("post", "rule"), [("admiral", "CW-17.1-18"), ("commander", "CW-17.1-19")])
def test_admirals_and_commanders_need_their_rooms(post: str, rule: str) -> None:
    state = staffed(officer())
    why = refusal(state, AssignOfficer("humans/O1", post, DESTROYER))  # type: ignore[arg-type] # as given
    assert why.startswith(rule)
    for unit in (EATER, HOME):
        order = AssignOfficer("humans/O1", post, unit)  # type: ignore[arg-type] # as given
        assert month(state, order).state.officers["humans/O1"].post == Post(post, unit)  # type: ignore[arg-type] # as given
    assert refusal(state, AssignOfficer("humans/O1", "captain", HOME)).startswith("CW-17.1-20")
    bridgeless = changed(state.sides["humans"], designs={**state.sides["humans"].designs})
    designs = {**bridgeless.designs, "destroyer": changed(bridgeless.designs["destroyer"], bridge=False)}
    shut = changed(state, sides={**state.sides, "humans": changed(bridgeless, designs=designs)})
    assert refusal(shut, AssignOfficer("humans/O1", "captain", DESTROYER)).startswith("CW-17.1-20")


@pytest.mark.rule("CW-17.1-20", "CW-17.1-21", "CW-17.1-22")
def test_a_captain_changes_the_rolls_of_their_own_ship_alone() -> None:
    state = staffed(officer(1, post="captain", unit=DESTROYER, attack=8, defense=5))
    assert captain_ratings(state, DESTROYER) == (8, 5)
    assert captain_ratings(state, EATER) == (0, 0)
    idle = staffed(officer(1, post="aboard", unit=DESTROYER, attack=8, defense=5))
    assert captain_ratings(idle, DESTROYER) == (0, 0)
    lucky = staffed(officer(1, post="captain", unit=DESTROYER, attack=8, defense=5, luck=3))
    assert captain_ratings(lucky, DESTROYER) == (11, 8)


@pytest.mark.rule("CW-17.1-18")
def test_strategy_counts_from_a_flag_bridge_alone() -> None:
    state = staffed(officer(1, post="captain", unit=EATER), officer(2, post="admiral", unit=SISTER, strategy=9))
    found = admiral_of(state, "humans", {EATER, SISTER, DESTROYER})
    assert found is not None
    assert found.strategy == 9
    assert admiral_of(state, "humans", {EATER, DESTROYER}) is None


@pytest.mark.rule("CW-17.1-25")
def test_a_commanders_rating_is_added_to_the_initiative_of_the_task_force() -> None:
    state = staffed(CLAW)
    assert 40 + initiative_bonus(state, "humans", {SISTER, DESTROYER}) == 47
    assert 40 + initiative_bonus(state, "vermin", {SISTER, DESTROYER}) == 40
    assert 40 + initiative_bonus(state, "humans", {FAR}) == 40


@pytest.mark.rule("CW-17.1-08", "CW-17.1-12")
def test_an_engineer_is_a_repair_bay_and_a_soldier_fights_close() -> None:
    settings = Settings()
    staff = staffed(officer(1, post="aboard", unit=FAR, talents=("engineer",)))
    assert engineer_bays(staff, FAR, settings) == 1
    assert engineer_bays(staff, DESTROYER, settings) == 0
    bridge = staffed(officer(1, post="captain", unit=FAR, talents=("soldier",)))
    assert close_combat(bridge, FAR, (0, 0, 0, 0), settings) == (0, 2, 0, 2)
    assert close_combat(bridge, DESTROYER, (0, 0, 0, 0), settings) == (0, 0, 0, 0)
    team = staffed(officer(1, post="team", unit=f"{HOME}|militia", talents=("soldier",)))
    assert close_combat(team, f"{HOME}|militia", (2, 2, 1, 1), settings) == (2, 4, 1, 3)
    idle = staffed(officer(1, post="aboard", unit=FAR, talents=("soldier",)))
    assert close_combat(idle, FAR, (0, 0, 0, 0), settings) == (0, 0, 0, 0)


@pytest.mark.rule("CW-17.1-12")
def test_a_team_leader_goes_with_ground_forces_that_are_there() -> None:
    state = staffed(officer())
    done = month(state, AssignOfficer("humans/O1", "team", HOME, "militia"))
    assert done.state.officers["humans/O1"].post == Post("team", f"{HOME}|militia")
    assert refusal(state, AssignOfficer("humans/O1", "team", HOME, "destroyer")).startswith("CW-17.1-12")


@pytest.mark.rule("CW-17.1-30")
def test_the_rank_changes_by_one_a_turn() -> None:
    state = staffed(officer())
    assert refusal(state, RankOfficer("humans/O1", 3)).startswith("CW-17.1-30")
    assert refusal(state, RankOfficer("humans/O1", 0)).startswith("CW-17.1-30")
    once = RankOfficer("humans/O1", 2)
    assert check(view_for(state, "humans"), (), once).text == "Talon rises to rank 2."
    assert refusal(state, once, RankOfficer("humans/O1", 3)).startswith("CW-17.1-30")
    second = month(state, once).state
    assert second.officers["humans/O1"].rank == 2
    third = month(second, RankOfficer("humans/O1", 3)).state
    assert third.officers["humans/O1"].rank == 3, "from 1 to 3 it takes two turns"
    down = RankOfficer("humans/O1", 2)
    assert check(view_for(third, "humans"), (), down).text == "Talon falls to rank 2."
    assert month(third, down).state.officers["humans/O1"].rank == 2


@pytest.mark.rule("CW-17.1-03")
def test_officers_travel_within_the_grid_and_within_a_hex() -> None:
    away = officer(1, post="captain", unit=FAR)
    state = staffed(away, officer(2))
    assert refusal(state, AssignOfficer("humans/O2", "aboard", FAR)).startswith("CW-17.1-03")
    assert refusal(state, AssignOfficer("humans/O1", "aboard")).startswith("CW-17.1-03")
    assert month(state, AssignOfficer("humans/O1", "aboard", FAR)).state.officers["humans/O1"].post == Post(
        "aboard", FAR
    )


@pytest.mark.rule("CW-17.1-28")
def test_who_serves_on_a_scrapped_ship_is_in_the_pool_again() -> None:
    state = staffed(officer(1, post="captain", unit=DESTROYER))
    done = month(state, ScrapUnits(colony=HOME, ships=(DESTROYER,)))
    assert DESTROYER not in done.state.ships
    assert done.state.officers["humans/O1"].post is None
    assert any(isinstance(e, OfficerPosted) and not e.post for e in done.events)
    assert broken_invariants(state, done.state, done.events) == ()


@pytest.mark.rule("CW-17.1-28")
def test_who_serves_on_a_ship_that_is_gone_is_lost_with_it() -> None:
    state = staffed(officer(1, post="captain", unit="humans/DD77"))
    done = month(state)
    assert done.state.officers == {}
    assert broken_invariants(state, done.state, done.events) == ()


@pytest.mark.rule("CW-17.1-27")
def test_a_post_without_its_room_ends() -> None:
    done = month(staffed(officer(1, post="admiral", unit=DESTROYER)))
    assert done.state.officers["humans/O1"].post == Post("aboard", DESTROYER)


@pytest.mark.parametrize(
    "text",
    [
        'post "Talon" to captain of DD01',
        'post "Talon" to pool',
        'post "Talon" to team of "Humans 0303" with "Militia"',
        'rank "Talon" 2',
        'recruit "Claw" at "Humans 0303" with "leader, tactician" for defense',
        'recruit "Claw" at "Humans 0303"',
    ],
)
def test_orders_are_read_and_written_alike(text: str) -> None:
    names = names_of(view_for(staffed(officer()), "humans"))
    assert format_order(parse_order(text, names), names) == text


def test_a_post_can_be_named_by_a_ships_name() -> None:
    state = staffed(officer())
    named = changed(state, ships={**state.ships, DESTROYER: changed(state.ships[DESTROYER], name="Pain of Living")})
    names = names_of(view_for(named, "humans"))
    order = parse_order('post Talon to captain of "Pain of Living"', names)
    assert order == AssignOfficer("humans/O1", "captain", DESTROYER)


def test_another_sides_officer_cannot_be_posted() -> None:
    foreign: Officer = changed(officer(), id="vermin/O1", side="vermin")
    done = month(staffed(foreign), AssignOfficer("vermin/O1", "captain", DESTROYER))
    assert done.state.officers["vermin/O1"].post is None
