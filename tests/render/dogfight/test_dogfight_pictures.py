"""Pictures of dogfights: what they show, that they depend on the view alone, that reach and card agree with the rules."""

from io import BytesIO

import pytest
from PIL import Image

from render.canvas.theme import ThemeName, rgb
from render.dogfight.card import draw_card, rows_of
from render.dogfight.draw import draw_dogfight, field_of, gun_hexes, missile_hexes
from render.dogfight.frame import SUNLIGHT, frame_for
from render.dogfight.log import format_digest
from render.dogfight.replay import make_dogfight_replay, scenes
from render.dogfight.text import write_dogfight_text
from rules.air_force.combat import check_attack
from rules.air_force.events import EnergyRolled, Fired
from rules.air_force.jets import Jet, Maneuvers, Stores, Sun
from rules.air_force.orders import Attack, Weapon
from rules.air_force.view import view_for
from rules.values import EVERYONE, GameError, changed, seen_events
from tests.render.dogfight.dogfight_scene import BOARD, flown, scene
from tests.render.viewing import opened

NAMES: tuple[ThemeName, ...] = ("dark", "light", "colour-blind")
SCENARIOS = ("intercept", "escort", "furball", "night")


@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("sun", ["north", "night"])
def test_a_map_is_a_small_palette_picture_described_in_words(theme: ThemeName, sun: Sun) -> None:
    view = view_for(scene(sun), "blue")
    picture = draw_dogfight(view, theme=theme)
    image = opened(picture)
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) < 150_000
    assert picture.png == draw_dogfight(view, theme=theme).png
    assert len(picture.alt) <= 1024
    assert "P1 Falcon (own, MiG-21F-13) at 1012, altitude 5, Speed 4, heading north, afterburner." in picture.alt
    assert "B3 Bandit 3 (Bandits, F-8 Crusader): shot down." in picture.alt


