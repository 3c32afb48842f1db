"""Pictures and films of fighting: a battle of a past turn for those who were there, and worlds that are fought over.

A battle is played again in a worker: state, orders, words and seed give its course once more, so nothing is kept of one that was
settled from the admiral's chair. Worlds are shown as a seat may see them, now and week by week.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from render.battle.replay.frames import make_replay
from render.campaign.front.draw import draw_front
from render.campaign.front.film import FrontMonth, make_film, weeks_of
from render.campaign.front.scene import FrontScene, is_contested, looks_of, scene_of
from render.canvas.theme import ThemeName, theme_named
from rules.bridge.story import as_known, watch
from rules.cluster_war.chapters.combat.battle import Aboard, Battle
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.model.events.battles import BattleFought, BattleSettled
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import GroundFought, InvasionBeaten, TroopsLanded, WorldConquered
from rules.cluster_war.model.state.common import ColonyId, HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId, BattleOutcome, Method
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice, Roller, mix
from rules.pentagon_war.turn.view import view_for as battle_view_for
from rules.values import GameError, Value, WrongPhaseError, quoted
from storage import battles, events, snapshots, turns
from storage.codec import EVENTS, decode_signed, decode_state, unpack
from umpire.campaign.open_turn import past, present
from umpire.campaign.turn.adjudication import engine_for
from umpire.campaign.views import reports, side_views
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services, Slot

BATTLE_FILM_CACHE: Final[Slot[tuple[str, int, BattleId, SideId, str], tuple[File, ...]]] = Slot(limit=6)
"""The films made last: by game, revision, battle, side and colours. Each takes seconds to make, and up to two million bytes."""
WHY_NOT: Final[Mapping[Method, str]] = {
    "quick": "It was settled by numbers: nobody moved on a map. The report has the result.",
    "fought": "Its players fought it in a thread of its own; /battle replay there shows it.",
    "narrated": "The game master described its result; the report has their words.",
}
MOST_PICTURES: Final = 3
GROUND_WAR_EVENTS: Final = (TroopsLanded, GroundFought, WorldConquered, InvasionBeaten)
"""What makes a world one that was fought over in a month."""
MOST_TURNS: Final = 24
"""A film shows so many turns at most, the last."""
Saved = tuple[int, bytes, tuple[bytes, ...]]
"""A turn, its packed state at its start, and the encoded events of its playing (none for the turn that is open)."""


class FilmRequest(Value):
    """Which battle, the units that were destroyed in it, for whom ("": the game master), in what words and colours."""

    battle: BattleId
    destroyed: frozenset[str]
    side: SideId
    title: str
    theme: ThemeName


class FilmedTurn(Value):
    """What a month was played from: packed state, encoded orders, dice, and battles that people settled, with the outcomes."""

    packed: bytes
    orders: bytes
    seed: bytes
    dice_name: str
    turn: int
    settled: tuple[tuple[Battle, BattleOutcome], ...]


class _BattleReached(Exception):  # noqa: N818 # no error: the month has come to the battle
    def __init__(self, battle: Battle, dice: Roller) -> None:
        super().__init__(battle.id)
        self.battle, self.dice = battle, dice


async def battle_film(
    services: Services, seat: Seat, here: HexId, turn: int, theme: ThemeName, week: int = 0
) -> tuple[File, ...]:
    """The last battle in a hex in a turn (or of that week), as the seat's survivors saw it; several films where sides fought
    that had no enemy in common, for the game master. GameError: they know of none there, or it was not fought on a map."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        if turn >= now.turn:
            raise WrongPhaseError(f"Turn {turn} of **{row.name}** has no report yet.")
        done = await past(tx, row, now, turn)
        happened = [found.event for found in await events.of_revision(tx, row.id, done.revision)]
        known = [
            (b, w, method)
            for b, h, w, method in map(_battle_key, _battles_told(happened, seat))
            if h == here and week in {0, w}
        ]
        if not known:
            when = f"turn {turn}, week {week}" if week else f"turn {turn}"
            raise GameError(f"You know no battle at {here} in {when} that any of your people came back from.")
        battle, at, method = known[-1]
        if method in WHY_NOT:
            raise GameError(WHY_NOT[method])
        key = (row.id, done.revision, battle, seat.side, theme)
        kept = services.cache.of(BATTLE_FILM_CACHE).get(key)
        if kept is not None:
            return kept
        start = await snapshots.load_packed(tx, await snapshots.require(tx, row.id, done.revision))
        met = await battles.of_revision(tx, row.id, done.revision)
    settled = tuple((one.fight, one.outcome) for one in met if one.outcome is not None)
    played = FilmedTurn(start, done.orders or b"[]", mix(done.seed, done.words), done.dice_name, turn, settled)
    lost = frozenset(
        unit for e in happened if isinstance(e, BattleSettled) and e.battle == battle for unit in e.destroyed
    )
    ask = FilmRequest(battle, lost, seat.side, f"{row.name}: battle at {here}, turn {turn}, week {at}", theme)
    made = await services.workers.run(paint_battle, played, ask)
    return services.cache.of(BATTLE_FILM_CACHE).put(key, made)


