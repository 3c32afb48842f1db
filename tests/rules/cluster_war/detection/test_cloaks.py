"""Cloaks against sensors, in whole months: who is seen, by whom, what gives it away, and what meets whom (CW-12.0-08 to 12)."""

from dataclasses import replace

import pytest

from render.campaign.report.sentences import sentence
from rules.cluster_war.combat.orders.engaging import SetEngagement
from rules.cluster_war.detection.cloaks import effective_cloak, hidden, seen_ships, sees_base, sensors_against
from rules.cluster_war.detection.levels import cloak_level, lrs_level
from rules.cluster_war.detection.sensors import sight
from rules.cluster_war.events.battles import BattleFought
from rules.cluster_war.events.detection import BaseEmissionsSet, BaseSighted, CloakTried, EmissionsSet, FleetSighted
from rules.cluster_war.events.movement import FleetsMet
from rules.cluster_war.events.turn import OrderFailed
from rules.cluster_war.gm.amend import amend
from rules.cluster_war.gm.signals import SetDetection
from rules.cluster_war.industry.orders.towing import TowBase
from rules.cluster_war.movement.orders.emitting import SetBaseEmissions, SetEmissions
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import SetMission
from rules.cluster_war.orders.order import Order
from rules.cluster_war.planning.check import check
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Base
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.units import Leg
from rules.cluster_war.state.war import Engagement, Wounds
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.views.side_views import view_for
from rules.errors import GameError, IllegalOrderError, WrongPhaseError
from tests.rules.cluster_war.build import DESIGNS, DICE, body, change_fleet, draft_of, sheet, small, star, with_fleet

FULL = Settings(detection="full", battles="quick")
GHOST = replace(
    DESIGNS["destroyer"],
    id="ghost",
    name="Ghost",
    prefix="GH",
    traits=("cloaked",),
    layout={"Cloaking device": 1, "Beam emitter 3": 9, "ECM": 0},
)
EYE = replace(DESIGNS["scout"], id="eye", name="Eye", prefix="EY", traits=("cloaked",))
LURKER = replace(DESIGNS["base"], id="lurker", name="Lurker", prefix="LK", traits=("cloaked",))


def shadows(*designs: str, at: str = "0506", codes: tuple[str, ...] = ("G",), settings: Settings = FULL) -> GameState:
    """Humans with a scout at 0505, and Vermin ships beside it, who are no friends."""
    state = small(systems=[star("0506", body(1), codes=codes)], settings=settings)
    for side_ in ("humans", "vermin"):
        known: dict[str, Design] = {**DESIGNS, "ghost": GHOST, "eye": EYE, "lurker": LURKER}
        state = replace(state, sides={**state.sides, side_: replace(state.sides[side_], designs=known)})
    state = with_fleet(state, "humans", "0505", "scout")
    return with_fleet(state, "vermin", at, *designs) if designs else state


def better(state: GameState, side: SideId, **more: object) -> GameState:
    """The state with a side changed."""
    owner = replace(state.sides[side], **more)  # type: ignore[arg-type] # fields of a side
    return replace(state, sides={**state.sides, side: owner})


def month(state: GameState, *orders: tuple[SideId, Order]) -> tuple[GameState, tuple[object, ...]]:
    """A whole month."""
    given = [
        order for side in sorted({s for s, _ in orders}) for order in sheet(side, *(o for s, o in orders if s == side))
    ]
    done = adjudicate(state, tuple(given), DICE)
    return done.state, done.events


def spotted(events: tuple[object, ...], side: SideId = "humans") -> list[tuple[str, int]]:
    """Where a side sighted foreign fleets, and how many ships."""
    return [(e.hex, e.ships) for e in events if isinstance(e, FleetSighted) and e.side == side]


@pytest.mark.rule("CW-12.0-08")
def test_a_cloaked_fleet_is_seen_nowhere_without_better_sensors_and_its_owner_always_sees_it() -> None:
    state, events = month(shadows("ghost"))
    assert spotted(events) == []
    view = view_for(state, "humans")
    assert "0506" in view.sighted
    assert (view.foreign_fleets, view.met) == ({}, ())
    assert view_for(state, "vermin").fleets["vermin-F1"].hex == "0506"
    _, plain = month(shadows("destroyer"))
    assert spotted(plain) == [("0506", 1)]
    _, before = month(shadows("ghost", settings=Settings(battles="quick")))
    assert spotted(before) == [("0506", 1)], "earlier campaigns: cloaks hide raiders alone"


