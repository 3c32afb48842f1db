"""The month of intelligence: steps that are due, the game master's word or the dice on them, what comes of it (CW-10.0)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.chapters.espionage import chances
from rules.cluster_war.chapters.espionage.effects import carry_out, end_unrest
from rules.cluster_war.chapters.research.projects import CATASTROPHE_ROLL
from rules.cluster_war.model.events import diplomacy
from rules.cluster_war.model.events.officers import OfficerLost
from rules.cluster_war.model.state.common import WEEKS_PER_TURN
from rules.cluster_war.model.state.dealings import MOLE, OPERATION_STEPS, Operation
from rules.cluster_war.model.state.default_rulings import rules_by_default
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.working.turn_state import TurnState, id_number, unseen_key
from rules.values import Cause, Value, changed

Result: TypeAlias = Literal["dice", "success", "failure", "catastrophe", "impossible"]
RESULTS: Final[tuple[Result, ...]] = get_args(Result)
PROJECT_MODEL_RULE: Final = "CW-10.0-02"
DICE_WORDS: Final = "The dice decide"
CHOICES: Final = (DICE_WORDS, *RESULTS[1:])
"""The words that answer the question of a step, the default first."""
DICE_DECIDED_TEXT: Final = "No word came, so the dice decided."
CAUGHT_TEXT: Final = "Your agents were caught; they are lost, and it is known whose they were."
JUDGED_TEXT: Final = "They judged this step themselves."
"""All that a side hears of why: the reason itself may name what it cannot know, and is kept in `OperationWeighed`."""
EXPOSED_TEXT: Final = "A catastrophe: your agents were caught and told all they knew."
IMPOSSIBLE_TEXT: Final = "It can never succeed; your people give it up."


class StepDecision(Value):
    """What decides on a step: a chance in per cent in place of the reckoned one (-1: that one), the dice or a result, words for
    the side whose operation it is, and why."""

    chance: int = -1
    result: Result = "dice"
    words: str = ""
    override: str = ""


BY_DICE: Final = StepDecision()


def begin_month(turn: TurnState) -> None:
    """Before all else: what still waits for the game master's word is left to the dice."""
    for one in _in_order(turn.operations.values()):
        if one.roll:
            decide(turn, one, BY_DICE, week=turn.first_week)
            for place, question in enumerate(turn.questions):
                if asks_about(question, one):
                    turn.questions[place] = changed(question, answer=DICE_DECIDED_TEXT, settled_turn=turn.turn)


def asks_about(question: Question, one: Operation) -> bool:
    """Whether a question that waits is about this operation's step."""
    return question.kind == "operation" and question.subjects[1:] == (one.id,) and not question.settled_turn


def _in_order(operations: Iterable[Operation]) -> list[Operation]:
    return sorted(operations, key=lambda one: (one.side, id_number(one.id)))


def run_operations(turn: TurnState) -> None:
    """At the month's end: funded operations have done a step, unfunded ones lose its CPs as research does (CW-10.0-02). The game
    master judges each, unless the campaign leaves that to the dice (CW-10.0-04). Unrest whose time is over ends."""
    end_unrest(turn)
    for one in _in_order(turn.operations.values()):
        if not one.running:
            continue
        if one.funded_turn == turn.turn:
            _step(turn, one)
        elif one.cps:
            turn.operations[one.id] = changed(one, cps=0)
            turn.tell_side(
                diplomacy.OperationLapsed(one.side, one.id, one.name, one.cps, cause=Cause(PROJECT_MODEL_RULE))
            )


