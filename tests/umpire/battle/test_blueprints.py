"""Drawings of spacecraft: kept by player and server, shared, never seen by others before that."""

import pytest

from rules.pentagon_war.shipyard.checks import add, blank
from rules.pentagon_war.shipyard.notation import library
from rules.values import GameError, IllegalOrderError, NotYoursError
from umpire.battle import blueprints
from umpire.battle.blueprints import YARD_OPTIONS
from umpire.services.services import Services

ADA, VIK = 101, 102
HERE, THERE = 1, 2


async def test_a_slip_is_one_users_in_one_server(services: Services) -> None:
    design = library()["halyard"]
    await blueprints.put_on_slip(services, HERE, ADA, design)
    assert await blueprints.slip(services, HERE, ADA) == design
    assert await blueprints.slip(services, HERE, VIK) is None
    assert await blueprints.slip(services, THERE, ADA) is None
    assert await blueprints.list_blueprints(services, HERE, ADA) == ()


async def test_a_drawing_is_saved_under_a_name_and_saved_again_in_its_place(services: Services) -> None:
    first = await blueprints.save_blueprint(services, HERE, ADA, library()["halyard"], " Long   Rope ")
    assert first.design.name == "Long Rope"
    await blueprints.share(services, HERE, ADA, "Long Rope")
    again = await blueprints.save_blueprint(
        services, HERE, ADA, add(library()["halyard"], "screen", YARD_OPTIONS), "long rope"
    )
    assert again.shared
    assert [drawing.design.name for drawing in await blueprints.list_blueprints(services, HERE, VIK)] == ["long rope"]
    with pytest.raises(NotYoursError, match="somebody else"):
        await blueprints.share(services, HERE, VIK, "long rope")
    with pytest.raises(NotYoursError, match="not a design"):
        await blueprints.find(services, THERE, ADA, "long rope")


async def test_what_cannot_be_built_is_not_kept(services: Services) -> None:
    wrong = add(add(blank("Wasp", YARD_OPTIONS), "engine", YARD_OPTIONS), "armor 4", YARD_OPTIONS)
    with pytest.raises(IllegalOrderError, match="cannot be built"):
        await blueprints.save_blueprint(services, HERE, ADA, wrong, "")
    with pytest.raises(GameError):
        await blueprints.save_blueprint(services, HERE, ADA, library()["halyard"], "a: b; c")


async def test_a_user_keeps_only_so_many_drawings(services: Services) -> None:
    for number in range(blueprints.MOST_BLUEPRINTS):
        await blueprints.save_blueprint(services, HERE, ADA, library()["halyard"], f"Rope {number}")
    with pytest.raises(GameError, match="delete one first"):
        await blueprints.save_blueprint(services, HERE, ADA, library()["halyard"], "One more")
    await blueprints.throw_away(services, HERE, ADA, "Rope 7")
    await blueprints.save_blueprint(services, HERE, ADA, library()["halyard"], "One more")
