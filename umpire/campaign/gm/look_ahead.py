"""The game master's look ahead: courses plotted from all sheets, systems to prepare, and their contents on demand."""

from collections.abc import Mapping
from functools import partial

from rules.cluster_war.chapters.colonies.amendments import PrepareSystem
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.gm.look_ahead import (
    Due,
    Meeting,
    SaltedDice,
    Track,
    due_systems,
    make_contents,
    meetings_ahead,
    plot,
)
from rules.dice import Dice
from rules.values import Value
from storage import orders
from umpire.campaign.gm.amendments import PlannedAmendment, just
from umpire.campaign.gm.rulings import RulingResult, carry_out
from umpire.campaign.open_turn import standing_at
from umpire.campaign.views.side_views import state_at
from umpire.games.seat import Seat, require_gm
from umpire.services.services import Services

SALT_BYTES = 8


class Outlook(Value):
    """All fleets' tracks for so many turns, by fleet; who will meet whom; and what is to be prepared."""

    turn: int
    turns: int
    tracks: Mapping[str, Track]
    meetings: tuple[Meeting, ...]
    due: tuple[Due, ...]


async def look_ahead(services: Services, gm: Seat, turns: int) -> Outlook:
    """Plot all courses under way and all moves on the open turn's sheets (CW-19.0-03, CW-19.0-22). The game master's alone.

    A draft is plotted as it will be published. GameError for no such number of turns.
    """
    require_gm(gm)
    async with services.storage.reading() as tx:
        row, turn, key = await standing_at(tx, gm.game_id)
        state = await state_at(tx, services, key)
        given = () if key.phase == "draft" else await orders.of_turn(tx, row.id, turn.turn)
    return await services.workers.run(outlook, state, orders.in_force(given), turns, urgent=True)


def outlook(state: GameState, signed: tuple[SignedOrder, ...], turns: int) -> Outlook:
    """The plot itself; runs in a worker."""
    tracks = plot(state, signed, turns)
    return Outlook(state.turn, turns, tracks, meetings_ahead(state, tracks), due_systems(state, tracks))


async def prepare(services: Services, gm: Seat, hex_: str, *, fill: bool, idempotency_key: str = "") -> RulingResult:
    """Mark a system as ready for players to find; with `fill`, the dice of Appendix B make its contents anew (CW-19.0-03).

    GameError: no system is there, or with `fill` somebody knows it or lives there.
    """
    salt = services.entropy(SALT_BYTES).hex()
    plan = partial(_filled, hex_, salt) if fill else partial(just, PrepareSystem(hex_))
    why = "Contents made on demand" if fill else "Prepared"
    return await carry_out(services, gm, plan, why, idempotency_key=idempotency_key)


def _filled(hex_: str, salt: str, state: GameState, dice: Dice) -> PlannedAmendment:
    salted = SaltedDice(dice, salt)
    made = make_contents(state, hex_, salted)
    return PlannedAmendment(PrepareSystem(hex_, made), tuple(salted.rolls))
