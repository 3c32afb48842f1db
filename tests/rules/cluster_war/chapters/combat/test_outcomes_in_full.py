"""What battles leave in a campaign beyond the plain cases: prizes, works, munitions, flight and pursuit."""

import pytest

from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.model.events.battles import FleetFled, FleetPursued
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.officers import OfficerLost
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build
from rules.cluster_war.model.state.sides import Officer, Post
from rules.cluster_war.model.state.war import BattleOutcome, BattleTerms, Engagement, UnitOutcome, Wounds
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import body, change_fleet, draft_of, sheet, small, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import (
    ATTACK,
    BY_NUMBERS,
    Month,
    Referee,
    facing,
    fled,
    heading,
    lost,
    played,
)

PURSUE = Engagement("attack", pursue=True)
TAKEN = {"humans/FF01": UnitOutcome("humans/FF01", "captured", captor="vermin")}


def noted(state: GameState, side: str, design: str) -> GameState:
    """The state with a secret note on a side's design."""
    found = state.sides[side]
    secret = changed(found.designs[design], note="For the attack on the nest!", hull=21)
    return changed(state, sides={**state.sides, side: changed(found, designs={**found.designs, design: secret})})


@pytest.mark.rule("CW-9.7-01", "CW-9.7-02")
def test_who_takes_a_prize_does_not_read_what_its_builder_noted_on_the_design() -> None:
    month = played(noted(facing(), "humans", "freighter"), referee=Referee(TAKEN))
    (prize,) = (s for s in month.state.ships.values() if s.side == "vermin" and s.design.startswith("humans-"))
    assert month.state.sides["vermin"].designs[prize.design].hull == 21
    assert "nest" not in repr(view_for(month.state, "vermin"))
    assert month.state.sides["humans"].designs["freighter"].note
    state = with_fleet(small(settings=BY_NUMBERS), "humans", "0505", "destroyer", engagement=ATTACK)
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505")
    state = changed(noted(state, "vermin", "base"), bases={gate.id: gate})
    held = Referee({gate.id: UnitOutcome(gate.id, "captured", captor="humans")}, "humans")
    assert "nest" not in repr(view_for(played(state, referee=held).state, "humans"))


def test_a_prize_keeps_no_salvage_and_its_new_crew_has_no_past() -> None:
    state = facing()
    old = changed(
        state.ships["humans/FF01"], grade="elite", drilled=3, battles=9, settling=2, salvage={"LRS": 1}, crate_room=20
    )
    month = played(changed(state, ships={**state.ships, old.id: old}), referee=Referee(TAKEN))
    prize = month.state.ships["vermin/FF01"]
    assert (prize.grade, prize.drilled, prize.settling) == ("regular", 0, 0)
    assert (dict(prize.salvage), prize.crate_room) == ({}, 0)
    assert prize.battles == 3, "the three weeks after it"


def based(**changes: object) -> GameState:
    """A human destroyer before a base of the vermin's."""
    state = with_fleet(small(settings=BY_NUMBERS), "humans", "0505", "destroyer", engagement=ATTACK)
    gate = changed(Base("vermin/BS01", "vermin", "base", "Gate", "0505"), **changes)  # type: ignore[arg-type] # a base's own fields
    return changed(state, bases={gate.id: gate})


def test_a_base_that_falls_takes_what_was_paid_and_refitted_there_with_it() -> None:
    old = Build("vermin-B1", "vermin", "vermin/BS01", "scout", 2, 60, 20, 10, 5, 1, old="destroyer")
    state = changed(based(store=7), builds={old.id: old})
    month = played(state, referee=Referee(lost("vermin/BS01"), "humans"))
    settled = next(e for e in month.events if type(e).__name__ == "BattleSettled")
    assert {(p.side, p.cps) for p in settled.purses} == {("vermin", 7 + old.paid)}  # type: ignore[attr-defined]
    losses = {(x.what, x.count) for x in settled.losses}  # type: ignore[attr-defined]
    assert losses == {("base", 1), ("destroyer", 2)}


@pytest.mark.rule("CW-9.0-11")
def test_a_captured_base_works_from_the_next_turn_on() -> None:
    held = Referee({"vermin/BS01": UnitOutcome("vermin/BS01", "captured", captor="humans")}, "humans")
    month = played(based(), referee=held)
    assert month.state.bases["humans/BS01"].ready == 2


def test_a_base_let_go_works_from_the_next_turn_on() -> None:
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505", towed_by="vermin-F1", orbit=3)
    month = played(
        changed(facing(), bases={gate.id: gate}), referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans")
    )
    assert (month.state.bases[gate.id].ready, month.state.bases[gate.id].orbit) == (2, 0)


