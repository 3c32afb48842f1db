"""What fire from orbit does to worlds: people, industry, installations, the biosphere, the planet itself (CW-9.4)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.chapters.combat.arms import BOMBARDMENT_TABLE, destroy_arms, in_bases, limit_works
from rules.cluster_war.chapters.combat.ground.forces import tell_lost
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.detection.surveys import learn
from rules.cluster_war.chapters.npr.sight import native_world
from rules.cluster_war.model.economy.yields import world_at
from rules.cluster_war.model.events.raids import ColonyBombarded, PlanetDestroyed
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Build, Colony
from rules.cluster_war.model.state.npr import LONGEST_LOG, WORST_RELATION
from rules.cluster_war.model.state.places import Body, Strain
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Value, changed

Target: TypeAlias = Literal["people", "production", "installations", "biosphere", "planet", "forces"]
"""What ships fire at: "biosphere" and "planet" are the planet itself, to lay it waste or to break it up (CW-9.4-01); "forces" are
enemies on the surface (CW-9.3-47)."""
TARGETS: Final[tuple[Target, ...]] = get_args(Target)
AT_COLONIES: Final = ("people", "production", "installations", "forces")
PRODUCTION: Final = ("shipyard_bays", "heavy_industry", "light_industry")
INSTALLATIONS: Final = ("science_stations", "training", "munitions")
TARGET_NAMES: Final[Mapping[str, str]] = {
    "shipyard_bays": "shipyard bays",
    "heavy_industry": "heavy industry",
    "light_industry": "light industry",
    "science_stations": "science stations",
    "training": "training rating",
    "munitions": "munitions",
}
GLAZING_ROW: Final = "times the CP potential for a biosphere"
KEPT_POTENTIAL_ROW: Final = "part of its CP potential that a destroyed planet keeps, one in"
NO_YIELD_ANSWER: Final = "It does not yield."
"""The default answer to whether a world gives in under fire (CW-9.2-03)."""
NO_MORE: Final = "Nothing more."
"""The default answer to what follows from fire on a world of a race that the game master runs."""
RULE: Final = "CW-9.4-01"
NO_OUTCRY_ANSWER: Final = "Nobody changes their mind."
"""The default answer to what others think of a world destroyed (CW-9.4-09)."""


class Bombardment(Value):
    """A month's fire of one fleet on one world."""

    side: SideId
    order: str
    hex: HexId
    orbit: int
    target: Target
    damage: int

    @property
    def key(self) -> str:
        return f"{self.hex}-{self.orbit}"


def needed_for_colony(size: int, max_cp: int) -> int:
    """Points that destroy a colony: its output without what multiplies it (CW-9.4-02)."""
    return min(size, max_cp)


def needed_for_biosphere(max_cp: int, settings: Settings) -> int:
    """Points that lay a world's biosphere waste: a hundred times what it could yield (CW-9.4-04)."""
    return max_cp * tables(settings)[BOMBARDMENT_TABLE].number(GLAZING_ROW, "number")


def rubble(step: str, max_cp: int, settings: Settings) -> tuple[str, int]:
    """The STEP code and the maximum CPs of what is left of a planet: asteroids as warm as it was, and half (CW-9.4-10)."""
    return f"0{step[1]}00", max_cp // tables(settings)[BOMBARDMENT_TABLE].number(KEPT_POTENTIAL_ROW, "number")


def fire_on(turn: TurnState, fire: Bombardment) -> str:
    """Let a month's fire fall; what came of it, for the one who fired."""
    world = world_at(turn, fire.hex, fire.orbit)
    if world is None:
        return "There is no such world."
    colony = turn.colonies.get(fire.key)
    native = native_world(turn.nprs, fire.key, turn.settings)[0]
    told = _natives(turn, fire, native) if native is not None else ""
    if fire.target == "planet":
        return f"{told} {_break_up(turn, fire, world, colony)}".strip()
    if fire.target == "biosphere":
        told = _people(turn, fire, world, colony) if colony is not None else told
        return f"{told} {_glaze(turn, fire, world)}".strip()
    if colony is None:
        return told or "The colony is gone."
    if fire.target == "people":
        return _people(turn, fire, world, colony)
    return _facilities(turn, fire, colony)


