"""One event of every type, as the Humans of `scene.late_game` would see them in turn 13."""

from rules.cluster_war.model.events import (
    battles,
    colonies,
    detection,
    diplomacy,
    industry,
    logistics,
    movement,
    officers,
    raids,
    research,
    turn,
)
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.war import Engagement
from rules.values import Cause, Modifier, Roll
from tests.render.campaign.encounter_happenings import encounter_happenings
from tests.render.campaign.ground_happenings import ground_happenings
from tests.render.campaign.mind_happenings import mind_happenings
from tests.render.campaign.spy_happenings import spy_happenings
from tests.render.campaign.terrain_happenings import terrain_happenings

US = ("humans",)
PUSHED = Cause(
    "CW-4.0-08",
    "humans-13-6",
    (Modifier(25, "% chance of failure"),),
    (Roll("push/humans-F9/50", 100, (12,)),),
)
RESEARCH = Cause(
    "CW-8.0-14",
    "humans-13-9",
    (Modifier(8, "200 CPs so far"), Modifier(4, "40 science stations"), Modifier(-2, "a hasty start")),
    (Roll("research/humans-P1", 100, (11,)),),
)

STRESS = Cause("CW-4.3-20", "", (Modifier(20, "stress of DD21"),), (Roll("stress/humans/DD21", 100, (14,)),))


def cause(rule: str, number: int = 0) -> Cause:
    """A cause with an order's id, or none for 0."""
    return Cause(rule, f"humans-13-{number}" if number else "")


