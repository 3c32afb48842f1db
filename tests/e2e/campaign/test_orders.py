"""Orders through the real client and the sandbox: previews, receipts, their states, buttons, the form, the deadline."""

import asyncio
import hashlib
import re

import pytest

from harness.bench.statements import recorded
from playtest.player import GIVE_BUTTON
from sandbox.errors import Refused
from tests.e2e.kit import CHANNEL, Table
from tests.patience import WAIT_SECONDS


async def sheet(table: Table) -> str:
    """Ada's sheet."""
    return (await table.ask("ada", "orders show")).text()


def hash_of(text: str) -> str:
    """The hash of a receipt."""
    found = re.search(r"receipt `([0-9a-f]{8})`", text)
    assert found is not None, text
    return found[1]


async def neighbour(table: Table) -> str:
    """A star other than home, as the suggestions of /fleet move offer it."""
    home = (await table.view("humans")).fleets["humans-F3"].hex
    async with asyncio.timeout(WAIT_SECONDS):
        while True:  # suggestions keep nobody waiting: a busy machine shows none at first
            choices = await table.ada.autocomplete(CHANNEL, "fleet move", "to", "", fleet="Lantern One")
            if stars := [str(c.value) for c in choices if c.value != home]:
                return stars[0]
            await asyncio.sleep(0.05)


async def test_a_preview_tells_time_and_money_and_changes_nothing_until_it_is_given(table: Table) -> None:
    await table.start()
    empty = await sheet(table)
    assert "○ Turn 1: nothing ordered yet" in empty
    moved = await table.ask("ada", "fleet move", fleet="Lantern One", to=await neighbour(table))
    assert re.search(r"Lantern One leaves \d{4} .*weeks, ETA turn \d+", moved.text()), moved
    built = await table.ask("ada", "build units", design="SC", at="Terra", count=2)
    assert "Cost **64 CPs** (Ships)" in built.text()
    assert moved.ephemeral
    assert built.ephemeral
    assert await sheet(table) == empty
    dropped = await table.ada.click(moved, "Cancel")
    assert "your sheet is as it was" in dropped.text()
    given = await table.ada.click(built, GIVE_BUTTON)
    assert "spent: ships 64" in given.text()
    assert "SC" not in empty
    assert '1. build 2 "Lantern scout" at "Terra"' in await sheet(table)


async def test_a_sheet_goes_from_none_to_complete_to_ready_and_its_hash_is_of_its_lines(table: Table) -> None:
    await table.start()
    assert hash_of(await sheet(table)) == hashlib.sha256(b"").hexdigest()[:8]
    one = await table.order("ada", 'ask "May we hail the derelict?"')
    assert "● Turn 1: 1000 CPs unspent" in one.text()
    line = '1. ask "May we hail the derelict?"'
    assert hash_of(one.text()) == hashlib.sha256(line.encode()).hexdigest()[:8]
    ready = await table.ada.click(one, "I am ready")
    assert "✔ Turn 1: ready" in ready.text()
    assert "ready" in (await table.visitor.slash(CHANNEL, "campaign players")).text()
    more = await table.order("ada", 'ask "And what does it answer?"')
    assert "✔ Turn 1: ready" not in more.text()
    unready = await table.ada.click(await table.ask("ada", "orders ready"), "Not ready after all")
    assert "● Turn 1: 1000 CPs unspent" in unready.text()
    forecast = await table.ada.click(unready, "What would happen")
    assert "What would happen if the deadline came now" in forecast.text()


