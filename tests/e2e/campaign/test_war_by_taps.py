"""War from the dashboard: every order of it by taps, each list leading on and back, parts of an order set below its preview."""

from typing import Any

from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.places import neighbours
from sandbox.reply import Reply, SeenMessage
from tests.e2e.campaign.dashboard_kit import Thumb, dashboard_of, standing, starred
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_raids import begin
from tests.e2e.kit import CHANNEL, Table

MOST_TAPS = 5


def choose(seen: SeenMessage, says: str) -> tuple[str, str]:
    """The list and the value of the line that says so."""
    found = [(one.custom_id or "", value) for one in seen.selects for label, value in one.options if says in label]
    assert found, [label for one in seen.selects for label, _ in one.options]
    return found[0]


async def pick(thumb: Thumb, seen: Reply, says: str) -> Reply:
    thumb.taps += 1
    return await thumb.human.select(seen, *choose(seen, says))


async def orders_of(table: Table, side: str) -> list[Any]:
    return [row.order for row in await standing(table, side)]


async def front(table: Table) -> tuple[str, str]:
    """Four Empires with a squadron of the Humans' over a nest of the Vermin, another at home that has troops beside it; the nest,
    and the Humans' home."""
    await begin(table)
    whole = await table.view()
    home = whole.sides["vermin"].home
    nest = min((c for c in whole.colonies.values() if c.side == "vermin" and c.hex != home), key=lambda c: c.id)
    gear = {"drive": "4", "barracks": 4, "cargo_bays": 40}
    await amended(table, "gm amend design", side="humans", name="Trooper", kind="ship", hull=40, cost=90, **gear)
    ours = whole.sides["humans"].home
    squadrons = (("Hammer", "DD", nest.hex), ("Landing", "Trooper", ours), ("Guard", "DD", nest.hex))
    sharks = ("Sharks", "DD", neighbours(whole, nest.hex)[0])
    for name, design, hex_ in (*squadrons, sharks):
        await amended(table, "gm amend create", side="humans", design=design, hex=hex_, count=2, fleet=name)
    await table.advance()
    return nest.id, ours


