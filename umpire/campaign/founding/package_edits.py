"""What a player may do to their starting package: colonies, facilities, ships, forces, and designs of their own (CW-3.0-03)."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.race_design.sheet import Facilities, PlannedColony, PlannedFleet, StartPackage
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.unit_design.lines import UnitText
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.errors import GameError, IllegalOrderError, quoted, unknown
from rules.values import changed
from umpire.campaign.founding.edits import LONGEST_NAME, line, whole
from umpire.campaign.founding.kits import kit, usual_kit
from umpire.campaign.founding.race_draft import Drawn, RaceDraft, draw

MOST_CPS: Final = 100_000
MOST_COLONIES: Final = 30
MOST_DESIGNS: Final = 40
MOST_FLEETS: Final = 20
FACILITIES: Final = {
    "shipyard_bays": "Shipyard bays",
    "light_industry": "Light industry",
    "heavy_industry": "Heavy industry",
    "training": "Training base beside the free one",
    "science_stations": "Science stations",
}
_COUNT: Final = re.compile(r"(\d{1,5})\s*[x×]?\s+([A-Za-z][A-Za-z0-9]{0,5})")
_COLONY: Final = re.compile(r"(\d{1,5})(?:\s+\(([0-9Xx]{4})\))?(?:\s+(.+))?")


def use_kit(draft: RaceDraft, name: str, settings: Settings) -> RaceDraft:
    """Take a ready roster, "" for the one that suits best; designs of one's own are dropped."""
    package = kit(name, draft.sheet, settings) if name else usual_kit(draft.sheet, settings)
    kept = draft.sheet.package
    package = changed(package, home_cps=kept.home_cps, colonies=kept.colonies)
    return changed(draft, sheet=changed(draft.sheet, package=package), units={})


def empty_package(draft: RaceDraft) -> RaceDraft:
    """Begin the package anew."""
    return changed(draft, sheet=changed(draft.sheet, package=StartPackage()), units={})


def set_facilities(draft: RaceDraft, values: Mapping[str, str]) -> RaceDraft:
    """Set what stands on the home world beside the free training base."""
    built = draft.sheet.package.facilities
    numbers = {name: whole(values.get(name, "") or "0", 0, MOST_CPS) for name in FACILITIES}
    made = Facilities(**numbers, garrison=built.garrison)
    return _packed(draft, changed(draft.sheet.package, facilities=made))


def set_units(draft: RaceDraft, ships: str, garrison: str) -> RaceDraft:
    """Set how many of each design there are at the start, a line each: "2 DD"; ships may stand in named fleets."""
    package = draft.sheet.package
    built = changed(package.facilities, garrison=read_counts(draft, garrison))
    total, fleets = read_fleets(draft, ships)
    return _packed(draft, changed(package, ships=total, fleets=fleets, facilities=built))


def set_colonies(draft: RaceDraft, home: str, colonies: str) -> RaceDraft:
    """Set the home world's CPs (empty: as usual) and the first colonies, a line each: "120 (5566) New Haven"."""
    size = whole(home, 1, MOST_CPS) if home.strip() else 0
    package = changed(draft.sheet.package, home_cps=size, colonies=read_colonies(colonies))
    return _packed(draft, package)


def put_unit(draft: RaceDraft, text: UnitText, settings: Settings) -> tuple[RaceDraft, Drawn]:
    """Add a design, or write it anew under the same id; GameError if it cannot be read or has no price."""
    drawn = draw(changed(text, id=text.id.upper()), draft.sheet, settings)
    if drawn.design is None:
        wrong = next((p for p in drawn.problems if p.refused), None)
        raise IllegalOrderError(
            wrong.text if wrong else "It has no price yet.", rule=wrong.rule if wrong else "CW-6.6-09"
        )
    package, made = draft.sheet.package, drawn.design
    ids = [design.id for design in package.designs]
    if made.id not in ids and len(ids) >= MOST_DESIGNS:
        raise GameError(f"A package has at most {MOST_DESIGNS} designs; drop one first.", rule="CW-3.0-06")
    designs = tuple(made if d.id == made.id else d for d in package.designs)
    designs = designs if made.id in ids else (*designs, made)
    units = {**draft.units, made.id: drawn.text}
    return changed(_packed(draft, changed(package, designs=designs)), units=units), drawn