@pytest.mark.rule("CW-12.0-09", "CW-3.1-40", "CW-3.1-49")
def test_a_cloak_defeats_sensors_up_to_its_own_level_and_research_raises_either() -> None:
    def sees(state: GameState) -> bool:
        return bool(spotted(month(state)[1]))

    state = shadows("ghost")
    assert not sees(state)
    learned = better(state, "humans", technologies=("LRS +1",))
    assert lrs_level(learned.sides["humans"], FULL) == 2
    assert sees(learned)
    scanner = better(state, "humans", technologies=("Long-Range Scanners: Cloaked ship detection",))
    assert sees(scanner)
    assert sight(scanner, "humans") == sight(state, "humans"), "it reaches no further"
    hiding = better(learned, "vermin", technologies=("Cloaking Technology", "Cloaking Technology +1"))
    assert cloak_level(hiding.sides["vermin"], FULL) == 2
    assert not sees(hiding)
    assert sees(better(hiding, "humans", lrs_level=2, technologies=("LRS +1",)))
    better_design = replace(GHOST, traits=("cloaked", "advanced cloak"))
    designs = {**learned.sides["vermin"].designs, "ghost": better_design}
    assert not sees(better(learned, "vermin", designs=designs))


@pytest.mark.rule("CW-12.0-04", "CW-12.0-09")
def test_better_sensors_see_further_only_where_detection_is_played_in_full() -> None:
    state = better(shadows(), "humans", technologies=("LRS +1",))
    assert "0507" in sight(state, "humans")
    assert "0507" not in sight(replace(state, settings=Settings()), "humans")


@pytest.mark.rule("CW-12.0-10")
def test_a_nebula_takes_a_level_of_a_cloak() -> None:
    assert spotted(month(shadows("ghost", codes=("G", "Neb")))[1]) == [("0506", 1)]
    deep = better(
        shadows("ghost", codes=("G", "Neb")), "vermin", technologies=("Cloaking Technology", "Cloaking Technology +1")
    )
    assert spotted(month(deep)[1]) == []


@pytest.mark.rule("CW-12.0-08", "CW-12.0-04")
def test_of_a_mixed_fleet_only_the_ships_without_a_cloak_are_counted() -> None:
    state, events = month(shadows("ghost", "destroyer", "ghost"))
    assert spotted(events) == [("0506", 1)]
    (seen,) = view_for(state, "humans").foreign_fleets.values()
    assert (seen.ships, seen.hull) == (1, 20)
    draft = draft_of(state)
    assert seen_ships(draft, draft.fleets["vermin-F1"], "humans") == ("vermin/DD01",)
    assert seen_ships(draft, draft.fleets["vermin-F1"], "vermin") == draft.fleets["vermin-F1"].ships


@pytest.mark.rule("CW-12.0-08", "CW-9.6-04")
def test_a_cloak_that_a_battle_has_put_out_of_order_hides_nothing() -> None:
    state = shadows("ghost")
    hurt = replace(state.ships["vermin/GH01"], wounds=Wounds(damaged={"Cloaking device": 1}))
    assert spotted(month(replace(state, ships={**state.ships, hurt.id: hurt}))[1]) == [("0506", 1)]


@pytest.mark.rule("CW-12.0-08")
def test_a_cloaked_base_is_hidden_like_a_ship() -> None:
    state = shadows()
    for design, found in (("lurker", 0), ("base", 1)):
        base = Base("vermin/LK01", "vermin", design, "Nest", "0506")
        after, events = month(replace(state, bases={base.id: base}))
        assert len([e for e in events if isinstance(e, BaseSighted)]) == found
        assert len(view_for(after, "humans").foreign_bases) == found
        assert sees_base(draft_of(after), base, "humans") == bool(found)


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
        check(view_for(replace(state, settings=Settings()), "humans"), (), SetEmissions("humans-F1", "sensors"))
    preview = check(view_for(state, "humans"), (), SetEmissions("humans-F1", "sensors"))
    assert preview.text == "Fleet 1 runs active sensors."
    _, events = month(state, ("vermin", SetEmissions("vermin-F1", "ecm")))
    assert [e.cause.rule for e in events if isinstance(e, OrderFailed)] == ["CW-12.0-12"]


def hurt(state: GameState, ship: str, **destroyed: int) -> GameState:
    """The state in which spaces of a ship's components are destroyed."""
    wounds = Wounds(destroyed={label.replace("_", " "): spaces for label, spaces in destroyed.items()})
    return replace(state, ships={**state.ships, ship: replace(state.ships[ship], wounds=wounds)})


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
    assert "nothing that it could emit with works any more" in sentence(told, view_for(after, "humans"))
    old, before = month(replace(blind, ruleset="cluster-war-3/4"))
    assert old.fleets["humans-F1"].emissions == "sensors", "campaigns under way go on as they did"
    assert not any(isinstance(e, EmissionsSet) for e in before)