def _battles_told(happened: list[Event], seat: Seat) -> list[BattleFought | BattleSettled]:
    """What the seat was told of battles of which somebody came back to tell."""
    if not seat.side:
        return [event for event in happened if isinstance(event, BattleSettled)]
    mine = (event for event in happened if isinstance(event, BattleFought) and may_see(event, seat.side))
    return [event for event in mine if event.foes]


def _battle_key(event: BattleFought | BattleSettled) -> tuple[BattleId, HexId, int, Method]:
    return event.battle, event.hex, event.week, event.method


def paint_battle(played: FilmedTurn, ask: FilmRequest) -> tuple[File, ...]:
    """Play the month as far as the battle, then the battle, and film each of its clashes in which the side fought; runs in a
    worker. GameError: the month does not come to it, or this program fights it otherwise than it was fought then."""
    state = decode_state(unpack(played.packed))
    battle, dice = _meet(played, ask.battle)
    flags = {key: side.name for key, side in state.sides.items()} | {NO_EMPIRE: battle.foe}
    found: list[File] = []
    for course in watch(battle, dice, state.settings):
        if not course.destroyed <= ask.destroyed:
            raise GameError(
                "This program's engine is not the one that fought that battle; its course is no longer known."
            )
        if ask.side and ask.side not in course.sides():
            continue
        seen = as_known(course, ask.side, flags)
        camp = course.field.camp_of(ask.side) if ask.side else None
        start, end = battle_view_for(seen.start, camp), battle_view_for(seen.end, camp)
        film = make_replay(start, seen.events, title=ask.title, theme=ask.theme, end_view=end)
        number = f"-{len(found) + 1}" if found else ""
        found.append(File(f"battle-{battle.hex}{number}.gif", film.gif, film.alt))
    return tuple(found)


def _meet(played: FilmedTurn, wanted: BattleId) -> tuple[Battle, Roller]:
    """The battle as its month came to it, and the dice that settled it."""
    state = decode_state(unpack(played.packed))
    dice = Dice(played.seed, played.dice_name, played.turn)
    for fight, _ in played.settled:
        if fight.id == wanted:
            return fight, battle_dice(TurnState(state, (), dice))
    usual = engine_for(state.settings)

    def settle(battle: Battle, aboard: Aboard, rolls: Roller) -> BattleOutcome:
        if battle.id == wanted:
            raise _BattleReached(battle, rolls)
        return usual(battle, aboard, rolls)

    known = {outcome.battle: outcome for _, outcome in played.settled}
    try:
        adjudicate(state, decode_signed(played.orders), dice, known, settle)
    except _BattleReached as met:
        return met.battle, met.dice
    raise GameError("The month does not reach that battle again.")


