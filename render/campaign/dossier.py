"""The page for whoever takes over an empire: where it stands, whom it deals with, what it planned, what must be decided. From
its view alone; as text and as one HTML file with its map that needs no network."""

import base64
import html
from collections import Counter
from collections.abc import Sequence
from typing import Final

from render.campaign.report.lines import report_lines
from render.words.safe_text import count, plain
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.values import Value

MOST_EACH: Final = 8
LAST_LINES: Final = 12
CSS: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;background:#10151c;color:#e8edf2}"
    "h1{font-size:1.5rem}h2{font-size:1.1rem;border-bottom:1px solid #46566a;margin-top:1.4rem}li{margin:.2rem 0}"
    "img{max-width:100%;height:auto;border:1px solid #46566a}"
    ".now{background:#3a2c10;border-left:4px solid #e8b04a;padding:.5rem 1rem}"
    "@media print{body{background:#fff;color:#000}.now{background:#fff}}"
)


class Papers(Value):
    """What a dossier is made of beside the view: the orders that stand, what is missing, what was planned (a governor's aims) as
    sentences, the standing orders with how each stands, the last turn's events as the side may see them, and when orders are
    due."""

    campaign: str
    orders: tuple[str, ...]
    missing: tuple[str, ...]
    planned: tuple[str, ...]
    standing: tuple[str, ...]
    events: tuple[Event, ...]
    due: str


class DossierSection(Value):
    """A heading and its lines."""

    title: str
    lines: tuple[str, ...]


def sections(view: View, papers: Papers) -> tuple[DossierSection, ...]:
    """A dossier's sections, what must be decided first."""
    return (
        DossierSection("To decide now", _to_decide(view, papers)),
        DossierSection("Status", _standing(view)),
        DossierSection("Whom it deals with", _dealings(view)),
        DossierSection("What it planned", _plans(view, papers)),
        DossierSection(f"Turn {view.turn - 1}, the last one", _last(view, papers.events)),
    )


def dossier_text(view: View, papers: Papers) -> str:
    """The page as Markdown."""
    parts = [f"# {_title(view, papers)}", papers.due]
    parts += ["\n".join([f"## {one.title}", *(f"- {line}" for line in one.lines)]) for one in sections(view, papers)]
    return "\n\n".join(parts) + "\n"


def dossier_page(view: View, papers: Papers, picture: bytes, alt: str) -> bytes:
    """The page as one HTML file with the map in it."""
    text = "".join(
        f"<section{' class=now' if number == 0 else ''}><h2>{html.escape(one.title)}</h2><ul>"
        + "".join(f"<li>{html.escape(_bare(line))}</li>" for line in one.lines)
        + "</ul></section>"
        for number, one in enumerate(sections(view, papers))
    )
    title = html.escape(_bare(_title(view, papers)))
    drawn = base64.b64encode(picture).decode()
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{CSS}</style></head><body><h1>{title}</h1>{text}"
        f'<h2>The map as it is known</h2><img alt="{html.escape(alt, quote=True)}" src="data:image/png;base64,{drawn}">'
        "</body></html>"
    ).encode()


def _title(view: View, papers: Papers) -> str:
    name = view.me.name if view.me is not None else view.side
    return f"{plain(papers.campaign)}: {plain(name)}, before turn {view.turn}"


def _to_decide(view: View, papers: Papers) -> tuple[str, ...]:
    lines = [] if papers.orders else [f"{view.income.available} CPs to spend, and no order on the sheet yet"]
    lines += [plain(text, 300) for text in papers.missing]
    open_ = sum(not scene.closed for scene in view.scenes)
    if open_:
        lines.append(f"{count(open_, 'encounter')} to answer (press Encounters on the dashboard)")
    lines += [
        f"{_name(view, offer.giver)} has offered {offer.level} trade (/treaty accept)"
        for offer in view.offers
        if offer.taker == view.side
    ]
    idle = [f for f in view.fleets.values() if f.transit is None and not f.route and f.mission == "none"]
    if idle:
        names = ", ".join(plain(f.name) for f in sorted(idle, key=lambda f: f.name)[:MOST_EACH])
        lines.append(
            f"{count(len(idle), 'fleet')} with nothing to do: {names}{' and more' if len(idle) > MOST_EACH else ''}"
        )
    lines += [f"Asked, and not answered yet: {plain(asked.text, 200)}" for asked in view.asked]
    return tuple(lines) or ("Nothing that cannot wait.",)


