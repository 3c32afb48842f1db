"""What the game master reads: a draft side by side, questions, sheets, the audit log, troubles, and how an amendment is
taken back. All answers are theirs alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.campaign.common.order_panel import SHEET_STATE_TEXTS, money_text, order_text
from render.campaign.report.lines import report_lines
from render.words.safe_text import count, format_list, paragraphs, plain
from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy, SetHandicap, SetPeace
from rules.cluster_war.chapters.encounters import amendments
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.events.colonies import BudgetClosed
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.diplomacy import AgentsCaught, OperationEnded, OperationRolled, OperationWeighed
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Amended, Narrated, OrderFailed
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import Settle
from rules.values import EVERYONE
from storage.audit import AuditRow
from storage.seats import SeatRow
from umpire.campaign.gm.gm_queries import Troubles
from umpire.campaign.gm.rulings import RulingResult, has_default, hint_of, is_players
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.turn.turns import Packet
from umpire.games.games import Game


def way_back(amendment: Amendment) -> str:
    """What takes an amendment back, as the end of "To take it back, "; "" for one that no command is the opposite of."""
    return _special(amendment) or _scene(amendment) or _weather(amendment) or _empire(amendment)


def _special(amendment: Amendment) -> str:
    match amendment:
        case amendments.PlaceSpecial():
            return f"/special remove hex:{amendment.hex} sure:True takes it away again"
        case amendments.RemoveSpecial():
            return f"/special place hex:{amendment.hex} puts one there again"
        case amendments.MoveSpecial():
            return f"/special move hex:{amendment.to} to:{amendment.hex} moves it back"
        case amendments.HideSpecial():
            how = "shows it" if amendment.hidden else "hides it"
            return f"/special hide hex:{amendment.hex} hidden:{not amendment.hidden} {how} again"
        case amendments.DetailSpecial():
            return f"/special prepare hex:{amendment.hex} says the line anew"
        case _:
            return ""


def _scene(amendment: Amendment) -> str:
    match amendment:
        case amendments.RuleScene(choice="", fortune="", words=""):
            return "/special rule decides it after all, until the scene ends"
        case amendments.RuleScene():
            return "/special rule changes it, until the scene ends"
        case amendments.PlayEncounters():
            return f"/special play on:{not amendment.on} has it as before"
        case amendments.SetHole():
            return f"/special hole hex:{amendment.hex} says it anew"
        case _:
            return ""


def _weather(amendment: Amendment) -> str:
    match amendment:
        case amendments.RaiseStorm(code=""):
            return f"/special storm hex:{amendment.hex} raises one again"
        case amendments.RaiseStorm():
            return f"/special storm hex:{amendment.hex} storm:none ends it"
        case SetStormForce(fixed=True):
            return f"/weather free hex:{amendment.hex} lets the force change from turn to turn again"
        case SetStormForce() | FreeStorm():
            return f"/weather storm hex:{amendment.hex} sets the force anew"
        case SetSurroundings(usual=True):
            return f"/weather around hex:{amendment.hex} says it anew"
        case SetSurroundings():
            return f"/weather around hex:{amendment.hex} usual:True has it as the campaign has it"
        case TurnPulsar():
            return f"/weather pulsar hex:{amendment.hex} on:{not amendment.on} turns it back"
        case SetTerrain():
            return "/weather dangers says it anew"
        case _:
            return ""


def _empire(amendment: Amendment) -> str:
    match amendment:
        case SetPeace():
            return f"/gm amend peace at_peace:{not amendment.at_peace} between the same two has it as before"
        case SetEmbassy():
            return f"/decree embassy exchanged:{not amendment.exchanged} between the same two has it as before"
        case SetHandicap():
            return "/gm amend handicap sets it anew (100 ends it)"
        case _:
            return ""


MOST_QUESTIONS = 10
MOST_FAILURES = 3
DONE_ALREADY = "✔ Done already; nothing was changed twice."


def name_of(game: Game, side: str) -> str:
    """A side's name, safe to show; "everybody" for the mark of all."""
    if side == EVERYONE:
        return "everybody"
    return plain(next((flag.name for flag in game.sides if flag.id == side), side))


def review_text(game: Game, packets: Sequence[Packet], questions: Sequence[Question]) -> str:
    """A draft side by side: what each side would read, what failed for it, and what waits for an answer."""
    lines = [
        f"### Draft of turn {game.turn} · {plain(game.name)}",
        "Nobody but you has seen it. Each side's report is attached.",
    ]
    lines += [packet_text(game, packet) for packet in packets]
    if questions:
        lines.append(f"**{count(len(questions), 'question')} without an answer** (/gm settle):")
        lines += [question_text(game, question) for question in questions[:MOST_QUESTIONS]]
    else:
        lines.append("No question is open.")
    lines.append("-# /gm side shows exactly what one side sees; /gm amend changes the draft; undo opens orders again.")
    return "\n".join(lines)


