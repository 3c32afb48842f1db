"""Others' wars change nothing that a side gets: their rules of engagement, officers, wounds, armies, raids and battles elsewhere.

The Humans watch, and fight, in the west; far in the east the Vermin and the Oolab are at war out of their sight.
"""

from fractions import Fraction
from typing import Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.model.events.battles import BattleSettled
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.ground import GroundFought
from rules.cluster_war.model.events.raids import RaidBegun, TrafficCaught, TrafficLost, TrafficSought, WorldBombarded
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import ColonySighting, Officer, Post
from rules.cluster_war.model.state.war import (
    BattleRecord,
    BattleTerms,
    City,
    Engagement,
    Force,
    Mending,
    Raid,
    Stance,
    Surface,
    Wounds,
)
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import changed as replace
from tests.rules.cluster_war.build import body, small, star, with_colony, with_fleet
from tests.rules.cluster_war.turn.views.test_noninterference import EAST, WEST, Change, World, assert_same, random_world

WORLD: Final = "1515-1"
PREY: Final = ("each trade-route hex travelled", "star system where CPs are moved")
SURELY: Final = {f"CW-9.5-T01/{row}/{column}": "100" for row in PREY for column in ("with_LRS", "without_LRS")}
WAR: Final = Settings(battles="quick", flag_officers=True, graded_crews=True, overrides=SURELY)
SHOALS: Final = ("0318", "0319")
"""The Oolab's home and a colony beside it, far from the Humans: traffic goes between them."""
STANCES: Final[tuple[Stance, ...]] = ("attack", "defend", "evade")
TROOPER: Final = Design("trooper", "Trooper", "ship", 40, 90, Fraction(3), cargo_bays=4, barracks=6, prefix="TR")
INFANTRY: Final = Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2))
GUN: Final = Design(
    "gun", "Gunship", "ship", 20, 112, Fraction(4), lrs=1, prefix="GS",
    layout={"Drive 4G": 8, "LRS": 1, "Bridge": 1, "Flag bridge": 1, "Beam emitter 3": 4, "Shield projector 1": 3},
)  # fmt: skip
CORSAIR: Final = replace(GUN, id="corsair", name="Corsair", prefix="CO", ftl="warp", ftl_levels=7)


def at_war(data: st.DataObject) -> World:
    """The Humans and the Vermin meet in arms in the west; the Oolab's gunships lie over a world of the Vermin's in the east."""
    state, orders = random_world(data)
    stars = [star("1515", body(1)), star("1714", body(1)), star(SHOALS[1], body(1))]
    oolab = small(("oolab",), stars, turn=2, settings=WAR)
    war = replace(WAR, lrs_range=state.settings.lrs_range)
    systems = {**state.cluster.systems, **oolab.cluster.systems}
    state = replace(
        state,
        settings=war,
        cluster=replace(state.cluster, systems=systems),
        sides={**state.sides, **oolab.sides},
        knowledge={**state.knowledge, **oolab.knowledge},
    )
    more = {d.id: d for d in (TROOPER, INFANTRY, GUN, CORSAIR)}
    state = replace(
        state, sides={k: replace(s, designs={**s.designs, **more}, salt=f"salt of {k}") for k, s in state.sides.items()}
    )
    for owner in ("humans", "vermin"):
        state = with_fleet(state, owner, "0505", "gun", "gun", name=f"Line of {owner}")
    state = with_fleet(state, "oolab", "1515", "gun", "gun", "trooper", name="Shoal")
    state = with_fleet(state, "vermin", "1515", "gun", name="Watch")
    state = with_fleet(state, "vermin", "0419", "corsair", name="Raiders")
    state = with_colony(state, "oolab", "1714", 1, 90)
    state = with_colony(state, "oolab", SHOALS[0], 3, 900)
    state = with_colony(state, "oolab", SHOALS[1], 1, 120)
    state = with_colony(state, "vermin", "1515", 1, 60, garrison={"INF": 2}, training=10)
    carrier = next(s for s in state.ships.values() if s.design == "trooper")
    state = replace(state, ships={**state.ships, carrier.id: replace(carrier, crates={"INF": 3})})
    fought = data.draw(st.sampled_from(STANCES))
    fleets = {
        key: replace(f, engagement=Engagement("attack" if f.side == "humans" else fought)) if f.hex in WEST else f
        for key, f in state.fleets.items()
    }
    seen = ColonySighting(WORLD, "vermin", "1515", 1, 0)
    knowledge = {**state.knowledge, "oolab": replace(state.knowledge["oolab"], colonies={WORLD: seen})}
    return replace(state, fleets=fleets, knowledge=knowledge), orders


