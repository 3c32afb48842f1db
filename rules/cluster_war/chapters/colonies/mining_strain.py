"""What strip-mining does to worlds, how they recover, and what mining stations tell of another side's colony at the same
world (CW-7.1, CW-7.1-02; docs/rulings, R-061)."""

from typing import Final

from rules.cluster_war.chapters.detection.surveys import learn
from rules.cluster_war.model.economy.yields import mining_yields, neighbours, supply_number, world_at
from rules.cluster_war.model.events.colonies import WorldRecovered, WorldStrained
from rules.cluster_war.model.state.common import HexId, Settings, SideId
from rules.cluster_war.model.state.places import Body, StarSystem, Strain
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.values import Cause, Modifier, changed

HARMS: Final = ("hotter", "colder", "air turns to sulfur", "air turns to acid", "surface pitted")
DIGITS: Final = "0123456789X"


def stress_a_turn(settings: Settings) -> int:
    """Per cent that each turn of strip-mining adds to a world's stress (CW-7.1-06)."""
    return supply_number("stress for each turn of strip-mining", settings)


def stop_leavers(turn: TurnState, week: int) -> None:
    """A fleet that has left its world mines no more."""
    del week
    for key, fleet in list(turn.fleets.items()):
        if fleet.mining is not None and (fleet.transit is not None or fleet.hex != fleet.mining.hex):
            turn.fleets[key] = changed(fleet, mining=None)


def strain_worlds(turn: TurnState) -> None:
    """At the month's end: strip-mined worlds are put to the test, worlds left alone may recover (CW-7.1-06, CW-7.1-09)."""
    stripped, worked = _worked(turn)
    for (hex_, orbit), sides in sorted(stripped.items()):
        _strain(turn, hex_, orbit, tuple(sorted(sides)))
    for key, strain in sorted(turn.strains.items()):
        here, _, number = key.partition("-")
        if strain.step and (here, int(number)) not in worked:
            _recover(turn, key, strain, here, int(number))


def _worked(turn: TurnState) -> tuple[dict[tuple[HexId, int], set[SideId]], set[tuple[HexId, int]]]:
    """The worlds strip-mined this month and by whom, and all that were mined: as they stood when it began."""
    stripped: dict[tuple[HexId, int], set[SideId]] = {}
    worked: set[tuple[HexId, int]] = set()
    for found in mining_yields(turn.start):
        if found.stations:
            worked.add((found.hex, found.orbit))
            if found.strip:
                stripped.setdefault((found.hex, found.orbit), set()).add(found.side)
    for colony in turn.start.colonies.values():
        if colony.strip and world_at(turn, colony.hex, colony.orbit) is not None:
            worked.add((colony.hex, colony.orbit))
            stripped.setdefault((colony.hex, colony.orbit), set()).add(colony.side)
    return stripped, worked


def _strain(turn: TurnState, hex_: HexId, orbit: int, sides: tuple[SideId, ...]) -> None:
    key = f"{hex_}-{orbit}"
    world = world_at(turn, hex_, orbit)
    if world is None:
        return
    before = turn.strains.get(key, Strain(0))
    stress = min(100, before.stress + stress_a_turn(turn.settings))
    roll = turn.dice.percent(unseen_key(turn, f"strip-mining/{key}"))
    harmed = roll.total <= stress
    turn.strains[key] = changed(before, stress=stress, side=sides[0])
    reasons = (Modifier(before.stress, "per cent so far"), Modifier(stress - before.stress, "for this month"))
    for side in sides:
        # Nobody is shown the die: a side that saw it one time and not another would know of somebody else at work here.
        cause = Cause("CW-7.1-06", modifiers=reasons)
        turn.tell_side(WorldStrained(side, hex_, orbit, stress, harmed, cause=cause))
    if harmed:
        which = turn.dice.roll(unseen_key(turn, f"strip-mining/{key}/harm"), len(HARMS))
        _ask(turn, hex_, orbit, world, sides, HARMS[which.total - 1])


