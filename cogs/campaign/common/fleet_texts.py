"""Fleets, their commanders, colonies, bases and what is built at them, as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from render.campaign.isolation_words import colony_notes
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.combat.battle_orders import in_words
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.combat.repair_bills import condition, is_damaged
from rules.cluster_war.chapters.movement.conduct_orders import EMISSION_TEXTS
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.navigation import mode_of
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.chapters.officers import ratings
from rules.cluster_war.model.economy.holds import cargo_capacity, cargo_held
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.sides import in_charge
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.wounded import sound
from rules.values import IllegalOrderError, NotYoursError, quoted
from umpire.campaign.views.reports import FormerFleet


def leaders(view: View, fleet: Fleet) -> Iterator[str]:
    """A line for the admiral and the commander in charge of a fleet (CW-17.1-26)."""
    admiral, commander = (find(view, fleet.side, fleet.ships) for find in (ratings.admiral_of, ratings.commander_of))
    if admiral is not None:
        yield f"Admiral: {plain(admiral.name)} (strategy {admiral.strategy})"
    if commander is not None:
        bonus = ratings.initiative_bonus(view, fleet.side, fleet.ships)
        yield f"Commander: {plain(commander.name)} (initiative +{bonus})"


def format_crew(view: View, ship: Ship) -> Iterator[str]:
    """What a ship's captain, engineers and crew are worth, where there is something to say."""
    captain = in_charge(view.officers.values(), "captain", {ship.id})
    if captain is not None:
        attack, defense = ratings.captain_ratings(view, ship.id)
        yield f"captain {plain(captain.name)} (attack +{attack}, defense {defense})"
    if bays := ratings.engineer_bays(view, ship.id, view.settings):
        yield f"{count(bays, 'repair bay')} by engineers"
    if view.settings.graded_crews and (ship.grade != "regular" or ship.settling):
        grade = ratings.counts_as(ship)
        yield f"{grade} crew (attack {ratings.crew_attack(grade, view.settings):+d} %)"


LONGEST_PLACE: Final = 200


def place(view: View, hex_: HexId) -> str:
    """A hex with the names the side knows it by: `6210 Terra (Lanibma)`."""
    return plain(place_name(view, hex_), LONGEST_PLACE)


def format_place(view: View, fleet: Fleet) -> str:
    """Where a fleet is, or where it is bound and when it arrives."""
    if fleet.course is not None:
        ends = fleet.course.path[-1]
        return f"at {place(view, fleet.hex)}, on its way to {place(view, ends)} ({eta(fleet.course.due[-1])})"
    if fleet.transit is not None:
        then = "".join(f", then {leg.to}" for leg in fleet.route)
        return f"in FTL space {fleet.transit.origin} → {place(view, fleet.transit.to)} ({eta(fleet.transit.arrives)}){then}"
    return f"at {place(view, fleet.hex)}"


def capitalise(text: str) -> str:
    """A text with a capital letter at its beginning, names in it as they are."""
    return text[:1].upper() + text[1:]


def fleet_list(view: View) -> str:
    """All fleets, one line each."""
    if not view.fleets:
        return "You have no fleets."
    lines = ["### Your fleets"]
    for _, fleet in sorted(view.fleets.items(), key=lambda item: item[1].name.casefold()):
        ships = [view.ships[s] for s in fleet.ships]
        designs = view.me.designs if view.me else view.sides[fleet.side].designs
        cargo = cargo_held(ships)
        parts = [count(len(ships), "ship"), pace(view, fleet, designs, ships)]
        if fleet.mission != "none":
            parts.append(fleet.mission)
        if fleet.emissions:
            parts.append(EMISSION_TEXTS[fleet.emissions])
        if fleet.survey is not None:
            parts.append(f"surveying {fleet.survey.hex}")
        if cargo:
            parts.append(f"{cargo} CPs aboard")
        parts += [*work_lines(view, fleet), *stores(ships, designs), *format_damage(ships)]
        lines.append(f"**{plain(fleet.name)}** {format_place(view, fleet)} · {', '.join(parts)}")
    return "\n".join(lines)


