"""Fleets as text: where they are, what is in them, what they carry and do."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.campaign.common.commanders import leaders, manned
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.combat.battle_orders import in_words
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.combat.repair_bills import condition, is_damaged
from rules.cluster_war.chapters.movement.conduct_orders import NAMED
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.navigation import mode_of
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.economy.holds import cargo_capacity, cargo_held
from rules.cluster_war.model.state.names import DesignId, FleetId, HexId, short_id
from rules.cluster_war.model.state.units import Design, Fleet, Ship
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.wounded import sound
from rules.errors import IllegalOrderError, NotYoursError, quoted
from umpire.campaign.views.reports import Gone

LONGEST_PLACE: Final = 200


def place(view: View, hex_: HexId) -> str:
    """A hex with the names the side knows it by: `6210 Terra (Lanibma)`."""
    return plain(place_name(view, hex_), LONGEST_PLACE)


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
        if fleet.emissions:
            parts.append(NAMED[fleet.emissions])
        if fleet.survey is not None:
            parts.append(f"surveying {fleet.survey.hex}")
        if cargo:
            parts.append(f"{cargo} CPs aboard")
        parts += [*work(view, fleet), *stores(ships, designs), *damaged(ships)]
        lines.append(f"**{plain(fleet.name)}** {where(view, fleet)} · {', '.join(parts)}")
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
        begun(where(view, fleet)),
        f"Speed {pace(view, fleet, designs, ships)} (the slowest ship) · hull {here.hull} · LRS {here.lrs} · survey bays "
        f"{here.survey_bays} · cargo {cargo_held(ships)} of {cargo_capacity(designs, ships, view.settings)} CPs",
        f"Mission: {fleet.mission}" + (f" · {NAMED[fleet.emissions]}" if fleet.emissions else ""),
    ]
    if fleet.survey is not None:
        lines.append(f"Surveying {fleet.survey.hex}: {count(fleet.survey.done, 'week')} of work done")
    if extra := [*work(view, fleet), *stores(ships, designs)]:
        lines.append(begun(", ".join(extra)))
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
        aboard += manned(view, ship)
        aboard += [plain(text, LONGEST_PLACE) for text in condition(view, ship)]
        cargo = "".join(f", {part}" for part in aboard)
        name, drive = f" {plain(ship.name)}" if ship.name else "", engine(sound(designs, ship))
        lines.append(f"• `{short_id(ship.id)}`{name} {plain(design.name)}, hull {design.hull}{drive}{cargo}")
    return "\n".join(lines)


def gone_sheet(gone: Gone) -> str:
    """A fleet that its side has no more: when and where it was last, and what the report of that turn says of it."""
    name, turn = plain(gone.fleet.name), gone.turn
    end = f"joined {plain(gone.joined)} in turn {turn}" if gone.joined else f"was lost in turn {turn}"
    lines = [f"### {name}", f"{name} {end}. As that turn began it was {where(gone.view, gone.fleet)}."]
    if gone.lines:
        lines += [f"The report of turn {turn} says of it:", *(f"> {line}" for line in gone.lines)]
    return "\n".join(lines)


def engine(design: Design) -> str:
    """A design's drive as a part of a line: ", 2G", ", jump drive"; "" without one."""
    if design.ftl == "second-stage":
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


def damaged(ships: Sequence[Ship]) -> list[str]:
    """How many ships are damaged, and how many of them are being repaired."""
    hurt = [ship for ship in ships if is_damaged(ship)]
    repaired = sum(bool(ship.mending.by) for ship in hurt)
    return [f"{len(hurt)} damaged" + (f", {repaired} in repair" if repaired else "")] if hurt else []


def work(view: View, fleet: Fleet) -> list[str]:
    """What a fleet does with its mining stations and racks."""
    parts = []
    if fleet.mining is not None:
        verb = "strip-mining" if fleet.mining.strip else "mining"
        parts.append(f"{verb} {fleet.mining.hex}-{fleet.mining.orbit}")
    parts += [f"towing {plain(b.name)}" for _, b in sorted(view.bases.items()) if b.towed_by == fleet.id]
    return parts
