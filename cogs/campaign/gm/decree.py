"""/decree: the game master's word on links, stress, research, received technology, embassies, colonies and worlds."""

import re
from typing import Annotated, Literal, cast

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import choices
from cogs.campaign.gm.battle_plans import points_of
from cogs.campaign.gm.changing import (
    GmNames,
    Side,
    System,
    WholeFleet,
    change,
    parts_of,
    place_option,
    some_units,
    units_of,
)
from cogs.campaign.gm.choices import gm_complete, side_option
from cogs.campaign.gm.ground import FrontGroup
from cogs.campaign.gm.raiding import WarGroup
from rules.cluster_war.chapters.colonies.amendments import AddLink, CareForWorld, HinderColony, RemoveLink
from rules.cluster_war.chapters.combat.battle_amendments import MOST_DAYS, ApproveUpgrade, SetBattle, SetBattles, Way
from rules.cluster_war.chapters.combat.fleet_orders import repairer_meant
from rules.cluster_war.chapters.diplomacy.amendments import Contagion, RaidCps, SetEmbassy
from rules.cluster_war.chapters.industry.amendments import AddTemplate
from rules.cluster_war.chapters.logistics.amendments import RepairShips, SetStress
from rules.cluster_war.chapters.logistics.stress_effects import StressEffect, default_effect
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews, SetSwitches, UseTalent
from rules.cluster_war.chapters.research.amendments import (
    MOST_SUCCESSES,
    GrantDiscovery,
    SetReceived,
    SetTask,
    SplitProject,
)
from rules.cluster_war.model.state.war import Method
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import AcceptAll, AnswerByTheBook
from rules.errors import GameError, quoted
from rules.values import changed

Words = Range[str, 0, 1000]
Parts = Range[str, 0, 300]
Name = Range[str, 1, 60]
Percent = Range[int, 0, 100]
Points = Annotated[Range[int, -100, 100], "Points more, or fewer"]
Officer = Annotated[str, "Which officer", gm_complete(choices.officers)]
OneEnd = Annotated[str, "One end", place_option]
OtherEnd = Annotated[str, "The other end", place_option]
Kind = Annotated[Literal["jump", "wormhole", "held", "gate"], "What it is"]
BookKind = Annotated[Literal["stress", "encounter", "dependence", "raid", "operation"], "Which kind of questions"]
Successes = Range[int, 0, MOST_SUCCESSES]
SIZE = re.compile(r"(?:up to (?P<small>\d{1,5})|over (?P<large>\d{1,5})) (?P<way>quick|chair|fought|narrated)")
UNITS = "Ships or bases as side/id, separated by spaces (humans/DD01)"


def _sized(method: Way, largest: int, sizes: str) -> SetBattles:
    """Battles by size, written `up to 10 quick, over 40 chair`; GameError."""
    made = SetBattles(method, largest)
    for part in parts_of(sizes):
        found = SIZE.fullmatch(part.casefold())
        if found is None:
            raise GameError(f"{quoted(part)} is no size with a way; write it like up to 10 quick, or over 40 chair.")
        way = cast("Method", found["way"])
        if found["small"]:
            made = changed(made, small=int(found["small"]), small_method=way)
        else:
            made = changed(made, largest=int(found["large"]), large_method=way)
    return made


