"""The game master's word on a battle: every unit has one end, and what is missing, doubled or unknown is named."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.narration import parse_narration, read_account, write_account, write_narration
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import BattleOutcome, Fate, UnitOutcome, Wounds
from rules.values import AmbiguousOrderError, GameError, NotationError, changed

LAYOUT = {"Bridge": 1, "Beam emitter 3": 6, "Shield projector 1": 4}
CRUISER = Design("CA", "Cruiser", "ship", hull=20, cost=50, drive=Fraction(4), layout=LAYOUT)
MARINES = Design("MA", "Marines", "ground", hull=1, cost=2)
NAMES = {"humans": "Human Union", "dominators": "The Dominion"}


def unit(
    key: str, side: str, name: str = "", *, design: Design = CRUISER, count: int = 1, munitions: int = 8
) -> Combatant:
    fleet = "" if "|" in key else f"{side}-F1"
    return Combatant(key, side, design, name, fleet=fleet, munitions=munitions, crates={"FI": 4}, count=count)


UNITS = (
    unit("humans/CA01", "humans", "Valiant"),
    unit("humans/CA02", "humans", "Bold"),
    unit("2034-3|MA", "humans", design=MARINES, count=5, munitions=0),
    unit("dominators/CA01", "dominators", "Scourge"),
    unit("dominators/CA09", "dominators", "Bold"),
)
BATTLE = Battle(
    id="7/2034/1",
    turn=7,
    week=26,
    hex="2034",
    kind="fleet action",
    method="narrated",
    sides=("dominators", "humans"),
    enemies=(("dominators", "humans"),),
    units=UNITS,
)


def told(fates: str, winner: str = "nobody", story: str = "", alone: str = "") -> BattleOutcome:
    return parse_narration(BATTLE, fates, winner, story, alone, NAMES)


def ends(outcome: BattleOutcome) -> dict[str, str]:
    return {one.unit: one.fate for one in outcome.units}


@pytest.mark.rule("CW-9.0-03")
def test_losses_survivors_and_words_are_entered_without_dice() -> None:
    outcome = told(
        "destroyed: Scourge\nfled: dominators/CA09\ncaptured by the dominion: CA02\nsurvived: the rest",
        "Human Union",
        "They were waiting for us.\n\nThey did not wait long.",
        "dominators: Your convoy was betrayed.\nThe Dominion: By whom?",
    )
    assert ends(outcome) == {
        "humans/CA01": "survived",
        "humans/CA02": "captured",
        "2034-3|MA": "survived",
        "dominators/CA01": "destroyed",
        "dominators/CA09": "fled",
    }
    assert (outcome.method, outcome.winner) == ("narrated", "humans")
    assert outcome.story == ("They were waiting for us.", "They did not wait long.")
    assert outcome.told == {"dominators": ("Your convoy was betrayed.", "By whom?")}
    by = {one.unit: one for one in outcome.units}
    assert by["humans/CA02"].captor == "dominators"
    assert (by["dominators/CA01"].munitions, by["dominators/CA01"].crates) == (0, {})
    assert (by["humans/CA01"].munitions, by["humans/CA01"].crates) == (8, {"FI": 4})


@pytest.mark.rule("CW-9.0-03")
@pytest.mark.parametrize(
    ("fates", "sentence"),
    [
        ("destroyed: Valiant", "does not say what became of 2034-3|MA, dominators/CA01, dominators/CA09, humans/CA02"),
        ("destroyed: Valiant\nfled: Valiant\nsurvived: the rest", "humans/CA01 has two fates"),
        ("captured by humans: Valiant\nsurvived: the rest", "can only be captured by a side that fought it"),
        ("munitions 99: Valiant\nsurvived: all", "had munitions for 8 CPs, not 99"),
        ("left 9: 2034-3|MA\nsurvived: all", "there were 5; 9 cannot be left"),
    ],
)
def test_what_is_missing_or_said_twice_is_named(fates: str, sentence: str) -> None:
    with pytest.raises(GameError) as refused:
        told(fates)
    assert sentence in str(refused.value)


@pytest.mark.rule("CW-9.0-03")
@pytest.mark.parametrize(
    ("fates", "sentence"),
    [
        ("sunk: Valiant", "is nothing that becomes of a unit"),
        ("captured: Valiant", "is nothing that becomes of a unit"),
        ("destroyed by humans: Valiant", "is nothing that becomes of a unit"),
        ("survived the rest", "is not a line of an outcome"),
        ("destroyed: Valliant", "No unit `Valliant` fights here"),
        ("captured by martians: Valiant", "`martians` does not fight here"),
        ("survived: the rest of martians", "`martians` does not fight here"),
        ("damaged Beam emitter 3 x7: Valiant", "humans/CA01 has 6 of `Beam emitter 3`, not 7"),
        ("damaged Warp core: Valiant", "humans/CA01 has no `Warp core`"),
        ("damaged Bridge: Valiant\nwrecked Bridge: Valiant\nsurvived: all", "humans/CA01 has 1 of `Bridge`, not 2"),
        ("burnt 5: Valiant\nsurvived: all", "humans/CA01 has 4 shields, 0 of them off line"),
        ("carries 1 marines: Valiant\nsurvived: all", "humans/CA01 carries no `marines`"),
    ],
)
def test_what_cannot_be_read_is_said(fates: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        told(fates)
    assert sentence in str(refused.value)


def test_a_word_that_may_be_any_of_two_units_is_asked_for_again() -> None:
    for word in ("CA01", "Bold"):
        with pytest.raises(AmbiguousOrderError, match="may be any of"):
            told(f"destroyed: {word}\nsurvived: the rest")


@pytest.mark.rule("CW-9.0-03", "CW-9.0-04")
def test_damage_munitions_and_what_is_left_of_a_garrison_come_out_as_they_are_told() -> None:
    outcome = told(
        "damaged beam emitter 3 x2, Bridge: Valiant\nwrecked Beam emitter 3 x1: Valiant\nmunitions 3: Valiant\n"
        "left 2: 2034-3|MA\nfled: all dominators\nsurvived: the rest of humans"
    )
    by = {one.unit: one for one in outcome.units}
    assert by["humans/CA01"].wounds == Wounds({"Beam emitter 3": 2, "Bridge": 1}, {"Beam emitter 3": 1})
    assert (by["humans/CA01"].munitions, by["2034-3|MA"].count) == (3, 2)
    assert [by[key].fate for key in ("dominators/CA01", "dominators/CA09")] == ["fled", "fled"]


@pytest.mark.rule("CW-9.0-03", "CW-9.6-04")
def test_a_word_mends_nothing_that_was_out_of_order_before_the_battle() -> None:
    old = Wounds({"Beam emitter 3": 3, "Bridge": 1}, {"Beam emitter 3": 1}, burnt=2)
    hurt = changed(BATTLE, units=(changed(UNITS[0], wounds=old), *UNITS[1:]))

    def after(lines: str) -> Wounds:
        made = parse_narration(hurt, f"{lines}survived: all", "nobody", "", "", NAMES)
        return next(one.wounds for one in made.units if one.unit == "humans/CA01")

    assert after("") == old
    assert after("damaged Beam emitter 3: Valiant\n") == old, "one is fewer than were damaged"
    wrecked = after("wrecked Beam emitter 3 x5, Bridge: Valiant\nburnt 4: Valiant\n")
    assert wrecked == Wounds({"Beam emitter 3": 1}, {"Beam emitter 3": 5, "Bridge": 1}, burnt=4)
    with pytest.raises(NotationError, match="2 of them off line before"):
        after("burnt 1: Valiant\n")


@pytest.mark.rule("CW-9.0-03", "CW-9.0-04")
def test_shields_off_line_and_what_is_left_aboard_are_told_too() -> None:
    outcome = told("burnt 3: Valiant\nsurvived: all")
    assert outcome.units[0].wounds == Wounds(burnt=3)
    carried = told("carries 1 fi: Valiant, Scourge\ncarries 0 FI: humans/CA02\nsurvived: all")
    assert [dict(one.crates) for one in carried.units] == [{"FI": 1}, {}, {"FI": 4}, {"FI": 1}, {"FI": 4}]
    with pytest.raises(GameError, match="did not carry so many"):
        told("carries 5 FI: Valiant\nsurvived: all")


def test_each_rest_is_of_those_that_no_line_before_it_names() -> None:
    outcome = told(
        "destroyed: Valiant\nmunitions 1: the rest of dominators\nfled: the rest of the dominion\nsurvived: the rest"
    )
    assert list(ends(outcome).values()) == ["destroyed", "survived", "survived", "fled", "fled"]
    assert [one.munitions for one in outcome.units if one.unit.startswith("dominators")] == [1, 1]


def test_a_number_for_the_rest_is_for_all_whose_fate_no_line_names_by_itself() -> None:
    outcome = told(
        "fled: Scourge\nleft 5: 2034-3|MA\nsurvived: all\nmunitions 1: the rest of dominators\nmunitions 1: Valiant"
    )
    assert [one.munitions for one in outcome.units if "|" not in one.unit] == [1, 8, 8, 1]


def test_words_for_one_side_begin_with_it() -> None:
    with pytest.raises(NotationError, match="is for nobody"):
        told("survived: all", alone="You were betrayed.")
    with pytest.raises(NotationError, match="does not fight here"):
        told("survived: all", alone="martians: You were betrayed.")


def test_a_form_begins_with_everybody_alive() -> None:
    assert write_narration(BATTLE) == "survived: the rest"
    assert set(ends(told(write_narration(BATTLE))).values()) == {"survived"}


ENDS: tuple[Fate, ...] = ("survived", "destroyed", "fled", "captured")
HURT = st.dictionaries(st.sampled_from(sorted(LAYOUT)), st.just(1), max_size=2)


@st.composite
def outcomes(draw: st.DrawFn) -> BattleOutcome:
    made: list[UnitOutcome] = []
    for one in UNITS:
        held = not one.fleet
        fate = draw(st.sampled_from(ENDS[:2] if held else ENDS))
        if fate == "destroyed":
            made.append(UnitOutcome(one.unit, "destroyed"))
            continue
        captor = {"humans": "dominators", "dominators": "humans"}[one.side] if fate == "captured" else ""
        wounds = Wounds() if held else Wounds(draw(HURT), {}, draw(st.integers(0, 4)))
        left = draw(st.integers(0, 4))
        crates = one.crates if held else {"FI": left} if left else {}
        munitions = draw(st.integers(0, one.munitions))
        count = draw(st.integers(1, one.count)) if held else 0
        made.append(UnitOutcome(one.unit, fate, wounds, munitions, crates, captor, count=count))
    return BattleOutcome(BATTLE.id, "narrated", draw(st.sampled_from(["", "humans"])), tuple(made))


@given(outcomes())
def test_what_is_written_for_a_form_is_read_as_it_was(outcome: BattleOutcome) -> None:
    check_outcome(BATTLE, outcome)
    assert told(write_narration(BATTLE, outcome), outcome.winner) == outcome


@pytest.mark.rule("CW-9.0-04")
def test_a_battle_goes_out_as_a_file_with_all_its_forces_and_comes_back_with_its_result() -> None:
    text = write_account(BATTLE)
    for one in UNITS:
        assert one.unit in text
    assert "6 Beam emitter 3" in text
    assert "munitions 8" in text
    assert ends(read_account(BATTLE, text, NAMES)) == {one.unit: "survived" for one in UNITS}, "as it went out"
    played = text.replace("survived: the rest", "destroyed: Valiant\nmunitions 2: Scourge\nfled: the rest").replace(
        "winner: nobody", "winner: The Dominion\nstory: It was long.\nstory: It was loud.\ntell humans: You ran."
    )
    back = read_account(BATTLE, played, NAMES)
    assert (back.winner, back.story) == ("dominators", ("It was long.", "It was loud."))
    assert back.told == {"humans": ("You ran.",)}
    assert ends(back)["humans/CA01"] == "destroyed"
    assert next(one.munitions for one in back.units if one.unit == "dominators/CA01") == 2
    with pytest.raises(GameError, match="does not say what became of"):
        read_account(BATTLE, "winner: humans\nfled: Valiant")


@pytest.mark.rule("CW-9.0-04")
@given(outcome=outcomes())
def test_what_came_of_a_battle_is_read_from_its_file_as_it_was_written(outcome: BattleOutcome) -> None:
    assert read_account(BATTLE, write_account(BATTLE, outcome), NAMES) == changed(outcome, method="narrated")
