"""A campaign among governors, month by month: what each ordered, and all that must hold of it."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.industry.drawings import read_drawing
from rules.cluster_war.model.events.encounters import ContactLost
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.ground import WorldConquered
from rules.cluster_war.model.events.raids import FreighterRobbed
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan, ProposedDesign
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check, plan_sheet
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError
from tests.rules.cluster_war.play.governors.random_player import random_sheet
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.world import seed_bytes
from umpire.campaign.turn.adjudication import engine_for

Player: TypeAlias = Profile | Literal["random"]
OVERTAKEN: Final = (
    "You have no fleet",
    "Somebody else has settled",
    "Others came to settle",
    "no longer on its way there",
    "no longer makes such an offer",
    "and no offer of it",
    "still has armed ships or bases",
    "Armed ships of",
    "its forces stay aboard",
    "is not in regular contact",
    "You are not in regular contact",
    "are in the way",
    "stands in the way",
    "nobody to invade",
    "no colony of others",
    "finds nothing to",
    "was not at",
    "has no drive that works",
    "has no such right from you",
    "cannot act",
    "has nothing left to fire with",
    "is held up in",
    "is drained by a siphon",
    "carries no ground forces that can land there",
    "was finished in turn",
    "was caught in",
    "You have no ambassadors with",
    "is frozen in time",
)
"""What failures say of orders that something overtook which their giver could not know: what others ordered in the same month,
losses on the way, what was never seen."""


@dataclass(slots=True)
class Campaign:
    """A campaign as it is played. `amiss` are breaches of what must hold; `failed` orders that something overtook;
    `plans`, `sheets` and `events` the last month's; `seconds` the processor time that governors took, turn by turn."""

    seed: int
    state: GameState
    players: Mapping[SideId, Player]
    one_by_one: bool = False
    amiss: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    memories: dict[SideId, GovernorMemory] = field(default_factory=dict)
    plans: dict[SideId, GovernorPlan] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    orders: int = 0
    sheets: tuple[SignedOrder, ...] = ()
    events: tuple[Event, ...] = ()


def play_month(game: Campaign) -> None:
    """Everybody's orders, the month, and what must hold: every order legal, none failed that could have been foreseen, nobody
    idle, the books in order."""
    state, turn = game.state, game.state.turn
    orders: list[SignedOrder] = []
    drawn: list[tuple[SideId, ProposedDesign]] = []
    for side in sorted(state.sides):
        view = view_for(state, side)
        player = game.players[side]
        if player == "random":
            orders += random_sheet(view, Random(f"{game.seed}/{turn}/{side}"))
            continue
        begun = time.process_time()
        plan = govern(view, player, seed_bytes(game.seed), game.memories.get(side, GovernorMemory()))
        game.seconds.append(time.process_time() - begun)
        game.memories[side], game.plans[side] = plan.memory, plan
        sheet = signed(plan, side, turn)
        game.amiss += [f"turn {turn}, {side}: {line}" for line in illegal(view, sheet, one_by_one=game.one_by_one)]
        if not sheet and view.colonies:
            game.amiss.append(f"turn {turn}, {side}: idle")
        game.counted.update(f"order {type(o.order).__name__}" for o in sheet)
        game.counted.update(f"said {one.occasion}" for one in plan.said)
        game.counted.update(f"drew {one.kind}" for one in plan.drawings)
        drawn += [(side, one) for one in plan.drawings]
        orders += sheet
    game.orders += len(orders)
    dice = Dice(seed_bytes(game.seed), "governors", turn)
    done = adjudicate(state, tuple(orders), dice, settle=engine_for(state.settings))
    by_id = {o.id: o for o in orders}
    struck = {event.fleet for event in done.events if isinstance(event, FreighterRobbed | ContactLost)}
    conquered = {event.world for event in done.events if isinstance(event, WorldConquered)}
    for event in done.events:
        if isinstance(event, OrderFailed) and event.cause.order in by_id and game.players[event.side] != "random":
            order = by_id[event.cause.order].order
            what = f"turn {turn}, {event.side}, {order}: {event.reason}"
            overtaken = (
                any(words in event.reason for words in OVERTAKEN)
                or getattr(order, "fleet", "") in struck
                or (isinstance(order, InvadeWorld) and order.world in conquered)
            )
            (game.failed if overtaken else game.amiss).append(what)
    game.amiss += [f"turn {turn}: {line}" for line in broken_invariants(state, done.state, done.events)]
    game.counted.update(type(e).__name__ for e in done.events)
    game.state, game.sheets, game.events = done.state, tuple(orders), done.events
    for side, one in drawn:
        game.amiss += approve(game, side, one)


def approve(game: Campaign, side: SideId, drawn: ProposedDesign) -> list[str]:
    """Put what a governor drew on its roster, as the book does after its time; what is wrong with it, if anything."""
    owner, settings = game.state.sides[side], game.state.settings
    _, design, problems = read_drawing(drawn.text, owner, settings)
    wrong = [f"turn {game.state.turn}, {side}, {drawn.text.id}: {p.text}" for p in problems if p.refused]
    if design is None or wrong:
        return wrong or [f"{drawn.text.id} has no price"]
    order = AddDesign(side, design.name, design.kind, design.hull, design.cost, str(design.drive), drawn=design)  # type: ignore[arg-type] # of a kind
    game.state = amend(game.state, order, "drawn").state
    return []


def illegal(view: View, sheet: tuple[SignedOrder, ...], *, one_by_one: bool) -> list[str]:
    """What the sheet's check refuses: of the whole sheet, or of each order as it is entered after those before it."""
    if not one_by_one:
        return [f"{p.order_id} is refused: {p.text}" for p in plan_sheet(view, sheet)[2]]
    found: list[str] = []
    for number, entry in enumerate(sheet):
        try:
            check(view, sheet[:number], entry.order)
        except GameError as error:
            found.append(f"{entry.order} is refused: {error}")
    return found
