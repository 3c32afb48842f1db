"""A turn as it was read, to be resolved: its start, its orders, its dice, and the battles of it that are settled."""

from collections.abc import Mapping

from rules.cluster_war.model.state.names import SideId
from rules.dice import mix
from rules.errors import WrongPhaseError
from rules.salts import numbered
from rules.values import Value, changed
from storage import battles, deadlines, events, orders, sheets, snapshots
from storage.battles import BattleRow
from storage.codec import encode_signed
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.turn.adjudication import Resolved, Stopped, resolve
from umpire.campaign.views.side_views import packed_at
from umpire.games.games import require_unfinished
from umpire.games.seat_history import hand_overs
from umpire.services.services import Services

SALT_BYTES = 16


class Case(Value):
    """A turn as it was read. One that waits for battles is played again with what it had when it came to wait: its orders and
    words, and no new salts. `battles` are those that it has met, `said` the encoded events of what the game master did in it."""

    game: GameRow
    turn: TurnRow
    packed: bytes
    orders: bytes
    words: Mapping[SideId, str]
    due: int | None
    start: SnapshotKey
    salts: Mapping[SideId, str]
    battles: tuple[BattleRow, ...] = ()
    said: tuple[bytes, ...] = ()

    @property
    def seed(self) -> bytes:
        """The seed of its dice, with the words mixed in."""
        return mix(self.turn.seed, self.words)


async def read_case(tx: Transaction, services: Services, game_id: str, expect_turn: int) -> Case:
    """The turn of this number, to be resolved. WrongPhaseError: it is over or resolved, the game is paused, or a battle of it
    is not settled."""
    row = await require_unfinished(tx, game_id)
    turn = await present(tx, row)
    if turn.turn != expect_turn:
        raise WrongPhaseError(f"Turn {expect_turn} is over; **{row.name}** is at turn {turn.turn}.")
    if turn.state not in {"open", "battles"}:
        raise WrongPhaseError(f"Turn {expect_turn} is resolved already; its draft waits to be published.")
    if row.status == "paused":
        raise WrongPhaseError(f"**{row.name}** is paused; resume it first.")
    key = await snapshots.require(tx, row.id, turn.opening)
    last = await deadlines.last(tx, row.id, turn.opening)
    due = None if last is None else last.due_at
    packed = await packed_at(tx, services, key)
    met = await battles.of_opening(tx, row.id, turn.opening)
    said = await events.encoded_of_opening(tx, row.id, turn.opening)
    case = Case(row, turn, packed, orders=b"[]", words={}, due=due, start=key, salts={}, battles=met, said=said)
    if turn.state == "battles":
        if any(battle.state != "settled" for battle in met):
            raise WrongPhaseError(f"Turn {expect_turn} waits for its battles; /gm battle settles them.")
        return changed(case, orders=turn.orders or b"[]", words=turn.words)
    signed = orders.standing(await orders.of_turn(tx, row.id, turn.turn))
    words = {s.side: s.word for s in await sheets.of_opening(tx, row.id, turn.opening) if s.word}
    changes = await hand_overs(tx, row)
    salts = {side: numbered(n, services.entropy(SALT_BYTES).hex()) for side, n in sorted(changes.items())}
    return changed(case, orders=encode_signed(signed), words=words, salts=salts)


async def play(services: Services, case: Case, *, urgent: bool = False) -> Resolved | Stopped:
    """Play the turn in a worker, an `urgent` one before what nobody waits for. Outcomes count only once it has come to its
    battles: one that is kept from elsewhere (an imported game's) is for a battle that must be met again, just as it was."""
    turn = case.turn
    known = tuple(b.outcome for b in case.battles if b.outcome is not None) if turn.state == "battles" else ()
    given = (case.packed, case.orders, case.seed, turn.dice_name, turn.turn, case.salts, known, case.said)
    return await services.workers.run(resolve, *given, urgent=urgent)
