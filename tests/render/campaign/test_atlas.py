"""The atlas of a side: what a view holds, turn by turn, and no more; below 2 MB whatever the length; the same every time."""

import json
import re
from typing import Any

import pytest

from render.campaign.atlas.atlas import moment_of, write_atlas
from render.page.page import MOST_BYTES
from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.model.state.dealings import Pact, TradeRecord
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, KnownSystem
from rules.cluster_war.model.state.view import View
from rules.values import Flag, changed
from tests.render.campaign.scene import game_master, late_game, networked

HOSTILE = '</script><img src=x onerror="alert(1)">'


def page_of(*views: View, campaign: str = "The Long Night") -> str:
    """The file of these turns."""
    return write_atlas([moment_of(view) for view in views], views[-1], campaign).decode()


def page_data(page: str, name: str) -> Any:
    """What the page holds as data."""
    (found,) = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', page, flags=re.DOTALL)
    return json.loads(found)


def test_a_page_tells_what_the_view_holds() -> None:
    view = networked(late_game())
    (now,) = page_data(page_of(view), "moments")
    assert now["now"]["turn"] == view.turn
    assert now["objects"] == {here: list(codes) for here, codes in view.objects.items()}
    assert now["systems"].keys() == view.systems.keys()
    assert now["fleets"].keys() == now["voyages"].keys() == view.fleets.keys()
    assert now["contacts"].keys() == view.foreign_fleets.keys()
    assert now["colonies"].keys() == view.colonies.keys() | view.foreign_colonies.keys()
    assert now["bases"].keys() == view.bases.keys() | view.foreign_bases.keys()
    assert now["grid"].keys() == view.grid
    assert {here for here, week in now["seen"].items() if week == 0} == view.sighted
    assert now["seen"].keys() == view.sighted | view.seen.keys()
    kinds = {kind for kind, *_ in now["lanes"].values()}
    assert kinds == {"jump", "wormhole", "gate", "held", "supply"}


@pytest.mark.rule("CW-4.0-01")
def test_the_tables_in_the_page_are_the_rules_own() -> None:
    view = late_game()
    house = changed(view, settings=changed(view.settings, overrides={"CW-TAB-SSD/3/2G": "9"}))
    for seen in (view, house):
        (now,) = page_data(page_of(seen), "moments")
        assert now["weeks"].keys() == {"2"}
        assert now["weeks"]["2"] == [weeks(n, seen.me.designs["dd"].drive, seen.settings) for n in range(104 + 1)]  # type: ignore[union-attr] # the scene has an empire
    assert now["weeks"]["2"][3] == 9


def test_what_was_learnt_later_does_not_show_earlier() -> None:
    later = late_game()
    here = next(h for h in sorted(later.objects) if h not in later.systems)
    before = changed(later, turn=later.turn - 1)
    found = KnownSystem(here, "surveyed", later.turn, name="Found Late")
    later = changed(later, systems={**later.systems, here: found})
    first, second = page_data(page_of(before, later), "moments")
    assert here not in first["systems"]
    assert "Found Late" not in json.dumps(first)
    assert second["systems"].keys() == {here}
    assert second["systems"][here]["name"] == "Found Late"
    assert "objects" not in second, "what stays as it was is told once"


def test_names_of_others_cannot_become_part_of_the_page() -> None:
    view = late_game()
    flags = {key: changed(flag, name=HOSTILE) for key, flag in view.flags.items()}
    fleets = {key: changed(fleet, name=HOSTILE) for key, fleet in view.fleets.items()}
    colonies = {key: changed(colony, name=HOSTILE) for key, colony in view.colonies.items()}
    systems = {key: changed(system, name=HOSTILE, notes=(HOSTILE,)) for key, system in view.systems.items()}
    view = changed(view, flags=flags, fleets=fleets, colonies=colonies, systems=systems)
    page = page_of(view, campaign=HOSTILE)
    assert "<img" not in page
    assert page.count("</script>") == 3
    (now,) = page_data(page, "moments")
    assert all(fleet["name"].startswith("</script>") for fleet in now["fleets"].values())


def test_what_two_empires_agreed_is_told_with_a_line_to_the_nearest_world() -> None:
    view = late_game()
    world = ColonySighting("1817-2", "vermin", "1817", 2, 0)
    view = changed(
        view,
        pacts=(Pact("humans", "vermin", "full", 9),),
        peace=("vermin",),
        foreign_colonies={**view.foreign_colonies, world.colony: world},
        income=changed(view.income, trade_lines=(("Vermin", 18), ("The Far Traders", 4))),
        trade_history={"humans": (TradeRecord(9, "Vermin", "full", 18),)},
    )
    (now,) = page_data(page_of(view), "moments")
    assert now["deals"]["vermin"] == {
        "name": "Vermin",
        "side": "vermin",
        "cps": 18,
        "ends": ["1816", "1817"],
        "facts": ["Trade agreement: full, since turn 9", "At peace", "Trade brings 18 CPs a turn"],
    }
    assert now["deals"]["/The Far Traders"]["facts"] == ["Trade brings 4 CPs a turn"]
    assert "oolab" not in now["deals"]


def test_a_race_met_later_is_not_named_in_earlier_turns() -> None:
    later = late_game()
    before = changed(later, turn=later.turn - 1)
    contact = FleetSighting("C99", "hive", "1817", 2, 9, (later.turn - 1) * 4)
    later = changed(
        later, others={"hive": Flag("hive", "Hive", 0x888888)}, foreign_fleets={**later.foreign_fleets, "C99": contact}
    )
    first, second = page_data(page_of(before, later), "moments")
    assert "hive" not in first["sides"]
    assert "Hive" not in json.dumps(first)
    assert second["sides"]["hive"]["name"] == "Hive"


def test_the_game_masters_page_has_all_sides_and_no_routes() -> None:
    view = game_master()
    (now,) = page_data(page_of(view), "moments")
    assert {side for sides in now["grid"].values() for side in sides} == set(view.grids)
    assert now["now"]["all"] is True
    assert not {"voyages", "weeks", "seen", "deals"} & now.keys()


def test_a_game_of_any_length_stays_below_two_megabytes_and_says_what_is_left_out() -> None:
    """Thirty late turns in which everything changes: names are new each turn."""
    view = late_game()
    turns = [
        changed(
            view,
            turn=turn,
            systems={
                h: changed(s, name=f"{'x' * 60} {turn}", notes=("n" * 200,), turn=turn) for h, s in view.systems.items()
            },
        )
        for turn in range(1, 31)
    ]
    page = page_of(*turns)
    assert len(page.encode()) <= MOST_BYTES
    left, moments = page_data(page, "about")["leftOut"], page_data(page, "moments")
    assert left > 0
    assert len(moments) == 30 - left
    assert moments[0]["now"]["turn"] == left + 1
    assert moments[0]["objects"], "the first turn that is there is whole"
    assert page_data(page_of(*turns[:2]), "about")["leftOut"] == 0


def test_the_same_views_give_the_same_bytes() -> None:
    view = networked(late_game())
    assert page_of(view) == page_of(networked(late_game.__wrapped__()))