def packet_text(game: Game, packet: Packet) -> str:
    """One side's packet in a few words."""
    failed = [event for event in packet.events if isinstance(event, OrderFailed)]
    learned = sum(isinstance(event, SystemLearned) for event in packet.events)
    closed = [event.carried for event in packet.events if isinstance(event, BudgetClosed)]
    parts = [count(len(report_lines(packet.view, packet.events)), "line")]
    if closed:
        parts.append(f"{closed[-1]} CPs carried over")
    if learned:
        parts.append(f"{count(learned, 'system')} learned")
    if failed:
        parts.append(f"⚠ {count(len(failed), 'order')} failed")
    lines = [f"**{name_of(game, packet.side)}**: {' · '.join(parts)}"]
    lines += [f"  ⚠ {plain(event.reason, 160)}" for event in failed[:MOST_FAILURES]]
    return "\n".join(lines)


def question_text(game: Game, question: Question) -> str:
    """A question, what accepting it comes to, and what the rules have to say to it; of a scene, who decides it."""
    where = f" at {question.hex}" if question.hex else ""
    whose = f" ({format_list([name_of(game, side) for side in question.sides])})" if question.sides else ""
    lines = [
        f"`{question.id}` turn {question.turn}, {question.kind}{where}{whose}: {plain(question.text, 300)} `{question.rule}`"
    ]
    if is_players(question):
        lines.append(
            f"Its player decides between {plain(format_list([*question.choices]), 300)}. {plain(question.suggestion, 200)}"
        )
    elif has_default(question):
        accepted = next(iter(question.choices), "") if question.kind != "stress" else ""  # its suggestion says it
        lines += [f"**Accept**: {plain(accepted, 200)}"] if accepted else []
        lines += [f"The rules suggest: {plain(question.suggestion, 300)}"] if question.suggestion else []
    elif hint := hint_of(question):
        lines.append(f"To consider: {plain(hint, 200)}")
    if question.answer:
        lines.append(f"Answered in turn {question.settled_turn}: {plain(question.answer, 200)}")
    return "\n".join(lines)


def questions_text(game: Game, questions: Sequence[Question]) -> str:
    """All questions."""
    if not questions:
        return "No question waits for your answer."
    return "\n".join(
        [f"### Questions · {plain(game.name)}", *(question_text(game, question) for question in questions)]
    )


def ruled_text(game: Game, ruled: RulingResult) -> str:
    """What an amendment changed, who is told and when, and how it is taken back."""
    lines = [f"✔ {format_amended(game, event)}" for event in ruled.events] or [DONE_ALREADY]
    if ruled.forked:
        where = "the turn's start" if ruled.phase == "start" else "what the turn leads to"
        about = f" (turn {ruled.turn}, {where})" if ruled.turn else ""
        return "\n".join(
            [*lines, f"-# In the what-if alone{about}: nobody is notified. /gm whatif shows it and takes it back."]
        )
    nobody = bool(ruled.events) and not any(event.seen_by for event in ruled.events)
    if nobody and ruled.planned is not None and isinstance(ruled.planned.amendment, Settle):
        lines.append("⚠ Nobody was notified, and nobody will be. /gm narrate tells a side.")
    way = way_back(ruled.planned.amendment) if ruled.planned is not None else ""
    if ruled.phase == "draft":
        told = "nobody else reads it" if nobody else "the sides read it when you publish"
        alone = f"To take back this alone, {way}; " if way else ""
        lines.append(f"-# In the draft of turn {ruled.turn}: {told}. {alone}/gm undo drops draft and change.")
    else:
        undo = f"/gm undo goes back to turn {ruled.turn - 1} without it" if ruled.turn > 1 else ""
        back = way or undo or "amend again to set it right"
        told = "nobody else is notified" if nobody else "they are notified now"
        lines.append(f"-# In the open turn {ruled.turn}: {told}. To take it back, {back}.")
    return "\n".join(lines)


