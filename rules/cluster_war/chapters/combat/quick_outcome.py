"""A unit in a battle of the quick engine, and what the battle leaves: each unit's fate, wounds and stores, and its story
(CW-9.0-11)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.unit_strength import (
    HUNDREDTHS,
    SKIP_DRIVE,
    QuickNumbers,
    Strength,
    StrengthRatings,
)
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import BattleOutcome, Fate, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.wounded import working_design
from rules.dice import Roller
from rules.values import Value

State: TypeAlias = Literal["fighting", "reserve", "leaving", "fled", "destroyed", "captured", "ashore"]
Volley: TypeAlias = tuple[int, int, int]
"""What a unit fires in a round, in hundredths of a point: beams and shells, breakers of shields, missiles."""
PRESENT_STATES: frozenset[State] = frozenset({"fighting", "leaving"})
FULL_PERCENT = 100
MOVING_KINDS = ("ship", "small_craft")
MOST_NAMED = 6


@dataclass(slots=True)
class Engaged:
    """One unit; each of those that a colony keeps by itself. `hurt` is what has come through to the hull, `carried` what of it
    the unit came with; with `small` craft any damage is the end of it (CW-9.6-02). `spent` are munitions in hundredths of points
    of missiles, `drive` the G of a drive that works."""

    who: Combatant
    side: SideId
    worth: Strength
    hull: int
    breaks: int
    hurt: int
    carried: int
    shields: int
    armor: int
    ammunition: int
    small: bool
    state: State = "fighting"
    racks: int = 0
    spent: int = 0
    stopping: int = 0
    away: int = 0
    last: int = 0
    drive: Fraction = Fraction(0)

    @property
    def skips(self) -> bool:
        """Whether it leaves a battle when it likes (CW-4.0-17)."""
        return self.who.design.ftl == SKIP_DRIVE and self.can_move

    @property
    def can_move(self) -> bool:
        """Whether it can leave at all: bases and what a colony keeps cannot."""
        design = self.who.design
        return design.kind in MOVING_KINDS and self.drive > 0 and "|" not in self.who.unit

    @property
    def pace(self) -> int:
        """Its drive in hundredths of G, less what of its hull is gone."""
        return int(self.drive * 100) * (self.hull - self.hurt) // self.hull if self.can_move else 0

    @property
    def toughness(self) -> int:
        """What it takes until it is lost, in hundredths of a point."""
        return max(0, self.breaks - self.hurt) + self.armor + self.shields + self.worth.firm

    @property
    def is_armed(self) -> bool:
        """Whether it can harm anybody: it has beams, or munitions for what else it has (CW-4.3-25)."""
        worth = self.worth
        return bool(
            worth.beams or worth.breakers or self.racks or (self.ammunition and (worth.shells or worth.missiles))
        )

    def volley(self) -> Volley:
        """What it fires this round, if all of it hits. Munitions are used up."""
        worth = self.worth
        left, whole = self.hull - self.hurt, max(1, self.hull - self.carried)
        beams, breakers = worth.beams * left // whole, worth.breakers * left // whole
        shells, missiles = worth.shells * left // whole, worth.missiles * left // whole
        wanted = shells + missiles
        if wanted > self.ammunition:
            shells, missiles = shells * self.ammunition // wanted, missiles * self.ammunition // wanted
        used = shells + missiles
        self.ammunition -= used
        self.spent += used
        missiles += self.racks
        self.racks = 0
        return beams + shells, breakers, missiles

    def begin_round(self) -> None:
        """Point defense is ready again."""
        self.stopping = self.worth.defense * (self.hull - self.hurt) // self.hull
        self.last = self.worth.firm

    def needs(self, missiles: int) -> int:
        """Hits in hundredths of a point after which it is lost, missiles among them."""
        return self.toughness + min(missiles, self.stopping)

    def take(self, points: int, breakers: int, missiles: int) -> None:
        """Hits in hundredths of a point: point defense stops missiles, shields and armor go before the hull (CW-9.1-07)."""
        stopped = min(missiles, self.stopping)
        self.stopping -= stopped
        points += missiles - stopped
        if self.last:
            self.last, points, breakers = _into_shields(self.last, points, breakers)
        self.shields, points, _ = _into_shields(self.shields, points, breakers)
        absorbed = min(self.armor, points)
        self.armor -= absorbed
        self.hurt = min(self.hull, self.hurt + points - absorbed)

    @property
    def is_lost(self) -> bool:
        """Whether it is gone: small craft with any damage, all else when too little of its hull is left."""
        return self.hurt >= self.breaks or (self.small and self.hurt > self.carried)


def _into_shields(held: int, points: int, breakers: int) -> tuple[int, int, int]:
    """What shields still hold, and what goes on: breakers count double against them (CW-A-55)."""
    broken = min(held, 2 * breakers)
    absorbed = min(held - broken, points)
    return held - broken - absorbed, points - absorbed, breakers - broken // 2


def enter(unit: Combatant, worth: Strength, numbers: QuickNumbers, layout_spaces: int) -> Engaged:
    """A combatant as it enters the battle; `layout_spaces` are what its wounds are counted in."""
    hull = worth.hull
    out = sum(unit.wounds.damaged.values()) + sum(unit.wounds.destroyed.values())
    hurt = min(hull, hull * out // max(1, layout_spaces)) if out else 0
    breaks = max(1, hull * numbers.points("lost at") // (FULL_PERCENT * HUNDREDTHS))
    if hurt >= breaks:  # it came nearly lost, and stands until it is hit again
        breaks = min(hull, hurt + 1)
    return Engaged(
        who=unit,
        side=unit.side,
        worth=worth,
        hull=hull,
        breaks=breaks,
        hurt=hurt,
        carried=hurt,
        shields=worth.shields,
        armor=worth.armor,
        ammunition=int(unit.munitions * numbers.value["missiles"] * HUNDREDTHS) // unit.count if unit.munitions else 0,
        small=unit.design.kind == "small_craft",
        state="ashore" if unit.design.kind in {"ground", "facility"} else "reserve" if unit.reserve else "fighting",
        racks=worth.racks,
        drive=working_design(unit.design, unit.wounds).drive,
    )


class Loss(Value):
    """A unit lost in a round, and who took it, "" if nobody did."""

    round: int
    unit: Engaged
    captor: SideId = ""


def outcome(
    battle: Battle,
    units: Sequence[Engaged],
    losses: Sequence[Loss],
    end: str,
    winner: SideId,
    roller: Roller,
    ratings: StrengthRatings,
) -> BattleOutcome:
    """The battle's outcome, in the order of its units. Which components are hit is one d1000 a unit that lives, under
    "battle/<id>/wounds/<unit>": hits are spread evenly over the hull from there on."""
    numbers = ratings.numbers
    captors = {loss.unit.who.unit: loss.captor for loss in losses if loss.captor}
    together: dict[str, list[Engaged]] = {}
    for unit in units:
        together.setdefault(unit.who.unit, []).append(unit)
    left = tuple(
        _unit_outcome(battle, group[0], captors.get(name, ""), roller, ratings)
        if "|" not in name
        else _garrison_outcome(group, numbers)
        for name, group in together.items()
    )
    told = {side: tuple(_own(losses, side)) for side in battle.sides}
    lines = (*_rounds(losses, battle), end, *([f"{winner} held the place."] if winner else []))
    return BattleOutcome(battle.id, "quick", winner, left, lines, {side: own for side, own in told.items() if own})


def _unit_outcome(
    battle: Battle, unit: Engaged, captor: SideId, roller: Roller, ratings: StrengthRatings
) -> UnitOutcome:
    who, fate = unit.who, _fate(unit)
    if fate == "destroyed":
        return UnitOutcome(who.unit, fate)
    wounds = _wounds(f"battle/{battle.id}/wounds", unit, roller, ratings)
    spent = -(-unit.spent // ratings.numbers.points("missiles"))
    share = (unit.hurt - unit.carried, unit.hull)
    crates = {design: n - n * share[0] // share[1] for design, n in who.crates.items()}
    return UnitOutcome(
        who.unit,
        fate,
        wounds,
        max(0, who.munitions - spent),
        {design: n for design, n in crates.items() if n},
        captor,
    )


def _garrison_outcome(group: Sequence[Engaged], numbers: QuickNumbers) -> UnitOutcome:
    """What is left of what a colony keeps of one design, with what of their munitions those that live have not fired."""
    who, alive = group[0].who, [unit for unit in group if unit.state not in {"destroyed", "captured"}]
    if not alive:
        return UnitOutcome(who.unit, "destroyed", who.wounds)
    fired = -(-sum(unit.spent for unit in alive) // int(numbers.value["missiles"] * HUNDREDTHS))
    munitions = max(0, who.munitions * len(alive) // len(group) - fired)
    return UnitOutcome(who.unit, "survived", who.wounds, munitions, count=len(alive))


def _fate(unit: Engaged) -> Fate:
    match unit.state:
        case "fled" | "captured" | "destroyed":
            return unit.state
        case _:
            return "survived"


def _wounds(under: str, unit: Engaged, roller: Roller, ratings: StrengthRatings) -> Wounds:
    """A unit's wounds after the battle: those it came with, and the hull spaces hit since, spread evenly over its layout."""
    old, worth = unit.who.wounds, unit.worth
    burnt = old.burnt
    whole = worth.shields
    if whole:
        working = worth.projectors - min(old.burnt, worth.projectors)
        burnt = min(worth.projectors, old.burnt + working * (whole - unit.shields) // whole)
    new = unit.hurt - unit.carried
    if unit.small or new <= 0:
        return Wounds(old.damaged, old.destroyed, max(old.burnt, burnt))
    whole_spaces: list[str] = []
    for label, spaces in ratings.layout(unit.who.design).items():
        whole_spaces += [label] * (spaces - old.damaged.get(label, 0) - old.destroyed.get(label, 0))
    hit = min(len(whole_spaces), -(-new * worth.spaces // unit.hull))
    if not hit:
        return Wounds(old.damaged, old.destroyed, max(old.burnt, burnt))
    start = roller.roll(f"{under}/{unit.who.unit}", 1000).total - 1
    struck = [whole_spaces[(start + at * len(whole_spaces) // hit) % len(whole_spaces)] for at in range(hit)]
    gone = ratings.numbers.whole("destroyed")
    destroyed = [label for at, label in enumerate(struck) if (start + at * gone) % 100 < gone]
    damaged = Counter(struck) - Counter(destroyed)
    return Wounds(_added(old.damaged, damaged), _added(old.destroyed, Counter(destroyed)), max(old.burnt, burnt))


def _added(old: Mapping[str, int], more: Counter[str]) -> Mapping[str, int]:
    return {label: old.get(label, 0) + more.get(label, 0) for label in sorted({*old, *more})}


# --- The story


def _rounds(losses: Iterable[Loss], battle: Battle) -> Iterable[str]:
    """A line for each round in which something was lost, by side and design."""
    for number, found in groupby(losses, key=lambda loss: loss.round):
        here = list(found)
        parts = []
        for side in battle.sides:
            for verb, taken in (("lost", False), ("had taken", True)):
                mine = [x for x in here if x.unit.side == side and bool(x.captor) == taken]
                if mine:
                    counted = Counter(x.unit.who.design.name for x in mine)
                    listed = ", ".join(f"{n} {name}" if n > 1 else name for name, n in counted.most_common(MOST_NAMED))
                    more = len(counted) - MOST_NAMED
                    parts.append(f"{side} {verb} {listed}{f' and {more} further kinds' if more > 0 else ''}")
        yield f"Round {number}: {'; '.join(parts)}."


def _own(losses: Iterable[Loss], side: SideId) -> Iterable[str]:
    """A side's own losses by name."""
    mine = [loss for loss in losses if loss.unit.side == side]
    for number, found in groupby(mine, key=lambda loss: loss.round):
        names = [loss.unit.who.name or loss.unit.who.unit for loss in found]
        more = len(names) - MOST_NAMED
        listed = ", ".join(names[:MOST_NAMED])
        yield f"Round {number}: we lost {listed}{f' and {more} more' if more > 0 else ''}."
