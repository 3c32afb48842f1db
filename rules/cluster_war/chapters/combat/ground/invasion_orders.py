"""The order to land a fleet's ground forces on an enemy's world (CW-9.2)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, cast

from rules.cluster_war.chapters.combat.ground import forces
from rules.cluster_war.chapters.combat.ground.from_orbit import LandingParty, landers_of, landing_rounds, parties
from rules.cluster_war.chapters.combat.ground.troops import Troops, check_place, may_stand, troops_of
from rules.cluster_war.chapters.detection.cloaks import seen_ships, sees_base
from rules.cluster_war.chapters.detection.sensors import is_full
from rules.cluster_war.chapters.logistics.stores import disembark_forces
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.npr.sight import native_world
from rules.cluster_war.model.events.ground import TroopsLanded
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.finders import free_fleet, held_by, own_fleet, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, WORLD, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.npr import LONGEST_LOG, WORST_RELATION, guarded_by
from rules.cluster_war.model.state.places import disk
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import POSTURES, Posture, Surface
from rules.cluster_war.model.unit_design.pricing import is_armed
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed

OPEN_LAND: Final = "land"
CITY: Final = "city"
RULE: Final = "CW-9.2-05"


class InvadeWorld(Order):
    """Land all ground forces of a fleet on an enemy's world, in the week in which the fleet is there: beside its largest
    city where nobody stands ("land"), on that city itself ("city"), or in a surface hex ("0302"); `posture` is what they do
    next (CW-9.2-04 to CW-9.2-14)."""

    fleet: FleetId
    world: ColonyId
    at: str = OPEN_LAND
    posture: Posture = "attack"


def target(holdings: Holdings, order: InvadeWorld) -> Colony | ColonySighting:
    """The enemy's colony on a world, as far as the giver knows; IllegalOrderError."""
    found = holdings.foreign_colony(order.world)
    if found is None and isinstance(holdings, TurnHoldings):
        found = native_world(holdings.turn_state.nprs, order.world, holdings.settings)[0]
    if found is None:
        mine = holdings.colonies.get(order.world)
        if mine is not None and mine.side == holdings.owner.id:
            raise IllegalOrderError(f"{mine.name} is yours: land troops there with /fleet disembark.", rule="CW-9.2-01")
        raise IllegalOrderError(f"You know of no colony at {order.world}; there is nobody to invade.", rule="CW-9.2-01")
    refused = deed_refused(holdings.owner.race.attitude, "conquest", holdings.settings)
    if refused is not None:
        raise IllegalOrderError(refused.text, rule=refused.rule)
    return found


def coming_down(
    holdings: Holdings, fleet: Fleet, order: InvadeWorld
) -> tuple[tuple[LandingParty, ...], tuple[Note, ...]]:
    """The battalions aboard a fleet that can land on a world, and why others cannot; IllegalOrderError if none can."""
    hex_, _, orbit = order.world.partition("-")
    home = holdings.owner.race.home_step
    step = holdings.step_of(hex_, int(orbit)) or home
    ships = list(ships_by_id(holdings, fleet).values())
    found, kept = parties(holdings.owner.designs, ships, step, home, holdings.settings)
    notes = tuple(Note(problem.text, problem.rule) for problem in kept)
    if not found:
        more = f" {notes[0].text}" if notes else ""
        raise IllegalOrderError(f"{fleet.name} carries no ground forces that can land there.{more}", rule="CW-9.2-01")
    return found, notes


def rounds_of(holdings: Holdings, fleet: Fleet, found: tuple[LandingParty, ...]) -> int:
    """Combat rounds until all of a fleet's landing forces are down."""
    return landing_rounds(found, landers_of(holdings.owner.designs, ships_by_id(holdings, fleet).values()))


def _plan(planned: PlannedState, order: InvadeWorld) -> OrderPreview:
    fleet = free_fleet(planned, order.fleet)
    found = target(planned, order)
    if found.side in planned.view.peace:
        raise IllegalOrderError(f"You are at peace with {planned.side_name(found.side)}.", rule="CW-9.2-01")
    _check_words(order)
    _check_coming(planned, fleet, order.world.partition("-")[0])
    planned.once(f"invade {fleet.id}", f"{fleet.name} already has orders to invade")
    landing, notes = coming_down(planned, fleet, order)
    units = Counter[tuple[str, str]]()
    front = planned.view.fronts.get(order.world)
    for party in landing:
        if front is not None and order.at not in {OPEN_LAND, CITY}:
            check_place(troops_of(party.design, planned.settings), front, order.at, planned.settings)
        units[party.design.name, party.descent.way] += party.count
    named = ", ".join(f"{count} × {name} ({way})" for (name, way), count in units.items())
    where = {OPEN_LAND: "beside its city, where nobody is", CITY: "right on its city"}.get(
        order.at, f"in surface hex {order.at}"
    )
    rounds = rounds_of(planned, fleet, landing)
    text = f"{fleet.name} lands {named} on {order.world} {where}, in {rounds} combat rounds; then they {order.posture}."
    hot = Note("A landing among the enemy is fought at once, before anybody moves.", "CW-9.2-14")
    free = Note(
        "It lands once no armed enemy ship or base in the hex is left that was not beaten this month.",
        RULE,
        informs=True,
    )
    fed = Note(
        "They carry supplies for four weeks; a captured city or freighters bring more.", "CW-9.3-43", informs=True
    )
    return OrderPreview(order=order, text=text, notes=(free, *((hot,) if order.at == CITY else ()), fed, *notes))


