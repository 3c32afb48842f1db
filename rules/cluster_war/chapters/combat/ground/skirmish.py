"""A week's fight in one surface hex: who aims at whom, each attack and where it strikes, every attack at once, and what is
left (CW-9.3-15, CW-9.3-26 to 62)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.ground import troops as ground_troops
from rules.cluster_war.model.psionics.units import ground_guard, ground_noise, has_mind
from rules.cluster_war.model.state.common import Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import ArmyId, Force, Terrain
from rules.dice import Roller
from rules.values import Roll, Value, changed, field

Reach: TypeAlias = Literal["ranged", "close"]
GROUND_MODIFIERS_TABLE: Final = "CW-9.3-T01"
DUG_IN: Final = "Defenders are dug in"
CLUTTERED_TERRAIN: Final = "Cluttered terrain"
SIX_SIDES: Final = 6
TEN_SIDES: Final = 10
NO_MORE: Final[ground_troops.Pair] = (0, 0)


class GroundSituation(Value):
    """What changes a unit's ratings in ranged combat, in points: its own AR, and its DR (CW-9.3-T01)."""

    attack: int = 0
    defense: int = 0


def situation(
    terrain: Terrain, settings: Settings, *, city: bool = False, dug_in: bool = False, more: ground_troops.Pair = (0, 0)
) -> GroundSituation:
    """The modifiers of a battalion in this terrain (CW-9.3-35 to CW-9.3-39), and `more` of the game master's."""
    table = tables(settings)[GROUND_MODIFIERS_TABLE]
    cover = CLUTTERED_TERRAIN if city else tables(settings)["CW-TAB-TERRAIN"].cell(terrain, "cover")
    attack, defense = table.number(cover, "ranged_AR"), table.number(cover, "ranged_DR")
    if dug_in:
        defense += table.number(DUG_IN, "ranged_DR")
    return GroundSituation(attack + more[0], defense + more[1])


class Contest(Value):
    """An attack of one battalion on another: both totals, and whether the target is destroyed."""

    attack: int
    defense: int
    rolls: tuple[Roll, Roll]

    @property
    def destroyed(self) -> bool:
        """Only a strictly higher attack destroys: ties favour the defender (CW-9.3-28)."""
        return self.attack > self.defense


def contest(attack: int, defense: int, key: str, dice: Roller) -> Contest:
    """1d10 and the attack rating against 1d10 and the defense rating, modifiers in both (CW-9.3-28)."""
    hit, guard = dice.roll(f"{key}/attack", TEN_SIDES), dice.roll(f"{key}/defense", TEN_SIDES)
    return Contest(hit.total + attack, guard.total + defense, (hit, guard))


def rating(pair: ground_troops.Pair, modifier: int, reach: Reach) -> int:
    """A rating at that reach: situation modifiers are of ranged combat alone; never below zero (CW-9.3-31, CW-9.3-35)."""
    return max(0, pair[0] + modifier) if reach == "ranged" else pair[1]


def accuracy(own: GroundSituation, target: GroundSituation, settings: Settings) -> int:
    """Per cent chance of starship-grade fire: 50, 5 less for each point off the firer's AR and on the target's DR; base
    ratings do not count (CW-9.3-47 to CW-9.3-49)."""
    share = ground_troops.war_number("per cent for each point of AR or DR", settings)
    return max(
        0,
        ground_troops.war_number("base accuracy of starship-grade fire", settings)
        + share * (own.attack - target.defense),
    )


def situation_of(troops: ground_troops.Troops, where: GroundSituation) -> GroundSituation:
    """Terrain bears on ground-scale units alone; starship-scale ones neither suffer nor enjoy it (CW-9.3-49)."""
    return GroundSituation() if troops.starship_grade else where


def shots(chance: int, keys: Sequence[str], dice: Roller) -> tuple[tuple[Roll, ...], int]:
    """Shots at a chance in per cent, one a key, and how many hit: a roll at or below it does (CW-9.3-47)."""
    rolls = tuple(dice.percent(key) for key in keys)
    return rolls, sum(roll.total <= chance for roll in rolls)


def direction_on_vehicle(key: str, dice: Roller) -> tuple[int, Roll]:
    """From where a ground attack strikes a large tank or wet-navy ship: direction 1 to 6, for ground forces have no facing
    (CW-9.3-58, CW-9.3-59)."""
    roll = dice.roll(key, SIX_SIDES)
    return roll.total, roll


def direction_on_base(key: str, settings: Settings, dice: Roller) -> tuple[str, Roll]:
    """From where a ground attack strikes most ground bases (CW-9.3-60)."""
    roll = dice.roll(key, SIX_SIDES)
    return tables(settings)["CW-9.3-T02"].by_roll(roll.total)["direction"], roll


