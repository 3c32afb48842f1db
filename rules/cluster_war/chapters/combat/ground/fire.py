"""One attack on the ground: the contest of battalions, starship-grade fire, and where a shot strikes (CW-9.3-27 to 62)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.ground.troops import Pair, Troops, war_number
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.surface import Terrain
from rules.cluster_war.model.state.tables_of import tables
from rules.dice import Roll, Roller
from rules.values import Value

Reach: TypeAlias = Literal["ranged", "close"]
MODIFIERS: Final = "CW-9.3-T01"
DUG_IN: Final = "Defenders are dug in"
CLUTTERED: Final = "Cluttered terrain"
NEAR_MISS: Final = "near miss"
SIX: Final = 6
TEN: Final = 10


class Situation(Value):
    """What changes a unit's ratings in ranged combat, in points: its own AR, and its DR (CW-9.3-T01)."""

    attack: int = 0
    defense: int = 0


def situation(
    terrain: Terrain, settings: Settings, *, city: bool = False, dug_in: bool = False, more: Pair = (0, 0)
) -> Situation:
    """The modifiers of a battalion in this terrain (CW-9.3-35 to CW-9.3-39), and `more` of the game master's."""
    table = tables(settings)[MODIFIERS]
    cover = CLUTTERED if city else tables(settings)["CW-TAB-TERRAIN"].cell(terrain, "cover")
    attack, defense = table.number(cover, "ranged_AR"), table.number(cover, "ranged_DR")
    if dug_in:
        defense += table.number(DUG_IN, "ranged_DR")
    return Situation(attack + more[0], defense + more[1])


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
    hit, guard = dice.roll(f"{key}/attack", TEN), dice.roll(f"{key}/defense", TEN)
    return Contest(hit.total + attack, guard.total + defense, (hit, guard))


def rating(pair: Pair, modifier: int, reach: Reach) -> int:
    """A rating at that reach: situation modifiers are of ranged combat alone; never below zero (CW-9.3-31, CW-9.3-35)."""
    return max(0, pair[0] + modifier) if reach == "ranged" else pair[1]


def accuracy(own: Situation, target: Situation, settings: Settings) -> int:
    """Per cent chance of starship-grade fire: 50, 5 less for each point off the firer's AR and on the target's DR; base
    ratings do not count (CW-9.3-47 to CW-9.3-49)."""
    share = war_number("per cent for each point of AR or DR", settings)
    return max(0, war_number("base accuracy of starship-grade fire", settings) + share * (own.attack - target.defense))


def situation_of(troops: Troops, where: Situation) -> Situation:
    """Terrain bears on ground-scale units alone; starship-scale ones neither suffer nor enjoy it (CW-9.3-49)."""
    return Situation() if troops.starship_grade else where


def shots(chance: int, keys: Sequence[str], dice: Roller) -> tuple[tuple[Roll, ...], int]:
    """Shots at a chance in per cent, one a key, and how many hit: a roll at or below it does (CW-9.3-47)."""
    rolls = tuple(dice.percent(key) for key in keys)
    return rolls, sum(roll.total <= chance for roll in rolls)


def direction_on_vehicle(key: str, dice: Roller) -> tuple[int, Roll]:
    """From where a ground attack strikes a large tank or wet-navy ship: direction 1 to 6, for ground forces have no facing
    (CW-9.3-58, CW-9.3-59)."""
    roll = dice.roll(key, SIX)
    return roll.total, roll


def direction_on_base(key: str, settings: Settings, dice: Roller) -> tuple[str, Roll]:
    """From where a ground attack strikes most ground bases (CW-9.3-60)."""
    roll = dice.roll(key, SIX)
    return tables(settings)["CW-9.3-T02"].by_roll(roll.total)["direction"], roll


def direction_of_strafing(key: str, settings: Settings, dice: Roller) -> tuple[str, int, Roll]:
    """How a strafing craft strikes, and the direction on its target (CW-9.3-61)."""
    roll = dice.roll(key, TEN)
    row = tables(settings)["CW-9.3-T03"].by_roll(roll.total)
    return row["strike"], int(row["dat_direction"]), roll


def shield_struck(arcs: Mapping[int, int], direction: int) -> int:
    """The shield points that stand in the way of a shot from a direction: partial shields guard some alone (CW-9.3-62)."""
    return arcs.get(direction, 0)


def location_on_base(roll: Callable[[int], str]) -> str:
    """Where a ground unit's hit on a base strikes: a near miss is rolled again, `roll` is given the number of the try
    (CW-9.3-56)."""
    tries = 0
    while (found := roll(tries)) == NEAR_MISS:
        tries += 1
    return found


class Hull(Value):
    """What is left of a unit of starship scale: shields fall first, then components, one a point (CW-9.3-17)."""

    shields: int
    components: int

    def struck(self, points: int) -> "Hull":
        """After so many points of damage."""
        through = max(0, points - self.shields)
        return Hull(max(0, self.shields - points), max(0, self.components - through))

    @property
    def destroyed(self) -> bool:
        """Whether nothing is left (a unit of gunboat scale goes with its first point, CW-9.3-18)."""
        return self.components == 0
