"""A turn as it was read, to be resolved: its start, its orders, its dice, and the battles of it that are settled.

A turn that comes to battles which people settle is stopped: nothing of it is saved but that it waits, and for what.
"""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import SideId
from rules.dice import format_salt, mix
from rules.values import Value, WrongPhaseError, changed
from storage import battles, deadlines, events, orders, seats, sheets, snapshots, turns
from storage.battles import BattleRow
from storage.codec import encode_signed
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.adjudication import Resolved, StoppedMonth, resolve
from umpire.campaign.views.side_views import packed_at
from umpire.games.games import require_unfinished, settings_of
from umpire.games.options import GameSettings
from umpire.games.seat import note
from umpire.games.seat_history import hand_overs
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

SALT_BYTES = 16
BATTLE_HOURS: Final = 72
"""So long a battle waits for its people, unless the game master says otherwise (CW-9.0-08)."""
PLAYER_COMMANDER: Final = "its player"
GM_COMMANDER: Final = "the game master"
"""Who commands a side unless the game master appoints somebody: every unit that no player owns is theirs (CW-9.0-06)."""


class TurnInput(Value):
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


async def read_turn_input(tx: Transaction, services: Services, game_id: str, expect_turn: int) -> TurnInput:
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
    key = await snapshots.require(tx, row.id, turn.revision)
    last = await deadlines.last(tx, row.id, turn.revision)
    due = None if last is None else last.due_at
    packed = await packed_at(tx, services, key)
    met = await battles.of_revision(tx, row.id, turn.revision)
    said = await events.encoded_of_revision(tx, row.id, turn.revision)
    case = TurnInput(row, turn, packed, orders=b"[]", words={}, due=due, start=key, salts={}, battles=met, said=said)
    if turn.state == "battles":
        if any(battle.state != "settled" for battle in met):
            raise WrongPhaseError(f"Turn {expect_turn} waits for its battles; /gm battle settles them.")
        return changed(case, orders=turn.orders or b"[]", words=turn.words)
    signed = orders.in_force(await orders.of_turn(tx, row.id, turn.turn))
    words = {s.side: s.word for s in await sheets.of_revision(tx, row.id, turn.revision) if s.word}
    changes = await hand_overs(tx, row)
    salts = {side: format_salt(n, services.entropy(SALT_BYTES).hex()) for side, n in sorted(changes.items())}
    return changed(case, orders=encode_signed(signed), words=words, salts=salts)


async def play(services: Services, case: TurnInput, *, urgent: bool = False) -> Resolved | StoppedMonth:
    """Play the turn in a worker, an `urgent` one before what nobody waits for. Outcomes count only once it has come to its
    battles: one that is kept from elsewhere (an imported game's) is for a battle that must be met again, just as it was."""
    turn = case.turn
    known = tuple(b.outcome for b in case.battles if b.outcome is not None) if turn.state == "battles" else ()
    given = (case.packed, case.orders, case.seed, turn.dice_name, turn.turn, case.salts, known, case.said)
    return await services.workers.run(resolve, *given, urgent=urgent)


async def stop(
    tx: Transaction, services: Services, case: TurnInput, met: tuple[Battle, ...], actor: str, *, named: bool
) -> None:
    """Have a turn wait for the battles that it has met: its orders are closed as they are, the game master is told, and nobody
    else. A battle that is settled already, just as it comes now, is not asked for again.

    StaleStateError if an order changed. RuntimeError: the month asks for a battle whose outcome it was given.
    """
    row, turn, now = case.game, case.turn, services.seconds()
    before = {battle.battle: battle for battle in case.battles}
    if turn.state == "battles" and any(battle.id in before for battle in met):
        raise RuntimeError(f"turn {turn.turn} of {row.id} does not take the outcome of a battle that is settled")
    await turns.wait(tx, turn, case.words, case.orders)
    await deadlines.close(tx, row.id, turn.revision, "done")
    commanders = await _commanders(tx, row, met)
    settings = settings_of(row)
    hours = _hours(settings)
    round_ = 1 + max((battle.round for battle in case.battles), default=0) if turn.state == "battles" else 1
    fresh = [
        BattleRow(
            row.id,
            turn.revision,
            b.id,
            round=round_,
            fight=b,
            state="waiting",
            commanders=commanders[b.id],
            asked_at=now,
            deadline=None
            if hours is None
            else now + (hours if b.method != "fought" else max(hours, BATTLE_HOURS)) * 3600,
        )
        for b in met
        if not (b.id in before and before[b.id].state == "settled" and before[b.id].fight == b)
    ]
    if turn.state == "open":
        again = [before[b.id] for b in met if b.id not in {one.battle for one in fresh}]
        await battles.forget(tx, row.id, turn.revision, -1)
        await battles.add(tx, again)
    await battles.add(tx, fresh)
    await note(tx, services, row.id, actor, "turn.waits", turn=turn.turn, battles=[battle.battle for battle in fresh])
    await enqueue(tx, services, *turn_letters.waiting_letters(row, turn, fresh, named=named))


def _hours(settings: GameSettings) -> int | None:
    """How long a battle waits for the game master: until its default ruling, else the usual time, for ever in a campaign
    without a clock. Those that players fight have the usual time at least."""
    options = settings.options
    if options.gm != "person":
        return options.book_hours
    usual = BATTLE_HOURS if settings.schedule.kind != "none" else None
    return options.book_hours or usual


async def _commanders(tx: Transaction, row: GameRow, met: tuple[Battle, ...]) -> dict[str, dict[str, str]]:
    """Each side is commanded by its player, and by the game master where it has none."""
    held = {seat.side for seat in await seats.of_game(tx, row.id) if seat.side and seat.user_id is not None}
    return {b.id: {side: PLAYER_COMMANDER if side in held else GM_COMMANDER for side in b.sides} for b in met}
