"""How a game master's change becomes a command: what it makes, the reason beside it, one answer telling what it was."""

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import gm_options
from cogs.campaign.gm.draft_handlers import GmContext, gm_context, tell
from cogs.campaign.gm.gm_options import gm_complete, side_option
from cogs.common.autocomplete import Completer
from cogs.common.command_factory import Making, Option, command_of, making_of, text
from cogs.common.interactions import Interaction, defer
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.play.notation import names_of
from rules.values import GameError, Value
from umpire.campaign.gm import rulings
from umpire.campaign.gm.rulings import DEFAULT_REASON
from umpire.campaign.views import side_views

Reason = Annotated[Range[str, 1, 400], "Why; kept with the change"]
REASON: Final = inspect.Parameter(
    "reason", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=DEFAULT_REASON, annotation=Reason
)
Side = Annotated[str, "Whose", side_option]
System = Annotated[str, "Which system", gm_complete(gm_options.systems)]
WholeFleet = Annotated[str, "Or a whole fleet", gm_complete(gm_options.fleets)]
ship_option = gm_complete(gm_options.ships)
place_option = gm_complete(gm_options.places)


class GmNames(Value):
    """The game master's place and everything they can name."""

    gm: GmContext
    names: Names

    def side(self, text: str) -> str:
        """A side by id or name, "" for nobody; GameError with those there are."""
        return self.gm.side(text) if text else ""


def change(description: str) -> Callable[[Making[Amendment]], app_commands.Command[Any, ..., None]]:
    """A command for one change, and a reason for it; its method is given the game master's `GmNames`."""

    async def finish(interaction: Interaction, making: Callable[[Any], Amendment], more: Mapping[str, Any]) -> None:
        gm = await gm_context(interaction)
        named = GmNames(gm, names_of(await side_views.view(gm.services, gm.seat)))
        await make_amendment(interaction, gm, making(named), more["reason"])

    return lambda making: command_of(making, finish, description, (REASON,))


def change_of(made: type[Amendment], description: str) -> Callable[..., app_commands.Command[Any, ..., None]]:
    """A row: the command for a change whose fields are the options that it is called with."""
    return lambda **options: change(description)(making_of(made, options))


async def make_amendment(interaction: Interaction, gm: GmContext, amendment: Amendment, reason: str) -> None:
    """Make one change and tell what it was."""
    await defer(interaction)  # a large state takes a while to change and to keep
    now, key = gm.game.opening, str(interaction.id)
    ruled = await rulings.amend(gm.services, gm.seat, amendment, reason, expect=now, idempotency_key=key)
    await tell(interaction, gm, ruled)


def units_of(names: Names, text: str, fleet: str = "") -> tuple[str, ...]:
    """Ships and bases as side/id, and those of a fleet, each once; NotationError for what is not there."""
    found = [word if word in names.view.bases else names.ship(word) for word in text.replace(",", " ").split()]
    if fleet:
        found += names.view.fleets[names.fleet(fleet)].ships
    return tuple(dict.fromkeys(found))


def some_units(names: Names, text: str, fleet: str = "") -> tuple[str, ...]:
    """As `units_of`; GameError where neither names anything."""
    found = units_of(names, text, fleet)
    if not found:
        raise GameError("Name ships (humans/DD01 humans/DD02), or a fleet for all of it.")
    return found


def parts_of(text: str) -> tuple[str, ...]:
    """Parts separated by commas; "none" for an empty list."""
    return () if text.strip().casefold() == "none" else tuple(part.strip() for part in text.split(",") if part.strip())


def named(about: str, find: Callable[[Names, str], object], offers: Completer | None = None) -> Option:
    """A thing that is found by its name."""
    return Option(about, str, offers, lambda by, given: find(by.names, given))


def parts(about: str, least: int, most: int, **other: Any) -> Option:
    """Parts separated by commas."""
    return text(about, least, most, read=lambda _, given: parts_of(given), **other)


SIDE: Final = Option("Whose", str, side_option, GmNames.side)
FLEET: Final = named("Which fleet", Names.fleet, gm_complete(gm_options.fleets))
WHOLE_FLEET: Final = Option("Or a whole fleet", str, gm_complete(gm_options.fleets), default="")
COLONY: Final = named("Which colony", Names.colony, gm_complete(gm_options.colonies))
PROJECT: Final = named("Which project", Names.project, gm_complete(gm_options.projects))
SYSTEM: Final = named("Which system", Names.hex, gm_complete(gm_options.systems))
PLACE: Final = named("In which hex", Names.hex, place_option)
UNITS: Final = Option(
    "Ships or bases as side/id, separated by spaces (humans/DD01)",
    Range[str, 0, 1000],
    ship_option,
    lambda by, given, fleet: units_of(by.names, given, fleet),
    default="",
    beside="fleet",
)
SOME_UNITS: Final = UNITS(
    "Ships as side/id (humans/DD01)", read=lambda by, given, fleet: some_units(by.names, given, fleet)
)
