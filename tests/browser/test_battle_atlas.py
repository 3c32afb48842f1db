"""The atlas of a battle in Chromium: impulses by slider and keys, boxes that are crossed out, fire and log, on a phone too."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from render.battle.atlas.atlas import battle_moments, write_atlas
from render.canvas.theme import THEMES
from rules.pentagon_war.turn.view import view_for
from tests.browser.kit import DESKTOP, PHONE
from tests.browser.pages import Opened, picture, revision
from tests.browser.test_page import LOW_CONTRAST
from tests.render.battle.battle_scene import played

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
TABS = ("craft", "log", "layers", "find", "keys")


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four turns of a siege, as one of its sides saw them."""
    start, end, events = played("amber_gate", 4)
    side = min(start.sides)
    moments = battle_moments(view_for(start, side), events, view_for(end, side))
    path = tmp_path_factory.mktemp("battle") / "atlas.html"
    path.write_bytes(write_atlas(moments, view_for(end, side), "Amber Gate"))
    return path


@pytest_asyncio.fixture(loop_scope="module")
async def window(browser: Browser, atlas: Path) -> AsyncIterator[Opened]:
    async for opened in revision(browser, atlas, DESKTOP):
        yield opened


async def test_each_impulse_is_shown_and_a_chosen_craft_is_followed_to_the_box(window: Opened) -> None:
    page = window.page
    await page.locator("#slider").focus()
    await page.keyboard.press("Home")
    await expect(page.locator("#moment")).to_have_text("Turn 1 begins")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#moment")).to_have_text("Turn 1, impulse 1")
    struck = await page.evaluate(
        """() => {
          for (let at = 1; at < SHELL.moments.length; at += 1) {
            const found = Object.entries(SHELL.moments.at(at).craft).find(([id, craft]) => craft.lost > 3 && !craft.fate);
            if (found) return [at, found[0], found[1].whole, SHELL.moments.at(at - 1).craft[found[0]].whole];
          }
        }"""
    )
    at, craft, whole, before = struck
    await page.evaluate("([at, id]) => { SHELL.show(at); SHELL.game.choose(id, SHELL); }", [at, craft])
    place = page.locator("#page-craft")
    await expect(place).to_contain_text(f"{whole} of ")
    assert await place.locator(".box.fresh").count() > 0
    standing = await place.locator(".box:not(.x)").count()
    await page.locator("#earlier").click()
    await expect(place.locator("h2")).to_contain_text(craft)
    await expect(place).to_contain_text(f"{before} of ")
    assert await place.locator(".box:not(.x)").count() > standing


async def test_the_log_stands_beside_and_leads_to_its_impulse(window: Opened) -> None:
    page = window.page
    await page.get_by_role("tab", name="Log").click()
    first = page.locator("#page-log .when").first
    name = await first.inner_text()
    await first.click()
    await expect(page.locator("#moment")).to_have_text(name)
    said = page.locator("#page-log li")
    assert await said.count() > 0
    assert "\\" not in " ".join(await said.all_inner_texts()), "no marks of another kind of text"


async def test_layers_and_time_change_the_picture_and_keys_reach_everything(window: Opened) -> None:
    page = window.page
    busiest = """() => {
      const shots = (at) => Object.keys(SHELL.moments.at(at).shots).length;
      let best = 0;
      for (let at = 1; at < SHELL.moments.length; at += 1) if (shots(at) > shots(best)) best = at;
      SHELL.show(best);
      SHELL.homeward();
      const craft = Object.entries(SHELL.now.craft).find(([, one]) => !one.fate);
      SHELL.choose(...craft[1].at);
    }"""
    await page.evaluate(busiest)
    await page.wait_for_timeout(400)
    for layer in ("trails", "shots", "flying", "ranges", "names"):
        shown = await picture(page)
        await page.evaluate("(id) => SHELL.setLayer(id, !SHELL.layers.get(id))", layer)
        assert await picture(page) != shown, layer
    await page.locator("#field").focus()
    shown = await picture(page)
    await page.keyboard.press(".")
    assert await picture(page) != shown
    await page.keyboard.press("ArrowDown")
    assert (await page.locator("#live").inner_text())[:4].isdecimal()
    await page.keyboard.press("/")
    await page.keyboard.type("Gate")
    await page.keyboard.press("Enter")
    await expect(page.locator("#page-craft h2")).to_be_visible()


async def test_words_stand_out_in_every_palette(window: Opened) -> None:
    page = window.page
    for name in THEMES:
        await page.locator("#palette").select_option(name)
        for tab in TABS:
            await page.evaluate("(id) => SHELL.open(id)", tab)
            assert await page.evaluate(LOW_CONTRAST) == [], (name, tab)
        await page.evaluate("() => SHELL.game.choose(Object.keys(SHELL.now.craft)[0], SHELL)")
        assert await page.evaluate(LOW_CONTRAST) == [], (name, "a craft's display")
        await page.evaluate("() => { SHELL.game.followed = ''; SHELL.place = null; }")


async def test_on_a_phone_nothing_runs_over(browser: Browser, atlas: Path) -> None:
    async for opened in revision(browser, atlas, PHONE, touch=True):
        page = opened.page
        wide = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth"
        for tab in TABS:
            await page.evaluate("(id) => SHELL.open(id)", tab)
            assert await page.evaluate(wide) <= 0, tab
            assert await page.locator(f"#page-{tab}").evaluate("node => node.scrollWidth - node.clientWidth") <= 0, tab
        await page.evaluate("() => SHELL.game.choose(Object.keys(SHELL.now.craft)[0], SHELL)")
        assert await page.locator("#page-craft").evaluate("node => node.scrollWidth - node.clientWidth") <= 0
