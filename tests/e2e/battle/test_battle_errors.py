"""Bad input in battles: one clear sentence to its giver alone, and nothing changed."""

import pytest

from tests.e2e.battle.battle_kit import Fight, begun, new_fight
from tests.e2e.kit import CHANNEL, Table

EMOJI = "🚀💥"
LONG = "x" * 4000


async def sheets(fight: Fight) -> tuple[str, str]:
    """What both captains read of their own sheets."""
    shown = [(await fight.use(who, "plot show")).text() for who in ("ada", "vik")]
    return shown[0], shown[1]


REFUSED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("plot show", {"craft": "A1"}, "not one of your craft"),
    ("plot show", {"craft": EMOJI}, "not one of your craft"),
    ("plot move", {"impulse": 3, "accelerate": "9"}, "twice standard"),
    ("plot move", {"impulse": 5, "until": 2}, "impulses run"),
    ("plot move", {"impulse": 1, "craft": "A1", "turn": "B"}, "not one of your craft"),
    ("plot fire", {"weapons": "L99", "target": "A1"}, "aboard"),
    ("plot fire", {"weapons": EMOJI}, "not a weapon"),
    ("plot fire", {"weapons": "L1", "target": "Z9"}, "nothing you can see"),
    ("plot fire", {"weapons": "L1", "when": "moon is full"}, "not a condition"),
    ("plot fire", {"weapons": "L1\nstance flee", "target": "A1"}, "is not a weapon"),
    ("plot fire", {"weapons": "L1 at A1 narrow"}, "is not a weapon"),
    ("plot fire", {"weapons": " , "}, "names no weapon"),
    ("plot fire", {"weapons": "L1", "target": "A1 doubled"}, "nothing you can see"),
    ("plot fire", {"weapons": "L1", "when": "range < 3\nstance flee"}, "not a condition"),
    ("plot fire", {"weapons": "L1", "first": 9, "last": 3}, "impulses run"),
    ("plot move", {"impulse": 3, "accelerate": "2, turn B"}, "not a multiple"),
    ("plot power", {"double": "B1, keep 9"}, "not a weapon"),
    ("plot stop", {"when": "range < 3 say now"}, "not a condition"),
    ("plot stop", {"when": "range < 3", "note": "look; stance flee"}, "a semicolon ends"),
    ("plot defend", {"order": "missiles\nstance flee"}, "nothing you can see"),
    ("plot launch", {"weapons": "M9"}, "aboard"),
    ("plot power", {"ecm": 99}, "PW-A09"),
    ("plot power", {"double": "B9"}, "aboard"),
    ("plot power", {"invisible": True}, "no radar invisibility"),
    ("plot stop", {"when": EMOJI}, "not a condition"),
    ("plot defend", {"order": "Z9"}, "nothing you can see"),
    ("plot copy", {}, "no programme to copy"),
    ("plot clear", {}, "Nothing is plotted"),
    ("plot clear", {"line": 44}, "no line 44"),
    ("plot undo", {}, "Nothing was plotted"),
    ("plot now", {}, "Write the decision"),
    ("plot now", {"line": "S1 dance"}, "nothing a unit can do"),
    ("plot now", {"line": "A1 turn B"}, "not one of your units"),
    ("plot now", {"line": "S1 turn B"}, "decided in segment 1"),
    ("plot now", {"take_back": "7"}, "no order 7"),
    ("plot now", {"take_back": "²²"}, "not an order's number"),
    ("fire plan", {"weapons": "L1", "target": "Z9"}, "not a craft you can see"),
    ("battle begin", {}, "has begun already"),
    ("battle add", {"design": "kestrel_vee", "side": "S", "hex": "1515"}, "has begun already"),
    ("battle options", {"switch": "ramming", "value": "on"}, "has begun already"),
    ("battle join", {"side": "A"}, "plays Sol already"),
    ("ship show", {"craft": "Z9"}, "not a craft you can see"),
)


async def test_everything_that_cannot_be_meant_is_refused_and_changes_nothing(table: Table) -> None:
    fight = await begun(table)
    before = await sheets(fight)
    for command, options, said in REFUSED:
        text = await fight.refused("ada", command, **options)
        assert said in text, (command, options, text)
    assert await sheets(fight) == before
    assert await fight.turn() == 1


