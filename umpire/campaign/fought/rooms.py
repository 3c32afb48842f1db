"""Battles that are fought as tactical games: how a battle and its game know each other, and who belongs in the thread; and, as
plain functions that a worker process can be sent, a battle as a tactical game, and a tactical game as what came of the battle.

Spectators, where a campaign has them (ruling R-211), hold no seat there: they see what everybody may see.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from render.campaign.letters.battle_texts import format_not_let_in
from rules.bridge.fought import field_fought, outcome_of, starting_orders_of, tactical_of
from rules.bridge.story import objective, orders, roster
from rules.cluster_war.chapters.combat.battle import Battle, opens
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId, BattleOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Dice
from rules.pentagon_war import state as tactical
from rules.values import Value
from storage import audit, battles, games, seats, sheets, snapshots
from storage.codec import decode_state, unpack
from storage.db import Transaction
from storage.games import GameRow
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLE
from umpire.campaign.views.side_views import state_at
from umpire.games.games import PART_OF, is_closed, settings_of
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services


class BattleSetUp(Value):
    """A tactical game before it is made: the battle on the tactical map, the campaign's sides in each camp and the hull they
    bring, what a camp is there for, and what is told to each side of its own craft."""

    battle: tactical.Battle
    camps: Mapping[str, tuple[SideId, ...]]
    hull: Mapping[SideId, int]
    objectives: Mapping[str, str]
    rosters: Mapping[SideId, tuple[str, ...]]


def set_up_battle(
    fight: Battle, packed: bytes, names: Mapping[SideId, str], title: str, seed: bytes, dice_name: str
) -> BattleSetUp:
    """Set a battle up, from the start of its month and with the month's dice. GameError for one that cannot be fought so."""
    state = decode_state(unpack(packed))
    settings = state.settings
    field_ = field_fought(fight, settings)
    first = opens(fight, battle_dice(TurnState(state, (), Dice(seed, dice_name, fight.turn))))
    hull = Counter[SideId]()
    for unit in fight.units:
        hull[unit.side] += unit.design.hull * unit.count
    return BattleSetUp(
        tactical_of(
            field_, settings, {**names, NO_EMPIRE: fight.foe}, title, starting_orders_of(field_, fight, first, settings)
        ),
        dict(field_.camps),
        dict(hull),
        {camp: objective(field_, fight, camp) for camp in field_.camps},
        {
            side: (*roster(field_, side), *orders(fight, side, opens=side == first))
            for sides in field_.camps.values()
            for side in sides
        },
    )


def read_back(fight: Battle, packed: bytes, course: tuple[bytes, ...]) -> BattleOutcome | None:
    """What came of a battle, from the start of its month and its tactical game at the beginning of each turn and at its end;
    None for one that was closed without a result. GameError: it is no tactical game of this battle."""
    played = [BATTLE_CODEC.read(unpack(one)) for one in course]
    if not played or played[-1].winner is None:
        return None
    return outcome_of(fight, decode_state(unpack(packed)).settings, played)


LET_IN: Final = "tactical.let_in"
SHOWN_OUT: Final = "tactical.shown_out"
ROOMS_ACTOR: Final = "rooms"
NOT_IN_THREAD: Final = "not-in-thread"


class BattleLink(Value):
    """The battle that a tactical game belongs to, for one playing of its turn.

    `camps` are the campaign's sides of each of the tactical game's, `captains` whose player commands it: "" where none does.
    """

    game: str
    revision: int
    battle: BattleId
    camps: Mapping[str, tuple[SideId, ...]]
    captains: Mapping[str, SideId]

    def document(self, tactical: str) -> dict[str, Any]:
        """As the tactical game of this id keeps it, under `PART_OF`."""
        return {
            "tactical": tactical,
            "game": self.game,
            "revision": self.revision,
            "battle": self.battle,
            "camps": {camp: list(sides) for camp, sides in self.camps.items()},
            "captains": dict(self.captains),
            "sides": {
                camp: self.captains.get(camp) or next(iter(self.camps.get(camp, ())), "")
                for camp in {**self.camps, **self.captains}
            },
        }

    def camp_of(self, side: SideId) -> str:
        """The camp in which a side of the campaign stands, "" for none."""
        return next((camp for camp, sides in self.camps.items() if side in sides), "")


def link_of(row: GameRow) -> BattleLink | None:
    """The battle that a game is a part of; None for any other game."""
    if row.system != BATTLE or not is_closed(row):
        return None
    kept = row.scenario[PART_OF]
    camps = {camp: tuple(sides) for camp, sides in kept["camps"].items()}
    return BattleLink(kept["game"], kept["revision"], kept["battle"], camps, kept["captains"])


