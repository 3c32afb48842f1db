"""What is offered while typing a dogfight's options."""

from cogs.common.bot_services import Interaction
from cogs.dogfight.context import sight_or_none
from rules.air_force.setup import about, scenarios
from rules.air_force.tables_of import Options, aircraft


def scenario_pairs() -> tuple[tuple[str, str], ...]:
    """Title and what it is about, and the scenario's name."""
    return tuple((": ".join(about(name)), name) for name in scenarios())


def aircraft_pairs() -> tuple[tuple[str, str], ...]:
    """An armed aircraft's card in a line, and its name."""
    return tuple(
        (
            f"{card.name}: {card.maneuverability}, Energy Factor {card.factor}, Speed {card.max_speed}, "
            f"guns {card.guns}, missiles {card.missiles}",
            card.name,
        )
        for card in aircraft(Options()).values()
        if card.guns or card.missiles
    )


async def jet_pairs(interaction: Interaction) -> list[tuple[str, str]]:
    """The jets the asker sees."""
    seen = await sight_or_none(interaction)
    if seen is None:
        return []
    return [(f"{jet.id} {jet.name} ({jet.type})", jet.id) for jet in seen.view.known.jets.values()]
