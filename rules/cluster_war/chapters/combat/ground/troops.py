"""What a unit is on the ground: its scale, speed, ratings, what losses take of them, and where it may stand and go (CW-9.3-01
to 25)."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.psionics.units import CLOAKING, SHADOW, foresees, ground_guard, unit_abilities
from rules.cluster_war.model.race_design.effects import GroundRatings, RaceEffects, TroopKind, is_chameleon, with_race
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.places import neighbours
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS, Force, Front, Surface
from rules.cluster_war.model.unit_design.ground import FANATIC, MINEFIELD, roster, roster_unit
from rules.cluster_war.model.unit_design.pricing import is_armed
from rules.values import IllegalOrderError, Value, changed

GROUND_WAR_TABLE: Final = "CW-TAB-GROUND-WAR"
Scale: TypeAlias = Literal["starship", "gunboat", "battalion"]
Speed: TypeAlias = Literal["stationary", "walking", "mobile", "air mobile"]
Pair: TypeAlias = tuple[int, int]
"""A rating at a distance and in close combat (CW-9.3-31)."""
SPEEDS: Final[tuple[Speed, ...]] = ("stationary", "walking", "mobile", "air mobile")
"""From the least mobile to the most: in this order forces move (CW-9.3-13)."""
CONCEALED: Final = frozenset({"chameleon", "cloaking", "burrowing"})
SEA: Final = ("patrol boat", "naval ship")
MISSILES: Final = ("missile launcher", "xo rack")
ARMS: Final = (*MISSILES, "beam emitter", "spinal mount", "gun pod", "energy torpedo launcher", "rail gun")
"""Components with which a unit fires at what is on the ground; the others defend it, or lay and sweep mines."""
SHIELD: Final = "shield projector"
MILITIA: Final = Design("militia", "Rebel militia", "ground", 1, 6, unit="battalion", ratings=(2, 2, 1, 1))
TERRAIN_TABLE: Final = "CW-TAB-TERRAIN"
Map = Surface | Front


def war_number(what: str, settings: Settings) -> int:
    """A number of invasion and ground war by what it is called in CW-TAB-GROUND-WAR."""
    return tables(settings)[GROUND_WAR_TABLE].number(what, "number")


class Troops(Value):
    """One unit's worth as a fighter. `weapons` are the starship-grade shots it has a round, `shields` and `hull` the points
    that a unit of starship scale can take; a battalion has neither. Who `foresees` is never taken unawares (CW-15.1-04); who is
    `shadowed` hides from minds alone (CW-15.1-21)."""

    name: str
    scale: Scale = "battalion"
    speed: Speed = "walking"
    attack: Pair = (0, 0)
    defense: Pair = (0, 0)
    at_sea: bool = False
    dives: bool = False
    conceals: bool = False
    strikes_first: bool = False
    drops: bool = False
    vehicle: bool = False
    aerospace: bool = False
    hidden: bool = False
    weapons: int = 0
    missiles: int = 0
    shields: int = 0
    hull: int = 0
    foresees: bool = False
    shadowed: bool = False

    @property
    def starship_grade(self) -> bool:
        """Whether it fires as ships do, by accuracy (CW-9.3-47)."""
        return self.scale in {"starship", "gunboat"}


def troops_of(design: Design, settings: Settings, *, foot_is_mobile: bool = False) -> Troops:
    """What a design is on the ground; one whose ratings nobody has listed is the printed unit of its name, or militia."""
    traits = {t.casefold() for t in design.traits}
    if design.kind != "ground" or design.unit not in {"", "battalion"}:
        return _large(design, traits, settings)
    ratings, printed = _ratings(design, settings)
    traits |= printed
    psi, guard = unit_abilities(design, settings), ground_guard(design, settings)
    if FANATIC.casefold() in traits:
        ratings = (ratings[0], ratings[1] + 2, max(0, ratings[2] - 1), max(0, ratings[3] - 1))
    speed: Speed = "walking"
    if "air mobile" in traits or "aerospace" in traits:
        speed = "air mobile"
    elif "mobile" in traits or (foot_is_mobile and not design.gear):
        speed = "mobile"
    elif "artillery" in design.name.casefold() or design.name == MINEFIELD:
        speed = "stationary"
    return Troops(
        design.name,
        speed=speed,
        attack=ratings[:2],
        defense=(ratings[2] + guard[0], ratings[3] + guard[1]),
        conceals=bool(traits & CONCEALED) or CLOAKING in psi or SHADOW in psi,
        strikes_first="cloaking" in traits or CLOAKING in psi or SHADOW in psi,
        drops="drop capable" in traits,
        vehicle=bool(design.gear or design.hull > 1)
        and "aerospace" not in traits
        and "power" not in design.name.casefold(),
        aerospace="aerospace" in traits,
        hidden=design.name == MINEFIELD,
        foresees=foresees(design, settings),
        shadowed=SHADOW in psi and CLOAKING not in psi and not traits & CONCEALED,
    )


def of_people(troops: Troops, design: Design, race: RaceEffects, settings: Settings) -> Troops:
    """A battalion with what the race of its teams adds to its ratings, none of which falls below 0 (CW-6.5-09, CW-3.1-69); light
    troops of a race of chameleons conceal themselves (CW-3.1-09)."""
    if troops.scale != "battalion":
        return troops
    own, kind = GroundRatings(*troops.attack, *troops.defense), _kind(troops, design)
    found, hides = with_race(own, race, kind, settings=settings), is_chameleon(race, kind)
    return changed(
        troops,
        attack=(found.ar_ranged, found.ar_close),
        defense=(found.dr_ranged, found.dr_close),
        conceals=troops.conceals or hides,
        shadowed=troops.shadowed and not hides,
    )


def _kind(troops: Troops, design: Design) -> TroopKind:
    traits = set(design.traits)
    if "suit" in traits or "power" in design.name.casefold():
        return "power armor"
    return "mechanized" if traits & {"vehicle", "aerospace"} or troops.vehicle or troops.aerospace else "foot"


def _ratings(design: Design, settings: Settings) -> tuple[tuple[int, int, int, int], set[str]]:
    named = {unit.casefold(): unit for unit in roster(settings)}
    key = named.get(design.name.casefold())
    printed = roster_unit(key, settings) if key else None
    abilities = {a.casefold() for a in printed.abilities} if printed and not design.ratings else set()
    if len(design.ratings) == len(MILITIA.ratings):
        far, near, guard, cover = design.ratings
        return (far, near, guard, cover), abilities
    return (printed.ratings if printed else (2, 2, 1, 1)), abilities


def _large(design: Design, traits: set[str], settings: Settings) -> Troops:
    """A vehicle, vessel or base laid out of components; where nobody listed them, a weapon and shields by its size."""
    kinds = tables(settings)["CW-TAB-UNIT-KINDS"]
    small = design.kind == "small_craft" or (design.unit in kinds.keys and kinds.cell(design.unit, "scale") == "tenth")
    layout = {label.casefold(): n for label, n in design.layout.items()}
    missiles = sum(n for label, n in layout.items() if label.startswith(MISSILES)) or design.launchers
    weapons = sum(n for label, n in layout.items() if label.startswith(ARMS)) or int(is_armed(design, settings))
    shields = sum(n * _rating_in(label) for label, n in layout.items() if label.startswith(SHIELD))
    base = design.kind == "base"
    return Troops(
        design.name,
        scale="gunboat" if small else "starship",
        speed="stationary" if base else "air mobile" if "air mobile" in traits or "grav" in traits else "mobile",
        at_sea=design.unit in SEA,
        dives="submersible" in traits,
        drops="drop capable" in traits or "grav" in traits,
        vehicle=True,
        weapons=weapons,
        missiles=missiles,
        shields=0 if small else shields,
        hull=1 if small else design.hull,
        foresees=foresees(design, settings),
    )


def _rating_in(label: str) -> int:
    """The rating that a component's name ends with ("Shield projector 3"), 1 without one."""
    last = label.rpartition(" ")[2]
    return int(last) if last.isdigit() else 1