def fleet_sheet(view: View, fleet_id: FleetId) -> str:
    """One fleet in full."""
    fleet = view.fleets.get(fleet_id)
    if fleet is None:
        raise NotYoursError(f"{quoted(fleet_id)} exists only on your order sheet so far.")
    designs = view.me.designs if view.me else view.sides[fleet.side].designs
    ships = [view.ships[s] for s in fleet.ships]
    here = force(designs, ships, view.officers)
    lines = [
        f"### {plain(fleet.name)}",
        capitalise(format_place(view, fleet)),
        f"Speed {pace(view, fleet, designs, ships)} (the slowest ship) · hull {here.hull} · LRS {here.lrs} · survey bays "
        f"{here.survey_bays} · cargo {cargo_held(ships)} of {cargo_capacity(designs, ships, view.settings)} CPs",
        f"Mission: {fleet.mission}" + (f" · {EMISSION_TEXTS[fleet.emissions]}" if fleet.emissions else ""),
    ]
    if fleet.survey is not None:
        lines.append(f"Surveying {fleet.survey.hex}: {count(fleet.survey.done, 'week')} of work done")
    if extra := [*work_lines(view, fleet), *stores(ships, designs)]:
        lines.append(capitalise(", ".join(extra)))
    if fleet.engagement != NOTHING_SAID:
        protected = view.fleets.get(fleet.engagement.protect)
        lines.append(
            f"Orders for battle: {plain(in_words(fleet.engagement, protected.name if protected else ''), 400)}"
        )
    lines += leaders(view, fleet)
    if fleet.standing:
        lines.append(f"Standing orders: {plain(fleet.standing)}")
    for ship in ships:
        design = designs[ship.design]
        aboard = [*([f"{ship.cargo} CPs aboard"] if ship.cargo else []), *stores((ship,), designs)]
        aboard += [f"{cps} CPs of {part} in parts" for part, cps in sorted(ship.parts.items()) if cps]
        aboard += ["low quality"] if ship.low_quality else []
        aboard += format_crew(view, ship)
        aboard += [plain(text, LONGEST_PLACE) for text in condition(view, ship)]
        cargo = "".join(f", {part}" for part in aboard)
        name, drive = f" {plain(ship.name)}" if ship.name else "", engine(sound(designs, ship))
        lines.append(f"• `{short_id(ship.id)}`{name} {plain(design.name)}, hull {design.hull}{drive}{cargo}")
    return "\n".join(lines)


def gone_sheet(gone: FormerFleet) -> str:
    """A fleet that its side has no more: when and where it was last, and what the report of that turn says of it."""
    name, turn = plain(gone.fleet.name), gone.turn
    end = f"joined {plain(gone.joined)} in turn {turn}" if gone.joined else f"was lost in turn {turn}"
    lines = [f"### {name}", f"{name} {end}. As that turn began it was {format_place(gone.view, gone.fleet)}."]
    if gone.lines:
        lines += [f"The report of turn {turn} says of it:", *(f"> {line}" for line in gone.lines)]
    return "\n".join(lines)


def engine(design: Design) -> str:
    """A design's drive as a part of a line: ", 2G", ", jump drive"; "" without one."""
    if design.ftl in {"", "second-stage"}:
        return f", {design.drive}G" if design.drive else ""
    return f", {design.ftl.replace('-', ' ')} drive"


def pace(view: View, fleet: Fleet, designs: Mapping[DesignId, Design], ships: Sequence[Ship]) -> str:
    """How fast a fleet travels: "2G", or "warp drive, 4 weeks a hex"; "no common drive" where it cannot."""
    try:
        mode = mode_of(fleet.name, designs, ships, view.settings)
    except IllegalOrderError:
        return "no common drive"
    usual = mode.drive.family == "second stage"
    return mode.rating if usual else ", ".join(part for part in (mode.drive.name, mode.rating) if part)


