"""Drawings of spacecraft: kept by player and server, shared, never seen by others before that."""

import pytest

from rules.errors import GameError, IllegalOrderError, NotYoursError
from rules.pentagon_war.shipyard.library import library
from rules.pentagon_war.shipyard.workbench import add, blank
from umpire.battle import blueprints
from umpire.battle.blueprints import YARD
from umpire.services.services import Umpire

ADA, VIK = 101, 102
HERE, THERE = 1, 2


async def test_a_slip_is_one_users_in_one_server(desk: Umpire) -> None:
    design = library()["halyard"]
    await blueprints.lay(desk, HERE, ADA, design)
    assert await blueprints.slip(desk, HERE, ADA) == design
    assert await blueprints.slip(desk, HERE, VIK) is None
    assert await blueprints.slip(desk, THERE, ADA) is None
    assert await blueprints.known(desk, HERE, ADA) == ()


async def test_a_drawing_is_saved_under_a_name_and_saved_again_in_its_place(desk: Umpire) -> None:
    first = await blueprints.keep(desk, HERE, ADA, library()["halyard"], " Long   Rope ")
    assert first.design.name == "Long Rope"
    await blueprints.share(desk, HERE, ADA, "Long Rope")
    again = await blueprints.keep(desk, HERE, ADA, add(library()["halyard"], "screen", YARD), "long rope")
    assert again.shared
    assert [drawing.design.name for drawing in await blueprints.known(desk, HERE, VIK)] == ["long rope"]
    with pytest.raises(NotYoursError, match="somebody else"):
        await blueprints.share(desk, HERE, VIK, "long rope")
    with pytest.raises(NotYoursError, match="no design"):
        await blueprints.find(desk, THERE, ADA, "long rope")


async def test_what_cannot_be_built_is_not_kept(desk: Umpire) -> None:
    wrong = add(add(blank("Wasp", YARD), "engine", YARD), "armor 4", YARD)
    with pytest.raises(IllegalOrderError, match="cannot be built"):
        await blueprints.keep(desk, HERE, ADA, wrong, "")
    with pytest.raises(GameError):
        await blueprints.keep(desk, HERE, ADA, library()["halyard"], "a: b; c")


async def test_a_user_keeps_only_so_many_drawings(desk: Umpire) -> None:
    for number in range(blueprints.MOST):
        await blueprints.keep(desk, HERE, ADA, library()["halyard"], f"Rope {number}")
    with pytest.raises(GameError, match="delete one first"):
        await blueprints.keep(desk, HERE, ADA, library()["halyard"], "One more")
    await blueprints.throw_away(desk, HERE, ADA, "Rope 7")
    await blueprints.keep(desk, HERE, ADA, library()["halyard"], "One more")
