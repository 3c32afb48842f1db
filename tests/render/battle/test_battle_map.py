"""Battle maps: their form, that they depend on the view alone, that they show what it holds, and what they refuse."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from PIL import Image

from render.battle.battle_map import objects
from render.battle.battle_map.draw import draw_battle_map, labels
from render.battle.battle_map.layers import BattleCanvas, around_hex
from render.battle.battle_map.objects import things_of
from render.battle.battle_map.text import write_battle_text
from render.canvas import hex_ground, stamps, strokes
from render.canvas.hex_field import LEAST_SHOWN, MOST_SHOWN, HexField, Region, field_for, fit_region
from render.canvas.label_placement import TakenCells
from render.canvas.theme import THEMES, ThemeName, theme_named
from rules.hexes import Hex, distance, neighbors
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.programme import MoveLine, Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Moment, Velocity
from rules.values import GameError
from rules.values import changed as replace
from tests.render.battle.battle_scene import changed, crowd, played
from tests.render.viewing import opened

NAMES: tuple[ThemeName, ...] = ("dark", "light", "colour-blind")


def forget_everything() -> None:
    """Empty every store, as in a new process."""
    for store in (
        strokes.GLYPH_STORE,
        strokes.WORD_STORE,
        hex_ground.GROUND_CACHE,
        hex_ground.HEX_TILES,
        stamps.PALETTE_CACHE,
        stamps.TABLE_CACHE,
    ):
        store.clear()


@pytest.fixture(scope="module")
def view() -> BattleView:
    return view_for(crowd(), "X")


@pytest.mark.parametrize("theme", NAMES)
def test_thirty_craft_on_forty_hexes_fit_a_small_palette_picture(view: BattleView, theme: ThemeName) -> None:
    picture = draw_battle_map(view, theme=theme)
    image = opened(picture)
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) <= 250_000
    assert 0 < len(picture.alt) <= 1024
    shown = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    for banner in objects.side_banners(view, theme_named(theme)).values():
        assert banner.colour in shown


def test_every_craft_of_a_crowd_is_named(view: BattleView) -> None:
    """Also the six that share two hexes with four drones."""
    field = field_for(Region(1, 1, 40, 40))
    palette = stamps.tactical_palette(THEMES["dark"], ())
    room, signs = TakenCells(*field.size), TakenCells(*field.size)
    canvas = BattleCanvas(Image.new("P", field.size), field, palette, things_of(view, field), room, signs, view)
    assert {text.split()[0] for text in labels(canvas)} >= set(view.known.craft)


def test_units_in_one_hex_are_fanned_out(view: BattleView) -> None:
    for many in (2, 6, 9):
        stacked = {unit: replace(craft, at=Hex(20, 5)) for unit, craft in list(view.known.craft.items())[:many]}
        field = field_for(Region(15, 10, 25, 20))
        spots = things_of(changed(view, craft=stacked, drones={}, missiles={}, bolts={}), field).spots
        at = [spots[unit] for unit in stacked]
        assert len(set(at)) == many
        x, y = field.center(Hex(20, 5))
        assert all(abs(ax - x) < 2 * field.unit and abs(ay - y) < field.half for ax, ay in at)


def test_missiles_that_fly_alike_are_one_sign_with_their_number(view: BattleView) -> None:
    one = next(iter(view.known.missiles.values()))
    flock = {f"X1.M{n}": replace(one, id=f"X1.M{n}", heading=n % 2) for n in range(6)}
    found = things_of(changed(view, missiles=flock, drones={}, bolts={}), field_for(Region(1, 1, 40, 40))).swarms
    assert sorted(len(swarm.ids) for swarm in found) == [3, 3]


def test_same_view_same_bytes_whatever_was_drawn_before(view: BattleView) -> None:
    forget_everything()
    first = draw_battle_map(view)
    for other in (view_for(crowd(), "Y"), view_for(crowd(), None), changed(view, craft={})):
        for theme in NAMES:
            draw_battle_map(other, theme=theme)
    assert draw_battle_map(view) == first
    shuffled = list(view.known.craft.items())
    Random(3).shuffle(shuffled)
    forget_everything()
    assert draw_battle_map(changed(view, craft=dict(shuffled))) == first


def otherwise(battle: Battle) -> Battle:
    """The same battle with other secrets of Y's and Z's: a hidden craft, seekers' targets, programmes, stances, aims."""
    lurker = replace(battle.craft["Y7"], id="Y99", name="Lurker", hidden=True, at=BATTLE_MAP.hex(5, 5))
    craft = {**battle.craft, "Y99": lurker}
    craft["Y1"] = replace(craft["Y1"], targets=("X1",), design=replace(craft["Y1"].design, special_electronics=True))
    missiles = {
        unit: replace(missile, target="X5", tracking=False) if missile.side == "Y" else missile
        for unit, missile in battle.missiles.items()
    }
    bolts = {unit: replace(bolt, target="X5", tracking=False) for unit, bolt in battle.bolts.items()}
    plans = {"Y1": Programme("Y1", battle.now.turn, moves=(MoveLine(3, 2),))}
    return replace(
        battle, craft=craft, missiles=missiles, bolts=bolts, programmes=plans, stances={"Y1": "flee", "Z1": "escort"}
    )


