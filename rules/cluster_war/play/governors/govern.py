"""A governor's turn: it looks at its side's view, weighs what its concerns propose, and orders what it can pay and the rules
allow. It never sees a state: what its side may not know cannot reach it."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, TypeVar

from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.aims import aims, take_aim
from rules.cluster_war.play.governors.budget import CheckedSheet, choose, prove
from rules.cluster_war.play.governors.concerns.build import build, refit, research
from rules.cluster_war.play.governors.concerns.defense import defend, engage, probe, probed_sides
from rules.cluster_war.play.governors.concerns.diplomacy import diplomacy, spy, staff
from rules.cluster_war.play.governors.concerns.expansion import grow, propose_works, settle
from rules.cluster_war.play.governors.concerns.explore import encounters, explore, repair
from rules.cluster_war.play.governors.concerns.war import propose_yielding, raid, troops, war
from rules.cluster_war.play.governors.drawing_board import draw
from rules.cluster_war.play.governors.profile import AiRandom, Profile
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan, Proposal, Situation, best_first
from rules.cluster_war.play.governors.speech import compose_messages
from rules.values import changed

S = TypeVar("S", bound=Situation)
Concern: TypeAlias = Callable[[Situation], Iterator[Proposal]]
CONCERNS: Final[tuple[Concern, ...]] = (
    propose_yielding,
    diplomacy,
    engage,
    encounters,
    repair,
    defend,
    war,
    troops,
    probe,
    raid,
    explore,
    settle,
    grow,
    build,
    refit,
    propose_works,
    research,
    spy,
    staff,
)
ENCOUNTERS_CONCERN: Final = "encounters"
"""The concern of which nothing is overlooked: what is not answered is answered for the fleets that are there."""
EMPTY_SHEET: Final = CheckedSheet((), {}, ())
NEW_MEMORY: Final = GovernorMemory()
PART_LEFT: Final = 12
"""The part of its income that a governor leaves unspent without another thought."""


def govern(
    view: View, profile: Profile, seed: bytes, memory: GovernorMemory = NEW_MEMORY, sheet: tuple[SignedOrder, ...] = ()
) -> GovernorPlan:
    """A side's orders for a turn, each with its reason, its aims, what it says, and what it is to be handed back next turn.

    `view` is the side's own; `seed` any bytes, the same ones giving the same plan; `sheet` are orders that stand on its sheet
    already, which are left alone. WrongPhaseError for the game master's view, which has no sheet.
    """
    random = AiRandom(seed, view.side, view.turn)
    situation = Situation(view, profile, random, memory, sheet)
    take_aim(situation)
    situation, proven = decide(situation)
    orders = proven.reasoned()
    situation.memory = changed(situation.memory, probed=probed_sides(situation, orders))
    drawn = draw(situation)
    if drawn is not None:
        situation.memory = changed(situation.memory, drawn={**situation.memory.drawn, drawn.kind: view.turn})
    said, kept = compose_messages(situation, memory, orders)
    return GovernorPlan(orders, aims(situation), said, kept, (drawn,) if drawn is not None else ())


def decide(situation: S) -> tuple[S, CheckedSheet]:
    """What its concerns propose, as far as it can be paid and the sheet's own check allows it on top of what stands on the
    sheet; and the situation that it was chosen in last. The aim is taken already."""
    view, sheet = situation.view, situation.sheet
    proven, refused = EMPTY_SHEET, set[tuple[Order, ...]]()
    for again in range(situation.judgment.rounds):
        if again:
            if not proven.refused and not _is_worth_another_look(situation, proven):
                break
            on_it = (*sheet, *(entry for entry, _ in proven.entries))
            situation = situation.again(on_it, proven.planned)
        found = [p for p in _considered(situation) if p.orders not in refused]
        used = situation.spoken_for.union(*(taken.uses for _, taken in proven.entries))
        chosen = choose(situation, found, situation.planned.purse, used)
        if not chosen:
            break
        proven = prove(view, sheet, proven.entries, chosen)
        refused |= {p.orders for p in proven.refused}
    return situation, proven


def _is_worth_another_look(situation: Situation, proven: CheckedSheet) -> bool:
    """Whether the sheet made something that wants orders of its own, or leaves CPs that somebody may have a use for."""
    parted = any(isinstance(entry.order, SplitFleet) for entry, _ in proven.entries)
    left = proven.planned.purse if proven.planned is not None else 0
    return parted or left * PART_LEFT > situation.income


def _considered(situation: Situation) -> Iterator[Proposal]:
    """The proposals of all concerns that the governor's judgment takes in: of each the best few, without what it overlooks."""
    for concern in CONCERNS:
        for one in best_first(concern(situation), situation.judgment.candidates):
            if one.concern == ENCOUNTERS_CONCERN or not situation.random.happens(
                f"overlooked/{one.key}", situation.judgment.overlooks
            ):
                yield one