class DecreeGroup(
    app_commands.Group, name="decree", description="The game master's word on research, stress, worlds, trade, links"
):
    """What /gm amend has no room for; each change has its reason and is on record."""

    front = FrontGroup()
    war = WarGroup(name="war", description="What raids and bombardment came to, and weapons that break planets")

    @change("Draw a line on the map: jump line, wormhole, held wormhole, pair of gates")
    def link(
        self, by: GmNames, a: OneEnd, b: OtherEnd, kind: Kind = "jump", side: Annotated[str, "Whose base holds it"] = ""
    ) -> Amendment:
        return AddLink(by.names.hex(a), by.names.hex(b), kind, by.side(side))

    @change("Take such a line off the map")
    def unlink(self, by: GmNames, a: OneEnd, b: OtherEnd, kind: Kind = "jump") -> Amendment:
        return RemoveLink(by.names.hex(a), by.names.hex(b), kind)

    @change("Carry out what a failed stress check comes to; without an effect, the suggested one")
    def effect(
        self,
        by: GmNames,
        question: Annotated[str, "The question it answers", gm_complete(choices.stress_questions)] = "",
        effect: Annotated[
            Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"] | None,
            "What happens (leave out: what the rules suggest)",
        ] = None,
        to: Annotated[str, "Who gets ships that surrender", side_option] = "",
        units: Annotated[Words, "Other units than the question's, as side/id (humans/DD01)"] = "",
    ) -> Amendment:
        wanted = question.strip().upper()
        found = next((q for q in by.names.view.questions if q.id == wanted and not q.settled_turn), None)
        if wanted and found is None:
            raise GameError(f"There is no open question {quoted(question)}.")
        if found is None and not (effect and units.strip()):
            raise GameError("Name the question, or both the units and the effect.")
        suggested = default_effect(found).effect if found and effect is None else effect or "nothing"
        keys = units_of(by.names, units) or (found.subjects if found and found.kind == "stress" else ())
        return StressEffect(keys, suggested, by.side(to), wanted)

    @change("Take what the book suggests for all open questions of a kind")
    def accept(self, by: GmNames, kind: BookKind) -> Amendment:
        del by
        return AcceptAll(kind)

    @change("What is answered by the book from now on, without asking you; everybody is told")
    def book(
        self, by: GmNames, kind: BookKind, on: Annotated[bool, "No: put them before you again"] = True
    ) -> Amendment:
        del by
        return AnswerByTheBook(kind, on)

    @change("Set the stress of ships, bases or a whole fleet: rest, hospital ships")
    def stress(
        self,
        by: GmNames,
        stress: Annotated[Percent, "Their stress in percent"],
        units: Annotated[Words, UNITS] = "",
        fleet: WholeFleet = "",
    ) -> Amendment:
        return SetStress(units_of(by.names, units, fleet), stress)

    @change("A free discovery for a side")
    def discovery(
        self,
        by: GmNames,
        side: Side,
        field: Annotated[Name, "The field discovered"],
        source: Annotated[Literal["seen", "insight", "survey"], "How it came to be"] = "insight",
    ) -> Amendment:
        return GrantDiscovery(by.gm.side(side), field, source)

    @change("Say how hard a piece of research is, and what it needs")
    def task(
        self,
        by: GmNames,
        technology: Annotated[Name, "Which technology"],
        successes: Annotated[Successes, "Successes it takes; 0 takes back what was said"],
        field: Annotated[Range[str, 0, 60], "The field to be discovered first"] = "",
        requires: Annotated[Parts, "Technologies it needs, separated by commas"] = "",
        materials: Annotated[Parts, "Resources it needs, separated by commas"] = "",
        side: Annotated[str, 'Who is told: a side, or "all"', gm_complete(choices.sides_or_all)] = "all",
    ) -> Amendment:
        told = by.gm.side_or_all(side)
        return SetTask(technology, successes, field, parts_of(requires), parts_of(materials), told)

    @change("Make a long research project several shorter ones")
    def split(
        self,
        by: GmNames,
        side: Side,
        project: Annotated[str, "Which project"],
        each: Annotated[Range[int, 1, MOST_SUCCESSES], "Successes each"] = 3,
        names: Annotated[Parts, "Their names, by commas"] = "",
    ) -> Amendment:
        return SplitProject(by.gm.side(side), by.names.project(project), parts_of(names), each)

    @change("How many successes a technology from another empire takes before it works")
    def received(
        self,
        by: GmNames,
        side: Annotated[str, "Who got it"],
        technology: Annotated[Name, "Which", gm_complete(choices.received)],
        successes: Annotated[Successes, "0: it works now"],
    ) -> Amendment:
        return SetReceived(by.gm.side(side), technology, successes)

    @change("Disease, parasites or worse come to a side along its trade")
    def contagion(
        self,
        by: GmNames,
        side: Annotated[str, "Who suffers"],
        source: Annotated[Name, "The trading partner it comes from", side_option],
        text: Annotated[Range[str, 1, 1500], "What its player reads"],
        colony: Annotated[str, "Which colony loses output"] = "",
        loss: Annotated[Percent, "How many percent"] = 10,
    ) -> Amendment:
        wanted = source.strip().casefold()
        known = [f.id for f in by.gm.game.sides if wanted in {f.id.casefold(), f.name.casefold()}]
        where = by.names.colony(colony) if colony else ""
        return Contagion(known[0] if known else source, by.gm.side(side), text, where, loss)

    @change("Two sides exchange ambassadors, or recall them: then they are in contact")
    def embassy(
        self,
        by: GmNames,
        one: Annotated[str, "A side"],
        other: Annotated[str, "Another side"],
        exchanged: Annotated[bool, "No: they are recalled"] = True,
    ) -> Amendment:
        return SetEmbassy(by.gm.side(one), by.gm.side(other), exchanged)

    @change("A strike, unrest or a blockade: a colony's output is lost until you say otherwise")
    def hinder(
        self,
        by: GmNames,
        colony: Annotated[str, "Which colony"],
        percent: Annotated[Percent, "Output lost; 0 ends it"] = 50,
        blockaded: Annotated[bool, "Cut off from the grid"] = False,
    ) -> Amendment:
        return HinderColony(by.names.colony(colony), percent, blockaded)

    @change("Raiders take CPs from a side's treasury, as many as it has")
    def raid(
        self,
        named: GmNames,
        side: Annotated[str, "Who is raided"],
        cps: Annotated[Range[int, 1, 1000000], "How many CPs"],
        by: Annotated[str, "Who gets them (leave out: nobody)", side_option] = "",
    ) -> Amendment:
        return RaidCps(named.gm.side(side), cps, named.side(by))

    @change("How battles go: those in one hex this turn, or without a hex all from now on")
    def battle(
        self,
        by: GmNames,
        hex_: Annotated[str, "Where, for this turn (leave out: the whole campaign)", place_option] = "",
        method: Annotated[
            Literal["ask", "quick", "chair", "fought", "narrated"] | None, "How they are settled (leave out: as it is)"
        ] = None,
        surprised: Annotated[Parts, "Sides that are surprised, by commas", side_option] = "",
        advantage: Annotated[Parts, "Points that no player hears of, by commas (humans 10, vermin -5)"] = "",
        centre: Annotated[Words, "Units that start at the centre, as side/id"] = "",
        edge: Annotated[Words, "Units that start at the edge, as side/id"] = "",
        largest: Annotated[
            Range[int, 0, 10000] | None, "Whole campaign: more units than this, and numbers settle it"
        ] = None,
        sizes: Annotated[Parts, "Whole campaign, by size: up to 10 quick, over 40 chair"] = "",
    ) -> Amendment:
        if not hex_:
            if surprised or advantage or centre or edge or (method is None and largest is None and not sizes):
                raise GameError("Name the hex; without one, say how all battles are settled from now on.")
            return _sized(method or by.names.view.settings.battles, -1 if largest is None else largest, sizes)
        if method == "ask" or largest is not None or sizes:
            raise GameError("For one hex choose quick, chair, fought or narrated; asking and sizes are the campaign's.")
        return SetBattle(
            by.names.hex(hex_),
            method or "",
            tuple(by.gm.side(side) for side in parts_of(surprised)),
            points_of(by.gm, advantage),
            units_of(by.names, centre),
            units_of(by.names, edge),
        )

    @change("Care for a strip-mined world adds to its chance to recover")
    def care(
        self,
        by: GmNames,
        hex_: System,
        orbit: Annotated[Range[int, 1, 99], "Which world"],
        percent: Annotated[Percent, "What it adds"] = 5,
    ) -> Amendment:
        return CareForWorld(by.names.hex(hex_), orbit, percent)

    @change("Give a side a hull to design on, with components that every design on it has")
    def template(
        self,
        by: GmNames,
        side: Side,
        name: Annotated[Name, "The hull's name"],
        kind: Annotated[Literal["ship", "base"], "What it is"],
        hull: Annotated[Range[int, 1, 100000], "Hull spaces"],
        fixed: Annotated[Parts, "Components, separated by commas"] = "",
    ) -> Amendment:
        return AddTemplate(by.gm.side(side), name, kind, hull, parts_of(fixed))

    @change("Whether there are flag officers and graded crews from now on; everybody is told")
    def officers(
        self,
        by: GmNames,
        flag_officers: Annotated[bool, "Whether officers can be recruited"] = True,
        graded_crews: Annotated[bool, "Whether crews have grades"] = True,
    ) -> Amendment:
        del by
        return SetSwitches(flag_officers, graded_crews)

    @change("An officer has learned, or is hurt: points of each rating; or a talent is allowed")
    def officer(
        self,
        by: GmNames,
        officer: Officer,
        strategy: Points = 0,
        command: Points = 0,
        attack: Points = 0,
        defense: Points = 0,
        talent: Annotated[Range[str, 0, 40], "A talent that you allow them"] = "",
    ) -> Amendment:
        return ChangeOfficer(by.names.officer(officer), strategy, command, attack, defense, talent)

    @change("An officer's talent is at work; of luck nobody hears")
    def talent(
        self,
        by: GmNames,
        officer: Officer,
        talent: Annotated[Name, "Which of their talents", gm_complete(choices.talents)],
        text: Annotated[Words, "What happens"] = "",
        amount: Annotated[Percent, "What it comes to: a modifier, crew, components, points of luck"] = 0,
    ) -> Amendment:
        return UseTalent(by.names.officer(officer), talent, text, amount)

    @change("Give the crews of ships a grade")
    def crews(
        self,
        by: GmNames,
        grade: Annotated[Literal["green", "regular", "veteran", "elite"], "Which grade"],
        ships: Annotated[Words, "Ships as side/id (humans/DD01)"] = "",
        fleet: WholeFleet = "",
    ) -> Amendment:
        return GradeCrews(some_units(by.names, ships, fleet), grade)

    @change("Let repair bays build in a software upgrade or small enhancement; what it does is yours to say")
    def upgrade(
        self,
        by: GmNames,
        upgrade: Annotated[Name, "What is built in"],
        at: Annotated[
            str, "Who builds it in: a fleet, colony or base with repair bays", gm_complete(choices.repairers)
        ],
        days: Annotated[Range[int, 1, MOST_DAYS], "Days of one repair bay for each"] = 1,
        units: Annotated[Words, UNITS] = "",
        fleet: WholeFleet = "",
    ) -> Amendment:
        who = "".join(repairer_meant(by.names, at))
        return ApproveUpgrade(some_units(by.names, units, fleet), upgrade, who, days)

    @change("Put right what a crash-built ship's flaws have put out of order")
    def repair(
        self, by: GmNames, ships: Annotated[Words, "Ships as side/id (humans/DD01)"] = "", fleet: WholeFleet = ""
    ) -> Amendment:
        return RepairShips(some_units(by.names, ships, fleet))
