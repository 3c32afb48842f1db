"""Addresses, moments, emoji, selects, permissions and contexts: what Discord's documentation refuses, with code and path."""

from typing import Any

import pytest

from tests.sandbox.raw import Raw
from tests.sandbox.test_limits import button, command, embed, label, modal, option, row, select

Json = dict[str, Any]


def faults(body: Json, *root: str) -> dict[str, set[str]]:
    """What is wrong, by the path it is wrong at, below `root`."""
    node: Any = body.get("errors", {})
    for part in root:
        node = node[part]
    found: dict[str, set[str]] = {}

    def walk(tree: Json, path: str) -> None:
        for key, value in tree.items():
            if key == "_errors":
                found[path] = {each["code"] for each in value}
            else:
                walk(value, f"{path}.{key}" if path else key)

    walk(node, "")
    return found


SCHEME, WELL, TAKEN = "URL_TYPE_INVALID_SCHEME", "URL_TYPE_INVALID_URL", "SET_TYPE_ALREADY_CONTAINS_VALUE"
LONG = "https://x.example/" + "x" * 2040
ICON = {"text": "t", "icon_url": "data:image/png;base64,x"}
IN_ROW = "components.0.components.0"
PICK = {"type": 3, "custom_id": "s"}
TWO = [{"label": "a", "value": "a", "default": True}, {"label": "b", "value": "b", "default": True}]
USERS = {"type": 5, "custom_id": "s"}

