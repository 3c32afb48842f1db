"""Orders of supply and munitions, small craft, rights between empires, trade, aid and technology (chapters 4, 8, 11)."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.state.names import BaseId, ColonyId, DesignId, FleetId, RightKind, SideId, TechId, TradeLevel


@dataclass(frozen=True, slots=True)
class LoadSupplies:
    """Fill cargo bays with supply points: free in the own grid and where supply rights hold (CW-4.3-15); from an own
    depot's store elsewhere (CW-5.2-07)."""

    fleet: FleetId
    points: int


@dataclass(frozen=True, slots=True)
class UnloadSupplies:
    """Give supply points from cargo bays to an own base in the hex, or back where they cost nothing with base ""."""

    fleet: FleetId
    points: int
    base: BaseId = ""


@dataclass(frozen=True, slots=True)
class TransferSupplies:
    """Hand supply points to another own fleet in the same hex (CW-4.3-14)."""

    fleet: FleetId
    points: int
    into: FleetId


@dataclass(frozen=True, slots=True)
class LoadMunitions:
    """Load munitions for so many CPs from the stock of a colony or base into cargo bays, to be hauled (CW-4.3-09)."""

    fleet: FleetId
    cps: int
    place: str


@dataclass(frozen=True, slots=True)
class UnloadMunitions:
    """Unload hauled munitions into the stock of an own colony or base, or with place "" into the magazines of the ships
    in the hex (CW-4.3-10)."""

    fleet: FleetId
    cps: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class TakeCraft:
    """Take small craft or ground forces held at an own colony or base along with a fleet: craft flying or in crates
    (CW-5.1-03), battalions in barracks with their gear (CW-6.5-22), aerospace ones in hangars unless `crated`."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int
    crated: bool = False


@dataclass(frozen=True, slots=True)
class LandCraft:
    """Leave a fleet's small craft or ground forces at an own colony or base, crated ones first (CW-4.3-05, CW-6.5-22)."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int


@dataclass(frozen=True, slots=True)
class GrantRights:
    """Let another empire draw supplies at the own colonies, munitions too, or land CPs there (CW-4.3-06, CW-4.3-09)."""

    side: SideId
    kind: RightKind


@dataclass(frozen=True, slots=True)
class RevokeRights:
    """Take such a right back."""

    side: SideId
    kind: RightKind


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer another empire a trade agreement; two equal offers make one at once (CW-11.0-02)."""

    side: SideId
    level: TradeLevel


@dataclass(frozen=True, slots=True)
class AcceptTrade:
    """Accept what another empire has offered; income comes from the next turn."""

    side: SideId


@dataclass(frozen=True, slots=True)
class EndTrade:
    """End an agreement, withdraw an own offer and decline theirs: either side may at any time (CW-11.0-02)."""

    side: SideId


@dataclass(frozen=True, slots=True)
class GiftCps:
    """Unload CPs as foreign aid at a colony of an empire that lets you (CW-TAB-FREIGHTER-USES/3)."""

    fleet: FleetId
    cps: int
    colony: ColonyId


@dataclass(frozen=True, slots=True)
class ShareData:
    """Give another empire the discovery and research of a technology, without fee (CW-8.1-01)."""

    side: SideId
    technology: TechId


@dataclass(frozen=True, slots=True)
class TransferTechnology:
    """Give another empire a whole technology; it works when the fee is paid, here and now with `cover` (CW-8.1-02)."""

    side: SideId
    technology: TechId
    cover: bool = False


@dataclass(frozen=True, slots=True)
class PayTransfer:
    """Pay the fee of a technology that another empire transferred (CW-8.1-02)."""

    technology: TechId


@dataclass(frozen=True, slots=True)
class GiveMaterial:
    """Let another empire have a resource that you mine, for its research (CW-8.0-08)."""

    side: SideId
    material: str


SupportOrder: TypeAlias = (
    LoadSupplies
    | UnloadSupplies
    | TransferSupplies
    | LoadMunitions
    | UnloadMunitions
    | TakeCraft
    | LandCraft
    | GrantRights
    | RevokeRights
    | OfferTrade
    | AcceptTrade
    | EndTrade
    | GiftCps
    | ShareData
    | TransferTechnology
    | PayTransfer
    | GiveMaterial
)
