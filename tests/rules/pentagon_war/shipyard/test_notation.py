"""Designs as text, both ways; whatever is not one is answered in one sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.pentagon_war.designs import CargoBox, Design, DesignLink, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.geometry import ARCS, Arc
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import PART_WORDS, add, blank, remove
from rules.pentagon_war.shipyard.notation import LINE_READERS, LINE_WRITERS, format_design, library, parse_design
from rules.pentagon_war.shipyard.pricing import finish_design
from rules.values import GameError, NotationError, changed

PLAIN = Options()
FULL = """name: Wasp's Nest No. 2
power: Barnard
crew: manned
screens: 3 directional
armor: 3 2 1 0 1 2
hull: 4 + 3
cargo: 2x 8 missiles, 1 laser drone + 2 proton drones + 1 acid, 1 missile + 1 steel, empty, freight spare parts
fuel: 2
scoop: magnascoop
capacitors: 6
point defense: 3
radar: 6 5 3
engines: 2
final damage: 4
missiles: 2 basic, 1 speed 12 range 48 warhead 24, 1 hyper, 1 basic
drones: 2 laser, 1 point defense
control: 1 + 2
weapons: 2 laser, 1 electron all, 1 laser, 1 proton L+R, 1 beam RR
guns: acid 3, metal 4 RF+R
repair: 2
ramming weights: 1
special: invisibility, electronics, suicide bomb, movable
attach: Hornet at 180 blocking L, Hornet at 0 blocking R
notes: It stings; then it flies on, 50% of the time."""


def test_every_line_is_read_and_written_back() -> None:
    design = parse_design(FULL, PLAIN)
    assert format_design(design) == FULL
    assert tuple(LINE_READERS) == tuple(LINE_WRITERS) == tuple(line.partition(":")[0] for line in FULL.splitlines())
    assert design.cargo[2] == CargoBox(drones=("laser", "proton", "proton"), acid=1)
    assert design.missiles[2:4] == (MissileType(12, 48, 24), MissileType(hyper=True))
    assert design.weapons[2] == WeaponBox("electron", ARCS)
    assert design.attachments[0] == DesignLink("Hornet", 3, "L")


def test_one_line_with_semicolons_says_the_same() -> None:
    one_line = FULL.replace("\n", " ; ").replace("point defense: 3", "Point  Defense:3")
    assert parse_design(one_line, PLAIN) == parse_design(FULL, PLAIN)


def test_hull_and_final_damage_not_named_are_the_free_ones() -> None:
    short = parse_design("name: Wasp; screens: 2; engines: 1; fuel: 1; weapons: laser", PLAIN)
    assert short == finish_design(
        Design("Wasp", screens=2, engines=1, fuel_tanks=1, weapons=(WeaponBox("laser"),)), PLAIN
    )
    named = parse_design("name: Wasp; screens: 2; engines: 1; fuel: 1; weapons: laser; hull: 0 + 3", PLAIN)
    assert named == changed(short, hull_forward=0, hull_aft=3)


@pytest.mark.rule("PW-B24")
@pytest.mark.parametrize(
    ("said", "arcs"),
    [
        ("", ("LF", "RF")), ("F2", ("LF", "RF")), ("f2", ("LF", "RF")), ("R2", ("RR", "LR")),
        ("F4", ("L", "LF", "RF", "R")), ("ALL", ARCS), ("all", ARCS), ("L+F2", ("L", "LF", "RF")), ("lf", ("LF",)),
    ],
)  # fmt: skip
def test_arcs_are_names_joined_and_shorthands_stand_for_several(said: str, arcs: tuple[Arc, ...]) -> None:
    drawn = parse_design(f"name: Arc; weapons: 1 laser {said}; guns: acid 3 {said}", PLAIN)
    assert [drawn.weapons[0].arcs, drawn.guns[0].arcs] == [arcs, arcs]
    assert parse_design(format_design(drawn), PLAIN) == drawn


@pytest.mark.rule("PW-B24")
@pytest.mark.parametrize("said", ["F3", "L2", "F6", "F2+", "LF RF"])
def test_what_is_no_arc_is_refused_with_the_arcs_there_are(said: str) -> None:
    with pytest.raises(NotationError, match="firing arcs: RF, R, RR, LR, L, LF, F2, R2, F4, ALL"):
        parse_design(f"name: Arc; weapons: 1 laser {said}", PLAIN)


@pytest.mark.parametrize("name", library())
def test_the_library_reads_back_as_it_is_written(name: str) -> None:
    design = library()[name]
    assert parse_design(format_design(design), PLAIN) == design


COUNT = st.integers(0, 30)
ARC_SETS = st.lists(st.sampled_from(ARCS), min_size=1, max_size=6, unique=True).map(tuple)
ARMS = st.sampled_from(("laser", "electron", "proton", "point_defense"))
NAMES = st.text("abcXYZ09 -'.é", min_size=1, max_size=20).map(lambda text: " ".join(text.split()) or "Name")
DESIGNS = st.builds(
    Design,
    name=NAMES,
    manned=st.booleans(),
    screens=COUNT,
    directional=st.booleans(),
    armor=st.tuples(*[COUNT] * 6),
    hull_forward=COUNT,
    hull_aft=COUNT,
    cargo=st.lists(
        st.builds(
            CargoBox, missiles=COUNT, drones=st.lists(ARMS, max_size=4).map(tuple), acid=COUNT, steel=COUNT, other=NAMES
        )
        | st.just(CargoBox()),
        max_size=4,
    ).map(tuple),
    fuel_tanks=COUNT,
    scoop=st.sampled_from(("none", "ramscoop", "magnascoop")),
    radar=st.lists(st.integers(0, 9), max_size=5).map(tuple),
    engines=COUNT,
    final_damage=COUNT,
    missiles=st.lists(st.builds(MissileType, COUNT, COUNT, COUNT, st.booleans()), max_size=4).map(tuple),
    drones=st.lists(ARMS, max_size=6).map(tuple),
    main_control=COUNT,
    aux_control=COUNT,
    radar_invisibility=st.booleans(),
    weapons=st.lists(
        st.builds(WeaponBox, st.sampled_from(("laser", "electron", "proton", "beam")), ARC_SETS), max_size=6
    ).map(tuple),
    guns=st.lists(
        st.builds(GunTrack, st.sampled_from(("radiation", "acid", "metal")), COUNT, ARC_SETS), max_size=4
    ).map(tuple),
    suicide_bomb=st.booleans(),
    movable=st.booleans(),
    attachments=st.lists(st.builds(DesignLink, NAMES, st.integers(0, 5), st.sampled_from(ARCS)), max_size=3).map(tuple),
)


@given(DESIGNS)
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_back_the_same_legal_or_not(design: Design) -> None:
    assert parse_design(format_design(design), PLAIN) == design


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least its name"),
        ("   \n ; ", "at least its name"),
        ("screens: 3", "lacks its line `name: ...`"),
        ("hello", "a line is a system and a colon"),
        ("name: A; scren: 3", "did you mean `screens:`"),
        ("name: A; screens: 3; screens: 4", "is there twice"),
        ("name: A; screens: three", "whole number from 0 to 2560"),
        ("name: A; screens: -3", "whole number"),
        ("name: A; screens: 2561", "whole number"),
        ("name: A; screens: ²", "whole number"),
        ("name: A; screens: 3 sideways", "none of the kinds of screens: directional"),
        ("name: A; armor: 1 2 3", "six numbers, sides 1 to 6"),
        ("name: A; hull: 3", "takes two numbers"),
        ("name: A; crew: robots", "none of the crews: manned, unmanned"),
        ("name: A; scoop: ice", "none of the scoops"),
        ("name: A; weapons: phaser", "none of the weapons: laser, electron, proton, beam"),
        ("name: A; weapons: 0 laser", "omit what there is none of"),
        ("name: A; weapons: laser X+Y", "none of the firing arcs"),
        ("name: A; weapons: laser,", "none of the weapons"),
        ("name: A; guns: acid", "lacks the boxes of the gun's track"),
        ("name: A; guns: acid three", "whole number"),
        ("name: A; guns: water 3", "none of the guns"),
        ("name: A; missiles: 3 quick", "is not a missile"),
        ("name: A; drones: 3 acid", "none of the drones' arms"),
        ("name: A; cargo: 8 torpedoes", "none of the stores"),
        ("name: A; cargo: freight <@&1>", "plain characters"),
        ("name: A; cargo: 2 plasma drones", "none of the drones' arms"),
        ("name: A; special: cloak", "none of the abilities"),
        ("name: A; attach: B", "is not a link"),
        ("name: A; attach: B at 45 blocking L", "is not a link"),
        ("name: A; attach: B at 60 blocking X", "none of the firing arcs"),
        ("name: @everyone", "plain punctuation"),
        ("name: 🚀", "plain punctuation"),
        ("name: " + "A" * 41, "1 to 40"),
        ("name: A; notes: " + "a" * 201, "1 to 200"),
        ("🚀🚀🚀", "is not a line of a design"),
        ("x" * 4000, "is not a line of a design"),
        ("x" * 4001, "at most 4000 characters"),
        ("name: A; weapons: " + ",".join(["laser"] * 201), "200 are the most"),
    ],
)
def test_what_is_no_design_is_answered_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(NotationError) as told:
        parse_design(text, PLAIN)
    sentence = str(told.value)
    assert words in sentence
    assert len(sentence) < 250
    assert "\n" not in sentence
    assert sentence.endswith((".", "`."))


@given(st.text(max_size=4100) | st.text("name:;, +x0123 laserscreenshull", max_size=300).map(lambda t: f"name: A\n{t}"))
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_design_or_is_refused_in_words(text: str) -> None:
    try:
        design = parse_design(text, PLAIN)
    except GameError:
        return
    assert parse_design(format_design(design), PLAIN) == design


@given(
    st.text(max_size=220)
    | st.tuples(st.sampled_from(PART_WORDS), st.text(" 0123456789+laserLR", max_size=12)).map(" ".join)
)
@settings(max_examples=100, deadline=None)
def test_any_part_is_added_and_taken_off_again_or_refused_in_words(part: str) -> None:
    start = blank("Slip", PLAIN)
    try:
        more = add(start, part, PLAIN)
    except GameError:
        return
    assert remove(more, part, PLAIN) == start


@pytest.mark.rule("PW-S18")
@pytest.mark.parametrize(
    "text", ["freight spare parts + 2 missiles + 1 acid", "2 missiles + freight spare parts + 1 acid"]
)
def test_freight_stands_anywhere_among_what_a_box_holds(text: str) -> None:
    box = parse_design(FULL.replace("freight spare parts", text), PLAIN).cargo[-1]
    assert box == CargoBox(missiles=2, acid=1, other="spare parts")


def test_all_faults_of_a_text_are_named_at_once() -> None:
    with pytest.raises(NotationError) as told:
        parse_design("screens: many; waepons: 1 laser; fuel: 2; fuel: 3", Options())
    said = str(told.value)
    assert said.startswith("4 faults: ")
    for fault in ("lacks its line `name: ...`", "many", "did you mean `weapons:`", "`fuel:` is there twice"):
        assert fault in said
