"""The tables, as SQLAlchemy Core. Times are UTC seconds; `opening` counts a game's turn openings, undone ones included.

A turn that is undone is opened again under its old number and a new opening, with a new seed; so all that belongs to one
playing of a turn (snapshots, events, sheets, amendments) is keyed by the opening, and nothing is ever overwritten.
Opening 0 is the making of the game: turn 0, whose seed made the map.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint, false
from sqlalchemy.schema import SchemaItem

from storage.columns import (
    Document,
    Flag,
    Wide,
    key,
    key_game,
    key_opening,
    of_game,
    of_opening,
    one_of,
    optional_columns,
    required_columns,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True)


games = _table(
    "games",
    *key(Text, "id"),
    *required_columns(Wide, "guild_id", "channel_id"),
    *required_columns(Text, "name", "system", "status"),
    *required_columns(Integer, "version", "opening"),
    *required_columns(Document, "settings", "scenario"),
    *required_columns(Wide, "created_at"),
    *optional_columns(Wide, "gm_role_id"),
    one_of("status", "setup", "running", "paused", "finished"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
)

seats = _table(
    "seats",
    key_game(),
    *key(Text, "side"),
    *key(Integer, "slot"),
    *optional_columns(Wide, "user_id", "thread_id"),
    *required_columns(Flag, "dm", "away"),
    Column("atlas", Flag, nullable=False, server_default=false()),
    *optional_columns(Wide, "deputy_id"),
    Index(None, "user_id"),
    Index(None, "thread_id"),
)

turns = _table(
    "turns",
    key_game(),
    *key(Integer, "opening"),
    *required_columns(Integer, "turn"),
    *required_columns(Text, "dice_name"),
    *required_columns(LargeBinary, "seed"),
    *required_columns(Text, "commitment"),
    *optional_columns(Integer, "redoes"),
    *required_columns(Text, "state"),
    *required_columns(Integer, "revision"),
    *required_columns(Wide, "opened_at"),
    *optional_columns(Wide, "resolved_at", "published_at", "undone_at"),
    *required_columns(Document, "words"),
    *optional_columns(LargeBinary, "orders"),
    Column("stop", Text, nullable=False, server_default=""),
    *required_columns(Text, "ruleset"),
    Index(None, "game", "turn"),
    one_of("state", "open", "draft", "published", "undone"),
)

snapshots = _table(
    "snapshots",
    *key_opening(),
    *key(Text, "phase"),
    *key(Integer, "seq"),
    *required_columns(LargeBinary, "state"),
    *optional_columns(Integer, "base_opening"),
    *optional_columns(Text, "base_phase"),
    *optional_columns(Integer, "base_seq"),
    one_of("phase", "start", "draft"),
)
"""With a base, `state` is what differs from that snapshot (`codec.patch`); the base itself is whole."""

amendments = _table(
    "amendments",
    *key_opening(),
    *key(Text, "phase"),
    *key(Integer, "seq"),
    *required_columns(LargeBinary, "amendment"),
    *required_columns(Text, "reason", "actor"),
    *required_columns(Wide, "at"),
)

events = _table(
    "events",
    *key_opening(),
    *key(Integer, "seq"),
    *required_columns(Text, "phase"),
    *required_columns(LargeBinary, "event"),
)

orders = _table(
    "orders",
    key_game(),
    *key(Text, "id"),
    *required_columns(Integer, "turn"),
    *required_columns(Text, "side"),
    *required_columns(Integer, "number"),
    *required_columns(LargeBinary, "order"),
    *required_columns(Wide, "entered_by", "entered_at"),
    *optional_columns(Wide, "withdrawn_at"),
    *required_columns(Text, "withdrawn_why"),
    UniqueConstraint("game", "turn", "side", "number"),
)

sheets = _table(
    "sheets",
    *key_opening(),
    *key(Text, "side"),
    *required_columns(Text, "state"),
    *required_columns(Integer, "version"),
    *required_columns(Text, "word"),
    *optional_columns(Wide, "live_message_id"),
    one_of("state", "none", "partial", "complete", "ready"),
)

deadlines = _table(
    "deadlines",
    *key(Integer, "id"),
    *required_columns(Text, "game"),
    *required_columns(Integer, "opening", "turn"),
    *required_columns(Wide, "due_at"),
    *required_columns(Text, "state"),
    *optional_columns(Wide, "claimed_at"),
    *required_columns(Integer, "extended_seconds"),
    *required_columns(Text, "reason"),
    *optional_columns(Text, "claimed_by"),
    of_opening(),
    one_of("state", "open", "claimed", "done", "cancelled"),
    Index(None, "state", "due_at"),
    Index(None, "game", "opening"),
)

reminders = _table(
    "reminders",
    Column("deadline", Integer, ForeignKey("deadlines.id"), primary_key=True),
    *key(Integer, "before_seconds"),
    *required_columns(Wide, "at"),
    *required_columns(Flag, "done"),
    Index(None, "done", "at"),
)

outbox = _table(
    "outbox",
    *key(Integer, "id"),
    of_game(),
    *required_columns(Integer, "seq"),
    *required_columns(Document, "target", "letter"),
    *required_columns(Text, "edit_key"),
    Column("nonce", Text, nullable=False, unique=True),
    *required_columns(Text, "state"),
    *required_columns(Integer, "attempts"),
    *required_columns(Wide, "not_before", "created_at"),
    *optional_columns(Wide, "claimed_at", "sent_at", "message_id"),
    *required_columns(Text, "error"),
    *optional_columns(Text, "claimed_by"),
    UniqueConstraint("game", "seq"),
    one_of("state", "pending", "sending", "sent", "failed"),
    Index(None, "state", "not_before"),
)

audit = _table(
    "audit",
    *key(Integer, "id"),
    of_game(),
    *required_columns(Wide, "at"),
    *required_columns(Text, "actor", "action"),
    *required_columns(Document, "detail"),
    Index(None, "game", "id"),
)

heartbeat = _table("heartbeat", *key(Text, "process"), *required_columns(Wide, "at"))

shards = _table(
    "shards",
    Column("first", Integer, primary_key=True, autoincrement=False),
    *required_columns(Integer, "last", "total"),
    *required_columns(Text, "process"),
    *required_columns(Wide, "at"),
)
"""Ranges of shards, which process held each last, and when that was heard of last by the database's clock (0: it let go)."""

