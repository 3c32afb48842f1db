"""Design sheets: what a side builds or has drawn, as text and as a picture; drawn in a worker."""

from render.campaign.design_sheet import Status, draw_design_sheet, figures
from render.canvas.theme import ThemeName, theme_named
from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.model.state.common import Settings, short_id
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.pricing import known_layout, spaces_open
from rules.cluster_war.model.unit_design.sheet import describe
from rules.cluster_war.model.unit_design.transport import transport
from rules.values import GameError, NotYoursError, Value, quoted
from umpire.campaign.designs import drawings
from umpire.campaign.designs.drawings import DrawnDesign
from umpire.campaign.views import side_views
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services


class DesignSheet(Value):
    """A design in words, and its picture where it has a price."""

    title: str
    text: str
    picture: File | None


async def sheet_of(services: Services, seat: Seat, name: str, theme: ThemeName = "dark") -> DesignSheet:
    """One of the side's own designs or drawings, by its id or name. NotYoursError if it has none such."""
    theme_named(theme)
    view = await side_views.view(services, seat)
    if view.me is None:
        raise NotYoursError("You hold no player's seat here.")
    wanted = name.strip().casefold()
    drawn = {d.name.casefold(): d for d in await drawings.drawings(services, seat)}
    design = next((d for d in view.me.designs.values() if wanted in {d.id.casefold(), d.name.casefold()}), None)
    found = drawn.get((design.id if design else name.strip()).casefold())
    if design is None:
        design = found.design if found is not None else None
        if found is None:
            raise NotYoursError(f"You have no design and no drawing {quoted(name)}; /empire designs lists your roster.")
    text = words_of(found, view.settings) if found is not None else design_text(design, view.settings)
    if found is not None:
        text = "\n".join([text, *_wrong(found)])
    if design is None:
        return DesignSheet(name, text, None)
    foot = (design.note,) if design.note else ()
    made = await services.workers.run(paint, design, view.settings, theme, view.me.name, foot, urgent=True)
    return DesignSheet(f"{design.name} ({design.id})", text, made)


async def status_of(services: Services, seat: Seat, name: str) -> DesignSheet:
    """The status sheet of one of the side's ships or bases, by its number: its boxes, what is damaged and destroyed crossed out
    (CW-18.0-21). NotYoursError if it has none such."""
    view = await side_views.view(services, seat)
    key = f"{view.side}/{name.strip().upper()}"
    unit = view.ships.get(key) or view.bases.get(key)
    if view.me is None or unit is None:
        raise NotYoursError(f"You have no ship or base {quoted(name)}; /fleet show lists a fleet's with their numbers.")
    design, told = view.me.designs[unit.design], tuple(condition(view, unit)) or ("Nothing is damaged.",)
    title = " ".join(part for part in (short_id(key), unit.name) if part)
    status = Status(short_id(key), unit.wounds)
    made = await services.workers.run(paint, design, view.settings, "dark", view.me.name, told, status, urgent=True)
    return DesignSheet(f"{title}, {design.name}", "\n".join([*told, design_text(design, view.settings)]), made)


def paint(
    design: Design,
    settings: Settings,
    theme: ThemeName,
    owner: str,
    lines: tuple[str, ...],
    status: Status | None = None,
) -> File:
    """Draw; runs in a worker."""
    picture = draw_design_sheet(design, settings, theme=theme, owner=owner, lines=lines, status=status)
    return File("design.png" if status is None else "status.png", picture.png, picture.alt)


def words_of(drawing: DrawnDesign, settings: Settings) -> str:
    """A drawing as its design sheet; what has no price yet as it was written."""
    try:
        return describe(drawing.draft, settings)
    except GameError:
        text = drawing.sketch.text
        return f"{text.id} · {text.name}\n{text.kind} {text.hull}\n{text.lines}"


def design_text(design: Design | None, settings: Settings) -> str:
    """A design on record in words, as far as it is known."""
    if design is None:
        return ""
    lines = [f"{design.id} · {design.name}", ", ".join(f"{title} {value}" for title, value in figures(design))]
    layout = known_layout(design, settings) if design.kind != "ground" else {}
    lines += [
        f"  {spaces} spaces · {label}" if spaces != 1 else f"  1 space · {label}" for label, spaces in layout.items()
    ]
    if layout and (rest := spaces_open(design, settings)):
        lines.append(f"  {rest} spaces · not listed" if rest != 1 else "  1 space · not listed")
    if design.kind in {"ground", "small_craft"}:
        lines.append(f"Aboard ship: {transport(design, settings).words}")
    if design.traits:
        lines.append(f"Traits: {', '.join(design.traits)}")
    if design.note:
        lines.append(f"Note: {design.note}")
    return "\n".join(lines)


def _wrong(drawing: DrawnDesign) -> list[str]:
    return [f"{'To fix' if p.refused else 'Advice'}: {p.text} ({p.rule})" for p in drawing.problems]
