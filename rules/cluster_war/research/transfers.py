"""Data and technology between empires, their fee, and what does not work yet (CW-8.1)."""

from dataclasses import replace

from rules.cluster_war.diplomacy.contact import check_contact
from rules.cluster_war.economy.numbers import ruled
from rules.cluster_war.events.research import MaterialGiven, TechnologyGiven, TransferPaid
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.research.tasks import has_material, knows
from rules.cluster_war.state.holdings import Project
from rules.cluster_war.state.names import SideId, TechId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race, Received, Side
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

FEE_RULE = "CW-8.1-02"
BIO = "bio"


def fee(settings: Settings) -> int:
    """CPs for one whole technology: 250 (CW-8.1-02)."""
    return ruled("fee of a transferred technology", settings)


def exchange(
    month: TurnState, signed: SignedOrder, order: ShareData | TransferTechnology | PayTransfer | GiveMaterial
) -> None:
    """Carry out one of these orders, in sheet order with the side's other spending on research."""
    match order:
        case PayTransfer():
            _pay(month, signed, order.technology)
        case GiveMaterial():
            _material(month, signed, order)
        case ShareData() | TransferTechnology():
            _give(month, signed, order)


def check_gift(giver: Side, technology: TechId) -> TechId:
    """The giver's own name for a technology it has; IllegalOrderError for one that it has not (CW-8.1-01)."""
    found = next((t for t in giver.technologies if t.casefold() == technology.casefold()), None)
    if found is None:
        have = ", ".join(giver.technologies[:8]) or "none"
        raise IllegalOrderError(f"You have no technology {quoted(technology)}. You have: {have}.", rule="CW-8.1-01")
    return found


def payable(owner: Side, technology: TechId) -> TechId:
    """The transferred technology meant, whose fee is still to be paid; IllegalOrderError for any other (CW-8.1-02)."""
    for name, received in owner.received.items():
        if name.casefold() == technology.casefold() and received.whole and not received.paid:
            return name
    raise IllegalOrderError(f"No transfer of {quoted(technology)} waits for its fee.", rule=FEE_RULE)


def strange(a: Race, b: Race) -> bool:
    """Whether two races' technology has no common ground, as bio-ships and machines have not (CW-8.1-04)."""

    def living(race: Race) -> bool:
        words = (*race.abilities, *race.bonuses, *race.drives)
        return any(w.casefold().startswith(BIO) for w in words)

    return living(a) != living(b)


def _give(month: TurnState, signed: SignedOrder, order: ShareData | TransferTechnology) -> None:
    me, other = signed.side, order.side
    check_contact(month, me, other)
    technology = check_gift(month.sides[me], order.technology)
    whole = isinstance(order, TransferTechnology)
    cover = isinstance(order, TransferTechnology) and order.cover
    price = fee(month.settings) if cover else 0
    if price and not month.pay(me, "research", price):
        raise IllegalOrderError(f"The fee is {price} CPs and only {month.purse[me]} were left to spend.", rule=FEE_RULE)
    taker = month.sides[other]
    had = knows(taker, technology)
    if not had:
        _receive(month, taker, technology, whole=whole, paid=cover)
    kind, rule = ("technology", FEE_RULE) if whole else ("data", "CW-8.1-01")
    for seen_by, cause in (((me,), Cause(rule, signed.id)), ((other,), Cause(rule))):
        month.say(
            TechnologyGiven(
                side=me,
                taker=other,
                technology=technology,
                kind="technology" if kind == "technology" else "data",
                works=cover,
                cps=price,
                cause=cause,
                seen_by=seen_by,
            )
        )
    if whole and not had and strange(month.sides[me].race, taker.race):
        _ask(month, month.sides[me], taker, technology)


def _receive(month: TurnState, taker: Side, technology: TechId, *, whole: bool, paid: bool) -> None:
    if paid:
        month.sides[taker.id] = learned(taker, technology)
        _close(month, taker.id, technology)
        return
    before = taker.received.get(technology)
    successes = ruled("successes to complete an unpaid transfer", month.settings)
    now = Received(
        min(successes, before.successes) if before else successes,
        whole=whole or (before is not None and before.whole),
        paid=before is not None and before.paid,
    )
    month.sides[taker.id] = replace(taker, received={**taker.received, technology: now})


def apply_received(month: TurnState) -> None:
    """Projects whose discovery and research came from others are at their development now (CW-8.1-01)."""
    for key, project in month.projects.items():
        received = month.sides[project.side].received.get(project.technology or project.name)
        if received is None or project.finished_turn or project.incremental:
            continue
        step = max(project.step, project.steps - received.successes + 1)
        if step > project.step:
            month.projects[key] = replace(project, step=step)


def learned(owner: Side, technology: TechId) -> Side:
    """The side with a technology that works."""
    received = {t: r for t, r in owner.received.items() if t != technology}
    known = owner.technologies if technology in owner.technologies else (*owner.technologies, technology)
    return replace(owner, technologies=known, received=received)


def _close(month: TurnState, side: SideId, technology: TechId) -> None:
    """Projects for a technology that works now are over."""
    for key, project in list(month.projects.items()):
        mine: Project = project
        if mine.side == side and not mine.finished_turn and technology == (mine.technology or mine.name):
            month.projects[key] = replace(mine, finished_turn=month.turn, cps=0)


def _pay(month: TurnState, signed: SignedOrder, technology: TechId) -> None:
    owner = month.sides[signed.side]
    name = payable(owner, technology)
    price = fee(month.settings)
    if not month.pay(owner.id, "research", price):
        raise IllegalOrderError(
            f"The fee is {price} CPs and only {month.purse[owner.id]} were left to spend.", rule=FEE_RULE
        )
    works = owner.received[name].successes <= ruled("successes to complete an unpaid transfer", month.settings)
    if works:
        month.sides[owner.id] = learned(owner, name)
        _close(month, owner.id, name)
    else:
        paid = replace(owner.received[name], paid=True)
        month.sides[owner.id] = replace(owner, received={**owner.received, name: paid})
    month.say(TransferPaid(owner.id, name, price, works, Cause(FEE_RULE, signed.id), (owner.id,)))


def _material(month: TurnState, signed: SignedOrder, order: GiveMaterial) -> None:
    me, other = signed.side, order.side
    check_contact(month, me, other)
    name = has_material(month, me, order.material)
    if name is None:
        raise IllegalOrderError(f"You mine no {quoted(order.material)}.", rule="CW-8.0-08")
    taker = month.sides[other]
    if name not in taker.materials:
        month.sides[other] = replace(taker, materials=(*taker.materials, name))
    month.say(MaterialGiven(me, other, name, Cause("CW-8.0-08", signed.id), (me,)))
    month.say(MaterialGiven(me, other, name, Cause("CW-8.0-08"), (other,)))


def _ask(month: TurnState, giver: Side, taker: Side, technology: TechId) -> None:
    more = ruled("further successes for a strange technology", month.settings)
    text = f"{giver.name} gave {taker.name} {technology}, of a wholly different kind. Must it be fitted in first?"
    suggestion = f"{more} further successes for {taker.name} before it works."
    subjects = (taker.id, technology)
    month.put_question("technology", (giver.id, taker.id), text, "CW-8.1-04", suggestion, subjects=subjects)
