"""Standing orders: what they do, under which conditions and until when; and each as one line of text, both ways.

every turn: fund "Deep Radar" 300, until 2 successes
when "1st Fleet" is outnumbered and turn 12 has come then retreat "1st Fleet", 3 times
keep 100 CPs in reserve
"""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from rules.cluster_war.chapters.combat.bombardment_orders import needs_a_yes
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.notation import format_order, parse_order
from rules.cluster_war.play.standing_orders.conditions import (
    Condition,
    FleetAt,
    FleetOutnumbered,
    HexOutnumbered,
    SuppliesUnder,
    format_condition,
    parse_condition,
)
from rules.cluster_war.play.standing_orders.goal_kinds import Goal
from rules.cluster_war.play.standing_orders.goals import GOAL_KINDS, KeepReserve, Retreat, format_goal, parse_goal
from rules.cluster_war.turn.registry import VERBS
from rules.typed_text import order_line
from rules.values import NotationError, Value, changed, field, quoted, unknown

Does: TypeAlias = Order | Goal
MOST_STANDING: Final = 25
"""Standing orders of a side: as many as one list on Discord shows."""


class Until(Value):
    """When a standing order ends: after a turn, after so many turns in which it gave something, after so many successes. 0 is no
    end; of several ends the first counts."""

    turn: int = 0
    times: int = 0
    successes: int = 0


NO_END: Final = Until()


class StandingOrder(Value):
    """One standing order. It gives what `does` says each turn in which all of `when` hold; `given` counts the turns in which that
    stood to the end, `succeeded` those in which it came about as well. `ended` says why it gives nothing any more.
    `deputed`: a deputy laid it down, with whose duty it ends."""

    number: int
    does: Does
    when: tuple[Condition, ...] = ()
    until: Until = NO_END
    paused: bool = False
    given: int = 0
    succeeded: int = 0
    ended: str = ""
    deputed: bool = False


class StandingSheet(Value):
    """A side's standing orders in one revision of a turn: `laid` says which of them each order on the sheet came of, by its id,
    and `reasons` why; `waits` and `failed` what each of those says that gave nothing, by its number."""

    orders: tuple[StandingOrder, ...] = ()
    laid: Mapping[str, int] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    waits: Mapping[int, str] = field(default_factory=dict)
    failed: Mapping[int, str] = field(default_factory=dict)

    def numbered(self, number: int) -> StandingOrder | None:
        """The standing order of this number."""
        return next((one for one in self.orders if one.number == number), None)


LONGEST_LINE: Final = 1500
MOST_CONDITIONS: Final = 5
EVERY_TURN_EXAMPLE: Final = 'every turn: fund "Deep Radar" 300, until 2 successes'
WHEN_EXAMPLE: Final = 'when "1st Fleet" is outnumbered then retreat "1st Fleet"'
NUMBER_WORDS: Final = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_COUNT: Final = rf"(\d{{1,4}}|{'|'.join(NUMBER_WORDS)})"
_ENDS: Final = (
    ("turn", re.compile(r"(?:,\s*|\s+)until turn (\d{1,4})$", re.IGNORECASE)),
    (
        "successes",
        re.compile(rf"(?:,\s*|\s+)until (?:it (?:has )?succeed(?:s|ed)(?: {_COUNT} times?)?)$", re.IGNORECASE),
    ),
    ("successes", re.compile(rf"(?:,\s*|\s+)until {_COUNT} success(?:es)?$", re.IGNORECASE)),
    ("successes", re.compile(r"(?:,\s*|\s+)until it (?:has )?succeed(?:s|ed) (once|twice)$", re.IGNORECASE)),
    ("times", re.compile(rf",\s*{_COUNT} times?$", re.IGNORECASE)),
    ("times", re.compile(r",\s*(once|twice)$", re.IGNORECASE)),
)


def parse_standing(text: str, names: Names, number: int = 0) -> StandingOrder:
    """Read one line; GameError with the form that would be right."""
    typed = order_line(text)
    line = " ".join(typed.split()) if '"' not in typed else typed.strip()
    if len(line) > LONGEST_LINE:
        raise NotationError(f"A standing order may be {LONGEST_LINE} characters long; this has {len(line)}.")
    if not line:
        raise NotationError(f"Write a standing order like this: {EVERY_TURN_EXAMPLE}")
    rest, until = _until(line)
    repeated = re.match(r"(?:every|each) (?:turn|month)\s*[:,]?\s+", rest, re.IGNORECASE)
    conditional = re.match(r"(?:when|whenever|if)\s+", rest, re.IGNORECASE)
    when: tuple[Condition, ...] = ()
    if repeated:
        does = _read_action(rest[repeated.end() :], names)
    elif conditional:
        conditions, does_text = _halves(rest[conditional.end() :])
        parts = _split(conditions, "and")
        if len(parts) > MOST_CONDITIONS:
            raise NotationError(f"A standing order has at most {MOST_CONDITIONS} conditions; this has {len(parts)}.")
        when = tuple(parse_condition(part, names) for part in parts)
        does = _read_action(does_text, names)
    else:
        does = _bare(rest, names, until)
    return check_line(StandingOrder(number, does, when, until))


def check_line(standing: StandingOrder) -> StandingOrder:
    """The same standing order; NotationError for one that can never mean anything."""
    does = standing.does
    if isinstance(does, Retreat) and not does.fleet and not any(names_a_fleet(one) for one in standing.when):
        raise NotationError(
            'Say who is to retreat: retreat "1st Fleet", or when "1st Fleet" is outnumbered then retreat.'
        )
    if isinstance(does, Retreat) and not standing.when:
        raise NotationError(f"Say when it is to retreat: {WHEN_EXAMPLE}")
    if isinstance(does, KeepReserve) and standing.until.successes:
        raise NotationError("A reserve is kept until a turn, or always; it has no successes.")
    if isinstance(does, SplitFleet):
        raise NotationError("A fleet is split once; a standing order cannot name the ships that it will have then.")
    if isinstance(does, Order) and needs_a_yes(does):
        raise NotationError("What cannot be undone by anybody is ordered by hand each time, never by a standing order.")
    if isinstance(does, FreeText | Contingency) and not standing.until.times:
        raise NotationError("Words for a ruling are not said every turn: end the line with , once")
    return standing


