"""Writing any game down as a capsule: the whole, the operator's with all secrets, or one side's own.

What everybody may know of its dice is read the same way: turns with their commitments, and the seeds revealed by now.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from games.known import GAMES
from rules.values import Roll, Value
from storage import audit, battles, events, governors, orders, seats, sheets, snapshots, turns
from storage.codec import AMENDMENTS, encode_value
from storage.db import Transaction
from storage.games import GameRow
from storage.orders import StoredOrder
from storage.snapshots import Phase
from storage.turns import TurnRow
from storage.turns import TurnState as TurnStatus
from umpire.capsules import capsule
from umpire.games.dice_draws import draws_of
from umpire.games.games import require_game
from umpire.games.rolls import is_for
from umpire.games.seeds import is_told
from umpire.services.services import Services
from umpire.systems.contract import Happened, System
from umpire.systems.known import system_of

_PHASES: tuple[Phase, ...] = ("start", "draft")


class _CapsuleReader(Value):
    """For whom a capsule of a game is: a side and the user who plays it, or one who may have the whole ("" and perhaps with
    `secret`). `others` are the revisions that were resolved by other rules than this program's."""

    system: System
    others: frozenset[int]
    side: str
    user: int
    secret: bool


async def export(tx: Transaction, row: GameRow, *, side: str = "", user: int = 0, secret: bool = False) -> bytes:
    """A game's capsule. A side's, made for a `user`, never holds a seed that is not told, a state, another side's orders, or
    what anybody but this user rolled in secret."""
    system, ruleset, opened = system_of(row.system), GAMES[row.system].ruleset, await turns.of_game(tx, row.id)
    others = frozenset(turn.revision for turn in opened if turn.ruleset != ruleset)
    reader = _CapsuleReader(system, others, side, user, secret and not side)
    records: list[capsule.AnyRecord] = [
        capsule.SettingsRecord(row.settings, row.status, row.created_at, None if side else row.scenario),
    ]
    if not side:
        records += [capsule.SeatRecord(s.side, s.slot, s.user_id) for s in await seats.of_game(tx, row.id)]
        led = await governors.of_game(tx, row.id)
        records += [capsule.GovernorRecord(g.side, g.character, g.strength, g.role) for g in led]
    for turn in opened:
        records += await _turn(tx, row, turn, reader)
    given = await orders.stored_of_game(tx, row.id)
    records += _sheets(system, [order for order in given if not side or order.side == side])
    if not side:
        records += await _governed(tx, row)
        records += [capsule.AuditRecord(a.at, a.actor, a.action, dict(a.detail)) for a in await audit.whole(tx, row.id)]
    return capsule.write_capsule(capsule.GameHead(row.id, row.name, system.name, ruleset, system.schema, side), records)


async def _turn(tx: Transaction, row: GameRow, turn: TurnRow, reader: _CapsuleReader) -> list[capsule.AnyRecord]:
    # The whole holds all states: whoever has those is told the seed of a turn with its result.
    told = is_told(row, turn, reader.system.seeds_told if reader.side else "turn")
    revealed_dice = (reader.secret or told) and turn.seed != b""
    # Without its seed a draft cannot be played again: it is written down as the open turn it was.
    # What waits in its midst is not resolved, and is the open turn it was, too.
    untold = turn.state == "draft" and not revealed_dice
    state: capsule.TurnState = "open" if untold or turn.state == "battles" else turn.state
    drafted = state != "open" and turn.orders is not None
    words = dict(turn.words)
    if turn.state in {"open", "battles"} and reader.secret:
        words = {s.side: s.word for s in await sheets.of_revision(tx, row.id, turn.revision) if s.word}
    found: list[capsule.AnyRecord] = [
        capsule.TurnRecord(
            turn=turn.turn,
            commitment=turn.commitment,
            seed=turn.seed.hex() if revealed_dice else None,
            words=words if revealed_dice else {},
            revision=turn.revision,
            state=state,
            opened_at=turn.opened_at,
            game=msgspec.UNSET if turn.dice_name == row.id else turn.dice_name,
            redoes=turn.redoes,
            resolved_at=turn.resolved_at if drafted else None,
            published_at=turn.published_at,
            undone_at=turn.undone_at,
            ruleset=turn.ruleset if turn.revision in reader.others else "",
        )
    ]
    # A draft that was undone before it was published was never any side's to see.
    shown = drafted and (not reader.side or turn.published_at is not None)
    stored = await events.stored_of_revision(tx, row.id, turn.revision)
    told_of = [(e.phase, reader.system.happened(e.data)) for e in stored if shown or e.phase == "start"]
    happened = [(phase, event) for phase, event in told_of if not reader.side or event.is_seen_by(reader.side)]
    found += _rolls_in(turn.turn, [event for _, event in happened])
    found += [
        capsule.RollRecord(
            turn.turn,
            r.key,
            r.sides,
            faces=list(r.faces),
            mixed=False,
            side=r.side,
            user=r.user_id,
            text=r.text,
            at=r.at,
        )
        for r in await events.rolls_of(tx, row.id, turn.revision)
        if not reader.side or is_for(r, reader.side, reader.user)
    ]
    found += [
        capsule.StandingRecord(turn.turn, s.revision, s.side, msgspec.Raw(s.sheet), s.at)
        for s in await orders.stored_standing_of_revision(tx, row.id, turn.revision)
        if not reader.side or s.side == reader.side
    ]
    if not reader.side:
        found += await _truth(tx, reader, turn, drafted=drafted)
        if drafted or (state == "open" and reader.secret):
            found += await _outcomes(tx, turn)
    for phase in _PHASES:
        part = [msgspec.Raw(event.data) for in_phase, event in happened if in_phase == phase]
        if part:
            found.append(capsule.EventsRecord(turn.turn, turn.revision, phase, part))
    return found


