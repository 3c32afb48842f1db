"""The page on war, done as it stands there: a player's month after month by taps, then the game master's."""

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.dashboard_kit import dashboard_of, starred
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_war_by_taps import choose, front
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table

PLAIN = {
    "The map": "the head of a row",
    **dict.fromkeys(
        ("/map battle", "/invade fronts film:True"), "films of real wars: tests/e2e/campaign/test_war_pictures.py"
    ),
}


async def dashboard(walk: Walk, step: str = "") -> None:
    """War, from the dashboard: the page's next step, or one more use of it."""
    pinned = dashboard_of(walk.table, "ada")
    if step:
        await walk.press("ada", step, on=pinned)
    else:
        await walk.do("ada", "War", on=pinned)


async def picked(walk: Walk, says: str, *then: str) -> None:
    """A line of a list of the last answer."""
    assert walk.seen is not None
    hint, value = choose(walk.seen, says)
    await walk.pick("ada", hint, *then, value=value)


async def test_the_page_on_war_is_done_as_it_stands_there(table: Table) -> None:
    nest, _ = await front(table)
    walk = Walk("docs/guides/war.md", table, PLAIN)
    await walk.use("ada", "/rule rule:CW-9.0-11", "CW-9.0-11")
    await dashboard(walk, "War")
    await orders_for_battle(walk)
    await raids_and_fire(walk, nest)
    await the_ground(walk, nest)
    await afterwards(walk)
    await the_masters_part(walk)
    walk.done()


async def orders_for_battle(walk: Walk) -> None:
    await walk.press("ada", "Battle orders", "Your empire defends")
    await picked(walk, "Hammer", "Before you give this order")
    for says in ("Stance: attack", "Withdraw at a loss of 30 %", "Pursue those who flee"):
        await picked(walk, says)
    assert walk.seen is not None
    line = 'engage "Hammer" attack, withdraw at 30, pursue'
    assert line in walk.seen.text()
    await walk.also("ada", "orders write", line, line=line)
    await walk.press("ada", GIVE_BUTTON, "✔ Order given.")
    await walk.use("ada", "/fleet engage", fleet="Guard", stance="evade", words="Run")


async def raids_and_fire(walk: Walk, nest: str) -> None:
    await dashboard(walk)
    await walk.press("ada", "Raid")
    await picked(walk, "Sharks raids to", "catches to be expected")
    await walk.press("ada", "Cancel", "your sheet is as it was")
    await dashboard(walk)
    await walk.press("ada", "Bombard")
    await picked(walk, f"Hammer at {nest}: its biosphere", "Are you certain?")
    await walk.press("ada", "I am certain", "Before you give this order")
    await picked(walk, "Fire at: production", "its industry")
    await walk.do("ada", "Cancel")


async def the_ground(walk: Walk, nest: str) -> None:
    """Aboard, there by the game master's hand, down, and the army told to hold."""
    await dashboard(walk)
    await walk.press("ada", "Invade")
    await picked(walk, "aboard Landing")
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    await walk.table.advance()
    await dashboard(walk)
    await walk.do("ada", "Invade")
    assert walk.seen is not None
    walk.heard(" ".join(label for one in walk.seen.selects for label, _ in one.options))
    await amended(walk.table, "gm amend move", fleet="Landing", to=nest[:4])
    await dashboard(walk)
    landing = next(label for label in starred(walk.seen) if f"lands on {nest}" in label)
    await walk.do("ada", landing)
    await picked(walk, "Then they hold")
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    await walk.table.advance()
    await walk.use("ada", "/invade fronts", "City of")
    await dashboard(walk)
    await walk.press("ada", "Armies")
    await walk.do("ada", starred(walk.seen)[0])
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")


async def afterwards(walk: Walk) -> None:
    for part in ("Repair", "Officers"):
        await dashboard(walk)
        await walk.press("ada", part)
    await walk.use("ada", "/turn report")
    await walk.press("ada", "Why?", on=walk.message("ada", "Why?", place=walk.table.room("ada")))
    await walk.use("ada", "/empire designs")
    await walk.use("ada", "/empire sheet sheet:war", "Hammer")
    await walk.use("ada", "/empire sheet sheet:forces", "A1")
    await walk.use("ada", "/empire workbook", ".xlsx")


async def the_masters_part(walk: Walk) -> None:
    """How battles go from now on, one meeting otherwise, and the battle that waits for their word."""
    table = walk.table
    await walk.use("gm", "/decree battle method:quick", "settled by numbers")
    for side, design, fleet in (("humans", "DD", "Lure"), ("vermin", "ND", "Needles")):
        await amended(table, "gm amend create", side=side, design=design, hex="4949", fleet=fleet)
    await walk.use("gm", "/decree battle", hex="4949", method="chair")
    for method in ("fought", "narrated"):
        await walk.also("gm", "decree battle", hex="4949", method=method)
    await walk.also("gm", "decree battle", largest=60)
    await walk.also("ada", "fleet engage", fleet="Lure", stance="attack")
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await table.settle()
    await walk.use("gm", "/gm battle", "4949")
    await walk.press("gm", "Narrate")
    fates = {
        "fates": "fled: the rest of vermin\nsurvived: the rest",
        "winner": "humans",
        "story": "They ran.",
        "told": "",
    }
    await walk.fill("gm", "is settled", **fates)
    await walk.use("gm", "/decree front show", "City of")
    await walk.use("gm", "/decree book", kind="raid")
    await walk.use("gm", "/gm questions")