def harm(step: str, kind: str) -> str:
    """The STEP code after harm: a digit of temperature, environment or surface worse by one (CW-7.1-07)."""
    digits = [DIGITS.index(c) for c in step]
    if kind == "hotter":
        digits[1] = min(10, digits[1] + 1)
    elif kind == "colder":
        digits[1] = max(0, digits[1] - 1)
    elif kind == "surface pitted":
        digits[3] = max(0, digits[3] - 1)
    else:
        digits[2] = min(10, digits[2] + 1)
    return "".join(DIGITS[d] for d in digits)


def _ask(turn: TurnState, hex_: HexId, orbit: int, world: Body, sides: tuple[SideId, ...], kind: str) -> None:
    names = " and ".join(turn.sides[s].name for s in sides)
    text = f"{names}: strip-mining has harmed world {orbit} of {hex_} ({world.step}). How does it change?"
    worse = harm(world.step, kind)
    suggestion = f"{kind[0].upper()}{kind[1:]}: change the world to {worse}; its stress is then 0 again."
    turn.put_question("catastrophe", sides, text, "CW-7.1-07", suggestion, hex_)


def _recover(turn: TurnState, key: str, strain: Strain, hex_: HexId, orbit: int) -> None:
    roll = turn.dice.percent(unseen_key(turn, f"fallow/{key}"))
    chance = supply_number("percent that a world left alone recovers", turn.settings)
    if roll.total > chance + strain.care:
        return
    system = change_step(turn, hex_, orbit, strain.step)
    del turn.strains[key]
    reasons = [Modifier(chance, "per cent for a world left alone")]
    reasons += [Modifier(strain.care, "per cent for care of its environment")] if strain.care else []
    salted = strain.side in turn.sides and turn.sides[strain.side].salt != ""
    for side in who_sees(turn, hex_):
        own = not salted or side == strain.side
        cause = Cause("CW-7.1-09", modifiers=tuple(reasons if own else reasons[:1]))
        turn.tell_side(WorldRecovered(side, hex_, orbit, strain.step, cause=cause))
        known = turn.knowledge[side].systems.get(hex_)
        level = known.level if known is not None else "map"
        if level != "map":
            learn(turn, side, system, level, week=turn.first_week, cause=cause)


def who_sees(turn: TurnState, hex_: HexId) -> tuple[SideId, ...]:
    """The sides that have a colony or base in a hex."""
    here = {c.side for c in turn.colonies.values() if c.hex == hex_}
    return tuple(sorted(here | {b.side for b in turn.bases.values() if b.hex == hex_ and not b.towed_by}))


def change_step(turn: TurnState, hex_: HexId, orbit: int, step: str) -> StarSystem:
    """Give a world another STEP code; the system as it is then."""
    system = turn.cluster.systems[hex_]
    bodies = tuple(changed(b, step=step) if b.orbit == orbit else b for b in system.bodies)
    after = changed(system, bodies=bodies)
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, hex_: after})
    return after


def reset_stress(strains: dict[str, Strain], world: str, before: str, after: str) -> None:
    """A world whose STEP code changed has no stress; the code before the first harm is kept (CW-7.1-08)."""
    strain = strains.get(world)
    if strain is None or before == after:
        return
    if strain.step == after:
        del strains[world]
    else:
        strains[world] = changed(strain, stress=0, step=strain.step or before)


def note_neighbours(turn: TurnState) -> None:
    """At the month's end: whoever's stations are at work at another's world enters its colony's size with the sighting."""
    for side in sorted(turn.sides):
        known = turn.knowledge[side].colonies
        sizes = {key: size for key, size in neighbours(turn, side).items() if key in known}
        if sizes:
            turn.learn(side, colonies={**known, **{key: changed(known[key], size=n) for key, n in sizes.items()}})
