"""A pilot's career: their sorties, kills and losses, reckoned from the dogfights that are over."""

from rules.air_force.events import JetGone
from rules.air_force.state import Dogfight
from rules.values import Value
from storage import events as event_rows
from storage import games, seats, snapshots, turns
from storage.codec import unpack
from storage.db import Transaction
from storage.games import GameRow
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.kind import DOGFIGHT
from umpire.services.services import Services

MOST_DOGFIGHTS = 200
"""Dogfights that are reckoned, the latest first."""


class Mission(Value):
    """One sortie: when it was begun (UTC seconds), which fight, what was flown, how it ended; `fate` "" came home."""

    at: int
    title: str
    difficulty: str
    aircraft: str
    turns: int
    won: bool
    drawn: bool
    kills: int
    fate: str


class Career(Value):
    """All sorties, the latest first."""

    missions: tuple[Mission, ...]

    @property
    def sorties(self) -> int:
        """How many."""
        return len(self.missions)

    @property
    def wins(self) -> int:
        """Fights that the pilot's side won."""
        return sum(one.won for one in self.missions)

    @property
    def kills(self) -> int:
        """Jets shot down by their own."""
        return sum(one.kills for one in self.missions)

    @property
    def losses(self) -> int:
        """Own jets shot down, crashed or out of fuel."""
        return sum(one.fate in LOST_FATES for one in self.missions)


LOST_FATES = frozenset({"shot down", "crashed", "out of fuel"})


async def career(services: Services, user_id: int) -> Career:
    """A user's career as a pilot; fights called off or still on do not count."""
    found: list[Mission] = []
    async with services.storage.reading() as tx:
        held = [seat for seat in await seats.of_user(tx, user_id) if seat.side]
        for seat in held:
            game = await games.find(tx, seat.game)
            if game is not None and game.system == DOGFIGHT and game.status == "finished":
                mission = await _mission(tx, game, seat.side)
                if mission is not None:
                    found.append(mission)
    return Career(tuple(sorted(found, key=lambda one: -one.at)[:MOST_DOGFIGHTS]))


async def has_flown(services: Services, user_id: int) -> bool:
    """Whether a user has flown in any dogfight that is over; quicker than their career."""
    async with services.storage.reading() as tx:
        for seat in await seats.of_user(tx, user_id):
            game = await games.find(tx, seat.game) if seat.side else None
            if game is not None and game.system == DOGFIGHT and game.status == "finished":
                return True
    return False


async def _mission(tx: Transaction, game: GameRow, side: str) -> Mission | None:
    """One finished fight as a side's pilot flew it; None if it never came to an end."""
    key = await snapshots.latest(tx, game.id, game.revision, "start")
    if key is None:
        return None
    fight = DOGFIGHT_CODEC.read(unpack(await snapshots.load_packed(tx, key)))
    own = next((jet for jet in fight.jets.values() if jet.side == side and jet.crew == "player"), None)
    if fight.winner is None or own is None:
        return None
    kills = 0
    for row in await turns.of_game(tx, game.id):
        if row.turn > 0 and row.state != "undone":
            told = await event_rows.encoded_of_revision(tx, game.id, row.revision)
            kills += sum(_kill(fight, data, own.id, side) for data in told)
    fate = "" if own.fate == "left" else own.fate
    return Mission(
        game.created_at, game.name, fight.difficulty, aircraft=own.type, turns=fight.now.turn, won=fight.winner == side,
        drawn=not fight.winner, kills=kills, fate=fate,
    )  # fmt: skip


def _kill(fight: Dogfight, data: bytes, own: str, side: str) -> bool:
    event = DOGFIGHT_CODEC.events.decode(data)
    return isinstance(event, JetGone) and event.by == own and fight.jets[event.jet].side != side
