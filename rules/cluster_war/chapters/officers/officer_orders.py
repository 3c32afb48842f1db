"""Orders to officers: recruit them, give them posts, raise or lower their rank (CW-17.1)."""

from typing import Final, cast, get_args

from rules.cluster_war.chapters.officers import ratings
from rules.cluster_war.chapters.officers.posts import POST_ROOMS, POST_RULES, SINGLE_POSTS, has_room_for, post_words
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.events.officers import OfficerPosted, OfficerRanked, OfficerRecruited
from rules.cluster_war.model.holdings.finders import checked_name, own_ship
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings, tell_giver
from rules.cluster_war.model.orders.names import NAME, Groups, Names, officer_text, quote, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import ColonyId, DesignId, HexId, short_id
from rules.cluster_war.model.state.sides import Officer, Post, PostKind
from rules.cluster_war.model.state.war import OfficerId
from rules.cluster_war.model.working.turn_state import TurnState, secret_key
from rules.values import Cause, IllegalOrderError, Modifier, NotYoursError, changed, quoted, unknown

OFFICERS_SWITCH_RULE: Final = "CW-17.0-01"
OFFICER_POOL: Final = "pool"
POSTS: Final[tuple[PostKind, ...]] = get_args(PostKind)


class RecruitOfficer(Order):
    """Train an officer at a military base or academy; `tactics` is what a tactician is for (CW-17.1-02, CW-17.1-14)."""

    site: ColonyId
    name: str
    talents: tuple[str, ...] = ()
    tactics: ratings.Tactics = ""


class AssignOfficer(Order):
    """Give an officer a post on a ship, base or colony, in place of the one they have; without a unit they go back to the pool.

    `design` are the ground forces of a colony that the leader of a combat team goes with.
    """

    officer: OfficerId
    post: PostKind
    unit: str = ""
    design: DesignId = ""


class RankOfficer(Order):
    """Raise or lower an officer's rank by one (CW-17.1-30)."""

    officer: OfficerId
    rank: int


def check_switch(holdings: Holdings) -> None:
    """IllegalOrderError in a campaign without flag officers (CW-17.0-01)."""
    if not holdings.settings.flag_officers:
        raise IllegalOrderError("There are no flag officers in this campaign.", rule=OFFICERS_SWITCH_RULE)


def own_officer(holdings: Holdings, officer: OfficerId) -> Officer:
    """One of the side's officers; NotYoursError names those it has."""
    check_switch(holdings)
    found = holdings.officers.get(officer)
    if found is None or found.side != holdings.owner.id:
        own = (o.name for o in holdings.officers.values() if o.side == holdings.owner.id)
        raise unknown(NotYoursError, f"You have no officer {quoted(officer)}.", officer, "Your officers", own)
    return found


def price_officer(holdings: Holdings, order: RecruitOfficer) -> tuple[RecruitOfficer, int]:
    """Take in an order to train an officer: the order with its names put right, and its price, which is paid."""
    check_switch(holdings)
    site = holdings.site(order.site)
    if site.training < 1:
        raise IllegalOrderError(
            f"{site.name} has no military base or academy; officers are trained where ground forces are.",
            rule="CW-17.1-01",
        )
    talents = ratings.named_talents(order.talents)
    ratings.check_tactics(talents, order.tactics)
    name = checked_name(order.name) if order.name.strip() else ""
    price = ratings.price_of(len(talents), holdings.settings)
    holdings.spend("ground", price, site)
    return changed(order, talents=talents, name=name), price


def _plan_recruit(planned: PlannedState, order: RecruitOfficer) -> OrderPreview:
    done, price = price_officer(planned, order)
    site = planned.site(done.site)
    asked = ratings.sorted_talents(done.talents, planned.owner.race).asked
    notes = tuple(Note(f"{quoted(talent)} waits for a ruling.", "CW-17.1-06") for talent in asked)
    who = done.name or "a new officer"
    talented = f" with the talents {', '.join(done.talents)}" if done.talents else ""
    text = f"{site.name} trains {who}{talented} for {price} CPs: in the pool from turn {planned.turn + 1}."
    return OrderPreview(order=done, text=text, cost=price, line="ground", notes=notes)


