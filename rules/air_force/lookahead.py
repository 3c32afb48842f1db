"""Where a move had best end: every way to fly it is weighed by the shots it gives and the shots it takes (ours, JET-X16).

Whole numbers alone, a thousand being a kill for sure. Nothing is used that the jet's side does not see.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.air_force import changes
from rules.air_force.combat import chance_to_reach, turn_chance
from rules.air_force.jets import HEXSIDES, Heading, Jet, off_nose, rotate_heading, turn_toward
from rules.air_force.orders import JetId, Leg, Weapon
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, number
from rules.bearings import ahead, nearest_is
from rules.hexes import DIRECTIONS, Hex, distance
from rules.values import Value, changed

KILL: Final = 1000
OVER_THE_EDGE: Final = -KILL
NEAR_THE_EDGE: Final = -60
GUARDED_SHARE: Final = 150
"""A guarded jet's worth, in percent of another's."""
THREAT_SHARE: Final = 20
"""Percent that a shot taken counts of a shot given."""
PREY_SHARE: Final = 120
ASIDE: Final = 14
"""What each hexside that the prey lies off the nose costs."""
FAR: Final = 8
"""What each hex beyond the best distance costs."""
ASTERN: Final = 40
"""What it is worth to be behind the prey, and what it costs to have it behind."""
BEST_DISTANCE: Final = 2
EDGE_HEXES: Final = 3
PERCENT: Final = 100
ROW: Final = 1024
"""Places are kept as `q * ROW + r`: sums of places are places."""
BEHIND: Final = (0, 4, 5, 6, 1, 2, 3)
"""The heading straight back, by heading."""
STEPS: Final = tuple(q * ROW + r for q, r in DIRECTIONS)


class Spot(Value):
    """Where a jet may be when shots are fired: with what weight, of a hundred for each jet."""

    weight: int
    jet: Jet


class Numbers(Value):
    """The numbers of the shots (JET-X07 to JET-X11)."""

    gun_range_max: int
    gun_altitude_max: int
    gun_range2_penalty: int
    gun_altitude_penalty_per_level: int
    gun_hit_number: int
    gun_hits: int
    gun_aim_bonus: int
    missile_range_min: int
    missile_range_max: int
    missile_altitude_max: int
    missile_hit_number: int
    missile_hits: int
    missile_aim_bonus: int
    missile_rear_bonus: int
    jink_penalty: int
    hits_to_destroy: int


@lru_cache(maxsize=64)
def _numbers(overrides: tuple[tuple[str, str], ...]) -> Numbers:
    options = Options(overrides=dict(overrides))
    return Numbers(*(number(options, name) for name in Numbers.__struct_fields__))


@lru_cache(maxsize=8192)
def _bearing(vector: int) -> tuple[int, int, int]:
    """The length of a vector, the headings (as bits) in whose cone it lies, and the heading along which it runs or 0."""
    dr = (vector + ROW // 2) % ROW - ROW // 2
    dq = (vector - dr) // ROW
    away = (abs(dq) + abs(dr) + abs(dq + dr)) // 2
    cone = sum(1 << side + 1 for side in range(HEXSIDES) if away and nearest_is(dq, dr, side))
    line = next((side + 1 for side, (q, r) in enumerate(DIRECTIONS) if away and (q * away, r * away) == (dq, dr)), 0)
    return away, cone, line


@lru_cache(maxsize=512)
def _aside(cone: int, heading: Heading) -> int:
    """How many hexsides the nearest of some headings (as bits) is from a heading."""
    sides = (abs((side - heading + 3) % HEXSIDES - 3) for side in range(1, HEXSIDES + 1) if cone >> side & 1)
    return min(sides, default=0)


@lru_cache(maxsize=64)
def _worth(goal: int) -> int:
    """How likely two dice reach a number, in thousandths."""
    chance = chance_to_reach(goal)
    return KILL * chance.numerator // chance.denominator


@lru_cache(maxsize=16)
def _map(columns: int, rows: int) -> Mapping[int, tuple[int, ...]]:
    """For each place of a map and each heading, how many hexes of it lie straight ahead, at most three."""
    grid = changes.map_of(columns, rows)
    found = {}
    for here in grid.all_hexes():
        free = [0] * (HEXSIDES + 1)
        for side in range(HEXSIDES):
            while free[side + 1] < EDGE_HEXES and grid.contains(ahead(here, side, free[side + 1] + 1)):
                free[side + 1] += 1
        found[here.q * ROW + here.r] = tuple(free)
    return found


class _Shooter(Value):
    """What counts of who shoots: the bonus of Aim, and whether there are guns and missiles to shoot with."""

    aim: bool
    guns: bool
    missiles: bool
    gun_least: int = 0
    missile_least: int = 0


def _shots(
    numbers: Numbers, vector: int, heading: Heading, by: _Shooter, high: int, target: tuple[int, int, bool, int]
) -> int:
    """What guns and a missile would be worth along a vector, against a target's heading, altitude, jinking and hits."""
    away, cone, line = _bearing(vector)
    their_heading, altitude, jink, hits = target
    levels = abs(high - altitude)
    jinks = numbers.jink_penalty if jink else 0
    left = max(1, numbers.hits_to_destroy - hits)
    found = 0
    straight = not away or (line == heading and away <= numbers.gun_range_max)
    if by.guns and straight and levels <= numbers.gun_altitude_max:
        goal = numbers.gun_hit_number + jinks + levels * numbers.gun_altitude_penalty_per_level
        goal += (numbers.gun_range2_penalty if away > 1 else 0) - (numbers.gun_aim_bonus if by.aim else 0)
        worth = _worth(goal)
        found += 0 if worth < by.gun_least else worth * min(numbers.gun_hits, left) // left
    if (
        by.missiles and cone >> heading & 1 and levels <= numbers.missile_altitude_max
        and numbers.missile_range_min <= away <= numbers.missile_range_max
    ):  # fmt: skip
        goal = numbers.missile_hit_number + jinks - (numbers.missile_aim_bonus if by.aim else 0)
        if _bearing(-vector)[1] >> BEHIND[their_heading] & 1:
            goal -= numbers.missile_rear_bonus
        worth = _worth(goal)
        found += 0 if worth < by.missile_least else worth * min(numbers.missile_hits, left) // left
    return found


