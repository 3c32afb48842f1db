"""Dogfights flown alone: on one message, in few presses, in a thread or a direct message, by day and by night."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from playtest.player import refusal
from render.canvas.theme import THEMES
from rules.air_force.setup import scenarios
from rules.air_force.tables_of import Options, tables
from storage import outbox
from tests.discord_kit import running_bot, running_sandbox
from tests.e2e.battle.test_battle_restart import online
from tests.e2e.dogfight.dogfight_kit import WON, take_off
from tests.e2e.kit import CHANNEL, SEED, Table, make_client
from tests.patience import WAIT_SECONDS
from tests.prepared import open_prepared
from tests.workers_real import usual_workers
from umpire.services.services import Services


async def test_a_first_fight_is_flown_to_its_end_on_one_message_in_under_six_presses_a_turn(table: Table) -> None:
    pilot = await take_off(table)
    assert "Your first fight" in pilot.panel().text()
    presses = await pilot.to_the_end()
    assert max(presses.values()) < 6
    assert WON.search(pilot.panel().text())
    assert "P1 You (own" in pilot.panel().text()
    there = table.ada.messages(pilot.place)
    assert [one.id for one in there] == [pilot.message], [(one.payload["type"], one.text()) for one in there]
    assert [file.filename for file in pilot.panel().attachments] == ["map.png"]
    assert "Energy Factor" in (await pilot.press("Card")).text()
    await table.settle()
    async with table.services.storage.reading() as tx:
        letters = await outbox.of_game(tx, pilot.game_id, "pending", "sending", "sent", "failed")
    assert [(row.letter["kind"], row.message_id) for row in letters] == [("board", pilot.message)]


@pytest.mark.parametrize("scenario", [name for name in scenarios() if name != "intercept"])
async def test_every_scenario_can_be_flown_to_its_end(table: Table, scenario: str) -> None:
    pilot = await take_off(table, scenario=scenario, difficulty="even")
    await pilot.to_the_end()
    text = pilot.panel().text()
    assert WON.search(text)
    assert "Your first fight" not in text


async def test_a_wish_for_aircraft_light_bandits_and_difficulty_is_granted(table: Table) -> None:
    pilot = await take_off(
        table, scenario="furball", aircraft="f-8 crusader", light="night", bandits=3, difficulty="hard", aerobatics=True
    )
    text = pilot.panel().text()
    assert "Night." in text
    assert "F-8 Crusader" in text
    assert "B3" in await pilot.leave()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scenario": "bananas"}, "There is no scenario"),
        ({"aircraft": "Spitfire"}, "not an aircraft we have a card for"),
        ({"scenario": "night", "bandits": 8}, "at most"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_in_a_sentence_and_leaves_no_thread(
    table: Table, options: dict[str, object], said: str
) -> None:
    before = len(table.ada.threads(CHANNEL))
    reply = await table.ada.slash(CHANNEL, "dogfight new", **options)
    assert said in reply.text()
    assert reply.text().startswith("⚠")
    assert len(table.ada.threads(CHANNEL)) == before


async def test_in_a_direct_message_it_is_flown_right_there(table: Table) -> None:
    pilot = await take_off(table, place=table.ada.open_dm())
    assert pilot.place.guild_id is None
    await pilot.to_the_end()
    assert WON.search(pilot.panel().text())
    again = await pilot.press("Rematch")
    assert "turn 1" in again.text()
    assert "Your first fight" not in again.text()
    taken = await pilot.refused("dogfight new")
    assert "is being played in this channel" in taken


async def test_one_press_repeats_the_last_choice(table: Table) -> None:
    pilot = await take_off(table)
    await pilot.press("Hard Turn x1")
    assert "**You** choose Hard Turn x1." in pilot.panel().text()
    while not any(one.label.startswith("↻ Hard Turn x1") for one in pilot.panel().buttons):
        advice = pilot.advice()
        assert advice is not None
        await pilot.press(str(advice.custom_id))
        assert await pilot.turn() <= 2
    await pilot.press("↻ Hard Turn x1")
    assert "**You** choose Hard Turn x1." in pilot.panel().text()


async def test_each_choice_shows_its_odds_and_dice_show_which_were_discarded_and_why(table: Table) -> None:
    pilot = await take_off(table)
    odds = await pilot.press("Odds")
    assert odds.ephemeral
    assert re.search(r"- Hard Turn x1: gain 1 or more \d+ %; gain 2 or more \d+ %", odds.text())
    assert "chance to gain 1 or more" in pilot.panel().text()
    advice = pilot.advice()
    assert advice is not None
    await pilot.press(str(advice.custom_id))
    assert re.search(r"energy roll .*~~\d~~.*\(at altitude \d to \d the .* go\)", pilot.panel().text())


async def test_a_choice_without_a_button_is_in_the_list_and_its_odds_stand_there_alone(table: Table) -> None:
    pilot = await take_off(table)
    before = pilot.panel()
    assert not any(one.label.startswith("Hard Turn x3") for one in before.buttons)
    assert "gain no Speed" not in before.text()
    await table.ada.select(before, "More choices, with their odds", "turn3")
    assert "**You** choose Hard Turn x3." in pilot.panel().text()


async def test_a_panel_that_is_opened_again_in_the_first_fight_has_its_lesson(table: Table) -> None:
    pilot = await take_off(table)
    assert "Your first fight" in (await pilot.use("dogfight show")).text()
    assert "Lesson" not in (await pilot.use("dogfight show", "vik")).text()
    await pilot.to_the_end()
    later = await take_off(table)
    assert "Lesson" not in (await later.use("dogfight show")).text()


async def test_the_dice_are_promised_in_eight_letters_and_whole_by_verify(table: Table) -> None:
    pilot = await take_off(table)
    short = re.search(r"Dice promised: ([0-9a-f]{8})…", pilot.panel().text())
    assert short is not None
    assert not re.search("[0-9a-f]{9}", pilot.panel().text())
    whole = re.search("`([0-9a-f]{64})`", (await pilot.use("dogfight verify", turn=1)).text())
    assert whole is not None
    assert whole[1].startswith(short[1])


async def test_old_buttons_and_second_clicks_answer_with_one_sentence_and_change_nothing(table: Table) -> None:
    pilot = await take_off(table)
    other = await pilot.use("dogfight show")
    await pilot.press("★")
    stands = pilot.panel().text()
    for label in ("★", "Hard Turn x1"):
        assert "a moment that has passed" in refusal(await pilot.press(label, other))
    assert pilot.panel().text() == stands
    await pilot.to_the_end()
    assert "is over" in refusal(await pilot.press("★", other))
    assert WON.search((await pilot.press("Refresh", other)).text())


async def test_two_clicks_at_once_count_once(table: Table) -> None:
    pilot = await take_off(table)
    advice = pilot.advice()
    assert advice is not None
    await asyncio.gather(*(pilot.press(str(advice.custom_id)) for _ in range(2)))
    assert "Speed **+" in pilot.panel().text()
    log = (await pilot.use("dogfight log")).text()
    assert log.count("**Your** energy roll") == 1


async def test_why_explains_the_pilots_own_last_dice_whoever_rolled_since(table: Table) -> None:
    pilot = await take_off(table)
    await pilot.press("★")
    assert "**Your** energy roll" in (await pilot.press("Why?")).text()
    for _ in range(8):
        told = pilot.panel().text()
        if re.search(r"\*\*You\*\* (fire|shoot)", told) or WON.search(told):
            break
        await pilot.press("★")
    assert re.search(r"(Your|You)\b", (await pilot.press("Why?")).text())


async def test_nobody_else_flies_ones_jet(table: Table) -> None:
    pilot = await take_off(table)
    before = pilot.panel().text()
    for label in ("★", "Lessons"):
        assert "You do not fly in this dogfight" in refusal(await pilot.press(label, who="vik"))
    assert "You play no side" in await pilot.refused("dogfight leave", "vik")
    assert pilot.panel().text() == before


async def test_lessons_can_be_switched_off_and_stay_off(table: Table) -> None:
    pilot = await take_off(table)
    assert "Lesson\n" in pilot.panel().text()
    await pilot.press("Lessons off")
    assert "Lesson\n" not in pilot.panel().text()
    await pilot.press("★")
    assert "Lesson\n" not in pilot.panel().text()
    await pilot.press("Lessons on")
    assert "Lesson\n" in pilot.panel().text()


async def test_a_fight_is_flown_on_after_a_restart_of_the_bot(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        await open_prepared(tmp_path / "admiralty.db") as storage,
        running_sandbox(clock=clock.time, answer_timeout=WAIT_SECONDS) as sandbox,
    ):
        client, bench = make_client(
            Services(storage, usual_workers(), clock.now, SeededEntropy(SEED)), tmp_path / "stamp"
        )
        async with running_bot(client, sandbox):
            table = Table(sandbox, client, bench, clock)
            await online(table)
            pilot = await take_off(table)
            await pilot.press("★")
            stands = pilot.panel().text()
        client, bench = make_client(
            Services(storage, usual_workers(), clock.now, SeededEntropy(b"new")), tmp_path / "stamp"
        )
        async with running_bot(client, sandbox):
            pilot.table = Table(sandbox, client, bench, clock, game_id=pilot.game_id)
            await online(pilot.table)
            await pilot.press("★")
            assert pilot.panel().text() != stands
            await pilot.to_the_end()
            assert WON.search(pilot.panel().text())


async def test_everything_can_be_read_while_it_is_on(table: Table) -> None:
    pilot = await take_off(table)
    for _ in range(5):
        await pilot.press("★")
    shown = await pilot.use("dogfight map", theme="colour-blind")
    assert [file.filename for file in shown.attachments] == ["map.png", "map.txt"]
    assert "From You:" in shown.text()
    card = await pilot.use("dogfight card")
    assert card.ephemeral
    assert "Energy Factor" in card.text()
    other = await pilot.use("dogfight card", jet="T1")
    assert "not known to you" in other.text()
    log = await pilot.use("dogfight log", turn=1)
    assert "1. " in log.text()
    line = re.search(r"(\d+)\. \*\*Your\*\* energy roll", log.text())
    assert line is not None
    why = await pilot.use("dogfight why", line=int(line[1]), turn=1)
    assert "JET-E09" in why.text()
    assert re.search(r"[2-5]d6", why.text())
    moving = await pilot.use("dogfight replay")
    assert [file.filename for file in moving.attachments] == ["replay.gif"]
    panel = await pilot.use("dogfight show")
    assert [file.filename for file in panel.attachments] == ["map.png"]
    assert any(one.label.startswith("★") for one in panel.buttons)
    for label in ("Card", "Log", "Why?"):
        assert (await pilot.press(label)).ephemeral


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("dogfight card", {"jet": "X9"}, "not a jet you can see"),
        ("dogfight why", {"line": 999}, "has no line 999"),
        ("dogfight log", {"turn": 40}, "has not been played"),
        ("dogfight verify", {"turn": 1}, "when the fight is over"),
        ("dogfight join", {}, "Both sides of this dogfight are taken"),
    ],
)
async def test_what_cannot_be_read_is_refused_in_a_sentence(
    table: Table, command: str, options: dict[str, Any], said: str
) -> None:
    pilot = await take_off(table)
    assert said in (await pilot.use(command, **options)).text()


@pytest.mark.parametrize("command", ["show", "map", "card", "log", "why", "replay", "leave", "join"])
async def test_where_there_is_no_dogfight_the_way_to_one_is_told(table: Table, command: str) -> None:
    reply = await table.ada.slash(CHANNEL, f"dogfight {command}")
    assert "/dogfight new" in refusal(reply)


async def test_a_career_counts_sorties_kills_and_losses(table: Table) -> None:
    nothing = await table.ada.slash(CHANNEL, "dogfight career")
    assert "No sortie yet" in nothing.text()
    pilot = await take_off(table, difficulty="easy")
    await pilot.to_the_end()
    given_up = await take_off(table, scenario="night")
    assert "over after turn" in await given_up.leave()
    log = (await table.vik.slash(CHANNEL, "dogfight career", pilot=table.ada.id)).text()
    assert "2 sorties" in log
    assert ("1 won fight" in log) is ("You have won" in pilot.panel().text())
    shot = 0
    for turn in range(1, await pilot.turn()):
        shot += (await pilot.use("dogfight log", turn=turn)).text().count("is shot down by you")
    assert f"{shot} kill" in log.split("\n")[1]
    assert "gave up" in next(line for line in log.split("\n") if "Night watch, easy" in line)
    checked = await pilot.use("dogfight verify", turn=1)
    assert "comes out the same" in checked.text()
    assert re.search(r"Seed `[0-9a-f]{64}`", checked.text())


async def test_the_rules_page_prints_every_number_of_ours(table: Table) -> None:
    text = (await table.ada.slash(CHANNEL, "dogfight rules")).text()
    numbers = tables(Options())["JET-T05"]
    assert all(f"{name} {numbers.cell(name, 'value')}" in text for name in numbers.keys)


async def test_help_offers_the_first_fight_at_a_press(table: Table) -> None:
    helped = await table.vik.slash(CHANNEL, "help")
    button = next(one for one in helped.buttons if one.label == "Fly a first dogfight")
    reply = await table.vik.click(helped, str(button.custom_id))
    assert "takes off" in reply.text()
    topic = await table.vik.click(helped, "dogfight")
    assert "A jet fight of ten minutes" in topic.text()


async def test_suggestions_name_scenarios_aircraft_and_jets(table: Table) -> None:
    offered = await table.ada.autocomplete(CHANNEL, "dogfight new", "scenario", "")
    assert {choice.value for choice in offered} == set(scenarios())
    planes = await table.ada.autocomplete(CHANNEL, "dogfight new", "aircraft", "phantom")
    assert [choice.value for choice in planes] == ["F-4B Phantom II"]
    pilot = await take_off(table)
    jets = await table.ada.autocomplete(pilot.place, "dogfight card", "jet", "")
    assert "P1" in {choice.value for choice in jets}
    assert len(THEMES) == 3