def _check_words(order: InvadeWorld) -> None:
    if order.posture not in POSTURES:
        raise IllegalOrderError(f"Landed forces can {', '.join(POSTURES)}.", rule="CW-9.2-15")
    if order.at not in {OPEN_LAND, CITY} and not (len(order.at) == len("0302") and order.at.isdigit()):
        raise IllegalOrderError('Land at "land", at "city", or in a surface hex such as 0302.', rule="CW-9.2-13")


def _check_coming(planned: PlannedState, fleet: Fleet, hex_: HexId) -> None:
    """IllegalOrderError if a fleet is not there by this turn's end."""
    ends = planned.first_week + WEEKS_PER_TURN
    if fleet.transit is None and fleet.hex == hex_ and fleet.id not in planned.moving:
        return
    due = {fleet.transit.to: fleet.transit.arrives} if fleet.transit is not None else {}
    if fleet.course is not None:
        due |= dict(zip(fleet.course.path, fleet.course.due, strict=True))
    if fleet.id in planned.moving:
        due |= dict(zip(planned.heading.get(fleet.id, ()), planned.due.get(fleet.id, ()), strict=True))
    if due.get(hex_, ends + 1) > ends:
        raise IllegalOrderError(
            f"{fleet.name} is not at {hex_} by the end of this turn; give the order for the turn in which it arrives.",
            rule=RULE,
        )


def land_week(turn: TurnState, week: int) -> None:
    """Fleets that are over the world they are to invade land their forces, if nobody holds its orbit against them; on the
    turn's last week the rest is told why not."""
    waiting = turn.orders_of(InvadeWorld)
    if not waiting:
        return
    last = week >= turn.first_week + WEEKS_PER_TURN
    done = {e.cause.order for e in turn.events if isinstance(e, TroopsLanded | OrderFailed)}
    for signed, order in waiting:
        if signed.id in done:
            continue
        with OrderGuard(turn, signed):
            holdings = TurnHoldings(turn, signed.side)
            fleet = own_fleet(holdings, order.fleet)
            hex_ = order.world.partition("-")[0]
            if fleet.hex != hex_ or fleet.transit is not None:
                if last:
                    raise IllegalOrderError(
                        f"{fleet.name} was not at {hex_} this turn; its forces stay aboard.", rule=RULE
                    )
                continue
            held = held_by(holdings, fleet, week - 1)
            barred = str(held) if held is not None else orbit_barred(turn, signed.side, hex_)
            if not barred:
                _land(turn, signed, order, fleet, week)
            elif last:
                raise IllegalOrderError(f"{barred} {fleet.name} cannot land; its forces stay aboard.", rule=RULE)


def orbit_barred(turn: TurnState, side: SideId, hex_: HexId) -> str:
    """Why troop ships cannot come down in a hex, "" if they can: an armed enemy ship or base there that has not been beaten
    this month (CW-9.2-05). Who has won their last battle there this month holds the orbit."""
    here = (b for b in turn.battles if (b.turn, b.hex) == (turn.turn, hex_) and side in b.sides)
    fought = [b for b in here if not b.foe]
    if fought and max(fought, key=lambda b: (b.week, b.id)).winner == side:
        return ""
    for _, npr in sorted(turn.nprs.items()):
        if guarded_by(npr, hex_) and not at_peace(turn.start.peace, side, npr.id):
            return f"Armed ships of {npr.name} are at {hex_}."
    for enemy, designs in _units_at(turn, hex_, side):
        if enemy == side or at_peace(turn.start.peace, side, enemy):
            continue
        known = turn.sides[enemy].designs
        if any(is_armed(known[d], turn.settings) for d in designs if d in known):
            return f"{turn.sides[enemy].name} still has armed ships or bases at {hex_}."
    return ""


def _noticed(turn: TurnState, fleet: Fleet, seen_by: SideId) -> tuple[ShipId, ...]:
    """The ships of a fleet that stand in a side's way: who stays under a cloak does not (CW-12.0-08)."""
    return seen_ships(turn, fleet, seen_by) if is_full(turn.settings) else fleet.ships


def _units_at(turn: TurnState, hex_: HexId, seen_by: SideId) -> Iterable[tuple[SideId, tuple[str, ...]]]:
    for fleet in sorted(turn.fleets.at(hex_), key=lambda f: f.id):
        if fleet.transit is None:
            yield fleet.side, tuple(turn.ships[s].design for s in _noticed(turn, fleet, seen_by))
    for base in turn.bases.at(hex_):
        if base.ready <= turn.turn and not base.towed_by and sees_base(turn, base, seen_by):
            yield base.side, (base.design,)
    for colony in turn.colonies.at(hex_):
        designs = turn.sides[colony.side].designs
        held = (
            d for d in colony.garrison if d in designs and designs[d].kind == "base" and not forces.musters(designs[d])
        )
        yield colony.side, tuple(held)


