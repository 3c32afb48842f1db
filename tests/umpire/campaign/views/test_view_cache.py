"""What the sides see after a turn is at hand, and is what its snapshot shows."""

from collections.abc import Iterator, Mapping

import pytest

from harness.bench.late_game import late_game
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Value, fields
from storage import snapshots
from storage import turns as rows
from storage.codec import decode_questions, decode_state, decode_value, encode_state, unpack
from storage.errors import StorageError
from storage.snapshots import SnapshotKey
from tests.umpire.table import PLAYERS, begin, master, now_at, order, player
from umpire.campaign.gm import rulings
from umpire.campaign.governed import ai_sides
from umpire.campaign.turn.turns import advance, publish
from umpire.campaign.views import side_views
from umpire.campaign.views.news import news_since, read_news
from umpire.campaign.views.side_views import saved_turns
from umpire.campaign.views.view_cache import CACHED_VIEWS, NEWS_CACHE, load_view, make_views
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.options import Options, Schedule
from umpire.services.services import Services

AT_ONCE = Options(review=False)
UNORDERED = {"counters"}
"""Numbers that are looked up by their names alone."""


def orders_of(value: object, path: str = "") -> Iterator[tuple[str, list[object]]]:
    """The keys of every mapping in a value, in their order, by where it stands."""
    if isinstance(value, Mapping):
        yield path, list(value)
        for key, part in value.items():
            yield from orders_of(part, f"{path}[{key}]")
    elif isinstance(value, Value):
        for field in fields(value):
            if field.name not in UNORDERED:
                yield from orders_of(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from orders_of(part, f"{path}({at})")


def same(one: View | None, other: View) -> None:
    """The same to whoever reads it, also to who goes through it in order."""
    assert one == other
    assert list(orders_of(one)) == list(orders_of(other))


async def start_of(services: Services, game: Game) -> tuple[SnapshotKey, bytes]:
    now = await now_at(services, game)
    async with services.storage.reading() as tx:
        key = await snapshots.require(tx, game.id, now.revision)
        return key, unpack(await snapshots.load_packed(tx, key))


async def test_months_of_governors_are_at_hand_as_the_snapshots_show_them(services: Services) -> None:
    game = await begin(services, Schedule(), AT_ONCE)
    for side in PLAYERS:
        await seats.hold_open(services, master(game), side)
        await ai_sides.assign_ai(services, game.id, side, Profile("conqueror"), "seat", "9")
    seen = 0
    for turn in range(1, 9):
        await advance(services, game.id, "clock", "By hand.", turn)
        key, data = await start_of(services, game)
        state = decode_state(data)
        async with services.storage.reading() as tx:
            now = await rows.find(tx, game.id, key.revision)
            assert now is not None
            saved = await saved_turns(tx, game.id, now, turn)
        for side in PLAYERS:
            same(load_view(services.cache, key, side), view_for(state, side))
            ((revision, then, news),) = read_news(saved, side)
            assert services.cache.of(NEWS_CACHE).get((game.id, revision, then, side)) == news
            seen += len(news)
    assert seen > 20


def test_a_late_game_of_eight_is_at_hand_as_its_state_shows_it() -> None:
    state, _ = late_game()
    saved = decode_state(encode_state(state))
    for side, one in make_views(state, state, (), state.turn).items():
        assert one.news == ()
        same(decode_value(View, unpack(one.view)), view_for(saved, side))


async def test_who_asks_after_a_turn_has_no_state_decoded(services: Services) -> None:
    game = await begin(services, Schedule(), AT_ONCE)
    await order(services, game, "humans")
    await advance(services, game.id, "clock", "By hand.", 1)
    services.cache.of(side_views.STATE_CACHE)._kept.clear()
    for side in PLAYERS:
        assert (await side_views.view(services, player(game, side))).turn == 2
        assert await news_since(services, game.id, side, PLAYERS[side], (1, 0)) is not None
    assert len(services.cache.of(side_views.STATE_CACHE)) == 0
    assert services.cache.of(CACHED_VIEWS).get((game.id, "start", "")) is None, "the master sees everything"


async def test_a_view_made_of_a_state_is_made_of_it_once(services: Services) -> None:
    game = await begin(services, Schedule())
    shown = await side_views.view(services, player(game, "humans"))
    services.cache.of(side_views.VIEW_CACHE)._kept.clear()
    services.cache.of(side_views.STATE_CACHE)._kept.clear()
    same(await side_views.view(services, player(game, "humans")), shown)
    assert len(services.cache.of(side_views.STATE_CACHE)) == 0


async def test_a_draft_is_told_to_nobody_and_at_hand_once_it_is_published(services: Services) -> None:
    game = await begin(services, Schedule(), Options(review=True))
    await advance(services, game.id, master(game), "By hand.", 1)
    start, draft = (SnapshotKey(game.id, revision, phase, 0) for revision, phase in ((2, "start"), (1, "draft")))  # type: ignore[arg-type] # both are phases
    for side in PLAYERS:
        assert load_view(services.cache, draft, side) is not None
        assert load_view(services.cache, start, side) is None
        assert (await side_views.view(services, player(game, side))).turn == 1
        assert services.cache.of(NEWS_CACHE).get((game.id, 1, 2, side)) is None
    await publish(services, master(game), 1)
    key, data = await start_of(services, game)
    assert key == start
    for side in PLAYERS:
        same(load_view(services.cache, start, side), view_for(decode_state(data), side))
        assert services.cache.of(NEWS_CACHE).get((game.id, 1, 2, side)) is not None


async def test_what_the_master_changes_is_seen_and_nothing_of_before(services: Services) -> None:
    game = await begin(services, Schedule(), Options(review=True))
    await advance(services, game.id, master(game), "By hand.", 1)
    await rulings.amend(services, master(game), SetTreasury("humans", 77), "An inheritance")
    await publish(services, master(game), 1)
    assert load_view(services.cache, SnapshotKey(game.id, 2, "start", 0), "humans") is None
    me = (await side_views.view(services, player(game, "humans"))).me
    assert me is not None
    assert me.treasury == 77
    await rulings.amend(services, master(game), SetTreasury("humans", 78), "Another one")
    me = (await side_views.view(services, player(game, "humans"))).me
    assert me is not None
    assert me.treasury == 78


async def test_what_the_master_said_in_the_open_turn_is_among_its_news(services: Services) -> None:
    game = await begin(services, Schedule(), AT_ONCE)
    await rulings.amend(services, master(game), Narrate("humans", "A comet is seen."), "Colour")
    await advance(services, game.id, "clock", "By hand.", 1)
    news = {side: services.cache.of(NEWS_CACHE).get((game.id, 1, 2, side)) for side in PLAYERS}
    assert any("A comet is seen." in one.text for one in news["humans"] or ())
    assert not any("comet" in one.text for one in news["dominators"] or ())


async def test_questions_are_read_without_the_rest_of_the_state(services: Services) -> None:
    game = await begin(services, Schedule(), AT_ONCE)
    await order(services, game, "humans", "May we claim the moon?")
    await advance(services, game.id, "clock", "By hand.", 1)
    services.cache.of(side_views.STATE_CACHE)._kept.clear()
    key, data = await start_of(services, game)
    async with services.storage.reading() as tx:
        found = await side_views.questions_at(tx, services, key)
    assert [question.text for question in found] == ["May we claim the moon?"]
    assert found == decode_state(data).questions
    assert len(services.cache.of(side_views.STATE_CACHE)) == 0


def test_questions_of_a_damaged_or_newer_game_are_refused_as_the_game_is() -> None:
    data = encode_state(late_game()[0])
    for wrong in (data[:-2], data.replace(b'"schema":2', b'"schema":99')):
        assert wrong != data
        with pytest.raises(StorageError):
            decode_questions(wrong)
