"""An order about what another one on the sheet is about already: it is offered in that one's place."""

from typing import Final

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.espionage.order_checks import FundOperation
from rules.cluster_war.chapters.industry.building_orders import ContinueBuild
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order
from rules.values import GameError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet

ONE_OF_A_KIND: Final = (
    FundProject,
    StartProject,
    FundOperation,
    MoveFleet,
    SetEngagement,
    AnswerScene,
    ContinueBuild,
)
"""Kinds of which a sheet holds one for each thing, which is the first of their fields."""


def number_instead(sheet: OrderSheet, order: Order) -> int:
    """The number of the sheet's order that a refused one could take the place of, 0 without one."""
    subject = _subject(order)
    for row in sheet.orders:
        if subject is None or row.withdrawn_at is not None or type(row.order) is not type(order):
            continue
        if _subject(row.order) != subject or sheet.is_by_another(row):
            continue
        try:
            orders.preview(sheet, order, row.number)
        except GameError:
            continue
        return row.number
    return 0


def _subject(order: Order) -> object:
    if isinstance(order, SettleInGrid):
        return order.hex, order.orbit
    if not isinstance(order, ONE_OF_A_KIND):
        return None
    return getattr(order, type(order).__struct_fields__[0])
