"""What the game master is asked about scenes: the choice is their player's, and whatever is pressed is what happens."""

import pytest

from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.view import View
from sandbox.reply import SeenMessage
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import CHANNEL, Table

LEAVE = "Leave her"


async def _meet_derelict(table: Table, *, review: bool = True) -> Question:
    """The Humans have met a derelict at their home, placed with nothing said of it, and the game master is asked."""
    await table.start(review=review)
    await amended(table, "special play")
    me = (await table.view("humans")).me
    assert me is not None
    await amended(table, "special place", hex=me.home, kind="derelict")
    assert "Draft of turn 1" in (await _resolved(table)).text()
    return next(q for q in (await table.view()).questions if q.kind == "scene" and not q.settled_turn)


async def _resolved(table: Table) -> SeenMessage:
    asked = await table.gm.slash(CHANNEL, "gm advance")
    return await table.gm.click(asked, next(b.label for b in asked.buttons if b.label.startswith("Resolve")))


async def _ended(table: Table) -> str:
    """What came of the scene, after the draft is published and the next month played."""
    await amended(table, "gm publish")
    await table.settle()
    (scene,) = (await table.view("humans")).scenes
    assert (scene.ruled, scene.closed) == ("", 0), "its player does not read it before it is over"
    await _resolved(table)
    (scene,) = (await table.view()).scenes
    assert scene.closed == 2
    return scene.outcome


def _open(view: View) -> list[str]:
    return [q.id for q in view.questions if not q.settled_turn]


@pytest.mark.rule("CW-12.1-04")
async def test_a_scene_is_its_players_and_to_leave_it_to_them_does_so(table: Table) -> None:
    asked = await _meet_derelict(table)
    panel = await table.gm.slash(CHANNEL, "gm questions")
    said = panel.text()
    assert "A dead ship (Derelict Alien Ship/Base)." in said
    assert "Its player decides between Board her, Scan her from afar, Tow her home, Destroy her and Leave her." in said
    assert "If nobody answers: Leave her." in said
    assert "Accept" not in said
    assert "The rules suggest" not in said
    labels = [b.label for b in panel.buttons if b.label.endswith(asked.id)]
    assert labels == [f"Leave to player {asked.id}", f"Decide {asked.id}", f"Narrate {asked.id}"]
    done = (await table.gm.click(panel, labels[0])).text()
    told = f"{asked.id} is settled: scene E1 of Human Union: its player decides (without an answer: Leave her)."
    assert told in done
    assert "Nobody was notified" not in done
    assert asked.id not in _open(await table.view())
    await amended(table, "gm publish")
    await table.settle()
    assert not (await table.view("humans")).scenes[0].closed
    assert "Board her: " in (await table.ask("ada", "encounter list")).text()
    await _resolved(table)
    assert (await table.view()).scenes[0].outcome == "She drifts on, dark from end to end."


@pytest.mark.rule("CW-12.1-04")
async def test_what_the_game_master_decides_is_done(table: Table) -> None:
    asked = await _meet_derelict(table)
    panel = await table.gm.slash(CHANNEL, "gm questions")
    form = await table.gm.click(panel, f"Decide {asked.id}")
    refused = (await table.gm.submit(form, {"answer": "Sing to her"})).text()
    assert "not a choice here" in refused
    assert asked.id in _open(await table.view())
    form = await table.gm.click(panel, f"Decide {asked.id}")
    done = (await table.gm.submit(form, {"answer": "Destroy her"})).text()
    assert f"{asked.id} is settled: scene E1 of Human Union: Destroy her." in done
    assert await _ended(table) == "She burst like something that had been under pressure."


async def test_an_answer_by_command_is_one_of_the_choices_or_is_told_to_somebody(table: Table) -> None:
    asked = await _meet_derelict(table)
    said = (await table.gm.slash(CHANNEL, "gm settle", question=asked.id, answer="She is hollow.")).text()
    assert "not a choice here" in said
    await amended(table, "gm settle", question=asked.id, answer="destroy")
    assert await _ended(table) == "She burst like something that had been under pressure."


async def test_words_that_somebody_reads_leave_the_scene_to_its_player(table: Table) -> None:
    asked = await _meet_derelict(table)
    said = await amended(table, "gm settle", question=asked.id, answer="She is hollow.", tell="humans")
    assert "“She is hollow.” (seen by Human Union)" in said
    assert await _ended(table) == "She drifts on, dark from end to end."


async def test_who_rules_a_scene_has_answered_its_question(table: Table) -> None:
    asked = await _meet_derelict(table)
    (scene,) = (await table.view()).scenes
    assert "Say a choice" in (await table.gm.slash(CHANNEL, "special rule", scene=scene.id)).text()
    said = await amended(table, "special rule", scene=scene.id, choice="destroy")
    assert f"{asked.id} is settled: scene E1 of Human Union: Destroy her." in said
    assert "To take back this alone, /special rule changes it, until the scene ends" in said
    assert asked.id not in _open(await table.view())
    said = await amended(table, "special rule", scene=scene.id, words="A flash.")
    assert said.startswith("✔ Scene E1 of Human Union: Destroy her."), "its question was settled before"
    assert (await _ended(table)).endswith("under pressure. A flash.")
