"""The tables, as SQLAlchemy Core. Times are UTC seconds; `revision` counts the playings of a game's turns, undone ones included.

A turn that is undone is opened again under its old number and a new revision, with a new seed; so all that belongs to one
playing of a turn (snapshots, events, sheets, ...) is keyed by the revision. Nothing is overwritten. Revision 0 made the map.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint, false
from sqlalchemy.schema import SchemaItem

from storage import columns
from storage.columns import BooleanColumn, Document, Wide, given, key, key_game, key_revision, maybe, of_game

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
    *given(Wide, "guild_id", "channel_id"),
    *given(Text, "name", "system", "status"),
    *given(Integer, "version", "revision"),
    *given(Document, "settings", "scenario"),
    *given(Wide, "created_at"),
    *maybe(Wide, "gm_role_id"),
    columns.one_of("status", "setup", "running", "paused", "finished"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
)

seats = _table(
    "seats",
    key_game(),
    *key(Text, "side"),
    *key(Integer, "slot"),
    *maybe(Wide, "user_id", "thread_id"),
    *given(BooleanColumn, "dm", "away"),
    Column("atlas", BooleanColumn, nullable=False, server_default=false()),
    *maybe(Wide, "deputy_id"),
    Index(None, "user_id"),
    Index(None, "thread_id"),
)

turns = _table(
    "turns",
    key_game(),
    *key(Integer, "revision"),
    *given(Integer, "turn"),
    *given(Text, "dice_name"),
    *given(LargeBinary, "seed"),
    *given(Text, "commitment"),
    *maybe(Integer, "redoes"),
    *given(Text, "state"),
    *given(Integer, "changes"),
    *given(Wide, "opened_at"),
    *maybe(Wide, "resolved_at", "published_at", "undone_at"),
    *given(Document, "words"),
    *maybe(LargeBinary, "orders"),
    Column("stop", Text, nullable=False, server_default=""),
    *given(Text, "ruleset"),
    Index(None, "game", "turn"),
    columns.one_of("state", "open", "draft", "published", "undone"),
)

snapshots = _table(
    "snapshots",
    *key_revision(),
    *key(Text, "phase"),
    *key(Integer, "seq"),
    *given(LargeBinary, "state"),
    *maybe(Integer, "base_revision"),
    *maybe(Text, "base_phase"),
    *maybe(Integer, "base_seq"),
    columns.one_of("phase", "start", "draft"),
)
"""With a base, `state` is what differs from that snapshot (`codec.patch`); the base itself is whole."""

amendments = _table(
    "amendments",
    *key_revision(),
    *key(Text, "phase"),
    *key(Integer, "seq"),
    *given(LargeBinary, "amendment"),
    *given(Text, "reason", "actor"),
    *given(Wide, "at"),
)

events = _table(
    "events",
    *key_revision(),
    *key(Integer, "seq"),
    *given(Text, "phase"),
    *given(LargeBinary, "event"),
)

orders = _table(
    "orders",
    key_game(),
    *key(Text, "id"),
    *given(Integer, "turn"),
    *given(Text, "side"),
    *given(Integer, "number"),
    *given(LargeBinary, "order"),
    *given(Wide, "entered_by", "entered_at"),
    *maybe(Wide, "withdrawn_at"),
    *given(Text, "withdrawn_why", "source"),
    UniqueConstraint("game", "turn", "side", "number"),
)

sheets = _table(
    "sheets",
    *key_revision(),
    *key(Text, "side"),
    *given(Text, "state"),
    *given(Integer, "version"),
    *given(Text, "word"),
    *maybe(Wide, "live_message_id"),
    columns.one_of("state", "none", "partial", "complete", "ready"),
)

deadlines = _table(
    "deadlines",
    *key(Integer, "id"),
    *given(Text, "game"),
    *given(Integer, "revision", "turn"),
    *given(Wide, "due_at"),
    *given(Text, "state"),
    *maybe(Wide, "claimed_at"),
    *given(Integer, "extended_seconds"),
    *given(Text, "reason"),
    *maybe(Text, "claimed_by"),
    columns.of_revision(),
    columns.one_of("state", "open", "claimed", "done", "cancelled"),
    Index(None, "state", "due_at"),
    Index(None, "game", "revision"),
)

reminders = _table(
    "reminders",
    Column("deadline", Integer, ForeignKey("deadlines.id"), primary_key=True),
    *key(Integer, "before_seconds"),
    *given(Wide, "at"),
    *given(BooleanColumn, "done"),
    Index(None, "done", "at"),
)

outbox = _table(
    "outbox",
    *key(Integer, "id"),
    of_game(),
    *given(Integer, "seq"),
    *given(Document, "target", "letter"),
    *given(Text, "edit_key"),
    Column("nonce", Text, nullable=False, unique=True),
    *given(Text, "state"),
    *given(Integer, "attempts"),
    *given(Wide, "not_before", "created_at"),
    *maybe(Wide, "claimed_at", "sent_at", "message_id"),
    *given(Text, "error"),
    *maybe(Text, "claimed_by"),
    UniqueConstraint("game", "seq"),
    columns.one_of("state", "pending", "sending", "sent", "failed"),
    Index(None, "state", "not_before"),
)

audit = _table(
    "audit",
    *key(Integer, "id"),
    of_game(),
    *given(Wide, "at"),
    *given(Text, "actor", "action"),
    *given(Document, "detail"),
    Index(None, "game", "id"),
)

heartbeat = _table("heartbeat", *key(Text, "process"), *given(Wide, "at"))

away_servers = _table("away_servers", *key(Wide, "guild_id"), *given(Wide, "since"))
"""Servers of games on which the bot is not, or which Discord reports as unavailable, and since when."""
shards = _table(
    "shards",
    Column("first", Integer, primary_key=True, autoincrement=False),
    *given(Integer, "last", "total"),
    *given(Text, "process"),
    *given(Wide, "at"),
)
"""Ranges of shards, which process held each last, and when that was heard of last by the database's clock (0: it let go)."""

