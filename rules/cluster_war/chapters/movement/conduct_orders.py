"""Orders on how fleets and bases go about: active sensors, ECM or silence, and how psychics aboard pass through hyperspace
(CW-12.0-12, CW-15.0-05)."""

from collections.abc import Mapping
from typing import Final, cast, get_args

from rules.cluster_war.chapters.movement.fleets import can_emit, has_ecm_fitted, put_fleet
from rules.cluster_war.model.events.detection import BaseEmissionsSet, EmissionsSet
from rules.cluster_war.model.events.psionics import PsychicsPrepared
from rules.cluster_war.model.holdings.finders import free_fleet, own_fleet, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings, tell_giver
from rules.cluster_war.model.orders.names import NAME, Groups, fleet_text, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.units import AFTER_HYPERSPACE_RULE, HYPERSPACE_RULE, with_psychics
from rules.cluster_war.model.state.common import BaseId, Emissions, FleetId, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet
from rules.cluster_war.model.state.psionics import HowTheyTravel
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, NotYoursError, changed, quoted, unknown

RULE: Final = "CW-12.0-12"
EMISSION_WORDS: Final[Mapping[str, Emissions]] = {"silent": "", "sensors": "sensors", "ecm": "ecm"}
EMISSION_TEXTS: Final = {"": "runs silent", "sensors": "runs active sensors", "ecm": "runs ECM"}
TRAVEL_WAYS: Final = tuple(how for how in get_args(HowTheyTravel) if how)


class SetEmissions(Order):
    """Have a fleet run active sensors or ECM from now on, or neither (""); whoever does is noticed, cloaked or not."""

    fleet: FleetId
    emissions: Emissions = ""


class SetBaseEmissions(Order):
    """Have a base that stands by itself, an early warning station say, run active sensors or ECM from now on, or neither ("")."""

    base: BaseId
    emissions: Emissions = ""


def emitter(holdings: Holdings, order: SetEmissions) -> Fleet:
    """The fleet that is to emit; IllegalOrderError without gear that works, or in a campaign of plain detection."""
    fleet = free_fleet(holdings, order.fleet) if order.emissions else own_fleet(holdings, order.fleet)
    _check_counts(holdings)
    designs = holdings.owner.designs
    ships = [holdings.ships[key] for key in fleet.ships]
    if can_emit(designs, ships, order.emissions):
        return fleet
    if order.emissions == "sensors":
        raise IllegalOrderError(f"{fleet.name} has no LRS that works.", rule=RULE)
    if not has_ecm_fitted(designs, ships):
        raise IllegalOrderError(f"{fleet.name} has no ECM.", rule=RULE)
    raise IllegalOrderError(f"{fleet.name} has no ECM that works; it has to be repaired first.", rule=RULE)


def emitting_base(holdings: Holdings, order: SetBaseEmissions) -> Base:
    """The base that is to emit; IllegalOrderError for one in tow, not put up yet, or without gear that works, and in a campaign
    of plain detection. What a colony's garrison holds is no base by itself: a colony is noticed whatever it does, and listens."""
    base, owner = holdings.bases.get(order.base), holdings.owner
    if base is None or base.side != owner.id:
        own = (f"{b.name} ({short_id(b.id)})" for b in holdings.bases.values() if b.side == owner.id)
        lead = f"You have no base {quoted(order.base)} outside a colony."
        raise unknown(NotYoursError, lead, order.base, "Your bases", own)
    _check_counts(holdings)
    if base.towed_by:
        raise IllegalOrderError(f"{base.name} is in tow and does nothing until it is let go.", rule="CW-5.1-08")
    if base.ready > holdings.turn:
        raise IllegalOrderError(f"{base.name} works from turn {base.ready} on.", rule="CW-5.1-08")
    if can_emit(owner.designs, (base,), order.emissions):
        return base
    gear = "LRS" if order.emissions == "sensors" else "ECM"
    fitted = owner.designs[base.design].lrs if gear == "LRS" else has_ecm_fitted(owner.designs, (base,))
    if fitted:
        raise IllegalOrderError(f"{base.name} has no {gear} that works; it has to be repaired first.", rule=RULE)
    raise IllegalOrderError(f"{base.name} has no {gear}.", rule=RULE)


def _check_counts(holdings: Holdings) -> None:
    if holdings.settings.detection != "full":
        raise IllegalOrderError("Active sensors and ECM do nothing in a campaign of plain detection.", rule=RULE)


def _plan_emitting(planned: PlannedState, order: SetEmissions) -> OrderPreview:
    fleet = emitter(planned, order)
    planned.once(f"emissions:{fleet.id}", f"{fleet.name} already gets such an order on this sheet")
    planned.fleets[fleet.id] = changed(fleet, emissions=order.emissions)
    return OrderPreview(
        order=order, text=f"{fleet.name} {EMISSION_TEXTS[order.emissions]}.", notes=_notes(order.emissions)
    )


def _notes(emissions: Emissions) -> tuple[Note, ...]:
    return (Note("Everyone who has its hex in view notices it, cloaked or not.", RULE),) if emissions else ()


