"""The lines that a captain may add by a tap: what the turn leads to, what it waits for, what a battle does not have."""

import pytest

from rules.pentagon_war.captains.offers import LineOffer, check_lines, comes_in, offers, segment_of, settings_offered
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.designs import MissileType
from rules.pentagon_war.geometry import sides_to
from rules.pentagon_war.notation.decide import LineChange, adjust_line, parse_decision, waiting_in
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import LaunchMissile
from rules.pentagon_war.programme import ActLine, BlastLine, FireLine, conditions_in
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Craft, MissileBox
from rules.values import GameError, NotationError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.captains.test_acts import LINKS, MOON, field, fly, still
from tests.rules.pentagon_war.combat.stage import missile

BOMBS = Options(self_destruction=True, ramming=True, hyper_bombs=True)


def found(battle: Battle, text: str = "stance flee") -> dict[str, LineOffer]:
    """What X1 is offered, by line."""
    plan = parse_programme(text, "X1", battle.now.turn)
    return {each.line: each for each in offers(view_for(battle, "X"), "X1", plan)}


def looked(battle: Battle, text: str) -> Preview:
    """What a programme of X1 comes to."""
    return preview(view_for(battle, "X"), parse_programme(text, "X1", battle.now.turn))


def bomber(at: str = "1015", *states: str) -> Craft:
    """A craft at rest with a hyper bomb and a missile."""
    boxes = (MissileBox("M1", MissileType(hyper=True)), MissileBox("M2", MissileType()))
    return changed(still("X1", at), missiles=boxes)


@pytest.mark.rule("PW-B74", "PW-B75")
def test_a_ram_is_offered_from_the_impulse_in_which_the_course_meets_the_enemy() -> None:
    meets = field(kit.craft("X1", "1015", velocity=(12, 0)), still("Y1", "1012"))
    offer = found(meets)["ram Y1 from 3 to 12"]
    assert "takes 12 points, you 12, if it strikes: in impulse 3" in offer.reason
    assert not offer.best, "it does no more to them than to us"
    misses = found(field(still("X1", "1015"), still("Y1", "1012")))["ram Y1"]
    assert "not in this turn as it is plotted" in misses.reason
    line = ActLine("ram", "Y1", first=3)
    assert (comes_in(looked(meets, "ram Y1 from 3 to 12; stance flee"), line), segment_of(line)) == (3, 5)


@pytest.mark.rule("PW-A20", "PW-A21")
def test_the_last_resort_says_how_strong_it_is_and_a_preview_ends_with_it() -> None:
    scene = field(still("X1", "1015"), still("Y1", "1001"))
    assert "explodes with 18 points in its hex" in found(scene)["self-destruct when armor <= 0"].reason
    gone = looked(scene, "self-destruct when impulse >= 4")
    assert [place.impulse for place in gone.path] == [1, 2, 3]
    assert comes_in(gone, ActLine("self-destruct")) == 4


@pytest.mark.rule("PW-M30", "PW-S141")
def test_a_craft_is_offered_what_it_was_built_to_join_and_parting_once_it_has() -> None:
    one = still("X1", "1015", name="XYZ", attachments=(LINKS["XYZ"],))
    two = still("X2", "1015", name="ABC", attachments=(LINKS["ABC"],))
    scene = field(one, two, still("Y1", "1001"))
    assert found(scene)["join X2"].best
    assert not found(scene)["separate"].best
    joined = found(scene, "join X2")
    assert "in impulse 2" in joined["separate from 2 to 12"].reason
    after = looked(scene, "join X2; separate when impulse >= 7")
    assert [comes_in(after, ActLine("join", "X2")), comes_in(after, ActLine("separate"))] == [1, 7]
    alone = found(field(still("X1", "1015"), still("Y1", "1001")))
    assert alone["join"].refused == "X1 was not built to be joined to another craft."


@pytest.mark.rule("PW-A66")
def test_an_orbit_is_starred_where_the_craft_may_enter_it_and_refused_where_there_is_no_body() -> None:
    beside = found(field(still("X1", "1016"), still("Y1", "1001"), bodies={"moon": MOON}))
    assert beside["orbit moon"].best
    fast = found(field(kit.craft("X1", "1016", velocity=(6, 0)), still("Y1", "1001"), bodies={"moon": MOON}))
    assert not fast["orbit moon"].best
    assert "no planet or moon" in found(field(still("X1", "1016"), still("Y1", "1001")))["orbit"].refused


