"""A closing order by a button: where a press is a side's whole turn."""

from collections.abc import Callable
from contextlib import suppress

from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, bot_services, defer, services_of
from cogs.tactical.conduct_handlers import poke
from cogs.tactical.game import Tactical
from cogs.tactical.starting_handlers import show
from cogs.tactical.tactical_context import Sight, player_seat
from rules.values import NotYoursError, WrongPhaseError
from umpire.games import games
from umpire.tactical import player_actions
from umpire.tactical.course import advance


async def close_by_button(
    interaction: Interaction, of: Tactical, data: ButtonData, order: Callable[[Sight], bytes]
) -> None:
    """Send the presser's side's closing order, which `order` makes of what they see (or refuses), play on as far as that reaches,
    and show what is now. WrongPhaseError: the button is of a turn that is over."""
    await defer(interaction)
    services = services_of(interaction)
    game = await games.get_game(services, data.game)
    if game.system != of.kind.name:
        raise NotYoursError(f"This button belongs to no {of.kind.words.short}.")
    seat = await player_seat(interaction, of, game)
    seen = await of.reader.now(services, game.id, seat.side)
    case = seen.standing.case
    if case.turn.revision != data.revision:
        raise WrongPhaseError(f"That button is for a turn that is over; {of.kind.words.look} shows what is now.")
    key = f"{of.buttons}-{interaction.id}"
    stop = seen.standing.result.stop
    after = await player_actions.done(services, seat, order(seen), stop, idempotency_key=key, case=case)
    with suppress(WrongPhaseError):  # the clock has been quicker
        await advance(services, game.id, seat.actor, case.turn.turn, case=after)
    poke(interaction)
    await show(interaction, of, await of.reader.now(bot_services(interaction).services, game.id, seat.side))
