"""What first-time players ran into: a turn that is over, an order written and not given, and sentences that led nowhere."""

import re

import pytest

from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.view import View
from tests.e2e.campaign.test_solo import begun
from tests.e2e.kit import CHANNEL, Table

LATE = 'ask "What is the meaning of all this?"'


async def test_an_order_whose_turn_is_over_is_shown_anew_for_the_present_turn(table: Table) -> None:
    await table.start(review=False)
    preview = await table.ask("ada", "orders write", line=LATE)
    several = await table.ask("ada", "orders write", line=f'{LATE}\nask "And this?"')
    await table.advance()
    again = await table.ada.click(preview, GIVE_BUTTON)
    assert "belongs to a turn that is over. This is what you wrote, as an order of turn 2:" in again.text()
    assert LATE in again.text()
    assert "Order given" in (await table.ada.click(again, GIVE_BUTTON)).text()
    both = await table.ada.click(several, "Give")
    assert "as an order of turn 2:" in both.text()
    assert "And this?" in both.text()


async def test_an_order_that_cannot_be_given_in_the_new_turn_is_handed_back_with_the_reason(table: Table) -> None:
    await table.start(review=False)
    line = 'merge "Lantern One" into "Home Fleet"'
    preview = await table.ask("ada", "orders write", line=line)
    if "Before you give" not in preview.text():
        line = 'move "Lantern One" to 2034'
        preview = await table.ask("ada", "orders write", line=line)
    view: View = await table.view("humans")
    gone = next(fleet for fleet in view.fleets.values() if fleet.name == "Lantern One")
    await table.order("ada", f'rename "{gone.name}" to "Anything else"')
    await table.advance()
    told = (await table.ada.click(preview, GIVE_BUTTON)).text()
    assert "it cannot be given: You have no fleet called" in told
    assert line in told, "nothing that was written is lost"


async def test_who_wrote_an_order_and_has_not_given_it_is_told_when_they_are_ready(table: Table) -> None:
    await table.start(review=False)
    preview = await table.ask("ada", "orders ask", text="Are you there?")
    ready = await table.ask("ada", "orders ready")
    assert '⚠ Written and not given: 1 order, `ask "Are you there?"`.' in ready.text()
    await table.ada.click(preview, GIVE_BUTTON)
    assert "Written and not given" not in (await table.ask("ada", "orders ready")).text()
    dropped = await table.ask("ada", "orders ask", text="Never mind?")
    await table.ada.click(dropped, "Cancel")
    assert "Written and not given" not in (await table.ask("ada", "orders ready")).text()


async def test_alone_the_month_does_not_pass_over_an_order_that_was_not_given(table: Table) -> None:
    thread = await begun(table)
    await table.ada.slash(thread, "orders ask", text="Are you there?")
    asked = await table.ada.slash(thread, "orders ready")
    assert "Before the month passes" in asked.text()
    assert "Written and not given" in asked.text()
    assert (await table.game()).turn == 1


async def test_the_answer_of_away_deputy_leads_on(table: Table) -> None:
    await table.start()
    told = (await table.ask("ada", "away deputy")).text()
    assert "option `member`" in told
    assert "option `bot`" in told


async def test_a_hex_in_plan_colony_is_a_hex_and_no_step_code(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    home = next(iter(view.colonies.values())).hex
    told = (await table.ask("ada", "plan colony", world=home)).text()
    assert f"{home} is a hex: name a world there, like {home}-" in told


async def test_a_drawing_of_a_campaign_without_a_game_master_speaks_of_none(table: Table) -> None:
    thread = await begun(table)
    view = await table.view("humans")
    assert view.me is not None
    own = next(design.id for design in view.me.designs.values() if design.kind == "ship")
    form = await table.ada.slash(thread, "design unit", design=own)
    assert form.modal is not None
    fields = {key: value.get("value", "") for key, value in form.modal.fields.items()}
    drawn = await table.ada.submit(form, fields | {"id": "TX", "name": "Landing ship"})
    assert "Landing ship (TX)" in drawn.text()
    assert "game master" not in drawn.text()
    assert next(button.label for button in drawn.buttons) == "Send it in"
    sent = await table.ada.click(drawn, "Send it in")
    assert "game master" not in sent.text()
    listed = await table.ada.slash(thread, "design list")
    assert "game master" not in listed.text()
    await table.tick()
    ready = await table.ada.slash(thread, "orders ready")
    if "Before the month passes" in ready.text():
        await table.ada.click(ready, "Yes, pass the month")
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 2
    report = await table.ada.slash(thread, "turn report", turn=1)
    told = "\n".join(
        [report.text(), *(file.read().decode() for file in report.attachments if file.filename.endswith(".md"))]
    )
    assert "New design: Landing ship" in told
    assert "The game master decided this" not in told


async def test_a_name_that_is_refused_is_refused_before_its_asker_alone(table: Table) -> None:
    refused = await table.gm.slash(CHANNEL, "campaign create", name="`<@1>`", scenario="duel_small")
    assert "A game's name" in refused.text()
    assert refused.ephemeral


@pytest.mark.parametrize(("dice", "hint"), [("4d6k3", "`4d6kh3`"), ("2d20p1", "`2d20pl1`"), ("4d6kh3", "")])
async def test_dice_kept_by_their_face_are_explained(table: Table, dice: str, hint: str) -> None:
    told = (await table.visitor.slash(CHANNEL, "roll", dice=dice)).text()
    assert (hint in told) if hint else ("dice that show" not in told)


async def test_dice_are_rolled_as_a_german_phone_writes_them(table: Table) -> None:
    told = (await table.visitor.slash(CHANNEL, "roll", dice="2w6 – 1")).text()
    assert "2d6" in told


@pytest.mark.parametrize("name", ["Human Union", "human union", "HUMANS", "humans", "“Human Union”"])
async def test_a_side_is_joined_by_the_name_that_the_bot_shows(table: Table, name: str) -> None:
    await table.start(sides=(), begin=False)
    told = (await table.ada.slash(CHANNEL, "campaign join", side=name)).text()
    assert "leads" in told, told


async def test_orders_are_taken_in_the_signs_of_a_phone_in_commands_forms_and_standing_orders(table: Table) -> None:
    await table.start()
    preview = await table.ask("ada", "orders write", line="4. move “Lantern One” to 2034")
    assert 'move "Lantern One" to 2034' in preview.text()
    moved = await table.ask("ada", "fleet move", fleet='"Lantern One"', to="2034")
    assert 'move "Lantern One" to 2034' in moved.text()
    standing = await table.ask("ada", "orders standing", line="every turn: mission “Lantern One” patrol")
    assert 'mission "Lantern One" patrol' in standing.text()


async def test_every_order_that_a_sheet_shows_can_be_copied_from_it_and_given_again(table: Table) -> None:
    await table.start()
    given = ('move "Lantern One" to 2034', 'mission "Home Fleet" patrol', 'rename "Rim Patrol" to "L\'Étoile"', LATE)
    for line in given:
        await table.order("ada", line)
    shown = (await table.ask("ada", "orders show")).text()
    rows = [row for row in shown.splitlines() if re.match(r"\d+\. ", row)]
    assert len(rows) == len(given), shown
    await table.ask("ada", "orders withdraw", number="all")
    copied = await table.ask("ada", "orders write", line="\n".join(rows))
    assert f"{len(rows)} of {len(rows)} orders can be given" in copied.text(), copied.text()
    for row in rows:
        assert "Before you give" in (await table.ask("ada", "orders write", line=row)).text(), row
