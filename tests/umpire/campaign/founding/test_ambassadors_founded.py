"""A campaign founded as the wizard begins it: extensive diplomacy takes ambassadors."""

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.values import IllegalOrderError
from storage.db import Storage
from tests.umpire.campaign.founding.played_kit import begin
from umpire.campaign.founding.plan import plan_for


@pytest.mark.rule("CW-13.0-08")
async def test_in_a_campaign_founded_as_it_is_offered_trade_waits_for_ambassadors(storage: Storage) -> None:
    played = await begin(storage, plan_for(2), "Humans")
    there = (await played.home(played.dora)).partition("-")[0]
    await played.amend(PlaceFleet("blue-F2", there))
    await played.advance()
    with pytest.raises(IllegalOrderError, match="ambassadors") as refused:
        await played.give("trade Vermin full")
    assert refused.value.rule == "CW-13.0-08"
    await played.amend(SetEmbassy("blue", "gold", exchanged=True))
    await played.give("trade Vermin full")
    await played.advance()
    assert "trade" in await played.report(2)
