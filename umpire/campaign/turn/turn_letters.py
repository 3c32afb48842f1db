"""The letters that go with a turn: one for everybody, one packet a side, one for the game master. Short; the report is a file."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.words.safe_text import count
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.turn import Amended, Narrated
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import BattleOutcome
from rules.values import changed
from storage.battles import BattleRow
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.games import has_gm_screen, settings_of
from umpire.games.notices import players, promise, public, quiet, reveal, side_name, split
from umpire.outbox.courier import PACKET
from umpire.outbox.outbox import FileKind, Letter, LetterButton, Recipe, Target, target_of

DICE: Final = "/turn dice"

FOR_MASTERS: Final = (
    "**Your first five minutes**\n"
    "1. Your desk is pinned here: who is not ready, what waits for you, and a button for each step of a turn.\n"
    "2. Players ask for what no order covers: **Questions** lists it, each with its answers.\n"
    "3. The turn is resolved at its deadline, when all are ready, or by **Advance**. {review}\n"
    "4. /gm side shows what one side sees. Nothing is lost: **Undo** takes a turn back, orders kept. /help topic:gm has "
    "the rest."
)

REVIEWED: Final = (
    "You look first: **Review** shows the draft to you alone, /gm amend and /gm narrate change it, **Publish** sends it. "
    "/campaign options review:False sends results at once."
)
AT_ONCE: Final = (
    "/campaign options review:True lets you look first: **Review** shows the draft, /gm amend and /gm narrate change it, "
    "**Publish** sends it."
)


def begun(
    row: GameRow, seats: Sequence[SeatRow], turn: TurnRow, due: int | None, led: Sequence[str] = ()
) -> list[Letter]:
    """The first turn is open; `led` says which sides the bot leads."""
    first = f"**{row.name}** begins with turn {turn.turn}.{_deadline(due)} /help shows how to begin."
    text = "\n".join([first, *led, quiet(turn, DICE)])
    told = FOR_MASTERS.format(review=REVIEWED if settings_of(row).options.review else AT_ONCE)
    hello = f"You are the game master of **{row.name}**, and turn {turn.turn} is open.{_deadline(due)}\n{told}"
    letters = _public(row, seats, turn.turn, text)
    for seat in _readers(row, seats):
        said = f"Welcome to **{row.name}**. Your map is attached; turn {turn.turn} is open.{_deadline(due)}"
        said += f" Your desk, pinned here, has a button for most orders; /help shows the rest.\n-# {promise(turn)}"
        files = tuple(Recipe(row.id, turn.turn - 1, turn.opening - 1, seat.side, kind) for kind in _packet(seat)[1:])
        letters.append(_panel(_to_seat(row, seat, turn.turn - 1, said, files), *_desk(turn.opening)))
    return letters if has_gm_screen(row) else [*letters, Letter("notice", row.id, turn.turn, "", Target("gm"), hello)]


def published(
    row: GameRow,
    seats: Sequence[SeatRow],
    done: TurnRow,
    words: Mapping[SideId, str],
    met: Mapping[SideId, int],
    turn: TurnRow,
    due: int | None,
    givers: Mapping[tuple[SideId, int], int],
) -> list[Letter]:
    """A turn is published, its seed told, and the next one open; `met` is how many scenes wait for each side's answer, `givers`
    how many orders of a side were given by whom."""
    text = f"**{row.name}**: turn {done.turn} is resolved and turn {turn.turn} is open.{_deadline(due)}"
    letters = _public(row, seats, done.turn, f"{text}\n{quiet(turn, DICE)}")
    note = f"{reveal(done, words)}\n{promise(turn)}"
    for seat in _readers(row, seats):
        said = f"**Turn {done.turn}** of **{row.name}**: your report and map. Turn {turn.turn} is open.{_deadline(due)}"
        said += _for_you(seat, givers)
        files = tuple(Recipe(row.id, done.turn, done.opening, seat.side, kind) for kind in _packet(seat))
        packet = _panel(
            _to_seat(row, seat, done.turn, said, files),
            _why(done),
            *_desk(turn.opening),
            *_scenes(met.get(seat.side, 0)),
        )
        letters.append(changed(packet, file_note=note))
    return letters


def _for_you(seat: SeatRow, givers: Mapping[tuple[SideId, int], int]) -> str:
    """That somebody else gave orders for the player: nobody by name, since a mention could bring them into the thread."""
    others = {user: number for (side, user), number in givers.items() if side == seat.side and user != seat.user_id}
    if seat.user_id is None or not others:
        return ""
    who = "the bot" if set(others) == {0} else "a deputy"
    number = sum(others.values())
    return f"\n{count(number, 'order')} of it {'was' if number == 1 else 'were'} given for you by {who}: /away review."


def _public(row: GameRow, seats: Sequence[SeatRow], turn: int, text: str) -> list[Letter]:
    """A public post; none where the campaign's place is one player's own thread, which gets the same with their packet."""
    return [] if any(seat.thread_id == row.channel_id for seat in seats) else [public(row, turn, text)]


def drafted(row: GameRow, done: TurnRow, questions: int, *, named: bool) -> list[Letter]:
    """A turn waits for the game master's review; they are named unless it was they who resolved it."""
    open_ = f" {questions} questions wait for your answer." if questions > 1 else ""
    open_ = " One question waits for your answer." if questions == 1 else open_
    text = f"Turn {done.turn} of **{row.name}** is resolved as a draft.{open_} Read the packets, amend, then publish."
    buttons = LetterButton("Review", "gm-review", done.opening), LetterButton("Questions", "gm-questions", done.opening)
    return [_panel(_to_gm(row, done, text, named=named), _why(done), *buttons, _map(done.opening))]


