"""What a process remembers of a campaign does not grow with its turns."""

from playtest.clock import ManualClock
from tests.umpire.table import PLAYERS, begin, master, now_at, player
from umpire.campaign.turn.turns import advance
from umpire.campaign.views import side_views
from umpire.campaign.views.view_cache import CACHED_VIEWS
from umpire.games.options import Schedule
from umpire.services.services import Services


async def test_only_the_latest_views_of_a_campaign_are_kept(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, Schedule())
    seats = [master(game), *(player(game, side) for side in PLAYERS)]
    for _ in range(12):
        for seat in seats:
            shown = await side_views.view(services, seat)
            assert shown is await side_views.view(services, seat), "kept while it is asked for"
        await advance(services, game.id, "gm", "By hand.", (await now_at(services, game)).turn)
    assert len(services.cache.of(side_views.VIEW_CACHE)) <= 2 * len(seats)
    assert len(services.cache.of(side_views.STATE_CACHE)) <= 8
    assert len(services.cache.of(CACHED_VIEWS)) <= 2 * len(PLAYERS)


async def test_a_look_back_does_not_push_out_the_present_view(services: Services) -> None:
    game = await begin(services, Schedule())
    seat = player(game, "humans")
    await advance(services, game.id, "gm", "By hand.", 1)
    await advance(services, game.id, "gm", "By hand.", 2)
    present = await side_views.view(services, seat)
    cached = services.cache.of(CACHED_VIEWS).get((game.id, "start", "humans"))
    assert (await side_views.view(services, seat, 2)).turn == 2
    assert await side_views.view(services, seat) is present
    assert services.cache.of(CACHED_VIEWS).get((game.id, "start", "humans")) == cached
    assert cached is not None
