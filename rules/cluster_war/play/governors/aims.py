"""How a governor stands to other empires, and its long-term plan: whom to be at war with and when to stop, when to give in;
all of it in words for anyone who may read it (CW-9.0-09, CW-11.0)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.diplomacy.deeds import BREACHES
from rules.cluster_war.chapters.diplomacy.treaty_orders import offer_of, pact_of
from rules.cluster_war.model.race_design.choices import XENOPHOBIC
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.dealings import Deed
from rules.cluster_war.model.state.war import SignKind
from rules.cluster_war.play.governors.concerns.expansion import free_worlds
from rules.cluster_war.play.governors.concerns.war import committed_hull, goals, is_winning
from rules.cluster_war.play.governors.situation import ENEMY_RELATION, PROUD, GovernorMemory, Situation
from rules.values import changed

GRUDGE_POINTS: Final[Mapping[SignKind, int]] = {"battle": 4, "ground": 6, "bombarded": 6, "blockade": 3, "raid": 3}
"""What is held against whoever did it, in points, each turn in which it was done near an own colony."""
NEAR_HEXES: Final = 2
"""So many hexes around own colonies a battle is somebody's attack."""
MOST_GRUDGE: Final = 15
BREACH_GRUDGE: Final = 8
"""Points held against a partner in trade that struck it, wherever that was."""
THREAT_GRUDGE: Final = 2
GIFT_THANKS: Final = 3
"""Points that a gift takes off."""
TRUCE_TURNS: Final = 10
"""Turns for which a governor keeps the peace that it made."""
ATTITUDE_RELATION: Final = {"Very Hostile": -2, "Hostile": -1, "Peaceful": 1, "Pacifism": 1}


def grudges(situation: Situation) -> dict[SideId, int]:
    """What is held against each side now: what was held before, faded by a point, and the wrongs of the last turn."""
    found = {side: points - 1 for side, points in situation.memory.grudges.items() if points > 1}
    for sign in situation.view.signs.values():
        if (
            sign.turn != situation.view.turn - 1
            or sign.by in {"", situation.me.id}
            or sign.by not in situation.view.flags
        ):
            continue
        if situation.from_home(sign.hex) <= NEAR_HEXES:
            found[sign.by] = min(MOST_GRUDGE, found.get(sign.by, 0) + GRUDGE_POINTS[sign.kind])
    for deed in situation.view.deeds:
        points = _points_of(situation, deed)
        if points:
            found[deed.other] = max(0, min(MOST_GRUDGE, found.get(deed.other, 0) + points))
    return {side: points for side, points in found.items() if points}


def _points_of(situation: Situation, deed: Deed) -> int:
    """What a deed of another's last turn adds to what is held against it, or takes off."""
    if deed.by != deed.other or deed.last != situation.view.turn - 1 or deed.other not in situation.view.flags:
        return 0
    if deed.kind == "trade ended" and deed.what in BREACHES:
        return BREACH_GRUDGE
    if deed.kind == "threat":
        return THREAT_GRUDGE if situation.profile.character in PROUD else 0
    return -GIFT_THANKS if deed.kind == "gift" else 0


def relations(situation: Situation, memory: GovernorMemory) -> dict[SideId, int]:
    """How it stands to every other empire: its nature and its race's attitude, what binds them, less the grudge; at most at the
    edge of enmity to whom it is at war with, until that is over."""
    view = situation.view
    attitudes = situation.me.race.attitude.split(", ")
    usual = situation.weights.trust + sum(ATTITUDE_RELATION.get(a, 0) for a in attitudes) - (XENOPHOBIC in attitudes)
    found: dict[SideId, int] = {}
    for side in sorted(view.flags):
        if side == view.side:
            continue
        points = max(-2, usual)  # nobody is attacked for being a stranger
        points += 2 if any(side in {p.a, p.b} for p in view.pacts) else 0
        points += 2 if side in view.embassies else 0
        points += any(r.giver == side for r in view.rights)
        points += 3 if side in view.peace or is_truce(situation, memory, side) else 0
        points -= memory.grudges.get(side, 0)
        found[side] = min(points, ENEMY_RELATION) if side == memory.foe else max(points, -9)
    return found