def format_standing(standing: StandingOrder, names: Names) -> str:
    """The canonical line of a standing order."""
    does = standing.does
    told = format_goal(does, names) if isinstance(does, Goal) else format_order(does, names)
    if standing.when:
        told = f"when {' and '.join(format_condition(one, names) for one in standing.when)} then {told}"
    elif not isinstance(does, Goal):
        told = f"every turn: {told}"
    return told + format_until(standing.until)


def format_until(until: Until) -> str:
    """`, until turn 12`, or nothing."""
    parts = [f"until turn {until.turn}"] if until.turn else []
    parts += ["once" if until.times == 1 else f"{until.times} times"] if until.times else []
    if until.successes:
        parts.append("until it succeeds" if until.successes == 1 else f"until {until.successes} successes")
    return "".join(f", {part}" for part in parts)


def _number(text: str | None) -> int:
    word = (text or "one").casefold()
    if word in NUMBER_WORDS:
        return NUMBER_WORDS.index(word) + 1
    return {"once": 1, "twice": 2}.get(word) or (int(word) if word.isdecimal() else 0)


def _until(line: str) -> tuple[str, Until]:
    """The line without what is said of its end, and that."""
    until, again = NO_END, True
    while again:
        again = False
        for name, pattern in _ENDS:
            match = pattern.search(line)
            if match is None or line.count('"', 0, match.start()) % 2:
                continue
            number = _number(match[1])
            if getattr(until, name):
                raise NotationError(f"{quoted(match[0].strip(', '))} is one end too many of its kind; leave one.")
            if number < 1:
                raise NotationError(f"{quoted(match[0].strip(', '))} would never give anything; write 1 or more.")
            until, line, again = changed(until, **{name: number}), line[: match.start()], True
            break
    return line.rstrip(" ,"), until


def _read_action(text: str, names: Names) -> Does:
    """An order or a goal; NotationError with the nearest words there are."""
    tidy = text.strip()
    goal = parse_goal(tidy, names) if not _is_an_order(tidy) else None
    return goal if goal is not None else _order(tidy, names)


def _is_an_order(text: str) -> bool:
    """Whether a text that begins with a word that both orders and goals have is an order."""
    verb = text.partition(" ")[0].casefold()
    kind = VERBS.get(verb)
    match = kind and re.fullmatch(kind.pattern, text[len(verb) :].strip(), re.IGNORECASE | re.DOTALL)
    return match is not None


def _order(text: str, names: Names) -> Order:
    verb = text.partition(" ")[0].casefold()
    if verb not in VERBS:
        lead = f"{quoted(text)} is neither an order nor a goal."
        goals = [kind.example for kind in GOAL_KINDS]
        raise unknown(NotationError, lead, verb, "Orders begin with", VERBS, tail=f"Goals are: {'; '.join(goals)}.")
    words = {kind.example.partition(" ")[0] for kind in GOAL_KINDS}
    try:
        return parse_order(text, names)
    except NotationError as wrong:
        if verb not in words or wrong.meant is not None:
            raise
        goals = [kind.example for kind in GOAL_KINDS if kind.example.startswith(f"{verb} ")]
        raise NotationError(f"{wrong} Or as a goal: {'; '.join(goals)}") from wrong


def _bare(text: str, names: Names, until: Until) -> Does:
    """What stands without `every turn` or `when`: a goal, or an order with an end, which is repeated until then."""
    goal = parse_goal(text, names) if not _is_an_order(text) else None
    if goal is not None:
        return goal
    verb = text.partition(" ")[0].casefold()
    if verb in VERBS:
        order = _order(text, names)
        if until != NO_END:
            return order
        raise NotationError(f"To repeat an order write every turn before it: {quoted('every turn: ' + text, 100)}")
    begins = ["every turn:", "when", *(kind.example for kind in GOAL_KINDS)]
    lead = f"{quoted(text)} does not begin as a standing order does."
    raise unknown(
        NotationError,
        lead,
        text,
        "Begin with one of",
        begins,
        tail=f"For instance: {EVERY_TURN_EXAMPLE}; or: {WHEN_EXAMPLE}.",
    )


def _halves(text: str) -> tuple[str, str]:
    """Conditions and what then is done."""
    conditions, *rest = _split(text, "then", 1)
    if not rest or not rest[0] or not conditions:
        raise NotationError(f"{quoted(text)} does not say what is done then. Write it like this: {WHEN_EXAMPLE}")
    return conditions.rstrip(" ,"), rest[0]


def _split(text: str, word: str, most: int = 99) -> list[str]:
    """The parts of a text between a word that stands outside of quotes; at most so many such words count."""
    parts: list[str] = []
    begun = 0
    for match in re.finditer(rf'"(?:[^"\\]|\\.)*"|(?<!\S){word}(?!\S)', text, re.IGNORECASE):
        if not match[0].startswith('"') and len(parts) < most:
            parts.append(text[begun : match.start()].strip())
            begun = match.end()
    return [*parts, text[begun:].strip()]


def names_a_fleet(condition: Condition) -> bool:
    """Whether a condition says of which fleets it speaks, so that a retreat need not."""
    return isinstance(condition, FleetAt | FleetOutnumbered | HexOutnumbered | SuppliesUnder)
