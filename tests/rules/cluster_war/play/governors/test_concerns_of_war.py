"""What governors do in war, each concern on a prepared view and through a real turn; and how wars begin and end."""

from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.events.ground import TroopsLanded
from rules.cluster_war.model.events.industry import RepairBegun
from rules.cluster_war.model.events.movement import FleetDeparted, FleetsMerged
from rules.cluster_war.model.events.raids import RaidBegun, WorldBombarded
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import WarSign, Wounds
from rules.cluster_war.play.governors.concerns.defense import defend, engage
from rules.cluster_war.play.governors.concerns.diplomacy import spy
from rules.cluster_war.play.governors.concerns.explore import repair
from rules.cluster_war.play.governors.concerns.war import committed_hull, propose_yielding, raid, troops, war
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.views.side_views import gm_view
from rules.values import WrongPhaseError, changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.play.governors.kit import ENEMY, NEAR, fleet, looked, month, situation_of, world
from tests.rules.cluster_war.play.governors.test_concerns_of_peace import orders_of

AT_WAR: Final = GovernorMemory(turn=2, foe="vermin", since=2, grudges={"vermin": 9}, cause="they began it")
TALKS: Final = ("humans|vermin",)
"""Ambassadors have been exchanged, so what one of them says reaches the other."""


def told(state: GameState, kind: str, hex_: str) -> GameState:
    """The state in which the Humans were told last month of a deed of the Vermin's."""
    sign = WarSign(kind, hex_, state.turn - 1, "vermin")  # type: ignore[arg-type] # a kind
    knowledge = changed(state.knowledge["humans"], signs={f"{kind}/{hex_}": sign})
    return changed(state, knowledge={**state.knowledge, "humans": knowledge})


def test_a_strong_fleet_goes_to_the_enemys_world_and_a_weak_one_waits() -> None:
    strong = fleet(world(vermin=50), "Line", "0303", *["DD"] * 6)
    moves = [o for o in orders_of(war(situation_of(strong, "conqueror", memory=AT_WAR))) if isinstance(o, MoveFleet)]
    assert [m.legs[-1].to for m in moves] == [ENEMY]
    weak = fleet(world(vermin=50), "Line", "0303", "DD")
    assert orders_of(war(situation_of(weak, "conqueror", memory=AT_WAR))) == []
    assert orders_of(war(situation_of(strong, "conqueror"))) == []
    plan, after, events = month(strong, "conqueror", memory=AT_WAR)
    assert any(isinstance(e, FleetDeparted) for e in events)
    assert after.fleets["humans-F1"].engagement.stance == "attack"
    assert plan.memory.foe == "vermin"


def test_fleets_of_one_place_go_together() -> None:
    state = fleet(fleet(world(vermin=50), "Line", "0303", *["DD"] * 3), "Second", "0303", *["DD"] * 3)
    _, after, events = month(state, "conqueror", memory=AT_WAR)
    assert any(isinstance(e, FleetsMerged) for e in events)
    gone = [f for f in after.fleets.values() if f.transit is not None and f.transit.to == ENEMY]
    assert [len(f.ships) for f in gone] == [6]


def test_a_lost_battle_teaches_how_much_it_takes() -> None:
    memory = changed(AT_WAR, committed={ENEMY: 400})
    state = told(fleet(world(vermin=50), "Line", "0303", *["DD"] * 6), "battle", ENEMY)
    found = situation_of(state, "conqueror", memory=memory)
    assert found.memory.rebuffs[ENEMY] >= 400
    assert orders_of(war(found)) == []
    assert committed_hull(found) == {}


@pytest.mark.rule("CW-9.2-02", "CW-9.4-01")
def test_a_fleet_over_the_enemys_world_cuts_it_off_and_fires_if_that_is_its_nature() -> None:
    state = looked(fleet(world(vermin=50), "Line", ENEMY, *["DD"] * 4))
    found = orders_of(war(situation_of(state, "conqueror", memory=AT_WAR)))
    assert any(isinstance(o, SetMission) and o.mission == "blockade" for o in found)
    assert any(isinstance(o, BombardWorld) for o in found)
    gentle = orders_of(war(situation_of(state, "explorer", memory=AT_WAR)))
    assert not any(isinstance(o, BombardWorld) for o in gentle)
    _, _, events = month(state, "conqueror", memory=AT_WAR)
    assert any(isinstance(e, WorldBombarded) for e in events)


def test_a_fleet_that_is_outnumbered_goes_home() -> None:
    state = fleet(fleet(world(vermin=50), "Line", ENEMY, "DD"), "Fangs", ENEMY, *["DD"] * 5, side="vermin")
    found = orders_of(war(situation_of(looked(state), "conqueror", memory=AT_WAR)))
    assert [o.legs[-1].to for o in found if isinstance(o, MoveFleet)] == ["0303"]


