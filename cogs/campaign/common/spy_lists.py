"""Operations as their player reads them, and the lists that are offered for them; all from the player's own view."""

from collections.abc import Iterable
from typing import Final

from cogs.campaign.common.choices import complete, places
from cogs.common.autocomplete import Pair, plain_text
from render.words.safe_text import plain
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.espionage.chances import expected_chance, impossible, kinds
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.dealings import COUNTER, STEPS, Operation
from rules.cluster_war.model.state.view import View

GOAL: Final = 160
NOBODY: Final = "nobody"


def targets(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The peoples that the side has been in contact with (CW-10.0-05)."""
    for side, flag in sorted(view.all_flags.items()):
        if side != view.side and (side in view.met or in_contact(view, view.side, side)):
            yield plain_text(flag.name), flag.name


def possible(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The kinds of operations with what they bring, but for those that the game master has ruled out."""
    for kind, row in kinds(view.settings).items():
        if kind != COUNTER and kind not in impossible(view.settings):
            aim = f" (on {row['on']})" if row["on"] else ""
            yield f"{kind}: {row['brings']}{aim}", kind


def running(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's operations that run."""
    for one in _in_order(view):
        if one.running:
            yield f"{plain_text(one.name)} ({_against(view, one)}, {one.step_name}, {one.cps} CPs in this step)", one.id


def aims(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What an operation could be aimed at: foreign colonies, designs met in battle, then all places the side has a name for."""
    for key, seen in sorted(view.foreign_colonies.items()):
        if seen.side in view.all_flags:
            yield f"{seen.hex}, a colony of {plain_text(view.all_flags[seen.side].name)} ({key})", seen.hex
    for _, design in sorted(view.foreign_designs.items()):
        yield f"{plain_text(design.design.name)}, a design met in turn {design.turn}", design.design.name
    yield from places(view, sheet)


def heads(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Officers in the pool, who can head an operation."""
    for officer in sorted(view.officers.values(), key=lambda o: (-o.rank, o.id)):
        if officer.post is None:
            talents = f", {', '.join(officer.talents)}" if officer.talents else ""
            yield f"{plain_text(officer.name)} (rank {officer.rank}{talents})", officer.id


def heads_or_nobody(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The same, and nobody."""
    yield "Nobody", NOBODY
    yield from heads(view, sheet)


target_option = complete(targets)
kind_option = complete(possible)
running_option = complete(running)
aim_option = complete(aims)
head_option = complete(heads)
change_head_option = complete(heads_or_nobody)


def operation_list(view: View) -> str:
    """The side's operations: those that run with what is reckoned, nets and moles in place, then what has ended."""
    mine = _in_order(view)
    if not mine:
        return (
            "You run no operation. /spy start begins one against an empire you have been in contact with, /spy counter guards "
            "your own secrets."
        )
    lines = ["### Intelligence"]
    lines += [_running_line(view, one) for one in mine if one.running]
    lines += [_ended_line(view, one) for one in mine if not one.running]
    return "\n".join(lines)


def _running_line(view: View, one: Operation) -> str:
    aim = f" on {plain(one.subject)}" if one.subject else ""
    goal = f" Goal: {plain(one.goal, GOAL)}." if one.goal else ""
    found = expected_chance(view, one)
    reckoned = f"{found.expected} % as far as you know" if one.cps else "nothing in this step yet"
    head = view.officers.get(one.officer)
    by = f", headed by {plain(head.name)}" if head is not None else ""
    return (
        f"**{plain(one.name)}** ({_against(view, one)}): {plain(one.kind)}{aim} by way of {one.approach}{by}. Step {one.step} of "
        f"{len(STEPS)}, {one.step_name}: {one.cps} CPs ({one.spent} so far), {reckoned}.{goal}"
    )


def _ended_line(view: View, one: Operation) -> str:
    if one.kind == COUNTER and one.until > view.turn:
        return f"✔ {plain(one.name)}: the net stands until turn {one.until}"
    words = {"success": "succeeded", "stopped": "called off", "caught": "agents caught", "over": "its mole is lost"}
    return (
        f"{plain(one.name)} ({_against(view, one)}): {words.get(one.outcome, one.outcome)} in turn {one.finished_turn}"
    )


def _against(view: View, one: Operation) -> str:
    if not one.target:
        return "counter-intelligence"
    flag = view.all_flags.get(one.target)
    return f"against {plain(flag.name if flag is not None else one.target)}"


def _in_order(view: View) -> list[Operation]:
    return sorted(view.operations.values(), key=lambda one: (not one.running, len(one.id), one.id))
