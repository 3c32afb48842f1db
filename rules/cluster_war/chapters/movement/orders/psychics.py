"""The order that says how psychics aboard ships pass through hyperspace (CW-15.0-05)."""

from typing import Final, cast, get_args

from rules.cluster_war.model.events.psionics import PsychicsPrepared
from rules.cluster_war.model.holdings.finders import own_fleet, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import NAME, Groups, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, Preview
from rules.cluster_war.model.psionics.hyperspace import AFTER, TRAVEL, with_psychics
from rules.cluster_war.model.state.names import FleetId, short_id
from rules.cluster_war.model.state.psionics import HowTheyTravel
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause
from rules.values import changed

HOW: Final = tuple(how for how in get_args(HowTheyTravel) if how)


class PreparePsychics(Order):
    """Say how the psychics aboard a fleet pass through hyperspace, from now on: drugged, frozen, or awake (CW-15.0-05)."""

    fleet: FleetId
    how: HowTheyTravel


def prepared(holdings: Holdings, order: PreparePsychics) -> PsychicsPrepared:
    """Note it on every ship of the fleet that has psychics aboard; IllegalOrderError if none has."""
    fleet = own_fleet(holdings, order.fleet)
    if fleet.transit is not None:
        raise IllegalOrderError(f"{fleet.name} is in FTL space; nobody hears of it in time.", rule=TRAVEL)
    if order.how not in HOW:
        raise IllegalOrderError(
            f"Psychics travel drugged, frozen or awake; {quoted(order.how)} is neither.", rule=TRAVEL
        )
    aboard = with_psychics(ships_of(holdings, fleet).values(), holdings.owner.designs, holdings.settings)
    if not aboard:
        raise IllegalOrderError(f"{fleet.name} has no psychics aboard.", rule=TRAVEL)
    for ship in aboard:
        holdings.ships[ship.id] = changed(ship, psychics=changed(ship.psychics, travel=order.how))
    ids = tuple(ship.id for ship in aboard)
    return PsychicsPrepared(holdings.owner.id, fleet.id, fleet.name, ids, order.how, cause=Cause(TRAVEL))


def _plan(planned: PlannedState, order: PreparePsychics) -> Preview:
    done = prepared(planned, order)
    names = ", ".join(short_id(ship) for ship in done.ships)
    text = f"The psychics aboard {names} of {done.name} pass through hyperspace {order.how}."
    if order.how == "awake":
        note = Note("Whoever is awake in hyperspace comes out of it insane; the game master says what follows.", AFTER)
    else:
        note = Note("On the way, and for a week after it, none of their abilities counts.", AFTER)
    return Preview(order=order, text=text, notes=(note,))


def _read(g: Groups) -> PreparePsychics:
    return PreparePsychics(g.fleet(0), cast("HowTheyTravel", g.word(1)))


KINDS: Final = (
    OrderKind(
        PreparePsychics,
        Phase.ORGANISE,
        command="psi travel",
        example='psychics of "1st Fleet" drugged',
        pattern=rf"of {NAME} (drugged|frozen|awake)",
        read=_read,
        write=lambda order, names: f"psychics of {fleet_text(names, order.fleet)} {order.how}",
        plan=_plan,
        carry_out=telling(prepared),
    ),
)
