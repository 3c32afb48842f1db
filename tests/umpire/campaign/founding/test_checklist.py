"""The checklist of setting up a campaign, as the game master reads it."""

import pytest

from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import new_open
from umpire.campaign.founding.open_campaign import checklist, make_cluster, progress_of


@pytest.mark.rule("CW-19.0-08")
async def test_the_checklist_says_what_is_done_and_what_waits(storage: Storage) -> None:
    open_ = await new_open(storage)
    now = await open_.now()
    lines = list(checklist(now))
    assert lines[1].endswith(": done"), "the campaign's values stand in the plan"
    assert lines[2].endswith("race designs: under way")
    assert lines[3].endswith("cluster map: may begin")
    assert lines[4].endswith("starting data: waits for step 3 (race designs)")
    await open_.approved(open_.anna, "Humans")
    await open_.approved(open_.dora, "Vermin")
    ready = list(checklist(await open_.now()))
    assert ready[2].endswith("race designs: done")
    await make_cluster(open_.services, open_.gm)
    made = await open_.now()
    assert list(checklist(made))[-1] == "Races are final: the map has been shown."
    assert {3, 4, 5, 6} <= progress_of(made).finished
