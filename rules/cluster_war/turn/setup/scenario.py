"""Scenarios: how a campaign starts, read from TOML. Everything not placed by hand is chosen by `setup.new_game`."""

import tomllib
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from rules.cluster_war.model.economy.income import check_handicap
from rules.cluster_war.model.race_design.sheet import FACILITY_FIELDS, Facilities, PlannedColony
from rules.cluster_war.model.state.common import MISSIONS, DesignId, DesignKind, HexId, MissionKind, Settings, SideId
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.places import Body, StarSystem
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.drive_kinds import MOST_LEVELS, check_drive
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.cluster_war.model.worlds.terrain import kinds_named
from rules.cluster_war.turn.aims import check_aim
from rules.cluster_war.turn.setup.presets import printed_race
from rules.cluster_war.turn.setup.starting_places import PLACEMENTS, Placement, StartNpr, read_npr
from rules.scenario_fields import Fields
from rules.values import GameError, Value, changed_by_name, field, quoted, unknown

FEWEST_SIDES: Final = 1
MOST_SIDES: Final = 10
SCENARIO_KINDS: Final = ("ship", "small_craft", "ground", "base", "facility")
HOME_STARS: Final = ("F", "G", "K")
FITTED_PARTS: Final = (
    "lrs",
    "survey_bays",
    "cargo_bays",
    "science_stations",
    "shipyard_bays",
    "hangar",
    "launchers",
    "barracks",
)
"""What a scenario may count of a design's components."""


class StartFleet(Value):
    """A fleet at the start: its name, ships by design, and place ("" is the home world)."""

    name: str
    ships: Mapping[DesignId, int]
    hex: HexId = ""
    mission: MissionKind = "none"


class StartColony(Value):
    """A colony placed by hand."""

    hex: HexId
    orbit: int
    size: int
    name: str = ""


class StartSide(Value):
    """One empire of a scenario. `home` "" lets set-up choose; no `colonies` lets set-up found them (CW-3.0-03), after
    its `wishes` as far as these go. Its hulls are its `templates` and those of its designs (CW-3.0-05)."""

    id: SideId
    name: str
    colour: int
    race: Race
    home_name: str
    designs: Mapping[DesignId, Design]
    fleets: tuple[StartFleet, ...] = ()
    facilities: Facilities = field(default_factory=Facilities)
    home: HexId = ""
    home_orbit: int = 0
    home_size: int = 0
    treasury: int = 0
    technologies: tuple[str, ...] = ()
    colonies: tuple[StartColony, ...] = ()
    surveyed: tuple[HexId, ...] = ()
    wishes: tuple[PlannedColony, ...] = ()
    templates: tuple[Template, ...] = ()


class Scenario(Value):
    """A campaign's start. `budget` "standard" holds every side to the starting kit (CW-3.0-03 to CW-3.0-06)."""

    id: str
    name: str
    blurb: str
    settings: Settings
    sides: tuple[StartSide, ...]
    map: Literal["generated", "empty"] = "generated"
    budget: Literal["standard", "free"] = "standard"
    turn: int = 1
    home_max_cp: int = 400
    home_stars: tuple[str, ...] = HOME_STARS
    systems: tuple[StarSystem, ...] = ()
    trade: tuple[TradePartner, ...] = ()
    others: tuple[StartNpr, ...] = ()
    placement: Placement = "spread"


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file; GameError if it is no scenario."""
    return _written(path.name, path.read_text(encoding="utf-8"))


@lru_cache(maxsize=32)
def _written(name: str, text: str) -> Scenario:
    """The scenario that a file of this name holds; all files are read whenever one is looked for, and seldom change."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{name} is not written as TOML: {error}") from error
    return read_scenario(data)


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """A scenario from its parsed TOML; GameError says what is wrong in it, and where."""
    top = Fields(data, "the top")
    settings = _settings(top.part("settings"))
    scenario = Scenario(
        id=top.slug("id"),
        name=top.text("name"),
        blurb=top.text("blurb"),
        settings=settings,
        sides=tuple(_side(part, settings) for part in top.parts("side")),
        map=top.choice("map", ("generated", "empty"), "generated"),
        budget=top.choice("budget", ("standard", "free"), "standard"),
        turn=top.number("turn", 1, low=1),
        home_max_cp=top.number("home_max_cp", 400, low=1),
        home_stars=top.texts("home_stars", HOME_STARS),
        systems=tuple(_system(part) for part in top.parts("system")),
        trade=tuple(_partner(part) for part in top.parts("trade")),
        others=tuple(read_npr(part) for part in top.parts("other")),
        placement=top.choice("placement", PLACEMENTS, "spread"),
    )
    top.done()
    ids = [side.id for side in scenario.sides]
    if not FEWEST_SIDES <= len(ids) <= MOST_SIDES:
        raise GameError(f"A campaign has {FEWEST_SIDES} to {MOST_SIDES} sides; this scenario has {len(ids)}.")
    if len(set(ids)) != len(ids):
        raise GameError("Two sides of the scenario have the same id.")
    strangers = [partner.side for partner in scenario.trade if partner.side not in ids]
    if strangers:
        raise GameError(f"The scenario's trade names a side {strangers[0]} that it does not have.")
    check_handicaps(settings.handicaps, ids)
    check_aim(settings, len(ids))
    return scenario


