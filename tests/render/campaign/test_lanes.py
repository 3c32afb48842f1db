"""Lines between hexes on the map: what the viewer knows, told by form and not by colour, and in words beside it."""

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.facts import map_facts
from render.campaign.cluster_map.ground import signs_of
from render.campaign.cluster_map.lanes import LANE_TEXTS, Lane, draw_lanes
from render.campaign.cluster_map.layout import layout_for, whole_region
from render.campaign.cluster_map.legend import MapHeading, entries_of, signs_in
from render.campaign.cluster_map.objects import palette_for
from render.campaign.cluster_map.text_map import write_map_text
from render.canvas.hex_field import Region
from render.canvas.theme import ThemeName, theme_named
from rules.cluster_war.model.economy.supply import grids_in, supply_lines
from rules.cluster_war.model.state.common import LinkKind
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed as replace
from tests.render.campaign.scene import game_master, late_game, networked
from tests.render.viewing import painted
from tests.rules.cluster_war.build import small, with_colony

SCENARIOS = Path(__file__).parents[3] / "scenarios"
KINDS: tuple[LinkKind, ...] = ("jump", "gate", "wormhole", "held")
AREA = Region(12, 10, 24, 22)
ENDS = ("1410", "1421")
ON_THE_WAY = "1416"


@pytest.fixture(scope="module")
def view() -> View:
    return late_game()


def linked(view: View, kind: LinkKind) -> View:
    """The view with one line."""
    return replace(view, links=(Link(*ENDS, kind, "humans" if kind == "held" else ""),))


