"""Conditions of standing orders, each read, written and judged from what its side knows and from nothing else."""

import re
from collections.abc import Callable, Mapping
from operator import gt, lt
from typing import Any, Final, Generic, TypeVar

from rules.cluster_war.model.holdings.finders import own_fleet
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.names import COUNT, NAME, Groups, Names, colony_text, fleet_text
from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull, ends_at, foes_at
from rules.values import NotationError, NotYoursError, Value, quoted, unknown

C = TypeVar("C", bound="Condition")


class Condition(Value, tag=True):
    """What has to be so before a standing order gives anything; each kind is a frozen class of its own."""


class FleetAt(Condition):
    """A fleet is in a hex, not under way."""

    fleet: FleetId
    hex: HexId


class FleetOutnumbered(Condition):
    """Where a fleet ends the month, more hull of others who are not at peace was seen within the last month than the side has
    armed."""

    fleet: FleetId


class HexOutnumbered(Condition):
    """The same of a hex, where fleets of the side are."""

    hex: HexId


class CpsOver(Condition):
    """More than so many CPs are left with the sheet as it stands."""

    cps: int


class CpsUnder(Condition):
    """Fewer than so many CPs are left with the sheet as it stands."""

    cps: int


class SuppliesUnder(Condition):
    """A fleet has fewer supply points aboard."""

    fleet: FleetId
    points: int


class EnemySeen(Condition):
    """Ships or bases of others who are not at peace were seen within so many hexes of a hex within the last month."""

    within: int
    hex: HexId


class ColonySize(Condition):
    """A colony of the side's has at least this size."""

    colony: ColonyId
    size: int


class TurnCome(Condition):
    """A turn, or a later one."""

    turn: int


class ConditionResult(Value):
    """Whether a condition holds, and what is so in a few words."""

    holds: bool
    why: str


class ConditionKind(Value, Generic[C]):
    """A kind of condition in one row, as `OrderKind` is of orders."""

    type: type[C]
    example: str
    pattern: str
    read: Callable[[Groups], C]
    write: Callable[[C, Names], str]
    judge: Callable[[PlannedState, C], ConditionResult]


def _fleet_at(planned: PlannedState, wanted: FleetAt) -> ConditionResult:
    fleet = own_fleet(planned, wanted.fleet)
    if fleet.transit is not None:
        return ConditionResult(False, f"{fleet.name} is under way")
    return ConditionResult(fleet.hex == wanted.hex, f"{fleet.name} is at {planned.place(fleet.hex)}")


def _outnumbered(planned: PlannedState, hex_: HexId, who: str) -> ConditionResult:
    fleets = [f for f in planned.fleets.values() if ends_at(planned, f) == hex_]
    ours = sum(armed_hull(planned, f) for f in fleets)
    theirs = sum(foes_at(planned, hex_).values())
    seen = f"hull {theirs} of others seen at {planned.place(hex_)} within the month, {ours} of your own"
    return ConditionResult(bool(fleets) and theirs > ours, seen if fleets else f"none of your fleets is {who}")


def _fleet_outnumbered(planned: PlannedState, wanted: FleetOutnumbered) -> ConditionResult:
    fleet = own_fleet(planned, wanted.fleet)
    here = ends_at(planned, fleet)
    if not here:
        return ConditionResult(False, f"{fleet.name} is under way at the month's end")
    return _outnumbered(planned, here, "there")


def _hex_outnumbered(planned: PlannedState, wanted: HexOutnumbered) -> ConditionResult:
    return _outnumbered(planned, wanted.hex, f"at {planned.place(wanted.hex)}")


def _supplies(planned: PlannedState, wanted: SuppliesUnder) -> ConditionResult:
    fleet = own_fleet(planned, wanted.fleet)
    held = sum(planned.ships[ship].supplies for ship in fleet.ships)
    return ConditionResult(held < wanted.points, f"{fleet.name} has {held} supply points aboard")


def _seen(planned: PlannedState, wanted: EnemySeen) -> ConditionResult:
    view = planned.view
    near = {seen.hex for seen in view.foreign_fleets.values()} | {seen.hex for seen in view.foreign_bases.values()}
    found = sorted((distance(view, wanted.hex, h), h) for h in near if distance(view, wanted.hex, h) <= wanted.within)
    for _, hex_ in found:
        hull = sum(foes_at(planned, hex_).values())
        if hull:
            return ConditionResult(True, f"hull {hull} of others seen at {planned.place(hex_)} within the month")
    return ConditionResult(
        False, f"nobody who is not at peace was seen that near {planned.place(wanted.hex)} within the month"
    )


def _size(planned: PlannedState, wanted: ColonySize) -> ConditionResult:
    colony = planned.view.colonies.get(wanted.colony)
    if colony is None:
        raise NotYoursError(f"The colony {quoted(wanted.colony)} is no longer yours.")
    return ConditionResult(colony.size >= wanted.size, f"{colony.name} has size {colony.size}")


