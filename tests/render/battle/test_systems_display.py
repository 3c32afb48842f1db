"""Systems displays: every box shown once, marked as it stands; pictures and words of small fighters and of hulks."""

from io import BytesIO

import pytest
from PIL import Image

from render.battle.battle_map.text import write_battle_text
from render.battle.ship_sheet.boxes import BoxGroup, BoxSheet, sheet_of, sheet_of_design, sheet_text
from render.battle.ship_sheet.draw import draw_sheet
from render.canvas.theme import THEMES
from rules.pentagon_war.designs import CargoBox, GunTrack
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import boxes_left, built, design_size, price
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Cpmf, Craft, Moment
from rules.values import GameError, changed
from tests.render.battle.battle_scene import crowd, played
from tests.rules.pentagon_war.combat.stage import drone, fight
from tests.rules.pentagon_war.kit import battle, craft, design
from umpire.battle.battle_files import paint_craft

USUAL = Options()


def group(sheet: BoxSheet, name: str) -> BoxGroup:
    """The first group of this name."""
    return next(group for group in sheet.groups if group.name.startswith(name))


def marks(sheet: BoxSheet, name: str) -> list[str]:
    return [box.mark for box in group(sheet, name).boxes]


@pytest.mark.parametrize("name", sorted(library()))
def test_every_box_of_a_design_is_on_its_display(name: str) -> None:
    """Whole ones all, from the smallest fighter to the hulk; price and size class are the shipyard's."""
    built_to = library()[name]
    sheet = sheet_of_design(built_to, USUAL)
    shown = sum(len(group.boxes) for group in sheet.groups) + len(sheet.radar) + sum(size for _, size in sheet.armor)
    assert shown == sheet.boxes == sheet.whole == sum(built(built_to).values())
    assert all(box.mark in {"", "dotted"} for group in sheet.groups for box in group.boxes)
    assert sheet.points == price(built_to, USUAL)
    assert ["0", "I", "II", "III", "IV", "V"][design_size(built_to)] == sheet.size
    picture = draw_sheet(sheet_of_design(built_to, USUAL))
    image = Image.open(BytesIO(picture.png))
    assert image.size == (picture.width, picture.height) == (1000, picture.height)
    assert picture.height <= 1200
    assert len(picture.png) <= 60_000
    assert len(picture.alt) <= 1024
    assert str(sheet.points) in picture.alt


def test_a_craft_of_more_than_four_hundred_boxes_fits() -> None:
    hulk = changed(library()["throne_of_ash"], capacitors=90, hull_forward=40, armor=(40, 30, 20, 20, 20, 30))
    assert sum(built(hulk).values()) > 450
    assert draw_sheet(sheet_of_design(hulk, USUAL)).height <= 1400


def test_every_box_of_a_battered_craft_bears_its_mark() -> None:
    """After a battle the marks of each display add up to what the rules say is left."""
    _, end, _ = played("fleet_action", 4)
    sheets = [(it, sheet_of(it, end.options)) for it in end.craft.values() if it.fate == ""]
    battered = [it for it, sheet in sheets if sheet.whole < sheet.boxes]
    assert battered
    for it in battered:
        sheet = sheet_of(it, end.options)
        standing = sum(group.whole for group in sheet.groups) + sum(now for now, _ in sheet.armor)
        standing += sum(box.mark != "destroyed" for box in sheet.radar)
        assert standing == sheet.whole == sum(boxes_left(it).values())


def test_boxes_are_crossed_slashed_and_dotted() -> None:
    ship = craft("X1", "1015", guns=(GunTrack("acid", 4),), cargo=(CargoBox(missiles=2), CargoBox()))
    gun = changed(ship.guns[0], slashed=1, destroyed=1)
    fired = changed(ship.weapons[1], fired=17)
    gone = changed(ship.weapons[0], destroyed=True)
    now = changed(
        ship, guns=(gun,), weapons=(gone, fired, *ship.weapons[2:]), fire_impulse=17, capacitors=5, tanks_full=1,
        tanks_empty=1, cpmf=Cpmf(available=6, lasers=2), screens=1, radar=(3,), radar_lowered=1,
    )  # fmt: skip
    sheet = sheet_of(now, USUAL)
    assert marks(sheet, "Laser") == ["destroyed", "dotted"]
    assert marks(sheet, "Acid gum gun AG1") == ["", "", "spent", "destroyed"]
    assert marks(sheet, "Capacitors") == ["", "", "", "", "dotted", "destroyed"]
    assert marks(sheet, "Fuel tanks") == ["", "dotted"]
    assert marks(sheet, "Cargo") == ["", "dotted"]
    assert marks(sheet, "Screens") == ["", "destroyed", "destroyed"]
    assert [(box.text, box.mark) for box in sheet.radar] == [("5", "destroyed"), ("3", "dotted"), ("0", "")]
    assert sheet.form == (("available", 6), ("lasers", 2), ("left", 4))
    told = sheet_text(sheet_of(now, USUAL))
    assert "Laser (LF+RF): 0 of 2, 1 fired, 1 destroyed." in told
    assert "Acid gum gun AG1 (LF+RF): 2 of 4, 1 spent, 1 destroyed." in told
    assert "Radar: 3 0, 1 destroyed, lowered by 1." in told
    assert "Power form: available 6, lasers 2, left 4." in told