def in_the_east(state: GameState) -> list[str]:
    """Fleets of others that the Humans cannot see."""
    return sorted(k for k, f in state.fleets.items() if f.side != "humans" and (f.hex in EAST or f.hex == "1515"))


def other_manners(data: st.DataObject, state: GameState) -> GameState:
    """Other orders for battle, reserves and raids of fleets in the east; what an empire says to fleets that have their own."""
    fleets = dict(state.fleets)
    for key in in_the_east(state):
        fleet, stance = fleets[key], data.draw(st.sampled_from(STANCES))
        keep = fleet.ships[:1] if len(fleet.ships) > 1 and data.draw(st.booleans()) else ()
        raid = Raid("take", fleet.hex, 2) if data.draw(st.booleans()) else None
        fleets[key] = replace(
            fleet,
            engagement=Engagement(stance, data.draw(st.integers(0, 90)), data.draw(st.booleans()), keep),
            raid=raid,
        )
    oolab = replace(state.sides["oolab"], engagement=Engagement("attack", 20), conduct="No quarter")
    return replace(state, fleets=fleets, sides={**state.sides, "oolab": oolab})


def other_wounds(data: st.DataObject, state: GameState) -> GameState:
    """Other wounds, repair, crews, salvage and experience of ships in the east."""
    there = {s for key in in_the_east(state) for s in state.fleets[key].ships}
    hurt = st.builds(lambda n, b: Wounds({"Beam emitter 3": n}, {"Bridge": 1}, b), st.integers(1, 3), st.integers(0, 2))

    def changed(key: str) -> Wounds:
        return data.draw(hurt) if state.ships[key].design == "gun" else Wounds()

    ships = {
        key: replace(
            s, wounds=changed(key), grade="elite", battles=7, mending=Mending(by="1515-1"), salvage={"LRS": 1},
            crate_room=s.crate_room + 20, upgrades=("Brass bell",),
        )
        if key in there
        else s
        for key, s in state.ships.items()
    }  # fmt: skip
    return replace(state, ships=ships)


def other_officers(data: st.DataObject, state: GameState) -> GameState:
    """Officers of others, in posts in the east and in their pools, luck among them; the game master's terms for battles there."""
    posts = [Post("admiral", s) for key in in_the_east(state) for s in state.fleets[key].ships]
    officers = {
        f"{side}/O{n}": Officer(f"{side}/O{n}", side, f"Officer {n}", 9, 9, 9, 9, luck=n, post=post)
        for side in ("vermin", "oolab")
        for n, post in ((1, None), (2, next((p for p in posts if p.unit.startswith(side)), None)))
    }
    surprised = data.draw(st.sampled_from([(), ("oolab",), ("vermin",)]))
    terms = {
        h: BattleTerms(state.turn, "quick", surprised, {"oolab": data.draw(st.integers(-9, 9))})
        for h in ("1515", "1616")
    }
    counters = {**state.counters, "officer/vermin": 2, "officer/oolab": 2}
    return replace(state, officers=officers, terms=terms, counters=counters)


def other_armies(data: st.DataObject, state: GameState) -> GameState:
    """A war on a world of the Vermin's that the Humans do not see: a surface, its forces, its rebels."""
    teams = st.integers(1, 10)
    terrain = dict.fromkeys(("0101", "0102", "0201", "0202"), "clear")
    forces = (
        Force("vermin/A1", "vermin", "INF", "0101", data.draw(teams), "hold", dug_in=True),
        Force("oolab/A1", "oolab", "INF", "0102", data.draw(teams)),
        Force("rebels/A1", "rebels", "militia", "0202"),
    )
    surface = Surface(
        WORLD, 2, 2, terrain, (City("Deep", "0101", rebels=True),), {f.id: f for f in forces}, "Hostile", counter=1  # type: ignore[arg-type] # terrain's words
    )  # fmt: skip
    counters = {**state.counters, "army/vermin": 1, "army/oolab": 1}
    return replace(state, surfaces={WORLD: surface}, counters=counters)


