"""The game master's hand: questions, answers, and amendments of an open turn or of a draft, each with its reason."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias, cast

from render.campaign.letters.ruling_texts import ANSWERED, BY_MASTER, HOW_ASKED, SUGGESTED
from rules.cluster_war.chapters.encounters.amendments import RuleScene
from rules.cluster_war.chapters.encounters.encounter_orders import choice_of
from rules.cluster_war.chapters.logistics.stress import Effect, StressEffect, default_effect
from rules.cluster_war.chapters.movement.request_orders import ANSWER_IT
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING_RULES, rules_by_default
from rules.cluster_war.model.state.game import GameState, Question, QuestionKind
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import AcceptAll, AnswerByTheBook, Settle
from rules.dice import Dice
from rules.values import GameError, Value, WrongPhaseError, changed, quoted
from storage import events, games, idempotency_keys, seats, snapshots
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.events import AmendmentRow
from storage.snapshots import Phase
from umpire.campaign.gm.amendments import Plan, PlannedAmendment, just, work_out
from umpire.campaign.open_turn import standing_at
from umpire.campaign.turn import turn_letters
from umpire.campaign.views.side_views import state_at
from umpire.campaign.whatif import fork_edits
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

RULING_TRIES = 12
OUTSIDE_WHATIF = (
    "Your amendments go into the what-if now, and this is made in the campaign alone: /gm whatif has a button that sends them to "
    "the campaign again."
)


class RulingResult(Value):
    """An amendment that was made: what it told, and whether in a draft (nobody else knows yet) or in the open turn.

    `planned` is how it was made up; None for a click that was counted before. `forked`: it was made in the what-if alone.
    """

    turn: int
    phase: Phase
    events: tuple[Event, ...]
    planned: PlannedAmendment | None = None
    forked: bool = False


Also: TypeAlias = Callable[[Transaction], Awaitable[None]]
"""What belongs to an amendment and is saved with it."""


async def amend(
    services: Services,
    gm: Seat,
    amendment: Amendment,
    reason: str = BY_MASTER,
    *,
    expect: int | None = None,
    idempotency_key: str = "",
) -> RulingResult:
    """Change the draft, or the open turn if there is none. The sides that may see it are told: of a draft when it is
    published, of an open turn at once.

    GameError: it names what is not there. WrongPhaseError: `expect` is a revision that is over.
    """
    plan = partial(just, amendment)
    return await carry_out(services, gm, plan, reason, expect=expect, idempotency_key=idempotency_key)


async def carry_out(
    services: Services,
    gm: Seat,
    plan: Plan,
    reason: str = BY_MASTER,
    *,
    expect: int | None = None,
    idempotency_key: str = "",
    also: Also | None = None,
    question: str = "",
) -> RulingResult:
    """The same with an amendment made up from the state at that moment; its rolls are kept, so that they can be checked.

    It is worked out in a worker, outside any transaction, and saved only if the game is still as it was read.
    `also` is done in the same transaction: it happens if the amendment does, and the amendment if it does. `question` is
    what it answers, for the log.
    """
    require_gm(gm)
    why = clean_reason(reason)
    for _ in range(RULING_TRIES):
        async with services.storage.reading() as tx:
            row, turn, key = await standing_at(tx, gm.game_id)
            phase = key.phase
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                return RulingResult(turn.turn, phase, ())
            if expect is not None and expect != turn.revision:
                raise WrongPhaseError(f"**{row.name}** has moved on to turn {turn.turn}; look again before you amend.")
            forked = None if gm.program else await fork_edits.amendment_phase(tx, row.id, turn.revision)
            if forked is not None and also is not None:
                raise WrongPhaseError(OUTSIDE_WHATIF)
            if forked is not None:
                break
            if turn.state == "battles":
                raise WrongPhaseError(
                    f"Turn {turn.turn} of **{row.name}** is being fought and stays as its orders left it: settle its battles "
                    "(/gm battle), or take the turn back (/gm undo); then amend."
                )
            packed = await snapshots.load_packed(tx, key)
        done = await services.workers.run(
            work_out, packed, plan, turn.seed, turn.dice_name, turn.turn, why, urgent=True
        )
        planned = done.planned
        kind = type(planned.amendment).__name__
        after = changed(key, seq=key.seq + 1)
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(tx, idempotency_key, services.seconds())
                await games.bump(tx, row.id, row.version)
                if also is not None:
                    await also(tx)
                await snapshots.add_packed(tx, after, done.packed)
                now = services.seconds()
                made = AmendmentRow(
                    game=row.id,
                    revision=key.revision,
                    phase=phase,
                    seq=after.seq,
                    amendment=planned.amendment,
                    reason=why,
                    actor=gm.actor,
                    at=now,
                )
                await events.add_amendment(tx, made)
                await events.keep_rolls(
                    tx, planned.rolls, row.id, key.revision, side="", user_id=gm.user_id, text=kind, at=now
                )
                await events.append_encoded(tx, row.id, key.revision, phase, done.encoded)
                about = {"question": question} if question else {}
                await note(
                    tx,
                    services,
                    row.id,
                    gm.actor,
                    "amended",
                    turn=turn.turn,
                    phase=phase,
                    kind=kind,
                    reason=why,
                    **about,
                )
                if phase == "start":
                    held = await seats.of_game(tx, row.id)
                    letters = turn_letters.amended_letters(row, held, turn.turn, done.events, by=gm.program)
                    await enqueue(tx, services, *letters)
            return RulingResult(turn.turn, phase, done.events, planned)
        except StaleStateError:
            continue
    else:
        raise GameError("The game is being changed from many places at once; try again in a moment.")
    return await _in_the_fork(services, gm, plan, why, idempotency_key)


async def _in_the_fork(services: Services, gm: Seat, plan: Plan, why: str, idempotency_key: str) -> RulingResult:
    """The amendment goes into the what-if, since the game master has said so; nobody is told of it."""
    made = await fork_edits.amend_fork(services, gm, plan, why, idempotency_key=idempotency_key)
    if made is None:
        return RulingResult(0, "draft", (), forked=True)
    turn, phase, done = made
    return RulingResult(turn, phase, done.events, done.planned, forked=True)


async def questions(services: Services, gm: Seat, *, settled: bool = False) -> tuple[Question, ...]:
    """What waits for the game master's word, oldest first; with `settled`, answered ones too."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        _, _, key = await standing_at(tx, gm.game_id)
        state = await state_at(tx, services, key)
    return tuple(question for question in state.questions if settled or not question.settled_turn)