def test_what_a_side_may_not_know_changes_no_byte() -> None:
    """A hidden craft, seekers' targets, programmes and stances of others leave picture and words as they were."""
    before, after = view_for(crowd(), "X"), view_for(otherwise(crowd()), "X")
    assert draw_battle_map(after) == draw_battle_map(before)
    assert draw_battle_map(after, arcs_of="Y1", line=("X1", "Y1")) == draw_battle_map(
        before, arcs_of="Y1", line=("X1", "Y1")
    )
    assert write_battle_text(after) == write_battle_text(before)
    assert draw_battle_map(view_for(otherwise(crowd()), None)) != draw_battle_map(view_for(crowd(), None))
    with pytest.raises(GameError):
        draw_battle_map(after, arcs_of="Y99")


@pytest.mark.parametrize(
    "change",
    [
        lambda v: changed(
            v, craft={**v.known.craft, "X1": replace(v.known.craft["X1"], facing=(v.known.craft["X1"].facing + 1) % 6)}
        ),
        lambda v: changed(v, craft={**v.known.craft, "X1": replace(v.known.craft["X1"], velocity=Velocity())}),
        lambda v: changed(v, craft={**v.known.craft, "X3": replace(v.known.craft["X3"], hidden=False)}),
        lambda v: changed(v, craft={**v.known.craft, "Y2": replace(v.known.craft["Y2"], fate="destroyed")}),
        lambda v: changed(v, locks=v.known.locks[1:]),
        lambda v: changed(v, bodies={}),
        lambda v: changed(v, edge=None),
        lambda v: changed(v, now=Moment(3, 6, 1)),
        lambda v: changed(v, bolts={}),
        lambda v: changed(v, winner="Y"),
    ],
    ids=["facing", "velocity", "hidden", "gone", "beam", "planets", "edge", "clock", "bolts", "winner"],
)
def test_what_changes_on_the_map_changes_the_picture(
    view: BattleView, change: Callable[[BattleView], BattleView]
) -> None:
    everything = Region(0, 0, 42, 42)
    assert draw_battle_map(change(view), region=everything).png != draw_battle_map(view, region=everything).png


def test_arcs_line_of_fire_and_path_are_drawn_on_request() -> None:
    start, _, _ = played("duel", 0)
    mine = min(start.craft)
    view = view_for(start, start.craft[mine].side)
    plan = preview(view, Programme(mine, 1, moves=(MoveLine(1, facing=1, accelerate=Fraction(1)),)))
    region = Region(10, 0, 20, 36)
    pictures = [
        draw_battle_map(view, region=region),
        draw_battle_map(view, region=region, arcs_of=mine),
        draw_battle_map(view, region=region, line=(mine, Hex(15, 0))),
        draw_battle_map(view, region=region, plan=plan, plan_of=mine),
    ]
    assert len({picture.png for picture in pictures}) == 4
    assert len({(picture.width, picture.height) for picture in pictures}) == 1


def test_a_planet_bars_the_line_of_fire_and_the_picture_says_so() -> None:
    start, _, _ = played("amber_gate", 0)
    view = view_for(start, "B")
    barred = draw_battle_map(view, line=("B1", "S1"))
    clear = draw_battle_map(changed(view, bodies={**view.known.bodies, "amber": replace(view.known.bodies["amber"], radius=0)}),
                            line=("B1", "S1"))  # fmt: skip
    assert barred.png != clear.png