LEAST_CHANCES: Final[Mapping[Weapon, tuple[tuple[int, int], ...]]] = {
    "missile": ((10, 416), (7, 277), (0, 80)),
    "gun": ((8, 277), (6, 160), (0, 20)),
}
"""From so much fuel up, the poorest chance worth an attack, in thousandths: missiles are few and kept for a good place."""


def least_chance(jet: Jet, weapon: Weapon) -> int:
    """The poorest chance, in thousandths, at which a jet of one's own side attacks with a weapon."""
    fuel = changes.stores(jet).fuel
    return next(chance for above, chance in LEAST_CHANCES[weapon] if fuel >= above)


class Outlook:
    """What a jet's side can tell of where the others will be, and what each way to fly a move is worth to it."""

    def __init__(self, fight: Dogfight, jet: Jet, target: JetId, *, moved: frozenset[JetId] = frozenset()) -> None:
        self._fight, self._jet, self._target = fight, jet, target
        self._map = _map(fight.columns, fight.rows)
        self._rules = tuple(sorted(fight.options.overrides.items()))
        self._numbers = _numbers(self._rules)
        self._spots = [
            (
                spot.weight, spot.jet.role == "guarded", PREY_SHARE if spot.jet.id == target else 0,
                spot.jet.at.q * ROW + spot.jet.at.r, spot.jet.heading,
                _Shooter(spot.jet.maneuvers.aim, guns=True, missiles=True),
                (spot.jet.heading, spot.jet.altitude, spot.jet.maneuvers.jink, spot.jet.hits),
            )
            for spot in spots(fight, jet, moved)
        ]  # fmt: skip
        held = changes.stores(jet)
        leasts = least_chance(jet, "gun"), least_chance(jet, "missile")
        self._shooters = [_Shooter(aim, held.guns > 0, held.missiles > 0, *leasts) for aim in (False, True)]
        self._reach = max(self._numbers.missile_range_max, self._numbers.gun_range_max)
        self._ends: dict[tuple[int, int, bool, bool], int] = {}
        self._best: dict[tuple[int, int, bool, bool], dict[int, tuple[int, Leg]]] = {}

    def value(self, jet: Jet) -> int:
        """What a whole move is worth to the jet with this Speed, altitude and these maneuvers."""
        return self.best(jet, jet.speed)[0]

    def best(self, jet: Jet, left: int) -> tuple[int, Leg]:
        """What the rest of a move is worth to the jet where it is, and its best next leg."""
        chance = turn_chance(self._fight, jet)
        manner = (jet.speed - jet.maneuvers.hard_turns, jet.altitude, jet.maneuvers.aim, jet.maneuvers.jink)
        known = self._best.setdefault(manner, {})
        turns, of, here, free = chance.numerator, chance.denominator, self._map, manner[1:]

        def fly(at: int, heading: int, left: int) -> int:
            if at not in here:
                return OVER_THE_EDGE
            if not left:
                return self._end(at, heading, *free)
            key = (at * 8 + heading) * 128 + left
            found = known.get(key)
            if found is not None:
                return found[0]
            worth = fly(at + STEPS[heading - 1], heading, left - 1)
            leg: Leg = "straight"
            if turns:
                rest = worth * (of - turns)
                ways: tuple[tuple[Leg, Heading], ...] = (
                    ("left", (heading + 4) % HEXSIDES + 1), ("right", heading % HEXSIDES + 1),
                )  # fmt: skip
                for way, side in ways:
                    tried = (fly(at + STEPS[side - 1], side, left - 1) * turns + rest) // of
                    if tried > worth:
                        worth, leg = tried, way
            known[key] = worth, leg
            return worth

        at = jet.at.q * ROW + jet.at.r
        worth = fly(at, jet.heading, left)
        return worth, known[(at * 8 + jet.heading) * 128 + left][1] if left else "straight"

    def _end(self, at: int, heading: Heading, altitude: int, aim: bool, jink: bool) -> int:
        key = (at * 8 + heading, altitude, aim, jink)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self._weighed(at, heading, altitude, aim, jink)
        return found

    def _weighed(self, at: int, heading: Heading, altitude: int, aim: bool, jink: bool) -> int:
        """What it is worth to be there when shots are fired."""
        numbers, reach, total = self._numbers, self._reach, 0
        own = self._shooters[aim]
        us = (heading, altitude, jink, self._jet.hits)
        for weight, guarded, prey, there, facing, shooter, them in self._spots:
            away, cone, _ = _bearing(there - at)
            if not prey and away > reach:
                continue
            worth, back = 0, _bearing(at - there)[1]
            if away <= reach:
                if not away or cone >> heading & 1:
                    worth = _shots(numbers, there - at, heading, own, altitude, them)
                    worth = worth * prey // PERCENT if prey else worth
                if guarded:
                    worth = worth * GUARDED_SHARE // PERCENT
                elif not away or back >> facing & 1:
                    worth -= _shots(numbers, at - there, facing, shooter, them[1], us) * THREAT_SHARE // PERCENT
            if prey:
                worth -= ASIDE * _aside(cone, heading) + FAR * max(0, away - BEST_DISTANCE)
                worth += ASTERN * ((back >> BEHIND[facing] & 1) - (cone >> BEHIND[heading] & 1))
            total += weight * worth
        near = EDGE_HEXES - self._map[at][heading]
        return total // PERCENT + NEAR_THE_EDGE * near