def test_what_a_garrison_fired_is_gone_from_its_worlds_stock_and_its_poor_units_fall_with_it() -> None:
    armed = changed(small().sides["vermin"].designs["base"], launchers=4, magazines=2)
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50, garrison={"base": 3}, munitions=90)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "base": armed})
    colony = changed(state.colonies["0505-1"], low_quality={"base": 3})
    state = changed(state, sides={**state.sides, "vermin": vermin}, colonies={**state.colonies, colony.id: colony})
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    judge = Referee()
    first = played(state, referee=judge)
    lent = next(u.munitions for u in judge.seen[0].units if u.unit == "0505-1|base")
    assert lent > 1
    assert first.state.colonies["0505-1"].munitions == 90
    ends = {"0505-1|base": UnitOutcome("0505-1|base", "survived", munitions=1, count=2), **lost("humans/DD01")}
    after = played(state, referee=Referee(ends, "vermin")).state.colonies["0505-1"]
    assert (after.munitions, dict(after.garrison), dict(after.low_quality)) == (90 - lent + 1, {"base": 2}, {"base": 2})
    none = {"0505-1|base": UnitOutcome("0505-1|base", "survived", munitions=lent), **lost("humans/DD01")}
    assert played(state, referee=Referee(none, "vermin")).state.colonies["0505-1"].garrison == {"base": 1}


@pytest.mark.rule("CW-9.0-01")
def test_small_craft_weigh_a_tenth_in_what_a_side_lost() -> None:
    craft = changed(small().sides["vermin"].designs["base"], id="craft", kind="small_craft", hull=20)
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50, garrison={"craft": 3})
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "craft": craft})
    state = with_fleet(changed(state, sides={**state.sides, "vermin": vermin}), "humans", "0505", "destroyer")
    state = change_fleet(state, "humans-F1", engagement=ATTACK)
    month = played(state, referee=Referee({"0505-1|craft": UnitOutcome("0505-1|craft", "destroyed")}, "humans"))
    assert dict(month.state.battles[0].lost) == {"vermin": 6}


@pytest.mark.rule("CW-17.1-28")
def test_officers_of_a_ship_that_is_taken_are_lost_with_it() -> None:
    captain = Officer("humans/O1", "humans", "Talon", 1, 1, 1, 1, post=Post("captain", "humans/FF01"))
    state = changed(facing(settings=changed(BY_NUMBERS, flag_officers=True)), officers={captain.id: captain})
    month = played(state, referee=Referee(TAKEN))
    assert [e.seen_by for e in month.of(OfficerLost)] == [("humans",)]
    assert captain.id not in month.state.officers


@pytest.mark.rule("CW-9.0-13")
def test_the_largest_body_of_enemies_is_followed_not_friends_nor_skip_drives() -> None:
    state = with_fleet(facing(humans=PURSUE), "vermin", "0505", "scout", name="Eyes")
    state = with_fleet(state, "oolab", "0505", *["destroyer"] * 6, name="Friends", engagement=ATTACK)
    state = changed(state, peace=("humans|oolab",))
    gone = fled("vermin/DD01", "vermin/SC01", *(f"oolab/DD0{n}" for n in range(2, 8)))
    ends = {**gone, **lost("humans/FF01")}
    judge = Referee(ends, "humans")
    friends = played(state, referee=judge)
    assert judge.seen[0].sides == ("humans", "oolab", "vermin")
    went = {e.side: e.to for e in friends.of(FleetFled) if isinstance(e, FleetFled) and e.week == 1}
    assert went["vermin"] != went["oolab"]
    assert followed(friends) == went["vermin"]
    assert followed(played(changed(state, peace=()), referee=Referee(ends, "humans"))) == went["oolab"], (
        "120 hull spaces"
    )


def followed(turn: Month) -> str:
    """Where the humans went after those who fled in the first week."""
    return next(e.to for e in turn.events if isinstance(e, FleetPursued) and (e.side, e.week) == ("humans", 1))


@pytest.mark.rule("CW-9.0-13")
def test_nobody_follows_a_skip_drive_and_the_slow_follow_nobody() -> None:
    state = facing(humans=PURSUE)
    vermin = state.sides["vermin"]
    skips = changed(vermin.designs["destroyer"], ftl="skip")
    skipping = changed(
        state, sides={**state.sides, "vermin": changed(vermin, designs={**vermin.designs, "destroyer": skips})}
    )
    ends = {**fled("vermin/DD01", "vermin/DD02"), **lost("humans/FF01")}
    assert played(state, referee=Referee(ends, "humans")).of(FleetPursued)
    assert not played(skipping, referee=Referee(ends, "humans")).of(FleetPursued)
    assert not played(state, referee=Referee(ends, "")).of(FleetPursued), "nobody holds the place"


