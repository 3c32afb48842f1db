"""What the game master reads of operations: one with its chance and both societies, and the list of all."""

from collections.abc import Iterable
from typing import Final

from render.words.safe_text import count, plain
from rules.cluster_war.model.state.dealings import STEPS, Operation
from rules.cluster_war.model.state.view import View
from umpire.campaign.gm.gm_queries import Societies, Weighed

GOAL: Final = 600
SOCIETY: Final = 1500


def weighed_text(found: Weighed) -> str:
    """An operation: target, goal, funds, the suggested chance and every modifier (CW-10.0-04)."""
    one = found.operation
    against = (
        f"{plain(found.side)} against {plain(found.target)}"
        if one.target
        else f"counter-intelligence of {plain(found.side)}"
    )
    aim = f", on {plain(one.subject)}" if one.subject else ""
    lines = [
        f"### {plain(one.name)} · {against} `CW-10.0-04`",
        f"Kind: {plain(one.kind)}{aim}, by way of {one.approach}"
        + (f", headed by {plain(found.officer)}" if found.officer else ""),
    ]
    lines += [f"Goal: {plain(one.goal, GOAL)}"] if one.goal else []
    lines.append(
        f"Step {one.step} of {len(STEPS)}, {one.step_name}: {one.cps} CPs in it, {one.spent} in all"
        + (f"; noticed in turn {one.noticed}" if one.noticed else "")
    )
    lines.append(f"**Suggested chance {found.found.chance} %**; its player reckons with {found.found.expected} %")
    lines += [f"{m.value:+d} {plain(m.reason)}" for m in found.found.known]
    lines += [f"{m.value:+d} {plain(m.reason)} (its player does not know)" for m in found.found.hidden]
    if one.chance >= 0:
        lines.append(f"You have set {one.chance} % for its next roll.")
    if not one.running:
        lines.append(f"It ended in turn {one.finished_turn}: {one.outcome}.")
    elif found.question:
        lines.append(f"The die of this step is cast and lies face down until you decide (`{found.question}`).")
    else:
        lines.append("No die is cast now: a chance that you set stands for its next roll.")
    return "\n".join(lines)


def societies_text(found: Societies) -> str:
    """Two peoples beside each other, what differs in bold (CW-16.0-03)."""
    lines = [f"**{plain(found.one)} | {plain(found.other)}** `CW-16.0-03`"]
    for what, mine, theirs in found.rows:
        pair = f"{plain(mine)} | {plain(theirs)}"
        lines.append(f"{what}: {pair}" if mine == theirs else f"{what}: **{pair}**")
    if found.points is not None:
        note = f" {plain(found.note, GOAL)}" if found.note else ""
        lines.append(f"Between them, by your word: {found.points} points off.{note} `CW-10.0-09`")
    return "\n".join(lines)


def operations_text(view: View, only_running: Iterable[Operation]) -> str:
    """All operations that run, by side."""
    lines = [operation_line(view, one) for one in only_running]
    return "\n".join(["### Intelligence", *(lines or ["Nobody runs an operation now."])])


def operation_line(view: View, one: Operation) -> str:
    """One operation in a line, with its id."""
    flags = view.all_flags
    whose = plain(flags[one.side].name) if one.side in flags else plain(one.side)
    against = f" against {plain(flags[one.target].name if one.target in flags else one.target)}" if one.target else ""
    waits = " **waits for your word**" if one.roll else ""
    return (
        f"`{one.id}` **{plain(one.name)}** of {whose}{against}: {plain(one.kind)}, {one.step_name}, {count(one.cps, 'CP')} in "
        f"this step{waits}"
    )
