"""Movement on a world's surface: who may stand and go where, and the way there (CW-9.3-02 to CW-9.3-14)."""

from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

from rules.cluster_war.chapters.combat.ground.troops import SPEEDS, Troops, hexes_a_week
from rules.cluster_war.model.state.geometry import neighbours
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.surface import Force, Front, Surface
from rules.cluster_war.model.state.tables_of import tables
from rules.errors import IllegalOrderError

TERRAINS: Final = "CW-TAB-TERRAIN"
Map = Surface | Front


def may_stand(troops: Troops, ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a unit may end its week in a hex: troops and tanks on land and ice, ships at sea and at its cities, flyers
    where there is ground under them (CW-9.3-02 to CW-9.3-04, CW-9.3-09)."""
    row = tables(settings)[TERRAINS].row(ground.terrain[at])
    if troops.at_sea:
        return row["sea"] == "yes" or is_coast(ground, at, settings)
    return row["air lands" if troops.speed == "air mobile" else "ground"] == "yes"


def may_cross(troops: Troops, ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a unit may go through a hex: flyers may anywhere."""
    return troops.speed == "air mobile" or may_stand(troops, ground, at, settings)


def is_coast(ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a land hex lies by the sea, so that ships come to it (CW-9.3-63, CW-9.3-74)."""
    table = tables(settings)[TERRAINS]
    return any(table.cell(ground.terrain[h], "sea") == "yes" for h in neighbours(ground, at))


def check_place(troops: Troops, ground: Map, at: HexId, settings: Settings) -> None:
    """IllegalOrderError if a unit may not be where it is sent."""
    if at not in ground.terrain:
        raise IllegalOrderError(f"This world has no surface hex {at}.", rule="CW-9.3-10")
    if not may_stand(troops, ground, at, settings):
        kind = (
            "go to sea only"
            if troops.at_sea
            else "must land on ground"
            if troops.speed == "air mobile"
            else "keep to land"
        )
        rule = "CW-9.3-03" if troops.at_sea else "CW-9.3-04" if troops.speed == "air mobile" else "CW-9.3-02"
        raise IllegalOrderError(f"{troops.name} cannot be in {at} ({ground.terrain[at]}): they {kind}.", rule=rule)


def check_hangar(free_bays: int) -> None:
    """IllegalOrderError if a carrier or base has no hangar space for a flyer that would land there (CW-9.3-09)."""
    if free_bays < 1:
        raise IllegalOrderError("There is no free hangar space to land in.", rule="CW-9.3-09")


def reachable(
    troops: Troops, ground: Map, start: HexId, hostile: Collection[HexId], settings: Settings, weeks: int = 1
) -> dict[HexId, tuple[HexId, ...]]:
    """The hexes a unit may end in after so many weeks, each with the way there; enemies stop it where they are, and who
    begins in one hex with them may leave it (CW-9.3-14)."""
    most = hexes_a_week(troops.speed, settings)
    limit = None if most is None else most * weeks
    found: dict[HexId, tuple[HexId, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if (limit is not None and len(found[here]) >= limit) or (here in hostile and here != start):
            continue
        for beside in neighbours(ground, here):
            if beside not in found and may_cross(troops, ground, beside, settings):
                found[beside] = (*found[here], beside)
                waiting.append(beside)
    return {at: way for at, way in found.items() if at == start or may_stand(troops, ground, at, settings)}


def week_march(
    troops: Troops, ground: Map, start: HexId, goal: HexId, hostile: Collection[HexId], settings: Settings
) -> tuple[HexId, ...]:
    """The hexes a unit enters this week on its way to a goal: the one of those in reach from which the rest is shortest;
    empty if it stays (CW-9.3-05 to CW-9.3-08)."""
    if start == goal or hexes_a_week(troops.speed, settings) == 0:
        return ()
    steps = _steps_to(troops, ground, goal, settings)
    choices = reachable(troops, ground, start, hostile, settings)
    best = min(choices, key=lambda at: (steps.get(at, len(ground.terrain) + 1), len(choices[at]), at))
    return choices[best] if best in steps else ()


def _steps_to(troops: Troops, ground: Map, goal: HexId, settings: Settings) -> dict[HexId, int]:
    found = {goal: 0}
    waiting = deque([goal])
    while waiting:
        here = waiting.popleft()
        for beside in neighbours(ground, here):
            if beside not in found and may_cross(troops, ground, beside, settings):
                found[beside] = found[here] + 1
                waiting.append(beside)
    return found


def nearest(ground: Map, start: HexId, goals: Iterable[HexId], troops: Troops, settings: Settings) -> HexId:
    """The goal with the shortest way for a unit, "" if it can come to none."""
    steps = _steps_to(troops, ground, start, settings)
    there = [goal for goal in goals if goal in steps]
    return min(there, key=lambda goal: (steps[goal], goal), default="")


def marching_order(forces: Iterable[tuple[Force, Troops]]) -> list[tuple[Force, Troops]]:
    """All sides' forces as they move: the least mobile class first (CW-9.3-13)."""
    return sorted(forces, key=lambda pair: (SPEEDS.index(pair[1].speed), pair[0].id))
