"""The developer's panel: requests with their error trees, the clock, faults, rates; by keyboard, on a phone, dark and light."""

import re

import aiohttp
import pytest
from playwright.async_api import expect

from sandbox.app import Sandbox
from tests.browser.conftest import TakeSeat
from tests.browser.kit import PHONE
from tests.browser.test_page import LOW_CONTRAST

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def refused_message(sandbox: Sandbox) -> None:
    """The bot's account sends what Discord would refuse."""
    room = f"{sandbox.url}/api/v10/channels/{sandbox.world.channel('table-talk').id}/messages"
    headers = {"Authorization": f"Bot {sandbox.token}"}
    body = {"embeds": [{"title": "x" * 300}]}
    async with aiohttp.ClientSession() as session, session.post(room, json=body, headers=headers) as answer:
        assert answer.status == 400


async def test_a_refused_request_is_shown_with_its_error_tree(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada = await seat("Ada")
    await expect(ada.page.get_by_text("Only what was refused or cut")).to_have_count(0)
    await ada.page.get_by_role("button", name="Developer").click()
    await refused_message(sandbox)
    await ada.dialog.get_by_label("Only what was refused or cut").check()
    newest = ada.dialog.locator(".dev-requests > li:visible").first
    await expect(newest).to_contain_text("50035 Invalid Form Body")
    await newest.locator("summary").click()
    await expect(newest).to_contain_text("embeds.0.title: Must be 256 or fewer in length. (BASE_TYPE_MAX_LENGTH)")
    await expect(newest.locator("pre").last).to_contain_text('"code": 50035')


async def test_clock_faults_and_rates_are_set_by_keyboard_alone(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada = await seat("Ada")
    await ada.page.get_by_role("button", name="Developer").focus()
    await ada.page.keyboard.press("Enter")
    await expect(ada.dialog.get_by_role("heading", name="Developer")).to_be_visible()
    before = sandbox.core.time.ahead
    await ada.dialog.get_by_role("button", name="+ 1 hour").press("Enter")
    await expect(ada.dialog.locator(".dev-part", has_text="Clock").locator("p").first).to_contain_text("ahead")
    assert sandbox.core.time.ahead - before == pytest.approx(3600, abs=1)
    await ada.dialog.get_by_label("requests fail by").select_option("5xx")
    await ada.dialog.get_by_label("The next").fill("2")
    await ada.dialog.get_by_label(re.compile("^where METHOD")).fill("^POST /nowhere")
    await ada.dialog.get_by_role("button", name="Let them fail").press("Enter")
    await expect(ada.dialog.locator(".dev-list")).to_have_text("2 × 5xx for ^POST /nowhere")
    (fault,) = sandbox.faults.faults
    assert (fault.kind, fault.times, fault.match, fault.status) == ("5xx", 2, "^POST /nowhere", 502)
    await ada.dialog.get_by_role("button", name="Clear all faults").press("Enter")
    await expect(ada.dialog.locator(".dev-list")).to_be_hidden()
    limit = ada.dialog.get_by_label("buckets: limit")
    await limit.fill("50")
    async with ada.page.expect_response("**/sandbox/api/settings"):
        await limit.press("Tab")
    assert sandbox.faults.limit == 50
    await ada.dialog.get_by_label("Speed").select_option("a minute a second")
    await expect(ada.dialog.get_by_role("alert")).to_be_hidden()
    await ada.dialog.get_by_label("Speed").select_option("real")
    await ada.page.keyboard.press("Escape")
    await expect(ada.page.locator("dialog")).to_have_count(0)
    sandbox.faults.clear()


async def test_a_cut_line_is_shown_and_resumed(seat: TakeSeat, sandbox: Sandbox) -> None:
    ada = await seat("Ada")
    await ada.page.get_by_role("button", name="Developer").click()
    before = sandbox.gateway.resume_count
    await ada.dialog.get_by_role("button", name="Cut the line").click()
    await expect(ada.dialog).to_contain_text(re.compile(rf"The bot is on line: .*{before + 1} resumed"))


async def test_a_mistake_is_told_in_the_panel(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.page.get_by_role("button", name="Developer").click()
    await ada.dialog.get_by_label(re.compile("^where METHOD")).fill("(")
    await ada.dialog.get_by_role("button", name="Let them fail").click()
    await expect(ada.dialog.get_by_role("alert")).to_contain_text("That fault cannot be")


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_on_a_phone_nothing_is_cut_off_or_too_pale(seat: TakeSeat, sandbox: Sandbox, theme: str) -> None:
    ada = await seat("Ada", "table-talk", PHONE)
    await ada.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    await refused_message(sandbox)
    await ada.page.get_by_role("button", name="Show channels").click()
    await ada.page.get_by_role("button", name="Developer").click()
    row = ada.dialog.locator(".dev-requests > li", has_text="50035").first
    await row.locator("summary").click()
    body = ada.dialog.locator(".dialog-body")
    wide = await body.evaluate("(node) => [node.scrollWidth - node.clientWidth, document.documentElement.scrollWidth]")
    assert wide == [0, PHONE[0]]
    pale = await ada.page.evaluate(LOW_CONTRAST)
    assert [each for each in pale if each.startswith("dev-")] == []
    for field in await ada.dialog.locator("input, select").all():
        if await field.is_visible():
            assert await field.evaluate("(node) => node.labels.length") == 1