@pytest.mark.parametrize("sun", ["north", "south", "west", "east"])
def test_the_sun_shines_on_its_own_edge_and_no_other(sun: Sun) -> None:
    view = view_for(scene(sun), "blue")
    image = opened(draw_dogfight(view)).convert("RGB")
    field = field_of(view)
    frame = frame_for(field)
    (wide, tall), (left, top) = field.size, (frame.left, frame.top)
    beside = {
        "north": (left + wide // 4, top - 2), "south": (left + wide // 4, top + tall + 2),
        "west": (left - 2, top + tall // 4), "east": (left + wide + 2, top + tall // 4),
    }  # fmt: skip
    assert [edge for edge, spot in beside.items() if image.getpixel(spot) == rgb(SUNLIGHT[0])] == [sun]


def test_at_night_no_edge_shines() -> None:
    image = opened(draw_dogfight(view_for(scene("night"), "blue"))).convert("RGB")
    counts = {colour: count for count, colour in image.getcolors(1 << 20) or []}
    by_day = opened(draw_dogfight(view_for(scene("west"), "blue"))).convert("RGB")
    in_daylight = {colour: count for count, colour in by_day.getcolors(1 << 20) or []}
    assert counts.get(rgb(SUNLIGHT[2]), 0) * 5 < in_daylight[rgb(SUNLIGHT[2])]


def test_what_a_pilot_does_not_see_changes_no_byte() -> None:
    fight = scene("night")
    hidden = fight.jets["B2"]
    moved = changed(hidden, at=BOARD.hex(21, 22), altitude=7, speed=4, hits=1, stores=Stores(1, 0, 0))
    other = changed(fight, jets={**fight.jets, "B2": moved})
    one, two = view_for(fight, "blue"), view_for(other, "blue")
    assert "B2" not in one.known.jets
    assert draw_dogfight(one).png == draw_dogfight(two).png
    assert draw_dogfight(one).alt == draw_dogfight(two).alt
    assert write_dogfight_text(one) == write_dogfight_text(two)
    assert draw_dogfight(view_for(fight, "red")).png != draw_dogfight(view_for(other, "red")).png


@pytest.mark.parametrize("heading", range(1, 7))
@pytest.mark.parametrize(("weapon", "hexes"), [("gun", gun_hexes), ("missile", missile_hexes)])
@pytest.mark.rule("JET-X07", "JET-X09")
def test_the_reach_on_the_map_is_what_the_rules_allow(weapon: Weapon, hexes: object, heading: int) -> None:
    assert callable(hexes)
    fight = scene()
    own = changed(fight.jets["P1"], heading=heading)
    allowed = set()
    for here in BOARD.all_hexes():
        target = changed(fight.jets["B1"], at=here, altitude=own.altitude)
        at = changed(fight, jets={"P1": own, "B1": target})
        try:
            check_attack(at, own, Attack("P1", weapon, "B1"))
        except GameError:
            continue
        allowed.add(here)
    shown = {here for here in hexes(view_for(fight, "blue"), own) if BOARD.contains(here)}
    assert shown == allowed
    assert allowed


@pytest.mark.parametrize("empty", [Stores(8, 0, 0), None])
def test_without_ammunition_nothing_is_in_reach(empty: Stores | None) -> None:
    view = view_for(scene(), "blue")
    jet = changed(view.known.jets["P1"], stores=empty)
    assert (gun_hexes(view, jet), missile_hexes(view, jet)) == ((), ())


@pytest.mark.rule("JET-E05", "JET-X03")
def test_a_card_shows_every_field_with_its_boxes_ticked() -> None:
    view = view_for(scene(), "blue")
    jet = changed(view.known.jets["P1"], maneuvers=Maneuvers(2, jink=False, aim=True), afterburner=False)
    rows = {row.name: row.boxes for row in rows_of(view, jet)}
    assert rows["This turn"] == (
        ("Turn", "tick"), ("Turn", "tick"), ("Turn", "off"), ("Jink", "off"), ("Aim", "tick"), ("Burner", "off"),
    )  # fmt: skip
    chosen = {name: [text for text, mark in boxes if mark == "on"] for name, boxes in rows.items()}
    assert chosen["Maneuverability"] == ["Medium"]
    assert chosen["Energy Factor"] == ["3"]
    assert (chosen["Speed"], chosen["Altitude"], chosen["Heading"]) == (["4"], ["5"], ["1"])
    assert [mark for _, mark in rows["Fuel"]] == ["on"] * 8 + ["cross"] * 4
    assert [mark for _, mark in rows["Guns"]] == ["on", "on", "cross"]
    assert [mark for _, mark in rows["Missiles"]] == ["on", "cross"]


def test_a_hit_jets_card_crosses_its_hit_and_its_lost_speed() -> None:
    view = view_for(scene(), None)
    rows = {row.name: row for row in rows_of(view, view.known.jets["B1"])}
    assert [mark for _, mark in rows["Hits"].boxes] == ["cross", "off"]
    assert rows["Speed"].boxes[-1] == ("7", "cross")


def test_anothers_fuel_and_ammunition_are_not_on_his_card() -> None:
    view = view_for(scene(), "blue")
    names = [row.name for row in rows_of(view, view.known.jets["B1"])]
    assert "Fuel" not in names
    assert "not known" in draw_card(view, view.known.jets["B1"]).alt
    assert draw_card(view, view.known.jets["P1"]).png.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_replay_is_a_small_animation_that_ends_where_the_fight_ended(name: str) -> None:
    start, end, told = flown(name, 11)
    first, last = view_for(start, "blue"), view_for(end, "blue")
    made = make_dogfight_replay(first, told, end=last)
    assert len(made.gif) < 2_000_000
    image = Image.open(BytesIO(made.gif))
    assert getattr(image, "n_frames", 1) == made.frames > 3
    assert image.size == (made.width, made.height)
    assert len(made.alt) <= 1024
    assert made.gif == make_dogfight_replay(first, told, end=last).gif
    scene_of_the_end = scenes(first, told, last)[-1]
    shown = scene_of_the_end.view
    for jet in end.jets.values():
        if jet.side == "blue":
            assert _seen(shown.known.jets[jet.id]) == _seen(jet)
    assert shown.known.winner == end.winner
    winner = end.sides.get(end.winner or "")
    assert scene_of_the_end.caption.endswith(f"{winner.name} wins" if winner else "A draw")


@pytest.mark.parametrize("seed", range(12))
def test_by_day_a_replay_follows_every_jet_to_its_last_hex(seed: int) -> None:
    start, end, told = flown("furball", seed)
    shown = scenes(view_for(start, None), told)[-1].view
    assert {name: _seen(jet) for name, jet in shown.known.jets.items()} == {
        name: _seen(jet) for name, jet in end.jets.items()
    }


def _seen(jet: Jet) -> tuple[object, ...]:
    return jet.at, jet.heading, jet.altitude, jet.speed, jet.hits, jet.fate


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_by_night_shows_nothing_that_was_not_told(seed: int) -> None:
    start, end, told = flown("night", seed, "night")
    own = seen_events(told, "blue")
    view, last = view_for(start, "blue"), view_for(end, "blue")
    whole = make_dogfight_replay(view, told, end=last)
    assert whole.gif == make_dogfight_replay(view, own, end=last).gif
    known = {jet.id for jet in view.known.jets.values()} | {event.jet for event in own if hasattr(event, "jet")}
    known |= {event.target for event in own if isinstance(event, Fired)}
    assert {name for each in scenes(view, told, last) for name in each.view.known.jets} <= known


@pytest.mark.rule("JET-E08")
def test_the_digest_strikes_discarded_dice_through_and_says_why() -> None:
    start, _, told = flown("furball", 3)
    rolled = next(event for event in told if isinstance(event, EnergyRolled) and event.jet == "P1")
    (line,) = format_digest(view_for(start, "blue"), [rolled])
    assert len(rolled.dropped) == 2
    for one in rolled.dropped:
        assert f"~~{one.face}~~" in line
        assert one.why in line
    for face in rolled.kept:
        assert f"**{face}**" in line
    assert format_digest(view_for(start, "red"), [rolled]) == []


def test_the_digest_tells_a_whole_fight_without_a_word_of_markup_gone_wrong() -> None:
    start, end, told = flown("escort", 5)
    lines = format_digest(view_for(end, "blue"), told)
    assert len(lines) > 20
    assert all(line.count("**") % 2 == 0 and line.count("~~") % 2 == 0 for line in lines)
    assert any("wins" in line for line in lines)
    assert start.winner is None


def test_the_words_say_where_the_others_lie() -> None:
    text = write_dogfight_text(view_for(scene(), "blue"))
    assert "- B1 Bandit 1: 2 hexes ahead, 1 level higher, Speed 6, heading south-east" in text
    assert "B2 Bandit 2 (Bandits, Tu-16 bomber) at 1916" in text
    assert "Fuel" not in text


def test_who_looks_on_is_told_what_everybody_sees() -> None:
    picture = draw_dogfight(view_for(scene(), EVERYONE))
    assert "as seen by everybody" in picture.alt
    assert "(own" not in picture.alt
