"""Every kind of interaction, there and back, through the real library."""

import discord
import pytest

from sandbox.app import Sandbox
from sandbox.errors import Refused
from tests.discord_kit import TreeClient
from tests.sandbox.small_bot import PNG


async def test_slash_command_answers_to_its_user_alone(sandbox: Sandbox, bot: TreeClient) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    reply = await ada.slash("war-room", "fleet move", fleet="First", to=2034, speed=1.5)
    assert reply.text() == "First to 2034 at 1.5"
    assert reply.ephemeral
    assert reply.kind == "message"
    assert [each.text() for each in ada.messages("war-room")] == ["First to 2034 at 1.5"]
    assert vik.messages("war-room") == []


async def test_autocomplete_is_answered_from_what_is_typed(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    names = [each.name for each in await ada.autocomplete("war-room", "fleet move", "fleet", "IR")]
    assert names == ["ada-first", "ada-third"]


async def test_deferred_answer_fills_the_waiting_message(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    reply = await ada.slash("war-room", "slow")
    assert reply.kind == "deferred"
    assert reply.text() == "done"
    assert not reply.ephemeral
    assert reply.attachments[0].read() == PNG
    assert reply.attachments[0].description == "A small map"
    assert reply.payload["attachments"][0]["width"] == 2


async def test_private_deferral_keeps_its_ephemeral_bit(sandbox: Sandbox, bot: TreeClient) -> None:
    reply = await sandbox.human("ada").slash("war-room", "slow", private=True)
    assert reply.ephemeral
    assert reply.text() == "done"


async def test_buttons_edit_whisper_and_defer(sandbox: Sandbox, bot: TreeClient) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    panel = await ada.slash("war-room", "panel")
    assert [each.label for each in panel.buttons] == ["Ready", "Whisper", "Form", "Later"]
    assert (await vik.click(panel, "Ready")).kind == "update"
    assert panel.text() == "ready by Vik (Vermin)"
    whisper = await vik.click(panel, "whisper")
    assert (whisper.text(), whisper.ephemeral) == ("psst", True)
    assert all(each.text() != "psst" for each in ada.messages("war-room"))
    await ada.click(panel, "Later")
    assert panel.text() == "later"


async def test_selects_of_texts_and_users(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    panel = await ada.slash("war-room", "panel")
    await ada.select(panel, "pick", "red", "Blue")
    assert panel.text() == "picked ['red', 'blue']"
    await ada.select(panel, "Who", sandbox.world.user("vik").id)
    assert panel.text() == "chose Vik (Vermin)"
    with pytest.raises(Refused, match="Choose 1 to 2"):
        await ada.select(panel, "pick", "red", "green", "blue")
    with pytest.raises(Refused, match="not in the list"):
        await ada.select(panel, "pick", "mauve")


async def test_modal_with_text_select_and_file(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    reply = await ada.slash("war-room", "form")
    assert reply.modal is not None
    assert reply.modal.title == "Order form"
    assert set(reply.modal.fields) == {"name", "stance", "chart"}
    done = await ada.submit(reply, {"Unit name": "First", "stance": "Attack", "chart": ("a.png", PNG)})
    assert done.text() == f"First/['a']/[('a.png', {len(PNG)})]"
    with pytest.raises(Refused, match="required"):
        await ada.submit(reply, {"stance": "a"})


async def test_modal_from_a_button(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    panel = await ada.slash("war-room", "panel")
    form = await ada.click(panel, "Form")
    done = await ada.submit(form, {"name": "Second", "stance": "h"})
    assert done.text() == "Second/['h']/[]"


async def test_layout_with_gallery_and_file(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    reply = await ada.slash("war-room", "layout")
    assert reply.text().splitlines() == ["# Report", "All quiet", "A small map"]
    assert [each.filename for each in reply.attachments] == ["map.png", "report.md"]
    await ada.click(reply, "Press")
    assert reply.text() == "pressed"
    assert reply.attachments == []


async def test_embed_picture_has_alt_text_and_is_not_listed_twice(sandbox: Sandbox, bot: TreeClient) -> None:
    reply = await sandbox.human("ada").slash("war-room", "picture")
    assert reply.text().splitlines() == ["Map", "Here", "Hexes", "70", "Alt words", "turn 1"]
    assert reply.embeds[0]["image"]["url"].startswith(sandbox.url)
    assert reply.payload["attachments"] == []


async def test_every_option_type_arrives(sandbox: Sandbox, bot: TreeClient) -> None:
    world = sandbox.world
    role = world.role(world.guild(), "Player")
    reply = await sandbox.human("ada").slash(
        "war-room", "everything", user=world.user("vik"), role=role, channel=world.channel("campaign"),
        file=("plan.txt", b"four"), colour="Blue",
    )  # fmt: skip
    assert reply.text() == "vik Player campaign plan.txt 4 Blue"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"to": 5}, "required"),
        ({"fleet": "a", "to": 0}, "from 1 to 7070"),
        ({"fleet": "a", "to": "x"}, "not a whole number"),
        ({"fleet": "a", "to": 5, "warp": 9}, "no option"),
        ({"fleet": "a" * 6001, "to": 5}, "characters"),
        ({"fleet": "a", "to": 5, "speed": "fast"}, "not a number"),
    ],
)
async def test_bad_options_are_refused_before_sending(
    sandbox: Sandbox, bot: TreeClient, options: dict[str, object], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        await sandbox.human("ada").slash("war-room", "fleet move", **options)


async def test_context_menus(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    assert (await ada.menu("war-room", "Inspect", sandbox.world.user("vik").id)).text() == "inspects vik"
    said = ada.say("war-room", "hello there")
    assert (await ada.menu("war-room", "Quote", said)).text() == "quotes hello there"


async def test_bot_sends_edits_threads_and_dms(sandbox: Sandbox, bot: TreeClient) -> None:
    channel = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("turn 1", file=discord.File(__file__, "code.py"))
    await message.edit(content="turn 1, edited")
    thread = await message.create_thread(name="Orders")
    private = await channel.create_thread(name="Ada's packet", type=discord.ChannelType.private_thread)
    await private.add_user(discord.Object(sandbox.world.user("ada").id))
    await private.send("secret")
    ada, vik, gm = (sandbox.human(each) for each in ("ada", "vik", "gm"))
    assert [each.name for each in ada.threads()] == ["Orders", "Ada's packet"]
    assert [each.name for each in vik.threads()] == ["Orders"]
    assert [each.name for each in gm.threads()] == ["Orders", "Ada's packet"]
    assert ada.last(private.id).text() == "secret"
    assert thread.id == message.id
    user = await bot.fetch_user(ada.id)
    await user.send("hello Ada")
    assert [each.text() for each in ada.dms()] == ["hello Ada"]
    assert vik.dms() == []


async def test_half_a_sign_arrives_as_the_replacement_sign(sandbox: Sandbox, bot: TreeClient) -> None:
    reply = await sandbox.human("ada").slash("war-room", "fleet move", fleet="x\ud800y \u202egnorw\u202c 🚀", to=1)
    sent = reply.interaction.data["options"][0]["options"][0]["value"]
    assert sent == "x\ufffdy \u202egnorw\u202c 🚀"
    assert reply.text() == "x\ufffdy gnorw 🚀 to 1 at None", "of an answer's content, marks of direction are stripped"
