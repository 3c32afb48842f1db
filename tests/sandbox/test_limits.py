"""What Discord refuses, the sandbox refuses, with Discord's codes; and what is just inside the limits, it takes."""

from typing import Any

import pytest

from tests.sandbox.raw import Raw, codes

Json = dict[str, Any]


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def button(number: int = 0, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}", **more}


def select(options: int = 1, **more: Any) -> Json:
    listed = [{"label": f"o{each}", "value": f"v{each}"} for each in range(options)]
    return {"type": 3, "custom_id": "s", "options": listed, **more}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def embed(**more: Any) -> Json:
    return {"embeds": [{"title": "t", **more}]}


V2 = 1 << 15
FIELD = {"name": "n", "value": "v"}

MESSAGES: list[tuple[str, Json, str]] = [
    ("content over 2000", {"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    ("eleven embeds", {"embeds": [{"title": "t"}] * 11}, "BASE_TYPE_MAX_LENGTH"),
    ("embed title over 256", embed(title="x" * 257), "BASE_TYPE_MAX_LENGTH"),
    ("embed description over 4096", embed(description="x" * 4097), "BASE_TYPE_MAX_LENGTH"),
    ("twenty-six fields", embed(fields=[FIELD] * 26), "BASE_TYPE_MAX_LENGTH"),
    ("field name over 256", embed(fields=[{"name": "x" * 257, "value": "v"}]), "BASE_TYPE_MAX_LENGTH"),
    ("field value over 1024", embed(fields=[{"name": "n", "value": "x" * 1025}]), "BASE_TYPE_MAX_LENGTH"),
    ("field without value", embed(fields=[{"name": "n", "value": ""}]), "BASE_TYPE_REQUIRED"),
    ("footer over 2048", embed(footer={"text": "x" * 2049}), "BASE_TYPE_MAX_LENGTH"),
    ("author over 256", embed(author={"name": "x" * 257}), "BASE_TYPE_MAX_LENGTH"),
    ("embeds over 6000 together", {"embeds": [{"description": "x" * 3001}] * 2}, "MAX_EMBED_SIZE_EXCEEDED"),
    ("embed colour out of range", embed(color=1 << 24), "NUMBER_TYPE_MAX"),
    ("embed picture of a strange scheme", embed(image={"url": "ftp://x"}), "URL_TYPE_INVALID_SCHEME"),
    ("embed picture that did not come", embed(image={"url": "attachment://a.png"}), "REFERENCED_ATTACHMENT_NOT_FOUND"),
    ("six rows", {"components": [row(button(each)) for each in range(6)]}, "BASE_TYPE_MAX_LENGTH"),
    ("six buttons in a row", {"components": [row(*map(button, range(6)))]}, "BASE_TYPE_BAD_LENGTH"),
    ("an empty row", {"components": [row()]}, "BASE_TYPE_BAD_LENGTH"),
    ("custom id used twice", {"components": [row(button(), button())]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ("custom id over 100", {"components": [row(button(custom_id="x" * 101))]}, "BASE_TYPE_BAD_LENGTH"),
    ("button without custom id", {"components": [row(button(custom_id=None))]}, "BASE_TYPE_REQUIRED"),
    ("label over 80", {"components": [row(button(label="x" * 81))]}, "BASE_TYPE_MAX_LENGTH"),
    ("unknown button style", {"components": [row(button(style=9))]}, "BASE_TYPE_CHOICES"),
    ("link with custom id", {"components": [row(button(style=5, url="https://x"))]},
     "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE"),
    ("twenty-six options", {"components": [row(select(26))]}, "BASE_TYPE_BAD_LENGTH"),
    ("no options", {"components": [row(select(0))]}, "BASE_TYPE_BAD_LENGTH"),
    ("placeholder over 150", {"components": [row(select(placeholder="x" * 151))]}, "BASE_TYPE_MAX_LENGTH"),
    ("select beside a button", {"components": [row(select(), button())]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ("a button outside a row", {"components": [button()]}, "BASE_TYPE_CHOICES"),
    ("an unknown component", {"components": [{"type": 99}]}, "BASE_TYPE_CHOICES"),
    ("V2 part without the flag", {"components": [text()]}, "BASE_TYPE_CHOICES"),
    ("V2 flag with content", {"flags": V2, "content": "x", "components": [text()]},
     "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ("V2 flag with embeds", {"flags": V2, **embed(), "components": [text()]},
     "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ("forty-one parts", {"flags": V2, "components": [{"type": 17, "components": [text()] * 20}] * 2},
     "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ("two texts over 4000 together", {"flags": V2, "components": [text("x" * 2001)] * 2},
     "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ("section without accessory", {"flags": V2, "components": [{"type": 9, "components": [text()]}]},
     "MODEL_TYPE_CONVERT"),
    ("eleven pictures", {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "https://x"}}] * 11}]},
     "BASE_TYPE_BAD_LENGTH"),
    ("gallery picture that did not come",
     {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]},
     "REFERENCED_ATTACHMENT_NOT_FOUND"),
    ("mentions by kind and by id", {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
     "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    ("mentions of an unknown kind", {"content": "x", "allowed_mentions": {"parse": ["cats"]}}, "BASE_TYPE_CHOICES"),
    ("mentions of 101 users", {"content": "x", "allowed_mentions": {"users": [str(each) for each in range(101)]}},
     "BASE_TYPE_MAX_LENGTH"),
    ("nonce over 25", {"content": "x", "nonce": "x" * 26}, "BASE_TYPE_MAX_LENGTH"),
    ("alt text over 1024", {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
     "BASE_TYPE_MAX_LENGTH"),
    ("a file that did not come", {"content": "x", "attachments": [{"id": 0, "filename": "a.txt"}]},
     "ATTACHMENT_NOT_FOUND"),
    ("content that is not a text", {"content": ["x"]}, "STRING_TYPE_CONVERT"),
    ("a body that is a list", [], "MODEL_TYPE_CONVERT"),  # type: ignore[list-item]  # on purpose
]  # fmt: skip


@pytest.mark.parametrize(("body", "code"), [each[1:] for each in MESSAGES], ids=[each[0] for each in MESSAGES])
async def test_bad_message_is_refused(raw: Raw, body: Json, code: str) -> None:
    status, answer = await raw("POST", raw.room, body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in codes(answer)
    assert raw.sandbox.human("ada").messages("war-room") == []


@pytest.mark.parametrize(
    ("body", "code"), [each[1:] for each in MESSAGES[:-1]], ids=[each[0] for each in MESSAGES[:-1]]
)
async def test_bad_message_is_refused_as_an_answer_too(raw: Raw, body: Json, code: str) -> None:
    status, answer = await raw.answer({"type": 4, "data": body})
    assert (status, answer["code"]) == (400, 50035)
    assert code in codes(answer)


async def test_what_is_just_inside_the_limits_is_taken(raw: Raw) -> None:
    bodies = [
        {"content": "x" * 2000},
        {"embeds": [{"description": "x" * 3000}] * 2},
        {"components": [row(*[button(5 * each + other) for other in range(5)]) for each in range(5)]},
        {"content": "x", "components": [row(select(25))]},
        {"flags": V2, "components": [{"type": 17, "components": [text("x" * 100)] * 39}]},
        {"flags": V2, "components": [text("x" * 4000)]},
    ]
    for body in bodies:
        status, answer = await raw("POST", raw.room, body)
        assert status == 200, answer


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": "  \n "}, {"embeds": []}])
async def test_empty_message_is_50006(raw: Raw, body: Json) -> None:
    status, answer = await raw("POST", raw.room, body)
    assert (status, answer["code"]) == (400, 50006)


async def test_file_over_ten_mebibytes_is_40005(raw: Raw) -> None:
    status, answer = await raw("POST", raw.room, {}, files=(("big.bin", b"x" * (10 * 1024 * 1024 + 1)),))
    assert (status, answer["code"]) == (413, 40005)
    status, _ = await raw("POST", raw.room, {}, files=(("fits.bin", b"x" * (10 * 1024 * 1024)),))
    assert status == 200


async def test_request_over_25_mebibytes_is_40005(raw: Raw) -> None:
    files = tuple((f"{each}.bin", b"x" * 9_000_000) for each in range(3))
    status, answer = await raw("POST", raw.room, {}, files=files)
    assert (status, answer["code"]) == (413, 40005)


async def test_eleven_files_are_refused(raw: Raw) -> None:
    status, answer = await raw("POST", raw.room, {}, files=tuple((f"{each}.txt", b"x") for each in range(11)))
    assert (status, answer["code"]) == (400, 50035)


async def test_v2_is_for_ever(raw: Raw) -> None:
    _, message = await raw("POST", raw.room, {"flags": V2, "components": [text()]})
    status, answer = await raw("PATCH", f"{raw.room}/{message['id']}", {"flags": 0, "content": "plain"})
    assert (status, answer["code"]) == (400, 50035)
    _, plain = await raw("POST", raw.room, {"content": "plain"})
    change = {"flags": V2, "components": [text("new")]}
    status, answer = await raw("PATCH", f"{raw.room}/{plain['id']}", change)
    assert "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2" in codes(answer)
    status, answer = await raw("PATCH", f"{raw.room}/{plain['id']}", {**change, "content": None})
    assert (status, answer["flags"] & V2) == (200, V2)


# commands


def command(**more: Any) -> Json:
    return {"name": "test", "type": 1, "description": "d", **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "type": kind, "description": "d", **more}


def many(kind: int, count: int) -> list[Json]:
    return [{**command(name=f"c{each}", type=kind), "description": "d" if kind == 1 else ""} for each in range(count)]


LONG = [option(f"o{each}", choices=[{"name": "x" * 95, "value": "y" * 90}] * 2) for each in range(25)]
COMMANDS: list[tuple[str, list[Json], int, str]] = [
    ("name with a capital", [command(name="Test")], 50035, "APPLICATION_COMMAND_INVALID_NAME"),
    ("name with a space", [command(name="two words")], 50035, "APPLICATION_COMMAND_INVALID_NAME"),
    ("name over 32", [command(name="x" * 33)], 50035, "BASE_TYPE_BAD_LENGTH"),
    ("no description", [command(description="")], 50035, "BASE_TYPE_REQUIRED"),
    ("description over 100", [command(description="x" * 101)], 50035, "BASE_TYPE_BAD_LENGTH"),
    ("two of a name", [command(), command()], 50035, "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ("26 options", [command(options=[option(f"o{each}") for each in range(26)])], 50035, "BASE_TYPE_MAX_LENGTH"),
    ("two options of a name", [command(options=[option(), option()])], 50035,
     "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    ("required after optional", [command(options=[option("a"), option("b", required=True)])], 50035,
     "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
    ("26 choices", [command(options=[option(choices=[{"name": "n", "value": "v"}] * 26)])], 50035,
     "BASE_TYPE_MAX_LENGTH"),
    ("choice name over 100", [command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])])], 50035,
     "BASE_TYPE_BAD_LENGTH"),
    ("choice of the wrong type", [command(options=[option(kind=4, choices=[{"name": "n", "value": "v"}])])], 50035,
     "NUMBER_TYPE_COERCE"),
    ("choices and autocomplete", [command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])])],
     50035, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES"),
    ("autocomplete of users", [command(options=[option(kind=6, autocomplete=True)])], 50035,
     "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE"),
    ("sub-command beside an option", [command(options=[option("s", 1), option("o")])], 50035,
     "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ("group in a group", [command(options=[option("g", 2, options=[option("h", 2)])])], 50035, "BASE_TYPE_CHOICES"),
    ("unknown option type", [command(options=[option(kind=12)])], 50035, "BASE_TYPE_CHOICES"),
    ("over 8000 characters", [command(options=LONG)], 50035, "APPLICATION_COMMAND_TOO_LARGE"),
    ("menu with a description", [{"name": "Menu", "type": 2, "description": "d"}], 50035,
     "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION"),
    ("101 commands", many(1, 101), 30032, ""),
    ("16 user menus", many(2, 16), 30032, ""),
    ("16 message menus", many(3, 16), 30032, ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "number", "code"), [x[1:] for x in COMMANDS], ids=[x[0] for x in COMMANDS])