@pytest.mark.parametrize(
    "plan", [LONG, EMOJI, "1 turn Q", "13 accelerate", "fire L99 at A1", "fire L1 at Z9", "1 turn B\n1 turn C"]
)
async def test_a_programme_that_cannot_be_read_leaves_the_old_one(table: Table, plan: str) -> None:
    fight = await begun(table)
    await fight.write("ada", "1 accelerate")
    before = await sheets(fight)
    reply = await fight.write("ada", plan)
    assert reply.text().startswith("⚠ "), reply.text()
    assert await sheets(fight) == before


async def test_only_captains_plot_and_only_the_host_sets_up(table: Table) -> None:
    fight = await new_fight(table, hours=0)
    assert "has not begun" in await fight.refused("ada", "battle log")
    host_only: tuple[tuple[str, dict[str, object]], ...] = (
        ("battle begin", {}),
        ("battle end", {}),
        ("battle remove", {"craft": "S1"}),
        ("battle options", {"switch": "ramming", "value": "on"}),
        ("battle add", {"design": "kestrel_vee", "side": "S", "hex": "1515"}),
    )
    for command, options in host_only:
        assert "Only who made this battle" in await fight.refused("vik", command, **options)
    await fight.use("ada", "battle join", side="S")
    await fight.begin("ada")
    captains_only: tuple[tuple[str, dict[str, object]], ...] = (
        ("plot show", {}), ("plot move", {"impulse": 1}), ("plot text", {}), ("plot done", {}), ("battle concede", {}),
        ("plot now", {"line": "S1 turn B"}), ("fire odds", {"weapon": "L1", "target": "A1"}), ("battle leave", {}),
    )  # fmt: skip
    for command, options in captains_only:
        assert "You play no side" in await fight.refused("visitor", command, **options), command


async def test_a_closed_turn_and_a_second_answer_are_refused(table: Table) -> None:
    fight = await begun(table)
    asked = await fight.use("ada", "plot done")
    await fight.press("ada", asked, "Yes, I am done")
    again = await fight.use("ada", "plot done")
    assert "Nobody waits for you" in again.text()
    closed: tuple[tuple[str, dict[str, object]], ...] = (
        ("plot move", {"impulse": 1}), ("plot stance", {"stance": "flee"}), ("plot text", {}),
    )  # fmt: skip
    for command, options in closed:
        assert "Nobody waits for you" in await fight.refused("ada", command, **options)
    await fight.done("vik")
    assert await fight.turn() == 2
    show = await fight.use("vik", "plot show")
    await fight.write("ada", "1 accelerate")
    await fight.done("ada")
    await fight.done("vik")
    late = await fight.press("vik", show, "I am done")
    assert "turn that is over" in late.text()


async def test_a_double_click_counts_once(table: Table) -> None:
    fight = await begun(table)
    asked = await fight.use("ada", "plot done")
    await fight.press("ada", asked, "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 1
    second = await fight.use("vik", "plot done")
    await fight.press("vik", second, "Yes, I am done")
    await table.tick()
    assert await fight.turn() == 2


async def test_a_battle_is_made_only_where_one_can_be(table: Table) -> None:
    fight = await new_fight(table)
    assert "ordinary channel" in await fight.refused("vik", "battle new", scenario="duel")
    for options, said in (
        ({"scenario": "nothing"}, "There is no battle"),
        ({"scenario": "duel", "side": "Z"}, "not a side"),
        ({"scenario": "duel", "against": "flee"}, "Say which"),
        ({"scenario": "duel", "name": "@everyone"}, "cannot hold"),
        ({"scenario": "free", "side": "X", "against": "flee"}, "no craft yet"),
    ):
        reply = await table.ada.slash(CHANNEL, "battle new", **options)
        assert said in reply.text(), reply.text()
    assert len(table.ada.threads(CHANNEL)) == 1


async def test_hours_decide_who_is_played_by_his_stance(table: Table) -> None:
    fight = await begun(table, hours=24)
    await fight.write("ada", "1 accelerate\nstance cautious")
    shown = (await fight.use("ada", "plot show")).text()
    assert "played by their stances" in shown
    await fight.done("ada")
    table.clock.forward(hours=22)
    await table.tick()
    reminded = [seen.content for seen in table.vik.dms() if "are due" in seen.content]
    assert len(reminded) == 1
    assert f"waits for you in <#{fight.thread.id}>" in reminded[0]
    assert not any("are due" in seen.content for seen in table.ada.dms())
    table.clock.forward(hours=3)
    await table.tick()
    assert await fight.turn() == 2
