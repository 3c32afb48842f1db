"""The dashboard: each button leads to an order on the sheet in four taps at most, and the message stays true."""

from pathlib import Path

import pytest

from playtest.player import GIVE_BUTTON
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from sandbox import clicks
from sandbox.payload_parts import walk
from sandbox.reply import SeenMessage
from tests.e2e.campaign.dashboard_kit import (
    Thumb,
    advised,
    choice,
    dashboard_of,
    give_button,
    said_to,
    standing,
    starred,
)
from tests.e2e.kit import CHANNEL, Table, running_table

MOST_TAPS = 4


async def moves(table: Table) -> list[MoveFleet]:
    """The orders on Ada's sheet that send a fleet somewhere."""
    return [row.order for row in await standing(table, "humans") if isinstance(row.order, MoveFleet)]


async def test_a_desk_is_pinned_in_every_thread_and_says_how_things_stand(table: Table) -> None:
    await table.start(schedule="every 48h")
    game = await table.game()
    for who, name in (("ada", "Your dashboard"), ("dom", "Your dashboard"), ("gm", "The game master's dashboard")):
        text = dashboard_of(table, who).text()
        assert name in text
        assert "turn 1" in text
        assert f"<t:{game.deadline}:F>" in text
    ada = dashboard_of(table, "ada")
    assert "Nothing ordered yet" in ada.text()
    assert "1000 CPs** left of 1000" in ada.text()
    assert [b.label for b in ada.buttons] == [
        "Do as my staff advises", "Spend 1000 CPs", "Move a fleet", "Explore", "Build", "Research", "Colonies", "Facilities",
        "Treaties", "Relations", "Intelligence", "War", "Standing orders", "Map", "What would happen", "I am ready", "More time",
        "Away", "Pings", "Help",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("button", "says", "kinds"),
    [
        ("Explore", " to ", ["LoadSupplies", "MoveFleet"]),
        ("Research", "Begin ", ["StartProject"]),
        ("Colonies", " grows", ["ExpandColony"]),
        ("Facilities", "munitions", ["MakeMunitions"]),
    ],
)
async def test_advice_becomes_an_order_in_three_taps(table: Table, button: str, says: str, kinds: list[str]) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), button)
    assert listed.ephemeral
    assert "★ **" in listed.text()
    preview = await thumb.press(listed, advised(listed, says))
    assert "⚠" not in preview.text()
    receipt = await thumb.press(preview, give_button(preview))
    assert "given." in receipt.text()
    assert thumb.taps == 3
    assert [type(row.order).__name__ for row in await standing(table, "humans")] == kinds


async def test_what_is_not_advised_is_chosen_from_the_list_in_three_taps_and_says_what_it_is_for(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), "Build")
    assert listed.message is not None
    told = str(listed.message.components)
    assert "warship; ready in one turn, " in told
    assert "scout, finds stars and neighbours, fast; ready in one turn, " in told
    preview = await thumb.choose(listed, choice(listed, "Sabre destroyer at Terra"))
    assert "Before you give this order" in preview.text()
    assert "✔ Order given." in (await thumb.press(preview, GIVE_BUTTON)).text()
    assert thumb.taps == 3


