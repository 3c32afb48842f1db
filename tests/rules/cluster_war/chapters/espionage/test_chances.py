"""What adds to an operation's chance and takes from it, and who may know of which (CW-10.0-09, 10, CW-11.0-10, CW-16.0-03)."""

import pytest

from rules.cluster_war.chapters.espionage.chances import compare_races, expected_chance, full_chance
from rules.cluster_war.model.events.diplomacy import OperationRolled
from rules.cluster_war.model.state.common import Settings, TradeLevel
from rules.cluster_war.model.state.dealings import Difference, Operation, Pact, TradePartner, TradeRecord
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.psionics import Minds, Sway, Telepaths
from rules.cluster_war.model.state.sides import ColonySighting, Officer, Post
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import with_colony, with_fleet
from tests.rules.cluster_war.chapters.espionage.spying import GOAL, H, V, met, play, running, told, with_operation

PLAIN = running("other", cps=750)


def of(state: GameState, side: str, **race: object) -> GameState:
    """The state with a side's race changed."""
    found = state.sides[side]
    new = changed(found, race=changed(found.race, **race))  # type: ignore[arg-type] # Race's own fields
    return changed(state, sides={**state.sides, side: new})


def chance(state: GameState, one: Operation = PLAIN) -> int:
    return full_chance(with_operation(state, one), one).chance


def reasons(state: GameState, one: Operation = PLAIN) -> dict[str, int]:
    """Points by their reasons, without the funds."""
    return {m.reason: m.value for m in full_chance(with_operation(state, one), one).all[1:]}


@pytest.mark.rule("CW-10.0-02")
@pytest.mark.parametrize(("cps", "percent"), [(0, 0), (24, 0), (25, 1), (250, 10), (750, 30), (31_500, 99)])
def test_the_chance_is_that_of_research_for_the_cps_of_the_step(cps: int, percent: int) -> None:
    assert chance(met(), changed(PLAIN, cps=cps)) == percent


@pytest.mark.rule("CW-10.0-10", "CW-11.0-10")
@pytest.mark.parametrize(("level", "points"), [("limited", 10), ("full", 20)])
def test_trade_helps_both_partners_against_each_other(level: TradeLevel, points: int) -> None:
    state = met(pacts=(Pact(H, V, level, 1),))
    assert reasons(state) == {f"{level} trade with them": points}
    theirs = changed(PLAIN, id="vermin-S1", side=V, target=H)
    assert reasons(state, theirs) == {f"{level} trade with them": points}
    assert expected_chance(view_for(state, H), PLAIN).expected == 30 + points


@pytest.mark.rule("CW-11.0-10")
def test_trade_with_a_race_of_the_game_masters_helps_as_well() -> None:
    hive = Npr("hive", "The Hive", "1010", 500)
    state = met(nprs={"hive": hive}, trade=(TradePartner(H, "The Hive", 500, "full"),))
    known = changed(state.knowledge[H], met=("hive", V))
    state = changed(state, knowledge={**state.knowledge, H: known})
    state = changed(state, trade_history={H: (TradeRecord(1, "The Hive", "full", 20),)})
    one = changed(PLAIN, target="hive")
    assert reasons(state, one)["full trade with them"] == 20
    assert expected_chance(view_for(state, H), one).expected == 50


@pytest.mark.rule("CW-10.0-10")
def test_a_full_partner_with_a_telepathic_society_comes_to_ten_more() -> None:
    state = of(met(pacts=(Pact(H, V, "full", 1),)), V, abilities=("Psionic Ability (telepathy)",))
    assert reasons(state) == {"full trade with them": 20, "a telepathic society (CW-15.1-10)": -10}
    assert chance(state) == 40


@pytest.mark.rule("CW-10.0-10", "CW-15.1-18")
def test_harmonizing_resists_what_infiltrates() -> None:
    state = of(met(), V, abilities=("Psionic Ability: Harmonizing",))
    assert reasons(state)["strangers stand out in a society of one mind (CW-15.1-18)"] == -30
    rich = changed(PLAIN, cps=1250)
    assert chance(state, changed(rich, kind="fleets")) - chance(state, rich) == 30


@pytest.mark.rule("CW-10.0-10", "CW-3.1-17")
def test_a_group_mind_takes_thirty_off() -> None:
    assert chance(of(met(), V, abilities=("Group Mind I", "Group Mind II"))) == 0
    assert reasons(of(met(), V, abilities=("Group Mind I",))) == {"a group mind": -30}


