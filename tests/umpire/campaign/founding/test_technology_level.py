"""The campaign's technology level decides which forces a race can raise, from its first roster to an order of a later month."""

import pytest

from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import GameError, IllegalOrderError, changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL, new_open
from tests.umpire.campaign.founding.played_kit import Draft, Played, begin, fewer_ships
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft

PRE_FTL = changed(SMALL, level="Pre-FTL")
SECOND = changed(SMALL, level="2nd Gen FTL")
LIGHT = UnitText("LA", "Light Suits", "battalion", 1, "like: Light Power Armor")
HEAVY = UnitText("HA", "Heavy Suits", "battalion", 1, "like: Heavy Power Armor")
GRAV = UnitText("GT", "Hover Tanks", "battalion", 1, "like: Grav Tank")
DROP = UnitText("DT", "Drop Tanks", "battalion", 1, "like: Drop Tank")


def plain(name: str, plan: FoundingPlan, kit: str = "Humans", ships: str = "1 DD", garrison: str = "2 INF") -> Draft:
    """A race of nothing special, so that it costs no points, with a roster."""

    def drawn(draft: RaceDraft) -> RaceDraft:
        draft = race_edits.set_names(race_edits.blank(draft), name, "", "")
        draft = race_edits.use_kit(draft, kit, settings_of_plan(plan))
        draft = fewer_ships(draft, ships.split()[1])
        return race_edits.set_units(draft, ships, garrison)

    return drawn


async def raised(played: Played, design: str) -> int:
    """How many battalions of a design stand on Anna's home world."""
    return (await played.view()).colonies[await played.home()].garrison.get(design, 0)


@pytest.mark.rule("CW-6.5-11", "CW-3.1-01", "CW-19.0-07")
async def test_a_second_generation_race_raises_heavy_suits_and_flying_tanks(storage: Storage) -> None:
    played = await begin(storage, SECOND, "Humans")
    me = (await played.view()).me
    assert me is not None
    assert me.technologies[-1] == "Second Generation"
    home = await played.home()
    for unit in (HEAVY, GRAV, DROP):
        await played.adopt(unit)
        await played.give(f"build 1 {unit.id} at {home}")
    await played.advance()
    assert [await raised(played, unit.id) for unit in (HEAVY, GRAV, DROP)] == [1, 1, 1]


@pytest.mark.rule("CW-6.5-11", "CW-3.1-01", "CW-19.0-07")
async def test_a_first_generation_race_raises_light_suits_and_is_refused_heavier_ones(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    for unit in (HEAVY, GRAV, DROP):
        with pytest.raises(IllegalOrderError, match="second generation") as refused:
            await played.adopt(unit)
        assert refused.value.rule == "CW-6.5-11"
    await played.adopt(LIGHT)
    await played.give(f"build 2 LA at {await played.home()}")
    await played.advance()
    assert await raised(played, "LA") == 2


@pytest.mark.rule("CW-6.5-11", "CW-3.1-01", "CW-19.0-07")
async def test_a_race_without_ftl_raises_no_suits_at_all_not_even_those_of_its_roster(storage: Storage) -> None:
    played = await begin(storage, PRE_FTL, plain("Deep Ones", PRE_FTL, "Oolab", "1 SO"), plain("Humans", PRE_FTL))
    with pytest.raises(IllegalOrderError, match="first generation") as refused:
        await played.adopt(LIGHT)
    assert refused.value.rule == "CW-6.5-11"
    home = await played.home()
    with pytest.raises(GameError, match="first generation"):
        await played.give(f"build 1 LPA at {home}")
    await played.give(f"build 1 INF at {home}")
    await played.advance()
    assert (await raised(played, "INF"), await raised(played, "LPA")) == (3, 0)


@pytest.mark.rule("CW-6.5-11", "CW-3.1-02", "CW-3.1-01")
async def test_forces_and_points_above_the_level_are_not_founded_with(storage: Storage) -> None:
    open_ = await new_open(storage, PRE_FTL)
    with_suits = plain("Deep Ones", PRE_FTL, "Oolab", "1 SO", "2 LPA")
    await races.change_race(open_.services, open_.anna, with_suits, "race")
    with pytest.raises(IllegalOrderError, match="LPA: This battalion needs first generation"):
        await races.submit(open_.services, open_.anna)
    dear = lambda draft: race_edits.use_preset(draft, "Humans")  # noqa: E731 # one change of a draft
    await races.change_race(open_.services, open_.anna, dear, "race")
    with pytest.raises(IllegalOrderError, match="costs 30 AP; a race of Pre-FTL has 15"):
        await races.submit(open_.services, open_.anna)
