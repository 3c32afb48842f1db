"""Who is hidden by minds: psionic cloaks, shadows, fleets that send nothing (CW-15.1-13, -15, -21)."""

import pytest

from rules.cluster_war.chapters.minds.illusion_amendments import SetSilence
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.psionics.telepaths import in_touch
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.turn.month import adjudicate
from rules.values import changed
from tests.rules.cluster_war.build import DICE, small, with_fleet
from tests.rules.cluster_war.model.psionics.masters import after, trained

FULL = Settings(detection="full")


def scene(ability: str, *, watcher: str = "scout", settings: Settings = FULL) -> GameState:
    """Vermin with an ability at 0506, a Human watcher at 0505 who sees a hex far."""
    state = small(settings=settings)
    state = with_fleet(state, "humans", "0505", watcher, name="Watch")
    state = with_fleet(state, "vermin", "0506", "destroyer", name="Unseen")
    state = trained(state, "vermin", "destroyer", ability)
    if ability == "cloaking":
        state = trained(state, "vermin", "destroyer", ability, traits=("cloaked",))
    return state


def is_seen(state: GameState) -> bool:
    done = adjudicate(state, (), DICE)
    return any(isinstance(e, FleetSighted) and e.side == "humans" and e.owner == "vermin" for e in done.events)


def drawn(state: GameState, side: str, *traits: str) -> GameState:
    """The state in which a side's scouts have other traits."""
    owner = state.sides[side]
    scout = changed(owner.designs["scout"], traits=traits)
    return changed(state, sides={**state.sides, side: changed(owner, designs={**owner.designs, "scout": scout})})


@pytest.mark.rule("CW-15.1-15")
def test_psionic_cloaks_hide_as_any_cloak_does_as_long_as_the_psychics_can_act() -> None:
    assert is_seen(scene("delusion"))
    assert not is_seen(scene("cloaking"))
    sharp = scene("cloaking")
    sharp = changed(sharp, sides={**sharp.sides, "humans": changed(sharp.sides["humans"], lrs_level=2)})
    assert is_seen(sharp), "LRS better than a basic cloak"
    tired = scene("cloaking")
    ship = changed(tired.ships["vermin/DD01"], psychics=Psychics(insane=True))
    assert is_seen(changed(tired, ships={**tired.ships, ship.id: ship}))


@pytest.mark.rule("CW-15.1-21", "CW-15.1-28")
def test_a_shadow_hides_from_living_eyes_and_machines_and_zombies_see_it() -> None:
    assert not is_seen(scene("shadow"))
    as_defense = Settings(detection="full", rulings={"CW-15.1-21": "defense"})
    assert is_seen(scene("shadow", settings=as_defense))
    state = scene("shadow")
    humans = state.sides["humans"]
    machines = changed(humans, race=Race("Machines", "5555", biology="Mechanized"))
    assert is_seen(changed(state, sides={**state.sides, "humans": machines}))
    for trait in ("crewless", "android", "zombie"):
        far = drawn(state, "humans", trait)
        assert not is_seen(far), "it must be on the spot"
        assert is_seen(with_fleet(far, "humans", "0506", "scout", name="Robots"))
    shielded = changed(humans, technologies=("Psionic Counter: Shadow",))
    assert is_seen(changed(state, sides={**state.sides, "humans": shielded}))


@pytest.mark.rule("CW-15.1-13")
@pytest.mark.parametrize("settings", [FULL, Settings()])
def test_a_fleet_that_sends_nothing_is_missed_by_lrs_up_to_the_level_that_the_game_master_sets(
    settings: Settings,
) -> None:
    state = scene("advanced-telepathy", settings=settings)
    assert is_seen(state)
    assert not is_seen(after(state, SetSilence("vermin-F1", 1)))
    sharp = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], lrs_level=2)})
    assert is_seen(after(sharp, SetSilence("vermin-F1", 1)))
    assert not is_seen(after(sharp, SetSilence("vermin-F1", 2)))
    beside = with_fleet(after(state, SetSilence("vermin-F1", 1)), "humans", "0506", "scout", name="Near")
    done = adjudicate(beside, (), DICE)
    assert not any(isinstance(e, FleetsMet) and e.seen_by == ("humans",) for e in done.events)


@pytest.mark.rule("CW-15.1-12")
def test_a_ship_with_telepaths_is_in_touch_at_any_distance_while_somebody_hears_it_at_home() -> None:
    state = scene("advanced-telepathy")
    assert not in_touch(state, state.fleets["vermin-F1"], 0)
    home = with_fleet(state, "vermin", "1818", "destroyer", name="Listeners")
    assert in_touch(home, home.fleets["vermin-F1"], 0)
    assert not in_touch(home, home.fleets["humans-F1"], 0)
    ship = changed(home.ships["vermin/DD01"], psychics=Psychics(rest=9))
    assert not in_touch(changed(home, ships={**home.ships, ship.id: ship}), home.fleets["vermin-F1"], 4)


@pytest.mark.rule("CW-15.1-12")
def test_where_news_goes_by_courier_telepaths_report_from_afar_at_once() -> None:
    """A Vermin destroyer far from home beside Humans: what it sees is known at once if it has telepaths whom home hears."""

    def knows(state: GameState) -> bool:
        done = adjudicate(state, (), DICE)
        return any(s.hex == "0505" for s in done.state.knowledge["vermin"].fleets.values())

    far = scene("advanced-telepathy", settings=Settings(news="by-courier"))
    far = with_fleet(far, "vermin", "0505", "destroyer", name="Far")
    assert not knows(far), "nobody at home hears it"
    assert knows(with_fleet(far, "vermin", "1818", "destroyer", name="Listeners"))
    plain = with_fleet(scene("delusion", settings=Settings(news="by-courier")), "vermin", "0505", "destroyer")
    assert not knows(with_fleet(plain, "vermin", "1818", "destroyer", name="Deaf"))
