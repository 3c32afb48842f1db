"""A capsule that was played again, written down as a new game: in a database of its own first, in memory, where everything is
checked, and then as it is into the one in use, in one short transaction that keeps nobody waiting.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from games.known import GAMES
from rules.dice import SEED_BYTES, commitment
from rules.values import GameError, Value, changed
from storage import audit, battles, events, games, governors, orders, row_copies, seats, sheets, snapshots, turns
from storage.codec import AMENDMENTS, from_document
from storage.db import MEMORY, Storage, Transaction
from storage.events import AmendmentRow, RollRow
from storage.games import GameRow, Status
from storage.governors import GovernorRow, StoredBotTurn
from storage.orders import StoredOrder, StoredStanding
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.capsules.capsule import (
    AmendmentRecord,
    AuditRecord,
    Capsule,
    GovernedRecord,
    GovernorRecord,
    OrdersRecord,
    OutcomesRecord,
    RollRecord,
    SeatRecord,
    Settled,
    SheetRecord,
    SnapshotRecord,
    StandingRecord,
    TurnRecord,
)
from umpire.capsules.capsule_replay import Replayed, consistent
from umpire.games.games import check_channel, require_game, sides_of
from umpire.games.new_game import clean_name, new_id
from umpire.games.options import GameSettings, check_options, check_schedule
from umpire.games.seat import note
from umpire.services.services import Cache, Services


class ImportTarget(Value):
    """Where an imported game is to live, and who is its game master."""

    guild_id: int
    channel_id: int
    gm_user_id: int
    keep_players: bool = False


@dataclass(slots=True)
class _Revision:
    """What a capsule holds of one revision, beside its turn."""

    orders: bytes | None = None
    states: list[SnapshotRecord] = field(default_factory=list)
    acts: list[AmendmentRecord] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)


async def add_game(
    services: Services, capsule: Capsule, replayed: tuple[Replayed, ...], place: ImportTarget, digest: str
) -> str:
    """Make the whole game under a new id, which it gives; `digest` is the capsule's own, for the audit log.

    GameError: records contradict each other, or another game is on in the channel. Nothing is written then.
    """
    async with services.storage.reading() as tx:
        await check_channel(tx, place.guild_id, place.channel_id)
        game_id = await new_id(tx, services)
    async with await Storage.open(MEMORY) as aside_storage:
        aside = changed(services, storage=aside_storage, cache=Cache())
        async with aside_storage.transaction() as tx:
            await _insert(tx, aside, capsule, replayed, place, game_id)
            await note(tx, aside, game_id, str(place.gm_user_id), "game.imported", sha256=digest)
        async with aside_storage.reading() as tx:
            rows = await row_copies.rows_of(tx, game_id)
    async with services.storage.transaction() as tx:
        await check_channel(tx, place.guild_id, place.channel_id)
        if await games.find(tx, game_id) is not None:
            raise GameError("Another game was made meanwhile and took this one's id; import it once more.")
        await row_copies.add_rows(services.storage, tx, rows)
    return game_id


async def _insert(
    tx: Transaction,
    services: Services,
    capsule: Capsule,
    replayed: tuple[Replayed, ...],
    place: ImportTarget,
    game_id: str,
) -> None:
    """Insert the whole game. GameError if records contradict each other."""
    revisions = capsule.turns()
    if not revisions or [record.revision for record in revisions] != list(range(len(revisions))):
        raise GameError("The capsule's turns are not in order.")
    with consistent("its settings"):
        await _game(tx, services, capsule, game_id, place, revisions[-1])
    with consistent("its seats"):
        await _seats(tx, capsule, game_id, place)
        sides = tuple(str(side["id"]) for side in capsule.settings().scenario["sides"])
    found = _by_revision(capsule)
    for record, again in zip(revisions, replayed, strict=True):
        with consistent(f"turn {record.turn} (revision {record.revision})"):
            held = found.get(record.revision, _Revision())
            await _turn(tx, services, capsule, game_id, record, held, sides, last=record is revisions[-1])
            await _played(tx, held, game_id, again)
    with consistent("its governors"):
        await _governors(tx, capsule, game_id)
    with consistent("its orders"):
        await _orders(tx, capsule, game_id)
    with consistent("its standing orders"):
        lists = [line for line in capsule.records if isinstance(line, StandingRecord)]
        kept = [StoredStanding(game_id, r.revision, r.side, 0, bytes(r.sheet), r.at) for r in lists]
        await orders.add_stored_standing(tx, kept)
    with consistent("its rolls"):
        await _rolls(tx, capsule, game_id)
    with consistent("its audit log"):
        lines = [line for line in capsule.records if isinstance(line, AuditRecord)]
        await audit.add_all(tx, game_id, [(line.at, line.actor, line.action, line.detail) for line in lines])
    if revisions[-1].turn > 0:
        with consistent("its last turn"):
            row = await require_game(tx, game_id)
            await capsule.system.reopened(tx, services, row, renewed=revisions[-1].seed is None)


def _by_revision(capsule: Capsule) -> dict[int, _Revision]:
    found: dict[int, _Revision] = defaultdict(_Revision)
    for record in capsule.records:
        match record:
            case OrdersRecord():
                if found[record.revision].orders is None:
                    found[record.revision].orders = bytes(record.orders)
            case OutcomesRecord():
                found[record.revision].settled += record.battles
            case SnapshotRecord():
                found[record.revision].states.append(record)
            case AmendmentRecord():
                found[record.revision].acts.append(record)
            case _:
                pass
    return found


async def _game(
    tx: Transaction, services: Services, capsule: Capsule, game_id: str, place: ImportTarget, last: TurnRecord
) -> None:
    found = capsule.settings()
    settings = from_document(GameSettings, found.settings)
    check_schedule(settings.schedule)
    check_options(settings.options)
    status: Status = "paused" if found.status == "running" else found.status
    await games.add(
        tx,
        GameRow(
            id=game_id,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            name=clean_name(capsule.head.name),
            system=capsule.system.name,
            status=status,
            version=1,
            revision=last.revision,
            settings=found.settings,
            scenario=found.scenario,
            created_at=services.seconds(),
            gm_role_id=None,
        ),
    )


async def _seats(tx: Transaction, capsule: Capsule, game_id: str, place: ImportTarget) -> None:
    await seats.add(tx, SeatRow(game_id, "", 0, place.gm_user_id))
    users = {r.side: r.user for r in capsule.records if isinstance(r, SeatRecord) and r.side}
    for flag in sides_of(await require_game(tx, game_id)):
        user = users.get(flag.id) if place.keep_players else None
        await seats.add(tx, SeatRow(game_id, flag.id, 0, None if user == place.gm_user_id else user))


async def _turn(
    tx: Transaction,
    services: Services,
    capsule: Capsule,
    game_id: str,
    record: TurnRecord,
    held: _Revision,
    sides: tuple[str, ...],
    *,
    last: bool,
) -> None:
    seed = bytes.fromhex(record.seed or "")
    promised, name = record.commitment, record.game if isinstance(record.game, str) else capsule.head.id
    if not seed and last and record.turn > 0:
        # Nobody knows the seed that was promised: the turn gets a new one, under the new game's name.
        seed = services.entropy(SEED_BYTES)
        promised, name = commitment(seed), game_id
    await turns.add(
        tx,
        TurnRow(
            game=game_id,
            revision=record.revision,
            turn=record.turn,
            dice_name=name,
            seed=seed,
            commitment=promised,
            redoes=record.redoes,
            state=record.state,
            changes=0,
            opened_at=record.opened_at,
            resolved_at=record.resolved_at,
            published_at=record.published_at,
            undone_at=record.undone_at,
            words={} if record.state == "open" else record.words,
            orders=held.orders,
            ruleset=GAMES[capsule.system.name].ruleset if record.state == "open" else capsule.ruleset_of(record),
        ),
    )
    await sheets.add(tx, game_id, record.revision, sides if record.turn > 0 else ())
    if record.state == "open":
        for sheet in await sheets.of_revision(tx, game_id, record.revision):
            await sheets.save(tx, sheet, sheet.state, record.words.get(sheet.side, ""))


async def _played(tx: Transaction, held: _Revision, game_id: str, again: Replayed) -> None:
    """The states and events of one revision, as they came out again."""
    for record in held.states:
        state = again.states.get((record.phase, record.seq))
        if state is None:
            raise GameError(f"The capsule has a state of revision {again.revision} that nothing leads to.")
        await snapshots.add_packed(tx, SnapshotKey(game_id, again.revision, record.phase, record.seq), state)
    for act in held.acts:
        amendment = AMENDMENTS.decode(bytes(act.amendment))
        row = AmendmentRow(game_id, act.revision, act.phase, act.seq, amendment, act.reason, act.actor, at=act.at)
        await events.add_amendment(tx, row)
    for one in held.settled:
        fought = bytes(one.battle), bytes(one.outcome)
        place = game_id, again.revision, one.round, one.asked_at
        await battles.add_settled(tx, *place, *fought, commanders=one.commanders, at=one.at, by=one.by)
    for phase, happened in again.events.items():
        await events.append_encoded(tx, game_id, again.revision, phase, happened)


async def _governors(tx: Transaction, capsule: Capsule, game_id: str) -> None:
    """Who governed goes on; a deputy whose player does not come along leads on as their successor."""
    held = {seat.side for seat in await seats.of_game(tx, game_id) if seat.side and seat.user_id is not None}
    for record in capsule.records:
        if isinstance(record, GovernorRecord) and (record.role == "deputy" or record.side not in held):
            await governors.put(tx, GovernorRow(game_id, record.side, record.character, record.strength, record.role))
    made = [r for r in capsule.records if isinstance(r, GovernedRecord)]
    await governors.add_stored_bot_turns(
        tx,
        [
            StoredBotTurn(
                game_id,
                r.revision,
                r.side,
                r.character,
                r.strength,
                failed=r.failed,
                memory=bytes(r.memory),
                plan=bytes(r.plan),
                at=r.at,
            )
            for r in made
        ],
    )


async def _orders(tx: Transaction, capsule: Capsule, game_id: str) -> None:
    for record in capsule.records:
        if isinstance(record, SheetRecord):
            await orders.add_stored(
                tx,
                [
                    StoredOrder(
                        game_id,
                        o.id,
                        record.turn,
                        o.side,
                        o.number,
                        order=capsule.system.order(bytes(o.order)),
                        entered_by=o.entered_by,
                        entered_at=o.entered_at,
                        withdrawn_at=o.withdrawn_at,
                        withdrawn_why=o.withdrawn_why,
                        source=o.source,
                    )
                    for o in record.orders
                ],
            )


async def _rolls(tx: Transaction, capsule: Capsule, game_id: str) -> None:
    revision = 0
    found: list[RollRow] = []
    for record in capsule.records:
        if isinstance(record, TurnRecord):
            revision = record.revision
        elif isinstance(record, RollRecord) and not record.mixed:
            row = RollRow(
                game_id,
                revision,
                record.key,
                record.sides,
                record.side,
                user_id=record.user,
                text=record.text,
                faces=tuple(record.faces),
                at=record.at,
            )
            found.append(row)
    await events.add_rolls(tx, found)
