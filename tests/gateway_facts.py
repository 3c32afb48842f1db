"""What Discord's documentation says of gateway events, by hand and in the digest's form: its OpenAPI file has none.

An event is a type, or a thing of the digest with more keys (`Thing(name, keys)`). Where the documents leave a key out that the
real gateway is known to send, the line says so."""

from typing import Any, Final

from rules.values import Value

Keys = dict[str, Any]


class Thing(Value):
    """A thing of the digest, with keys it has in this event beyond its own."""

    name: str
    more: Keys


_ID: Final = "@SnowflakeType"
_CHANNEL: Final = ["@GuildChannelResponse", "@PrivateChannelResponse", "@ThreadResponse"]
_MEMBER: Final[Keys] = {
    "avatar?": "text|null", "avatar_decoration_data?": ["null", "@UserAvatarDecorationResponse"], "banner?": "text|null",
    "communication_disabled_until?": "text|null", "flags": "int", "joined_at": "text|null", "nick?": "text|null",
    "pending?": "flag", "premium_since?": "text|null", "roles": {"list": _ID, "unique": True},
    "collectibles?": ["null", "@UserCollectiblesResponse"],
}  # fmt: skip
_VOICE: Final[Keys] = {"mute?": "flag", "deaf?": "flag"}


def _part(kind: int, **more: Any) -> Any:
    return {"keys": {"type": {"one of": [kind]}, "id": "int", **more}}


THINGS: Final[dict[str, Any]] = {
    "GatewayMemberInMessage": {"keys": {**_MEMBER, **_VOICE}},
    "GatewayMemberInResolved": {"keys": {**_MEMBER, "permissions": "text"}},
    "GatewayChannelInResolved": {"keys": {
        "id": _ID, "name": "text", "type": "int", "permissions": "text", "app_permissions?": "text", "guild_id?": _ID,
        "last_message_id?": ["null", _ID], "last_pin_timestamp?": "text|null", "nsfw?": "flag", "parent_id?": ["null", _ID],
        "flags?": "int", "rate_limit_per_user?": "int", "topic?": "text|null", "position?": "int",
        "thread_metadata?": "@ThreadMetadataResponse",
    }},
    "GatewayResolved": {"keys": {
        "users?": {"map": "@UserResponse"}, "members?": {"map": "@GatewayMemberInResolved"},
        "roles?": {"map": "@GuildRoleResponse"}, "channels?": {"map": "@GatewayChannelInResolved"},
        "messages?": {"map": "@MessageResponse"}, "attachments?": {"map": "@MessageAttachmentResponse"},
    }},
    "GatewayOption": {"keys": {
        "name": "text 1..32", "type": {"one of": list(range(1, 12))}, "value?": ["text ..6000", "number", "flag"],
        "options?": {"list": "@GatewayOption", "size": "..25"}, "focused?": "flag",
    }},
    "GatewayInput": [
        _part(4, custom_id="text", value="text ..4000"),
        *(_part(kind, custom_id="text", values={"list": "text", "size": "..25"}) for kind in (3, 5, 6, 7, 8)),
        _part(19, custom_id="text", values={"list": _ID, "size": "..10"}),
        _part(21, custom_id="text", value="text|null"),
        _part(22, custom_id="text", values={"list": "text", "size": "..10"}),
        _part(23, custom_id="text", value="flag"),
    ],
    "GatewayCommandUsed": {"keys": {
        "id": _ID, "name": "text 1..32", "type": {"one of": [1, 2, 3]}, "guild_id?": _ID, "target_id?": _ID,
        "options?": {"list": "@GatewayOption", "size": "..25"}, "resolved?": "@GatewayResolved",
    }},
    "GatewayPressed": {"keys": {
        "custom_id": "text 1..100", "component_type": {"one of": [2, 3, 5, 6, 7, 8]},
        "id": "int",  # sent, and read by the libraries, though the table of the documents leaves it out
        "values?": {"list": "text", "size": "..25"}, "resolved?": "@GatewayResolved",
    }},
    "GatewaySubmitted": {"keys": {
        "custom_id": "text 1..100", "resolved?": "@GatewayResolved",
        "components": {"list": [
            _part(18, component="@GatewayInput"), _part(1, components={"list": "@GatewayInput", "size": "1..1"}), _part(10),
        ], "size": "1..5"},
    }},
}  # fmt: skip

_CHANNEL_EVENT: Final = {"CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"}
_MESSAGE: Final = Thing(
    "MessageResponse", {"guild_id?": _ID, "member?": "@GatewayMemberInMessage", "channel_type?": "int"}
)
_REACTION: Final[Keys] = {
    "user_id": _ID, "channel_id": _ID, "message_id": _ID, "guild_id?": _ID, "emoji": "@MessageReactionEmojiResponse",
    "burst": "flag", "type": {"one of": [0, 1]},
}  # fmt: skip
_NOTHING: Final = {"list": "anything", "size": "..0"}

