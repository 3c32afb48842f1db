"""Pictures as Discord shows them in a message: at most 550 by 350 pixels, in which craft and lettering can be read."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from harness.games.known import ROWS
from harness.games.rows import PostedPicture
from render.battle.battle_map import roster
from render.battle.battle_map.draw import ShownField, draw_battle_map, field_shown
from render.battle.battle_map.layers import around_hex
from render.battle.battle_map.objects import CROWD_CRAFT, things_of
from render.battle.replay import frames
from render.battle.replay.frames import make_replay
from render.battle.replay.track import scenes
from render.battle.ship_sheet.boxes import sheet_of
from render.battle.ship_sheet.draw import draw_sheet
from render.campaign.cluster_map import ground, legend, veil
from render.campaign.cluster_map import marks as cluster_marks
from render.campaign.cluster_map.draw import draw_cluster_map, scene_of
from render.campaign.cluster_map.facts import due_label
from render.campaign.cluster_map.layout import posted_region, viewport
from render.campaign.cluster_map.placement import apart
from render.canvas.animation import ANIMATION_WIDTH, USUAL_PACE
from render.canvas.panel import LEAST_LETTER_HEIGHT, LEAST_MARK_SIZE, PICTURE_WIDTH, PREVIEW, PanelLayout, shown_at
from render.canvas.theme import ThemeName
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import view_for as campaign_view
from rules.hexes import Hex
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.programme import MoveLine, Programme
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.values import changed
from tests.lists import rows_of
from tests.render.battle.battle_scene import played
from tests.render.campaign.scene import late_game
from tests.render.preview_kit import assert_legible
from tests.render.viewing import opened
from umpire.campaign.sheets.maps import plans_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BATTLES = (("duel", 0), ("duel", 2), ("fleet_action", 3), ("amber_gate", 2), ("escort", 3), ("hulk_hunt", 1))
THEMES: tuple[ThemeName, ...] = ("dark", "light", "colour-blind")


def battle(name: str, turns: int) -> BattleView:
    """A ready-made battle after some turns, as its first side sees it."""
    _, end, _ = played(name, turns)
    return view_for(end, min(end.sides))


def test_discord_makes_pictures_small_and_never_large() -> None:
    assert shown_at(1100, 700) == 0.5
    assert shown_at(784, 1572) == pytest.approx(350 / 1572)
    assert shown_at(300, 200) == 1
    sheet = PanelLayout(PICTURE_WIDTH)
    assert (sheet.width * shown_at(sheet.width, sheet.height), sheet.height) == (PREVIEW[0], 700)
    assert sheet.px(11) * shown_at(sheet.width, sheet.height) >= 11


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("name", "turns"), BATTLES)
def test_battle_maps_are_legible_in_a_message(name: str, turns: int, theme: ThemeName, lettering: set[float]) -> None:
    view = battle(name, turns)
    picture = draw_battle_map(view, theme=theme, title="A battle with a name too long for the bar above its map, truly")
    assert_legible(lettering, picture.width, picture.height)
    sheet = PanelLayout(PICTURE_WIDTH)
    field = field_shown(view, ShownField(), sheet)
    things = things_of(view, field, sheet.radius)
    assert len(things.ships) <= CROWD_CRAFT
    scale = shown_at(picture.width, picture.height)
    assert all(2 * ship.radius * scale >= LEAST_MARK_SIZE for ship in things.ships)
    assert all(2 * swarm.radius * scale >= LEAST_MARK_SIZE / 2 for swarm in things.swarms)
    assert all(field.holds(ship.craft.at) for ship in things.ships)
    for one in things.ships:
        for other in things.ships:
            apart = (one.at[0] - other.at[0]) ** 2 + (one.at[1] - other.at[1]) ** 2
            assert one is other or apart >= (0.85 * (one.radius + other.radius)) ** 2


def test_arcs_lines_and_courses_are_legible_too(lettering: set[float]) -> None:
    view = battle("duel", 0)
    mine = next(unit for unit, craft in view.known.craft.items() if craft.side == view.side)
    other = next(unit for unit in view.known.craft if unit != mine)
    plan = preview(view, Programme(mine, 1, moves=(MoveLine(1, facing=1, accelerate=Fraction(1)),)))
    here: Hex = view.known.craft[mine].at
    for picture in (
        draw_battle_map(view, arcs_of=mine),
        draw_battle_map(view, line=(mine, other)),
        draw_battle_map(view, plan=plan, plan_of=mine),
        draw_battle_map(view, region=around_hex(here, 4)),
        draw_battle_map(view, region=around_hex(here, 40)),
    ):
        assert_legible(lettering, picture.width, picture.height)


def test_what_a_plotted_course_reaches_is_in_the_picture() -> None:
    view = battle("duel", 0)
    mine = next(unit for unit, craft in view.known.craft.items() if craft.side == view.side)
    plan = preview(view, Programme(mine, 1, moves=(MoveLine(1, facing=1, accelerate=Fraction(2)),)))
    field = field_shown(view, ShownField(plan=plan, plan_of=mine), PanelLayout(PICTURE_WIDTH))
    assert plan.path
    assert all(field.holds(place.hex) for place in plan.path)


def test_where_the_map_is_larger_the_whole_of_it_stands_beside() -> None:
    """A world far from the craft is not in the zoomed field, but on the small map in the column."""
    view = battle("amber_gate", 0)
    far = {name: changed(body, at=Hex(150, -20)) for name, body in view.known.bodies.items()}
    other = changed(view, known=changed(view.known, bodies=far))
    field = field_shown(other, ShownField(), PanelLayout(PICTURE_WIDTH))
    assert not any(field.holds(body.at) for body in far.values())
    assert roster.whole_map(other, field.region) != field.region
    assert all(roster.whole_map(other, field.region).last_column >= 150 for _ in far)
    gone = changed(view, known=changed(view.known, bodies={}))
    assert draw_battle_map(other).png != draw_battle_map(gone).png


@pytest.mark.parametrize(("name", "turns"), [("duel", 1), ("fleet_action", 3), ("hulk_hunt", 2)])
def test_replays_are_legible_and_end_on_the_map(name: str, turns: int, lettering: set[float]) -> None:
    start, end, events = played(name, turns)
    side = min(end.sides)
    first, last = view_for(start, side), view_for(end, side)
    replay = make_replay(first, events, end_view=last, title="The turn")
    assert_legible(lettering, replay.width, replay.height)
    moving = Image.open(BytesIO(replay.gif))
    shown = [(legend.convert("RGB"), legend.info["duration"]) for legend in ImageSequence.Iterator(moving)]
    still = opened(draw_battle_map(last, title="The turn")).convert("RGB").resize(moving.size)
    assert shown[-1][1] == USUAL_PACE.last >= 8000
    if moving.size == (PICTURE_WIDTH, 700):
        assert shown[-1][0].tobytes() == still.tobytes()
    assert "At its end the map stops" in replay.alt
    layout = frames.layout_of(scenes(first, events, last), ANIMATION_WIDTH)
    things = things_of(last, layout.field, layout.sheet.radius)
    assert all(2 * ship.radius * shown_at(PICTURE_WIDTH, 700) >= LEAST_MARK_SIZE for ship in things.ships)


@pytest.mark.parametrize("width", [550, 880, 1100, 1250])
def test_frames_of_every_width_are_legible(width: int, lettering: set[float]) -> None:
    start, _, events = played("fleet_action", 1)
    painted = frames.paint_frames(scenes(view_for(start, None), events), width, title="", theme="dark")
    assert painted[0].width == width
    assert_legible(lettering, *painted[0].size)


SCENES = [(game, scene) for game, rows in ROWS.items() for scene in rows.scenes()]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "scene", [scene for _, scene in SCENES], ids=[f"{game}: {scene.name}" for game, scene in SCENES]
)
def test_every_games_picture_is_legible_in_a_message(
    scene: PostedPicture, theme: ThemeName, lettering: set[float]
) -> None:
    for store in (
        cluster_marks.MARK_STORE,
        ground.GROUND_CACHE,
        veil.VEIL_CACHE,
        veil.NOTE_CACHE,
        legend.FRAME_CACHE,
    ):
        store.clear()
    picture = scene.draw(theme=theme)
    assert_legible(lettering, picture.width, picture.height)


def test_every_game_has_a_picture() -> None:
    assert [f"{rows_of(game)}: scenes" for game in ROWS if game not in {name for name, _ in SCENES}] == []


def campaigns() -> list[View]:
    """A new game's first side, and an empire in turn 14."""
    start = new_game(load_scenario(SCENARIOS / "duel_small.toml"), bytes(range(32)))
    return [campaign_view(start, min(start.sides)), late_game(), late_game(3, 3)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("number", range(3))
def test_the_map_of_a_turns_message_is_legible(number: int, theme: ThemeName, lettering: set[float]) -> None:
    """It is a viewport of the side's own space; /map mine and /map whole have all of it, in pictures to be opened."""
    for store in (
        cluster_marks.MARK_STORE,
        ground.GROUND_CACHE,
        veil.VEIL_CACHE,
        veil.NOTE_CACHE,
        legend.FRAME_CACHE,
    ):
        store.clear()
    view = campaigns()[number]
    area = posted_region(view)
    picture = draw_cluster_map(view, region=area, in_report=True, theme=theme, campaign="The Shattered Reach")
    assert_legible(lettering, picture.width, picture.height)
    assert len(picture.png) <= 300_000
    assert view.me is not None
    assert area.holds(view.me.home)
    assert 1 <= area.first_column <= area.last_column <= view.columns
    assert 1 <= area.first_row <= area.last_row <= view.rows
    assert picture.width == PICTURE_WIDTH
    assert str(area) in picture.alt


def test_a_home_has_its_name_beside_it_whatever_else_is_there() -> None:
    """Names of fleets at home take what room is left."""
    view = late_game()
    home = view.me.home if view.me else ""
    there = {key: changed(fleet, hex=home, transit=None, route=()) for key, fleet in view.fleets.items()}
    for radius in (2, 4, 8):
        plan = scene_of(changed(view, fleets=there), region=viewport(view, home, radius)).plan
        (sign,) = [one.box for one in plan.signs if one.hex == home and one.role == "world"]
        away = {label.key: apart(label.box, sign) for label in plan.labels if label.key}
        assert f"{home}/{view.side}/world" in away
        assert away[f"{home}/{view.side}/world"] == min(away.values())


def test_a_planned_course_is_called_by_its_fleets_name() -> None:
    fleet = next(iter(late_game().fleets.values()))
    assert due_label(fleet, 8) == f"{fleet.name} › T3"
    assert due_label(fleet, None) == fleet.name
    start = new_game(load_scenario(SCENARIOS / "duel_small.toml"), bytes(range(32)))
    view = campaign_view(start, min(start.sides))
    (own, *_) = sorted(view.fleets)
    goal = min(
        (here for here in view.objects if here != view.fleets[own].hex),
        key=lambda here: abs(int(here) - int(view.fleets[own].hex)),
    )
    move = SignedOrder("a-1", view.side, 1, MoveFleet(own, (Leg(goal),)))
    (plan,) = plans_of(view, (move,))
    assert plan.origin == view.fleets[own].hex
    assert plan.stops == (goal,)
    assert plan.label.startswith(view.fleets[own].name)
    assert "ordered" not in plan.label


def test_a_systems_display_can_be_read(lettering: set[float]) -> None:
    """Its smallest lettering are the names of single boxes; its headings are as large as on the maps."""
    _, end, _ = played("duel", 1)
    for craft in end.craft.values():
        picture = draw_sheet(sheet_of(craft, end.options), "dark")
        assert 1.2 <= picture.width / picture.height <= 1.8
        assert max(lettering) * shown_at(picture.width, picture.height) >= LEAST_LETTER_HEIGHT
