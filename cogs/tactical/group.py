"""The command group of a tactical game: the commands that all of them have, made from its `Tactical`, and its own.

A game from outside writes `tactical_group(TACTICAL)` in its face; one with more commands subclasses `TacticalGroup`:

    class DuelGroup(TacticalGroup, name="duel", description="A duel at sea"):
        @command("The chart of the sea")
        async def chart(self, interaction: Interaction) -> None: ...

    FACE = Face(commands=lambda: (DuelGroup(TACTICAL),), buttons=tactical_buttons(TACTICAL), board=board_of(TACTICAL))

A command that the subclass has under a shared one's name takes its place.
"""

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.common.command_factory import LONGEST_LABEL, Option, Pair, ThemeOption, declare_options, fixed, lookup, short
from cogs.common.components import Handler
from cogs.common.durations import DURATION_TEXT, hours_in, hours_offered
from cogs.common.interactions import Interaction
from cogs.tactical import conduct_handlers, reading_handlers, repair_handlers, starting_handlers
from cogs.tactical.game import GameStart, Gathering, Shared, Tactical

Turn = Range[int, 1, 1000]
PastTurn = Annotated[Turn, "Which turn"]
LatestTurn = Annotated[Turn | None, "Which turn; default: the latest"]
TO_ANSWER = "How long players have each time they are asked: 24h, 2 days; none"
MOST_TO_ANSWER = 336
"""Hours: two weeks."""
Body = Callable[..., Coroutine[Any, Any, None]]


class TacticalGroup(app_commands.Group):
    """The commands of a tactical game."""

    def __init__(self, of: Tactical) -> None:
        super().__init__()
        for command in shared_commands(of):
            if self.get_command(command.name) is None:
                self.add_command(command)


def tactical_group(of: Tactical) -> app_commands.Group:
    """The group of a game that has no commands of its own."""
    group = app_commands.Group(name=of.group, description=of.about)
    for command in shared_commands(of):
        group.add_command(command)
    return group


def tactical_buttons(of: Tactical) -> Mapping[str, Handler]:
    """Who answers the buttons of the common commands; their ids begin with the game's `buttons`."""
    return {**conduct_handlers.conduct_buttons(of), **starting_handlers.start_buttons(of)}


def shared_commands(of: Tactical) -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The common commands, under the game's names for them. ValueError for a game that says things which do not go together."""
    if of.concede is not None and of.kind.concession is None:
        raise ValueError(f"/{of.group} lets a side give up, and its kind names no concession")
    about = {**_beginning(of), **_reading(of), **_conduct(of)}
    found: list[app_commands.Command[Any, ..., None]] = []
    for shared, (description, body) in about.items():
        if shared not in of.without:
            extras = declare_options(body, inspect.signature(body))
            name = of.names.get(shared, shared)
            found.append(app_commands.Command(name=name, description=description, callback=body, extras=extras))
    return tuple(found)


Made = dict[Shared, tuple[str, Body]]


def _beginning(of: Tactical) -> Made:
    """The commands with which a game is begun and looked at."""
    word = of.kind.words.short

    async def board(interaction: Interaction, theme: ThemeOption = "dark") -> None:
        await starting_handlers.board_here(interaction, of, theme)

    async def look(interaction: Interaction) -> None:
        await starting_handlers.look_here(interaction, of)

    made: Made = {
        "board": ("The map as your side sees it, and in words", board),
        "look": (f"The {word} as it is now, with its buttons", look),
    }
    if of.start is not None:
        made |= _started(of, of.start)
    if of.gathering is not None:
        made |= _gathered(of, of.gathering)
    return made


def _started(of: Tactical, start: GameStart) -> Made:
    """`new` and `join` of a game of two sides."""
    word = of.kind.words.short
    scenarios = fixed(lambda: [(short(title), name) for title, name in start.scenarios()])

    async def new(
        interaction: Interaction,
        scenario: Annotated[Range[str, 0, 60], "Which; default: the one to begin with", scenarios] = "",
        versus: Annotated[discord.User | None, "Somebody else takes the other side"] = None,
        hours: Annotated[DURATION_TEXT, TO_ANSWER, hours_offered(0, 12, 24, 48, 168)] = "",
        **given: Any,
    ) -> None:
        length = hours_in(hours, 0, MOST_TO_ANSWER) if hours else 0
        await starting_handlers.new_here(interaction, of, scenario, versus, length, given)

    async def join(interaction: Interaction) -> None:
        await starting_handlers.join_here(interaction, of)

    return {
        "new": (
            f"Begin a {word}: in a thread of its own, or right here in a thread or direct message",
            _with_options(new, start.options),
        ),
        "join": (f"Take the other side of a {word} for two", join),
    }


