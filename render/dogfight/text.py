"""A dogfight in words for those who do not see it: the map's text twin, and what its pictures are described by."""

from typing import Final

from render.words.safe_text import bare, count, fit_facts, format_list
from rules.air_force.changes import card, grid, max_speed
from rules.air_force.jets import Jet, Maneuvers, in_nose_cone, in_rear_cone, turn_toward
from rules.air_force.orders import PHASES
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.hexes import distance

HEADINGS: Final = ("", "north", "north-east", "south-east", "south", "south-west", "north-west")
"""By heading, 1 to 6."""


def dogfight_alt(view: DogfightView, title: str = "") -> str:
    """What a dogfight's map shows, at most 1,024 characters."""
    known = view.known
    who = known.sides.get(view.side or "")
    seen = bare(who.name, 40) if who else "everybody"
    name = bare(title or known.title, 60) or "Dogfight"
    facts = [f"{name}: turn {known.now.turn}, {PHASES[known.now.phase - 1]}, as seen by {seen}; {_light(view)}."]
    facts += [f"{jet_line(view, jet)}." for jet in in_order(view)]
    facts.append(_unseen(view))
    return fit_facts(facts)


def write_dogfight_text(view: DogfightView, title: str = "") -> str:
    """The map in words: every jet in sight, and how the others lie from each of the viewer's own."""
    known = view.known
    name = bare(title or known.title, 60) or "Dogfight"
    over = "over" if known.winner is not None else PHASES[known.now.phase - 1]
    lines = [
        f"{name}: turn {known.now.turn}, {over}",
        f"Light: {_light(view)}. Map: {known.columns} by {known.rows} hexes.",
        "",
    ]
    lines += [jet_line(view, jet) for jet in in_order(view)]
    if _unseen(view):
        lines.append(_unseen(view))
    for jet in in_order(view):
        if jet.side == view.side and jet.flying:
            lines += ["", f"From {bare(jet.name, 40)}:"]
            lines += [
                f"- {format_relation(jet, other)}"
                for other in in_order(view)
                if other.flying and other.side != jet.side
            ]
    return "\n".join(lines) + "\n"


def in_order(view: DogfightView) -> list[Jet]:
    """All jets in sight: the viewer's own first, those that are gone last."""
    return sorted(view.known.jets.values(), key=lambda jet: (not jet.flying, jet.side != view.side, jet.side, jet.id))


def readers_jet(view: DogfightView) -> Jet | None:
    """The jet that is "you" to the reader: the one that their side's player flies; None where they fly several, or none."""
    own = [jet for jet in view.known.jets.values() if jet.side == view.side and jet.crew == "player"]
    return own[0] if len(own) == 1 else None


def format_relation(jet: Jet, other: Jet) -> str:
    """Where another jet lies from one: hexes, clock side, levels above or below, whether it is behind it."""
    away = distance(jet.at, other.at)
    if away == 0:
        where = "in the same hex"
    elif in_nose_cone(jet, other.at):
        where = f"{count(away, 'hex', 'hexes')} ahead"
    elif in_rear_cone(jet, other.at):
        where = f"{count(away, 'hex', 'hexes')} behind"
    else:
        where = f"{count(away, 'hex', 'hexes')} to the {turn_toward(jet, other.at)}"
    apart = other.altitude - jet.altitude
    level = "level" if apart == 0 else f"{count(abs(apart), 'level')} {'higher' if apart > 0 else 'lower'}"
    return (
        f"{other.id} {bare(other.name, 30)}: {where}, {level}, Speed {other.speed}, heading {HEADINGS[other.heading]}"
    )


def ticked_boxes(maneuvers: Maneuvers, *, burner: bool) -> list[str]:
    """The boxes ticked."""
    named = [f"Hard Turn x{maneuvers.hard_turns}"] if maneuvers.hard_turns else []
    return named + [
        word for word, on in (("Jink", maneuvers.jink), ("Aim", maneuvers.aim), ("afterburner", burner)) if on
    ]


def card_text(view: DogfightView, jet: Jet) -> str:
    """A jet's card in words (JET-X03)."""
    fight = view.known
    kind = card(fight, jet)
    lines = [
        f"{jet.id} {bare(jet.name, 40)}: {kind.name} of {bare(view.known.sides[jet.side].name, 40)}",
        f"Maneuverability {kind.maneuverability}, Energy Factor {kind.factor}, maximum Speed {max_speed(fight, jet)}",
        f"Speed {jet.speed}, altitude {jet.altitude}, heading {jet.heading} ({HEADINGS[jet.heading]}), "
        f"hex {grid(fight).number(jet.at)}",
        f"Ticked this turn: {format_list(ticked_boxes(jet.maneuvers, burner=jet.afterburner)) or 'nothing'}",
        f"Hits {jet.hits} of {number(view.known.options, 'hits_to_destroy')}",
    ]
    if jet.stores is None:
        lines.append("Fuel and ammunition are not known to you.")
    else:
        lines.append(f"Fuel {jet.stores.fuel}, gun attacks {jet.stores.guns}, missiles {jet.stores.missiles}")
        lines += [f"Warning: {warning}."] if (warning := fuel_warning(jet)) else []
    if jet.fate or jet.stalled:
        lines.append(f"State: {jet.fate or 'stalled'}")
    return "\n".join(lines) + "\n"


LITTLE_FUEL: Final = 3
"""From here on fuel is worth a warning."""


def fuel_warning(jet: Jet) -> str:
    """What a pilot with little fuel has to know; "" with more, or where it is not known."""
    if jet.stores is None or not jet.flying or jet.stores.fuel > LITTLE_FUEL:
        return ""
    if not jet.stores.fuel:
        return "no fuel; dive each turn, and ditch at altitude 1"
    return f"only {jet.stores.fuel} fuel left; with none, dive each turn, and ditch at altitude 1"


def jet_line(view: DogfightView, jet: Jet) -> str:
    """A jet in a line: whose it is, its type, where and how it flies."""
    whose = "own" if jet.side == view.side else bare(view.known.sides[jet.side].name, 30)
    head = f"{jet.id} {bare(jet.name, 30)} ({whose}, {bare(jet.type, 30)})"
    if not jet.flying:
        return f"{head}: {jet.fate}"
    marks = [
        word for word, on in (("stalled", jet.stalled), ("hit", jet.hits > 0), ("afterburner", jet.afterburner)) if on
    ]
    at = grid(view.known).number(jet.at)
    state = f", {', '.join(marks)}" if marks else ""
    return f"{head} at {at}, altitude {jet.altitude}, Speed {jet.speed}, heading {HEADINGS[jet.heading]}{state}"


def _light(view: DogfightView) -> str:
    if view.known.sun == "night":
        return f"night, pilots see {number(view.known.options, 'night_sight')} hexes"
    return f"day, the sun is in the {view.known.sun}"


def _unseen(view: DogfightView) -> str:
    """Said when no enemy is in sight and the fight goes on."""
    if view.side not in view.known.sides or view.known.winner is not None:
        return ""
    seen = any(jet.flying and jet.side != view.side for jet in view.known.jets.values())
    return "" if seen else "No enemy is in sight."
