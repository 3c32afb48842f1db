"""A battle map in words for those who do not see it: true, short, from the same view."""

from render.words.safe_text import bare, count, fitting, listed
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.turn.steps import where
from rules.pentagon_war.turn.view import BattleView


def seen_by(view: BattleView) -> str:
    """Whose view it is, in words: a side's name, the referee's, or everybody's when it is of no side."""
    if view.side is None:
        return "the referee"
    who = view.known.sides.get(view.side)
    return bare(who.name, 40) or who.id if who else "everybody"


def battle_alt(view: BattleView, title: str = "") -> str:
    """What a battle map shows, at most 1,024 characters."""
    known = view.known
    name = bare(title or known.title, 60) or "Battle"
    facts = [f"{name}: map as seen by {seen_by(view)}, {where(known.now)}."]
    flying = [
        count(len(units), kind)
        for kind, units in (("drone", known.drones), ("missile", known.missiles), ("bolt", known.bolts))
        if units
    ]
    if flying:
        facts.append(f"In flight: {listed(flying)}.")
    for _, body in sorted(known.bodies.items()):
        if not body.destroyed:
            facts.append(f"{bare(body.name, 24)} {'beyond the edge' if body.edge else f'at {hex_name(body.at)}'}.")
    return fitting([*facts, *craft_lines(view)])


def craft_lines(view: BattleView) -> list[str]:
    """A sentence for each craft still in play: whose it is, where it is and what it faces."""
    lines = []
    for unit, craft in sorted(view.known.craft.items()):
        if not craft.fate:
            hidden = ", hidden" if craft.hidden else ""
            side = bare(view.known.sides[craft.side].name, 24)
            at = f"at {hex_name(craft.at)} facing {letter(craft.facing)}{hidden}"
            lines.append(f"{unit} {bare(craft.name, 24)} ({side}) {at}.")
    return lines
