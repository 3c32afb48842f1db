"""A campaign's battle set up on the tactical map: who is there, with whom, where, how each side stands, and the star
(CW-14.0-31, R-165, CW-9.1).

Sides that are not enemies stand together in one camp. More than two camps fight each against each. A side all of whose enemies
stand in no camp of the clash is not in it. The world that is fought over stands at the centre, smaller than its hex: it hides
nothing, and nobody runs into it. A star that is near stands beside the field (`stars`). In storms weapons reach a short way
only.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Final

from rules.bridge.craft import BATTLE_OPTIONS, Formation, blueprint, formations, gone_before, loaded_missiles
from rules.bridge.losses import worn
from rules.bridge.tables_of import bridge_tables, number
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.common import Settings, SideId, tables
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.model.worlds.terrain import Star, star_of
from rules.hexes import DIRECTIONS, Hex, distance, line, ring
from rules.pentagon_war import state as tactical
from rules.pentagon_war.campaign import enlist
from rules.pentagon_war.commission import commission, ready_craft
from rules.pentagon_war.options import Options
from rules.pentagon_war.options import tables as pentagon_tables
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.units import Body, Craft, UnitId, Velocity
from rules.values import GameError, Value, changed

STAR: Final = "star"
CENTRE: Final = Hex(0, 0)
STAR_CLEARANCE_HEXES: Final = 2
"""Hexes at least between a star's surface and every place where somebody starts, and the straight way from it to the centre."""


def star_beside(code: str, starts: Collection[Hex], settings: Settings) -> Body:
    """The star of a code of the map ("MSg") as a body: as near to the centre as the table says, or as near as leaves all `starts`
    and ways to the centre clear, on the side that is farthest from them. GameError for a code that is not a star's."""
    star = star_of(code)
    if star is None:
        raise GameError(f"{code} is not a star.", rule="CW-14.0-30")
    radius = rings(star, settings)
    at = next(_clear(set(_ways(starts)), number(settings, "star") + radius, radius + STAR_CLEARANCE_HEXES))
    zone = number(settings, "star, radiation") if "RAD" in settings.terrain else 0
    return Body(STAR, f"{star.words[:1].upper()}{star.words[1:]}", at, radius=radius, star=True, radiation=zone)


def rings(star: Star, settings: Settings) -> int:
    """How many rings of hexes a star fills: by its kind, if that has a row, else by its class."""
    table = bridge_tables(settings)["BR-T07"]
    return table.number(star.kind if star.kind in table.keys else star.spectral, "radius")


def _clear(ways: Collection[Hex], nearest: int, clear: int) -> Iterator[Hex]:
    """The roomiest place at each distance from the centre at which there is room enough: there is always one farther out."""
    for far in count(nearest):
        room, _, _, at = max((_room(here, ways), -here.q, -here.r, here) for here in ring(CENTRE, far))
        if room > clear:
            yield at


def _ways(starts: Collection[Hex]) -> Iterator[Hex]:
    for start in starts:
        for step in line(start, CENTRE):
            yield from step


def _room(here: Hex, ways: Collection[Hex]) -> int:
    return min((distance(here, way) for way in ways), default=distance(here, CENTRE))


CRAFT_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CRAFT_IN_A_RANK: Final = 9
"""Craft beside each other before the next rank begins."""
STANCE_IN_BATTLE: Final[Mapping[str, Stance]] = {
    "": "aggressive",
    "attack": "aggressive",
    "defend": "cautious",
    "evade": "flee",
}
NO_ORDERS: Final = Engagement()
WORLD: Final = "world"
SMALL_BODY_RADIUS: Final = -1
"""The radius of a body that is smaller than its hex (PW-A68)."""
UNLIMITED_RANGE: Final = 99
"""A reach that is none: terrain leaves weapons their range."""
NO_EFFECT: Final = "-20"
"""Added to a shot's dice, which then do nothing."""
DEFAULT_SETTINGS: Final = Settings()


class BattleField(Value):
    """The tactical battle as it begins, and what of the campaign is what in it.

    `camps` are the sides of each camp by its letter; `kept_back` those units that are not on the map. `aim` is by how many
    percent points a craft's fire is better than usual.
    """

    battle: tactical.Battle
    formations: Mapping[UnitId, Formation]
    camps: Mapping[str, tuple[SideId, ...]]
    kept_back: tuple[Combatant, ...]
    aim: Mapping[UnitId, int]
    surprised: frozenset[UnitId]

    def camp_of(self, side: SideId) -> str:
        """The letter of the camp in which a side stands, "" for none."""
        return next((letter for letter, sides in self.camps.items() if side in sides), "")


def clashes(battle: Battle) -> tuple[tuple[SideId, ...], ...]:
    """The sides of each fight in a battle: those joined by enmity, whatever lies between."""
    groups: list[set[SideId]] = []
    for pair in battle.enemies:
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touched] + [set(pair).union(*touched)]
    return tuple(tuple(sorted(group)) for group in sorted(groups, key=min))