class StarshipHull(Value):
    """What is left of a unit of starship scale: shields fall first, then components, one a point, so that no hit misses them
    (CW-9.3-17, CW-9.3-56)."""

    shields: int
    components: int

    def struck(self, points: int) -> "StarshipHull":
        """After so many points of damage."""
        through = max(0, points - self.shields)
        return StarshipHull(max(0, self.shields - points), max(0, self.components - through))

    @property
    def destroyed(self) -> bool:
        """Whether nothing is left (a unit of gunboat scale goes with its first point, CW-9.3-18)."""
        return self.components == 0


class Fighter(Value):
    """A force in a fight: what it is, whether it stands in prepared positions, and the weeks in a row that its side has fought
    in the hex."""

    force: Force
    troops: ground_troops.Troops
    design: Design
    dug_in: bool = False
    weeks: int = 0


class FightPlace(Value):
    """Where a fight is: terrain, whether a city stands there, modifiers of the game master's by side, and the range they
    have chosen (None: the usual one)."""

    terrain: Terrain
    city: bool = False
    odds: Mapping[SideId, ground_troops.Pair] = field(default_factory=dict)
    close: bool | None = None


class UnitAttack(Value):
    """One unit's attack in a week: on whom, how, both totals (or the chance in per cent and the hits), and the dice.

    `points` are teams lost or points of damage, `killed` whether a contest destroyed the target; `direction` from where it
    struck a unit of starship scale, "" for others.
    """

    attacker: ArmyId
    target: ArmyId
    reach: Reach
    attack: int
    defense: int
    points: int = 0
    killed: bool = False
    rolls: tuple[Roll, ...] = ()
    direction: str = ""


class GroundFightResult(Value):
    """What a week's fight came to: every attack, and each force as it is after it; those destroyed are not in `left`."""

    strikes: tuple[UnitAttack, ...]
    left: Mapping[ArmyId, Force]


def fight(
    fighters: Sequence[Fighter],
    where: FightPlace,
    hostile: Callable[[SideId, SideId], bool],
    key: str,
    settings: Settings,
    dice: Roller,
) -> GroundFightResult:
    """Fight a hex out for a week. All attacks are simultaneous: who is destroyed has still attacked (CW-9.3-29)."""
    there = {f.force.id: f for f in sorted(fighters, key=lambda f: f.force.id)}
    aims = aim_fighters(list(there.values()), where, hostile, settings)
    strikes = [
        _strike(there[who], there[target], reach, where, f"{key}/{n}", settings, dice)
        for n, (who, (target, reach)) in enumerate(sorted(aims.items()), start=1)
    ]
    left = {}
    for who, fighter in there.items():
        after = _after(fighter, [s for s in strikes if s.target == who])
        if after is not None:
            left[who] = after
    return GroundFightResult(tuple(strikes), left)


def aim_fighters(
    fighters: Sequence[Fighter], where: FightPlace, hostile: Callable[[SideId, SideId], bool], settings: Settings
) -> dict[ArmyId, tuple[ArmyId, Reach]]:
    """Each unit's one target, and at what reach (CW-9.3-26, CW-9.3-27). Who lies in wait chooses first; its target cannot
    answer it this week (CW-9.3-32), and one struck by a cloaked unit's first blow attacks nobody (CW-9.3-34); of two that wait
    for each other neither is taken unawares, nor is who foresees it (CW-15.1-04)."""
    fighters = _weeks_fought(fighters)
    here = {f.force.id: _here(f, where, settings) for f in fighters}
    armed = {f.force.id: ground_troops.current_attack(f.troops, f.force.teams) for f in fighters}
    chosen: dict[ArmyId, tuple[ArmyId, Reach]] = {}
    taken: Counter[ArmyId] = Counter()
    silenced: set[tuple[ArmyId, ArmyId]] = set()
    surprised: set[ArmyId] = set()
    for fighter in sorted(fighters, key=lambda f: (not _waylays(f), f.force.id)):
        me = fighter.force
        if me.posture == "reserve" and any(_holds(f, me) for f in fighters):
            continue
        targets = [
            f
            for f in fighters
            if hostile(me.side, f.force.side)
            and (me.id, f.force.id) not in silenced
            and ground_troops.can_harm(fighter.troops, me.teams, f.troops, settings)
            and (
                not fighter.troops.starship_grade
                or ground_troops.usable_weapons(fighter.design, fighter.troops, f.troops)
            )
        ]
        if me.id in surprised or not targets:
            continue
        own, attack = here[me.id], armed[me.id]
        ranked = [(f, *_best(fighter, f, where, (own, here[f.force.id]), attack, settings)) for f in targets]
        target, reach, _ = min(
            ranked,
            key=lambda one: (one[0].force.posture == "reserve", taken[one[0].force.id], -one[2], one[0].force.id),
        )
        chosen[me.id] = (target.force.id, reach)
        taken[target.force.id] += 1
        if _waylays(fighter) and not _waylays(target) and _unaware(target, fighter):
            silenced.add((target.force.id, me.id))
            if fighter.troops.strikes_first:
                surprised.add(target.force.id)
    return chosen


def _weeks_fought(fighters: Sequence[Fighter]) -> list[Fighter]:
    weeks: dict[SideId, int] = {}
    for fighter in fighters:
        side = fighter.force.side
        weeks[side] = max(weeks.get(side, 0), fighter.force.contact)
    return [changed(f, weeks=weeks[f.force.side]) for f in fighters]


