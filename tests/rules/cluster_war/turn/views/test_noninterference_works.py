"""Others' bases, mines, stocks and yards change nothing that a side gets, unless it can see them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Mining, Ship
from rules.cluster_war.model.state.places import Strain
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import with_colony, with_fleet
from tests.rules.cluster_war.yard import YARD, empire, rich, with_base

EAST = ("1515", "1616", "1818")


def world(owner_base: str = "0304") -> GameState:
    """Humans in the west with a base and a digger; the Vermin have a base there too, and colonies in the east."""
    state = empire(rich("0304", 200), rich("0305", 90), rich("1515", 100), rich("1616", 300), shipyard_bays=20)
    state = with_base(state, "mine", "0304", 2)
    state = with_fleet(state, "humans", "0304", "digger", mining=Mining("0304", 2))
    state = with_colony(state, "vermin", "1515", 2, 30)
    near = Base("vermin/DK01", "vermin", "dock", "Nest", owner_base, 2)
    state = changed(state, bases={**state.bases, near.id: near})
    return adjudicate(state, (), Dice(bytes(32), "test", 1)).state


def stocks(data: st.DataObject, state: GameState) -> GameState:
    """Other stores, stocks, tooling and garrisons at Vermin colonies and bases."""
    number = st.integers(0, 99)
    garrison = {"fighter": data.draw(st.integers(1, 9)), "mine": data.draw(st.integers(1, 3))}
    more: dict[str, object] = {
        "store": data.draw(number),
        "munitions": data.draw(number),
        "garrison": garrison,
        "tooling": {"naval": 20},
        "strip": data.draw(st.booleans()),
    }
    colonies = {
        k: changed(c, **more, low_quality={"fighter": 1}, light_industry=20) if c.side == "vermin" else c  # type: ignore[arg-type] # fields of both
        for k, c in state.colonies.items()
    }
    bases = {
        k: changed(b, **more, name="Hidden", weak={"fighter": 1}, low_quality=True) if b.side == "vermin" else b  # type: ignore[arg-type] # fields of both
        for k, b in state.bases.items()
    }
    return changed(state, colonies=colonies, bases=bases)


def far_bases(data: st.DataObject, state: GameState) -> GameState:
    """Vermin way stations, mines, diggers and strained worlds in the east."""
    bases = dict(state.bases)
    for number in range(data.draw(st.integers(1, 4))):
        hex_ = data.draw(st.sampled_from(EAST))
        design = data.draw(st.sampled_from(["way", "mine", "dock"]))
        key = f"vermin/XX{number:02d}"
        bases[key] = Base(key, "vermin", design, "Far", hex_, data.draw(st.sampled_from([0, 2])), strip=True)
    state = changed(state, bases=bases, strains={**state.strains, "1616-2": Strain(40, "5655", 3, "vermin")})
    return with_fleet(state, "vermin", "1616", "digger", mining=Mining("1616", 2, strip=True))


def yards(data: st.DataObject, state: GameState) -> GameState:
    """Vermin builds, refits and crash-built ships, in their yards and far away."""
    left = data.draw(st.integers(1, 40))
    build = Build("vermin-B7", "vermin", "1818-3", "cruiser", 1, 466, 466, left, 20, 1, crash="cost")
    state = with_fleet(state, "vermin", "1818", "destroyer")
    hasty = {k: changed(s, low_quality=True, parts={"way": 9}) if _vermin(s) else s for k, s in state.ships.items()}
    return changed(state, builds={**state.builds, build.id: build}, ships=hasty)


def _vermin(ship: Ship) -> bool:
    return ship.side == "vermin"


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", [stocks, far_bases, yards], ids=lambda change: change.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_hidden_works_change_nothing_that_a_side_gets(change: object, data: st.DataObject) -> None:
    state = world()
    other = change(data, state)  # type: ignore[operator] # one of the functions above
    for mine, theirs in zip(received(state), received(other), strict=True):
        assert repr(mine) == repr(theirs)


def received(state: GameState) -> tuple[object, object, object]:
    """The humans' view, what they are told of the turn, and their view after it."""
    done = adjudicate(state, (), Dice(bytes(32), "test", state.turn))
    return view_for(state, "humans"), [e for e in done.events if may_see(e, "humans")], view_for(done.state, "humans")


def test_the_comparison_would_notice_a_base_in_plain_sight() -> None:
    assert set(view_for(world(), "humans").foreign_bases) == {"0304-2/vermin"}
    assert received(world()) != received(world("0303"))
    assert YARD["dock"].hull == 60