async def _truth(tx: Transaction, reader: _CapsuleReader, turn: TurnRow, *, drafted: bool) -> list[capsule.AnyRecord]:
    found: list[capsule.AnyRecord] = []
    before = turn.revision - 1 if turn.redoes is None else turn.redoes
    other, after_other = turn.revision in reader.others, before in reader.others
    for key in await snapshots.of_revision(tx, turn.game, turn.revision):
        if drafted or key.phase == "start":
            data = await snapshots.load(tx, key)
            digest = hashlib.sha256(data).hexdigest()
            first = key.phase == "start" and (after_other or reader.system.is_given(key.revision, key.seq))
            if other or first:
                whole = msgspec.Raw(data)
                found.append(capsule.SnapshotRecord(turn.turn, key.revision, key.phase, key.seq, digest, whole))
            else:
                found.append(capsule.SnapshotRecord(turn.turn, key.revision, key.phase, key.seq, digest))
    for act in await events.amendments_of(tx, turn.game, turn.revision):
        if drafted or act.phase == "start":
            raw = msgspec.Raw(AMENDMENTS.encode(act.amendment))
            found.append(
                capsule.AmendmentRecord(
                    turn.turn,
                    act.revision,
                    act.phase,
                    act.seq,
                    amendment=raw,
                    reason=act.reason,
                    actor=act.actor,
                    at=act.at,
                )
            )
    if drafted and turn.orders is not None:
        found.append(capsule.OrdersRecord(turn.turn, turn.revision, msgspec.Raw(turn.orders)))
    return found


async def _outcomes(tx: Transaction, turn: TurnRow) -> list[capsule.AnyRecord]:
    settled = [
        capsule.Settled(
            msgspec.Raw(encode_value(row.fight)),
            msgspec.Raw(encode_value(row.outcome)),
            row.round,
            row.asked_at,
            dict(row.commanders),
            by=row.settled_by,
            at=row.settled_at,
        )
        for row in await battles.of_revision(tx, turn.game, turn.revision)
        if row.outcome is not None
    ]
    return [capsule.OutcomesRecord(turn.turn, turn.revision, settled)] if settled else []


async def _governed(tx: Transaction, row: GameRow) -> list[capsule.AnyRecord]:
    turn_of = {turn.revision: turn.turn for turn in await turns.of_game(tx, row.id)}
    return [
        capsule.GovernedRecord(
            turn=turn_of[g.revision],
            revision=g.revision,
            side=g.side,
            character=g.character,
            strength=g.strength,
            memory=msgspec.Raw(g.memory),
            plan=msgspec.Raw(g.plan),
            at=g.at,
            failed=g.failed,
        )
        for g in await governors.stored_bot_turns(tx, row.id)
    ]


def _rolls_in(turn: int, happened: list[Happened]) -> list[capsule.AnyRecord]:
    unique: dict[tuple[str, int, tuple[int, ...]], Roll] = {}
    for event in happened:
        for roll in event.rolls:
            unique.setdefault((roll.key, roll.sides, roll.faces), roll)
    return [capsule.RollRecord(turn, roll.key, roll.sides, list(roll.faces)) for roll in unique.values()]


def _sheets(system: System, given: list[StoredOrder[bytes]]) -> Iterator[capsule.AnyRecord]:
    for turn in sorted({order.turn for order in given}):
        yield capsule.SheetRecord(
            turn,
            [
                capsule.SheetOrder(
                    o.id,
                    o.side,
                    o.number,
                    order=msgspec.Raw(system.order(o.order)),
                    entered_by=o.entered_by,
                    entered_at=o.entered_at,
                    withdrawn_at=o.withdrawn_at,
                    withdrawn_why=o.withdrawn_why,
                    source=o.source,
                )
                for o in given
                if o.turn == turn
            ],
        )


class RevealedDice(Value):
    """One playing of a turn and its dice; `seed` (hexadecimal) is None until it is told.

    `draws` is how often the game master drew other dice for it after its orders were seen, of which these are the last; 0 for
    dice that were promised before. `again`: it was opened once more, after a playing of it was taken back.
    """

    turn: int
    revision: int
    state: TurnStatus
    commitment: str
    seed: str | None
    words: dict[str, str]
    draws: int = 0
    again: bool = False


async def revealed_dice(services: Services, game_id: str) -> tuple[RevealedDice, ...]:
    """All turns of a game with their commitments, and the seeds and words that are public by now. For everybody."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        drawn = await draws_of(tx, game_id)
        found: list[RevealedDice] = []
        for turn in await turns.of_game(tx, game_id):
            known = is_told(row, turn, system_of(row.system).seeds_told) and turn.seed != b""
            seed, words = (turn.seed.hex(), dict(turn.words)) if known else (None, {})
            draws, again = drawn.get(turn.revision, 0), turn.redoes is not None
            found.append(
                RevealedDice(
                    turn.turn,
                    turn.revision,
                    turn.state,
                    turn.commitment,
                    seed=seed,
                    words=words,
                    draws=draws,
                    again=again,
                )
            )
        return tuple(found)
