"""Facts a side may not know change nothing it gets: its view now, its events of a turn, its view after.

The Humans watch from the west of a small map; some Vermin are among them, others in the far east, out of sight.
"""

from collections.abc import Callable
from typing import Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet, SetMission
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.holdings import Build, Leg, Project, Transit
from rules.cluster_war.model.state.places import Special, StarSystem
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import changed as replace
from tests.rules.cluster_war.build import body, draft_of, frozen, sheet, small, star, with_colony, with_fleet

WEST: Final = ("0303", "0304", "0505", "0506", "0607", "0808")
EAST: Final = ("1515", "1616", "1713", "1818", "1820")
KINDS: Final = ("scout", "surveyor", "destroyer", "freighter")
SECRETS: Final = ("Monster", "Alien Weapon/Trap", "Alien Artifact", "Alien Civilization", "Something Extraordinary")
NAMES: Final = st.sampled_from(["Brood", "Swarm", "Nest"])

World = tuple[GameState, tuple[SignedOrder, ...]]
Change = Callable[[st.DataObject, GameState], GameState]
T = TypeVar("T")


def random_world(data: st.DataObject) -> World:
    """A small campaign in its second turn, with orders of both sides."""
    draw = data.draw
    bodies = st.builds(body, st.just(1), st.sampled_from(["5555", "9321"]), st.integers(1, 400))
    specials = st.one_of(st.none(), st.builds(Special, st.sampled_from(SECRETS), st.just(()), st.integers(0, 1)))
    stars = [star(h, draw(bodies), special=draw(specials)) for h in (*WEST[2:], *EAST[:3])]
    state = small(systems=stars, turn=2, settings=Settings(lrs_range=draw(st.integers(0, 2))))
    for owner, places in (("humans", WEST), ("vermin", WEST), ("vermin", EAST)):
        for _ in range(draw(st.integers(0, 3))):
            ships = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
            where = draw(st.sampled_from(places))
            state = with_fleet(state, owner, where, *ships, mission=draw(st.sampled_from(["none", "survey"])))
    for owner, place in draw(st.lists(st.tuples(st.sampled_from(["humans", "vermin"]), st.sampled_from(WEST[2:])))):
        if f"{place}-1" not in state.colonies:
            state = with_colony(state, owner, place, 1, draw(st.integers(1, 200)))
    state = with_colony(state, "vermin", "1515", 1, 30)
    for owner in ("humans", "vermin"):
        state = with_colony(state, owner, state.sides[owner].home, 3, 1000, shipyard_bays=20)
    rich = {s: replace(side, treasury=draw(st.integers(0, 500))) for s, side in state.sides.items()}
    state = replace(state, sides=rich)
    draft = draft_of(state)
    refresh(draft, draft.first_week)
    state = frozen(draft, turn=2)
    return state, tuple(sheet("humans", *human_orders(data, state), turn=2)) + vermin_orders(data, state)


def human_orders(data: st.DataObject, state: GameState) -> list[Order]:
    """What the Humans order: moves in the west, missions, a ship, research."""
    orders: list[Order] = [
        BuildUnits("0303-3", "scout", 1, 5),
        StartProject("Better Sensors", "0303", 2, data.draw(st.integers(0, 300))),
    ]
    for fleet in sorted(f for f in state.fleets if f.startswith("humans")):
        legs = data.draw(st.lists(st.sampled_from(WEST), max_size=2))
        if legs:
            orders.append(MoveFleet(fleet, tuple(Leg(h) for h in legs), data.draw(st.integers(0, 3))))
        orders.append(SetMission(fleet, data.draw(st.sampled_from(["none", "survey", "patrol"]))))
    return orders


def vermin_orders(data: st.DataObject, state: GameState) -> tuple[SignedOrder, ...]:
    """What the Vermin order: moves of those in the west."""
    orders: list[Order] = []
    for key, fleet in sorted(state.fleets.items()):
        if fleet.side == "vermin" and fleet.hex in WEST and data.draw(st.booleans()):
            orders.append(MoveFleet(key, (Leg(data.draw(st.sampled_from(WEST))),)))
    return sheet("vermin", *orders, turn=2)


