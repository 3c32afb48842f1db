"""Chains that a side could begin now, the best first, each with its reason; and where there are none, why, and what would help.

Worlds are weighed as governors weigh them (`governors/concerns`): by what they make, what they cost, and how far they are.
"""

from collections.abc import Collection, Sequence
from math import ceil
from typing import Final

from rules.cluster_war.chapters.diplomacy.treaty_orders import pact_of
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.worlds.step_codes import plain_multiple
from rules.cluster_war.play.governors.concerns.expansion import FreeWorld, appraise, colonists_wanted, free_worlds
from rules.cluster_war.play.governors.roster import surveys
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.standing_orders.chain_kinds import WARNING, Chain, PlannedStep, world_name
from rules.cluster_war.play.standing_orders.chains import fleets_of, steps_of
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld, carrying_room
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld, check_enemy, troops_aboard
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull, foes_at
from rules.values import GameError, Value

MOST_WORLDS: Final = 6
"""Worlds of a kind that are offered."""
GOOD_SHARE: Final = 3
"""CPs for a CP of size from which nobody thinks of a world that is not surveyed yet."""


class ChainOffer(Value):
    """A chain that could begin now: what it is called, why it is sensible, and whether it is advised: never with a warning."""

    chain: Chain
    label: str
    reason: str
    starred: bool = False


def busy_fleets(chains: Collection[Chain]) -> frozenset[str]:
    """Fleets that other chains need."""
    return frozenset(fleet for chain in chains for fleet in fleets_of(chain))


def colony_offers(situation: Situation, running: Collection[Chain] = ()) -> tuple[ChainOffer, ...]:
    """Worlds for a colony by freighter, those that are surveyed first; `running` are chains that go on already."""
    busy, taken = busy_fleets(running), {c.world for c in running if isinstance(c, SettleWorld)}
    carriers = _carriers(situation, busy)
    if not carriers:
        return ()
    found: list[ChainOffer] = []
    for world in [w for w in _by_freighter(situation) if w.key not in taken][:MOST_WORLDS]:
        one = _offer(situation, world, carriers, "")
        if one is not None:
            found.append(one)
    surveyors = [f for f in situation.of_role("surveyor") if f.id not in busy and surveys(situation.planned, f)]
    if surveyors:
        for world in [w for w in _unsurveyed(situation) if w.key not in taken][:MOST_WORLDS]:
            near = _nearest(situation, surveyors, world.hex)
            one = None if near is None else _offer(situation, world, carriers, near.id)
            if one is not None:
                found.append(one)
    return _first_starred(found)


def _first_starred(found: Sequence[ChainOffer]) -> tuple[ChainOffer, ...]:
    """The offers, of those that could be advised only the first."""
    best = next((one for one in found if one.starred), None)
    return tuple(ChainOffer(o.chain, o.label, o.reason, o is best) for o in found)


def _unwarned(steps: Sequence[PlannedStep]) -> bool:
    """Whether no step of a chain carries a warning."""
    return not any(WARNING in one.text for one in steps)


def _carriers(situation: Situation, busy: Collection[str]) -> list[Fleet]:
    """Freighters that wait for orders."""
    free = [f for f in situation.of_role("hauler") if f.id not in busy]
    return [f for f in free if carrying_room(situation, f)]


def _by_freighter(situation: Situation) -> list[FreeWorld]:
    """Surveyed worlds that colonists reach by freighter: where the pool settles the grid itself, those outside it."""
    grid = situation.main if situation.settings.colony_freighters == "outside-grid" else frozenset[HexId]()
    return [w for w in free_worlds(situation) if w.hex not in grid]


def _unsurveyed(situation: Situation) -> list[FreeWorld]:
    """Worlds that were only scouted and look good, the nearest and cheapest first."""
    found: list[tuple[int, FreeWorld]] = []
    for hex_, system in situation.view.systems.items():
        if system.level != "scouted" or hex_ in situation.shunned or situation.strangers(hex_):
            continue
        for body in system.bodies:
            key = f"{hex_}-{body.orbit}"
            world = appraise(situation, hex_, body)
            if world.share < GOOD_SHARE and key not in situation.view.foreign_colonies:
                found.append((situation.from_home(hex_), world))
    return [w for _, w in sorted(found, key=lambda pair: (pair[0] + 2 * pair[1].share, pair[1].key))]