@pytest.mark.rule("PW-C06", "PW-C07", "PW-A39")
def test_what_moves_has_an_acceleration_record_and_a_base_has_none() -> None:
    ship = changed(craft("X1", "1015", velocity=(2, "-1/2")), record=("3: A+", "4: 5/3A+C+"))
    assert "speed 2 1/2, 2 toward A and 1/2 toward F" in sheet_of(ship, USUAL).state
    assert sheet_text(sheet_of(ship, USUAL)).endswith("Acceleration Record: 3: A+, 4: 5/3A+C+.\n")
    assert "Acceleration Record: nothing this turn." in sheet_text(sheet_of(changed(ship, record=()), USUAL))
    for base, moves in ((craft("X2", "1015", engines=0), False), (craft("X3", "1015", engines=0, movable=True), True)):
        options = Options(movable_bases=True)
        assert ("at rest" in sheet_of(base, options).state) is moves
        assert ("Acceleration Record" in sheet_text(sheet_of(base, options))) is moves
        assert "Acceleration Record" not in sheet_text(sheet_of(base, USUAL))
    assert "Acceleration Record" not in sheet_text(sheet_of_design(design(), USUAL))


@pytest.mark.rule("PW-A12")
def test_evasion_is_marked_beside_the_velocity() -> None:
    ship = changed(craft("X1", "1015", velocity=(3, 2)), evading=True)
    assert "speed 3, 2 toward B and 1 toward A /EM" in sheet_of(ship, USUAL).state
    view = view_for(battle(ship, craft("Y1", "1020", side="Y")), "X")
    assert "facing A, speed 3, 2 toward B and 1 toward A /EM" in write_battle_text(view)


@pytest.mark.rule("PW-C08")
def test_a_drone_has_an_acceleration_record_and_no_display() -> None:
    flying = changed(drone("X1.D1", "1012"), record=("3: A+",))
    view = view_for(fight(craft("X1", "1015"), flying), "X")
    with pytest.raises(GameError, match=r"only the Acceleration Record is kept, with 3: A\+ this turn") as refused:
        paint_craft(view, "X1.D1", "dark")
    assert refused.value.rule == "PW-C08"


def test_a_weapon_fired_last_turn_is_not_dotted() -> None:
    """Once-a-turn marks clear at the turn's start (PW-S150)."""
    ship = craft("X1", "1015")
    before = changed(ship, weapons=(changed(ship.weapons[0], fired=12), *ship.weapons[1:]), fire_impulse=0)
    assert marks(sheet_of(before, USUAL), "Laser") == ["", ""]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_each_hit_changes_the_picture(theme: str) -> None:
    ship = craft("X1", "1015")
    hits = [
        changed(ship, armor=(2, 2, 1, 0, 1, 2)),
        changed(ship, engines=1),
        changed(ship, radar=(3,)),
        changed(ship, facing=3),
        changed(ship, cpmf=Cpmf(available=6, rail=1)),
        changed(ship, weapons=(changed(ship.weapons[0], destroyed=True), *ship.weapons[1:])),
    ]
    pictures = [draw_sheet(sheet_of(one, USUAL), theme).png for one in (ship, *hits)]  # type: ignore[arg-type] # the themes' own names
    assert len(set(pictures)) == len(pictures)
    assert draw_sheet(sheet_of(ship, USUAL), theme).png == pictures[0]  # type: ignore[arg-type] # the themes' own names


def test_an_enemys_display_shows_only_what_is_public() -> None:
    """Special electronics, aims and, while forms are secret, the power form change no byte (PW-A78, PW-C12)."""

    def seen(other: Craft, moment: Moment) -> Craft:
        battle = changed(crowd(), now=moment)
        return view_for(changed(battle, craft={**battle.craft, "Y1": other}), "X").known.craft["Y1"]

    theirs = crowd().craft["Y1"]
    secret = changed(theirs, targets=("X1", "X2"), design=changed(theirs.design, special_electronics=True))
    allotted = changed(secret, cpmf=Cpmf(available=theirs.cpmf.available, ecm=2))
    allocation, later = Moment(3, 0, 2), Moment(3, 1, 1)
    assert draw_sheet(sheet_of(seen(allotted, allocation), USUAL)) == draw_sheet(
        sheet_of(seen(theirs, allocation), USUAL)
    )
    assert "Power form" not in sheet_text(sheet_of(seen(theirs, allocation), USUAL))
    assert draw_sheet(sheet_of(seen(secret, later), USUAL)) == draw_sheet(sheet_of(seen(theirs, later), USUAL))
    assert draw_sheet(sheet_of(seen(allotted, later), USUAL)) != draw_sheet(sheet_of(seen(theirs, later), USUAL))


def test_designs_have_words_too_and_themes_are_checked() -> None:
    told = sheet_text(sheet_of_design(design(), USUAL))
    assert told.startswith("Gunship, unmanned craft.\n")
    assert "Fires into: RF 2L 1E 1P 1B; LF 2L 1E 1P 1B." in told
    with pytest.raises(GameError, match="palette"):
        draw_sheet(sheet_of_design(design(), USUAL), "sepia")  # type: ignore[arg-type] # wrong on purpose
