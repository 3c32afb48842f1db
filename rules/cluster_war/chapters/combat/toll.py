"""What a battle of the quick engine leaves: each unit's fate, wounds and stores, and its story (CW-9.0-11)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.engaged import Engaged
from rules.cluster_war.chapters.combat.fittings import fitted
from rules.cluster_war.chapters.combat.strength import POINT, Numbers, numbers_of
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Fate, UnitOutcome, Wounds
from rules.dice import Roller
from rules.values import Value

MOST_NAMED = 6


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
    settings: Settings,
) -> BattleOutcome:
    """The battle's outcome, in the order of its units. Which components are hit is one d1000 a unit that lives, under
    "battle/<id>/wounds/<unit>": hits are spread evenly over the hull from there on."""
    numbers = numbers_of(settings)
    captors = {loss.unit.who.unit: loss.captor for loss in losses if loss.captor}
    together: dict[str, list[Engaged]] = {}
    for unit in units:
        together.setdefault(unit.who.unit, []).append(unit)
    layouts = Layouts(settings)
    left = tuple(
        _left(battle, group[0], captors.get(name, ""), roller, numbers, layouts)
        if "|" not in name
        else _kept(group, numbers)
        for name, group in together.items()
    )
    told = {side: tuple(_own(losses, side)) for side in battle.sides}
    lines = (*_rounds(losses, battle), end, *([f"{winner} held the place."] if winner else []))
    return BattleOutcome(battle.id, "quick", winner, left, lines, {side: own for side, own in told.items() if own})


class Layouts:
    """What fills the hulls of a battle's designs, each read once."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._known = settings, dict[int, Mapping[str, int]]()

    def of(self, design: Design) -> Mapping[str, int]:
        """The layout of one of the battle's designs."""
        found = self._known.get(id(design))
        if found is None:
            found = self._known[id(design)] = fitted(design, self._settings)
        return found


def _left(
    battle: Battle, unit: Engaged, captor: SideId, roller: Roller, numbers: Numbers, layouts: Layouts
) -> UnitOutcome:
    who, fate = unit.who, _fate(unit)
    if fate == "destroyed":
        return UnitOutcome(who.unit, fate)
    wounds = _wounds(f"battle/{battle.id}/wounds", unit, roller, numbers, layouts)
    spent = -(-unit.spent // numbers.points("missiles"))
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


def _kept(group: Sequence[Engaged], numbers: Numbers) -> UnitOutcome:
    """What is left of what a colony keeps of one design, with what of their munitions those that live have not fired."""
    who, alive = group[0].who, [unit for unit in group if unit.state not in {"destroyed", "captured"}]
    if not alive:
        return UnitOutcome(who.unit, "destroyed", who.wounds)
    fired = -(-sum(unit.spent for unit in alive) // int(numbers.value["missiles"] * POINT))
    munitions = max(0, who.munitions * len(alive) // len(group) - fired)
    return UnitOutcome(who.unit, "survived", who.wounds, munitions, count=len(alive))


def _fate(unit: Engaged) -> Fate:
    match unit.state:
        case "fled" | "captured" | "destroyed":
            return unit.state
        case _:
            return "survived"


def _wounds(under: str, unit: Engaged, roller: Roller, numbers: Numbers, layouts: Layouts) -> Wounds:
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
    whole_spaces = [
        label
        for label, spaces in layouts.of(unit.who.design).items()
        for _ in range(max(0, spaces - old.damaged.get(label, 0) - old.destroyed.get(label, 0)))
    ]
    hit = min(len(whole_spaces), -(-new * worth.spaces // unit.hull))
    if not hit:
        return Wounds(old.damaged, old.destroyed, max(old.burnt, burnt))
    start = roller.roll(f"{under}/{unit.who.unit}", 1000).total - 1
    struck = [whole_spaces[(start + at * len(whole_spaces) // hit) % len(whole_spaces)] for at in range(hit)]
    gone = numbers.whole("destroyed")
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
