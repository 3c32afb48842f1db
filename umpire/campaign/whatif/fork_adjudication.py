"""A fork played, as plain functions of bytes that a worker process can be sent: the month with what is changed of it."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleId, BattleOutcome, Method
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, Roll, Value, changed
from storage.codec import EVENTS, decode_state, encode_state, pack, unpack
from umpire.campaign.gm.amendments import AmendmentResult, Plan, work_out
from umpire.campaign.turn.adjudication import Resolved, StoppedMonth, resolve, settle_by

FORK_METHOD: Final[Method] = "chair"
MOST_STOPS: Final = 64
"""So often a month may stop for battles: more often than it has weeks and places to fight in."""


class ChangeStep(Value):
    """An amendment to be made, its reason, and the dice that went into it."""

    amendment: Amendment
    reason: str
    rolls: tuple[Roll, ...] = ()


class ChangeResult(Value):
    """An amendment that was made: the packed state that follows and its encoded events."""

    act: ChangeStep
    packed: bytes
    events: tuple[bytes, ...]


class SettledBattle(Value):
    """A battle for which the month stopped: in which stop, what came of it, and how that was settled ("kept": as it was when the
    turn was played first)."""

    battle: Battle
    outcome: BattleOutcome
    round: int
    how: str


class ForkJob(Value):
    """A month to be played: the packed start, what is changed of it first (`before`), its orders and dice, the outcomes of
    battles that are known, how others are settled, and what is changed `after`, as far as that can be."""

    packed: bytes
    before: tuple[ChangeStep, ...]
    orders: bytes
    seed: bytes
    dice_name: str
    turn: int
    salts: Mapping[SideId, str]
    known: tuple[tuple[Battle, BattleOutcome], ...]
    ways: Mapping[BattleId, Method]
    after: tuple[ChangeStep, ...] = ()


class ForkResult(Value):
    """What came of a job: the changes of its start, the month, its battles, the changes of what it led to, and what of those
    could not be made again, in words. `packed` is the end of it all."""

    before: tuple[ChangeResult, ...]
    month: Resolved
    battles: tuple[SettledBattle, ...]
    after: tuple[ChangeResult, ...]
    left_out: tuple[str, ...]

    @property
    def packed(self) -> bytes:
        """The state it led to."""
        return self.after[-1].packed if self.after else self.month.packed


def play_job(job: ForkJob) -> ForkResult:
    """Play a month. GameError: a change of its start cannot be made, or its battles do not come to an end."""
    packed, before = job.packed, list[ChangeResult]()
    if job.before:
        state = decode_state(unpack(packed))
        for act in job.before:
            state, events = _amended(state, act)
            before.append(ChangeResult(act, pack(encode_state(state)), events))
        packed = before[-1].packed
    month, battles = _month(job, packed)
    after, left_out = follow(month.packed, job.after) if job.after else ((), ())
    return ForkResult(tuple(before), month, battles, after, left_out)


def plan_change(job: ForkJob, plan: Plan, phase: str, seed: bytes, reason: str) -> AmendmentResult:
    """Plan and make one more change of a fork: of the start as it is changed so far, or of what that leads to. `seed` is that of
    its dice before words are mixed in. GameError: it cannot be."""
    last = start_of(job) if phase == "start" else play_job(job).packed
    return work_out(last, plan, seed, job.dice_name, job.turn, reason)


def start_of(job: ForkJob) -> bytes:
    """The packed start of a fork with all that is changed of it; GameError if that cannot be."""
    if not job.before:
        return job.packed
    state = decode_state(unpack(job.packed))
    for act in job.before:
        state, _ = _amended(state, act)
    return pack(encode_state(state))


def follow(packed: bytes, acts: tuple[ChangeStep, ...]) -> tuple[tuple[ChangeResult, ...], tuple[str, ...]]:
    """Make changes again on a state they were not made for: those that can be, and in words those that cannot."""
    state, made, left_out = decode_state(unpack(packed)), list[ChangeResult](), list[str]()
    for act in acts:
        try:
            state, events = _amended(state, act)
        except GameError as wrong:
            left_out.append(f"“{act.reason}” could not be made again: {wrong}")
        else:
            made.append(ChangeResult(act, pack(encode_state(state)), events))
    return tuple(made), tuple(left_out)


def _amended(state: GameState, act: ChangeStep) -> tuple[GameState, tuple[bytes, ...]]:
    done = amend(state, act.amendment, act.reason)
    return done.state, tuple(EVENTS.encode(event) for event in done.events)


def _month(job: ForkJob, packed: bytes) -> tuple[Resolved, tuple[SettledBattle, ...]]:
    """The month with its battles settled as they come: as they were if they are the very same, else as the fork says."""
    fought: dict[BattleId, SettledBattle] = {}
    kept = {battle.id: (battle, outcome) for battle, outcome in job.known}
    for round_ in range(1, MOST_STOPS):
        outcomes = tuple(one.outcome for one in fought.values())
        result = resolve(packed, job.orders, job.seed, job.dice_name, job.turn, job.salts, outcomes)
        if isinstance(result, Resolved):
            return result, tuple(fought.values())
        for battle in result.battles:
            if battle.id in fought:
                raise RuntimeError(f"turn {job.turn} does not take the outcome of battle {battle.id}")
            fought[battle.id] = _settled(job, packed, result, battle, kept, round_)
    raise GameError(f"Turn {job.turn} has more battles than a what-if can play.")


def _settled(
    job: ForkJob,
    packed: bytes,
    stopped: StoppedMonth,
    battle: Battle,
    kept: Mapping[BattleId, tuple[Battle, BattleOutcome]],
    round_: int,
) -> SettledBattle:
    way = job.ways.get(battle.id)
    before = kept.get(battle.id)
    if way is None and before is not None and before[0] == battle:
        return SettledBattle(battle, before[1], round_, "kept")
    start = packed if stopped.renewed is None else stopped.renewed[1]
    method = way or FORK_METHOD
    outcome = settle_by(method, battle, start, job.seed, job.dice_name, job.turn)
    return SettledBattle(battle, changed(outcome, battle=battle.id), round_, method)