async def test_a_fleet_is_moved_in_four_taps_by_buttons_or_by_lists(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    fleets = await thumb.press(dashboard_of(table, "ada"), "Move a fleet")
    goals = await thumb.press(fleets, starred(fleets)[0])
    assert "Where to with" in goals.text()
    assert "unexplored" in goals.text()
    preview = await thumb.press(goals, starred(goals)[0])
    assert "2 orders given." in (await thumb.press(preview, give_button(preview))).text()
    assert thumb.taps == MOST_TAPS

    again = Thumb(table.ada)
    fleets = await again.press(dashboard_of(table, "ada"), "Move a fleet")
    goals = await again.choose(fleets, fleets.selects[0].options[-1][1])
    preview = await again.choose(goals, goals.selects[0].options[-1][1])
    assert "✔ Order given." in (await again.press(preview, GIVE_BUTTON)).text()
    assert again.taps == MOST_TAPS
    given = await standing(table, "humans")
    assert [type(row.order).__name__ for row in given] == ["LoadSupplies", "MoveFleet", "MoveFleet"]


async def test_a_whole_turn_goes_on_in_one_message_in_thirteen_taps(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), "Explore")
    every = next(b.label for b in listed.buttons if b.label and b.label.endswith(" at once"))
    both = await thumb.press(listed, every)
    assert "⚠" not in both.text()
    assert "humans-F" not in both.text(), "a fleet that is only made by it has its name"
    assert both.text().count("supply points aboard") >= 2, "each takes its own along"
    receipt = await thumb.press(both, give_button(both))
    assert "orders given." in receipt.text()
    explored = [row.order for row in await standing(table, "humans")]
    for button in ("Build", "Research", "Colonies"):
        listed = await thumb.press(receipt, button)
        if button == "Build":
            preview = await thumb.choose(listed, choice(listed, "Lantern scout at Terra"))
        else:
            best = [one for one in starred(listed) if "Found a colony" not in one][-1]  # a chain is laid down
            preview = await thumb.press(listed, best)
        receipt = await thumb.press(preview, give_button(preview))
        assert "given." in receipt.text()
    assert "You are ready" in (await thumb.press(receipt, "I am ready")).text()
    assert thumb.taps == 13
    moves = [order for order in explored if isinstance(order, MoveFleet)]
    assert len({move.fleet for move in moves}) == len({move.legs[-1].to for move in moves}) == len(moves) >= 3
    assert receipt.message is not None
    assert listed.message is not None
    assert receipt.message.id == listed.message.id


async def test_the_same_order_given_again_in_the_same_message_counts_again(table: Table) -> None:
    await table.start()
    receipt = await table.ada.click(await table.ada.click(dashboard_of(table, "ada"), "Build"), "My orders")
    for many in (1, 2):
        listed = await table.ada.click(receipt, "Build")
        preview = await Thumb(table.ada).choose(listed, choice(listed, "Lantern scout at Terra"))
        receipt = await table.ada.click(preview, GIVE_BUTTON)
        assert len(await standing(table, "humans")) == many


async def test_every_list_and_a_cancelled_preview_lead_back_to_the_sheet(table: Table) -> None:
    await table.start()
    listed = await table.ada.click(dashboard_of(table, "ada"), "Build")
    preview = await Thumb(table.ada).choose(listed, choice(listed, "Lantern scout at Terra"))
    dropped = await table.ada.click(preview, "Cancel")
    assert "your sheet is as it was" in dropped.text()
    sheet = await table.ada.click(dropped, "My orders")
    assert "nothing ordered yet" in sheet.text()
    nobody = await table.ada.click(dashboard_of(table, "ada"), "Treaties")
    assert "not in regular contact" in nobody.text()
    assert "nothing ordered yet" in (await table.ada.click(nobody, "My orders")).text()


async def test_all_at_once_of_an_old_list_gives_what_is_advised_now(table: Table) -> None:
    await table.start()
    listed = await table.ada.click(dashboard_of(table, "ada"), "Explore")
    other = await table.ada.click(dashboard_of(table, "ada"), "Explore")
    first = await table.ada.click(other, starred(other)[0])
    await table.ada.click(first, give_button(first))
    assert len(await moves(table)) == 1
    every = next(b.label for b in listed.buttons if b.label and b.label.endswith(" at once"))
    again = await table.ada.click(listed, every)
    assert "given." in (await table.ada.click(again, give_button(again))).text()
    later = [order.fleet for order in await moves(table)]
    assert len(later) == len(set(later)) > 1


async def test_the_order_is_the_very_one_that_the_command_makes(table: Table) -> None:
    await table.start()
    listed = await table.ada.click(dashboard_of(table, "ada"), "Explore")
    preview = await table.ada.click(listed, starred(listed)[0])
    await table.ada.click(preview, give_button(preview))
    [load, by_button] = await standing(table, "humans")
    assert isinstance(load.order, LoadSupplies)
    await table.settle()
    assert "CPs are left; press I am ready" in dashboard_of(table, "ada").text(), (
        "one order and all the money is not called complete"
    )
    await table.ask("ada", "orders withdraw", number="2")
    names = (await table.view("humans")).fleets
    order = by_button.order
    asked = await table.ask("ada", "fleet move", fleet=names[order.fleet].name, to=order.legs[-1].to)  # type: ignore[attr-defined] # it is a MoveFleet
    await table.ada.click(asked, GIVE_BUTTON)
    [_, by_command] = await standing(table, "humans")
    assert by_command.order == by_button.order


