"""Texts of letters on seats, in every game: who takes and leaves them, who is away, who acts for them, and who misses turns.

`name` is the game's, `side` a side's name; moments are in UTC seconds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.words.game_letters import MANAGES
from render.words.letters import format_orders_due
from render.words.safe_text import count, plain

LONGEST_WORD: Final = 100
"""Characters of a player's word on their absence."""
POWERS: Final[Mapping[str, str]] = {
    "all": "all orders",
    "careful": "orders, but no treaties, no war and no spies",
    "upkeep": "only what keeps things running",
}
"""What a deputy may give, by the name of their powers."""
NOT_HERE: Final = " (not on this server)"
"""Behind the name of somebody who has left it."""
SINCE: Final[Mapping[str, str]] = {"campaign": "the campaign began", "seat": "they took the seat"}
IS_AWAY: Final = "its player is away"
"""Why a deputy begins."""
HAS_MISSED: Final = "its player has missed turns"
"""Why a deputy begins whose player has been there before; of another `format_never_here_why` tells."""
ABSENCE_OVER: Final = "its player's absence is over"
"""Why a deputy stops."""
IS_BACK: Final = "its player is back"
"""Why a deputy stops: the player has acted."""
ARRANGED_ANEW: Final = "its player has arranged something else"
"""Why a deputy stops: the player has named another, or nobody."""
DUTY_OVER: Final = "its deputy's duty is over"
"""Why a standing order is over that a deputy laid down."""
BACK_ALREADY: Final = "You are back already."
_DAY: Final = 86_400


def format_open_seat(name: str, side: str, rhythm: str, due: int | None) -> str:
    """Everybody may take a seat. It says nothing of the side but its name."""
    return (
        f"### {side} needs a leader\n"
        f"A seat of **{name}** is open: **{side}**, with everything that it has. Turns are due "
        f"{rhythm}.{format_orders_due(due)}\n"
        "The new player gets a page that says how it is doing, what it planned and what to decide, and a guide through the "
        "first turn step by step."
    )


def format_seat_left(name: str, channel: int, side: str) -> str:
    """A player has given their seat up, in which game and where."""
    return f"**{name}** (<#{channel}>): {side} has no player now. Replace the player, or hold the seat open."


def format_player_removed(side: str) -> str:
    """A player has had their data removed, and their seat is free."""
    return f"{side} has no player now: theirs had their data removed. Replace the player, or hold the seat open."


def format_masters_removed(name: str) -> str:
    """A game has no game master any more."""
    return (
        f"The game master of **{name}** has left, and the bot has removed their data. It waits for a manager of this server: "
        "they can hand the campaign over to a new game master, or end it."
    )


def format_looked_in(name: str, user: int, played: Iterable[str]) -> str:
    """Somebody who has played these sides has acted as game master by their role."""
    return (
        f"<@{user}>, who has played {' and '.join(played)}, has looked in as game master of **{name}** by their role. They "
        "know all secrets now and can no longer take a seat, unless you give them one."
    )


def format_handed_over(name: str, user: int, before: Sequence[int | None], by: int, *, by_manager: bool) -> str:
    """A user is game master, in the place of those `before`."""
    whose = f"<@{by}>, {MANAGES}," if by_manager else f"<@{by}>"
    gone = " and ".join(f"<@{one}>" for one in before)
    instead = f" in the place of {gone}" if gone else ""
    return f"<@{user}> is game master of **{name}** now{instead}. {whose} handed it over."


def format_new_master(name: str, user: int) -> str:
    """The same to the new game master."""
    return (
        f"<@{user}>: You are the game master of **{name}** now, and see all its secrets. /campaign info shows its state, "
        "/help topic:gm what you can do; your dashboard is here while a turn is open."
    )


