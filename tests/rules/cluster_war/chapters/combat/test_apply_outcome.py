"""What a battle leaves: nothing lost, nothing doubled, CPs and units add up, and third parties hear nothing of it."""

from dataclasses import dataclass, field
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited
from rules.cluster_war.model.events.battles import BattleSettled, FleetFled, FleetPursued, PrizesTaken
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Design
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Fate, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.transport import crate_room
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Roller
from rules.values import GameError, changed
from storage.codec import EVENTS
from tests.rules.cluster_war.build import DICE, body, change_fleet, small, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import (
    ATTACK,
    BY_NUMBERS,
    Referee,
    facing,
    fled,
    heading,
    lost,
    played,
)

PURSUE = Engagement("attack", pursue=True)


def laden(state: GameState, ship: str, **changes: object) -> GameState:
    """The state with a ship changed."""
    other = changed(state.ships[ship], **changes)  # type: ignore[arg-type] # a ship's own fields
    return changed(state, ships={**state.ships, ship: other})


def test_destroyed_ships_leave_the_rolls_with_what_they_carried() -> None:
    state = laden(facing(), "humans/FF01", cargo=30, parts={"base": 40})
    month = played(state, referee=Referee(lost("humans/FF01", "vermin/DD01", "vermin/DD02"), "humans"))
    assert set(month.state.ships) == {"humans/DD01", "humans/DD02", "humans/DD03", "oolab/DD01"}
    assert "vermin-F1" not in month.state.fleets
    assert month.state.fleets["humans-F1"].ships == ("humans/DD01", "humans/DD02", "humans/DD03")
    (settled,) = month.of(BattleSettled)
    assert isinstance(settled, BattleSettled)
    assert [(p.side, p.cps) for p in settled.purses] == [("humans", 30)]
    assert [(x.side, x.what, x.count, x.cps) for x in settled.losses] == [
        ("humans", "base", 0, 40),
        ("humans", "freighter", 1, 0),
        ("vermin", "destroyer", 2, 0),
    ]


@pytest.mark.rule("CW-9.0-01")
def test_each_battle_is_kept_with_its_kind_its_winner_and_each_sides_loss_in_hull() -> None:
    month = played(facing(), referee=Referee(lost("humans/FF01", "vermin/DD01", "vermin/DD02"), "humans"))
    (record,) = month.state.battles
    assert (record.id, record.turn, record.week, record.hex) == ("1/0505/1", 1, 1, "0505")
    assert (record.kind, record.method, record.winner) == ("fleet action", "chair", "humans")
    assert (record.sides, dict(record.lost)) == (("humans", "vermin"), {"humans": 20, "vermin": 40})


def test_survivors_keep_their_wounds_what_they_have_left_and_the_experience() -> None:
    hurt = Wounds(damaged={"Beam emitter 3": 2}, destroyed={"Bridge": 1}, burnt=1)
    end = UnitOutcome("humans/DD01", "survived", hurt, munitions=3)
    state = laden(facing(), "humans/DD01", munitions=9)
    month = played(state, referee=Referee({"humans/DD01": end, **lost("vermin/DD01", "vermin/DD02")}, "humans"))
    ship = month.state.ships["humans/DD01"]
    assert (ship.wounds, ship.munitions, ship.battles) == (hurt, 3, 1)
    assert month.state.ships["humans/DD02"].battles == 1
    assert month.state.ships["oolab/DD01"].battles == 0


def test_crates_that_are_lost_leave_their_hold() -> None:
    state, gunboat = facing(), Design("gunboat", "Gunboat", "small_craft", 9, 9)
    side = state.sides["humans"]
    known = changed(side, designs={**side.designs, gunboat.id: gunboat})
    room = crate_room(gunboat)
    state = changed(state, sides={**state.sides, "humans": known})
    state = laden(state, "humans/FF01", crates={"gunboat": 3}, crate_room=3 * room)
    end = UnitOutcome("humans/FF01", "survived", crates={"gunboat": 1})
    month = played(state, referee=Referee({"humans/FF01": end, **lost("vermin/DD01", "vermin/DD02")}, "humans"))
    ship = month.state.ships["humans/FF01"]
    assert (ship.crates, ship.crate_room) == ({"gunboat": 1}, room)