async def test_orders_are_changed_withdrawn_restored_and_copied(table: Table) -> None:
    await table.start()
    await table.order("ada", "build 1 Infantry at Terra")
    two = hash_of((await table.order("ada", "build 2 Marines at Terra")).text())
    numbers = await table.ada.autocomplete(CHANNEL, "orders change", "number", "2")
    assert [c.value for c in numbers] == ["2"]
    assert await table.ada.autocomplete(CHANNEL, "orders change", "number", "3") == []
    preview = await table.ask("ada", "orders change", number="2", line="build 3 Marines at Terra")
    assert "Order 2 would become" in preview.text()
    changed = await table.ada.click(preview, GIVE_BUTTON)
    assert '2. build 3 "Marines" at "Terra"' in changed.text()
    form = await table.ada.click(
        await table.ask("ada", "orders change", number="2", line="build 4 Marines at Terra"), "Change the text"
    )
    assert form.modal is not None
    back = await table.ada.submit(form, {"The order in words": "build 2 Marines at Terra"})
    assert hash_of((await table.ada.click(back, GIVE_BUTTON)).text()) == two
    gone = await table.ask("ada", "orders withdraw", number="1")
    assert '1. build 1 "Infantry"' not in gone.text()
    assert hash_of((await table.ask("ada", "orders restore", number=1)).text()) == two
    gone = await table.ask("ada", "orders withdraw", number="all")
    assert "○" in gone.text()
    assert hash_of((await table.ask("ada", "orders restore")).text()) == two
    await table.advance()
    copied = await table.ask("ada", "orders copy")
    assert "2 orders copied from turn 1" in copied.text()
    assert hash_of(copied.text()) == two


async def test_nothing_is_withdrawn_without_saying_what_and_the_receipt_restores_it(table: Table) -> None:
    await table.start()
    for line in ('ask "One?"', 'ask "Two?"', 'ask "Three?"'):
        await table.order("ada", line)
    with pytest.raises(Refused):
        await table.ask("ada", "orders withdraw")
    offered = await table.ada.autocomplete(CHANNEL, "orders withdraw", "number", "")
    assert [choice.value for choice in offered] == ["1", "2", "3", "all"]
    whole = hash_of(await sheet(table))
    one = await table.ask("ada", "orders withdraw", number="2")
    assert "Order 2 is withdrawn" in one.text()
    back = await table.ada.click(one, "Restore")
    assert "Order 2 restored" in back.text()
    assert hash_of(back.text()) == whole
    assert "Restore" not in {button.label for button in back.buttons}
    none = await table.ask("ada", "orders withdraw", number="All")
    assert "3 orders withdrawn" in none.text()
    back = await table.ada.click(none, "Restore")
    assert "3 orders restored" in back.text()
    assert hash_of(back.text()) == whole


async def test_two_clicks_give_one_order_and_a_past_turns_button_none(table: Table) -> None:
    await table.start(review=False)
    preview = await table.ask("ada", "orders write", line='ask "Once?"')
    clicks = (table.ada.click(preview, GIVE_BUTTON) for _ in range(3))
    await asyncio.gather(*clicks, return_exceptions=True)
    assert (await sheet(table)).count('ask "Once?"') == 1
    kept = await table.ask("ada", "orders write", line='ask "Late?"')
    ready = await table.ask("ada", "orders show")
    await table.advance()
    for seen, label in (
        (kept, GIVE_BUTTON),
        (kept, "Change the text"),
        (ready, "I am ready"),
        (ready, "What would happen"),
    ):
        told = await table.ada.click(seen, label)
        assert "belongs to a turn that is over" in told.text(), told
    assert "○ Turn 2: nothing ordered yet" in await sheet(table)


async def test_the_order_form_tells_line_by_line_and_enters_all_or_nothing(table: Table) -> None:
    await table.start()
    target = await neighbour(table)
    view = await table.view("humans")
    home = view.fleets["humans-F3"].hex
    head = f"Name: Lantern One\nUnits: SC01\nStart Hex: {home}\nStart Time: turn 1\n"
    wrong = await table.ada.submit(
        await table.ask("ada", "orders form"), {"The order form": f"{head}Orders: Move to 9999\nEnd Hex: {target}"}
    )
    assert "Nothing was entered" in wrong.text()
    assert re.search(r"✗ Move to 9999: .*off the map", wrong.text()), wrong
    assert "✓ Units: SC01" in wrong.text()
    assert "nothing ordered yet" in await sheet(table)
    text = f"{head}Orders: Move to {target}\nSing loudly\nIf somebody is there, come home\nEnd Hex: {target}"
    right = await table.ada.submit(await table.ask("ada", "orders form"), {"The order form": text})
    assert "✔ Form entered" in right.text()
    for line in (f'1. move "Lantern One" to {target}', '2. ask "Sing loudly"', '3. if "If somebody is there'):
        assert line in right.text(), right


