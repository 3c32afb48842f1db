"""Fleets for tests of the bridge: every design of every scenario, random designs of the unit designer, battles of them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from rules.bridge.craft import SHIELDS, blueprint
from rules.cluster_war.chapters.combat.battle import Battle, Combatant, Place
from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Stance, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.checks import check_unit, design_of
from rules.cluster_war.model.unit_design.drafts import Builder, DraftPart, Fitting, HullTemplate, UnitDraft, catalogue
from rules.cluster_war.model.unit_design.pricing import complete_design
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import Dice
from rules.values import changed

PLAIN: Final = Settings()
SCENARIOS: Final = Path(__file__).parents[3] / "scenarios"
KINDS: Final = {
    "ship": (8, 120),
    "orbital base": (10, 200),
    "ground base": (10, 120),
    "gunboat": (6, 10),
    "fighter": (3, 5),
    "missile battery": (4, 20),
    "smart mine": (3, 5),
    "mega tank": (6, 20),
}
"""Kinds of units that are drawn at random, with their smallest and largest hull."""
NEVER: Final = ("Hull", "Ion storm generator", "Jump gate")


@cache
def printed_designs() -> Mapping[str, Design]:
    """Every design of every scenario that comes with the program, by "scenario/side/design", as a new game has it."""
    found = {}
    for path in sorted(SCENARIOS.glob("*.toml")):
        for side in load_scenario(path).sides:
            for design in side.designs.values():
                found[f"{path.stem}/{side.id}/{design.id}"] = complete_design(design, PLAIN)
    return found


def random_design(rng: Random) -> Design:
    """A design that the unit designer allows to somebody who knows every technology."""
    while True:
        draft = _draft(rng)
        if not any(problem.refused for problem in check_unit(draft, _learned(), PLAIN)):
            return design_of(draft, PLAIN)


@cache
def _learned() -> Builder:
    from_tables = {row.raised_by for row in catalogue(PLAIN).values() if row.raised_by}
    return Builder(tuple(sorted({*from_tables, *TECHNOLOGIES})), None, 3)


TECHNOLOGIES: Final = (
    "Fighter FTL Technology", "Battle Computers II: Artificial Intelligence", "Resistant Armor", "Resistant Shields",
    "Fighter Shield Technology", "Snapshields", "Cloaking Technology", "Battle Computers I", "ECM Systems",
    "Ground Forces: Continental Siege Units", "Beam Weapons: Heat Weapons", "Missile/Railgun Warhead: MIRV warhead",
)  # fmt: skip


def _draft(rng: Random) -> UnitDraft:
    kind = rng.choice(list(KINDS))
    hull = rng.randint(*KINDS[kind])
    fittings = [*_needed(kind, rng)]
    taken = {fitting.component for fitting in fittings}
    parts = [p for p in catalogue(PLAIN).values() if p.goes_into(kind) and p.name not in NEVER and p.cps["starship"]]
    for _ in range(rng.randint(1, 9)):
        part = rng.choice(parts)
        if part.name in taken or part.group in {"control", "hull"}:
            continue
        taken.add(part.name)
        fittings.append(_fitting(part, rng))
    while len(fittings) > 1 and _used(fittings, hull) > hull:
        at = rng.randrange(len(fittings))
        if fittings[at].count > 1:
            fittings[at] = changed(fittings[at], count=fittings[at].count // 2)
        elif fittings[at].component not in {f.component for f in _needed(kind, rng)}:
            fittings.pop(at)
        else:
            hull += 1
    return UnitDraft(
        f"T{rng.randrange(10**6)}", f"Trial {kind}", HullTemplate(f"{kind} {hull}", kind, hull), tuple(fittings)
    )


def _needed(kind: str, rng: Random) -> tuple[Fitting, ...]:
    match kind:
        case "fighter":
            return (Fitting("Cockpit"), Fitting("Drive", 1, Fraction(rng.randint(1, 6))))
        case "missile battery":
            return (Fitting("Control space"), Fitting("Crew quarters"), Fitting("Power system"))
        case "smart mine":
            return (Fitting("Power system"), Fitting("Mine controller"))
        case "gunboat":
            return (Fitting("Bridge"), Fitting("Drive", 1, Fraction(rng.randint(1, 6))))
        case "ship":
            return (Fitting("Bridge"), Fitting("Crew quarters", 12), Fitting("Drive", 1, Fraction(rng.randint(1, 9))))
        case "mega tank":
            return (Fitting("Bridge"), Fitting("Ground drive"))
        case _:
            return (Fitting("Bridge"), Fitting("Crew quarters", 12))


def _fitting(part: DraftPart, rng: Random) -> Fitting:
    rating = Fraction(rng.randint(1, min(part.highest or 3, 9))) if part.is_rated else Fraction(0)
    return Fitting(part.name, rng.randint(1, 8), rating)


def _used(fittings: Sequence[Fitting], hull: int) -> int:
    known = catalogue(PLAIN)
    return sum(f.count * known[f.component.casefold()].spaces(hull, f.rating) for f in fittings)


def combatant(unit: str, side: str, design: Design, place: Place = "edge", **more: object) -> Combatant:
    """One unit with full magazines."""
    one = Combatant(unit, side, design, f"{design.name} {unit}", f"{side} fleet", place=place)
    return changed(one, **{"munitions": magazine_room(design, PLAIN), **more})  # type: ignore[arg-type] # a test's own fields


def battle(*units: Combatant, **more: object) -> Battle:
    """Units of sides that are all one another's enemies."""
    sides = tuple(sorted({unit.side for unit in units}))
    pairs = tuple((a, b) for n, a in enumerate(sides) for b in sides[n + 1 :])
    fight = Battle("7/2034/1", 7, 2, "2034", "fleet action", "chair", sides, pairs, units)
    return changed(fight, **more)  # type: ignore[arg-type] # a test's own fields