def test_captured_ships_are_a_fleet_of_their_captors_with_their_cargo_and_a_crew_of_theirs() -> None:
    state = laden(facing(), "humans/FF01", cargo=44, crates={"scout": 1}, crate_room=10, battles=5, grade="elite")
    ends = {"humans/FF01": UnitOutcome("humans/FF01", "captured", captor="vermin")}
    month = played(state, referee=Referee({**ends, **lost("humans/DD01", "humans/DD02", "humans/DD03")}, "vermin"))
    prize = month.state.ships["vermin/FF01"]
    assert (prize.side, prize.cargo, dict(prize.crates), prize.battles, prize.grade) == ("vermin", 44, {}, 0, "regular")
    assert "humans/FF01" not in month.state.ships
    fleet = next(f for f in month.state.fleets.values() if f.ships == ("vermin/FF01",))
    assert (fleet.id, fleet.side, fleet.hex) == ("vermin-F2", "vermin", "0505")
    (told,) = month.of(PrizesTaken)
    assert isinstance(told, PrizesTaken)
    assert (told.seen_by, told.owner, told.cps) == (("vermin",), "humans", 44)


def test_a_prize_can_be_lost_again_in_the_same_month() -> None:
    taken = {"humans/FF01": UnitOutcome("humans/FF01", "captured", captor="vermin")}
    month = played(facing(), referee=Referee({**taken, **lost("vermin/FF01")}))
    assert not {"humans/FF01", "vermin/FF01"} & set(month.state.ships)


def test_bases_fall_with_their_stores_and_works_or_change_hands() -> None:
    state = small(settings=BY_NUMBERS)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505", store=25, garrison={"scout": 2})
    work = Build("vermin-B1", "vermin", gate.id, "scout", 1, 60, 20, 10, 5, 1)
    state = changed(state, bases={gate.id: gate}, builds={work.id: work})
    fallen = played(state, referee=Referee(lost(gate.id), "humans"))
    assert not fallen.state.bases
    assert not fallen.state.builds
    held = Referee({gate.id: UnitOutcome(gate.id, "captured", captor="humans")}, "humans")
    taken = played(state, referee=held)
    (base,) = taken.state.bases.values()
    assert (base.id, base.side, base.hex, base.store, dict(base.garrison)) == ("humans/BS01", "humans", "0505", 25, {})


def test_garrisons_fall_and_use_their_worlds_munitions() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50, garrison={"base": 3, "scout": 2})
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    ends = {"0505-1|base": UnitOutcome("0505-1|base", "survived", count=1)}
    month = played(state, referee=Referee({**ends, **lost("humans/DD01")}, "vermin"))
    assert month.state.colonies["0505-1"].garrison == {"base": 1, "scout": 2}
    with pytest.raises(GameError, match="there were 3"):
        played(state, referee=Referee({"0505-1|base": UnitOutcome("0505-1|base", "survived", count=4)}))


def test_those_that_flee_go_one_hex_toward_home_where_no_enemy_is_known() -> None:
    month = played(facing(), referee=Referee(fled("vermin/DD01", "vermin/DD02"), "humans"))
    fleet = month.state.fleets["vermin-F1"]
    assert heading(month, "vermin-F1") == "0506"
    assert fleet.transit is not None
    assert fleet.transit.arrives - fleet.transit.departs == 5, "a hex at 4 G (CW-4.0-01)"
    assert (fleet.route, fleet.course, fleet.survey) == ((), None, None)
    (told,) = month.of(FleetFled)
    assert told.seen_by == ("vermin",)
    guarded = with_fleet(facing(), "humans", "0506", "destroyer")
    unseen = played(guarded, referee=Referee(fled("vermin/DD01", "vermin/DD02")))
    assert heading(unseen, "vermin-F1") == "0506"
    guarded = with_fleet(guarded, "vermin", "0505", "scout")
    assert heading(played(guarded, referee=Referee(fled("vermin/DD01", "vermin/DD02"))), "vermin-F1") not in {
        "0505",
        "0506",
    }