def _people(turn: TurnState, fire: Bombardment, world: Body, colony: Colony) -> str:
    """Every point takes a CP off a colony's output; with the last one it is destroyed (CW-9.4-02, CW-9.4-03)."""
    stands = needed_for_colony(colony.size, world.max_cp)
    left = stands - min(fire.damage, stands)
    if not left:
        _destroy(turn, fire, colony)
        return "The colony is destroyed."
    lost = colony.size - left
    turn.colonies[colony.id] = changed(colony, size=left)
    _tell(turn, fire, colony, lost=lost, destroyed=False, facilities={})
    if fire.target == "people":
        text = f"{turn.sides[fire.side].name} bombards {colony.name} ({colony.id}), which loses {lost} of {colony.size} CPs. "
        sides = (colony.side, fire.side)
        advice = "It rarely works. If it gives in, use /decree war yield."
        turn.put_question(
            "bombardment", sides, f"{text}Does it yield?", "CW-9.2-03", advice, fire.hex, choices=(NO_YIELD_ANSWER,)
        )
    return f"The colony loses {lost} CPs of its size."


def _natives(turn: TurnState, fire: Bombardment, colony: Colony) -> str:
    """Fire on a world of a race that the game master runs: its people die as elsewhere, and its production with them; what
    else stands there, and what the race does about it, is put to the game master (R-119)."""
    npr = turn.nprs[colony.side]
    at_people = fire.target in {"people", "biosphere", "planet"}
    lost = colony.size if fire.target == "planet" else min(fire.damage, colony.size) if at_people else 0
    left = colony.size - lost
    worlds = tuple(changed(c, size=left) if c.id == colony.id else c for c in npr.colonies if left or c.id != colony.id)
    who = turn.sides[fire.side].name
    text = f"{who} fires on {colony.name} ({colony.id}) of {npr.name} ({fire.target}, {fire.damage} points): "
    text += f"{lost} of {colony.size} CPs are gone." if lost else "what else does it hit there?"
    log = (*npr.log, f"Turn {turn.turn}: {text}")[-LONGEST_LOG:]
    relations = {**npr.relations, fire.side: WORST_RELATION}
    turn.nprs[npr.id] = changed(npr, colonies=worlds, gross=max(0, npr.gross - lost), relations=relations, log=log)
    if not left:
        surface = turn.surfaces.pop(colony.id, None)
        tell_lost(turn, colony.id, surface.forces.values() if surface is not None else (), Cause("CW-9.4-03"), "burned")
    advice = "They are at war with who fired. Change their profile with /gm npr."
    turn.put_question("bombardment", (fire.side,), text, RULE, advice, fire.hex, choices=(NO_MORE,))
    if not left:
        return "The colony is destroyed."
    return f"The colony loses {lost} CPs of its size." if lost else "What it hit there is hard to tell from orbit."


def _facilities(turn: TurnState, fire: Bombardment, colony: Colony) -> str:
    """Every point takes one bay, plant or station, or a CP of munitions; what is part of a base falls with the base."""
    damage, lost = fire.damage, dict[str, int]()
    after = colony
    for name in PRODUCTION if fire.target == "production" else INSTALLATIONS:
        has: int = getattr(colony, name)
        gone = min(damage, max(0, has - in_bases(turn, colony, name)))
        if not gone:
            continue
        damage -= gone
        lost[TARGET_NAMES[name]] = gone
        after = destroy_arms(after, name, gone)
    turn.colonies[colony.id] = after
    limit_works(turn, after)
    _tell(turn, fire, colony, lost=0, destroyed=False, facilities=lost)
    told = ", ".join(f"{n} of {what}" for what, n in lost.items())
    return f"The colony loses {told or 'nothing'}."


def _destroy(turn: TurnState, fire: Bombardment, colony: Colony) -> None:
    """A colony is gone with its garrison, its works, what it had in store, and all forces on its surface, whosever they are;
    the climate stays as it is (CW-9.4-03)."""
    works = turn.builds.at(colony.id)
    _tell(turn, fire, colony, lost=colony.size, destroyed=True, facilities={}, works=works)
    for build in works:
        del turn.builds[build.id]
    del turn.colonies[colony.id]
    surface = turn.surfaces.pop(colony.id, None)
    if surface is not None:
        tell_lost(turn, colony.id, surface.forces.values(), Cause("CW-9.4-03"), "burned")
    known = turn.knowledge[fire.side].colonies
    turn.learn(fire.side, colonies={key: seen for key, seen in known.items() if key != colony.id})