def format_span(since: int, until: int) -> str:
    """An absence, its days by each reader's own clock; its last day is told as one of it."""
    days = -(-(until - since) // _DAY) if until > since else 1
    return f"<t:{since}:D> to <t:{until - 1}:D> ({count(max(days, 1), 'day')})"


def format_away(name: str, user: int, side: str, since: int, until: int, word: str, *, anew: bool) -> str:
    """A user is going to be away, with their own word on it ("" for none); `anew` if that was told before, and has changed."""
    said = f": {plain(word, LONGEST_WORD)}" if word else "."
    return f"**{name}**: <@{user}> ({side}) is {'now ' if anew else ''}away {format_span(since, until)}{said}"


def format_not_away(name: str, user: int, side: str) -> str:
    """An absence is taken out of the calendar."""
    return f"**{name}**: <@{user}> ({side}) is not going to be away after all."


def format_deputy_begins(name: str, side: str) -> str:
    """A deputy acts from now on: to everybody, who need not know whether its player is away or misses turns."""
    return f"**{name}**: a deputy leads **{side}** for its player now."


def format_deputy_for_player(name: str, side: str, powers: str, why: str) -> str:
    """The same to the player."""
    return (
        f"**{name}**: {why}, so a deputy acts for **{side}** ({POWERS[powers]}). Give an order, press **I am ready** or "
        "**I am back**, and that ends at once. /away review shows what was done for you."
    )


def format_deputy_for_masters(name: str, side: str, powers: str, why: str, user: int | None) -> str:
    """The same to the game masters; without a user it is the bot that acts."""
    who = "the bot" if user is None else f"<@{user}>"
    return f"**{name}**: {why}, so {who} acts for **{side}** ({POWERS[powers]})."


def format_duty(name: str, side: str, powers: str, why: str, channel: int) -> str:
    """The same to the deputy."""
    return (
        f"You act for **{side}** in **{name}** now ({POWERS[powers]}): {why}. You can read its thread and use its commands in "
        f"<#{channel}>; each order is marked as yours, and it ends when the player is back."
    )


def format_deputy_ends(name: str, side: str) -> str:
    """Nobody acts for a player any more: to everybody."""
    return f"**{name}**: **{side}** is led by its player again."


def format_deputy_ends_for_masters(name: str, side: str, why: str) -> str:
    """The same to the game masters."""
    return f"**{name}**: {why}; nobody acts for **{side}** but its player."


def format_duty_ends(name: str, side: str, why: str) -> str:
    """The same to the deputy."""
    return f"You no longer act for **{side}** in **{name}**: {why}. Thank you."


def format_times_missed(user: int | None, side: str, missed: int, since: str | None = None) -> str:
    """How many turns running somebody has missed, as a part of a sentence; `since` as in `format_never_here`, if nothing has come
    from them at all."""
    never = f" and has not been here since {SINCE[since]}" if since else ""
    return f"<@{user}> ({side}) has missed {count(missed, 'turn')} running{never}"


def format_never_here(user: int | None, side: str, since: str) -> str:
    """Nothing has come from a seat's holder since the "campaign" began, or since they have their "seat"; as a part of a
    sentence."""
    return f"<@{user}> ({side}) has not been here since {SINCE[since]}: no order, and no report opened"


def format_never_here_for_masters(name: str, never: str) -> str:
    """To the game masters; `never` as `format_never_here` says it."""
    return (
        f"**{name}**: {never}. /gm seat replace gives the seat to somebody else, /gm seat bot_player has me lead the side, and "
        "/gm problems names anyone who has left the server."
    )


def format_never_here_why(since: str) -> str:
    """The same as a reason for a deputy to begin."""
    return f"its player has not been here since {SINCE[since]}"


def format_all_reminded(name: str, missed: Iterable[str]) -> str:
    """To the game masters: these have missed turns, each as `format_times_missed` says it, with a reminder in their threads."""
    return f"**{name}**: {'; '.join(missed)}. A reminder is in their thread; /gm problems names anyone who has left the server."


def format_missed(name: str, side: str, turn: int, deputy_after: int) -> str:
    """To a player whose orders did not come for the turn before this one; a deputy acts after so many (0: never)."""
    after = f" After {count(deputy_after, 'missed turn')} a deputy acts for you." if deputy_after else ""
    return (
        f"**{name}**: {side} had no orders from you in turn {turn - 1}. Turn {turn} is open; an order or "
        f"**I am ready** is enough.{after} Away for a while? /away plan."
    )


def format_seat_lost(name: str, side: str) -> str:
    """To a player who has missed so many turns that their seat is open."""
    return (
        f"Your seat in **{name}** ({side}) is open now, since it had nothing from you for a while. As long as "
        "nobody has taken it, /campaign join gives it back to you."
    )


def format_seat_lost_for_masters(name: str, side: str, missed: str) -> str:
    """The same to the game masters; `missed` as `format_times_missed` says it."""
    return f"**{name}**: {missed}, so the seat of {side} is open. /gm seat replace gives it to somebody."


def format_spent(name: str, side: str) -> str:
    """To the player of a side that has nothing left; they are told once."""
    return (
        f"**{name}**: {side} has nothing left: no colony, no unit, no CPs. Your turns count as ready from now on, and nobody "
        "waits for you. You can read on and ask (/orders ask); /campaign leave gives up the seat."
    )


def format_spent_for_masters(name: str, side: str) -> str:
    """The same to the game masters."""
    return (
        f"**{name}**: {side} has nothing left. Its turns count as ready from now on, and its player misses none. With /gm amend "
        "you can give it something to go on with."
    )


def format_back_from_deputy(side: str) -> str:
    """To the player: nobody acts for their side any more."""
    return f"You are back: nobody else acts for {side} now. /away review shows what was done for you."


def format_back(name: str) -> str:
    """To the player, for whom nobody acted: they count as here."""
    return f"You are back in {name}: the calendar shows you as here."


def format_welcome_back(said: Iterable[str]) -> str:
    """Somebody is back in all their games, with what that ended in each, as the two above say it."""
    return " ".join(["Welcome back.", *said])
