"""The heavy work of a turn and the ways to settle a battle that need nobody (CW-9.0-02), as plain functions of bytes.

A worker process can be sent them: nothing here knows a database.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from render.campaign.letters.ruling_texts import NEW_PLAYER
from rules.bridge import auto_resolve
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited, Settle
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.chapters.encounters.scene_resolution import SceneCard, waiting_cards
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.war import BattleOutcome, Method
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.aims import Outcome, outcome_of
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import RenewSalts
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.dice import Dice, Roller, number_of
from rules.values import GameError, Value, changed
from storage.codec import EVENTS, decode_signed, decode_state, encode_state, from_document, pack, to_document, unpack
from umpire.campaign.views.view_cache import CachedView, make_views

Engine: TypeAlias = Callable[[Settings], Settle]
"""Makes what settles battles by a campaign's house rules."""


def engine_for(settings: Settings) -> Settle:
    """Settles any battle by the method that it names, with a campaign's house rules. GameError for one that people settle."""
    return partial(_settle, settings=settings)


def _settle(battle: Battle, aboard: Aboard, dice: Roller, settings: Settings) -> BattleOutcome:
    fight = ENGINES.get(battle.method)
    if fight is None:
        raise GameError(f"A battle that is {battle.method} is settled by people.", rule="CW-9.0-02")
    return fight(settings)(battle, aboard, dice)


def _by_numbers(settings: Settings) -> Settle:
    return partial(quick_engine.settle, settings=settings)


NEIGHBOURS: Final = 4
"""Hexes from home to home over which empires meet in the first months."""
ENGINES: Final[Mapping[Method, Engine]] = {"quick": _by_numbers, "chair": auto_resolve.settle_under}


class Waiting(Value):
    """What waits for a side's answer: scenes, and whose offers of trade."""

    scenes: tuple[SceneCard, ...] = ()
    offers: tuple[SideId, ...] = ()


class Resolved(Value):
    """A resolved turn: the packed state that follows, the encoded events in order, how many questions are open, what waits for
    each side's answer, what each side sees, and what the campaign has come to if its aim is reached.

    `renewed` is what was changed before: new salts, and the packed state with them; None if all were good.
    """

    packed: bytes
    events: tuple[bytes, ...]
    questions: int
    met: Mapping[SideId, Waiting]
    sides: Mapping[SideId, CachedView]
    outcome: Outcome | None = None
    renewed: tuple[RenewSalts, bytes] | None = None


class StoppedMonth(Value):
    """A month that cannot go on before these battles are settled. `renewed` as above."""

    battles: tuple[Battle, ...]
    renewed: tuple[RenewSalts, bytes] | None = None


def make_game(scenario: Scenario, seed: bytes) -> bytes:
    """A new game's state, packed. It is made from the scenario as it is kept, so that the same two make it again."""
    kept = from_document(Scenario, to_document(scenario))
    return pack(encode_state(new_game(kept, seed)))


def make_game_around(scenario: Scenario, seeds: Sequence[bytes], side: SideId) -> tuple[bytes, bytes]:
    """Of these seeds the one with which a side begins nearest to all the others, and the game that it makes, packed; the first
    with which they are all within `NEIGHBOURS` hexes is taken. GameError if none makes a game."""
    kept = from_document(Scenario, to_document(scenario))
    best: tuple[tuple[int, int], bytes, GameState] | None = None
    wrong = GameError("There is no seed to make a game from.")
    for seed in seeds:
        try:
            state = new_game(kept, seed)
        except GameError as refused:  # too few worlds around a home, for one
            wrong = refused
            continue
        home = state.sides[side].home
        away = [distance(state.cluster, home, other.home) for other in state.sides.values()]
        score = (max(away), sum(away))
        if best is None or score < best[0]:
            best = score, seed, state
        if score[0] <= NEIGHBOURS:
            break
    if best is None:
        raise wrong
    return best[1], pack(encode_state(best[2]))


def resolve(
    packed: bytes,
    orders: bytes,
    seed: bytes,
    dice_name: str,
    turn: int,
    salts: Mapping[SideId, str],
    outcomes: tuple[BattleOutcome, ...] = (),
    said: tuple[bytes, ...] | None = None,
) -> Resolved | StoppedMonth:
    """Resolve a turn from its packed state and encoded orders; `seed` has the words mixed in. `salts` are for sides whose seats
    have changed hands; a side takes its own unless it has one of that number. `outcomes` are of battles that were settled; `said`
    is what the game master did in the open turn, as encoded events (None: nobody is going to look at what the sides see)."""
    state = decode_state(unpack(packed))
    if state.turn != turn:
        raise ValueError(f"the state is of turn {state.turn}, not {turn}")
    renewal = _due(state, salts)
    if renewal is not None:
        state = amend(state, renewal, NEW_PLAYER).state
    renewed = None if renewal is None else (renewal, pack(encode_state(state)))
    known = {outcome.battle: outcome for outcome in outcomes}
    try:
        done = adjudicate(state, decode_signed(orders), Dice(seed, dice_name, turn), known, engine_for(state.settings))
    except BattlesAwaited as waits:  # told as a value: an exception is not carried whole from process to process
        return StoppedMonth(waits.battles, renewed)
    questions = sum(not question.settled_turn for question in done.state.questions)
    packed, told = pack(encode_state(done.state)), tuple(EVENTS.encode(e) for e in done.events)
    sides: Mapping[SideId, CachedView] = {}
    if said is not None:
        sides = make_views(state, done.state, [*(EVENTS.decode(event) for event in said), *done.events], turn)
    return Resolved(packed, told, questions, what_waits(done.state), sides, outcome_of(done.state), renewed)


def what_waits(state: GameState) -> Mapping[SideId, Waiting]:
    """What waits for the answer of each side that has anything: scenes (CW-12.1-04), offers of trade."""
    scenes = waiting_cards(state)
    offers: dict[SideId, list[SideId]] = {}
    for one in state.offers:
        offers.setdefault(one.taker, []).append(one.giver)
    sides = [side for side in state.sides if side in scenes or side in offers]
    return {side: Waiting(scenes.get(side, ()), tuple(sorted(offers.get(side, ())))) for side in sides}


def _due(state: GameState, salts: Mapping[SideId, str]) -> RenewSalts | None:
    """The salts that are not in their sides' hands yet; a campaign without any keeps to that."""
    due = {
        side: salt
        for side, salt in salts.items()
        if side in state.sides and state.sides[side].salt and number_of(state.sides[side].salt) != number_of(salt)
    }
    return RenewSalts(due) if due else None


def settle_by(method: Method, battle: Battle, packed: bytes, seed: bytes, dice_name: str, turn: int) -> BattleOutcome:
    """Settle a battle of a month by numbers or by the engine, with the month's own dice: the same however often it is asked.

    GameError: there is no such way, or what came of it does not account for every unit.
    """
    state = decode_state(unpack(packed))
    aboard = {side: state.sides[side].designs for side in battle.sides if side in state.sides}
    dice = battle_dice(TurnState(state, (), Dice(seed, dice_name, turn)))
    outcome = engine_for(state.settings)(changed(battle, method=method), aboard, dice)
    check_outcome(battle, outcome)
    return outcome
