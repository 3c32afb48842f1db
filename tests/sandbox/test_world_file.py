"""A world from a TOML file: what it makes, and the sentence for every mistake."""

from pathlib import Path

import pytest

from sandbox.model import CATEGORY, NEWS
from sandbox.permissions import P
from sandbox.toml_table import WorldFileError
from sandbox.world import World
from sandbox.world_file import EXAMPLE_WORLD, load_world, parse_world

TEXT = EXAMPLE_WORLD.read_text("utf-8")
SMALL = '[[person]]\nusername = "alice"\n[[server]]\nname = "S"\n[[server.channel]]\nname = "general"\n'


@pytest.fixture
def world() -> World:
    """The example's world."""
    return load_world(EXAMPLE_WORLD)


def test_the_example_makes_people_roles_and_channels(world: World) -> None:
    assert [each.username for each in world.users.values()] == ["test-bot", "alice", "bob", "carol", "dave"]
    guild = world.guild("Test Harbour")
    assert guild.owner_id == world.user("alice").id
    assert world.display_name(world.user("carol").id, guild.id) == "Caroline"
    assert not world.user("dave").dms_open
    moderator = world.role(guild, "Moderator")
    assert guild.members[world.user("bob").id].roles == [moderator.id]
    assert (moderator.mentionable, moderator.color) == (True, 0xE8B04A)
    assert [world.channel(name).type for name in ("general", "announcements", "Staff")] == [0, NEWS, CATEGORY]
    assert world.channel("moderators").parent_id == world.channel("Staff").id


def test_overwrites_and_permissions_decide_who_may_do_what(world: World) -> None:
    carol, bob = world.user("carol").id, world.user("bob").id
    assert not world.permissions(world.channel("moderators"), carol) & P.VIEW
    assert world.permissions(world.channel("moderators"), bob) & P.VIEW
    assert not world.can_send(world.channel("announcements"), carol)
    assert world.can_send(world.channel("announcements"), world.bot_id)
    assert not world.permissions(world.channel("general"), world.bot_id) & P.MANAGE_ROLES


def test_the_same_text_gives_the_same_ids() -> None:
    one, other = parse_world(TEXT), parse_world(TEXT)
    assert list(one.users) == list(other.users)
    assert list(one.channels) == list(other.channels)


def test_a_small_file_is_enough() -> None:
    world = parse_world(SMALL)
    assert world.guild().owner_id == world.user("alice").id
    assert world.permissions(world.channel("general"), world.bot_id) & P.SEND


def test_intents_are_those_of_the_developer_portal() -> None:
    world = parse_world('[application]\nintents = ["MESSAGE_CONTENT", "GUILD_MEMBERS"]\n' + SMALL)
    assert world.privileged_intents == 1 << 15 | 1 << 1


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('deny = ["SEND_MESSAGES"]', 'deny = ["SEND_MESAGES"]',
         'line 72, server "Test Harbour", channel "announcements", overwrite 1, deny: "SEND_MESAGES" is not a permission. '
         "Did you mean 'SEND_MESSAGES'?"),
        ('color = "#8fbc3f"', 'colour = "#8fbc3f"', "line 20, person \"bob\", colour: there is no such key here. "
         "Did you mean 'color'?"),
        ('color = "#8fbc3f"', 'color = "green"', 'line 20, person "bob", color: must be a colour like "#4a90e2", not "green".'),
        ('type = "announcement"', 'type = "news"', '"news" is none of text, announcement, category.'),
        ('owner = "alice"', 'owner = "zed"', 'owner: "zed" is not a person of this file. There are: alice, bob, carol, dave.'),
        ("dms = false", 'dms = "no"', 'dms: must be true or false, not "no".'),
        ('username = "bob"\n', "\n", 'line 18, person 2: username is missing; write username = "…".'),
        ('username = "bob"', 'username = "alice"', "somebody of that name is there already"),
        ('nick = "Caroline"', 'nick = ""', 'must be a text of 1 to 32 characters, not "".'),
        ('person = "carol"', 'person = "nobody"', '"nobody" is not a member of this server.'),
        ('category = "Staff"', 'category = "Stuff"', '"Stuff" is not a category above this line. There are: Staff.'),
        ("bot = true\nallow", "allow", "say whom it is for by one key"),
        ('name = "general"', 'name = "General Talk"', 'write "general-talk"'),
        ('name = "moderators"', 'name = "general"', "this server has a channel of that name already"),
        ('name = "Moderator"', 'name = "@everyone"', "this server has a role of that name already"),
        ('allow = ["VIEW_CHANNEL"]', 'allow = ["VIEW_CHANNEL"]\ndeny = ["VIEW_CHANNEL"]', "cannot be both allowed and denied"),
        ('members = ["bob"]', 'members = ["bobb"]', "\"bobb\" is not a member of this server. Did you mean 'bob'?"),
        ('members = ["bob"]', "members = 7", "members: must be a list of names, each a member of this server, not 7."),
        ("intents = []", 'intents = ["MEMBERS"]', "\"MEMBERS\" is not a privileged intent. Did you mean 'GUILD_MEMBERS'?"),
        ("[[server.nickname]]", "[server.nickname]", "must be tables, each under a line [[server.nickname]]."),
        ("[application]", "[application", "this is not TOML"),
        ("[application]", "[applications]", "line 5, the file, applications: there is no such key here."),
    ],
)  # fmt: skip
def test_every_mistake_is_answered_by_a_sentence(before: str, after: str, sentence: str) -> None:
    assert before in TEXT
    with pytest.raises(WorldFileError) as found:
        parse_world(TEXT.replace(before, after, 1))
    assert sentence in str(found.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is nobody in this world"),
        ('[[person]]\nusername = "alice"', "there is no server in this world"),
        ('[[person]]\nusername = "alice"\n[[server]]\nname = "S"', "there is no channel"),
    ],
)
def test_what_is_missing_is_said(text: str, sentence: str) -> None:
    with pytest.raises(WorldFileError, match=sentence):
        parse_world(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorldFileError, match=r"nothing\.toml cannot be read"):
        load_world(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(WorldFileError, match="not a text file in UTF-8"):
        load_world(tmp_path / "binary.toml")
