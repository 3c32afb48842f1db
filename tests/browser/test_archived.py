"""Archived threads on the page: folded away under their channel, open to read, and open again once somebody writes."""

import pytest
from playwright.async_api import expect

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.model import PRIVATE_THREAD
from tests.browser.conftest import TakeSeat

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_an_archived_thread_is_found_under_its_channel_and_opened_by_writing(
    sandbox: Sandbox, seat: TakeSeat
) -> None:
    core, world = sandbox.core, sandbox.world
    data = {"name": "Old papers", "invitable": False}
    thread = actions.create_thread(core, world.channel("campaign"), world.bot_id, data, kind=PRIVATE_THREAD)
    actions.add_to_thread(core, thread, world.user("ada").id)
    actions.create_message(core, thread, world.bot_id, {"content": "of last year"})
    ada = await seat("Ada", "campaign")
    place = ada.page.locator(".place", has_text="Old papers")
    await expect(place).to_be_visible()
    actions.set_archived(core, thread, archived=True)
    actions.publish_channel(core, thread, "UPDATE")
    fold = ada.page.locator("details.archive summary")
    await expect(fold).to_have_text("Archived (1)")
    await expect(place).to_be_hidden()
    await fold.click()
    await place.click()
    await expect(ada.message("of last year")).to_be_visible()
    await expect(ada.page.get_by_placeholder("Archived: write here to open it again")).to_be_visible()
    assert await ada.overflow() == 0
    await ada.say("good to see you again")
    await expect(fold).to_have_count(0)
    await expect(place).to_be_visible()
    assert not thread.archived
