"""Messages in the page: who sees what, pings, pictures, safe text, the modern layout."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from sandbox import actions, system_messages
from sandbox.app import Sandbox
from sandbox.model import NAME_CHANGE, PRIVATE_THREAD
from tests.browser.conftest import TakeSeat
from tests.browser.kit import PHONE
from tests.browser.tiny_bot import ALT
from tests.patience import WAIT_SECONDS

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


async def test_messages_missed_while_the_line_was_cut_are_there_afterwards(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    sandbox.page.streams.close()
    await expect(vik.page.locator("#connection")).to_contain_text("connection to the sandbox is lost")
    await ada.say("Sent in the silence")
    await expect(vik.message("Sent in the silence")).to_be_visible()
    await expect(vik.page.locator("#connection")).to_be_hidden()


SCROLLED_AWAY = """log => new Promise(done => {
  log.addEventListener("scroll", () => setTimeout(done, 50), { once: true });
  log.scrollTop -= 300;
})"""
"""Move the log by some lines, and wait until the page heard of it."""


async def test_a_button_that_is_held_down_hears_its_click_though_its_message_changes_meanwhile(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/secret")
    secrets = ada.messages.filter(has_text="alone")
    await expect(secrets.last).to_be_visible()
    before = await secrets.count()
    secret = secrets.last
    button = secret.get_by_role("button", name="Dismiss message")
    box = await button.bounding_box()
    assert box is not None
    await ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await ada.page.mouse.down()
    await ada.page.evaluate(
        """async () => {
          const { store } = await import(new URL("state.js", document.querySelector("script[type=module]").src).href);
          const list = store.messages.get(store.currentId);
          store.upsert({ ...list.at(-1), content: `${list.at(-1).content} still` });
        }"""
    )
    await ada.page.mouse.up()
    await expect(secrets).to_have_count(before - 1)


async def test_nothing_comes_between_a_held_button_and_its_click(seat: TakeSeat) -> None:
    """The way to the newest message appears once the log moves, right where the lowest buttons stand."""
    ada = await seat("Ada")
    for number in range(30):
        await ada.say(f"Line {number} of a full log")
    await expect(ada.message("Line 29 of a full log")).to_be_visible()
    await ada.command("/secret")
    secrets = ada.messages.filter(has_text="alone")
    await expect(secrets.last).to_be_visible()
    before = await secrets.count()
    log, jump = ada.page.locator("#log"), ada.page.locator("#jump-newest")
    await expect(jump).to_be_hidden()
    button = secrets.last.get_by_role("button", name="Dismiss message")
    box = await button.bounding_box()
    assert box is not None
    await ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await ada.page.mouse.down()
    await log.evaluate(SCROLLED_AWAY)
    await expect(jump).to_be_hidden()
    await ada.page.mouse.up()
    await expect(jump).to_be_visible()
    await jump.click()
    await expect(jump).to_be_hidden()
    await secrets.last.get_by_role("button", name="Dismiss message").click()
    await expect(secrets).to_have_count(before - 1)


async def test_what_comes_while_a_text_is_held_down_is_shown_at_once(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await ada.say("Hold this text")
    box = await ada.message("Hold this text").locator(".content").bounding_box()
    assert box is not None
    await ada.page.mouse.move(box["x"] + 5, box["y"] + 5)
    await ada.page.mouse.down()
    await vik.say("While it is held")
    await expect(ada.message("While it is held")).to_be_visible()
    await ada.page.mouse.up()


async def test_what_comes_before_the_page_hears_of_events_is_there(seat: TakeSeat) -> None:
    """Between the page's first look and its line of events, as on a busy machine."""
    ada, vik = await seat("Ada"), await seat("Vik")
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        asked.set()
        await go_on.wait()
        await route.continue_()

    await ada.page.route("**/events?*", late)
    await ada.page.reload()
    await asyncio.wait_for(asked.wait(), WAIT_SECONDS)
    await vik.say("Before you could hear it")
    await expect(vik.message("Before you could hear it")).to_be_visible()
    assert await ada.messages.filter(has_text="Before you could hear it").count() == 0
    go_on.set()
    await expect(ada.message("Before you could hear it")).to_be_visible()


async def test_what_comes_while_messages_are_fetched_is_there(seat: TakeSeat) -> None:
    """Their answer was made before a message came, and arrives after the page has heard of it."""
    ada, vik = await seat("Ada", "war-room"), await seat("Vik", "table-talk")
    await vik.say("Before the answer")
    await expect(vik.message("Before the answer")).to_be_visible()
    fetched, go_on = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        fetched.set()
        await go_on.wait()
        await route.fulfill(response=answer)

    await ada.page.route("**/messages?*", late)
    await ada.page.locator(".place", has_text="table-talk").click()
    await asyncio.wait_for(fetched.wait(), WAIT_SECONDS)
    await vik.say("After the answer")
    await expect(vik.message("After the answer")).to_be_visible()
    await vik.open("campaign")
    await vik.say("So she has heard of both")
    await expect(ada.page.locator(".place", has_text="campaign")).to_have_accessible_name(re.compile("unread$"))
    go_on.set()
    await expect(ada.messages.filter(has_text="the answer")).to_contain_text(["Before the answer", "After the answer"])


