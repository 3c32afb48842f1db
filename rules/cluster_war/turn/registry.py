"""What a player may order: a row for each kind. `planning.check` takes orders in, `turn` carries them out."""

from collections.abc import Mapping
from typing import Any, Final

from rules.cluster_war.chapters.colonies import founding_orders, work_orders
from rules.cluster_war.chapters.combat import battle_orders, bombardment_orders, raid_orders
from rules.cluster_war.chapters.combat.ground import army_orders, invasion_orders
from rules.cluster_war.chapters.diplomacy import contact, peace_orders, treaty_orders
from rules.cluster_war.chapters.encounters import encounter_orders
from rules.cluster_war.chapters.espionage import operation_orders
from rules.cluster_war.chapters.industry import (
    base_orders,
    building_orders,
    facility_orders,
    refit_orders,
    towing_orders,
)
from rules.cluster_war.chapters.logistics import cargo_orders, supply_orders
from rules.cluster_war.chapters.movement import conduct_orders, move_orders, organising_orders, request_orders
from rules.cluster_war.chapters.officers import crew_orders, officer_orders
from rules.cluster_war.chapters.research import project_orders, transfer_orders
from rules.cluster_war.model.holdings import order_kind
from rules.cluster_war.model.holdings.order_kind import OrderKind
from rules.cluster_war.model.orders.order import Order

KINDS: Final[tuple[OrderKind[Any], ...]] = (
    *move_orders.KINDS,
    *organising_orders.KINDS,
    *cargo_orders.CARGO_KINDS,
    *founding_orders.KINDS,
    *work_orders.GROWTH_KINDS,
    *building_orders.KINDS,
    *facility_orders.FACILITY_KINDS,
    *project_orders.PROJECT_KINDS,
    *project_orders.PROPOSAL_KINDS,
    *request_orders.FREE_TEXT_KINDS,
    *request_orders.ATTEMPT_KINDS,
    *facility_orders.FACTORY_KINDS,
    *refit_orders.REFIT_KINDS,
    *refit_orders.SCRAP_KINDS,
    *base_orders.KINDS,
    *towing_orders.KINDS,
    *work_orders.MINING_KINDS,
    *order_kind.KINDS,
    *supply_orders.SUPPLY_KINDS,
    *cargo_orders.CRAFT_KINDS,
    *treaty_orders.RIGHTS_KINDS,
    *treaty_orders.TRADE_KINDS,
    *peace_orders.KINDS,
    *supply_orders.AID_KINDS,
    *transfer_orders.KINDS,
    *battle_orders.ENGAGE_KINDS,
    *officer_orders.KINDS,
    *crew_orders.CREW_KINDS,
    *invasion_orders.KINDS,
    *army_orders.COMMAND_KINDS,
    *army_orders.LEAVE_KINDS,
    *raid_orders.KINDS,
    *bombardment_orders.KINDS,
    *battle_orders.REPAIR_KINDS,
    *conduct_orders.PASSAGE_KINDS,
    *crew_orders.TELEPATH_KINDS,
    *project_orders.PSYCHIC_KINDS,
    *conduct_orders.EMISSION_KINDS,
    *contact.KINDS,
    *operation_orders.KINDS,
    *encounter_orders.KINDS,
)
"""Every kind of order, a row each."""

KIND_OF: Final[Mapping[type[Order], OrderKind[Any]]] = {kind.type: kind for kind in KINDS}
VERBS: Final[Mapping[str, OrderKind[Any]]] = {kind.verb: kind for kind in KINDS}
ORDER_TYPES: Final[tuple[type[Order], ...]] = tuple(KIND_OF)