def spots(fight: Dogfight, jet: Jet, moved: frozenset[JetId]) -> tuple[Spot, ...]:
    """Where the enemies that a jet's side sees may be when shots are fired; those in `moved` stay where they are."""
    own = [one for one in changes.flying_jets(fight) if one.side == jet.side]
    found: list[Spot] = []
    for other in changes.enemies(fight, jet.side):
        if not changes.side_sees(fight, jet.side, other):
            continue
        if other.id in moved or not other.speed:
            found.append(Spot(PERCENT, other))
            continue
        straight = changed(other, at=ahead(other.at, other.heading - 1, other.speed))
        if other.role == "guarded":
            found.append(Spot(PERCENT, straight))
            continue
        chance = turn_chance(fight, other)
        likely = PERCENT * chance.numerator // chance.denominator
        near = min(own, key=lambda one: (distance(one.at, other.at), one.id))
        half = (PERCENT - likely) // 2
        found += [
            Spot(likely, _chasing(other, near.at, 1)), Spot(half, _chasing(other, near.at, 2)),
            Spot(PERCENT - likely - half, straight),
        ]  # fmt: skip
    return tuple(spot for spot in found if spot.weight)


def _chasing(jet: Jet, there: Hex, every: int) -> Jet:
    """A jet after a move toward a hex on which each turn it tries, or each second one, comes off."""
    for step in range(jet.speed):
        way = turn_toward(jet, there)
        heading = rotate_heading(jet.heading, way) if way and step % every == every - 1 else jet.heading
        jet = changed(jet, heading=heading, at=off_nose(jet.at, heading))
    return jet
