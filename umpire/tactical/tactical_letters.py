"""The letters of a tactical game: who is asked, and what a turn came to. The thread's are for everybody and hold no secret."""

from collections.abc import Sequence
from typing import Final

from render.words.letters import (
    format_decisions,
    format_tactical_begun,
    format_tactical_end,
    format_tactical_opening,
    format_tactical_turn,
    format_your_turn,
)
from rules.values import EVERYONE, changed
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.games import is_closed
from umpire.games.notices import promise, public, quiet, quiet_end, reveal, side_name
from umpire.outbox.outbox import FOLD_LINE, Letter, LetterButton, Recipe, Target, target_of
from umpire.tactical.player_actions import OpenTacticalTurn
from umpire.tactical_kinds.kind import OpenQuestion, Progress, TacticalKind
from umpire.tactical_kinds.known import KINDS

FIRST_BOARD: Final = "board/first"
"""Under this key goes a thread's first post."""
YOUR_TURN: Final = "your-turn"
"""Under this key a thread holds one line that says whose turn it is, and at last how it ended."""


def board(row: GameRow, *named: int) -> Letter:
    """A thread's first post: the tactical game as it is when it is sent, with what may be pressed. It is for these, who are
    pinged if they wish it."""
    target = Target("channel", row.channel_id)
    letter = Letter(
        "board", row.id, 0, "", target, "", mentions=named, edit_key=FIRST_BOARD, highlights=named, stamp=FIRST_BOARD
    )
    return changed(letter, ping="turn")


def question_letters(case: OpenTacticalTurn, result: Progress, due: int | None) -> list[Letter]:
    """Each side that is waited for is told why, by direct message: what made it stop is its own secret."""
    kind = case.kind
    if kind.by_panel:
        return _your_turn(case, kind, result)
    letters: list[Letter] = []
    for side in sorted({one.side for one in result.asked}):
        questions = [one for one in result.asked if one.side == side]
        letters += [_question(case, seat, questions, due) for seat in case.held if seat.side == side]
    return letters


def result_letters(case: OpenTacticalTurn, result: Progress, opened: TurnRow) -> list[Letter]:
    """The turn's result in the thread, with its files as everybody may see them; its seed, where seeds are told by turn.

    Of a kind that is played at a panel a turn is posted where two play it, each at once with the other.
    """
    row, turn, kind = case.game, case.turn, case.kind
    if kind.by_panel and (is_alone(case) or (result.winner is None and result.then is None)):
        return []
    wanted = kind.files if result.winner is None else kind.files_at_end or kind.files
    files = tuple(Recipe(row.id, turn.turn, turn.revision, EVERYONE, file) for file in wanted)
    buttons = (*_buttons_now(row, kind, result), *(changed(one, rest=str(turn.turn)) for one in kind.below_results))
    command, note = kind.dice_command, reveal(turn, {})
    if result.winner is None:
        text = f"{format_tactical_turn(row.name, turn.turn)}\n{FOLD_LINE}\n{quiet(opened, command)}"
        note = promise(opened) if kind.seeds_told == "end" else f"{note}\n{promise(opened)}"
    else:
        winner = _winner(case, result.winner) if result.winner else ""
        text = f"{format_tactical_end(row.name, turn.turn, winner)}\n{FOLD_LINE}\n{quiet_end(turn, command)}"
    target = Target("channel", row.channel_id)
    letter = Letter("packet", row.id, turn.turn, EVERYONE, target, text, files, buttons=buttons, file_note=note)
    if kind.by_panel and result.winner is not None:
        return [changed(letter, edit_key=YOUR_TURN, instead=True)]
    post = changed(letter, panel=True, picture_first=True)
    if result.winner is None:
        return [post]
    return [post, *_told_asked(case, f"{text.partition(FOLD_LINE)[0].strip()} <#{row.channel_id}>")]


