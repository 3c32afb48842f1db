"""The game master's buttons: the rows below their answers, and how a reason is kept on the message that asks for a yes."""

from collections import Counter
from collections.abc import Collection, Sequence

from discord import ui

from cogs.campaign.common.sheet_handlers import asked_panel
from cogs.campaign.gm.gm_texts import question_text
from cogs.common.components import DANGER, SECONDARY, SUCCESS, button_for, data_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import plain
from rules.cluster_war.chapters.research.tasks import PROPOSAL_RULE
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING_RULES, KIND_WORDS, default_answer
from rules.cluster_war.model.state.game import Question, QuestionKind
from umpire.campaign.gm.rulings import has_default, is_players
from umpire.games.games import Game

GOLD = 0xE8B04A
QUESTIONS_A_PAGE = 5
QUESTION_TEXT = 750
QUESTION_TEXT_AFTER = 500
DONE_TEXT = 1200
BUTTONS_A_ROW = 5
"""A message takes 4000 characters in all."""


def row(*buttons: ui.Button[ui.LayoutView]) -> ui.View:
    """Buttons under a text message; found by their custom ids, so the view is not kept in memory."""
    view = ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    view.stop()
    return view


def review_row(game: Game, version: int) -> ui.View:
    """Below a draft: publish this version of it, or open the orders again."""
    turn = str(game.turn)
    return row(
        button_for(f"Publish turn {turn}", data_for(game, "gm-publish", f"{turn}.{version}"), style=SUCCESS),
        button_for("Undo: open orders again", data_for(game, "gm-undo", turn), style=DANGER),
        button_for("Look again", data_for(game, "gm-review")),
        button_for("Questions", data_for(game, "gm-questions")),
    )


def advance_panel(game: Game, text: str) -> Panel:
    """Before a turn is resolved by hand."""
    data = data_for(game, "gm-advance", str(game.turn))
    return asked_panel(text, GOLD, button_for(f"Resolve turn {game.turn}", data, style=DANGER), game)


def questions_panel(game: Game, questions: Sequence[Question], page: int = 0, done: str = "") -> Panel:
    """A page of open questions: each with what the rules suggest, and buttons to accept, change or narrate; below them what
    settles all of a kind, and what is asked at all. What was just `done` stands above."""
    pages = max(1, -(-len(questions) // QUESTIONS_A_PAGE))
    page = min(max(page, 0), pages - 1)
    shown = questions[page * QUESTIONS_A_PAGE : (page + 1) * QUESTIONS_A_PAGE]
    of = f" · page {page + 1} of {pages}" if pages > 1 else ""
    parts: list[Part] = [*_done_parts(done), f"### Questions · {plain(game.name)}{of}"]
    most = QUESTION_TEXT_AFTER if done else QUESTION_TEXT
    for question in shown:
        parts += [question_text(game, question)[:most], _answers(game, question)]
    parts.append(_all_at_once(game, questions))
    if pages > 1:
        more = [
            button_for(label, data_for(game, "gm-questions", str(at)))
            for label, at in (("Before", page - 1), ("More questions", page + 1))
            if 0 <= at < pages
        ]
        parts.append(button_row(*more))
    return Panel(GOLD, *parts)


def answered_panel(game: Game, done: str = "", version: int | None = None) -> Panel:
    """No question is open: what a game master does next; with the `version` of a draft, read and publish it."""
    parts = [*_done_parts(done), f"### Questions · {plain(game.name)}\nNo question waits for your answer."]
    buttons = [button_for("What am I asked?", data_for(game, "gm-book"))]
    if version is not None:
        turn = str(game.turn)
        publish = button_for(f"Publish turn {turn}", data_for(game, "gm-publish", f"{turn}.{version}"), style=SUCCESS)
        buttons = [button_for("Review", data_for(game, "gm-review")), publish, *buttons]
    return Panel(GOLD, *parts, button_row(*buttons))


def default_rulings_panel(game: Game, kinds: Collection[QuestionKind], done: str = "") -> Panel:
    """Which kinds of questions the campaign answers by default, and a button for each to have it otherwise; what was just
    `done` stands above."""
    parts: list[Part] = [*_done_parts(done), f"### What you are asked · {plain(game.name)}"]
    for kind, rule in DEFAULT_RULING_RULES.items():
        now = (
            "answered by **default rulings**, kept under `/gm questions settled:True`"
            if kind in kinds
            else "put before **you**"
        )
        parts.append(f"{KIND_WORDS[kind].capitalize()} (`{rule}`) are {now}.")
    buttons = [
        button_for(
            f"{'Ask me' if kind in kinds else 'Default ruling'}: {kind}", data_for(game, "gm-book-set", f"{kind}.{off}")
        )
        for kind in DEFAULT_RULING_RULES
        for off in ("off" if kind in kinds else "on",)
    ]
    buttons.append(button_for("Questions", data_for(game, "gm-questions")))
    rows = [button_row(*buttons[at : at + BUTTONS_A_ROW]) for at in range(0, len(buttons), BUTTONS_A_ROW)]
    return Panel(GOLD, *parts, *rows)


def _done_parts(done: str) -> list[Part]:
    return [cut(done, DONE_TEXT, "/gm questions settled:True"), ui.Separator()] if done else []


def _all_at_once(game: Game, questions: Sequence[Question]) -> ui.ActionRow[ui.LayoutView]:
    many = Counter(question.kind for question in questions if default_answer(question))
    buttons = [
        button_for(f"Accept all {number} of {kind}", data_for(game, "gm-accept-all", kind), style=SUCCESS)
        for kind, number in many.items()
        if number > 1
    ]
    return button_row(*buttons, button_for("What am I asked?", data_for(game, "gm-book")))


def _answers(game: Game, question: Question) -> ui.ActionRow[ui.LayoutView]:
    if question.kind == "operation":
        return button_row(
            button_for(f"Judge {question.id}", data_for(game, "gm-spy", question.id), style=SUCCESS),
            button_for(f"Accept {question.id}", data_for(game, "gm-accept", question.id)),
        )
    accept, change = ("Leave to player", "Decide") if is_players(question) else ("Accept", "Change")
    buttons = [
        button_for(f"{label} {question.id}", data_for(game, action, question.id), style=style)
        for label, action, style in (
            (accept, "gm-accept", SUCCESS),
            (change if has_default(question) else "Answer", "gm-change", SECONDARY),
            ("Narrate", "gm-tell", SECONDARY),
        )
        if action != "gm-accept" or has_default(question)
    ]
    if question.rule == PROPOSAL_RULE:
        buttons.insert(
            0, button_for(f"Project {question.id}", data_for(game, "gm-project", question.id), style=SUCCESS)
        )
    return button_row(*buttons)