def check_handicaps(handicaps: Mapping[str, int], sides: Collection[str]) -> None:
    """GameError for a handicap of no side, or one that nobody could play with (R-252)."""
    for side, percent in handicaps.items():
        if side not in sides:
            lead = f"A handicap names a side {quoted(side)}."
            raise unknown(GameError, lead, side, "The scenario has", tuple(sides))
        check_handicap(side, percent)


BATTLE_METHODS: Final[tuple[Literal["quick", "chair", "fought", "narrated"], ...]] = (
    "quick",
    "chair",
    "fought",
    "narrated",
)


def _settings(part: Fields) -> Settings:
    usual = Settings()
    return part.read_as(
        Settings(
            sectors_across=part.number("sectors_across", usual.sectors_across),
            sectors_down=part.number("sectors_down", usual.sectors_down),
            lrs_range=part.number("lrs_range", usual.lrs_range, high=20),
            grid_radius=part.number("grid_radius", usual.grid_radius, high=20),
            grid_touch=part.number("grid_touch", usual.grid_touch, high=40),
            colony_freighters=part.choice("colony_freighters", ("always", "outside-grid"), usual.colony_freighters),
            size_dice_offset=part.number("size_dice_offset", usual.size_dice_offset, high=12),
            sector_density=part.counts("sector_density"),
            sector_percent=part.counts("sector_percent"),
            overrides=part.words("overrides"),
            rulings=part.words("rulings"),
            travel_constant=part.choice("travel_constant", ("weeks", "charts"), usual.travel_constant),
            jump_map=part.choice("jump_map", ("when-needed", "always", "never"), usual.jump_map),
            natural_wormholes=part.choice(
                "natural_wormholes", ("travel", "communication", "none"), usual.natural_wormholes
            ),
            monopoles=part.yes("monopoles"),
            weekly_construction=part.yes("weekly_construction"),
            craft_at_yards=part.number("craft_at_yards", usual.craft_at_yards, low=1, high=10),
            push_chance=part.number("push_chance", usual.push_chance, high=100),
            string_weeks=part.number("string_weeks", usual.string_weeks, high=20),
            flag_officers=part.yes("flag_officers"),
            graded_crews=part.yes("graded_crews"),
            battles=part.choice("battles", ("ask", "quick", "chair", "fought", "narrated"), usual.battles),
            largest_battle=part.number("largest_battle", usual.largest_battle),
            small_battle=part.number("small_battle", usual.small_battle),
            small_battles=part.choice("small_battles", BATTLE_METHODS, usual.small_battles),
            psionics=part.yes("psionics", usual=usual.psionics),
            large_battles=part.choice("large_battles", BATTLE_METHODS, usual.large_battles),
            terrain=kinds_named(part.texts("terrain")),
            news=part.choice("news", ("at-once", "by-courier"), usual.news),
            detection=part.choice("detection", ("plain", "full"), usual.detection),
            reserves=part.choice("reserves", ("stay-back", "come-up"), usual.reserves),
            encounters=part.choice("encounters", ("told", "played"), usual.encounters),
            handicaps=part.counts("handicaps"),
            aim=part.choice("aim", ("none", "turns", "share", "last"), usual.aim),
            aim_turns=part.number("aim_turns", usual.aim_turns),
            aim_share=part.number("aim_share", usual.aim_share),
        )
    )


