"""discord.js answers every kind of interaction, as a person sees it."""

import json

import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.human import NoAnswerError
from sandbox.reply import AutocompleteChoice
from tests.patience import until
from tests.sandbox.peers.peer import Peer
from tests.sandbox.small_bot import PNG


async def test_options_of_every_type_arrive(peer: Peer, sandbox: Sandbox) -> None:
    world = sandbox.world
    reply = await sandbox.human("ada").slash(
        "war-room", "everything", text="Ahoy", whole=7, broken=1.25, flag=True, user=world.user("vik"),
        role=world.role(world.guild(), "Player"), channel=world.channel("campaign"), anyone=world.user("ada"),
        file=("plan.txt", b"four"), colour="Blue",
    )  # fmt: skip
    assert json.loads(reply.text()) == {
        "text": "Ahoy", "whole": 7, "broken": 1.25, "flag": True, "user": "vik", "member": world.user("vik").display_name,
        "role": "Player", "channel": "campaign", "anyone": "ada", "file": ["plan.txt", 4, "four"], "colour": "b",
        "guild": world.guild().name, "where": "war-room", "may": True, "locale": "en-US",
    }  # fmt: skip


async def test_options_left_out_are_absent(peer: Peer, sandbox: Sandbox) -> None:
    told = json.loads((await sandbox.human("ada").slash("war-room", "everything", text="Ahoy", whole=1)).text())
    assert {key for key, value in told.items() if value is not None} == {
        "text",
        "whole",
        "guild",
        "where",
        "may",
        "locale",
    }


@pytest.mark.parametrize("bad", [{"text": "A"}, {"whole": 10}, {"broken": 2.5}, {"colour": "Green"}])
async def test_limits_of_options_hold_before_anything_is_sent(
    peer: Peer, sandbox: Sandbox, bad: dict[str, object]
) -> None:
    with pytest.raises(Refused):
        await sandbox.human("ada").slash("war-room", "everything", **{"text": "Ahoy", "whole": 1, **bad})


