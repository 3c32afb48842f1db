"""What a game of another make may bring into what tactical games share: its words, orders, files, dice and seeds."""

from collections.abc import Mapping

import pytest

from games.record import RecordError
from render.words.letters import Words, format_decisions, format_tactical_undone
from rules.dice import Dice
from rules.values import EVERYONE, Cause, GameError, Roll, Value, changed, changed_by_name
from storage import outbox
from storage.codec import encode_value
from storage.errors import StorageError
from storage.tactical_orders import TacticalCodec, class_of
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import X, Y, begun, host, play_on, say_done
from umpire.games.news_items import Mark
from umpire.outbox.courier import File
from umpire.services.services import Services
from umpire.systems.known import SYSTEMS
from umpire.tactical import player_actions
from umpire.tactical.entry import entry
from umpire.tactical.undo import ask
from umpire.tactical_kinds.kind import Progress, TacticalKind
from umpire.tactical_kinds.known import KINDS, one_of_them

BATTLE = "pentagon_war"


class Turn(Value):
    """Where a race stands."""

    turn: int = 1


class Race(Value):
    """A state whose fields have names that another game once cleaned up."""

    schema: int
    now: Turn
    winner: str | None = None
    bodies: Mapping[str, tuple[int, ...]] = {}
    programmes: tuple[str, ...] = ()


class Row(Value, tag=True, kw_only=True):
    """An order: row on."""

    strokes: int


class Over(Value, tag=True, kw_only=True):
    """The order that says that a side is done, and is not called Continue."""

    side: str


class Boarded(Value, tag=True, kw_only=True):
    """The order of somebody who takes a side."""

    side: str


class Rowed(Value, tag=True, kw_only=True):
    """An event."""

    cause: Cause
    seen_by: tuple[str, ...] = (EVERYONE,)


RACE_CODEC = TacticalCodec[Race, Row | Over | Boarded, Rowed]("race", Race, 1, (Row, Over, Boarded), (Rowed,))


def never(*_: object) -> Progress:
    """What no test here has played."""
    raise AssertionError


RACES = TacticalKind(
    name="regatta",
    schema=1,
    noun="a race",
    commands="its commands are under /race",
    words=Words(short="race", look="/race look", replay="/race film", join="/race join is how you get in"),
    codec=RACE_CODEC,
    closing=Over,
    at_once=(Boarded,),
    progress=never,
    opening_stop=never,
    pass_order=lambda _: b"",
)


async def no_news(services: Services, game_id: str, side: str, user_id: int, since: Mark | None) -> None:
    """A race makes no news."""


def no_files(*_: object) -> tuple[File, ...]:
    """A race has no files."""
    return ()


REGATTA = entry(RACES, no_files, no_news)


def as_race(monkeypatch: pytest.MonkeyPatch, **given: object) -> None:
    """Battles go on under a kind that differs from their own in these fields."""
    monkeypatch.setitem(KINDS, BATTLE, changed_by_name(KINDS[BATTLE], given))


def test_a_state_with_any_fields_comes_back_as_the_same_bytes() -> None:
    race = Race(1, Turn(3), bodies={"B1": (1, 2), "B2": ()}, programmes=("S1: 1 coast", ""))
    saved = RACE_CODEC.write(race)
    assert saved == encode_value(race)
    assert (RACE_CODEC.read(saved), RACE_CODEC.write(RACE_CODEC.read(saved))) == (race, saved)
    assert (REGATTA.state(saved), REGATTA.stands_at(saved, 3), REGATTA.stands_at(saved, 4)) == (saved, True, False)
    with pytest.raises(StorageError, match=r"This race was saved by another version \(schema 2, this knows 1\)"):
        RACE_CODEC.read(RACE_CODEC.write(changed(race, schema=2)))


def test_which_order_closes_a_stop_and_which_counts_at_once_is_the_kinds_own() -> None:
    row, over, boarded = (
        RACE_CODEC.orders.encode(order) for order in (Row(strokes=9), Over(side="A"), Boarded(side="A"))
    )
    assert [class_of(order) for order in (row, over, boarded)] == ["Row", "Over", "Boarded"]
    assert [RACES.closes(order) for order in (row, over, boarded, b'{"type":"Continue"}')] == [
        False,
        True,
        False,
        False,
    ]
    assert [RACES.is_at_once(order) for order in (row, over, boarded, b'{"type":"TakeCommand"}')] == [
        False,
        False,
        True,
        False,
    ]
    assert REGATTA.order(over) == over


@pytest.mark.parametrize("given", [{"closing": Over}, {"at_once": (Boarded,)}])
def test_a_kind_with_an_order_that_its_codec_does_not_know_is_refused_by_name(given: Mapping[str, object]) -> None:
    with pytest.raises(RecordError, match=f'^The game "{BATTLE}" .* is not an order of its codec'):
        entry(changed_by_name(KINDS[BATTLE], given), no_files, no_news)


