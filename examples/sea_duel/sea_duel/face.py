"""A duel in Discord: the bridge with its buttons; the common commands are made of what is said here."""

from collections.abc import Sequence
from typing import Final

from discord import MediaGalleryItem
from discord.ui import MediaGallery

from cogs.common.components import SUCCESS, ButtonData, button_for, number_in, option, select_for
from cogs.common.face import Face
from cogs.common.help_topic import Topic, fixed_text
from cogs.common.interactions import Interaction
from cogs.common.panels import Panel, Part, button_row
from cogs.tactical.closing_handlers import close_by_button
from cogs.tactical.game import Because, GameStart, Tactical
from cogs.tactical.group import tactical_buttons, tactical_group
from cogs.tactical.starting_handlers import board_of
from render.words.causes import format_cause
from rules.values import IllegalOrderError, changed
from sea_duel.duel import Duel, Event, Plot, Strike, begun, options, suggestion
from sea_duel.kind import CODEC, KIND, TURNS
from sea_duel.picture import line, plot_line, text
from sea_duel.seen import READER, paint
from umpire.tactical.course import SetUp
from umpire.tactical.tactical_reader import TacticalSight


def bridge(seen: TacticalSight[Duel, Event], picture: str) -> Panel:
    """The sea, and for a captain who is asked every plot, the bot captain's advice first."""
    duel, case = seen.view, seen.standing.case
    shown = MediaGalleryItem(f"attachment://{picture}", description=text(duel))
    parts: list[Part] = [text(duel), MediaGallery(shown)]
    if seen.standing.asked and not seen.over:
        ship, best = duel.ships[seen.side], suggestion(duel, seen.side)
        lines = [option(plot_line(one, ship), f"{one.rudder + 1}{one.speed}") for one in options(ship)]
        data = ButtonData("sea-do", case.game.id, case.turn.revision, f"{best.rudder + 1}{best.speed}")
        parts.append(button_row(button_for(f"★ {plot_line(best, ship)}", data, style=SUCCESS)))
        parts.append(select_for("Another plot", changed(data, rest=""), lines))
    return Panel(0x2F6F9F, *parts)


async def plot(interaction: Interaction, data: ButtonData, chosen: Sequence[str] = ()) -> None:
    """Send the plot of a button or of the list: with it the captain is done."""
    wanted = number_in(chosen[0] if chosen else data.rest)
    order = Plot(wanted // 10 - 1, wanted % 10)

    def checked(seen: TacticalSight[Duel, Event]) -> bytes:
        if order not in options(seen.view.ships[seen.side]):
            raise IllegalOrderError("Your ship cannot sail that.", rule="SEA-02")
        return CODEC.orders.encode(order)

    await close_by_button(interaction, GAME, data, checked)


def _set_up() -> SetUp:
    return SetUp(tuple((side, ship.name) for side, ship in begun().ships.items()), "A duel", CODEC.write(begun()))


GAME: Final = Tactical(
    kind=KIND,
    group="seaduel",
    about="Two ships, plotted at the same time; solo or for two",
    buttons="sea",
    reader=READER,
    lines=lambda turn: [f"{number}. {line(event, turn.view)}" for number, event in enumerate(turn.events, 1)],
    because=lambda event, duel: Because(line(event, duel), "In this turn", format_cause(event.cause), event.cause.rule),
    rolled=lambda event: bool(event.cause.rolls),
    paint=paint,
    text=lambda duel, _: text(duel),
    panel=bridge,
    concede=lambda _: CODEC.orders.encode(Strike()),
    start=GameStart(scenarios=lambda: [("A duel", "duel")], make=lambda *_: _set_up(), seated=TURNS.seated),
)
HELP: Final = "**Two ships** on one sea, plotted at the same time. `/seaduel new` begins a duel."
FACE: Final = Face(
    commands=lambda: (tactical_group(GAME),),
    buttons={"sea-do": plot, **tactical_buttons(GAME)},
    selects={"sea-do": plot},
    topics={"seaduel": Topic(200, "Sea duel", fixed_text(lambda: HELP))},
    board=board_of(GAME),
)
