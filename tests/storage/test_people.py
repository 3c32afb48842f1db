"""Removing a person: every column is known, ids alone are taken out, and states that were kept as differences stay readable."""

import msgspec
import pytest
from sqlalchemy import Integer, text
from sqlalchemy.dialects import sqlite

from storage import audit, games, outbox, people, seats, snapshots, turns
from storage.codec import pack
from storage.db import Storage
from storage.schema import metadata
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from tests.storage.letters import put_letter
from tests.storage.test_repositories import GAME, TURN

USER, LONGER = 123456789012345678, 1234567890123456789
PEOPLE = frozenset(
    {
        "seats.user_id",
        "orders.entered_by",
        "rolls.user_id",
        "drafts.user_id",
        "blueprints.owner",
        "squadrons.owner",
        "ping_preferences.user_id",
        "pings.user_id",
        "absences.user_id",
        "seats.deputy_id",
        "attendance.named_id",
        "read_marks.user_id",
        "digests.user_id",
    }
)
NOBODY = frozenset(
    {
        "games.guild_id", "games.channel_id", "games.version", "games.revision", "games.created_at", "games.gm_role_id",
        "seats.slot", "seats.thread_id", "seats.dm", "seats.away", "seats.atlas", "sheets.version", "sheets.live_message_id",
        "turns.turn", "turns.redoes", "turns.changes", "turns.opened_at", "turns.resolved_at", "turns.published_at",
        "turns.undone_at", "orders.turn", "orders.number", "orders.entered_at", "orders.withdrawn_at", "amendments.at",
        "deadlines.turn", "deadlines.due_at", "deadlines.claimed_at", "deadlines.extended_seconds", "reminders.at",
        "reminders.done", "outbox.seq", "outbox.attempts", "outbox.not_before", "outbox.created_at", "outbox.claimed_at",
        "outbox.sent_at", "outbox.message_id", "audit.at", "heartbeat.at", "rolls.at", "problems.reported_at",
        "problems.mended_at", "idempotency_keys.at", "documents.version",
        "documents.changed_at", "blueprints.guild", "blueprints.shared",
        "blueprints.changed_at", "squadrons.guild", "squadrons.version", "squadrons.changed_at",
        "ping_preferences.changed_at", "pings.revision", "pings.at",
        "read_marks.revision", "read_marks.seq", "read_marks.at", "digests.next_at",
        "digests.changed_at",
        "away_servers.since",
        "battle_outcomes.round", "battle_outcomes.asked_at", "battle_outcomes.deadline", "battle_outcomes.frozen_at",
        "battle_outcomes.settled_at", "drafts.at", "bot_turns.at", "standing_orders.version", "standing_orders.at",
        "snapshots.base_revision", "snapshots.base_seq", "rolls.sides",
        "absences.guild", "absences.since", "absences.until", "attendance.granted", "attendance.returned_at", "attendance.used",
        "votes.version", "votes.due_at",
        "forks.version", "forks.revision", "forks.forked", "forks.changed_at",
        "shards.first", "shards.last", "shards.total", "shards.at", "logins.next_at",
    }
)  # fmt: skip
"""Whole numbers that name no person: times, counts, servers, channels, threads, messages, roles."""


def test_every_column_of_whole_numbers_is_known_to_hold_a_person_or_nobody() -> None:
    columns = {f"{table.name}.{column.name}": column for table in metadata.tables.values() for column in table.columns}
    dialect = sqlite.dialect()
    kinds = {name: column.type.dialect_impl(dialect) for name, column in columns.items()}
    numbers = {name for name, kind in kinds.items() if isinstance(kind, Integer)}
    keys = {name for name in numbers if columns[name].primary_key or columns[name].foreign_keys} - PEOPLE
    assert numbers - keys - NOBODY == PEOPLE, "say in storage/people.py what becomes of it"
    assert {
        f"{c.table.name}.{c.name}" for c in (*people.EMPTIED_COLUMNS, *people.ID_COLUMNS, *people.OWNER_COLUMNS)
    } == PEOPLE


async def test_an_id_goes_wherever_it_stands_and_longer_ones_stay(storage: Storage) -> None:
    whole = msgspec.json.encode({"words": "x" * 9000, "said": f"<@{USER}> and <@{LONGER}>"})
    later = msgspec.json.encode({"words": "x" * 9001, "said": f"<@{USER}> and <@{LONGER}>"})
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await turns.add(tx, TURN)
        await seats.add(tx, SeatRow(GAME.id, "red", 0, USER, 5, True))
        await audit.add(tx, GAME.id, 1, str(USER), "seat.taken", {"user": USER, "text": f"hail <@!{USER}> {LONGER}"})
        letter = {"text": f"<@{USER}> leads", "mentions": [USER, LONGER], "target": {"kind": "dm", "id": USER}}
        await put_letter(tx, GAME.id, {"kind": "dm", "id": USER}, letter, f"desk/red/{USER}", "n", 1)
        for seq, state in enumerate((whole, later)):
            await snapshots.add_packed(tx, SnapshotKey(GAME.id, 1, "start", seq), pack(state))
        await tx.execute(
            text("INSERT INTO events VALUES ('g2b4', 1, 0, 'draft', :event)"), {"event": f'["Said", "{USER}"]'.encode()}
        )
        assert await people.games_with(tx, USER) == (GAME.id,)
        done, hashed = await people.take_out(tx, GAME.id, USER, 2)
        assert (done, hashed) == (9, 3)
        assert await people.take_out(tx, GAME.id, USER, 3) == (0, 0)
        [act] = await audit.whole(tx, GAME.id)
        assert (act.actor, act.detail) == (
            "former player 2",
            {"user": "former player 2", "text": f"hail former player 2 {LONGER}"},
        )
        [row] = await outbox.of_game(tx, GAME.id)
        assert row.target == {"kind": "gm", "id": 0}
        assert row.letter["mentions"] == [LONGER]
        assert row.edit_key == "desk/red/former player 2"
        for seq, state in enumerate((whole, later)):
            now = await snapshots.load(tx, SnapshotKey(GAME.id, 1, "start", seq))
            assert now == state.replace(f"<@{USER}>".encode(), b"<@000000000000000002>")
        assert (await seats.of_game(tx, GAME.id))[0].user_id is None


@pytest.mark.parametrize("said", [f"x{USER}y", f"{USER}", f"<@{USER}>"])
def test_an_id_in_a_text_becomes_words(said: str) -> None:
    assert str(USER) not in str(people._cleared({said: [said, {"a": said}]}, USER, 1))
