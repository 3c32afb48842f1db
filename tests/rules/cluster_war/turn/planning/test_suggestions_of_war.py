"""What a side could do at war, each with its reason: orders for battle, raids, fire, landings, armies, repairs, posts."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld, needs_a_yes, said_yes
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.places import neighbours
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, Officer
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import City, Engagement, Force, ForceSeen, Front, Terrain, Wounds
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.planning.suggestions import dealings, meetings, sieges, works
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed

ROOT = Path(__file__).parents[5]
FOES = "dominators"


@pytest.fixture(scope="module")
def view() -> View:
    """The Humans at the beginning of the small duel."""
    return view_for(new_game(load_scenario(ROOT / "scenarios" / "duel_small.toml"), bytes(32)), "humans")


def home(view: View) -> str:
    return view.me.home if view.me is not None else ""


def wolves(view: View) -> str:
    """An armed fleet at home."""
    assert view.me is not None
    armed = [f for f in view.fleets.values() if "DD" in {view.ships[s].design for s in f.ships}]
    return min(armed, key=lambda f: (f.hex != home(view), f.id)).id


def with_foe(view: View, hull: int, hex_: str = "") -> View:
    seen = FleetSighting("C1", FOES, hex_ or home(view), 1, hull, week=0)
    return changed(view, foreign_fleets={"C1": seen})


def with_nest(view: View, hex_: str) -> View:
    return changed(view, foreign_colonies={f"{hex_}-1": ColonySighting(f"{hex_}-1", FOES, hex_, 1, 0, size=40)})


def with_ships(view: View, ships: Mapping[str, Ship]) -> View:
    return changed(view, ships={**view.ships, **ships})


def sheet(view: View, *orders: Order) -> tuple[SignedOrder, ...]:
    return tuple(SignedOrder(f"o{n}", view.side, n, order) for n, order in enumerate(orders, 1))


def of(found: Sequence[Suggestion], kind: type[Order]) -> list[Suggestion]:
    return [one for one in found if isinstance(one.order, kind)]


def test_an_empire_without_a_word_is_advised_to_say_one(view: View) -> None:
    first = meetings.battle_orders(view, ())[0]
    assert first.order == SetEngagement("", "defend", meetings.CAUTION_LOSS_PERCENT)
    assert first.starred
    assert "no orders yet" in first.reason
    me = view.me
    assert me is not None
    said = changed(view, me=changed(me, engagement=Engagement("defend", 30)))
    assert not [one for one in meetings.battle_orders(said, ()) if one.starred]
    given = sheet(view, SetEngagement("", "attack"))
    assert not [
        one
        for one in meetings.battle_orders(view, given)
        if isinstance(one.order, SetEngagement) and not one.order.fleet
    ]


@pytest.mark.rule("CW-9.0-14")
@pytest.mark.parametrize(("hull", "stance", "why"), [(9999, "evade", "stronger"), (1, "attack", "weaker")])
def test_a_fleet_that_would_meet_somebody_is_advised_by_their_strength(
    view: View, hull: int, stance: str, why: str
) -> None:
    advised = meetings.battle_orders(with_foe(view, hull), ())
    [mine] = [one for one in advised if isinstance(one.order, SetEngagement) and one.order.fleet == wolves(view)]
    assert mine.order.stance == stance  # type: ignore[attr-defined] # as said above
    assert f"would meet a {why} force: The Dominion at {home(view)}, hull {hull}" in mine.reason
    at_peace = changed(with_foe(view, hull), peace=(FOES,))
    assert not [one for one in meetings.battle_orders(at_peace, ()) if "would meet" in one.reason]


def test_a_fleet_that_leaves_meets_nobody_where_it_was(view: View) -> None:
    fleet = view.fleets[wolves(view)]
    seen = with_foe(view, 9999)
    assert [one for one in meetings.battle_orders(seen, ()) if one.label.startswith(fleet.name)]
    line = f'move "{fleet.name}" to {neighbours(view, fleet.hex)[0]}'
    moved = sheet(seen, parse_order(line, names_of(seen, ())))
    assert not [one for one in meetings.battle_orders(seen, moved) if one.label.startswith(fleet.name)]


@pytest.mark.rule("CW-9.5-20")
def test_courses_to_known_colonies_are_offered_to_armed_fleets_that_wait(view: View) -> None:
    assert not meetings.raids(view, ())
    seen = with_nest(view, neighbours(view, view.fleets[wolves(view)].hex)[0])
    found = meetings.raids(seen, ())
    assert found
    assert all(isinstance(one.order, RaidRoute) for one in found)
    assert "catches to be expected of The Dominion" in found[0].reason
    fleets = [one.order.fleet for one in found if one.starred and isinstance(one.order, RaidRoute)]
    assert len(fleets) == len(set(fleets))
    assert len({one.label for one in found}) == len(found), "each course can be told from the others"
    assert not [one.reason for one in found if "1 hexes" in one.reason]


@pytest.mark.rule("CW-9.4-08")
def test_targets_are_listed_and_never_advised_and_what_is_for_good_asks_for_a_yes(view: View) -> None:
    assert not meetings.targets(view, ())
    found = meetings.targets(with_nest(view, view.fleets[wolves(view)].hex), ())
    assert {one.order.target for one in found if isinstance(one.order, BombardWorld)} == {
        "people", "production", "installations", "biosphere",
    }  # fmt: skip
    assert not [one for one in found if one.starred]
    asked = [one.order for one in found if needs_a_yes(one.order)]
    assert asked
    assert not needs_a_yes(said_yes(asked[0]))
    assert said_yes(found[0].order).target == "people"  # type: ignore[attr-defined] # a BombardWorld


@pytest.mark.rule("CW-9.2-05")
def test_an_invasion_is_offered_step_by_step(view: View) -> None:
    seen = with_nest(view, neighbours(view, home(view))[0])
    me = seen.me
    assert me is not None
    ship = next(s for s in seen.ships.values() if seen.fleets[_fleet_of(seen, s.id)].hex == home(seen))
    roomy = changed(me.designs[ship.design], id="TP", name="Trooper", barracks=4, cargo_bays=40)
    troops = {**me.designs, "TP": roomy}
    seen = with_ships(changed(seen, me=changed(me, designs=troops)), {ship.id: changed(ship, design="TP")})
    aboard = of(sieges.invasions(seen, ()), TakeCraft)
    assert aboard
    assert "the first step of an invasion" in aboard[0].reason
    order = aboard[0].order
    assert isinstance(order, TakeCraft)
    loaded = with_ships(seen, {ship.id: changed(seen.ships[ship.id], crates={order.design: 1})})
    passages = of(sieges.invasions(loaded, ()), MoveFleet)
    assert passages
    assert "land there in the turn of its arrival" in passages[0].reason
    there = with_nest(loaded, home(view))
    [landing] = of(sieges.invasions(there, ()), InvadeWorld)
    assert landing.starred
    assert check(there, (), landing.order).text
    assert of(sieges.war(there, ()), InvadeWorld)


def _fleet_of(view: View, ship: str) -> str:
    return next(f.id for f in view.fleets.values() if ship in f.ships)


@pytest.mark.rule("CW-9.2-02")
def test_blockades_to_lay_and_to_break_are_offered(view: View) -> None:
    over = with_nest(view, view.fleets[wolves(view)].hex)
    asked = SetMission(wolves(view), "blockade")
    assert asked not in [one.order for one in sieges.invasions(over, ())], "the game master settles what it comes to"
    over = changed(over, settings=changed(over.settings, battles="quick"))
    assert asked in [one.order for one in sieges.invasions(over, ())]
    assert asked not in [one.order for one in sieges.war(over, ())], "nobody is advised to begin a war"
    colony = next(c for c in view.colonies.values() if c.hex != view.fleets[wolves(view)].hex)
    cut = changed(view, colonies={**view.colonies, colony.id: changed(colony, blockaded=True)})
    [relief] = [one for one in sieges.invasions(cut, ()) if "blockaded" in one.label]
    assert isinstance(relief.order, MoveFleet)
    assert "the blockade can be broken" in relief.reason


@pytest.mark.parametrize(("teams", "posture"), [(4, "attack"), (40, "hold")])
def test_armies_attack_the_weaker_and_hold_against_the_stronger(view: View, teams: int, posture: str) -> None:
    army = Force("humans/A1", "humans", "MAR", "0101")
    enemy = ForceSeen(FOES, "0102", "Guards", 1, teams)
    front = Front(
        "2034-3",
        "Nest",
        FOES,
        2,
        2,
        {"0101": "clear", "0102": "clear"},
        (City("Nest", "0102"),),
        {army.id: army},
        (enemy,),
    )
    found = sieges.armies(changed(view, fronts={"2034-3": front}), ())
    assert next(one.order.posture for one in found if isinstance(one.order, CommandArmy)) == posture
    assert len(found) == len(sieges.POSTURES)
    assert f"10 of your combat teams, {teams} of the enemy's in sight" in found[0].reason


@pytest.mark.rule("CW-9.2-05")
def test_a_fleet_over_a_world_is_offered_to_take_off_who_can_go(view: View) -> None:
    me = view.me
    assert me is not None
    ship = next(s for s in view.ships.values() if view.fleets[_fleet_of(view, s.id)].hex == home(view))
    roomy = changed(me.designs[ship.design], id="TP", name="Trooper", barracks=4, cargo_bays=40)
    seen = with_ships(
        changed(view, me=changed(me, designs={**me.designs, "TP": roomy})), {ship.id: changed(ship, design="TP")}
    )
    world = f"{home(view)}-9"
    army = {f"humans/A{n}": Force(f"humans/A{n}", "humans", "MAR", at) for n, at in ((1, "0101"), (2, "0102"))}
    enemy = ForceSeen(FOES, "0102", "Guards", 1, 5)
    ground: dict[str, Terrain] = {"0101": "clear", "0102": "clear"}
    front = Front(world, "Nest", FOES, 2, 2, ground, (City("Nest", "0102"),), army, (enemy,))
    seen = changed(seen, fronts={world: front})
    (leave,) = of(sieges.armies(seen, ()), LeaveWorld)
    assert leave.order == LeaveWorld(_fleet_of(seen, ship.id), world)
    assert leave.reason.startswith("1 of your units can go aboard, 1 stay")
    assert "takes" in check(seen, (), leave.order).text
    given = (SignedOrder("o1", "humans", 1, leave.order),)
    assert not of(sieges.armies(seen, given), LeaveWorld)
    assert not of(sieges.armies(changed(seen, ships=view.ships), ()), LeaveWorld), "no room"


@pytest.mark.rule("CW-9.6-01")
def test_a_damaged_fleet_is_sent_where_bays_are(view: View) -> None:
    fleet = view.fleets[wolves(view)]
    away = neighbours(view, home(view))[0]
    ship = view.ships[fleet.ships[0]]
    label = next(iter(view.me.designs[ship.design].layout), "Beam emitter 3") if view.me is not None else ""
    hurt = with_ships(view, {ship.id: changed(ship, wounds=Wounds({label: 1}), damage=0)})
    assert of(works.suggest_repairs(hurt, ()), RepairUnits)
    far = changed(hurt, fleets={**hurt.fleets, fleet.id: changed(fleet, hex=away, ships=(ship.id,))})
    found = of(works.suggest_repairs(far, ()), MoveFleet)
    assert found
    assert f"{fleet.name} is damaged; " in found[0].reason
    assert "shipyard bays" in found[0].reason


@pytest.mark.rule("CW-17.1-20")
def test_officers_in_the_pool_get_posts_by_what_they_are_best_at(view: View) -> None:
    assert dealings.posts(view, ()) == ()
    at_war = changed(view, settings=changed(view.settings, flag_officers=True))
    officer = Officer("humans/O1", "humans", "Talon", 1, 1, 30, 30)
    found = dealings.posts(changed(at_war, officers={officer.id: officer}), ())
    post = found[0].order
    assert isinstance(post, AssignOfficer)
    assert post.post == "captain"
    assert of(found, RecruitOfficer)
    serving = changed(officer, post=None)
    assert "in the pool" in found[0].reason
    assert serving == officer


def test_of_war_at_a_glance_each_star_is_of_another_kind_and_reads_back(view: View) -> None:
    seen = with_foe(with_nest(view, view.fleets[wolves(view)].hex), 9999)
    found = sieges.war(seen, ())
    stars = [one for one in found if one.starred]
    assert len({type(one.order) for one in stars}) == len(stars) > 0
    names = names_of(seen, ())
    for one in found:
        assert parse_order(format_order(one.order, names), names) == one.order
