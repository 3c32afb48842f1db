"""What a dogfight's scenario says in numbers: each bound, one beyond it, and what stands where it says nothing."""

import pytest

from rules.air_force.jets import Jet, Stores
from rules.air_force.setup import Wishes, dogfight_from, new_dogfight, scenario
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, card_of
from rules.dice import ScriptedDice
from rules.values import GameError, changed
from tests.used_up import assert_used_up

DUEL = scenario("duel").replace('sun = "rolled"', 'sun = "west"')
BANDITS = scenario("escort")
DUELLIST = card_of(Options(), "Generic dogfighter")


def read(text: str, wishes: Wishes | None = None) -> Dogfight:
    return dogfight_from(text, wishes or Wishes(), ScriptedDice([]))


def first_jet(line: str, value: str) -> str:
    """The duel with a line of its first jet in place of what stood there."""
    head, _, rest = DUEL.partition("player = true")
    kept = [one for one in head.splitlines() if not one.startswith(f"{line} =")]
    return "\n".join([*kept, f"{line} = {value}", "player = true"]) + rest


def own(text: str) -> Jet:
    return read(text).jets["P1"]


@pytest.mark.rule("JET-X03")
@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("heading", 1, 6), ("altitude", 1, 9), ("speed", 1, DUELLIST.max_speed), ("fuel", 0, 99), ("missiles", 0, 9),
        ("guns", 0, 9),
    ],
)  # fmt: skip
def test_each_number_of_a_jets_card_has_its_bounds(field: str, low: int, high: int) -> None:
    for value in (low, high):
        made = own(first_jet(field, str(value)))
        held = made.stores
        assert (getattr(made, field) if hasattr(made, field) else getattr(held, field)) == value
    for value in (low - 1, high + 1):
        with pytest.raises(GameError, match=rf"`{field}` of .*a whole number from {low} to {high}"):
            read(first_jet(field, str(value)))


@pytest.mark.rule("JET-X03", "JET-X12", "JET-X15")
def test_a_card_that_says_no_more_flies_level_at_five_with_speed_four_and_its_cards_stores() -> None:
    text = DUEL
    for line in ("altitude = 5\n", "speed = 4\n"):
        text = text.replace(line, "")
    made = own(text)
    assert (made.altitude, made.speed, made.heading) == (5, 4, 1)
    assert made.stores == Stores(12, DUELLIST.guns, DUELLIST.missiles)
    assert (made.crew, made.role, made.bonus, made.marksmanship, made.attention) == ("player", "fighter", 0, 0, 100)
    quiet = read(DUEL.replace("player = true", ""))
    assert {jet.crew for jet in quiet.jets.values()} == {"doctrine"}


@pytest.mark.rule("JET-X04")
@pytest.mark.parametrize(("field", "low", "high"), [("columns", 18, 100), ("rows", 18, 100)])
def test_a_map_holds_its_jets_and_is_a_hundred_hexes_wide_at_most(field: str, low: int, high: int) -> None:
    for value in (low, high):
        made = read(DUEL.replace("[dogfight]", f"[dogfight]\n{field} = {value}"))
        other = {"columns": made.rows, "rows": made.columns}[field]
        assert (getattr(made, field), other) == (value, 24)
    for value in (11, high + 1):
        with pytest.raises(GameError, match="a whole number from 12 to 100"):
            read(DUEL.replace("[dogfight]", f"[dogfight]\n{field} = {value}"))
    small = DUEL.replace('"1218"', '"0612"').replace('"1206"', '"0606"')
    made = read(small.replace("[dogfight]", "[dogfight]\ncolumns = 12\nrows = 12"))
    assert (made.columns, made.rows) == (12, 12)


@pytest.mark.parametrize(
    ("field", "low", "high", "shown"),
    [("attention", 0, 100, "attention"), ("marksmanship", -6, 6, "marksmanship"), ("initiative", -6, 6, "bonus")],
)
def test_bandits_are_as_able_as_their_difficulty_says_within_bounds(
    field: str, low: int, high: int, shown: str
) -> None:
    def levelled(value: int) -> str:
        head, _, rest = BANDITS.partition("[difficulty.even]")
        level, _, after = rest.partition("[difficulty.hard]")
        kept = [one for one in level.splitlines() if not one.startswith(f"{field} =")]
        return "\n".join([head, "[difficulty.even]", *kept, f"{field} = {value}", "[difficulty.hard]"]) + after

    for value in (low, high):
        made = read(levelled(value))
        assert {getattr(jet, shown) for jet in made.jets.values() if jet.side == "red"} == {value}
        assert {getattr(jet, shown) for jet in made.jets.values() if jet.side == "blue"} == {
            {"attention": 100, "marksmanship": 0, "bonus": 0}[shown]
        }
    for value in (low - 1, high + 1):
        with pytest.raises(GameError, match=f"a whole number from {low} to {high}"):
            read(levelled(value))


