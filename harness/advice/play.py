"""A campaign alone of which one seat follows its staff, or is led by a governor: what came of it, month by month."""

from collections.abc import Callable
from typing import Final, TypeAlias

from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events.logistics import StressRose, StressSettled
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import STAFF, advise, govern, in_turn
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import Value
from storage.codec import decode_state, unpack
from umpire.campaign.solo import SoloWish, empires, plan_solo
from umpire.campaign.turn.adjudication import engine_for

Player: TypeAlias = Callable[[View], tuple[Order, ...]]
RIVALS: Final = 3


class Month(Value):
    """One month of the seat: what came in, what its sheet left in the pool, how many orders it had, which of them were warned of,
    and how many of its ships were lost to stress or hunger."""

    turn: int
    income: int
    idle: int
    orders: int
    warned: int
    lost: int
    strained: int


class Played(Value):
    """A seat's campaign: its months, and what its colonies produce a month in the end, with how many there are, and its ships."""

    seed: int
    side: SideId
    months: tuple[Month, ...]
    production: int
    colonies: int
    ships: int


def follow_staff(view: View) -> tuple[Order, ...]:
    """All that the staff advises, and nothing else."""
    return in_turn(advise(view))


def governed(seed: bytes, profile: Profile = STAFF) -> Player:
    """A seat led by a governor, with its memory of the turns before."""
    memory = GovernorMemory()

    def orders(view: View) -> tuple[Order, ...]:
        nonlocal memory
        plan = govern(view, profile, seed, memory)
        memory = plan.memory
        return tuple(one.order for one in plan.orders)

    return orders


def play(seed: int, turns: int, player: Callable[[bytes], Player]) -> Played:
    """A campaign alone of so many months in which `player` leads the person's seat; the same seed gives the same seat, map and
    rivals. Designs that governors draw are left out, since nobody is there who approves them."""
    secret = seed.to_bytes(32, "big")
    sides = [side.id for side in empires().sides]
    wish = SoloWish(side=sides[seed % len(sides)], rivals=RIVALS, strength="even")
    plan = plan_solo(wish, secret, [(seed * 7 + n * 13) % 251 for n in range(2 * RIVALS)])
    state = decode_state(unpack(plan.packed))
    leads = {side: governed(secret + side.encode(), profile) for side, profile in plan.profiles}
    leads[wish.side] = player(secret + wish.side.encode())
    months: list[Month] = []
    for _ in range(turns):
        sheets: dict[SideId, tuple[SignedOrder, ...]] = {}
        for side, lead in leads.items():
            view = view_for(state, side)
            sheets[side] = tuple(
                SignedOrder(f"{side}-{view.turn}-{n}", side, n, order) for n, order in enumerate(lead(view), 1)
            )
        view = view_for(state, wish.side)
        planned, previews, problems = plan_sheet(view, sheets[wish.side])
        warned = sum(any(not note.informs for note in preview.notes) for preview in previews.values()) + len(problems)
        dice = Dice(secret, "advice", state.turn)
        done = adjudicate(
            state, tuple(o for each in sheets.values() for o in each), dice, settle=engine_for(state.settings)
        )
        left = [
            len(event.ships)
            for event in done.events
            if isinstance(event, StressSettled) and event.side == wish.side and event.effect in LEAVING_TEXTS
        ]
        rose = [event.stress for event in done.events if isinstance(event, StressRose) and event.side == wish.side]
        months.append(
            Month(
                turn=state.turn,
                income=view.income.production + view.income.trade,
                idle=planned.purse,
                orders=len(sheets[wish.side]),
                warned=warned,
                lost=sum(left),
                strained=max(rose, default=0),
            )
        )
        state = done.state
    view = view_for(state, wish.side)
    ships = sum(ship.side == wish.side for ship in state.ships.values())
    return Played(seed, wish.side, tuple(months), view.income.production, len(view.colonies), ships)