async def test_what_is_written_while_a_message_is_on_its_way_is_sent_after_it(seat: TakeSeat) -> None:
    ada = await seat("Ada")

    async def slowly(route: Route) -> None:
        await asyncio.sleep(0.5)
        await route.continue_()

    await ada.page.route("**/messages", slowly)
    for text in ("first of three", "second of three", "third of three"):
        await ada.say(text)
    await expect(ada.messages.filter(has_text="of three")).to_have_count(3)
    await expect(ada.messages.filter(has_text="of three").last).to_contain_text("third of three")
    await expect(ada.page.locator("#composer-text")).to_have_value("")


async def test_a_message_that_does_not_go_out_is_put_back_before_what_was_written_since(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    box = ada.page.locator("#composer-text")

    async def lost(route: Route) -> None:
        await asyncio.sleep(0.5)
        await route.abort()

    await ada.page.route("**/messages", lost)
    await ada.say("never sent")
    await box.fill("half a sentence")
    await expect(box).to_have_value("never sent\nhalf a sentence")
    await expect(ada.page.locator(".form-error")).to_be_visible()
    assert await ada.messages.filter(has_text="never sent").count() == 0


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


LATE = """node => {
  node.scrollTop = node.scrollHeight - node.clientHeight - 3;
  const late = document.createElement("div");
  late.style.height = "411px";
  node.firstElementChild.append(late);
}"""
"""The list grows by a picture's height before the page has heard of a scrolling."""
GAP = "node => node.scrollHeight - node.scrollTop - node.clientHeight"
AT_END = """() => {
  const node = document.getElementById("log");
  return node.scrollHeight - node.scrollTop - node.clientHeight < 2;
}"""
"""What is true a frame after the list has grown: a page follows what is drawn, not what has just been laid out."""


async def test_the_log_follows_ones_own_picture_to_its_end_though_it_loads_late(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    for number in range(12):
        await ada.say(f"line {number}")
        await expect(ada.message(f"line {number}")).to_be_attached()

    async def slowly(route: Route) -> None:
        await asyncio.sleep(0.4)
        await route.continue_()

    await ada.page.route("**/*.png*", slowly)
    log = ada.page.locator("#log")
    for _ in range(3):
        pictures = await ada.page.locator(".picture-img").count()
        await ada.command("/map")
        await expect(ada.page.locator(".picture-img")).to_have_count(pictures + 1)
        shown = ada.page.locator(".picture-img").last
        await shown.evaluate("img => img.complete || new Promise(done => img.addEventListener('load', done))")
        await ada.page.wait_for_function(AT_END)
        await expect(ada.page.locator("#jump-newest")).to_be_hidden()
    await log.evaluate(LATE)
    await ada.page.wait_for_function(AT_END)  # though the list grew between the scrolling and the news of it
    await log.evaluate("node => { node.scrollTop = 0; }")
    await expect(ada.page.locator("#jump-newest")).to_be_visible()
    assert await log.evaluate(GAP) > 80


async def test_the_log_follows_the_newest_message_when_its_own_button_changes_it_and_no_older_one(
    seat: TakeSeat,
) -> None:
    ada = await seat("Ada")
    for number in range(12):
        await ada.say(f"line {number}")
        await expect(ada.message(f"line {number}")).to_be_attached()
    log, jump = ada.page.locator("#log"), ada.page.locator("#jump-newest")
    await ada.command("/panel")
    panel = ada.messages.last
    add = panel.get_by_role("button", name="Add one")
    await expect(add).to_be_visible()
    await log.evaluate("node => { node.scrollTop -= 100; }")
    await expect(jump).to_be_visible()
    await add.dispatch_event("click")
    await expect(panel).to_contain_text("Counted to 1")
    await expect(jump).to_be_hidden()
    await ada.page.wait_for_function(AT_END)
    older = await panel.get_attribute("data-id")
    await ada.say("the newest line")
    await expect(ada.message("the newest line")).to_be_visible()
    await log.evaluate("node => { node.scrollTop -= 100; }")
    await expect(jump).to_be_visible()
    panel = ada.page.locator(f'[data-id="{older}"]')
    await panel.get_by_role("button", name="Add one").dispatch_event("click")
    await expect(panel).to_contain_text("Counted to 2")
    await expect(jump).to_be_visible()


async def test_what_discord_writes_itself_is_a_line_and_leads_to_the_pinned_message(
    seat: TakeSeat, sandbox: Sandbox
) -> None:
    core, world = sandbox.core, sandbox.world
    room, ada, bot_id = world.channel("table-talk"), world.user("ada"), world.bot_id
    thread = actions.create_thread(core, room, bot_id, {"name": "Line of sight"}, kind=PRIVATE_THREAD)
    actions.add_to_thread(core, thread, ada.id, bot_id)
    message = actions.create_message(core, thread, bot_id, {"content": "the desk"})
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
    desk = ada_seat.message("the desk")
    await expect(desk).not_to_be_in_viewport()
    await lines.nth(1).get_by_role("button", name="Show the message").click()
    await expect(desk).to_be_in_viewport()
