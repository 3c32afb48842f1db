"""Active sensors and ECM of fleets and early warning stations, in whole months (CW-12.0-11, CW-12.0-12, CW-A-19)."""

import pytest

from render.campaign.report.lines import format_event
from rules.cluster_war.chapters.industry.towing_orders import TowBase
from rules.cluster_war.chapters.movement.conduct_orders import SetBaseEmissions, SetEmissions
from rules.cluster_war.model.events.detection import BaseEmissionsSet, BaseSighted, EmissionsSet
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, WrongPhaseError, changed
from tests.rules.cluster_war.build import DESIGNS, change_fleet, sheet, with_fleet
from tests.rules.cluster_war.chapters.detection.shadows import GHOST, LURKER, better, month, shadows, spotted


@pytest.mark.rule("CW-12.0-12", "CW-12.0-11")
def test_active_sensors_see_through_cloaks_in_their_hex_and_give_their_own_fleet_away() -> None:
    state = shadows("eye", at="0505")
    _, silent = month(state)
    assert (spotted(silent), spotted(silent, "vermin")) == ([], [("0505", 1)])
    after, active = month(state, ("humans", SetEmissions("humans-F1", "sensors")))
    assert spotted(active) == [("0505", 1)]
    assert after.fleets["humans-F1"].emissions == "sensors"
    assert [e.emissions for e in active if isinstance(e, EmissionsSet)] == ["sensors"]
    _, betrayed = month(state, ("vermin", SetEmissions("vermin-F1", "sensors")))
    assert spotted(betrayed) == [("0505", 1)]
    again, _ = month(after, ("humans", SetEmissions("humans-F1", "")))
    assert again.fleets["humans-F1"].emissions == ""


@pytest.mark.rule("CW-12.0-12", "CW-12.0-11")
def test_ecm_gives_away_who_runs_it_and_hides_others_of_its_side_better() -> None:
    state = better(with_fleet(shadows("ghost"), "vermin", "0506", "ghost"), "humans", lrs_level=2)
    assert sorted(spotted(month(state)[1])) == [("0506", 1), ("0506", 1)]
    _, masked = month(state, ("vermin", SetEmissions("vermin-F2", "ecm")))
    assert spotted(masked) == [("0506", 1)], "the one that runs it; the other hides behind it"


@pytest.mark.rule("CW-12.0-12")
def test_emissions_need_the_gear_and_a_campaign_in_which_they_count() -> None:
    state = shadows("destroyer")
    with pytest.raises(IllegalOrderError, match="no LRS"):
        check(view_for(state, "vermin"), (), SetEmissions("vermin-F1", "sensors"))
    with pytest.raises(IllegalOrderError, match="no ECM"):
        check(view_for(state, "vermin"), (), SetEmissions("vermin-F1", "ecm"))
    with pytest.raises(IllegalOrderError, match="plain detection"):
        check(view_for(changed(state, settings=Settings()), "humans"), (), SetEmissions("humans-F1", "sensors"))
    preview = check(view_for(state, "humans"), (), SetEmissions("humans-F1", "sensors"))
    assert preview.text == "Fleet 1 runs active sensors."
    _, events = month(state, ("vermin", SetEmissions("vermin-F1", "ecm")))
    assert [e.cause.rule for e in events if isinstance(e, OrderFailed)] == ["CW-12.0-12"]


def hurt(state: GameState, ship: str, **destroyed: int) -> GameState:
    """The state in which spaces of a ship's components are destroyed."""
    wounds = Wounds(destroyed={label.replace("_", " "): spaces for label, spaces in destroyed.items()})
    return changed(state, ships={**state.ships, ship: changed(state.ships[ship], wounds=wounds)})


@pytest.mark.rule("CW-12.0-12", "CW-12.0-11")
def test_a_fleet_whose_sensors_are_shot_away_runs_silent_and_its_side_hears_of_it() -> None:
    loud = change_fleet(shadows("eye", at="0505"), "humans-F1", emissions="sensors")
    assert spotted(month(loud)[1]) == [("0505", 1)]
    blind = hurt(loud, "humans/SC01", LRS=99)
    after, events = month(blind)
    assert after.fleets["humans-F1"].emissions == ""
    assert spotted(events) == [], "and sees through no cloak by them"
    (told,) = [e for e in events if isinstance(e, EmissionsSet)]
    assert (told.fleet, told.emissions, told.lost, told.seen_by, told.cause.rule) == (
        "humans-F1",
        "",
        True,
        ("humans",),
        "CW-12.0-12",
    )
    assert "nothing aboard emits any longer" in format_event(told, view_for(after, "humans"))


@pytest.mark.rule("CW-12.0-12")
def test_ecm_that_is_destroyed_cannot_be_run() -> None:
    jammer = changed(GHOST, layout={**GHOST.layout, "ECM": 2})
    state = shadows("ghost")
    state = better(state, "vermin", designs={**state.sides["vermin"].designs, "ghost": jammer})
    order = ("vermin", SetEmissions("vermin-F1", "ecm"))
    assert month(hurt(state, "vermin/GH01", ECM=1), order)[0].fleets["vermin-F1"].emissions == "ecm", "half is left"
    broken = hurt(state, "vermin/GH01", ECM=2)
    with pytest.raises(IllegalOrderError, match="no ECM that works"):
        check(view_for(broken, "vermin"), (), order[1])
    after, events = month(broken, order)
    assert after.fleets["vermin-F1"].emissions == ""
    assert [e.cause.rule for e in events if isinstance(e, OrderFailed)] == ["CW-12.0-12"]


