"""The letters that go with a turn: one for everybody, one packet a side, one for the game master. Short; the report is a file."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.letters import turn_texts as texts
from render.campaign.letters.aim_texts import format_aim
from render.campaign.letters.battle_texts import format_battle, format_fought_by_proxy, format_waiting_battles
from render.words.letters import split
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.war import BattleOutcome
from rules.values import changed
from storage.battles import BattleRow
from storage.codec import from_document
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.campaign.letter_buttons import RUN
from umpire.campaign.turn.adjudication import Waiting
from umpire.games.games import has_gm_screen, settings_of
from umpire.games.notices import players, promise, public, quiet, quiet_end, reveal, side_name
from umpire.outbox.courier import PACKET_FILES
from umpire.outbox.outbox import FileKind, Letter, LetterButton, Recipe, Target, target_of

DICE: Final = "/turn dice"
MOST_CHOICES: Final = 8
"""Choices of scenes below a report; the others are behind Encounters."""
MOST_OFFERS: Final = 3
"""Offers of trade with buttons below a report; the dashboard has all."""


def first_turn_letters(
    row: GameRow, seats: Sequence[SeatRow], turn: TurnRow, due: int | None, led: Sequence[str] = ()
) -> list[Letter]:
    """The first turn is open; `led` says which sides the bot leads."""
    text = texts.format_first_turn(row.name, turn.turn, due, led, quiet(turn, DICE))
    hello = texts.format_gm_welcome(row.name, turn.turn, due, review=settings_of(row).options.review)
    letters = _public(row, seats, turn.turn, text)
    for seat in _readers(row, seats):
        said = _welcome(row, seat, turn, due)
        files = tuple(Recipe(row.id, turn.turn - 1, turn.revision - 1, seat.side, kind) for kind in _packet(seat)[1:])
        steps = first_turn_button(turn, seat.side)
        about = LetterButton("Dossier", "dossier", turn.revision, seat.side)
        opening = _to_seat(row, seat, turn.turn - 1, said, files)
        welcome = _panel(opening, steps, about, *_next_buttons(turn.revision))
        letters.append(changed(welcome, file_note=promise(turn)))
    return letters if has_gm_screen(row) else [*letters, Letter("notice", row.id, turn.turn, "", Target("gm"), hello)]


def first_turn_button(turn: TurnRow, side: SideId) -> LetterButton:
    """Leads a player who is new to their side through a turn."""
    return LetterButton(texts.FIRST_TURN, "first-turn", turn.revision, f"{side}:1", "primary")


def _welcome(row: GameRow, seat: SeatRow, turn: TurnRow, due: int | None) -> str:
    """Whom the seat's holder leads, and how to begin."""
    start = next(side for side in row.scenario["sides"] if side["id"] == seat.side)
    story = row.scenario["blurb"]
    people, home = start["race"]["name"], start["home_name"]
    aim = format_aim(from_document(Settings, row.scenario["settings"]))
    return texts.format_welcome(row.name, start["name"], people, home, story, aim, turn.turn, due, quiet(turn, DICE))


def published_letters(
    row: GameRow,
    seats: Sequence[SeatRow],
    done: TurnRow,
    words: Mapping[SideId, str],
    met: Mapping[SideId, Waiting],
    turn: TurnRow,
    due: int | None,
    givers: Mapping[tuple[SideId, int], int],
) -> list[Letter]:
    """A turn is published, its seed told, and the next one open; `met` is what waits for each side's answer, `givers`
    how many orders of a side were given by whom."""
    text = texts.format_published(row.name, done.turn, turn.turn, due, quiet(turn, DICE))
    letters = _public(row, seats, done.turn, text)
    note = f"{reveal(done, words)}\n{promise(turn)}"
    for seat in _readers(row, seats):
        said = texts.format_packet(row.name, done.turn, turn.turn, due) + _given_for(seat, givers)
        files = tuple(Recipe(row.id, done.turn, done.revision, seat.side, kind) for kind in _packet(seat))
        packet = _panel(
            _to_seat(row, seat, done.turn, said, files),
            LetterButton(texts.EVERYTHING, "report-all", done.revision, str(done.turn)),
            _why(done),
            *_next_buttons(turn.revision),
            *_waiting(row, seat.side, met.get(seat.side, Waiting()), turn.revision),
        )
        letters.append(changed(packet, file_note=note))
    return letters


