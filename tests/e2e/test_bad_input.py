"""Hostile, wrong and foreign input through the real client: a clear sentence or safe text, nothing changed, nobody pinged."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

import pytest

from playtest.player import GIVE_BUTTON, OUR_FAULT, is_refusal
from sandbox.errors import Refused
from sandbox.human import NoAnswerError
from sandbox.model import Message
from sandbox.reply import Reply, SeenMessage
from tests.e2e.kit import CHANNEL, Table

OWN_LINK = re.compile(r"\[turn \d+\]\(https://discord\.com/channels/\d+/\d+/\d+\)")
"""A link of the bot's own making: from what somebody missed to a turn's announcement in the same server."""
MENTIONS = "@everyone <@1323802873036800002> <@&1323802873036800010>"
LINK = "[free ships](https://example.invalid/x) ||boo|| # big"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}txt.exe\N{ZERO WIDTH SPACE}\N{LEFT-TO-RIGHT MARK}"
SQL = "Robert'); DROP TABLE orders; --"
PATH = "../../../etc/passwd\\..\\con.txt"
EMOJI = "👩‍🚀🚀 flotte ☄️"
FENCE = "``` **bold** ```"
STACKED = "Z" + "\N{COMBINING ACUTE ACCENT}" * 50
DIGITS = "²²²²"
NOTHING = "\N{HANGUL FILLER}\N{HANGUL FILLER}"
HOSTILE = {
    "mentions": MENTIONS, "link": LINK, "turned": TURNED, "sql": SQL, "path": PATH, "emoji": EMOJI, "fence": FENCE,
    "stacked": STACKED, "digits": DIGITS, "nothing": NOTHING,
}  # fmt: skip
EVERYWHERE: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("fleet show", {}, "fleet"),
    ("fleet move", {"fleet": "Home Fleet"}, "to"),
    ("fleet move", {"to": "0101"}, "fleet"),
    ("fleet move", {"fleet": "Home Fleet", "to": "0101"}, "via"),
    ("fleet move", {"fleet": "Home Fleet", "to": "0101"}, "pick_up"),
    ("fleet split", {"fleet": "Home Fleet", "name": "Two"}, "ships"),
    ("fleet merge", {"fleet": "Home Fleet"}, "into"),
    ("colony show", {}, "colony"),
    ("colony found", {"fleet": "First Caravan"}, "world"),
    ("colony expand", {"cps": 5}, "colony"),
    ("build units", {"at": "Terra"}, "design"),
    ("build continue", {}, "build"),
    ("research fund", {"cps": 5}, "project"),
    ("research start", {"name": "Beams", "cps": 5}, "at"),
    ("orders write", {}, "line"),
    ("orders change", {"line": 'ask "x"'}, "number"),
    ("orders withdraw", {}, "number"),
    ("empire system", {}, "hex"),
    ("map show", {}, "around"),
    ("map text", {}, "around"),
    ("help", {}, "topic"),
    ("rule", {}, "rule"),
    ("roll", {}, "dice"),
    ("campaign join", {}, "side"),
)
"""A command, its good options, and the one that is made hostile; none of these values is one that it could take."""
NAMES: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("fleet rename", {"fleet": "Home Fleet"}, "name"),
    ("fleet rename", {"fleet": "Home Fleet", "name": "Guard"}, "standing"),
    ("fleet split", {"fleet": "Home Fleet", "ships": "DD01"}, "name"),
    ("build units", {"design": "SC", "at": "Terra"}, "fleet"),
    ("research start", {"at": "Terra", "cps": 5}, "name"),
    ("orders ask", {}, "text"),
    ("orders contingency", {}, "text"),
)
"""A command, its good options, and one that is the player's own words."""


def bots_messages(table: Table) -> Iterator[Message]:
    """All that the bot has said, anywhere."""
    world = table.sandbox.world
    for messages in world.messages.values():
        yield from (m for m in messages.values() if m.author_id == world.bot_id)


def nobody_pinged(table: Table) -> None:
    """No message of the bot's pings everybody or a role, or anybody but the one whose room it is in."""
    own = {table.room(name).id: table.human(name).id for name in ("ada", "dom", "gm")}
    for message in bots_messages(table):
        assert not message.mention_everyone, message.content
        assert not message.mention_roles, message.content
        if message.channel_id in own and message.viewer is None:
            assert set(message.mentions) <= {own[message.channel_id]}, message.content
        else:
            assert message.mentions == [], message.content


def is_clear(reply: Reply) -> bool:
    """A refusal: marked, to its giver alone, a sentence, and not our fault."""
    return reply.text().startswith("⚠ ") and is_refusal(reply)