def test_a_difficulty_that_says_no_more_is_one_attentive_ordinary_bandit() -> None:
    head, _, rest = BANDITS.partition("[difficulty.easy]")
    _, _, jets = rest.partition("[[side]]")
    made = read(f"{head}[difficulty.even]\n\n[[side]]{jets}")
    bandits = [jet for jet in made.jets.values() if jet.side == "red"]
    assert [(jet.id, jet.attention, jet.marksmanship, jet.bonus) for jet in bandits] == [("B1", 100, 0, 0)]
    assert made.difficulty == "even"
    for fighters, words in (
        (9, "from 0 to 8"),
        (-1, "from 0 to 8"),
        (8, "at most 3 bandits"),
        (4, "at most 3 bandits"),
    ):
        with pytest.raises(GameError, match=words):
            read(f"{head}[difficulty.even]\nfighters = {fighters}\n\n[[side]]{jets}")
    three = read(f"{head}[difficulty.even]\nfighters = 3\n\n[[side]]{jets}")
    assert [jet.id for jet in three.jets.values() if jet.side == "red"] == ["B1", "B2", "B3"]
    with pytest.raises(GameError, match="Red has no jet"):
        read(f"{head}[difficulty.even]\nfighters = 0\n\n[[side]]{jets}")


def test_as_many_bandits_come_as_the_pilot_wishes_and_a_duel_has_none() -> None:
    for wished, there in ((0, 2), (1, 1), (2, 2), (3, 3)):
        made = read(BANDITS, Wishes(bandits=wished))
        assert sum(jet.side == "red" for jet in made.jets.values()) == there
    with pytest.raises(GameError, match="at most 3 bandits"):
        read(BANDITS, Wishes(bandits=4))
    assert read(DUEL).difficulty == ""
    assert read(DUEL).jets["P2"].attention == 100
    with pytest.raises(GameError, match="not a difficulty; there are easy, even, hard"):
        read(DUEL, Wishes("mad"))


@pytest.mark.rule("JET-M12", "JET-X17")
@pytest.mark.parametrize(
    ("written", "wished", "flown"),
    [(False, False, False), (True, False, True), (False, True, True), (True, True, True)],
)
def test_aerobatics_are_flown_if_the_scenario_or_the_pilot_wants_them(
    *, written: bool, wished: bool, flown: bool
) -> None:
    text = DUEL.replace("[[side]]", f"[options]\naerobatics = {str(written).lower()}\n\n[[side]]", 1)
    assert read(text, Wishes(aerobatics=wished)).options.aerobatics is flown


def test_a_scenarios_house_rules_hold_and_one_that_names_nothing_is_refused() -> None:
    def ruled(line: str) -> str:
        return DUEL.replace("[[side]]", f"[options.overrides]\n{line}\n\n[[side]]", 1)

    made = read(ruled('"JET-T05/fuel_start/value" = "7"'))
    assert made.jets["P1"].stores == Stores(7, DUELLIST.guns, DUELLIST.missiles)
    assert read(ruled('"JET-T05/map_rows/value" = "30"')).rows == 30
    with pytest.raises(GameError):
        read(ruled('"JET-T05/nothing/value" = "7"'))
    with pytest.raises(GameError, match="whole number from 0 up"):
        read(ruled('"JET-T05/map_rows/value" = "-1"'))
    noted = DUEL.replace("[[side]]", '[options.rulings]\n"JET-X05" = "Leaving is losing."\n\n[[side]]', 1)
    assert dict(read(noted).options.rulings) == {"JET-X05": "Leaving is losing."}


