"""Texts of the letters on battles: which a month waits for, and those that are fought in a tactical game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.words.safe_text import bare
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import SideId

SPECTATOR_LINES: Final[Mapping[str, str]] = {
    "nobody": "",
    "at-peace": "Players of empires that are at peace with all who fight here may look on.",
    "everybody": "Everybody may look on.",
}
"""What is said of spectators, by the campaign's option."""
PROXY_COMMANDER: Final = "a proxy"
"""Who commands for a player whose time is over."""
BATTLES_SETTLED: Final = "Its battles are settled."
"""Why a month goes on."""
NOBODY_PLAYS: Final = "Nobody plays a side of it."
"""Why no tactical game is made of a battle."""
NO_CHANNEL: Final = (
    "No tactical game is made of it: the campaign's channel is gone; /campaign repair moves it, /gm battle tries again."
)
NO_RESULT: Final = "Its tactical game was closed without a result."
WHY_CLOSED: Final[Mapping[str, str]] = {
    "campaign": "the campaign is over.",
    "turn": "its turn was taken back or has gone on without it.",
    "battle": "the battle no longer happens.",
    "settled": "the game master has settled the battle.",
    "closed": "the game master has closed it.",
}
"""Why a tactical game is over without a result, by what has put an end to it."""


def format_battle(fight: Battle, names: Mapping[SideId, str], deadline: int | None) -> str:
    """A battle in one line, for the game master: what it is, where, when, who, and by when."""
    forces = [
        f"{fight.called(side, names)} ({sum(u.count for u in fight.units if u.side == side)})" for side in fight.sides
    ]
    until = "" if deadline is None else f", until <t:{deadline}:f>"
    return f"`{fight.id}` {fight.kind} at {fight.hex}, week {fight.week}: {' against '.join(forces)}{until}"


def format_waiting_battles(name: str, turn: int, battles: Sequence[str]) -> str:
    """A turn waits for these battles, each in a line."""
    what = "a battle" if len(battles) == 1 else f"{len(battles)} battles"
    lines = [
        f"Turn {turn} of **{name}** waits for {what}. Orders are closed; the month goes on by itself when all is settled.",
        *(f"- {battle}" for battle in battles),
    ]
    return "\n".join(lines)


def format_fought_by_proxy(name: str, battle: str, winner: str) -> str:
    """The time of a battle was over, and nobody had settled it; `winner` is "" where nobody holds the place."""
    end = f"{winner} holds the place" if winner else "nobody holds the place"
    return f"The time of battle `{battle}` of **{name}** was over: proxies fought it, and {end}."


def format_battle_name(world: str, place: str) -> str:
    """What a battle that is fought is called: by the world that it is fought over, else by its hex."""
    name = "".join(one for one in bare(world, 60) if one not in "<>@*[]\\|")
    return f"Battle of {name}" if name else f"Battle at {place}"


def format_battle_opened(
    name: str,
    fight: Battle,
    sides: Iterable[tuple[str, int | None]],
    last_turn: int | None,
    deadline: int | None,
    spectators: str,
) -> str:
    """The first post of a tactical game's thread; `sides` are who fights in each camp and the user who plays it (None:
    stances)."""
    lines = [f"**{name}**: {fight.kind} at {fight.hex}, week {fight.week}."]
    for side, user in sides:
        lines.append(f"- {side}: {'played by its stances' if user is None else f'<@{user}>'}")
    lines.append(f"It lasts {last_turn} turns at most; then who came withdraws, and who held the place keeps it.")
    if deadline is not None:
        lines.append(f"Its time is over <t:{deadline}:F> (<t:{deadline}:R>); stances play what is left then.")
    lines += [SPECTATOR_LINES[spectators]] if SPECTATOR_LINES[spectators] else []
    lines.append("The battle's result counts: its month goes on by itself when everything is fought.")
    return "\n".join(lines)


def format_briefing(
    battle: str, channel: int, own: str, captain: str | None, enemies: Iterable[tuple[str, int]], lines: Sequence[str]
) -> str:
    """What a side is told in its own place: where it is fought, by whom (None: by itself, "": by stances), against whom with
    how many craft in sight, what for and with what."""
    if captain is None:
        who = f"You command **{own}**. /battle leave gives it to your admirals, or to a deputy whom you name."
    else:
        who = f"**{own}** is commanded by {captain or 'its stances'}."
    against = [f"{name} ({f'{seen} craft in sight' if seen else 'no craft in sight'})" for name, seen in enemies]
    first = f"**{battle}** is fought now: <#{channel}>."
    return "\n".join([first, who, f"Against you: {', '.join(against)}.", *lines])


def format_battle_closed(name: str, why: str) -> str:
    """A tactical game is over without a result."""
    return f"**{name}** is over: {why} What was played counts for nothing."


def format_last_call(name: str, channel: int, due: int) -> str:
    """The time of a battle is nearly over."""
    return f"The time of **{name}** (<#{channel}>) is over <t:{due}:R>; your stances play what is left of it then."


def format_fought_in(thread: int) -> str:
    """To the game master: a battle's players fight it in a thread."""
    return f"Its players fight it in <#{thread}>."


def format_no_tactical_game(why: str) -> str:
    """To the game master: a battle cannot be fought by its players, for a reason in a sentence."""
    return f"No tactical game is made of it: {why} /gm battle settles it."


def format_no_thread(channel: int, why: str) -> str:
    """The same where a battle can have no thread in its campaign's channel; `why` is what the bot lacks."""
    return (
        f"No tactical game is made of it: I cannot make a thread in <#{channel}>: {why}, then press **Let them fight** below "
        "/gm battle."
    )


def format_fought(winner: str) -> str:
    """To the game master: a tactical game is over, and its battle is settled; `winner` is "" where nobody holds the place."""
    return f"Its players have fought it: {winner or 'nobody'} holds the place."


def format_unfought(why: str) -> str:
    """To the game master: a tactical game is over and has settled nothing, for a reason in a sentence."""
    return f"{why} /gm battle settles it."


def format_not_let_in(user: int, thread: int) -> str:
    """To the game master: somebody who belongs in a battle's thread is not there."""
    return f"⚠ <@{user}> cannot be let into <#{thread}>: see whether they are here and may view the channel."


def format_unreadable(why: str) -> str:
    """A tactical game is over, and cannot be read back for a reason in a sentence."""
    return f"Its tactical game cannot be read back: {why}"