def other_history(data: st.DataObject, state: GameState) -> GameState:
    """Battles that were fought elsewhere before, and designs that others brought home from them."""
    past = tuple(
        BattleRecord(f"1/1616/{n}", 1, n, "1616", "duel", "narrated", ("oolab", "vermin"), "oolab", {"vermin": 20})
        for n in range(1, data.draw(st.integers(1, 4)) + 1)
    )
    return replace(state, battles=(*state.battles, *past))


def no_war_there(data: st.DataObject, state: GameState) -> GameState:
    """Peace between the Vermin and the Oolab: no battle in the east at all."""
    del data
    return replace(state, peace=("oolab|vermin",))


@pytest.mark.rule("CW-18.0-07", "CW-9.0-11", "CW-9.7-01")
@pytest.mark.parametrize(
    "change",
    [other_manners, other_wounds, other_officers, other_armies, other_history, no_war_there],
    ids=lambda change: change.__name__,
)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_others_wars_change_nothing_that_a_side_gets(change: Change, data: st.DataObject) -> None:
    state, orders = at_war(data)
    assert_same((state, orders), (change(data, state), orders))


def orders_of_war(data: st.DataObject, state: GameState) -> tuple[SignedOrder, ...]:
    """What the Vermin and the Oolab order out of the Humans' sight: raids, landings, bombardment, repair, officers."""
    shoal = next(k for k, f in state.fleets.items() if f.name == "Shoal")
    raiders = next(k for k, f in state.fleets.items() if f.name == "Raiders")
    watch = next(k for k, f in state.fleets.items() if f.name == "Watch")
    lies: list[Order] = [
        SetEngagement(shoal, "attack", data.draw(st.integers(0, 60)), pursue=True),
        InvadeWorld(shoal, WORLD, data.draw(st.sampled_from(["land", "city"]))),
        BombardWorld(shoal, "1515", 1, "people"),
    ]
    schemes: list[Order] = [
        SetEngagement(watch, data.draw(st.sampled_from(STANCES)), words="Bite"),
        RaidRoute(raiders, SHOALS[::-1], data.draw(st.sampled_from(["take", "destroy"]))),
        RepairUnits(watch),
        RecruitOfficer(WORLD, "Gnasher"),
        AssignOfficer("vermin/O1", "admiral", state.fleets[watch].ships[0]),
    ]
    return tuple(
        SignedOrder(f"{side}-2-{n}", side, n, order)
        for side, orders in (("oolab", lies), ("vermin", schemes))
        for n, order in enumerate(orders, 50)
    )


@pytest.mark.rule("CW-18.0-07", "CW-9.0-11")
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_others_orders_of_war_out_of_sight_change_nothing_that_a_side_gets(data: st.DataObject) -> None:
    state, orders = at_war(data)
    assert_same((state, orders), (state, orders + orders_of_war(data, state)))


@settings(max_examples=8, derandomize=True, phases=[Phase.generate], deadline=None)
@given(data=st.data())
def _fight(happened: set[type[Event]], data: st.DataObject) -> None:
    state, orders = at_war(data)
    done = adjudicate(state, orders + orders_of_war(data, state), Dice(bytes(32), "test", state.turn))
    happened |= {type(e) for e in done.events if not isinstance(e, BattleSettled) or e.hex == "1515"}


def test_the_wars_compared_are_fought() -> None:
    happened: set[type[Event]] = set()
    _fight(happened)
    assert happened >= {
        BattleSettled,
        RaidBegun,
        TrafficSought,
        TrafficCaught,
        TrafficLost,
        GroundFought,
        WorldBombarded,
    }