def design_of(designs: Mapping[DesignId, Design], force: Force) -> Design:
    """The design of a force of the side with these designs; rebels have militia."""
    return MILITIA if force.side == REBELS else designs[force.design]


def teams_left(teams: int, hits: int) -> int:
    """Combat teams after so many hits, each of which destroys one (CW-9.3-20, CW-9.3-50)."""
    return max(0, teams - hits)


def current_attack(troops: Troops, teams: int) -> Pair:
    """Both AR values after losses: one less for each lost team, never below zero; DR stays (CW-9.3-21, CW-9.3-51)."""
    lost = FULL_COMBAT_TEAMS - teams if troops.scale == "battalion" else 0
    far, near = troops.attack
    return max(0, far - lost), max(0, near - lost)


def can_harm(attacker: Troops, teams: int, target: Troops, settings: Settings) -> bool:
    """Whether fire can hurt a target at all: weak battalions never hurt what is of starship scale (CW-9.3-24, CW-9.3-25). It is
    the current AR that counts, also of the last team of a battalion (CW-9.3-23)."""
    if attacker.starship_grade:
        return attacker.weapons > 0
    if target.scale == "starship":
        return current_attack(attacker, teams)[0] >= war_number("AR that harms starship scale", settings)
    return True


def usable_weapons(attacker: Design, troops: Troops, target: Troops) -> int:
    """Shots at a target: a ground base cannot lay beams and torpedoes on ground forces, missiles it can (CW-9.3-53, 54).

    The game master may flag a design as "ground fire".
    """
    if attacker.kind != "base" or target.scale != "battalion" or "ground fire" in attacker.traits:
        return troops.weapons
    return troops.missiles


def hexes_a_week(speed: Speed, settings: Settings) -> int | None:
    """Surface hexes in a week: 0, 1, 3, or None for no limit (CW-9.3-05 to CW-9.3-08)."""
    cell = tables(settings)["CW-9.3-T04"].cell(speed, "hexes_per_week")
    return int(cell) if cell.isdecimal() else None


def may_stand(troops: Troops, ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a unit may end its week in a hex: troops and tanks on land and ice, ships at sea and at its cities, flyers
    where there is ground under them (CW-9.3-02 to CW-9.3-04, CW-9.3-09)."""
    row = tables(settings)[TERRAIN_TABLE].row(ground.terrain[at])
    if troops.at_sea:
        return row["sea"] == "yes" or is_coast(ground, at, settings)
    return row["air lands" if troops.speed == "air mobile" else "ground"] == "yes"


def may_cross(troops: Troops, ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a unit may go through a hex: flyers may anywhere."""
    return troops.speed == "air mobile" or may_stand(troops, ground, at, settings)


def is_coast(ground: Map, at: HexId, settings: Settings) -> bool:
    """Whether a land hex lies by the sea, so that ships come to it (CW-9.3-63, CW-9.3-74)."""
    table = tables(settings)[TERRAIN_TABLE]
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