async def front_pictures(services: Services, seat: Seat, world: ColonyId, theme: ThemeName) -> tuple[File, ...]:
    """A world's surface as the seat sees it now, or with "" those that are fought over, three at most; none where there are
    none. GameError for a world that is not a front of theirs."""
    view = await side_views.view(services, seat)
    if world and world not in view.fronts:
        raise GameError(f"{quoted(world)} is not one of your fronts; /invade fronts without a world lists them.")
    if not view.fronts:
        return ()
    try:
        happened = (await reports.report(services, seat)).events
    except WrongPhaseError:
        happened = ()
    worlds = (world,) if world else contested_worlds(view, happened)
    if not worlds:
        return ()
    async with services.storage.reading() as tx:
        campaign = (await require_game(tx, seat.game_id)).name
    return await services.workers.run(paint_fronts, view, worlds, happened, campaign, theme, urgent=True)


def contested_worlds(view: View, happened: Iterable[Event] = ()) -> tuple[ColonyId, ...]:
    """The worlds of a view's fronts that are fought over, or were in the month of these events as far as its side heard; three
    at most, those with most forces first."""
    heard = (e for e in happened if isinstance(e, GROUND_WAR_EVENTS) and (view.is_gm or may_see(e, view.side)))
    fought = {event.world for event in heard}
    found = [front for front in view.fronts.values() if is_contested(front) or front.world in fought]
    found.sort(key=lambda front: (-len(front.forces) - len(front.enemies), front.world))
    return tuple(front.world for front in found[:MOST_PICTURES])


def paint_fronts(
    view: View, worlds: Iterable[ColonyId], happened: Iterable[Event], campaign: str, theme: ThemeName = "dark"
) -> tuple[File, ...]:
    """A picture of each world; runs in a worker."""
    told = tuple(happened)
    found = []
    for world in worlds:
        picture = draw_front(view, view.fronts[world], told, theme=theme, campaign=campaign)
        found.append(File(f"front-{world}.png", picture.png, picture.alt, apart=True))
    return tuple(found)


async def front_film(services: Services, seat: Seat, world: ColonyId, theme: ThemeName) -> File:
    """A world's war so far, week by week, as the seat saw it. GameError where it has seen none of it in the last turns."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        standing = [t for t in await turns.of_game(tx, row.id) if t.state != "undone" and 0 < t.turn <= now.turn]
        saved: list[Saved] = []
        for turn in standing[-MOST_TURNS:]:
            key = await snapshots.latest(tx, row.id, turn.revision, "start")
            if key is not None:
                happened = await events.encoded_of_revision(tx, row.id, turn.revision) if turn.turn < now.turn else ()
                saved.append((turn.turn, await snapshots.load_packed(tx, key), tuple(happened)))
    made = await services.workers.run(paint_film, tuple(saved), seat.side, world, row.name, theme, urgent=True)
    if made is None:
        raise GameError(f"You have seen no war on {quoted(world)} in the last {MOST_TURNS} turns.")
    return made


def paint_film(
    saved: tuple[Saved, ...], side: SideId, world: ColonyId, campaign: str, theme: ThemeName = "dark"
) -> File | None:
    """The film of a world that a side ("": the game master) has seen, None where it has seen nothing; runs in a worker."""
    views: list[tuple[int, View, tuple[bytes, ...]]] = []
    for turn, packed, happened in saved:
        state = decode_state(unpack(packed))
        views.append((turn, view_for(state, side) if side else gm_view(state), happened))
    scenes = [_scene(view, world) for _, view, _ in views]
    months = [
        FrontMonth(turn, start, end, tuple(EVENTS.decode(event) for event in happened))
        for (turn, _, happened), start, end in zip(views[:-1], scenes[:-1], scenes[1:], strict=True)
        if start is not None or end is not None
    ]
    looks = looks_of(views[-1][1], theme_named(theme))
    if next(weeks_of(months, looks), None) is None:
        return None
    film = make_film(months, looks, theme=theme, title=campaign)
    return File(f"war-{world}.gif", film.gif, film.alt)


def _scene(view: View, world: ColonyId) -> FrontScene | None:
    front = view.fronts.get(world)
    return None if front is None else scene_of(view, front)