MESSAGES: list[tuple[str, Json, str, str]] = [
    ("embed url that is none", embed(url="not a url"), "embeds.0.url", WELL),
    ("embed url without a scheme", embed(url="example.org"), "embeds.0.url", SCHEME),
    ("embed url of script", embed(url="javascript:alert(1)"), "embeds.0.url", SCHEME),
    ("empty embed url", embed(url=""), "embeds.0.url", SCHEME),
    ("embed url with a line break", embed(url="https://x.example/\na"), "embeds.0.url", WELL),
    ("embed url with a zero", embed(url="https://x.example/\0"), "embeds.0.url", WELL),
    ("embed url without a host", embed(url="https:///a"), "embeds.0.url", WELL),
    ("embed url over 2048", embed(url=LONG), "embeds.0.url", "BASE_TYPE_MAX_LENGTH"),
    ("embed url that is a file", embed(url="attachment://a.png"), "embeds.0.url", SCHEME),
    ("embed url that is a number", embed(url=5), "embeds.0.url", "STRING_TYPE_CONVERT"),
    ("author url", embed(author={"name": "n", "url": ""}), "embeds.0.author.url", SCHEME),
    ("author icon", embed(author={"name": "n", "icon_url": "x"}), "embeds.0.author.icon_url", SCHEME),
    ("footer icon", embed(footer=ICON), "embeds.0.footer.icon_url", SCHEME),
    ("picture", embed(image={"url": "nowhere"}), "embeds.0.image.url", SCHEME),
    ("picture without address", embed(image={}), "embeds.0.image.url", "BASE_TYPE_REQUIRED"),
    ("thumbnail", embed(thumbnail={"url": "https://"}), "embeds.0.thumbnail.url", WELL),
    ("footer icon that did not come", embed(footer={"text": "t", "icon_url": "attachment://a.png"}),
     "embeds.0.footer.icon_url", "REFERENCED_ATTACHMENT_NOT_FOUND"),
    ("timestamp in words", embed(timestamp="yesterday"), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ("timestamp as a truth", embed(timestamp=True), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ("timestamp as a number", embed(timestamp=1700000000), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ("empty embed", {"content": "x", "embeds": [{}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    ("embed with a colour alone", {"embeds": [{"color": 5}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    ("link of script", {"components": [row(button(style=5, custom_id=None, url="javascript:x"))]}, f"{IN_ROW}.url",
     SCHEME),
    ("link that is none", {"components": [row(button(style=5, custom_id=None, url="https://"))]}, f"{IN_ROW}.url", WELL),
    ("link over 512", {"components": [row(button(style=5, custom_id=None, url=LONG[:513]))]}, f"{IN_ROW}.url",
     "BASE_TYPE_MAX_LENGTH"),
    ("link without address", {"components": [row(button(style=5, custom_id=None))]}, f"{IN_ROW}.url",
     "BASE_TYPE_REQUIRED"),
    ("emoji as a word", {"components": [row(button(emoji={"name": "smile"}))]}, f"{IN_ROW}.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("emoji twice over", {"components": [row(button(emoji={"name": "✈✈"}))]}, f"{IN_ROW}.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("emoji of nothing", {"components": [row(button(emoji={}))]}, f"{IN_ROW}.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("emoji by a strange id", {"components": [row(button(emoji={"name": "a", "id": "✈"}))]}, f"{IN_ROW}.emoji.id",
     "NUMBER_TYPE_COERCE"),
    ("emoji that is a text", {"components": [row(button(emoji="✈"))]}, f"{IN_ROW}.emoji", "MODEL_TYPE_CONVERT"),
    ("emoji of an option",
     {"components": [row({**PICK, "options": [{"label": "a", "value": "a", "emoji": {"name": "a"}}]})]},
     f"{IN_ROW}.options.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("more to choose than there are", {"components": [row(select(2, max_values=3))]}, f"{IN_ROW}.options",
     "BASE_TYPE_BAD_LENGTH"),
    ("more needed than there are", {"components": [row(select(2, min_values=3, max_values=3))]}, f"{IN_ROW}.options",
     "BASE_TYPE_BAD_LENGTH"),
    ("more needed than may be", {"components": [row(select(3, min_values=2))]}, f"{IN_ROW}.min_values",
     "SELECT_COMPONENT_INVALID_RANGE"),
    ("two chosen of one", {"components": [row({**PICK, "options": TWO})]}, f"{IN_ROW}.options",
     "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ("two people chosen of one",
     {"components": [row({**USERS, "default_values": [{"id": str(n), "type": "user"} for n in (1, 2)]})]},
     f"{IN_ROW}.default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ("a role among people", {"components": [row({**USERS, "default_values": [{"id": "1", "type": "role"}]})]},
     f"{IN_ROW}.default_values.0.type", "BASE_TYPE_CHOICES"),
    ("mentioned twice", {"content": "x", "allowed_mentions": {"users": ["1", "1"]}}, "allowed_mentions.users.1", TAKEN),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), [each[1:] for each in MESSAGES], ids=[each[0] for each in MESSAGES])
async def test_a_bad_message_is_refused_at_its_path(raw: Raw, body: Json, path: str, code: str) -> None:
    status, answer = await raw("POST", raw.room, body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in faults(answer)[path]
    status, answer = await raw.answer({"type": 4, "data": body})
    assert (status, answer["code"]) == (400, 50035)
    assert code in faults(answer, "data")[path], "an answer's message stands under data"


FINE: list[Json] = [
    embed(url="https://example.org", timestamp="2026-11-22T22:00:00.000Z"),
    embed(url="HTTP://example.org:8080/a?b#c", timestamp="2026-11-22T22:00:00+00:00"),
    embed(author={"name": "n", "url": None}, footer={"text": "t", "icon_url": "https://example.org/a.png"}),
    {"embeds": [{"image": {"url": "https://example.org/a.png"}}]},
    {"components": [row(button(style=5, custom_id=None, url="discord://-/channels/1/2"))]},
    {
        "components": [
            row(*(button(n, emoji={"name": sign}) for n, sign in enumerate(("✈", "✈️", "👍🏽", "👨‍👩‍👧", "🇩🇪"))))
        ]
    },
    {"components": [row(button(emoji={"name": "tick", "id": "1277679484459290757", "animated": False}))]},
    {"components": [row(select(3, min_values=0, max_values=3))]},
    {"components": [row({**PICK, "max_values": 2, "options": TWO})]},
    {"components": [row({**USERS, "max_values": 2, "default_values": [{"id": "1", "type": "user"}]})]},
]


@pytest.mark.parametrize("body", FINE)
async def test_what_discord_takes_is_taken(raw: Raw, body: Json) -> None:
    status, answer = await raw("POST", raw.room, {"content": "x", **body})
    assert status == 200, answer


async def test_an_answers_faults_stand_under_data_and_a_webhooks_do_not(raw: Raw) -> None:
    """Discord's own examples: `errors.data.content` for a callback, `errors.content` for what is sent to a webhook."""
    long = {"content": "x" * 2001}
    found, callback, hook = raw.interaction()
    status, answer = await raw("POST", callback, {"type": 4, "data": long}, token=False)
    assert (status, list(faults(answer))) == (400, ["data.content"])
    status, answer = await raw("POST", callback, {"type": 4, "data": ["x"]}, token=False)
    assert (status, list(faults(answer))) == (400, ["data"])
    assert (await raw("POST", callback, {"type": 4, "data": {"content": "x"}}, token=False))[0] == 204
    for method, path in (("PATCH", f"{hook}/messages/@original"), ("POST", hook)):
        status, answer = await raw(method, path, long, token=False)
        assert (status, list(faults(answer))) == (400, ["content"])
    assert found.response is not None
    _, callback, _ = raw.interaction(3, message=found.response)
    status, answer = await raw("POST", callback, {"type": 7, "data": long}, token=False)
    assert (status, list(faults(answer))) == (400, ["data.content"])


INPUT = {"type": 4, "custom_id": "i", "style": 1, "min_length": 5, "max_length": 4}
MODALS: list[tuple[str, Json, str, str]] = [
    ("a text shorter than short", INPUT, "min_length", "TEXT_INPUT_COMPONENT_INVALID_RANGE"),
    ("two of one", {**PICK, "options": TWO}, "options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ("two radios", {"type": 21, "custom_id": "r", "options": TWO}, "options",
     "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ("two boxes of one", {"type": 22, "custom_id": "r", "options": TWO, "max_values": 1}, "options",
     "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "path", "code"), [each[1:] for each in MODALS], ids=[each[0] for each in MODALS])
async def test_a_bad_form_is_refused_at_its_path(raw: Raw, part: Json, path: str, code: str) -> None:
    status, answer = await raw.answer(modal(components=label(component=part)))
    assert (status, answer["code"]) == (400, 50035)
    assert code in faults(answer)[f"data.components.0.component.{path}"]


async def test_several_boxes_may_be_ticked_beforehand(raw: Raw) -> None:
    boxes = {"type": 22, "custom_id": "r", "options": TWO}
    assert (await raw.answer(modal(components=label(component=boxes))))[0] == 204


PERMISSIONS = "default_member_permissions"
COMMANDS: list[tuple[str, Json, str, str]] = [
    ("permissions in words", command(default_member_permissions="abc"), PERMISSIONS, "NUMBER_TYPE_COERCE"),
    ("permissions below nothing", command(default_member_permissions=-1), PERMISSIONS, "NUMBER_TYPE_MIN"),
    ("permissions there are not", command(default_member_permissions=1 << 60), PERMISSIONS, "NUMBER_TYPE_MAX"),
    ("no context", command(contexts=[]), "contexts", "BASE_TYPE_BAD_LENGTH"),
    ("unknown context", command(contexts=[0, 7]), "contexts.1", "BASE_TYPE_CHOICES"),
    ("a context twice", command(contexts=[0, 0]), "contexts.1", TAKEN),
    ("unknown install", command(integration_types=[2]), "integration_types.0", "BASE_TYPE_CHOICES"),
    ("an install twice", command(integration_types=[1, 1]), "integration_types.1", TAKEN),
    ("a capital in another language", command(name_localizations={"de": "Groß"}), "name_localizations.de",
     "APPLICATION_COMMAND_INVALID_NAME"),
    ("too much in another language", command(description_localizations={"de": "x" * 101}),
     "description_localizations.de", "BASE_TYPE_BAD_LENGTH"),
    ("unknown channel type", command(options=[option(kind=7, channel_types=[99])]), "options.0.channel_types.0",
     "BASE_TYPE_CHOICES"),
    ("a least that is not a number", command(options=[option(kind=4, min_value="a")]), "options.0.min_value",
     "NUMBER_TYPE_COERCE"),
    ("a least that is not a whole number", command(options=[option(kind=4, min_value=0.5)]), "options.0.min_value",
     "NUMBER_TYPE_COERCE"),
    ("shorter than short", command(options=[option(min_length=5, max_length=4)]), "options.0.min_length",
     "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), [each[1:] for each in COMMANDS], ids=[each[0] for each in COMMANDS])
async def test_a_bad_command_is_refused_at_its_path(raw: Raw, body: Json, path: str, code: str) -> None:
    base = f"/applications/{raw.sandbox.application_id}/commands"
    status, answer = await raw("PUT", base, [command(name="other"), body])
    assert (status, answer["code"]) == (400, 50035)
    assert code in faults(answer)[f"1.{path}"], "in a list, the path begins with the place in it"
    status, answer = await raw("POST", base, body)
    assert (status, code in faults(answer)[path]) == (400, True)
    assert raw.sandbox.world.commands.get(0) is None


async def test_control_characters_are_stripped_from_content_and_leave_nothing_of_it(raw: Raw) -> None:
    """Discord strips them before it looks at a message, so that they hide nothing and make no message by themselves."""
    status, sent = await raw("POST", raw.room, {"content": "a\x00b\x1b[2J\u202ecde\tf\ng"})
    assert (status, sent["content"]) == (200, "ab[2Jcde\tf\ng")
    status, edited = await raw("PATCH", f"{raw.room}/{sent['id']}", {"content": "x\u202ey"})
    assert (status, edited["content"]) == (200, "xy")
    status, answer = await raw("POST", raw.room, {"content": "\x00\u202e"})
    assert (status, answer["code"]) == (400, 50006)
