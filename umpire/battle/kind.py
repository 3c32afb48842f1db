"""The Pentagon War as a game played in tactical games."""

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from render.battle import letters
from render.battle.briefing import format_briefing
from rules.bridge.dice import crew_dice, is_told
from rules.bridge.fought import after_turn
from rules.dice import Dice
from rules.pentagon_war.campaign import survivors
from rules.pentagon_war.captains.advance import Halt, run_turn
from rules.pentagon_war.captains.questions import asks_of
from rules.pentagon_war.orders import Concede, Continue, SeatSent, TakeCommand
from rules.pentagon_war.state import SCHEMA, Ask, Battle
from rules.pentagon_war.turn.steps import END_OF_TURN
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import EVERYONE, GameError
from storage.codec import pack, unpack
from storage.tactical_orders import decode_sent
from umpire.battle.codec import BATTLE_CODEC
from umpire.outbox.outbox import LetterButton
from umpire.services.services import Recent
from umpire.tactical_kinds.kind import OpenQuestion, Progress, TacticalKind

BATTLE: Final = "pentagon_war"
HALT_CACHE: Final = Recent[tuple[bytes, Dice], Halt](16)
"""Where turns that this worker played wait at a stop: the next reply goes on from there. Another worker plays from the start."""
STOP: Final = re.compile(r"([0-9]{1,4})/([0-9]{1,2})/([0-9]{1,2})")


def _progress(packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
    start = BATTLE_CODEC.read(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the battle is at turn {start.now.turn}, not {turn}")
    sheets = tuple(SeatSent(one.side, one.number, BATTLE_CODEC.orders.decode(one.order)) for one in decode_sent(sent))
    key = hashlib.sha256(packed).digest(), dice
    result = run_turn(start, sheets, crew_dice(start, dice, turn), HALT_CACHE.get(key))
    if result.halt is not None:
        HALT_CACHE.put(key, result.halt)
    battle, events = result.battle, result.events
    if result.done:
        done = after_turn(battle, sheets, turn)
        battle, events = done.state, (*events, *done.events)
    after = pack(BATTLE_CODEC.write(battle))
    then = _opening(after, battle) if result.done and battle.winner is None else None
    return Progress(
        after,
        tuple(BATTLE_CODEC.events.encode(event) for event in events),
        _open_questions(battle.waiting),
        "" if result.done else stop_name(battle.now),
        result.done,
        battle.winner,
        then if then is not None and then.asked else None,
        playing=battle.players,
        survived=battle.winner is None or has_survivors(battle),
    )


def has_survivors(battle: Battle) -> bool:
    """Whether a battle that is over left craft to be kept, or took squadrons that go back to their docks."""
    return bool(battle.enlisted) or any(survivors(battle, side) is not None for side in battle.sides)


def _opening(packed: bytes, battle: Battle) -> Progress:
    return Progress(
        packed, (), _open_questions(asks_of(battle, {})), stop_name(battle.now), done=False, playing=battle.players
    )


def _open_questions(waiting: Iterable[Ask]) -> tuple[OpenQuestion, ...]:
    return tuple(OpenQuestion(ask.side, ask.craft, ask.reason, ask.rule) for ask in waiting)


def stop_name(at: Moment) -> str:
    """The name of the stop at a moment; `moment_of` reads it."""
    return f"{at.turn}/{at.impulse}/{at.segment}"


def moment_of(stop: str) -> Moment:
    """The moment a stop's name tells; GameError for what is no such name."""
    found = STOP.fullmatch(stop)
    if found is None:
        raise GameError("This button cannot be read; look at the battle again.")
    turn, impulse, segment = map(int, found.groups())
    return Moment(turn, impulse, segment)


def _joins(side: str, turn: int, stop: str) -> bytes:
    at = moment_of(stop) if stop else Moment(turn, END_OF_TURN)
    return BATTLE_CODEC.orders.encode(TakeCommand(side, at))


BATTLES: Final = TacticalKind(
    name=BATTLE,
    schema=SCHEMA,
    noun=letters.NOUN,
    commands=letters.COMMANDS,
    words=letters.WORDS,
    codec=BATTLE_CODEC,
    closing=Continue,
    at_once=(TakeCommand, Concede),
    concession=Concede,
    is_told=is_told,
    files=("replay", "report"),
    files_at_end=("replay", "ending"),
    briefing=lambda packed: "\n".join(format_briefing(view_for(BATTLE_CODEC.read(unpack(packed)), EVERYONE))),
    progress=_progress,
    opening_stop=lambda packed: _opening(packed, BATTLE_CODEC.read(unpack(packed))),
    pass_order=lambda stop: BATTLE_CODEC.orders.encode(Continue(moment_of(stop), by_stance=True)),
    join_order=_joins,
    how_to_begin=letters.HOW_TO_BEGIN,
    below_posts=(
        LetterButton("Plot", "bt-plot", style="success"),
        LetterButton("Done", "bt-done"),
        LetterButton("Stance", "bt-stance"),
        LetterButton("Weapons", "bt-weapons"),
        LetterButton("Map", "bt-map"),
    ),
    below_results=(LetterButton("Shots and damage", "bt-shots"), LetterButton("Log", "bt-log")),
    below_questions=(LetterButton("What now?", "bt-look", style="success"), LetterButton("Pings", "notify")),
    below_end=(LetterButton("Replay all", "bt-all"), LetterButton("Atlas", "bt-atlas")),
    below_own_end=(LetterButton("Rematch", "bt-rematch"), LetterButton("Change sides", "bt-swap")),
    below_survivors=(LetterButton("Keep the survivors", "sq-keep"),),
    dice_command="/battle verify",
)
"""Every side that has a player is asked when a turn opens; one that does not answer is played by its stances."""