def _recruit(turn: TurnState, signed: SignedOrder, order: RecruitOfficer) -> None:
    side = signed.side
    done, price = price_officer(TurnHoldings(turn, side), order)
    number_ = turn.next_id(f"officer/{side}")
    talents = ratings.sorted_talents(done.talents, turn.sides[side].race)
    name = done.name or f"Officer {number_}"
    new = Officer(f"{side}/O{number_}", side, name, 0, 0, 0, 0, talents=talents.has, recruited=turn.turn)
    key = secret_key(turn, side, f"officer/{new.id}/{{}}")
    new, rolls = ratings.roll_ratings(new, done.tactics, turn.dice, key, turn.settings)
    turn.officers[new.id] = new
    reasons = (Modifier(price, f"CPs with {len(done.talents)} talents"),)
    turn.tell_side(
        OfficerRecruited(
            side=side,
            officer=new.id,
            name=name,
            site=done.site,
            cps=price,
            strategy=new.strategy,
            command=new.command,
            attack=new.attack,
            defense=new.defense,
            talents=new.talents,
            asked=talents.asked,
            cause=Cause("CW-17.1-05", signed.id, reasons, rolls),
        )
    )
    for talent in talents.asked:
        text = f"{name} ({new.id}) is to have the talent {quoted(talent)}; it is paid for."
        turn.put_question(
            "free-text", (side,), text, "CW-17.1-06", "Allow it with /decree officer, or say no.", order=signed.id
        )


def _place(holdings: Holdings, unit: str) -> HexId | None:
    """Where a unit is: a hex, None on its way between two."""
    place = unit.partition("|")[0]
    found = holdings.bases.get(place) or holdings.colonies.get(place)
    if found is not None:
        return found.hex
    fleet = next((f for f in holdings.fleets.values() if place in f.ships), None)
    return fleet.hex if fleet is not None and fleet.transit is None and fleet.course is None else None


def _reach(holdings: Holdings, officer: Officer, unit: str) -> None:
    """IllegalOrderError unless the officer can come from where they are to a unit ("" is the pool) before the month begins."""
    old = officer.post.unit if officer.post is not None else ""
    if old and old.partition("|")[0] == unit.partition("|")[0]:
        return
    begins, ends = (_place(holdings, one) if one else "" for one in (old, unit))
    grid = supply_grid(holdings.source, holdings.owner.id)
    if begins is None or ends is None:
        raise IllegalOrderError(f"{officer.name} cannot change ships in FTL space.", rule="CW-17.1-03")
    if begins == ends or all(place == "" or place in grid for place in (begins, ends)):
        return
    raise IllegalOrderError(
        f"{officer.name} travels between units in one hex, and within your supply grid.", rule="CW-17.1-03"
    )


def _posted(holdings: Holdings, order: AssignOfficer) -> Post:
    """The post that is meant; IllegalOrderError where the unit has no facility for it."""
    owner = holdings.owner
    if order.unit in holdings.colonies:
        colony = holdings.own_colony(order.unit)
        if order.post == "team":
            if not colony.garrison.get(order.design) or owner.designs[order.design].kind != "ground":
                raise IllegalOrderError(f"Name ground forces that {colony.name} holds.", rule=POST_RULES["team"])
            return Post("team", f"{colony.id}|{order.design}")
        if order.post not in POST_ROOMS or not colony.training:
            raise IllegalOrderError(
                f"{colony.name} has a place for an admiral or commander if it has a military base, and for leaders of its "
                "ground forces.",
                rule=POST_RULES[order.post],
            )
        return Post(order.post, colony.id)
    base = holdings.bases.get(order.unit)
    if base is not None and base.side == owner.id:
        key, design = base.id, owner.designs[base.design]
    else:
        key = own_ship(holdings, order.unit)
        design = owner.designs[holdings.ships[key].design]
    if not has_room_for(order.post, design):
        rooms = " or ".join(POST_ROOMS.get(order.post, ("Bridge", "Command post"))).lower()
        raise IllegalOrderError(f"{design.name} has no {rooms}.", rule=POST_RULES[order.post])
    return Post(order.post, key)


def assign_officer(holdings: Holdings, order: AssignOfficer) -> Officer:
    """The officer in their new post; GameError says why they cannot hold it (CW-17.1-17 to CW-17.1-20, CW-17.1-28)."""
    officer = own_officer(holdings, order.officer)
    if order.post not in POSTS:
        raise unknown(IllegalOrderError, f"There is no post {quoted(order.post)}.", order.post, "There are", POSTS)
    post = _posted(holdings, order) if order.unit else None
    if post == officer.post:
        raise IllegalOrderError(f"{officer.name} is {post_words(post)} already.", rule="CW-17.1-27")
    _reach(holdings, officer, post.unit if post is not None else "")
    if post is not None and post.kind in SINGLE_POSTS:
        for other in holdings.officers.values():
            if other.post == post and other.side == officer.side:
                raise IllegalOrderError(f"{other.name} is {post_words(post)}; relieve them first.", rule="CW-17.1-17")
    after = changed(officer, post=post)
    holdings.officers[officer.id] = after
    return after


def _plan_assign(planned: PlannedState, order: AssignOfficer) -> OrderPreview:
    after = assign_officer(planned, order)
    unit = after.post.unit.partition("|")[0] if after.post is not None else ""
    text = f"{after.name} {'goes to the pool' if after.post is None else f'becomes {post_words(after.post)}'}."
    return OrderPreview(order=changed(order, unit=unit, design=order.design if "|" in _unit(after) else ""), text=text)