def _tell(
    turn: TurnState,
    fire: Bombardment,
    colony: Colony,
    *,
    lost: int,
    destroyed: bool,
    facilities: Mapping[str, int],
    works: list[Build] | None = None,
) -> None:
    refits: dict[DesignId, int] = {}
    for build in works or ():
        if build.old:
            refits[build.old] = refits.get(build.old, 0) + build.count
    turn.tell_side(
        ColonyBombarded(
            colony.side,
            colony.id,
            colony.name,
            fire.target,
            fire.damage,
            colony.size,
            lost,
            destroyed=destroyed,
            by=fire.side,
            facilities=facilities,
            units=colony.garrison if destroyed else {},
            refits=refits,
            works=sum(build.paid for build in works or ()),
            store=colony.store if destroyed else 0,
            cause=Cause("CW-9.4-02"),
        )
    )


def _glaze(turn: TurnState, fire: Bombardment, world: Body) -> str:
    """Damage to a biosphere adds up from month to month; when it is laid waste the game master says what it is like then."""
    strain = turn.strains.get(fire.key, Strain(0))
    before, needed = strain.glazed, needed_for_biosphere(world.max_cp, turn.settings)
    total = before + fire.damage
    turn.strains[fire.key] = changed(strain, glazed=total)
    if total < needed:
        known = turn.knowledge[fire.side].systems.get(fire.hex)
        surveyed = known is not None and any(b.orbit == fire.orbit and b.max_cp is not None for b in known.bodies)
        return f"Its biosphere has taken {total}{f' of {needed}' if surveyed else ''} points."
    if before < needed:
        who = turn.sides[fire.side].name
        text = f"World {fire.orbit} of {fire.hex} ({world.step}) is laid waste by {who}: what is its STEP code now?"
        advice = "Enter it with /decree war devastate; it stays so for centuries. Attitudes may worsen: /decree war attitude."
        turn.put_question("bombardment", _concerned(turn, fire), text, "CW-9.4-05", advice, fire.hex)
    return "Its biosphere is laid waste."


def _break_up(turn: TurnState, fire: Bombardment, world: Body, colony: Colony | None) -> str:
    """A planet becomes an asteroid field for good (CW-9.4-10)."""
    sides = _concerned(turn, fire)
    if colony is not None:
        _destroy(turn, fire, colony)
    step, max_cp = rubble(world.step, world.max_cp, turn.settings)
    system = turn.cluster.systems[fire.hex]
    left = changed(world, step=step, max_cp=max_cp, life="")
    after = changed(system, bodies=tuple(left if b.orbit == fire.orbit else b for b in system.bodies))
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, fire.hex: after})
    turn.strains.pop(fire.key, None)
    cause = Cause("CW-9.4-10", fire.order)
    for side in sorted(turn.sides):
        if side != fire.side and fire.hex not in sight(turn, side):
            continue
        turn.tell_side(PlanetDestroyed(side, fire.hex, fire.orbit, step, max_cp, cause=cause))
        known = turn.knowledge[side].systems.get(fire.hex)
        if known is not None and known.level != "map":
            learn(turn, side, after, known.level, week=turn.first_week, cause=cause)
    text = f"{turn.sides[fire.side].name} broke up world {fire.orbit} of {fire.hex}. Whose attitude does it worsen?"
    advice = "Friends and foes alike frown upon it, if they know: /decree war attitude."
    turn.put_question("bombardment", sides, text, "CW-9.4-09", advice, fire.hex, choices=(NO_OUTCRY_ANSWER,))
    return f"The planet is broken up: asteroids are left, {step}, with {max_cp} CPs at most."


def _concerned(turn: TurnState, fire: Bombardment) -> tuple[SideId, ...]:
    owners: set[SideId] = {c.side for c in turn.colonies.at(fire.hex) if c.id == fire.key}
    return tuple(sorted(owners | {fire.side}))