def other_purse(data: st.DataObject, state: GameState) -> GameState:
    """Another treasury, other technologies, sensors, trade and unusual income for the Vermin."""
    vermin = replace(
        state.sides["vermin"],
        treasury=data.draw(st.integers(0, 9999)),
        technologies=tuple(data.draw(st.lists(st.just("Death Ray"), max_size=1))),
        lrs_level=data.draw(st.integers(1, 4)),
        race=replace(state.sides["vermin"].race, attitude="Hostile"),
    )
    partner = TradePartner("vermin", "Guild", data.draw(st.integers(0, 2000)), "full")
    return replace(
        state,
        sides={**state.sides, "vermin": vermin},
        trade=(*state.trade, partner),
        income={**state.income, "vermin": data.draw(st.integers(0, 500))},
    )


def other_ships_far_away(data: st.DataObject, state: GameState) -> GameState:
    """More Vermin in the east, and one in FTL space that will arrive there or after the turn."""
    ships = data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    state = with_fleet(state, "vermin", data.draw(st.sampled_from(EAST)), *ships)
    there = data.draw(st.booleans())
    transit = Transit("0505", "1818", 3, 6) if there else Transit("1818", "0505", 3, 9)
    return with_fleet(state, "vermin", transit.origin, "destroyer", transit=transit)


def fewer_ships_far_away(data: st.DataObject, state: GameState) -> GameState:
    """No Vermin in the east."""
    del data
    gone = {f.id for f in state.fleets.values() if f.side == "vermin" and f.hex in EAST}
    lost = {ship for fleet in gone for ship in state.fleets[fleet].ships}
    return replace(
        state,
        fleets={key: f for key, f in state.fleets.items() if key not in gone},
        ships={key: ship for key, ship in state.ships.items() if key not in lost},
    )


def other_words(data: st.DataObject, state: GameState) -> GameState:
    """Other names, standing orders and cargo of Vermin fleets and ships wherever they are; other questions."""
    fleets = {
        key: replace(f, name=data.draw(NAMES), standing="eat them", order="vermin-1-9") if f.side == "vermin" else f
        for key, f in state.fleets.items()
    }
    ships = {
        key: replace(ship, name="Gnawer", cargo=data.draw(st.integers(0, 20))) if ship.side == "vermin" else ship
        for key, ship in state.ships.items()
    }
    asked = Question("Q1", 1, "free-text", ("vermin",), data.draw(NAMES), "CW-4.1-10")
    counters = {**state.counters, "question": state.counters.get("question", 0) + data.draw(st.integers(1, 9))}
    return replace(state, fleets=fleets, ships=ships, questions=(*state.questions, asked), counters=counters)


def other_colonies(data: st.DataObject, state: GameState) -> GameState:
    """Other sizes, stores, names and facilities of Vermin colonies, seen or not."""
    sizes = st.integers(1, 1500)
    return replace(
        state,
        colonies={
            key: replace(c, size=data.draw(sizes), store=data.draw(sizes), name=data.draw(NAMES), shipyard_bays=9)
            if c.side == "vermin"
            else c
            for key, c in state.colonies.items()
        },
    )


def other_work(data: st.DataObject, state: GameState) -> GameState:
    """A ship nearly built and research nearly done at the Vermin's home, and all they know."""
    left = data.draw(st.integers(1, 40))
    build = Build("vermin-B7", "vermin", "1818-3", "destroyer", 1, 100, 100, left, 20, 1)
    project = Project("vermin-P3", "vermin", data.draw(NAMES), "1818", 2, cps=data.draw(st.integers(0, 900)))
    everything = {h: known_as(s, "surveyed", 1) for h, s in state.cluster.systems.items()}
    known = replace(state.knowledge["vermin"], systems=everything)
    return replace(
        state,
        builds={**state.builds, build.id: build},
        projects={**state.projects, project.id: project},
        knowledge={**state.knowledge, "vermin": known},
        counters={**state.counters, "build/vermin": 7, "project/vermin": 3, "contact/vermin": 5},
    )


