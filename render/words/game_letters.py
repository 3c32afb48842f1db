"""Texts of letters on a game's course, in every game: deadlines that move, pauses, its end, its rules, and what went wrong.

`name` is the game's; moments are in UTC seconds.
"""

from collections.abc import Iterable
from typing import Final

from render.words.safe_text import count

MANAGES: Final = "who manages this server"
"""What is said of a user whose word counts although they are no game master."""
DEADLINE_PASSED: Final = "The deadline has passed."
"""Why a turn is resolved at its deadline."""
ALL_READY: Final = "All are ready."
"""Why a turn is resolved before its deadline."""
WAIT_IS_OVER: Final = "What it waited for has come."
"""Why a turn goes on."""
BY_HAND: Final = "when the game master says so"
"""When turns are due where there is no schedule."""
WHEN_ALL_READY: Final = "as soon as all are ready"
"""When turns are due where there is neither a schedule nor a game master who resolves them."""
DESK: Final = "The pinned dashboard."
"""What stands in a dashboard's letter until it is sent: what it shows is made then."""


def format_moved_deadline(name: str, turn: int, old: int | None, new: int | None, why: str) -> str:
    """A turn's deadline has moved, is there for the first time, or is gone (None); `why` is one more sentence, or ""."""
    if new is None:
        moved = f"turn {turn} has no deadline now (it was <t:{old}:F>)."
    elif old is None:
        moved = f"turn {turn} is due <t:{new}:F> (<t:{new}:R>); it had no deadline before."
    else:
        moved = f"the deadline of turn {turn} was <t:{old}:F>, and is now <t:{new}:F> (<t:{new}:R>)."
    return f"**{name}**: {moved}{f' {why}' if why else ''}"


def format_rhythm(rhythm: str) -> str:
    """Turns are due at other moments from now on."""
    return f"Turns are now due {rhythm}."


def format_put_off(reason: str) -> str:
    """Why the game master has put a deadline off."""
    return f"Reason: {reason}"


def format_downtime(since: int, until: int) -> str:
    """Why a deadline comes later: the bot was not there."""
    return f"I was away from <t:{since}:f> to <t:{until}:f>, and nobody is to lose time."


def format_away(since: int, until: int) -> str:
    """Why a deadline comes later: the bot was not on the server, or the server not at Discord."""
    return f"I was not on this server from <t:{since}:f> to <t:{until}:f>, and nobody is to lose time."


def format_back(since: int) -> str:
    """The bot is on the server again, where no deadline has moved for it."""
    return f"I am on this server again. I was not here since <t:{since}:f>; what waited comes now."


def format_drawn(side: str, hours: int) -> str:
    """Why a deadline comes later: a side's player ("": nobody is to know whose) takes hours from their bank."""
    who = f"**{side}**" if side else "A player"
    return f"{who} takes {count(hours, 'hour')} from {'its' if side else 'their'} bank of time."


def format_reminder(name: str, turn: int, due: int, standing: str) -> str:
    """A player's orders are due; `standing` says how far they are."""
    return f"Orders for turn {turn} of **{name}** are due <t:{due}:F> (<t:{due}:R>). {standing}"


def format_grace(name: str, turn: int, ends: int) -> str:
    """A deadline has passed, and orders are still taken for a while."""
    return (
        f"**{name}**: the deadline of turn {turn} has passed. Orders are still taken until "
        f"<t:{ends}:t> (<t:{ends}:R>), or until all are ready; then the turn is resolved."
    )


def format_channel_moved(name: str, channel: int, manager: int) -> str:
    """A manager of the server has moved a game to another channel."""
    return f"**{name}** is played in <#{channel}> now. <@{manager}>, {MANAGES}, moved it."


def format_paused(name: str, reason: str, by: int | None) -> str:
    """The clock is stopped, for a reason or "" for none, by a user; by None where a game stands still with the one that it is a
    part of."""
    if by is None:
        return f"**{name}** is paused for as long as the game that it is a part of."
    return f"<@{by}> has paused **{name}**{f': {reason}' if reason else '.'}"


def format_resumed(name: str, due: int | None) -> str:
    """The clock runs again."""
    return f"**{name}** goes on.{f' The deadline is <t:{due}:F>.' if due else ''}"


def format_over(name: str, reason: str, manager: int | None) -> str:
    """A game is over; `manager` is who ended it, if it was not its game master."""
    by = "" if manager is None else f" <@{manager}>, {MANAGES}, ended it."
    return f"**{name}** is over.{f' {reason}' if reason else ''}{by}"