def picket(state: GameState, side: SideId, design: str, **more: object) -> GameState:
    """The state with a base of a side's in deep space at 0506."""
    base = Base(f"{side}/EW01", side, design, "Picket", "0506")
    return changed(state, bases={**state.bases, base.id: changed(base, **more)})  # type: ignore[arg-type] # fields of a base


@pytest.mark.rule("CW-12.0-12", "CW-A-19")
def test_an_early_warning_stations_active_sensors_see_through_cloaks_in_its_hex_and_give_it_away() -> None:
    state = shadows("ghost")
    eyed = better(state, "humans", designs={**state.sides["humans"].designs, "lurker": changed(LURKER, lrs=2)})
    state = picket(eyed, "humans", "lurker")
    _, silent = month(state)
    assert spotted(silent) == [], "a ghost in its own hex that it does not see"
    assert [e for e in silent if isinstance(e, BaseSighted)] == []
    after, active = month(state, ("humans", SetBaseEmissions("humans/EW01", "sensors")))
    assert spotted(active) == [("0506", 1)]
    assert after.bases["humans/EW01"].emissions == "sensors"
    assert [(e.side, e.owner, e.hex) for e in active if isinstance(e, BaseSighted)] == [("vermin", "humans", "0506")]
    (told,) = [e for e in active if isinstance(e, BaseEmissionsSet)]
    assert told.seen_by == ("humans",)
    assert format_event(told, view_for(after, "humans")) == "Picket (EW01) runs active sensors from now on."
    quiet, hushed = month(after, ("humans", SetBaseEmissions("humans/EW01", "")))
    assert (quiet.bases["humans/EW01"].emissions, spotted(hushed)) == ("", [])
    assert view_for(quiet, "vermin").foreign_bases == {}, "its cloak hides it again"


@pytest.mark.rule("CW-12.0-12", "CW-12.0-11")
def test_ecm_of_a_base_gives_it_away_and_hides_others_of_its_side_better() -> None:
    masked = changed(LURKER, layout={"ECM": 2})
    state = better(shadows("ghost"), "humans", lrs_level=2)
    state = better(state, "vermin", designs={**state.sides["vermin"].designs, "lurker": masked})
    state = picket(state, "vermin", "lurker")
    assert spotted(month(state)[1]) == [("0506", 1)]
    _, loud = month(state, ("vermin", SetBaseEmissions("vermin/EW01", "ecm")))
    assert spotted(loud) == []
    assert [e.bases for e in loud if isinstance(e, BaseSighted)] == [1]


@pytest.mark.rule("CW-12.0-12")
def test_a_base_emits_only_by_gear_that_works_where_it_stands_by_itself() -> None:
    state = picket(shadows("ghost"), "humans", "lurker")
    loud = SetBaseEmissions("humans/EW01", "sensors")
    eyed = {**state.sides["humans"].designs, "lurker": changed(LURKER, lrs=2, layout={"LRS": 2})}

    def refused(state: GameState, order: Order, words: str) -> None:
        with pytest.raises(GameError, match=words):
            check(view_for(state, "humans"), (), order)

    blind = {**eyed, "lurker": changed(LURKER, lrs=0)}
    refused(better(state, "humans", designs=blind), loud, "Picket has no LRS\\.")
    refused(state, changed(loud, emissions="ecm"), "Picket has no ECM\\.")
    refused(state, changed(loud, base="humans/XX09"), r"no base .humans/XX09. outside a colony.*Picket \(EW01\)")
    able = better(state, "humans", designs=eyed)
    preview = check(view_for(able, "humans"), (), loud)
    assert (preview.text, len(preview.notes)) == ("Picket (EW01) at 0506 runs active sensors.", 1)
    refused(changed(able, settings=Settings()), loud, "plain detection")
    refused(picket(able, "humans", "lurker", ready=able.turn + 1), loud, "works from turn")
    refused(picket(able, "humans", "lurker", towed_by="humans-F1"), loud, "in tow")
    refused(picket(able, "humans", "lurker", wounds=Wounds(destroyed={"LRS": 2})), loud, "repaired first")
    with pytest.raises(WrongPhaseError, match="already gets such an order"):
        check(view_for(able, "humans"), sheet("humans", loud), changed(loud, emissions=""))


@pytest.mark.rule("CW-12.0-12")
def test_a_base_falls_silent_when_its_sensors_are_shot_away_or_somebody_tows_it_off() -> None:
    eyed = {**DESIGNS, "lurker": changed(LURKER, lrs=2, layout={"LRS": 2})}
    state = picket(better(shadows("eye"), "humans", designs=eyed), "humans", "lurker", emissions="sensors")
    blind = picket(state, "humans", "lurker", emissions="sensors", wounds=Wounds(destroyed={"LRS": 2}))
    after, events = month(blind)
    assert after.bases["humans/EW01"].emissions == ""
    (told,) = [e for e in events if isinstance(e, BaseEmissionsSet)]
    assert (told.lost, told.seen_by) == (True, ("humans",))
    assert "nothing aboard emits any longer" in format_event(told, view_for(after, "humans"))
    tug = with_fleet(state, "humans", "0506", "freighter", "freighter")
    order = TowBase(next(key for key in tug.fleets if key not in state.fleets), "humans/EW01")
    assert [note.text for note in check(view_for(tug, "humans"), (), order).notes] == [
        "It runs silent from then on, until another order."
    ]
    towed, _ = month(tug, ("humans", order))
    assert (towed.bases["humans/EW01"].emissions, bool(towed.bases["humans/EW01"].towed_by)) == ("", True)