def test_help_comes_to_a_colony_in_danger_if_it_is_enough() -> None:
    state = with_colony(world(vermin=50), "humans", NEAR, 1, 80)
    state = fleet(fleet(state, "Line", "0303", *["DD"] * 4), "Fangs", NEAR, "DD", side="vermin")
    found = orders_of(defend(situation_of(looked(state), memory=AT_WAR)))
    assert NEAR in [o.legs[-1].to for o in found if isinstance(o, MoveFleet)]
    many = fleet(state, "More", NEAR, *["DD"] * 9, side="vermin")
    assert not [o for o in orders_of(defend(situation_of(looked(many), memory=AT_WAR))) if isinstance(o, MoveFleet)]


@pytest.mark.rule("CW-9.0-09")
def test_orders_for_battle_fit_what_will_be_met() -> None:
    state = fleet(fleet(world(vermin=50), "Line", "0303", *["DD"] * 3), "Haul", "0303", "FF")
    quiet = {o.fleet: o.stance for o in orders_of(engage(situation_of(state))) if isinstance(o, SetEngagement)}
    assert quiet == {"": "defend", "humans-F2": "evade"}
    state = looked(fleet(state, "Fangs", "0303", "DD", side="vermin"))
    met = {
        o.fleet: o.stance for o in orders_of(engage(situation_of(state, memory=AT_WAR))) if isinstance(o, SetEngagement)
    }
    assert met["humans-F1"] == "attack"
    away = fleet(fleet(world(vermin=50), "Line", "0505", "DD"), "Fangs", "0505", *["DD"] * 4, side="vermin")
    lost = {o.fleet: o.stance for o in orders_of(engage(situation_of(looked(away), memory=AT_WAR)))}  # type: ignore[attr-defined] # SetEngagement
    assert lost["humans-F1"] == "evade"
    _, after, _ = month(state, memory=AT_WAR)
    assert after.sides["humans"].engagement.stance == "defend"


@pytest.mark.rule("CW-9.5-01")
def test_raiders_raid_and_others_do_not() -> None:
    state = fleet(world(vermin=50), "Sail", "0303", "DD")
    found = [o for o in orders_of(raid(situation_of(state, "raider", memory=AT_WAR))) if isinstance(o, RaidRoute)]
    assert found
    assert found[0].path[-1] == ENEMY
    assert orders_of(raid(situation_of(state, "trader", memory=AT_WAR))) == []
    _, _, events = month(state, "raider", memory=AT_WAR)
    assert any(isinstance(e, RaidBegun) for e in events)


@pytest.mark.rule("CW-9.2-05")
def test_troops_go_aboard_and_down() -> None:
    state = fleet(world(vermin=50), "Landers", "0303", "TR")
    home = changed(state.colonies["0303-3"], garrison={"INF": 10})
    state = changed(state, colonies={**state.colonies, home.id: home})
    found = orders_of(troops(situation_of(state, "conqueror", memory=AT_WAR)))
    assert any(isinstance(o, TakeCraft) and o.design == "INF" and o.count <= 6 for o in found)
    there = fleet(world(vermin=50), "Landers", ENEMY, "TR", "DD")
    laden = {k: changed(s, crates={"INF": 4}) for k, s in there.ships.items() if s.design == "TR"}
    there = changed(there, ships={**there.ships, **laden})
    found = orders_of(troops(situation_of(looked(there), "conqueror", memory=AT_WAR)))
    assert any(isinstance(o, InvadeWorld) for o in found)
    _, _, events = month(looked(there), "conqueror", memory=AT_WAR)
    assert any(isinstance(e, TroopsLanded) for e in events)


@pytest.mark.rule("CW-9.6-01")
def test_the_damaged_are_repaired_where_that_can_be_done_or_go_there() -> None:
    hurt = Wounds({"Beam emitter 3": 2})
    state = fleet(world(), "Line", "0303", "DD")
    state = changed(state, ships={k: changed(s, wounds=hurt) for k, s in state.ships.items()})
    found = list(repair(situation_of(state)))
    assert any(isinstance(o, RepairUnits) for o in orders_of(found))
    assert found[0].line == "duty"
    away = changed(state, fleets={k: changed(f, hex="0505") for k, f in state.fleets.items()})
    assert [o.legs[-1].to for o in orders_of(repair(situation_of(away))) if isinstance(o, MoveFleet)] == ["0303"]
    plan, _, events = month(state)
    assert any(isinstance(e, RepairBegun) for e in events)
    assert not [o for o in plan.orders if isinstance(o.order, MoveFleet)]


def rich(state: GameState) -> GameState:
    """The state with more colonies, and large ones."""
    home = changed(state.colonies["0303-3"], size=1000)
    return with_colony(changed(state, colonies={**state.colonies, home.id: home}), "humans", NEAR, 1, 200)


