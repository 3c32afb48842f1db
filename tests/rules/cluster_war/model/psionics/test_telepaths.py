"""Who speaks with home at any distance, and who hears it there (CW-15.1-12)."""

from typing import Any

import pytest

from rules.cluster_war.model.psionics.telepaths import hears_afar, in_touch, speaks_afar
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Ship, Transit
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import Officer, Post
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, small, with_fleet

PSI, NONE = Settings(), Settings(psionics=False)
MINDS = ("psi:advanced-telepathy",)
KINDS = {
    **DESIGNS,
    "voice": changed(DESIGNS["scout"], id="voice", traits=MINDS, prefix="VO"),
    "choir": Design("choir", "Choir", "ground", 1, 10, traits=MINDS),
    "militia": Design("militia", "Militia", "ground", 1, 10),
    "post": changed(DESIGNS["base"], id="post", traits=MINDS, prefix="PB"),
}
SHIP = "humans/FF01"


def world(settings: Settings = PSI) -> GameState:
    """The Humans' home, and a freighter far away that carries nothing."""
    state = small(settings=settings)
    sides = {key: changed(side, designs=KINDS) for key, side in state.sides.items()}
    return with_fleet(changed(state, sides=sides), "humans", "1010", "freighter", name="Far")


def speaks(week: int = 3, **more: Any) -> bool:
    """Whether a freighter speaks with home."""
    return speaks_afar(Ship(SHIP, "humans", "freighter", **more), KINDS, week, PSI)


@pytest.mark.rule("CW-15.1-12")
def test_a_ship_speaks_by_its_crew_or_by_forces_that_it_carries_and_that_can_act() -> None:
    voice = Ship("humans/VO01", "humans", "voice")
    assert speaks_afar(voice, KINDS, 3, PSI)
    assert not speaks_afar(voice, KINDS, 3, NONE)
    assert not speaks_afar(changed(voice, psychics=Psychics(rest=4)), KINDS, 3, PSI)
    assert not speaks()
    assert speaks(crates={"choir": 1})
    assert speaks(crates={"militia": 2, "choir": 1})
    assert not speaks(crates={"militia": 1})
    assert not speaks(crates={"choir": 0}), "a crate that is empty speaks to nobody"
    assert not speaks(crates={"choir": 0, "militia": 1})
    assert not speaks(crates={"foreign": 1})
    assert not speaks(crates={"choir": 1}, psychics=Psychics(rest=4))


def hears(state: GameState, week: int = 3) -> bool:
    return hears_afar(state, "humans", week)


def home(state: GameState, **more: Any) -> GameState:
    """The state with the Humans' home world changed."""
    return changed(state, colonies={**state.colonies, "0303-3": changed(state.colonies["0303-3"], **more)})


@pytest.mark.rule("CW-15.1-12")
def test_a_garrison_base_or_fleet_of_telepaths_at_home_hears() -> None:
    assert not hears(world())
    assert hears(home(world(), garrison={"choir": 1}))
    assert not hears(home(world(), garrison={"choir": 0}))
    assert not hears(home(world(), garrison={"militia": 3}))
    assert not hears(home(world(), side="vermin", garrison={"choir": 1})), "who holds the home world hears there"
    assert not hears(home(world(NONE), garrison={"choir": 1}))

    def base(**more: Any) -> GameState:
        one = changed(Base("humans/PB01", "humans", "post", "Ear", "0303", 1), **more)
        return changed(world(), bases={one.id: one})

    assert hears(base())
    assert not hears(base(hex="0304"))
    assert not hears(base(design="base"))
    assert not hears(base(side="vermin"))

    def fleet(design: str = "voice", side: str = "humans", hex_: str = "0303", **more: Any) -> GameState:
        return with_fleet(world(), side, hex_, "destroyer", design, name="Ears", **more)

    assert hears(fleet())
    assert not hears(fleet("scout"))
    assert not hears(fleet(hex_="0304"))
    assert not hears(fleet(side="vermin"))
    assert not hears(fleet(transit=Transit("0303", "0505", 1, 9)))


@pytest.mark.rule("CW-15.1-12", "CW-17.1-15")
def test_an_officer_of_that_talent_hears_at_the_home_world_alone() -> None:
    plain = Officer("humans-O1", "humans", "Ear", 1, 1, 1, 1, talents=("lucky", "psionic adept: Advanced Telepathy"))

    def officer(state: GameState | None = None, **more: Any) -> bool:
        here = world() if state is None else state
        return hears(changed(here, officers={plain.id: changed(plain, **more)}))

    assert officer(), "in the pool, which is at home"
    assert not officer(world(NONE))
    assert not officer(side="vermin")
    assert not officer(talents=())
    assert not officer(talents=("psionic adept: Screaming",))
    assert not officer(talents=("advanced telepathy",))
    assert officer(post=Post("captain", "0303-3"))
    assert officer(post=Post("team", "0303-3|choir"))
    far = changed(world().colonies["0303-3"], id="0505-1", hex="0505", orbit=1)
    state = changed(world(), colonies={**world().colonies, far.id: far})
    assert not officer(state, post=Post("captain", "0505-1"))
    base = Base("humans/PB01", "humans", "base", "Ear", "0303", 1)
    assert officer(changed(world(), bases={base.id: base}), post=Post("captain", base.id))
    away = changed(base, hex="0304")
    assert not officer(changed(world(), bases={base.id: away}), post=Post("captain", base.id))
    assert not officer(post=Post("captain", SHIP)), "aboard a ship far away"
    near = with_fleet(world(), "humans", "0303", "destroyer")
    assert officer(near, post=Post("captain", "humans/DD01"))
    gone = with_fleet(world(), "humans", "0303", "destroyer", transit=Transit("0303", "0505", 1, 9))
    assert not officer(gone, post=Post("captain", "humans/DD01"))
    theirs = with_fleet(world(), "vermin", "0303", "destroyer")
    assert not officer(theirs, post=Post("captain", "vermin/DD01"))


@pytest.mark.rule("CW-15.1-12")
def test_a_fleet_is_in_touch_if_one_of_its_ships_speaks_and_somebody_hears() -> None:
    state = home(world(), garrison={"choir": 1})
    assert not in_touch(state, state.fleets["humans-F1"], 3)
    laden = changed(state, ships={SHIP: changed(state.ships[SHIP], crates={"choir": 1})})
    assert in_touch(laden, laden.fleets["humans-F1"], 3)
    deaf = home(laden, garrison={})
    assert not in_touch(deaf, deaf.fleets["humans-F1"], 3)