def _row(
    kind: type[C],
    example: str,
    pattern: str,
    read: Callable[[Groups], C],
    write: Callable[[C, Names], str],
    judge: Callable[[PlannedState, C], ConditionResult],
) -> ConditionKind[C]:
    return ConditionKind(kind, example, pattern, read, write, judge)


def _cps(
    kind: type[CpsOver | CpsUnder], word: str, example: int, holds: Callable[[int, int], bool]
) -> ConditionKind[CpsOver | CpsUnder]:
    """A condition on the CPs that are left."""
    return _row(
        kind,
        f"CPs {word} {example}",
        rf"cps (?:are )?{word} (\d{{1,7}})",
        lambda g: kind(g.number(0)),
        lambda c, _: f"CPs {word} {c.cps}",
        lambda planned, c: ConditionResult(holds(planned.purse, c.cps), f"{planned.purse} CPs are left"),
    )


CONDITION_KINDS: Final[tuple[ConditionKind[Any], ...]] = (
    _row(
        FleetOutnumbered,
        '"1st Fleet" is outnumbered',
        rf"{NAME} (?:is|are) outnumbered",
        lambda g: FleetOutnumbered(g.fleet(0)),
        lambda c, names: f"{fleet_text(names, c.fleet)} is outnumbered",
        _fleet_outnumbered,
    ),
    _row(
        HexOutnumbered,
        "outnumbered at 2034",
        rf"outnumbered at {NAME}",
        lambda g: HexOutnumbered(g.hex(0)),
        lambda c, _: f"outnumbered at {c.hex}",
        _hex_outnumbered,
    ),
    _row(
        FleetAt,
        '"1st Fleet" is at 2034',
        rf"(?:fleet )?{NAME} is at {NAME}",
        lambda g: FleetAt(g.fleet(0), g.hex(1)),
        lambda c, names: f"{fleet_text(names, c.fleet)} is at {c.hex}",
        _fleet_at,
    ),
    _cps(CpsOver, "over", 200, gt),
    _cps(CpsUnder, "under", 50, lt),
    _row(
        SuppliesUnder,
        'supplies of "1st Fleet" under 10',
        rf"supplies of {NAME} (?:are )?under {COUNT}",
        lambda g: SuppliesUnder(g.fleet(0), g.number(1)),
        lambda c, names: f"supplies of {fleet_text(names, c.fleet)} under {c.points}",
        _supplies,
    ),
    _row(
        EnemySeen,
        "enemy seen within 2 of 2034",
        rf"(?:an )?enemy (?:is )?(?:seen )?within (\d{{1,2}})(?: hex(?:es)?)? of {NAME}",
        lambda g: EnemySeen(g.number(0), g.hex(1)),
        lambda c, _: f"enemy seen within {c.within} of {c.hex}",
        _seen,
    ),
    _row(
        ColonySize,
        'colony "Terra" has size 100',
        rf"colony {NAME} has size {COUNT}",
        lambda g: ColonySize(g.colony(0), g.number(1)),
        lambda c, names: f"colony {colony_text(names, c.colony)} has size {c.size}",
        _size,
    ),
    _row(
        TurnCome,
        "turn 12 has come",
        r"(?:it is )?turn (\d{1,4})(?: has come)?",
        lambda g: TurnCome(g.number(0)),
        lambda c, _: f"turn {c.turn} has come",
        lambda planned, c: ConditionResult(planned.view.turn >= c.turn, f"it is turn {planned.view.turn}"),
    ),
)
CONDITION_OF: Final[Mapping[type[Condition], ConditionKind[Any]]] = {kind.type: kind for kind in CONDITION_KINDS}
CONDITION_TYPES: Final[tuple[type[Condition], ...]] = tuple(CONDITION_OF)


def parse_condition(text: str, names: Names) -> Condition:
    """Read one condition; NotationError with the forms there are."""
    tidy = text.strip()
    for kind in CONDITION_KINDS:
        match = re.fullmatch(kind.pattern, tidy, re.IGNORECASE | re.DOTALL)
        if match is not None:
            found: Condition = kind.read(Groups(names, match.groups()))
            return found
    lead = f"{quoted(tidy)} is not a condition."
    raise unknown(NotationError, lead, tidy, "Write one like these", [kind.example for kind in CONDITION_KINDS])


def format_condition(condition: Condition, names: Names) -> str:
    """The canonical text of a condition."""
    return CONDITION_OF[type(condition)].write(condition, names)


def judge(planned: PlannedState, condition: Condition) -> ConditionResult:
    """Whether a condition holds in its side's own picture. GameError: what it is about is not the side's any more."""
    return CONDITION_OF[type(condition)].judge(planned, condition)