def _unit(officer: Officer) -> str:
    return officer.post.unit if officer.post is not None else ""


def _assign(holdings: Holdings, order: AssignOfficer) -> OfficerPosted:
    after = assign_officer(holdings, order)
    kind = after.post.kind if after.post is not None else ""
    rule = POST_RULES[after.post.kind] if after.post is not None else "CW-17.1-03"
    return OfficerPosted(after.side, after.id, after.name, kind, _unit(after), cause=Cause(rule))


def rank_officer(holdings: Holdings, order: RankOfficer) -> tuple[Officer, int]:
    """The officer in their new rank, and the one they had; IllegalOrderError for more than one step a turn (CW-17.1-30)."""
    officer = own_officer(holdings, order.officer)
    step = ratings.number("ranks a turn", holdings.settings)
    if officer.promoted == holdings.turn:
        raise IllegalOrderError(f"The rank of {officer.name} changes this turn already.", rule="CW-17.1-30")
    if order.rank < 1 or not 1 <= abs(order.rank - officer.rank) <= step:
        raise IllegalOrderError(
            f"{officer.name} has rank {officer.rank}; it rises or falls by {step} a turn, and never below 1.",
            rule="CW-17.1-30",
        )
    after = changed(officer, rank=order.rank, promoted=holdings.turn)
    holdings.officers[officer.id] = after
    return after, officer.rank


def _plan_rank(planned: PlannedState, order: RankOfficer) -> OrderPreview:
    after, was = rank_officer(planned, order)
    return OrderPreview(
        order=order, text=f"{after.name} {'rises' if after.rank > was else 'falls'} to rank {after.rank}."
    )


def _rank(holdings: Holdings, order: RankOfficer) -> OfficerRanked:
    after, was = rank_officer(holdings, order)
    return OfficerRanked(after.side, after.id, after.name, was, after.rank, cause=Cause("CW-17.1-30"))


def _read_recruit(g: Groups) -> RecruitOfficer:
    talents = tuple(part.strip() for part in g.text(2).split(",") if part.strip())
    return RecruitOfficer(g.site(1), g.text(0), talents, cast("ratings.Tactics", g.word(3)))


def _write_recruit(order: RecruitOfficer, names: Names) -> str:
    line = f"recruit {quote(order.name)} at {site_text(names, order.site)}"
    line += f" with {quote(', '.join(order.talents))}" if order.talents else ""
    return line + (f" for {order.tactics}" if order.tactics else "")


def _read_assign(g: Groups) -> AssignOfficer:
    if g.word(1) == OFFICER_POOL:
        return AssignOfficer(g.officer(0), "aboard")
    post = cast("PostKind", g.word(1))
    design = g.design(3) if g.has(3) else ""
    return AssignOfficer(g.officer(0), post, g.names.post_unit(g.text(2)), design)


def _write_assign(order: AssignOfficer, names: Names) -> str:
    line = f"post {officer_text(names, order.officer)} to "
    if not order.unit:
        return f"{line}{OFFICER_POOL}"
    unit = short_id(order.unit) if order.unit in names.view.ships else site_text(names, order.unit)
    design = names.view.me.designs.get(order.design) if names.view.me and order.design else None
    return f"{line}{order.post} of {unit}" + (
        f" with {quote(design.name if design else order.design)}" if order.design else ""
    )


KINDS: Final = (
    OrderKind(
        RecruitOfficer,
        Phase.SPEND,
        command="officer recruit",
        example='recruit "Talon" at Terra with "leader, tactician" for attack',
        pattern=rf"{NAME} at {NAME}(?: with {NAME})?(?: for (attack|defense))?",
        read=_read_recruit,
        write=_write_recruit,
        plan=_plan_recruit,
        carry_out=_recruit,
    ),
    OrderKind(
        AssignOfficer,
        Phase.ORGANISE,
        command="officer assign",
        example='post "Talon" to captain of DD01',
        pattern=rf"{NAME} to (pool|(?:{'|'.join(POSTS)})(?= of ))(?: of {NAME})?(?: with {NAME})?",
        read=_read_assign,
        write=_write_assign,
        plan=_plan_assign,
        carry_out=tell_giver(_assign),
    ),
    OrderKind(
        RankOfficer,
        Phase.ORGANISE,
        command="officer rank",
        example='rank "Talon" 2',
        pattern=rf"{NAME} (\d{{1,3}})",
        read=lambda g: RankOfficer(g.officer(0), g.number(1)),
        write=lambda order, names: f"rank {officer_text(names, order.officer)} {order.rank}",
        plan=_plan_rank,
        carry_out=tell_giver(_rank),
    ),
)
