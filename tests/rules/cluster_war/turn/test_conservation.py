"""Whatever is ordered: no CP appears or vanishes, nothing goes below zero, no unit is lost or doubled."""

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, MineWorld, StripMine
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits
from rules.cluster_war.chapters.combat.repair_days import repair_week
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SplitFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import BUDGET_LINES, Settings
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Leg
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.sides import Knowledge, KnownBody, KnownSystem
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn import month
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, body, sheet, small, star, with_colony, with_fleet

SIDES = ("humans", "vermin")
HEXES = ("0303", "0404", "0503", "0910", "1818", "1212")
KINDS = {
    **DESIGNS,
    "fighter": Design("fighter", "Fighter", "small_craft", 5, 10),
    "marines": Design("marines", "Marines", "ground", 1, 12),
    "fort": Design("fort", "Fort", "base", 40, 150, shipyard_bays=5, science_stations=2),
    "way": Design("way", "Way Station", "base", 10, 60, lrs=1, comm=1, prefix="WS"),
    "mine": Design("mine", "Mining Base", "base", 20, 40, mining=15, prefix="MB"),
    "digger": Design(
        "digger", "Digger", "ship", 10, 50, Fraction(2), mining=10, cargo_bays=1, repair_bays=1, prefix="DG"
    ),
    "oneway": Design(
        "oneway", "Colony Ship", "ship", 20, 55, Fraction(2), cargo_bays=2, prefix="CS", traits=("scrappable",)
    ),
    "tanks": Design("tanks", "Tanks", "ground", 2, 19, gear=1),
}

COLONIES = {"humans": ("0303-3", "0503-1", "0910-1", "0404-2"), "vermin": ("1818-3", "1212-1", "0404-2")}
FLEETS = {"humans": 2, "vermin": 2}
FACILITIES = (("shipyard", 5), ("factory", 20), ("heavy", 20), ("training", 25), ("lab", 2), ("factory", 7))


def orders_of(side: str) -> st.SearchStrategy[Order]:
    """Orders of one side: mostly for what is its own, now and then for what is not, or for nothing at all."""
    other = "vermin" if side == "humans" else "humans"
    cps = st.integers(-3, 250)
    fleets = st.sampled_from([f"{side}-F{n + 1}" for n in range(FLEETS[side])] * 3 + [f"{side}-F9", f"{other}-F1"])
    colonies = st.sampled_from([*COLONIES[side] * 3, COLONIES[other][0]])
    hexes = st.sampled_from(HEXES)
    ships = st.builds("{}/{}0{}".format, st.just(side), st.sampled_from(["FF", "SC"]), st.integers(1, 4))
    site = st.sampled_from([("0404", 2), ("0404", 2), ("0404", 4), ("0910", 2), ("1212", 1), ("0303", 7)])
    return st.one_of(
        st.builds(LoadCargo, fleets, cps),
        st.builds(UnloadCargo, fleets, cps, colonies),
        st.builds(lambda fleet, at, paid: FoundColony(fleet, at[0], at[1], paid), fleets, site, cps),
        st.builds(lambda at, paid: SettleInGrid(at[0], at[1], paid), site, cps),
        st.builds(ExpandColony, colonies, cps),
        st.builds(
            BuildUnits,
            colonies,
            st.sampled_from(sorted(KINDS)),
            st.integers(0, 3),
            st.integers(0, 30),
            st.integers(-1, 200),
            st.sampled_from(["", "Home Fleet"]),
            st.sampled_from(["", "", "", "cost", "quality"]),
            st.booleans(),
        ),
        st.builds(ContinueBuild, st.builds(f"{side}-B{{}}".format, st.integers(1, 4)), st.integers(-1, 50), cps),
        st.builds(lambda where, what: BuildFacility(where, *what), colonies, st.sampled_from(FACILITIES)),
        st.builds(StartProject, st.sampled_from(["Beams", "Drives"]), hexes, st.integers(0, 2), cps),
        st.builds(FundProject, st.builds(f"{side}-P{{}}".format, st.integers(1, 2)), cps),
        st.builds(MoveFleet, fleets, st.lists(st.builds(Leg, hexes), min_size=1, max_size=2).map(tuple)),
        st.builds(MergeFleets, fleets, fleets),
        st.builds(SplitFleet, fleets, st.lists(ships, min_size=1, max_size=3).map(tuple), st.just("Detached")),
        works_of(side, fleets, colonies, ships, cps),
    )