async def test_subcommands_and_groups(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    assert (await ada.slash("war-room", "fleet list")).text() == "list"
    reply = await ada.slash("war-room", "fleet ship rename", ship="Lantern", to="Beacon")
    assert (reply.text(), reply.ephemeral) == ("ship rename Lantern -> Beacon", True)


async def test_autocomplete(peer: Peer, sandbox: Sandbox) -> None:
    found = await sandbox.human("ada").autocomplete("war-room", "fleet ship rename", "ship", "ha")
    assert found == [AutocompleteChoice("ship Halyard", "Halyard"), AutocompleteChoice("ship Harrier", "Harrier")]


async def test_menus_on_people_and_messages(peer: Peer, sandbox: Sandbox) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    reply = await ada.menu("war-room", "Inspect", vik.id)
    assert (reply.text(), reply.ephemeral) == (f"inspects {vik.name}", True)
    reply = await ada.menu("war-room", "Quote", vik.say("war-room", "hard a-port"))
    assert reply.text() == "quotes vik: hard a-port"


async def test_buttons(peer: Peer, sandbox: Sandbox) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    panel = await ada.slash("war-room", "panel")
    await until(lambda: [each.text() for each in panel.followups] == [f"panel {panel.id}"])
    whisper = await vik.click(panel, "Whisper")
    assert (whisper.text(), whisper.ephemeral) == ("psst", True)
    await vik.click(panel, "Update")
    assert panel.content == f"updated by {vik.name}"
    assert len(panel.buttons) == 5, "an update that hands the components back keeps them"
    await vik.click(panel, "Later")
    assert panel.content == "later"
    with pytest.raises(Refused):
        await vik.click(panel, "Rules")


async def test_selects_of_every_kind(peer: Peer, sandbox: Sandbox) -> None:
    world = sandbox.world
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    panel = await ada.slash("war-room", "panel")
    player = world.role(world.guild(), "Player")
    assert (await vik.select(panel, "Colours", "red", "blue")).text() == "colours: red, blue"
    assert (await vik.select(panel, "Users", ada, vik)).text() == "users: ada, vik"
    assert (await vik.select(panel, "Roles", player)).text() == "roles: Player"
    assert (await vik.select(panel, "Channels", world.channel("campaign"))).text() == "channels: campaign"
    layout = await ada.slash("war-room", "layout")
    assert (await vik.select(layout, "Anyone", ada, player)).text() == "anyone: ada, Player"
    with pytest.raises(Refused):
        await vik.select(panel, "Colours", "red", "blue", "green")


@pytest.mark.parametrize("from_button", [False, True])
async def test_a_form_with_text_select_boxes_and_upload(peer: Peer, sandbox: Sandbox, from_button: bool) -> None:
    ada = sandbox.human("ada")
    panel = await ada.slash("war-room", "panel")
    form = await (ada.click(panel, "Form") if from_button else ada.slash("war-room", "form"))
    assert form.modal is not None
    assert form.modal.title == "Order form"
    fields = {"name": "1st Fleet", "stance": "hold", "boxes": ["fast", "quiet"], "chart": ("a.png", PNG)}
    reply = await ada.submit(form, fields)
    words = f"1st Fleet / hold / fast+quiet / a.png {len(PNG)}"
    assert (panel if from_button else reply).text() == words
    assert reply.ephemeral is not from_button


async def test_a_form_without_the_upload(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    form = await ada.slash("war-room", "form")
    reply = await ada.submit(form, {"Unit name": "2nd Fleet", "Stance": "Attack", "How": ["Fast"]})
    assert reply.text() == "2nd Fleet / attack / fast / "


async def test_a_form_with_people_roles_channels_and_boxes(peer: Peer, sandbox: Sandbox) -> None:
    world, ada, vik = sandbox.world, sandbox.human("ada"), sandbox.human("vik")
    player, campaign = world.role(world.guild(), "Player"), world.channel("campaign")
    form = await ada.slash("war-room", "ballot")
    fields = {"admiral": [vik.id], "harbour": [campaign.id], "course": "west", "sworn": True}
    told = json.loads((await ada.submit(form, {**fields, "crew": [player.id]})).text())
    assert told == [["vik"], [vik.name], ["Player"], ["campaign"], "west", True]
    form = await ada.slash("war-room", "ballot")
    told = json.loads((await ada.submit(form, {**fields, "sworn": False})).text())
    assert told[2:] == [[], ["campaign"], "west", False]
    form = await ada.slash("war-room", "ballot")
    with pytest.raises(Refused, match="Course"):
        await ada.submit(form, {**fields, "course": "north"})


async def test_a_layout_of_the_new_kind_and_its_update(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    layout = await ada.slash("war-room", "layout")
    container = layout.components[0]
    kinds = [each["type"] for each in container["components"]]
    assert (container["type"], container["accent_color"], kinds) == (17, 0x336699, [10, 9, 9, 14, 12, 13, 1])
    assert [each.filename for each in layout.attachments] == ["map.png", "report.md"]
    assert "A small map" in layout.text()
    await ada.click(layout, "Press")
    assert layout.text() == "pressed"
    assert layout.attachments == []


async def test_an_embed_with_a_picture(peer: Peer, sandbox: Sandbox) -> None:
    reply = await sandbox.human("ada").slash("war-room", "picture")
    embed = reply.embeds[0]
    assert (embed["title"], embed["color"], embed["fields"][0]["value"]) == ("Map", 0x123456, "70")
    assert embed["image"]["url"].startswith(sandbox.url)
    assert [(each.filename, each.description) for each in reply.attachments] == [("map.png", "A small map")]


async def test_deferred_edited_followed_up_and_taken_back(peer: Peer, sandbox: Sandbox) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    reply = await ada.slash("war-room", "later")
    await until(lambda: reply.text() == "done and fetched")
    assert reply.ephemeral
    assert [each.filename for each in reply.attachments] == ["map.png"]
    more = ada.last("war-room")
    assert (more.text(), more.ephemeral, [each.read() for each in more.attachments]) == (
        "more, mended",
        True,
        [b"# Report"],
    )
    assert [each.text() for each in ada.messages("war-room")] == ["done and fetched", "more, mended"]
    assert vik.messages("war-room") == []


async def test_a_command_in_a_dm(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    told = json.loads((await ada.slash(ada.open_dm(), "everything", text="Ahoy", whole=1, user=ada.id)).text())
    assert (told["guild"], told["user"]) == (None, "ada")
    with pytest.raises(Refused):
        await sandbox.human("gm").slash(sandbox.human("gm").open_dm(), "decree")


@pytest.mark.parametrize(
    ("how", "code", "status"),
    [("twice", 40060, 400), ("long", 50035, 400), ("empty", 50006, 400), ("mixed", 50035, 400), ("gone", 10008, 404)],
)
async def test_wrong_answers_are_refused_with_discords_codes(
    peer: Peer, sandbox: Sandbox, how: str, code: int, status: int
) -> None:
    sandbox.core.interactions.answer_timeout = 0.3
    try:
        await sandbox.human("ada").slash("war-room", "wrong", how=how)
    except NoAnswerError:
        assert how in ("long", "empty", "mixed")
    refused = await peer.heard("unanswered")
    assert (refused["name"], refused["code"], refused["status"]) == (f"DiscordAPIError[{code}]", code, status)


async def test_an_answer_after_three_seconds_is_10062(peer: Peer, sandbox: Sandbox, clock: ManualClock) -> None:
    sandbox.core.interactions.answer_timeout = 0.1
    with pytest.raises(NoAnswerError, match="did not respond"):
        await sandbox.human("ada").slash("war-room", "wrong", how="late")
    clock.forward(seconds=3.1)
    await peer.do("goOn")
    refused = await peer.heard("unanswered")
    assert (refused["code"], refused["status"]) == (10062, 404)


async def test_silence_is_no_answer(peer: Peer, sandbox: Sandbox) -> None:
    sandbox.core.interactions.answer_timeout = 0.1
    with pytest.raises(NoAnswerError):
        await sandbox.human("ada").slash("war-room", "silent")
