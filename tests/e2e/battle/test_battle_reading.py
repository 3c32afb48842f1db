"""What battles show: maps, words, logs, whys, replays, odds, systems displays; and a past turn's dice."""

import re
from io import BytesIO

from PIL import Image, ImageSequence

from render.canvas.animation import USUAL_PACE
from tests.e2e.battle.battle_kit import Fight, begun
from tests.e2e.kit import CHANNEL, Table

CONTAINER, GALLERY, TEXT = 17, 12, 10
"""Kinds of components of a message."""
PLAN = "1-4 accelerate\nfire all when range <= 12\nstance aggressive"


async def played(table: Table, turns: int = 1) -> Fight:
    """A duel after so many turns."""
    fight = await begun(table)
    for _ in range(turns):
        for who in ("ada", "vik"):
            await fight.write(who, PLAN)
            await fight.done(who)
    assert await fight.turn() == turns + 1
    return fight


def files(seen: object) -> list[str]:
    """The names of a message's files."""
    return [file.filename for file in seen.attachments]  # type: ignore[attr-defined] # a Reply or a Seen


async def test_a_turns_result_is_posted_in_the_thread_with_one_picture_words_and_log(table: Table) -> None:
    """The one picture, which Discord then shows large, is the turn in motion, with the map standing still at its end."""
    fight = await played(table)
    posted = [seen for seen in table.visitor.messages(fight.thread) if "turn 1 is over" in seen.text()]
    assert len(posted) == 1
    assert set(files(posted[0])) == {"report.md", "replay.gif"}
    by_name = {file.filename: file for file in posted[0].attachments}
    moving = by_name["replay.gif"].read()
    assert moving.startswith(b"GIF8")
    assert len(moving) < 2_000_000
    shown = [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(moving)))]
    assert shown[-1] == USUAL_PACE.last > max(shown[:-1])
    (box,) = [one for one in posted[0].payload["components"] if one["type"] == CONTAINER]
    assert [one["type"] for one in box["components"]][:2] == [GALLERY, TEXT], "the picture comes first"
    labels = [button.label for button in posted[0].buttons]
    assert labels == ["Plot", "Done", "Stance", "Weapons", "Map", "Shots and damage", "Log"]
    text = posted[0].text()
    whole = by_name["report.md"].read().decode()
    [told_dice] = re.findall(r"Dice of turn 1: seed `[0-9a-f]{64}`, promised as `([0-9a-f]{64})`", whole)
    [promised] = re.findall(r"Dice of turn 2: the seed is promised as `([0-9a-f]{64})`", whole)
    assert told_dice in (await fight.use("visitor", "battle verify", turn=1)).text()
    assert promised in await fight.refused("visitor", "battle verify", turn=2)
    told, log = by_name["report.md"].read().decode().split("\n-----\n")
    assert told.strip() in text
    assert "**Duel**: turn 1 is over." in text
    assert f"-# dice promised: {promised[:8]}… · /battle verify" in text
    assert re.search(r"S1 Kestrel Vee +[0-9]+/51 ▓+", text)
    assert not re.search("[0-9a-f]{9}", text), "no long hash in the thread"
    for part in ("moves from", "The map in words"):
        assert part in log
        assert part not in text


async def test_shots_and_damage_and_the_log_of_a_post_are_that_turns_and_the_pressers_own(table: Table) -> None:
    fight = await played(table, 2)
    first = next(seen for seen in table.visitor.messages(fight.thread) if "turn 1 is over" in seen.text())
    for who in ("ada", "visitor"):
        shots = await fight.press(who, first, "Shots and damage")
        assert shots.ephemeral
        assert "### Shots and damage, turn 1" in shots.text()
        log = await fight.press(who, first, "Log")
        assert "Log of turn 1" in (log.attachments[0].read().decode() if log.attachments else log.text())


async def test_the_map_is_shown_whole_around_a_place_with_arcs_with_a_line_and_in_words(table: Table) -> None:
    fight = await played(table)
    whole = await fight.use("ada", "battle show")
    assert files(whole) == ["map.png", "map.txt"]
    assert whole.ephemeral
    pictures = {whole.attachments[0].read()}
    for options in (
        {"around": "S1", "radius": 4},
        {"around": "1520"},
        {"arcs": "S1"},
        {"source": "S1", "target": "A1"},
        {"theme": "colour-blind"},
    ):
        shown = await fight.use("ada", "battle show", **options)
        assert files(shown) == ["map.png", "map.txt"], shown.text()
        pictures.add(shown.attachments[0].read())
    assert len(pictures) == 6
    assert "S1" in (await fight.use("visitor", "battle text")).text()
    assert files(await fight.use("ada", "fire arcs")) == ["map.png", "map.txt"]
    assert "both its" in await fight.refused("ada", "battle show", source="S1")
    assert "not a craft you can see" in await fight.refused("ada", "battle show", arcs="Z9")