def test_part_of_a_fleet_that_flees_is_a_fleet_of_its_own() -> None:
    month = played(facing(), referee=Referee({**fled("vermin/DD02"), **lost("humans/FF01")}, "humans"))
    assert month.state.fleets["vermin-F1"].ships == ("vermin/DD01",)
    assert month.state.fleets["vermin-F1"].hex == "0505"
    away = month.state.fleets["vermin-F2"]
    assert (away.name, away.ships, heading(month, "vermin-F2")) == ("Swarm, fled", ("vermin/DD02",), "0506")


@pytest.mark.rule("CW-9.0-13")
def test_only_a_fleet_whose_orders_allow_it_pursues() -> None:
    ends = {**fled("vermin/DD01", "vermin/DD02"), **lost("humans/FF01")}
    stays = played(facing(), referee=Referee(ends, "humans"))
    assert stays.state.fleets["humans-F1"].hex == "0505"
    assert not stays.of(FleetPursued)
    follows = played(facing(humans=PURSUE), referee=Referee(ends, "humans"))
    first = follows.of(FleetPursued)[0]
    assert isinstance(first, FleetPursued)
    assert (first.fleet, first.origin, first.to, first.seen_by) == ("humans-F1", "0505", "0506", ("humans",))
    assert heading(follows, "humans-F1") == "0506"
    ways = [follows.state.fleets[key].transit for key in ("humans-F1", "vermin-F1")]
    assert ways[0] == ways[1], "they arrive together, as fast as their drives are"
    beaten = played(facing(humans=PURSUE), referee=Referee(ends, "vermin"))
    assert not beaten.of(FleetPursued)


def test_a_slower_fleet_follows_nobody() -> None:
    month = played(facing(humans=PURSUE), referee=Referee(fled("vermin/DD01", "vermin/DD02"), "humans"))
    assert not month.of(FleetPursued)
    assert month.state.fleets["humans-F1"].hex == "0505"


def test_a_base_whose_tug_is_lost_is_let_go_where_it_is() -> None:
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505", towed_by="vermin-F1")
    state = changed(facing(), bases={gate.id: gate})
    month = played(state, referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans"))
    assert month.state.bases[gate.id].towed_by == ""


def test_reserves_that_are_lost_are_off_the_orders() -> None:
    kept = Engagement("attack", reserve=("humans/FF01", "humans/DD03"))
    month = played(facing(humans=kept), referee=Referee(lost("humans/FF01", "vermin/DD01", "vermin/DD02"), "humans"))
    assert month.state.fleets["humans-F1"].engagement.reserve == ("humans/DD03",)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda units: units[1:], "does not say what became of humans/DD01"),
        (lambda units: (*units, units[0]), "names more than once humans/DD01"),
        (lambda units: (*units, UnitOutcome("oolab/DD01", "destroyed")), "was not there: oolab/DD01"),
        (lambda units: (UnitOutcome("humans/DD01", "captured", captor="humans"), *units[1:]), "captured by a side"),
        (lambda units: (UnitOutcome("humans/DD01", "survived", munitions=5), *units[1:]), "munitions for 0 CPs"),
        (lambda units: (UnitOutcome("humans/DD01", "survived", crates={"scout": 1}), *units[1:]), "did not carry"),
    ],
)
@pytest.mark.rule("CW-9.0-03", "CW-9.0-04")
def test_an_outcome_accounts_for_every_unit_once(change: object, says: str) -> None:
    state = facing()
    with pytest.raises(BattlesAwaited) as waits:
        adjudicate(changed(state, settings=Settings(battles="narrated")), (), DICE)
    (battle,) = waits.value.battles
    units = tuple(UnitOutcome(unit.unit, "survived") for unit in battle.units)
    told = BattleOutcome(battle.id, "narrated", "", change(units))  # type: ignore[operator] # a change of units
    with pytest.raises(GameError, match=says):
        adjudicate(changed(state, settings=Settings(battles="narrated")), (), DICE, {battle.id: told})


