"""What a side has, as short texts: fleets, colonies, designs, systems, yards, projects. All from the side's own view."""

from cogs.campaign.common.lists_more import industry, pace, site_name, stores, work
from render.canvas.safe_text import count, plain
from rules.cluster_war.economy.holds import cargo_capacity, cargo_held
from rules.cluster_war.industry.templates import owned_templates
from rules.cluster_war.movement.fleets import force
from rules.cluster_war.movement.travel_time import eta
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.knowledge import KnownSystem
from rules.cluster_war.state.names import FleetId, HexId, short_id
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.state.view import View
from rules.cluster_war.unit_design.technology import technology_problems
from rules.cluster_war.worlds.climate import describe_world
from rules.cluster_war.worlds.step_codes import colony_cost, multiple
from rules.errors import NotYoursError, quoted


def place(view: View, hex_: HexId) -> str:
    """A hex with the name the side knows it by."""
    known = view.systems.get(hex_)
    return f"{hex_} {plain(known.name)}" if known and known.name else hex_


def where(view: View, fleet: Fleet) -> str:
    """Where a fleet is, or where it is bound and when it arrives."""
    if fleet.course is not None:
        ends = fleet.course.path[-1]
        return f"at {place(view, fleet.hex)}, on its way to {place(view, ends)} ({eta(fleet.course.due[-1])})"
    if fleet.transit is not None:
        then = "".join(f", then {leg.to}" for leg in fleet.route)
        return f"in FTL space {fleet.transit.origin} → {place(view, fleet.transit.to)} ({eta(fleet.transit.arrives)}){then}"
    return f"at {place(view, fleet.hex)}"


def begun(text: str) -> str:
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
        if fleet.survey is not None:
            parts.append(f"surveying {fleet.survey.hex}")
        if cargo:
            parts.append(f"{cargo} CPs aboard")
        parts += [*work(view, fleet), *stores(ships, designs)]
        lines.append(f"**{plain(fleet.name)}** {where(view, fleet)} · {', '.join(parts)}")
    return "\n".join(lines)


def fleet_sheet(view: View, fleet_id: FleetId) -> str:
    """One fleet in full."""
    fleet = view.fleets.get(fleet_id)
    if fleet is None:
        raise NotYoursError(f"{quoted(fleet_id)} exists only on your order sheet so far.")
    designs = view.me.designs if view.me else view.sides[fleet.side].designs
    ships = [view.ships[s] for s in fleet.ships]
    here = force(designs, ships)
    lines = [
        f"### {plain(fleet.name)}",
        begun(where(view, fleet)),
        f"Speed {pace(view, fleet, designs, ships)} (the slowest ship) · hull {here.hull} · LRS {here.lrs} · survey bays "
        f"{here.survey_bays} · cargo {cargo_held(ships)} of {cargo_capacity(designs, ships, view.settings)} CPs",
        f"Mission: {fleet.mission}",
    ]
    if fleet.survey is not None:
        lines.append(f"Surveying {fleet.survey.hex}: {fleet.survey.done} weeks of work done")
    if extra := [*work(view, fleet), *stores(ships, designs)]:
        lines.append(begun(", ".join(extra)))
    if fleet.standing:
        lines.append(f"Standing orders: {plain(fleet.standing)}")
    for ship in ships:
        design = designs[ship.design]
        aboard = [*([f"{ship.cargo} CPs aboard"] if ship.cargo else []), *stores((ship,), designs)]
        aboard += [f"{cps} CPs of {part} in parts" for part, cps in sorted(ship.parts.items()) if cps]
        aboard += ["low quality"] if ship.low_quality else []
        cargo = "".join(f", {part}" for part in aboard)
        name = f" {plain(ship.name)}" if ship.name else ""
        lines.append(f"• `{short_id(ship.id)}`{name} {plain(design.name)}, hull {design.hull}{engine(design)}{cargo}")
    return "\n".join(lines)


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
    facilities = [
        f"{amount} {name}"
        for amount, name in (
            (colony.shipyard_bays, "shipyard bays"),
            (colony.light_industry, "light industry"),
            (colony.heavy_industry, "heavy industry"),
            (colony.training, "training"),
            (colony.science_stations, "labs"),
        )
        if amount
    ]
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