async def test_treaties_are_offered_to_those_in_contact(table: Table) -> None:
    await table.start()
    nobody = await table.ada.click(dashboard_of(table, "ada"), "Treaties")
    assert "not in regular contact" in nobody.text()
    home = max((await table.view("dominators")).colonies.values(), key=lambda c: c.size).hex
    await table.gm.slash(CHANNEL, "gm amend move", fleet="humans-F3", to=home)
    await table.advance()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), "Treaties")
    assert starred(listed), listed.text()
    preview = await thumb.press(listed, starred(listed)[0])
    assert "✔ Order given." in (await thumb.press(preview, GIVE_BUTTON)).text()
    assert thumb.taps <= MOST_TAPS


async def test_map_forecast_and_readiness_are_one_tap(table: Table) -> None:
    await table.start()
    dashboard = dashboard_of(table, "ada")
    assert (await table.ada.click(dashboard, "Map")).attachments[0].filename == "map.png"
    assert "if the deadline came now" in (await table.ada.click(dashboard, "What would happen")).text()
    assert "You are ready" in (await table.ada.click(dashboard, "I am ready")).text()
    await table.settle()
    dashboard = dashboard_of(table, "ada")
    assert "✔ You are ready" in dashboard.text()
    assert "Not ready" in dashboard_of(table, "gm").text()
    assert "ada" not in dashboard_of(table, "gm").text()
    await table.ada.click(dashboard, "Not ready after all")
    await table.settle()
    assert "Nothing ordered yet" in dashboard_of(table, "ada").text()


async def test_the_desk_is_edited_in_place_as_orders_come_and_go(table: Table) -> None:
    await table.start(schedule="every 48h")
    before = dashboard_of(table, "ada").id
    await table.ask("ada", "orders write", line='ask "Anybody there?"')
    preview = await table.ask("ada", "orders write", line='ask "Anybody there?"')
    await table.ada.click(preview, GIVE_BUTTON)
    await table.settle()
    assert "Anybody there?" in dashboard_of(table, "ada").text()
    await table.ask("ada", "orders withdraw", number="1")
    await table.settle()
    assert "Anybody" not in dashboard_of(table, "ada").text()
    await table.gm.slash(CHANNEL, "campaign extend", hours=24, reason="Snow.")
    await table.settle()
    due = (await table.game()).deadline
    assert f"<t:{due}:F>" in dashboard_of(table, "ada").text()
    assert dashboard_of(table, "ada").id == before


async def test_the_desk_moves_below_the_report_of_each_turn_and_stands_once(table: Table) -> None:
    await table.start(schedule="every 48h")
    for turn in (2, 3):
        before = {who: dashboard_of(table, who).id for who in ("ada", "dom", "gm")}
        await table.advance()
        for who, old in before.items():
            there = table.human(who).messages(table.room(who), 500)
            assert old not in [seen.id for seen in there], "the old one is taken away"
            desk = dashboard_of(table, who)
            assert f", turn {turn}\n" in desk.text()
            if who != "gm":
                [report] = [seen.id for seen in there if f"**Turn {turn - 1}**" in seen.text()]
                assert report < desk.id, "it stands below the report"
            assert [seen.id for seen in there if seen.id > desk.id and not seen.payload["type"]] == []
    asked = await table.gm.slash(CHANNEL, "gm undo", reason="Too early")
    await table.gm.click(asked, "Yes, undo")
    await table.settle()
    desk = dashboard_of(table, "ada")
    assert ", turn 2\n" in desk.text()
    assert desk.id == max(seen.id for seen in table.ada.messages(table.room("ada"), 500) if not seen.payload["type"])


async def test_a_deleted_desk_is_posted_again(table: Table) -> None:
    await table.start()
    before = dashboard_of(table, "ada").id
    channel = table.client.get_channel(table.room("ada").id)
    await channel.get_partial_message(before).delete()  # type: ignore[union-attr] # a thread
    await table.ask("ada", "orders ready")
    await table.settle()
    assert dashboard_of(table, "ada").id != before


async def test_a_new_holder_of_a_seat_gets_a_desk_of_their_own(table: Table) -> None:
    await table.start()
    before = dashboard_of(table, "ada").id
    await table.gm.slash(CHANNEL, "gm seat replace", side="humans", member=table.vik.id)
    table.flags["vik"] = table.flags.pop("ada")
    await table.settle()
    dashboards = [seen for seen in table.vik.messages(table.room("vik"), 500) if seen.payload["pinned"]]
    assert dashboards[-1].id != before
    assert "Your dashboard" in dashboards[-1].text()
    answered = await table.vik.click(dashboards[-1], "Explore")
    assert starred(answered)


