"""Cargo, supplies, munitions, craft and aid at the turn's start, in the order of each sheet (CW-4.3, CW-5.1)."""

from typing import Literal, assert_never

from rules.cluster_war.events.logistics import CraftLanded, CraftTaken, StoresMoved
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.logistics.aid import give_cps
from rules.cluster_war.logistics.cargo import load_one, unload_one
from rules.cluster_war.logistics.carry import Carried, Carry, Scene, carry
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.logistics.supplied import supply_hexes
from rules.cluster_war.movement.fleets import drop_survey
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import DesignId, HexId, ShipId, SideId
from rules.cluster_war.working.lookups import attempt
from rules.cluster_war.working.turn_state import TurnState
from rules.events import Cause


def unload_all(month: TurnState) -> None:
    """Step 4: what leaves the bays: CPs, aid, supplies, munitions, craft."""
    scenes: dict[SideId, Scene] = {}
    for signed in month.orders:
        with attempt(month, signed):
            match signed.order:
                case UnloadCargo():
                    unload_one(month, signed, signed.order)
                case GiftCps():
                    give_cps(month, signed, signed.order)
                case UnloadSupplies() | UnloadMunitions() | LandCraft():
                    _carry(month, signed, signed.order, scenes)
                case _:
                    pass


def load_all(month: TurnState) -> None:
    """Step 5: what comes aboard."""
    scenes: dict[SideId, Scene] = {}
    for signed in month.orders:
        with attempt(month, signed):
            match signed.order:
                case LoadCargo():
                    load_one(month, signed, signed.order)
                case LoadSupplies() | TransferSupplies() | LoadMunitions() | TakeCraft():
                    _carry(month, signed, signed.order, scenes)
                case _:
                    pass


def _carry(month: TurnState, signed: SignedOrder, order: Carry, scenes: dict[SideId, Scene]) -> None:
    if signed.side not in scenes:
        scenes[signed.side] = _scene(month, signed.side)
    if isinstance(order, LandCraft) and order.fleet in month.fleets:
        before = month.fleets[order.fleet]
        done = carry(scenes[signed.side], order)
        if not done.fleet.ships:
            drop_survey(month, before)
    else:
        done = carry(scenes[signed.side], order)
    _tell(month, signed, order, done)


def _scene(month: TurnState, side: SideId) -> Scene:
    def new_ship(design: Design) -> ShipId:
        return f"{side}/{design.prefix}{month.next_id(f'ship/{side}/{design.prefix}'):02d}"

    return Scene(
        me=month.sides[side],
        settings=month.settings,
        fleets=month.fleets,
        ships=month.ships,
        colonies=month.colonies,
        bases=month.bases,
        free=supply_hexes(month, side),
        new_ship=new_ship,
        step_of=TurnHoldings(month, side).step_of,
    )


def _tell(month: TurnState, signed: SignedOrder, order: Carry, done: Carried) -> None:
    match order:
        case LoadSupplies(_, points):
            _moved(month, signed, done, "supplies", "loaded", points, "", "CW-4.3-15")
        case UnloadSupplies(_, points, base):
            _moved(month, signed, done, "supplies", "unloaded", points, base, "CW-5.2-07")
        case TransferSupplies(_, points, into):
            _moved(month, signed, done, "supplies", "handed over", points, into, "CW-4.3-14")
        case LoadMunitions(_, cps, place):
            _moved(month, signed, done, "munitions", "loaded", cps, place, "CW-4.3-23")
        case UnloadMunitions(_, cps, place):
            _moved(month, signed, done, "munitions", "unloaded", cps, place, "CW-4.3-10")
        case TakeCraft(_, place, design, count):
            cause = Cause("CW-6.5-22" if _is_ground(month, signed.side, design) else "CW-5.1-03", signed.id)
            me = signed.side
            month.say(CraftTaken(me, done.fleet.id, place, design, count, done.ships, cause, (me,)))
        case LandCraft(_, place, design, count):
            cause = Cause("CW-6.5-22" if _is_ground(month, signed.side, design) else "CW-4.3-05", signed.id)
            me = signed.side
            month.say(CraftLanded(me, done.fleet.id, place, design, count, done.ships, cause, (me,)))
        case _:
            assert_never(order)


def _is_ground(month: TurnState, side: SideId, design: DesignId) -> bool:
    return month.sides[side].designs[design].kind == "ground"


def _moved(
    month: TurnState,
    signed: SignedOrder,
    done: Carried,
    what: Literal["supplies", "munitions"],
    way: Literal["loaded", "unloaded", "handed over"],
    amount: int,
    place: str,
    rule: str,
) -> None:
    here: HexId = done.fleet.hex
    cause = Cause(rule, signed.id)
    month.say(StoresMoved(signed.side, done.fleet.id, what, way, amount, here, place, cause, (signed.side,)))
