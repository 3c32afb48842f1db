"""A battle's first turn by taps alone, and the lists of its panel. A list counts two taps: one opens it, one chooses."""

from dataclasses import dataclass

from playtest.player import Player
from sandbox.reply import Reply, SeenMessage
from tests.e2e.battle.battle_kit import begun, new_fight
from tests.e2e.kit import Table

MOST = 6
"""Taps from the first screen of a battle to the end of its first turn."""


@dataclass
class Thumb(Player):
    """Somebody who only taps."""

    taps: int = 0

    async def press(self, message: SeenMessage, label: str) -> Reply:
        """A button: one tap."""
        self.taps += 1
        return await super().press(message, label)

    async def choose(self, message: SeenMessage, hint: str, *values: str) -> Reply:
        """A line of a list: two."""
        self.taps += 2
        return await super().choose(message, hint, *values)


def starred(seen: SeenMessage) -> str:
    """The first suggestion's button."""
    return next(button.label for button in seen.buttons if button.label.startswith("★"))


async def test_a_newcomer_alone_plays_the_first_turn_in_four_taps(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0)
    await table.settle()
    ada = Thumb(table.ada, fight.thread)
    panel = await ada.press(table.ada.last(fight.thread), "Plot")
    text = panel.text().replace("\\", "")
    reason = (
        "keeps 9 hexes off, brakes in time, and fires within 12 hexes; "
        "there your volley does 16 points on average, Hot Rivet's 19"
    )
    assert f"★ **stand-off**: {reason}" in text
    chosen = await ada.press(panel, starred(panel))
    assert "The stance stand-off plays Kestrel Vee in this turn." in chosen.text()
    done = await ada.press(chosen, "I am done")
    await ada.press(done, "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 2
    assert ada.taps <= MOST
    assert ada.taps == 4


async def test_two_newcomers_take_sides_and_play_the_first_turn_in_six_taps(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    ada, vik = Thumb(table.ada, fight.thread), Thumb(table.vik, fight.thread)
    revision = table.ada.last(fight.thread)
    await vik.press(revision, "Take Alpha-Centauri")
    await ada.press(table.ada.last(fight.thread), "Take Sol")
    await ada.press(table.ada.last(fight.thread), "Begin")
    await table.tick()
    post = table.ada.last(fight.thread)
    for one in (ada, vik):
        panel = await one.press(post, "Plot")
        led = await one.press(panel, starred(panel))
        await one.press(await one.press(led, "I am done"), "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 2
    assert ada.taps <= MOST
    assert vik.taps <= MOST


async def test_a_course_of_ones_own_is_within_six_taps_too(table: Table) -> None:
    fight = await begun(table, against_nobody())
    ada = Thumb(table.ada, fight.thread)
    panel = await ada.press(table.ada.last(fight.thread), "Plot")
    plotted = await ada.choose(panel, "Thrust", "Thrust: 4 impulses")
    text = plotted.text().replace("\\", "")
    assert "1. `1-4 accelerate`" in text
    assert "Thrust counts from turn 2 on: in this turn it keeps its course." in text
    assert "speed 7 toward A" in text
    await ada.press(await ada.press(plotted, "I am done"), "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 2
    assert ada.taps <= MOST


def against_nobody() -> dict[str, str]:
    """Ada's side alone has a captain."""
    return {"ada": "S"}


async def test_each_list_changes_its_part_and_undo_takes_the_last_change_back(table: Table) -> None:
    fight = await begun(table, against_nobody())
    panel = await fight.press("ada", table.ada.last(fight.thread), "Plot")
    human = table.ada
    turned = await human.select(panel, "Course", "Course: turn to B")
    assert "`1 turn B, accelerate`" in turned.text()
    held = await human.select(turned, "Targets", "★ Fire: hold it")
    assert "fire" not in held.text().split("2. ")[0].split("1. ")[1]
    at_one = await human.select(held, "Targets", "Fire: nearest within 24")
    assert "`fire ALL when range <= 24`" in at_one.text().replace("\\", "")
    screens = await human.select(at_one, "Screens", "Screens always")
    assert "`screens always`" in screens.text()
    undone = await fight.press("ada", screens, "Undo")
    assert "`screens always`" not in undone.text()
    receipt = await fight.press("ada", undone, "Receipt")
    assert "Power left by impulse" in receipt.text()
    assert "1. `1 turn B" in receipt.text()
    back = await fight.press("ada", receipt, "Plot by taps")
    assert starred(back) == "★ stand-off"
    led = await fight.press("ada", back, starred(back))
    assert "Its stance `stand-off` plays it" in led.text()


async def test_a_craft_led_by_its_stance_shows_the_path_and_the_shots_of_its_stance(table: Table) -> None:
    fight = await begun(table, against_nobody())
    await fight.use("ada", "plot stance", stance="flee")
    shown = await fight.use("ada", "plot show")
    text = shown.text().replace("\\", "")
    assert "Its stance `flee` plays it; if all others coast:" in text
    assert "Thrust counts from turn 2 on" in text
    assert "speed 9, 6 toward A and 3 toward F." in text
    picture = await fight.press("ada", shown, "Picture")
    assert [file.filename for file in picture.attachments] == ["map.png", "map.txt"]


async def test_all_craft_are_seen_at_a_glance_and_take_a_stance_together(table: Table) -> None:
    fight = await begun(table, {"ada": "R", "vik": "H"}, scenario="hulk_hunt")
    post = table.vik.last(fight.thread)
    glance = await fight.use("vik", "plot show")
    assert "### Your craft · turn 1: 0 plotted, 6 led by stance" in glance.text()
    assert glance.text().count("nothing plotted") >= 6
    all_set = await fight.use("vik", "plot stance", stance="aggressive")
    assert "All your craft follow the stance aggressive" in all_set.text()
    assert all_set.text().count(": aggressive, nothing plotted") == 6
    one = await table.vik.select(all_set, "Plot a craft", "H3 Late Reaper")
    assert "○ H3 Late Reaper · turn 1" in one.text()
    plotted = await table.vik.select(one, "Thrust", "Thrust: none, coast")
    assert "● H3 Late Reaper" in plotted.text()
    assert "1 plotted, 5 led by stance" in (await fight.press("vik", post, "Plot")).text()
    other = await table.vik.select(plotted, "Another craft", "H4 Gleaner")
    assert "H4 Gleaner" in other.text()


async def test_at_a_stop_a_suggestion_writes_the_lines_of_what_is_left_of_the_turn(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0)
    await fight.write("ada", "1-2 accelerate\nstop when impulse >= 3")
    asked = await fight.use("ada", "plot done")
    stop = await fight.press("ada", asked, "Yes, I am done")
    assert "Stopped at impulse 3" in stop.text()
    panel = await fight.press("ada", stop, "Plot")
    led = await fight.press("ada", panel, "aggressive")
    text = led.text()
    assert "Plotted as the stance aggressive would play it from here." in text
    assert "● S1 Kestrel Vee · turn 1" in text
    assert "`stance aggressive`" in text
    await fight.done("ada")
    assert await fight.turn() == 2


async def test_where_every_step_is_asked_no_programme_is_offered(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0, pace="steps")
    await table.settle()
    panel = await fight.press("ada", table.ada.last(fight.thread), "Plot")
    assert "a programme is not played" in panel.text()
    assert not any(button.label.startswith("★") for button in panel.buttons)
    assert not panel.selects


async def test_in_pace_segments_the_panel_plots_what_is_flown(table: Table) -> None:
    fight = await new_fight(table, side="S", against="cautious", hours=0, pace="segments")
    await table.settle()
    panel = await fight.press("ada", table.ada.last(fight.thread), "Plot")
    assert "not played" not in panel.text()
    turned = await table.ada.select(panel, "Course", "Course: turn to B")
    assert "1. `1 turn B`" in turned.text()
    assert "fire" not in turned.text().split("2. ")[0].split("1. ")[1]
    led = await fight.press("ada", turned, starred(turned))
    assert "Plotted as the stance" in led.text()
    assert "● S1 Kestrel Vee" in led.text()


async def test_the_panel_has_the_map_and_each_choice_draws_it_anew_in_one_edit(table: Table) -> None:
    fight = await begun(table, against_nobody())
    panel = await fight.press("ada", table.ada.last(fight.thread), "Plot")
    first = map_of(panel)
    turned = await table.ada.select(panel, "Course", "Course: turn to B")
    assert map_of(turned) != first
    assert map_of(await fight.press("ada", turned, "More lines")) == map_of(turned)
    receipt = await fight.press("ada", turned, "Receipt")
    assert receipt.attachments == []


def map_of(seen: SeenMessage) -> bytes:
    """The one picture of a panel."""
    (file,) = seen.attachments
    assert file.filename == "map.png"
    return file.read()
