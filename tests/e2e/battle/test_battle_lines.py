"""The other lines of a programme by taps alone, to their effect: ramming, the last resort, joining, orbits, bombs, stops."""

import re

import pytest

from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.battle.test_battle_acts import log, ready
from tests.e2e.kit import CHANNEL, Table

ADD, SET, WHEN = "Add a line", "Add a setting or a stop", "When: up to three together"


async def more(fight: Fight, who: str, craft: str = "") -> Reply:
    """The panel of a craft's other lines, from the battle's last post on."""
    human = fight.table.human(who)
    posts = [seen for seen in human.messages(fight.thread) if any(button.label == "Plot" for button in seen.buttons)]
    panel = await fight.press(who, posts[-1], "Plot")
    if craft:
        (value,) = [value for label, value in panel.control("Plot a craft").options if craft in (value, label)]
        panel = await human.select(panel, "Plot a craft", value)
    return await fight.press(who, panel, "More lines")


def lines_of(panel: Reply) -> list[str]:
    """The programme's lines as the panel has them."""
    return re.findall(r"^(?:▸ )?\d+\\?\. `(.+)`$", panel.text(), re.MULTILINE)


async def without(fight: Fight, who: str, panel: Reply, pattern: str) -> Reply:
    """The panel after each line that begins so was taken out by taps."""
    while out := next((n for n, line in enumerate(lines_of(panel), 1) if re.match(pattern, line)), 0):
        focused = await fight.table.human(who).select(panel, "Change or take out a line", str(out))
        panel = await fight.press(who, focused, f"Take line {out} out")
    return panel


async def idle(fight: Fight, who: str, craft: str = "") -> None:
    """Somebody who coasts and shoots at nothing."""
    await fight.write(who, "defend nothing\nscreens never", craft=craft)
    await fight.done(who)


def answer_to(refused: Reply) -> str:
    """The one sentence with which a tap was refused, to its giver alone."""
    (answer,) = refused.followups
    assert answer.ephemeral
    assert answer.text().startswith("⚠ ")
    return answer.text()


async def sent(fight: Fight, who: str, panel: Reply) -> None:
    """Done from the panel, and what is due happens."""
    await fight.press(who, await fight.press(who, panel, "I am done"), "Yes, I am done")
    await fight.table.tick()


@pytest.mark.rule("PW-B74", "PW-B75")
async def test_a_craft_is_rammed_by_two_taps_and_the_damage_is_assessed(table: Table) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "12"), ("Throne of Ash", "Y", "1517", "0"))
    added = await table.ada.select(await more(fight, "ada"), ADD, "ram Y1 from 3 to 12")
    assert "✔ Plotted: `ram Y1 from 3 to 12`" in added.text()
    assert "in impulse 3, segment 5." in added.text()
    await idle(fight, "vik")
    await sent(fight, "ada", added)
    told = await log(fight)
    assert "Turn 1, impulse 3" in told
    assert "82 by ram of Throne of Ash (Y1)" in told
    assert "12 by ram of Kestrel Vee (X1)" in told
    assert "Kestrel Vee (X1) is destroyed at 1517." in told
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=1)).text()


@pytest.mark.rule("PW-A20", "PW-A21")
async def test_the_last_resort_is_plotted_and_its_moment_chosen_by_taps_and_nobody_else_learns_of_it(
    table: Table,
) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "0"), ("Hot Rivet", "Y", "1519", "0"))
    added = await table.vik.select(await more(fight, "vik"), ADD, "self-destruct when armor <= 0")
    chosen = await table.vik.select(added, WHEN, "When impulse >= 4", "When range <= 2")
    assert "`self-destruct when impulse >= 4 and range <= 2`" in chosen.text()
    assert "in impulse 4, segment 5." in chosen.text()
    assert "self-destruct when" not in (await fight.use("ada", "plot show")).text()
    assert "self-destruct when" not in (await fight.use("visitor", "battle status")).text()
    await idle(fight, "ada")
    await sent(fight, "vik", chosen)
    assert await fight.over()
    told = await log(fight)
    assert re.search(r"Hot Rivet \(Y1\) blows itself up", told), told
    assert re.search(r"(?i)explo", told), told


