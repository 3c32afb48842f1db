"""Messages in the page: who sees what, pings, pictures, safe text, the modern layout."""

import re

import pytest
from playwright.async_api import expect

from sandbox import actions, system_messages
from sandbox.app import Sandbox
from sandbox.model import NAME_CHANGE, PRIVATE_THREAD
from tests.browser.conftest import TakeSeat
from tests.browser.kit import PHONE
from tests.browser.tiny_bot import ALT

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = """<script>window.hacked = 1</script> <img src=x onerror="window.hacked = 2"> **<b>bold</b>**
[click](javascript:window.hacked=3) [far](https://example.org/"onmouseover="window.hacked=4)
```html
<iframe src="https://example.org"></iframe>
```"""


async def test_two_people_in_two_windows_talk_and_keep_their_secrets(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await ada.say("Peace, **Vik**?")
    await expect(vik.message("Peace, Vik?").locator("strong")).to_have_text("Vik")
    await vik.say("Never.")
    await expect(ada.message("Never.")).to_be_visible()
    await ada.command("/secret")
    secret = ada.message("alone")
    await expect(secret).to_contain_text("Only you can see this")
    await vik.say("What did you hear?")
    await expect(vik.message("What did you hear?")).to_be_visible()
    assert await vik.messages.filter(has_text="alone").count() == 0
    await vik.page.reload()
    await expect(vik.message("What did you hear?")).to_be_visible()
    assert await vik.messages.filter(has_text="alone").count() == 0
    await secret.get_by_role("button", name="Dismiss message").click()
    await expect(ada.messages.filter(has_text="alone")).to_have_count(0)


async def test_a_ping_marks_the_message_the_channel_and_the_title(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada, vik = await seat("Ada", "table-talk"), await seat("Vik", "war-room")
    vik_id = sandbox.world.user("vik").id
    await ada.command("/call who:Vik (Vermin)")
    place = vik.page.locator(".place", has_text="table-talk")
    await expect(place.locator(".badge")).to_have_text("1")
    await expect(vik.page).to_have_title("(1) war-room · Vik (Vermin)")
    await vik.open("table-talk")
    await expect(vik.message("you are wanted")).to_have_class("message mentions-me")
    await expect(vik.message("you are wanted").locator(".mention-me")).to_have_text("@Vik (Vermin)")
    await expect(place.locator(".badge")).to_have_count(0)
    assert await ada.message("you are wanted").locator(f"[data-user='{vik_id}']").count() == 1
    assert "mentions-me" not in (await ada.message("you are wanted").get_attribute("class") or "")


async def test_a_picture_has_its_alt_text_a_badge_and_opens_large(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/map")
    message = ada.message("Here is the map")
    image = message.locator("img")
    await expect(image).to_have_attribute("alt", ALT)
    await expect(image).to_have_js_property("naturalWidth", 320)
    await message.get_by_role("button", name="Picture description").click()
    await expect(message.locator(".alt-text")).to_have_text(ALT)
    await message.locator(".picture-open").press("Enter")
    await expect(ada.dialog.locator("img")).to_have_attribute("alt", ALT)
    await expect(ada.dialog.locator(".zoom-percent")).to_have_text("100 %")
    await ada.page.keyboard.press("+")
    await expect(ada.dialog.locator(".zoom-percent")).to_have_text("125 %")
    await ada.page.keyboard.press("Escape")
    await expect(ada.dialog).to_have_count(0)
    await expect(message.locator(".picture-open")).to_be_focused()
    async with ada.page.expect_download() as download:
        await message.get_by_role("link", name="Download report.md").click()
    saved = await (await download.value).path()
    assert saved.read_text() == "# Report\n"


async def test_hostile_text_stays_text(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await ada.say(HOSTILE)
    shown = vik.message("window.hacked = 1")
    await expect(shown.locator(".content")).to_contain_text("<script>window.hacked = 1</script> <img src=x")
    await expect(shown.locator("strong")).to_have_text("<b>bold</b>")
    await expect(shown.locator("pre")).to_have_text('<iframe src="https://example.org"></iframe>')
    assert await shown.locator("script, img, iframe, b, [onmouseover], a[href^=javascript]").count() == 0
    assert await vik.page.evaluate("window.hacked === undefined")


async def test_markdown_times_and_mentions_read_as_in_discord(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada = await seat("Ada")
    there = sandbox.world.channel("campaign").id
    await ada.say(
        f"# Head\n- one\n  - two\n1. first\n> *said* __so__ ~~not~~ `x*y*`\n||hid|| <#{there}> <t:1700000000:F>"
    )
    message = ada.message("Head")
    await expect(message.get_by_role("heading", name="Head")).to_be_visible()
    await expect(message.locator("ul ul li")).to_have_text("two")
    await expect(message.locator("ol li")).to_have_text("first")
    await expect(message.locator("blockquote em")).to_have_text("said")
    await expect(message.locator("blockquote u")).to_have_text("so")
    await expect(message.locator("blockquote s")).to_have_text("not")
    await expect(message.locator("code")).to_have_text("x*y*")
    await expect(message.locator("time.md-time")).to_have_text(re.compile("Tuesday,? 14 November 2023.* 22:13"))
    await expect(message.locator(".spoiler-text")).to_be_hidden()
    await message.locator(".spoiler").press("Enter")
    await expect(message.locator(".spoiler-text")).to_have_text("hid")
    await message.get_by_role("button", name="#campaign").click()
    await expect(ada.page.locator("#channel-name")).to_have_text("campaign")
    away = sandbox.world.channel("war-room").id
    await ada.say(f"Look there: https://discord.com/channels/1/{away}")
    await ada.message("Look there").get_by_role("button", name="#war-room").click()
    await expect(ada.page.locator("#channel-name")).to_have_text("war-room")
    await ada.say("long " * 500)
    await expect(ada.page.locator("#composer > .form-error")).to_contain_text("2000")
    await expect(ada.page.locator("#composer-text")).to_have_value("long " * 500)


async def test_embeds_and_the_modern_layout_are_drawn(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/fleet list")
    embed = ada.messages.last.locator(".embed")
    await expect(embed.locator(".embed-title")).to_have_text("Your fleets")
    await expect(embed.locator(".embed-field-name")).to_have_text(["Home Guard", "Second Fleet", "Second Reserve"])
    await expect(embed).to_have_css("border-left-color", "rgb(74, 144, 226)")
    await ada.command("/report")
    box = ada.messages.last.locator(".v2-container")
    await expect(box.get_by_role("heading", name="Second Fleet")).to_be_visible()
    await expect(box.locator("img")).to_have_count(2)
    await expect(box.locator("img").last).to_have_attribute("alt", ALT)
    await expect(box.locator(".file-name")).to_have_text("report.md")
    await expect(box.get_by_role("button", name="Ready")).to_be_enabled()
    await expect(ada.messages.last.locator(".attachments")).to_have_count(0)


async def test_a_direct_message_reaches_one_person_only(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await ada.page.get_by_role("button", name="Message Vik").click()
    await expect(ada.page.locator("#channel-name")).to_contain_text("Vik")
    await ada.say("Between us two")
    await expect(ada.message("Between us two")).to_be_visible()
    place = vik.page.locator(".place-dm", has_text="Ada")
    await place.click()
    await expect(vik.message("Between us two")).to_be_visible()
    assert sandbox.human("ola").dms() == []


async def test_a_private_thread_has_a_lock_and_is_shown_to_its_members_only(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await ada.command("/room")
    place = ada.page.locator(".thread-list .place", has_text="Humans only")
    await expect(place.locator(".icon-lock")).to_be_visible()
    await expect(place).to_have_accessible_name("Humans only, private thread, unread")
    await place.click()
    await expect(ada.message("Report for the Humans")).to_be_visible()
    await expect(ada.page.locator("#channel-topic")).to_have_text("Thread in #table-talk")
    await vik.page.reload()
    await expect(vik.page.locator(".place", has_text="table-talk")).to_be_visible()
    assert await vik.page.get_by_text("Humans only").count() == 0


async def test_everything_fits_a_phone(seat: TakeSeat) -> None:
    ada = await seat("Ada", "war-room", PHONE)
    for command in ("/map", "/report", "/panel", "/fleet list"):
        await ada.command(command)
    await ada.say("```\n" + "a very long line " * 20 + "\n```\n" + "x" * 300)
    await ada.say(r"small\_craft and \*stars\*")
    await expect(ada.message("small_craft and *stars*")).to_be_visible()
    await expect(ada.message("xxx")).to_be_visible()
    await expect(ada.message("Counted to")).to_be_visible()
    assert await ada.overflow() == 0
    assert await ada.log_overflow() == 0


async def test_what_discord_writes_itself_is_a_line_and_leads_to_the_pinned_message(
    seat: TakeSeat, sandbox: Sandbox
) -> None:
    core, world = sandbox.core, sandbox.world
    room, ada, bot_id = world.channel("table-talk"), world.user("ada"), world.bot_id
    thread = actions.create_thread(core, room, bot_id, {"name": "Line of sight"}, kind=PRIVATE_THREAD)
    actions.add_to_thread(core, thread, ada.id, bot_id)
    message = actions.create_message(core, thread, bot_id, {"content": "the dashboard"})
    for number in range(40):
        actions.create_message(core, thread, bot_id, {"content": f"news {number}"})
    ada_seat = await seat("Ada", "Line of sight")
    system_messages.pin(core, thread, message, bot_id)
    system_messages.note(core, thread, bot_id, NAME_CHANGE, "A new **name**")
    lines = ada_seat.page.locator("article.message.system")
    await expect(lines).to_have_count(3)
    for index, words in enumerate(
        (
            "Admiralty added Ada (Humans) to the thread.",
            "Admiralty pinned a message to this channel.",
            "Admiralty changed the channel name: A new name",
        )
    ):
        await expect(lines.nth(index)).to_contain_text(words)
    desk = ada_seat.message("the dashboard")
    await expect(desk).not_to_be_in_viewport()
    await lines.nth(1).get_by_role("button", name="Show the message").click()
    await expect(desk).to_be_in_viewport()
