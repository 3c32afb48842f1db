"""Technology and materials between empires (CW-8.1)."""

from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import check_contact, check_extensive
from rules.cluster_war.chapters.research.projects import learn_technology
from rules.cluster_war.chapters.research.tasks import has_material, knows_technology
from rules.cluster_war.model.economy.yields import supply_number
from rules.cluster_war.model.events.research import MaterialGiven, TechnologyGiven, TransferPaid
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Names, quote, side_text
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import Settings, SideId, TechId
from rules.cluster_war.model.state.sides import Race, Received, Side
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, changed, quoted, unknown

DATA_RULE: Final = "CW-8.1-01"
FEE_RULE: Final = "CW-8.1-02"
BIO: Final = "bio"


class ShareData(Order):
    """Give another empire the discovery and research of a technology, without fee (CW-8.1-01)."""

    side: SideId
    technology: TechId


class TransferTechnology(Order):
    """Give another empire a whole technology; it works when the fee is paid, here and now with `cover` (CW-8.1-02)."""

    side: SideId
    technology: TechId
    cover: bool = False


class PayTransfer(Order):
    """Pay the fee of a technology that another empire transferred (CW-8.1-02)."""

    technology: TechId


class GiveMaterial(Order):
    """Let another empire have a resource that you mine, for its research (CW-8.0-08)."""

    side: SideId
    material: str


def fee(settings: Settings) -> int:
    """CPs for one whole technology: 250 (CW-8.1-02)."""
    return supply_number("fee of a transferred technology", settings)


def gift(holdings: Holdings, order: ShareData | TransferTechnology) -> TechId:
    """The giver's own name for a technology it gives; GameError out of contact or if it has none (CW-8.1-01)."""
    check_contact(holdings.source, holdings.owner.id, order.side)
    check_extensive(holdings.source, holdings.owner.id, order.side, "Giving technology or materials")
    own = holdings.owner.technologies
    found = next((t for t in own if t.casefold() == order.technology.casefold()), None)
    if found is None:
        lead = f"You have no technology {quoted(order.technology)}."
        raise unknown(IllegalOrderError, lead, order.technology, "You have", own, rule=DATA_RULE)
    return found


def _plan_gift(planned: PlannedState, order: ShareData | TransferTechnology) -> OrderPreview:
    technology, name = gift(planned, order), planned.side_name(order.side)
    planned.once(f"gift {order.side} {technology.casefold()}", f"Your sheet already gives {technology} to {name}")
    done = changed(order, technology=technology)
    if isinstance(order, ShareData):
        return OrderPreview(done, f"{name} gets discovery and research of {technology}, and develops it.")
    price = fee(planned.settings)
    if not order.cover:
        return OrderPreview(done, f"{name} gets {technology} and pays {price} CPs before it works.")
    planned.spend("research", price, None)
    return OrderPreview(
        done, f"{name} gets {technology}, the fee of {price} CPs paid by you.", cost=price, line="research"
    )


def _give(turn: TurnState, signed: SignedOrder, order: ShareData | TransferTechnology) -> None:
    holdings = TurnHoldings(turn, signed.side)
    technology = gift(holdings, order)
    whole = isinstance(order, TransferTechnology)
    cover = isinstance(order, TransferTechnology) and order.cover
    price = fee(turn.settings) if cover else 0
    if cover:
        holdings.spend("research", price, None)
    giver, taker = holdings.owner, turn.sides[order.side]
    had = knows_technology(taker, technology)
    if not had:
        _receive(turn, taker, technology, whole=whole, paid=cover)
    rule = FEE_RULE if whole else DATA_RULE
    for seen_by, cause in (((giver.id,), Cause(rule, signed.id)), ((taker.id,), Cause(rule))):
        turn.say(
            TechnologyGiven(
                side=giver.id,
                taker=taker.id,
                technology=technology,
                kind="technology" if whole else "data",
                works=cover,
                cps=price,
                cause=cause,
                seen_by=seen_by,
            )
        )
    if whole and not had and strange(giver.race, taker.race):
        more = supply_number("further successes for a strange technology", turn.settings)
        text = f"{giver.name} gave {taker.name} {technology}, of a wholly different kind. Must it be fitted in first?"
        suggestion = f"{more} further successes for {taker.name} before it works."
        sides, subjects = (giver.id, taker.id), (taker.id, technology)
        turn.put_question("technology", sides, text, "CW-8.1-04", suggestion, subjects=subjects)


def strange(a: Race, b: Race) -> bool:
    """Whether two races' technology has no common ground, as bio-ships and machines have not (CW-8.1-04)."""

    def living(race: Race) -> bool:
        words = (*race.abilities, *race.bonuses, *race.drives)
        return any(w.casefold().startswith(BIO) for w in words)

    return living(a) != living(b)


def _receive(turn: TurnState, taker: Side, technology: TechId, *, whole: bool, paid: bool) -> None:
    if paid:
        _complete(turn, taker, technology)
        return
    before = taker.received.get(technology)
    successes = supply_number("successes to complete an unpaid transfer", turn.settings)
    now = Received(
        min(successes, before.successes) if before else successes,
        whole=whole or (before is not None and before.whole),
        paid=before is not None and before.paid,
    )
    turn.sides[taker.id] = changed(taker, received={**taker.received, technology: now})