def _step(turn: TurnState, one: Operation) -> None:
    """Roll the die of a step; it lies face down until somebody has decided."""
    roll = turn.dice.percent(unseen_key(turn, f"spy/{one.id}")).total
    cast = turn.operations[one.id] = changed(one, roll=roll)
    if rules_by_default(turn.settings, "operation"):
        decide(turn, cast, BY_DICE, week=turn.first_week + WEEKS_PER_TURN)
        return
    expected = chances.expected_chance(turn, one)
    told = (one.side, one.id, one.name, one.target, one.step_name, one.cps, expected.expected)
    turn.tell_side(diplomacy.OperationAwaited(*told, cause=Cause(chances.OPERATION_RULE, modifiers=expected.known)))
    found = chances.full_chance(turn, one)
    turn.put_question(
        "operation",
        (one.side,),
        question_text(turn, one),
        chances.OPERATION_RULE,
        chance_text(found, one),
        choices=CHOICES,
        subjects=(one.side, one.id),
    )


def question_text(turn: TurnState, one: Operation) -> str:
    """An operation's step as the game master is asked about it: who, against whom, with what goal and funds."""
    who, target = (_name(turn, side) for side in (one.side, one.target))
    aim = f", on {one.subject}" if one.subject else ""
    what = f"against {target}, {one.kind}{aim}" if one.target else "counter-intelligence"
    goal = f"; goal: {one.goal}" if one.goal else ""
    return f"{who}: {one.name} ({what}{goal}), {one.step_name} with {one.cps} CPs, {one.spent} in all."


def chance_text(found: chances.OperationChance, one: Operation) -> str:
    """The suggested chance with every modifier, for the game master."""
    parts = ", ".join(f"{m.value:+d} {m.reason}" for m in found.all)
    said = f"; you have set {one.chance} %" if one.chance >= 0 else ""
    return f"{found.chance} % ({parts}){said}"


def _name(turn: TurnState, side: str) -> str:
    if side in turn.sides:
        return turn.sides[side].name
    return turn.nprs[side].name if side in turn.nprs else side


def decide(turn: TurnState, one: Operation, word: StepDecision, *, week: int) -> None:
    """Settle a step whose die is cast: by the word's result, or by the die against its chance, or what was set before, or the
    reckoned one."""
    found = chances.full_chance(turn, one)
    chance = next((percent for percent in (word.chance, one.chance) if percent >= 0), found.chance)
    result = _result(one.roll, chance, word.result)
    cause = Cause(
        chances.OPERATION_RULE, modifiers=found.all, override=word.override or ("set before" if one.chance >= 0 else "")
    )
    weighed = (one.side, one.id, one.name, one.target, one.step_name)
    turn.say(diplomacy.OperationWeighed(*weighed, chance, one.roll, result, cause=cause))
    rested, finished = changed(one, roll=0, chance=-1), _turn(week)
    if result == "success":
        _succeed(turn, rested, word, week)
    elif result == "impossible":
        _end(turn, changed(rested, outcome="impossible", finished_turn=finished), word.words or IMPOSSIBLE_TEXT)
    elif result == "catastrophe":
        _expose(turn, changed(rested, finished_turn=finished), EXPOSED_TEXT, word, goal=True)
    else:
        _fail(turn, changed(rested, finished_turn=finished), word, one.roll if word.result == "dice" else 0)