def other_worlds(data: st.DataObject, state: GameState) -> GameState:
    """Other worlds and secrets in the east."""

    def changed(system: StarSystem) -> StarSystem:
        if system.hex not in EAST:
            return system
        bodies = tuple(
            replace(b, step="1111", max_cp=data.draw(st.integers(1, 999)), resources=("Heavy Metals",))
            for b in system.bodies
        )
        special = Special(data.draw(st.sampled_from(SECRETS)), ("Attitude: Hostile",), 1)
        return replace(system, bodies=bodies, special=special, destination="0505")

    systems = {h: changed(s) for h, s in state.cluster.systems.items()}
    return replace(state, cluster=replace(state.cluster, systems=systems))


HIDDEN: Final[tuple[Change, ...]] = (
    other_purse,
    other_ships_far_away,
    fewer_ships_far_away,
    other_words,
    other_colonies,
    other_work,
    other_worlds,
)


def renumbered(world: World, by: int) -> World:
    """The same world, had the Vermin had `by` more fleets before."""
    state, orders = world

    def new(fleet: str) -> str:
        head, found, number = fleet.partition("vermin-F")
        return f"{head}{found}{int(number) + by}" if found else fleet

    fleets = {new(key): replace(f, id=new(f.id)) for key, f in state.fleets.items()}
    knowledge = {s: replace(k, contacts={new(f): c for f, c in k.contacts.items()}) for s, k in state.knowledge.items()}
    counters = {**state.counters, "fleet/vermin": state.counters.get("fleet/vermin", 0) + by}
    signed = tuple(
        replace(o, order=replace(o.order, fleet=new(o.order.fleet))) if isinstance(o.order, MoveFleet) else o
        for o in orders
    )
    return replace(state, fleets=fleets, knowledge=knowledge, counters=counters), signed


def received(world: World) -> tuple[View, list[Event], View]:
    """All that the Humans get: their view, what they are told of the turn, and their view after it."""
    state, orders = world
    done = adjudicate(state, orders, Dice(bytes(32), "test", state.turn))
    told = [event for event in done.events if may_see(event, "humans")]
    return view_for(state, "humans"), told, view_for(done.state, "humans")


def assert_same(before: World, after: World) -> None:
    """The Humans cannot tell the two worlds apart."""
    for mine, theirs in zip(received(before), received(after), strict=True):
        assert mine == theirs
        assert repr(mine) == repr(theirs)


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", HIDDEN, ids=lambda change: change.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_a_hidden_fact_changes_nothing_that_a_side_gets(change: Change, data: st.DataObject) -> None:
    state, orders = random_world(data)
    assert_same((state, orders), (change(data, state), orders))


@pytest.mark.rule("CW-18.0-07")
@settings(max_examples=40)
@given(data=st.data(), by=st.integers(1, 30))
def test_how_many_fleets_another_ever_had_changes_nothing_that_a_side_gets(data: st.DataObject, by: int) -> None:
    world = random_world(data)
    assert_same(world, renumbered(world, by))


@settings(max_examples=40)
@given(data=st.data())
def test_anothers_orders_out_of_sight_change_nothing_that_a_side_gets(data: st.DataObject) -> None:
    state, orders = random_world(data)
    far = [f for f in state.fleets.values() if f.side == "vermin" and f.hex in EAST]
    secret: list[Order] = [StartProject("Death Ray", "1818", 3, 200), BuildUnits("1818-3", "destroyer", 2, 10)]
    secret += [RenameFleet(f.id, "Hidden", "wait") for f in far]
    secret += [MoveFleet(f.id, (Leg(data.draw(st.sampled_from(EAST))),)) for f in far]
    known = len([o for o in orders if o.side == "vermin"])
    more = tuple(SignedOrder(f"vermin-2-{n}", "vermin", n, o) for n, o in enumerate(secret, known + 1))
    assert_same((state, orders), (state, orders + more))


def test_the_comparison_would_notice_a_fleet_in_plain_sight() -> None:
    state = with_fleet(small(turn=2), "humans", "0505", "scout")
    more = with_fleet(state, "vermin", "0505", "scout")
    _, told, after = received((state, ()))
    _, told_more, after_more = received((more, ()))
    assert told != told_more
    assert after != after_more
