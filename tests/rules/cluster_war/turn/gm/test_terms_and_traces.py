"""Terms of battles that the game master sets, and what is left of a race that never was."""

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattle, SetBattles, by_size
from rules.cluster_war.chapters.npr.amendments import AdvanceNprs, RemoveNpr, SetNpr
from rules.cluster_war.chapters.npr.sight import NPR_PREFIX
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, Knowledge
from rules.cluster_war.model.state.war import BattleTerms
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, changed
from tests.rules.cluster_war.build import small, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world


def after(state: GameState, order: object) -> GameState:
    return amend(state, order, "so it is").state  # type: ignore[arg-type] # an amendment


def told(state: GameState, order: object) -> list[tuple[str, str, tuple[str, ...]]]:
    """Texts that are told of an amendment, by which rule, to whom."""
    done = amend(state, order, "so it is")  # type: ignore[arg-type] # an amendment
    return [(e.text, e.cause.rule, e.seen_by) for e in done.events]  # type: ignore[attr-defined] # amendments all


@pytest.mark.rule("CW-9.0-02")
def test_terms_of_other_hexes_stay_for_the_turn_and_those_of_turns_past_go() -> None:
    old, other = BattleTerms(3, "quick"), BattleTerms(4, "chair")
    state = changed(small(turn=4), terms={"0101": old, "0202": other, "0505": BattleTerms(4, "narrated")})
    assert after(state, SetBattle("0505", "quick")).terms == {"0202": other, "0505": BattleTerms(4, "quick")}
    assert after(state, SetBattle("0505")).terms == {"0202": other}, "nothing said ends what was said"
    assert after(state, SetBattle("0606", surprised=("vermin",))).terms == {
        "0202": other,
        "0505": BattleTerms(4, "narrated"),
        "0606": BattleTerms(4, surprised=("vermin",)),
    }
    text = "Battles at 0505 this turn go as you say."
    assert told(state, SetBattle("0505")) == [(text, "CW-9.0-02", ())]
    assert told(state, SetBattle("0505", "quick")) == [(f"{text} They are settled so: quick.", "CW-9.0-02", ())]


@pytest.mark.rule("CW-9.7-06", "CW-9.1-06")
def test_advantages_have_bounds_on_both_sides_and_units_must_be_there() -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer")
    for points in (100, -100):
        assert after(state, SetBattle("0505", advantage={"humans": points})).terms["0505"].advantage == {
            "humans": points
        }
    for points in (101, -101):
        with pytest.raises(GameError, match="at most 100"):
            amend(state, SetBattle("0505", advantage={"humans": 1, "vermin": points}), "x")
    units = SetBattle("0505", centre=("humans/DD01",), edge=("0303-3|militia", "0303-3"))
    assert after(state, units).terms["0505"] == BattleTerms(1, centre=units.centre, edge=units.edge)
    for unit in ("humans/DD02", "0304-1|militia"):
        with pytest.raises(GameError, match="no ship or base"):
            amend(state, SetBattle("0505", edge=("humans/DD01", unit)), "x")


@pytest.mark.rule("CW-9.0-02")
def test_ways_by_size_stay_as_they_are_unless_said_and_zero_ends_a_size() -> None:
    now = Settings(battles="quick", small_battle=3, small_battles="chair", largest_battle=9, large_battles="narrated")
    state = small(settings=now)

    def ways(order: SetBattles) -> tuple[object, ...]:
        s = after(state, order).settings
        return s.battles, s.small_battle, s.small_battles, s.largest_battle, s.large_battles

    assert ways(SetBattles("fought")) == ("fought", 3, "chair", 9, "narrated")
    assert ways(SetBattles("quick", 0, 0)) == ("quick", 0, "chair", 0, "narrated")
    assert ways(SetBattles("quick", 3, 3)) == ("quick", 3, "chair", 3, "narrated")
    assert ways(SetBattles("quick", 5, 4, "quick", "fought")) == ("quick", 4, "quick", 5, "fought")
    assert ways(SetBattles("quick", 0, 20)) == ("quick", 20, "chair", 0, "narrated")
    with pytest.raises(GameError, match=r"^Battles of up to 4 units cannot be small where more than 3 are large\.$"):
        amend(state, SetBattles("quick", 3, 4), "x")
    with pytest.raises(GameError, match="Battles can be ask, quick, chair, fought, narrated, not `duel`"):
        amend(state, SetBattles("duel"), "x")  # type: ignore[arg-type] # no way
    numbers, chair = (
        "battles are settled by numbers.",
        "battles are fought by the tactical engine after each side's orders.",
    )
    small_, large = f"Of up to 3 units, {chair}", "Of more than 9 units, the game master says how battles end."
    assert by_size(now) == (numbers, small_, large)
    assert by_size(changed(now, small_battle=0)) == (numbers, large)
    assert by_size(changed(now, largest_battle=0)) == (numbers, small_)
    assert by_size(changed(now, battles="ask")) == ("meetings are put before the game master.",)
    ((text, rule, seen_by),) = told(state, SetBattles("quick"))
    assert (text, rule) == (f"From now on {numbers} {small_} {large}", "CW-9.0-02")
    assert seen_by == ("*",)


