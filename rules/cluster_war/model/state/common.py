"""What every part of a campaign shares: names of things by kind, words and numbers, its switches and house rules, and the printed
tables with its house rules in them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from rules.tables import Table, load_tables, with_overrides
from rules.values import Value, field

HexId: TypeAlias = str
SideId: TypeAlias = str
FleetId: TypeAlias = str
ShipId: TypeAlias = str
BaseId: TypeAlias = str
ColonyId: TypeAlias = str
DesignId: TypeAlias = str
BuildId: TypeAlias = str
ProjectId: TypeAlias = str
TechId: TypeAlias = str

WEEKS_PER_TURN = 4
SCHEMA = 2

MissionKind: TypeAlias = Literal["none", "scout", "survey", "patrol", "blockade", "reserve", "escort"]
MISSIONS: tuple[MissionKind, ...] = get_args(MissionKind)
Emissions: TypeAlias = Literal["", "sensors", "ecm"]
"""What a fleet or base has switched on that gives it away (CW-12.0-12); "" for nothing."""
DesignKind: TypeAlias = Literal["ship", "small_craft", "ground", "base", "facility"]
KnowledgeLevel: TypeAlias = Literal["map", "scouted", "surveyed"]
CrashKind: TypeAlias = Literal["", "cost", "quality"]
LinkKind: TypeAlias = Literal["jump", "wormhole", "held", "gate"]
RightKind: TypeAlias = Literal["supply", "rearm", "aid"]
TradeLevel: TypeAlias = Literal["limited", "full"]

SeenBy: TypeAlias = tuple[SideId, ...]
"""Sides that may see an event; the GM sees all. `("*",)` is everyone, `()` the GM alone."""


BudgetLine: TypeAlias = Literal["ships", "infrastructure", "bases", "ground", "colonies", "research"]


LINE_NAMES: Mapping[str, str] = {
    "ships": "ship construction",
    "infrastructure": "infrastructure",
    "bases": "base construction",
    "ground": "ground forces",
    "colonies": "new colonies",
    "research": "research",
}
BUDGET_LINES: tuple[BudgetLine, ...] = get_args(BudgetLine)


def short_id(name: str) -> str:
    """An id as its owner reads it, without the side's name: "humans/DD01" is DD01 (CW-4.1-13)."""
    return name.rpartition("/")[2]


class DesignProblem(Value):
    """A sentence for the designer and the rule behind it. `refused`: it cannot be built so; otherwise it is advice."""

    text: str
    rule: str
    refused: bool = True


class Settings(Value):
    """A campaign's switches and house rules, shown to every player; `overrides` change single table cells by
    "TABLE-ID/row/column" (for instance "CW-TAB-SSD/3/2G").

    `battles` is how a meeting of sides that are not at peace is settled (CW-9.0-02): "ask" puts it before the game master as it
    is; otherwise the sides' orders decide whether they fight, and the battle is settled in this way. One of up to `small_battle`
    units is settled as `small_battles` says (0: there are none), one of more than `largest_battle` as `large_battles` does (0 for
    no limit). `flag_officers` and `graded_crews` are the switches of CW-17.0-01, `psionics` that of CW-15.0-01. `terrain` are the
    codes of the terrain whose dangers are carried out (CW-14.0-01). `news` is how reports from beyond the supply
    grid come home (CW-13.0-02). `detection` "full" lets cloaks hide everybody and ships vanish without a word (CW-12.0-02,
    CW-12.0-08); "plain" is as campaigns were played before: they hide raiders alone. `reserves` says whether a reserve comes up
    in a battle that the tactical engine fights (ruling R-212). `encounters` is whether what hides in systems is put before
    the game master alone, or plays by itself with scenes for the players (CW-12.1-04, CW-B-20 to CW-B-27). `handicaps` are
    what sides produce in per cent of what their worlds yield, for those with more or less than 100 (ruling R-252). `aim` is what
    the campaign is played for and ends by: a number of turns, a share of the worlds in per cent, the last one standing, or
    nothing (ruling R-260).
    """

    sectors_across: int = 7
    sectors_down: int = 7
    lrs_range: int = 1
    grid_radius: int = 1
    grid_touch: int = 3
    colony_freighters: Literal["always", "outside-grid"] = "always"
    size_dice_offset: int = 1
    sector_density: Mapping[str, int] = field(default_factory=dict)
    overrides: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    travel_constant: Literal["weeks", "charts"] = "weeks"
    jump_map: Literal["when-needed", "always", "never"] = "when-needed"
    natural_wormholes: Literal["travel", "communication", "none"] = "travel"
    monopoles: bool = False
    push_chance: int = 25
    string_weeks: int = 1
    weekly_construction: bool = False
    craft_at_yards: int = 1
    sector_percent: Mapping[str, int] = field(default_factory=dict)
    open_play: bool = False
    battles: Literal["ask", "quick", "chair", "fought", "narrated"] = "ask"
    largest_battle: int = 40
    flag_officers: bool = False
    graded_crews: bool = False
    small_battle: int = 0
    small_battles: Literal["quick", "chair", "fought", "narrated"] = "quick"
    large_battles: Literal["quick", "chair", "fought", "narrated"] = "quick"
    terrain: tuple[str, ...] = ()
    psionics: bool = True
    news: Literal["at-once", "by-courier"] = "at-once"
    detection: Literal["plain", "full"] = "plain"
    reserves: Literal["stay-back", "come-up"] = "stay-back"
    encounters: Literal["told", "played"] = "told"
    handicaps: Mapping[str, int] = field(default_factory=dict)
    aim: Literal["none", "turns", "share", "last"] = "none"
    aim_turns: int = 24
    aim_share: int = 50


FOLDER: Final = Path(__file__).parents[2] / "tables"
BRIDGE: Final = "BR-"
"""How ids of tables begin that are not of this game, and which it leaves to whom they concern."""


def tables(settings: Settings) -> Mapping[str, Table]:
    """All tables by id ("CW-TAB-SSD"), this campaign's overrides applied; GameError for one that cannot be meant."""
    return tables_with(overrides_of(settings))


def overrides_of(settings: Settings) -> tuple[tuple[str, str], ...]:
    """The campaign's overrides, sorted: what a value read from the tables can be kept by."""
    return tuple(sorted(settings.overrides.items())) if settings.overrides else ()


@lru_cache(maxsize=64)
def tables_with(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    """All tables by id with these overrides, sorted, applied: see `tables`."""
    own = {path: cell for path, cell in overrides if not path.startswith(BRIDGE)}
    return with_overrides(_printed(), own) if own else _printed()


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
