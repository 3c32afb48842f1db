"""A dogfight in sentences: its log (struck through: dice that did not count), lines between two decisions, headlines."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, assert_never

from render.dogfight.text import HEADINGS, LITTLE_FUEL, readers_jet, ticked_boxes
from render.words.safe_text import count, plain
from rules.air_force import events
from rules.air_force.changes import grid
from rules.air_force.jets import Maneuvers
from rules.air_force.orders import JetId
from rules.air_force.view import DogfightView
from rules.values import Modifier

MINUS_SIGN: Final = "\u2212"
FATE_TEXTS: Final = {"left": "left the map", "gave up": "given up"}


def format_event(event: events.Event, view: DogfightView) -> str:
    """What happened, as Discord shows it; the reader's own jet is "you"."""
    if isinstance(event, events.FightEnded):
        return _ended(event, view)
    name = event.jet
    own = readers_jet(view)
    you = own is not None and name == own.id
    who, whose = ("**You**", "**Your**") if you else (f"**{name}**", f"**{name}**")
    s = "" if you else "s"
    match event:
        case events.InitiativeRolled():
            return f"{whose} initiative {event.total}."
        case events.ManeuversChosen():
            boxes = " + ".join(ticked_boxes(event.maneuvers, burner=event.afterburner))
            return f"{who} choose{s} {boxes or 'no hard maneuver'}."
        case events.EnergyRolled():
            if not event.kept and not event.dropped:
                return f"{who} {'have no fuel and make' if you else 'has no fuel and makes'} no energy roll."
            dice = format_dice(event.kept, event.dropped)
            return f"{whose} energy roll {dice}: {format_sum(event.cause.modifiers)} = Speed **+{event.gain}** offered."
        case events.FlightSet():
            stalled = f" {'You stall' if you else 'It stalls'}!" if event.stalled else ""
            total = f"{format_sum(event.cause.modifiers)} = **Speed {event.speed}**"
            return f"{who}{':' if you else ''} {total}, altitude {event.altitude}.{stalled}"
        case events.MoveOrderSet():
            return f"{who} move{s} next."
        case events.TurnTried():
            bonus = "".join(f" {format_modifier(one)}" for one in event.cause.modifiers[1:])
            result = ("you turn" if you else "it turns") if event.success else "no turn"
            dice = format_dice((event.kept,), event.dropped)
            return f"{whose} turn roll {dice}{bonus}, {event.needed} needed: {result}."
        case events.Turned():
            cost = f" for {event.cost} Speed" if event.cost else ""
            return f"{'You' if you else name} turn{s} to the {HEADINGS[event.heading]}{cost}."
        case events.Moved():
            return f"{'You fly' if you else f'{name} flies'} to {grid(view.known).number(event.hex)}."
        case events.Fired():
            return _shot(event, whose, "you" if own is not None and event.target == own.id else event.target)
        case events.FuelBurnt():
            return f"{who} burn{s} {event.burnt} fuel and {'have' if you else 'has'} {event.left} left."
        case events.StallFell():
            return f"{who} fall{s} to altitude {event.altitude}; Speed {event.speed}."
        case events.Distracted():
            return f"{'You' if you else name} look{s} elsewhere this turn."
        case events.JetGone():
            by = "" if not event.by else " by you" if own is not None and event.by == own.id else f" by {event.by}"
            have, are = ("have", "are") if you else ("has", "is")
            fate = f"{have} {FATE_TEXTS[event.fate]}" if event.fate in FATE_TEXTS else f"{are} {event.fate}"
            return f"{who} {fate}{by}."
        case events.NotDone():
            return f"⚠ Not done, so ★ decided: {plain(event.why, 200)}"
        case _:
            assert_never(event)


def _ended(event: events.FightEnded, view: DogfightView) -> str:
    side = view.known.sides.get(event.winner)
    if side is None:
        return "**A draw.**"
    if view.side == side.id:
        return "**You win.**"
    return f"**{plain(side.name)} wins.**"


def _shot(event: events.Fired, whose: str, target: str) -> str:
    faces = "+".join(str(face) for roll in event.cause.rolls for face in roll.faces)
    more = "".join(f" {format_modifier(one)}" for one in event.cause.modifiers)
    result = f"**hit**, {count(event.hits, 'hit')}" if event.hit else "miss"
    weapon = "guns" if event.weapon == "gun" else "missile"
    return f"{whose} {weapon} at {target}: {faces}{more} = {event.total}, {event.needed} needed: {result}."


def format_dice(kept: Sequence[int], dropped: Sequence[events.Dropped]) -> str:
    """Dice kept in bold, those discarded struck through, and why."""
    text = " ".join([*(f"**{face}**" for face in kept), *(f"~~{one.face}~~" for one in dropped)])
    return f"{text} ({dropped[0].why})" if dropped else text


def format_modifier(one: Modifier) -> str:
    """A modifier with its sign and its reason."""
    return f"{'+' if one.value >= 0 else MINUS_SIGN}{abs(one.value)} ({one.reason})"


def format_sum(parts: Sequence[Modifier]) -> str:
    """A sum with its reasons."""
    return " ".join(format_modifier(one) if at else f"{one.value} ({one.reason})" for at, one in enumerate(parts))


LISTED_KINDS: Final = (events.InitiativeRolled, events.MoveOrderSet)
"""Events that come one for each jet and are told together."""
MOVE_KINDS: Final = (events.Moved, events.Turned, events.TurnTried)