def without_tricks(text: str) -> bool:
    """No invisible character that turns or hides text."""
    return all(unicodedata.category(c) != "Cf" for c in text if c != "\N{ZERO WIDTH JOINER}")


async def sheet(table: Table) -> str:
    """Ada's sheet."""
    return (await table.ask("ada", "orders show")).text()


async def test_values_that_cannot_be_meant_get_a_clear_sentence_and_change_nothing(table: Table) -> None:
    await table.start()
    before = await sheet(table)
    for command, good, bad in EVERYWHERE:
        for kind, hostile in HOSTILE.items():
            reply = await table.ask("ada", command, **good, **{bad: hostile})
            assert is_clear(reply), (command, bad, kind, reply)
            assert without_tricks(reply.text()), (command, bad, kind, reply)
    assert await sheet(table) == before
    assert (await table.game()).turn_state == "open"
    nobody_pinged(table)


async def test_hostile_text_is_suggested_nothing(table: Table) -> None:
    await table.start()
    for command, good, bad in EVERYWHERE:
        for kind, hostile in HOSTILE.items():
            assert await _suggestions(table, command, bad, hostile, good) == [], (command, bad, kind)


@pytest.mark.parametrize("kind", HOSTILE)
async def test_players_own_words_are_refused_or_shown_as_safe_text_to_the_end(table: Table, kind: str) -> None:
    await table.start(review=False)
    taken = 0
    for command, good, bad in NAMES:
        preview = await table.ask("ada", command, **good, **{bad: HOSTILE[kind]})
        if not any(button.label == GIVE_BUTTON for button in preview.buttons):
            assert is_clear(preview), (command, bad, preview)
            continue
        given = await table.ada.click(preview, GIVE_BUTTON)
        if given.text().startswith("⚠"):
            assert is_clear(given), (command, bad, given)
            continue
        taken += 1
        _is_safe(given)
        await table.ask("ada", "orders withdraw", number="all")
        assert "○" in await sheet(table)
        await table.ask("ada", "orders restore")
    assert taken >= (0 if kind in {"turned", "nothing"} else 2)
    shown = await table.gm.slash(CHANNEL, "gm sheet", side="humans")
    _is_safe(shown)
    await table.advance()
    for name in ("ada", "gm"):
        packet = table.last_in_room(name)
        assert [file.filename for file in packet.attachments] == ["report.md", "map.png", "map.txt"]
        texts = [packet.text(), *(f.description for f in packet.attachments)]
        texts += [f.read().decode() for f in packet.attachments if f.filename != "map.png"]
        for text in texts:
            assert "@everyone" not in text
            assert without_tricks(text)
        report = next(f.read().decode() for f in packet.attachments if f.filename == "report.md")
        [panel, *_] = packet.components
        told = "\n".join(part["content"] for part in panel["components"] if part["type"] == 10)
        assert ("your report and map" if name == "ada" else "report of turn") in told
        for markdown in (told, report):
            assert "](" not in markdown.replace("\\](", "")
    for command in ("fleet list", "build queue", "research list", "map mine", "empire show"):
        _is_safe(await table.ask("ada", command))
    _is_safe(await table.gm.slash(CHANNEL, "gm questions"))
    nobody_pinged(table)


async def test_4000_characters_are_stopped_or_answered(table: Table) -> None:
    await table.start()
    before = await sheet(table)
    long = "x" * 4000
    for command, option in (
        ("orders ask", "text"),
        ("orders write", "line"),
        ("fleet rename", "name"),
        ("roll", "dice"),
    ):
        options = {option: long, **({"fleet": "Home Fleet"} if command == "fleet rename" else {})}
        with pytest.raises(Refused):
            await table.ask("ada", command, **options)
    for text in (long, "Name: " + long[:3900], "\n" * 3999 + "x", "Orders: Move to 0101\n" * 190):
        answer = await table.ada.submit(await table.ask("ada", "orders form"), {"The order form": text})
        assert "Nothing was entered" in answer.text(), answer
        assert len(answer.content) <= 2000
    for option in ("fleet", "to"):
        good = {"fleet": "Home Fleet", "to": "0101"}
        assert is_clear(await table.ask("ada", "fleet move", **{**good, option: long}))
    await table.ada.click(await table.ask("ada", "orders ask", text="word " * 300), GIVE_BUTTON)
    for _ in range(4):
        receipt = await table.ada.click(await table.ask("ada", "orders ask", text="word " * 299 + "more"), GIVE_BUTTON)
    assert "✔ Order given" in receipt.text(), receipt
    await table.ask("ada", "orders withdraw", number="all")
    assert "nothing ordered yet" in before
    assert "nothing ordered yet" in await sheet(table)


