"""What a side may know: records are public, plans, targets and hidden craft are not."""

import pytest

from rules.hexes import Hex
from rules.pentagon_war.designs import BASIC_MISSILE, Design
from rules.pentagon_war.events import Event, Sighted, TrackLost, TurnBegan
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Ask, Battle, Blow, Shot
from rules.pentagon_war.targeting.sight import seen_target
from rules.pentagon_war.turn.view import PUBLIC_BOLT, PUBLIC_CRAFT, PUBLIC_DESIGN, PUBLIC_MISSILE, view_for
from rules.pentagon_war.units import Bolt, Cpmf, Craft, Drone, Lock, Missile, Moment, Velocity
from rules.values import EVERYONE, Cause, GameError, IllegalOrderError, changed, fields, seen_events
from tests.rules.pentagon_war.kit import battle, craft

MISSILE = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, Hex(5, 5), 0, 6, "X1", 1, tracking=False)
BOLT = Bolt("Y1.LM1-1", "Y", "Y1", Hex(5, 6), 0, "X1", 1)


def scene(now: Moment | None = None) -> Battle:
    """A battle with one of everything secret in it."""
    hidden = changed(craft("Y2", "1003", radar_invisibility=True), hidden=True, invisible=True)
    open_craft = changed(craft("Y1", "1001", special_electronics=True), cpmf=Cpmf(6, ecm=2))
    return battle(
        craft("X1", "1015"),
        open_craft,
        hidden,
        now=now or Moment(1, 5, 8),
        missiles={MISSILE.id: MISSILE},
        bolts={BOLT.id: BOLT},
        drones={"Y1.D1": Drone("Y1.D1", "Y", "Y1", "laser", Hex(6, 6), 0, Velocity(), craft("Y1", "1001").counted, 1)},
        locks=(Lock("Y2", "B1", "Y1"), Lock("X1", "B1", "Y1")),
        shots=(Shot("X1", "L1", "Y1"), Shot("Y1", "L1", "X1")),
        blows=(Blow("X1", "Y1", "L1", 1, 3), Blow("Y2", "X1.M1", "explosion", 1, 3)),
        apart={"X1>Y1": Hex(0, 1), "X1>Y2": Hex(0, 2)},
        programmes={"X1": Programme("X1", 1), "Y1": Programme("Y1", 1)},
        stances={"X1": "flee", "Y1": "aggressive"},
        players=("X", "Y"),
        waiting=(Ask("X", "X1", "Yours."), Ask("Y", "Y1", "Theirs.")),
    )


@pytest.mark.rule("PW-C11")
def test_display_record_and_form_of_an_enemy_are_open_on_impulse_5() -> None:
    start = scene()
    seen = view_for(start, "X").known.craft["Y1"]
    theirs = start.craft["Y1"]
    assert seen.cpmf == theirs.cpmf == Cpmf(6, ecm=2)
    assert (seen.weapons, seen.armor, seen.velocity, seen.record) == (
        theirs.weapons, theirs.armor, theirs.velocity, theirs.record,
    )  # fmt: skip


@pytest.mark.rule("PW-C12")
@pytest.mark.parametrize(
    ("now", "shown"),
    [(Moment(2, 0, 2), False), (Moment(2, 0, 1), True), (Moment(2, 0, 3), True), (Moment(2, 1, 2), True)],
)
def test_power_forms_are_secret_in_the_allocation_phase_and_then_only(now: Moment, shown: bool) -> None:
    view = view_for(scene(now), "X")
    assert view.known.craft["Y1"].cpmf == (Cpmf(6, ecm=2) if shown else Cpmf())
    assert view.known.craft["Y1"].armor == scene().craft["Y1"].armor
    assert view.known.craft["X1"].cpmf.available == 6
    assert view_for(scene(now), "Y").known.craft["Y1"].cpmf == Cpmf(6, ecm=2)


@pytest.mark.rule("PW-S92", "PW-B83")
def test_a_hidden_craft_is_on_its_own_sides_map_alone_with_all_that_touches_it() -> None:
    view, own = view_for(scene(), "X"), view_for(scene(), "Y")
    assert set(view.known.craft) == {"X1", "Y1"}
    assert view.known.locks == (Lock("X1", "B1", "Y1"),)
    assert [blow.target for blow in view.known.blows] == ["X1"]
    assert dict(view.known.apart) == {"X1>Y1": Hex(0, 1)}
    assert set(own.known.craft) == {"X1", "Y1", "Y2"}
    assert own.known.craft["Y2"].hidden
    assert len(own.known.locks) == 2


