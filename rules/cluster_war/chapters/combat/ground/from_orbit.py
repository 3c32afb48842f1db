"""What comes down on a world from orbit: landings, who can, how and how long they take, and fire on forces each week before
the round on the ground (CW-9.2-04 to 14, CW-9.3-47 to 50, R-118)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.combat.ground import forces as ground_forces
from rules.cluster_war.chapters.combat.ground.skirmish import StarshipHull, accuracy, shots, situation, situation_of
from rules.cluster_war.chapters.combat.ground.troops import ARMS, Troops, teams_left, troops_of, war_number
from rules.cluster_war.model.events.ground import ForcesShelled
from rules.cluster_war.model.state.common import DesignId, DesignProblem, FleetId, Settings, SideId
from rules.cluster_war.model.state.holdings import Colony, Design, Ship
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Force, Surface, Wounds
from rules.cluster_war.model.unit_design import transport
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState, shared_key
from rules.values import Cause, Modifier, Roll, Value, changed

Way: TypeAlias = Literal["dropped", "in landers", "from the landed ship"]
SUPPORT_RULE: Final = "CW-9.3-50"


class Descent(Value):
    """How a battalion comes down, and the combat rounds until it is all on the ground."""

    way: Way
    rounds: int


def teams_a_round(design: Design, settings: Settings, transcasters: int = 0) -> int:
    """Combat teams that a troop ship sends down in a combat round: by the barracks, assault bays and transcaster stations that
    it has in working order (CW-9.2-06)."""
    return (
        design.barracks * war_number("teams a barracks sends down in a combat round", settings)
        + design.assault_bays * war_number("teams an assault bay sends down in a combat round", settings)
        + transcasters * war_number("teams a transcaster station sends down in a combat round", settings)
    )


def may_drop(unit: Design, troops: Troops, *, in_hangar: bool) -> DesignProblem | None:
    """Why a unit cannot make planetfall from orbit, or None (CW-9.2-07, CW-9.2-08)."""
    if not troops.drops:
        return DesignProblem(f"{unit.name} is not drop-capable: land its ship, or use landers.", "CW-9.2-07")
    if troops.vehicle and troops.scale == "battalion" and not (troops.speed == "air mobile" and in_hangar):
        return DesignProblem(
            f"Of vehicles only grav tanks in hangar space are dropped; {unit.name} cannot be.", "CW-9.2-08"
        )
    return None


def landers_of(designs: Mapping[DesignId, Design], ships: Iterable[Ship]) -> int:
    """Landing craft among a fleet's craft: gunboats that carry troops or cargo (CW-9.2-09, CW-9.2-12)."""
    craft = (sound(designs, ship) for ship in ships if designs[ship.design].kind == "small_craft")
    return sum(d.unit in {"", "gunboat"} and bool(d.barracks or d.cargo_bays) for d in craft)


