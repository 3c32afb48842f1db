"""What a governor is like: a character, how well it judges, and the chance that it has of its own (CW-TAB-GOVERNORS, CW-TAB-
JUDGMENT).

No rule is decided by that chance, and the campaign's dice are not touched; the same seed, turn, side and key always give the
same.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Final, Literal, TypeAlias, cast, get_args

from rules.cluster_war.model.state.common import Settings, TradeLevel, overrides_of, tables_with
from rules.values import GameError, Value, quoted, unknown

Character: TypeAlias = Literal["explorer", "trader", "builder", "raider", "conqueror", "hermit"]
Strength: TypeAlias = Literal["easy", "even", "hard"]
CHARACTERS: Final[tuple[Character, ...]] = get_args(Character)
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
GOVERNORS_TABLE: Final = "CW-TAB-GOVERNORS"
JUDGMENT_TABLE: Final = "CW-TAB-JUDGMENT"


class Profile(Value):
    """Who governs: a character of CHARACTERS and a strength of STRENGTHS. A strength is judgment, never a gift."""

    character: Character
    strength: Strength = "even"

    def __post_init__(self) -> None:
        for word, known in ((self.character, CHARACTERS), (self.strength, STRENGTHS)):
            if word not in known:
                raise unknown(GameError, f"No governor is {quoted(word)}.", word, "There are", known)


class Weights(Value):
    """What a character cares for. The first six are shares of what can be spent, in percent; then how many scouts, survey
    ships and freighters it likes to have at most; in which turn it begins to think of conquest (0: never) and how many
    percent of the enemy's hull it wants before it attacks; from which turn on it tests how well neighbours whom it distrusts
    hold their worlds (0: never); how it thinks of strangers, from -3 to +3; the trade it offers
    ("" for none); whether it grants rights, raids and fires on worlds; the chance in percent at which it takes a risk; the
    stress in percent at which its ships turn home."""

    grow: int
    settle: int
    explore: int
    fleet: int
    research: int
    works: int
    scouts: int
    surveyors: int
    haulers: int
    wars_from: int
    superiority: int
    probes: int
    trust: int
    trade: TradeLevel | Literal[""]
    grants: bool
    raids: bool
    shells: bool
    dares: int
    stress: int

    def share(self, line: str) -> int:
        """The share of a line of spending, in percent."""
        return {
            "grow": self.grow,
            "settle": self.settle,
            "explore": self.explore,
            "fleet": self.fleet,
            "research": self.research,
            "works": self.works,
        }.get(line, 0)


class Judgment(Value):
    """How well it judges: how many turns it looks ahead when it puts CPs to use, how many candidates of a kind it weighs, how
    many in a hundred it overlooks, what it leaves unspent and what it lets grow first, in percent, and how often it goes over
    its sheet again."""

    horizon: int
    candidates: int
    overlooks: int
    reserve: int
    zeal: int
    rounds: int


def weights_of(profile: Profile, settings: Settings) -> Weights:
    """The row of a character, this campaign's house rules applied."""
    return _weights(profile.character, overrides_of(settings))


def judgment_of(profile: Profile, settings: Settings) -> Judgment:
    """The row of a strength, this campaign's house rules applied."""
    return _judgment(profile.strength, overrides_of(settings))


@lru_cache(maxsize=64)
def _weights(character: Character, overrides: tuple[tuple[str, str], ...]) -> Weights:
    row = tables_with(overrides)[GOVERNORS_TABLE].row(character)
    words = {"trade", "grants", "raids", "shells"}
    numbers = {name: int(cell) for name, cell in row.items() if name not in {"character", *words}}
    return Weights(
        **numbers,
        trade=cast("TradeLevel", row["trade"]),
        grants=row["grants"] == "yes",
        raids=row["raids"] == "yes",
        shells=row["shells"] == "yes",
    )


@lru_cache(maxsize=64)
def _judgment(strength: Strength, overrides: tuple[tuple[str, str], ...]) -> Judgment:
    row = tables_with(overrides)[JUDGMENT_TABLE].row(strength)
    return Judgment(**{name: int(cell) for name, cell in row.items() if name != "strength"})


class AiRandom(Value):
    """Chance for one side's turn. `seed` is the caller's: bytes that no player knows before the turn is played."""

    seed: bytes
    side: str
    turn: int

    def below(self, key: str, end: int) -> int:
        """A number from 0 up to, without, `end`, by key."""
        text = f"governor\n{self.side}\n{self.turn}\n{key}".encode()
        return int.from_bytes(sha256(self.seed + text).digest()[:8], "big") % max(1, end)

    def happens(self, key: str, percent: int) -> bool:
        """Whether something of so many percent comes about."""
        return self.below(key, 100) < percent