async def settle(
    services: Services,
    gm: Seat,
    question: str,
    answer: str,
    tell: tuple[SideId, ...] | None = None,
    *,
    idempotency_key: str = "",
) -> RulingResult:
    """Answer an open question; the sides in `tell` are told the answer ("*" is everybody), with None who asked it."""
    plan = partial(_settled, question, answer, tell)
    return await carry_out(services, gm, plan, ANSWERED, idempotency_key=idempotency_key, question=question)


async def accept(services: Services, gm: Seat, question: str, *, idempotency_key: str = "") -> RulingResult:
    """Take what the rules suggest: its effect where it has one, else its words as the answer. A scene is left to its player.
    GameError if nothing is suggested."""
    plan = partial(_suggested, question)
    return await carry_out(services, gm, plan, SUGGESTED, idempotency_key=idempotency_key, question=question)


async def accept_all(services: Services, gm: Seat, kind: QuestionKind, *, idempotency_key: str = "") -> RulingResult:
    """Accept the suggested answer for all open questions of a kind; GameError if it suggests nothing for any."""
    return await carry_out(services, gm, partial(just, AcceptAll(kind)), SUGGESTED, idempotency_key=idempotency_key)


async def set_by_default(
    services: Services, gm: Seat, kind: QuestionKind, *, on: bool, idempotency_key: str = ""
) -> RulingResult:
    """From now on have questions of a kind answered by default rulings, or put before the game master; everybody is told."""
    plan = partial(just, AnswerByTheBook(kind, on=on))
    return await carry_out(services, gm, plan, HOW_ASKED, idempotency_key=idempotency_key)