def waits(row: GameRow, turn: TurnRow, battles: Sequence[BattleRow], *, named: bool) -> list[Letter]:
    """A turn waits for battles: one letter to the game master with all of them. Nobody else is told, for who fights where is
    theirs to find out from their reports."""
    if not battles:
        return []
    what = "a battle" if len(battles) == 1 else f"{len(battles)} battles"
    lines = [
        f"Turn {turn.turn} of **{row.name}** waits for {what}. Orders are closed; the month goes on by itself when all is "
        "settled.",
        *(f"- {battle_line(row, battle)}" for battle in battles),
    ]
    buttons = (
        LetterButton("Battles", "gm-battles", turn.opening),
        LetterButton("Questions", "gm-questions", turn.opening),
    )
    letter = Letter(
        "gm", row.id, turn.turn, "", Target("gm"), split("\n".join(lines))[0], ping="message" if named else ""
    )
    return [_panel(letter, *buttons)]


def fought_by_proxy(row: GameRow, turn: TurnRow, battle: BattleRow, outcome: BattleOutcome) -> list[Letter]:
    """The time of a battle was over, and nobody had settled it."""
    names = {outcome.winner: side_name(row, outcome.winner)}
    winner = (
        f"{battle.fight.called(outcome.winner, names)} holds the place" if outcome.winner else "nobody holds the place"
    )
    text = f"The time of battle `{battle.battle}` of **{row.name}** was over: proxies fought it, and {winner}."
    return [Letter("gm", row.id, turn.turn, "", Target("gm"), text)]


def battle_line(row: GameRow, battle: BattleRow) -> str:
    """A battle in one line, for the game master: what it is, where, when, who, and by when."""
    fight = battle.fight
    names = {side: side_name(row, side) for side in fight.sides}
    forces = [
        f"{fight.called(side, names)} ({sum(u.count for u in fight.units if u.side == side)})" for side in fight.sides
    ]
    until = "" if battle.deadline is None else f", until <t:{battle.deadline}:f>"
    return f"`{fight.id}` {fight.kind} at {fight.hex}, week {fight.week}: {' against '.join(forces)}{until}"


def for_gm(row: GameRow, done: TurnRow, questions: int, *, named: bool) -> list[Letter]:
    """A turn was published at once: the game master gets the whole of it, and how many questions are open; named as above."""
    asked = (
        "one question waits for your answer"
        if questions == 1
        else f"{questions or 'no'} questions wait for your answer"
    )
    packet = _to_gm(row, done, f"**{row.name}**: turn {done.turn} is published; {asked}.", named=named)
    now = done.opening + 1
    return [_panel(packet, _why(done), LetterButton("Questions", "gm-questions", now), _map(now))]


def undone(
    row: GameRow,
    seats: Sequence[SeatRow],
    turn: TurnRow,
    due: int | None,
    reason: str,
) -> list[Letter]:
    """Published turns were taken back: their seeds are told (`/turn dice`), and the turn is open again with a new one."""
    lines = [
        f"**{row.name}**: turn {turn.turn} is undone, and open again with your orders as they were.{_deadline(due)}",
        f"Reason: {reason}",
        quiet(turn, DICE),
    ]
    letters = [public(row, turn.turn, "\n".join(lines))]
    for seat in _readers(row, seats):
        said = f"Turn {turn.turn} of **{row.name}** was undone and is open again. Your orders stand; look through them."
        said = f"{said}{_deadline(due)}\n-# {promise(turn)}"
        letters.append(_to_seat(row, seat, turn.turn, said, (), kind="notice"))
    return letters


def played_otherwise(row: GameRow, turn: TurnRow, reason: str, *, told: bool) -> list[Letter]:
    """A turn was played again as its game master would have it; `told` if its first playing had been published."""
    before = ", and what was told of it before counts no more. The new reports follow" if told else ""
    text = f"**{row.name}**: the game master has had turn {turn.turn} played again{before}.\nReason: {reason}"
    return [public(row, turn.turn, f"{text}\n{quiet(turn, DICE)}")]


