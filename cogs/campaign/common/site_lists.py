"""Colonies, bases and what is built at them, as text."""

from collections.abc import Mapping

from render.words.safe_text import count, plain
from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.chapters.movement.conduct_orders import NAMED
from rules.cluster_war.model.state.holdings import Base, Colony
from rules.cluster_war.model.state.names import DesignId, short_id
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.view import View


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
        *([NAMED[base.emissions]] if base.emissions else []),
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