def test_a_winner_and_the_battle_meant_are_those_of_the_battle() -> None:
    with pytest.raises(GameError, match="was not in battle"):
        played(facing(), referee=Referee(winner="oolab"))


def test_survey_work_is_lost_with_the_fleet_that_flees() -> None:
    state = small(systems=[star("0505", body(1))], settings=BY_NUMBERS)
    state = with_fleet(state, "humans", "0505", "destroyer", "destroyer", engagement=ATTACK)
    state = with_fleet(state, "vermin", "0505", "surveyor", mission="survey")
    month = played(change_fleet(state, "vermin-F1", mission="survey"), referee=Referee(fled("vermin/SCA01"), "humans"))
    assert month.state.fleets["vermin-F1"].mission == "none"


FATES: Final = get_args(Fate)


@dataclass(slots=True)
class Fickle(Referee):
    """A referee whose word is drawn anew for every unit of every battle."""

    data: st.DataObject = field(kw_only=True)

    def __call__(self, battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
        draw, units = self.data.draw, []
        self.seen.append(battle)
        for unit in battle.units:
            fate = draw(st.sampled_from(FATES))
            captor = next(s for s in battle.sides if s != unit.side) if fate == "captured" else ""
            crates = {d: draw(st.integers(0, n)) for d, n in unit.crates.items()}
            wounds = Wounds(damaged={"Bridge": 1}) if draw(st.booleans()) else unit.wounds
            left = draw(st.integers(0, unit.count)) if "|" in unit.unit else 0
            ammo = draw(st.integers(0, unit.munitions))
            units.append(UnitOutcome(unit.unit, fate, wounds, ammo, crates, captor, left))
        winner = draw(st.sampled_from(("", *battle.sides)))
        return BattleOutcome(battle.id, battle.method, winner, tuple(units), ("It was fierce.",))


def contested() -> GameState:
    """A world of the Vermin's with defenders, a base and a fleet; Humans attack, laden with all that a ship can hold."""
    state = facing(humans=Engagement("attack", pursue=True), vermin=Engagement("attack", pursue=True))
    gunboat = Design("gunboat", "Gunboat", "small_craft", 9, 9)
    sides = {k: changed(s, designs={**s.designs, gunboat.id: gunboat}) for k, s in state.sides.items()}
    systems = {**state.cluster.systems, "0505": star("0505", body(1))}
    state = changed(state, sides=sides, cluster=changed(state.cluster, systems=systems))
    state = with_colony(state, "vermin", "0505", 1, 40, garrison={"base": 2, "gunboat": 3}, munitions=5)
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505", 1, store=9, garrison={"gunboat": 1})
    freighter = changed(
        state.ships["humans/FF01"],
        cargo=10,
        crates={"gunboat": 2},
        crate_room=2 * crate_room(gunboat),
        parts={"base": 30},
        munitions=3,
    )
    counters = {**state.counters, "ship/vermin/BS": 1}
    return changed(state, ships={**state.ships, freighter.id: freighter}, bases={gate.id: gate}, counters=counters)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.rule("CW-9.0-11", "CW-9.7-01")
def test_all_adds_up_whatever_comes_of_battles_and_others_hear_nothing(data: st.DataObject) -> None:
    month = played(contested(), referee=Fickle(data=data))
    assert month.battles
    quiet = played(changed(contested(), peace=("humans|vermin",)))
    assert [EVENTS.encode(e) for e in month.heard("oolab")] == [EVENTS.encode(e) for e in quiet.heard("oolab")]
    aboard = [ship for fleet in month.state.fleets.values() for ship in fleet.ships]
    assert sorted(aboard) == sorted(month.state.ships)
