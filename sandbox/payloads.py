"""One builder per Discord resource, used by REST, the gateway and the page alike."""

from sandbox.cdn import Cdn
from sandbox.errors import Json
from sandbox.ids import SEED_S, iso, seconds_of
from sandbox.model import DM, Channel, Guild, Member, Message, Origin, Role, User
from sandbox.payload_parts import resolve_component, resolve_embed
from sandbox.world import World


def user(who: User) -> Json:
    """A user object."""
    found: Json = {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.display_name,
        "avatar": None,
        "discriminator": "0000" if who.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if who.bot:
        found["bot"] = True
    return found


def user_by_id(world: World, user_id: int) -> Json:
    """A user object by id, also of somebody who is gone."""
    return user(world.users.get(user_id) or User(user_id, "deleted_user", "Deleted User"))


def me(who: User) -> Json:
    """The bot's own user object with its private parts."""
    return {**user(who), "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}


def member(world: World, found: Member, *, with_user: bool = True) -> Json:
    """A member object."""
    data: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": iso(found.timed_out_until) if found.timed_out_until else None,
        "flags": 0,
        "joined_at": iso(found.joined_at or SEED_S),
        "nick": found.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(each) for each in found.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        data["user"] = user_by_id(world, found.user_id)
    return data


def role(found: Role) -> Json:
    """A role object."""
    return {
        "id": str(found.id),
        "name": found.name,
        "permissions": str(found.permissions),
        "position": found.position,
        "color": found.color,
        "colors": {"primary_color": found.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": found.managed,
        "mentionable": found.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(world: World, found: Channel, *, viewer: int | None = None) -> Json:
    """A channel, thread or DM object; with `viewer`, as interactions carry it (their permissions in it)."""
    data: Json = {
        "id": str(found.id),
        "type": found.type,
        "last_message_id": str(found.last_message_id) if found.last_message_id else None,
        "flags": 0,
    }
    if found.pinned_at is not None:
        data["last_pin_timestamp"] = iso(found.pinned_at)
    if found.type == DM:
        data["recipients"] = [user_by_id(world, each) for each in found.recipients if each != world.bot_id]
        return data
    data.update(name=found.name, guild_id=str(found.guild_id), rate_limit_per_user=found.slow_seconds)
    data["parent_id"] = str(found.parent_id) if found.parent_id else None
    if viewer is not None:
        data["permissions"] = str(world.permissions(found, viewer))
    if found.is_thread:
        data.update(thread_parts(world, found))
        return data
    data.update(topic=found.topic, position=found.position, nsfw=False)
    if found.default_auto_archive is not None:
        data["default_auto_archive_duration"] = found.default_auto_archive
    data["permission_overwrites"] = [
        {"id": str(each.id), "type": each.kind, "allow": str(each.allow), "deny": str(each.deny)}
        for each in found.overwrites
    ]
    return data


def thread_parts(world: World, found: Channel) -> Json:
    """What a thread has beyond a channel."""
    meta: Json = {
        "archived": found.archived,
        "archive_timestamp": iso(found.archive_changed_at or found.created_at),
        "auto_archive_duration": found.auto_archive,
        "locked": found.locked,
        "create_timestamp": iso(found.created_at),
    }
    if found.type == 12:
        meta["invitable"] = found.invitable
    data: Json = {
        "owner_id": str(found.owner_id),
        "thread_metadata": meta,
        "message_count": min(found.messages_sent, 50_000),
        "member_count": min(len(found.thread_members), 50),
        "total_message_sent": found.messages_sent,
    }
    if world.bot_id in found.thread_members:
        data["member"] = thread_member(found, world.bot_id)
    return data


def thread_member(thread: Channel, user_id: int) -> Json:
    """A thread member object."""
    joined = iso(thread.thread_members[user_id])
    return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}


def reference(found: Channel, message_id: int | str) -> Json:
    """What a reply to a message refers to."""
    data: Json = {"type": 0, "channel_id": str(found.id), "message_id": str(message_id)}
    if found.guild_id is not None:
        data["guild_id"] = str(found.guild_id)
    return data


def guild(found: Guild) -> Json:
    """A server object as REST gives it."""
    nothing = dict.fromkeys(
        ("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
         "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
         "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data"),
    )  # fmt: skip
    return {
        **nothing,
        "id": str(found.id),
        "name": found.name,
        "features": [],
        "owner_id": str(found.owner_id),
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": [role(each) for each in found.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def guild_create(world: World, found: Guild) -> Json:
    """A server as GUILD_CREATE brings it: with channels, threads the bot is in or may see, and members."""
    mine = world.channels_of(found.id)
    bot = world.bot_id
    return {
        **guild(found),
        "joined_at": iso(found.members[bot].joined_at if bot in found.members else SEED_S),
        "large": len(found.members) > 250,
        "unavailable": False,
        "member_count": len(found.members),
        "voice_states": [],
        "members": [member(world, each) for each in found.members.values()],
        "channels": [channel(world, each) for each in mine if not each.is_thread],
        "threads": [
            channel(world, each)
            for each in mine
            if each.is_thread and not each.archived and world.permissions(each, bot)
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def origin(world: World, found: Origin, guild_id: int | None) -> Json:
    """Message interaction metadata."""
    data: Json = {
        "id": str(found.id),
        "type": found.type,
        "user": user_by_id(world, found.user_id),
        "authorizing_integration_owners": {"0": str(guild_id or 0)},
    }
    if found.type == 3:
        data["interacted_message_id"] = str(found.message_id)
    if found.type == 5:
        data["triggering_interaction_metadata"] = found.trigger
    if found.target_id is not None:
        data["target_message_id"] = str(found.target_id)
    return data


def message(world: World, cdn: Cdn, found: Message, *, nonce: bool = True) -> Json:
    """A message object; file and media addresses are made now, so they point at the running server."""
    files = {each.filename: each for each in found.attachments}
    used: set[str] = set()
    embeds = [resolve_embed(cdn, each, files, used) for each in found.embeds]
    data: Json = {
        "id": str(found.id),
        "type": found.type,
        "channel_id": str(found.channel_id),
        "author": user_by_id(world, found.author_id),
        "content": found.content,
        "mentions": [user_by_id(world, each) for each in found.mentions],
        "mention_roles": [str(each) for each in found.mention_roles],
        "mention_everyone": found.mention_everyone,
        "attachments": [cdn.payload(each) for each in found.attachments if each.filename not in used],
        "embeds": embeds,
        "components": [resolve_component(cdn, each, files) for each in found.components],
        "timestamp": iso(found.created_at or seconds_of(found.id)),
        "edited_timestamp": iso(found.edited_at) if found.edited_at else None,
        "flags": found.flags,
        "pinned": found.pinned,
        "tts": found.tts,
    }
    if nonce and found.nonce is not None:
        data["nonce"] = found.nonce
    if found.reference is not None:
        data["message_reference"] = found.reference
    if found.origin is not None:
        data["application_id"] = str(world.application_id)
        data["webhook_id"] = str(world.application_id)
        where = world.channels.get(found.channel_id)
        data["interaction_metadata"] = origin(world, found.origin, where.guild_id if where else None)
        if found.origin.type == 2:
            data["interaction"] = {
                "id": str(found.origin.id),
                "type": 2,
                "name": found.origin.name,
                "user": user_by_id(world, found.origin.user_id),
            }
    thread = world.channels.get(found.id)
    if thread is not None and thread.is_thread:
        data["thread"] = channel(world, thread)
    if found.reactions:
        data["reactions"] = [_reaction(world, emoji, who) for emoji, who in found.reactions.items()]
    return data


def _reaction(world: World, emoji: str, who: list[int]) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(who),
        "count_details": {"burst": 0, "normal": len(who)},
        "burst_colors": [],
        "me_burst": False,
        "me": world.bot_id in who,
    }


def application(world: World) -> Json:
    """The application object of its own bot."""
    owner = next((each for each in world.users.values() if not each.bot), world.users[world.bot_id])
    return {
        "id": str(world.application_id),
        "name": world.bot_name,
        "icon": None,
        "description": "A Discord on this machine",
        "type": None,
        "bot": user(world.users[world.bot_id]),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