@pytest.mark.rule("PW-A35", "PW-A36")
def test_a_hyper_bomb_is_offered_at_nothing_and_to_be_set_off_and_other_missiles_only_in_flight() -> None:
    given = found(field(bomber(), still("Y1", "1010"), options=BOMBS))
    assert given["fire M1 at nothing heading A"].best
    assert "detonate M1 when range <= 1" in given
    assert not any("M2" in line for line in given)


@pytest.mark.rule("PW-A36", "PW-A37")
def test_a_bomb_launched_at_nothing_flies_straight_and_is_set_off_by_its_line() -> None:
    scene = field(bomber(), still("Y1", "1011"), options=BOMBS)
    text = "fire M1 at nothing heading A; detonate M1 when range to Y1 <= 0; stance flee"
    assert comes_in(looked(scene, text), BlastLine("M1")) == 8
    done = fly(scene, text)
    assert done.battle.craft["Y1"].fate == "destroyed"
    wide = fly(scene, text.replace("heading A", "heading D"))
    assert wide.battle.craft["Y1"].fate != "destroyed"
    assert wide.battle.missiles["X1.M1"].at == kit.hexed("1021")


@pytest.mark.rule("PW-A36")
def test_without_a_heading_a_bomb_goes_where_its_craft_faces_and_the_line_is_read_as_it_is_written() -> None:
    plan = parse_programme("launch m1 at Nothing heading b rail from 2 to 4 when impulse >= 3", "X1", 1)
    assert plan.fire[0].heading == 1
    assert programme_lines(plan)[0] == "fire M1 at nothing heading B rail from 2 to 4 when impulse >= 3"
    scene = field(bomber(), still("Y1", "1011"), options=BOMBS)
    done = fly(scene, "fire M1 at nothing; stance flee")
    assert done.battle.missiles["X1.M1"].heading == scene.craft["X1"].facing
    assert parse_decision("X1 launch M1 at nothing heading C") == LaunchMissile("X1", "M1", "", 2)


@pytest.mark.rule("PW-A36")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fire L1 at nothing", "only a hyper bomb is launched at nothing"),
        ("fire all at nothing", "only a hyper bomb is launched at nothing"),
        ("fire M1 at Y1 heading B", "the rest heads for its target"),
        ("fire M1 at nothing heading X", "A to F"),
    ],
)
def test_a_heading_or_nothing_where_it_makes_no_sense_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        parse_programme(line, "X1", 1)


@pytest.mark.parametrize(
    ("line", "options", "sentence", "rule"),
    [
        ("ram Y1", Options(), "played without ramming", "PW-B74"),
        ("self-destruct when always", Options(), "played without self-destruction", "PW-A20"),
        ("ram X1", BOMBS, "nothing X1 can ram", "PW-B74"),
        ("ram moon", BOMBS, "nothing X1 can ram", "PW-B74"),
        ("join X2", BOMBS, "was not built to be joined", "PW-S141"),
        ("separate", BOMBS, "was not built to be joined", "PW-M30"),
        ("orbit Y1", BOMBS, "is not a planet or moon of this battle", "PW-A66"),
        ("fire M2 at nothing", BOMBS, "M2 of X1 is not a hyper bomb", "PW-A36"),
    ],
)
def test_what_can_never_come_about_is_refused_with_its_rule(
    line: str, options: Options, sentence: str, rule: str
) -> None:
    scene = field(bomber(), still("X2", "1015"), still("Y1", "1001"), options=options, bodies={"moon": MOON})
    with pytest.raises(GameError, match=sentence) as refused:
        check_lines(scene, scene.craft["X1"], parse_programme(line, "X1", 1))
    assert refused.value.rule == rule