def _gathered(of: Tactical, how: Gathering) -> Made:
    """`new` and `join` of a game whose sides are taken one by one."""
    word = of.kind.words.short
    scenarios = fixed(lambda: [(short(title), name) for title, name in how.scenarios()])

    async def sides_made(interaction: Interaction) -> Sequence[Pair]:
        return how.sides(str(getattr(interaction.namespace, "scenario", "") or ""))

    async def sides(interaction: Interaction) -> Sequence[Pair]:
        return await conduct_handlers.side_pairs(interaction, of)

    made_option, side_option = lookup(sides_made), lookup(sides)

    async def new(
        interaction: Interaction,
        scenario: Annotated[Range[str, 1, 60], f"Which {word}", scenarios],
        name: Annotated[Range[str, 0, 80], "What it is called; default: the scenario's own title"] = "",
        hours: Annotated[DURATION_TEXT, TO_ANSWER, hours_offered(0, 12, 24, 48, 168)] = "",
        side: Annotated[Range[str, 0, 20], "The side you play", made_option] = "",
        **given: Any,
    ) -> None:
        length = hours_in(hours, 0, MOST_TO_ANSWER) if hours else how.hours
        await starting_handlers.gather_here(interaction, of, how, scenario, name, length, side, given)

    async def join(
        interaction: Interaction, side: Annotated[Range[str, 0, 20], "Which side", side_option] = ""
    ) -> None:
        await starting_handlers.take_here(interaction, of, side)

    return {
        "new": (f"Set a {word} up in a thread of its own, where its sides are taken", _with_options(new, how.options)),
        "join": (f"Take a free side of this thread's {word}", join),
    }


def _with_options(new: Body, options: Mapping[str, Option]) -> Body:
    """`new` with the game's own options behind those that all games have."""
    kept = [each for each in inspect.signature(new).parameters.values() if each.kind is not each.VAR_KEYWORD]
    more = [_parameter(name, option) for name, option in options.items()]
    new.__signature__ = inspect.Signature([*kept, *more])  # type: ignore[attr-defined] # discord.py reads it
    return new


def _parameter(name: str, option: Option) -> inspect.Parameter:
    default = inspect.Parameter.empty if option.default is ... else option.default
    kind = option.kind or Range[str, 0, LONGEST_LABEL]
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=default,
        annotation=Annotated[kind, option.about, option.offers],
    )


def _reading(of: Tactical) -> Made:
    """The commands with which a game is read."""

    async def log(interaction: Interaction, turn: LatestTurn = None) -> None:
        await reading_handlers.log_here(interaction, of, turn)

    async def why(
        interaction: Interaction,
        line: Annotated[Range[int, 1, 9999] | None, "The line's number; default: the last dice"] = None,
        turn: LatestTurn = None,
    ) -> None:
        await reading_handlers.why_here(interaction, of, line, turn)

    async def verify(interaction: Interaction, turn: PastTurn) -> None:
        await reading_handlers.verify_here(interaction, of, turn)

    async def export(interaction: Interaction) -> None:
        await reading_handlers.export_here(interaction, of)

    return {
        "log": ("What happened, line by line, as your side saw it", log),
        "why": ("Why a numbered line of the log came out so: rule, modifiers, dice", why),
        "verify": ("A past turn's dice: the promise, the seed, and the turn played again to compare", verify),
        "export": (f"The {of.kind.words.short} as one file, to check its dice; your own part until it is over", export),
    }


def _conduct(of: Tactical) -> Made:
    """The commands with which people agree on how it goes on."""
    word = of.kind.words.short

    async def sides(interaction: Interaction) -> list[Pair]:
        return await conduct_handlers.side_pairs(interaction, of)

    side_option = lookup(sides)

    async def undo(
        interaction: Interaction,
        reason: Annotated[Range[str, 0, 300], f"Why (for who made the {word}); default: agree"] = "",
        strike: Annotated[bool, "Strike the request out instead: it is yours, or you say no"] = False,
    ) -> None:
        await conduct_handlers.undo_here(interaction, of, reason, strike=strike)

    async def pause(
        interaction: Interaction,
        reason: Annotated[Range[str, 0, 200], "Why, for everybody to read"] = "",
        go_on: Annotated[bool, "End the pause"] = False,
    ) -> None:
        await conduct_handlers.pause_here(interaction, of, reason, go_on=go_on)

    async def extend(
        interaction: Interaction,
        hours: Annotated[DURATION_TEXT, "By how much: 24h, 1 day 12 hours", hours_offered()],
        reason: Annotated[Range[str, 1, 200], "Why, for everybody to read"],
    ) -> None:
        await conduct_handlers.extend_here(interaction, of, hours_in(hours, 1, 672), reason)

    async def leave(
        interaction: Interaction,
        deputy: Annotated[
            discord.Member | discord.User | None, "Who plays your side from now on; default: nobody, you give it up"
        ] = None,
    ) -> None:
        await conduct_handlers.leave_here(interaction, of, deputy)

    async def take_over(
        interaction: Interaction,
        side: Annotated[Range[str, 0, 40], "Which side; default: the only one", side_option] = "",
        player: Annotated[
            discord.Member | discord.User | None, "Who takes it: to give your side away; default: yourself"
        ] = None,
    ) -> None:
        await conduct_handlers.take_over_here(interaction, of, side, player)

    async def repair(interaction: Interaction) -> None:
        await repair_handlers.repair_here(interaction, of)

    return {
        "undo": ("Take the last turn back: its maker asks with a reason, the players agree without", undo),
        "pause": (f"Stop the {word}, or let it go on (for who made it)", pause),
        "extend": ("Put the deadline off (for who made it)", extend),
        "leave": ("Give your side up, or hand it to a deputy, at any time; asks first", leave),
        "repair": (f"Repair the thread of your {word}: a new one here if it was deleted, and send what waited", repair),
        "take_over": ("Take a side that has lost its player, or give your own to somebody else", take_over),
    }