def _turn(week: int) -> int:
    """The turn that a week's end closes; before the first one it is that."""
    return max(1, week // WEEKS_PER_TURN)


def _result(roll: int, chance: int, wanted: Result) -> Result:
    if wanted != "dice":
        return wanted
    if roll == CATASTROPHE_ROLL:
        return "catastrophe"
    return "success" if roll <= chance else "failure"


def _succeed(turn: TurnState, one: Operation, word: StepDecision, week: int) -> None:
    if one.step < len(OPERATION_STEPS):
        turn.operations[one.id] = changed(one, step=one.step + 1, cps=0)
        _tell(turn, one, word, success=True, text=word.words)
        return
    done = turn.operations[one.id] = changed(one, cps=0, finished_turn=_turn(week), outcome="success")
    deed = carry_out(turn, done, week)
    turn.operations[one.id] = changed(done, place=deed.place, points=deed.points, until=deed.until)
    text = " ".join(part for part in (deed.text if not (deed.asks and word.words) else "", word.words) if part)
    _tell(turn, one, word, success=True, finished=True, text=text)
    if deed.asks and not word.words:
        about = f"{one.name} has succeeded: {one.goal}"
        turn.put_question("free-text", (one.side,), about, "CW-10.0-06", subjects=(one.side, one.id))


def _fail(turn: TurnState, over: Operation, word: StepDecision, roll: int) -> None:
    """No success yet (`over` is the operation as if it had ended now); how far the die went beyond tells whether somebody
    noticed, or caught the agents."""
    one, settings = changed(over, finished_turn=0), turn.settings
    standing = chances.nets(turn, one.target) if one.target else 0
    caught = chances.number("caught from a roll of", settings) - standing * chances.number(
        "each net catches from so much less", settings
    )
    seen = chances.number("noticed from a roll of", settings) - standing * chances.number(
        "each net notices from so much less", settings
    )
    if one.target and roll >= caught:
        _expose(turn, over, CAUGHT_TEXT, word, goal=False)
        return
    if one.target and roll >= seen:
        one = changed(one, noticed=over.finished_turn)
        if one.target in turn.sides:
            turn.tell_side(diplomacy.IntrusionNoticed(one.target, cause=Cause(chances.OPERATION_RULE)))
    turn.operations[one.id] = one
    _tell(turn, one, word, success=False, text=word.words)


def _expose(turn: TurnState, one: Operation, text: str, word: StepDecision, *, goal: bool) -> None:
    """The agents are caught, and the target knows by whom they were sent; moles among them and who led them are lost."""
    if not one.target:
        turn.operations[one.id] = changed(one, cps=0, finished_turn=0)
        _tell(turn, one, word, success=False, text=f"A catastrophe: {one.cps} CPs are lost.")
        return
    if one.target in turn.sides:
        what = one.goal if goal else ""
        turn.tell_side(
            diplomacy.AgentsCaught(one.target, one.side, one.kind, what, cause=Cause(chances.OPERATION_RULE))
        )
        known = turn.knowledge[one.target].met
        if one.side not in known:
            turn.learn(one.target, met=(*known, one.side))
    for key, other in list(turn.operations.items()):
        if (other.side, other.target, other.kind, other.outcome) == (one.side, one.target, MOLE, "success"):
            turn.operations[key] = changed(other, outcome="over")
    officer = turn.officers.get(one.officer)
    if officer is not None and officer.side == one.side and officer.post is None:
        del turn.officers[officer.id]
        turn.tell_side(OfficerLost(one.side, officer.id, officer.name, one.name, cause=Cause(chances.OPERATION_RULE)))
    _end(turn, changed(one, outcome="caught"), " ".join(part for part in (text, word.words) if part))
    if goal:
        about = f"{_name(turn, one.side)}: {one.name} against {_name(turn, one.target)} failed catastrophically. How bad is it?"
        hint = "An incident between the two governments: what is between them worsens, and the agents are put on trial."
        turn.put_question(
            "catastrophe", (one.side, one.target), about, PROJECT_MODEL_RULE, hint, subjects=(one.side, one.id)
        )


def _end(turn: TurnState, one: Operation, text: str) -> None:
    turn.operations[one.id] = changed(one, cps=0)
    turn.tell_side(
        diplomacy.OperationEnded(one.side, one.id, one.name, one.target, text, cause=Cause(chances.OPERATION_RULE))
    )


def _tell(
    turn: TurnState, one: Operation, word: StepDecision, *, success: bool, finished: bool = False, text: str = ""
) -> None:
    expected = chances.expected_chance(turn, one)
    turn.tell_side(
        diplomacy.OperationRolled(
            side=one.side,
            operation=one.id,
            name=one.name,
            target=one.target,
            step=one.step_name,
            cps=one.cps,
            chance=expected.expected,
            success=success,
            finished=finished,
            text=text,
            cause=Cause(
                chances.OPERATION_RULE, modifiers=expected.known, override=JUDGED_TEXT if word.override else ""
            ),
        )
    )