def last_letters(
    row: GameRow, seats: Sequence[SeatRow], done: TurnRow, words: Mapping[SideId, str], turn: TurnRow
) -> list[Letter]:
    """A campaign's last turn is published, and its seed told; `turn` is the one that would have followed."""
    letters = _public(row, seats, done.turn, texts.format_last_published(row.name, done.turn, quiet_end(done, DICE)))
    for seat in _readers(row, seats):
        files = tuple(Recipe(row.id, done.turn, done.revision, seat.side, kind) for kind in _packet(seat))
        packet = _panel(
            _to_seat(row, seat, done.turn, texts.format_last_packet(row.name, done.turn), files),
            LetterButton(texts.EVERYTHING, "report-all", done.revision, str(done.turn)),
            _why(done),
            _map(turn.revision),
        )
        letters.append(changed(packet, file_note=reveal(done, words)))
    return letters


def _given_for(seat: SeatRow, givers: Mapping[tuple[SideId, int], int]) -> str:
    """That somebody else gave orders for the player, "" if nobody did."""
    others = {user: number for (side, user), number in givers.items() if side == seat.side and user != seat.user_id}
    if seat.user_id is None or not others:
        return ""
    return texts.format_given_for_you(sum(others.values()), by_bot=set(others) == {0})


def _public(row: GameRow, seats: Sequence[SeatRow], turn: int, text: str) -> list[Letter]:
    """A public post; none where the campaign's place is one player's own thread, which gets the same with their packet."""
    return [] if any(seat.thread_id == row.channel_id for seat in seats) else [public(row, turn, text)]


def draft_letters(row: GameRow, done: TurnRow, questions: int, *, named: bool, ends: bool = False) -> list[Letter]:
    """A turn waits for the game master's review; they are named unless it was they who resolved it. `ends`: with it the
    campaign's aim is reached."""
    text = texts.format_draft(row.name, done.turn, questions, ends=ends)
    buttons = (
        LetterButton("Review", "gm-review", done.revision),
        LetterButton("Questions", "gm-questions", done.revision),
    )
    return [_panel(_to_gm(row, done, text, named=named), _why(done), *buttons, _map(done.revision))]


def waiting_letters(row: GameRow, turn: TurnRow, battles: Sequence[BattleRow], *, named: bool) -> list[Letter]:
    """A turn waits for battles: one letter to the game master with all of them. Nobody else is told, for who fights where is
    theirs to find out from their reports."""
    if not battles:
        return []
    text = format_waiting_battles(row.name, turn.turn, [battle_line(row, battle) for battle in battles])
    buttons = (
        LetterButton("Battles", "gm-battles", turn.revision),
        LetterButton("Questions", "gm-questions", turn.revision),
    )
    letter = Letter("gm", row.id, turn.turn, "", Target("gm"), split(text)[0], ping="message" if named else "")
    return [_panel(letter, *buttons)]


def fought_by_proxy(row: GameRow, turn: TurnRow, battle: BattleRow, outcome: BattleOutcome) -> list[Letter]:
    """The time of a battle was over, and nobody had settled it."""
    names = {outcome.winner: side_name(row, outcome.winner)}
    winner = battle.fight.called(outcome.winner, names) if outcome.winner else ""
    text = format_fought_by_proxy(row.name, battle.battle, winner)
    return [Letter("gm", row.id, turn.turn, "", Target("gm"), text)]


def battle_line(row: GameRow, battle: BattleRow) -> str:
    """A battle in one line, for the game master: what it is, where, when, who, and by when."""
    names = {side: side_name(row, side) for side in battle.fight.sides}
    return format_battle(battle.fight, names, battle.deadline)


def for_gm(row: GameRow, done: TurnRow, questions: int, *, named: bool) -> list[Letter]:
    """A turn was published at once: the game master gets the whole of it, and how many questions are open; named as above."""
    packet = _to_gm(row, done, texts.format_published_for_gm(row.name, done.turn, questions), named=named)
    now = done.revision + 1
    return [_panel(packet, _why(done), LetterButton("Questions", "gm-questions", now), _map(now))]


def undone_letters(
    row: GameRow,
    seats: Sequence[SeatRow],
    turn: TurnRow,
    due: int | None,
    reason: str,
) -> list[Letter]:
    """Published turns were taken back: their seeds are told (`/turn dice`), and the turn is open again with a new one."""
    text = texts.format_undone(row.name, turn.turn, due, reason, quiet(turn, DICE))
    letters = [public(row, turn.turn, text)]
    for seat in _readers(row, seats):
        said = texts.format_undone_for_side(row.name, turn.turn, due, reason, promise(turn))
        letters.append(_to_seat(row, seat, turn.turn, said, (), kind="notice"))
    return letters


