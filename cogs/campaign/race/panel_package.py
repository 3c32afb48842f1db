"""The page of the starting package: what it comes to against what the race may have, and the ways to change it."""

from collections.abc import Collection, Iterable, Iterator

from cogs.common.buttons import button_for, data_for
from cogs.common.panels import Part, button_row, cut
from cogs.common.selects import option, select_for
from render.words.safe_text import plain
from rules.cluster_war.model.race_design.sheet import StartPackage
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.turn.setup.races import first_fleets, race_of, start_side
from rules.cluster_war.turn.setup.start_kit import facilities_price, limits, ships_price
from rules.values import changed
from umpire.campaign.founding.race_draft import kit_names
from umpire.campaign.founding.race_edits import FACILITIES
from umpire.campaign.founding.races import RacePaper
from umpire.games.games import Game

BEST, EMPTY = "best", "empty"
MOST_DESIGNS = 25
KINDS = {"ship": "Ships", "base": "Bases", "small_craft": "Small craft", "ground": "Ground forces"}


def package_items(game: Game, paper: RacePaper, settings: Settings) -> Iterator[Part]:
    """Totals, designs, and lists and buttons to change them."""
    closed = not paper.can_be_changed
    yield cut("\n".join(money_lines(paper, settings)), 1000, "/race show")
    yield cut("\n".join(design_lines(paper.sheet.package, paper.draft.units)), 900, "/race show")
    rosters = [option("The roster that suits best", BEST, "Ships, forces, facilities and designs ready to play")]
    rosters += [option(f"The roster of {name}", name) for name in kit_names()]
    rosters.append(option("An empty package", EMPTY, "Begin anew"))
    yield select_for("Take a ready roster", data_for(game, "race-kit"), rosters, disabled=closed)
    designs = paper.sheet.package.designs[:MOST_DESIGNS]
    if designs:
        options = [option(f"{d.id} {d.name}", d.id, f"{d.kind}, hull {d.hull}, {d.cost} CPs") for d in designs]
        yield select_for("Change a design, or strike it", data_for(game, "race-design"), options, disabled=closed)
    yield button_row(
        button_for("Colonies", data_for(game, "race-form", "colonies"), disabled=closed),
        button_for("Facilities", data_for(game, "race-form", "facilities"), disabled=closed),
        button_for("Ships and forces", data_for(game, "race-form", "units"), disabled=closed),
        button_for("A new design", data_for(game, "race-form", "unit"), disabled=closed),
    )


def money_lines(paper: RacePaper, settings: Settings) -> Iterator[str]:
    """What is planned against what the race may begin with (CW-3.0-03)."""
    allowed, package = limits(race_of(paper.sheet), settings), paper.sheet.package
    counted = _known_units(package)
    side = start_side(changed(paper.sheet, package=counted), "plan", 0, "Home")
    ships, works = ships_price(side), facilities_price(side, settings)
    home = f"home world {package.home_cps}" if package.home_cps else "home world as set-up decides"
    planned = ", ".join(f"{plain(c.name) or 'a colony'} {c.cps}" for c in package.colonies) or "found by set-up"
    yield f"**Colonies** {allowed.colony_cps} CPs `CW-3.0-03`: {home}; others {planned}"
    yield f"**Ships** {ships} of {allowed.ship_cps} CPs: {_counts(counted.ships.items())}"
    fleets = "; ".join(f"{plain(f.name)} {_counts(f.ships.items())}" for f in first_fleets(counted))
    yield f"Fleets: {fleets or 'none'} `CW-4.1-12`"
    yield f"**Facilities and forces** {works} of {allowed.facility_cps} CPs: {_facilities(package)}"
    yield f"Forces at home: {_counts(counted.facilities.garrison.items())}"
    if allowed.extra_cps:
        yield f"Either may take {allowed.extra_cps} CPs more `CW-3.1-31`."
    yield (
        f"Designs: {allowed.ship_designs} ships, {allowed.base_designs} bases, {allowed.fighter_designs} fighters, "
        f"{allowed.gunboat_designs} gunboats, {allowed.extra_designs} more ships or bases `CW-3.0-06`"
    )


def design_lines(package: StartPackage, units: Collection[str]) -> Iterator[str]:
    """The designs of the package: those the player wrote a line each, the others by kind with their CPs."""
    if not package.designs:
        yield "No designs yet: take a ready roster, or draw your own."
    own = [design for design in package.designs if design.id in units]
    for design in own:
        yield f"`{plain(design.id)}` {design_text(design)} (your own)"
    rest = [d for d in package.designs if d.id not in units]
    for kind, title in KINDS.items():
        held = [f"`{plain(d.id)}` {plain(d.name, 24)} {d.cost}" for d in rest if d.kind == kind]
        if held:
            yield f"{title}: {', '.join(held)}"


def design_text(design: Design) -> str:
    """A design in a few words."""
    drive = f", {design.drive}G" if design.drive else ""
    return f"{plain(design.name)}: {design.kind.replace('_', ' ')}, hull {design.hull}{drive}, {design.cost} CPs"


def _known_units(package: StartPackage) -> StartPackage:
    """The package without units of designs that it does not have: those have no price."""
    ids = {design.id for design in package.designs}
    garrison = {d: n for d, n in package.facilities.garrison.items() if d in ids}
    ships = {d: n for d, n in package.ships.items() if d in ids}
    return changed(package, ships=ships, facilities=changed(package.facilities, garrison=garrison))


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {plain(design)}" for design, number in counts if number) or "none"


def _facilities(package: StartPackage) -> str:
    built = package.facilities
    amounts = (built.shipyard_bays, built.light_industry, built.heavy_industry, built.training, built.science_stations)
    named = zip(FACILITIES.values(), amounts, strict=True)
    return ", ".join(f"{name.casefold()} {amount}" for name, amount in named if amount) or "none"
