"""Treaties by attitude, an eye on neighbours, and posts for officers (11.0, 13.0, 10.0, 17.1)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.diplomacy import peace_orders, treaty_orders
from rules.cluster_war.chapters.diplomacy.contact import RecallAmbassadors, SendAmbassadors
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.officers.ratings import price_of
from rules.cluster_war.model.state.common import SideId, TradeLevel
from rules.cluster_war.model.state.default_rulings import rules_by_default
from rules.cluster_war.play.governors.concerns.war import is_winning
from rules.cluster_war.play.governors.situation import Proposal, Situation, count_of, used_things
from rules.cluster_war.turn.planning.suggestions.dealings import net, new_ones, post_advice, under_way

DIPLOMACY_CONCERN: Final = "diplomacy"
WAR_WEARY_TURNS: Final = 6
"""Turns of a war after which it asks for peace, unless it is winning."""
TRUCE_LENGTH: Final = 10
"""Turns of a truce with whom it does not trust."""
FRIENDLY_RELATION: Final = 4
"""The relation from which supplies are shared."""
TRUSTED_RELATION: Final = 2
"""The relation from which trade may be full, for those who begin with less."""


def diplomacy(situation: Situation) -> Iterator[Proposal]:
    """What is to be agreed, or ended, with each empire that is known."""
    for side in sorted(situation.view.flags):
        if side == situation.view.side:
            continue
        if situation.is_in_contact(side):
            yield from _peace(situation, side)
        if situation.is_enemy(side):
            yield from _break(situation, side)
        elif situation.is_in_contact(side):
            yield from _trade(situation, side)
            yield from _rights(situation, side)
            yield from _envoys(situation, side)
        elif side in situation.view.met:
            yield from _envoys(situation, side)


def _peace(situation: Situation, side: SideId) -> Iterator[Proposal]:
    """An answer to an offer of peace: for good to those it trusts, a truce to others, none while it wins or may not yield."""
    view, name = situation.view, _name(situation, side)
    if peace_orders.peace_offer_of(view.peace_offers, side, view.side) is None:
        return
    uses, at_war = used_things(f"peace/{side}"), side == situation.memory.foe
    if situation.unyielding or (at_war and is_winning(situation, side)):
        why = f"no peace with {name} as things are"
        yield Proposal(DIPLOMACY_CONCERN, (peace_orders.BreakPeace(side),), why, 893, uses=uses)
        return
    turns = 0 if situation.feels(side) >= TRUSTED_RELATION else TRUCE_LENGTH
    why = f"{name} offers peace, and a war with them would win nothing"
    yield Proposal(DIPLOMACY_CONCERN, (peace_orders.OfferPeace(side, turns),), why, 894, uses=uses)


def _sues(situation: Situation) -> bool:
    """Whether it asks its enemy for peace: a war that has gone on for long, and that it is not winning (CW-11.0-02)."""
    memory = situation.memory
    long = situation.view.turn - memory.since >= WAR_WEARY_TURNS
    return long and not situation.unyielding and not is_winning(situation, memory.foe)


def _name(situation: Situation, side: SideId) -> str:
    return situation.view.flags[side].name


def _break(situation: Situation, side: SideId) -> Iterator[Proposal]:
    """Everything that binds us to an enemy ends."""
    view, name = situation.view, _name(situation, side)
    for right in view.rights:
        if right.giver == view.side and right.taker == side:
            why = f"{name} no longer gets anything from us"
            uses = used_things(f"right/{right.kind}/{side}")
            yield Proposal(DIPLOMACY_CONCERN, (treaty_orders.RevokeRights(side, right.kind),), why, 890, uses=uses)
    if not situation.is_in_contact(side):
        return
    if side == situation.memory.foe and _sues(situation):
        if treaty_orders.offer_of(view.offers, view.side, side) is None:
            why = f"the war with {name} brings us nothing: trade would be peace"
            yield Proposal(
                DIPLOMACY_CONCERN,
                (treaty_orders.OfferTrade(side, "limited"),),
                why,
                892,
                uses=used_things(f"trade/{side}"),
            )
        return
    bound = treaty_orders.pact_of(view.pacts, view.side, side) is not None
    offered = any({o.giver, o.taker} == {view.side, side} for o in view.offers)
    if bound or offered:
        why = f"no trade with {name} while we are enemies"
        yield Proposal(DIPLOMACY_CONCERN, (treaty_orders.EndTrade(side),), why, 891, uses=used_things(f"trade/{side}"))
    if side in view.embassies or f"{view.side}>{side}" in view.signals.envoys:
        why = f"our ambassadors come home from {name}"
        yield Proposal(DIPLOMACY_CONCERN, (RecallAmbassadors(side),), why, 880, uses=used_things(f"envoys/{side}"))


def _level(situation: Situation, side: SideId) -> TradeLevel | None:
    """The trade that it wants with a side now; None for none."""
    if not situation.weights.trade or situation.feels(side) < -1:
        return None
    if situation.weights.trade == "full" and situation.feels(side) >= situation.weights.trust:
        return "full"
    return "full" if situation.feels(side) >= TRUSTED_RELATION else "limited"


def _trade(situation: Situation, side: SideId) -> Iterator[Proposal]:
    view, name, wanted = situation.view, _name(situation, side), _level(situation, side)
    theirs, mine = (
        treaty_orders.offer_of(view.offers, side, view.side),
        treaty_orders.offer_of(view.offers, view.side, side),
    )
    pact = treaty_orders.pact_of(view.pacts, view.side, side)
    if wanted is None:
        if theirs is not None or pact is not None:
            why = f"we want no trade with {name}"
            yield Proposal(
                DIPLOMACY_CONCERN, (treaty_orders.EndTrade(side),), why, 850, uses=used_things(f"trade/{side}")
            )
        return
    better = pact is None or pact.level != theirs.level if theirs is not None else False
    if theirs is not None and better and (theirs.level == wanted or pact is None):
        why = f"{name} offers {theirs.level} trade, which brings both of us more than nothing"
        yield Proposal(
            DIPLOMACY_CONCERN, (treaty_orders.AcceptTrade(side),), why, 870, uses=used_things(f"trade/{side}")
        )
    elif (pact is None or (pact.level != wanted and wanted == "full")) and (mine is None or mine.level != wanted):
        why = f"{wanted} trade with {name} would bring a share of what they make"
        yield Proposal(
            DIPLOMACY_CONCERN, (treaty_orders.OfferTrade(side, wanted),), why, 860, uses=used_things(f"trade/{side}")
        )


def _rights(situation: Situation, side: SideId) -> Iterator[Proposal]:
    view, name = situation.view, _name(situation, side)
    given = any(r.giver == view.side and r.taker == side and r.kind == "supply" for r in view.rights)
    if situation.weights.grants and not given and situation.feels(side) >= FRIENDLY_RELATION:
        why = f"{name} are friends: their ships may draw supplies from us"
        yield Proposal(
            DIPLOMACY_CONCERN,
            (treaty_orders.GrantRights(side, "supply"),),
            why,
            400,
            uses=used_things(f"right/supply/{side}"),
        )
    elif given and situation.feels(side) < 1:
        why = f"{name} are no longer such friends"
        yield Proposal(
            DIPLOMACY_CONCERN,
            (treaty_orders.RevokeRights(side, "supply"),),
            why,
            840,
            uses=used_things(f"right/supply/{side}"),
        )


def _envoys(situation: Situation, side: SideId) -> Iterator[Proposal]:
    view = situation.view
    sent = side in view.embassies or f"{view.side}>{side}" in view.signals.envoys
    waited_for = f"{side}>{view.side}" in view.signals.envoys
    if not sent and (situation.feels(side) >= 0 or (waited_for and situation.feels(side) > -2)):
        why = f"{_name(situation, side)} should hear from us regularly" + (
            "; theirs are on their way" if waited_for else ""
        )
        yield Proposal(DIPLOMACY_CONCERN, (SendAmbassadors(side),), why, 500, uses=used_things(f"envoys/{side}"))


SPY_CONCERN: Final = "spy"
RICH_CPS: Final = 1200
"""CPs a turn from which somebody thinks of secrets."""
ENEMY_OPERATIONS: Final = ("fleets", "sabotage-yard", "mole")
"""What is begun against an enemy, one at a time."""


def spy(situation: Situation) -> Iterator[Proposal]:
    """CPs for what runs; a net, once others are known; one operation against whom the empire is at war with."""
    if not rules_by_default(situation.settings, "operation"):
        return
    planned = situation.planned
    for found in under_way(planned):
        order = found.order
        if isinstance(order, FundOperation):
            why = f"{found.label}: {found.reason}"
            uses = used_things(f"operation/{order.operation}")
            yield Proposal(SPY_CONCERN, (order,), why, 320, "research", order.cps, uses)
    if situation.income < RICH_CPS or not situation.view.met:
        return
    for found in net(planned):
        order_ = found.order
        if isinstance(order_, StartCounter):
            yield Proposal(
                SPY_CONCERN, (order_,), found.reason, 310, "research", order_.cps, used_things("operation/net")
            )
    busy = any(one.running and one.target for one in situation.view.operations.values())
    for found in new_ones(planned) if situation.memory.foe and not busy else ():
        begun = found.order
        if (
            isinstance(begun, StartOperation)
            and begun.target == situation.memory.foe
            and begun.kind in ENEMY_OPERATIONS
        ):
            uses = used_things("operation/new")
            yield Proposal(SPY_CONCERN, (begun,), f"{found.label}: {found.reason}", 330, "research", begun.cps, uses)


STAFF_CONCERN: Final = "staff"
HULL_EACH: Final = 120
"""Hull spaces of warships that ask for an officer."""


def staff(situation: Situation) -> Iterator[Proposal]:
    """Free posts on the strongest fleets, and an officer more where the fleet has grown."""
    if not situation.settings.flag_officers:
        return
    for found in post_advice(situation.planned):
        order = found.order
        if isinstance(order, AssignOfficer):
            uses = used_things(f"officer/{order.officer}", f"post/{order.post}/{order.unit}")
            yield Proposal(STAFF_CONCERN, (order,), f"{found.label}: {found.reason}", 150, uses=uses)
    ships = situation.planned.ships.values()
    hull = sum(situation.me.designs[s.design].hull for s in ships if situation.me.designs[s.design].kind == "ship")
    if len(situation.planned.officers) < hull // HULL_EACH:
        site = next((c for c in situation.colonies if c.training), None)
        if site is not None:
            price = price_of(0, situation.settings)
            why = f"{count_of(len(situation.planned.officers), 'officer')} for hull {hull}"
            order_ = RecruitOfficer(site.id, "")
            yield Proposal(STAFF_CONCERN, (order_,), why, 170, "fleet", price, used_things("officer/new"))