async def test_others_old_buttons_and_closed_turns_get_a_sentence(table: Table) -> None:
    await table.start()
    dashboard = dashboard_of(table, "ada")
    assert "hold no seat" in (await _press_elsewhere(table, "visitor", dashboard, "Explore"))
    assert "another side's dashboard" in (await _press_elsewhere(table, "dom", dashboard, "Explore"))
    assert "You are the game master here" in (await _press_elsewhere(table, "gm", dashboard, "Explore"))
    listed = await table.ada.click(dashboard, "Colonies")
    other = await table.ada.click(dashboard, "Colonies")
    best = advised(listed, " grows")
    preview = await table.ada.click(other, best)
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn 1")
    await table.settle()
    closed = dashboard_of(table, "ada")
    assert "Orders are closed" in closed.text()
    assert not [b.label for b in closed.buttons if b.label in {"I am ready", "Not ready after all"}]
    assert "are closed" in (await table.ada.click(dashboard, "Build")).text()
    assert "are closed" in (await table.ada.click(listed, best)).text()
    assert "are closed" in (await table.ada.click(preview, GIVE_BUTTON)).text()
    await table.gm.click(dashboard_of(table, "gm"), "Publish")
    await table.settle()
    assert "turn that is over" in (await table.ada.click(preview, GIVE_BUTTON)).text()
    assert not await standing(table, "humans")


async def test_a_button_of_a_past_turn_that_opens_a_list_opens_the_present_one(table: Table) -> None:
    await table.start(review=False)
    listed = await table.ada.click(dashboard_of(table, "ada"), "Build")
    receipt = await table.ada.click(listed, "My orders")
    await table.advance()
    for button, says in (("Explore", "Where you have not been"), ("Move a fleet", "Which fleet is to move?")):
        receipt = await table.ada.click(receipt, button)
        assert says in receipt.text(), receipt.text()
        preview = await table.ada.click(receipt, starred(receipt)[0])
        if button == "Explore":
            receipt = await table.ada.click(preview, give_button(preview))
            assert "given." in receipt.text()
    assert [row.order.__class__.__name__ for row in await standing(table, "humans")] == ["LoadSupplies", "MoveFleet"]


async def test_pressed_twice_it_is_given_once_and_a_list_of_before_says_so(table: Table) -> None:
    await table.start()
    listed = await table.ada.click(dashboard_of(table, "ada"), "Colonies")
    before = await table.ada.click(dashboard_of(table, "ada"), "Colonies")
    best = advised(listed, " grows")
    preview = await table.ada.click(listed, best)
    give = preview.control(GIVE_BUTTON).custom_id
    assert give is not None
    message = preview.message
    assert message is not None
    twice = [clicks.press(table.sandbox.core, table.ada.id, message, give, None) for _ in range(2)]
    for pressed in twice:
        await table.ada._wait(pressed)
    assert len(await standing(table, "humans")) == 1
    assert "no longer on it" in await said_to(table.ada, before, best)


async def test_after_a_restart_the_same_desk_still_gives_orders(tmp_path: Path) -> None:
    state = tmp_path / "world.db"
    async with running_table(tmp_path, state=state) as table:
        await table.start()
        dashboard, game, flags = dashboard_of(table, "ada").id, table.game_id, table.flags
    async with running_table(tmp_path, state=state) as table:
        table.game_id, table.flags = game, flags
        await table.settle()
        seen = dashboard_of(table, "ada")
        assert seen.id == dashboard
        listed = await table.ada.click(seen, "Explore")
        preview = await table.ada.click(listed, starred(listed)[0])
        assert "given." in (await table.ada.click(preview, give_button(preview))).text()


async def _press_elsewhere(table: Table, who: str, seen: SeenMessage, label: str) -> str:
    """Somebody who cannot see a dashboard presses a button that carries the same as one of its."""
    custom = seen.control(label).custom_id
    assert custom is not None
    person = table.human(who)
    shown = await person.slash(CHANNEL, "help")
    message = shown.message
    assert message is not None
    row = next(part for part in walk(message.components) if part["type"] == 1)
    row["components"] = [{"type": 2, "style": 2, "label": "x", "custom_id": custom, "id": 900}]
    return (await person._wait(clicks.press(table.sandbox.core, person.id, message, custom, None))).text()