def is_truce(situation: Situation, memory: GovernorMemory, side: SideId) -> bool:
    """Whether the peace that it made with a side still holds it back."""
    return situation.view.turn - memory.truces.get(side, -TRUCE_TURNS) < TRUCE_TURNS


def recall_memory(situation: Situation) -> GovernorMemory:
    """What it had in mind, with the grudges of today."""
    return changed(situation.memory, grudges=grudges(situation))


PATIENCE_TURNS: Final = 14
"""Turns of a war without a new wrong after which it ends."""
WAR_GRUDGE: Final = 4
"""Points held against a side from which it is fought."""
LEAST_WAR_HULL: Final = 120
"""Hull spaces of warships without which nobody begins a war."""
WAR_REACH_HEXES: Final = 14
"""Hexes from the nearest own colony within which a war is worth while."""
SPARED_RELATION: Final = 4
"""The relation from which even a conqueror leaves a side alone."""
FORGOTTEN_HULL: Final = 40
"""Hull spaces of which nobody thinks any more."""
TURNS_BEFORE_PEACE_TALK: Final = 3
"""Turns of a war before anybody speaks of peace."""
SURRENDER_PERCENT: Final = 40
"""Percent of the best production that it ever had, below which an empire that has lost its home gives in."""


def take_aim(situation: Situation) -> GovernorMemory:
    """What it has in mind this turn; `situation` gets its memory and its relations."""
    memory = recall_memory(situation)
    situation.relations = relations(situation, memory)
    memory = changed(memory, turn=situation.view.turn, best=max(memory.best, situation.income))
    if not memory.beaten and _is_beaten(situation, memory):
        memory = changed(memory, beaten=situation.view.turn)
    if memory.foe and not memory.beaten and _is_agreed(situation, memory):
        memory = changed(
            memory,
            truces={**memory.truces, memory.foe: situation.view.turn},
            grudges={side: points for side, points in memory.grudges.items() if side != memory.foe},
        )
    if memory.beaten or (memory.foe and _is_over(situation, memory)):
        memory = changed(memory, foe="", since=situation.view.turn if memory.foe else memory.since, cause="")
    elif not memory.foe:
        found = next(_causes(situation, memory), None)
        if found is not None:
            memory = changed(memory, foe=found[0], since=situation.view.turn, cause=found[1])
    situation.memory = memory
    situation.relations = relations(situation, memory)
    situation.memory = changed(memory, rebuffs=_rebuffs(situation), committed=committed_hull(situation))
    return situation.memory


