"""What could be agreed, ordered of intelligence, and given to officers (4.3, 11.0, 13.0, 10.0, 17.1)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.diplomacy import treaty_orders
from rules.cluster_war.chapters.diplomacy.contact import SendAmbassadors, in_contact
from rules.cluster_war.chapters.espionage.chances import expected_chance, kinds, offered_kinds
from rules.cluster_war.chapters.espionage.order_checks import HEX_TARGET, FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS, has_room_for, post_words
from rules.cluster_war.chapters.officers.ratings import price_of
from rules.cluster_war.chapters.research.projects import worth
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import HexId, ShipId, SideId, TradeLevel, short_id
from rules.cluster_war.model.state.dealings import COUNTER_INTELLIGENCE, Operation
from rules.cluster_war.model.state.sides import Officer, Post, PostKind
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.meetings import (
    MOST_SUGGESTIONS,
    Suggestion,
    armed_hull,
    picture,
    rank_suggestions,
)
from rules.cluster_war.turn.planning.suggestions.works import usual_sum

TRADE_LEVELS: Final[tuple[TradeLevel, ...]] = ("limited", "full")


def treaties(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """With each empire in regular contact (CW-13.0-06): their offer to accept, trade to offer, supplies to grant, an end. To each
    that was met, ambassadors, which are contact: first where somebody waits for that (CW-13.0-08)."""
    near = partners(view)
    found = [one for side in near for one in _suggest_for(view, side)]
    found += [one for side in sorted(view.flags) for one in _envoys(view, side, in_contact=side in near)]
    return rank_suggestions(view, sheet, [one for _, one in sorted(found, key=lambda f: f[0])])


def partners(view: View) -> tuple[SideId, ...]:
    """The empires with which the side has regular contact, as it knows it."""
    return tuple(side for side in sorted(view.flags) if side != view.side and in_contact(view, view.side, side))


def _envoys(view: View, side: SideId, *, in_contact: bool) -> Iterator[tuple[int, Suggestion]]:
    """Ambassadors to an empire that was met and has none of the side's yet: where there is no other contact, or theirs wait."""
    theirs_wait = f"{side}>{view.side}" in view.signals.envoys
    if side == view.side or side not in view.met or side in view.embassies or (in_contact and not theirs_wait):
        return
    if f"{view.side}>{side}" in view.signals.envoys:
        return
    offer, why = (
        treaty_orders.offer_of(view.offers, side, view.side),
        "you have met, and ambassadors are regular contact",
    )
    if theirs_wait:
        why = "theirs wait for yours"
    if offer is not None and not in_contact:
        why = f"they offer {offer.level} trade, for which you need regular contact"
    wanted = theirs_wait or offer is not None
    yield (0 if wanted else 3), Suggestion(SendAmbassadors(side), f"Send ambassadors to {view.flags[side].name}", why)


def _suggest_for(view: View, side: SideId) -> Iterator[tuple[int, Suggestion]]:
    name = view.flags[side].name
    offer = treaty_orders.offer_of(view.offers, side, view.side)
    mine = treaty_orders.offer_of(view.offers, view.side, side)
    pact = treaty_orders.pact_of(view.pacts, view.side, side)
    if offer is not None:
        yield (
            0,
            Suggestion(
                treaty_orders.AcceptTrade(side), f"Accept {offer.level} trade with {name}", "they have offered it"
            ),
        )
    for level in TRADE_LEVELS:
        if (pact is None or pact.level != level) and (mine is None or mine.level != level):
            why = "in contact, no trade yet" if pact is None else f"you have {pact.level} trade"
            yield (
                1 + TRADE_LEVELS.index(level),
                Suggestion(treaty_orders.OfferTrade(side, level), f"Offer {name} {level} trade", why),
            )
    if not any(r.giver == view.side and r.taker == side and r.kind == "supply" for r in view.rights):
        why = "their fleets could draw supplies at your colonies"
        yield 4, Suggestion(treaty_orders.GrantRights(side, "supply"), f"Let {name} draw supplies", why)
    if pact is not None or offer is not None or mine is not None:
        what = f"you have {pact.level} trade" if pact is not None else "an offer is open"
        yield 5, Suggestion(treaty_orders.EndTrade(side), f"End trade and offers with {name}", what)


IN_WORDS: Final = "other"
"""The kind whose goal nobody can suggest."""


