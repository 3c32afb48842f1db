"""Supply, munitions, craft, rights, trade, aid and technology against a side's picture: previews, or why not."""

from typing import assert_never

from rules.cluster_war.diplomacy.agreements import offer_of, pact_of
from rules.cluster_war.diplomacy.contact import check_contact
from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.economy.holds import landed
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.logistics.carry import Carry, Scene, carry
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.logistics.supplied import has_right, supply_hexes
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.research.tasks import has_material
from rules.cluster_war.research.transfers import check_gift, fee, payable
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import ShipId, SideId
from rules.cluster_war.unit_design.transport import launch_problem, transport
from rules.errors import IllegalOrderError, WrongPhaseError, quoted

RIGHTS = {"supply": "draw supplies", "rearm": "take munitions", "aid": "land CPs as aid"}


def plan_support(planned: PlannedState, order: SupportOrder) -> Preview:
    """Apply one of these orders to the picture; raises GameError with the rule when it cannot be."""
    match order:
        case GrantRights() | RevokeRights():
            return _rights(planned, order)
        case OfferTrade() | AcceptTrade() | EndTrade():
            return _trade(planned, order)
        case GiftCps():
            return _gift(planned, order)
        case ShareData() | TransferTechnology() | PayTransfer() | GiveMaterial():
            return _technology(planned, order)
        case _:
            return _carry(planned, order)


def _carry(planned: PlannedState, order: Carry) -> Preview:
    def new_ship(design: Design) -> ShipId:
        number = planned.craft_numbers.get(design.prefix, planned.view.counters.get(f"ship/{design.prefix}", 0)) + 1
        planned.craft_numbers[design.prefix] = number
        return f"{planned.me.id}/{design.prefix}{number:02d}"

    view = planned.view
    scene = Scene(
        me=planned.me,
        settings=view.settings,
        fleets=planned.fleets,
        ships=planned.ships,
        colonies=planned.colonies,
        bases=planned.bases,
        free=supply_hexes(view, planned.me.id),
        new_ship=new_ship,
        step_of=planned.step_of,
    )
    done = carry(scene, order)
    where = planned.place(done.fleet.hex)
    name = done.fleet.name
    aboard = sum(planned.ships[s].supplies for s in done.fleet.ships)
    notes: tuple[Note, ...] = ()
    match order:
        case LoadSupplies(_, points):
            text = f"{name} takes {points} supply points aboard at {where}, {aboard} in all."
        case UnloadSupplies(_, points, base):
            text = f"{name} unloads {points} supply points at {_end(planned, base) or where}, {aboard} stay aboard."
        case TransferSupplies(_, points, into):
            text = f"{name} hands {points} supply points to {planned.fleets[into].name}, {aboard} stay aboard."
        case LoadMunitions(_, cps, end):
            text = f"{name} takes munitions for {cps} CPs from {_end(planned, end)} aboard, not ready to fire."
        case UnloadMunitions(_, cps, end):
            text = f"{name} unloads munitions for {cps} CPs into {_end(planned, end) or 'the magazines there'}."
        case TakeCraft(_, end, design, count, crated):
            how = "in crates" if crated else "with it"
            if planned.design(design).kind == "ground":
                how = "aboard"
                notes = _berth_notes(planned, order)
            text = f"{name} takes {count} × {planned.design(design).name} from {_end(planned, end)} {how}."
        case LandCraft(_, end, design, count):
            text = f"{name} leaves {count} × {planned.design(design).name} at {_end(planned, end)}."
            notes = _landing_notes(planned, order)
        case _:
            assert_never(order)
    return Preview(order=order, text=text, notes=notes)


def _berth_notes(planned: PlannedState, order: TakeCraft) -> tuple[Note, ...]:
    """What ground forces take aboard ship (CW-6.5-22 to CW-6.5-24)."""
    design = planned.design(order.design)
    takes = transport(design, planned.settings, hangars=not order.crated)
    rule = "CW-6.5-23" if takes.hangar_bays else "CW-6.5-22" if takes.barracks else "CW-5.1-04"
    return (Note(f"Each of {design.name} takes {takes.words}.", rule),)


def _landing_notes(planned: PlannedState, order: LandCraft) -> tuple[Note, ...]:
    """What ground forces cannot do where they land, or not at once (CW-6.5-23, CW-6.5-24)."""
    design = planned.design(order.design)
    site = planned.colonies.get(order.place) or planned.bases.get(order.place)
    step = planned.step_of(site.hex, site.orbit) if site is not None else None
    grounded = launch_problem(design, step, planned.me.race.home_step) if step is not None else None
    notes = [Note(grounded.text, grounded.rule)] if grounded is not None else []
    if transport(design, planned.settings).turns:
        notes.append(Note(f"{design.name} takes a turn to be put together.", "CW-6.5-24"))
    return tuple(notes)


def _end(planned: PlannedState, where: str) -> str:
    """An own colony or base by name; "" for none."""
    found = planned.colonies.get(where) or planned.bases.get(where)
    return found.name if found else ""