async def test_an_order_that_closes_nothing_in_its_game_leaves_what_was_sent_open(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (x, _) = await begun(services, X, Y)
    await say_done(services, x)
    assert (await player_actions.tactical_status(services, game, x.side)).pending == ()
    as_race(monkeypatch, closing=Over)
    assert [class_of(row.order) for row in (await player_actions.tactical_status(services, game, x.side)).pending] == [
        "Continue"
    ]


def test_which_rolls_are_told_is_the_kinds_own() -> None:
    crew, seen = (Dice(bytes(32), "g", 1).roll(key, 6) for key in ("race/1/crew", "race/1/row"))
    event = RACE_CODEC.events.encode(Rowed(cause=Cause("RR-1", rolls=(crew, seen))))
    assert REGATTA.happened(event).rolls == (crew, seen)
    assert entry(changed(RACES, is_told=KINDS[BATTLE].is_told), no_files, no_news).happened(event).rolls == (seen,)
    assert [KINDS[name].is_told(Roll("race/1/crew", 6, (1,))) for name in KINDS] == [name != BATTLE for name in KINDS]


@pytest.mark.parametrize("files", [(), ("report",)])
async def test_the_post_of_a_turn_holds_the_files_of_its_kind_and_needs_none(
    files: tuple[str, ...], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_race(monkeypatch, files=files)
    game, held = await begun(services, X, Y)
    await play_on(services, held)
    async with services.storage.reading() as tx:
        letters = [row.letter for row in await outbox.of_game(tx, game) if row.letter["kind"] == "packet"]
    assert [[file["kind"] for file in letter.get("files", ())] for letter in letters] == [list(files)]


async def test_the_sentences_of_the_halls_are_said_in_the_kinds_words(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_race(monkeypatch, words=RACES.words)
    game, (x, _) = await begun(services, X, Y)
    with pytest.raises(GameError, match=r"^Only who made this race can ask for its last turn to be taken back\.$"):
        await ask(services, x, "Why not", 1)
    with pytest.raises(GameError, match=r"^You play no side of this race; /race join is how you get in\.$"):
        await player_actions.send(services, changed(x, side=""), ())
    with pytest.raises(GameError, match=r"^The race has moved on since that was shown; look again with /race look\.$"):
        await player_actions.done(services, x, b"", "9/0/1")
    here = await player_actions.tactical_status(services, game, x.side)
    with pytest.raises(GameError, match=r"is over; /race film shows how it went\.$"):
        player_actions.require_open(changed(here.case, game=changed(here.case.game, status="finished")))
    late = "This turn began before you took the side, and it is played without you. You are asked where the race next waits"
    assert player_actions.not_asked(here.case, x.side) == f"{late} for all: when turn 2 opens."


def test_letters_of_a_battle_say_its_words() -> None:
    assert format_decisions("Duel", 5, 2, [("S1", "Plot turn 2")], 99, KINDS[BATTLE].words.if_silent).split("\n") == [
        "**Duel** (<#5>), turn 2: you are asked to decide.",
        "- S1: Plot turn 2",
        "Answer by <t:99:F> (<t:99:R>); after that your stances decide.",
    ]
    assert format_tactical_undone("Duel", 2, "A slip", KINDS[BATTLE].words.if_undone, "-# dice").split("\n") == [
        "**Duel**: turn 2 is taken back and played again. Reason: A slip",
        "What you had plotted for its beginning is kept; look through it and confirm it anew.",
        "-# dice",
    ]


def test_kinds_are_listed_in_few_words() -> None:
    battle, duel = KINDS[BATTLE], changed(RACES, words=changed(RACES.words, short="duel"))
    assert one_of_them([RACES]) == "a race"
    assert one_of_them([battle, duel]) == "a battle or duel"
    assert one_of_them([battle, duel, RACES]) == "a battle, duel or race"
    assert one_of_them([battle, duel, RACES, RACES, RACES]) == one_of_them([]) == "a game"


@pytest.mark.parametrize("name", KINDS)
def test_no_game_can_be_amended_by_a_word_and_says_so_by_its_name(name: str) -> None:
    with pytest.raises(GameError, match=f"^{KINDS[name].noun.capitalize()} cannot be amended, and this capsule says"):
        SYSTEMS[name].amend(b"", b"", "")


async def test_a_key_that_was_used_in_a_turn_that_is_taken_back_can_be_used_again(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    order = (await player_actions.tactical_status(services, game)).case.kind.pass_order("1/0/1")
    assert await player_actions.done(services, x, order, "1/0/1", idempotency_key="x-1") is not None
    assert await player_actions.done(services, x, order, "1/0/1", idempotency_key="x-1") is None
    await say_done(services, y)
    await sweep(services)
    here = await player_actions.tactical_status(services, game, "S")
    assert here.case.turn.turn == 2
    assert await player_actions.done(services, x, order, "1/0/1", idempotency_key="x-1") is None, (
        "delivered twice: one effect"
    )
    assert (await ask(services, host(game), "A slip", 1)).done
    again = await player_actions.done(services, x, order, "1/0/1", idempotency_key="x-1")
    assert again is not None
    assert [row.side for row in again.sent] == [x.side]
    assert not (await player_actions.tactical_status(services, game, x.side)).asked
    assert await player_actions.done(services, x, order, "1/0/1", idempotency_key="x-1") is None