@pytest.mark.rule("CW-12.0-12")
def test_ecm_that_is_destroyed_cannot_be_run() -> None:
    jammer = replace(GHOST, layout={**GHOST.layout, "ECM": 2})
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
    assert month(replace(broken, ruleset="cluster-war-3/4"), order)[0].fleets["vermin-F1"].emissions == "ecm"


@pytest.mark.rule("CW-12.0-12")
def test_who_surveys_or_blockades_gives_itself_away_and_who_only_moves_does_not() -> None:
    surveyor = replace(EYE, survey_bays=1)
    state = shadows("eye", at="0506")
    state = better(state, "vermin", designs={**state.sides["vermin"].designs, "eye": surveyor})
    assert spotted(month(state, ("vermin", SetMission("vermin-F1", "survey")))[1]) == [("0506", 1)]
    assert spotted(month(state, ("vermin", SetMission("vermin-F1", "blockade")))[1]) == [("0506", 1)]
    passing, moved = month(state, ("vermin", MoveFleet("vermin-F1", (Leg("0505"),))))
    assert spotted(moved) == []
    assert passing.fleets["vermin-F1"].hex == "0506" or passing.fleets["vermin-F1"].transit is not None


@pytest.mark.rule("CW-12.0-07", "CW-12.0-06")
def test_running_drives_are_noticed_in_an_owned_system_unless_a_cloak_hides_them() -> None:
    for design, found in (("destroyer", [("0303", 1)]), ("ghost", [])):
        state = shadows(design, at="0303")
        assert spotted(month(state)[1]) == found


@pytest.mark.rule("CW-12.0-08", "CW-1.0-10", "CW-9.0-10")
def test_who_does_not_see_a_fleet_hears_of_no_meeting_with_it_and_does_not_attack_it() -> None:
    armed = with_fleet(shadows("ghost"), "humans", "0506", "destroyer", engagement=Engagement("attack"))
    armed = change_fleet(armed, "vermin-F1", engagement=Engagement("defend"))
    after, events = month(armed)
    assert not [e for e in events if isinstance(e, BattleFought)]
    met = [e.seen_by for e in events if isinstance(e, FleetsMet)]
    assert ("vermin",) in met
    assert ("humans",) not in met
    assert view_for(after, "humans").foreign_fleets == {}
    draft = draft_of(after)
    assert hidden(draft, draft.fleets["vermin-F1"], "humans")
    assert not hidden(draft, draft.fleets["humans-F2"], "vermin")


@pytest.mark.rule("CW-12.0-08", "CW-12.0-12")
def test_a_hidden_fleet_may_attack_first_and_shows_itself_by_its_fire() -> None:
    state = with_fleet(
        shadows("ghost", "ghost", "ghost"), "humans", "0506", "destroyer", engagement=Engagement("defend")
    )
    after, events = month(state, ("vermin", SetEngagement("vermin-F1", "attack")))
    fought = [e for e in events if isinstance(e, BattleFought)]
    assert {e.side for e in fought} >= {"vermin"}
    assert ("0506", 3) in spotted(events) or ("0506", 2) in spotted(events)
    assert after.battles


@pytest.mark.rule("CW-12.0-11")
def test_the_game_masters_modifiers_by_drive_hex_fleet_and_side_and_their_why() -> None:
    state = shadows("ghost")

    def with_word(**word: object) -> GameState:
        return amend(state, SetDetection(**{"what": "cloaks", "levels": -1, **word}), "").state  # type: ignore[arg-type]

    for word in (
        {"hex": "0506"},
        {"fleet": "vermin-F1"},
        {"side": "vermin"},
        {"what": "sensors", "levels": 1, "side": "humans"},
    ):
        assert spotted(month(with_word(**word))[1]) == [("0506", 1)], word
    noisy = with_word(drive="second-stage")
    assert spotted(month(noisy)[1]) == [], "its drives do not run"
    came = month(change_fleet(noisy, "vermin-F1", hex="0507"), ("vermin", MoveFleet("vermin-F1", (Leg("0506"),))))
    for _ in range(3):
        if ("0506", 1) in spotted(came[1]):
            break
        came = month(came[0])
    assert ("0506", 1) in spotted(came[1])
    _, events = month(with_word(hex="0506", levels=-2))
    (tried,) = [e for e in events if isinstance(e, CloakTried) and e.observer == "humans"]
    assert tried.seen_by == ()
    assert [(m.value, m.reason) for m in tried.cause.modifiers] == [
        (-1, "basic cloak"),
        (2, "the game master's word on 0506"),
        (1, "level of its LRS"),
    ]
    back = amend(with_word(side="vermin"), SetDetection("cloaks", 0, side="vermin"), "").state
    assert back.signals.cloaks == {}


