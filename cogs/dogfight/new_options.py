"""What /dogfight new takes beside what every tactical game's does."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from discord.app_commands import Range

from cogs.common.command_factory import Option, Pair, fixed
from rules.air_force.setup import Wishes, about, scenarios
from rules.air_force.tables_of import Options, aircraft

FIRST_SCENARIO: Final = "intercept"
"""The fight a newcomer is given."""
DUEL_SCENARIO: Final = "duel"
Light = Literal[
    "as the scenario says", "night", "sun in the north", "sun in the east", "sun in the south", "sun in the west"
]


def scenario_pairs() -> list[Pair]:
    """Title and what it is about, and the scenario's name; a newcomer's first."""
    names = sorted(scenarios(), key=lambda name: name != FIRST_SCENARIO)
    return [(": ".join(about(name)), name) for name in names]


def aircraft_pairs() -> list[Pair]:
    """An armed aircraft's card in a line, and its name."""
    return [
        (
            f"{card.name}: {card.maneuverability}, Energy Factor {card.factor}, Speed {card.max_speed}, "
            f"guns {card.guns}, missiles {card.missiles}",
            card.name,
        )
        for card in aircraft(Options()).values()
        if card.guns or card.missiles
    ]


NEW_OPTIONS: Final[Mapping[str, Option]] = {
    "aircraft": Option(
        "What you fly; default: the scenario's own", Range[str, 0, 60], fixed(aircraft_pairs), default=""
    ),
    "light": Option("Where the sun is, or night", Light, default="as the scenario says"),
    "bandits": Option("How many enemy fighters; default: the scenario's own", Range[int, 1, 8] | None, default=None),
    "difficulty": Option("How good their pilots are", Literal["easy", "even", "hard"], default="easy"),
    "aerobatics": Option("Splits: two or three hexsides of turn in one hex", bool, default=False),
}


def wishes_of(given: Mapping[str, Any]) -> Wishes:
    """What a pilot wishes for, of the options that were given."""
    return Wishes(
        difficulty=given.get("difficulty", "easy"),
        aircraft=str(given.get("aircraft", "")).strip(),
        sun=sun_word(str(given.get("light", ""))),
        bandits=given.get("bandits") or 0,
        aerobatics=bool(given.get("aerobatics", False)),
    )


def sun_word(light: str) -> str:
    """What the rules call a light; "" leaves it to the scenario."""
    return "" if light.startswith("as") else light.rpartition(" ")[2]
