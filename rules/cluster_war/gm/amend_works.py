"""The GM's hand in yards, on worlds and in the flow of CPs: one amendment at a time."""

from dataclasses import replace
from typing import Final, assert_never

from rules.cluster_war.events.all import Event
from rules.cluster_war.events.turn import Amended
from rules.cluster_war.gm.amendments_works import (
    AddTemplate,
    CareForWorld,
    HinderColony,
    RaidCps,
    RepairShips,
    WorksAmendment,
)
from rules.cluster_war.state.designs import Template
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.names import SideId
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import GameError, IllegalOrderError, quoted
from rules.events import Cause

MOST: Final = 1_000_000


def amend_works(month: TurnState, amendment: WorksAmendment, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    """What changes in the draft, the state whose income holds, and the events told; GameError for what is not there."""
    match amendment:
        case HinderColony():
            return month.start, _hinder(month, amendment, replace(cause, rule="CW-5.0-24"))
        case RaidCps():
            return _raid(month, amendment, replace(cause, rule="CW-5.0-24"))
        case CareForWorld():
            return month.start, _care(month, amendment, replace(cause, rule="CW-7.1-10"))
        case AddTemplate():
            return month.start, _template(month, amendment, replace(cause, rule="CW-6.0-01"))
        case RepairShips():
            return month.start, _repair(month, amendment, replace(cause, rule="CW-6.7-03"))
        case _:
            assert_never(amendment)


def _told(text: str, cause: Cause, *sides: SideId) -> tuple[Event, ...]:
    return (Amended(text=text, cause=cause, seen_by=sides),)


def _hinder(month: TurnState, order: HinderColony, cause: Cause) -> tuple[Event, ...]:
    found = month.colonies.get(order.colony)
    if found is None:
        raise GameError(f"There is no colony {quoted(order.colony)}; a colony is written hex-orbit, like 2034-3.")
    if not 0 <= order.percent <= 100:
        raise GameError(f"From 0 to 100 per cent of the output can be lost, not {order.percent}.", rule="CW-5.0-24")
    month.colonies[found.id] = replace(found, hindered=order.percent, blockaded=order.blockaded)
    parts = [f"loses {order.percent} % of its output"] if order.percent else []
    parts += ["is cut off from the grid"] if order.blockaded else []
    state = " and ".join(parts) if parts else "works freely again"
    return _told(f"{found.name} {state}.", cause, found.side)


def _raid(month: TurnState, order: RaidCps, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    for side in (order.side, *([order.by] if order.by else [])):
        if side not in month.sides:
            raise GameError(f"There is no side {quoted(side)}; the sides are {', '.join(sorted(month.sides))}.")
    if not 1 <= order.cps <= MOST:
        raise IllegalOrderError(f"Raiders take 1 to {MOST} CPs, not {order.cps}.", rule="CW-5.0-24")
    victim = month.sides[order.side]
    taken = min(order.cps, victim.treasury)
    month.sides[victim.id] = replace(victim, treasury=victim.treasury - taken)
    events = _told(f"Raiders take {taken} CPs from your treasury.", cause, victim.id)
    if not order.by:
        return month.start, events
    income = {**month.start.income, order.by: month.start.income.get(order.by, 0) + taken}
    return replace(month.start, income=income), (
        *events,
        *_told(f"Your raiders bring home {taken} CPs.", cause, order.by),
    )


def _care(month: TurnState, order: CareForWorld, cause: Cause) -> tuple[Event, ...]:
    key = f"{order.hex}-{order.orbit}"
    strain = month.strains.get(key)
    if strain is None:
        raise GameError(f"World {order.orbit} of {quoted(order.hex)} is under no stress.", rule="CW-7.1-10")
    if not 0 <= order.percent <= 100:
        raise GameError(f"Care adds 0 to 100 per cent, not {order.percent}.", rule="CW-7.1-10")
    month.strains[key] = replace(strain, care=order.percent)
    owners = {c.side for c in month.colonies.values() if c.id == key} | ({strain.side} if strain.side else set())
    text = f"Care for world {order.orbit} of {order.hex} adds {order.percent} % to its chance to recover."
    return _told(text, cause, *sorted(owners))


def _template(month: TurnState, order: AddTemplate, cause: Cause) -> tuple[Event, ...]:
    side = month.sides.get(order.side)
    if side is None:
        raise GameError(f"There is no side {quoted(order.side)}; the sides are {', '.join(sorted(month.sides))}.")
    if not order.name.strip() or not 1 <= order.hull <= MOST:
        raise GameError("A hull template has a name and at least 1 hull space.", rule="CW-6.0-01")
    new = Template(order.name.strip(), order.kind, order.hull, order.fixed)
    month.sides[side.id] = replace(side, templates={**side.templates, new.name: new})
    fixed = f", with {', '.join(new.fixed)} fixed in it" if new.fixed else ""
    return _told(f"New hull template: {new.name}, a {new.kind} of {new.hull}{fixed}.", cause, side.id)


def _repair(month: TurnState, order: RepairShips, cause: Cause) -> tuple[Event, ...]:
    unknown = [s for s in order.ships if s not in month.ships]
    if unknown or not order.ships:
        raise GameError(f"There is no ship {quoted(unknown[0] if unknown else '')}; ships are written side/id.")
    for key in order.ships:
        month.ships[key] = replace(month.ships[key], faults=())
    owners = sorted({month.ships[key].side for key in order.ships})
    named = ", ".join(key.rpartition("/")[2] for key in order.ships)
    return _told(f"Repaired: {named}.", cause, *owners)
