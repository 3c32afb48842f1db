"""Where empires begin, and the races that the game master runs from the start: pure changes of a plan (CW-19.0-14).

The game master alone knows this part of a plan: what players read (`plan_lines`) tells nothing of it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.npr.amendments import MOST_RACES, check_traits
from rules.cluster_war.model.race_design.sheet import Finding
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.npr import PACES, Pace
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.cluster_war.turn.setup.starting_places import PLACEMENTS, Placement, StartNpr
from rules.values import GameError, changed, quoted
from umpire.campaign.founding.ai_races import check_name
from umpire.campaign.founding.plan import SEAT_NAMES, FoundingPlan
from umpire.campaign.founding.race_edits import line, whole
from umpire.games.new_game import MARKUP_CHARACTERS

PLACEMENT_RULE: Final = "CW-19.0-14"
PLACEMENT_WORDS: Final[Mapping[Placement, tuple[str, str]]] = {
    "spread": ("far apart", "Players as far from each other as the map allows; your races come after them"),
    "corners": ("near the corners", "Players near the corners of the map; your races come after them"),
    "near": ("close together", "Players a few hexes apart in the middle: they meet within some months"),
    "gaps": ("in the gaps between your races", "Your races first, far apart; players in the gaps between them"),
}
"""In words, and what it means; the usual one first."""

MOST_START_CPS: Final = 1_000_000


def set_placement(plan: FoundingPlan, method: str) -> FoundingPlan:
    """The plan with another way to place homes; GameError if there is none such (CW-19.0-14)."""
    for known in PLACEMENTS:
        if known == method:
            return changed(plan, placement=known)
    raise GameError(f"Homes are placed {', '.join(PLACEMENTS)}, not {quoted(method)}.", rule=PLACEMENT_RULE)


def put_other(plan: FoundingPlan, old: str, answers: Mapping[str, str]) -> FoundingPlan:
    """The plan with a race of the game master's, in place of the one with the id `old` unless that is "".

    `answers` are name, gross, attitude, pace and step as written; all but the name have a usual value. GameError: one of
    them cannot be, or `old` is not there.
    """
    usual = StartNpr("")
    kept = next((other for other in plan.others if other.id == old), None)
    if old and kept is None:
        raise GameError("That race is no longer in the plan; look at the page again.")
    check_name(line(answers.get("name", "")))
    step = answers.get("step", "").strip()
    made = changed(
        kept or usual,
        name=line(answers.get("name", "")),
        gross=whole(answers.get("gross", "").strip() or str(usual.gross), 1, MOST_START_CPS),
        attitude=", ".join(part.strip().title() for part in answers.get("attitude", "").split(",") if part.strip())
        or usual.attitude,
        pace=_pace(answers.get("pace", "")) or usual.pace,
        home_step=check_step(step) if step else "",
    )
    others = tuple(made if other is kept else other for other in plan.others)
    return check_others(changed(plan, others=others if kept else (*others, made)))


def drop_others(plan: FoundingPlan, ids: Sequence[str]) -> FoundingPlan:
    """The plan without these races of the game master's."""
    return changed(plan, others=tuple(other for other in plan.others if other.id not in ids))


def check_others(plan: FoundingPlan) -> FoundingPlan:
    """The plan, if its races can all be in one campaign; GameError says which cannot, and why."""
    if len(plan.others) > MOST_RACES:
        raise GameError(f"A campaign holds at most {MOST_RACES} races of the game master's.", rule="CW-19.0-01")
    seats = {side for side, _, _ in SEAT_NAMES}
    seen: set[str] = set()
    for other in plan.others:
        if not other.id or other.id in seats:
            raise GameError(f"{quoted(other.name)} looks like a seat's name; use a name with letters of its own.")
        if marks := sorted(set(other.name) & MARKUP_CHARACTERS):
            raise GameError(f"Players may meet this name one day; it cannot hold {quoted(' '.join(marks))}.")
        if other.id in seen:
            raise GameError(f"Two of your races are called {quoted(other.name)}; give each a name of its own.")
        seen.add(other.id)
        check_traits(other.name, other.gross, other.pace, other.attitude, other.home_step, Settings())
    return plan


def homes_advice(plan: FoundingPlan) -> tuple[Finding, ...]:
    """What the game master may want to think about; never a refusal."""
    if plan.placement == "gaps" and not plan.others:
        text = "Players begin in the gaps between your races, and you run none: they will begin far apart."
        return (Finding(text, PLACEMENT_RULE),)
    return ()


def other_line(other: StartNpr) -> str:
    """A race of the game master's in a line."""
    home = f"a perfect home of {other.home_step}" if other.home_step else "a home as it is found"
    return f"{other.name}: {other.gross} CPs, {other.attitude}, {other.pace} growth, {home}"


def _pace(text: str) -> Pace | None:
    word = text.strip().casefold()
    for known in PACES:
        if known == word:
            return known
    if word:
        raise GameError(f"A pace of growth is {', '.join(PACES)}, not {quoted(text)}.", rule="CW-19.0-16")
    return None
