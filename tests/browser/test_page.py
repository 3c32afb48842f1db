"""The page as a whole: who you are, getting about by keyboard, phone width, names and contrast, no other host."""

import re

import pytest
from playwright.async_api import Browser, expect

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.model import PRIVATE_THREAD
from tests.browser.conftest import TakeSeat
from tests.browser.kit import PHONE, seated

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# Text whose colour stands less than 4.5 (3 when large) from what is behind it, with the ratio.
LOW_CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (color) => {
    const [r, g, b] = color.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest("svg, .visually-hidden, .skip-link, :disabled")) continue;
    const style = getComputedStyle(node);
    const ground = behind(node);
    const [a, b] = [light(over(rgba(style.color), ground)), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    const what = `${node.className || node.tagName}: ${node.textContent.trim().slice(0, 20)}`;
    if (ratio < (large ? 3 : 4.5)) found.push(`${what} ${ratio.toFixed(2)}`);
  }
  return found;
}"""


async def test_the_first_question_is_who_you_are_and_each_window_remembers_its_own_answer(
    browser: Browser, sandbox: Sandbox
) -> None:
    async with seated(browser, sandbox.url) as one:
        await one.page.goto(one.url)
        cards = one.page.locator(".picker-card .picker-name")
        await expect(cards).to_have_count(6)
        await expect(cards.first).to_have_text("Grace (GM)")
        await one.sit("Ada")
        await one.page.reload()
        await expect(one.page.locator(".me-name")).to_have_text("Ada (Humans)")
        other = await one.context.new_page()
        await other.goto(one.url)
        await expect(other.get_by_role("heading", name="Who are you?")).to_be_visible()
        await one.page.get_by_role("button", name=re.compile("Switch person")).click()
        async with one.context.expect_page() as opened:
            await one.page.get_by_role("link", name=re.compile("new window as Vik")).click()
        await expect((await opened.value).locator(".me-name")).to_have_text("Vik (Vermin)")
        await one.page.get_by_role("button", name="Become Ola").click()
        await expect(one.page.locator(".me-name")).to_have_text("Ola (Oolab)")


async def test_a_newcomer_is_shown_three_first_steps(browser: Browser, sandbox: Sandbox) -> None:
    async with seated(browser, sandbox.url) as new:
        await new.page.goto(new.url)
        await new.page.get_by_role("button", name="New here?").click()
        await expect(new.dialog.locator(".help-steps > li")).to_have_count(3)
        await new.dialog.get_by_role("button", name="Become Ada (Humans)", exact=True).click()
        await expect(new.page.locator(".me-name")).to_have_text("Ada (Humans)")
        await new.page.get_by_role("button", name="New here?").click()
        await new.dialog.get_by_role("button", name="Open #campaign").click()
        await expect(new.page.locator("#channel-name")).to_have_text("campaign")
        await new.page.get_by_role("button", name="New here?").click()
        await new.dialog.get_by_role("button", name="/turn status").click()
        await expect(new.page.locator("#composer-text")).to_have_value("/turn status")


async def test_on_a_phone_the_name_of_a_place_has_the_room_and_help_is_a_sign(seat: TakeSeat) -> None:
    ada = await seat("Ada", "welcome", PHONE)
    sign, name = ada.page.get_by_role("button", name="New here?"), ada.page.locator("#channel-name")
    boxes = [await part.bounding_box() for part in (sign, name)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["width"] < 60
    assert boxes[1]["width"] > PHONE[0] / 2
    await sign.click()
    await expect(ada.dialog.locator(".help-steps > li")).to_have_count(3)


async def test_unread_places_are_marked_until_opened(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada", "war-room"), await seat("Vik", "welcome")
    place = vik.page.locator(".place", has_text="war-room")
    await ada.say("Old news")
    await vik.open("war-room")
    await vik.open("welcome")
    await expect(place.locator(".dot")).to_have_count(0)
    await ada.say("News from the front")
    await expect(place.locator(".dot")).to_be_visible()
    await expect(place).to_have_accessible_name("war-room, channel, unread")
    await vik.open("war-room")
    await expect(vik.page.locator(".new-line")).to_be_visible()
    await expect(place.locator(".dot")).to_have_count(0)


async def test_every_part_can_be_reached_and_left_with_the_keyboard(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    reached = set()
    for _ in range(40):
        await ada.page.keyboard.press("Tab")
        reached.add(
            await ada.page.evaluate("document.activeElement.closest('aside, .channel-head, #log, #composer')?.id")
        )
    assert {"sidebar", "members", "log", "composer"} <= reached
    await ada.page.keyboard.press("Control+k")
    await ada.page.keyboard.type("welc")
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.locator("#channel-name")).to_have_text("welcome")
    await expect(ada.page.locator("#composer-text")).to_be_focused()


async def test_every_control_has_a_name(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/panel")
    await ada.command("/map")
    await expect(ada.message("Here is the map")).to_be_visible()
    controls = ada.page.locator("#app").locator(
        "button, a[href], input, textarea, [role=button], [role=listbox], [role=log]"
    )
    visible = controls.filter(visible=True)
    assert await visible.count() > 20
    for control in await visible.all():
        await expect(control).to_have_accessible_name(re.compile(r"\S"))


async def test_all_text_stands_out_from_its_ground_in_both_themes(
    seat: TakeSeat, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    for command in ("/panel", "/secret", "/map", "/report", "/fleet list"):
        await ada.command(command)
    with monkeypatch.context() as hasty:
        hasty.setattr(sandbox.core.interactions, "answer_timeout", 0.5)
        await ada.command("/silent")
        await expect(ada.page.locator(".local-note")).to_contain_text("did not respond")
    await ada.say("# Head\n`code` ||spoiler|| <t:1700000000:R>\n> quote\n-# small")
    await vik.command("/call who:Ada (Humans)")
    await expect(ada.message("you are wanted")).to_be_visible()
    for theme in ("dark", "light"):
        await ada.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        await expect(ada.message("you are wanted")).to_be_visible()
        assert await ada.page.evaluate(LOW_CONTRAST) == []
        await ada.page.locator("#composer-text").fill("/fleet move to:1 fleet:x")
        await ada.page.locator(".form-send").click()
        await expect(ada.form.locator(".field-error:visible")).to_have_count(1)
        assert await ada.page.evaluate(LOW_CONTRAST) == []
        await ada.close_form()


async def test_colours_follow_the_choice_and_the_system(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = await ada.page.evaluate(ground)
    button = ada.page.get_by_role("button", name="Change colours")
    await button.click()
    light = await ada.page.evaluate(ground)
    assert light != dark
    await button.click()
    await ada.page.emulate_media(color_scheme="dark")
    assert await ada.page.evaluate(ground) == dark
    await ada.page.emulate_media(color_scheme="light")
    assert await ada.page.evaluate(ground) == light
    await ada.page.reload()
    assert await ada.page.evaluate("document.documentElement.dataset.theme") == "system"


async def test_on_a_phone_the_channels_are_a_drawer(seat: TakeSeat) -> None:
    ada = await seat("Ada", "table-talk", PHONE)
    assert await ada.overflow() == 0
    await expect(ada.page.locator("#sidebar")).to_be_hidden()
    await ada.page.get_by_role("button", name="Show channels").click()
    await expect(ada.page.locator("#sidebar")).to_be_visible()
    assert await ada.overflow() == 0
    await ada.page.locator(".place", has_text="war-room").click()
    await expect(ada.page.locator("#sidebar")).to_be_hidden()
    await expect(ada.page.locator("#channel-name")).to_have_text("war-room")
    await ada.page.get_by_role("button", name="Members").click()
    await expect(ada.page.locator("#members")).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await expect(ada.page.locator("#members")).to_be_hidden()
    assert await ada.overflow() == 0


async def test_no_request_leaves_this_machine(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.say("https://example.org/picture.png ![x](https://example.org/x.png)")
    await ada.command("/map")
    await ada.command("/panel")
    await expect(ada.message("Counted to")).to_be_visible()
    assert any("/cdn/" in url for url in ada.requests)
    assert any(url.endswith(".css") for url in ada.requests)
    assert ada.foreign == []


async def test_the_page_refuses_scripts_that_are_not_its_own(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.page.evaluate(
        "() => { const node = document.createElement('script'); node.textContent = 'window.injected = 1';"
        " document.body.append(node); }"
    )
    assert await ada.page.evaluate("window.injected === undefined")


async def test_six_people_may_sit_in_six_windows_of_one_browser(browser: Browser, sandbox: Sandbox) -> None:
    """A browser opens six connections to one host at most; all six seats must still get news and be able to speak."""
    async with seated(browser, sandbox.url) as first:
        await first.sit("Grace", "table-talk")
        pages = [first.page]
        for name in ("ada", "vik", "dom", "ola", "visitor"):
            page = await first.context.new_page()
            channel = sandbox.world.channel("table-talk").id
            await page.goto(f"{sandbox.url}/?as={sandbox.world.user(name).id}#{channel}")
            await expect(page.locator("#channel-name")).to_have_text("table-talk")
            pages.append(page)
        await pages[-1].locator("#composer-text").fill("Said by the sixth")
        await pages[-1].locator("#composer-text").press("Enter")
        for page in pages:
            await expect(page.locator("article.message", has_text="Said by the sixth")).to_have_count(1)


async def test_without_a_bot_the_page_says_so(browser: Browser) -> None:
    alone = await Sandbox.start()
    try:
        async with seated(browser, alone.url) as ada:
            await ada.sit("Ada")
            await expect(ada.page.locator("#connection")).to_contain_text("The bot is not on line yet")
            await ada.page.locator("#composer-text").press("/")
            await expect(ada.page.locator(".listbox-note")).to_contain_text("Is the bot running?")
    finally:
        await alone.stop()


async def test_an_edit_of_a_message_that_is_not_loaded_puts_nothing_below_the_newest(
    sandbox: Sandbox, seat: TakeSeat
) -> None:
    core, world = sandbox.core, sandbox.world
    thread = actions.create_thread(
        core, world.channel("campaign"), world.bot_id, {"name": "Long papers"}, kind=PRIVATE_THREAD
    )
    actions.add_to_thread(core, thread, world.user("ada").id)
    old = actions.create_message(core, thread, world.bot_id, {"content": "the first page"})
    for number in range(60):
        actions.create_message(core, thread, world.bot_id, {"content": f"page {number}"})
    ada = await seat("Ada", "Long papers")
    await expect(ada.message("page 59")).to_be_visible()
    await expect(ada.messages.filter(has_text="the first page")).to_have_count(0)
    actions.edit_message(core, old, {"content": "the first page, written anew"})
    actions.create_message(core, thread, world.bot_id, {"content": "page 60"})
    await expect(ada.message("page 60")).to_be_visible()
    await expect(ada.messages.filter(has_text="the first page")).to_have_count(0)
    await expect(ada.messages.last).to_contain_text("page 60")
