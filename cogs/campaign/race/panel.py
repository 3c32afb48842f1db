"""A race's form as its player sees it: one page, the running total, what is to be mended, the starting package; and the
whole sheet as text."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from discord import ui

from cogs.campaign.race import form
from cogs.campaign.race.form import ATTITUDE, BIOLOGY, FormPage, chunks, group_of
from cogs.common.components import SUCCESS, button_for, data_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import paragraphs, plain
from rules.cluster_war.model.race_design.check import ENTRY_DETAILS, offered_choices, written_disciplines
from rules.cluster_war.model.race_design.choices import FTL, HOME_TABLES, ChoiceGroup, choices, society_lists
from rules.cluster_war.model.race_design.sheet import ENTRY_SECTIONS, Finding, StartPackage
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.unit_design.technology import lines_of
from rules.cluster_war.turn.setup.presets import preset_names
from rules.cluster_war.turn.setup.races import describe, first_fleets, race_of, start_side
from rules.cluster_war.turn.setup.start_kit import facilities_price, limits, ships_price
from rules.values import changed
from umpire.campaign.founding.plan import settings_of_plan
from umpire.campaign.founding.race_draft import kit_names, with_units
from umpire.campaign.founding.race_edits import FACILITIES, biologies
from umpire.campaign.founding.races import RacePaper
from umpire.games.games import Game

BEST, EMPTY = "best", "empty"
MOST_DESIGNS = 25
DESIGN_KIND_TEXTS = {"ship": "Ships", "base": "Bases", "small_craft": "Small craft", "ground": "Ground forces"}


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
    for kind, title in DESIGN_KIND_TEXTS.items():
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


MOST_PROBLEMS: Final = 7
SUMMARY_PROBLEMS: Final = 14
RACE_STATE_TEXTS: Final = {
    "draft": "being designed",
    "submitted": "with {judge}",
    "returned": "handed back to you",
    "approved": "✔ approved",
}
BLANK_DESIGN: Final = "blank"
NO_CUSTOM_OPTION: Final = "-"


def race_panel(game: Game, paper: RacePaper, page: str) -> Panel:
    """One page of the form."""
    known = form.pages()
    shown = known.get(page, known["sum"])
    settings = settings_of_plan(paper.plan)
    flag = next(flag for flag in game.sides if flag.id == paper.side)
    items: list[Part] = [head(paper, shown.title)]
    items += PAGE_PAINTERS.get(shown.key, _choices)(game, paper, shown, settings)
    items.append(problems_text(paper, SUMMARY_PROBLEMS if shown.key == "sum" else MOST_PROBLEMS))
    items += [ui.Separator(), _ways(game, shown.key)]
    return Panel(flag.colour, *items)


def head(paper: RacePaper, title: str) -> str:
    """The name of the page, the race's state and its points."""
    report = paper.judgement.report
    name = plain(paper.sheet.name) or "Your race"
    over = f" (**{-report.left} too many**)" if report.left < 0 else f", {report.left} left"
    lines = [
        f"### {name} · {title}",
        f"**{report.net} of {report.budget} AP**{over} · {RACE_STATE_TEXTS[paper.state].format(judge=paper.judge)}",
    ]
    if paper.sheet.gm_comment and paper.state in {"returned", "approved"}:
        lines.append(f"{paper.judge.capitalize()} says: {plain(paper.sheet.gm_comment, 400)}")
    if not paper.can_be_changed:
        closed = "There is a cluster; the race stays as it is." if not paper.is_open else "Nothing can be changed now."
        lines.append(f"-# {closed}")
    return cut("\n".join(lines), 700, "/race show")


def problems_text(paper: RacePaper, most: int) -> str:
    """What is to be mended and what the game master must say, with the rules behind it."""
    judged = paper.judgement
    wrong = [f"⚠ {finding_text(f)}" for f in dict.fromkeys((*judged.problems, *judged.package))]
    wants = [f"… {finding_text(f)}" for f in judged.report.wants] if paper.state != "approved" else []
    if paper.by_default:
        wants = [
            f"… No table has a price for {plain(own.name)}; the default ruling hands it back."
            for own in paper.sheet.custom
        ]
    flags = [f"? {finding_text(f)}" for f in judged.report.flags]
    lines = [*wrong, *wants, *flags]
    more = [f"-# and {len(lines) - most} more; /race show lists all"] if len(lines) > most else []
    if not wrong:
        lines.insert(0, "✔ Nothing is left to fix.")
    return cut("\n".join([*lines[:most], *more]), 1100, "/race show")


def finding_text(finding: Finding) -> str:
    """A finding with its rule."""
    return f"{plain(finding.text, 300)} `{finding.rule}`"


def _ways(game: Game, shown: str) -> Part:
    options = [option(page.title, page.key, page.about, chosen=page.key == shown) for page in form.pages().values()]
    return select_for("Go to another page", data_for(game, "race-page"), options)