async def test_a_log_line_is_explained_by_its_rule_and_its_dice(table: Table) -> None:
    fight = await played(table)
    log = await fight.use("ada", "battle log")
    text = log.attachments[0].read().decode() if log.attachments else log.text()
    rolled = next(line for line in text.split("\n") if "lock" in line and line[0].isdigit())
    number = int(rolled.split(".")[0])
    told = (await fight.use("ada", "battle why", line=number)).text()
    assert rolled.split(". ", 1)[1] in told
    assert "PW-B3" in told
    assert "1d6" in told or "2d6" in told
    assert "no line 999" in await fight.refused("ada", "battle why", line=999)
    assert "has not been played" in await fight.refused("ada", "battle log", turn=7)


async def test_a_turn_and_the_whole_battle_are_replayed_and_a_turns_dice_are_checked(table: Table) -> None:
    fight = await played(table, 2)
    one = await fight.use("ada", "battle replay", turn=1)
    assert files(one) == ["replay.gif"]
    assert "what you could see" in one.text()
    every = await fight.use("ada", "battle replay", whole=True)
    assert every.attachments[0].read() != one.attachments[0].read()
    assert "not both" in await fight.refused("ada", "battle replay", whole=True, turn=1)
    checked = (await fight.use("visitor", "battle verify", turn=1)).text()
    assert "✔ The seed is the one that was promised." in checked
    assert "comes out the same" in checked
    assert "not over" in await fight.refused("visitor", "battle verify", turn=3)


async def test_displays_and_odds_are_told_with_their_reasons(table: Table) -> None:
    fight = await begun(table)
    shown = await fight.use("ada", "ship show")
    assert files(shown) == ["ship.png", "ship.txt"]
    assert files(await fight.use("ada", "ship show", craft="A1")) == ["ship.png", "ship.txt"]
    odds = (await fight.use("ada", "fire odds", weapon="L1", target="A1")).text()
    assert "range 66" in odds
    assert "33 doubled without lock-on" in odds
    assert "Power: 1 of the 10 it has now; 9 after it." in odds
    assert "Roll: 2d6 +1 (size class 1) −8 (range 66 (33 doubled without lock-on)) = 2d6 −7; its points follow" in odds
    proton = (await fight.use("ada", "fire odds", weapon="P1", target="A1")).text()
    assert "= 2d6 −7; 6 or more hits: more than two dice show." in proton
    close = (await fight.use("ada", "fire odds", weapon="PD", target="A1")).text()
    assert "Roll: 1d6; 5 (point defense boxes) −3 (halved without lock-on)" in close
    metal = (await fight.use("vik", "fire odds", weapon="LM1", target="S1")).text()
    assert "launches a bolt" in metal
    for options in (
        {"weapon": "Q7", "target": "A1"},
        {"weapon": "L1", "target": "Z9"},
        {"weapon": "L1", "target": "🚀"},
    ):
        await fight.refused("ada", "fire odds", **options)


async def test_a_shot_is_planned_after_a_look_at_its_odds(table: Table) -> None:
    fight = await begun(table)
    panel = await fight.use("ada", "fire plan", weapons="L1", target="A1", when="range to A1 <= 6")
    assert "fire L1 at A1 when range to A1 <= 6" in panel.text()
    receipt = await fight.press("ada", panel, "Plot this shot")
    assert "`fire L1 at A1 when range to A1 <= 6`" in receipt.text()


async def test_a_newcomers_slips_are_understood_or_told_in_their_own_words(table: Table) -> None:
    fight = await begun(table)
    by_name = (await fight.use("ada", "plot fire", weapons="L1", target="hot  rivet", when="range<=8")).text()
    assert "`fire L1 at A1 when range <= 8`" in by_name
    assert "name a unit by its id" in await fight.refused("ada", "plot launch", weapons="RG1", target="Cold Rivet")
    fast = await fight.refused("ada", "plot move", impulse=1, turn="B", accelerate="5")
    assert "`5`: nothing accelerates by more than twice standard (PW-A01)" in fast
    assert "nothing has happened in it yet" in await fight.refused("ada", "battle why", line=3)


async def test_who_plays_alone_reads_that_the_other_side_is_played_by_stances(table: Table) -> None:
    made = await table.ada.slash(CHANNEL, "battle new", scenario="duel", side="S", against="cautious", hours=0)
    assert "**Alpha-Centauri** played by its stances" in made.text()
    open_to_all = await table.ada.slash(CHANNEL, "battle new", scenario="duel", hours=0)
    assert "**Alpha-Centauri** *free*" in open_to_all.text()


async def test_whose_stop_it_is_in_the_middle_of_a_turn_is_told_to_nobody_else(table: Table) -> None:
    fight = await begun(table)
    assert "Waiting for" in (await fight.use("vik", "battle status")).text()
    await fight.write("ada", "stop when impulse >= 3 say look round")
    for who in ("ada", "vik"):
        await fight.done(who)
    await table.settle()
    asked, other = [(await fight.use(who, "battle status")).text() for who in ("ada", "vik")]
    assert "look round" in asked
    assert "It waits for a captain's answer." in other
    assert "Waiting for" not in other
    assert "look round" not in other
