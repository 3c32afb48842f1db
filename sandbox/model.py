"""The things a Discord holds: people, servers, roles, channels, messages, files; and the events that tell of them."""

from dataclasses import dataclass, field

from sandbox.errors import Json
from sandbox.ids import seconds_of

TEXT, DM, CATEGORY, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 4, 5, 10, 11, 12
THREAD_TYPES = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SILENT, V2 = 1 << 6, 1 << 7, 1 << 2, 1 << 12, 1 << 15

RECIPIENT_ADD, RECIPIENT_REMOVE, NAME_CHANGE, PINS_ADD, THREAD_CREATED = 1, 2, 4, 6, 18
LASTING_MESSAGES = (RECIPIENT_ADD, RECIPIENT_REMOVE, NAME_CHANGE)
"""Types of system messages that nobody can delete."""
SYSTEM_MESSAGES = (*LASTING_MESSAGES, PINS_ADD, THREAD_CREATED)
"""Types of messages that Discord writes in somebody's name."""


@dataclass(slots=True)
class User:
    """A person or the bot; `color` is the avatar's, as 0xRRGGBB."""

    id: int
    username: str
    display_name: str
    color: int = 0x5865F2
    blurb: str = ""
    bot: bool = False
    dms_open: bool = True


@dataclass(slots=True)
class Role:
    """A role; the one whose id is the server's is @everyone."""

    id: int
    name: str
    permissions: int = 0
    color: int = 0
    position: int = 0
    mentionable: bool = False
    managed: bool = False


@dataclass(slots=True)
class Overwrite:
    """A channel's exception for a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    """A user's place in a server."""

    user_id: int
    roles: list[int] = field(default_factory=list)
    nick: str | None = None
    joined_at: float = 0.0
    timed_out_until: float = 0.0
    """Until then a member may look and read, and nothing else; in the past (0): no time-out."""


@dataclass(slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    """A channel, a thread (its own id, `parent_id` the channel) or a DM (`recipients` the two people)."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    topic: str | None = None
    parent_id: int | None = None
    position: int = 0
    overwrites: list[Overwrite] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)
    last_message_id: int | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 1440
    created_at: float = 0.0
    archive_changed_at: float = 0.0
    thread_members: dict[int, float] = field(default_factory=dict)
    messages_sent: int = 0
    slow_seconds: int = 0
    """Slow mode: how long one who has written waits before writing again."""
    pinned_at: float | None = None
    """When a message was last pinned here."""
    default_auto_archive: int | None = None
    """Of a channel: the minutes its new threads stay active, where they do not say."""

    @property
    def archives_at(self) -> float:
        """When an active thread archives itself: so long after its last activity, which is a message, or being made, opened
        again or given another duration."""
        last = seconds_of(self.last_message_id) if self.last_message_id else 0.0
        return max(self.created_at, self.archive_changed_at, last) + 60 * self.auto_archive

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of any kind."""
        return self.type in THREAD_TYPES


@dataclass(slots=True)
class Attachment:
    """A file that was sent; its bytes are with the CDN under the same id."""

    id: int
    channel_id: int
    filename: str
    size: int
    content_type: str | None = None
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(slots=True)
class Origin:
    """The interaction a message answers."""

    id: int
    type: int
    user_id: int
    name: str
    message_id: int | None = None
    target_id: int | None = None
    trigger: Json | None = None


@dataclass(slots=True)
class Message:
    """A message. `viewer` is the one person who sees an ephemeral one; lists hold Discord's JSON."""

    id: int
    channel_id: int
    author_id: int
    content: str = ""
    type: int = 0
    created_at: float = 0.0
    edited_at: float | None = None
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinned_at: float | None = None
    tts: bool = False
    nonce: str | int | None = None
    reference: Json | None = None
    origin: Origin | None = None
    viewer: int | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict)

    @property
    def pinned(self) -> bool:
        """Whether it is pinned in its channel."""
        return self.pinned_at is not None

    @property
    def is_system(self) -> bool:
        """Whether Discord wrote this, in the author's name."""
        return self.type in SYSTEM_MESSAGES

    @property
    def loading(self) -> bool:
        """Whether the bot is still "thinking" here."""
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Event:
    """Something that happened: `name` and `payload` for the gateway; the things themselves for the page."""

    name: str
    payload: Json
    guild_id: int | None = None
    channel: Channel | None = None
    message: Message | None = None
    users: tuple[int, ...] = ()
    """When given, only these people are told (on the page)."""
    to_bot: bool = True
