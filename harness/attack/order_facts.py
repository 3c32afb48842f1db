"""A row for every kind of order: the Humans give it in the third month, and nobody else may hear of it but by a rule."""

from typing import Final

from harness.attack.fact import Fact, Step, Use, WrittenOrder
from harness.attack.other_facts import changing
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, MineWorld, StripMine
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.diplomacy.contact import RecallAmbassadors, SendAmbassadors
from rules.cluster_war.chapters.diplomacy.peace_orders import BreakPeace, OfferPeace, Threaten
from rules.cluster_war.chapters.diplomacy.treaty_orders import (
    AcceptTrade,
    EndTrade,
    GrantRights,
    OfferTrade,
    RevokeRights,
)
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, EnterWormhole
from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartCounter,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, LoadCargo, TakeCraft, UnloadCargo
from rules.cluster_war.chapters.logistics.supply_orders import (
    GiftCps,
    LoadMunitions,
    LoadSupplies,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.cluster_war.chapters.movement.conduct_orders import PreparePsychics
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.officers.crew_orders import MoveCrew, SendTelepaths
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RankOfficer, RecruitOfficer
from rules.cluster_war.chapters.research.project_orders import (
    CombineAbilities,
    FundProject,
    ProposeTechnology,
    ReadObject,
    StartProject,
)
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Pact
from rules.cluster_war.model.state.game import GameState
from rules.values import changed

IN_VIEW: Final = "CW-12.0-12: a colony in view of their scout is noticed"
RIGHT: Final = "CW-4.3-06: whoever may draw supplies, or no longer, is told of it"
GIVEN: Final = "CW-8.1-01: who is given technology or materials has them"
EMBASSY: Final = "CW-13.0-08: ambassadors come to another empire, or leave it"
PEACE: Final = "CW-18.0-24: whoever peace is offered to or ended with, or is threatened, is told of it"
DEAL: Final = "CW-11.0-01: the other party of a treaty is told of it"
PREY: Final = "CW-9.5-13: who loses traffic is told of it, and of raiders in view"
GHOSTS: Final = Use(
    "gm amend create", {"side": "humans", "design": "Sabre II", "hex": "{by_the_burrow}", "count": 1, "fleet": "Ghosts"}
)
"""Raiders far from home, beside a world of the Vermin."""


WHALES: Final = Use("special place", {"hex": "{deep}", "kind": "Monster", "what": "Space Whale", "number": 9})
MET: Final[tuple[Step, ...]] = (
    Use("special play"),
    WHALES,
    Use("gm advance", presses=("Resolve",)),
    Use("gm publish"),
)
"""The Humans have met whales where nobody else knows of anything, and may answer."""
MOUTH: Final[tuple[Step, ...]] = (
    Use("special place", {"hex": "{deep}", "kind": "Wormhole"}),
    Use("special hole", {"hex": "{deep}", "how": "closed", "to": "{deepest}"}),
    Use("gm amend knowledge", {"side": "humans", "hex": "{deep}"}),
)
"""They know of a worm hole there."""


def psionic(state: GameState) -> GameState:
    """The Humans are psychics, and so are the crews of all their designs."""
    humans = state.sides["humans"]
    trait = ("Psionic Ability +4", "Psionic Ability: Combat Precognition, Screaming, Postcognition")
    race = changed(humans.race, abilities=(*humans.race.abilities, *trait))
    designs = {key: changed(d, traits=(*d.traits, "psi:screaming")) for key, d in humans.designs.items()}
    return changed(state, sides={**state.sides, "humans": changed(humans, race=race, designs=designs)})


def peaceful(state: GameState) -> GameState:
    """The Humans and the Oolab have peace."""
    return changed(state, peace=(*state.peace, "humans|oolab"))


def partners_meet(state: GameState) -> GameState:
    """The Humans and the Dominion trade, and a fleet of theirs lies beside the Corsairs; battles are settled by numbers."""
    corsairs = next(f for f in state.fleets.values() if f.name == "Corsairs")
    theirs = max((f for f in state.fleets.values() if f.side == "dominators"), key=lambda f: len(f.ships))
    pacts = tuple(p for p in state.pacts if {p.a, p.b} != {"humans", "dominators"})
    return changed(
        state,
        settings=changed(state.settings, battles="quick"),
        fleets={**state.fleets, theirs.id: changed(theirs, hex=corsairs.hex, transit=None, course=None, route=())},
        pacts=(*pacts, Pact("dominators", "humans", "full", 1)),
    )


def _psi(of: type[Order], text: str) -> Fact:
    born = changing(psionic)
    return Fact(of.__name__, of, (born, WrittenOrder(text)), instead=(born,), alone=True)


def _row(of: type[Order], text: str, name: str = "", **more: object) -> Fact:
    return Fact(name or of.__name__, of, (WrittenOrder(text),), **more)  # type: ignore[arg-type]  # a row's own fields


ORDER_FACTS: Final[tuple[Fact, ...]] = (
    _row(MoveFleet, 'move "Outpost" to {deeper}'),
    _row(SplitFleet, 'split "Outpost" {scout} as "Secret Arm"'),
    _row(MergeFleets, 'merge "Outguard" into "Outpost"', alone=True),
    _row(RenameFleet, 'rename "Outguard" to "Hidden Dagger" standing "Tell nobody"'),
    _row(SetMission, 'mission "Outpost" patrol', alone=True),
    _row(SetEngagement, 'engage "Outpost" evade, withdraw at 30, saying "Come home alive"'),
    _row(SetEngagement, 'engage empire defend, pursue, saying "Spare their nurseries"', "SetEngagement of an empire"),
    _row(LoadCargo, 'load "Seventh" 40'),
    _row(UnloadCargo, 'unload "Fifth" 40 at "Terra"'),
    _row(FoundColony, 'found "Colonists" {world} with 80 as "Secret Cove"'),
    _row(
        SettleInGrid,
        'settle {spare} with 20 as "Second Terra"',
        seen={"vermin": IN_VIEW},
    ),
    _row(ExpandColony, 'expand "{colony}" 10'),
    _row(BuildUnits, 'build 1 "Infantry" at "Terra"'),
    _row(ContinueBuild, "continue {build} using 2 paying 20"),
    _row(SendBuild, "send {build} to {deeper}"),
    _row(BuildFacility, 'facility 2 lab at "Terra"'),
    _row(StartProject, 'research "Secret Weapon" at "Terra" steps 2 with 120'),
    _row(ProposeTechnology, 'propose "Secret Lance" for "a beam that no shield stops"'),
    _row(FundProject, 'fund "Long Road" 50'),
    _row(FreeText, 'ask "May we betray the others?"'),
    _row(Contingency, 'if "anybody looks, hide"'),
    _row(RetoolFactory, 'retool 20 at "Terra" to munitions'),
    _row(MakeMunitions, 'munitions 10 at "Terra"'),
    _row(RefitUnits, 'refit DD01 at "Terra" to "Sabre II" using 10'),
    _row(ScrapUnits, 'scrap 1 "Infantry" at "Terra"'),
    _row(Dismantle, 'dismantle 5 shipyard at "Terra" onto "Seventh"'),
    _row(Assemble, 'assemble 5 shipyard from "Second"'),
    _row(TowBase, 'tow "Picket station" at "Terra" with "Seventh"'),
    _row(
        ReleaseBase,
        'release "OS01"',
        seen={"vermin": "CW-12.0-04: a base let go in open space is within their scout's sensors"},
    ),
    _row(MineWorld, 'mine "Eighth" orbit {orbit}'),
    _row(StripMine, 'strip "Terra"'),
    _row(Priorities, "priorities research, ships"),
    _row(LoadSupplies, 'supply "Seventh" 10'),
    _row(UnloadSupplies, 'unsupply "Works" 10'),
    _row(TransferSupplies, 'hand "Works" 12 to "Second"'),
    _row(LoadMunitions, 'arm "Seventh" 5 from "Terra"'),
    _row(UnloadMunitions, 'disarm "Works" 3 at "Terra"'),
    _row(
        TakeCraft,
        'embark "Seventh" 1 "Guardian gunboat" from "Terra"',
        seen={"vermin": "CW-12.0-04: it is one of the fleet's ships now, and their scout counts those"},
    ),
    _row(LandCraft, 'disembark "Works" 2 "Swift fighter" at "Terra"'),
    _row(GrantRights, 'grant "The Dominion" rearm', seen={"dominators": RIGHT}),
    _row(RevokeRights, 'revoke "The Dominion" supply', seen={"dominators": RIGHT}),
    _row(OfferTrade, 'trade "Vermin Swarm" limited', seen={"vermin": DEAL}),
    _row(AcceptTrade, 'accept "The Dominion"', seen={"dominators": DEAL}),
    _row(EndTrade, 'endtrade "Oolab Shoal"', seen={"oolab": DEAL}),
    _row(OfferPeace, 'peace "Vermin Swarm" 6', seen={"vermin": PEACE}),
    Fact(
        "BreakPeace",
        BreakPeace,
        (changing(peaceful), WrittenOrder('endpeace "Oolab Shoal"')),
        seen={"oolab": PEACE},
        instead=(changing(peaceful),),
        alone=True,
    ),
    Fact(
        "a partner is struck",
        SetEngagement,
        (changing(partners_meet), WrittenOrder('engage "Corsairs" attack')),
        seen={"dominators": "CW-11.0-02: who is struck by its partner knows of it, and their trade is over"},
        instead=(changing(partners_meet),),
        alone=True,
    ),
    _row(Threaten, 'threaten "The Dominion"', seen={"dominators": PEACE}),
    _row(GiftCps, 'aid "Sixth" 20 at {mire}', seen={"dominators": "CW-5.1-01: the aid lands at their colony"}),
    _row(ShareData, 'share "Ion Lamps" with "The Dominion"', seen={"dominators": GIVEN}),
    _row(TransferTechnology, 'transfer "Warm Bread" to "The Dominion" paid', seen={"dominators": GIVEN}),
    _row(PayTransfer, 'pay "Ola Song"'),
    _row(SendAmbassadors, 'ambassadors "Vermin Swarm"', seen={"vermin": EMBASSY}),
    _row(RecallAmbassadors, 'endembassy "The Dominion"', seen={"dominators": EMBASSY}, alone=True),
    _row(RecruitOfficer, 'recruit "Secret Agent" at "Terra" with "strategist"'),
    _row(AssignOfficer, 'post "Talon" to captain of DD01'),
    _row(RankOfficer, 'rank "Talon" 2'),
    _row(MoveCrew, "crew DD01 to DD02"),
    Fact(
        "LeaveWorld",
        LeaveWorld,
        (
            Use("decree front force", {"world": "{terra}", "force": "humans/A1"}),
            WrittenOrder('leave "Seventh" {terra}'),
        ),
    ),
    _row(CommandArmy, 'army {terra} all reserve place "in the old tunnels"'),
    _row(
        InvadeWorld,
        'invade "Marines" {burrow} at land and hold',
        seen={"vermin": "CW-9.2-13: who is invaded knows it"},
        alone=True,
    ),
    _row(RaidRoute, 'raid "Corsairs" via {beside}'),
    *(
        Fact(
            f"RaidRoute that {does} its prey",
            RaidRoute,
            (GHOSTS, WrittenOrder(f'raid "Ghosts" via {{burrow_hex}}{words}')),
            seen={"vermin": PREY},
            instead=(GHOSTS,),
            alone=True,
        )
        for does, words in (("destroys", ""), ("takes", " taking cargo"))
    ),
    _row(BombardWorld, 'bombard "Corsairs" at {world} biosphere for certain', alone=True),
    _row(RepairUnits, 'repair "Eighth" at "Terra"'),
    _psi(PreparePsychics, 'psychics of "Outpost" drugged'),
    _psi(SendTelepaths, "telepaths security DD01"),
    _psi(ReadObject, 'handle "the secret stone" for "Long Road"'),
    _psi(CombineAbilities, 'combine "Screaming, Combat Precognition"'),
    _row(StartOperation, 'spy "The Dominion" fleets with 100 for "count their secret ships" as "Nightfall"'),
    _row(StartCounter, 'counterspy with 100 as "Secret Watch"'),
    _row(FundOperation, 'finance "Secret Ears" 100'),
    _row(ChangeOperation, 'redirect "Secret Ears" for "read their secret books" by locals'),
    _row(StopOperation, 'abandon "Secret Whisper"'),
    _row(GiveMaterial, 'lend "Special Magnetic Materials" to "The Dominion"', seen={"dominators": GIVEN}),
    Fact("AnswerScene", AnswerScene, (*MET, WrittenOrder("answer E1 study")), instead=MET, alone=True),
    Fact("EnterWormhole", EnterWormhole, (*MOUTH, WrittenOrder('enter "Outpost"')), instead=MOUTH, alone=True),
)