@pytest.mark.rule("CW-10.0-01")
def test_secrets_are_guarded_and_sought_where_the_book_judges() -> None:
    book = {"CW-10.0-04": "book"}
    state = rich(world(vermin=50, treasury=9000, rulings=book))
    found = orders_of(spy(situation_of(state, memory=AT_WAR)))
    assert {type(o) for o in found} == {StartCounter, StartOperation}
    assert orders_of(spy(situation_of(rich(world(vermin=50, treasury=9000)), memory=AT_WAR))) == []
    _, after, _ = month(state, memory=AT_WAR)
    assert after.operations
    again = situation_of(changed(after, colonies=state.colonies), memory=AT_WAR)
    assert any(isinstance(o, FundOperation) for o in orders_of(spy(again)))


def test_a_conqueror_begins_a_war_when_it_is_ready_and_a_hermit_does_not() -> None:
    state = fleet(world(vermin=50, turn=12), "Line", "0303", *["DD"] * 8)
    begun = situation_of(state, "conqueror").memory
    assert (begun.foe, begun.since) == ("vermin", 12)
    assert situation_of(state, "hermit").memory.foe == ""
    assert situation_of(changed(state, peace=("humans|vermin",)), "conqueror").memory.foe == ""
    plan, _, _ = month(changed(state, embassies=TALKS), "conqueror")
    assert [(one.to, one.occasion) for one in plan.said] == [("vermin", "war")]
    unheard, _, _ = month(state, "conqueror")
    assert (unheard.memory.foe, unheard.said) == ("vermin", ())


def test_who_is_attacked_at_home_fights_back_and_grudges_fade() -> None:
    state = fleet(world(vermin=50), "Line", "0303", *["DD"] * 8)
    assert situation_of(state).memory.foe == ""
    attacked = situation_of(told(state, "battle", "0303"), memory=GovernorMemory(grudges={"vermin": 3}))
    assert attacked.memory.foe == "vermin"
    assert "attacked us" in attacked.memory.cause
    assert situation_of(state, memory=GovernorMemory(grudges={"vermin": 3})).memory.grudges == {"vermin": 2}


def test_a_war_ends_when_it_has_gone_on_for_long_or_peace_is_made() -> None:
    state = fleet(world(vermin=50, turn=30), "Line", "0303", "DD")
    old = GovernorMemory(foe="vermin", since=10)
    assert situation_of(state, memory=old).memory.foe == ""
    assert situation_of(state, memory=changed(old, since=29)).memory.foe == "vermin"
    assert situation_of(changed(state, peace=("humans|vermin",)), memory=changed(old, since=29)).memory.foe == ""
    plan, _, _ = month(changed(state, embassies=TALKS), memory=old)
    assert [one.occasion for one in plan.said if one.to == "vermin"] == ["peace"]
    assert month(state, memory=old)[0].said == ()


def test_who_is_beaten_gives_in() -> None:
    state = with_colony(world(vermin=50), "humans", NEAR, 1, 40)
    lost = {**state.colonies}
    lost["0303-3"] = changed(lost["0303-3"], side="vermin")
    state = changed(state, colonies=lost)
    found = situation_of(state, memory=changed(AT_WAR, best=600))
    assert (found.memory.beaten, found.memory.foe) == (state.turn, "")
    assert any(isinstance(o, FreeText) for o in orders_of(propose_yielding(found)))
    plan, after, _ = month(state, memory=changed(AT_WAR, best=600))
    assert plan.aims[0].startswith("Beaten")
    assert any(q.kind == "free-text" for q in after.questions)
    assert not any(one.concern in {"war", "raid"} for one in plan.orders)


def test_who_has_lost_everything_but_a_fleet_still_gives_orders_and_the_game_master_has_no_governor() -> None:
    state = fleet(world(vermin=50), "Line", "0505", "DD")
    state = changed(state, colonies={k: c for k, c in state.colonies.items() if c.side != "humans"})
    plan, after, _ = month(state, "conqueror", memory=changed(AT_WAR, best=600))
    assert plan.memory.beaten == state.turn
    assert after.fleets["humans-F1"].hex == "0505"
    with pytest.raises(WrongPhaseError, match="order sheet"):
        govern(gm_view(state), Profile("builder"), b"kit")


def test_who_fires_on_a_world_does_not_go_raiding_in_the_same_month() -> None:
    besieging = fleet(world(vermin=50), "Sail", ENEMY, "DD")
    (fire,) = [
        p for p in war(situation_of(besieging, "raider", memory=AT_WAR)) if isinstance(p.orders[-1], BombardWorld)
    ]
    (away,) = raid(situation_of(fleet(world(vermin=50), "Sail", "0303", "DD"), "raider", memory=AT_WAR))
    assert "siege/humans-F1" in set(fire.uses) & set(away.uses)