def _carry_out(turn: TurnState, signed: SignedOrder, order: SetEmissions) -> None:
    fleet = emitter(TurnHoldings(turn, signed.side), order)
    put_fleet(turn, changed(fleet, emissions=order.emissions))
    turn.tell_side(EmissionsSet(signed.side, fleet.id, order.emissions, cause=Cause(RULE, signed.id)))


def _plan_base(planned: PlannedState, order: SetBaseEmissions) -> OrderPreview:
    base = emitting_base(planned, order)
    planned.once(f"emissions:{base.id}", f"{base.name} already gets such an order on this sheet")
    planned.bases[base.id] = changed(base, emissions=order.emissions)
    text = f"{base.name} ({short_id(base.id)}) at {base.hex} {EMISSION_TEXTS[order.emissions]}."
    return OrderPreview(order=order, text=text, notes=_notes(order.emissions))


def _carry_out_base(turn: TurnState, signed: SignedOrder, order: SetBaseEmissions) -> None:
    base = emitting_base(TurnHoldings(turn, signed.side), order)
    turn.bases[base.id] = changed(base, emissions=order.emissions)
    turn.tell_side(BaseEmissionsSet(signed.side, base.id, order.emissions, cause=Cause(RULE, signed.id)))


EMISSION_KINDS: Final = (
    OrderKind(
        SetEmissions,
        Phase.MISSION,
        command="fleet emissions",
        example=f'emissions "1st Fleet" sensors (one of {", ".join(EMISSION_WORDS)})',
        pattern=rf"{NAME} ({'|'.join(EMISSION_WORDS)})",
        read=lambda g: SetEmissions(g.fleet(0), EMISSION_WORDS[g.word(1)]),
        write=lambda order, names: f"emissions {fleet_text(names, order.fleet)} {order.emissions or 'silent'}",
        plan=_plan_emitting,
        carry_out=_carry_out,
    ),
    OrderKind(
        SetBaseEmissions,
        Phase.MISSION,
        command="base emissions",
        example=f"baseemissions WS01 sensors (one of {', '.join(EMISSION_WORDS)})",
        pattern=rf"{NAME} ({'|'.join(EMISSION_WORDS)})",
        read=lambda g: SetBaseEmissions(g.site(0), EMISSION_WORDS[g.word(1)]),
        write=lambda order, names: f"baseemissions {site_text(names, order.base)} {order.emissions or 'silent'}",
        plan=_plan_base,
        carry_out=_carry_out_base,
    ),
)


class PreparePsychics(Order):
    """Say how the psychics aboard a fleet pass through hyperspace, from now on: drugged, frozen, or awake (CW-15.0-05)."""

    fleet: FleetId
    how: HowTheyTravel


def prepare_psychics(holdings: Holdings, order: PreparePsychics) -> PsychicsPrepared:
    """Note it on every ship of the fleet that has psychics aboard; IllegalOrderError if none has."""
    fleet = own_fleet(holdings, order.fleet)
    if fleet.transit is not None:
        raise IllegalOrderError(f"{fleet.name} is in FTL space; nobody hears of it in time.", rule=HYPERSPACE_RULE)
    if order.how not in TRAVEL_WAYS:
        raise IllegalOrderError(
            f"Psychics travel drugged, frozen or awake; {quoted(order.how)} is neither.", rule=HYPERSPACE_RULE
        )
    aboard = with_psychics(ships_of(holdings, fleet).values(), holdings.owner.designs, holdings.settings)
    if not aboard:
        raise IllegalOrderError(f"{fleet.name} has no psychics aboard.", rule=HYPERSPACE_RULE)
    for ship in aboard:
        holdings.ships[ship.id] = changed(ship, psychics=changed(ship.psychics, travel=order.how))
    ids = tuple(ship.id for ship in aboard)
    return PsychicsPrepared(holdings.owner.id, fleet.id, fleet.name, ids, order.how, cause=Cause(HYPERSPACE_RULE))


def _plan_passage(planned: PlannedState, order: PreparePsychics) -> OrderPreview:
    done = prepare_psychics(planned, order)
    names = ", ".join(short_id(ship) for ship in done.ships)
    text = f"The psychics aboard {names} of {done.name} pass through hyperspace {order.how}."
    if order.how == "awake":
        note = Note("Crew who are awake in hyperspace go insane; a ruling says what follows.", AFTER_HYPERSPACE_RULE)
    else:
        note = Note("On the way, and for a week after it, none of their abilities counts.", AFTER_HYPERSPACE_RULE)
    return OrderPreview(order=order, text=text, notes=(note,))


def _read(g: Groups) -> PreparePsychics:
    return PreparePsychics(g.fleet(0), cast("HowTheyTravel", g.word(1)))


PASSAGE_KINDS: Final = (
    OrderKind(
        PreparePsychics,
        Phase.ORGANISE,
        command="psi travel",
        example='psychics of "1st Fleet" drugged',
        pattern=rf"of {NAME} (drugged|frozen|awake)",
        read=_read,
        write=lambda order, names: f"psychics of {fleet_text(names, order.fleet)} {order.how}",
        plan=_plan_passage,
        carry_out=tell_giver(prepare_psychics),
    ),
)