def _side(part: Fields, settings: Settings) -> StartSide:
    race, technologies = _race(part, settings)
    designs = [_design(item, settings) for item in part.parts("design")]
    built, garrison = part.part("facilities"), part.counts("garrison")
    side = StartSide(
        id=part.slug("id"),
        name=part.text("name"),
        colour=part.colour("colour"),
        race=race,
        home_name=part.text("home_name"),
        designs={design.id: design for design in designs},
        fleets=tuple(_fleet(item) for item in part.parts("fleet")),
        facilities=built.read_as(
            Facilities(**{name: built.number(name, 0) for name in FACILITY_FIELDS}, garrison=garrison)
        ),
        home=part.text("home", ""),
        home_orbit=part.number("home_orbit", 0, high=99),
        home_size=part.number("home_size", 0),
        treasury=part.number("treasury", 0),
        technologies=technologies + part.texts("technologies"),
        colonies=tuple(_colony(item) for item in part.parts("colony")),
        surveyed=part.texts("surveyed"),
        templates=tuple(_template(item) for item in part.parts("template")),
    )
    part.done()
    if len(side.designs) != len(designs):
        raise GameError(f"Two designs of {side.name} have the same id.")
    held = [fleet.ships for fleet in side.fleets] + [side.facilities.garrison]
    unknown = sorted(design for counts in held for design in counts if design not in side.designs)
    if unknown:
        raise GameError(f"{side.name} starts with units of a design {unknown[0]} that it does not have.")
    return side


def _race(part: Fields, settings: Settings) -> tuple[Race, tuple[str, ...]]:
    """A printed race by its name in `race`, or one described in a table `species`; with its starting technologies."""
    if part.has("race"):
        printed = printed_race(part.text("race"), settings)
        return printed.race, printed.technologies
    own = part.part("species")
    race = Race(
        name=own.text("name"),
        home_step=check_step(own.text("home_step")),
        biology=own.text("biology", ""),
        attitude=own.text("attitude", "Neutral"),
        abilities=own.texts("abilities"),
        bonuses=own.texts("bonuses"),
        disadvantages=own.texts("disadvantages"),
        description=own.text("description", ""),
        home_nickname=own.text("home_nickname", ""),
        drives=own.texts("drives"),
        society=own.texts("society"),
    )
    own.done()
    return race, ()


def _design(part: Fields, settings: Settings) -> Design:
    name = part.text("id")
    design = Design(
        id=name,
        name=part.text("name"),
        kind=part.choice("kind", SCENARIO_KINDS, "ship"),
        hull=part.number("hull", low=1),
        cost=part.number("cost", low=1),
        drive=part.fraction("drive"),
        light_industry=part.number("light_industry", 0),
        training=part.number("training", 0),
        prefix=part.text("prefix", name),
        note=part.text("note", ""),
        ftl=part.text("ftl", "second-stage"),
        ftl_levels=part.number("ftl_levels", 0, high=MOST_LEVELS),
        ftl_doubled=part.yes("ftl_doubled"),
        bridge=part.yes("bridge", usual=True),
        template=part.text("template", ""),
        layout=part.counts("layout"),
    )
    design = part.read_as(changed_by_name(design, {field: part.number(field, 0) for field in FITTED_PARTS}))
    check_drive(design, settings)
    return design


def _template(part: Fields) -> Template:
    kind: DesignKind = part.choice("kind", ("ship", "base"), "ship")
    return part.read_as(Template(part.text("name"), kind, part.number("hull", low=1), part.texts("fixed")))


def _fleet(part: Fields) -> StartFleet:
    mission: MissionKind = part.choice("mission", MISSIONS, "none")
    return part.read_as(StartFleet(part.text("name"), part.counts("ships"), part.text("hex", ""), mission))


def _colony(part: Fields) -> StartColony:
    return part.read_as(
        StartColony(part.text("hex"), part.number("orbit", low=1), part.number("size", low=1), part.text("name", ""))
    )


def _system(part: Fields) -> StarSystem:
    bodies = []
    for item in part.parts("body"):
        life, resources = item.text("life", ""), item.texts("resources")
        step = check_step(item.text("step"))
        bodies.append(Body(item.number("orbit", low=1), step, item.number("max_cp"), 0, life, resources))
        item.done()
    codes = part.texts("codes", ("G",))
    return part.read_as(StarSystem(part.text("hex"), codes, tuple(bodies), name=part.text("name", "")))


def _partner(part: Fields) -> TradePartner:
    level: Literal["limited", "full"] = part.choice("level", ("limited", "full"), "full")
    return part.read_as(TradePartner(part.slug("side"), part.text("name"), part.number("gross"), level))
