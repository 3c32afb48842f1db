"""What a standing order can be made of by choosing: conditions, what is done then, goals and ends, from what the side knows."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

import discord

from cogs.campaign.standing_orders.chain_panel import fleet_dials
from cogs.common.components import MOST_OPTIONS, option
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.play.governors.roster import Role, role_of, role_of_design
from rules.cluster_war.play.notation import format_order
from rules.cluster_war.play.standing_orders import lines
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.conditions import (
    Condition,
    CpsOver,
    CpsUnder,
    EnemySeen,
    FleetAt,
    FleetOutnumbered,
    SuppliesUnder,
    TurnCome,
    format_condition,
)
from rules.cluster_war.play.standing_orders.goal_kinds import Goal
from rules.cluster_war.play.standing_orders.goals import (
    FundResearch,
    KeepReserve,
    KeepSupplied,
    LookAround,
    Retreat,
    SettleInside,
    SettleWith,
    format_goal,
    situation_of,
)
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull, picture
from rules.values import GameError, Value, changed
from umpire.campaign.sheets.order_sheet import OrderSheet

T = TypeVar("T")
KEY_LENGTH: Final = 10
FLEETS_OFFERED: Final = 6
"""So many fleets are offered for each condition and goal; others can be written."""
WITHIN_HEXES: Final = 2
SUMS_OFFERED: Final = (100, 300, 1000)
LOW_SUPPLIES: Final = 10
"""Supply points below which a fleet is offered to be seen to."""
TURNS_OFFERED: Final = (3, 6, 12)
UNTIL_REMOVED: Final = "Until I remove it"


class DraftDial(Value):
    """One list below a draft: its name, what it is for, its lines, and the draft with what was chosen."""

    key: str
    hint: str
    options: tuple[discord.SelectOption, ...]
    turned: Callable[[Sequence[str]], lines.StandingOrder]
    most: int = 1


def choices_of(sheet: OrderSheet, one: lines.StandingOrder) -> Iterator[DraftDial]:
    """The lists of a draft: of one with conditions those, and what is done then; of a goal the goals; of each its end."""
    if isinstance(one.does, Chain):
        for dial in fleet_dials(situation_of(sheet.view, sheet.standing), one.does):
            if dial.fleets:
                yield DraftDial(dial.key, dial.hint, dial.options, partial(dial.turned, one), most=dial.most)
        return
    planned = picture(sheet.view, sheet.standing)
    if one.when:
        found = _by_key(_first(one.when, conditions(planned)), lambda each: format_condition(each, sheet.names))
        chosen = [key for key, each in found.items() if each in one.when]
        yield DraftDial(
            "when",
            "When",
            _options(found, lambda each: format_condition(each, sheet.names), chosen),
            lambda keys: _with_fleet(changed(one, when=tuple(found[key] for key in keys)), planned),
            most=min(lines.MOST_CONDITIONS, len(found)),
        )
    if one.when or isinstance(one.does, Goal):
        offered = [*(actions(sheet, planned, one.when) if one.when else ()), *goals(planned)]
        does = _by_key(_first((one.does,), offered), lambda each: _does_text(sheet, each))
        yield DraftDial(
            "does",
            "Then" if one.when else "What is wanted",
            _options(does, lambda each: _does_text(sheet, each), [key_of(_does_text(sheet, one.does))]),
            lambda keys: changed(one, does=does[keys[0]]),
        )
    ends = _by_key(_first((one.until,), _ends(sheet.turn.turn)), _end_text)
    yield DraftDial(
        "until",
        "Until when",
        _options(ends, _end_text, [key_of(_end_text(one.until))]),
        lambda keys: changed(one, until=ends[keys[0]]),
    )


def conditions(planned: PlannedState) -> Iterator[Condition]:
    """Conditions that make sense for what the side has now, the likeliest first."""
    fleets = sorted(planned.fleets.values(), key=lambda f: (-armed_hull(planned, f), f.name, f.id))
    armed = [f for f in fleets if armed_hull(planned, f)][:FLEETS_OFFERED]
    yield from (FleetOutnumbered(f.id) for f in armed)
    homes = sorted(planned.view.colonies.values(), key=lambda c: (-c.size, c.id))
    yield from (EnemySeen(WITHIN_HEXES, hex_) for hex_ in dict.fromkeys(c.hex for c in homes[:4]))
    yield from (CpsOver(cps) for cps in SUMS_OFFERED)
    yield CpsUnder(SUMS_OFFERED[0])
    bound = [f for f in fleets if f.transit is not None or f.course is not None][:4]
    yield from (FleetAt(f.id, f.transit.to if f.transit is not None else _goal(planned, f.id)) for f in bound)
    yield from (SuppliesUnder(f.id, LOW_SUPPLIES) for f in fleets[:4])
    yield TurnCome(planned.view.turn + TURNS_OFFERED[0])


def _goal(planned: PlannedState, fleet: str) -> str:
    found = planned.fleets[fleet]
    return found.course.path[-1] if found.course is not None else found.hex


def actions(sheet: OrderSheet, planned: PlannedState, when: Sequence[Condition]) -> Iterator[lines.Does]:
    """What a side may want done under conditions: a retreat, then what stands on its sheet."""
    if any(lines.names_a_fleet(each) for each in when):
        yield Retreat()
    armed = sorted(planned.fleets.values(), key=lambda f: (-armed_hull(planned, f), f.name, f.id))
    yield from (Retreat(f.id) for f in armed[:3])
    for signed in sheet.standing[-FLEETS_OFFERED:]:
        try:
            lines.check_line(lines.StandingOrder(0, signed.order))
        except GameError:
            continue
        yield signed.order


def goals(planned: PlannedState) -> Iterator[Goal]:
    """Goals that make sense for what the side has now."""
    if planned.settings.colony_freighters == "outside-grid":
        yield SettleInside()
    yield from (KeepReserve(cps) for cps in (50, *SUMS_OFFERED[:2]))
    yield from (
        FundResearch(key) for key, p in sorted(planned.view.projects.items())[:FLEETS_OFFERED] if not p.finished_turn
    )
    yield from (LookAround(key) for key in _of_role(planned, "surveyor", "scout"))
    yield from (SettleWith(key) for key in _of_role(planned, "hauler"))
    yield from (KeepSupplied(key) for key in sorted(planned.fleets)[:FLEETS_OFFERED])


def _of_role(planned: PlannedState, *roles: Role) -> list[str]:
    designs = {key: role_of_design(design, planned.settings) for key, design in planned.me.designs.items()}
    fitting = [f for _, f in sorted(planned.fleets.items()) if role_of(planned, f, designs) in roles]
    return [f.id for f in fitting[:4]]


def first_condition(sheet: OrderSheet) -> lines.StandingOrder:
    """What the wizard of conditions begins with: the strongest fleet gets away when it is outnumbered."""
    planned = picture(sheet.view, sheet.standing)
    when = next(conditions(planned))
    does: lines.Does = Retreat(when.fleet) if isinstance(when, FleetOutnumbered) else KeepReserve(SUMS_OFFERED[0])
    return lines.StandingOrder(0, does, (when,))


def _with_fleet(one: lines.StandingOrder, planned: PlannedState) -> lines.StandingOrder:
    """The same; a retreat of those whom the conditions name names a fleet itself where they name none any more."""
    if not isinstance(one.does, Retreat) or one.does.fleet or any(lines.names_a_fleet(each) for each in one.when):
        return one
    strongest = max(planned.fleets.values(), key=lambda f: (armed_hull(planned, f), f.id), default=None)
    return one if strongest is None else changed(one, does=Retreat(strongest.id, one.does.hex))


def first_goal(sheet: OrderSheet) -> lines.StandingOrder:
    """What the list of goals begins with."""
    return lines.StandingOrder(0, next(goals(picture(sheet.view, sheet.standing))))


def _ends(turn: int) -> Iterator[lines.Until]:
    yield lines.NO_END
    yield from (lines.Until(times=times) for times in (1, 3))
    yield from (lines.Until(successes=successes) for successes in (1, 2))
    yield from (lines.Until(turn=turn + more) for more in TURNS_OFFERED)


def _end_text(until: lines.Until) -> str:
    text = lines.format_until(until).removeprefix(", ")
    return f"{text[:1].upper()}{text[1:]}" if text else UNTIL_REMOVED


def _does_text(sheet: OrderSheet, does: lines.Does) -> str:
    return format_goal(does, sheet.names) if isinstance(does, Goal) else format_order(does, sheet.names)


def _first(now: Iterable[T], offered: Iterable[T]) -> list[T]:
    """What is chosen now, then what is offered beside it, as many as a list takes."""
    found: list[T] = []
    for one in (*now, *offered):
        if one not in found:
            found.append(one)
    return found[:MOST_OPTIONS]


def _by_key(found: Iterable[T], text: Callable[[T], str]) -> dict[str, T]:
    return {key_of(text(one)): one for one in found}


def _options(found: dict[str, T], text: Callable[[T], str], chosen: Sequence[str]) -> tuple[discord.SelectOption, ...]:
    return tuple(option(text(one), key, chosen=key in chosen) for key, one in found.items())


def key_of(text: str) -> str:
    """A short key of a choice, the same as long as its text is."""
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