async def test_the_desk_leads_to_every_order_of_war_and_back(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    war = await thumb.press(dashboard_of(table, "ada"), "War")
    assert "War: what calls for your hand" in war.text()
    assert "no orders yet" in war.text()
    for button in ("Battle orders", "Raid", "Bombard", "Invade", "Armies", "Repair", "Officers"):
        listed = await thumb.press(war, button)
        assert listed.text().startswith("###"), button
        war = await thumb.press(listed, "War")
    preview = await thumb.press(war, starred(war)[0])
    receipt = await thumb.press(preview, GIVE_BUTTON)
    assert "engage empire defend, withdraw at 50" in receipt.text()
    assert "War" in [b.label for b in receipt.buttons]


async def test_a_fleets_battle_orders_are_set_by_taps_below_the_preview(table: Table) -> None:
    await front(table)
    thumb = Thumb(table.ada)
    listed = await thumb.press(await thumb.press(dashboard_of(table, "ada"), "War"), "Battle orders")
    preview = await pick(thumb, listed, "Hammer")
    for says in ("Stance: attack", "Withdraw at a loss of 30 %", "Pursue those who flee", "Stands before Guard"):
        preview = await pick(thumb, preview, says)
    reserve, ship = choose(preview, "In reserve:")
    preview = await table.ada.select(preview, reserve, ship)
    assert "✔ Order given." in (await thumb.press(preview, GIVE_BUTTON)).text()
    [order] = await orders_of(table, "humans")
    assert (order.stance, order.withdraw_at, order.pursue, len(order.reserve)) == ("attack", 30, True, 1)
    guard = next(f.id for f in (await table.view("humans")).fleets.values() if f.name == "Guard")
    assert order.protect == guard


async def test_a_raid_and_fire_on_a_world_take_five_taps_and_what_is_for_good_one_more(table: Table) -> None:
    nest, _ = await front(table)
    thumb = Thumb(table.ada)
    listed = await thumb.press(await thumb.press(dashboard_of(table, "ada"), "War"), "Raid")
    preview = await pick(thumb, listed, "Sharks raids to")
    assert "By the colonies you know" in preview.text()
    receipt = await thumb.press(preview, GIVE_BUTTON)
    assert thumb.taps <= MOST_TAPS
    again = Thumb(table.ada)
    listed = await again.press(await again.press(receipt, "War"), "Bombard")
    asked = await pick(again, listed, f"Hammer at {nest}: its biosphere")
    assert "Are you certain?" in asked.text()
    assert "it does not recover within this campaign" in asked.text()
    assert GIVE_BUTTON not in [b.label for b in asked.buttons]
    preview = await again.press(asked, "I am certain")
    milder = await pick(again, preview, "Fire at: production")
    assert "its industry" in milder.text()
    asked = await pick(again, milder, "Fire at: biosphere")
    assert "Are you certain?" in asked.text(), "each change of target asks anew"
    receipt = await again.press(await again.press(asked, "I am certain"), GIVE_BUTTON)
    assert "biosphere for certain" in receipt.text()
    assert [type(order).__name__ for order in await orders_of(table, "humans")] == ["RaidRoute", "BombardWorld"]


async def test_an_invasion_goes_aboard_there_and_down_and_its_army_is_commanded(table: Table) -> None:
    nest, _ = await front(table)
    thumb = Thumb(table.ada)
    listed = await thumb.press(await thumb.press(dashboard_of(table, "ada"), "War"), "Invade")
    preview = await pick(thumb, listed, "aboard Landing")
    assert "✔ Order given." in (await thumb.press(preview, GIVE_BUTTON)).text()
    assert thumb.taps <= MOST_TAPS
    await table.advance()
    listed = await table.ada.click(await table.ada.click(dashboard_of(table, "ada"), "War"), "Invade")
    assert "land there in the turn of its arrival" in str(listed.payload)
    await amended(table, "gm amend move", fleet="Landing", to=nest[:4])
    again = Thumb(table.ada)
    war = await again.press(dashboard_of(table, "ada"), "War")
    landing = next(label for label in starred(war) if f"lands on {nest}" in label)
    preview = await again.press(war, landing)
    preview = await pick(again, preview, "Then they hold")
    assert "invade" in (await again.press(preview, GIVE_BUTTON)).text()
    assert again.taps <= MOST_TAPS
    await table.advance()
    assert (await table.view("humans")).fronts
    last = Thumb(table.ada)
    listed = await last.press(await last.press(dashboard_of(table, "ada"), "War"), "Armies")
    preview = await last.press(listed, starred(listed)[0])
    preview = await pick(last, preview, "Take a city that nobody defends")
    assert "✔ Order given." in (await last.press(preview, GIVE_BUTTON)).text()
    assert last.taps <= MOST_TAPS


async def test_repairs_and_posts_are_offered_where_there_are_any(table: Table) -> None:
    await table.start()
    await amended(table, "decree officers")
    view = await table.view("humans")
    home = next(c for c in view.colonies.values() if c.shipyard_bays)
    fleet = next(f for f in view.fleets.values() if f.hex == home.hex)
    await give(table, "ada", Given("officer recruit", 'recruit "Talon"', {"at": home.name, "name": "Talon"}))
    await table.advance()
    await amended(table, "gm amend damage", fleet=fleet.id, unplaced=3)
    thumb = Thumb(table.ada)
    for button, says in (("Repair", f"Repair {fleet.name}"), ("Officers", "Talon")):
        listed = await thumb.press(await thumb.press(dashboard_of(table, "ada"), "War"), button)
        label = next(one for one in starred(listed) if says in one)
        assert "✔ Order given." in (await thumb.press(await thumb.press(listed, label), GIVE_BUTTON)).text()
    assert [type(order).__name__ for order in await orders_of(table, "humans")] == ["RepairUnits", "AssignOfficer"]


async def test_lists_below_a_preview_are_of_the_open_turn(table: Table) -> None:
    await table.start()
    war = await table.ada.click(dashboard_of(table, "ada"), "War")
    preview = await table.ada.click(war, starred(war)[0])
    stance, attack = choose(preview, "Stance: attack")
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn 1")
    await table.settle()
    assert "are closed" in (await table.ada.select(preview, stance, attack)).text()
    assert not await orders_of(table, "humans")
