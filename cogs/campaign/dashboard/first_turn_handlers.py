"""A player's first turn, one thing at a time: what it is, why, one button for it, and the way to the next."""

from collections.abc import Mapping
from typing import Final

from cogs.campaign.common.campaign_context import player_pressed
from cogs.campaign.common.order_handlers import colour_of
from cogs.common import components
from cogs.common.interactions import Interaction, services_of, show_panel
from cogs.common.panels import Panel, button_row, clip_text
from render.words.safe_text import count, plain
from rules.values import Value, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.receipt import Receipt
from umpire.games import games
from umpire.games.seat import Seat

LONGEST_STEP: Final = 3600
MOST_MISSING: Final = 4
GIVEN: Final = ("Done for you", "deputy-review")
"""The button of what others have given before the seat changed hands."""


class TurnStep(Value):
    """One thing of a first turn: its name, what it is and why, and its buttons with their actions."""

    name: str
    text: str
    buttons: tuple[tuple[str, str], ...]


STEPS: Final = (
    TurnStep(
        "Look",
        "The **Dossier** says how your empire is doing and what to decide; the **Map** shows your stars, and yours alone. "
        "Look as long as you like.",
        (("Dossier", "dossier"), ("Map", "map-now")),
    ),
    TurnStep(
        "Send somebody out",
        "You know your own stars and nobody else's. Scouts find worlds to settle, and neighbours before they find you. A ★ is "
        "what your staff advises; you see what an order would do, and **Give** makes it count.",
        (("Explore", "desk-explore"),),
    ),
    TurnStep(
        "Let your worlds grow",
        "A world that grows yields more every month from then on. What you do not spend is kept.",
        (("Colonies", "desk-colonies"),),
    ),
    TurnStep(
        "Build",
        "Shipyards take what you can pay: scouts to see more, freighters to settle, warships for the day you are found.",
        (("Build", "desk-build"),),
    ),
    TurnStep(
        "Research",
        "Each month what you pay buys a chance. A project that gets nothing in a month loses what it has gathered.",
        (("Research", "desk-research"),),
    ),
    TurnStep(
        "Say that you are ready",
        "When you are done, say so; you can still change everything until the month passes. **What would happen** plays your "
        "sheet through first.",
        (("I am ready", "desk-ready"), ("What would happen", "desk-forecast"), ("My orders", "my-orders")),
    ),
)


async def first_turn(interaction: Interaction, data: components.ButtonData) -> None:
    """The step that a button names, as the presser's turn stands now."""
    seat = await player_pressed(interaction, data, "button")
    side, _, step = data.rest.partition(":")
    if seat.side != side:
        raise WrongPhaseError("That is another side's first turn; yours is on your own dashboard.")
    known = {str(number): number for number in range(1, len(STEPS) + 1)}
    await show_panel(interaction, await _step(interaction, seat, known.get(step, 1)))


async def _step(interaction: Interaction, seat: Seat, number: int) -> Panel:
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    sheet = await orders.sheet_of(services, seat)
    receipt = await orders.receipt(services, seat)
    step = STEPS[number - 1]
    last = number == len(STEPS)

    def here(action: str, rest: str = seat.side) -> components.ButtonData:
        return components.ButtonData(action, game.id, game.revision, rest)

    lines = [f"### Your first turn · {number} of {len(STEPS)}: {step.name}", step.text, _stands(receipt)]
    if last:
        lines += [f"⚠ {plain(text, 200)}" for text in receipt.missing[:MOST_MISSING]]
    by_others = any(row.withdrawn_at is None and sheet.is_by_another(row) for row in sheet.orders)
    shown = (*step.buttons, *([GIVEN] if last and by_others else []))
    made = [
        components.button_for(
            label, here(action), style=components.SUCCESS if action == "desk-ready" else components.SECONDARY
        )
        for label, action in shown
    ]
    ways = [components.button_for("Back", here("first-turn", f"{seat.side}:{number - 1}"))] if number > 1 else []
    if not last:
        ways.append(
            components.button_for("Next", here("first-turn", f"{seat.side}:{number + 1}"), style=components.PRIMARY)
        )
    colour = colour_of(sheet.view.flags[seat.side].colour)
    return Panel(colour, clip_text("\n".join(lines), LONGEST_STEP), button_row(*made), button_row(*ways))


def _stands(receipt: Receipt) -> str:
    return f"-# {count(len(receipt.lines), 'order')} on your sheet · {receipt.forecast.left} CPs left"


BUTTONS: Final[Mapping[str, components.Handler]] = {"first-turn": first_turn}
