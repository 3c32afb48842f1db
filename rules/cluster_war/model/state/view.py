"""What one side may see: built from what is allowed, never by deleting. The GM's view has `side` "" and holds all."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.state.common import (
    BaseId,
    BuildId,
    ColonyId,
    FleetId,
    HexId,
    ProjectId,
    Settings,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.dealings import (
    Deed,
    Difference,
    Offer,
    Operation,
    OperationId,
    Pact,
    PeaceOffer,
    Right,
    TradeRecord,
    Truce,
)
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Fleet, Project, Ship, Task
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.places import Link, Scene, Strain
from rules.cluster_war.model.state.psionics import Minds
from rules.cluster_war.model.state.sides import (
    BaseSighting,
    ColonySighting,
    DesignSighting,
    FleetSighting,
    KnownSystem,
    LastHeard,
    Officer,
    SeenWeather,
    Side,
    Signals,
)
from rules.cluster_war.model.state.war import Front, OfficerId, WarSign
from rules.values import Flag, Value, field


class Yield(Value):
    """What one place makes this turn: a colony's people, or so many mining stations of a colony, base or fleet (`who`).
    `pooled` is false where the CPs stay there, cut off from the grid (CW-5.0-10)."""

    who: str
    hex: HexId
    orbit: int
    cps: int
    pooled: bool
    stations: int = 0


class Income(Value):
    """What can be spent this turn (CW-18.0-09). `trade_lines` are (partner, CPs); `yields` that go to the pool come to
    `production`, but for what Low Industry costs, and for `handicap`, the part of it that a handicap gives or takes."""

    production: int
    trade: int
    unusual: int
    treasury: int
    trade_lines: tuple[tuple[str, int], ...] = ()
    yields: tuple[Yield, ...] = ()
    handicap: int = 0

    @property
    def available(self) -> int:
        return self.production + self.trade + self.unusual + self.treasury


class PendingRequest(Value):
    """Plain words of this side's own that still wait for the game master's answer, and the turn they were given in."""

    turn: int
    text: str


NO_INCOME: Final = Income(production=0, trade=0, unusual=0, treasury=0)


class View(Value, kw_only=True):
    """One side's sight of the campaign before orders are given for `turn`, or the game master's, who sees everything."""

    # Whose view it is, and when.
    side: SideId
    """Whose view it is; "" for the game master's."""
    turn: int
    """The turn whose orders are being taken."""
    settings: Settings
    """What this campaign plays by."""
    flags: Mapping[SideId, Flag]
    """All empires' names and colours."""
    me: Side | None = None
    """The side itself; None for the game master."""

    # The map.
    columns: int
    """The map's width in hexes."""
    rows: int
    """The map's height in hexes."""
    objects: Mapping[HexId, tuple[str, ...]]
    """The cluster map that everyone has (CW-12.1-01): object codes by hex."""
    systems: Mapping[HexId, KnownSystem]
    """Systems that the side has looked at, as far as it knows them."""
    links: tuple[Link, ...] = ()
    """Jump lines and wormholes that the side knows (CW-4.0-19)."""
    strains: Mapping[str, Strain] = field(default_factory=dict)
    """What strip-mining and bombardment have done to worlds, as far as the side knows, by "hex-orbit"."""
    weather: Mapping[HexId, SeenWeather] = field(default_factory=dict)
    """What the side has seen of storms and the like (CW-14.0)."""
    sighted: frozenset[HexId]
    """Hexes in view now."""
    seen: Mapping[HexId, int]
    """The week in which each hex was last in view."""

    # Its own forces: all of them for the game master.
    colonies: Mapping[ColonyId, Colony]
    """The side's own colonies; all for the game master."""
    fleets: Mapping[FleetId, Fleet]
    """The side's own fleets; all for the game master."""
    ships: Mapping[ShipId, Ship]
    """The side's own ships; all for the game master."""
    builds: Mapping[BuildId, Build]
    """The side's own units under construction; all for the game master."""
    projects: Mapping[ProjectId, Project]
    """The side's own research; all for the game master."""
    bases: Mapping[BaseId, Base] = field(default_factory=dict)
    """The side's own bases; all for the game master."""
    officers: Mapping[OfficerId, Officer] = field(default_factory=dict)
    """The side's flag officers, without the luck that the game master has in store for them."""
    fronts: Mapping[ColonyId, Front] = field(default_factory=dict)
    """Worlds with a surface that the side holds or has forces on."""
    grid: frozenset[HexId] = frozenset()
    """The side's supply grid."""
    income: Income = NO_INCOME
    """What the side has to spend this turn."""
    counters: Mapping[str, int]
    """Numbers last given, for ids of new fleets and projects ("fleet", "project")."""
    vanished: tuple[LastHeard, ...] = ()
    """Own ships that are no longer heard of."""

    # Contacts: what it knows of others.
    met: tuple[SideId, ...] = ()
    """Empires and races that the side has met."""
    others: Mapping[SideId, Flag] = field(default_factory=dict)
    """Races that the game master runs and the side has met."""
    foreign_fleets: Mapping[str, FleetSighting]
    """Fleets of others by the side's own names for contacts ("C3"), never by their owners' ids; for the game master those of
    races that it runs."""
    foreign_colonies: Mapping[ColonyId, ColonySighting]
    """Colonies of others that the side has seen; for the game master those of races that it runs."""
    foreign_bases: Mapping[str, BaseSighting] = field(default_factory=dict)
    """Bases of others that the side has seen."""
    foreign_designs: Mapping[str, DesignSighting] = field(default_factory=dict)
    """Designs of others that were met in battle (CW-9.7-02)."""
    signs: Mapping[str, WarSign] = field(default_factory=dict)
    """Places of war that the side knows of, as "kind/hex"."""
    scenes: tuple[Scene, ...] = ()
    """What the side has met and may answer."""

    # Dealings: diplomacy, trade, research, espionage, minds.
    peace: tuple[SideId, ...] = ()
    """Sides that it has made peace with."""
    peace_offers: tuple[PeaceOffer, ...] = ()
    """Peace that the side has offered or been offered."""
    truces: tuple[Truce, ...] = ()
    """Peace of the side's that ends by itself."""
    deeds: tuple[Deed, ...] = ()
    """What the side was told that passed between it and others."""
    rights: tuple[Right, ...] = ()
    """Rights that the side has given or been given."""
    pacts: tuple[Pact, ...] = ()
    """Agreements of trade that the side is a party to."""
    offers: tuple[Offer, ...] = ()
    """Agreements that the side has offered or been offered."""
    trade_history: Mapping[SideId, tuple[TradeRecord, ...]] = field(default_factory=dict)
    """What the side's partners brought, turn by turn."""
    embassies: tuple[SideId, ...] = ()
    """Sides with which it has exchanged ambassadors."""
    signals: Signals = field(default_factory=Signals)
    """Ambassadors that the side has sent or is sent, and nothing else; all for the game master."""
    tasks: tuple[Task, ...] = ()
    """What the side was told about research."""
    asked: tuple[PendingRequest, ...] = ()
    """Plain words of the side's own that wait for the game master's answer."""
    operations: Mapping[OperationId, Operation] = field(default_factory=dict)
    """The side's intelligence operations, without what only the game master knows of them."""
    minds: Minds = field(default_factory=Minds)
    """The side's own ghosts, disguises, silences and holds; all for the game master."""

    # For the game master alone.
    sides: Mapping[SideId, Side] = field(default_factory=dict)
    """All empires; for the game master alone."""
    grids: Mapping[SideId, frozenset[HexId]] = field(default_factory=dict)
    """Supply grids by side; for the game master alone."""
    questions: tuple[Question, ...] = ()
    """What waits for the game master's word, and what had it; for them alone."""
    nprs: Mapping[SideId, Npr] = field(default_factory=dict)
    """Races that the game master runs, in full; for them alone."""
    differences: tuple[Difference, ...] = ()
    """What the game master has set between two peoples; for them alone."""

    @property
    def all_flags(self) -> Mapping[SideId, Flag]:
        """The sides' flags, and those of the races met that the game master runs."""
        return {**self.flags, **self.others}

    @property
    def is_gm(self) -> bool:
        return self.side == ""


MOST_COLONIES = 2


def place_name(view: View, hex_: HexId) -> str:
    """A hex as its knower names it, unescaped: `6210 Terra (Lanibma)`, `6108 Kelerthe`, `5501`.

    The largest colonies of the view's side in it stand first (the game master's view has those of all), two at most; one
    that is called after the star (`Lanibma III`) is left out.
    """
    system = view.systems.get(hex_)
    star = system.name if system else ""
    here = sorted([c for c in view.colonies.values() if c.hex == hex_], key=lambda c: (-c.size, c.id))
    towns = ", ".join([c.name for c in here if c.name and not (star and c.name.startswith(star))][:MOST_COLONIES])
    if not towns:
        return f"{hex_} {star}".rstrip()
    return f"{hex_} {towns} ({star})" if star else f"{hex_} {towns}"
