"""New colonies, their growth and their facilities: which worlds are worth having and who carries colonists there, the CPs that
come back soonest, and yards and labs where they would be used (5.0-21, 7.0, 6.0, 6.1, 8.0)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid, founding_size
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, facility_price
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.rations import points_for
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.economy.holds import cargo_held, room_aboard
from rules.cluster_war.model.economy.supply import is_connected
from rules.cluster_war.model.holdings.capacity import FacilityKind
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.holdings import Colony, Fleet, Leg
from rules.cluster_war.model.state.places import away_from
from rules.cluster_war.model.state.sides import KnownBody
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple, plain_multiple
from rules.cluster_war.play.governors.concerns.explore import go_home
from rules.cluster_war.play.governors.roster import strain, waits
from rules.cluster_war.play.governors.situation import (
    NO_COLONY_HEXES,
    Proposal,
    Situation,
    bound_for,
    count_of,
    used_things,
)
from rules.cluster_war.turn.planning.suggestions.meetings import weeks_text
from rules.cluster_war.turn.planning.suggestions.works import research_places
from rules.values import Value

SETTLE_CONCERN: Final = "settle"
SEED_CPS: Final = 20
"""CPs of size that a colony within reach of the grid is founded with: it grows from the pool afterwards."""
FARTHEST_WEEKS: Final = 20
"""Weeks beyond which nobody takes colonists anywhere."""
LEAST_WORLD_CPS: Final = 12
"""Of worlds that hold less nobody thinks."""


class FreeWorld(Value):
    """A free world that is surveyed: what it can hold, what a CP of size costs there, whether a colony there would share the
    pool, and what it is worth: CPs a turn when it has grown, less what that costs, spread over the turns looked ahead."""

    hex: HexId
    orbit: int
    most: int
    share: Fraction
    joins: bool
    worth: int

    @property
    def key(self) -> str:
        return f"{self.hex}-{self.orbit}"


def free_worlds(situation: Situation) -> list[FreeWorld]:
    """Free worlds, the best first; of those as many as are weighed."""
    return situation.memoized("free worlds", _free_worlds)[: situation.judgment.candidates]


def best_in_grid(situation: Situation) -> Iterator[Proposal]:
    """Free worlds inside the grid, straight from the pool, the best first, however many."""
    yield from _in_grid(situation, situation.memoized("free worlds", _free_worlds))


def _free_worlds(situation: Situation) -> list[FreeWorld]:
    """Worlds that nobody has, and that nothing on the sheet settles."""
    found = situation.memoized_all_turn("worlds", _worlds)
    return [world for world in found if f"settle {world.key}" not in situation.planned.ordered]


def _worlds(situation: Situation) -> list[FreeWorld]:
    view, found = situation.view, list[FreeWorld]()
    dangers = {c.hex for c in view.foreign_colonies.values()}
    for hex_, system in view.systems.items():
        if system.level != "surveyed" or hex_ in situation.shunned or situation.strangers(hex_):
            continue
        if hex_ in dangers and situation.weights.trust < 1:
            continue
        for body in system.bodies:
            if not body.max_cp or body.max_cp < LEAST_WORLD_CPS:
                continue
            key = f"{hex_}-{body.orbit}"
            if key in view.colonies or key in view.foreign_colonies:
                continue
            world = appraise(situation, hex_, body)
            if _gain(situation, body.max_cp, world.share) > 0 and (world.joins or world.share < 3):
                found.append(world)
    return sorted(found, key=lambda w: (-w.worth, w.key))


def appraise(situation: Situation, hex_: HexId, body: KnownBody) -> FreeWorld:
    """What a world would be as a colony; one that nobody has surveyed is taken to hold nothing."""
    view = situation.view
    near = situation.memoized_all_turn("hexes from the grid", _hexes_away).get(hex_, NO_COLONY_HEXES)
    joins, most = near <= view.settings.grid_touch, body.max_cp or 0
    share = multiple(situation.me.race, body.step, situation.settings)
    worth = _gain(situation, most, share) // (1 if joins else 3) // (2 + near)
    return FreeWorld(hex_, body.orbit, most, share, joins, worth)


def _hexes_away(situation: Situation) -> Mapping[HexId, int]:
    """Hexes from the nearest colony that shares the pool."""
    centers = {c.hex for c in situation.view.colonies.values() if c.hex in situation.main}
    return away_from(situation.view.columns, situation.view.rows, tuple(sorted(centers)))


def _gain(situation: Situation, most: int, share: Fraction) -> int:
    """CPs that a world makes over the turns looked ahead, less what its growth costs."""
    return int(most * (situation.judgment.horizon - share))


def settle(situation: Situation) -> Iterator[Proposal]:
    """Freighters, each to another world; those that are there found; and worlds inside the grid straight from the pool."""
    worlds = free_worlds(situation)
    yield from _in_grid(situation, worlds)
    free = _without_those_bound_for(situation, worlds)
    for fleet in situation.planned.fleets.values():
        if situation.roles[fleet.id] != "hauler":
            continue
        arriving = fleet.transit is not None and fleet.transit.arrives <= situation.ends and not fleet.route
        if arriving and fleet.transit is not None:
            yield from _landing(situation, fleet, fleet.transit.to)
    for fleet in situation.of_role("hauler"):
        held = cargo_held(situation.planned.ships[s] for s in fleet.ships)
        if held:
            landings = list(_landing(situation, fleet, fleet.hex))
            yield from landings
            if not landings:
                yield from _onward(situation, fleet, free)
        else:
            yield from _outward(situation, fleet, free)


def _in_grid(situation: Situation, worlds: list[FreeWorld]) -> Iterator[Proposal]:
    if situation.settings.colony_freighters != "outside-grid":
        return
    for world in worlds:
        if world.hex in situation.main:
            _, cps = founding_size(10**6, world.share, world.most)
            place = situation.planned.place(world.hex)
            why = f"world {world.orbit} of {place}, ×{plain_multiple(world.share)}, holds {world.most}"
            order = SettleInGrid(world.hex, world.orbit, cps)
            least = int(world.share * 2) + 1
            uses = used_things(f"world/{world.key}")
            weight = 400 + world.worth
            yield Proposal(SETTLE_CONCERN, (order,), why, weight, "settle", cps, uses, least=min(least, cps))


def _without_those_bound_for(situation: Situation, worlds: list[FreeWorld]) -> list[FreeWorld]:
    """Those that no fleet with colonists is on its way to: for each such fleet as many worlds of the system are left out as its
    colonists are enough for."""
    left = list(worlds)
    for fleet in situation.planned.fleets.values():
        if situation.roles[fleet.id] != "hauler" or waits(situation.planned, fleet):
            continue
        to, held = bound_for(situation, fleet), cargo_held(situation.planned.ships[s] for s in fleet.ships)
        for world in [w for w in left if w.hex == to]:
            if held > 0:
                held -= _portion(world, held)
                left.remove(world)
    return left


def _portion(world: FreeWorld, held: int) -> int:
    """Colonists for a world out of so many CPs: a seed where it can grow from the pool, else all it takes."""
    full = founding_size(10**6, world.share, world.most)[1]
    seed = int(world.share * SEED_CPS) if world.joins else full
    rest = held - min(seed, full)
    return min(held, full) if rest < SEED_CPS else min(seed, full)


def _landing(situation: Situation, fleet: Fleet, here: HexId) -> Iterator[Proposal]:
    """The colonies that a fleet founds in the hex where it is, or comes this month."""
    held = cargo_held(situation.planned.ships[s] for s in fleet.ships)
    rivals = any(
        f.hex == here and f.week >= situation.planned.first_week for f in situation.view.foreign_fleets.values()
    )
    if rivals and situation.random.happens(f"give way/{fleet.id}", 50):
        return  # whoever lands in the same week as others settles nothing: one has to wait
    orders: list[Order] = []
    used: list[str] = []
    for world in [w for w in situation.memoized("free worlds", _free_worlds) if w.hex == here]:
        cps = _portion(world, held)
        if founding_size(cps, world.share, world.most)[0] < 1:
            continue
        orders.append(FoundColony(fleet.id, here, world.orbit, cps))
        used.append(f"world/{world.key}")
        held -= cps
    if orders:
        why = f"{fleet.name} has the colonists for {situation.planned.place(here)} aboard"
        yield Proposal(SETTLE_CONCERN, tuple(orders), why, 990, uses=used_things(f"fleet/{fleet.id}", *used))


def _best(situation: Situation, fleet: Fleet, free: list[FreeWorld]) -> tuple[int, FreeWorld] | None:
    """The world to go to: what it is worth, less for every week."""
    weeks = {hex_: w for w, hex_ in situation.ways(fleet, {w.hex for w in free})}
    weeks[fleet.hex] = 0
    scored = [(world.worth * 10 // (4 + weeks[world.hex]), world) for world in free if world.hex in weeks]
    found = [(score, world) for score, world in scored if weeks[world.hex] <= FARTHEST_WEEKS]
    best = max(found, key=lambda f: (f[0], f[1].key), default=None)
    return None if best is None else (weeks[best[1].hex], best[1])


def _onward(situation: Situation, fleet: Fleet, free: list[FreeWorld]) -> Iterator[Proposal]:
    """A fleet with colonists aboard goes on to the next world, or home where there is none."""
    found = _best(situation, fleet, free)
    if found is None or (
        strain(situation.planned, fleet) >= situation.weights.stress and fleet.hex not in situation.fed
    ):
        if fleet.hex not in situation.fed:
            yield from go_home(situation, fleet, SETTLE_CONCERN)
        return
    weeks, world = found
    free.remove(world)
    why = f"{fleet.name} takes its colonists to {situation.planned.place(world.hex)}, {weeks_text(weeks)}"
    order = MoveFleet(fleet.id, (Leg(world.hex),))
    yield Proposal(SETTLE_CONCERN, (order,), why, 600, uses=used_things(f"fleet/{fleet.id}", f"bound/{world.key}"))


def _outward(situation: Situation, fleet: Fleet, free: list[FreeWorld]) -> Iterator[Proposal]:
    """An empty freighter loads where CPs are and sets out, or comes back to where they are."""
    homes = loading_places(situation)
    if fleet.hex not in homes:
        for weeks, goal in situation.ways(fleet, homes)[:1]:
            why = f"{fleet.name} comes back for more colonists, {weeks_text(weeks)}"
            order = MoveFleet(fleet.id, (Leg(goal),))
            yield Proposal(SETTLE_CONCERN, (order,), why, 500, uses=used_things(f"fleet/{fleet.id}"))
        return
    found = _best(situation, fleet, free)
    if found is None:
        return
    weeks, world = found
    beside = [w for w in free if w.hex == world.hex]
    cps, points = cargo_for(situation, fleet, weeks, sum(colonists_wanted(w) for w in beside[:3]))
    if founding_size(cps, world.share, world.most)[0] < 1:
        return
    for one in beside[:3]:
        free.remove(one)
    orders = departure(fleet, world, weeks, cps, points)
    if not weeks:
        orders = (*orders, FoundColony(fleet.id, world.hex, world.orbit, _portion(world, cps)))
    place, price = situation.planned.place(world.hex), plain_multiple(world.share)
    way = f"takes {cps} CPs of colonists to {place}, {weeks_text(weeks)}" if weeks else f"has {cps} CPs for {place}"
    why = f"{fleet.name} {way}; world {world.orbit} at ×{price} holds {world.most}"
    uses = used_things(f"fleet/{fleet.id}", f"bound/{world.key}", *([] if weeks else [f"world/{world.key}"]))
    yield Proposal(SETTLE_CONCERN, orders, why, 500 + world.worth // (1 + weeks), "settle", cps, uses)


def loading_places(situation: Situation) -> set[HexId]:
    """Where colonists and the pool's CPs can go aboard."""
    return {c.hex for c in situation.view.colonies.values() if c.hex in situation.main and not c.blockaded}


