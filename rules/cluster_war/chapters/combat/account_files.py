"""A battle as a file to carry to an outside game and back: all forces to read, and lines that say what came of it (CW-9.0-04).

Lines that begin with "#" are for reading alone. Of the others, `winner: SIDE`, `story: …` and `tell SIDE: …` are about the whole
battle; the rest are those of a narration (`combat.narration`), as many as it takes.
"""

from collections.abc import Iterator, Mapping

from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.narration import parse_narration, write_narration
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import BattleOutcome, Engagement

HELP = (
    "Say what became of every unit, on lines like these, and send the file back with /gm battle:",
    "  destroyed: humans/DD01, humans/DD02      fled: the rest of humans      captured by vermin: humans/DD03",
    "  damaged Beam emitter 3 x2, Bridge: humans/DD04      wrecked Bridge: humans/DD05      munitions 4: humans/DD04",
    "  burnt 3: humans/DD04 (shield generators off line)      carries 1 INF: humans/DD04",
    "  left 3: 2034-3|GB (of a colony's own craft and troops)      survived: the rest",
)


def write_account(battle: Battle, outcome: BattleOutcome | None = None) -> str:
    """The file of a battle: its forces, and its outcome if it has one; as it stands it can be read back."""
    lines = [f"# Battle {battle.id}: {battle.kind} at {battle.hex}, week {battle.week}."]
    lines += [f"# Fought over {battle.world}."] if battle.world else []
    lines += [f"# Terrain: {', '.join(battle.terrain)}."] if battle.terrain else []
    for side in battle.sides:
        lines += ["#", f"# {side}: {_wishes(battle, side)}"]
        lines += [f"#   {_unit(unit)}" for unit in battle.units if unit.side == side]
    lines += ["#", *(f"# {line}" for line in HELP), ""]
    lines.append(f"winner: {(outcome.winner if outcome is not None else '') or 'nobody'}")
    if outcome is not None:
        lines += [f"story: {line}" for line in outcome.story]
        lines += [f"tell {side}: {line}" for side, told in sorted(outcome.told.items()) for line in told]
    return "\n".join([*lines, write_narration(battle, outcome), ""])


def read_account(battle: Battle, text: str, names: Mapping[SideId, str] | None = None) -> BattleOutcome:
    """What such a file says came of a battle; GameError names what cannot be read, is missing, or is said twice."""
    winner, story, told, fates = "", list[str](), list[str](), list[str]()
    for line in text.splitlines():
        what, _, words = line.partition(":")
        match what.strip().casefold().split():
            case []:
                continue
            case [mark, *_] if mark.startswith("#"):
                continue
            case ["winner"]:
                winner = words.strip()
            case ["story"]:
                story.append(words.strip())
            case ["tell", *_]:
                told.append(f"{what.strip()[len('tell ') :]}:{words}")
            case _:
                fates.append(line)
    return parse_narration(battle, "\n".join(fates), winner, "\n".join(story), "\n".join(told), names)


def _wishes(battle: Battle, side: SideId) -> str:
    plan = battle.plans.get(side, Engagement())
    parts: list[str] = [plan.stance or "as its empire has it"]
    parts += [f"withdraws when {plan.withdraw_at} % of its hull is lost"] if plan.withdraw_at else []
    parts += ["pursues"] if plan.pursue else []
    parts += ["surprised"] if side in battle.surprised else []
    parts += [f"advantage {battle.advantage[side]:+d}"] if battle.advantage.get(side) else []
    return ", ".join(parts)


def _unit(unit: Combatant) -> str:
    return "; ".join(_facts(unit))


def _facts(unit: Combatant) -> Iterator[str]:
    design = unit.design
    many = f"{unit.count} × " if unit.count > 1 else ""
    yield f"{unit.unit}  {many}{unit.name}, {design.name}, hull {design.hull}, drive {float(design.drive):g}G"
    yield f"starts at the {unit.place}{', in reserve' if unit.reserve else ''}"
    if design.layout:
        yield ", ".join(f"{n} {part}" for part, n in sorted(design.layout.items()))
    for what, parts in (("damaged", unit.wounds.damaged), ("destroyed", unit.wounds.destroyed)):
        if parts:
            yield f"{what}: " + ", ".join(f"{n} {part}" for part, n in sorted(parts.items()))
    if unit.wounds.burnt:
        yield f"{unit.wounds.burnt} shield generators off line"
    if unit.munitions:
        yield f"munitions {unit.munitions}"
    if unit.crates:
        yield "aboard: " + ", ".join(f"{n} {key}" for key, n in sorted(unit.crates.items()))
    if unit.grade != "regular" or unit.attack or unit.defense:
        yield f"{unit.grade} crew, captain +{unit.attack} attack, +{unit.defense} defense"