async def under_way(tx: Transaction) -> tuple[tuple[GameRow, BattleLink], ...]:
    """All tactical games of campaigns that are not over, each with what it belongs to."""
    found = [(row, link_of(row)) for row in await games.under_way(tx, BATTLE)]
    return tuple([(row, link) for row, link in found if link is not None])


class FightRoom(Value):
    """A tactical game's thread: who belongs there (its captains, the players of its sides, the game masters, spectators), and
    who is known to be."""

    game: str
    thread_id: int
    holders: frozenset[int]
    inside: frozenset[int]


async def rooms(services: Services) -> tuple[FightRoom, ...]:
    """The threads of all tactical games on this process's servers, of campaigns that are not over."""
    async with services.storage.reading() as tx:
        here = [
            (tactical, link) for tactical, link in await under_way(tx) if services.shards.is_home(tactical.guild_id)
        ]
        return tuple([await _room(tx, services, tactical, link) for tactical, link in here])


async def _room(tx: Transaction, services: Services, tactical: GameRow, link: BattleLink) -> FightRoom:
    here = {seat.user_id for seat in await seats.of_game(tx, tactical.id) if seat.side}
    looking = await spectators(tx, services, link)
    held = await seats.of_game(tx, link.game)
    theirs = {seat.user_id for seat in held if not seat.side or link.camp_of(seat.side) or seat.side in looking}
    inside: set[int] = set()
    for act in await audit.of_actions(tx, tactical.id, LET_IN, SHOWN_OUT):
        user = act.detail.get("user")
        if isinstance(user, int):
            (inside.add if act.action == LET_IN else inside.discard)(user)
    holders = frozenset(user for user in here | theirs if user is not None)
    return FightRoom(tactical.id, tactical.channel_id, holders, frozenset(inside))


async def spectators(tx: Transaction, services: Services, link: BattleLink) -> frozenset[SideId]:
    """The sides of a campaign whose players may look on at a battle in which they have no part."""
    row = await games.find(tx, link.game)
    allowed = "nobody" if row is None else settings_of(row).options.spectators
    if row is None or allowed == "nobody":
        return frozenset()
    others = {seat.side for seat in await seats.of_game(tx, row.id) if seat.side and not link.camp_of(seat.side)}
    if allowed == "everybody":
        return frozenset(others)
    state = await state_at(tx, services, await snapshots.require(tx, row.id, link.revision))
    fighting = [side for sides in link.camps.values() for side in sides]
    return frozenset(side for side in others if all(at_peace(state.peace, side, one) for one in fighting))


async def let_in(services: Services, room: FightRoom, user: int) -> None:
    """Write down that somebody is in the thread."""
    async with services.storage.transaction() as tx:
        await note(tx, services, room.game, ROOMS_ACTOR, LET_IN, user=user)


async def shown_out(services: Services, room: FightRoom, user: int) -> None:
    """Write down that somebody is in it no more."""
    async with services.storage.transaction() as tx:
        await note(tx, services, room.game, ROOMS_ACTOR, SHOWN_OUT, user=user)


async def trouble(services: Services, room: FightRoom, user: int) -> None:
    """Tell the game master once that somebody cannot be let in."""
    async with services.storage.transaction() as tx:
        if await audit.report_problem(tx, room.game, NOT_IN_THREAD, f"user:{user}", services.seconds()):
            text = format_not_let_in(user, room.thread_id)
            await enqueue(tx, services, Letter("problem", room.game, 0, "", Target("gm"), text, ping="problem"))


async def threads_of(tx: Transaction, game_id: str, revision: int, side: str) -> tuple[int, ...]:
    """The threads in which a side of a campaign is in battle just now."""
    found = []
    for battle in await battles.of_revision(tx, game_id, revision):
        tactical = (
            await games.find(tx, battle.tactical) if battle.has_tactical_game and battle.state == "waiting" else None
        )
        link = None if tactical is None else link_of(tactical)
        if tactical is not None and link is not None and tactical.status != "finished" and link.camp_of(side):
            found.append(tactical.channel_id)
    return tuple(found)


async def current_threads(services: Services, game_id: str, side: str) -> tuple[int, ...]:
    """The same, of the turn that a campaign is at."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        return () if row is None else await threads_of(tx, row.id, row.revision, side)


async def stir(tx: Transaction, game_id: str, revision: int, link: BattleLink) -> None:
    """Whether a side is in battle shows on its dashboard: that of each side of a tactical game is made anew, and nobody
    else's."""
    for side in (side for sides in link.camps.values() for side in sides):
        sheet = await sheets.find(tx, game_id, revision, side)
        if sheet is not None:
            await sheets.save(tx, sheet, sheet.state, sheet.word)