@pytest.mark.rule("PW-A66")
async def test_an_orbit_is_entered_by_taps_and_kept_in_the_turn_after(table: Table) -> None:
    fight = await new_fight(table, scenario="amber_gate", hours=0)
    await fight.use("ada", "battle join", side="S")
    await fight.use("vik", "battle join", side="B")
    await fight.begin("ada")
    panel = await more(fight, "ada", "S2 Halyard")
    added = await table.ada.select(panel, ADD, "★ orbit gatestone")
    later = await table.ada.select(added, "From which impulse", "From impulse 3 on")
    assert "`orbit gatestone from 3 to 12`" in later.text()
    assert "in impulse 3, segment 6." in later.text()
    later = await without(fight, "ada", later, r"\d")
    for craft in ("B1", "B2", "B3"):
        await fight.write("vik", "defend nothing\nscreens never", craft=craft)
    await fight.write("ada", "defend nothing", craft="S1")
    await fight.done("vik")
    await sent(fight, "ada", later)
    told = await log(fight)
    assert re.search(r"Halyard \(S2\).*orbit", told), told
    assert await fight.turn() == 2
    assert "in orbit" in (await fight.use("ada", "battle text")).text()


@pytest.mark.rule("PW-M30", "PW-S141", "PW-S142")
async def test_a_fighter_joins_its_carrier_and_parts_again_by_taps(table: Table) -> None:
    fight = await ready(
        table, ("Hearth", "X", "1520", "0"), ("Ember", "X", "1520", "0"), ("Hot Rivet", "Y", "1501", "0")
    )
    panel = await more(fight, "ada", "X2 Ember")
    joined = await table.ada.select(panel, ADD, "★ join X1")
    assert "in impulse 1, segment 6." in joined.text()
    parting = await table.ada.select(joined, ADD, "separate from 2 to 12")
    parting = await table.ada.select(parting, WHEN, "When impulse >= 7")
    assert "`separate from 2 to 12 when impulse >= 7`" in parting.text()
    number = next(n for n, line in enumerate(lines_of(parting), 1) if line.startswith("join"))
    focused = await table.ada.select(parting, "Change or take out a line", str(number))
    at_last = await table.ada.select(focused, "What or whom", "Whichever fits and is there")
    assert "`join`" in at_last.text()
    at_last = await table.ada.select(at_last, WHEN, "When impulse >= 4")
    await fight.write("ada", "defend nothing", craft="X1")
    await idle(fight, "vik")
    await sent(fight, "ada", at_last)
    told = await log(fight)
    together, apart = told.index("Ember (X2) and Hearth (X1) join."), told.index("Ember (X2) parts from the craft")
    assert told.index("Turn 1, impulse 4") < together < told.index("Turn 1, impulse 7") < apart


BOMBER = """
name: Long Fuse
crew: manned
screens: 3
armor: 3 2 2 0 2 2
fuel: 2
capacitors: 6
radar: 6 4
engines: 2
control: 1 + 0
missiles: 2 hyper
weapons: 1 laser
"""


async def bomber(table: Table) -> Fight:
    """A craft with two hyper bombs four hexes from an enemy, turn 1 open."""
    await table.ada.slash(CHANNEL, "ship yard", start="blank", name="Long Fuse")
    form = await table.ada.slash(CHANNEL, "ship text")
    assert form.modal is not None
    await table.ada.submit(form.modal, {"sheet": BOMBER})
    assert "Saved as Long Fuse" in (await table.ada.slash(CHANNEL, "ship save")).text()
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    await fight.use("ada", "battle options", switch="hyper_bombs", value="on")
    for design, side, at in (("Long Fuse", "X", "1520"), ("Crucible", "Y", "1516")):
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at, facing="A", a="0")
        assert f"at {at}" in placed.text(), placed.text()
    await fight.use("ada", "battle join", side="X")
    await fight.use("vik", "battle join", side="Y")
    await fight.begin("ada")
    return fight