async def test_bad_commands_are_refused(raw: Raw, body: list[Json], number: int, code: str) -> None:
    status, answer = await raw("PUT", f"/applications/{raw.sandbox.application_id}/commands", body)
    assert (status, answer["code"]) == (400, number)
    assert not code or code in codes(answer)
    assert raw.sandbox.world.commands.get(0) is None


async def test_a_full_set_of_commands_is_taken_and_keeps_its_ids(raw: Raw) -> None:
    path = f"/applications/{raw.sandbox.application_id}/commands"
    status, first = await raw("PUT", path, [*many(1, 100), *many(2, 15), *many(3, 15)])
    assert (status, len(first)) == (200, 130)
    _, second = await raw("PUT", path, many(1, 100))
    assert [each["id"] for each in second] == [each["id"] for each in first[:100]]


# modals and choices


def modal(**more: Any) -> Json:
    parts = [{"type": 18, "label": "l", "component": {"type": 4, "custom_id": "i", "style": 1}}]
    return {"type": 9, "data": {"custom_id": "m", "title": "t", "components": parts, **more}}


def label(**more: Any) -> list[Json]:
    return [{"type": 18, "label": "l", "component": {"type": 4, "custom_id": "i", "style": 1}, **more}]


MODALS: list[tuple[str, Json, str]] = [
    ("title over 45", modal(title="x" * 46), "BASE_TYPE_BAD_LENGTH"),
    ("no title", modal(title=None), "BASE_TYPE_REQUIRED"),
    ("no parts", modal(components=[]), "BASE_TYPE_BAD_LENGTH"),
    ("six parts", modal(components=[text()] * 6), "BASE_TYPE_BAD_LENGTH"),
    ("label over 45", modal(components=label(label="x" * 46)), "BASE_TYPE_BAD_LENGTH"),
    ("description over 100", modal(components=label(description="x" * 101)), "BASE_TYPE_MAX_LENGTH"),
    ("a button in a label", modal(components=label(component=button())), "BASE_TYPE_CHOICES"),
    ("a button row", modal(components=[row(button())]), "BASE_TYPE_CHOICES"),
    ("custom id twice", modal(components=label() * 2), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ("value over 4000",
     modal(components=label(component={"type": 4, "custom_id": "i", "style": 1, "value": "x" * 4001})),
     "BASE_TYPE_MAX_LENGTH"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code"), [each[1:] for each in MODALS], ids=[each[0] for each in MODALS])
async def test_bad_modal_is_refused(raw: Raw, body: Json, code: str) -> None:
    status, answer = await raw.answer(body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in codes(answer)


async def test_26_suggestions_are_refused(raw: Raw) -> None:
    _, path, _ = raw.interaction(4)
    listed = [{"name": str(each), "value": str(each)} for each in range(26)]
    status, answer = await raw("POST", path, {"type": 8, "data": {"choices": listed}})
    assert (status, answer["code"]) == (400, 50035)
    assert "BASE_TYPE_MAX_LENGTH" in codes(answer)


# threads

THREADS: list[tuple[Json, str]] = [
    ({"name": ""}, "BASE_TYPE_REQUIRED"),
    ({"name": "x" * 101}, "BASE_TYPE_BAD_LENGTH"),
    ({"name": "x", "auto_archive_duration": 61}, "BASE_TYPE_CHOICES"),
    ({"name": "x", "type": 0}, "BASE_TYPE_CHOICES"),
]


@pytest.mark.parametrize(("body", "code"), THREADS)
async def test_bad_thread_is_refused(raw: Raw, body: Json, code: str) -> None:
    path = raw.room.removesuffix("/messages")
    status, answer = await raw("POST", f"{path}/threads", body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in codes(answer)


async def test_one_thread_per_message(raw: Raw) -> None:
    _, message = await raw("POST", raw.room, {"content": "x"})
    path = f"{raw.room}/{message['id']}/threads"
    assert (await raw("POST", path, {"name": "one"}))[0] == 201
    status, answer = await raw("POST", path, {"name": "two"})
    assert (status, answer["code"]) == (400, 160004)