logins = _table("logins", *key(Text, "door"), *required_columns(Wide, "next_at"))
"""When the next shard may log in, in milliseconds by the database's clock: Discord takes one in five seconds."""

rolls = _table(
    "rolls",
    *key_opening(),
    *key(Text, "key"),
    *key(Integer, "sides"),
    *required_columns(Text, "side"),
    *required_columns(Wide, "user_id"),
    *required_columns(Text, "text"),
    *required_columns(Document, "faces"),
    *required_columns(Wide, "at"),
)

problems = _table(
    "problems",
    *key(Integer, "id"),
    of_game(),
    *required_columns(Text, "kind", "subject"),
    *required_columns(Wide, "reported_at"),
    *optional_columns(Wide, "mended_at"),
    Index(None, "game", "kind", "subject"),
)

battle_outcomes = _table(
    "battle_outcomes",
    *key_opening(),
    *key(Text, "battle"),
    *required_columns(Integer, "round"),
    *required_columns(LargeBinary, "fight"),
    *required_columns(Text, "state"),
    *required_columns(Document, "commanders"),
    *required_columns(Wide, "asked_at"),
    *optional_columns(Wide, "deadline", "frozen_at"),
    *optional_columns(LargeBinary, "outcome"),
    *optional_columns(Wide, "settled_at"),
    Column("settled_by", Text, nullable=False, server_default=""),
    Column("tactical", Text, nullable=False, server_default=""),
    one_of("state", "waiting", "proxy", "settled"),
)
"""The battles for which a month waits or has waited, and what came of them: inputs of the turn, as orders are."""

idempotency_keys = _table("idempotency_keys", *key(Text, "key"), *required_columns(Wide, "at"), Index(None, "at"))

documents = _table(
    "documents",
    key_game(),
    *key(Text, "kind", "side", "name"),
    *required_columns(Integer, "version"),
    *required_columns(Text, "state"),
    *required_columns(Document, "document"),
    *required_columns(Wide, "changed_at"),
    one_of("kind", "campaign", "race", "design"),
    one_of("state", "draft", "submitted", "returned", "approved"),
)
"""What is written before it counts: the campaign's plan (side and name ""), a race (name ""), a unit design by its id."""

blueprints = _table(
    "blueprints",
    *key(Wide, "guild", "owner"),
    *key(Text, "name"),
    *required_columns(Text, "sheet"),
    *required_columns(Flag, "shared"),
    *required_columns(Wide, "changed_at"),
)
"""Spacecraft that players draw for battles, by server and user, as text; name "" is what lies on the user's slip."""

