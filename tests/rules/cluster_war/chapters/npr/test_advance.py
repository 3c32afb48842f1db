"""The pseudo-turn of the game master's races: growth, settlement, scouts, trade, research, relations (CW-19.0-20)."""

import pytest

from rules.cluster_war.chapters.npr.advance import advance
from rules.cluster_war.chapters.npr.amendments import AdvanceNprs
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import NprForce
from rules.cluster_war.turn.gm.amend import amend
from rules.dice import Dice, ScriptedDice
from rules.values import WrongPhaseError, changed
from tests.rules.cluster_war.build import small, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world
from tests.used_up import assert_used_up


def month(state: GameState, *faces: int) -> tuple[GameState, str]:
    """The state after the race's month with these dice, all of them used; and what was told."""
    dice = ScriptedDice(faces)
    done = advance(state, state.nprs["hive"], dice)
    assert_used_up(dice)
    told = amend(state, AdvanceNprs((done.npr,), (done.lines,)), "the month").state
    return told, "\n".join(done.lines)


@pytest.mark.rule("CW-19.0-20", "CW-18.0-22")
@pytest.mark.parametrize(
    ("pace", "face", "gross"),
    [
        ("slow", 5, 396),
        ("slow", 60, 400),
        ("steady", 60, 404),
        ("steady", 90, 408),
        ("fast", 100, 424),
        ("fast", 1, 400),
    ],
)
def test_growth_by_dice_and_pace(pace: str, face: int, gross: int) -> None:
    state, told = month(world(hive(pace=pace)), face, 100)
    assert state.nprs["hive"].gross == gross
    assert f"1d100 = {face}" in told


@pytest.mark.rule("CW-19.0-20")
def test_a_chart_of_growth_needs_no_dice_and_its_last_month_goes_on() -> None:
    state = world(hive(growth=(10, 0, -5)))
    for turn, gross in enumerate((440, 440, 418, 397), 1):
        state, _ = month(changed(state, turn=turn), 100)
        assert state.nprs["hive"].gross == gross


@pytest.mark.rule("CW-19.0-20")
def test_growth_ends_at_the_ceiling() -> None:
    state, _ = month(world(hive(growth=(50,), ceiling=450)), 100)
    assert state.nprs["hive"].gross == 450
    state, _ = month(changed(state, turn=2), 100)
    assert state.nprs["hive"].gross == 450


@pytest.mark.rule("CW-19.0-20", "CW-19.0-16")
def test_enough_growth_settles_the_first_likely_site_that_is_free() -> None:
    state = world(hive(growth=(30,), sites=("1818-3", "1112-1", "1010-2")), "1112")
    state, told = month(state, 100)
    npr = state.nprs["hive"]
    assert "Settles 1112-1" in told, "1818-3 is the Vermin's home"
    assert [c.id for c in npr.colonies] == ["1010-1", "1112-1"]
    assert npr.sites == ("1818-3", "1010-2")
    assert "1112" in npr.territory
    state, told = month(changed(state, turn=2, nprs={"hive": changed(npr, growth=(1,))}), 100)
    assert "Settles" not in told, "not again before production has grown once more"


@pytest.mark.rule("CW-19.0-20")
def test_scouts_are_built_and_go_to_what_is_new() -> None:
    state = world(hive(gross=200, growth=(0,)), "1110", "1210")
    state, told = month(state, 100)
    assert "Scout 2 is built at 1010" in told
    state, told = month(changed(state, turn=2), 2, 100)
    scout = next(f for f in state.nprs["hive"].forces if f.role == "scout")
    assert scout.hex == "1210"
    assert "1d2 = 2" in told
    assert state.nprs["hive"].explored == ("1210",)
    state, _ = month(changed(state, turn=3), 1, 100)
    state, told = month(changed(state, turn=4), 100)
    assert "finds nothing new" in told
    assert next(f for f in state.nprs["hive"].forces if f.role == "scout").hex == HOME
    assert sum(f.role == "scout" for f in state.nprs["hive"].forces) == 1, "200 CPs carry one scout"


@pytest.mark.rule("CW-19.0-20", "CW-11.0-01")
def test_production_feeds_the_shares_of_trading_partners() -> None:
    state = changed(
        world(hive(growth=(50,))),
        trade=(TradePartner("humans", "the hive", 400, "full"), TradePartner("humans", "Guild", 70, "full")),
    )
    state, told = month(state, 100)
    assert [(t.name, t.gross) for t in state.trade] == [("The Hive", 600), ("Guild", 70)]
    assert "Trade with Humans, full: 10% of 600 CPs" in told