def format_digest(view: DogfightView, log: Iterable[events.Event]) -> list[str]:
    """A line for what each jet did, in order, as Discord shows it."""
    return [line for _, group in groupby(log, key=_bundle) for line in _lines(view, list(group))]


def format_turn(view: DogfightView, log: Sequence[events.Event]) -> list[str]:
    """The same of a whole turn, what was wished and could not be done first."""
    refused = [one for one in log if isinstance(one, events.NotDone)]
    return format_digest(view, (*refused, *(one for one in log if one not in refused)))


def _bundle(event: events.Event) -> tuple[int, int, str, str]:
    if isinstance(event, LISTED_KINDS):
        return event.at.turn, event.at.phase, "", type(event).__name__
    return event.at.turn, event.at.phase, _jet(event), "move" if isinstance(event, MOVE_KINDS) else ""


def _jet(event: events.Event) -> JetId:
    return "" if isinstance(event, events.FightEnded) else event.jet


def _lines(view: DogfightView, group: Sequence[events.Event]) -> Iterator[str]:
    first = group[0]
    if isinstance(first, events.InitiativeRolled):
        order = sorted(
            (each for each in group if isinstance(each, events.InitiativeRolled)), key=lambda each: each.total
        )
        yield "Initiative, lowest acts first: " + ", ".join(f"{_jet_name(view, each)} {each.total}" for each in order)
    elif isinstance(first, events.MoveOrderSet):
        yield "Order of movement: " + ", ".join(_jet_name(view, each) for each in group)
    elif isinstance(first, MOVE_KINDS):
        yield from _move(view, group)
    else:
        yield from filter(None, (_line(view, event) for event in group))


def _line(view: DogfightView, event: events.Event) -> str:
    """One event; "" for what goes without saying."""
    own = _is_own(view, _jet(event))
    match event:
        case events.ManeuversChosen() if event.maneuvers == Maneuvers() and not event.afterburner:
            return ""
        case events.EnergyRolled() if not own:
            return ""  # another's Speed is told when it is set
        case events.FlightSet() if not own:
            up = event.levels
            way = f"climbs {up}" if up > 0 else f"dives {-up}" if up < 0 else "stays level"
            stalled = ", stalled" if event.stalled else ""
            return f"{event.jet} {way}: Speed {event.speed}, altitude {event.altitude}{stalled}."
        case events.FuelBurnt() if event.left > LITTLE_FUEL or not own:
            return ""
        case events.Distracted():
            return ""
        case _:
            return format_event(event, view)


def _move(view: DogfightView, group: Sequence[events.Event]) -> Iterator[str]:
    """A jet's hexes and turns in one line, and before it its own turn rolls."""
    name = _jet(group[0])
    if _is_own(view, name):
        yield from (format_event(each, view) for each in group if isinstance(each, events.TurnTried))
    hexes = sum(isinstance(each, events.Moved) for each in group)
    turns = [each.heading for each in group if isinstance(each, events.Turned)]
    if hexes or turns:
        bend = f", turning to the {HEADINGS[turns[-1]]}" if turns else ""
        flies = "You fly" if _jet_name(view, group[0]) == "you" else f"{name} flies"
        yield f"{flies} {count(hexes, 'hex', 'hexes')}{bend}."


def _jet_name(view: DogfightView, event: events.Event) -> str:
    """A jet in a list: "you" for the reader's own."""
    own = readers_jet(view)
    return "you" if own is not None and _jet(event) == own.id else _jet(event)


def _is_own(view: DogfightView, name: JetId) -> bool:
    return name in view.known.jets and view.known.jets[name].side == view.side


def headlines(view: DogfightView, seen: Sequence[events.Event]) -> Iterator[tuple[int, str]]:
    """What is worth telling, each with its weight (1 to 99): how it ended, who is out of it, shots, stalls, and who flew."""
    for event in seen:
        match event:
            case events.FightEnded():
                yield 99, _bare(format_event(event, view))
            case events.JetGone():
                yield 90, _bare(format_event(event, view))
            case events.Fired():
                hits = f" and hit ({event.hits})" if event.hit else " and missed"
                yield (
                    70 if event.hit else 40,
                    f"{_plain_name(view, event.jet)} fired at {_plain_name(view, event.target)}{hits}",
                )
            case events.StallFell() | events.NotDone():
                yield 50, _bare(format_event(event, view))
            case (
                events.InitiativeRolled()
                | events.ManeuversChosen()
                | events.EnergyRolled()
                | events.FlightSet()
                | events.MoveOrderSet()
                | events.TurnTried()
                | events.Turned()
                | events.Moved()
                | events.FuelBurnt()
                | events.Distracted()
            ):
                pass
            case _:
                assert_never(event)
    flown = dict.fromkeys(event.jet for event in seen if isinstance(event, events.Moved))
    for jet in flown:
        hexes = sum(isinstance(event, events.Moved) and event.jet == jet for event in seen)
        yield 10, f"{_plain_name(view, jet)} flew {count(hexes, 'hex', 'hexes')}"


def _plain_name(view: DogfightView, jet: str) -> str:
    own = readers_jet(view)
    return "you" if own is not None and own.id == jet else jet


def _bare(text: str) -> str:
    """Without its full stop: others follow in the same line."""
    return text.removesuffix(".")