def played_otherwise(row: GameRow, turn: TurnRow, reason: str, draws: int, *, told: bool) -> list[Letter]:
    """A turn was played again as its game master would have it; `told` if its first playing had been published. `draws`: how
    often dice were drawn for it after it was seen, 0 if they are its own."""
    text = texts.format_played_again(row.name, turn.turn, reason, quiet(turn, DICE), draws, was_published=told)
    return [public(row, turn.turn, text)]


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
        said = split(texts.format_kept_orders(row.name, turn.turn, stand, lost))
        letters += [_to_seat(row, seat, turn.turn, part, (), kind="notice") for part in said]
    return letters


def draft_undone(row: GameRow, seats: Sequence[SeatRow], turn: TurnRow, due: int | None, reason: str) -> list[Letter]:
    """A draft was thrown away before anybody but the game master saw it; orders are open again. Everybody is told, in public and
    in their own place."""
    text = texts.format_draft_undone(row.name, turn.turn, due, reason, quiet(turn, DICE))
    sides = [_to_seat(row, seat, turn.turn, text, (), kind="notice") for seat in _readers(row, seats)]
    return [public(row, turn.turn, text), *sides]


def amended_letters(
    row: GameRow, seats: Sequence[SeatRow], turn: int, events: Sequence[Event], *, by: str = ""
) -> list[Letter]:
    """The game master changed an open turn: each side is told what it may see of that, and nobody else is told. `by` is who did
    it in their place: "the book" or "the council"."""
    letters: list[Letter] = []
    for seat in _readers(row, seats):
        seen = [event for event in events if may_see(event, seat.side)]
        said = split(texts.format_amended(row.name, seen, by))
        letters += [_to_seat(row, seat, turn, part, (), kind="notice") for part in said]
    return letters


def _readers(row: GameRow, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats whose letters somebody reads: those without a place are a game master's, if there is one who may see them."""
    return [seat for seat in players(seats) if target_of(seat) is not None or not has_gm_screen(row)]


def _packet(seat: SeatRow) -> tuple[FileKind, ...]:
    """The kinds of files that a seat's packet has."""
    return (*PACKET_FILES, "atlas") if seat.atlas else PACKET_FILES


def _to_seat(
    row: GameRow, seat: SeatRow, turn: int, text: str, files: tuple[Recipe, ...], kind: str = "packet"
) -> Letter:
    mentions = () if seat.user_id is None else (seat.user_id,)
    target = target_of(seat)
    if target is None:
        target, text = Target("gm"), texts.FOR_OPEN_SEAT.format(name=side_name(row, seat.side), text=text)
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
    files = tuple(Recipe(row.id, done.turn, done.revision, "", kind) for kind in PACKET_FILES)
    return Letter("packet", row.id, done.turn, "", Target("gm"), text, files, ping="result" if named else "")


def _panel(letter: Letter, *buttons: LetterButton) -> Letter:
    return changed(letter, panel=True, buttons=buttons)


def _why(done: TurnRow) -> LetterButton:
    return LetterButton("Why?", "why", done.revision, str(done.turn))


def _map(revision: int) -> LetterButton:
    return LetterButton("Map", "map-now", revision)


def _next_buttons(revision: int) -> tuple[LetterButton, LetterButton, LetterButton]:
    """What a player does next with a report in hand."""
    atlas = LetterButton("Atlas", RUN, revision, "map atlas")
    return LetterButton("My orders", "my-orders", revision), _map(revision), atlas


def _waiting(row: GameRow, side: SideId, waits: Waiting, revision: int) -> tuple[LetterButton, ...]:
    """What the side has met and what it was offered, where that waits for its answer: the choices of the first scenes, all of
    them behind a button, and a yes and a no to offers of trade; whatever is left of it when the button is pressed."""
    found: list[LetterButton] = []
    for card in waits.scenes:
        choices = [
            LetterButton(
                f"{card.name}: {one.label} ({one.odds})",
                "scene-do",
                revision,
                f"{side}:{card.name}:{one.key}",
                "primary",
            )
            for one in card.choices
            if not one.missing
        ]
        if len(found) + len(choices) > MOST_CHOICES:
            break
        found += choices
    if waits.scenes:
        found.append(LetterButton(f"Encounters ({len(waits.scenes)})", "met-now"))
    for giver in waits.offers[:MOST_OFFERS]:
        name = side_name(row, giver)
        found.append(LetterButton(f"Accept: trade with {name}"[:80], "trade-accept", 0, giver, "success"))
        found.append(LetterButton(f"Decline: trade with {name}"[:80], "trade-decline", 0, giver))
    return tuple(found)