def _summary(game: Game, paper: RacePaper, _page: FormPage, _settings: Settings) -> Iterable[Part]:
    closed = not paper.can_be_changed
    lines = [f"{line.name}: {line.ap}" for line in paper.judgement.report.lines if line.ap]
    yield cut(plain("; ".join(lines) or "No points are spent yet.", 900), 1000, "/race show")
    begun = [option(name, name, "A printed race, to play or to change") for name in preset_names()]
    begun.append(option("An empty sheet", BLANK_DESIGN, "Everything you chose is struck; the package stays"))
    yield select_for("Begin from …", data_for(game, "race-begin"), begun, disabled=closed)
    stays = paper.state != "submitted" or not paper.is_open
    yield button_row(
        button_for(
            "Submit" if paper.by_default else "Submit to the game master",
            data_for(game, "race-submit"),
            style=SUCCESS,
            disabled=closed,
        ),
        button_for("Take it back", data_for(game, "race-back"), disabled=stays),
        button_for("The whole sheet", data_for(game, "race-text")),
        button_for("Refresh", data_for(game, "race-show", "sum")),
    )


def _names(game: Game, paper: RacePaper, _page: FormPage, _settings: Settings) -> Iterable[Part]:
    sheet, home = paper.sheet, paper.draft.home_name
    yield (
        f"Race **{plain(sheet.name) or '(no name yet)'}**, home world **{plain(home) or '(no name yet)'}** "
        f"({plain(sheet.home_nickname) or 'no nickname'}); body {plain(sheet.body_form) or 'not described'}, "
        f"diet {plain(sheet.diet) or 'not described'}."
    )
    if sheet.notes:
        yield paragraphs(sheet.notes, 1200)
    yield button_row(
        button_for("Names", data_for(game, "race-form", "names"), disabled=not paper.can_be_changed),
        button_for("Body, diet, story", data_for(game, "race-form", "looks"), disabled=not paper.can_be_changed),
    )


def _home(game: Game, paper: RacePaper, _page: FormPage, settings: Settings) -> Iterable[Part]:
    yield (
        f"The home world is **{plain(paper.sheet.home_step)}**: a character each for size, temperature, environment and "
        "conditions. Far from 5 costs points `CW-3.1-05`."
    )
    code = paper.sheet.home_step.strip().upper()
    for at, title in enumerate(HOME_TABLES):
        options = [
            option(f"{title} {digit}: {words}", digit, form.points(ap), chosen=code[at : at + 1] == digit)
            for digit, words, ap in form.digits(group_of(title, settings))
        ]
        yield select_for(title, data_for(game, "race-home", title), options, disabled=not paper.can_be_changed)


def _mind(game: Game, paper: RacePaper, _page: FormPage, settings: Settings) -> Iterable[Part]:
    closed = not paper.can_be_changed
    kinds = [option(name, name, chosen=name == paper.sheet.biology) for name in biologies()]
    yield "Biology costs nothing `CW-3.1-07`. Xenophobic is chosen beside another attitude `CW-3.1-30`."
    yield select_for(BIOLOGY, data_for(game, "race-bio"), kinds, disabled=closed)
    held = set(paper.sheet.attitudes())
    options = [
        option(c.name, c.name, form.about(c), chosen=c.name in held) for c in group_of(ATTITUDE, settings).choices
    ]
    yield select_for(ATTITUDE, data_for(game, "race-mind"), options, most=2, disabled=closed)


def _choices(game: Game, paper: RacePaper, page: FormPage, settings: Settings) -> Iterable[Part]:
    group = group_of(page.groups[0], settings)
    yield cut(_chosen(paper, group, settings), 1300, "/race show")
    held, closed = {entry.name for entry in paper.sheet.entries}, not paper.can_be_changed
    parts = chunks(group)
    for number, part in enumerate(parts):
        options = [option(c.name, c.name, form.about(c), chosen=c.name in held) for c in part]
        several = f" ({part[0].name[:30]} to {part[-1].name[:30]})" if len(parts) > 1 else ""
        most = 1 if group.title == FTL and len(held & {c.name for c in part}) < 2 else 0
        data = data_for(game, "race-set", f"{page.key}:{number}")
        yield select_for(f"{group.title}{several}", data, options, least=0, most=most, disabled=closed)
    levelled = [c for c in group.choices if c.name in held and (c.most != 1 or c.name in ENTRY_DETAILS)]
    if levelled:
        options = [option(c.name, c.name, "How often it is taken, and what it leaves open") for c in levelled]
        yield select_for("Level or detail of …", data_for(game, "race-level", page.key), options, disabled=closed)


def _chosen(paper: RacePaper, group: ChoiceGroup, settings: Settings) -> str:
    """The entries of a group that are on the sheet, each with its price and what it does."""
    known = choices(settings)
    here = {choice.name for choice in group.choices}
    lines = []
    for entry in paper.sheet.entries:
        if entry.name in here:
            level = f" +{entry.level}" if entry.level > 1 else ""
            detail = f" ({plain(entry.detail)})" if entry.detail else ""
            choice = known[entry.name]
            price = form.points(choice.price(max(1, entry.level)))
            lines.append(f"• **{entry.name}{level}**{detail}, {price}: {choice.effect} `{choice.rule}`")
    return "\n".join(lines) or "Nothing of this is on your sheet. The list shows price, needs and effect of each."


