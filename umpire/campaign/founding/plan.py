"""The plan of a campaign before its cluster is made: map, technology, drives, switches, house rules, budgets (CW-19.0-07)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from rules.bridge.tables_of import house_tables
from rules.cluster_war.model.race_design import sheet
from rules.cluster_war.model.race_design.choices import FTL, STL, choices
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING, DEFAULT_RULING_RULES
from rules.cluster_war.model.unit_design.drafts import catalogue
from rules.cluster_war.model.worlds.cluster import FEWEST_SECTORS, MOST_SECTORS, check_size, players_for
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS, kinds_named
from rules.cluster_war.turn.aims import check_aim
from rules.cluster_war.turn.setup.scenario import MOST_SIDES
from rules.cluster_war.turn.setup.starting_places import Placement, StartNpr
from rules.tables import with_overrides
from rules.values import GameError, Value, changed, field, quoted, unknown
from umpire.campaign.founding.switches import (
    AIM,
    RULING,
    SWITCHES,
    SWITCHES_BY_ID,
    TERRAIN,
    check_switch,
    terrain_switch,
    with_switches,
)
from umpire.games.options import Options

MapShape: TypeAlias = Literal["standard", "disk", "ring", "cross", "grid"]
SHAPES: Final[tuple[MapShape, ...]] = get_args(MapShape)
FEWEST_SEATS: Final = 2
MOST_HOUSE_RULES: Final = 60
LONGEST_RULING: Final = 300
CULTURE: Final = "CW-TAB-START-KIT/culture/amount"
USUAL_LEVEL: Final = "1st Gen FTL"
USUAL_COLONIES: Final = 500
NO_MASTERS_BATTLES: Final = "quick"
"""How meetings in arms are settled where no game master could be asked."""
ALONE_OPTIONS: Final = Options(early=True, solo=True, wall=True, gm="book")
"""Of a campaign that one person plays: they are its host, and the book rules."""
SEAT_NAMES: Final = (
    ("blue", "Blue", 0x4F9DDE),
    ("gold", "Gold", 0xD9A13A),
    ("violet", "Violet", 0xB565C9),
    ("teal", "Teal", 0x2FB5A0),
    ("red", "Red", 0xD9544D),
    ("green", "Green", 0x6FBF4B),
    ("orange", "Orange", 0xE08A3C),
    ("silver", "Silver", 0xA9B4C4),
    ("rose", "Rose", 0xE07BA8),
    ("indigo", "Indigo", 0x6B74D6),
)
"""Id, name and colour. A side's id tells nothing of its race (CW-19.0-08)."""
_RULE: Final = re.compile(r"CW-[0-9A-Z.]{1,6}-[0-9T]{1,4}")


class FoundingPlan(Value):
    """What the game master has decided so far. `grid` is the per cent of hexes with a system by sector "column,row", for
    the shape "grid"; `barred` are drives no race may choose; `rulings` are house rules in words by rule id. `placement`
    and `others`, the races the game master runs, are nobody else's to know."""

    seats: int = 4
    across: int = 7
    down: int = 7
    shape: MapShape = "disk"
    grid: Mapping[str, int] = field(default_factory=dict)
    level: str = USUAL_LEVEL
    barred: tuple[str, ...] = ()
    switches: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    budget: sheet.BudgetPreset = "printed"
    colonies: int = USUAL_COLONIES
    blurb: str = ""
    placement: Placement = "spread"
    others: tuple[StartNpr, ...] = ()


def settings_of_plan(plan: FoundingPlan) -> Settings:
    """The settings a campaign of this plan is played with; GameError for what cannot be."""
    overrides: dict[str, str] = {}
    if plan.budget != "printed" or plan.colonies != USUAL_COLONIES:
        overrides |= sheet.budget_overrides(plan.budget, plan.colonies)
    if plan.level != USUAL_LEVEL:
        overrides[CULTURE] = _level(plan.level)
    percent: Mapping[str, int] = {}
    if plan.shape == "grid":
        percent = plan.grid
    elif plan.shape != "standard":
        percent = sheet.density_grid(plan.shape, plan.across, plan.down)
    base = Settings(
        sectors_across=plan.across,
        sectors_down=plan.down,
        sector_percent=percent,
        overrides=overrides | dict(plan.overrides),
        rulings=plan.rulings,
    )
    return with_switches(base, plan.switches)


def check_plan(plan: FoundingPlan) -> FoundingPlan:
    """The plan, if a campaign can be played by it; GameError says what is wrong."""
    if not FEWEST_SEATS <= plan.seats <= MOST_SIDES:
        raise GameError(f"A campaign has {FEWEST_SEATS} to {MOST_SIDES} seats, not {plan.seats}.", rule="CW-19.0-01")
    if plan.shape not in SHAPES:
        raise GameError(f"A map can be {', '.join(SHAPES)}, not {quoted(plan.shape)}.", rule="CW-19.0-10")
    wrong = [name for name in plan.barred if name not in drives()]
    if wrong:
        lead = f"There is no drive {quoted(wrong[0])}."
        raise unknown(GameError, lead, wrong[0], "There are", drives(), rule="CW-3.1-55")
    if len(plan.overrides) + len(plan.rulings) > MOST_HOUSE_RULES:
        raise GameError(f"A campaign has at most {MOST_HOUSE_RULES} house rules.")
    settings = settings_of_plan(plan)
    check_size(settings)
    check_aim(settings, plan.seats)
    # Reading all that set-up reads finds a cell that no longer makes sense.
    house_tables(settings), choices(settings), catalogue(settings)
    return plan


