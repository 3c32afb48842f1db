"""What the captain's guide says first is done as it stands there; names and titles are taken as they are read."""

from tests.e2e.battle.battle_kit import new_fight
from tests.e2e.kit import CHANNEL, Table
from tests.rules.pentagon_war.captains.test_guide import first_programme


async def test_the_guides_first_battle_is_played_and_its_captain_lives(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0)
    receipt = await fight.write("ada", first_programme())
    assert "Would be refused" not in receipt.text()
    while await fight.turn() == 1:
        await fight.done("ada")
    assert "Kestrel Vee (S1) fires" in (await fight.use("ada", "battle log", turn=1)).text()
    assert "destroyed" not in (await fight.use("ada", "battle status")).text()


async def test_a_scenario_is_found_by_its_title_and_its_label_ends_between_words(table: Table) -> None:
    fight = await new_fight(table, scenario="the barge must get through", hours=0)
    assert "Barge" in (await fight.use("ada", "battle status")).text()
    suggested = await table.ada.autocomplete(CHANNEL, "battle new", "scenario", "")
    labels = [choice.name for choice in suggested]
    assert labels
    assert all(len(label) <= 100 and (label[-1] in ".…" or label.startswith("Free")) for label in labels)
    assert any(label.endswith("…") and label[-2].isalnum() for label in labels)


async def test_every_switch_says_what_it_does(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    shown = (await fight.use("ada", "battle options")).text().replace("\\", "")
    assert "midturn_velocity: **off** · thrust counts in the same turn, else from the next (PW-A48)" in shown
