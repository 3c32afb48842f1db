"""Chains beside the orders that a list of the dashboard offers: each found again by a short key; and why a list is empty."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from cogs.campaign.standing_orders.options import key_of
from cogs.common.panels import AdvisedChoice
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.chain_offers import (
    ChainOffer,
    colony_offers,
    conquest_offers,
    why_no_colony,
    why_no_conquest,
)
from rules.cluster_war.play.standing_orders.goals import format_goal, situation_of
from rules.values import Value
from umpire.campaign.sheets.order_sheet import OrderSheet


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