async def test_a_deadline_reminds_the_idle_in_one_message_and_then_ends_the_turn(table: Table) -> None:
    game = await table.start(schedule="every 48h", review=False)
    assert game.deadline is not None
    await table.order("ada", 'ask "Here I am"')
    idle, busy = table.room("dom"), table.room("ada")
    reminders, pinged = [], []
    for hours in (24, 3):
        table.clock.forward(seconds=game.deadline - hours * 3600 + 60 - table.clock.time())
        await table.tick()
        reminders.append([m for m in table.dom.messages(idle) if "Orders for turn 1" in m.content])
        pinged.append([user for m in reminders[-1] if m.message is not None for user in m.message.mentions])
        assert not [m for m in table.ada.messages(busy) if "Orders for turn 1" in m.content]
    assert [len(found) for found in reminders] == [1, 1]
    assert reminders[0][0].id < reminders[1][0].id  # a new message, since Discord tells nobody of an edit
    assert pinged == [[table.dom.id], [table.dom.id]]
    table.clock.forward(seconds=game.deadline + 1 - table.clock.time())
    await table.tick()
    assert (await table.game()).turn == 2
    assert "turn 1 is resolved and turn 2 is open" in table.visitor.last(CHANNEL).text()


@pytest.mark.parametrize("player", ["ada", "dom"])
async def test_when_all_are_ready_the_turn_ends_at_once(table: Table, player: str) -> None:
    await table.start(review=False, early=True)
    other = {"ada": "dom", "dom": "ada"}[player]
    await table.ask(other, "orders ready")
    await table.settle()
    assert (await table.game()).turn == 1
    shown = await table.ask(player, "orders show")
    await table.human(player).click(shown, "I am ready")
    await table.settle()
    assert (await table.game()).turn == 2


async def test_destinations_are_offered_with_the_weeks_and_the_turn_of_arrival(table: Table) -> None:
    await table.start()
    offered = await table.ada.autocomplete(CHANNEL, "fleet move", "to", "", fleet="humans-F3")
    assert len(offered) == 25
    assert all(" week" in choice.name and ", turn " in choice.name for choice in offered), offered
    later = await table.ada.autocomplete(
        CHANNEL, "fleet move", "to", str(offered[0].value), fleet="Lantern One", wait=2
    )
    assert later[0].value == offered[0].value
    takes, arrives = offered[0].name.rpartition(" · ")[2].split(", ", 1)
    assert later[0].name.rpartition(" · ")[2].split(", ", 1)[0] == takes
    assert not later[0].name.endswith(arrives)
    preview = await table.ada.slash(CHANNEL, "fleet move", fleet="humans-F3", to=offered[0].value)
    assert f"({takes}, ETA {arrives})" in preview.text()
    assert await table.visitor.autocomplete(CHANNEL, "fleet move", "to", "", fleet="humans-F3") == []


@pytest.mark.parametrize(
    ("option", "text"),
    [("to", "{hex} wait 3 pushed"), ("to", "{hex} by gate"), ("to", "{hex}, {hex}"), ("via", "{hex} then {hex}")],
)
async def test_an_option_that_holds_other_options_is_refused_and_sets_nothing(
    table: Table, option: str, text: str
) -> None:
    await table.start()
    star = await neighbour(table)
    options = {"fleet": "Lantern One", "to": star, option: text.format(hex=star)}
    refused = await table.ask("ada", "fleet move", **options)
    assert "You have no place called" in refused.text(), refused
    assert "four digits, like 2034" in refused.text()
    assert "○ Turn 1: nothing ordered yet" in await sheet(table)


async def test_a_route_is_made_from_its_options_as_they_stand(table: Table) -> None:
    await table.start()
    star, home = await neighbour(table), (await table.view("humans")).fleets["humans-F3"].hex
    seen = await table.ask("ada", "fleet move", fleet="Lantern One", to=star, via=f"{star}, {home},", wait=2)
    assert f'move "Lantern One" to {star}, {home}, {star} wait 2' in seen.text(), seen


@pytest.mark.parametrize("name", ["fleet move", "orders write"])
async def test_a_preview_reads_the_sheet_once(table: Table, name: str) -> None:
    await table.start()
    star = await neighbour(table)
    line = {"line": f'move "Lantern One" to {star}'}
    with recorded(table.services.storage) as heard:
        seen = await table.ask(
            "ada", name, **(line if name == "orders write" else {"fleet": "Lantern One", "to": star})
        )
    assert "Lantern One leaves" in seen.text(), seen
    assert len([sql for _, sql, _, _ in heard.said if "FROM sheets" in sql]) == 1, heard.said


