"""Texts of the letters on a campaign between its turns: it is founded, races and designs are judged, somebody new leads an
empire, it is over.

`name` is the campaign's, `side` an empire's; moments are in UTC seconds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.words.letters import format_orders_due
from render.words.safe_text import plain

FOUNDED: Final = (
    "1. /campaign found (without a name) opens its plan: map and seats, rules, house rules, budgets, schedule.\n"
    "2. Friends take seats with /campaign join and design their races; /gm races shows how far they are and judges them.\n"
    "3. When every race is approved, **Make the cluster** is on both panels; /campaign begin then opens turn 1.\n"
    "4. /campaign schedule sets the rhythm. Nothing is lost later: /gm undo takes a turn back. /help topic:gm has the rest."
)
READY_MADE: Final = (
    "1. Friends take seats with /campaign join; /campaign players shows who has one.\n"
    "2. /campaign schedule sets the rhythm, /campaign options review and reminders.\n"
    "3. /campaign begin opens turn 1; your dashboard is here from then on, with a button for each thing you do.\n"
    "4. Nothing is lost later: /gm undo takes a turn back. /help topic:gm has the rest."
)
RACE: Final = (
    "1. /race design leads through your people page by page; a ready race can be taken as it is.\n"
    "2. /race package spends the starting budgets; the panel marks what is still missing with ⚠.\n"
    "3. **Submit** it when nothing is missing. /campaign rules shows the plan that all play by."
)
JUDGED: Final[Mapping[str, str]] = {"approved": "is approved", "returned": "comes back to you"}
"""What has happened to a race, by its state now."""


def format_founded(name: str, host: int, *, may_play: bool) -> str:
    """A campaign is founded by a user, its game master; `may_play` where they can take a seat too, and no person rules."""
    who, then = (
        f"is founded, with <@{host}> as its game master",
        "The cluster is made when every race is approved.",
    )
    if may_play:
        who = f"is founded by <@{host}>, who may play too: no person rules in it"
        then = "It begins by itself when every race is approved."
    return (
        f"**{name}** {who}. Take a seat with /campaign join and design your race with /race design; /campaign rules shows "
        f"the plan. {then}"
    )


def format_gm_first_steps(name: str, hint: str, *, is_open: bool) -> str:
    """The game master's way to turn 1, with a hint ("" for none); `is_open` where races are designed first."""
    steps = FOUNDED if is_open else READY_MADE
    first = f"You are the game master of **{name}**.\n**Your way to turn 1**\n{steps}"
    return f"{first}\n⚠ {hint}" if hint else first


def format_first_steps(name: str, side: str) -> str:
    """A player's way to a race."""
    return f"Welcome to **{name}**: you lead **{side}**.\n**Your race comes first**\n{RACE}"


def format_race_submitted(name: str, side: str) -> str:
    """To the game masters: a race is to be judged."""
    return f"**{name}**: {side} has submitted a race. /gm races shows it."


def format_race_judged(name: str, state: str, comment: str, *, by_default: bool) -> str:
    """To a race's player: what has come of it (`JUDGED`), with a comment, "" for none."""
    words = f"\n{_format_judge(by_default=by_default)} says: {comment}" if comment else ""
    return f"Your race in **{name}** {JUDGED[state]}.{words}\n/race design shows it."


def format_design_submitted(name: str, side: str, design: str) -> str:
    """To the game masters: a design is to be judged."""
    return f"**{name}**: {side} asks for the design {design}. /gm designs shows it."


def format_design_returned(name: str, design: str, comment: str, *, by_default: bool) -> str:
    """To a design's player: it is to be changed, with a comment on why."""
    who = _format_judge(by_default=by_default)
    return f"**{name}**: your design {design} comes back. {who} says: {comment}\n/design unit changes it."


def _format_judge(*, by_default: bool) -> str:
    return "The default ruling" if by_default else "The game master"


def format_cannot_begin(name: str, why: str) -> str:
    """What stands in the way of a cluster that would be made by itself."""
    return f"**{name}** cannot begin: {why} Its plan can be changed with /campaign found."


def format_open_seats(name: str, sides: Iterable[str], due: int) -> str:
    """All players' races are approved, and seats are open for a while."""
    return (
        f"**{name}**: every player's race is approved. Open still: {', '.join(f'**{side}**' for side in sides)}. "
        f"Take a seat with /campaign join until <t:{due}:F>; then the bot leads what is open, and the campaign begins."
    )


def format_cluster_made(name: str, sides: Iterable[str]) -> str:
    """To everybody: the cluster is made, and these live in it."""
    return f"The cluster of **{name}** is made. In it live: {', '.join(sides)}. The first turn opens soon."


def format_cluster_made_for_side(name: str) -> str:
    """The same to a side."""
    return f"The cluster of **{name}** is made; your race can no longer be changed. Your map comes with turn 1."


def format_new_leader(name: str, user: int | None, side: str) -> str:
    """Somebody has got a seat."""
    return f"**{name}**: <@{user}> leads **{side}** now."


def format_new_leader_welcome(
    name: str, side: str, turn: int, due: int | None, orders: int, *, is_open: bool, is_led: bool
) -> str:
    """The same to them: how their turn stands (`is_open` while it takes orders) and with how many orders; `is_led` by a person,
    who publishes its result."""
    waits = "its result waits for the game master" if is_led else "the month is being played"
    state = "is open." if is_open else f"is closed, and {waits}."
    sheet = {0: "No order is on your sheet yet", 1: "One order is on your sheet already"}.get(
        orders, f"{orders} orders are on your sheet already"
    )
    return (
        f"Welcome to **{name}**: you lead **{side}** now. Turn {turn} {state}{format_orders_due(due)}\n"
        f"{sheet}: /orders show. To read: /turn report (what happened last), /empire show, /map mine; /help shows how to begin."
    )


def format_solo_begun(name: str, rivals: Iterable[str], handicap: int | None) -> str:
    """A campaign alone begins, against these; a handicap is what each of them produces, in per cent."""
    led = ", ".join(f"**{plain(rival)}**" for rival in rivals)
    given = "" if handicap is None else f" Each produces {handicap} % of what its worlds yield."
    return (
        f"### {name}\nYour rivals, led by the bot: {led}.{given} A month passes when you press **I am ready**; take as long as "
        "you like.\n"
        "Default rulings decide what no rule covers, and say so. /turn undo takes a month back, /campaign finish ends the "
        "campaign and reveals all its secrets, /help has the rest."
    )


def format_chronicle(name: str, leaders: Iterable[tuple[str, str, int, int]], awards: Sequence[str] = ()) -> str:
    """A campaign's chronicle is there, with who led which side from which turn to which, and a line for each award."""
    lines = [
        f"**The chronicle of {name}**: save `chronicle.html` and open it in a browser; `chronicle.md` holds the same words. "
        "The film shows the whole truth. /campaign chronicle gives it again, /turn dice the seeds, /campaign export all of it.",
        *(
            f"- {side}: {who}, {f'turn {first}' if first == last else f'turns {first} to {last}'}"
            for side, who, first, last in leaders
        ),
        *(["**Awards**", *awards] if awards else []),
    ]
    return "\n".join(lines)


def format_led_by_bot(character: str) -> str:
    """Who led an empire in a chronicle: a governor of this character."""
    return f"the bot, {character}"


def format_unnamed(*, is_master: bool) -> str:
    """Somebody in a chronicle whose name is not known."""
    return "a game master" if is_master else "a player"