def descent(
    unit: Design, troops: Troops, ship: Design, settings: Settings, *, landers: int = 0, in_hangar: bool = False
) -> Descent:
    """How a battalion comes down from a ship, and in how many combat rounds: by teams for troops in barracks, ten a
    battalion as a rule, and twenty before that for vehicles stowed as cargo (CW-9.2-06 to CW-9.2-11)."""
    deploy = war_number("combat rounds to deploy a battalion", settings)
    if may_drop(unit, troops, in_hangar=in_hangar) is None:
        a_round = teams_a_round(ship, settings)
        return Descent(
            "dropped", min(deploy, -(-FULL_COMBAT_TEAMS // a_round)) if a_round and not troops.vehicle else deploy
        )
    stowed = troops.vehicle and not in_hangar
    unstow = war_number("combat rounds to unstow a battalion", settings) if stowed else 0
    return Descent("in landers" if landers else "from the landed ship", unstow + deploy)


def rounds_in_all(descents: Sequence[Descent], points: int) -> int:
    """Combat rounds until all are down: one after another at each unloading point, points side by side (CW-9.2-10)."""
    queues = [0] * max(1, points)
    for one in sorted(descents, key=lambda d: -d.rounds):
        queues[queues.index(min(queues))] += one.rounds
    return max(queues)


class LandingParty(Value):
    """Battalions of one design that come down from one ship."""

    ship: Ship
    design: Design
    count: int
    descent: Descent


def parties(
    designs: Mapping[DesignId, Design],
    ships: Sequence[Ship],
    step: str,
    home_step: str,
    settings: Settings,
) -> tuple[tuple[LandingParty, ...], tuple[DesignProblem, ...]]:
    """All ground forces aboard that can come down on a world with this STEP code, ship by ship, and why others stay.

    Wet-navy units never invade (CW-A-63), flyers need air to fly in (CW-6.5-23). Drop-capable grav tanks ride in hangar
    bays as far as their ship has them to spare.
    """
    landers = landers_of(designs, ships)
    free = _free_bays(designs, ships, settings)
    found: list[LandingParty] = []
    kept: dict[str, DesignProblem] = {}
    for ship in ships:
        carrier = sound(designs, ship)
        bays = min(
            free, carrier.hangar // transport.bay_room(settings) - transport.flights_aboard(designs, ship, settings)
        )
        for key, count in sorted(ship.crates.items()):
            unit = designs.get(key)
            if unit is None or unit.kind != "ground":
                continue
            troops = troops_of(unit, settings)
            amiss = transport.launch_problem(unit, step, home_step)
            if transport.works_at_sea(unit):
                amiss = DesignProblem(f"{unit.name} is of the wet navy, which invades no other world.", "CW-A-63")
            if amiss is not None:
                kept[key] = amiss
                continue
            housed = min(count, max(0, bays) // max(1, unit.gear)) if troops.drops and troops.vehicle else 0
            bays -= housed * max(1, unit.gear)
            free -= housed * max(1, unit.gear)
            for n, hangar in ((housed, True), (count - housed, False)):
                if n:
                    how = descent(unit, troops, carrier, settings, landers=landers, in_hangar=hangar)
                    found.append(LandingParty(ship, unit, n, how))
    return tuple(found), tuple(kept.values())


def _free_bays(designs: Mapping[DesignId, Design], ships: Sequence[Ship], settings: Settings) -> int:
    """Hangar bays of a fleet that neither its craft nor aerospace battalions are in."""
    hangars = transport.Hangars(designs, [s for s in ships if designs[s.design].kind != "small_craft"], settings)
    for craft in (designs[s.design] for s in ships if designs[s.design].kind == "small_craft"):
        hangars.take(craft.hull)
    return hangars.free


def landing_rounds(found: Sequence[LandingParty], landers: int) -> int:
    """Combat rounds until everybody is down: each ship is an unloading point of its own, and so is each lander."""
    ships: dict[str, list[Descent]] = {}
    for party in found:
        ships.setdefault(party.ship.id, []).extend([party.descent] * party.count)
    points = max(1, landers // max(1, len(ships)))
    return max((rounds_in_all(queue, points) for queue in ships.values()), default=0)


class Gunners(Value):
    """Who fires from orbit: a side's fleet with so many shots a week, by an order. `aims` is what captains and crews add to each
    shot, in points of per cent; () for nothing (CW-17.1-21, CW-17.2-03)."""

    side: SideId
    fleet: FleetId
    order: str
    guns: int
    aims: tuple[int, ...] = ()


def guns_of(design: Design, wounds: Wounds, settings: Settings) -> int:
    """Shots a week that one ship has at what is on the ground: one for each weapon that works, one for a warship that nobody
    has drawn (CW-9.3-47)."""
    if not design.layout:
        return int(is_warship(design, settings))
    arms = {label: n for label, n in design.layout.items() if label.casefold().startswith(ARMS)}
    return sum(max(0, n - wounds.damaged.get(at, 0) - wounds.destroyed.get(at, 0)) for at, n in arms.items())


def fire_on_forces(turn: TurnState, gunners: Gunners, colony: Colony, week: int) -> None:
    """A week's fire on the enemies of a side that are on a world, each shot by accuracy, spread over them evenly; a garrison
    takes to the field for it. Minefields are not seen, and nobody on the ground reaches the ships."""
    turn.surfaces[colony.id] = ground_forces.surface_of(turn, colony)
    if colony.side in turn.sides and ground_forces.is_hostile(turn, gunners.side, colony.side):
        ground_forces.muster(turn, colony.id, week)
    surface = turn.surfaces[colony.id]
    targets = [
        f for f in ground_forces.enemies_on(turn, surface, gunners.side) if not ground_forces.troops_in(turn, f).hidden
    ]
    if not targets:
        _tell(turn, gunners, colony, week, "", (), ())
        return
    heard = {gunners.side, colony.side, *(f.side for f in targets)}
    number = 1 + sum(isinstance(e, ForcesShelled) and (e.world, e.week) == (colony.id, week) for e in turn.events)
    key = shared_key(turn, heard, f"support/{colony.id}", f"support/{colony.id}/{week}/{number}")
    after: dict[str, Force | None] = {}
    rolled: dict[SideId, list[tuple[Force, int, tuple[Roll, ...]]]] = {}
    for n, force in enumerate(targets):
        chance = _chance(turn, surface, force, gunners.side)
        mine = range(n, gunners.guns, len(targets))
        fired = [shots(chance + _aim(gunners, shot), [f"{key}/shot/{shot + 1}"], turn.dice) for shot in mine]
        rolls, hits = tuple(roll for found, _ in fired for roll in found), sum(hit for _, hit in fired)
        after[force.id] = _struck(turn, force, hits)
        rolled.setdefault(force.side, []).append((force, hits, rolls))
    kept = {k: after.get(k, f) for k, f in surface.forces.items()}
    turn.surfaces[colony.id] = changed(surface, forces={k: f for k, f in kept.items() if f is not None})
    gone = [f for f in targets if after[f.id] is None]
    for side, struck in sorted(rolled.items()):
        lost = tuple((f, hits, after[f.id]) for f, hits, _ in struck)
        _tell(turn, gunners, colony, week, side, lost, tuple(r for _, _, rolls in struck for r in rolls))
    ground_forces.tell_lost(turn, colony.id, gone, Cause(SUPPORT_RULE))
    ground_forces.lose_leaders(turn, turn.surfaces[colony.id], gone)


def _aim(gunners: Gunners, shot: int) -> int:
    return gunners.aims[shot] if gunners.aims else 0


def _chance(turn: TurnState, surface: Surface, force: Force, by: SideId) -> int:
    """Per cent for a shot at a force: ships themselves know no terrain, battalions have their cover (CW-9.3-48, CW-9.3-49)."""
    odds = {odd.side: (odd.attack, odd.defense) for odd in surface.odds}
    city = any(city.hex == force.at for city in surface.cities)
    dug_in = force.dug_in or ground_forces.design_in(turn, force).kind == "base"
    more, own = odds.get(force.side, (0, 0)), odds.get(by, (0, 0))
    there = situation(surface.terrain[force.at], turn.settings, city=city, dug_in=dug_in, more=more)
    above = situation("clear", turn.settings, more=own)
    return accuracy(above, situation_of(ground_forces.troops_in(turn, force), there), turn.settings)


def _struck(turn: TurnState, force: Force, hits: int) -> Force | None:
    """A force after so many hits: each takes a combat team, or is a point of damage to what is of starship scale."""
    troops = ground_forces.troops_in(turn, force)
    if troops.starship_grade:
        left = StarshipHull(troops.shields, max(1, troops.hull)).struck(force.damage + hits)
        return None if left.destroyed else changed(force, damage=force.damage + hits)
    teams = teams_left(force.teams, hits)
    return changed(force, teams=teams) if teams else None


def _tell(
    turn: TurnState,
    gunners: Gunners,
    colony: Colony,
    week: int,
    side: SideId,
    struck: tuple[tuple[Force, int, Force | None], ...],
    rolls: tuple[Roll, ...],
) -> None:
    """Gunners and those under fire hear of it in events of their own; the order is its giver's affair."""
    teams = sum(
        f.teams - (left.teams if left is not None else 0)
        for f, _, left in struck
        if ground_forces.troops_in(turn, f).scale == "battalion"
    )
    told = ForcesShelled(
        side=gunners.side,
        world=colony.id,
        week=week,
        target=side,
        shots=len(rolls),
        hits=sum(hits for _, hits, _ in struck),
        teams=teams,
        destroyed=sum(left is None for _, _, left in struck),
        fleet=gunners.fleet,
        cause=Cause(SUPPORT_RULE, gunners.order, (Modifier(gunners.guns, "shots of the fleet in a week"),), rolls),
        seen_by=(gunners.side,),
    )
    turn.say(told)
    if side in turn.sides:
        turn.say(changed(told, fleet="", cause=Cause(SUPPORT_RULE, rolls=rolls), seen_by=(side,)))