def test_a_line_about_a_craft_that_is_lost_by_now_hinders_nobody() -> None:
    lost = changed(still("Y1", "1001"), fate="destroyed")
    scene = field(bomber(), lost, still("Y2", "1003"), options=BOMBS)
    check_lines(scene, scene.craft["X1"], parse_programme("ram Y1", "X1", 1))


@pytest.mark.parametrize(
    ("line", "change", "after"),
    [
        ("ram Y1 from 3 to 12", LineChange(first=5), "ram Y1 from 5 to 12"),
        ("ram Y1 from 3 to 4", LineChange(first=5), "ram Y1 from 5 to 5"),
        ("ram Y1", LineChange(target=""), "ram"),
        ("self-destruct when armor <= 0", LineChange(when=()), "self-destruct when always"),
        ("detonate M1", LineChange(when=conditions_in("range <= 1")), "detonate M1 when range <= 1"),
        ("fire M1 at nothing heading A", LineChange(heading=3), "fire M1 at nothing heading D"),
        ("stop when range < 3 say now", LineChange(when=conditions_in("hit >= 5")), "stop when hit >= 5 say now"),
        ("leave", LineChange(target="separation"), "leave by separation"),
    ],
)
def test_a_line_is_changed_in_one_part(line: str, change: LineChange, after: str) -> None:
    assert adjust_line(line, change) == after


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("ram Y1", LineChange(heading=1)),
        ("ram Y1", LineChange(first=13)),
        ("detonate M1", LineChange(first=2)),
        ("stop when range < 3", LineChange(when=())),
        ("1-3 accelerate", LineChange(first=2)),
        ("fire L1 at Y1", LineChange(heading=1)),
        ("leave", LineChange(target="magic")),
    ],
)
def test_what_a_line_does_not_have_cannot_be_changed(line: str, change: LineChange) -> None:
    with pytest.raises(NotationError):
        adjust_line(line, change)


def test_only_lines_with_conditions_are_waiting() -> None:
    assert isinstance(waiting_in("fire L1"), FireLine)
    assert waiting_in("stance flee") is None


def test_each_setting_that_is_offered_can_be_read_and_changes_the_plan() -> None:
    scene = field(still("X1", "1015"), still("Y1", "1001"))
    plan = parse_programme("stance flee", "X1", 1)
    given = settings_offered(view_for(scene, "X"), "X1", plan)
    assert {"power radar off", "take side 1", "stop when armor <= 0"} <= {each.line for each in given}
    for each in given:
        after = parse_programme(f"stance flee; {each.line}", "X1", 1)
        assert after != plan, each.line
        again = settings_offered(view_for(scene, "X"), "X1", after)
        assert each.line.startswith("stop") or each.line not in {one.line for one in again}


@pytest.mark.rule("PW-S141", "PW-M30")
def test_a_line_to_join_waits_for_any_partner_and_one_that_names_a_lost_one_does_no_harm() -> None:
    one = still("X1", "1015", name="XYZ", attachments=(LINKS["XYZ"],))
    two = still("X2", "1015", name="ABC", attachments=(LINKS["ABC"],))
    odd = still("X3", "1015", name="Other", attachments=(changed(LINKS["ABC"], to="Nobody"),))
    scene = field(one, changed(two, fate="destroyed"), odd, still("Y1", "1001"))
    for line in ("join", "join X2", "separate"):
        check_lines(scene, scene.craft["X1"], parse_programme(line, "X1", 1))
    with pytest.raises(GameError):
        check_lines(scene, scene.craft["X1"], parse_programme("join X3", "X1", 1))


@pytest.mark.rule("PW-A36")
def test_a_hyper_bomb_is_offered_toward_the_nearest_enemy_and_where_there_is_none_ahead() -> None:
    at_one = found(field(bomber(), still("Y1", "1010"), still("Y2", "1001"), options=BOMBS))
    assert at_one["fire M1 at nothing heading A"].reason == "a hyper bomb, straight on to A toward Y1"
    behind = found(field(bomber(), still("Y1", "1020"), options=BOMBS))
    assert behind["fire M1 at nothing heading D"].reason == "a hyper bomb, straight on to D toward Y1"
    lone = found(field(bomber(), options=BOMBS))["fire M1 at nothing heading A"]
    assert (lone.reason, lone.best) == ("a hyper bomb, straight on to A", False)