@pytest.mark.rule("CW-9.0-13")
def test_who_left_the_battle_itself_follows_nobody() -> None:
    state = with_fleet(facing(), "humans", "0505", "scout", name="Eager", engagement=PURSUE)
    ends = {**fled("humans/SC01", "vermin/DD01", "vermin/DD02"), **lost("humans/FF01")}
    assert not played(state, referee=Referee(ends, "humans")).of(FleetPursued)


@pytest.mark.rule("CW-9.0-13")
def test_who_follows_keeps_its_orders_for_battle() -> None:
    keeps = changed(PURSUE, withdraw_at=40, reserve=("humans/DD03",))
    ends = {**fled("vermin/DD01", "vermin/DD02"), **lost("humans/FF01")}
    month = played(facing(humans=keeps), referee=Referee(ends, "humans"))
    assert heading(month, "humans-F1") != "0505"
    assert month.state.fleets["humans-F1"].engagement == keeps
    assert month.state.fleets["vermin-F1"].engagement.reserve == ()


@pytest.mark.rule("CW-9.7-04")
def test_a_reserve_stays_one_as_long_as_its_ships_are_in_the_fleet() -> None:
    orders = Engagement("defend", 20, reserve=("vermin/DD02",))
    whole = played(facing(vermin=orders), referee=Referee(fled("vermin/DD01", "vermin/DD02"), "humans"))
    assert heading(whole, "vermin-F1") == "0506"
    assert whole.state.fleets["vermin-F1"].engagement == orders
    part = played(
        facing(vermin=orders), referee=Referee({**fled("vermin/DD02"), **lost("humans/FF01")}, "humans")
    ).state
    assert part.fleets["vermin-F1"].engagement == changed(orders, reserve=())
    assert part.fleets["vermin-F2"].engagement == orders
    split = sheet("vermin", SplitFleet("vermin-F1", ("vermin/DD02",), "Arm"))
    apart = played(facing(humans=Engagement("defend"), vermin=orders), *split).state
    assert apart.fleets["vermin-F1"].engagement == changed(orders, reserve=())


def test_who_flees_minds_only_those_it_is_not_at_peace_with() -> None:
    state = with_fleet(facing(), "oolab", "0506", "destroyer", name="Neighbour")
    state = with_fleet(state, "vermin", "0505", "scout", name="Eyes", engagement=Engagement("defend"))
    away = fled("vermin/DD01", "vermin/DD02")
    war = heading(played(state, referee=Referee(away, "humans")), "vermin-F1")
    peace = played(changed(state, peace=("oolab|vermin",)), referee=Referee(away, "humans"))
    assert war != "0506"
    assert heading(peace, "vermin-F1") == "0506"


@pytest.mark.rule("CW-9.0-02")
def test_terms_of_another_turn_settle_nothing_in_a_campaign_that_asks() -> None:
    state = changed(facing(settings=Settings()), terms={"0505": BattleTerms(9, "chair")})
    month = played(state)
    assert not month.battles
    assert not month.state.battles


def test_a_battle_closes_the_meeting_of_its_own_hex_alone() -> None:
    state = with_fleet(facing(settings=Settings()), "humans", "0909", "destroyer")
    state = with_fleet(state, "vermin", "0909", "destroyer")
    state = changed(state, terms={"0505": BattleTerms(1, "chair")})
    month = played(state, referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans"))
    assert {q.hex: bool(q.settled_turn) for q in month.state.questions} == {"0505": True, "0909": False}


def test_sightings_after_a_battle_are_of_what_it_left() -> None:
    month = played(facing(), referee=Referee(lost("vermin/DD01"), "humans"))
    seen = [e for e in month.events if isinstance(e, FleetSighted) and e.side == "humans" and e.week == 1]
    assert [e.ships for e in seen] == [2, 1]


@pytest.mark.rule("CW-9.0-05")
def test_a_battles_dice_are_its_sides_secret() -> None:
    state = facing()
    salted = {side: changed(found, salt=f"1:{side}") for side, found in state.sides.items()}
    drafts = (draft_of(changed(state, sides=sides)) for sides in (state.sides, salted))
    rolls = [battle_dice(month).roll("battle/x", 1000000).total for month in drafts]
    assert rolls[0] != rolls[1]


def test_a_side_that_looks_on_from_its_colony_or_got_away_hears_what_happened() -> None:
    state = with_colony(small(systems=[star("0505", body(1))], settings=BY_NUMBERS), "vermin", "0505", 1, 50)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "scout")
    month = played(state, referee=Referee(lost("vermin/SC01"), "humans", ("All burned.",)))
    assert any("burned" in repr(e) for e in month.heard("vermin")), "the colony looked on"
    away = played(facing(), referee=Referee(fled("vermin/DD01", "vermin/DD02"), "humans", ("They ran.",)))
    assert any("ran" in repr(getattr(e, "story", "")) for e in away.heard("vermin"))