async def test_nothing_is_suggested_and_nothing_goes_wrong_before_the_first_turn(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.start(begin=False)
    for who in ("ada", "gm"):
        assert await table.human(who).autocomplete(CHANNEL, "fleet show", "fleet", "") == []
    assert caplog.records == []


async def test_what_is_not_yours_is_refused_without_telling_whether_it_exists(table: Table) -> None:
    await table.start()
    table.open_commands()
    before = await sheet(table)
    theirs = (await table.view("dominators")).fleets["dominators-F1"]
    for real, made_up in (("dominators-F1", "dominators-F99"), (theirs.name, "The Frown")):
        for command in ("fleet show", "fleet mission"):
            more = {"mission": "patrol"} if command == "fleet mission" else {}
            told = [await table.ask("ada", command, fleet=name, **more) for name in (real, made_up)]
            assert all(map(is_clear, told)), told
            assert told[0].text().replace(real, "…") == told[1].text().replace(made_up, "…")
    for name, command, options in (
        ("ada", "gm advance", {}),
        ("ada", "gm amend treasury", {"side": "humans", "cps": 5000}),
        ("ada", "campaign finish", {}),
        ("visitor", "orders show", {}),
        ("visitor", "map whole", {}),
        ("visitor", "turn report", {}),
        ("visitor", "campaign export", {}),
        ("gm", "orders ready", {}),
    ):
        assert is_clear(await table.ask(name, command, **options)), (name, command)
    assert await table.ada.autocomplete(CHANNEL, "gm amend move", "fleet", "") == []
    assert await table.visitor.autocomplete(CHANNEL, "fleet show", "fleet", "") == []
    assert await sheet(table) == before


async def test_somebody_elses_buttons_and_panels_are_out_of_reach(table: Table) -> None:
    await table.start()
    preview = await table.ask("ada", "orders ask", text="Mine?")
    with pytest.raises((Refused, NoAnswerError, LookupError)):
        await table.dom.click(preview, GIVE_BUTTON)
    assert "nothing ordered yet" in await sheet(table)


@pytest.mark.parametrize("name", [MENTIONS, LINK, TURNED, FENCE, "  "])
async def test_a_campaigns_name_cannot_carry_mentions_links_or_tricks(table: Table, name: str) -> None:
    made = await table.gm.slash(CHANNEL, "campaign create", name=name, scenario="duel_small")
    assert OUR_FAULT not in made.text()
    assert made.text().startswith("⚠"), made
    assert "No campaigns" in (await table.gm.slash(CHANNEL, "campaign list")).text()


async def test_a_word_for_the_dice_is_only_a_word_wherever_it_is_told(table: Table) -> None:
    await table.start(review=False)
    told = await table.ask("ada", "orders word", word=f"{MENTIONS} [x](https://example.invalid)"[:100])
    assert "mixed into" in told.text(), told
    assert is_clear(await table.ask("ada", "orders word", word="a `trick`"))
    await table.advance()
    assert "everyone" not in table.visitor.last(CHANNEL).text()
    dice = await table.ask("visitor", "turn dice")
    assert "words humans: `@everyone <@" in dice.text()
    assert "Words: humans: `@everyone <@" in table.last_in_room("ada").attachments[0].read().decode()
    nobody_pinged(table)


async def test_the_game_masters_words_ping_nobody_either(table: Table) -> None:
    await table.start()
    told = await table.gm.slash(CHANNEL, "gm narrate", to="all", text=f"{MENTIONS}\n{LINK}\n{TURNED}")
    assert told.text().startswith(("✔", "⚠")), told
    await table.gm.slash(CHANNEL, "campaign pause", reason=MENTIONS)
    await table.gm.slash(CHANNEL, "campaign resume")
    await table.gm.slash(CHANNEL, "gm narrate", to="humans", text=MENTIONS)
    await table.advance()
    nobody_pinged(table)


async def _suggestions(table: Table, command: str, option: str, typed: str, good: Mapping[str, object]) -> list[object]:
    """What typing hostile text offers; [] too where the option has no suggestions."""
    try:
        return list(await table.ada.autocomplete(CHANNEL, command, option, typed, **good))
    except Refused:
        return []


def _is_safe(seen: SeenMessage) -> None:
    """Nothing in a message works as a mention, or as a link but the bot's own; code fences are the bot's own, in pairs."""
    text = seen.text()
    assert OUR_FAULT not in text
    outside = "".join(text.split("```")[::2])
    assert "@everyone" not in outside, text
    assert "](" not in OWN_LINK.sub("", outside).replace("\\](", ""), text
    assert text.count("```") % 2 == 0, text