async def test_a_form_that_is_refused_gives_its_text_back(table: Table) -> None:
    await table.start()
    form = await table.ada.click(await table.ask("ada", "orders write", line='ask "Who is there?"'), "Change the text")
    wrong = await table.ada.submit(form, {"The order in words": "build 2 Marines at Terra, singing"})
    assert wrong.text().startswith("⚠ "), wrong
    assert "What you wrote, to copy and fix:\n```\nbuild 2 Marines at Terra, singing\n```" in wrong.text(), wrong


async def test_a_mistyped_name_is_answered_with_the_nearest_in_lists_and_refusals(table: Table) -> None:
    await table.start()
    fleets = await table.ada.autocomplete(CHANNEL, "fleet move", "fleet", "Lantrn One")
    assert fleets[0].name.startswith("Lantern One")
    places = await table.ada.autocomplete(CHANNEL, "map show", "around", "Tera")
    assert "Terra (" in places[0].name
    assert places[0].value == (await table.ada.autocomplete(CHANNEL, "map show", "around", "Terra"))[0].value
    lost = await table.ask("ada", "orders write", line='move "Lantrn One" to Terra')
    assert "Did you mean Lantern One" in lost.text()
    design = await table.ask("ada", "orders write", line="build 1 Sabr destroyer at Terra")
    assert "Did you mean Sabre destroyer?" in design.text()
    where = await table.ask("ada", "orders write", line='move "Lantern One" to Tera')
    assert "Did you mean Terra?" in where.text()
    wish = (await table.ask("ada", "orders write", line="fly lantern to the moon")).text()
    assert 'Write it like this: move "1st Fleet" to 2034' in wish
    assert "/orders ask" in wish
    assert len(wish) < 250


async def test_several_lines_are_taken_together_each_with_its_result(table: Table) -> None:
    await table.start()
    pasted = 'build 1 Infantry at Terra\n\nmov "Lantern One" to Terra\n ask "First line\nsecond line" \nbuild 1 Marines at Tera'
    seen = await table.ask("ada", "orders write", line=pasted)
    assert "2 of 4 orders can be given" in seen.text()
    assert "Did you mean move?" in seen.text()
    assert "Did you mean Terra?" in seen.text()
    assert "nothing ordered yet" in await sheet(table), "nothing counts before the button"
    form = await table.ada.click(seen, "Change the text")
    mended = pasted.replace("Tera", "Terra")
    seen = await table.ada.submit(form, {"Orders, one a line": mended})
    assert "3 of 4 orders can be given" in seen.text()
    given = (await table.ada.click(seen, "Give these 3")).text()
    assert "3 orders given." in given
    assert "Not given: mov" in given
    lines = await sheet(table)
    assert '1. build 1 "Infantry" at "Terra"' in lines
    assert '3. build 1 "Marines" at "Terra"' in lines
    assert "second line" in lines


async def test_writing_without_a_line_opens_a_form_for_many(table: Table) -> None:
    await table.start()
    form = await table.ask("ada", "orders write")
    seen = await table.ada.submit(form, {"Orders, one a line": "sing\nhum"})
    assert "0 of 2 orders can be given" in seen.text()
    assert seen.text().count("Write it like this") == 1, "a hint is said once"
    assert seen.text().count("does not begin with an order") == 2
    one = await table.ada.submit(
        await table.ask("ada", "orders write"), {"Orders, one a line": "build 1 Infantry at Terra"}
    )
    assert "Before you give this order" in one.text()


async def test_a_refused_form_opens_again_with_the_text_that_was_typed(table: Table) -> None:
    await table.start()
    form = await table.ask("ada", "orders write")
    wrong = await table.ada.submit(form, {"Orders, one a line": "build 2 Marines at Terra, singing"})
    again = await table.ada.click(wrong, "Open it again with my text")
    assert again.modal is not None
    assert "build 2 Marines at Terra, singing" in str(again.modal.components)
    right = await table.ada.submit(again, {"Orders, one a line": "build 2 Marines at Terra"})
    assert "Before you give this order" in right.text()
    refused = await table.ada.submit(await table.ask("ada", "orders form"), {"The order form": "Name: Nobody"})
    back = await table.ada.click(refused, "Open it again with my text")
    assert "Name: Nobody" in str(back.modal)