@pytest.mark.rule("CW-12.0-11")
def test_levels_by_house_rule() -> None:
    loud = replace(FULL, overrides={"CW-TAB-DETECTION/basic cloak/levels": "0"})
    state = shadows("ghost", settings=loud)
    assert spotted(month(state)[1]) == [("0506", 1)]
    draft = draft_of(shadows("ghost"))
    cloak = effective_cloak(draft, "vermin", draft.ships["vermin/GH01"], "0506", draft.fleets["vermin-F1"])
    assert cloak is not None
    assert (cloak.level, sensors_against(draft, "humans", "0506").level) == (1, 1)


def picket(state: GameState, side: SideId, design: str, **more: object) -> GameState:
    """The state with a base of a side's in deep space at 0506."""
    base = Base(f"{side}/EW01", side, design, "Picket", "0506")
    return replace(state, bases={**state.bases, base.id: replace(base, **more)})  # type: ignore[arg-type] # fields of a base


@pytest.mark.rule("CW-12.0-12", "CW-A-19")
def test_an_early_warning_stations_active_sensors_see_through_cloaks_in_its_hex_and_give_it_away() -> None:
    state = shadows("ghost")
    eyed = better(state, "humans", designs={**state.sides["humans"].designs, "lurker": replace(LURKER, lrs=2)})
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
    assert sentence(told, view_for(after, "humans")) == "Picket (EW01) runs active sensors from now on."
    quiet, hushed = month(after, ("humans", SetBaseEmissions("humans/EW01", "")))
    assert (quiet.bases["humans/EW01"].emissions, spotted(hushed)) == ("", [])
    assert view_for(quiet, "vermin").foreign_bases == {}, "its cloak hides it again"


@pytest.mark.rule("CW-12.0-12", "CW-12.0-11")
def test_ecm_of_a_base_gives_it_away_and_hides_others_of_its_side_better() -> None:
    masked = replace(LURKER, layout={"ECM": 2})
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
    eyed = {**state.sides["humans"].designs, "lurker": replace(LURKER, lrs=2, layout={"LRS": 2})}

    def refused(state: GameState, order: Order, words: str) -> None:
        with pytest.raises(GameError, match=words):
            check(view_for(state, "humans"), (), order)

    blind = {**eyed, "lurker": replace(LURKER, lrs=0)}
    refused(better(state, "humans", designs=blind), loud, "Picket has no LRS\\.")
    refused(state, replace(loud, emissions="ecm"), "Picket has no ECM\\.")
    refused(state, replace(loud, base="humans/XX09"), r"no base .humans/XX09. that stands by itself.*Picket \(EW01\)")
    able = better(state, "humans", designs=eyed)
    preview = check(view_for(able, "humans"), (), loud)
    assert (preview.text, len(preview.notes)) == ("Picket (EW01) at 0506 runs active sensors.", 1)
    refused(replace(able, settings=Settings()), loud, "plain detection")
    refused(picket(able, "humans", "lurker", ready=able.turn + 1), loud, "works from turn")
    refused(picket(able, "humans", "lurker", towed_by="humans-F1"), loud, "in tow")
    refused(picket(able, "humans", "lurker", wounds=Wounds(destroyed={"LRS": 2})), loud, "repaired first")
    with pytest.raises(WrongPhaseError, match="already gets such an order"):
        check(view_for(able, "humans"), sheet("humans", loud), replace(loud, emissions=""))


@pytest.mark.rule("CW-12.0-12")
def test_a_base_falls_silent_when_its_sensors_are_shot_away_or_somebody_tows_it_off() -> None:
    eyed = {**DESIGNS, "lurker": replace(LURKER, lrs=2, layout={"LRS": 2})}
    state = picket(better(shadows("eye"), "humans", designs=eyed), "humans", "lurker", emissions="sensors")
    blind = picket(state, "humans", "lurker", emissions="sensors", wounds=Wounds(destroyed={"LRS": 2}))
    after, events = month(blind)
    assert after.bases["humans/EW01"].emissions == ""
    (told,) = [e for e in events if isinstance(e, BaseEmissionsSet)]
    assert (told.lost, told.seen_by) == (True, ("humans",))
    assert "nothing that it could emit with works any more" in sentence(told, view_for(after, "humans"))
    tug = with_fleet(state, "humans", "0506", "freighter", "freighter")
    order = TowBase(next(key for key in tug.fleets if key not in state.fleets), "humans/EW01")
    assert [note.text for note in check(view_for(tug, "humans"), (), order).notes] == [
        "It runs silent from then on, until another order."
    ]
    towed, _ = month(tug, ("humans", order))
    assert (towed.bases["humans/EW01"].emissions, bool(towed.bases["humans/EW01"].towed_by)) == ("", True)
