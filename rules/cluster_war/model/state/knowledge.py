"""What a side knows of what is not its own, and news that is still on its way (chapters 12 and 13)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId, KnowledgeLevel, ShipId, SideId, TechId
from rules.cluster_war.model.state.dealings import Deed
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import WarSign
from rules.values import Value, field

GHOST_TURNS: Final = 12
"""For so many turns a map shows where ships were last heard of."""


class KnownBody(Value):
    """A world as a side knows it: None means not known (CW-12.1-06, CW-12.1-08)."""

    orbit: int
    step: str
    life: str = ""
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None
    name: str = ""


class KnownSystem(Value):
    """What a side knows of a system, and the turn it was learned."""

    hex: HexId
    level: KnowledgeLevel
    turn: int
    bodies: tuple[KnownBody, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = ""


class FleetSighting(Value):
    """A foreign fleet as last seen: where, by whose flag, how many ships and hull spaces, and when.

    `contact` is the observer's own name for it ("C3"): the owner's ids would tell how many fleets they have.
    """

    contact: str
    side: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


class ColonySighting(Value):
    """A foreign colony as last seen; its size is known only if told. Keyed by "hex-orbit", as `Colony.id` is."""

    colony: ColonyId
    side: SideId
    hex: HexId
    orbit: int
    week: int
    size: int | None = None


class BaseSighting(Value):
    """Foreign bases as last seen in an orbit, or in deep space with orbit 0: how many, and their hull spaces together.
    Keyed by "hex-orbit/side"."""

    side: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


class DesignSighting(Value):
    """A foreign design as survivors of a battle have seen it, with its layout, and the turn they last met it (CW-9.7-02)."""

    side: SideId
    design: Design
    turn: int


class SeenWeather(Value):
    """The terrain of a hex as a side knows it: in which turn it was so, the force of each storm, and what coincides there with
    what the map shows."""

    turn: int
    force: Mapping[str, int] = field(default_factory=dict)
    around: tuple[str, ...] = ()


class LastHeard(Value):
    """Own ships of which nobody has heard any more: their fleet, where and when it was last heard of (CW-12.0-02)."""

    fleet: FleetId
    name: str
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


class Knowledge(Value):
    """All a side knows of what is not its own. `seen` gives the week each hex was last in view; `contacts` names the
    foreign fleets it has seen; `fleets` is keyed by contact. `designs` are those it has met in battle, as "side/design"; `signs`
    the places of war it was told of in the last turns, as "kind/hex"; `weather` is what it saw of storms and the like,
    `vanished` its own ships that were not heard of again, `stars` what its map still shows, by old light, of hexes that are
    otherwise by now (CW-12.1-02), `passages` the entries of closed worm holes whose far end it knows, since it came
    through (CW-14.0-32), `deeds` what it was told that passed between it and others, by empire and in order."""

    systems: Mapping[HexId, KnownSystem] = field(default_factory=dict)
    seen: Mapping[HexId, int] = field(default_factory=dict)
    fleets: Mapping[str, FleetSighting] = field(default_factory=dict)
    contacts: Mapping[FleetId, str] = field(default_factory=dict)
    colonies: Mapping[ColonyId, ColonySighting] = field(default_factory=dict)
    met: tuple[SideId, ...] = ()
    bases: Mapping[str, BaseSighting] = field(default_factory=dict)
    designs: Mapping[str, DesignSighting] = field(default_factory=dict)
    signs: Mapping[str, WarSign] = field(default_factory=dict)
    weather: Mapping[HexId, SeenWeather] = field(default_factory=dict)
    vanished: tuple[LastHeard, ...] = ()
    stars: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)
    passages: tuple[HexId, ...] = ()
    deeds: tuple[Deed, ...] = ()


CommEffect: TypeAlias = Literal["relay", "couriers", "initiative"]
"""What a communications technology does (CW-13.0-09): reports reach the grid from so many hexes further off, couriers are so many
weeks faster, a side's commanders add so much to initiative in battle."""


class Report:
    """What nobody has read yet: an event, of which this layer knows nothing more. It is kept as it is and told later."""

    __slots__ = ()


class Dispatch(Value):
    """News of a side's that is on its way home from a hex: due at the end of a week, or when one of the fleets that carry it is
    within reach itself. `found` holds what is new of what the side knows."""

    side: SideId
    hex: HexId
    sent: int
    due: int
    carriers: tuple[FleetId, ...] = ()
    reports: tuple[Report, ...] = ()
    found: Knowledge = field(default_factory=Knowledge)


class TechEffect(Value):
    """What the game master has attached to a communications technology, for all who have it (CW-13.0-09)."""

    technology: TechId
    effect: CommEffect
    amount: int


class Signals(Value):
    """`cloaks` are levels that the game master adds to cloaks, by "drive/jump", "hex/2034", "fleet/…" or "side/…", `sensors`
    levels added to LRS, by "hex/…" or "side/…" (CW-12.0-11); `delays` weeks by which news of enemy activity comes late, by side
    (CW-13.0-05); `effects` what technologies do; `mail` is news on its way; `envoys` are ambassadors who wait for
    the other's, as "from>to" (CW-13.0-08)."""

    cloaks: Mapping[str, int] = field(default_factory=dict)
    sensors: Mapping[str, int] = field(default_factory=dict)
    delays: Mapping[SideId, int] = field(default_factory=dict)
    effects: tuple[TechEffect, ...] = ()
    mail: tuple[Dispatch, ...] = ()
    envoys: tuple[str, ...] = ()