def orders_kept(
    row: GameRow,
    seats: Sequence[SeatRow],
    turn: TurnRow,
    kept: Mapping[SideId, int],
    gone: Mapping[SideId, Sequence[str]],
) -> list[Letter]:
    """What became of each side's orders for a turn whose start has changed: how many stand, which cannot be given any more."""
    letters: list[Letter] = []
    for seat in players(seats):
        stand, lost = kept.get(seat.side, 0), gone.get(seat.side, ())
        if not stand and not lost:
            continue
        said = [
            f"Turn {turn.turn - 1} of **{row.name}** was played again. {_orders(stand)} for turn {turn.turn} on your sheet."
        ]
        if lost:
            said.append(
                "These cannot be given any more and are withdrawn (/orders restore takes up what can be again):"
            )
            said += [f"- {text}" for text in lost]
        said.append("Nobody counts as ready until they say so again.")
        letters += [_to_seat(row, seat, turn.turn, part, (), kind="notice") for part in split("\n".join(said))]
    return letters


def _orders(count: int) -> str:
    return {0: "No order stands", 1: "One order stands"}.get(count, f"{count} orders stand")


def draft_undone(row: GameRow, turn: TurnRow, due: int | None, reason: str) -> list[Letter]:
    """A draft was thrown away before anybody but the game master saw it; orders are open again."""
    text = (
        f"**{row.name}**: turn {turn.turn} is open again with your orders as they were.{_deadline(due)}\n"
        f"Reason: {reason}\n{quiet(turn, DICE)}"
    )
    return [public(row, turn.turn, text)]


def amended(
    row: GameRow, seats: Sequence[SeatRow], turn: int, events: Sequence[Event], *, by: str = ""
) -> list[Letter]:
    """The game master changed an open turn: each side is told what it may see of that, and nobody else is told. `by` is who did
    it in their place: "the book" or "the council"."""
    letters: list[Letter] = []
    for seat in _readers(row, seats):
        seen = [event for event in events if may_see(event, seat.side)]
        texts = [event.text for event in seen if isinstance(event, Amended | Narrated)]
        if len(texts) < len(seen):
            texts.append("You have learned something new; look at your map.")
        said = split(f"From {by or 'the game master'} of **{row.name}**:\n" + "\n".join(texts)) if texts else []
        letters += [_to_seat(row, seat, turn, part, (), kind="notice") for part in said]
    return letters


def _readers(row: GameRow, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats whose letters somebody reads: those without a place are a game master's, if there is one who may see them."""
    return [seat for seat in players(seats) if target_of(seat) is not None or not has_gm_screen(row)]


def _packet(seat: SeatRow) -> tuple[FileKind, ...]:
    """The kinds of files that a seat's packet has."""
    return (*PACKET, "atlas") if seat.atlas else PACKET


def _to_seat(
    row: GameRow, seat: SeatRow, turn: int, text: str, files: tuple[Recipe, ...], kind: str = "packet"
) -> Letter:
    mentions = () if seat.user_id is None else (seat.user_id,)
    target = target_of(seat)
    if target is None:
        target, text = Target("gm"), f"(Open seat: {side_name(row, seat.side)}) {text}"
    return Letter(
        kind="packet" if kind == "packet" else "notice",
        game=row.id,
        turn=turn,
        side=seat.side,
        target=target,
        text=text,
        files=files,
        mentions=mentions,
        ping="" if seat.user_id is None else "result" if kind == "packet" else "message",
    )


def _to_gm(row: GameRow, done: TurnRow, text: str, *, named: bool) -> Letter:
    files = tuple(Recipe(row.id, done.turn, done.opening, "", kind) for kind in PACKET)
    return Letter("packet", row.id, done.turn, "", Target("gm"), text, files, ping="result" if named else "")


def _panel(letter: Letter, *buttons: LetterButton) -> Letter:
    return changed(letter, panel=True, buttons=buttons)


def _why(done: TurnRow) -> LetterButton:
    return LetterButton("Why?", "why", done.opening, str(done.turn))


def _map(opening: int) -> LetterButton:
    return LetterButton("Map", "map-now", opening)


def _desk(opening: int) -> tuple[LetterButton, LetterButton]:
    """What a player does next with a report in hand."""
    return LetterButton("My orders", "my-orders", opening), _map(opening)


def _scenes(waiting: int) -> tuple[LetterButton, ...]:
    """What the side has met, where that waits for its answer; whatever is left of it when the button is pressed."""
    return (LetterButton(f"Encounters ({waiting})", "met-now", style="primary"),) if waiting else ()


def _deadline(due: int | None) -> str:
    return "" if due is None else f" Orders are due <t:{due}:F> (<t:{due}:R>)."