def _land(turn: TurnState, signed: SignedOrder, order: InvadeWorld, fleet: Fleet, week: int) -> None:
    holdings = TurnHoldings(turn, signed.side)
    target(holdings, order)
    colony = forces.held_world(turn, order.world)
    if colony is None or at_peace(turn.start.peace, signed.side, colony.side):
        raise IllegalOrderError(f"You are at peace with the owner of {order.world}.", rule="CW-9.2-01")
    landing, _ = coming_down(holdings, fleet, order)
    rounds = rounds_of(holdings, fleet, landing)
    surface = forces.surface_of(turn, colony)
    at = landing_hex(turn, surface, order, signed.side)
    for party in landing:
        check_place(troops_of(party.design, turn.settings), surface, at, turn.settings)
    units = Counter[str]()
    landed = []
    for party in landing:
        ship = turn.ships[party.ship.id]
        turn.ships.update(
            disembark_forces(holdings.owner.designs, {ship.id: ship}, party.design, party.count, turn.settings)[0]
        )
        units[party.design.name] += party.count
        forces.go_ashore(turn, signed.side, ship.id, order.world, party.design.id)
        for _ in range(party.count):
            force = forces.new_force(turn, signed.side, party.design.id, at, week - 1)
            landed.append(changed(force, posture=order.posture))
            turn.landed[force.id] = week
    enemies = [f for f in forces.enemies_on(turn, surface, signed.side) if f.at == at]
    garrison = _garrison_at(turn, surface, colony, at)
    turn.surfaces[order.world] = forces.put_forces(surface, landed)
    modifiers = tuple(Modifier(n, f"× {name} landed") for name, n in units.items())
    told = TroopsLanded(
        side=signed.side,
        world=order.world,
        hex=colony.hex,
        at=at,
        week=week,
        units=tuple(units.items()),
        rounds=rounds,
        hot=bool(enemies or garrison),
        fleet=fleet.id,
        cause=Cause("CW-9.2-06", signed.id, modifiers),
        seen_by=(signed.side,),
    )
    turn.say(told)
    if colony.side in turn.nprs:
        _provoke(turn, signed.side, colony)
    else:
        turn.say(changed(told, fleet="", cause=changed(told.cause, order=""), seen_by=(colony.side,)))


def _provoke(turn: TurnState, side: SideId, colony: Colony) -> None:
    """A race of the game master's is at war with whoever lands on a world of theirs; they read it in its log."""
    npr = turn.nprs[colony.side]
    line = f"Turn {turn.turn}: {turn.sides[side].name} lands on {colony.name} ({colony.id}); war."
    relations = {**npr.relations, side: WORST_RELATION}
    turn.nprs[npr.id] = changed(npr, relations=relations, log=(*npr.log, line)[-LONGEST_LOG:])


def _garrison_at(turn: TurnState, surface: Surface, colony: Colony, at: HexId) -> bool:
    """Whether a garrison that has not taken the field yet would stand in a hex: it musters at the cities."""
    designs = turn.sides[colony.side].designs if colony.side in turn.sides else {}
    held = any(d in designs and forces.musters(designs[d]) for d in colony.garrison)
    return held and any(city.hex == at for city in surface.cities)


def landing_hex(turn: TurnState, surface: Surface, order: InvadeWorld, side: SideId) -> HexId:
    """Where an order means on a surface: the largest city, the nearest hex beside it with land and without enemies that the
    side could see, or the hex named."""
    city = max(surface.cities, key=lambda c: (c.share, c.name)).hex if surface.cities else min(surface.terrain)
    if order.at == CITY:
        return city
    if order.at != OPEN_LAND:
        return order.at
    seen = (f for f in forces.enemies_on(turn, surface, side) if not forces.is_unseen(turn, surface, f, side))
    taken = {f.at for f in seen} | {c.hex for c in surface.cities}
    foot = Troops("Infantry")
    near = (at for n in range(1, surface.columns + surface.rows) for at in disk(surface, city, n))
    return next((at for at in near if at not in taken and may_stand(foot, surface, at, turn.settings)), city)


KINDS: Final = (
    OrderKind(
        InvadeWorld,
        Phase.FOUND,
        command="invade land",
        example='invade "1st Fleet" 2034-3 at city and hold',
        pattern=rf"{NAME} {WORLD}(?: at (land|city|\d{{4}}))?(?: and ({'|'.join(POSTURES)}))?",
        read=lambda g: InvadeWorld(
            g.fleet(0),
            f"{g.hex(1)}-{g.number(2)}",
            g.word(3) or OPEN_LAND,
            cast("Posture", g.word(4) or "attack"),
        ),
        write=lambda order, names: (
            f"invade {fleet_text(names, order.fleet)} {order.world} at {order.at} and {order.posture}"
        ),
        plan=_plan,
        carry_out=Together(land_week),
    ),
)
