"""Officers who wait for a post, and where one could be trained (17.1)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.officers.orders.officers import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS, has_room_for, post_words
from rules.cluster_war.chapters.officers.recruiting import price_of
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import ShipId, short_id
from rules.cluster_war.model.state.officers import Officer, Post, PostKind
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull
from rules.cluster_war.turn.planning.suggestions.suggestion import MOST, Suggestion, picture, ranked

KINDS: Final[tuple[PostKind, ...]] = ("admiral", "commander", "captain")


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
    found = ranked(view, sheet, [*post_advice(planned), *_training(planned)], _is_somebody_else)
    return (*found, *back)[:MOST]


def post_advice(planned: PlannedState) -> Iterator[Suggestion]:
    """For each officer in the pool the posts that are free, on the strongest fleet first, by what they are best at
    (CW-17.1-18 to CW-17.1-20)."""
    if not planned.settings.flag_officers:
        return
    for officer in sorted(_mine(planned), key=lambda o: (-o.rank, o.id)):
        for kind in sorted(KINDS, key=lambda k: (-_rating(officer, k), KINDS.index(k))) if officer.post is None else ():
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