def plan_for(seats: int, *, is_led: bool = True, aim: str = "none") -> FoundingPlan:
    """What the wizard begins with: the usual plan, with an `aim` (`switches.AIM`), on the usual cluster or else the smallest
    square that suits (CW-B-02).

    Failed stress checks come to what the book suggests (CW-4.3-21): they are by far the most of a game master's questions.
    Extensive diplomacy takes ambassadors (CW-13.0-08). All
    terrain is dangerous (CW-14.0-01), cloaks hide all who have them (CW-12.0-08), reserves come up (ruling R-212), and what
    waits in systems is played in scenes (CW-12.1-04). Unless it `is_led` by a game master, meetings in arms become battles, for
    nobody is there to settle them (R-250).
    """
    asked = {f"{RULING}{DEFAULT_RULING_RULES['stress']}": DEFAULT_RULING, f"{RULING}CW-13.0-08": "ambassadors"}
    played = {TERRAIN: " ".join(TERRAIN_KINDS), "detection": "full", "reserves": "come-up", "encounters": "played"}
    fought = {} if is_led else {"battles": NO_MASTERS_BATTLES}
    played_for = {} if aim == SWITCHES_BY_ID[AIM].usual else {AIM: aim}
    usual = FoundingPlan(seats=seats, switches={**asked, **played, **fought, **played_for})
    squares = (
        changed(usual, across=size, down=size) for size in (usual.across, *range(FEWEST_SECTORS, MOST_SECTORS + 1))
    )
    return next((plan for plan in squares if _suits(plan)), usual)


def _suits(plan: FoundingPlan) -> bool:
    fewest, most = players_for(settings_of_plan(plan))
    return fewest <= plan.seats <= most


def resize(plan: FoundingPlan, across: int, down: int) -> FoundingPlan:
    """The plan with another size; of a grid, sectors that are no longer there go and new ones are filled as usual."""
    if not (FEWEST_SECTORS <= across <= MOST_SECTORS and FEWEST_SECTORS <= down <= MOST_SECTORS):
        raise GameError(
            f"A cluster has {FEWEST_SECTORS} to {MOST_SECTORS} sectors each way, not {across} by {down}.",
            rule="CW-B-01",
        )
    usual = sheet.density_grid("even", across, down) if plan.shape == "grid" else {}
    grid = {name: plan.grid.get(name, chance) for name, chance in usual.items()}
    return check_plan(changed(plan, across=across, down=down, grid=grid))


def read_grid(text: str) -> tuple[int, int, Mapping[str, int]]:
    """A grid as written: a line for each row of sectors, per cents parted by blanks. GameError if rows differ."""
    rows = [line.replace(",", " ").replace("%", " ").split() for line in text.splitlines() if line.strip()]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise GameError(
            "Write a line for each row of sectors, all equally long, like: 10 33 50 33 10.", rule="CW-19.0-10"
        )
    wrong = [cell for row in rows for cell in row if not cell.isdecimal() or int(cell) > 100]
    if wrong:
        raise GameError(f"{quoted(wrong[0])} is not a per cent; write 0 to 100.", rule="CW-19.0-10")
    grid = {f"{c},{r}": int(cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)}
    return len(rows[0]), len(rows), grid


def write_grid(plan: FoundingPlan) -> str:
    """The plan's densities as `read_grid` reads them."""
    percent = settings_of_plan(plan).sector_percent or sheet.density_grid("even", plan.across, plan.down)
    return "\n".join(
        " ".join(str(percent.get(f"{column},{row}", 0)) for column in range(1, plan.across + 1))
        for row in range(1, plan.down + 1)
    )