def happenings(home: str = "1816") -> tuple[Event, ...]:
    """One event of each type, all for the Humans' eyes."""
    h = "humans"
    colony = f"{home}-3"
    return (
        turn.OrderFailed(h, "F9 could not load 40 CPs: its bays hold 20.", cause=cause("CW-5.1-03", 2), seen_by=US),
        turn.OrderWaits(h, "Fleet 9 is under way to 2019; the order to found a colony there waits on your sheet.",
                        cause=cause("CW-18.0-32", 2), seen_by=US),
        colonies.IncomeCounted(h, 214, 18, 5, 35, cause=cause("CW-18.0-09"), seen_by=US),
        colonies.BudgetClosed(h, 120, 40, 0, 12, 30, 35, 35, cause=cause("CW-5.0-18"), seen_by=US),
        movement.FleetSplit(h, "humans-F1", "humans-F49", "Raiders", ("humans/DD20", "humans/DD21"),
                            cause=cause("CW-4.1-08", 1), seen_by=US),
        movement.FleetsMerged(h, "humans-F2", "humans-F1", home, cause=cause("CW-4.1-08", 3), seen_by=US),
        movement.FleetRenamed(h, "humans-F1", "@everyone **Fist**", cause=cause("CW-4.1-12", 4), seen_by=US),
        movement.MissionSet(h, "humans-F1", "survey", cause=cause("CW-18.0-06", 5), seen_by=US),
        movement.FleetDeparted(h, "humans-F4", "", home, "2019", 48, 54, cause=cause("CW-4.1-05", 6), seen_by=US),
        movement.FleetArrived(h, "humans-F4", "", "2019", 52, cause=cause("CW-4.1-04", 6), seen_by=US),
        movement.ShipsPickedUp(h, "humans-F4", "2019", ("humans/DD99",), cause=cause("CW-4.1-08", 6), seen_by=US),
        movement.FleetsMet("2019", 50, ("humans-F4", "vermin-F77"), (h, "vermin"),
                           cause=cause("CW-1.0-10"), seen_by=(h, "vermin")),
        detection.FleetSighted(h, "vermin", "2222", 3, 14, 51, cause=cause("CW-12.1-13"), seen_by=US),
        detection.ColonySighted(h, "oolab", "2323", 4, 50, cause=cause("CW-12.1-13"), seen_by=US),
        detection.SystemLearned(h, "2019", "surveyed", 5, 66, 52, cause=cause("CW-12.1-08", 5), seen_by=US),
        detection.SurveyProgressed(h, "humans-F1", home, 2, cause=cause("CW-12.1-12", 5), seen_by=US),
        detection.SurveyAborted(h, "humans-F1", home, cause=cause("CW-12.1-11", 5), seen_by=US),
        detection.EmissionsSet(h, "humans-F1", "sensors", cause=cause("CW-12.0-12", 5), seen_by=US),
        detection.BaseEmissionsSet(h, "humans/WS02", "sensors", cause=cause("CW-12.0-12", 5), seen_by=US),
        detection.ShipsVanished(h, "humans-F50", "Pathfinder", "2019", 50, ("humans/SC01",),
                                cause=cause("CW-12.0-02"), seen_by=US),
        detection.CloakTried("vermin", "humans-F1", home, 50, 0, 2, cause=cause("CW-12.0-09"), seen_by=US),
        detection.StarChanged(h, "2222", ("Neb",), 52, cause=cause("CW-12.1-02"), seen_by=US),
        detection.NewsCame(h, "2222", 47, 52, cause=cause("CW-13.0-02"), seen_by=US),
        logistics.CargoLoaded(h, "humans-F1", home, 20, cause=cause("CW-5.0-11", 7), seen_by=US),
        logistics.CargoUnloaded(h, "humans-F1", colony, 20, True, cause=cause("CW-5.0-10", 8), seen_by=US),
        colonies.ColonyFounded(h, "2019-2", "New Hope", "2019", 2, 10, 15, cause=cause("CW-7.0-06", 10), seen_by=US),
        colonies.ColonyGrew(h, colony, 115, 120, 5, cause=cause("CW-5.0-21", 11), seen_by=US),
        industry.BuildStarted(h, "humans-B4", colony, "dd", 2, 18, 18, 1, cause=cause("CW-6.1-03", 12), seen_by=US),
        industry.BuildProgressed(h, "humans-B4", 3, 6, cause=cause("CW-5.0-16", 12), seen_by=US),
        industry.UnitsDelivered(h, "humans-B4", colony, "dd", 2, ("humans/DD31", "humans/DD32"), "humans-F1",
                              cause=cause("CW-6.1-03"), seen_by=US),
        industry.FacilityBuilt(h, colony, "lab", 5, 25, cause=cause("CW-18.0-03", 13), seen_by=US),
        research.ResearchRolled(h, "humans-P1", "Shield theory", 1, 2, 200, 12, True, False, False, cause=RESEARCH, seen_by=US),
        research.ResearchLapsed(h, "humans-P2", "Beam weapons", 40, cause=cause("CW-8.0-17"), seen_by=US),
        research.ProposalWorks(h, "Void Lance", "No shield stops it.", ("Shields",), cause=cause("CW-9.7-07"), seen_by=US),
        turn.QuestionRaised("Q5", "free-text", "Ask the natives for passage", "2222", cause=cause("CW-4.1-10", 14), seen_by=US),
        turn.Narrated("A cold light in the north.\nNobody knows why.", cause=cause("CW-1.0-01"), seen_by=US),
        turn.Amended("Your treasury was set to 35 CPs.",
                     cause=Cause("CW-1.0-01", override="a counting error in turn 12"), seen_by=US),
        industry.BuildHalted(h, "humans-B4", colony, "dd", "Neutronium", cause=cause("CW-5.0-27"), seen_by=US),
        industry.FactoryRetooled(h, colony, 20, "munitions", cause=cause("CW-6.1-09", 15), seen_by=US),
        industry.MunitionsMade(h, colony, 40, 60, cause=cause("CW-6.1-11", 16), seen_by=US),
        industry.RefitStarted(h, "humans-B5", colony, "dd", 2, 12, 1, cause=cause("CW-6.6-01", 17), seen_by=US),
        industry.UnitsRefitted(h, "humans-B5", colony, "dd", 2, ("humans/DD31",), 12, cause=cause("CW-6.6-05"), seen_by=US),
        industry.UnitsScrapped(h, home, "dd", 1, ("humans/DD32",), 4, "pool", cause=cause("CW-6.6-06", 18), seen_by=US),
        industry.PartsLoaded(h, "humans-F1", home, "shipyard", 10, 30, cause=cause("CW-6.0-04", 19), seen_by=US),
        industry.BaseAssembled(h, "humans-F1", "2222", 0, "dd", 1, 60, 40, "humans/WS01",
                               cause=cause("CW-7.0-12", 20), seen_by=US),
        industry.BaseTowed(h, "humans-F1", "humans/WS01", "2222", 0, True, cause=cause("CW-5.1-08", 21), seen_by=US),
        detection.BaseSighted(h, "oolab", "2323", 4, 2, 60, 50, cause=cause("CW-12.0-04"), seen_by=US),
        colonies.MiningSet(h, "humans-F1", "2019", 2, True, False, cause=cause("CW-7.1-01", 22), seen_by=US),
        colonies.WorldStrained(h, "2019", 2, 20, True, cause=cause("CW-7.1-06"), seen_by=US),
        colonies.WorldRecovered(h, "2019", 2, "5555", cause=cause("CW-7.1-09"), seen_by=US),
        colonies.SpendingCut(h, 9, "research", 200, 40, cause=cause("CW-5.0-25", 9), seen_by=US),
        colonies.PrioritiesSet(h, ("research", "ships"), cause=cause("CW-5.0-26", 23), seen_by=US),
        movement.FleetPassed(h, "humans-F4", "", "2019", "2222", 50, cause=cause("CW-4.0-11", 6), seen_by=US),
        detection.RiftDetected(h, "2222", True, 49, 53, cause=cause("CW-4.0-09"), seen_by=US),
        movement.FleetLost(h, "humans-F9", "Third Fold", ("humans/DD41",), home, 50, cause=PUSHED, seen_by=US),
        movement.CraftRunDry(h, "humans-F4", ("humans/GB01",), 53, cause=cause("CW-4.2-03", 6), seen_by=US),
        industry.CrashFlawShown(h, "humans/DD31", "a month out of supply", True, "a shield buckles",
                                cause=cause("CW-6.7-03"), seen_by=US),
        logistics.StoresMoved(h, "humans-F1", "supplies", "handed over", 12, home, "humans-F4",
                              cause=cause("CW-4.3-14", 2), seen_by=US),
        logistics.FleetRearmed(h, "humans-F1", home, 30, ("humans/DD20",), cause=cause("CW-4.3-08"), seen_by=US),
        logistics.SuppliesUsed(h, "humans-F4", "2019", 6, 1, 1, 3, 0, ("humans/DD21",), cause=cause("CW-4.3-13"), seen_by=US),
        logistics.StressRose(h, "humans-F4", "2019", ("humans/DD21",), 20, cause=cause("CW-4.3-19"), seen_by=US),
        logistics.StressEased(h, "humans-F1", home, ("humans/DD20",), cause=cause("CW-4.3-22"), seen_by=US),
        logistics.StressChecked(h, "humans-F4", "2019", ("humans/DD21",), ("humans/DD21",), cause=STRESS, seen_by=US),
        logistics.StressSettled(
            h, "humans-F4", "2019", ("humans/DD21",), "damage",
            text="By default ruling: DD21: one component of each takes 1 damage.", cause=Cause("CW-4.3-21"), seen_by=US,
        ),
        logistics.CraftTaken(h, "humans-F1", colony, "gunboat", 2, ("humans/GB01", "humans/GB02"),
                             cause=cause("CW-5.1-03", 3), seen_by=US),
        logistics.CraftLanded(h, "humans-F1", colony, "gunboat", 2, ("humans/GB01", "humans/GB02"),
                              cause=cause("CW-4.3-05", 4), seen_by=US),
        diplomacy.RightsChanged(h, "oolab", "supply", True, cause=cause("CW-4.3-06", 5), seen_by=("humans", "oolab")),
        diplomacy.TradeOffered("oolab", h, "full", cause=cause("CW-11.0-02"), seen_by=("humans", "oolab")),
        diplomacy.TradeAgreed((h, "oolab"), "limited", cause=cause("CW-11.0-02", 6), seen_by=("humans", "oolab")),
        diplomacy.AmbassadorsSent(h, "oolab", False, False, cause=cause("CW-13.0-08", 15), seen_by=US),
        diplomacy.TradeEnded("oolab", h, False, cause=cause("CW-11.0-02"), seen_by=("humans", "oolab")),
        diplomacy.PeaceOffered("oolab", h, 6, cause=cause("CW-18.0-24"), seen_by=US),
        diplomacy.PeaceAgreed((h, "oolab"), 18, cause=cause("CW-18.0-24", 16), seen_by=US),
        diplomacy.PeaceEnded("oolab", h, False, cause=cause("CW-18.0-24"), seen_by=US),
        diplomacy.TruceOver((h, "oolab"), cause=cause("CW-18.0-24"), seen_by=US),
        diplomacy.Threatened("oolab", h, cause=cause("CW-18.0-24"), seen_by=US),
        diplomacy.TradeBroken("oolab", h, "full", "attack", "2019", cause=cause("CW-11.0-02"), seen_by=US),
        logistics.AidLanded("oolab", h, "", colony, 40, "pool", cause=cause("CW-5.1-01"), seen_by=US),
        research.TechnologyGiven(h, "oolab", "Beam Weapons", "technology", True, 250,
                                 cause=cause("CW-8.1-02", 7), seen_by=("humans", "oolab")),
        research.TransferPaid(h, "Shields", 250, True, cause=cause("CW-8.1-02", 8), seen_by=US),
        research.MaterialGiven("oolab", h, "Magnetic Monopoles", cause=cause("CW-8.0-08"), seen_by=("humans", "oolab")),
        research.LevelGained(h, "Warheads", 3, cause=cause("CW-8.0-09"), seen_by=US),
        officers.OfficerRecruited(
            h, "humans/O1", "Talon", colony, 50, 7, 10, 4, 5, ("leader",), ("poet",), cause=cause("CW-17.1-05", 9), seen_by=US,
        ),
        officers.OfficerPosted(h, "humans/O1", "Talon", "commander", "humans/DD20", cause=cause("CW-17.1-19", 10), seen_by=US),
        officers.OfficerRanked(h, "humans/O1", "Talon", 1, 2, cause=cause("CW-17.1-30", 11), seen_by=US),
        officers.OfficerLost(h, "humans/O2", "Red Claw", "humans/DD21", cause=cause("CW-17.1-28"), seen_by=US),
        officers.OfficerTookOver(h, "humans/O1", "Talon", "commander", "humans/DD20", cause=cause("CW-17.1-28"), seen_by=US),
        officers.WitsMatched("13/2019/1", "2019", ((h, 67), ("oolab", 63)), h, 4, cause=cause("CW-17.1-23"), seen_by=US),
        officers.CrewMoved(h, "humans/DD20", "humans/DD21", "veteran", cause=cause("CW-17.2-09", 12), seen_by=US),
        officers.CrewPromoted(h, "humans/DD20", "veteran", cause=cause("CW-17.2-07"), seen_by=US),
        colonies.DependenceNoticed(h, "Oolab", 22, cause=cause("CW-11.0-11"), seen_by=US),
        raids.RaidBegun(h, "humans-F1", ("1817", "1818"), "take", cause=cause("CW-9.5-01", 9), seen_by=US),
        raids.TrafficSought(h, "humans-F1", "oolab", "1817", 3, 10, True, cause=cause("CW-9.5-03"), seen_by=US),
        raids.TrafficCaught(h, "humans-F1", "oolab", "1817", 3, 165, 40, cause=cause("CW-9.5-15"), seen_by=US),
        raids.TrafficLost(h, colony, home, 3, 30, cause=cause("CW-9.5-13"), seen_by=US),
        raids.FreighterRobbed(h, "humans-F1", home, 3, 60, "oolab", cause=cause("CW-9.5-07"), seen_by=US),
        raids.RaidersFaced(h, "humans-F1", "oolab", "1817", 3, True, cause=cause("CW-9.5-12"), seen_by=US),
        raids.RaidLossesMet(h, 90, 40, 30, 20, cause=cause("CW-9.5-14"), seen_by=US),
        raids.BlockadeChanged(h, colony, "Terra", h, "oolab", True, cause=cause("CW-9.2-02"), seen_by=US),
        raids.WorldBombarded(h, "humans-F1", "1817", 2, "people", 4, 240, "It loses 240 CPs of its size.",
                             cause=cause("CW-9.4-01", 10), seen_by=US),
        raids.ColonyBombarded(h, colony, "Terra", "people", 240, 250, 240, False, "oolab", cause=cause("CW-9.4-02"),
                              seen_by=US),
        raids.PlanetDestroyed(h, "1817", 2, "0500", 60, cause=cause("CW-9.4-10"), seen_by=US),
        industry.RepairBegun(h, colony, "@everyone Docks", home, ("humans/DD20",), 9, 3, cause=cause("CW-9.6-05", 9), seen_by=US),
        industry.UnitRepaired(h, "humans/DD20", colony, "Docks", 1, cause=cause("CW-9.6-05", 9), seen_by=US),
        industry.RepairBroken(h, "humans/DD21", colony, "", 4, False, cause=cause("CW-9.6-10", 9), seen_by=US),
        industry.UpgradeInstalled(h, "humans/DD20", colony, "Docks", "better fans", cause=cause("CW-9.6-09"), seen_by=US),
        *_of_battles(h),
        *terrain_happenings(h),
        *encounter_happenings(h),
    )  # fmt: skip