def camps_of(sides: Sequence[SideId], enemies: Sequence[tuple[SideId, SideId]]) -> tuple[tuple[SideId, ...], ...]:
    """Sides shared out into camps, each into the first in which it has no enemy."""
    hostile = {frozenset(pair) for pair in enemies}
    camps: list[list[SideId]] = []
    for side in sides:
        home = next((camp for camp in camps if not any(frozenset((side, one)) in hostile for one in camp)), None)
        if home is None:
            camps.append([side])
        else:
            home.append(side)
    return tuple(tuple(camp) for camp in camps)


def field_of(battle: Battle, sides: Sequence[SideId], settings: Settings = DEFAULT_SETTINGS) -> BattleField:
    """One clash of a battle on the tactical map: comers at its edge, defenders and what does not move at its centre."""
    camps = dict(zip(CRAFT_LETTERS, camps_of(sides, battle.enemies), strict=False))
    craft: dict[UnitId, Craft] = {}
    stances: dict[UnitId, Stance] = {}
    found: dict[UnitId, Formation] = {}
    back: list[Combatant] = []
    for at, (letter, members) in enumerate(camps.items()):
        here = [unit for unit in battle.units if unit.side in members and unit.count > 0]
        flown, left = _on_the_map(here, settings, number(settings, "most craft") // len(camps))
        back += left
        ranks: dict[str, int] = defaultdict(int)
        for n, formation in enumerate(flown, 1):
            unit = f"{letter}{n}"
            found[unit] = formation
            place = formation.first.place
            craft[unit] = _craft(formation, unit, letter, _start(at, place, ranks[place], battle, settings), settings)
            ranks[place] += 1
            stances[unit] = stance_of(battle, formation)
    fight = tactical.Battle(
        {letter: tactical.BattleSide(letter, " and ".join(members)) for letter, members in camps.items()},
        craft, _options(battle, settings), title=battle.id, bodies=_bodies(battle, camps, settings), stances=stances,
    )  # fmt: skip
    aim = {unit: _aim(unit, found, fight, battle, settings) for unit in found}
    surprised = frozenset(unit for unit, formation in found.items() if formation.first.side in battle.surprised)
    return BattleField(fight, found, camps, tuple(back), aim, surprised)


def reserve_of(field_: BattleField, side: SideId, settings: Settings) -> tuple[Combatant, ...]:
    """What of a side can come up from the reserve: all of it that is armed."""
    kept = (unit for unit in field_.kept_back if unit.side == side and unit.reserve)
    return tuple(unit for unit in kept if blueprint(unit.design, settings).is_armed)


def bring_reserve(field_: BattleField, side: SideId, battle: Battle, settings: Settings) -> BattleField:
    """The field with a side's reserve on it, in ranks behind all who began there."""
    letter, units = field_.camp_of(side), reserve_of(field_, side, settings)
    at, first = list(field_.camps).index(letter), sum(unit.startswith(letter) for unit in field_.formations)
    made = formations(units, settings, number(settings, "most craft") // len(field_.camps))
    new = {f"{letter}{n}": formation for n, formation in enumerate(made, first + 1)}
    ranks: dict[str, int] = defaultdict(lambda: CRAFT_IN_A_RANK * (1 + (first - 1) // CRAFT_IN_A_RANK))
    craft, stances = dict(field_.battle.craft), dict(field_.battle.stances)
    for unit, formation in new.items():
        place = formation.first.place
        craft[unit] = _craft(formation, unit, letter, _start(at, place, ranks[place], battle, settings), settings)
        ranks[place] += 1
        stances[unit] = stance_of(battle, formation)
    fight, found = changed(field_.battle, craft=craft, stances=stances), {**field_.formations, **new}
    here = {unit.unit for unit in units}
    back = tuple(unit for unit in field_.kept_back if unit.unit not in here)
    aim = {**field_.aim, **{unit: _aim(unit, found, fight, battle, settings) for unit in new}}
    return BattleField(fight, found, field_.camps, back, aim, field_.surprised)


def _bodies(battle: Battle, camps: Mapping[str, Sequence[SideId]], settings: Settings) -> Mapping[UnitId, Body]:
    """The world that is fought over, at the centre (CW-9.1-05), and the star that the fight is at."""
    found = {WORLD: Body(WORLD, battle.world, Hex(0, 0), radius=SMALL_BODY_RADIUS)} if battle.world else {}
    if battle.star:
        found[STAR] = star_beside(battle.star, set(_starts(battle, camps, settings)), settings)
    return found


def _starts(battle: Battle, camps: Mapping[str, Sequence[SideId]], settings: Settings) -> Iterator[Hex]:
    """Every hex in which a craft may start, with those that come up from a reserve."""
    most = number(settings, "most craft") // len(camps)
    for at, members in enumerate(camps.values()):
        here = [unit for unit in battle.units if unit.side in members and unit.count > 0]
        many = 2 * min(most, sum(unit.count for unit in here)) + CRAFT_IN_A_RANK
        for place in dict.fromkeys(unit.place for unit in here):
            yield from (_start(at, place, n, battle, settings).at for n in range(many))


def _options(battle: Battle, settings: Settings) -> Options:
    """What the battle is played with: the chair's usual rules, with shots that reach no farther than the terrain allows."""
    rows = bridge_tables(settings)["BR-T06"]
    reach = [rows.number(code, "reach") for code in battle.terrain if code in rows.keys]
    if min(reach, default=UNLIMITED_RANGE) >= UNLIMITED_RANGE:
        return BATTLE_OPTIONS
    ranges = (low for low in pentagon_tables(BATTLE_OPTIONS)["PW-T06"].keys if int(low) > min(reach))
    return changed(
        BATTLE_OPTIONS,
        overrides={**BATTLE_OPTIONS.overrides, **{f"PW-T06/{low}/modifier": NO_EFFECT for low in ranges}},
    )


def stance_of(battle: Battle, formation: Formation) -> Stance:
    """How a formation fights: what cannot shoot runs, a fleet that others escort keeps away, the rest as ordered."""
    plan = battle.plans.get(formation.first.side, NO_ORDERS)
    moves = formation.fitted.design.engines > 0
    if plan.stance == "evade" or (moves and not formation.plan.is_armed):
        return "flee"
    if plan.protect:
        return "escort" if formation.first.fleet != plan.protect else "stand-off"
    return STANCE_IN_BATTLE[plan.stance]


def _on_the_map(
    units: Sequence[Combatant], settings: Settings, most: int
) -> tuple[tuple[Formation, ...], list[Combatant]]:
    """Who fights and who is kept back: the reserve, unless there is nobody else, and unarmed troops, who stay on the ground."""
    fit = [u for u in units if u.design.kind != "ground" or blueprint(u.design, settings).is_armed]
    front = [unit for unit in fit if not unit.reserve] or fit
    chosen = {unit.unit for unit in front}
    return formations(front, settings, most), [unit for unit in units if unit.unit not in chosen]


class CraftStart(Value):
    """Where a craft starts: its hex, facing and velocity if it has engines."""

    at: Hex
    facing: int
    velocity: Velocity


def _start(camp: int, place: str, number_in_place: int, battle: Battle, settings: Settings) -> CraftStart:
    """Comers on a line across the way they come, facing the centre; who is at the centre in a knot around it, a third of the
    way out where there is more than one side's (CW-9.1-04, CW-9.1-05)."""
    from_ = (camp * 3) % 6 if camp < 2 else (camp * 2 - 3) % 6
    column, rank = number_in_place % CRAFT_IN_A_RANK, number_in_place // CRAFT_IN_A_RANK
    beside = (column + 1) // 2 * (1 if column % 2 else -1)
    dq, dr = DIRECTIONS[from_]
    if place == "centre":
        sq, sr = DIRECTIONS[(from_ + 1) % 6]
        homes = {unit.side for unit in battle.units if unit.place == "centre" and unit.count}
        off = rank + (number(settings, "edge") // 3 if len(homes) > 1 else 0)
        return CraftStart(Hex(beside * sq + off * dq, beside * sr + off * dr), from_, Velocity())
    held = any(unit.place == "centre" for unit in battle.units)
    far = number(settings, "edge") if held else (number(settings, "edge") + 1) // 2
    sq, sr = DIRECTIONS[(from_ + 2) % 6] if beside > 0 else DIRECTIONS[(from_ + 4) % 6]
    out, side = far + rank, abs(beside)
    speed = Fraction(number(settings, "speed"))
    back = (from_ + 3) % 6
    bq, br = DIRECTIONS[back]
    return CraftStart(Hex(dq * out + sq * side, dr * out + sr * side), back, Velocity(-br * speed, bq * speed))


def _craft(formation: Formation, unit: UnitId, camp: str, start: CraftStart, settings: Settings) -> Craft:
    """A formation as the campaign has it, made ready for the battle."""
    made = formation.fitted
    velocity = start.velocity if made.design.engines else Velocity()
    new = commission(made.design, unit, formation.name, camp, start.at, start.facing, velocity, BATTLE_OPTIONS)
    kept = worn(new, made.blocks, gone_before(formation), loaded_missiles(formation, settings))
    return ready_craft(enlist(kept, unit, start.at, start.facing, velocity, BATTLE_OPTIONS), BATTLE_OPTIONS)


def _aim(
    unit: UnitId, found: Mapping[UnitId, Formation], fight: tactical.Battle, battle: Battle, settings: Settings
) -> int:
    """A craft's attack in percent points: captain, crew, battle computer and admiral, less the enemies' mean defense.

    The dice do not say who is shot at, so the enemies' captains and ECM count as a mean of all of them.
    """
    mine = found[unit]
    enemies = [f for other, f in found.items() if fight.craft[other].side != fight.craft[unit].side]
    defense = [f.first.defense + f.plan.defense for f in enemies]
    grades = tables(settings)["CW-17.2-T01"]
    crew = grades.number(mine.first.grade.capitalize(), "attack_percent")
    won = battle.advantage.get(mine.first.side, 0) * number(settings, "wits, a point")
    wits = min(won, number(settings, "wits, at most"))
    against = sum(defense) // len(defense) if defense else 0
    return mine.first.attack + crew + mine.plan.attack + wits - against