def test_of_ships_that_did_not_report_nobody_knows_which_were_taken() -> None:
    ends = {**lost("vermin/DD01"), "vermin/DD02": UnitOutcome("vermin/DD02", "captured", captor="humans")}
    month = played(facing(), referee=Referee(ends, "humans"))
    told = next(e for e in month.heard("vermin") if type(e).__name__ == "BattleLosses")
    assert (told.lost, told.captured) == (("vermin/DD01", "vermin/DD02"), ())  # type: ignore[attr-defined]


@pytest.mark.rule("CW-9.7-02")
def test_survivors_bring_home_what_a_design_is_made_of() -> None:
    state = facing()
    armed = changed(state.sides["vermin"].designs["destroyer"], layout={"Beam emitter 3": 4, "Drive 4G": 8}, note="!")
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "destroyer": armed})
    state = changed(state, sides={**state.sides, "vermin": vermin})
    met = played(state, referee=Referee({}, "")).state
    seen = view_for(met, "humans").foreign_designs["vermin/destroyer"].design
    assert (seen.hull, seen.drive, seen.layout) == (armed.hull, armed.drive, armed.layout)
    assert (seen.cost, seen.note) == (0, ""), "neither price nor notes"
    nobody = played(state, referee=Referee(lost("humans/DD01", "humans/DD02", "humans/DD03", "humans/FF01"), "vermin"))
    assert "vermin/destroyer" not in view_for(nobody.state, "humans").foreign_designs, "who is lost tells nothing"


@pytest.mark.rule("CW-9.7-02")
def test_what_survivors_saw_is_brought_up_to_date_without_what_nobody_sees() -> None:
    state = facing()
    first = played(state, referee=Referee({}, "")).state
    key = "vermin/destroyer"
    assert view_for(first, "humans").foreign_designs[key].design.hull == 20
    vermin = first.sides["vermin"]
    secret = changed(
        vermin.designs["destroyer"], lrs=3, note="x", requires=("Ice",), template="Secret hull", line="Arms"
    )
    after = changed(
        first, sides={**first.sides, "vermin": changed(vermin, designs={**vermin.designs, "destroyer": secret})}
    )
    seen = view_for(played(after, referee=Referee({}, "")).state, "humans").foreign_designs[key].design
    assert seen.lrs == 3
    assert (seen.requires, seen.template, seen.line, seen.note, seen.cost) == ((), "", "", "", 0)


def test_wounds_of_a_base_stay_with_it() -> None:
    hurt = UnitOutcome("vermin/BS01", "survived", Wounds(damaged={"LRS": 1}))
    month = played(based(), referee=Referee({"vermin/BS01": hurt, **lost("humans/DD01")}, "vermin"))
    assert month.state.bases["vermin/BS01"].wounds == Wounds(damaged={"LRS": 1})


@pytest.mark.rule("CW-9.7-01")
def test_an_engines_words_for_a_side_reach_nobody_where_nobody_is_left_to_tell() -> None:
    gone = lost("vermin/DD01", "vermin/DD02")
    month = played(facing(), referee=Referee(gone, "humans", told={"vermin": ("We burned first.",)}))
    assert "burned" not in repr(month.heard("vermin"))


@pytest.mark.rule("CW-9.0-11")
def test_an_outcome_is_of_its_own_battle_and_leaves_no_fewer_than_nobody() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50, garrison={"base": 3})
    judge = Referee()
    played(with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK), referee=judge)
    battle = judge.seen[0]
    good = tuple(UnitOutcome(u.unit, "survived", count=u.count if "|" in u.unit else 0) for u in battle.units)
    made = BattleOutcome(battle.id, "chair", "", good)
    check_outcome(battle, made)
    with pytest.raises(GameError, match="not of"):
        check_outcome(battle, changed(made, battle="9/0505/9"))
    fewer = tuple(changed(u, count=-1) if "|" in u.unit else u for u in good)
    with pytest.raises(GameError, match="cannot be left"):
        check_outcome(battle, changed(made, units=fewer))