EVENTS: Final[dict[str, Any]] = {
    **dict.fromkeys(_CHANNEL_EVENT, _CHANNEL),
    "GUILD_CREATE": Thing("GuildResponse", {
        "joined_at": "text", "large": "flag", "unavailable?": "flag", "member_count": "int 1..",
        "members": {"list": "@GuildMemberResponse"}, "channels": {"list": "@GuildChannelResponse"},
        "threads": {"list": "@ThreadResponse"}, "voice_states": _NOTHING, "presences": _NOTHING, "stage_instances": _NOTHING,
        "guild_scheduled_events": _NOTHING, "soundboard_sounds": _NOTHING,
    }),
    "CHANNEL_PINS_UPDATE": {"keys": {"guild_id?": _ID, "channel_id": _ID, "last_pin_timestamp?": "text|null"}},
    "GUILD_UPDATE": Thing("GuildResponse", {}),
    "USER_UPDATE": "@UserPIIResponse",
    "GUILD_DELETE": {"keys": {"id": _ID, "unavailable?": "flag"}},
    "GUILD_MEMBER_ADD": Thing("GuildMemberResponse", {"guild_id": _ID}),
    "GUILD_MEMBER_UPDATE": {"keys": {**_MEMBER, **_VOICE, "avatar": "text|null", "user": "@UserResponse", "guild_id": _ID}},
    "GUILD_MEMBER_REMOVE": {"keys": {"guild_id": _ID, "user": "@UserResponse"}},
    "GUILD_MEMBERS_CHUNK": {"keys": {
        "guild_id": _ID, "members": {"list": "@GuildMemberResponse", "size": "..1000"}, "chunk_index": "int 0..",
        "chunk_count": "int 1..", "not_found?": {"list": "text"}, "presences?": _NOTHING, "nonce?": "text ..32",
    }},
    "GUILD_ROLE_CREATE": {"keys": {"guild_id": _ID, "role": "@GuildRoleResponse"}},
    "GUILD_ROLE_UPDATE": {"keys": {"guild_id": _ID, "role": "@GuildRoleResponse"}},
    "GUILD_ROLE_DELETE": {"keys": {"guild_id": _ID, "role_id": _ID}},
    "INTERACTION_CREATE": {"keys": {
        "id": _ID, "application_id": _ID, "type": {"one of": [2, 3, 4, 5]}, "token": "text 1..", "version": {"one of": [1]},
        "data": ["@GatewayCommandUsed", "@GatewayPressed", "@GatewaySubmitted"],
        "guild?": {"keys": {"id": _ID, "locale": "@AvailableLocalesEnum", "features": {"list": "text"}}},
        "guild_id?": _ID, "guild_locale?": "@AvailableLocalesEnum", "channel": _CHANNEL, "channel_id": _ID,
        "member?": {"keys": {
            **_MEMBER, **_VOICE, "user": "@UserResponse", "permissions": "text",
        }},
        "user?": "@UserResponse", "message?": "@MessageResponse", "app_permissions": "text",
        "locale": "@AvailableLocalesEnum", "entitlements": _NOTHING,
        "entitlement_sku_ids?": _NOTHING,  # undocumented
        "authorizing_integration_owners": {"map": _ID}, "context": {"one of": [0, 1, 2]}, "attachment_size_limit": "int 1..",
    }},
    "MESSAGE_CREATE": _MESSAGE,
    "MESSAGE_UPDATE": _MESSAGE,
    "MESSAGE_DELETE": {"keys": {"id": _ID, "channel_id": _ID, "guild_id?": _ID}},
    "MESSAGE_DELETE_BULK": {"keys": {"ids": {"list": _ID}, "channel_id": _ID, "guild_id?": _ID}},
    "MESSAGE_REACTION_ADD": {"keys": {
        **_REACTION, "member?": "@GuildMemberResponse", "message_author_id?": _ID, "burst_colors?": {"list": "text"},
    }},
    "MESSAGE_REACTION_REMOVE": {"keys": _REACTION},
    "READY": {"keys": {
        "v": {"one of": [10]}, "user": "@UserPIIResponse", "session_id": "text 1..", "resume_gateway_url": "text 1..",
        "guilds": {"list": {"keys": {"id": _ID, "unavailable": {"one of": [True]}}}},
        "shard?": {"list": "int 0..", "size": "2..2"}, "application": {"keys": {"id": _ID, "flags": "int", "flags_new?": "text"}},
        # undocumented, from here on
        "session_type?": "text", "private_channels?": _NOTHING, "presences?": _NOTHING, "relationships?": _NOTHING,
        "geo_ordered_rtc_regions?": {"list": "text"}, "_trace?": {"list": "text"},
    }},
    "RESUMED": {"keys": {"_trace?": {"list": "text"}}},
    "THREAD_CREATE": Thing("ThreadResponse", {"newly_created?": {"one of": [True]}}),
    "THREAD_UPDATE": Thing("ThreadResponse", {}),
    "THREAD_DELETE": {"keys": {"id": _ID, "guild_id": _ID, "parent_id": _ID, "type": {"one of": [10, 11, 12]}}},
    "THREAD_LIST_SYNC": {"keys": {
        "guild_id": _ID, "channel_ids?": {"list": _ID}, "threads": {"list": "@ThreadResponse"},
        "members": {"list": "@ThreadMemberResponse"},
    }},
    "THREAD_MEMBER_UPDATE": Thing("ThreadMemberResponse", {"guild_id": _ID}),
    "THREAD_MEMBERS_UPDATE": {"keys": {
        "id": _ID, "guild_id": _ID, "member_count": "int 0..50",
        "added_members?": {"list": "@ThreadMemberResponse"}, "removed_member_ids?": {"list": _ID},
    }},
    "TYPING_START": {"keys": {
        "channel_id": _ID, "guild_id?": _ID, "user_id": _ID, "timestamp": "int", "member?": "@GuildMemberResponse",
    }},
}  # fmt: skip