squadrons = _table(
    "squadrons",
    *key(Text, "id"),
    *required_columns(Wide, "guild", "owner"),
    *required_columns(Text, "name", "origin", "side", "battle"),
    *required_columns(Integer, "version"),
    *required_columns(Document, "document"),
    *required_columns(Wide, "changed_at"),
    UniqueConstraint("origin", "side"),
    Index(None, "guild", "owner"),
)
"""Craft that somebody keeps between battles; `battle` is the one that they fight in, "" while they are at dock."""

ping_preferences = _table(
    "ping_preferences",
    *key(Wide, "guild", "user_id"),
    *required_columns(Text, "preference"),
    *required_columns(Wide, "changed_at"),
    one_of("preference", "all", "few", "none"),
)
"""What each person of a server wants to be named for; who has no row wants all."""

pings = _table(
    "pings",
    *key(Integer, "id"),
    of_game(),
    *required_columns(Integer, "opening"),
    *required_columns(Wide, "user_id"),
    *required_columns(Text, "kind"),
    *required_columns(Wide, "at"),
    Index(None, "game", "user_id"),
)
"""Who was named in the open turn, for what, when: what a turn's allowance is counted by. Those of turns that are over go."""
drafts = _table(
    "drafts",
    *key(Text, "id"),
    *required_columns(Wide, "user_id"),
    *required_columns(Text, "form"),
    *required_columns(Document, "written"),
    *required_columns(Wide, "at"),
    Index(None, "at"),
)
"""What was written into a form that was refused, by field, for a day; `form` is its custom id."""

absences = _table(
    "absences",
    *key(Integer, "id"),
    *required_columns(Wide, "guild", "user_id", "since", "until"),
    *required_columns(Text, "game", "word"),
    Index(None, "guild", "user_id"),
)
"""When somebody of a server is away: in one game, or with game "" in all of theirs."""

attendance = _table(
    "attendance",
    key_game(),
    *key(Text, "side"),
    *optional_columns(Wide, "named_id", "returned_at"),
    *required_columns(Integer, "granted", "used"),
    *required_columns(Document, "document"),
)
"""What a side's player has arranged for when they are away, and how they keep up: the deputy that they have named, hours of their
bank (granted by the game master, used), and the rest as a document. It goes with the player; the bank stays with the side."""

governors = _table(
    "governors",
    key_game(),
    *key(Text, "side"),
    *required_columns(Text, "character", "strength", "role"),
    one_of("role", "seat", "deputy"),
)
"""Which sides the bot leads, since nobody sits there or since its player is away."""

bot_turns = _table(
    "bot_turns",
    *key_opening(),
    *key(Text, "side"),
    *required_columns(Text, "character", "strength", "failed"),
    *required_columns(LargeBinary, "memory", "plan"),
    *required_columns(Wide, "at"),
)
"""What a playing of a turn was to a side that the bot led: who led it, its plan, and what it has in mind after it."""

standing_orders = _table(
    "standing_orders",
    *key_opening(),
    *key(Text, "side"),
    *required_columns(Integer, "version"),
    *required_columns(LargeBinary, "sheet"),
    *required_columns(Wide, "at"),
)
"""A side's standing orders in a playing of a turn, how far each had come as it began, and what they gave in it."""
votes = _table(
    "votes",
    key_game(),
    *key(Text, "ref"),
    *required_columns(Integer, "version"),
    *required_columns(Text, "question", "side", "wording", "outcome", "state"),
    *required_columns(Wide, "due_at"),
    *required_columns(Document, "ballots"),
    one_of("state", "open", "carried", "lost", "gone"),
)
"""What players' councils vote on: the question it answers, what everybody reads of it, and each side's word so far."""
forks = _table(
    "forks",
    key_game(),
    *required_columns(Integer, "version", "opening", "forked"),
    *required_columns(Text, "takes"),
    *required_columns(Document, "document"),
    *required_columns(Wide, "changed_at"),
)
"""A turn that a game master plays otherwise in private, one a game: what is changed of it, never what comes of that."""
read_marks = _table(
    "read_marks",
    key_game(),
    *key(Text, "side"),
    *key(Wide, "user_id"),
    *required_columns(Integer, "opening", "seq"),
    *required_columns(Wide, "at"),
)
"""How far each person has been told of a side's game: up to an opening, and so many events of it that the side may see."""

digests = _table(
    "digests",
    *key(Wide, "guild", "user_id"),
    *required_columns(Text, "every"),
    *required_columns(Wide, "next_at"),
    *required_columns(Document, "marks"),
    *required_columns(Wide, "changed_at"),
    one_of("every", "off", "daily", "weekly", "closed"),
    Index(None, "next_at"),
)
"""Who wants a digest of their games in a server, how often and when next; `marks` are how far the last one told, by game and
side. "closed" was switched off because its person takes no direct messages."""
