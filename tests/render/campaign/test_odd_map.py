"""What waits in systems on the map: every kind has its shape, its words and its entry in the legend, from a side's own view."""

from itertools import combinations

import pytest
from PIL import Image

from render.campaign.atlas.atlas import moment_of
from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.badges import (
    ODDITY_NAMES,
    WAITS_FOR_ANSWER,
    OddMark,
    legend_entries,
    odd_names_in,
    oddities_of,
    plaque,
)
from render.campaign.cluster_map.layout import posted_region
from render.campaign.cluster_map.objects import palette_for
from render.campaign.cluster_map.text_map import write_map_text
from render.canvas.theme import THEMES, banners
from rules.cluster_war.chapters.detection.surveys import SCOUTED_NOTES, SURVEYED_NOTES
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.sides import ColonySighting, KnownSystem
from rules.cluster_war.model.state.view import View
from rules.values import changed
from tests.render.campaign.scene import late_game, networked
from tests.render.viewing import painted


@pytest.fixture(scope="module")
def plain() -> View:
    found = networked(late_game())
    return changed(found, settings=changed(found.settings, encounters="played"))


def places(view: View) -> list[str]:
    """Stars of the picture where nothing else is."""
    area = posted_region(view)
    taken = {c.hex for c in view.colonies.values()} | {f.hex for f in view.fleets.values()}
    return [
        here
        for here, codes in sorted(view.objects.items())
        if area.holds(here) and here not in taken and "Wrm" not in codes
    ]


def noted(view: View, *notes: str) -> View:
    """The view with a note on a system each."""
    systems = dict(view.systems)
    for here, note in zip(places(view), notes, strict=False):
        systems[here] = changed(systems.get(here) or KnownSystem(here, "scouted", 9), notes=(note,))
    return changed(view, systems=systems)


NOTES = [text for _, text in (*SCOUTED_NOTES, *SURVEYED_NOTES)] + ["Old mines drifted in from all sides."]


def test_without_anything_known_a_map_has_no_trace_of_it(plain: View) -> None:
    area = posted_region(plain)
    assert oddities_of(plain, area) == ()
    assert "Known to be there" not in alt_text(plain, area) + write_map_text(plain)
    assert moment_of(plain)["odd"] == {}


@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_has_its_own_shape_and_what_wants_an_answer_differs(theme: str) -> None:
    """Compared in two tones, so that no colour tells them apart."""
    palette = palette_for(THEMES[theme], tuple(banners({}, THEMES[theme]).values()), ())
    looks: list[Image.Image] = []
    for kind in ODDITY_NAMES:
        for waits in (True, False):
            stamp = plaque((OddMark(kind, waits),), 16, palette)
            image = stamp.image.copy()
            image.putpalette(palette.image.getpalette() or [])
            looks.append(image.convert("L").point([255 if v > 110 else 0 for v in range(256)]))
    assert len({look.size for look in looks}) == 1
    for one, other in combinations(looks, 2):
        differing = sum(a != b for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert differing >= 20, "two signs look alike"


def test_each_note_of_a_survey_sheet_has_its_mark_its_words_and_its_entry_in_the_legend(plain: View) -> None:
    view = noted(plain, *NOTES)
    area = posted_region(view)
    found = oddities_of(view, area)
    kinds = [mark.kind for odd in found for mark in odd.marks]
    assert set(kinds) == set(ODDITY_NAMES) - {"embassy"}
    assert len(kinds) == len(NOTES) - 1, "a resource unlike any other is a resource"
    assert {name for _, name in legend_entries(odd_names_in(found))} == {ODDITY_NAMES[kind] for kind in kinds}
    text, alt = write_map_text(view), alt_text(view, area)
    part = text.split("Known to be there: ")[1].split("\n\n")[0]
    assert part.splitlines()[0] == str(len(kinds))
    assert "trap: Old mines drifted in from all sides." in part
    assert f"{ODDITY_NAMES[found[0].marks[0].kind]} at {found[0].hex}" in alt
    told = moment_of(view)["odd"]
    assert {here: one["marks"] for here, one in told.items()} == {  # type: ignore[index, call-overload] # plain values
        odd.hex: [[mark.kind, mark.waits] for mark in odd.marks] for odd in found
    }


def test_what_wants_an_answer_is_bright_first_and_said_so(plain: View) -> None:
    here = places(plain)[0]
    view = noted(plain, NOTES[0])
    asked = changed(view, scenes=(Scene("humans-E1", "humans", here, "whale", "", 14, 52),))
    area = posted_region(view)
    (dark,), (bright,) = oddities_of(view, area), oddities_of(asked, area)
    assert (dark.marks[0].waits, bright.marks[0].waits) == (False, True)
    assert WAITS_FOR_ANSWER in odd_names_in((bright,))
    assert WAITS_FOR_ANSWER not in odd_names_in((dark,))
    assert f"monster at {here} (wants an answer)" in alt_text(asked, area)
    closed = changed(asked, scenes=(changed(asked.scenes[0], closed=14),))
    assert oddities_of(closed, area) == oddities_of(view, area)


def test_ambassadors_stand_at_the_nearest_known_world_of_whom_they_are_with(plain: View) -> None:
    here = places(plain)[0]
    colonies = {f"{here}-1": ColonySighting(f"{here}-1", "vermin", here, 1, 50)}
    view = changed(plain, foreign_colonies=colonies, embassies=("vermin",))
    (odd,) = oddities_of(view, posted_region(view))
    assert (odd.hex, [m.kind for m in odd.marks]) == (here, ["embassy"])
    assert "ambassadors: your ambassadors are with Vermin" in write_map_text(view)
    assert oddities_of(changed(view, foreign_colonies={}), posted_region(view)) == ()


@pytest.mark.parametrize("in_report", [True, False])
def test_a_plaque_is_painted_where_it_belongs_and_changes_nothing_far_off(plain: View, in_report: bool) -> None:
    here = next(h for h in places(plain) if not plain.systems.get(h) or plain.systems[h].level == "map")
    systems = {**plain.systems, here: KnownSystem(here, "map", 9, notes=("Old mines drifted in from all sides.",))}
    view = changed(plain, systems=systems)
    area = posted_region(plain)
    before, after = (painted(v, region=area, in_report=in_report) for v in (plain, view))
    assert before.size == after.size
    assert before.tobytes() != after.tobytes()
