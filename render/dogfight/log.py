"""A dogfight's log: a sentence for every event, dice that did not count struck through with the reason."""

from collections.abc import Sequence
from typing import Final, assert_never

from render.dogfight.text import HEADINGS, own_only, ticked
from render.words.safe_text import count, plain
from rules.air_force import events
from rules.air_force.changes import grid
from rules.air_force.view import DogfightView
from rules.events import Modifier

MINUS: Final = "\u2212"
FATES: Final = {"left": "left the map", "gave up": "given up"}


def sentence(event: events.Event, view: DogfightView) -> str:
    """What happened, as Discord shows it; the reader's own jet is "you"."""
    if isinstance(event, events.FightEnded):
        return _ended(event, view)
    name = event.jet
    own = own_only(view)
    you = own is not None and name == own.id
    who, whose = ("**You**", "**Your**") if you else (f"**{name}**", f"**{name}**")
    s = "" if you else "s"
    match event:
        case events.InitiativeRolled():
            return f"{whose} initiative {event.total}."
        case events.ManeuversChosen():
            boxes = " + ".join(ticked(event.maneuvers, burner=event.afterburner))
            return f"{who} choose{s} {boxes or 'no hard maneuver'}."
        case events.EnergyRolled():
            if not event.kept and not event.dropped:
                return f"{who} {'have no fuel and make' if you else 'has no fuel and makes'} no energy roll."
            dice = dice_text(event.kept, event.dropped)
            return f"{whose} energy roll {dice}: {sum_text(event.cause.modifiers)} = Speed **+{event.gain}** offered."
        case events.FlightSet():
            stalled = f" {'You stall' if you else 'It stalls'}!" if event.stalled else ""
            total = f"{sum_text(event.cause.modifiers)} = **Speed {event.speed}**"
            return f"{who}{':' if you else ''} {total}, altitude {event.altitude}.{stalled}"
        case events.MoveOrderSet():
            return f"{who} move{s} next."
        case events.TurnTried():
            bonus = "".join(f" {signed(one)}" for one in event.cause.modifiers[1:])
            result = ("you turn" if you else "it turns") if event.success else "no turn"
            dice = dice_text((event.kept,), event.dropped)
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
            fate = f"{have} {FATES[event.fate]}" if event.fate in FATES else f"{are} {event.fate}"
            return f"{who} {fate}{by}."
        case events.NotDone():
            return f"⚠ Not done: {plain(event.why, 200)}"
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
    more = "".join(f" {signed(one)}" for one in event.cause.modifiers)
    result = f"**hit**, {count(event.hits, 'hit')}" if event.hit else "miss"
    weapon = "guns" if event.weapon == "gun" else "missile"
    return f"{whose} {weapon} at {target}: {faces}{more} = {event.total}, {event.needed} needed: {result}."


def dice_text(kept: Sequence[int], dropped: Sequence[events.Dropped]) -> str:
    """Dice kept in bold, those discarded struck through, and why."""
    told = " ".join([*(f"**{face}**" for face in kept), *(f"~~{one.face}~~" for one in dropped)])
    return f"{told} ({dropped[0].why})" if dropped else told


def signed(one: Modifier) -> str:
    """A modifier with its sign and its reason."""
    return f"{'+' if one.value >= 0 else MINUS}{abs(one.value)} ({one.reason})"


def sum_text(parts: Sequence[Modifier]) -> str:
    """A sum with its reasons."""
    return " ".join(signed(one) if at else f"{one.value} ({one.reason})" for at, one in enumerate(parts))