@pytest.mark.parametrize("theme", ["dark", "light", "colour-blind"])
def test_every_kind_of_line_has_a_form_of_its_own(view: View, theme: ThemeName) -> None:
    """Black on white, without any colour, no two kinds look alike; and each is in the picture."""
    plain = painted(view, region=AREA, theme=theme).convert("L")
    above_the_legend = (0, 0, plain.width, plain.height * 4 // 5)
    forms: list[Image.Image] = []
    for kind in KINDS:
        image = painted(linked(view, kind), region=AREA, theme=theme).convert("L")
        changed = ImageChops.difference(image.crop(above_the_legend), plain.crop(above_the_legend))
        forms.append(changed.point([255 * (value > 30) for value in range(256)]))
    assert all(form.getbbox() is not None for form in forms)
    for one, other in combinations(forms, 2):
        assert ImageChops.difference(one, other).histogram()[255] > 150, "they differ in colour alone"


@pytest.mark.parametrize("kind", KINDS)
def test_lines_pass_behind_stars_and_end_before_them(kind: LinkKind) -> None:
    layout = layout_for(AREA)
    palette = palette_for(theme_named("dark"), (), ())
    ground = palette.index(palette.theme.sky[0])
    field = Image.new("P", layout.field, ground)
    draw_lanes(field, layout, (Lane(kind, *ENDS),), (ON_THE_WAY,), palette)
    reach = round(layout.unit * 0.5)
    for here in (*ENDS, ON_THE_WAY):
        x, y = layout.center(here)
        star = field.crop((x - reach, y - reach, x + reach, y + reach))
        assert star.getcolors() == [(4 * reach * reach, ground)], here
    assert len(field.getcolors() or []) > 1


def test_lines_shared_by_two_hexes_lie_side_by_side() -> None:
    layout = layout_for(AREA)
    palette = palette_for(theme_named("dark"), (), ())

    def width(*lanes: Lane) -> int:
        field = Image.new("P", layout.field, 0)
        draw_lanes(field, layout, lanes, (), palette)
        left, _, right, _ = field.point([255 * (value > 0) for value in range(256)]).getbbox() or (0, 0, 0, 0)
        return right - left

    jump, gate = Lane("jump", *ENDS), Lane("gate", *ENDS)
    assert width(jump, gate) > max(width(jump), width(gate)) + 5


def test_the_legend_explains_the_lines_and_bases_there_are_and_no_others(view: View) -> None:
    """A legend with more to explain is another legend; what is off the region is not in it."""

    def explained(shown: View) -> frozenset[str]:
        facts, layout = map_facts(shown, AREA, theme_named("dark")), layout_for(AREA)
        kinds = signs_in(facts, signs_of(shown, AREA), layout)
        drawn = {words for _, words in entries_of(layout, MapHeading("", "", None, "", kinds), palette)}
        ours = {*LANE_TEXTS.values(), "base", "way station"}
        assert drawn & ours == kinds & ours
        return kinds & ours

    palette = palette_for(theme_named("dark"), (), ())
    assert explained(replace(view, links=())) <= {"supply line"}
    for kind in KINDS:
        assert explained(linked(view, kind)) - {"supply line"} == {LANE_TEXTS[kind]}
    assert {"base", "way station"} <= explained(networked(view))
    far = replace(view, links=(Link("6060", "6262"),))
    assert painted(far, region=AREA).tobytes() == painted(view, region=AREA).tobytes()


def test_what_links_the_viewer_does_not_know_changes_no_byte() -> None:
    """A line between systems that nobody has surveyed shows on the game master's map alone."""
    start = new_game(load_scenario(SCENARIOS / "duel_small.toml"), bytes(range(32)))
    side = min(start.sides)
    known = view_for(start, side).systems
    strange = [h for h, s in sorted(start.cluster.systems.items()) if h not in known and s.bodies]
    more = (
        Link(strange[0], strange[5]),
        Link(strange[1], strange[9], "wormhole"),
        Link(strange[2], strange[7], "gate"),
    )
    linked_state = replace(start, cluster=replace(start.cluster, links=(*start.cluster.links, *more)))
    before, after = (view_for(state, side) for state in (start, linked_state))
    assert draw_cluster_map(after) == draw_cluster_map(before)
    assert write_map_text(after) == write_map_text(before)
    assert draw_cluster_map(gm_view(linked_state)) != draw_cluster_map(gm_view(start))


def test_the_text_twin_tells_every_line_and_base(view: View) -> None:
    shown = networked(view)
    text = write_map_text(shown, whole_region(shown))
    number, *lines = text.partition("Jump lines, wormholes and gates you know: ")[2].split("\n\n")[0].splitlines()
    assert int(number) == len(shown.links) == sum(line.count("(") for line in lines)
    assert "  2015: wormhole to 2526 (14 hexes)" in lines
    assert "  1012: jump gate to 1816 Terra (8 hexes)" in lines
    assert "  1816 Terra: held wormhole to 2411 (8 hexes held by Humans)" in lines
    assert any(": jump lines to " in line and line.count("(") > 1 for line in lines)
    for words in ("1420 orbit 2: Lantern, way station", "deep space: Halfway, way station", "orbit 1: Bastion\n"):
        assert words in text
    assert "Foreign bases seen: 1\n  2313 orbit 2: Vermin, 3 bases, 90 hull spaces, in view now" in text
    assert "Jump lines, wormholes and gates you know: none" in write_map_text(view)


def test_the_alt_text_counts_lines_and_bases(view: View) -> None:
    shown = networked(view)
    jump = sum(link.kind == "jump" for link in shown.links)
    alt = draw_cluster_map(shown).alt
    assert f"Also {jump} jump lines, 1 jump gate, 2 wormholes, 1 held wormhole and 3 bases." in alt
    assert "Also" not in draw_cluster_map(view).alt


def test_bases_and_way_stations_are_told_apart_and_shown_once_let_go(view: View) -> None:
    shown = networked(view)
    posts = map_facts(shown, whole_region(shown), theme_named("dark")).outposts
    assert [(post.hex, post.own, post.node) for post in posts] == [
        ("1816", True, False), ("1420", True, True), ("2221", True, True), ("2313", False, False),
    ]  # fmt: skip
    towed = {key: replace(base, towed_by="humans-F1") for key, base in shown.bases.items()}
    moved = replace(shown, bases=towed)
    assert [post.hex for post in map_facts(moved, whole_region(moved), theme_named("dark")).outposts] == ["2313"]
    assert "Lantern, in tow" in write_map_text(moved)


@pytest.mark.rule("CW-7.0-09")
@pytest.mark.parametrize("shown", [networked(late_game()), networked(game_master())], ids=["side", "game master"])
def test_supply_lines_join_each_grid_and_nothing_across(shown: View) -> None:
    """As few lines as join the colonies and way stations of one grid: one less than its hexes, none between grids."""
    for side in sorted(shown.flags):
        groups = grids_in(shown, side)
        lines = supply_lines(shown, side)
        assert len(lines) == sum(len(group) - 1 for group in groups)
        for a, b in lines:
            assert any({a, b} <= group for group in groups)


def test_a_grid_that_is_cut_off_is_named_in_words() -> None:
    state = small(turn=2)
    near = with_colony(state, "humans", "0305", 1, 30)
    far = with_colony(near, "humans", "1212", 1, 20)
    assert "cut off" not in write_map_text(view_for(near, "humans"))
    assert "; cut off from the main grid: 1212 Humans 1212." in write_map_text(view_for(far, "humans"))
    assert supply_lines(view_for(far, "humans"), "humans") == (("0303", "0305"),)


def test_a_way_station_carries_the_line_on() -> None:
    station = Design("relay", "Relay", "base", 30, 100, lrs=1, comm=1, prefix="RL")
    state = with_colony(small(), "humans", "0309", 1, 30)
    owner = state.sides["humans"]
    state = replace(state, sides={**state.sides, "humans": replace(owner, designs={**owner.designs, "relay": station})})
    assert supply_lines(view_for(state, "humans"), "humans") == ()
    bases = {"humans/RL01": Base("humans/RL01", "humans", "relay", "Relay", "0306")}
    joined = view_for(replace(state, bases=bases), "humans")
    assert supply_lines(joined, "humans") == (("0303", "0306"), ("0306", "0309"))


def test_a_region_near_a_line_is_told(view: View) -> None:
    assert AREA.near("0101", "3030")
    assert AREA.near("1210", "1210")
    assert not AREA.near("0101", "1109")
    assert not AREA.near("0101", "0130")


def test_the_scene_has_lines_of_every_kind() -> None:
    """The scene's lines are of every kind, so that these tests look at all of them."""
    assert {link.kind for link in networked(late_game()).links} == set(KINDS)


@pytest.mark.rule("CW-14.0-33")
def test_a_worm_hole_that_leads_one_way_has_an_arrowhead_and_says_so(view: View) -> None:
    both = linked(view, "wormhole")
    one, back = (replace(view, links=(Link(*ends, "wormhole", one_way=True),)) for ends in (ENDS, ENDS[::-1]))
    pictures = [painted(v, region=AREA).tobytes() for v in (both, one, back)]
    assert len(set(pictures)) == 3
    assert "wormhole to 1421 (11 hexes, one way)" in write_map_text(one, whole_region(one))