def format_farewell(name: str, reason: str, manager: int | None) -> str:
    """The same to everybody."""
    return f"{format_over(name, reason, manager)} Thank you for playing."


def format_newer_rules(name: str, turn: int, ruleset: str, before: str, changes: Iterable[str]) -> str:
    """A game goes on by other rules than before, with what has changed in them."""
    first = f"From turn {turn} on, **{name}** is played by newer rules ({ruleset}, before: {before})."
    return "\n".join([first, *(f"- {change}" for change in changes)])


def format_unresolved(turn: int, code: str, why: str | None) -> str:
    """A turn could not be resolved; `why` is what the game itself said, None for a fault in the program."""
    return (
        f"Turn {turn} could not be resolved (code {code}, also in the program's log). "
        f"{'A fault in the program.' if why is None else why} All orders are kept; it is tried again every ten minutes."
    )


def format_undelivered(
    kind: str,
    place: int,
    side: str,
    detour: int | None,
    repair: str,
    *,
    thread_of: str = "",
    why: str = "",
    by_dm: bool,
) -> str:
    """Letters do not arrive at a user's, `by_dm`, or in a channel or thread, for what kind of reason.

    `why` is what the bot lacks, `detour` the thread to which they go meanwhile, `repair` the command that mends it. `thread_of`
    is what a game is called that is played in a thread of its own; of other games the letters are a side's ("": everybody's).
    """
    then = f" Letters go to <#{detour}> meanwhile." if detour is not None else ""
    where = f"<@{place}>" if by_dm else f"<#{place}>"
    whose = f" of {side}" if side and not thread_of else ""
    if thread_of and not by_dm:
        this = f"this {thread_of.partition(' ')[2]}"
        return f"{_format_thread(kind, where, this, why)} {_format_mend(kind, repair)}"
    return f"{_format_wrong(kind, where, place, whose, why, thread_of)}{then or ' ' + _format_mend(kind, repair)}"


def _format_mend(kind: str, repair: str) -> str:
    match kind:
        case "missing-permission" | "locked":
            return f"Nothing is lost: it comes by itself once I can write there, or at once with {repair}."
        case _:
            return f"Nothing is lost. Fix it, then use {repair}."


def _format_thread(kind: str, where: str, this: str, why: str) -> str:
    match kind:
        case "channel-gone":
            return f"The thread of {this} is gone, so what I have to say there waits, and it is played on without you."
        case "missing-permission":
            return f"I cannot write in {where}, the thread of {this}{why and f': I {why}'}. What I have to say there waits."
        case "locked":
            return f"{where}, the thread of {this}, is locked, so what I have to say there waits. Unlock it."
        case _:
            return f"Discord refused a message of {this} to {where}, so it waits."


def _format_wrong(kind: str, where: str, place: int, whose: str, why: str, thread_of: str) -> str:
    match kind:
        case "channel-gone":
            return f"A channel or thread{whose} is gone (it was {where}, id {place}), so letters to it wait."
        case "missing-permission" if why:
            return f"I cannot write{whose and f' to the thread{whose}'} in {where}: I {why}. Letters to it wait."
        case "missing-permission":
            return f"I am not allowed to write{whose and f' to the thread{whose}'} in {where}, so letters to it wait."
        case "locked":
            return f"The thread{whose}, {where}, is locked, so letters to it wait: unlock it, or let me manage threads."
        case "member-gone":
            replace = "" if thread_of else " /gm seat replace gives the seat to another."
            return f"The player{whose}, {where}, is no longer on this server, so letters to them wait.{replace}"
        case "dm-closed":
            return f"The player{whose}, {where}, takes no direct messages from me."
        case _:
            return f"A letter{whose} to {where} was refused, so it waits."


def format_unpinned(whose: str, where: str, why: str) -> str:
    """A dashboard that is not pinned: a side's, or the game master's own (""); `where` is its thread, "" for direct messages;
    `why` says what is full and what makes room."""
    desk = f"The dashboard of {whose}" if whose else "The game master's dashboard"
    found = f"{desk}{where and f' in {where}'}"
    return f"{found} is not pinned: {why}. The dashboard itself is there, and I pin it when it next changes."


def format_waiting_draft(name: str, turn: int, days: int) -> str:
    """To everybody: a result has waited long for its game master."""
    return (
        f"**{name}**: the result of turn {turn} has waited for the game master for {count(days, 'day')}. Nothing is lost, and "
        "no deadline runs meanwhile. If the game master does not come back, anyone with Manage Server can make somebody else "
        "game master: /campaign handover."
    )
