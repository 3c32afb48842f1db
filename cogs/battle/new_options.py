"""What /battle new takes, and what it makes of that; what comes next for who joins a battle under way."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from discord.app_commands import Range

from cogs.battle.host_handlers import setup_text
from cogs.common.command_factory import Option, Pair
from cogs.tactical.game import Gathering
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.shipyard.notation import FOLDER, library, scenario_names
from rules.pentagon_war.state import Battle, Pace
from rules.pentagon_war.turn import setup_changes
from rules.pentagon_war.turn.setup import new_battle
from rules.values import GameError, changed, quoted, unknown
from umpire.battle import setup
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import moment_of
from umpire.games import seats
from umpire.games.games import Game
from umpire.services.services import Services
from umpire.tactical.course import SetUp
from umpire.tactical.player_actions import has_given, tactical_status

FREE_SIDE: Final = "free"
"""In the place of a scenario: sides with points, and no craft yet."""
FREE_SIDES: Final = {"X": "Indigo", "Y": "Amber"}
FREE_ABOUT: Final = "Two sides with points to spend: the host puts craft on the map"
USUAL_POINTS: Final = 500


@lru_cache(maxsize=1)
def scenario_pairs() -> tuple[Pair, ...]:
    """What is offered: title and a description, and the scenario's name."""
    found = []
    for name in scenario_names():
        head = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["battle"]
        found.append((f"{head['title']}: {head.get('about', '')}", name))
    return (*found, (f"Free: {FREE_ABOUT}", FREE_SIDE))


def read_scenario(name: str, points: int) -> Battle:
    """A ready-made battle, or an empty one. GameError with the names there are."""
    wanted = name.strip().casefold().replace(" ", "_")
    titles = {title.partition(":")[0].casefold(): key for title, key in scenario_pairs()}
    wanted = titles.get(" ".join(name.split()).casefold(), wanted)
    if wanted == FREE_SIDE:
        return setup_changes.empty_battle(FREE_SIDES, "Free battle", points)
    if wanted not in scenario_names():
        there = (*scenario_names(), FREE_SIDE)
        raise unknown(GameError, f"There is no battle {quoted(name)}.", name, "There are", there)
    return new_battle((FOLDER / f"{wanted}.toml").read_text(encoding="utf-8"), library())


def scenario_sides(scenario: str) -> list[Pair]:
    """The sides of a scenario."""
    return [(side.name, side.id) for side in read_scenario(scenario, 0).sides.values()]


def set_up_wanted(scenario: str, side: str, given: Mapping[str, Any]) -> SetUp:
    """A battle at the pace that was asked for; with `against` the craft of all sides but this have that stance."""
    battle = changed(read_scenario(scenario, given["points"]), pace=given["pace"])
    against: Stance | None = given["against"]
    if against is None:
        return setup.set_up_of(battle)
    if not side:
        raise GameError("Say which `side` you play; the others are played by that stance.")
    others = {craft.id: against for craft in battle.craft.values() if craft.side != side}
    if not others:
        raise GameError("A free battle has no craft yet: put them on the map with /battle add, then /battle begin.")
    return setup.set_up_of(changed(battle, stances=others))


async def format_made(services: Services, game: Game, what: SetUp) -> str:
    """A battle that was made: sides with their captains and craft."""
    return setup_text(game, BATTLE_CODEC.read(what.state), await seats.seats(services, game.id))


async def format_joined(services: Services, game: Game, side: str) -> str:
    """When a captain who joins a battle under way is asked; nothing of whose stop it is in the middle of a turn."""
    here = await tactical_status(services, game.id, side)
    turn = here.case.turn.turn
    if here.asked and moment_of(here.result.stop).impulse == 0:
        return f"Turn {turn} waits for them now: /plot text or /plot stance, then /plot done."
    if here.result.stop and moment_of(here.result.stop).impulse == 0 and has_given(here.case, side):
        return f"What was sent for turn {turn} stays; they are asked where the battle next waits for that side."
    return f"Turn {turn} is under way; /battle status shows them whether it waits for them, and turn {turn + 1} will."


BATTLE_GATHERING: Final = Gathering(
    scenarios=scenario_pairs,
    sides=scenario_sides,
    make=set_up_wanted,
    at_once=lambda given: given["against"] is not None,
    begin=setup.begin,
    format_set_up=format_made,
    format_joined=format_joined,
    options={
        "pace": Option(
            "programme: plot whole turns; segments: be asked where it matters; steps: at every step",
            Pace,
            default="programme",
        ),
        "against": Option(
            "The bot plays the other sides by this stance: a solo battle, begun at once", Stance | None, default=None
        ),
        "points": Option(
            "For a free battle: points each side may spend; 0 for no limit", Range[int, 0, 20000], default=USUAL_POINTS
        ),
    },
)
