"""Drives that cost or take something else than their like, in founded campaigns and their months."""

import pytest

from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.state.sides import trait_level
from rules.values import IllegalOrderError, changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL, new_open
from tests.umpire.campaign.founding.played_kit import Draft, Played, begin, fewer_ships
from umpire.campaign.founding import race_edits, races
from umpire.campaign.founding.plan import FoundingPlan, set_switch, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft

MESSAGES = set_switch(SMALL, "natural_wormholes", "communication")


def with_drive(drive: str, plan: FoundingPlan) -> Draft:
    """A race of nothing special with another FTL drive and the Humans' roster."""

    def drawn(draft: RaceDraft) -> RaceDraft:
        draft = race_edits.set_names(race_edits.blank(draft), f"{drive} Folk", "", "")
        draft = race_edits.choose(draft, [drive], [drive])
        return fewer_ships(race_edits.use_kit(draft, "Humans", settings_of_plan(plan)))

    return drawn


@pytest.mark.rule("CW-4.0-24", "CW-3.1-02")
async def test_a_wormhole_drive_is_beyond_a_first_generation_race_where_wormholes_carry_ships(storage: Storage) -> None:
    open_ = await new_open(storage, SMALL)
    await races.change_race(open_.services, open_.anna, with_drive("Wormhole", SMALL), "race")
    with pytest.raises(IllegalOrderError, match="costs 50 AP; a race of 1st Gen FTL has 30"):
        await races.submit(open_.services, open_.anna)


@pytest.mark.rule("CW-4.0-24", "CW-3.1-02")
async def test_a_wormhole_drive_is_within_reach_where_wormholes_carry_messages_alone(storage: Storage) -> None:
    played = await begin(storage, MESSAGES, with_drive("Wormhole", MESSAGES))
    paper = await races.my_race(played.open.services, played.anna)
    assert (paper.judgement.report.net, paper.judgement.report.budget) == (20, 30)
    await played.advance()
    view = await played.view()
    assert view.me is not None
    assert view.me.race.drives == ("Wormhole",)
    assert {d.ftl for d in view.me.designs.values() if d.kind == "ship" and d.drive} == {"wormhole"}


async def research(played: Played, steps: int, technology: str) -> tuple[list[int], int]:
    """A levelled project, well funded, until it is finished: its owner's levels after each success, and the successes."""
    home = (await played.home()).partition("-")[0]
    await played.order(StartProject(technology, home, steps, 400, technology, incremental=True))
    levels, done = [], 0
    for _ in range(12):
        await played.advance()
        view = await played.view()
        assert view.me is not None
        (project,) = view.projects.values()
        if project.finished_turn or project.step - 1 > done:
            done += 1
            levels.append(trait_level(view.me.technologies, technology))
        if project.finished_turn:
            return levels, done
        await played.order(FundProject(project.id, 400))
    raise AssertionError(f"{technology} was not finished in a year")


@pytest.mark.rule("CW-4.0-07", "CW-8.0-09")
async def test_a_level_of_a_foldspace_drive_takes_a_success_more_than_one_of_a_jump_drive(storage: Storage) -> None:
    plan = changed(SMALL, level="2nd Gen FTL")
    played = await begin(storage, plan, with_drive("Foldspace", plan), with_drive("Jump", plan))
    home = (await played.home()).partition("-")[0]
    with pytest.raises(IllegalOrderError, match="one for every 3 successes") as refused:
        await played.order(StartProject("Foldspace", home, 2, 400, "Foldspace", incremental=True))
    assert refused.value.rule == "CW-4.0-07"
    assert await research(played, 3, "Foldspace") == ([0, 0, 1], 3)
    theirs = (await played.home(played.dora)).partition("-")[0]
    await played.order(StartProject("Jump", theirs, 2, 400, "Jump", incremental=True), seat=played.dora)