def project_list(view: View) -> str:
    """All research projects, running ones first."""
    if not view.projects:
        return "No research yet. /research start opens a project."
    lines = ["### Research"]
    for _, project in sorted(view.projects.items(), key=lambda item: (item[1].finished_turn > 0, item[0])):
        if project.finished_turn:
            lines.append(f"✔ {plain(project.name)}: finished in turn {project.finished_turn}")
        else:
            lines.append(
                f"**{plain(project.name)}** at {project.hex}: step {project.step} of {project.steps}, {project.cps} CPs in it "
                f"({project.spent} so far)"
            )
    return "\n".join(lines)


def design_list(view: View) -> str:
    """The unit roster: everything the side can build, with prices (CW-18.0-16)."""
    if view.me is None:
        return "The game master sees each side's roster with /gm side."
    lines = ["### Your unit roster"]
    for kind in ("ship", "small_craft", "ground", "base"):
        mine = [d for d in view.me.designs.values() if d.kind == kind]
        if mine:
            lines.append(f"**{kind.replace('_', ' ').capitalize()}**")
            lines += [design_line(d) + _not_yet(view, d) for d in sorted(mine, key=lambda d: d.cost)]
    lines += _hulls(view.me)
    return "\n".join(lines)


def _hulls(owner: Side) -> list[str]:
    """The hulls that designs can be laid out on, by what stands fixed in them (CW-6.0-01)."""
    groups: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for template in sorted(owned_templates(owner).values(), key=lambda t: (t.kind, t.hull)):
        groups.setdefault((template.kind, template.fixed), []).append(template.hull)
    found = []
    for (kind, fixed), sizes in groups.items():
        parts = f" with {plain(', '.join(fixed))}" if fixed else ""
        found.append(f"Hulls of a {kind}{parts}: {', '.join(map(str, dict.fromkeys(sizes)))} `CW-6.0-01`")
    return found


def _not_yet(view: View, design: Design) -> str:
    """What still has to be learned for a design; "" when it can be built (CW-8.0-07)."""
    wrong = next(iter(technology_problems(design, view.me, view.settings)), None) if view.me else None
    return f" — not yet: {plain(wrong.text)} `CW-8.0-07`" if wrong else ""


def engine(design: Design) -> str:
    """A design's drive as a part of a line: ", 2G", ", jump drive"; "" without one."""
    if design.ftl == "second-stage":
        return f", {design.drive}G" if design.drive else ""
    return f", {design.ftl.replace('-', ' ')} drive"


def design_line(design: Design) -> str:
    """One design."""
    gear = [
        f"{amount} {name}"
        for amount, name in (
            (design.lrs, "LRS"),
            (design.survey_bays, "survey bays"),
            (design.cargo_bays, "cargo bays"),
            (design.science_stations, "science stations"),
            (design.shipyard_bays, "shipyard bays"),
        )
        if amount
    ]
    drive = engine(design)
    note = f" — {plain(design.note)}" if design.note else ""
    return f"• {plain(design.name)}: {design.cost} CPs, hull {design.hull}{drive}{', ' + ', '.join(gear) if gear else ''}{note}"