def drop_design(draft: RaceDraft, name: str) -> RaceDraft:
    """Strike a design, and the units planned of it."""
    package = draft.sheet.package
    if all(design.id != name for design in package.designs):
        raise GameError(f"There is no design {quoted(name)} in your package.", rule="CW-3.0-06")
    garrison = {d: n for d, n in package.facilities.garrison.items() if d != name}
    package = changed(
        package,
        designs=tuple(d for d in package.designs if d.id != name),
        ships={d: n for d, n in package.ships.items() if d != name},
        facilities=changed(package.facilities, garrison=garrison),
        drawn_from={d: t for d, t in package.drawn_from.items() if d != name},
        fleets=_without(package.fleets, name),
    )
    return changed(_packed(draft, package), units={d: t for d, t in draft.units.items() if d != name})


def read_counts(draft: RaceDraft, text: str) -> Mapping[str, int]:
    """Numbers of units as written; GameError for a line that is none, or a design that is not in the package."""
    known = {design.id.casefold(): design.id for design in draft.sheet.package.designs}
    found: Counter[str] = Counter()
    for part in _lines(text.replace(",", "\n")):
        read = _COUNT.fullmatch(part)
        if read is None:
            raise GameError(
                f"{quoted(part)} is no number of units; write a line for each, like: 2 DD.", rule="CW-3.0-03"
            )
        name = known.get(read[2].casefold())
        if name is None:
            lead = f"There is no design {quoted(read[2])}."
            raise unknown(GameError, lead, read[2], "There are", known.values(), rule="CW-3.0-06")
        if int(read[1]):
            found[name] += int(read[1])
    return found


def read_fleets(draft: RaceDraft, text: str) -> tuple[Mapping[str, int], tuple[PlannedFleet, ...]]:
    """Ships as written: all of them by design, and the fleets that are named: "Scouts: 2 SC, 1 SV".

    A name holds for the lines below it too. Ships above the first name are left to the rule of `first_fleets`.
    """
    parts: dict[str, list[str]] = {"": []}
    name = ""
    for row in text.splitlines():
        title, colon, rest = row.partition(":")
        if colon:
            name = line(title, LONGEST_NAME)
            if not name or name.casefold() in {known.casefold() for known in parts}:
                raise GameError(
                    f"{quoted(title.strip())} is no new name of a fleet; write Scouts: 2 SC.", rule="CW-4.1-12"
                )
            parts[name] = []
        parts[name].append(rest if colon else row)
    if len(parts) - 1 > MOST_FLEETS:
        raise GameError(f"A package names at most {MOST_FLEETS} fleets.", rule="CW-4.1-12")
    read = {name: read_counts(draft, "\n".join(rows)) for name, rows in parts.items()}
    total = dict(sum((Counter(counts) for counts in read.values()), Counter[str]()))
    return total, tuple(PlannedFleet(name, counts) for name, counts in read.items() if name and counts)


def write_fleets(package: StartPackage) -> str:
    """Ships as `read_fleets` reads them."""
    left = Counter(package.ships)
    for fleet in package.fleets:
        left.subtract(fleet.ships)
    loose = write_counts(+left)
    named = [f"{f.name}: {', '.join(write_counts(f.ships).splitlines())}" for f in package.fleets]
    return "\n".join([*([loose] if loose else []), *named])


def _without(fleets: tuple[PlannedFleet, ...], design: str) -> tuple[PlannedFleet, ...]:
    kept = (changed(f, ships={d: n for d, n in f.ships.items() if d != design}) for f in fleets)
    return tuple(fleet for fleet in kept if fleet.ships)


def write_counts(counts: Mapping[str, int]) -> str:
    """Numbers of units as `read_counts` reads them."""
    return "\n".join(f"{number} {design}" for design, number in counts.items())


def read_colonies(text: str) -> tuple[PlannedColony, ...]:
    """First colonies as written; GameError for a line that is none."""
    found = []
    for part in _lines(text):
        read = _COLONY.fullmatch(part)
        if read is None or not int(read[1]):
            raise GameError(
                f"{quoted(part)} is no colony; write its CPs and its name: 120 New Haven.", rule="CW-3.0-03"
            )
        step = check_step(read[2].upper()) if read[2] else ""
        found.append(PlannedColony(int(read[1]), line(read[3] or ""), step))
    if len(found) > MOST_COLONIES:
        raise GameError(f"An empire begins with at most {MOST_COLONIES} colonies.", rule="CW-3.0-03")
    return tuple(found)


def write_colonies(colonies: tuple[PlannedColony, ...]) -> str:
    """First colonies as `read_colonies` reads them."""
    return "\n".join(
        " ".join([str(c.cps), *([f"({c.step})"] if c.step else []), *([c.name] if c.name else [])]) for c in colonies
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _packed(draft: RaceDraft, package: StartPackage) -> RaceDraft:
    return changed(draft, sheet=changed(draft.sheet, package=package))