def read_house_rules(text: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """House rules as written: "TABLE/row/column = value" changes a cell, "CW-8.0-14 = words" is a ruling.

    Gives cells and rulings; GameError names the line that is neither.
    """
    overrides: dict[str, str] = {}
    rulings: dict[str, str] = {}
    for line in (line.strip() for line in text.splitlines()):
        if not line:
            continue
        name, sign, value = (part.strip() for part in line.partition("="))
        if not sign or not name or not value:
            raise GameError(
                f"{quoted(line)} is not a house rule; write CW-TAB-SSD/3/2G = 4, or CW-8.0-14 = your words."
            )
        if "/" in name:
            overrides[name] = value
        elif not _RULE.fullmatch(name.upper()):
            raise GameError(f"{quoted(name)} is not a rule; rules are named like CW-8.0-14 (/rule finds them).")
        elif f"{RULING}{name.upper()}" in SWITCHES_BY_ID:
            raise GameError(f"{name.upper()} is a switch of this campaign; turn it there.", rule=name.upper())
        elif len(value) > LONGEST_RULING:
            raise GameError(f"A ruling has at most {LONGEST_RULING} characters.")
        else:
            rulings[name.upper()] = value
    return overrides, rulings


def write_house_rules(plan: FoundingPlan) -> str:
    """The plan's house rules as `read_house_rules` reads them."""
    return "\n".join(f"{name} = {value}" for name, value in (*plan.overrides.items(), *plan.rulings.items()))


def set_cell(plan: FoundingPlan, name: str, value: str) -> FoundingPlan:
    """The plan with one cell, "TABLE/row/column", changed; "" and what is printed take the change back. GameError: no such cell,
    or as `check_plan`."""
    with_overrides(house_tables(Settings()), {name: value or "0"})
    table, _, rest = name.partition("/")
    row, _, column = rest.rpartition("/")
    as_printed = value in {"", house_tables(Settings())[table].cell(row, column)}
    others = {key: kept for key, kept in plan.overrides.items() if key != name}
    return check_plan(changed(plan, overrides=others if as_printed else {**others, name: value}))


def set_switch(plan: FoundingPlan, name: str, value: str) -> FoundingPlan:
    """The plan with a switch turned; GameError if there is none such."""
    switch = check_switch(name, value)
    others = {key: kept for key, kept in plan.switches.items() if key != name}
    return check_plan(changed(plan, switches=others if value == switch.usual else {**others, name: value}))


def switch_value(plan: FoundingPlan, name: str) -> str:
    """What a switch stands at."""
    return plan.switches.get(name, SWITCHES_BY_ID[name].usual)


def terrain_of(plan: FoundingPlan) -> tuple[str, ...]:
    """The kinds of terrain whose dangers are to be carried out (CW-14.0-01)."""
    return kinds_named(plan.switches.get(TERRAIN, "").split())


def set_terrain(plan: FoundingPlan, kinds: Sequence[str]) -> FoundingPlan:
    """The plan with these kinds of terrain dangerous, and no others."""
    return check_plan(changed(plan, switches={**plan.switches, TERRAIN: " ".join(kinds_named(kinds))}))


def levels() -> tuple[str, ...]:
    """The technology levels that a campaign can begin at (CW-3.1-01)."""
    return tables(Settings())["CW-TAB-AP-BUDGET"].keys


def drives() -> tuple[str, ...]:
    """The drives that a race can choose in place of the standard ones."""
    return tuple(choice.name for choice in choices().values() if choice.group in {FTL, STL})


def advice(plan: FoundingPlan) -> tuple[sheet.Finding, ...]:
    """What the game master, and nobody else, may want to think about; never a refusal (CW-19.0-01, CW-B-02)."""
    found = list(sheet.races_advice(plan.seats, len(plan.others)))
    fewest, most = players_for(settings_of_plan(plan))
    if not _suits(plan):
        size = f"{plan.across} by {plan.down} sectors suit {fewest} to {most} players"
        found.append(sheet.Finding(f"{size}; this campaign has {plan.seats} seats.", "CW-B-02"))
    return tuple(found)


def plan_lines(plan: FoundingPlan) -> tuple[str, ...]:
    """The plan in words, a line for each decision that everybody may read: nothing of the game master's own races."""
    kit = tables(settings_of_plan(plan))["CW-TAB-START-KIT"]
    budget = ", ".join(f"{kit.cell(item, 'amount')} CPs of {item}" for item in ("colonies", "facilities", "starships"))
    points = tables(Settings())["CW-TAB-AP-BUDGET"].cell(plan.level, "AP")
    return (
        f"Map: {plan.across} × {plan.down} sectors, {SHAPE_WORDS[plan.shape]} `CW-19.0-10`",
        f"Technology: {plan.level}, {points} AP for each race `CW-3.1-01`",
        f"Budget: {budget} `CW-3.0-03`",
        f"Drives no race may take: {', '.join(plan.barred) or 'none'} `CW-3.1-55`",
        *(_switch_line(switch.id, plan.switches[switch.id]) for switch in SWITCHES if switch.id in plan.switches),
        _terrain_line(plan),
        *(f"House rule: the cell {cell} is {value}" for cell, value in sorted(plan.overrides.items())),
        *(f"House rule on {rule}: {words}" for rule, words in sorted(plan.rulings.items())),
    )


def _switch_line(name: str, value: str) -> str:
    switch = check_switch(name, value)
    return f"{switch.title}: {switch.options[value]} `{switch.rule}`"


def _terrain_line(plan: FoundingPlan) -> str:
    switch = terrain_switch(terrain_of(plan))
    return f"{switch.title}: {switch.options[' '.join(terrain_of(plan))]} `{switch.rule}`"


SHAPE_WORDS: Final[Mapping[str, str]] = {
    "standard": "evenly filled",
    "disk": "a disk, dense in the middle",
    "ring": "a ring",
    "cross": "a cross",
    "grid": "filled by a grid of the game master's own",
}


def _level(name: str) -> str:
    if name not in levels():
        raise GameError(f"A campaign begins at {', '.join(levels())}, not {quoted(name)}.", rule="CW-3.1-01")
    return tables(Settings())["CW-TAB-AP-BUDGET"].cell(name, "culture")
