"""News since somebody last looked, recaps, films and chronicles of a real campaign: each from the asker's view alone."""

from io import BytesIO

import pytest
from PIL import Image

from playtest.clock import ManualClock
from render.campaign.film.film import make_film
from render.campaign.film.still import FilmStill, still_of
from render.canvas.animation import MOST_BYTES
from render.canvas.panel import PanelLayout
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.cluster_war.turn.views.side_views import gm_view
from rules.values import Cause, GameError, NotYoursError, WrongPhaseError, changed
from storage import snapshots
from storage.codec import EVENTS, decode_state, encode_state, pack, unpack
from tests.umpire.table import CHANNEL, PLAYERS, THREADS, Post, begin, letters, master, player
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn.turns import advance
from umpire.campaign.turn.undo import undo
from umpire.campaign.views.news import read_news
from umpire.campaign.views.reports import bind_chronicle, chronicle, post_chronicles
from umpire.campaign.views.side_views import SavedTurn, campaign_film, paint_film, recap, write_course
from umpire.delivery.delivery import Deliverer
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.news import move_read_mark, unread_news
from umpire.services.services import Services

ANNA = PLAYERS["humans"]


async def played(services: Services, game: Game, *turns: int) -> None:
    for turn in turns:
        await advance(services, game.id, "gm", "By hand.", turn)


async def first_state(services: Services, game: Game) -> GameState:
    async with services.storage.reading() as tx:
        packed = await snapshots.load_packed(tx, await snapshots.require(tx, game.id, game.revision))
    return decode_state(unpack(packed))


def told(state: GameState, event: Event) -> tuple[SavedTurn, ...]:
    """A turn in which one thing happened, and the turn after it."""
    later = changed(state, turn=state.turn + 1)
    start, end = (pack(encode_state(each)) for each in (state, later))
    return SavedTurn(1, 1, start, (EVENTS.encode(event),)), SavedTurn(2, 2, end, ())


async def test_a_secret_of_another_side_changes_no_byte_of_anything(
    services: Services, manual_clock: ManualClock
) -> None:
    """Two campaigns that differ in the Humans' treasury, names and finds: film, recap, news and chronicle of the Dominators are
    alike to the byte, and those of the Humans are not."""
    game = await begin(services)
    state = await first_state(services, game)
    rich = changed(state.sides["humans"], treasury=9999)
    fleets = {
        key: changed(fleet, name="Secret Arm") if fleet.side == "humans" else fleet
        for key, fleet in state.fleets.items()
    }
    unknown = next(h for h in sorted(state.cluster.systems) if h not in state.knowledge["dominators"].systems)
    other = changed(state, sides={**state.sides, "humans": rich}, fleets=fleets)
    finds = [
        SystemLearned(
            cause=Cause("CW-12.1-06"), seen_by=("humans",), side="humans", hex=unknown, level="surveyed", bodies=3,
            best_cp=best, week=2,
        )
        for best in (10, 400)
    ]  # fmt: skip
    without, with_it = (told(each, find) for each, find in zip((state, other), finds, strict=True))

    def all_of(saved: tuple[SavedTurn, ...], side: str) -> list[object]:
        return [
            paint_film(saved, side, "The Long Watch", "dark"),
            write_course(saved, side, "The Long Watch"),
            read_news(saved, side),
            bind_chronicle(saved, side, "The Long Watch", (), False),
        ]

    assert all_of(without, "dominators") == all_of(with_it, "dominators")
    for one, another in zip(all_of(without, "humans"), all_of(with_it, "humans"), strict=True):
        assert one != another