@pytest.mark.rule("PW-B74")
def test_six_of_the_nearest_enemies_are_offered_to_be_rammed_and_not_a_seventh() -> None:
    enemies = [still(f"Y{n}", f"10{15 - n:02}") for n in range(1, 8)]
    lines = [line for line in found(field(still("X1", "1015"), *enemies)) if line.startswith("ram Y")]
    assert sorted(lines) == [f"ram Y{n}" for n in range(1, 7)]


@pytest.mark.rule("PW-B74", "PW-B75")
def test_a_ram_is_advised_where_it_does_more_to_them_than_to_us() -> None:
    runner = kit.craft("X1", "1015", velocity=(12, 0), ramming_weights=2)
    given = found(field(runner, still("Y1", "1012")))["ram Y1 from 3 to 12"]
    plain = found(field(kit.craft("X1", "1015", velocity=(12, 0)), still("Y1", "1012")))["ram Y1 from 3 to 12"]
    assert (given.best, plain.best) == (True, False)


@pytest.mark.rule("PW-C05", "PW-B70", "PW-B77")
@pytest.mark.parametrize(
    ("line", "segment"),
    [("leave", 0), ("ram Y1", 5), ("self-destruct when always", 5), ("detonate M1", 5), ("join X2", 6), ("orbit moon", 6),
     ("separate", 6), ("fire M1 at nothing", 6)],
)  # fmt: skip
def test_each_rarer_line_comes_about_in_its_segment(line: str, segment: int) -> None:
    plan = parse_programme(line, "X1", 1)
    lines: list[ActLine | BlastLine | FireLine] = [*plan.acts, *plan.blasts, *plan.fire]
    (only,) = lines
    assert segment_of(only) == segment


@pytest.mark.parametrize(
    ("power", "offered"),
    [("", "power radar off"), ("power radar off", "power radar on"), ("power radar off, invisible", "")],
)
def test_a_radar_may_be_switched_unless_the_craft_hides(power: str, offered: str) -> None:
    scene = field(still("X1", "1015", radar_invisibility=True), still("Y1", "1001"))
    plan = parse_programme(power, "X1", 1)
    lines = {each.line for each in settings_offered(view_for(scene, "X"), "X1", plan)}
    assert lines & {"power radar on", "power radar off"} == ({offered} if offered else set())


@pytest.mark.rule("PW-A36", "PW-S65")
def test_what_a_missile_does_where_it_is_set_off_is_told() -> None:
    flying = changed(bomber(), missiles=tuple(changed(box, state="marked") for box in bomber().missiles))
    up = {f"X1.{box.id}": missile(f"X1.{box.id}", "1013", "Y1", kind=box.kind) for box in flying.missiles}
    given = found(field(flying, still("Y1", "1010"), options=BOMBS, missiles=up))
    assert (
        given["detonate M1 when range <= 1"].reason == "beside an enemy: all in its hex is gone, 32 less 8 a hex around"
    )
    assert given["detonate M2 when range <= 1"].reason == "beside an enemy: 6 points in its hex"
    assert given["detonate M2 when range <= 1"].best


@pytest.mark.rule("PW-B26", "PW-A32")
@pytest.mark.parametrize("screens", [0, 4])
def test_the_side_that_faces_the_nearest_enemy_is_offered_to_be_screened_and_to_be_struck(screens: int) -> None:
    me = still("X1", "1015", screens=screens)

    def lines(*others: Craft) -> dict[str, str]:
        scene = field(me, *others)
        given = settings_offered(view_for(scene, "X"), "X1", parse_programme("stance flee", "X1", 1))
        return {each.line: each.reason for each in given if "side" in each.line}

    ahead = lines(still("Y1", "1001"), still("Y2", "1029"))
    side = sides_to(me.at, me.facing, still("Y1", "1001").at)[0]
    struck = {f"take side {side}": f"a blow between two sides strikes side {side}"}
    first = {f"screen side {side}": f"side {side} faces Y1 now: it is screened first"}
    assert ahead == (first | struck if screens else struck)
    assert lines(still("Y1", "1015")) == {}, "who is in the same hex has no side"