@pytest.mark.rule("CW-19.0-20")
@pytest.mark.parametrize(("face", "known"), [(9, ("Beams", "Cloaks")), (10, ("Beams",))])
def test_research_brings_the_first_goal_on_a_chance_that_grows_with_production(
    face: int, known: tuple[str, ...]
) -> None:
    state, told = month(world(hive(growth=(0,), technologies=("Beams",), goals=("Cloaks", "Drones"))), face)
    assert state.nprs["hive"].technologies == known
    assert f"1d100 = {face} against 9%" in told, "5, and one for every 100 CPs"


@pytest.mark.rule("CW-19.0-20")
@pytest.mark.parametrize(
    ("attitude", "relation", "face", "after"),
    [
        ("Neutral", 0, 86, 1), ("Neutral", 0, 85, 0), ("Neutral", 0, 15, -1), ("Neutral", 0, 16, 0),
        ("Neutral", 2, 100, 2), ("Neutral", 3, 100, 3), ("Neutral", -2, 1, -2),
        ("Hostile", 0, 35, -1), ("Hostile", 0, 36, 0), ("Peaceful", 0, 76, 1), ("Hostile, Xenophobic", -1, 100, -1),
        ("Very Hostile", -2, 1, -3), ("Very Hostile", -3, 1, -3),
    ],
)  # fmt: skip
def test_relations_drift_by_attitude_within_its_bounds(attitude: str, relation: int, face: int, after: int) -> None:
    state, told = month(world(hive(growth=(0,), attitude=attitude, relations={"humans": relation})), 100, face)
    assert state.nprs["hive"].relations["humans"] == after
    assert f"1d100 = {face}" in told


@pytest.mark.rule("CW-19.0-20")
def test_trade_and_peace_warm_relations() -> None:
    state = changed(
        world(hive(growth=(0,), relations={"humans": 0})),
        trade=(TradePartner("humans", "The Hive", 400, "limited"),),
        peace=("hive|humans",),
    )
    state, told = month(state, 100, 66)
    assert state.nprs["hive"].relations["humans"] == 1
    assert "1d100 = 66 +10 trade +10 peace = 86, good will: neutral → cordial" in told


@pytest.mark.rule("CW-19.0-20")
@pytest.mark.parametrize(
    ("attitude", "first"), [("Peaceful", 0), ("Neutral", 0), ("Hostile", -1), ("Very Hostile", -2)]
)
def test_first_contact_begins_relations(attitude: str, first: int) -> None:
    state = with_fleet(world(hive(growth=(0,), attitude=attitude)), "vermin", HOME, "scout")
    state, told = month(state, 100)
    assert state.nprs["hive"].relations == {"vermin": first}
    assert "First contact with Vermin" in told


@pytest.mark.rule("CW-19.0-20")
def test_a_race_has_one_month_a_turn() -> None:
    state, _ = month(world(hive(growth=(0,))), 100)
    with pytest.raises(WrongPhaseError, match="has had its turn 1"):
        advance(state, state.nprs["hive"], ScriptedDice(()))


@pytest.mark.rule("CW-19.0-20")
def test_every_die_is_thrown_under_a_key_that_nobody_can_guess() -> None:
    force = NprForce("2", "Eye", HOME, 1, 10, "scout")
    npr = hive(gross=200, relations={"humans": 0}, forces=(force,))
    done = advance(world(npr, "1110"), npr, Dice(bytes(32), "test", 1))
    assert [r.key for r in done.rolls] == [
        "npr/hive/1/growth/5a17", "npr/hive/1/scout/2/5a17", "npr/hive/1/research/5a17", "npr/hive/1/relations/humans/5a17",
    ]  # fmt: skip
    assert all(Dice(bytes(32), "test", 1).roll(r.key, r.sides) == r for r in done.rolls)


@pytest.mark.rule("CW-19.0-02")
def test_a_race_in_summary_has_no_purse_sheet_nor_knowledge_of_its_own() -> None:
    state = world(hive())
    assert "hive" not in state.sides
    assert "hive" not in state.knowledge
    assert small().nprs == {}
