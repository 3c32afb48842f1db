"""A fork as it is kept, and as it is read with everything that it is played from.

A fork says which turn is played otherwise, with which dice, and what is changed; it holds no result.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import BattleId, BattleOutcome
from rules.dice import mix
from rules.values import Roll, Value, WrongPhaseError, field
from rules.values import changed as replace
from storage import battles, events, forks, orders, sheets, snapshots, turns
from storage.codec import AMENDMENTS, ORDERS, decode_signed, encode_signed, from_document
from storage.db import Transaction
from storage.forks import ForkRow
from storage.games import GameRow
from storage.orders import OrderRow
from storage.snapshots import Phase, SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.whatif.fork_adjudication import ChangeStep, ForkJob
from umpire.games.games import require_unfinished

Base: TypeAlias = Literal["open", "draft", "published"]
Way: TypeAlias = Literal["quick", "chair"]
MOST_CHANGES: Final = 60
MOST_ORDERS: Final = 100
TOKEN_LENGTH: Final = 12
STALE_FORK: Final = (
    "The campaign has moved on since this what-if was begun, so nothing was done. Throw it away and begin another "
    "(/gm whatif)."
)
NO_FORK: Final = "There is no what-if; /gm whatif begins one."
PHASES: Final = ("start", "draft")


class ForkAmendment(Value):
    """An amendment of the fork: of the turn's start, or (`draft`) of what it leads to. `amendment` is as `AMENDMENTS` encodes it;
    `rolls` are the dice that went into it, `told` what it says in words."""

    phase: Phase
    amendment: str
    reason: str
    rolls: tuple[Roll, ...] = ()
    told: tuple[str, ...] = ()


class ForkOrder(Value):
    """An order that a side has in the fork alone, by its number on that side's sheet; `order` as `ORDERS` encodes it."""

    side: SideId
    number: int
    order: str


class Fork(Value):
    """What is played otherwise. `seed` is that of its dice in hexadecimal; `drawn` says that they are not the turn's own.

    `salts` are for sides whose seats changed hands before an open turn; `dropped` the ids of orders that do not count in it,
    `battles` how a battle that people settle is settled here; `reason` is what everybody reads if it is adopted.
    """

    turn: int
    base: Base
    seed: str
    drawn: bool
    reason: str
    salts: Mapping[SideId, str] = field(default_factory=dict)
    changes: tuple[ForkAmendment, ...] = ()
    added: tuple[ForkOrder, ...] = ()
    dropped: tuple[str, ...] = ()
    battles: Mapping[BattleId, Way] = field(default_factory=dict)


class OrderInFork(Value):
    """An order as it counts in the fork: the name it is taken off by ("3" of the side's own, "w1" of one added here)."""

    label: str
    signed: SignedOrder