def stores(ships: Sequence[Ship], designs: Mapping[DesignId, Design]) -> list[str]:
    """Supplies, munitions, small craft and troops aboard, and the worst stress, of a fleet or a ship."""
    supplies, ready = sum(s.supplies for s in ships), sum(s.munitions for s in ships)
    crated = sum(s.crated for s in ships)
    troops, crates = (
        sum(n for s in ships for d, n in s.crates.items() if (d in designs and designs[d].kind == "ground") is ground)
        for ground in (True, False)
    )
    stress = max((s.stress for s in ships), default=0)
    return [
        *([count(supplies, "supply point")] if supplies else []),
        *([f"munitions {ready} CPs"] if ready else []),
        *([f"{crated} CPs of munitions as cargo"] if crated else []),
        *([f"{crates} small craft crated"] if crates else []),
        *([f"{troops} ground forces aboard"] if troops else []),
        *([f"stress {stress}%"] if stress else []),
    ]


def format_damage(ships: Sequence[Ship]) -> list[str]:
    """How many ships are damaged, and how many of them are being repaired."""
    hurt = [ship for ship in ships if is_damaged(ship)]
    repaired = sum(bool(ship.mending.by) for ship in hurt)
    return [f"{len(hurt)} damaged" + (f", {repaired} in repair" if repaired else "")] if hurt else []


def work_lines(view: View, fleet: Fleet) -> list[str]:
    """What a fleet does with its mining stations and racks."""
    parts = []
    if fleet.mining is not None:
        verb = "strip-mining" if fleet.mining.strip else "mining"
        parts.append(f"{verb} {fleet.mining.hex}-{fleet.mining.orbit}")
    parts += [f"towing {plain(b.name)}" for _, b in sorted(view.bases.items()) if b.towed_by == fleet.id]
    return parts


def colony_list(view: View) -> str:
    """All colonies with size, maximum and facilities, largest first."""
    lines = [f"### Your colonies ({view.income.production} CPs a turn)"]
    lines += [
        colony_line(view, colony)
        for _, colony in sorted(view.colonies.items(), key=lambda item: (-item[1].size, item[0]))
    ]
    return "\n".join(lines) if view.colonies else "You have no colonies."


def colony_line(view: View, colony: Colony) -> str:
    """One colony."""
    known = view.systems.get(colony.hex)
    body = next((b for b in known.bodies if b.orbit == colony.orbit), None) if known else None
    most = f" of {body.max_cp}" if body and body.max_cp is not None else ""
    resources = f" · {', '.join(body.resources)}" if body and body.resources else ""
    works = {
        "shipyard bays": colony.shipyard_bays,
        "light industry": colony.light_industry,
        "heavy industry": colony.heavy_industry,
        "training": colony.training,
        "labs": colony.science_stations,
    }
    facilities = [f"{amount} {name}" for name, amount in works.items() if amount]
    store = f" · own store {colony.store} CPs" if colony.store else ""
    extra = f" · {', '.join(facilities)}" if facilities else ""
    if more := industry(view, colony):
        extra += f" · {', '.join(more)}"
    return f"**{plain(colony.name)}** {colony.hex}-{colony.orbit} · size {colony.size}{most}{resources}{extra}{store}"


def colony_sheet(view: View, key: str) -> str:
    """One colony in full, with what is built there and held there."""
    colony = view.colonies[key]
    designs = view.me.designs if view.me else view.sides[colony.side].designs
    lines = [f"### {plain(colony.name)}", colony_line(view, colony)]
    lines += colony_notes(view, colony) if colony.side == view.side else ()
    lines += [build_line(view, b.id) for _, b in sorted(view.builds.items()) if b.colony == key]
    for design, held in sorted(colony.garrison.items()):
        if held:
            lines.append(f"• {held} × {plain(designs[design].name if design in designs else design)}")
    return "\n".join(lines)