def dice(seed: str = "chair") -> Dice:
    """The dice of a month."""
    return Dice(hashlib.sha256(seed.encode()).digest(), "campaign", 7)


def random_battle(rng: Random, most: int = 5) -> Battle:
    """Two or three sides with some units each, of designs printed and drawn, wounded, half loaded, with cargo and orders."""
    printed = list(printed_designs().values())
    sides = ("amber", "blue", "cyan")[: rng.choice((2, 2, 2, 3))]
    units = []
    for side in sides:
        for n in range(rng.randint(1, most)):
            design = rng.choice(printed) if rng.random() < 0.5 else random_design(rng)
            place: Place = rng.choice(("edge", "edge", "centre"))
            units.append(_unit(rng, f"{side}-{n}", side, design, place))
    stances: Sequence[Stance] = ("", "attack", "attack", "defend", "evade")
    plans = {s: Engagement(rng.choice(stances), rng.choice((0, 0, 30, 60)), rng.random() < 0.5) for s in sides}
    pairs = tuple((a, b) for n, a in enumerate(sides) for b in sides[n + 1 :])
    kept = tuple(pair for pair in pairs if pair == pairs[0] or rng.random() < 0.7)
    advantage = {sides[0]: rng.randint(0, 60)}
    surprised = (sides[1],) if rng.random() < 0.2 else ()
    return battle(*units, enemies=kept, plans=plans, advantage=advantage, surprised=surprised)


def _unit(rng: Random, name: str, side: str, design: Design, place: Place) -> Combatant:
    if design.kind in {"small_craft", "ground"} and rng.random() < 0.4:
        return combatant(f"colony|{design.id}-{name}", side, design, "centre", count=rng.randint(1, 9))
    damaged, destroyed, burnt = {}, {}, 0
    for block in blueprint(design, PLAIN).blocks:
        if not block.on_record or design.kind == "small_craft" or rng.random() < 0.7:
            continue
        out = rng.randint(0, block.pieces)
        if block.component in SHIELDS:
            burnt += out
        elif rng.random() < 0.5:
            damaged[block.label] = out
        else:
            destroyed[block.label] = out
    room = magazine_room(design, PLAIN)
    return changed(
        combatant(name, side, design, place),
        wounds=Wounds(damaged, destroyed, burnt),
        munitions=rng.randint(0, room),
        crates={"INF": rng.randint(1, 9)} if rng.random() < 0.3 else {},
        grade=rng.choice(("green", "regular", "veteran", "elite")),
        attack=rng.randint(0, 20),
        defense=rng.randint(0, 20),
        reserve=rng.random() < 0.15,
    )


def broken(fight: Battle, outcome: BattleOutcome) -> list[str]:
    """What of an outcome does not add up with what went in; nothing if every unit came out once and no better than it was."""
    wrong = []
    if [done.unit for done in outcome.units] != [unit.unit for unit in fight.units]:
        wrong.append("not every unit came out once")
    if outcome.winner and outcome.winner not in fight.sides:
        wrong.append(f"{outcome.winner} is not a side of it")
    for unit, done in zip(fight.units, outcome.units, strict=True):
        wrong += [f"{unit.unit} ({unit.design.name}): {text}" for text in _unit_broken(unit, done)]
    return wrong


def _unit_broken(unit: Combatant, done: UnitOutcome) -> Iterator[str]:
    many = unit.count > 1 or "|" in unit.unit
    if done.fate == "destroyed":
        if done.count or done.munitions or done.crates:
            yield "something is left of what was destroyed"
        return
    if (done.count if many else 1) not in range(1, unit.count + 1) or (done.count and not many):
        yield f"{done.count} of {unit.count} are left"
    if done.munitions > unit.munitions:
        yield "munitions grew"
    if any(n > unit.crates.get(d, 0) for d, n in done.crates.items()):
        yield "cargo grew"
    blocks = {b.label: b for b in blueprint(unit.design, PLAIN).blocks if b.on_record}
    for label in {*done.wounds.damaged, *done.wounds.destroyed}:
        out = done.wounds.damaged.get(label, 0) + done.wounds.destroyed.get(label, 0)
        if label not in blocks or out > max(1, unit.design.layout.get(label, blocks[label].pieces)):
            yield f"{out} of {label} are out of order"
    for name in ("damaged", "destroyed"):
        before, after = getattr(unit.wounds, name), getattr(done.wounds, name)
        if any(after.get(label, 0) < n for label, n in before.items()):
            yield f"something {name} was mended in battle"
    shields = sum(b.pieces for b in blocks.values() if b.component in SHIELDS)
    if not unit.wounds.burnt <= done.wounds.burnt <= max(shields, unit.wounds.burnt):
        yield f"{done.wounds.burnt} of {shields} shields are burnt"