async def answered_by_default(services: Services, gm: Seat) -> frozenset[QuestionKind]:
    """The kinds of questions that this campaign answers by default rulings."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        _, _, key = await standing_at(tx, gm.game_id)
        state = await state_at(tx, services, key)
    return frozenset(kind for kind in DEFAULT_RULING_RULES if rules_by_default(state.settings, kind))


async def decide(
    services: Services,
    gm: Seat,
    question: str,
    answer: str,
    tell: tuple[SideId, ...] = (),
    *,
    idempotency_key: str = "",
) -> RulingResult:
    """Answer in the game master's words; one of a question's own choices is carried out at once, in a scene when it ends.
    IllegalOrderError for words on a scene that are none of its choices and that nobody is to read."""
    plan = partial(_decided, question, answer, tell)
    return await carry_out(services, gm, plan, ANSWERED, idempotency_key=idempotency_key, question=question)


def readers_of(question: Question) -> tuple[SideId, ...]:
    """Who reads an answer unless the game master says otherwise: whoever put the question in their own words."""
    return question.sides if question.kind in {"free-text", "contingency"} else ()


def has_default(question: Question) -> bool:
    """Whether the rules suggest an answer that can be accepted; to a player's own words there is none."""
    return question.kind != "free-text" and bool(question.suggestion or question.choices)


def is_players(question: Question) -> bool:
    """Whether a question is about a scene, which its player decides unless the game master does (CW-12.1-04, R-162)."""
    return question.kind == "scene" and bool(question.choices and question.subjects)


def hint_of(question: Question) -> str:
    """What is worth knowing for an answer to a player's own words; "" of others, and where there is nothing."""
    return question.suggestion.removeprefix(ANSWER_IT).strip() if question.kind == "free-text" else ""


def _settled(
    question: str, answer: str, tell: tuple[SideId, ...] | None, state: GameState, _: Dice
) -> PlannedAmendment:
    found = next((q for q in state.questions if q.id == question), None)
    readers = (readers_of(found) if found is not None else ()) if tell is None else tell
    if found is not None and not found.settled_turn and is_players(found) and not readers:
        return PlannedAmendment(_ruling(state, found, answer))
    return PlannedAmendment(Settle(question, answer, readers))


def _decided(question: str, answer: str, tell: tuple[SideId, ...], state: GameState, _: Dice) -> PlannedAmendment:
    found = _open_question(state, question)
    word = answer.strip().casefold()
    if found.kind == "stress" and word in found.choices and not tell:
        return PlannedAmendment(StressEffect(found.subjects, cast("Effect", word), question=found.id))
    if is_players(found) and not tell:
        return PlannedAmendment(_ruling(state, found, answer))
    return PlannedAmendment(Settle(question, answer, tell))


def _ruling(state: GameState, question: Question, answer: str) -> RuleScene:
    """One of its choices as what is done in the scene that a question is about."""
    scene = next((s for s in state.scenes if s.id == question.subjects[0]), None)
    if scene is None:
        raise GameError(f"The scene of {question.id} is over.")
    key, _ = choice_of(state.settings, scene, answer)
    return RuleScene(scene.id, key, question=question.id)


def _suggested(question: str, state: GameState, _: Dice) -> PlannedAmendment:
    found = _open_question(state, question)
    if found.kind == "stress" and found.choices:
        return PlannedAmendment(default_effect(found))
    if is_players(found):
        return PlannedAmendment(RuleScene(found.subjects[0], question=found.id))
    if not has_default(found):
        raise GameError(f"The rules suggest nothing for {found.id}; answer it in your own words.")
    return PlannedAmendment(
        Settle(found.id, found.choices[0] if found.choices else found.suggestion, readers_of(found))
    )


def _open_question(state: GameState, question: str) -> Question:
    """GameError unless this question waits for an answer."""
    found = next((q for q in state.questions if q.id == question), None)
    if found is None:
        raise GameError(f"There is no question {quoted(question)}.")
    if found.settled_turn:
        raise GameError(f"{question} was settled in turn {found.settled_turn}.")
    return found