@pytest.mark.parametrize(
    ("asked", "word"),
    [({"arcs_of": "Q7"}, "Q7"), ({"line": ("X1", "Q7")}, "Q7"), ({"theme": "sepia"}, "palette")],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(view: BattleView, asked: dict[str, object], word: str) -> None:
    with pytest.raises(GameError, match=word):
        draw_battle_map(view, **asked)  # type: ignore[arg-type] # a wrong theme on purpose


def test_regions_have_larger_hexes(view: BattleView) -> None:
    assert field_for(around_hex(BATTLE_MAP.hex(20, 20), 5)).unit > field_for(Region(1, 1, 40, 40)).unit
    with pytest.raises(GameError, match="1 to 40"):
        around_hex(Hex(0, 0), 41)


def test_craft_far_apart_are_pointed_at_from_the_edge(view: BattleView) -> None:
    """The map is unbounded (PW-M26), a picture is not: what is far off stands at its rim with its distance."""
    far = replace(view.known.craft["Y1"], at=Hex(700, -90))
    apart = changed(
        view, craft={"X1": view.known.craft["X1"], "Y1": far}, drones={}, missiles={}, bolts={}, bodies={}, edge=None
    )
    picture = draw_battle_map(apart)
    assert picture.width <= 1400
    assert picture.height <= 1800
    alone = draw_battle_map(changed(apart, craft={"X1": view.known.craft["X1"]}), region=fit_region([]))
    assert alone.png != picture.png
    area = fit_region([view.known.craft["X1"].at, far.at], focus=[view.known.craft["X1"].at])
    assert area.columns <= MOST_SHOWN
    assert HexField(area, 3, 5).holds(view.known.craft["X1"].at)
    assert not HexField(area, 3, 5).holds(far.at)


def test_a_map_of_nothing_is_still_a_map(view: BattleView) -> None:
    empty = changed(view, craft={}, drones={}, missiles={}, bolts={}, bodies={}, edge=None, locks=(), sides={})
    assert opened(draw_battle_map(empty)).size[0] >= 600
    area = fit_region([Hex(0, 0)])
    assert (area.columns, area.rows) >= (LEAST_SHOWN, LEAST_SHOWN)


def test_pixels_agree_with_the_rules_geometry() -> None:
    """Neighbours lie side by side, and a velocity's arrow ends where its drift leads (PW-M02, PW-M05)."""
    field = HexField(Region(-5, -5, 30, 30), 10, 17)
    for here in (Hex(3, 4), Hex(4, 4), Hex(-2, 9)):
        x, y = field.center(here)
        for there in neighbors(here):
            nx, ny = field.center(there)
            assert (abs(nx - x), abs(ny - y)) in {(0, 34), (30, 17)}
        for a, c in ((3, 0), (0, 2), (-1, 4), (2, 2)):
            end = Hex(here.q + c, here.r - a)
            dx, dy = field.along(Velocity(Fraction(a), Fraction(c)))
            assert field.center(end) == (x + dx, y + dy)
            assert distance(here, end) > 0


def test_the_text_twin_tells_every_unit(view: BattleView) -> None:
    told = write_battle_text(view)
    for unit in (*view.known.craft, *view.known.drones, *view.known.missiles, *view.known.bolts):
        assert f"{unit} " in told
    one = view.known.craft["X1"]
    line = next(line for line in told.splitlines() if line.strip().startswith("X1 Avenger"))
    assert f"at {BATTLE_MAP.number(one.at)}, facing" in line
    assert "speed " in line
    assert "nearest enemy" in line
    assert "boxes left" in line
    assert "hidden" in next(line for line in told.splitlines() if line.strip().startswith("X3 "))
    assert "X3" not in write_battle_text(view_for(crowd(), "Y"))


def test_whose_view_it_is_is_said() -> None:
    """A side's, the referee's, or everybody's; and what everybody may see has no hidden craft in it (PW-B83)."""
    for side, words in (("X", "seen by Xenon League"), (None, "seen by the referee"), ("*", "seen by everybody")):
        seen = view_for(crowd(), side)
        assert words in draw_battle_map(seen).alt
        assert words in write_battle_text(seen)
    assert "X3" not in write_battle_text(view_for(crowd(), "*"))
    assert draw_battle_map(view_for(crowd(), "*")).png != draw_battle_map(view_for(crowd(), None)).png


def test_the_picture_is_painted_in_few_colours(view: BattleView) -> None:
    """The last index is free, so that a map can be a frame of an animation."""
    low_high = opened(draw_battle_map(view)).getextrema()
    assert isinstance(low_high[1], (int, float))
    assert low_high[1] < 255
