"""What a player chooses for a campaign alone, and the scenario that it makes."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.by_the_book import BOOK, RULES
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.play.governors.charter import CHARACTERS, STRENGTHS, Character, Charter, Strength
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide, load_scenario
from rules.errors import GameError, quoted, unknown
from rules.values import Value, changed
from umpire.campaign.founding.plan import NO_MASTERS_BATTLES
from umpire.campaign.founding.switches import HANDICAPS
from umpire.campaign.turn.adjudication import make_game

EMPIRES: Final = Path(__file__).resolve().parents[3] / "scenarios" / "six_empires.toml"
MOST_RIVALS: Final = 5
SURPRISE: Final = "surprise"
Characters: TypeAlias = Character | Literal["surprise"]
CROWDED: Final = 5
"""From so many empires on the cluster is a sector wider each way."""
SMALL: Final = 5
TRIES: Final = 12
"""So many maps are tried for one with room for all."""
MADE: Final = "solo"
USUAL: Final = HANDICAPS[0]


class SoloWish(Value):
    """Which empire is the player's, how many rivals there are, of which character ("surprise": each its own), how strong, and
    what each produces in per cent of what its worlds yield."""

    side: SideId = "humans"
    rivals: int = 3
    character: Characters = SURPRISE
    strength: Strength = "easy"
    handicap: int = USUAL


class SoloPlan(Value):
    """A campaign to begin: its scenario, the seed of its map, its first state, and who leads whom."""

    scenario: Scenario
    seed: bytes
    packed: bytes
    charters: tuple[tuple[SideId, Charter], ...]


@cache
def empires() -> Scenario:
    """The ready-made empires that a player can choose from."""
    return load_scenario(EMPIRES)


def check_wish(wish: SoloWish) -> SoloWish:
    """The wish, if a campaign can be made of it; GameError says what is wrong."""
    ids = [side.id for side in empires().sides]
    if wish.side not in ids:
        raise unknown(GameError, f"There is no empire {quoted(wish.side)}.", wish.side, "There are", ids)
    if not 1 <= wish.rivals <= MOST_RIVALS:
        raise GameError(f"You can have 1 to {MOST_RIVALS} rivals, not {wish.rivals}.")
    if wish.character not in (*CHARACTERS, SURPRISE) or wish.strength not in STRENGTHS:
        raise GameError("That is no character or strength of a rival; choose from the lists.")
    if wish.handicap not in HANDICAPS:
        known = ", ".join(f"{percent} %" for percent in sorted(HANDICAPS))
        raise GameError(f"Rivals can produce {known} of what their worlds yield, not {wish.handicap} %.")
    return wish


def plan_solo(wish: SoloWish, seed: bytes, chance: Sequence[int]) -> SoloPlan:
    """A campaign by a wish. `chance` are numbers that nobody knew before, two for each rival: who the rivals are, and of
    what character. Runs in a worker; GameError where no map has room."""
    luck = list(chance)
    others = [side for side in empires().sides if side.id != wish.side]
    mine = next(side for side in empires().sides if side.id == wish.side)
    rivals: list[StartSide] = []
    charters: list[tuple[SideId, Charter]] = []
    left = list(CHARACTERS)
    for _ in range(wish.rivals):
        rivals.append(others.pop(luck.pop() % len(others)))
        character = left.pop(luck.pop() % len(left)) if wish.character == SURPRISE else wish.character
        charters.append((rivals[-1].id, Charter(character, wish.strength)))
    scenario = _scenario((mine, *rivals), wish.handicap)
    for attempt in range(TRIES):
        tried = bytes([*seed[:-1], (seed[-1] + attempt) % 256])
        try:
            return SoloPlan(scenario, tried, make_game(scenario, tried), tuple(charters))
        except GameError:
            continue
    raise GameError("No map was found with room for all these empires; try again, or with fewer rivals.")


def _scenario(sides: tuple[StartSide, ...], handicap: int) -> Scenario:
    """A small cluster on which nothing waits for a game master: battles by numbers, scenes played, the book's answers. All sides
    but the first have the handicap."""
    found = empires()
    size = SMALL + (len(sides) >= CROWDED)
    rulings = {**found.settings.rulings, **dict.fromkeys(RULES.values(), BOOK)}
    settings = changed(
        found.settings,
        sectors_across=size,
        sectors_down=size,
        battles=NO_MASTERS_BATTLES,
        encounters="played",
        rulings=rulings,
        handicaps={} if handicap == USUAL else {side.id: handicap for side in sides[1:]},
    )
    return changed(found, id=MADE, name="Alone", sides=sides, settings=settings, placement="near")