def _holds(other: Fighter, me: Force) -> bool:
    return other.force.side == me.side and other.force.id != me.id and other.force.posture != "reserve"


def _waylays(fighter: Fighter) -> bool:
    """Whether a unit strikes from an ambush: in its first week of this fight, where it waited or is cloaked."""
    force = fighter.force
    return force.contact == 0 and ((force.posture == "ambush" and fighter.dug_in) or fighter.troops.strikes_first)


def _unaware(target: Fighter, fighter: Fighter) -> bool:
    """Whether a target does not see it coming: foresight warns it (CW-15.1-04), and a shadow falls on minds alone
    (CW-15.1-21, CW-15.1-28)."""
    if target.troops.foresees:
        return False
    return not fighter.troops.shadowed or fighter.force.posture == "ambush" or has_mind(target.design)


def reaches(attacker: Fighter, target: Fighter, where: FightPlace) -> tuple[Reach, ...]:
    """At what reach a unit may attack: the first week in which two sides fight in a hex is ranged, afterwards each unit
    chooses; an ambush by one that conceals itself may be close at once, and the game master may settle it for a hex
    (CW-9.3-31, CW-9.3-33)."""
    if where.close is not None:
        return ("close",) if where.close else ("ranged",)
    met = min(attacker.weeks, target.weeks) > 0
    stealthy = _waylays(attacker) and attacker.troops.conceals
    return ("ranged", "close") if met or stealthy else ("ranged",)


def _here(fighter: Fighter, where: FightPlace, settings: Settings) -> GroundSituation:
    more = where.odds.get(fighter.force.side, NO_MORE)
    found = situation(where.terrain, settings, city=where.city, dug_in=fighter.dug_in, more=more)
    return GroundSituation(*more) if fighter.troops.starship_grade else situation_of(fighter.troops, found)


def _best(
    attacker: Fighter,
    target: Fighter,
    where: FightPlace,
    both: tuple[GroundSituation, GroundSituation],
    attack: ground_troops.Pair,
    settings: Settings,
) -> tuple[Reach, int]:
    """The reach with the best margin over a target, and that margin; `both` are their situations."""
    own, theirs = both
    cover = theirs.defense + ground_noise(target.design, attacker.design, settings)
    found = [
        (rating(attack, own.attack, reach) - rating(target.troops.defense, cover, reach), reach)
        for reach in reaches(attacker, target, where)
    ]
    margin, reach = max(found, key=lambda one: (one[0], one[1] == "ranged"))
    return reach, margin


def _strike(
    attacker: Fighter, target: Fighter, reach: Reach, where: FightPlace, key: str, settings: Settings, dice: Roller
) -> UnitAttack:
    me, you = attacker.force.id, target.force.id
    own, theirs = _here(attacker, where, settings), _here(target, where, settings)
    noise = ground_noise(target.design, attacker.design, settings)
    if attacker.troops.starship_grade or target.troops.starship_grade:
        weapons = (
            ground_troops.usable_weapons(attacker.design, attacker.troops, target.troops)
            if attacker.troops.starship_grade
            else 1
        )
        more = noise + ground_guard(target.design, settings)[0]
        chance = accuracy(own, GroundSituation(theirs.attack, theirs.defense + more), settings)
        rolls, hits = shots(chance, [f"{key}/shot/{n}" for n in range(1, weapons + 1)], dice)
        direction = ""
        if hits and target.troops.scale == "starship":
            direction, roll = _direction(target.design, f"{key}/direction", settings, dice)
            rolls = (*rolls, roll)
        return UnitAttack(me, you, "ranged", chance, 0, points=hits, rolls=rolls, direction=direction)
    attack = rating(ground_troops.current_attack(attacker.troops, attacker.force.teams), own.attack, reach)
    done = contest(attack, rating(target.troops.defense, theirs.defense + noise, reach), key, dice)
    return UnitAttack(me, you, reach, done.attack, done.defense, killed=done.destroyed, rolls=done.rolls)


def _direction(design: Design, key: str, settings: Settings, dice: Roller) -> tuple[str, Roll]:
    if design.kind == "base":
        return direction_on_base(key, settings, dice)
    number, roll = direction_on_vehicle(key, dice)
    return f"direction {number}", roll


def _after(fighter: Fighter, strikes: Sequence[UnitAttack]) -> Force | None:
    """A force after all that struck it; None if it is destroyed."""
    force, points = fighter.force, sum(s.points for s in strikes)
    if any(s.killed for s in strikes):
        return None
    if fighter.troops.starship_grade:
        damage = force.damage + points
        left = StarshipHull(fighter.troops.shields, max(1, fighter.troops.hull)).struck(damage)
        return None if left.destroyed else changed(force, damage=damage, contact=force.contact + 1)
    teams = ground_troops.teams_left(force.teams, points)
    return changed(force, teams=teams, contact=force.contact + 1) if teams else None
