"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table of the first release."""
    op.create_table(
        "clicks",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_clicks")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_clicks_at"), "clicks", ["at"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild_id", WIDE, nullable=False),
        sa.Column("channel_id", WIDE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("created_at", WIDE, nullable=False),
        sa.Column("gm_role_id", WIDE, nullable=True),
        sa.CheckConstraint("status IN ('setup', 'running', 'paused', 'finished')", name=op.f("ck_games_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_games_channel_id"), "games", ["channel_id"], unique=False)
    op.create_index(op.f("ix_games_guild_id"), "games", ["guild_id"], unique=False)
    op.create_table(
        "heartbeat",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_heartbeat")),
        sqlite_strict=True,
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_audit_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_audit_game_id"), "audit", ["game", "id"], unique=False)
    op.create_table(
        "orders",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("order", sa.LargeBinary(), nullable=False),
        sa.Column("entered_by", WIDE, nullable=False),
        sa.Column("entered_at", WIDE, nullable=False),
        sa.Column("withdrawn_at", WIDE, nullable=True),
        sa.Column("withdrawn_why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_orders_game")),
        sa.PrimaryKeyConstraint("game", "id", name=op.f("pk_orders")),
        sa.UniqueConstraint("game", "turn", "side", "number", name=op.f("uq_orders_game_turn_side_number")),
        sqlite_strict=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("edit_key", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", WIDE, nullable=False),
        sa.Column("created_at", WIDE, nullable=False),
        sa.Column("claimed_at", WIDE, nullable=True),
        sa.Column("sent_at", WIDE, nullable=True),
        sa.Column("message_id", WIDE, nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('pending', 'sending', 'sent', 'failed')", name=op.f("ck_outbox_state")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_outbox_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("game", "seq", name=op.f("uq_outbox_game_seq")),
        sa.UniqueConstraint("nonce", name=op.f("uq_outbox_nonce")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_outbox_state_not_before"), "outbox", ["state", "not_before"], unique=False)
    op.create_table(
        "problems",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reported_at", WIDE, nullable=False),
        sa.Column("mended_at", WIDE, nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_problems_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_problems")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_problems_game_kind_subject"), "problems", ["game", "kind", "subject"], unique=False)
    op.create_table(
        "seats",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("user_id", WIDE, nullable=True),
        sa.Column("thread_id", WIDE, nullable=True),
        sa.Column("dm", FLAG, nullable=False),
        sa.Column("away", FLAG, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.PrimaryKeyConstraint("game", "side", "slot", name=op.f("pk_seats")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_seats_thread_id"), "seats", ["thread_id"], unique=False)
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"], unique=False)
    op.create_table(
        "turns",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("dice_name", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("redoes", sa.Integer(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("opened_at", WIDE, nullable=False),
        sa.Column("resolved_at", WIDE, nullable=True),
        sa.Column("published_at", WIDE, nullable=True),
        sa.Column("undone_at", WIDE, nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'draft', 'published', 'undone')", name=op.f("ck_turns_state")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_turns_game")),
        sa.PrimaryKeyConstraint("game", "opening", name=op.f("pk_turns")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_turns_game_turn"), "turns", ["game", "turn"], unique=False)
    op.create_table(
        "amendments",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("amendment", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_amendments_game_opening")
        ),
        sa.PrimaryKeyConstraint("game", "opening", "phase", "seq", name=op.f("pk_amendments")),
        sqlite_strict=True,
    )
    op.create_table(
        "deadlines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due_at", WIDE, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("claimed_at", WIDE, nullable=True),
        sa.Column("extended_seconds", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'claimed', 'done', 'cancelled')", name=op.f("ck_deadlines_state")),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_deadlines_game_opening")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadlines")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_deadlines_game_opening"), "deadlines", ["game", "opening"], unique=False)
    op.create_index(op.f("ix_deadlines_state_due_at"), "deadlines", ["state", "due_at"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("event", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_events_game_opening")
        ),
        sa.PrimaryKeyConstraint("game", "opening", "seq", name=op.f("pk_events")),
        sqlite_strict=True,
    )
    op.create_table(
        "rolls",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("user_id", WIDE, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("faces", sa.Text(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_rolls_game_opening")
        ),
        sa.PrimaryKeyConstraint("game", "opening", "key", "sides", name=op.f("pk_rolls")),
        sqlite_strict=True,
    )
    op.create_table(
        "sheets",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("live_message_id", WIDE, nullable=True),
        sa.CheckConstraint("state IN ('none', 'partial', 'complete', 'ready')", name=op.f("ck_sheets_state")),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_sheets_game_opening")
        ),
        sa.PrimaryKeyConstraint("game", "opening", "side", name=op.f("pk_sheets")),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("phase IN ('start', 'draft')", name=op.f("ck_snapshots_phase")),
        sa.ForeignKeyConstraint(
            ["game", "opening"], ["turns.game", "turns.opening"], name=op.f("fk_snapshots_game_opening")
        ),
        sa.PrimaryKeyConstraint("game", "opening", "phase", "seq", name=op.f("pk_snapshots")),
        sqlite_strict=True,
    )
    op.create_table(
        "reminders",
        sa.Column("deadline", sa.Integer(), nullable=False),
        sa.Column("before_seconds", sa.Integer(), nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.Column("done", FLAG, nullable=False),
        sa.ForeignKeyConstraint(["deadline"], ["deadlines.id"], name=op.f("fk_reminders_deadline")),
        sa.PrimaryKeyConstraint("deadline", "before_seconds", name=op.f("pk_reminders")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_reminders_done_at"), "reminders", ["done", "at"], unique=False)