def _of_battles(h: str) -> tuple[Event, ...]:
    """What is told of meetings in arms."""
    fight, lost = cause("CW-9.0-11"), battles.UnitCount("vermin", "Brood ship", 2)
    orders, at = Engagement("attack", 30, True, ("humans/DD21",), "humans-F4"), "13/2019/1"
    evading, pursuing = cause("CW-9.7-05"), cause("CW-9.0-13", 20)
    return (
        battles.EngagementSet(h, "humans-F1", orders, cause=cause("CW-9.0-14", 20), seen_by=US),
        battles.FleetEvaded(h, "humans-F4", "", "2019", 50, cause=evading, seen_by=US),
        battles.QuarryEscaped(h, "oolab", "2019", 50, cause=evading, seen_by=US),
        battles.BattleFought(h, at, "2019", 51, "fleet action", "quick", foes=("vermin",), winner=h,
                             story=("Round 2: Vermin lost Brood ship.", "@everyone **ran**"), seen_lost=(lost,),
                             cause=fight, seen_by=US),
        battles.BattleLosses(h, "humans-F4", at, "2019", 51, "Outriders", ("humans/DD98",),
                             captured=("humans/DD97",), cause=fight, seen_by=US),
        battles.UnitsHurt(h, "humans-F4", at, "2019", "Outriders", ("humans/DD99",), cause=fight, seen_by=US),
        battles.FleetFled(h, "humans-F50", at, "Outriders, fled", ("humans/DD99",), origin="2019", to="2018", week=51,
                          cause=evading, seen_by=US),
        battles.FleetPursued(h, "humans-F4", at, "Outriders", "2019", "2020", 51, cause=pursuing, seen_by=US),
        battles.PrizesTaken(h, "humans-F51", at, "Prizes at 2019", "2019", 51, "vermin", ships=("humans/BR01",),
                            designs=("vermin-BR",), cps=20, cause=fight, seen_by=US),
        battles.DesignsSeen(h, "vermin", "2019", 51, ("Brood ship",), cause=cause("CW-9.7-02"), seen_by=US),
        battles.BattleSettled(at, "2019", 51, "fleet action", "quick", (h, "vermin"), h, destroyed=("humans/DD98",),
                              captured=("vermin/BR01",), fled=("humans/DD99",), cause=fight, seen_by=US),
        *ground_happenings(),
        *spy_happenings("1816"),
        *mind_happenings(),
    )  # fmt: skip
