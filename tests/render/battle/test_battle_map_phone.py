"""Pictures of battles as a telephone shows them, 390 pixels wide: words, wrecks, crowds, close maps, and the ALT badge."""

from typing import Any, Final

import pytest

from render.battle.atlas.atlas import battle_moments
from render.battle.battle_map import draw
from render.battle.battle_map.draw import ShownField, draw_battle_map, field_shown
from render.battle.battle_map.objects import MANY_CRAFT, things_of
from render.battle.battle_map.roster import LETTERING
from render.battle.replay.frames import paint_frames
from render.battle.replay.track import scenes
from render.canvas.hex_field import HexField, Region
from render.canvas.hex_ground import hex_numbers
from render.canvas.panel import PICTURE_WIDTH, PanelLayout
from render.canvas.theme import drawable
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.values import changed
from tests.render.battle.battle_scene import crowd, played
from tests.render.viewing import opened

PHONE: Final = 390
SHEET: Final = PanelLayout(PICTURE_WIDTH, lettering=LETTERING)
LEAST_WORDS: Final = 9.5
BADGE: Final = 52
"""Pixels of a phone that Discord's ALT badge takes at the lower left, its margin included."""


def both_lost() -> BattleView:
    """The end of a duel, had each destroyed the other."""
    _, end, _ = played("duel", 9)
    wrecks = {unit: changed(craft, fate="destroyed") for unit, craft in end.craft.items()}
    return view_for(changed(end, craft=wrecks), None)


def test_the_smallest_words_and_hex_numbers_can_be_read_at_390_wide() -> None:
    assert SHEET.letter * PHONE / PICTURE_WIDTH >= LEAST_WORDS
    assert SHEET.radius * 2 * PHONE / PICTURE_WIDTH >= 16


def test_wrecks_stay_where_craft_died_on_the_last_map_too() -> None:
    view = both_lost()
    field = field_shown(view, ShownField(), SHEET)
    found = things_of(view, field, SHEET.radius)
    assert {wreck.craft.id for wreck in found.wrecks} == set(view.known.craft)
    assert all(field.holds(wreck.craft.at) for wreck in found.wrecks)
    for unit, craft in view.known.craft.items():
        gone = changed(craft, fate="disengaged")
        other = changed(view, known=changed(view.known, craft={**view.known.craft, unit: gone}))
        assert draw_battle_map(other).png != draw_battle_map(view).png


def test_numbers_on_one_map_are_of_one_style_and_can_be_typed() -> None:
    across = HexField(Region(-6, -3, 20, 20), 12, 20)
    names = [name for _, name in hex_numbers(across, 20)]
    assert names
    assert all(BATTLE_MAP.parse(name) for name in names)
    start, _, _ = played("duel", 1)
    shown = field_shown(view_for(start, None), ShownField(), SHEET).region
    assert shown.first_column >= 1
    assert shown.first_row >= 1


@pytest.mark.parametrize("alone", ["", "X5"])
def test_craft_close_together_are_one_sign_at_its_hex_with_their_number(alone: str) -> None:
    view = view_for(crowd(), "X")
    field = field_shown(view, ShownField(), SHEET)
    found = things_of(view, field, SHEET.radius, frozenset({alone}))
    standing = {unit for unit, craft in view.known.craft.items() if not craft.fate}
    stood_for = [craft.id for ship in found.ships for craft in (ship.craft, *ship.more)]
    assert sorted(stood_for) == sorted(standing)
    assert len(standing) > MANY_CRAFT > 0
    assert len(found.ships) < len(standing)
    assert set(found.spots) >= standing
    for ship in found.ships:
        assert all(craft.side == ship.craft.side and not craft.hidden for craft in ship.more)
        assert ship.label.endswith(f"+{len(ship.more)}") or not ship.more
        assert not (ship.more and alone in {ship.craft.id, *(craft.id for craft in ship.more)})


def test_a_close_map_holds_the_path_and_whom_it_is_about_and_leaves_others_out() -> None:
    start, _, _ = played("fleet_action", 1)
    view = view_for(start, "S")
    craft = next(each for each in view.known.craft.values() if each.side == "S")
    path = preview(view, Programme(craft.id, start.now.turn))
    alone = field_shown(view, ShownField(plan=path, plan_of=craft.id, close_to=(craft.id,)), SHEET)
    assert alone.holds(craft.at)
    assert all(alone.holds(place.hex) for place in path.path)
    for other in view.known.craft.values():
        both = field_shown(view, ShownField(plan=path, close_to=(craft.id, other.id)), SHEET)
        assert both.holds(other.at)
        assert both.unit <= alone.unit


def test_a_title_has_no_gap_where_a_sign_could_not_be_drawn() -> None:
    assert drawable("Große Schlacht 🚀, turn 1", 48) == "Große Schlacht, turn 1"


def test_a_replays_caption_keeps_off_the_badge() -> None:
    start, end, events = played("duel", 9)
    (last,) = paint_frames(scenes(view_for(start, None), events, view_for(end, None))[-1:], 550, title="", theme="dark")
    sheet = PanelLayout(550, foot=True, lettering=LETTERING)
    foot = last.convert("RGB").crop((0, sheet.bottom + 3, round(BADGE * 550 / PHONE), last.height))
    assert len(foot.getcolors() or []) == 1
    assert opened(draw_battle_map(both_lost())).size == (PICTURE_WIDTH, SHEET.height)


def test_the_last_page_of_an_atlas_is_the_end_of_the_turn_and_keeps_the_wrecks() -> None:
    view = both_lost()
    (last,) = battle_moments(view, (), view)
    assert last["now"]["name"] == f"Turn {view.known.now.turn}, end"
    shown: dict[str, Any] = dict(last["craft"])
    assert {unit: craft["fate"] for unit, craft in shown.items()} == dict.fromkeys(view.known.craft, "destroyed")
    assert draw.moment(view.known.now)[0].startswith(f"TURN {view.known.now.turn}")
