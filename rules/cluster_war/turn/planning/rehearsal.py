"""The month to come, played by the month's own rules on what one side knows: what it would see if nothing unknown happened.

The month is played with several fixed dice that have nothing to do with the campaign's: what comes out the same with all of them
is expected, all else hangs on the dice. It is a function of the side's view and its own sheet.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from rules.cluster_war.model.events import (
    colonies,
    economy,
    industry,
    logistics,
    movement,
    officers,
    repair,
    research,
    terrain,
)
from rules.cluster_war.model.events.detection import EmissionsSet, SurveyAborted, SurveyProgressed, SystemLearned
from rules.cluster_war.model.events.diplomacy import RightsChanged
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.planning.supposed import supposed
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import Value, changed

DICE: Final = 3
"""So many months are played, each with dice of its own."""
CHAPTERS: Final = (colonies, economy, industry, logistics, movement, officers, repair, research, terrain)
TOLD: Final[frozenset[type[Event]]] = frozenset(
    kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type) and issubclass(kind, Event)
) | {SurveyProgressed, SurveyAborted, EmissionsSet, OrderWaits, RightsChanged}
"""What a side can foresee of its own: what is met, seen, found or fought is not there to be foreseen."""
HERE: Final = "rules.cluster_war.chapters."
UNFORESEEN: Final = tuple(
    HERE + part
    for part in ("espionage", "encounters", "combat.orders.bombarding", "combat.orders.raiding", "combat.ground")
)
"""Where those orders are that come to what others have, do or hide: they are left out."""


class Found(Value):
    """Scouting or survey work that would be done: of which system, in which week. What it finds nobody knows before; how long a
    survey takes hangs on worlds, so one of a system that is not known yet is only `begun`."""

    hex: str
    level: str
    week: int
    begun: bool = False


class Rehearsal(Value):
    """What would come of the month. `events` come out so whatever the dice, as far as can be told; `chances` hang on them, each
    with in how many of `DICE` months it comes about. `after` is the side's view at the month's end, what is not its own as it
    knows it now. `found` is work whose finding is unknown, `left_out` the numbers of orders that hang on others, `refused`
    those that would fail, with the reason."""

    after: View
    events: tuple[Event, ...]
    chances: tuple[tuple[Event, int], ...]
    found: tuple[Found, ...]
    left_out: tuple[int, ...]
    refused: Mapping[int, str]


def rehearse(view: View, sheet: tuple[SignedOrder, ...]) -> Rehearsal:
    """Play the month to come on what a side's view tells, with its sheet. WrongPhaseError for the game master's view."""
    start = supposed(view)
    start = changed(start, settings=_quiet(start.settings))
    wrong = {problem.order_id: problem for problem in forecast(view, sheet).problems}
    left_out = {signed.id for signed in sheet if _is_unforeseen(signed)}
    played = tuple(signed for signed in sheet if signed.id not in left_out and signed.id not in wrong)
    numbers = {signed.id: signed.number for signed in sheet}
    months = [_month(start, played, number) for number in range(DICE)]
    seen = [[event for event in events if may_see(event, view.side)] for _, events in months]
    failed = {e.cause.order for each in seen for e in each if isinstance(e, OrderFailed)}
    events, chances = _sorted([[event for event in each if type(event) in TOLD] for each in seen])
    return Rehearsal(
        after=_as_known(view, view_for(months[0][0], view.side)),
        events=events,
        chances=chances,
        found=_found(view, seen[0]),
        left_out=tuple(sorted(numbers[id_] for id_ in {*left_out, *failed} if id_ in numbers)),
        refused={problem.number: problem.text for problem in wrong.values()},
    )


def _as_known(view: View, after: View) -> View:
    """The month's end with worlds and others as they are known now: the month has found nothing that is true."""
    return changed(
        after,
        objects=view.objects,
        systems=view.systems,
        foreign_fleets=view.foreign_fleets,
        foreign_colonies=view.foreign_colonies,
        foreign_bases=view.foreign_bases,
        weather=view.weather,
        settings=view.settings,
        signs=view.signs,
        others=view.others,
    )


def _quiet(settings: Settings) -> Settings:
    """Battles are never awaited here: nobody is there to be met."""
    return changed(settings, battles="quick")


def _is_unforeseen(signed: SignedOrder) -> bool:
    return type(signed.order).__module__.startswith(UNFORESEEN)


def _month(start: GameState, played: tuple[SignedOrder, ...], number: int) -> tuple[GameState, tuple[Event, ...]]:
    dice = Dice(sha256(f"admiralty-rehearsal-{number}".encode()).digest(), "rehearsal", start.turn)
    done = adjudicate(start, played, dice)
    return done.state, done.events


def _sorted(months: Sequence[Sequence[Event]]) -> tuple[tuple[Event, ...], tuple[tuple[Event, int], ...]]:
    """What is in all months and no die was rolled for, in the first one's order; and all else, with in how many it is. The dice
    are not told: they are none of the campaign's."""
    rolled = {repr(_plain(e)) for month in months for e in month if e.cause.rolls or isinstance(e, StressSettled)}
    plain = [[_plain(event) for event in month] for month in months]
    times = Counter(key for month in plain for key in {repr(event) for event in month})
    certain = {key for key, many in times.items() if many == len(months) and key not in rolled}
    chances: dict[str, Event] = {}
    for month in plain:
        for event in month:
            if repr(event) not in certain:
                chances.setdefault(repr(event), event)
    events = tuple(event for event in plain[0] if repr(event) in certain)
    return events, tuple((event, times[key]) for key, event in chances.items())


def _plain(event: Event) -> Event:
    return changed(event, cause=changed(event.cause, rolls=()))


def _found(view: View, events: Sequence[Event]) -> tuple[Found, ...]:
    return tuple(
        Found(e.hex, e.level, e.week, begun=e.level == "surveyed" and e.hex not in view.systems)
        for e in events
        if isinstance(e, SystemLearned)
    )
