"""The atlas in Chromium: it draws, asks nobody anything, measures routes as the rules do, and can be used by anybody."""

import re
from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from render.campaign.atlas.atlas import SCRIPTS, moment_of, write_atlas
from render.canvas.theme import THEMES
from render.page.page import Json, timeline_of, write_page
from rules.cluster_war.chapters.movement.journey import stages
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import chart_in, mode_of
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.holdings import Design, Fleet, Leg, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.hexes import Grid, disk
from rules.values import IllegalOrderError, changed
from tests.browser.kit import DESKTOP, PHONE
from tests.browser.pages import Opened, choose, picture, revision
from tests.browser.test_page import LOW_CONTRAST
from tests.render.campaign.scene import SIZE, late_game, networked

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = '</script><img src=x onerror="window.harmed = true">'
DRIVES = (
    ("Slow", "second-stage", Fraction(1), 0),
    ("Fast", "second-stage", Fraction(4), 0),
    ("Half", "second-stage", Fraction(5, 2), 0),
    ("Folder", "foldspace", Fraction(0), 2),
    ("Jumper", "jump", Fraction(0), 1),
    ("Skipper", "skip", Fraction(0), 1),
    ("Jammer", "void-jammer", Fraction(0), 2),
    ("Stringer", "string", Fraction(0), 0),
    ("Warper", "warp", Fraction(0), 3),
    ("Holer", "wormhole", Fraction(0), 0),
    ("Stuck", "second-stage", Fraction(0), 0),
)


def travellers() -> View:
    """The late game with a fleet for every kind of drive at home, lines of every kind, a gate and a wormhole base."""
    view = networked(late_game(fleet_number=6))
    assert view.me is not None
    designs = dict(view.me.designs)
    fleets, ships = dict(view.fleets), dict(view.ships)
    for number, (name, ftl, drive, levels) in enumerate(DRIVES, 50):
        key = f"d{number}"
        designs[key] = Design(key, f"{name} ship", "ship", 4 * number - 190, 9, drive, ftl=ftl, ftl_levels=levels)
        ship = Ship(f"humans/DX{number}", "humans", key)
        ships[ship.id] = ship
        fleets[f"humans-F{number}"] = Fleet(f"humans-F{number}", "humans", name, "1816", (ship.id,))
    designs["gate"] = Design("gate", "Gate", "base", 60, 200, prefix="GT", gate=40)
    designs["hole"] = Design("hole", "Hole", "base", 60, 200, prefix="HL", ftl="wormhole")
    colonies = {
        key: changed(colony, garrison={"gate": 1, "hole": 1}) if colony.hex in {"1816", "1012"} else colony
        for key, colony in view.colonies.items()
    }
    return changed(view, me=changed(view.me, designs=designs), fleets=fleets, ships=ships, colonies=colonies)


def earlier(view: View) -> View:
    """The turn before: one fleet has another name, a system is not known, and nothing is seen of others."""
    first = next(iter(view.fleets))
    systems = {key: system for key, system in view.systems.items() if key != max(view.systems)}
    fleets = {**view.fleets, first: changed(view.fleets[first], name="Not Yet Named")}
    return changed(view, turn=view.turn - 1, fleets=fleets, systems=systems, foreign_fleets={}, foreign_colonies={})


@pytest.fixture(scope="module")
def view() -> View:
    return travellers()


