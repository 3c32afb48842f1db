"""Fire from orbit on forces on a world's surface, each week before the round on the ground (CW-9.3-47 to 50, R-118)."""

from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.combat.ground.forces import (
    design_in,
    enemies_on,
    fallen,
    is_hostile,
    muster,
    surface_of,
    tell_lost,
    troops_in,
)
from rules.cluster_war.chapters.combat.ground.skirmish import Hull, accuracy, shots, situation, situation_of
from rules.cluster_war.chapters.combat.ground.troops import ARMS, teams_left
from rules.cluster_war.model.events.ground import ForcesShelled
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import FleetId, SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.surface import Force, Surface
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.working.secret_words import shared_key
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Roll
from rules.events import Cause, Modifier
from rules.values import Value, changed

RULE: Final = "CW-9.3-50"


class Gunners(Value):
    """Who fires from orbit: a side's fleet with so many shots a week, by an order."""

    side: SideId
    fleet: FleetId
    order: str
    guns: int


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
    turn.surfaces[colony.id] = surface_of(turn, colony)
    if colony.side in turn.sides and is_hostile(turn, gunners.side, colony.side):
        muster(turn, colony.id, week)
    surface = turn.surfaces[colony.id]
    targets = [f for f in enemies_on(turn, surface, gunners.side) if not troops_in(turn, f).hidden]
    if not targets:
        _tell(turn, gunners, colony, week, "", (), ())
        return
    heard = {gunners.side, colony.side, *(f.side for f in targets)}
    number = 1 + sum(isinstance(e, ForcesShelled) and (e.world, e.week) == (colony.id, week) for e in turn.events)
    key = shared_key(turn, heard, f"support/{colony.id}", f"support/{colony.id}/{week}/{number}")
    after: dict[str, Force | None] = {}
    rolled: dict[SideId, list[tuple[Force, int, tuple[Roll, ...]]]] = {}
    for n, force in enumerate(targets):
        keys = [f"{key}/shot/{shot + 1}" for shot in range(n, gunners.guns, len(targets))]
        rolls, hits = shots(_chance(turn, surface, force, gunners.side), keys, turn.dice)
        after[force.id] = _struck(turn, force, hits)
        rolled.setdefault(force.side, []).append((force, hits, rolls))
    kept = {k: after.get(k, f) for k, f in surface.forces.items()}
    turn.surfaces[colony.id] = changed(surface, forces={k: f for k, f in kept.items() if f is not None})
    gone = [f for f in targets if after[f.id] is None]
    for side, struck in sorted(rolled.items()):
        lost = tuple((f, hits, after[f.id]) for f, hits, _ in struck)
        _tell(turn, gunners, colony, week, side, lost, tuple(r for _, _, rolls in struck for r in rolls))
    tell_lost(turn, colony.id, gone, Cause(RULE))
    fallen(turn, turn.surfaces[colony.id], gone)


def _chance(turn: TurnState, surface: Surface, force: Force, by: SideId) -> int:
    """Per cent for a shot at a force: ships themselves know no terrain, battalions have their cover (CW-9.3-48, CW-9.3-49)."""
    odds = {odd.side: (odd.attack, odd.defense) for odd in surface.odds}
    city = any(city.hex == force.at for city in surface.cities)
    dug_in = force.dug_in or design_in(turn, force).kind == "base"
    more, own = odds.get(force.side, (0, 0)), odds.get(by, (0, 0))
    there = situation(surface.terrain[force.at], turn.settings, city=city, dug_in=dug_in, more=more)
    above = situation("clear", turn.settings, more=own)
    return accuracy(above, situation_of(troops_in(turn, force), there), turn.settings)


def _struck(turn: TurnState, force: Force, hits: int) -> Force | None:
    """A force after so many hits: each takes a combat team, or is a point of damage to what is of starship scale."""
    troops = troops_in(turn, force)
    if troops.starship_grade:
        left = Hull(troops.shields, max(1, troops.hull)).struck(force.damage + hits)
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
        if troops_in(turn, f).scale == "battalion"
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
        cause=Cause(RULE, gunners.order, (Modifier(gunners.guns, "shots of the fleet in a week"),), rolls),
        seen_by=(gunners.side,),
    )
    turn.say(told)
    if side in turn.sides:
        turn.say(changed(told, fleet="", cause=Cause(RULE, rolls=rolls), seen_by=(side,)))
