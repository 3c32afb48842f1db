"""A dogfight's log: a sentence for every event, dice that did not count struck through with the reason."""

from collections.abc import Sequence
from typing import Final, assert_never

from render.canvas.safe_text import count, plain
from render.dogfight.text import HEADINGS, ticked
from rules.air_force import events
from rules.air_force.changes import grid
from rules.air_force.view import DogfightView
from rules.events import Modifier

MINUS: Final = "\u2212"
FATES: Final = {"left": "has left the map", "gave up": "has given up"}


def sentence(event: events.Event, view: DogfightView) -> str:
    """What happened, as Discord shows it."""
    match event:
        case events.InitiativeRolled():
            return f"**{event.jet}** initiative {event.total}."
        case events.ManeuversChosen():
            boxes = " + ".join(ticked(event.maneuvers, burner=event.afterburner))
            return f"**{event.jet}** chooses {boxes or 'no hard maneuver'}."
        case events.EnergyRolled():
            if not event.kept and not event.dropped:
                return f"**{event.jet}** has no fuel and makes no energy roll."
            dice = dice_text(event.kept, event.dropped)
            return f"**{event.jet}** energy roll {dice}: {sum_text(event.cause.modifiers)} = Speed **+{event.gain}** offered."
        case events.FlightSet():
            stalled = " It stalls!" if event.stalled else ""
            total = f"{sum_text(event.cause.modifiers)} = **Speed {event.speed}**"
            return f"**{event.jet}** {total}, altitude {event.altitude}.{stalled}"
        case events.MoveOrderSet():
            return f"**{event.jet}** moves next."
        case events.TurnTried():
            bonus = "".join(f" {signed(one)}" for one in event.cause.modifiers[1:])
            result = "it turns" if event.success else "no turn"
            dice = dice_text((event.kept,), event.dropped)
            return f"**{event.jet}** turn roll {dice}{bonus}, {event.needed} needed: {result}."
        case events.Turned():
            cost = f" for {event.cost} Speed" if event.cost else ""
            return f"{event.jet} turns to the {HEADINGS[event.heading]}{cost}."
        case events.Moved():
            return f"{event.jet} flies to {grid(view.known).number(event.hex)}."
        case events.Fired():
            return _shot(event)
        case events.FuelBurnt():
            return f"**{event.jet}** burns {event.burnt} fuel and has {event.left} left."
        case events.StallFell():
            return f"**{event.jet}** falls to altitude {event.altitude}; Speed {event.speed}."
        case events.Distracted():
            return f"{event.jet} looks elsewhere this turn."
        case events.JetGone():
            by = f" by {event.by}" if event.by else ""
            return f"**{event.jet}** {FATES.get(event.fate, f'is {event.fate}')}{by}."
        case events.NotDone():
            return f"⚠ Not done: {plain(event.why, 200)}"
        case events.FightEnded():
            side = view.known.sides.get(event.winner)
            return f"**{plain(side.name)} wins.**" if side else "**A draw.**"
        case _:
            assert_never(event)


def _shot(event: events.Fired) -> str:
    faces = "+".join(str(face) for roll in event.cause.rolls for face in roll.faces)
    more = "".join(f" {signed(one)}" for one in event.cause.modifiers)
    result = f"**hit**, {count(event.hits, 'hit')}" if event.hit else "miss"
    weapon = "guns" if event.weapon == "gun" else "missile"
    return (
        f"**{event.jet}** {weapon} at {event.target}: {faces}{more} = {event.total}, {event.needed} needed: {result}."
    )


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
