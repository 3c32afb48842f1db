"""A battle of a past month as a film, for those who were there: the month is played again, in a worker, as far as the battle.

Nothing is kept of the course of a battle that was settled from the admiral's chair: state, orders, words and seed give it again.
"""

from collections.abc import Mapping
from typing import Final

from render.battle.replay.make import make_replay
from render.canvas.theme import ThemeName
from rules.bridge.watched import as_known, watch
from rules.cluster_war.chapters.combat.battle import Aboard, Battle
from rules.cluster_war.chapters.combat.fighting import battle_dice
from rules.cluster_war.model.events.battles import BattleFought, BattleSettled
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId, BattleOutcome, Method
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, Roller, mix
from rules.errors import GameError, WrongPhaseError
from rules.pentagon_war.turn.view import view_for as battle_view_for
from rules.values import Value
from storage import battles, events, snapshots
from storage.codec import decode_signed, decode_state, unpack
from umpire.campaign.open_turn import past, present
from umpire.campaign.turn.adjudication import settling
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.cache import Slot
from umpire.services.services import Services

FILMS: Final[Slot[tuple[str, int, BattleId, SideId, str], tuple[File, ...]]] = Slot(limit=6)
"""The films made last: by game, opening, battle, side and colours. Each takes seconds to make, and up to two million bytes."""
WHY_NOT: Final[Mapping[Method, str]] = {
    "quick": "It was settled by numbers: nobody moved on a map. The report tells what came of it.",
    "fought": "Its players fought it in a thread of its own; /battle replay there shows it.",
    "narrated": "The game master said what came of it; the report has their words.",
}


class Ask(Value):
    """Which battle, the units that were destroyed in it, for whom ("": the game master), in what words and colours."""

    battle: BattleId
    destroyed: frozenset[str]
    side: SideId
    title: str
    theme: ThemeName


class Kept(Value):
    """What a month was played from: packed state, encoded orders, dice, and battles that people settled, with the outcomes."""

    packed: bytes
    orders: bytes
    seed: bytes
    dice_name: str
    turn: int
    settled: tuple[tuple[Battle, BattleOutcome], ...]


class _Met(Exception):  # noqa: N818 # no error: the month has come to the battle
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
        happened = [found.event for found in await events.of_opening(tx, row.id, done.opening)]
        known = [
            (b, w, method) for b, h, w, method in map(_known, _told(happened, seat)) if h == here and week in {0, w}
        ]
        if not known:
            when = f"turn {turn}, week {week}" if week else f"turn {turn}"
            raise GameError(f"You know of no battle at {here} in {when} from which anybody of yours came back.")
        battle, at, method = known[-1]
        if method in WHY_NOT:
            raise GameError(WHY_NOT[method])
        key = (row.id, done.opening, battle, seat.side, theme)
        kept = services.cache.of(FILMS).get(key)
        if kept is not None:
            return kept
        start = await snapshots.load_packed(tx, await snapshots.require(tx, row.id, done.opening))
        met = await battles.of_opening(tx, row.id, done.opening)
    settled = tuple((one.fight, one.outcome) for one in met if one.outcome is not None)
    played = Kept(start, done.orders or b"[]", mix(done.seed, done.words), done.dice_name, turn, settled)
    lost = frozenset(
        unit for e in happened if isinstance(e, BattleSettled) and e.battle == battle for unit in e.destroyed
    )
    ask = Ask(battle, lost, seat.side, f"{row.name}: battle at {here}, turn {turn}, week {at}", theme)
    made = await services.workers.run(paint_battle, played, ask)
    return services.cache.of(FILMS).put(key, made)


def _told(happened: list[Event], seat: Seat) -> list[BattleFought | BattleSettled]:
    """What the seat was told of battles of which somebody came back to tell."""
    if not seat.side:
        return [event for event in happened if isinstance(event, BattleSettled)]
    mine = (event for event in happened if isinstance(event, BattleFought) and may_see(event, seat.side))
    return [event for event in mine if event.foes]


def _known(event: BattleFought | BattleSettled) -> tuple[BattleId, HexId, int, Method]:
    return event.battle, event.hex, event.week, event.method


def paint_battle(played: Kept, ask: Ask) -> tuple[File, ...]:
    """Play the month as far as the battle, then the battle, and film each of its clashes in which the side fought; runs in a
    worker. GameError: the month does not come to it, or this program fights it otherwise than it was fought then."""
    state = decode_state(unpack(played.packed))
    battle, dice = _meet(played, ask.battle)
    flags = {key: side.name for key, side in state.sides.items()} | {NO_EMPIRE: battle.foe}
    found: list[File] = []
    for course in watch(battle, dice, state.settings):
        if not course.destroyed <= ask.destroyed:
            raise GameError(
                "This program's engine is not the one that fought that battle; its course is not known any more."
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


def _meet(played: Kept, wanted: BattleId) -> tuple[Battle, Roller]:
    """The battle as its month came to it, and the dice that settled it."""
    state = decode_state(unpack(played.packed))
    dice = Dice(played.seed, played.dice_name, played.turn)
    for fight, _ in played.settled:
        if fight.id == wanted:
            return fight, battle_dice(TurnState(state, (), dice))
    usual = settling(state.settings)

    def settle(battle: Battle, aboard: Aboard, rolls: Roller) -> BattleOutcome:
        if battle.id == wanted:
            raise _Met(battle, rolls)
        return usual(battle, aboard, rolls)

    known = {outcome.battle: outcome for _, outcome in played.settled}
    try:
        adjudicate(state, decode_signed(played.orders), dice, known, settle)
    except _Met as met:
        return met.battle, met.dice
    raise GameError("The month does not come to that battle again.")
