"""The letters of a battle that is fought in a tactical game: to those who fight it, to their captains, to the game master."""

from collections.abc import Mapping

from render.campaign.letters.battle_texts import (
    format_battle_closed,
    format_battle_opened,
    format_briefing,
    format_last_call,
)
from render.words.letters import split
from rules.pentagon_war.turn.view import view_for
from storage.battles import BattleRow
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.campaign.fought.rooms import BattleLink, BattleSetUp
from umpire.campaign.turn.turn_letters import battle_line
from umpire.games.notices import public, side_name
from umpire.games.options import Spectators
from umpire.outbox.outbox import Letter, Target, link_to, target_of


def start_letter(
    tactical: GameRow, battle: BattleRow, made: BattleSetUp, captains: Mapping[str, int | None], looking: Spectators
) -> Letter:
    """The first post of the tactical game's thread, which those who take part read, and spectators, where a campaign has them."""
    camps = [(side.name, captains.get(camp)) for camp, side in made.battle.sides.items()]
    last = made.battle.last_turn
    text = format_battle_opened(tactical.name, battle.fight, camps, last, battle.deadline, looking)
    return public(tactical, 1, text)


def briefing_letters(
    row: GameRow, turn: int, seat: SeatRow, tactical: GameRow, link: BattleLink, made: BattleSetUp
) -> list[Letter]:
    """What a side is told in its own place: where it is fought, by whom, what for, and which craft are its own."""
    target = target_of(seat)
    if target is None:
        return []
    camp = link.camp_of(seat.side)
    captain = link.captains[camp]
    commander = side_name(row, captain) if captain else ""
    lines = [made.objectives[camp], *made.rosters[seat.side]]
    whose = None if captain == seat.side else commander
    text = format_briefing(
        tactical.name, tactical.channel_id, made.battle.sides[camp].name, whose, _enemies(made, camp), lines
    )
    mentions = () if seat.user_id is None else (seat.user_id,)
    parts = split(text)
    return [
        Letter(
            "notice",
            row.id,
            turn,
            seat.side,
            target,
            part,
            mentions=mentions,
            ping="" if n else "turn",
            buttons=() if n else (link_to("To the battle", tactical.guild_id, tactical.channel_id),),
        )
        for n, part in enumerate(parts)
    ]


def _enemies(made: BattleSetUp, camp: str) -> list[tuple[str, int]]:
    """The other camps, each with as many craft as this one sees of it."""
    seen = view_for(made.battle, camp).known.craft.values()
    return [
        (side.name, sum(craft.side == other for craft in seen))
        for other, side in made.battle.sides.items()
        if other != camp
    ]


def note_for_gm(row: GameRow, turn: int, battle: BattleRow, text: str) -> Letter:
    """A line to the game master about a battle that is fought, or was to be."""
    return Letter("gm", row.id, turn, "", Target("gm"), f"{battle_line(row, battle)}\n{text}")


def closing_letter(tactical: GameRow, why: str) -> Letter:
    """A tactical game is over without a result."""
    return public(tactical, 0, format_battle_closed(tactical.name, why))


def last_call(tactical: GameRow, seat: SeatRow, due: int) -> list[Letter]:
    """Once, when the time of a battle is nearly over."""
    target = target_of(seat)
    if target is None or seat.user_id is None:
        return []
    text = format_last_call(tactical.name, tactical.channel_id, due)
    return [
        Letter("reminder", tactical.id, 0, seat.side, target, text, mentions=(seat.user_id,), ping="last", until=due)
    ]