@pytest.mark.rule("CW-16.0-03")
def test_a_societys_choices_and_its_attitude_count() -> None:
    society = ("Police: Secret Police and informants", "Media: Uncontrolled media", "Economic Policy: Socialist")
    assert reasons(of(met(), V, society=society, attitude="Hostile, Xenophobic")) == {
        "their society: Police: Secret Police and informants": -5,
        "their society: Media: Uncontrolled media": 2,
        "a hostile people": -2,
        "a xenophobic people": -5,
    }


@pytest.mark.rule("CW-16.0-03")
def test_an_attitude_in_other_words_is_not_counted() -> None:
    assert reasons(of(met(), V, attitude="shy, Yielding")) == {}


@pytest.mark.rule("CW-16.0-03")
def test_both_societies_stand_beside_each_other() -> None:
    state = of(met(), V, society=("Police: Secret Police and informants",), biology="Methane Ameboid")
    rows = compare_races(state.sides[H].race, state.sides[V].race, Settings())
    assert ("Police", "-", "Secret Police and informants") in rows
    assert ("Biology", "-", "Methane Ameboid") in rows
    assert rows[0] == ("Home world", state.sides[H].race.home_step, state.sides[V].race.home_step)
    assert "-" not in rows[0]
    assert [what for what, _, _ in rows[:4]] == ["Home world", "Biology", "Attitude", "Abilities"]
    assert len(rows) == 4 + 10


@pytest.mark.rule("CW-10.0-09")
def test_strange_bodies_worlds_and_customs_take_off_and_locals_leave_a_third() -> None:
    state = of(met(), H, biology="Terrestrial Mammal", society=("Police: Moderate Security/Police Forces",))
    state = of(state, V, biology="Methane Ameboid", home_step="9X11", society=("Police: Light Security/Police Forces",))
    agents = {
        "other bodies": -4,
        "a world strange to their agents": -8,
        "other customs": -1,
        "their society: Police: Light Security/Police Forces": 2,
    }
    assert reasons(state) == agents
    locals_ = reasons(state, changed(PLAIN, approach="locals"))
    assert locals_["other bodies, by way of locals"] == -1
    assert locals_["a world strange to their agents, by way of locals"] == -2
    assert chance(state) < chance(state, changed(PLAIN, approach="locals"))


@pytest.mark.rule("CW-10.0-09")
def test_the_game_masters_number_for_a_pair_of_peoples_stands_for_what_the_tables_say() -> None:
    state = of(met(), V, home_step="9X11")
    state = changed(state, differences=(Difference(H, V, 24, "Recruit their outcasts."),))
    assert reasons(state) == {"the two peoples, by the game master's word": -24}
    assert reasons(state, changed(PLAIN, approach="locals")) == {
        "the two peoples, by the game master's word, by way of locals": -8
    }


@pytest.mark.rule("CW-10.0-04")
def test_an_officer_from_the_pool_heads_an_operation() -> None:
    talon = Officer("humans/O1", H, "Talon", 1, 1, 1, 1, rank=3, talents=("strategist",))
    one = changed(PLAIN, officer=talon.id)
    assert reasons(met(officers={talon.id: talon}), one) == {"Talon at its head": 6}
    away = changed(talon, post=Post("aboard", "humans/DD01"))
    assert reasons(met(officers={talon.id: away}), one) == {}


@pytest.mark.rule("CW-10.0-01")
def test_counter_intelligence_lowers_chances_and_its_target_does_not_tell() -> None:
    net = Operation("vermin-S1", V, "", "counter", "Watch", step=3, outcome="success", finished_turn=1, until=13)
    nets = [changed(net, id=f"vermin-S{n}") for n in range(1, 6)]
    state = with_operation(
        met(), PLAIN, *nets[:2], changed(net, id="vermin-S9", outcome="", finished_turn=0, funded_turn=1)
    )
    found = full_chance(state, PLAIN)
    assert {m.reason: m.value for m in found.hidden} == {
        "nets of counter-intelligence: 2": -10,
        "counter-intelligence at work": -2,
    }
    assert (found.expected, found.chance) == (30, 18)
    assert full_chance(with_operation(met(), PLAIN, *nets), PLAIN).chance == 15
    over = with_operation(changed(met(), turn=13), PLAIN, *nets)
    assert full_chance(over, PLAIN).chance == 30