def _nearest(situation: Situation, fleets: Sequence[Fleet], hex_: HexId) -> Fleet | None:
    """The fleet that is soonest there."""
    weeks = [(0 if f.hex == hex_ else next((w for w, _ in situation.ways(f, (hex_,))), None), f) for f in fleets]
    near = [(w, f.id, f) for w, f in weeks if w is not None]
    return min(near, key=lambda found: found[:2])[2] if near else None


def _offer(situation: Situation, world: FreeWorld, carriers: Sequence[Fleet], surveyor: str) -> ChainOffer | None:
    carrier = _nearest(situation, carriers, world.hex)
    if carrier is None:
        return None
    chain = SettleWorld(world.hex, world.orbit, carrier.id, surveyor)
    try:
        steps = steps_of(situation, chain)
    except GameError:
        return None
    return ChainOffer(
        chain,
        f"Found a colony at {world_name(situation.view, *_place(world))}",
        _why(world, carrier, steps),
        _unwarned(steps),
    )


def _place(world: FreeWorld) -> tuple[HexId, int]:
    return world.hex, world.orbit


def _why(world: FreeWorld, carrier: Fleet, steps: Sequence[PlannedStep]) -> str:
    """Price, multiple, when it is founded, and when it has paid for itself."""
    price = plain_multiple(world.share)
    when = f"founded in turn {steps[-1].turn} by {carrier.name}"
    months = ceil(world.share)
    pays = f"pays for itself in {months} month{'' if months == 1 else 's'} then"
    if not world.most:
        return f"×{price} world, to be surveyed first; {when}; {pays}"
    cps = colonists_wanted(world)
    apart = "" if world.joins else "; too far for your pool, so its CPs stay there"
    return f"{cps} CPs at ×{price}, holds {world.most}; {when}; {pays}{apart}"


def conquest_offers(situation: Situation, running: Collection[Chain] = ()) -> tuple[ChainOffer, ...]:
    """Worlds of others that troops could take, the nearest and weakest first."""
    planned, busy = situation.planned, busy_fleets(running)
    taken = {c.world for c in running if isinstance(c, ConquerWorld)}
    group = _invaders(situation, busy)
    if not group:
        return ()
    ours = sum(armed_hull(planned, f) for f in group)
    found: list[tuple[int, str, ChainOffer]] = []
    for key, seen in sorted(situation.view.foreign_colonies.items()):
        chain = ConquerWorld(key, group[0].id, tuple(f.id for f in group[1:]))
        if key in taken:
            continue
        try:
            check_enemy(planned, chain)
            steps = steps_of(situation, chain)
        except GameError:
            continue
        theirs = sum(foes_at(planned, seen.hex).values())
        strong = 2 * ours >= 3 * theirs and ours > 0
        friend = pact_of(situation.view.pacts, situation.view.side, seen.side) is not None
        why = _war_why(planned, seen, group, ours, theirs, steps)
        one = ChainOffer(chain, f"Take {_name(planned, seen)}", why, strong and not friend and _unwarned(steps))
        found.append((steps[-1].turn * 10 + theirs, key, one))
    return _first_starred([one for _, _, one in sorted(found, key=lambda f: f[:2])][:MOST_WORLDS])


def _name(planned: PlannedState, seen: ColonySighting) -> str:
    return world_name(planned.view, seen.hex, seen.orbit)


def _war_why(
    planned: PlannedState,
    seen: ColonySighting,
    group: Sequence[Fleet],
    ours: int,
    theirs: int,
    steps: Sequence[PlannedStep],
) -> str:
    who = planned.view.all_flags[seen.side].name if seen.side in planned.view.all_flags else seen.side
    known = f"hull {theirs} seen there within the month" if theirs else "nobody seen there within the month"
    fleets = " and ".join(fleet.name for fleet in group)
    return f"a world of {who}; {known}, yours is {ours}; {fleets} land in turn {steps[-1].turn}"