def _standing(view: View) -> tuple[str, ...]:
    income = view.income
    hulls = Counter(ship.design for ship in view.ships.values())
    designs = {} if view.me is None else view.me.designs
    ships = [
        f"{number} {plain(designs[key].name) if key in designs else plain(key)}"
        for key, number in hulls.most_common(MOST_EACH)
    ]
    worlds = sorted(view.colonies.values(), key=lambda c: (-c.size, c.id))
    lines = [
        f"{income.available} CPs to spend (production {income.production}, trade {income.trade}, other {income.unusual}, "
        f"treasury {income.treasury})",
        f"{count(len(worlds), 'colony', 'colonies')}; the largest: "
        + (", ".join(f"{plain(c.name)} at {c.hex} ({c.size} CPs)" for c in worlds[:MOST_EACH]) or "none"),
        f"{count(len(view.fleets), 'fleet')} with {count(len(view.ships), 'ship')}: {', '.join(ships) or 'none'}",
        f"{count(len(view.bases), 'base')}, {count(len(view.officers), 'officer')}, {count(len(view.systems), 'system')} known",
    ]
    if view.me is not None and view.me.technologies:
        lines.append(f"Technologies: {', '.join(plain(t) for t in sorted(view.me.technologies)[: 2 * MOST_EACH])}")
    return tuple(lines)


def _dealings(view: View) -> tuple[str, ...]:
    lines = []
    for side, flag in sorted(view.all_flags.items()):
        if side == view.side or (side not in view.met and side in view.flags):
            continue
        bonds = ["peace" if side in view.peace else "no treaty"]
        bonds += ["ambassadors"] if side in view.embassies else []
        bonds += [f"{pact.level} trade since turn {pact.since}" for pact in view.pacts if side in {pact.a, pact.b}]
        bonds += [
            f"we grant them {right.kind}" for right in view.rights if (right.giver, right.taker) == (view.side, side)
        ]
        bonds += [
            f"they grant us {right.kind}" for right in view.rights if (right.giver, right.taker) == (side, view.side)
        ]
        fleets = [f for f in view.foreign_fleets.values() if f.side == side]
        worlds = [c for c in view.foreign_colonies.values() if c.side == side]
        seen = f"you have seen {count(len(fleets), 'fleet')} and {count(len(worlds), 'colony', 'colonies')}"
        lines.append(f"{plain(flag.name)}: {', '.join(bonds)}; {seen}")
    return tuple(lines) or ("Nobody has been met yet.",)


def _plans(view: View, papers: Papers) -> tuple[str, ...]:
    lines = [f"Ordered already: {plain(text, 200)}" for text in papers.orders[:MOST_EACH]]
    if len(papers.orders) > MOST_EACH:
        lines.append(f"and {count(len(papers.orders) - MOST_EACH, 'more order')} (/orders show)")
    lines += [f"Meant: {plain(text, 200)}" for text in papers.planned[:MOST_EACH]]
    lines += [f"Ordered until further notice: {plain(text, 300)}" for text in papers.standing[:MOST_EACH]]
    if len(papers.standing) > MOST_EACH:
        lines.append(f"and {count(len(papers.standing) - MOST_EACH, 'more standing order')} (/orders standing)")
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name):
        if fleet.transit is not None and len(lines) < 3 * MOST_EACH:
            to = fleet.route[-1].to if fleet.route else fleet.transit.to
            lines.append(f"{plain(fleet.name)} is under way to {to}")
    for build in sorted(view.builds.values(), key=lambda b: b.id)[:MOST_EACH]:
        where = view.colonies[build.colony].name if build.colony in view.colonies else build.colony
        design = view.me.designs[build.design].name if view.me and build.design in view.me.designs else build.design
        lines.append(f"{build.count} {plain(design)} being built at {plain(where)}")
    for project in sorted(view.projects.values(), key=lambda p: p.id):
        if not project.finished_turn:
            lines.append(
                f"Research: {plain(project.name)}, step {project.step} of {project.steps}, {project.spent} CPs so far"
            )
    return tuple(lines) or ("Nothing is under way.",)


def _last(view: View, events: Sequence[Event]) -> tuple[str, ...]:
    lines = [plain_line for line in report_lines(view, tuple(events)) if (plain_line := line.text.replace("\n", " "))]
    more = len(lines) - LAST_LINES
    return (*lines[:LAST_LINES], *((f"and {count(more, 'more line')} (/turn report)",) if more > 0 else ())) or (
        "A quiet turn.",
    )


def _name(view: View, side: SideId) -> str:
    return plain(view.all_flags[side].name) if side in view.all_flags else side


def _bare(text: str) -> str:
    """A line without the backslashes that keep markup from working in messages."""
    return text.replace("\\", "")
