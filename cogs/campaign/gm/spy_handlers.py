"""The game master's hand on operations by buttons: one with its chance and all that bears upon it, the dice or a result,
a form for the rest, the list of all."""

from collections.abc import Iterable, Mapping
from typing import Final

from cogs.campaign.gm.draft_handlers import GmContext, announce, answer_ruling, current_gm, gm_context
from cogs.campaign.gm.gm_panel import GOLD
from cogs.campaign.gm.gm_texts import ruled_text
from cogs.common import components
from cogs.common.interactions import Interaction, defer, replace_message, show_panel
from cogs.common.panels import Panel, Part, button_row, clip_text
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.espionage.amendments import RuleOperation
from rules.cluster_war.chapters.espionage.chances import OPERATION_RULE
from rules.cluster_war.chapters.espionage.operations import RESULTS, Result
from rules.cluster_war.model.state.dealings import OPERATION_STEPS, Operation
from rules.cluster_war.model.state.view import View
from rules.values import GameError
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.gm.gm_queries import JudgedOperation, Societies

LONGEST_GOAL: Final = 600
LONGEST_SOCIETY: Final = 1500


def weighed_text(found: JudgedOperation) -> str:
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
    lines += [f"Goal: {plain(one.goal, LONGEST_GOAL)}"] if one.goal else []
    lines.append(
        f"Step {one.step} of {len(OPERATION_STEPS)}, {one.step_name}: {one.cps} CPs in it, {one.spent} in all"
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
        lines.append(f"The die of this step is cast and stays face down until you decide (`{found.question}`).")
    else:
        lines.append("No die is cast now: a chance that you set counts for its next roll.")
    return "\n".join(lines)


def societies_text(found: Societies) -> str:
    """Two peoples beside each other, what differs in bold (CW-16.0-03)."""
    lines = [f"**{plain(found.one)} | {plain(found.other)}** `CW-16.0-03`"]
    for what, mine, theirs in found.rows:
        pair = f"{plain(mine)} | {plain(theirs)}"
        lines.append(f"{what}: {pair}" if mine == theirs else f"{what}: **{pair}**")
    if found.points is not None:
        note = f" {plain(found.note, LONGEST_GOAL)}" if found.note else ""
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


LONGEST_REPORT: Final = 2000
JUDGED_BY_GM: Final = "The game master judged the operation"
DICE_WHY: Final = "The dice decided"
RESULT_LABELS: Final[Mapping[Result, str]] = {
    "dice": "The dice decide",
    "success": "It succeeds",
    "failure": "It fails",
    "impossible": "Impossible",
}


def weighed_panel(gm: GmContext, found: JudgedOperation) -> Panel:
    """An operation with its chance, both societies, and what can be decided."""
    one = found.operation
    parts: list[Part] = [clip_text(weighed_text(found), LONGEST_REPORT)]
    if found.societies is not None:
        parts.append(clip_text(societies_text(found.societies), LONGEST_SOCIETY))
    if one.running:
        ways = [way for way in RESULT_LABELS if found.question or way == "impossible"]
        styles = {"dice": components.SUCCESS, "impossible": components.DANGER}
        buttons = [
            components.button_for(
                RESULT_LABELS[way],
                components.data_for(gm.game, "gm-spy-do", f"{one.id}:{way}"),
                style=styles.get(way, components.PRIMARY),
            )
            for way in ways
        ]
        parts.append(
            button_row(
                *buttons, components.button_for("Chance and words", components.data_for(gm.game, "gm-spy-form", one.id))
            )
        )
    parts.append(button_row(components.button_for("Questions", components.data_for(gm.game, "gm-questions"))))
    return Panel(GOLD, *parts)


async def show_operation(interaction: Interaction, gm: GmContext, operation: str) -> None:
    """One operation, to decide on."""
    await show_panel(interaction, weighed_panel(gm, await gm_queries.weigh(gm.services, gm.seat, operation)))


async def asked(interaction: Interaction, data: components.ButtonData) -> None:
    """The button beside a step's question."""
    gm = await current_gm(interaction, data)
    operation = await gm_queries.operation_asked(gm.services, gm.seat, data.rest)
    await show_operation(interaction, gm, operation)


async def decided(interaction: Interaction, data: components.ButtonData) -> None:
    """A button that decides at once."""
    gm = await current_gm(interaction, data)
    operation, _, word = data.rest.rpartition(":")
    if word not in RESULTS:
        raise GameError("This button cannot be read; use the command again.")
    await interaction.response.defer()
    ruled = RuleOperation(operation, result=word)
    key = f"gm-spy:{data.revision}:{data.rest}:{interaction.message.id if interaction.message else interaction.id}"
    why = DICE_WHY if word == "dice" else JUDGED_BY_GM
    done = await rulings.amend(gm.services, gm.seat, ruled, why, idempotency_key=key)
    announce(interaction)
    again = button_row(components.button_for("Questions", components.data_for(gm.game, "gm-questions")))
    await replace_message(interaction, Panel(GOLD, clip_text(ruled_text(gm.game, done), LONGEST_REPORT), again))


async def chance_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """A chance of the game master's own, a result, words for the player, and the reason."""
    asker = await current_gm(interaction, control)
    found = await gm_queries.weigh(asker.services, asker.seat, control.rest)
    about = f"Suggested: {found.found.chance} %; empty: that one. Or: success, failure, catastrophe, impossible"
    fields = (
        components.Field("ruling", "Chance in per cent, or a result", about, most=20),
        components.Field(
            "words",
            "Words for its player",
            "Beside what the operation brings; what a free goal brings",
            long=True,
            most=3000,
        ),
        components.Field("reason", "Why", "Kept with the change", JUDGED_BY_GM, most=200),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        chance, result = _ruling(given["ruling"])
        await defer(interaction)
        gm = await gm_context(interaction)
        ruled = RuleOperation(control.rest, chance, result, given["words"])
        key = str(interaction.id)
        await answer_ruling(
            interaction,
            gm,
            await rulings.amend(gm.services, gm.seat, ruled, given["reason"] or JUDGED_BY_GM, idempotency_key=key),
        )

    return components.Form(f"Decide on {found.operation.name}", fields, sent, control)


def _ruling(text: str) -> tuple[int, Result]:
    """A chance (-1: the suggested one) or a result; GameError."""
    word = text.strip().removesuffix("%").strip().casefold()
    if not word:
        return -1, "dice"
    if word.isascii() and word.isdecimal() and len(word) <= 3:
        return int(word), "dice"
    found = next((result for result in RESULTS if result == word), None)
    if found is None:
        raise GameError(f"Write a chance like 35, or one of {', '.join(RESULTS)}.", rule=OPERATION_RULE)
    return -1, found


BUTTONS: Final[Mapping[str, components.Handler]] = {
    "gm-spy": asked,
    "gm-spy-do": decided,
    "gm-spy-form": components.opener(chance_form),
}
FORMS: Final[Mapping[str, components.FormMaker]] = {"gm-spy-form": chance_form}