logins = _table("logins", *key(Text, "door"), *given(Wide, "next_at"))
"""When the next shard may log in, in milliseconds by the database's clock: Discord takes one in five seconds."""

rolls = _table(
    "rolls",
    *key_revision(),
    *key(Text, "key"),
    *key(Integer, "sides"),
    *given(Text, "side"),
    *given(Wide, "user_id"),
    *given(Text, "text"),
    *given(Document, "faces"),
    *given(Wide, "at"),
)

problems = _table(
    "problems",
    *key(Integer, "id"),
    of_game(),
    *given(Text, "kind", "subject"),
    *given(Wide, "reported_at"),
    *maybe(Wide, "mended_at"),
    Index(None, "game", "kind", "subject"),
)

battle_outcomes = _table(
    "battle_outcomes",
    *key_revision(),
    *key(Text, "battle"),
    *given(Integer, "round"),
    *given(LargeBinary, "fight"),
    *given(Text, "state"),
    *given(Document, "commanders"),
    *given(Wide, "asked_at"),
    *maybe(Wide, "deadline", "frozen_at"),
    *maybe(LargeBinary, "outcome"),
    *maybe(Wide, "settled_at"),
    Column("settled_by", Text, nullable=False, server_default=""),
    Column("tactical", Text, nullable=False, server_default=""),
    columns.one_of("state", "waiting", "proxy", "settled"),
)
"""The battles for which a month waits or has waited, and what came of them: inputs of the turn, as orders are."""

idempotency_keys = _table("idempotency_keys", *key(Text, "key"), *given(Wide, "at"), Index(None, "at"))

documents = _table(
    "documents",
    key_game(),
    *key(Text, "kind", "side", "name"),
    *given(Integer, "version"),
    *given(Text, "state"),
    *given(Document, "document"),
    *given(Wide, "changed_at"),
    columns.one_of("kind", "campaign", "race", "design"),
    columns.one_of("state", "draft", "submitted", "returned", "approved"),
)
"""What is written before it counts: the campaign's plan (side and name ""), a race (name ""), a unit design by its id."""

blueprints = _table(
    "blueprints",
    *key(Wide, "guild", "owner"),
    *key(Text, "name"),
    *given(Text, "sheet"),
    *given(BooleanColumn, "shared"),
    *given(Wide, "changed_at"),
)
"""Spacecraft that players draw for battles, by server and user, as text; name "" is what lies on the user's slip."""

