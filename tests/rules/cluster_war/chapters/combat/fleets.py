"""Battles for tests: ships of a few plain designs, sides that meet, what each wants; and fleets of all scenarios' designs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, UnitOutcome
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import Dice
from rules.values import changed

SCENARIOS = Path(__file__).resolve().parents[5] / "scenarios"
ARMED = {"Bridge": 1, "Crew quarters": 2, "Beam emitter 3": 3, "Shield projector 1": 3, "Point defense battery": 1}
DESTROYER = Design("DD", "Destroyer", "ship", 20, 112, Fraction(4), layout={"Drive 4G": 8, "LRS": 1, **ARMED})
CRUISER = Design(
    "CA",
    "Cruiser",
    "ship",
    36,
    186,
    Fraction(3),
    launchers=2,
    layout={
        "Drive 3G": 11,
        "Bridge": 1,
        "Crew quarters": 4,
        "Beam emitter 3": 5,
        "Shield projector 1": 5,
        "Missile launcher": 2,
    },
)
MISSILES = Design(
    "MB", "Missile boat", "ship", 20, 100, Fraction(4), launchers=6, layout={"Bridge": 1, "Missile launcher": 6}
)
FREIGHTER = Design("FF", "Freighter", "ship", 20, 60, Fraction(2), cargo_bays=10, layout={"Bridge": 1, "Cargo bay": 10})
SKIPPER = changed(DESTROYER, id="SK", name="Skipper", ftl="skip")
DOCK = Design("DK", "Dock", "base", 30, 120, shipyard_bays=20, layout={"Bridge": 1, "Shipyard bay": 20})
FORT = Design("FT", "Fort", "base", 40, 200, layout={"Bridge": 1, "Beam emitter 3": 10, "Shield projector 1": 10})
FIGHTER = Design(
    "FI", "Fighter", "small_craft", 4, 10, Fraction(4), bridge=False, layout={"Cockpit": 1, "Beam emitter 1": 1}
)
TROOPER = Design("TP", "Trooper", "ship", 20, 110, Fraction(3), barracks=4, layout={**ARMED, "Barracks": 4})
PLAIN = (DESTROYER, CRUISER, MISSILES, FREIGHTER, SKIPPER, DOCK, FORT, FIGHTER, TROOPER)


def ships(side: SideId, design: Design, count: int = 1, **more: object) -> tuple[Combatant, ...]:
    """Some of one design on a side."""
    plain = [Combatant(f"{side}/{design.id}{n:02}", side, design, f"{design.name} {n}") for n in range(1, count + 1)]
    return tuple(changed(unit, **more) for unit in plain)  # type: ignore[arg-type] # keywords are Combatant's own fields


def battle(*units: Combatant, plans: Mapping[SideId, Engagement] | None = None, **more: object) -> Battle:
    """All sides of these units against each other."""
    sides = tuple(sorted({unit.side for unit in units}))
    enemies = tuple((a, b) for a in sides for b in sides if a < b)
    plain = Battle("1/0505/1", 1, 1, "0505", "fleet action", "quick", sides, enemies, units, plans or {})
    return changed(plain, **more)  # type: ignore[arg-type] # keywords are Battle's own fields


def dice(seed: int) -> Dice:
    """The dice of some turn."""
    return Dice(seed.to_bytes(32, "big"), "battles", 1)


def of(outcome: BattleOutcome) -> Mapping[str, UnitOutcome]:
    """What became of each unit."""
    return {unit.unit: unit for unit in outcome.units}


def fates(outcome: BattleOutcome, side: SideId) -> list[str]:
    """What became of a side's units, in their order."""
    return [unit.fate for unit in outcome.units if unit.unit.startswith(f"{side}/")]


def lost_share(fought: Battle, outcome: BattleOutcome, side: SideId) -> float:
    """The share of a side's hull that it lost: units destroyed or captured, and hull spaces hit."""
    found, gone, whole = of(outcome), 0.0, 0.0
    for unit in fought.units:
        if unit.side == side:
            left = found[unit.unit]
            hit = sum(left.wounds.damaged.values()) + sum(left.wounds.destroyed.values())
            size = unit.design.hull if unit.design.kind != "small_craft" else unit.design.hull / 10
            whole += size
            gone += size if left.fate in {"destroyed", "captured"} else min(size, hit)
    return gone / whole


@cache
def scenario_designs() -> tuple[Design, ...]:
    """Every ship, base and small craft that a scenario of ours has, each once; those that nobody drew as `fitted` reads them."""
    found: dict[str, Design] = {}
    for name in ("bland_star", "duel_small", "four_empires", "six_empires"):
        for side in load_scenario(SCENARIOS / f"{name}.toml").sides:
            for design in side.designs.values():
                if design.kind in {"ship", "base", "small_craft"}:
                    found.setdefault(f"{name}/{design.name}", changed(design, layout=fitted_spaces(design, Settings())))
    return tuple(found.values())


def random_pair(seed: int, least: int = 2, most: int = 20, designs: Sequence[Design] = ()) -> Battle:
    """Two fleets of random craft of all scenarios' designs, 2 to 20 a side, at most one base a side, magazines full."""
    rng = Random(seed)
    known = designs or scenario_designs()
    bases = [d for d in known if d.kind == "base"]
    craft = [d for d in known if d.kind != "base"]
    units: list[Combatant] = []
    for side in ("a", "b"):
        count = rng.randint(least, most)
        kinds = [rng.choice(craft) for _ in range(min(count, 4))]
        chosen = [rng.choice(kinds) for _ in range(count)]
        if side == "b" and bases and rng.random() < 0.25:
            chosen[0] = rng.choice(bases)
        for number, design in enumerate(chosen):
            units.append(
                Combatant(
                    f"{side}/{number:02}",
                    side,
                    design,
                    f"{side}{number}",
                    munitions=design.launchers,
                    place="centre" if design.kind == "base" else "edge",
                )
            )
    return battle(*units, id=f"1/0505/{seed}")
