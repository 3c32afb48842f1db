"""What a player's staff advises, in the dashboard's lists: its ★ in each list, the three best uses of CPs that lie idle, and
all of it in a list of its own. Beside the orders of a list: chains, each found again by a short key, and why a list is
empty."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from cogs.campaign.dashboard.options import IDLE_LIST, STAFF_LIST, SUGGESTION_LISTS
from cogs.campaign.standing_orders.options import key_of
from cogs.common.panels import AdvisedChoice
from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.governors.govern import Advice
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.governors.staff_words import main_order
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.chain_offers import (
    ChainOffer,
    colony_offers,
    conquest_offers,
    why_no_colony,
    why_no_conquest,
)
from rules.cluster_war.play.standing_orders.goals import format_goal, situation_of
from rules.cluster_war.turn.planning.suggestions import voyages
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_ADVISED, MOST_SUGGESTIONS, Suggestion
from rules.values import Value, WrongPhaseError, changed
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.staff import staff_advice
from umpire.services.services import Services

CONCERNS: Final[Mapping[str, frozenset[str]]] = {
    "explore": frozenset({"explore"}),
    "build": frozenset({"build", "refit", "repair"}),
    "works": frozenset({"works"}),
    "research": frozenset({"research"}),
    "colonies": frozenset({"settle", "grow"}),
    "treaties": frozenset({"diplomacy"}),
    "spy": frozenset({"spy"}),
}
"""The lists in which the staff alone sets the ★, with what it thinks of there."""
BEST_USES: Final = ("grow", "settle", "build", "works", "research")
"""What CPs are for, what pays soonest first."""


async def listed(services: Services, sheet: OrderSheet, kind: str) -> tuple[Suggestion, ...]:
    """A list of the dashboard: what the staff advises first, then what else could be ordered."""
    advice = await staff_advice(services, sheet)
    if kind == STAFF_LIST:
        return tuple(map(suggestion_of, advice))
    if kind == IDLE_LIST:
        return best_uses(advice)
    shown = SUGGESTION_LISTS.get(kind)
    if shown is None:
        raise WrongPhaseError("This list cannot be read; press the button on your dashboard again.")
    found = shown.suggest(sheet.view, sheet.standing)
    if kind not in CONCERNS:
        return found
    return merged([one for one in advice if one.concern in CONCERNS[kind]], found)


async def destinations(services: Services, sheet: OrderSheet, fleet: str) -> tuple[Suggestion, ...]:
    """Where a fleet could go; where the staff would send it comes first."""
    advice = [one for one in await staff_advice(services, sheet) if _sent(one) == fleet]
    return merged(advice, voyages.destinations(sheet.view, sheet.standing, fleet))


async def sent_fleets(services: Services, sheet: OrderSheet) -> Mapping[str, Advice]:
    """The fleets that the staff would send somewhere, each with its advice."""
    return {fleet: one for one in await staff_advice(services, sheet) if (fleet := _sent(one))}


def best_uses(advice: Iterable[Advice]) -> tuple[Suggestion, ...]:
    """The three best uses of CPs, one of each kind before a second of any."""
    of: defaultdict[str, list[Advice]] = defaultdict(list)
    for one in advice:
        if one.cost:
            of[one.concern].append(one)
    found: list[Advice] = []
    while any(of.values()) and len(found) < MOST_ADVISED:
        for concern in BEST_USES:
            found += of[concern][:1]
            del of[concern][:1]
        of = defaultdict(list, {key: of[key] for key in BEST_USES})
    return tuple(map(suggestion_of, found[:MOST_ADVISED]))


def merged(advice: Sequence[Advice], found: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    """Advice before suggestions, in the list's words where it has some: nothing is there twice, and only advice has a ★."""
    labels = {one.order: one.label for one in found}
    first = [suggestion_of(one) for one in advice]
    first = [changed(one, label=labels.get(one.order, one.label)) if len(one.orders) == 1 else one for one in first]
    told = {order for one in first for order in one.orders}
    about = {_subject(order) for order in told} - {None}
    rest = (one for one in found if one.order not in told and _subject(one.order) not in about)
    return (*first, *(changed(one, starred=False) for one in rest))[:MOST_SUGGESTIONS]


def suggestion_of(one: Advice) -> Suggestion:
    """Advice as a line of a list."""
    return Suggestion(main_order(one.orders), one.label, one.reason, starred=True, beside=one.orders)


def _sent(one: Advice) -> str:
    order = main_order(one.orders)
    return order.fleet if isinstance(order, MoveFleet) else ""


def _subject(order: Order) -> tuple[str, ...] | None:
    """What an order is about of which a list has one line; None where others for the same are other choices."""
    match order:
        case ExpandColony(colony):
            return "grow", colony
        case SettleInGrid(hex_, orbit):
            return "settle", hex_, str(orbit)
        case FundProject(project):
            return "fund", project
        case StartProject(name):
            return "start", name.casefold()
        case _:
            return None


class ChainList(Value):
    """The chains of one list of the dashboard, and why there may be none."""

    offers: Callable[[Situation, Collection[Chain]], tuple[ChainOffer, ...]]
    why_none: Callable[[Situation, Collection[Chain]], str]


CHAIN_LISTS: Final[Mapping[str, ChainList]] = {
    "colonies": ChainList(colony_offers, why_no_colony),
    "invade": ChainList(conquest_offers, why_no_conquest),
}


class ChainChoices(Value):
    """What chains a list offers, or in a sentence why it offers none; both empty for a list without chains."""

    choices: tuple[AdvisedChoice, ...] = ()
    why_none: str = ""


def chain_choices(sheet: OrderSheet, kind: str) -> ChainChoices:
    """The chains of a list."""
    shown = CHAIN_LISTS.get(kind)
    if shown is None:
        return ChainChoices()
    situation, running = situation_of(sheet.view, sheet.standing), _running(sheet)
    found = shown.offers(situation, running)
    choices = tuple(AdvisedChoice(o.label, o.reason, _key(sheet, o.chain), o.starred) for o in found)
    return ChainChoices(choices, "" if choices else shown.why_none(situation, running))


def chain_with(sheet: OrderSheet, kind: str, key: str) -> Chain | None:
    """The chain that a list offers under this key; None if it offers none."""
    shown = CHAIN_LISTS.get(kind)
    if shown is None:
        return None
    found = shown.offers(situation_of(sheet.view, sheet.standing), _running(sheet))
    return next((one.chain for one in found if _key(sheet, one.chain) == key), None)


def _key(sheet: OrderSheet, chain: Chain) -> str:
    return key_of(format_goal(chain, sheet.names))


def _running(sheet: OrderSheet) -> list[Chain]:
    """The side's chains that go on."""
    return [one.does for one in sheet.stands.orders if isinstance(one.does, Chain) and not one.ended]
