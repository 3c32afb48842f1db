"""A battle's opening in few lines, for everybody: who fights whom with what, what for, and until when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from render.battle.aims import format_aims
from render.battle.names import side_name
from render.words.safe_text import capitalise, count, format_list, plain
from rules.pentagon_war.groups import groups_of, in_order
from rules.pentagon_war.shipyard.pricing import PRICE_ROWS
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft

MOST_CRAFT: Final = 8
"""So many craft of a side have a line each; where there are more they come in groups."""
MOST_KINDS: Final = 5
LONGEST_NOTE: Final = 90
USUAL_AIM: Final = "destroy the enemy or drive them off"


def format_briefing(view: BattleView) -> list[str]:
    """Sides, aim and last turn, then each side's craft: one a line with what it carries, or by groups."""
    known = view.known
    sides = format_list([f"**{side_name(view, side)}**" for side in known.sides]).replace(" and ", " against ")
    until = f" Turn {known.last_turn} is the last." if known.last_turn else ""
    aims = format_aims(view) if known.aims else []
    lines = [f"{sides}.{until}" if aims else f"{sides}. The aim: {USUAL_AIM}.{until}", *aims]
    for side in known.sides:
        own = sorted((one for one in known.craft.values() if one.side == side), key=lambda one: in_order(one.id))
        lines.append(f"**{side_name(view, side)}**: {count(len(own), 'craft', 'craft') if own else 'nothing in sight'}")
        lines += [f"- {line}" for line in (_one_by_one(own) if len(own) <= MOST_CRAFT else format_groups(own))]
    return lines


def _one_by_one(own: Sequence[Craft]) -> Iterator[str]:
    about: dict[str, list[str]] = {}
    for craft in own:
        note = plain(craft.design.notes.partition(". ")[0].rstrip("."), LONGEST_NOTE)
        said = f"{format_arms(craft)}{f'. {note}' if note else ''}"
        about.setdefault(said, []).append(f"{craft.id} {plain(craft.name)}")
    for said, names in about.items():
        yield f"{', '.join(names)}: {said}"


def format_groups(own: Sequence[Craft]) -> Iterator[str]:
    """A side's craft by groups: "line: 4 × Cruiser, 2 × Destroyer (A1 to A6)"."""
    for name, members in groups_of(own).items():
        kinds = Counter(plain(craft.name) for craft in members).most_common()
        said = [f"{many} × {kind}" if many > 1 else kind for kind, many in kinds[:MOST_KINDS]]
        rest = sum(many for _, many in kinds[MOST_KINDS:])
        said += [f"{rest} more"] if rest else []
        yield f"{capitalise(name)} ({len(members)}): {', '.join(said)}"


def format_arms(craft: Craft) -> str:
    """What a craft is good at: "4 lasers, 1 proton cannon, 4 missiles; 7 screens, 4 engines"."""
    design = craft.design
    kinds = Counter(PRICE_ROWS[weapon.kind].lower() for weapon in craft.weapons if not weapon.destroyed)
    kinds += Counter({PRICE_ROWS[gun.kind].lower(): 1 for gun in craft.guns if gun.left})
    arms = [count(many, kind) for kind, many in kinds.items()]
    missiles = sum(box.state == "full" for box in craft.missiles)
    arms += [count(missiles, "missile")] if missiles else []
    arms += [count(len(craft.bays), "drone")] if craft.bays else []
    screens = "directional screen" if design.directional else "screen"
    rest = [count(craft.screens, screens)] if craft.screens else []
    rest += [count(craft.engines, "engine")] if craft.engines else ["does not move"]
    return f"{', '.join(arms) or 'unarmed'}; {', '.join(rest)}"