def _rebuffs(situation: Situation) -> dict[HexId, int]:
    """What is taken to hold each system where a battle was lost: more than was sent there; it fades by a tenth each turn."""
    found = {hex_: hull * 9 // 10 for hex_, hull in situation.memory.rebuffs.items() if hull > FORGOTTEN_HULL}
    for sign in situation.view.signs.values():
        lost = sign.kind == "battle" and sign.turn == situation.view.turn - 1 and sign.by not in {"", situation.me.id}
        if lost and situation.memory.committed.get(sign.hex):
            found[sign.hex] = max(found.get(sign.hex, 0), situation.memory.committed[sign.hex] * 5 // 4)
    return found


def _is_beaten(situation: Situation, memory: GovernorMemory) -> bool:
    """Whether it has lost its home world, or most colonies, and with it most of what it made."""
    if not memory.best or situation.income * 100 >= memory.best * SURRENDER_PERCENT:
        return False
    return (
        f"{situation.me.home}-{situation.me.home_orbit}" not in situation.view.colonies
        or len(situation.view.colonies) < 2
    )


def _is_over(situation: Situation, memory: GovernorMemory) -> bool:
    """Whether a war ends: peace was made, nothing of the enemy is known any more, or it has gone on for long enough."""
    known_ = any(c.side == memory.foe for c in situation.view.foreign_colonies.values())
    tired = situation.view.turn - memory.since >= PATIENCE_TURNS and memory.grudges.get(memory.foe, 0) < WAR_GRUDGE
    agreed = memory.truces.get(memory.foe) == situation.view.turn
    return memory.foe in situation.view.peace or not known_ or tired or agreed


def _is_agreed(situation: Situation, memory: GovernorMemory) -> bool:
    """Whether it makes peace with whom it is at war with: they trade again, or offer what is worth it. Full trade is taken at any
    time, as a submission; limited trade by whoever is not winning (CW-11.0-02)."""
    view, foe = situation.view, memory.foe
    if view.turn - memory.since < TURNS_BEFORE_PEACE_TALK or situation.unyielding:
        return False
    offered = offer_of(view.offers, foe, view.side)
    if pact_of(view.pacts, view.side, foe) is not None or (offered is not None and offered.level == "full"):
        return True
    return offered is not None and not is_winning(situation, foe)


def _causes(situation: Situation, memory: GovernorMemory) -> Iterator[tuple[SideId, str]]:
    """Sides to go to war with, the most pressing first, and why: those who did wrong, then those who are in the way."""
    force = sum(situation.strength(f) for f in situation.planned.fleets.values() if situation.roles[f.id] == "war")
    near: dict[SideId, int] = {}
    for seen in situation.view.foreign_colonies.values():
        if seen.side in situation.view.flags and seen.side not in situation.view.peace:
            near[seen.side] = min(near.get(seen.side, 99), situation.from_home(seen.hex))
    near = {side: far for side, far in near.items() if not is_truce(situation, memory, side)}
    for side, points in sorted(memory.grudges.items(), key=lambda item: (-item[1], item[0])):
        if points >= WAR_GRUDGE and situation.relations[side] <= ENEMY_RELATION and side in near and force:
            yield side, f"{situation.view.flags[side].name} attacked us"
    weights, turn = situation.weights, situation.view.turn
    rested = not memory.since or turn - memory.since >= PATIENCE_TURNS // 2
    if not weights.wars_from or turn < weights.wars_from or not rested or force < LEAST_WAR_HULL:
        return
    if situation.refuses("first strike"):
        return
    for side, far in sorted(near.items(), key=lambda item: (item[1] + 3 * situation.relations[item[0]], item[0])):
        if far <= WAR_REACH_HEXES and situation.relations[side] < SPARED_RELATION:
            yield side, f"{situation.view.flags[side].name} is near and has what we want"


def aims(situation: Situation) -> tuple[str, ...]:
    """The long-term plan in sentences."""
    return tuple(_aims(situation))


def _aims(situation: Situation) -> Iterator[str]:
    view, memory = situation.view, situation.memory
    if memory.beaten:
        terms = "" if situation.unyielding else "ask for terms, "
        yield f"Beaten in turn {memory.beaten}: {terms}hold what is left, fight nobody."
    growing = [c for c in situation.colonies if _room(situation, c.hex, c.orbit) > c.size]
    if growing:
        left = sum(_room(situation, c.hex, c.orbit) - c.size for c in growing)
        many = "1 colony" if len(growing) == 1 else f"{len(growing)} colonies"
        yield f"Let {many} grow by {left} CPs more, the cheapest size first."
    worlds = free_worlds(situation)
    if worlds:
        best = ", ".join(f"{w.key} (holds {w.most})" for w in worlds[:3])
        yield f"Settle next: {best}."
    unknown = sum(situation.level(h) in {"", "map"} for h in situation.stars)
    if unknown and situation.count("scout"):
        yield f"Explore: {unknown} stars of {len(situation.stars)} are unknown."
    if memory.foe:
        where = "".join(f"; the aim is {target.colony}" for target in goals(situation)[:1])
        yield f"At war with {view.flags[memory.foe].name} since turn {memory.since}, since {memory.cause}{where}."
    elif situation.weights.wars_from:
        yield f"Build up a fleet; from turn {situation.weights.wars_from} on, take from those near and weak."
    friends = [
        view.flags[s].name
        for s, points in sorted(situation.relations.items())
        if points >= SPARED_RELATION and s in view.met
    ]
    if friends:
        yield f"Keep friends: {', '.join(friends)}."


def _room(situation: Situation, hex_: str, orbit: int) -> int:
    """What a world holds, 0 where that is not known."""
    world = situation.planned.world(hex_, orbit)
    return (world.max_cp or 0) if world is not None else 0