def build_line(view: View, key: str) -> str:
    """One construction under way."""
    build = view.builds[key]
    designs = view.me.designs if view.me else view.sides[build.side].designs
    name = plain(designs[build.design].name)
    owed = f", {build.price - build.paid} CPs owed" if build.paid < build.price else ""
    number, place_name = build.id.rpartition("-")[2], site_name(view, build.colony)
    return (
        f"`{number}` {build.count} × {name} at {place_name}: {build.hull_left} hull left, {build.capacity} a turn{owed}"
    )


def build_list(view: View) -> str:
    """All constructions under way."""
    if not view.builds:
        return "Nothing is being built. /build units starts something."
    return "\n".join(["### Under construction", *(build_line(view, key) for key in sorted(view.builds))])


def industry(view: View, site: Colony | Base) -> list[str]:
    """Stock, product lines, the world's stress and hindrances of a place."""
    lines = [f"{amount} {name}" for name, amount in sorted(site.tooling.items()) if amount]
    changing = [f"{amount} to {name}" for name, amount in sorted(site.retooling.items()) if amount]
    strain = view.strains.get(f"{site.hex}-{site.orbit}")
    parts = [
        *([f"stock {site.munitions} CPs of munitions"] if site.munitions else []),
        *([f"lines: {', '.join(lines)}"] if lines else []),
        *([f"re-tooling {', '.join(changing)}"] if changing else []),
        *(["strip-mining"] if site.strip else []),
        *([f"world's stress {strain.stress}%"] if strain is not None and strain.stress else []),
    ]
    if isinstance(site, Colony):
        parts += [f"{site.hindered}% of output lost"] if site.hindered else []
        parts += ["blockaded"] if site.blockaded else []
    return parts


def site_name(view: View, key: str) -> str:
    """A colony or base by name."""
    site = view.colonies.get(key) or view.bases.get(key)
    return plain(site.name) if site else plain(key)


def base_list(view: View) -> str:
    """All bases that stand by themselves, one line each, and those that colonies hold."""
    if view.me is None:
        return "The game master sees each side's bases with /gm side."
    designs = view.me.designs
    lines = [_base_line(view, base, designs) for _, base in sorted(view.bases.items())]
    for _, colony in sorted(view.colonies.items()):
        held = [
            f"{amount} × {plain(designs[key].name)}"
            for key, amount in sorted(colony.garrison.items())
            if amount and key in designs and designs[key].kind == "base"
        ]
        if held:
            lines.append(f"At **{plain(colony.name)}** {colony.hex}-{colony.orbit}: {', '.join(held)}")
    return "\n".join(["### Your bases", *lines]) if lines else "You have no bases."


def _base_line(view: View, base: Base, designs: Mapping[DesignId, Design]) -> str:
    where = f"{base.hex}-{base.orbit}" if base.orbit else f"{base.hex}, deep space"
    tug = view.fleets.get(base.towed_by)
    parts = [
        *([f"towed by {plain(tug.name)}"] if tug else []),
        *([f"works from turn {base.ready}"] if base.ready > view.turn else []),
        *([EMISSION_TEXTS[base.emissions]] if base.emissions else []),
        *([f"own store {base.store} CPs"] if base.store else []),
        *([count(base.supplies, "supply point")] if base.supplies else []),
        *([f"stress {base.stress}%"] if base.stress else []),
        *(plain(text, 200) for text in condition(view, base)),
        *industry(view, base),
        *(
            f"{amount} × {plain(designs[key].name if key in designs else key)}"
            for key, amount in sorted(base.garrison.items())
            if amount
        ),
    ]
    extra = f" · {', '.join(parts)}" if parts else ""
    return f"`{short_id(base.id)}` **{plain(base.name)}** {plain(designs[base.design].name)} at {where}{extra}"