def colonists_wanted(world: FreeWorld) -> int:
    """CPs that a new colony is founded with: a seed where it can grow from the pool, else all that the world takes."""
    return int(world.share * SEED_CPS) if world.joins else founding_size(10**6, world.share, world.most)[1]


def cargo_for(situation: Situation, fleet: Fleet, weeks: int, wanted: int) -> tuple[int, int]:
    """CPs of colonists and supply points that a fleet takes on a voyage: those that are wanted, as far as there is room."""
    ships = [situation.planned.ships[s] for s in fleet.ships]
    room = room_aboard(situation.me.designs, ships, situation.settings)
    points = _rations(situation, fleet, weeks, room)
    return min(room - points, wanted), points


def departure(fleet: Fleet, world: FreeWorld, weeks: int, cps: int, points: int) -> tuple[Order, ...]:
    """Orders that load a fleet and send it to a world, so many weeks away."""
    orders: list[Order] = [LoadCargo(fleet.id, cps)]
    if points:
        orders.append(LoadSupplies(fleet.id, points))
    if weeks:
        orders.append(MoveFleet(fleet.id, (Leg(world.hex),)))
    return tuple(orders)


def _rations(situation: Situation, fleet: Fleet, weeks: int, room: int) -> int:
    """Supply points for the way there and back, at most a quarter of the room (CW-4.3-13)."""
    designs = situation.me.designs
    each = sum(points_for(designs[situation.planned.ships[s].design], situation.settings) for s in fleet.ships)
    held = sum(situation.planned.ships[s].supplies for s in fleet.ships)
    months = -(-2 * weeks // WEEKS_PER_TURN)
    return max(0, min(each * months - held, room // 4)) if weeks else 0


GROW_CONCERN: Final = "grow"


def grow(situation: Situation) -> Iterator[Proposal]:
    """Each colony that can grow and pays for it within the turns that are looked ahead, the cheapest first; places that are cut
    off out of their own stores (CW-5.0-10)."""
    found: list[Proposal] = []
    for colony in situation.colonies:
        world = situation.planned.world(colony.hex, colony.orbit)
        if world is None or world.max_cp is None or colony.size >= world.max_cp:
            continue
        share = multiple(situation.me.race, world.step, situation.settings)
        if share >= situation.judgment.horizon:
            continue
        if is_connected(situation.view, situation.me.id, colony):
            cost = colony_cost(world.max_cp - colony.size, share)
            danger = 300 if situation.foes(colony.hex) else 0
            price = f"a CP of size for {plain_multiple(share)}, back in as many turns"
            text = f"{colony.name}: {price}; {colony.size} of {world.max_cp}"
            weight = int(1000 / share) - danger
            order = ExpandColony(colony.id, cost)
            least = min(cost, colony_cost(1, share))
            found.append(
                Proposal(
                    GROW_CONCERN, (order,), text, weight, "grow", cost, used_things(f"grow/{colony.id}"), least=least
                )
            )
        elif colony.store:
            added, cost = growth(colony.store, share, colony.size, world.max_cp)
            if added:
                text = f"{colony.name} is cut off, and has {colony.store} CPs that nobody else can use"
                found.append(
                    Proposal(
                        GROW_CONCERN, (ExpandColony(colony.id, cost),), text, 300, uses=used_things(f"grow/{colony.id}")
                    )
                )
    yield from sorted(found, key=lambda p: (-p.weight, p.key))[: situation.judgment.candidates]


WORKS_CONCERN: Final = "works"
INCOME_PER_BAY: Final = 8
"""CPs of income a turn that ask for a shipyard bay."""
MOST_BAYS: Final = 1500
MOST_LABS: Final = 45
"""Science stations in one place: more of them add nothing to what is usually spent there (CW-8.0-11)."""
BAYS_A_STEP: Final = 20


def propose_works(situation: Situation) -> Iterator[Proposal]:
    """What would be used if it were there."""
    capital = situation.capital
    if capital is None:
        return
    bays = sum(c.shipyard_bays for c in situation.colonies)
    wanted = min(MOST_BAYS, situation.income // INCOME_PER_BAY)
    if bays + BAYS_A_STEP <= wanted:
        site = _for_yard(situation, capital)
        why = f"{bays} shipyard bays for {situation.income} CPs a turn; {wanted} would be used"
        for amount in (max(BAYS_A_STEP, (wanted - bays) // 2), BAYS_A_STEP):
            yield from _facility(situation, site, "shipyard", amount, why, 300 + (amount > BAYS_A_STEP))
    labs = _for_labs(situation)
    if labs is not None:
        have = stations_at(situation.view, situation.me.id, labs.hex)
        most = MOST_LABS * situation.weights.research // 10
        if have + 5 <= most:
            there = count_of(have, "science station")
            why = f"{there} at {labs.name}; each adds to the chance of what is studied there"
            yield from _facility(situation, labs, "lab", min(10, most - have), why, 260)
    yield from _munitions(situation, capital)


def _for_yard(situation: Situation, capital: Colony) -> Colony:
    """Where bays go: home, until the income is such that a second place is worth it."""
    others = [c for c in situation.colonies if c.id != capital.id and c.size >= 150 and c.hex in situation.main]
    second = others[0] if others and capital.shipyard_bays >= 300 else capital
    return second if not situation.foes(second.hex) else capital


def _for_labs(situation: Situation) -> Colony | None:
    places = research_places(situation.view)
    return next((c for c in situation.colonies if places and c.hex == places[0]), None)


def _facility(
    situation: Situation, site: Colony, kind: FacilityKind, amount: int, why: str, weight: int
) -> Iterator[Proposal]:
    cost = facility_price(kind, amount, situation.settings)
    order = BuildFacility(site.id, kind, amount)
    yield Proposal(WORKS_CONCERN, (order,), why, weight, "works", cost, used_things(f"works/{kind}"))


def _munitions(situation: Situation, capital: Colony) -> Iterator[Proposal]:
    """Missiles in stock for ships that fire them (CW-6.1-11)."""
    designs = situation.me.designs
    launchers = sum(designs[s.design].launchers for s in situation.planned.ships.values())
    made = any(isinstance(s.order, MakeMunitions) for s in situation.sheet)
    if capital.munitions < 2 * launchers and not made and not capital.retooling:
        free = situation.planned.free_capacity(capital, "munitions")
        cps = min(free, 4 * launchers - capital.munitions, 20)
        if cps > 0:
            stock = f"munitions for {capital.munitions} CPs" if capital.munitions else "no munitions"
            why = f"{count_of(launchers, 'missile launcher')}, and {stock} in stock"
            order = MakeMunitions(capital.id, cps)
            yield Proposal(WORKS_CONCERN, (order,), why, 200, "works", cps, used_things("works/munitions"))