def works_of(
    side: str,
    fleets: st.SearchStrategy[str],
    colonies: st.SearchStrategy[str],
    ships: st.SearchStrategy[str],
    cps: st.SearchStrategy[int],
) -> st.SearchStrategy[Order]:
    """Orders of one side to yards, factories, bases and mines."""
    some = st.lists(ships, max_size=2).map(tuple)
    few = st.integers(0, 3)
    bases = st.sampled_from([f"{side}/WS01", f"{side}/MB01", f"{side}/MB02"])
    places = st.one_of(colonies, bases)
    lines = st.sampled_from(["munitions", "vehicles", "small craft"])
    held = st.sampled_from(["fighter", "marines", "tanks", "mine", "way", "fort"])
    same = st.sampled_from(["fighter", "marines", "tanks"])
    builds = st.builds(f"{side}-B{{}}".format, st.integers(1, 4))
    orbits = st.integers(0, 3)
    return st.one_of(
        st.builds(RetoolFactory, places, st.sampled_from([0, 5, 20]), lines, st.one_of(st.just(""), lines)),
        st.builds(MakeMunitions, places, cps),
        st.builds(RefitUnits, colonies, st.sampled_from(["freighter", "hulk"]), some),
        st.builds(lambda at, to, old, n: RefitUnits(at, to, (), old, n), colonies, same, same, few),
        st.builds(ScrapUnits, st.one_of(st.just(""), places), some, held, few),
        st.builds(Dismantle, fleets, places, st.sampled_from(["", "shipyard", "way", "mine", "fort"]), few),
        st.builds(Assemble, fleets, st.sampled_from(["shipyard", "way", "mine", "mine"]), orbits, st.integers(1, 2)),
        st.builds(TowBase, fleets, places, st.sampled_from(["", "way", "mine"])),
        st.builds(ReleaseBase, bases, orbits),
        st.builds(MineWorld, fleets, orbits, st.booleans()),
        st.builds(StripMine, places, st.booleans()),
        st.builds(RepairUnits, fleets, st.just(()), st.one_of(st.just(""), places)),
        st.builds(lambda named, by: RepairUnits("", named, "", by), some, fleets),
        st.builds(SendBuild, builds, st.just((Leg("0404"),))),
        st.builds(Priorities, st.permutations(BUDGET_LINES).map(lambda p: tuple(p[:3]))),
    )


turns = st.lists(
    st.tuples(st.lists(orders_of("humans"), max_size=12), st.lists(orders_of("vermin"), max_size=8)),
    min_size=1,
    max_size=4,
)


