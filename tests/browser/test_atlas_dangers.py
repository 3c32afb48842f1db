"""The atlas' route page warns of what the preview of the order warns of."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, expect

from render.campaign.atlas.atlas import moment_of, write_atlas
from rules.cluster_war.chapters.detection.surveys import SCOUTED_NOTES, SURVEYED_NOTES
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import tables
from rules.cluster_war.model.state.holdings import Design, Leg, Ship
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.state.sides import SeenWeather
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.values import changed
from tests.browser.kit import PHONE
from tests.browser.pages import revision
from tests.browser.test_atlas import travellers

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WARNED = {
    "CW-14.0-04", "CW-14.0-12", "CW-14.0-13", "CW-14.0-16", "CW-14.0-20", "CW-14.0-23", "CW-14.0-24", "CW-14.0-26", "CW-14.0-28",
    "CW-12.1-04", "CW-B-19", "CW-B-21", "CW-B-22", "CW-B-23", "CW-B-24", "CW-B-25", "CW-B-26",
}  # fmt: skip
"""The rules of what may befall a fleet on its way."""


@pytest.fixture(scope="module")
def stormy() -> View:
    """The same in a campaign whose terrain is dangerous and whose systems are played: storms seen now and earlier, radiation,
    traps that were met, a fleet that is drained and one in a field, and a fleet of mixed ships with a craft outside."""
    view = travellers()
    assert view.me is not None
    settings = changed(view.settings, terrain=TERRAIN_KINDS, encounters="played")
    hexes = sorted(view.systems)
    codes = ("Grv", "Ion", "Mag", "Ast", "Rad", "Neu", "Pul", "Hyp", "Neb")
    objects = {**view.objects, **{here: (codes[at % len(codes)],) for at, here in enumerate(hexes) if at % 3 == 0}}
    weather = {
        here: SeenWeather(view.turn - at % 3, {code.upper(): at % 6}, ())
        for at, here in enumerate(h for h in hexes if objects.get(h, ("",))[0] in {"Grv", "Ion", "Mag"})
        for code in objects[here]
        if at % 4
    }
    rows = tables(settings)["CW-TAB-TRAPS"].named_rows()
    seen = [f"{row['seen']}." for _, row in rows if row["stays"] == "yes"] + [
        text for _, text in (*SCOUTED_NOTES, *SURVEYED_NOTES)
    ]
    systems = {
        here: changed(view.systems[here], notes=(seen[at % len(seen)],)) if at % 2 else view.systems[here]
        for at, here in enumerate(hexes)
    }
    systems["1816"] = changed(systems["1816"], notes=("No FTL drive will start here.",))
    fleets = dict(view.fleets)
    for number, bound in ((51, Bound("siphon", "1816", 4 * view.turn - 2)), (52, Bound("stasis", "1816"))):
        fleets[f"humans-F{number}"] = changed(fleets[f"humans-F{number}"], bound=bound)
    shields = {**view.me.designs["d50"].layout, "Shield projector 1": 4}
    designs = {**view.me.designs, "d50": changed(view.me.designs["d50"], layout=shields)}
    designs["dart"] = Design("dart", "Dart", "small_craft", 5, 1, Fraction(3))
    ships = {
        **view.ships,
        "humans/DA1": Ship("humans/DA1", "humans", "dart"),
        "humans/DX99": Ship("humans/DX99", "humans", "d50"),
    }
    mixed = fleets["humans-F51"]
    fleets["humans-F60"] = changed(
        mixed, id="humans-F60", name="Mixed", bound=None, ships=(*mixed.ships, "humans/DX99", "humans/DA1")
    )
    return changed(
        view, settings=settings, objects=objects, weather=weather, systems=systems, fleets=fleets, ships=ships,
        me=changed(view.me, designs=designs),
    )  # fmt: skip


@pytest.mark.rule("CW-14.0-04", "CW-B-22", "CW-B-23", "CW-12.1-04")
async def test_a_route_warns_of_what_the_orders_preview_warns_of_word_for_word(
    browser: Browser, stormy: View, tmp_path: Path
) -> None:
    path = tmp_path / "stormy.html"
    path.write_bytes(write_atlas([moment_of(stormy)], stormy, "Storms"))
    chance = Random(11)
    hexes = sorted(stormy.systems)
    asked: list[tuple[str, list[str], int]] = []
    expected_notes: list[list[list[str]]] = []
    for fleet in (f for f in sorted(stormy.fleets) if stormy.fleets[f].transit is None):
        for _ in range(30):
            stops = chance.sample([h for h in hexes if h != stormy.fleets[fleet].hex], chance.choice([1, 1, 2]))
            order = MoveFleet(fleet, tuple(Leg(h) for h in stops), wait=chance.choice([0, 0, 2]))
            _, previews, _ = plan_sheet(stormy, (SignedOrder("1", "humans", stormy.turn, order),))
            if "1" in previews:
                asked.append((fleet, stops, order.wait))
                expected_notes.append([[note.text, note.rule] for note in previews["1"].notes if note.rule in WARNED])
    said = "(asked) => asked.map(([fleet, stops, wait]) => SHELL.game.hazards(SHELL).of(fleet, stops, { wait }))"
    async for opened in revision(browser, path, PHONE, touch=True):
        found = await opened.page.evaluate(said, asked)
        page = opened.page
        await page.get_by_role("tab", name="Route").click()
        await page.locator("#route-fleet").select_option("humans-F51")
        await page.evaluate("([c, r]) => SHELL.tap(c, r)", [int(hexes[0][:2]), int(hexes[0][2:])])
        await expect(page.locator("#route-dangers")).to_contain_text("drained by a siphon")
        await expect(page.locator("#route-dangers")).to_contain_text("CW-B-22")
    assert len(asked) > 150
    assert sum(map(len, expected_notes)) > 200
    for one, told, rules in zip(asked, found, expected_notes, strict=True):
        assert told == rules, one
    rules_met = {rule for notes in expected_notes for _, rule in notes}
    assert rules_met >= {
        "CW-14.0-12",
        "CW-14.0-04",
        "CW-14.0-26",
        "CW-B-21",
        "CW-B-22",
        "CW-B-23",
        "CW-B-24",
        "CW-12.1-04",
    }
