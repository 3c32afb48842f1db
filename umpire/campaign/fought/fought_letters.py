"""The letters of a battle that is fought in a bout: to those who fight it, to their captains, to the game master."""

from collections.abc import Mapping
from typing import Final

from storage.battles import BattleRow
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.campaign.fought.rooms import BattleLink
from umpire.campaign.fought.setup import Staged
from umpire.campaign.turn.turn_letters import battle_line
from umpire.games.notices import public, side_name, split
from umpire.games.options import Spectators
from umpire.outbox.outbox import Letter, Target, link_to, target_of

LOOKING_ON: Final[Mapping[Spectators, str]] = {
    "nobody": "",
    "at-peace": "Players of empires that are at peace with all who fight here may look on.",
    "everybody": "Everybody may look on.",
}
"""What the captains are told of spectators."""


def opened(
    bout: GameRow, battle: BattleRow, staged: Staged, captains: Mapping[str, int | None], looking: Spectators
) -> Letter:
    """The first post of the bout's thread, which those who take part read, and spectators, where a campaign has them."""
    fight = battle.fight
    lines = [f"**{bout.name}**: {fight.kind} at {fight.hex}, week {fight.week}."]
    for camp, side in staged.battle.sides.items():
        user = captains.get(camp)
        lines.append(f"- {camp}, {side.name}: {'played by its stances' if user is None else f'<@{user}>'}")
    last = staged.battle.last_turn
    lines.append(f"It lasts {last} turns at most; then who came withdraws, and who held the place keeps it.")
    if battle.deadline is not None:
        lines.append(
            f"Its time is over <t:{battle.deadline}:F> (<t:{battle.deadline}:R>); stances play what is left then."
        )
    lines += [LOOKING_ON[looking]] if LOOKING_ON[looking] else []
    lines.append("What comes of it is what came of the battle: its month goes on by itself when all is fought.")
    return public(bout, 1, "\n".join(lines))


def briefing(row: GameRow, turn: int, seat: SeatRow, bout: GameRow, link: BattleLink, staged: Staged) -> list[Letter]:
    """What a side is told in its own place: where it is fought, by whom, what for, and which craft are its own."""
    target = target_of(seat)
    if target is None:
        return []
    camp = link.camp_of(seat.side)
    captain = link.captains[camp]
    lines = [f"Your forces of **{row.name}** are in battle, and it is fought now: <#{bout.channel_id}>."]
    if captain == seat.side:
        lines.append(
            f"You are the captain of side {camp}. /battle leave gives it to your admirals, or to a deputy whom you name."
        )
    else:
        lines.append(f"Side {camp} is commanded by {side_name(row, captain) if captain else 'its stances'}.")
    lines += [staged.objectives[camp], *staged.rosters[seat.side]]
    mentions = () if seat.user_id is None else (seat.user_id,)
    parts = split("\n".join(lines))
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
            buttons=() if n else (link_to("To the battle", bout.guild_id, bout.channel_id),),
        )
        for n, part in enumerate(parts)
    ]


def told_master(row: GameRow, turn: int, battle: BattleRow, text: str) -> Letter:
    """A line to the game master about a battle that is fought, or was to be."""
    return Letter("gm", row.id, turn, "", Target("gm"), f"{battle_line(row, battle)}\n{text}")


def closed(bout: GameRow, why: str) -> Letter:
    """A bout is over without a result."""
    return public(bout, 0, f"**{bout.name}** is over: {why} What was played counts for nothing.")


def last_call(bout: GameRow, seat: SeatRow, due: int) -> list[Letter]:
    """Once, when the time of a battle is nearly over."""
    target = target_of(seat)
    if target is None or seat.user_id is None:
        return []
    text = f"The time of **{bout.name}** (<#{bout.channel_id}>) is over <t:{due}:R>; your stances play what is left of it then."
    return [Letter("reminder", bout.id, 0, seat.side, target, text, mentions=(seat.user_id,), ping="last", until=due)]
