"""The page while messages come: a line that was cut, buttons that are held, what is written meanwhile, where the log stands."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from sandbox.app import Sandbox
from tests.browser.conftest import TakeSeat
from tests.patience import WAIT_SECONDS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


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
