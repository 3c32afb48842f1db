"""Advanced telepathy: who speaks with home at any distance, and who hears it there (CW-15.1-12)."""

from collections.abc import Mapping
from typing import Final, Protocol

from rules.cluster_war.model.psionics.felt import TELEPATHY
from rules.cluster_war.model.psionics.units import can_act, unit_abilities, working_abilities
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Base, Colony
from rules.cluster_war.model.state.names import BaseId, ColonyId, DesignId, FleetId, ShipId, SideId
from rules.cluster_war.model.state.officers import PSIONIC, Officer
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.state.war import OfficerId

WORDS: Final = "advanced telepathy"
"""How an officer's talent names the ability."""


class World(Protocol):
    """The true state of things: a state or a turn's draft."""

    @property
    def settings(self) -> Settings: ...

    @property
    def sides(self) -> Mapping[SideId, Side]: ...

    @property
    def colonies(self) -> Mapping[ColonyId, Colony]: ...

    @property
    def bases(self) -> Mapping[BaseId, Base]: ...

    @property
    def fleets(self) -> Mapping[FleetId, Fleet]: ...

    @property
    def ships(self) -> Mapping[ShipId, Ship]: ...

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


def speaks_afar(ship: Ship, designs: Mapping[DesignId, Design], week: int, settings: Settings) -> bool:
    """Whether a ship has a unit of advanced telepaths aboard that can act: its own crew, or forces it carries."""
    if TELEPATHY in working_abilities(ship, designs[ship.design], week, settings):
        return True
    carried = (designs[d] for d, count in ship.crates.items() if count and d in designs)
    return can_act(ship, week) and any(TELEPATHY in unit_abilities(design, settings) for design in carried)


def hears_afar(world: World, side: SideId, week: int) -> bool:
    """Whether a unit or officer of advanced telepaths is at a side's home world to hear those far away."""
    owner, settings = world.sides[side], world.settings
    designs = owner.designs
    able = {key for key, design in designs.items() if TELEPATHY in unit_abilities(design, settings)}
    if able:
        home = world.colonies.get(f"{owner.home}-{owner.home_orbit}")
        if home is not None and home.side == side and any(n and d in able for d, n in home.garrison.items()):
            return True
        if any(b.side == side and b.hex == owner.home and b.design in able for b in world.bases.values()):
            return True
        near = (f for f in world.fleets.values() if f.side == side and f.hex == owner.home and f.transit is None)
        if any(speaks_afar(world.ships[ship], designs, week, settings) for fleet in near for ship in fleet.ships):
            return True
    return settings.psionics and any(
        officer.side == side and _is_telepath(officer) and _at_home(world, owner, officer)
        for officer in world.officers.values()
    )


def in_touch(world: World, fleet: Fleet, week: int) -> bool:
    """Whether a fleet is in touch with home by telepaths, however far away it is (CW-15.1-12)."""
    designs = world.sides[fleet.side].designs
    aboard = (world.ships[ship] for ship in fleet.ships)
    return any(speaks_afar(s, designs, week, world.settings) for s in aboard) and hears_afar(world, fleet.side, week)


def _is_telepath(officer: Officer) -> bool:
    return any(talent.startswith(PSIONIC) and WORDS in talent.casefold() for talent in officer.talents)


def _at_home(world: World, owner: Side, officer: Officer) -> bool:
    """Whether an officer is at the home world: there, aboard something there, or in the pool, which is kept there."""
    if officer.post is None:
        return True
    unit = officer.post.unit.partition("|")[0]
    if unit in world.colonies or unit in world.bases:
        place = world.colonies.get(unit) or world.bases.get(unit)
        return place is not None and place.hex == owner.home
    return any(
        unit in f.ships and f.hex == owner.home and f.transit is None
        for f in world.fleets.values()
        if f.side == owner.id
    )
