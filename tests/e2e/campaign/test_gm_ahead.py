"""Looking ahead and ruling by buttons, through the real client."""

import pytest

from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.sides import Side
from tests.e2e.kit import CHANNEL, Table
from umpire.capsules import capsule_commands


async def gm(table: Table, command: str, **options: object) -> str:
    """A command of the game master's; what he is answered."""
    return (await table.gm.slash(CHANNEL, f"gm {command}", **options)).text()


@pytest.mark.rule("CW-19.0-03", "CW-19.0-04")
async def test_systems_on_players_ways_are_listed_and_prepared(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    fleet = next(f for f in view.fleets.values() if f.transit is None)
    goal = await unknown_star(table)
    assert f"`{goal}`" not in (await gm(table, "near")).split("**And a tenth")[0]
    await table.order("ada", f'move "{fleet.name}" to {goal}')
    said = await gm(table, "near", turns=12)
    assert f"`{goal}`" in said.split("**And a tenth")[0]
    assert "Human Union turn" in said
    marked = await gm(table, "prepare", hex=goal)
    assert f"{goal} is prepared. (seen by you alone)" in marked
    assert f"`{goal}`" not in await gm(table, "near", turns=12)


async def unknown_star(table: Table) -> str:
    """A star with worlds that nobody knows, and nobody lives at."""
    whole = await table.view()
    known = {h for side in ("humans", "dominators") for h in (await table.view(side)).systems}
    return next(h for h, s in sorted(whole.systems.items()) if s.bodies and h not in known)


@pytest.mark.rule("CW-19.0-03")
async def test_contents_are_made_by_dice_that_can_be_checked(table: Table) -> None:
    await table.start()
    star = await unknown_star(table)
    before = await table.view("humans")
    said = await gm(table, "prepare", hex=star, fill=True)
    assert "is prepared" in said
    assert await table.view("humans") == before
    view = await table.view("humans")
    assert view.me is not None
    assert "as it is" in await gm(table, "prepare", hex=view.me.home, fill=True)
    await gm(table, "npr set", race="Hive", home=star, gross=300)
    await gm(table, "npr turn")
    await table.advance()
    exported = await table.gm.slash(CHANNEL, "campaign export")
    capsule = exported.attachments[0].read()
    rolls = [line for line in capsule.decode().splitlines() if '"record":"roll"' in line and '"mixed":false' in line]
    assert any('"key":"npr/hive/1/growth/' in line for line in rolls)
    assert any(f'"key":"generation/{star}/' in line for line in rolls)
    found = await capsule_commands.verify(table.services, capsule)
    assert found.differences == ()
    assert found.rolls >= len(rolls) > 3
    own = (await table.ada.slash(CHANNEL, "campaign export")).attachments[0].read().decode()
    assert "npr/" not in own
    assert "Hive" not in own


async def fleet_and_enemy(table: Table) -> tuple[Fleet, Side]:
    """A fleet of the humans that can be sent, and the dominators."""
    view, enemy = await table.view("humans"), (await table.view("dominators")).me
    assert enemy is not None
    return next(f for f in view.fleets.values() if f.transit is None), enemy


@pytest.mark.rule("CW-19.0-22")
async def test_courses_are_plotted_from_all_sheets(table: Table) -> None:
    await table.start()
    fleet, enemy = await fleet_and_enemy(table)
    assert "No two fleets" in await gm(table, "plot", turns=24)
    await table.order("ada", f'move "{fleet.name}" to {enemy.home}')
    alone = await gm(table, "plot", fleet=fleet.id, turns=24)
    assert f"{enemy.home} (turn" in alone
    assert "FTL space" in alone
    whole = await table.view()
    guard = next(f for f in whole.fleets.values() if f.side == "dominators" and f.hex == enemy.home)
    both = await gm(table, "plot", fleet=fleet.id, other=guard.id, turns=24)
    assert f"at {enemy.home}: " in both
    assert " meet." in both
    assert f"at {enemy.home}" in await gm(table, "plot", turns=24)
    soon = await gm(table, "plot", fleet=fleet.id, other=guard.id, turns=1)
    assert "do not meet" in soon
    assert "itself" in await gm(table, "plot", fleet=fleet.id, other=fleet.id)


async def ask_questions(table: Table, *texts: str) -> None:
    """Questions of Ada's, after a turn."""
    await table.start()
    for text in texts:
        await table.order("ada", f'ask "{text}"')
    await table.advance()


@pytest.mark.rule("CW-1.0-10", "CW-18.0-22")
async def test_a_question_is_accepted_changed_or_narrated_by_its_buttons(table: Table) -> None:
    await ask_questions(table, "May we hail it?", "May we shoot it?")
    panel = await table.gm.slash(CHANNEL, "gm questions")
    labels = [button.label for button in panel.buttons]
    numbers = sorted({label.split()[-1] for label in labels if label.startswith("Answer")})
    assert len(numbers) == 2
    asking = {label.split()[0] for label in labels if label.endswith(tuple(numbers))}
    assert asking == {"Answer", "Narrate"}, "the rules suggest nothing to accept"
    assert not [label for label in labels if label.startswith("Accept")]
    assert "The rules suggest" not in panel.text()
    form = await table.gm.click(panel, f"Answer {numbers[0]}")
    done = await table.gm.submit(form, {"Your ruling": "It is a buoy."})
    assert "It is a buoy.” (seen by Human Union)" in done.text()
    assert "they are notified now" in done.text()
    await table.settle()
    assert "It is a buoy." in table.last_in_room("ada").text()
    form = await table.gm.click(panel, f"Narrate {numbers[1]}")
    done = await table.gm.submit(form, {"Your words": "Your shots pass through."})
    assert "seen by Human Union" in done.text()
    await table.settle()
    assert "Your shots pass through." in table.last_in_room("ada").text()
    assert "No question waits" in (await table.gm.slash(CHANNEL, "gm questions")).text()
    late = await table.gm.click(panel, f"Answer {numbers[0]}")
    assert "answered already" in late.text()


@pytest.mark.rule("CW-4.1-11")
async def test_accepting_what_a_contingency_comes_to_tells_who_gave_it(table: Table) -> None:
    await table.start()
    await table.order("ada", 'if "If we meet anybody, greet them."')
    await table.advance()
    panel = await table.gm.slash(CHANNEL, "gm questions")
    [accept] = [button.label for button in panel.buttons if button.label.startswith("Accept Q")]
    done = await table.gm.click(panel, accept)
    assert "Nobody was notified" not in done.text()
    await table.settle()
    assert "Keep it in mind." in table.last_in_room("ada").text()


@pytest.mark.rule("CW-1.0-10")
async def test_the_default_of_a_meeting_is_one_press(table: Table) -> None:
    await table.start()
    fleet, enemy = await fleet_and_enemy(table)
    await gm(table, "amend move", fleet=fleet.id, to=enemy.home)
    await table.advance()
    panel, other = [await table.gm.slash(CHANNEL, "gm questions") for _ in range(2)]
    assert "The rules suggest" in panel.text()
    accept = next(b.label for b in panel.buttons if b.label.startswith("Accept"))
    done = await table.gm.click(panel, accept)
    assert "they keep their distance" in done.text()
    assert accept not in [b.label for b in done.buttons]
    again = await table.gm.click(other, accept)
    assert "was settled" in " ".join([again.text(), *(said.text() for said in again.followups)])
    table.open_commands()
    for name in ("ada", "visitor"):
        refused = await table.human(name).slash(CHANNEL, "gm questions")
        assert "Only the game master" in refused.text()


@pytest.mark.rule("CW-1.0-10")
async def test_meetings_are_answered_by_the_book_from_now_on_by_two_presses(table: Table) -> None:
    await ask_questions(table, "May we hail it?")
    fleet, enemy = await fleet_and_enemy(table)
    panel, other = [
        await table.gm.click(await table.gm.slash(CHANNEL, "gm questions"), "What am I asked?") for _ in range(2)
    ]
    assert "Failed stress checks (CW-4.3-21) are answered by default rulings" in panel.text().replace("`", "").replace(
        "*", ""
    )
    said = await table.gm.click(panel, "Default ruling: encounter")
    assert "Meetings are answered by default rulings from now on. (seen by everybody)" in said.text()
    assert "Done already" in (await table.gm.click(other, "Default ruling: encounter")).text()
    await table.settle()
    assert "answered by default rulings" in table.last_in_room("ada").text()
    await gm(table, "amend move", fleet=fleet.id, to=enemy.home)
    await table.advance()
    open_now = (await table.gm.slash(CHANNEL, "gm questions")).text()
    assert "encounter" not in open_now
    assert "they keep their distance" in (await table.gm.slash(CHANNEL, "gm questions", settled=True)).text()
    assert "Meetings are answered by default rulings" in (await table.ada.slash(CHANNEL, "campaign rules")).text()
    table.open_commands()
    refused = await table.ada.slash(CHANNEL, "decree book", kind="stress", on=False)
    assert "game master" in refused.text()


async def test_many_questions_come_in_pages(table: Table) -> None:
    await ask_questions(table, *(f"Question number {n}?" for n in range(7)))
    first = await table.gm.slash(CHANNEL, "gm questions")
    assert "page 1 of 2" in first.text()
    assert "Question number 4" in first.text()
    assert "Question number 5" not in first.text()
    second = await table.gm.click(first, "More questions")
    assert "Question number 6" in second.text()
    back = await table.gm.click(second, "Before")
    assert "page 1 of 2" in back.text()
