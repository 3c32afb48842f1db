"""Special resources as conditions: what some technologies and units cannot do without (CW-5.0-08, CW-5.0-27)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.economy.yields import mined, resource, world_at
from rules.cluster_war.model.psionics.abilities import side_abilities
from rules.cluster_war.model.psionics.technology import BEINGS
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError

NEEDS: Final = "CW-TAB-RESOURCE-NEEDS"
JUMP: Final = "Jump drive"
ARTIFICIAL: Final = "Artificial "


def needed_by_technology(technology: str, settings: Settings) -> str:
    """The resource without which a technology is neither researched nor built, "" for none (CW-5.0-08)."""
    table = tables(settings)[NEEDS]
    found = next((key for key in table.keys if key.casefold() == technology.casefold()), "")
    if found == JUMP and not settings.monopoles:
        return ""
    return table.cell(found, "resource") if found else ""


def needed_by_design(design: Design, settings: Settings) -> tuple[str, ...]:
    """The resources without which a design is not built: its own, and its jump drive's where the campaign says so."""
    jump = needed_by_technology(JUMP, settings) if design.ftl == "jump" and design.drive > 0 else ""
    return tuple(dict.fromkeys(resource(r) for r in (*design.requires, *([jump] if jump else []))))


def held_by_draft(place: GameState | TurnState, side: SideId) -> frozenset[str]:
    """The resources of the worlds where a side lives or mines inside its main grid, and what allies deliver to it."""
    grid = main_grid(place, side)
    worlds = {(c.hex, c.orbit) for c in place.colonies.values() if c.side == side}
    worlds |= {(m.hex, m.orbit) for m in mined(place) if m.side == side and m.stations}
    found = (world_at(place, hex_, orbit) for hex_, orbit in worlds if hex_ in grid)
    return _named(
        (r for world in found if world is not None for r in world.resources), _given(place.sides[side], place.settings)
    )


def held_by_view(view: View) -> frozenset[str]:
    """The same as the side itself knows it."""
    if view.me is None:
        return frozenset()
    grid = main_grid(view, view.me.id)
    worlds = {(c.hex, c.orbit) for c in view.colonies.values()}
    designs = view.me.designs
    for base in view.bases.values():
        if base.orbit and not base.towed_by and base.ready <= view.turn and designs[base.design].mining:
            worlds.add((base.hex, base.orbit))
    for fleet in view.fleets.values():
        if fleet.mining is not None and fleet.transit is None and fleet.hex == fleet.mining.hex:
            worlds.add((fleet.hex, fleet.mining.orbit))
    known = {(h, b.orbit): b.resources or () for h, s in view.systems.items() for b in s.bodies}
    return _named((r for w in worlds if w[0] in grid for r in known.get(w, ())), _given(view.me, view.settings))


def _given(owner: Side, settings: Settings) -> tuple[str, ...]:
    """What a side has without mining it: from allies, by a technology that makes it ("Artificial Neutronium"), and psychics of
    its own, whom an ally may study (CW-15.0-08)."""
    made = (t.removeprefix(ARTIFICIAL) for t in owner.technologies if t.startswith(ARTIFICIAL))
    return (*owner.materials, *made, *((BEINGS,) if side_abilities(owner, settings) else ()))


def _named(found: Iterable[str], materials: Iterable[str]) -> frozenset[str]:
    return frozenset(resource(name) for name in (*found, *materials))


def check_resources(needed: Iterable[str], held: frozenset[str], what: str) -> None:
    """IllegalOrderError naming the first resource that is missing for `what` (CW-5.0-08)."""
    for name in needed:
        if resource(name) not in held:
            raise IllegalOrderError(f"{what} needs {name}, and you have no source of it.", rule="CW-5.0-08")