squadrons = _table(
    "squadrons",
    *key(Text, "id"),
    *given(Wide, "guild", "owner"),
    *given(Text, "name", "origin", "side", "battle"),
    *given(Integer, "version"),
    *given(Document, "document"),
    *given(Wide, "changed_at"),
    UniqueConstraint("origin", "side"),
    Index(None, "guild", "owner"),
)
"""Craft that somebody keeps between battles; `battle` is the one that they fight in, "" while they are at dock."""

ping_preferences = _table(
    "ping_preferences",
    *key(Wide, "guild", "user_id"),
    *given(Text, "preference"),
    *given(Wide, "changed_at"),
    columns.one_of("preference", "all", "few", "none"),
)
"""What each person of a server wants to be named for; who has no row wants all."""

pings = _table(
    "pings",
    *key(Integer, "id"),
    of_game(),
    *given(Integer, "revision"),
    *given(Wide, "user_id"),
    *given(Text, "kind"),
    *given(Wide, "at"),
    Index(None, "game", "user_id"),
)
"""Who was named in the open turn, for what, when: what a turn's allowance is counted by. Those of turns that are over go."""
drafts = _table(
    "drafts",
    *key(Text, "id"),
    *given(Wide, "user_id"),
    *given(Text, "form"),
    *given(Document, "written"),
    *given(Wide, "at"),
    Index(None, "at"),
)
"""What was written into a form that was refused, by field, for a day; `form` is its custom id."""

absences = _table(
    "absences",
    *key(Integer, "id"),
    *given(Wide, "guild", "user_id", "since", "until"),
    *given(Text, "game", "word"),
    Index(None, "guild", "user_id"),
)
"""When somebody of a server is away: in one game, or with game "" in all of theirs."""

attendance = _table(
    "attendance",
    key_game(),
    *key(Text, "side"),
    *maybe(Wide, "named_id", "returned_at"),
    *given(Integer, "granted", "used"),
    *given(Document, "document"),
)
"""What a side's player has arranged for when they are away, and how they keep up: the deputy that they have named, hours of their
bank (granted by the game master, used), and the rest as a document. It goes with the player; the bank stays with the side."""

governors = _table(
    "governors",
    key_game(),
    *key(Text, "side"),
    *given(Text, "character", "strength", "role"),
    columns.one_of("role", "seat", "deputy"),
)
"""Which sides the bot leads, since nobody sits there or since its player is away."""

bot_turns = _table(
    "bot_turns",
    *key_revision(),
    *key(Text, "side"),
    *given(Text, "character", "strength", "failed"),
    *given(LargeBinary, "memory", "plan"),
    *given(Wide, "at"),
)
"""What a playing of a turn was to a side that the bot led: who led it, its plan, and what it has in mind after it."""

standing_orders = _table(
    "standing_orders",
    *key_revision(),
    *key(Text, "side"),
    *given(Integer, "version"),
    *given(LargeBinary, "sheet"),
    *given(Wide, "at"),
)
"""A side's standing orders in a playing of a turn, how far each had come as it began, and what they gave in it."""
votes = _table(
    "votes",
    key_game(),
    *key(Text, "ref"),
    *given(Integer, "version"),
    *given(Text, "question", "side", "wording", "outcome", "state"),
    *given(Wide, "due_at"),
    *given(Document, "ballots"),
    columns.one_of("state", "open", "carried", "lost", "gone"),
)
"""What players' councils vote on: the question it answers, what everybody reads of it, and each side's word so far."""
forks = _table(
    "forks",
    key_game(),
    *given(Integer, "version", "revision", "forked"),
    *given(Text, "takes"),
    *given(Document, "document"),
    *given(Wide, "changed_at"),
)
"""A turn that a game master plays otherwise in private, one a game: what is changed of it, never what comes of that."""
read_marks = _table(
    "read_marks",
    key_game(),
    *key(Text, "side"),
    *key(Wide, "user_id"),
    *given(Integer, "revision", "seq"),
    *given(Wide, "at"),
)
"""How far each person has been told of a side's game: up to a revision, and so many events of it that the side may see."""

digests = _table(
    "digests",
    *key(Wide, "guild", "user_id"),
    *given(Text, "every"),
    *given(Wide, "next_at"),
    *given(Document, "marks"),
    *given(Wide, "changed_at"),
    columns.one_of("every", "off", "daily", "weekly", "closed"),
    Index(None, "next_at"),
)
"""Who wants a digest of their games in a server, how often and when next; `marks` are how far the last one told, by game and
side. "closed" was switched off because its person takes no direct messages."""