def _buttons_now(row: GameRow, kind: TacticalKind, result: Progress) -> tuple[LetterButton, ...]:
    """What may be done once a turn is over: play on, or look back at a tactical game that is over and begin another."""
    if result.winner is None:
        return kind.below_posts
    if is_closed(row):
        return kind.below_end
    return (*kind.below_end, *kind.below_own_end, *(kind.below_survivors if result.survived else ()))


def first_turn_letters(row: GameRow, opened: TurnRow, packed: bytes) -> list[Letter]:
    """The first turn is open: who fights whom, with a picture, where its kind has a briefing; who plays at a panel sees it
    there. It is for everybody."""
    kind = KINDS[row.system]
    if kind.by_panel:
        return []
    promised = quiet(opened, kind.dice_command)
    if kind.briefing is None:
        text = format_tactical_begun(row.name, kind.how_to_begin, promised)
        return [changed(public(row, opened.turn, text), buttons=kind.below_posts)]
    text = f"{format_tactical_opening(row.name, kind.briefing(packed), kind.how_to_begin)}\n{promised}"
    letter = changed(public(row, opened.turn, text), buttons=kind.below_posts, panel=True, picture_first=True)
    return [changed(letter, files=(Recipe(row.id, opened.turn, opened.revision, EVERYONE, "opening"),))]


def _winner(case: OpenTacticalTurn, side: str) -> str:
    """A side's name, and whose it is where each player has a panel of their own; a name in a message pings nobody."""
    name = side_name(case.game, side)
    player = next((seat.user_id for seat in case.held if seat.side == side and seat.user_id is not None), None)
    return f"{name} (<@{player}>)" if case.kind.by_panel and player is not None else name


def is_alone(case: OpenTacticalTurn) -> bool:
    """Whether only one person plays, whose panel tells everything."""
    return sum(seat.user_id is not None for seat in case.held if seat.side) < 2


def _your_turn(case: OpenTacticalTurn, kind: TacticalKind, result: Progress) -> list[Letter]:
    """Where two play, a line in the thread when it is the other one's turn to decide; the one before it goes."""
    row = case.game
    before = kind.unit_at(case.turn.stop) if case.turn.stop else ""
    if is_alone(case) or any(one.unit == before for one in result.asked):
        return []
    asked_sides = {one.side for one in result.asked}
    players = [seat.user_id for seat in case.held if seat.side in asked_sides and seat.user_id is not None]
    text = format_your_turn(row.name, players, kind.how_to_go_on)
    target = Target("channel", row.channel_id)
    letter = Letter("notice", row.id, case.turn.turn, EVERYONE, target, text, mentions=tuple(players), ping="turn")
    return [changed(letter, edit_key=YOUR_TURN, instead=True, buttons=kind.below_questions)]


def _question(case: OpenTacticalTurn, seat: SeatRow, questions: Sequence[OpenQuestion], due: int | None) -> Letter:
    reasons = [(one.unit, one.reason) for one in questions]
    text = format_decisions(
        case.game.name, case.game.channel_id, case.turn.turn, reasons, due, case.kind.words.if_silent
    )
    target = target_of(seat) if seat.user_id is not None else None
    mentions = () if seat.user_id is None else (seat.user_id,)
    buttons = case.kind.below_questions
    letter = Letter("notice", case.game.id, case.turn.turn, seat.side, target or Target("gm"), text, mentions=mentions)
    if seat.user_id is None:
        return letter
    return changed(letter, buttons=buttons, ping="turn", edit_key=_asked_key(seat), instead=True)


def _asked_key(seat: SeatRow) -> str:
    """Under this key a player has one message that says whether they are asked, and at last how it ended."""
    return f"asked/{seat.side}/{seat.user_id}"


def _told_asked(case: OpenTacticalTurn, text: str) -> list[Letter]:
    """The message in which each player was asked says how it ended; an edit calls nobody."""
    found: list[Letter] = []
    for seat in case.held:
        target = target_of(seat)
        if seat.side and seat.user_id is not None and target is not None:
            letter = Letter("notice", case.game.id, case.turn.turn, seat.side, target, text, edit_key=_asked_key(seat))
            found.append(letter)
    return found