@pytest.mark.rule("CW-5.0-18", "CW-5.0-19", "CW-18.0-10")
@given(turns, st.sampled_from(["always", "outside-grid"]), st.binary(min_size=32, max_size=32))
def test_cps_and_units_are_conserved(
    played: list[tuple[list[Order], list[Order]]], freighters: str, seed: bytes
) -> None:
    state = campaign(freighters)
    for mine, theirs in played:
        signed = (*sheet("humans", *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
        done = adjudicate(state, signed, Dice(seed, "property", state.turn))
        assert broken_invariants(state, done.state, done.events) == ()
        nothing_is_overfull(done.state)
        state = done.state


@pytest.mark.rule("CW-9.6-10")
@given(turns, st.booleans(), st.binary(min_size=32, max_size=32))
def test_no_repair_begins_after_the_months_first_week(
    played: list[tuple[list[Order], list[Order]]], repairing: bool, seed: bytes
) -> None:
    weeks: list[tuple[int, set[str]]] = []

    def watched(played_month: TurnState, week: int) -> None:
        ships = {ship.id for ship in played_month.ships.values() if ship.mending.by}
        bases = {base.id for base in played_month.bases.values() if base.mending.by}
        weeks.append((week - played_month.first_week, ships | bases))
        repair_week(played_month, week)

    state = campaign("always")
    first: list[Order] = [RepairUnits("humans-F1"), RepairUnits("humans-F2", (), "humans-F1")] if repairing else []
    with patch.object(month, "WEEKLY", tuple([watched if step is repair_week else step for step in month.WEEKLY])):
        for mine, theirs in played:
            signed = (*sheet("humans", *first, *mine, turn=state.turn), *sheet("vermin", *theirs, turn=state.turn))
            state = adjudicate(state, signed, Dice(seed, "property", state.turn)).state
    begun: set[str] = set()
    for week, found in weeks:
        begun = found if week == 1 else begun
        assert found <= begun, week
    assert not repairing or weeks[0][1]


def campaign(freighters: str) -> GameState:
    """Two empires: yards and a cut-off colony here, freighters with cargo there, everything surveyed."""
    settings = Settings(colony_freighters="outside-grid" if freighters == "outside-grid" else "always")
    worlds = [
        star("0404", body(2, "4455", 150), body(4, "5555", 30, resources=("Heavy Metals",))),
        star("0503", body(1, "5545", 120, resources=("Exotic Crystals",))),
        star("0910", body(1, "5555", 90), body(2, "X000", 60)),
        star("1212", body(1, "5554", 80)),
    ]
    state = small(systems=worlds, settings=settings)
    state = with_colony(state, "humans", "0503", 1, 40, shipyard_bays=10)
    state = with_colony(state, "humans", "0910", 1, 50, shipyard_bays=20, store=30)
    garrison = {"fighter": 4, "marines": 3, "mine": 2, "way": 1}
    home = changed(state.colonies["0303-3"], shipyard_bays=60, light_industry=40, training=25, science_stations=3)
    home = changed(home, garrison=garrison, low_quality={"fighter": 2})
    state = changed(state, colonies={**state.colonies, home.id: home})
    state = changed(state, sides={key: changed(s, designs=KINDS) for key, s in state.sides.items()})
    state = with_fleet(state, "humans", "0303", "freighter", "freighter", "scout", "digger", "oneway")
    state = with_fleet(state, "humans", "0404", "freighter", "freighter", "freighter")
    state = with_fleet(state, "vermin", "0404", "freighter", "freighter")
    state = with_fleet(state, "vermin", "1818", "freighter", "scout")
    burrow = changed(state.colonies["1818-3"], shipyard_bays=30, light_industry=20)
    state = changed(state, colonies={**state.colonies, burrow.id: burrow})
    state = changed(state, ships={key: changed(s, cargo=70 if "FF" in key else 0) for key, s in state.ships.items()})
    worn = Wounds({"Cargo bay": 1, "Beam emitter 1": 7}, {"Cargo bay": 1, "LRS": 1}, 3)
    state = changed(state, ships={key: changed(s, wounds=worn, damage=1) for key, s in state.ships.items()})
    outpost = Base("humans/MB01", "humans", "mine", "Outpost", "0910", 2, store=20)
    state = changed(state, bases={outpost.id: outpost}, counters={**state.counters, "ship/humans/MB": 1})
    known = Knowledge(systems={h: surveyed(system) for h, system in state.cluster.systems.items()})
    sides = {key: changed(s, treasury=100, designs=KINDS) for key, s in state.sides.items()}
    return changed(
        state,
        sides=sides,
        knowledge=dict.fromkeys(SIDES, known),
        trade=(TradePartner("humans", "Taurians", 3_000, "full"),),
        income={"vermin": 60},
    )


def surveyed(system: StarSystem) -> KnownSystem:
    """All there is to know of a system."""
    bodies = tuple(KnownBody(b.orbit, b.step, b.life, b.max_cp, b.resources, b.name) for b in system.bodies)
    return KnownSystem(system.hex, "surveyed", 1, bodies)


def nothing_is_overfull(state: GameState) -> None:
    """Nothing is beyond its limit, and nothing that is done waits in a yard."""
    worlds = {(h, b.orbit): b for h, system in state.cluster.systems.items() for b in system.bodies}
    for colony in state.colonies.values():
        assert 0 < colony.size <= worlds[colony.hex, colony.orbit].max_cp
        assert all(0 < n <= colony.garrison[d] for d, n in colony.low_quality.items())
    for build in state.builds.values():
        assert build.hull_left > 0 or build.paid < build.price or build.refits