def operations(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Running operations that the sheet gives nothing yet, those that would lose CPs first; then a net, if there is none, and
    an operation of each kind against every empire that was contacted."""
    planned = picture(view, sheet)
    return rank_suggestions(view, sheet, [*under_way(planned), *net(planned), *new_ones(planned)])


def under_way(planned: PlannedState) -> Iterator[Suggestion]:
    """Running operations without CPs this turn, those that would lose some first (CW-10.0-02)."""
    cps = usual_sum(planned.purse)
    mine = (one for one in planned.view.operations.values() if one.running)
    for one in sorted(mine, key=lambda o: (-o.cps, o.name)):
        if f"finance {one.id}" in planned.ordered or cps < 1:
            continue
        total = one.cps + worth(cps, planned.me.race)
        chance = _expected(
            planned, Operation(one.id, one.side, one.target, one.kind, one.name, cps=total, officer=one.officer)
        )
        loses = f", else it loses {one.cps} CPs" if one.cps else ""
        yield Suggestion(
            FundOperation(one.id, cps),
            f"{one.name}: {cps} CPs",
            f"{one.step_name}, {chance} % as far as you know{loses}",
        )


def net(planned: PlannedState) -> Iterator[Suggestion]:
    """A net of counter-intelligence, where none stands or is being spun (CW-10.0-01)."""
    cps, view = usual_sum(planned.purse), planned.view
    stands = any(
        o.kind == COUNTER_INTELLIGENCE and (o.running or view.turn < o.until) for o in view.operations.values()
    )
    if not stands and cps >= 1:
        yield Suggestion(
            StartCounter(cps), f"A net of counter-intelligence: {cps} CPs", "you have none: only blunders are noticed"
        )


def new_ones(planned: PlannedState) -> Iterator[Suggestion]:
    """An operation of each kind against every empire that was contacted (CW-10.0-06)."""
    cps, view = usual_sum(planned.purse), planned.view
    peaceful = deed_refused(planned.me.race.attitude, "first strike", planned.settings) is not None
    known = [side for side in sorted(view.all_flags) if side != view.side and _contacted(view, side)]
    rows = kinds(planned.settings)
    for kind in offered_kinds(planned.settings):
        if kind == IN_WORDS or cps < 1 or (peaceful and rows[kind]["hostile"] == "yes"):
            continue
        for side in known:
            aim = _place(view, side) if rows[kind]["on"].startswith(HEX_TARGET) else ""
            if rows[kind]["on"] == HEX_TARGET and not aim:
                continue
            name = view.all_flags[side].name
            goal = f"To bring {rows[kind]['brings']}"
            made = Operation("new", view.side, side, kind, "", cps=worth(cps, planned.me.race))
            why = f"{rows[kind]['brings']}; {_expected(planned, made)} % a step as far as you know"
            order = StartOperation(side, kind, goal, cps, aim)
            yield Suggestion(order, f"{kind} against {name}: {cps} CPs", why)


def _contacted(view: View, side: SideId) -> bool:
    return side in view.met or in_contact(view, view.side, side)


def _place(view: View, side: SideId) -> HexId:
    """A system of theirs that the side knows: the largest colony it knows of."""
    seen = [c for c in view.foreign_colonies.values() if c.side == side]
    best = max(seen, key=lambda c: (c.size or 0, c.week, c.hex), default=None)
    return best.hex if best is not None else ""


def _expected(planned: PlannedState, one: Operation) -> int:
    return expected_chance(planned.view, one).expected


POST_KINDS: Final[tuple[PostKind, ...]] = ("admiral", "commander", "captain")


def posts(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Posts for officers in the pool, an officer to train, and who could be taken back into the pool (CW-17.1-17)."""
    planned = picture(view, sheet)
    if not planned.settings.flag_officers:
        return ()
    back = [
        Suggestion(AssignOfficer(o.id, "aboard"), f"{o.name} back to the pool", f"now {post_words(o.post)}")
        for o in _mine(planned)
        if o.post is not None
    ]
    found = rank_suggestions(view, sheet, [*post_advice(planned), *_training(planned)], _is_somebody_else)
    return (*found, *back)[:MOST_SUGGESTIONS]


def post_advice(planned: PlannedState) -> Iterator[Suggestion]:
    """For each officer in the pool the posts that are free, on the strongest fleet first, by what they are best at
    (CW-17.1-18 to CW-17.1-20)."""
    if not planned.settings.flag_officers:
        return
    for officer in sorted(_mine(planned), key=lambda o: (-o.rank, o.id)):
        for kind in (
            sorted(POST_KINDS, key=lambda k: (-_rating(officer, k), POST_KINDS.index(k)))
            if officer.post is None
            else ()
        ):
            ship = _ship_for(planned, kind)
            if ship:
                why = f"in the pool; {_words(officer, kind)}"
                label = f"{officer.name}: {POSTS_IN_WORDS[kind]} {short_id(ship)}"
                yield Suggestion(AssignOfficer(officer.id, kind, ship), label, why)


def _training(planned: PlannedState) -> Iterator[Suggestion]:
    price = price_of(0, planned.settings)
    for site in sorted(planned.colonies.values(), key=lambda c: (-c.training, c.id)):
        if site.training and site.side == planned.me.id and price <= planned.purse:
            why = f"{price} of {planned.purse} CPs, in the pool next turn"
            yield Suggestion(RecruitOfficer(site.id, ""), f"Train an officer at {site.name}", why)


def _ship_for(planned: PlannedState, kind: PostKind) -> ShipId:
    """The ship of the strongest fleet that has the facility of a post, and nobody in it; "" for none."""
    fleets = sorted(planned.fleets.values(), key=lambda f: (-armed_hull(planned, f), f.name))
    taken = {o.post for o in planned.officers.values()}
    for fleet in fleets:
        designs = planned.me.designs
        for key in sorted(fleet.ships, key=lambda s: (-designs[planned.ships[s].design].hull, s)):
            still = fleet.transit is None and fleet.course is None
            if still and has_room_for(kind, designs[planned.ships[key].design]) and Post(kind, key) not in taken:
                return key
    return ""


def _rating(officer: Officer, kind: PostKind) -> int:
    return {"admiral": officer.strategy, "commander": officer.command}.get(kind, officer.attack + officer.defense)


def _words(officer: Officer, kind: PostKind) -> str:
    told = {"admiral": f"strategy {officer.strategy}", "commander": f"command {officer.command}"}
    return told.get(kind, f"attack {officer.attack}, defense {officer.defense}")


def _mine(planned: PlannedState) -> list[Officer]:
    return [o for _, o in sorted(planned.officers.items()) if o.side == planned.me.id]


def _is_somebody_else(one: Suggestion, other: Suggestion) -> bool:
    mine, theirs = one.order, other.order
    if isinstance(mine, AssignOfficer) and isinstance(theirs, AssignOfficer):
        return mine.officer != theirs.officer and (mine.post, mine.unit) != (theirs.post, theirs.unit)
    return True