@pytest.mark.rule("CW-10.0-04")
def test_a_mole_helps_every_later_operation_and_what_was_noticed_hinders() -> None:
    mole = running("mole", id="humans-S7", finished_turn=1, outcome="success")
    assert reasons(with_operation(met(), mole)) == {"a mole among them": 10}
    assert chance(with_operation(met(), mole), changed(PLAIN, target="oolab")) == 30
    assert reasons(met(), changed(PLAIN, noticed=1)) == {"they have noticed it": -5}
    assert GOAL in PLAIN.goal


@pytest.mark.rule("CW-10.0-04")
def test_a_house_rule_changes_any_number() -> None:
    house = Settings(overrides={"CW-TAB-SPY-KINDS/leader/points": "-1"})
    assert reasons(met(house), running("leader")) == {"operations of the kind leader": -1}


@pytest.mark.rule("CW-15.1-11")
def test_a_team_of_telepaths_guards_the_project_it_stands_by() -> None:
    state = of(met(), V, abilities=("Psionic Ability",))
    project = Project("vermin-P1", V, "Venom", "1818", 2, cps=300)
    vermin = changed(state.sides[V], telepaths=(Telepaths("security", "vermin-P1"),))
    state = changed(state, projects={project.id: project}, sides={**state.sides, V: vermin})
    guarded = "a team of telepaths on guard there (CW-15.1-11)"
    assert reasons(state, running("sabotage", subject="venom"))[guarded] == -10
    assert guarded not in reasons(state, running("sabotage", subject="another"))
    assert guarded not in reasons(state, running("budget"))


@pytest.mark.rule("CW-15.1-24")
@pytest.mark.parametrize("key", ["0505-1", "humans/SC01"])
def test_thralls_among_ones_own_are_double_agents_and_nobody_but_the_game_master_reads_of_them(key: str) -> None:
    state = with_fleet(with_colony(met(), "humans", "0505", 1, 40), "humans", "0505", "scout")
    held = changed(state, minds=Minds(sways={key: Sway("slaver", V, "thralls")}))
    betrayed = "double agents: their thralls among its own people"
    assert reasons(held) == {betrayed: -10}
    assert betrayed not in {m.reason for m in expected_chance(held, running()).known}
    assert betrayed not in {m.reason for m in expected_chance(view_for(held, "humans"), running()).known}
    assert reasons(held, changed(PLAIN, target="oolab")) == {}, "they serve their masters alone"
    assert reasons(changed(state, minds=Minds(sways={key: Sway("slaver", "humans", "thralls")}))) == {}
    assert reasons(changed(state, minds=Minds(sways={key: Sway("vampire", V, "drained")}))) == {}
    over = changed(state, minds=Minds(sways={key: Sway("slaver", V, "thralls", until=1)}), turn=2)
    assert reasons(over) == {}
    _, events = play(with_operation(held, changed(running(), funded_turn=held.turn)), 1)
    (rolled,) = told(events, OperationRolled, "humans")
    assert betrayed not in {m.reason for m in rolled.cause.modifiers}


@pytest.mark.rule("CW-15.1-24")
def test_a_colony_of_thralls_is_a_mole_to_its_masters_alone() -> None:
    state = with_colony(met(), "vermin", "0505", 1, 40)
    state = changed(state, minds=Minds(sways={"0505-1": Sway("slaver", "humans", "thralls")}))
    assert reasons(state) == {"thralls among them": 10}
    assert chance(state, changed(PLAIN, target="oolab")) == 30
    ended = Minds(sways={"0505-1": Sway("slaver", "humans", "thralls", until=1)})
    over = changed(state, minds=ended, turn=2)
    assert reasons(over) == {}
    of_others = changed(state, minds=Minds(sways={"0505-1": Sway("slaver", "vermin", "thralls")}))
    assert reasons(of_others) == {}
    seen = {"0505-1": ColonySighting("0505-1", "vermin", "0505", 1, 1)}
    known = {**state.knowledge, "humans": changed(state.knowledge["humans"], colonies=seen)}
    view = view_for(changed(state, knowledge=known), "humans")
    assert "thralls among them" in {m.reason for m in expected_chance(view, running()).known}
    done, events = play(with_operation(state, changed(running(), funded_turn=state.turn)), 1)
    (rolled,) = told(events, OperationRolled, "humans")
    assert "thralls among them" in {m.reason for m in rolled.cause.modifiers}
    assert not told(events, OperationRolled, "vermin")
    assert done.minds.sways == state.minds.sways