def _complete(turn: TurnState, owner: Side, technology: TechId) -> None:
    """A technology works now, and projects for it are over."""
    turn.sides[owner.id] = learn_technology(owner, technology)
    for key, project in list(turn.projects.items()):
        if (
            project.side == owner.id
            and not project.finished_turn
            and technology == (project.technology or project.name)
        ):
            turn.projects[key] = changed(project, finished_turn=turn.turn, cps=0)


def payable(holdings: Holdings, order: PayTransfer) -> TechId:
    """The transferred technology meant, whose fee is still to be paid; IllegalOrderError for any other (CW-8.1-02)."""
    for name, received in holdings.owner.received.items():
        if name.casefold() == order.technology.casefold() and received.whole and not received.paid:
            return name
    raise IllegalOrderError(f"No transfer of {quoted(order.technology)} waits for its fee.", rule=FEE_RULE)


def _plan_pay(planned: PlannedState, order: PayTransfer) -> OrderPreview:
    technology, price = payable(planned, order), fee(planned.settings)
    planned.once(f"fee {technology.casefold()}", f"Your sheet already pays for {technology}")
    planned.spend("research", price, None)
    text = f"Pay {price} CPs for {technology}, which works then unless it has to be fitted in."
    return OrderPreview(PayTransfer(technology), text, cost=price, line="research")


def _pay(turn: TurnState, signed: SignedOrder, order: PayTransfer) -> None:
    holdings = TurnHoldings(turn, signed.side)
    technology, price = payable(holdings, order), fee(turn.settings)
    holdings.spend("research", price, None)
    owner = holdings.owner
    received = owner.received[technology]
    works = received.successes <= supply_number("successes to complete an unpaid transfer", turn.settings)
    if works:
        _complete(turn, owner, technology)
    else:
        paid = {**owner.received, technology: changed(received, paid=True)}
        turn.sides[owner.id] = changed(owner, received=paid)
    turn.say(TransferPaid(owner.id, technology, price, works, cause=Cause(FEE_RULE, signed.id), seen_by=(owner.id,)))


def material(holdings: Holdings, order: GiveMaterial) -> str:
    """The resource given, by its name; GameError out of contact or if the side has no source of it (CW-8.0-08)."""
    check_contact(holdings.source, holdings.owner.id, order.side)
    check_extensive(holdings.source, holdings.owner.id, order.side, "Giving technology or materials")
    found = has_material(holdings, order.material)
    if found is None:
        raise IllegalOrderError(f"You mine no {quoted(order.material)}.", rule="CW-8.0-08")
    return found


def _plan_material(planned: PlannedState, order: GiveMaterial) -> OrderPreview:
    found = material(planned, order)
    return OrderPreview(
        GiveMaterial(order.side, found), f"{planned.side_name(order.side)} may use your {found} for research."
    )


def _give_material(turn: TurnState, signed: SignedOrder, order: GiveMaterial) -> None:
    me, other = signed.side, order.side
    name = material(TurnHoldings(turn, me), order)
    taker = turn.sides[other]
    if name not in taker.materials:
        turn.sides[other] = changed(taker, materials=(*taker.materials, name))
    turn.say(MaterialGiven(me, other, name, cause=Cause("CW-8.0-08", signed.id), seen_by=(me,)))
    turn.say(MaterialGiven(me, other, name, cause=Cause("CW-8.0-08"), seen_by=(other,)))


def _write_transfer(order: TransferTechnology, names: Names) -> str:
    paid = " paid" if order.cover else ""
    return f"transfer {quote(order.technology)} to {side_text(names, order.side)}{paid}"


KINDS: Final = (
    OrderKind(
        ShareData,
        Phase.RESEARCH,
        command="treaty data",
        example='share "Beam Weapons" with Vermin',
        pattern=rf"{TEXT} with {NAME}",
        read=lambda g: ShareData(g.side(1), g.text(0)),
        write=lambda order, names: f"share {quote(order.technology)} with {side_text(names, order.side)}",
        plan=_plan_gift,
        carry_out=_give,
    ),
    OrderKind(
        TransferTechnology,
        Phase.RESEARCH,
        command="treaty technology",
        example='transfer "Beam Weapons" to Vermin paid',
        pattern=rf"{TEXT} to {NAME}( paid)?",
        read=lambda g: TransferTechnology(g.side(1), g.text(0), g.has(2)),
        write=_write_transfer,
        plan=_plan_gift,
        carry_out=_give,
    ),
    OrderKind(
        PayTransfer,
        Phase.RESEARCH,
        command="treaty pay",
        example='pay "Beam Weapons"',
        pattern=TEXT,
        read=lambda g: PayTransfer(g.text(0)),
        write=lambda order, _: f"pay {quote(order.technology)}",
        plan=_plan_pay,
        carry_out=_pay,
    ),
    OrderKind(
        GiveMaterial,
        Phase.RESEARCH,
        command="treaty material",
        example='lend "Magnetic Monopoles" to Vermin',
        pattern=rf"{TEXT} to {NAME}",
        read=lambda g: GiveMaterial(g.side(1), g.text(0)),
        write=lambda order, names: f"lend {quote(order.material)} to {side_text(names, order.side)}",
        plan=_plan_material,
        carry_out=_give_material,
    ),
)
