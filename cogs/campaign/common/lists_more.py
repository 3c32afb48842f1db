"""Bases, treaties and the smaller facts of fleets and colonies as short texts, from the side's own view."""

from collections.abc import Mapping, Sequence

from render.canvas.safe_text import count, plain
from rules.cluster_war.movement.drives.mode import mode_of
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import DesignId, SideId, short_id
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.state.view import View
from rules.errors import IllegalOrderError

RIGHTS = {"supply": "draw supplies", "rearm": "take munitions", "aid": "land CPs"}


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
    supplies, ready, crated = (
        sum(s.supplies for s in ships),
        sum(s.munitions for s in ships),
        sum(s.crated for s in ships),
    )
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


def work(view: View, fleet: Fleet) -> list[str]:
    """What a fleet does with its mining stations and racks."""
    parts = []
    if fleet.mining is not None:
        verb = "strip-mining" if fleet.mining.strip else "mining"
        parts.append(f"{verb} {fleet.mining.hex}-{fleet.mining.orbit}")
    parts += [f"towing {plain(b.name)}" for _, b in sorted(view.bases.items()) if b.towed_by == fleet.id]
    return parts


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
        *([f"own store {base.store} CPs"] if base.store else []),
        *([count(base.supplies, "supply point")] if base.supplies else []),
        *([f"stress {base.stress}%"] if base.stress else []),
        *industry(view, base),
        *(
            f"{amount} × {plain(designs[key].name if key in designs else key)}"
            for key, amount in sorted(base.garrison.items())
            if amount
        ),
    ]
    extra = f" · {', '.join(parts)}" if parts else ""
    return f"`{short_id(base.id)}` **{plain(base.name)}** {plain(designs[base.design].name)} at {where}{extra}"


def treaty_list(view: View) -> str:
    """Agreements, offers, rights and gifts between empires that the side is a party to."""
    lines = []
    for pact in view.pacts:
        other = pact.b if pact.a == view.side else pact.a
        record = next((r for r in reversed(view.trade_history.get(view.side, ())) if r.partner == other), None)
        brought = f"; it brought {record.cps} CPs in turn {record.turn}" if record else ""
        lines.append(f"**{_name(view, other)}**: {pact.level} trade since turn {pact.since}{brought}")
    for offer in view.offers:
        mine = offer.giver == view.side
        who = f"You offer {_name(view, offer.taker)}" if mine else f"**{_name(view, offer.giver)}** offers you"
        lines.append(f"{who} {offer.level} trade" + ("" if mine else ": /treaty accept or /treaty end"))
    for right in view.rights:
        if right.giver == view.side:
            lines.append(f"{_name(view, right.taker)} may {RIGHTS[right.kind]} at your colonies")
        else:
            lines.append(f"You may {RIGHTS[right.kind]} at the colonies of {_name(view, right.giver)}")
    lines += [f"{partner}: {cps} CPs of trade this turn" for partner, cps in view.income.trade_lines]
    lines += [f"At peace with {_name(view, side)}" for side in view.peace]
    lines += [f"Ambassadors exchanged with {_name(view, side)}" for side in view.embassies]
    for technology, got in sorted(view.me.received.items() if view.me else ()):
        owed = "its fee is to be paid: /treaty pay" if got.whole and not got.paid else "does not work yet"
        lines.append(f"Received: {plain(technology)}, {owed}")
    return "\n".join(["### Your treaties", *lines]) if lines else "You have no treaties, offers or rights with anybody."


def _name(view: View, side: SideId) -> str:
    flag = view.all_flags.get(side)
    return plain(flag.name if flag else side)