KEPT = FleetSighting("C1", "vermin", "0505", 1, 20, 3)
SEEN = Knowledge(
    met=("hive", "vermin"),
    fleets={"C1": KEPT, "C2": changed(KEPT, contact="C2", side="hive")},
    contacts={"vermin-F1": "C1", "npr:hive/1": "C2", "npr:hives/1": "C3"},
    colonies={
        "1818-3": ColonySighting("1818-3", "vermin", "1818", 3, 2),
        f"{HOME}-1": ColonySighting(f"{HOME}-1", "hive", HOME, 1, 2),
    },
)


@pytest.mark.rule("CW-19.0-16")
def test_of_a_race_that_never_was_nobody_knows_and_all_else_stays_known() -> None:
    contacts = {key.replace("npr:", NPR_PREFIX): name for key, name in SEEN.contacts.items()}
    state = world(hive())
    state = changed(
        state,
        nprs={"hive": hive(), "ants": hive(id="ants", name="Ants", home="1111", colonies=(), forces=(), territory=())},
        knowledge={"humans": changed(SEEN, contacts=contacts), "vermin": changed(SEEN, met=("humans",))},
        trade=(TradePartner("humans", "THE HIVE", 4, "full"), TradePartner("humans", "Ants", 4, "full")),
        peace=("ants|humans", "hive|humans", "humans|vermin"),
    )
    gone = after(state, RemoveNpr("hive"))
    assert gone.knowledge["humans"] == Knowledge(
        met=("vermin",),
        fleets={"C1": KEPT},
        contacts={"vermin-F1": "C1", f"{NPR_PREFIX}hives/1": "C3"},
        colonies={"1818-3": SEEN.colonies["1818-3"]},
    )
    assert gone.knowledge["vermin"] == state.knowledge["vermin"], "who never met it has nothing to forget"
    assert (set(gone.nprs), gone.peace) == ({"ants"}, ("ants|humans", "humans|vermin"))
    assert [t.name for t in gone.trade] == ["Ants"]
    assert told(state, RemoveNpr("hive")) == [("hive, a race of the game master's, never was.", "CW-1.0-01", ())]


@pytest.mark.rule("CW-19.0-16", "CW-19.0-20")
def test_a_profile_is_new_or_changed_and_what_its_turns_brought_is_told_line_by_line() -> None:
    state = world()
    new = "The Hive, a race of the game master's, is in the game now."
    assert [t for t, _, _ in told(state, SetNpr(hive()))] == [new]
    there = after(state, SetNpr(hive()))
    assert [t for t, _, _ in told(there, SetNpr(hive(gross=9)))] == [
        "The Hive, a race of the game master's, is changed."
    ]
    ants = hive(id="ants", name="Ants", home="1111", colonies=(), forces=(), territory=())
    both = after(there, SetNpr(ants))
    assert list(both.nprs) == ["ants", "hive"]
    order = AdvanceNprs((hive(gross=500), ants), (("It grew.", "It built."), ()))
    assert told(both, order) == [(f"The Hive: {t}", "CW-19.0-20", ()) for t in ("It grew.", "It built.")]
    done = after(both, order)
    assert (done.nprs["hive"].gross, done.nprs["ants"].gross) == (500, 400)