@pytest.mark.rule("PW-A36", "PW-A37")
async def test_a_hyper_bomb_is_launched_at_nothing_and_set_off_in_an_enemys_hex_by_taps(table: Table) -> None:
    fight = await bomber(table)
    launched = await table.ada.select(await more(fight, "ada"), ADD, "★ fire M1 at nothing heading A")
    assert "in impulse 1, segment 6." in launched.text()
    turned = await table.ada.select(launched, "Which way", "Heading B")
    assert "`fire M1 at nothing heading B`" in turned.text()
    back = await table.ada.select(turned, "Which way", "Heading A")
    fused = await table.ada.select(back, ADD, "detonate M1 when range <= 1")
    fused = await table.ada.select(fused, WHEN, "When range <= 0")
    assert "in impulse 8, segment 5." in fused.text()
    fused = await without(fight, "ada", fused, r"\d|fire ALL")
    await idle(fight, "vik")
    await sent(fight, "ada", fused)
    told = await log(fight)
    assert re.search(r"impulse 8, segment 5[^*]*\*\*\n.*X1\.M1", told), told
    assert re.search(r"Crucible \(Y1\) is (destroyed|annihilated)", told), told
    assert await fight.over()


@pytest.mark.rule("PW-A36", "PW-B92")
async def test_only_a_hyper_bomb_flies_at_nothing(table: Table) -> None:
    fight = await ready(table, ("Cold Howl", "X", "1520", "0"), ("Hot Rivet", "Y", "1501", "0"))
    refused = await fight.refused("ada", "plot launch", weapons="M1", target="nothing")
    assert "M1 of Cold Howl is not a hyper bomb" in refused
    refused = await fight.refused("ada", "plot fire", weapons="L1", target="nothing")
    assert "only a hyper bomb is launched at nothing" in refused
    assert "nothing plotted" in (await fight.use("ada", "plot show")).text()


@pytest.mark.rule("PW-A20", "PW-B74", "PW-S141", "PW-A66")
async def test_what_a_battle_does_not_have_is_refused_in_a_sentence_by_tap_by_command_and_in_the_form(
    table: Table,
) -> None:
    off = {"ramming": "off", "self_destruction": "off"}
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "0"), ("Hot Rivet", "Y", "1501", "0"), **off)
    panel = await more(fight, "ada")
    sentences = {
        "ram": "This battle is played without ramming.",
        "self-destruct when armor <= 0": "This battle is played without self-destruction.",
        "join": "Kestrel Vee was not built to be joined to another craft.",
        "orbit": "There is no planet or moon in this battle to orbit.",
    }
    for line, sentence in sentences.items():
        refused = await table.ada.select(panel, ADD, f"✕ {line}")
        assert sentence in answer_to(refused)
        what, _, when = line.partition(" when ")
        assert sentence in await fight.refused("ada", "plot act", what=what, **({"when": when} if when else {}))
        assert sentence in (await fight.write("ada", line)).text()
    assert "nothing plotted" in (await fight.use("ada", "plot show")).text()


async def test_a_stop_and_settings_are_added_changed_taken_out_and_undone_by_taps(table: Table) -> None:
    fight = await ready(table, ("Kestrel Vee", "X", "1520", "12"), ("Throne of Ash", "Y", "1517", "0"))
    panel = await more(fight, "ada")
    stop = await table.ada.select(panel, SET, "stop when range <= 3")
    stop = await table.ada.select(stop, WHEN, "When range <= 0")
    assert "`stop when range <= 0`" in stop.text()
    power = await table.ada.select(stop, SET, "power evade")
    assert "`power evade`" in power.text()
    silent = await table.ada.select(power, SET, "power radar off")
    assert "`power radar off, evade`" in silent.text()
    number = next(n for n, line in enumerate(lines_of(silent), 1) if line.startswith("power"))
    focused = await table.ada.select(silent, "Change or take out a line", str(number))
    out = await fight.press("ada", focused, f"Take line {number} out")
    assert "✔ Taken out: `power radar off, evade`" in out.text()
    assert not any(line.startswith("power") for line in lines_of(out))
    undone = await fight.press("ada", out, "Undo")
    assert "power radar off, evade" in lines_of(undone)
    other = await table.ada.select(await more(fight, "ada"), "Change or take out a line", str(number))
    await fight.press("ada", undone, "Undo")
    stale = await fight.press("ada", other, f"Take line {number} out")
    assert "The programme has changed since this was shown" in answer_to(stale)
    await idle(fight, "vik")
    stopped = await fight.press("ada", await fight.press("ada", undone, "I am done"), "Yes, I am done")
    assert "Stopped at impulse 3" in stopped.text()
    assert "More lines" in [button.label for button in (await fight.press("ada", stopped, "Plot")).buttons]