async def test_news_is_told_once_and_only_of_what_came_since(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    assert await unread_news(services, game.id, "humans", ANNA) is None, "a first look is only noted"
    await orders.enter(services, player(game, "humans"), [RenameFleet("humans-F1", "Vanguard")])
    await played(services, game, 1)
    shown = await unread_news(services, game.id, "humans", ANNA)
    assert shown is not None
    lines = shown.text.split("\n")
    assert 2 <= len(lines) <= 3
    assert all(len(line) < 700 for line in lines)
    assert await unread_news(services, game.id, "humans", ANNA) == shown, "not shown, not noted"
    await move_read_mark(services, shown)
    assert await unread_news(services, game.id, "humans", ANNA) is None
    await move_read_mark(services, changed(shown, mark=(0, 0)))
    assert await unread_news(services, game.id, "humans", ANNA) is None, "a mark never goes back"


async def test_links_lead_to_the_reports_in_the_seats_own_thread(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await unread_news(services, game.id, "humans", ANNA)
    post = Post()
    for turn in (1, 2):
        await played(services, game, turn)
        await Deliverer(services, post).drain()
    shown = await unread_news(services, game.id, "humans", ANNA)
    assert shown is not None
    (report,) = [m for m in post.to("thread", THREADS["humans"]) if "**Turn 1**" in m.text]
    assert f"[turn 1](https://discord.com/channels/1/{THREADS['humans']}/{report.id})" in shown.text


async def test_a_report_that_stands_last_in_its_readers_thread_is_not_told_again(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await unread_news(services, game.id, "humans", ANNA)
    await played(services, game, 1)
    undelivered = await unread_news(services, game.id, "humans", ANNA)
    assert undelivered is not None, "its report is not there yet"
    await Deliverer(services, Post()).drain()
    assert await unread_news(services, game.id, "humans", ANNA) is None
    await played(services, game, 2)
    await Deliverer(services, Post()).drain()
    later = await unread_news(services, game.id, "humans", ANNA)
    assert later is None, "turn 1 was read, and turn 2 stands last"


async def test_a_draft_is_no_news_and_turns_that_were_taken_back_are_said_to_be(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await unread_news(services, game.id, "humans", ANNA)
    await played(services, game, 1)
    await undo(services, master(game), "A mistake of mine", 2)
    shown = await unread_news(services, game.id, "humans", ANNA)
    assert shown is not None
    assert "A turn was taken back meanwhile." in shown.text
    assert "Resolved" not in shown.text


async def test_the_game_masters_words_in_an_open_turn_are_news_to_whom_they_are_for(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    for side in PLAYERS:
        await unread_news(services, game.id, side, PLAYERS[side])
    await rulings.amend(services, master(game), Narrate("humans", "A light in the dark."), "As it was agreed.")
    shown = await unread_news(services, game.id, "humans", ANNA)
    assert shown is not None
    assert "A light in the dark." in shown.text
    assert await unread_news(services, game.id, "dominators", PLAYERS["dominators"]) is None


async def test_films_and_recaps_refuse_what_is_not_there_or_not_the_askers(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    humans, gm = player(game, "humans"), master(game)
    for asked in (
        campaign_film(services, game.id, humans),
        recap(services, humans, 3),
        chronicle(services, game.id, humans),
    ):
        with pytest.raises(WrongPhaseError):
            await asked
    await played(services, game, 1, 2)
    told = b"".join(file.data for file in await chronicle(services, game.id, humans)).decode()
    assert "Turns 1 to 2, still under way" in told
    assert "start of turn 1 |" in told
    assert "end of turn 2 |" in told
    for turns in (0, 25):
        with pytest.raises(GameError, match="1 to 24 turns"):
            await recap(services, humans, turns)
    with pytest.raises(NotYoursError, match="The whole truth is the game master's"):
        await campaign_film(services, game.id, humans, truth=True)
    with pytest.raises(NotYoursError, match="You hold no seat"):
        await campaign_film(services, game.id, None)
    with pytest.raises(GameError, match="no such palette"):
        await campaign_film(services, game.id, humans, "pink")  # type: ignore[arg-type] # a wrong word
    whole = await campaign_film(services, game.id, gm)
    assert whole is await campaign_film(services, game.id, gm), "kept"
    assert Image.open(BytesIO(whole.data)).n_frames == 3  # type: ignore[attr-defined] # a GIF has frames
    await games.finish(services, gm, "Enough.")
    assert await campaign_film(services, game.id, None) == whole
    assert await campaign_film(services, game.id, humans, truth=True) == whole


async def test_a_films_news_leave_the_corner_to_a_pages_badge(services: Services) -> None:
    game = await begin(services)
    words = [
        Narrated(f"{word} comet hangs over every capital.", cause=Cause("CW-1.0-10"), seen_by=("*",))
        for word in ("A", "H")
    ]
    start, end = told(await first_state(services, game), words[0])
    start = changed(start, happened=tuple(EVENTS.encode(word) for word in words))
    with Image.open(BytesIO(paint_film((start, end), "humans", "A campaign", "dark").data)) as film:
        film.seek(film.n_frames - 1)  # type: ignore[attr-defined] # a GIF has frames
        frame = film.convert("L")
    sheet = PanelLayout(frame.width)
    corner, top = sheet.px(54), frame.height - sheet.px(30)
    low, high = frame.crop((0, top, corner, frame.height)).getextrema()
    assert low == high, "nothing is written there"
    low, high = frame.crop((corner, top, frame.width, frame.height)).getextrema()
    assert low != high


async def test_the_chronicle_is_posted_once_when_the_campaign_is_over_and_tells_who_led_whom(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    manual_clock.forward(hours=1)
    await played(services, game, 1)
    await post_chronicles(services)
    manual_clock.forward(hours=1)
    assert not [one for one in await letters(services, game) if one.edit_key == "chronicle"]
    await seats.leave(services, player(game, "humans"))
    await seats.take(services, game.id, 103, "humans")
    manual_clock.forward(hours=1)
    await played(services, game, 2)
    await games.finish(services, master(game), "Enough.")
    for _ in range(2):
        await post_chronicles(services)
    await Deliverer(services, post := Post()).drain()
    (posted,) = [m for m in post.to("channel", CHANNEL) if "The chronicle of" in m.text]
    assert [file.name for file in posted.files] == ["chronicle.html", "chronicle.md", "campaign.gif"]
    assert f"<@{ANNA}>, turns 1 to 2" in posted.text
    assert "<@103>, turn 2\n" in posted.text
    assert posted.mentions == ()
    text = posted.files[1].data.decode()
    for heading in ("The empires", "Awards", "Over time", "Year 1", "Discoveries", "Who led whom", "The dice"):
        assert f"## {heading}" in text
    page = posted.files[0].data.decode()
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page


async def test_forty_turns_of_a_whole_cluster_in_unrest_stay_below_two_million_bytes(
    services: Services, manual_clock: ManualClock
) -> None:
    """Every turn other fleets, other space and other colonies than before: no campaign changes as much."""
    game = await begin(services)
    view = gm_view(await first_state(services, game))
    still = still_of(view)
    places = sorted(view.objects)
    sides = sorted(view.flags)

    def at(turn: int) -> FilmStill:
        own = {side: frozenset(places[(n + turn * 7) % 5 :: 5]) for n, side in enumerate(sides)}
        colonies = tuple((here, sides[(int(here) + turn) % len(sides)], True) for here in places[turn % 3 :: 3])
        fleets = tuple(
            (float(here[:2]), float(here[2:]), sides[int(here) % len(sides)], bool(turn % 2))
            for here in places[turn % 4 :: 4]
        )
        return changed(still, turn=turn, grids=own, colonies=colonies, fleets=fleets, fights=tuple(places[turn::40]))

    film = make_film([at(turn) for turn in range(1, 42)], view, title="Unrest")
    assert len(film.gif) < MOST_BYTES
    assert film.width >= 550
    assert film.frames > 20


async def test_a_narration_of_a_draft_is_nobodys(services: Services, manual_clock: ManualClock) -> None:
    event = Narrated(cause=Cause("CW-1.0-10"), seen_by=("humans",), text="Later.")
    game = await begin(services)
    saved = told(await first_state(services, game), event)
    assert read_news(saved[1:], "humans") == ()
    assert "Later." in write_course(saved, "humans", "x")
    assert "Later." not in write_course(saved, "dominators", "x")