def format_amended(game: Game, event: Event) -> str:
    """One event of an amendment and who may see it."""
    seen = format_list([name_of(game, side) for side in event.seen_by]) or "you alone"
    match event:
        case Amended(text=text):
            said = plain(text, 600)
        case Narrated(text=text):
            said = f"“{paragraphs(text, 600)}”"
        case SystemLearned():
            said = f"{name_of(game, event.side)} knows {event.hex} as {event.level}."
        case OperationWeighed():
            said = f"{plain(event.name)}, {event.step}: {event.chance} %, the die showed {event.roll}, {event.result}."
        case OperationRolled():
            how = "success" if event.success else "no success"
            said = f"{plain(event.name)}: {how}. {plain(event.text, 600)}".strip()
        case OperationEnded():
            said = f"{plain(event.name)} is over. {plain(event.text, 600)}"
        case AgentsCaught():
            said = f"Agents of {name_of(game, event.by)} are caught."
        case _:
            said = type(event).__name__
    return f"{said} (seen by {seen})"


def sheet_text(game: Game, receipt: Receipt) -> str:
    """A side's sheet as the game master reads it."""
    mark, meaning = SHEET_STATE_TEXTS[receipt.state]
    lines = [f"### {mark} {name_of(game, receipt.side)}, turn {receipt.turn}: {meaning}"]
    lines += [order_text(line) for line in receipt.lines] or ["No orders yet."]
    lines += [f"⚠ {plain(text, 200)}" for text in receipt.missing]
    lines += [plain(text, 300) for text in receipt.notes]
    lines += [f"↻ Standing order {one.number}: {plain(f'{one.line} ({one.state})', 300)}" for one in receipt.standing]
    if receipt.word:
        lines.append(f"Word for the dice: {plain(receipt.word)}")
    if receipt.withdrawn:
        lines.append(f"{count(len(receipt.withdrawn), 'order')} withdrawn.")
    return "\n".join([*lines, money_text(receipt.forecast), f"-# receipt `{receipt.hash}`"])


def waiting_text(game: Game, unready: Sequence[str], loses: Sequence[str] = ()) -> str:
    """Before a turn is resolved by hand: whom it does not wait for, and what they lose by that."""
    if not unready:
        return f"Everybody is ready. Resolve turn {game.turn} of {plain(game.name)} now?"
    names = format_list([f"**{name_of(game, side)}**" for side in unready])
    verb = "is" if len(unready) == 1 else "are"
    return (
        f"{names} {verb} not ready. Orders given so far count; what is missing is not done.\n"
        f"{''.join(f'⚠ {line}{chr(10)}' for line in loses)}"
        f"Resolve turn {game.turn} of {plain(game.name)} now?"
    )


def audit_text(rows: Sequence[AuditRow]) -> str:
    """A page of the log, newest first."""
    if not rows:
        return "No acts are on record here."
    return "\n".join(
        f"`{row.id}` <t:{row.at}:f> {_actor(row.actor)} **{row.action}**{_detail(row.detail)}" for row in rows
    )


def troubles_text(game: Game, found: Troubles, left: Sequence[SeatRow] = ()) -> str:
    """What is broken, what waits because of it, and how it is mended; `left` are seats whose holders are not on the server."""
    if not found.problems and not found.stuck and not left:
        return "Everything has arrived; no problem is known."
    lines = [f"### Problems · {plain(game.name)}"]
    lines += [
        f"⚠ <@{seat.user_id}> ({name_of(game, seat.side) if seat.side else 'game master'}) is not on this server. "
        + (
            "/gm seat replace or /gm seat bot_player fills the seat."
            if seat.side
            else "/gm seat remove_gm takes them off."
        )
        for seat in left
    ]
    if not found.problems and not found.stuck:
        return "\n".join(lines)
    lines += [
        f"⚠ {problem.kind} ({_subject(problem.subject)}), since <t:{problem.reported_at}:f>"
        for problem in found.problems
    ]
    for letter in found.stuck:
        whose = f" for {name_of(game, letter.side)}" if letter.side else ""
        lines.append(f"• Letter of turn {letter.turn}{whose} waits: {plain(letter.error, 160)}")
    lines.append("Nothing is lost. Fix the cause, then /campaign repair sends all of it.")
    return "\n".join(lines)


def _actor(actor: str) -> str:
    return f"<@{actor}>" if actor.isdecimal() else actor


def _subject(subject: str) -> str:
    kind, _, number = subject.partition(":")
    if number.isdecimal() and kind in {"thread", "channel"}:
        return f"{kind} <#{number}>"
    return f"<@{number}>" if number.isdecimal() and kind == "dm" else plain(subject)


def _detail(detail: Mapping[str, Any]) -> str:
    shown = [f"{key} {plain(str(value), 60)}" for key, value in detail.items() if value not in ("", None, [], {})]
    return f": {', '.join(shown)}" if shown else ""