def system_sheet(view: View, hex_: HexId) -> str:
    """What the side knows of a hex: objects, worlds with prices for its race, colonies, and when it was learned."""
    codes = view.objects.get(hex_)
    known: KnownSystem | None = view.systems.get(hex_)
    seen = view.seen.get(hex_)
    lines = [
        f"### {place(view, hex_)}",
        f"Objects: {', '.join(codes)}" if codes else "Empty space, as far as the map shows.",
    ]
    if hex_ in view.sighted:
        lines.append("In view now.")
    elif seen is not None:
        lines.append(f"Last in view: {eta(seen)}.")
    else:
        lines.append("Never in view.")
    if known is None or known.level == "map":
        lines.append("Not scouted: send a fleet with LRS.")
        return "\n".join(lines)
    lines.append(f"{known.level.capitalize()} in turn {known.turn}.")
    lines += [f"Note: {plain(note)}" for note in known.notes]
    for body in known.bodies:
        key = f"{hex_}-{body.orbit}"
        parts = [f"`{body.orbit}` {body.step} ({describe_world(body.step, view.settings)})"]
        if view.me is not None:
            share = multiple(view.me.race, body.step, view.settings)
            parts.append(f"×{share.numerator / share.denominator:.4g}")
            if body.max_cp is not None:
                parts.append(f"maximum {body.max_cp} CPs, full price {colony_cost(body.max_cp, share)}")
        elif body.max_cp is not None:
            parts.append(f"maximum {body.max_cp} CPs")
        if body.resources:
            parts.append(", ".join(body.resources))
        if body.life:
            parts.append(f"{body.life} life")
        if key in view.colonies:
            parts.append(f"**{plain(view.colonies[key].name)}**")
        if key in view.foreign_colonies:
            sighting = view.foreign_colonies[key]
            parts.append(f"colony of {plain(view.all_flags[sighting.side].name)} (seen {eta(sighting.week)})")
        lines.append(" · ".join(parts))
    if known.level == "scouted":
        lines.append("-# A survey shows maximum CPs and resources.")
    return "\n".join(lines)


def empire_sheet(view: View) -> str:
    """An empire at a glance."""
    if view.me is None:
        return "The game master sees each side with /gm side."
    me, income = view.me, view.income
    lines = [
        f"### {plain(me.name)} · turn {view.turn}",
        f"Money to spend: **{income.available} CPs** (production {income.production}, trade {income.trade}, other "
        f"{income.unusual}, treasury {income.treasury})",
        f"Home world {me.home}-{me.home_orbit}, STEP {me.race.home_step} · {plain(me.race.biology)} · {plain(me.race.attitude)}",
        f"{len(view.colonies)} colonies · {len(view.fleets)} fleets with {len(view.ships)} ships · "
        f"{sum(1 for p in view.projects.values() if not p.finished_turn)} projects · {len(view.systems)} systems known",
    ]
    lines += [f"Trade with {plain(name)}: {cps} CPs" for name, cps in income.trade_lines]
    if me.race.abilities:
        lines.append(f"Abilities: {', '.join(map(plain, me.race.abilities))}")
    if me.race.bonuses:
        lines.append(f"Bonuses: {', '.join(map(plain, me.race.bonuses))}")
    if me.race.disadvantages:
        lines.append(f"Disadvantages: {', '.join(map(plain, me.race.disadvantages))}")
    if me.technologies:
        lines.append(f"Technologies: {', '.join(map(plain, me.technologies))}")
    if view.met:
        lines.append(f"Met so far: {', '.join(plain(view.all_flags[s].name) for s in view.met if s in view.all_flags)}")
    return "\n".join(lines)


def known_list(view: View) -> str:
    """The survey sheet: every system the side knows, newest first, with its best free world (CW-18.0-18)."""
    if not view.systems:
        return "You know no system yet beyond the cluster map."
    lines = ["### Your survey sheet"]
    for hex_, known in sorted(view.systems.items(), key=lambda item: (-item[1].turn, item[0])):
        free = [b.max_cp for b in known.bodies if b.max_cp is not None and f"{hex_}-{b.orbit}" not in view.colonies]
        best = f" · best free world {max(free)} CPs" if free else ""
        new = "**new** " if known.turn >= view.turn - 1 and view.turn > 1 else ""
        notes = f" · {'; '.join(map(plain, known.notes))}" if known.notes else ""
        lines.append(
            f"{new}{place(view, hex_)} · {known.level} (turn {known.turn}) · {len(known.bodies)} worlds{best}{notes}"
        )
    return "\n".join(lines)