def _psionics(game: Game, paper: RacePaper, _page: FormPage, settings: Settings) -> Iterable[Part]:
    if not settings.psionics:
        yield "There are no psionics in this campaign `CW-15.0-01`."
        return
    held = {*written_disciplines(paper.sheet, settings)}
    shown = [(name, words) for name, words in offered_choices(settings) if name in held]
    lines = [f"• **{name}**, {words}" for name, words in shown] or ["Nothing of this is on your sheet."]
    intro = (
        "The first level of Psionic Ability is 5 AP and brings telepathy or empathy; each discipline more is a level more "
        "`CW-15.0-03`. Those of level 3 become entries of your own, which a ruling prices `CW-15.1-23`. Most races "
        "keep to one or two. Units pay for an ability when they are built with it `CW-15.0-13`."
    )
    yield cut("\n".join([intro, *lines]), 1800, "/race show")
    options = [option(name, name, words[:100], chosen=name in held) for name, words in offered_choices(settings)]
    closed = not paper.can_be_changed
    yield select_for("Disciplines", data_for(game, "race-psi"), options, least=0, most=0, disabled=closed)


def _own(game: Game, paper: RacePaper, _page: FormPage, _settings: Settings) -> Iterable[Part]:
    lines = [
        f"• **{plain(c.name)}** ({c.section}, {'not priced' if c.ap is None else form.points(c.ap)}, {c.ruling})"
        f"{': ' + plain(c.text, 200) if c.text else ''}{' — GM: ' + plain(c.comment, 200) if c.comment else ''}"
        for c in paper.sheet.custom
    ]
    intro = "What the checklist lacks: say what it does, a ruling names its price `CW-3.1-04`."
    yield cut("\n".join([intro, *lines]), 1800, "/race show")
    closed = not paper.can_be_changed
    kinds = [option(f"New: {section}", section, "Opens a form") for section in ENTRY_SECTIONS]
    yield select_for("Add an entry of your own", data_for(game, "race-own"), kinds, disabled=closed)
    if paper.sheet.custom:
        options = [option(c.name, str(number)) for number, c in enumerate(paper.sheet.custom)]
        yield select_for("Strike an entry", data_for(game, "race-strike"), options, disabled=closed)


def _society(game: Game, paper: RacePaper, _page: FormPage, settings: Settings) -> Iterable[Part]:
    yield "One of each list, or none; it describes the empire and never changes its CPs `CW-16.0-02`."
    for number, (title, names) in enumerate(society_lists(settings).items()):
        held = paper.sheet.society.get(title, "")
        options = [option(name, name, chosen=name == held) for name in names]
        options.append(option(f"{title}: open", NO_CUSTOM_OPTION, chosen=not held))
        yield select_for(title, data_for(game, "race-society", str(number)), options, disabled=not paper.can_be_changed)


def _package(game: Game, paper: RacePaper, _page: FormPage, settings: Settings) -> Iterable[Part]:
    return package_items(game, paper, settings)


PAGE_PAINTERS: Final[Mapping[str, Callable[[Game, RacePaper, FormPage, Settings], Iterable[Part]]]] = {
    "sum": _summary,
    "names": _names,
    "home": _home,
    "mind": _mind,
    "psi": _psionics,
    "own": _own,
    "soc": _society,
    "pack": _package,
}


def whole_text(paper: RacePaper) -> str:
    """The whole sheet with everything that is to be said of it."""
    settings = settings_of_plan(paper.plan)
    lines = describe(with_units(paper.draft, settings).sheet, settings).splitlines()
    home = [f"Home world's name: {paper.draft.home_name}"] if paper.draft.home_name else []
    said = [plain(line, 900) for line in (*home, *lines)]
    package = [f"⚠ {finding_text(f)}" for f in paper.judgement.package]
    return "\n".join([f"### {said[0]}" if said else "", *said[1:], *package])


def unit_text(paper: RacePaper, name: str) -> UnitText | None:
    """A design of the package as its player wrote it; one from a roster as an empty draft of its hull; None for no name."""
    if name in paper.draft.units:
        return paper.draft.units[name]
    found = next((d for d in paper.sheet.package.designs if d.id == name), None)
    return None if found is None else rough_text(found, settings_of_plan(paper.plan))


def rough_text(design: Design, settings: Settings) -> UnitText:
    """What a roster's design says of itself, in lines."""
    if design.kind == "ground":
        return UnitText(design.id, design.name, "battalion", 0, f"like: {design.name}", design.note)
    kind = {"ship": "ship", "base": "orbital base"}.get(design.kind, "gunboat" if design.hull > 5 else "fighter")
    lines = lines_of(design, settings)
    if not {"Bridge", "Cockpit"} & {*lines}:
        lines = ("Cockpit" if kind == "fighter" else "Bridge", *lines)
    return UnitText(design.id, design.name, design.unit or kind, design.hull, "\n".join(lines), design.note)
