"""What the game master judges operations by: the suggested chance with every modifier, and both societies (CW-10.0-04)."""

from rules.cluster_war.chapters.espionage.chances import OperationChance, full_chance
from rules.cluster_war.chapters.espionage.operations import asks_about
from rules.cluster_war.chapters.espionage.profiles import beside, difference_between, race_of
from rules.cluster_war.model.state.espionage import Operation, OperationId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import SideId
from rules.errors import GameError, quoted, unknown
from rules.values import Value
from umpire.campaign.open_turn import standing_at
from umpire.campaign.views.side_views import state_at
from umpire.games.seat import Seat, require_gm
from umpire.services.services import Services


class Societies(Value):
    """Two peoples beside each other: their names, rows of what is looked at and how it is with each, and what the game master
    has set between them (None: the tables')."""

    one: str
    other: str
    rows: tuple[tuple[str, str, str], ...]
    points: int | None = None
    note: str = ""


class Weighed(Value):
    """An operation as the game master judges it: `question` is the open question of its step, "" where no die is cast;
    `officer` who heads it; `societies` None for counter-intelligence."""

    operation: Operation
    side: str
    target: str
    found: OperationChance
    question: str = ""
    officer: str = ""
    societies: Societies | None = None


async def weigh(services: Services, gm: Seat, operation: OperationId) -> Weighed:
    """One operation with all that bears upon it; GameError if there is none of that id."""
    state = await _state(services, gm)
    one = state.operations.get(operation)
    if one is None:
        there = sorted(state.operations)
        raise unknown(GameError, f"There is no operation {quoted(operation)}.", operation, "There are", there)
    question = next((q.id for q in state.questions if asks_about(q, one)), "")
    officer = state.officers.get(one.officer)
    return Weighed(
        one,
        _name(state, one.side),
        _name(state, one.target),
        full_chance(state, one),
        question,
        officer.name if officer is not None else "",
        _beside(state, one.side, one.target) if one.target else None,
    )


async def operation_asked(services: Services, gm: Seat, question: str) -> OperationId:
    """The operation that an open question is about; GameError if it is answered."""
    state = await _state(services, gm)
    found = next(
        (q for q in state.questions if q.id == question and q.kind == "operation" and not q.settled_turn), None
    )
    if found is None:
        raise GameError(f"{question} is answered already; press Questions to see what still waits.")
    return found.subjects[1]


async def societies(services: Services, gm: Seat, one: SideId, other: SideId) -> Societies:
    """Two peoples beside each other (CW-16.0-03). GameError for a name that is no people's."""
    state = await _state(services, gm)
    for side in (one, other):
        if race_of(state, side) is None:
            there = (*sorted(state.sides), *sorted(state.nprs))
            raise unknown(GameError, f"There is no people {quoted(side)}.", side, "There are", there)
    return _beside(state, one, other)


def _beside(state: GameState, one: SideId, other: SideId) -> Societies:
    mine, theirs = race_of(state, one), race_of(state, other)
    rows = beside(mine, theirs, state.settings) if mine is not None and theirs is not None else ()
    said = difference_between(state, one, other)
    points, note = (said.points, said.note) if said is not None else (None, "")
    return Societies(_name(state, one), _name(state, other), rows, points, note)


def _name(state: GameState, side: SideId) -> str:
    if side in state.sides:
        return state.sides[side].name
    return state.nprs[side].name if side in state.nprs else side


async def _state(services: Services, gm: Seat) -> GameState:
    require_gm(gm)
    async with services.storage.reading() as tx:
        _, _, key = await standing_at(tx, gm.game_id)
        return await state_at(tx, services, key)