class ForkReading(Value):
    """A fork as read: the game, the turn it is at, the playing of a turn that is forked, and what that was played from.

    `given` are the orders as they stand or were, before the fork's; `rows` all that were ever entered for the turn; `acts` what
    was changed of the draft; `told` the encoded events of the start. `token` changes with anything that the result depends on.
    """

    game: GameRow
    now: TurnRow
    back: TurnRow
    row: ForkRow
    fork: Fork
    start: SnapshotKey
    packed: bytes
    given: tuple[SignedOrder, ...]
    rows: tuple[OrderRow, ...]
    words: Mapping[SideId, str]
    acts: tuple[ChangeStep, ...]
    known: tuple[tuple[Battle, BattleOutcome], ...]
    told: tuple[bytes, ...]
    token: str

    @property
    def seed(self) -> bytes:
        """The seed of the fork's dice, before words are mixed in."""
        return bytes.fromhex(self.fork.seed)

    @property
    def dice_name(self) -> str:
        """The game's name in them: drawn dice are this game's own."""
        return self.game.id if self.fork.drawn else self.back.dice_name

    def entries(self, side: SideId = "") -> tuple[OrderInFork, ...]:
        """The orders that count in the fork, of one side or of all."""
        kept = [
            OrderInFork(str(o.number), o) for o in self.given if o.id not in self.fork.dropped and side in {"", o.side}
        ]
        return (*kept, *(e for e in self._added() if side in {"", e.signed.side}))

    def _added(self) -> list[OrderInFork]:
        """Under the numbers that they get if the fork is adopted: after all that were ever entered."""
        found: list[OrderInFork] = []
        for one in self.fork.added:
            used = [o.number for o in self.rows if o.side == one.side]
            used += [e.signed.number for e in found if e.signed.side == one.side]
            number = 1 + max(used, default=0)
            id_ = f"{one.side}-{self.fork.turn}-{number}"
            found.append(
                OrderInFork(f"w{one.number}", SignedOrder(id_, one.side, number, ORDERS.decode(one.order.encode())))
            )
        return found

    def job(self, *, changed: bool = True) -> ForkJob:
        """The month with all that is changed of it; without, as it is, with the fork's dice."""
        fork = self.fork if changed else replace(self.fork, changes=(), added=(), dropped=(), battles={})
        signed = self.entries() if changed else replace(self, fork=fork).entries()
        mine = {phase: tuple(_act(c) for c in fork.changes if c.phase == phase) for phase in PHASES}
        return ForkJob(
            packed=self.packed,
            before=mine["start"],
            orders=encode_signed(entry.signed for entry in signed),
            seed=mix(self.seed, self.words),
            dice_name=self.dice_name,
            turn=fork.turn,
            salts=fork.salts,
            known=self.known,
            ways=fork.battles,
            after=(*self.acts, *mine["draft"]),
        )


def _act(change: ForkAmendment) -> ChangeStep:
    return ChangeStep(AMENDMENTS.decode(change.amendment.encode()), change.reason, change.rolls)


async def read_fork(tx: Transaction, game_id: str, token: str = "") -> ForkReading:
    """A game's fork. WrongPhaseError: there is none, the game has moved on since it was begun, or what it is played from is not
    what `token` was made of."""
    row = await require_unfinished(tx, game_id)
    kept = await forks.find(tx, row.id)
    if kept is None:
        raise WrongPhaseError(NO_FORK)
    now = await present(tx, row)
    fork = from_document(Fork, kept.document)
    back = await turns.find(tx, row.id, kept.forked)
    if back is None or kept.revision != row.revision or now.state == "battles" or back.state != fork.base:
        raise WrongPhaseError(STALE_FORK)
    found = await _read(tx, row, now, back, kept, fork)
    if token and token != found.token:
        raise WrongPhaseError(
            "Something has changed since this was shown to you (an order, a draft or the what-if itself), so nothing was done; "
            "look at the difference again."
        )
    return found


async def _read(tx: Transaction, row: GameRow, now: TurnRow, back: TurnRow, kept: ForkRow, fork: Fork) -> ForkReading:
    start = await snapshots.require(tx, row.id, back.revision)
    rows = await orders.of_turn(tx, row.id, back.turn)
    words = dict(back.words)
    if back.state == "open":
        given = orders.in_force(rows)
        words = {s.side: s.word for s in await sheets.of_revision(tx, row.id, back.revision) if s.word}
    else:
        given = decode_signed(back.orders or b"[]")
    made = await events.amendments_of(tx, row.id, back.revision)
    acts = tuple(ChangeStep(one.amendment, one.reason) for one in made if one.phase == "draft")
    fought = [b for b in await battles.of_revision(tx, row.id, back.revision) if b.outcome is not None]
    told = [e.data for e in await events.stored_of_revision(tx, row.id, back.revision) if e.phase == "start"]
    digest = hashlib.sha256(encode_signed(given))
    parts: Sequence[object] = (
        row.id,
        now.revision,
        back.revision,
        kept.version,
        start.seq,
        len(acts),
        sorted(words.items()),
    )
    digest.update(repr(parts).encode())
    return ForkReading(
        game=row,
        now=now,
        back=back,
        row=kept,
        fork=fork,
        start=start,
        packed=await snapshots.load_packed(tx, start),
        given=given,
        rows=rows,
        words=words,
        acts=acts,
        known=tuple((b.fight, b.outcome) for b in fought if b.outcome is not None),
        told=tuple(told),
        token=digest.hexdigest()[:TOKEN_LENGTH],
    )