@pytest.mark.rule("PW-S61")
def test_only_its_owner_knows_what_a_seeker_is_after_and_whether_it_still_is() -> None:
    view, own = view_for(scene(), "X"), view_for(scene(), "Y")
    assert view.known.missiles["Y1.M1"] == changed(MISSILE, target="", tracking=True)
    assert view.known.bolts[BOLT.id] == changed(BOLT, target="")
    assert own.known.missiles["Y1.M1"] == MISSILE
    assert own.known.bolts[BOLT.id] == BOLT


@pytest.mark.rule("PW-B71", "PW-B72")
@pytest.mark.parametrize(("segment", "open_"), [(8, False), (9, True), (10, True)])
def test_fire_is_secret_until_it_is_announced(segment: int, open_: bool) -> None:
    view = view_for(scene(Moment(1, 5, segment)), "X")
    assert [shot.craft for shot in view.known.shots] == (["X1", "Y1"] if open_ else ["X1"])


def test_programmes_stances_and_questions_are_ones_own() -> None:
    view = view_for(scene(), "X")
    assert (set(view.known.programmes), set(view.known.stances)) == ({"X1"}, {"X1"})
    assert [ask.side for ask in view.known.waiting] == ["X"]


@pytest.mark.rule("PW-A78")
def test_nobody_is_told_who_carries_special_electronics() -> None:
    assert not view_for(scene(), "X").known.craft["Y1"].design.special_electronics
    assert view_for(scene(), "Y").known.craft["Y1"].design.special_electronics


def test_the_game_master_sees_the_battle_as_it_is() -> None:
    assert view_for(scene(), None).known == scene()


def test_what_is_nobodys_secret_is_in_a_view_as_it_is() -> None:
    known = view_for(scene(), "X").known
    secrets = {
        "craft",
        "missiles",
        "bolts",
        "locks",
        "shots",
        "blows",
        "apart",
        "programmes",
        "stances",
        "waiting",
        "salts",
    }
    for field in fields(Battle):
        if field.name not in secrets:
            assert getattr(known, field.name) == getattr(scene(), field.name), field.name


@pytest.mark.parametrize(
    ("kind", "public", "own_rules"),
    [
        (Craft, PUBLIC_CRAFT, {"design", "cpmf", "hidden", "targets"}),
        (Design, PUBLIC_DESIGN, {"special_electronics"}),
        (Missile, PUBLIC_MISSILE, {"target", "tracking", "arrived"}),
        (Bolt, PUBLIC_BOLT, {"target", "tracking", "arrived"}),
    ],
)
def test_every_field_is_either_public_or_has_a_rule_of_its_own(
    kind: type, public: tuple[str, ...], own_rules: set[str]
) -> None:
    assert {field.name for field in fields(kind)} == {*public, *own_rules}
    assert not set(public) & own_rules


def test_each_side_is_told_what_it_may_know_and_the_game_master_everything() -> None:
    now, why = Moment(), Cause("PW-C37")
    everybody = TurnBegan(now, why)
    own = TrackLost(now, why, "Y1.M1", seen_by=("Y",))
    both = Sighted(now, why, "Y2", "X1", Hex(1, 1), seen_by=(EVERYONE,))
    events: tuple[Event, ...] = (everybody, own, both)
    assert seen_events(events, "X") == (everybody, both)
    assert seen_events(events, "Y") == events
    assert seen_events(events, None) == events


@pytest.mark.rule("PW-B83")
def test_nobody_aims_at_a_hidden_craft_not_even_its_friends() -> None:
    start = scene()
    with pytest.raises(GameError, match="is nothing you can see"):
        seen_target(start, "X", "Y2")
    with pytest.raises(IllegalOrderError, match="would give it away") as refused:
        seen_target(start, "Y", "Y2")
    assert refused.value.rule == "PW-B83"
    assert seen_target(start, "X", "Y1") == start.craft["Y1"]