@pytest.fixture(scope="module")
def atlas(view: View, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of two turns."""
    page = write_atlas([moment_of(earlier(view)), moment_of(view)], view, "The Long Night")
    path = tmp_path_factory.mktemp("atlas") / "atlas.html"
    path.write_bytes(page)
    return path


@pytest_asyncio.fixture(loop_scope="module")
async def window(browser: Browser, atlas: Path) -> AsyncIterator[Opened]:
    async for opened in revision(browser, atlas, DESKTOP):
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def phone(browser: Browser, atlas: Path) -> AsyncIterator[Opened]:
    async for opened in revision(browser, atlas, PHONE, touch=True):
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def aside(browser: Browser, atlas: Path) -> AsyncIterator[Opened]:
    async for opened in revision(browser, atlas, (550, 350), touch=True):
        yield opened


def expected(view: View, fleet: str, here: str, to: str, *, push: bool, by: str) -> int | None:
    """Weeks of a leg as the rules work it out; None where it cannot be gone."""
    assert view.me is not None
    moved = view.fleets[fleet]
    try:
        mode = mode_of(moved.name, view.me.designs, [view.ships[s] for s in moved.ships], view.settings, by)
        return sum(stage.weeks for stage in stages(chart_in(view), mode, here, to, push=push, by=by))
    except IllegalOrderError:
        return None


@pytest.mark.rule("CW-4.0-01", "CW-4.0-05")
async def test_weeks_are_those_of_the_rules_for_every_drive(window: Opened, view: View) -> None:
    chance = Random(7)
    grid = Grid(SIZE, SIZE, "odd")
    everywhere = [grid.number(here) for here in grid.all_hexes()]
    ends = sorted({end for link in view.links for end in (link.a, link.b)})
    asked: list[tuple[str, str, str, bool, str]] = []
    for fleet in (f for f in view.fleets if view.fleets[f].transit is None):
        for _ in range(40):
            here = chance.choice(["1816", "1012", chance.choice(ends), chance.choice(everywhere)])
            joined = [link.b if link.a == here else link.a for link in view.links if here in (link.a, link.b)]
            close = [grid.number(h) for h in disk(grid.parse(here), 5) if grid.contains(h)]
            to = chance.choice([chance.choice(everywhere), chance.choice(close), chance.choice(joined or close)])
            asked.append((fleet, here, to, chance.random() < 0.3, chance.choice(["", "", "", "gate", "wormhole"])))
    asked = [one for one in asked if one[1] != one[2]]
    found = await window.page.evaluate(
        """(asked) => {
          const routes = new Routes(ABOUT, SHELL.now);
          return asked.map(([fleet, here, to, push, by]) => {
            try {
              return routes.weeks(fleet, here, to, { push, by });
            } catch (none) {
              if (none instanceof NoWay) return null;
              throw none;
            }
          });
        }""",
        asked,
    )
    rules = [expected(view, fleet, here, to, push=push, by=by) for fleet, here, to, push, by in asked]
    assert len(asked) > 400
    assert [(*one, weeks) for one, weeks in zip(asked, found, strict=True)] == [
        (*one, weeks) for one, weeks in zip(asked, rules, strict=True)
    ]
    gone = {fleet for (fleet, *_), weeks in zip(asked, rules, strict=True) if weeks is not None}
    assert {view.fleets[fleet].name for fleet in gone} >= {name for name, *_ in DRIVES if name != "Stuck"}


async def test_a_route_is_planned_by_hand_and_its_line_is_read_as_an_order(window: Opened, view: View) -> None:
    page = window.page
    await page.get_by_role("tab", name="Route").click()
    await page.locator("#route-fleet").select_option("humans-F51")
    for hex_ in ("2014", "2217"):
        await page.evaluate("([c, r]) => SHELL.tap(c, r)", [int(hex_[:2]), int(hex_[2:])])
    await page.locator("#route-wait").select_option("2")
    line = await page.locator("#route-result .order").inner_text()
    order = parse_order(line, names_of(view))
    assert order == MoveFleet("humans-F51", (Leg("2014"), Leg("2217")), wait=2)
    assert format_order(order, names_of(view)) == line
    _, previews, _ = plan_sheet(view, (SignedOrder("1", "humans", view.turn, order),))
    arrives = previews["1"].arrives
    assert arrives is not None
    told = await page.locator("#route-says").inner_text()
    turn, week = divmod(arrives, 4)
    assert told.endswith(f"there turn {turn + 1}, week {week}" if week else f"there turn {turn + 1}")
    await page.get_by_role("button", name="Earlier").click()
    await expect(page.locator("#route-result .order")).to_have_count(0)
    await expect(page.locator("#route-result")).to_contain_text("Orders are given for the latest turn")


async def test_every_line_the_page_offers_is_read_by_orders_write(window: Opened, view: View) -> None:
    names = names_of(view)
    lines = await window.page.evaluate(
        """() => {
          const routes = new Routes(ABOUT, SHELL.now);
          const ways = [{}, { wait: 1 }, { push: true }, { by: "gate", wait: 3 }, { by: "wormhole" }];
          const line = (fleet, way) => [fleet, way, routes.line(fleet, ["0104", "0311"], way)];
          return Object.keys(SHELL.now.voyages).flatMap((fleet) => ways.map((way) => line(fleet, way)));
        }"""
    )
    assert len(lines) == 5 * len(view.fleets)
    for fleet, way, line in lines:
        order = MoveFleet(
            fleet, (Leg("0104"), Leg("0311")), way.get("wait", 0), push=way.get("push", False), by=way.get("by", "")
        )
        assert parse_order(line, names) == order


async def test_a_hex_tells_all_that_is_known_of_it_and_who_gets_there_first(window: Opened, view: View) -> None:
    page = window.page
    await choose(page, "1816")
    place = page.locator("#page-place")
    await expect(place.get_by_role("heading", level=2)).to_contain_text("1816")
    for name in ("Slow", "Folder", "Stuck"):
        await expect(place).to_contain_text(name)
    await expect(place).to_contain_text("home world")
    await expect(place).to_contain_text("In view now")
    world = next(
        key for key, system in view.systems.items() if system.level == "surveyed" and system.bodies and key != "1816"
    )
    await choose(page, world)
    rows = place.locator("tbody tr")
    await expect(rows).to_have_count(len(view.systems[world].bodies))
    await expect(rows.first).to_contain_text(view.systems[world].bodies[0].step)
    first = place.locator("details.thing").first
    await first.locator("summary").click()
    line = await first.locator(".order").inner_text()
    assert isinstance(parse_order(line, names_of(view)), MoveFleet)


async def test_the_slider_shows_earlier_turns_as_they_were_seen(window: Opened, view: View) -> None:
    page = window.page
    await expect(page.locator("#moment")).to_have_text(f"Turn {view.turn}")
    await page.locator("#slider").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("#moment")).to_have_text(f"Turn {view.turn - 1}")
    await page.get_by_role("tab", name="Find").click()
    await page.get_by_label("Search").fill("Not Yet")
    await expect(page.locator("#hits button")).to_have_count(1)
    late = max(view.systems)
    assert await page.evaluate("(hex) => SHELL.now.systems[hex] === undefined", late)
    await page.locator("#later").click()
    await expect(page.locator("#hits button")).to_have_count(0)


async def test_it_can_be_used_by_keyboard_alone_and_says_what_it_shows(window: Opened, view: View) -> None:
    page = window.page
    await page.locator("#field").focus()
    await page.keyboard.press("h")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowDown")
    said = await page.locator("#live").inner_text()
    assert re.match(r"\d{4}", said), said
    assert await page.locator("#page-place h2").inner_text() == said.partition(".")[0]
    await page.keyboard.press(",")
    await expect(page.locator("#live")).to_contain_text(f"Turn {view.turn - 1}")
    await page.keyboard.press("/")
    await page.keyboard.type("Slow")
    await page.keyboard.press("Enter")
    await expect(page.locator("#live")).to_contain_text("1816")
    await page.locator("#field").focus()
    await page.keyboard.press("2")
    await expect(page.locator("#live")).to_have_text("Sensors shown")
    await page.keyboard.press("l")
    await expect(page.locator("#layer-sensors")).to_be_checked()
    await page.keyboard.press("c")
    await expect(page.locator("#palette")).to_have_value("light")
    named = await page.locator("button, select, input, canvas").evaluate_all(
        """nodes => nodes.filter(n => n.checkVisibility() && !(n.ariaLabel || n.textContent.trim() || n.labels?.length))
                         .map(n => n.outerHTML)"""
    )
    assert named == []


async def test_the_map_pans_zooms_and_layers_change_the_picture(window: Opened) -> None:
    page = window.page
    canvas = page.locator("#field")
    box = await canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    look = "() => [SHELL.field.x, SHELL.field.y, SHELL.field.scale]"
    before = await page.evaluate(look)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 120, y - 60, steps=4)
    await page.mouse.up()
    panned = await page.evaluate(look)
    assert panned[0] > before[0]
    assert panned[1] > before[1]
    await page.mouse.wheel(0, -300)
    await page.wait_for_function("(scale) => SHELL.field.scale > scale", arg=panned[2])
    for _ in range(8):
        await page.mouse.wheel(0, 400)
    await page.wait_for_function("() => SHELL.field.scale <= SHELL.field.widest * 1.01")
    for layer in ("grid", "sensors", "trade", "claims", "seen", "lanes", "fleets", "names"):
        shown = await picture(page)
        await page.evaluate("(id) => SHELL.setLayer(id, !SHELL.layers.get(id))", layer)
        assert await picture(page) != shown, layer


async def test_words_stand_out_in_every_palette(window: Opened) -> None:
    page = window.page
    await choose(page, "1816")
    for name in THEMES:
        await page.locator("#palette").select_option(name)
        for tab in ("place", "route", "layers", "find", "keys"):
            await page.evaluate("(id) => SHELL.open(id)", tab)
            assert await page.evaluate(LOW_CONTRAST) == [], (name, tab)


async def test_on_a_phone_nothing_runs_over_and_two_fingers_zoom(phone: Opened) -> None:
    page = phone.page
    wide = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth"
    await choose(page, "1816")
    for tab in ("place", "route", "layers", "find", "keys"):
        await page.evaluate("(id) => SHELL.open(id)", tab)
        assert await page.evaluate(wide) <= 0, tab
        assert await page.locator(f"#page-{tab}").evaluate("node => node.scrollWidth - node.clientWidth") <= 0, tab
    before = await page.evaluate("SHELL.field.scale")
    session = await page.context.new_cdp_session(page)
    for kind, gap in (("touchStart", 40), ("touchMove", 60), ("touchMove", 110), ("touchEnd", 0)):
        points = [{"x": 195 - gap, "y": 300, "id": 1}, {"x": 195 + gap, "y": 300, "id": 2}] if gap else []
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert await page.evaluate("SHELL.field.scale") > before * 1.5
    await page.evaluate("SHELL.open('place')")
    await page.touchscreen.tap(195, 300)
    await expect(page.locator("#page-place h2")).to_have_text(re.compile(r"^\d{4}"))


async def test_names_do_no_harm(browser: Browser, view: View, tmp_path: Path) -> None:
    hostile = changed(
        view,
        flags={key: changed(flag, name=HOSTILE) for key, flag in view.flags.items()},
        fleets={key: changed(fleet, name=HOSTILE) for key, fleet in view.fleets.items()},
        colonies={key: changed(colony, name=HOSTILE) for key, colony in view.colonies.items()},
        systems={key: changed(system, name=HOSTILE, notes=(HOSTILE,)) for key, system in view.systems.items()},
    )
    path = tmp_path / "hostile.html"
    path.write_bytes(write_atlas([moment_of(hostile)], hostile, HOSTILE))
    async for opened in revision(browser, path, DESKTOP):
        page = opened.page
        for tab in ("place", "route", "layers", "find", "keys"):
            await page.evaluate("(id) => SHELL.open(id)", tab)
        await choose(page, "1816")
        await expect(page.locator("#page-place")).to_contain_text("onerror")
        assert await page.locator("img").count() == 0
        assert await page.evaluate("window.harmed") is None


async def test_the_page_says_which_turns_it_leaves_out(browser: Browser, view: View, tmp_path: Path) -> None:
    about: dict[str, Json] = {
        "name": "Humans",
        "campaign": "X",
        "columns": SIZE,
        "rows": SIZE,
        "side": "humans",
        "home": "1816",
    }
    course = timeline_of([moment_of(earlier(view)), moment_of(view)], 10)
    path = tmp_path / "short.html"
    path.write_bytes(write_page("X", about, course, SCRIPTS))
    async for opened in revision(browser, path, DESKTOP):
        said = f"Turns before turn {view.turn} are left out"
        await expect(opened.page.locator("#page-place")).to_contain_text(said)
        await opened.page.get_by_role("tab", name="Keys and signs").click()
        await expect(opened.page.locator("#page-keys")).to_contain_text(said)


async def test_in_a_small_window_the_map_keeps_its_height_and_what_there_is_to_read_stands_beside_it(
    aside: Opened, phone: Opened
) -> None:
    async def box(opened: Opened, name: str) -> dict[str, float]:
        found = await opened.page.locator(name).first.bounding_box()
        assert found is not None
        return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}

    field, panel = await box(aside, ".map"), await box(aside, ".panel")
    assert field["height"] >= 250
    assert field["width"] >= 300
    assert panel["x"] >= field["x"] + field["width"]
    assert panel["width"] >= 200
    field, panel = await box(phone, ".map"), await box(phone, ".panel")
    assert panel["y"] >= field["y"] + field["height"], "upright it stands below"