def _side_name(planned: PlannedState, side: SideId) -> str:
    flag = planned.view.flags.get(side)
    return flag.name if flag else side


def _once(planned: PlannedState, key: str, says: str) -> None:
    if key in planned.dealt:
        raise WrongPhaseError(f"{says}; change that order instead.")
    planned.dealt.add(key)


def _rights(planned: PlannedState, order: GrantRights | RevokeRights) -> Preview:
    name = _side_name(planned, order.side)
    if isinstance(order, RevokeRights):
        if not has_right(planned.view.rights, planned.me.id, order.side, order.kind):
            raise IllegalOrderError(f"{name} has no such right from you.", rule="CW-4.3-06")
        _once(planned, f"{order.kind}:{order.side}", f"Your sheet already deals with this right of {name}")
        return Preview(order=order, text=f"{name} may no longer {RIGHTS[order.kind]} at your colonies.")
    check_contact(planned.view, planned.me.id, order.side)
    _once(planned, f"{order.kind}:{order.side}", f"Your sheet already deals with this right of {name}")
    notes: tuple[Note, ...] = ()
    if order.kind == "rearm":
        notes = (
            Note("Munitions flow only where supplies may be drawn, and if your missiles fit theirs.", "CW-4.3-09"),
        )
    return Preview(order=order, text=f"{name} may {RIGHTS[order.kind]} at your colonies.", notes=notes)


def _trade(planned: PlannedState, order: OfferTrade | AcceptTrade | EndTrade) -> Preview:
    me, other = planned.me.id, order.side
    name = _side_name(planned, other)
    pact = pact_of(planned.view.pacts, me, other)
    offered = offer_of(planned.view.offers, other, me)
    if isinstance(order, EndTrade):
        if pact is None and not any({o.giver, o.taker} == {me, other} for o in planned.view.offers):
            raise IllegalOrderError(f"You have no trade with {name}, and no offer of it.", rule="CW-11.0-02")
        text = f"Trade with {name} ends." if pact else f"The offers between you and {name} are off."
    else:
        check_contact(planned.view, me, other)
        if isinstance(order, OfferTrade):
            if pact is not None and pact.level == order.level:
                raise IllegalOrderError(f"You have {order.level} trade with {name} already.", rule="CW-11.0-02")
            text = f"You offer {name} {order.level} trade."
        elif offered is None:
            raise IllegalOrderError(f"{name} has offered you no trade.", rule="CW-11.0-02")
        else:
            text = f"You accept {offered.level} trade with {name}; it brings income from next turn."
    _once(planned, f"trade:{other}", f"Your sheet already deals with trade with {name}")
    return Preview(order=order, text=text)


def _gift(planned: PlannedState, order: GiftCps) -> Preview:
    fleet = planned.fleet_here(order.fleet)
    colony = planned.view.foreign_colonies.get(order.colony)
    if colony is None or colony.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at no foreign colony {quoted(order.colony)}.", rule="CW-5.1-01")
    name = _side_name(planned, colony.side)
    if not has_right(planned.view.rights, colony.side, planned.me.id, "aid"):
        raise IllegalOrderError(f"{name} lets you land no aid.", rule="CW-5.1-01")
    if order.cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.1-01")
    planned.ships.update(landed({s: planned.ships[s] for s in fleet.ships}, order.cps))
    return Preview(order=order, text=f"{fleet.name} gives {order.cps} CPs to {name} at {planned.place(fleet.hex)}.")


def _technology(planned: PlannedState, order: ShareData | TransferTechnology | PayTransfer | GiveMaterial) -> Preview:
    me = planned.me
    price = fee(planned.view.settings)
    if isinstance(order, PayTransfer):
        technology = payable(me, order.technology)
        _once(planned, f"fee:{technology.casefold()}", f"Your sheet already pays for {technology}")
        planned.charge("research", price)
        text = f"Pay {price} CPs for {technology}, which works then unless it has to be fitted in."
        return Preview(PayTransfer(technology), text, cost=price, line="research")
    check_contact(planned.view, me.id, order.side)
    name = _side_name(planned, order.side)
    if isinstance(order, GiveMaterial):
        material = has_material(planned.view, me.id, order.material)
        if material is None:
            raise IllegalOrderError(f"You mine no {quoted(order.material)}.", rule="CW-8.0-08")
        return Preview(GiveMaterial(order.side, material), f"{name} may use your {material} for research.")
    technology = check_gift(me, order.technology)
    _once(planned, f"gift:{order.side}:{technology.casefold()}", f"Your sheet already gives {technology} to {name}")
    if isinstance(order, ShareData):
        text = f"{name} gets discovery and research of {technology}, and develops it."
        return Preview(ShareData(order.side, technology), text)
    done = TransferTechnology(order.side, technology, order.cover)
    if not order.cover:
        return Preview(done, f"{name} gets {technology} and pays {price} CPs before it works.")
    planned.charge("research", price)
    return Preview(done, f"{name} gets {technology}, the fee of {price} CPs paid by you.", cost=price, line="research")
