"""Data and technology between empires, their fee, and what does not work yet (CW-8.1)."""

from dataclasses import replace

from rules.cluster_war.diplomacy.contact import check_contact
from rules.cluster_war.economy.numbers import ruled
from rules.cluster_war.events.empire import QuestionRaised
from rules.cluster_war.events.support import MaterialGiven, TechnologyGiven, TransferPaid
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.research.tasks import has_material, knows
from rules.cluster_war.state.game import Question
from rules.cluster_war.state.holdings import Project
from rules.cluster_war.state.names import SideId, TechId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race, Received, Side
from rules.cluster_war.working.turn_state import Draft
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

FEE_RULE = "CW-8.1-02"
BIO = "bio"


def fee(settings: Settings) -> int:
    """CPs for one whole technology: 250 (CW-8.1-02)."""
    return ruled("fee of a transferred technology", settings)


def exchange(
    draft: Draft, signed: SignedOrder, order: ShareData | TransferTechnology | PayTransfer | GiveMaterial
) -> None:
    """Carry out one of these orders, in sheet order with the side's other spending on research."""
    match order:
        case PayTransfer():
            _pay(draft, signed, order.technology)
        case GiveMaterial():
            _material(draft, signed, order)
        case ShareData() | TransferTechnology():
            _give(draft, signed, order)


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


def _give(draft: Draft, signed: SignedOrder, order: ShareData | TransferTechnology) -> None:
    me, other = signed.side, order.side
    check_contact(draft, me, other)
    technology = check_gift(draft.sides[me], order.technology)
    whole = isinstance(order, TransferTechnology)
    cover = isinstance(order, TransferTechnology) and order.cover
    price = fee(draft.settings) if cover else 0
    if price and not draft.pay(me, "research", price):
        raise IllegalOrderError(f"The fee is {price} CPs and only {draft.purse[me]} were left to spend.", rule=FEE_RULE)
    taker = draft.sides[other]
    had = knows(taker, technology)
    if not had:
        _receive(draft, taker, technology, whole=whole, paid=cover)
    kind, rule = ("technology", FEE_RULE) if whole else ("data", "CW-8.1-01")
    for seen_by, cause in (((me,), Cause(rule, signed.id)), ((other,), Cause(rule))):
        draft.say(
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
    if whole and not had and strange(draft.sides[me].race, taker.race):
        _ask(draft, draft.sides[me], taker, technology)


def _receive(draft: Draft, taker: Side, technology: TechId, *, whole: bool, paid: bool) -> None:
    if paid:
        draft.sides[taker.id] = learned(taker, technology)
        _close(draft, taker.id, technology)
        return
    before = taker.received.get(technology)
    successes = ruled("successes to complete an unpaid transfer", draft.settings)
    now = Received(
        min(successes, before.successes) if before else successes,
        whole=whole or (before is not None and before.whole),
        paid=before is not None and before.paid,
    )
    draft.sides[taker.id] = replace(taker, received={**taker.received, technology: now})


def apply_received(draft: Draft) -> None:
    """Projects whose discovery and research came from others are at their development now (CW-8.1-01)."""
    for key, project in draft.projects.items():
        received = draft.sides[project.side].received.get(project.technology or project.name)
        if received is None or project.finished_turn or project.incremental:
            continue
        step = max(project.step, project.steps - received.successes + 1)
        if step > project.step:
            draft.projects[key] = replace(project, step=step)


def learned(owner: Side, technology: TechId) -> Side:
    """The side with a technology that works."""
    received = {t: r for t, r in owner.received.items() if t != technology}
    known = owner.technologies if technology in owner.technologies else (*owner.technologies, technology)
    return replace(owner, technologies=known, received=received)


def _close(draft: Draft, side: SideId, technology: TechId) -> None:
    """Projects for a technology that works now are over."""
    for key, project in list(draft.projects.items()):
        mine: Project = project
        if mine.side == side and not mine.finished_turn and technology == (mine.technology or mine.name):
            draft.projects[key] = replace(mine, finished_turn=draft.turn, cps=0)


def _pay(draft: Draft, signed: SignedOrder, technology: TechId) -> None:
    owner = draft.sides[signed.side]
    name = payable(owner, technology)
    price = fee(draft.settings)
    if not draft.pay(owner.id, "research", price):
        raise IllegalOrderError(
            f"The fee is {price} CPs and only {draft.purse[owner.id]} were left to spend.", rule=FEE_RULE
        )
    works = owner.received[name].successes <= ruled("successes to complete an unpaid transfer", draft.settings)
    if works:
        draft.sides[owner.id] = learned(owner, name)
        _close(draft, owner.id, name)
    else:
        paid = replace(owner.received[name], paid=True)
        draft.sides[owner.id] = replace(owner, received={**owner.received, name: paid})
    draft.say(TransferPaid(owner.id, name, price, works, Cause(FEE_RULE, signed.id), (owner.id,)))


def _material(draft: Draft, signed: SignedOrder, order: GiveMaterial) -> None:
    me, other = signed.side, order.side
    check_contact(draft, me, other)
    name = has_material(draft, me, order.material)
    if name is None:
        raise IllegalOrderError(f"You mine no {quoted(order.material)}.", rule="CW-8.0-08")
    taker = draft.sides[other]
    if name not in taker.materials:
        draft.sides[other] = replace(taker, materials=(*taker.materials, name))
    draft.say(MaterialGiven(me, other, name, Cause("CW-8.0-08", signed.id), (me,)))
    draft.say(MaterialGiven(me, other, name, Cause("CW-8.0-08"), (other,)))


def _ask(draft: Draft, giver: Side, taker: Side, technology: TechId) -> None:
    raised = f"Q{draft.next_id('question')}"
    more = ruled("further successes for a strange technology", draft.settings)
    text = f"{giver.name} gave {taker.name} {technology}, of a wholly different kind. Must it be fitted in first?"
    draft.ask(
        Question(
            id=raised,
            turn=draft.turn,
            kind="technology",
            sides=(giver.id, taker.id),
            text=text,
            rule="CW-8.1-04",
            suggestion=f"{more} further successes for {taker.name} before it works.",
            subjects=(taker.id, technology),
        )
    )
    draft.say(QuestionRaised(raised, "technology", text, "", Cause("CW-8.1-04"), ()))