def _invaders(situation: Situation, busy: Collection[str]) -> list[Fleet]:
    """Fleets that could go together: the one with most room for troops, and those that can fight and are where it is."""
    planned, designs = situation.planned, situation.me.designs
    free = [f for f in situation.waiting if f.id not in busy]

    def room(fleet: Fleet) -> int:
        return 1000 * troops_aboard(planned, (fleet,)) + sum(
            designs[planned.ships[s].design].barracks for s in fleet.ships
        )

    able = [f for f in free if room(f)]
    if not able:
        return []
    lead = max(able, key=lambda f: (room(f), armed_hull(planned, f), f.id))
    return [lead, *(f for f in free if f.id != lead.id and f.hex == lead.hex and armed_hull(planned, f))]


def why_no_colony(situation: Situation, running: Collection[Chain] = ()) -> str:
    """Why nothing can be settled or grow now, and the step that helps."""
    if situation.planned.purse < 1:
        return "Your sheet spends all your CPs, and colonies are founded and grow with what is left. Withdraw an order, or wait."
    haulers = [f for f in situation.planned.fleets.values() if situation.roles[f.id] == "hauler"]
    worlds, scouted = _by_freighter(situation), _unsurveyed(situation)
    if not worlds and not scouted:
        have = situation.count("scout") + situation.count("surveyor")
        explore = "Explore: send scouts and survey ships." if have else "Build a scout or a survey ship, then explore."
        return f"Your worlds are full, and you know of no other that is fit for your people. {explore}"
    waits = f"{_best(situation, worlds or scouted)} waits for colonists"
    if not haulers:
        return f"{waits}, and you have no freighter. Build {_design(situation, 'hauler')}."
    if not worlds and not situation.count("surveyor"):
        return f"{waits}, and no free world is surveyed. Build {_design(situation, 'surveyor')}."
    if not worlds:
        return (
            f"{waits}, no free world is surveyed, and your survey ships have their orders. One of them could go there."
        )
    if not _carriers(situation, busy_fleets(running)):
        names = ", ".join(sorted(f.name for f in haulers)[:3])
        return f"{waits}, and your freighters have their orders ({names}). Build another, or wait."
    return f"{waits}, and none of your freighters can reach it. Build a faster one."


def _best(situation: Situation, worlds: Sequence[FreeWorld]) -> str:
    return world_name(situation.view, *_place(worlds[0]))


def _design(situation: Situation, role: str) -> str:
    """A design that does it, by name; else what to design."""
    roster = situation.roster
    able = [d.name for d in roster.designs if roster.roles[d.id] == role and d.id in roster.able]
    if able:
        return f"a {able[0]}"
    parts = "cargo bays" if role == "hauler" else "LRS and survey bays"
    return f"a ship with {parts}, which you have to design first"


def why_no_conquest(situation: Situation, running: Collection[Chain] = ()) -> str:
    """Why no world can be taken now, and the step that helps."""
    view = situation.view
    if not view.foreign_colonies:
        return "You know of no colony of others. Explore: a scout over their world shows it."
    enemies = [c for c in view.foreign_colonies.values() if c.side not in view.peace]
    if not enemies:
        return "You are at peace with everybody whose worlds you know."
    try:
        check_enemy(situation.planned, ConquerWorld(enemies[0].colony, ""))
    except GameError as refused:
        return str(refused)
    designs = situation.me.designs
    carriers = [d.name for d in designs.values() if d.kind == "ship" and d.barracks and d.id in situation.roster.able]
    owned = any(designs[s.design].barracks for s in situation.planned.ships.values() if s.design in designs)
    if not owned:
        build = f"a {carriers[0]}" if carriers else "a ship with barracks, which you have to design first"
        return f"None of your ships has room for troops. Build {build}; then come back."
    if not _invaders(situation, busy_fleets(running)):
        return "Your troop ships are under way or have their orders; they can land once they wait for orders again."
    return (
        "You can spare no battalion in reach of your troop ships, or they cannot reach an enemy world. Train "
        "battalions where a troop ship is; then come back."
    )