@pytest.mark.rule("JET-X19")
def test_the_pilots_wish_for_the_sun_goes_before_the_scenario_and_neither_rolls() -> None:
    assert read(DUEL).sun == "west"
    assert read(DUEL, Wishes(sun="night")).sun == "night"
    with pytest.raises(GameError, match="one of north, east, south, west, night, rolled"):
        read(DUEL.replace('"west"', '"down"'))
    unsaid = DUEL.replace('sun = "west"\n', "")
    rolled = ScriptedDice([2])
    assert dogfight_from(unsaid, Wishes(), rolled).sun == "east"
    assert_used_up(rolled)


@pytest.mark.rule("JET-E17", "JET-X12")
def test_who_wishes_a_slower_jet_starts_at_its_best_speed_with_its_own_weapons() -> None:
    slow = Options(overrides={"JET-T06/MiG-17F/max speed": "3"})
    text = DUEL.replace("[[side]]", '[options.overrides]\n"JET-T06/MiG-17F/max speed" = "3"\n\n[[side]]', 1)
    made = read(text, Wishes(aircraft="MiG-17F"))
    card = card_of(slow, "MiG-17F")
    assert (made.jets["P1"].type, made.jets["P1"].speed) == ("MiG-17F", 3)
    assert made.jets["P1"].stores == Stores(12, card.guns, card.missiles)
    assert (made.jets["P2"].type, made.jets["P2"].speed) == ("Generic dogfighter", 4), "the other side's is its own"
    own_wing = new_dogfight("escort", Wishes(aircraft="MiG-17F"), ScriptedDice([]))
    assert own_wing.jets["T1"].type == "C-97 transport", "only the jet that is flown"


@pytest.mark.parametrize("missing", ["guns", "missiles"])
def test_one_kind_of_weapon_is_enough_to_be_flown_as_a_fighter(missing: str) -> None:
    base = card_of(Options(), "Generic dogfighter")
    assert base.guns
    assert base.missiles
    rule = f'[options.overrides]\n"JET-T06/Generic fighter/{missing}" = "0"\n\n[[side]]'
    made = read(DUEL.replace("[[side]]", rule, 1), Wishes(aircraft="Generic fighter"))
    held = made.jets["P1"].stores
    assert held is not None
    assert getattr(held, missing) == 0
    assert changed(held, guns=0, missiles=0) == Stores(12, 0, 0)


@pytest.mark.rule("JET-E10", "JET-X03")
@pytest.mark.parametrize(
    ("cell", "good", "bad"),
    [("energy factor", ("1", "5"), ("0", "6")), ("max speed", ("1",), ("0",)), ("guns", ("0",), ("-1",)),
     ("missiles", ("0",), ("-1",))],
)  # fmt: skip
def test_a_house_card_stays_within_what_a_card_can_say(cell: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    for value in good:
        made = card_of(Options(overrides={f"JET-T06/F-86F Sabre/{cell}": value}), "F-86F Sabre")
        names = {"energy factor": "factor", "max speed": "max_speed"}
        assert getattr(made, names.get(cell, cell)) == int(value)
    for value in bad:
        with pytest.raises(GameError, match=r"Energy Factor is a whole|top Speed of 1 or more"):
            card_of(Options(overrides={f"JET-T06/F-86F Sabre/{cell}": value}), "F-86F Sabre")


@pytest.mark.rule("JET-X21")
def test_who_stands_after_the_bandits_that_are_not_wanted_flies_all_the_same() -> None:
    """Jets in another order, the bandits first: of three two stay at home, and whoever is listed after them is there."""
    head, *jets = BANDITS.split("[[jet]]")
    backwards = "[[jet]]".join([f"{head.rstrip()}\n\n", *(f"{jet.rstrip()}\n\n" for jet in reversed(jets))])
    made, usual = read(backwards, Wishes(bandits=1)), read(BANDITS, Wishes(bandits=1))
    assert {j.id for j in made.jets.values() if j.side == "blue"} == {
        j.id for j in usual.jets.values() if j.side == "blue"
    }
    assert [j.id for j in made.jets.values() if j.side == "red"] == ["B3"]
    assert [j.id for j in usual.jets.values() if j.side == "red"] == ["B1"]
    assert made.jets["T1"] == usual.jets["T1"]
    guarded = BANDITS.replace('id = "B3"', 'id = "B3"\nguarded = true')
    assert [j.id for j in read(guarded, Wishes(bandits=1)).jets.values() if j.side == "red"] == ["B1", "B3"]
