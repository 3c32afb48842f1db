"""/decree: the game master's word on links, stress, research, received technology, embassies, colonies and worlds."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, change, listed, place_option, units_of
from cogs.campaign.gm.choices import gm_complete, side_option
from rules.cluster_war.gm.colonies import HinderColony
from rules.cluster_war.gm.designs import AddTemplate
from rules.cluster_war.gm.empires import Contagion, RaidCps, SetEmbassy
from rules.cluster_war.gm.links import AddLink, RemoveLink
from rules.cluster_war.gm.research import MOST_SUCCESSES, GrantDiscovery, SetReceived, SetTask, SplitProject
from rules.cluster_war.gm.ships import RepairShips, SetStress
from rules.cluster_war.gm.words import default_effect
from rules.cluster_war.gm.worlds import CareForWorld
from rules.cluster_war.logistics.stress_effects import StressEffect
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError, quoted

Words = Range[str, 0, 1000]
Parts = Range[str, 0, 300]
Name = Range[str, 1, 60]
Percent = Range[int, 0, 100]
Kind = Literal["jump", "wormhole", "held", "gate"]
Successes = Range[int, 0, MOST_SUCCESSES]
UNITS = "Ships or bases as side/id, separated by spaces (humans/DD01)"


class DecreeGroup(
    app_commands.Group, name="decree", description="The game master's word on research, stress, worlds, trade, links"
):
    """What /gm amend has no room for; each change has its reason and is on record."""

    @change(
        "Draw a line on the map: jump line, wormhole, held wormhole, pair of gates",
        lists={"a": place_option, "b": place_option},
        a="One end",
        b="The other end",
        kind="What it is",
        side="Whose base holds it",
    )
    def link(self, by: GmNames, a: str, b: str, kind: Kind = "jump", side: str = "") -> Amendment:
        return AddLink(by.names.hex(a), by.names.hex(b), kind, by.side(side))

    @change(
        "Take such a line off the map",
        lists={"a": place_option, "b": place_option},
        a="One end",
        b="The other end",
        kind="What it is",
    )
    def unlink(self, by: GmNames, a: str, b: str, kind: Kind = "jump") -> Amendment:
        return RemoveLink(by.names.hex(a), by.names.hex(b), kind)

    @change(
        "Carry out what a failed stress check comes to; without an effect, the suggested one",
        lists={"question": gm_complete(choices.stress_questions), "to": side_option},
        question="The question it answers",
        effect="What happens (leave out: what the rules suggest)",
        to="Who gets ships that surrender",
        units="Other units than the question's, as side/id (humans/DD01)",
    )
    def effect(
        self,
        by: GmNames,
        question: str = "",
        effect: Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"] | None = None,
        to: str = "",
        units: Words = "",
    ) -> Amendment:
        wanted = question.strip().upper()
        found = next((q for q in by.names.view.questions if q.id == wanted and not q.settled_turn), None)
        if wanted and found is None:
            raise GameError(f"There is no open question {quoted(question)}.")
        if found is None and not (effect and units.strip()):
            raise GameError("Name the question, or both the units and the effect.")
        suggested = default_effect(found).effect if found and effect is None else effect or "nothing"
        keys = units_of(by.names, units) or (found.subjects if found else ())
        return StressEffect(keys, suggested, by.side(to), wanted)

    @change(
        "Set the stress of ships, bases or a whole fleet: rest, hospital ships",
        stress="Their stress in percent",
        units=UNITS,
        fleet="Or a whole fleet",
    )
    def stress(self, by: GmNames, stress: Percent, units: Words = "", fleet: str = "") -> Amendment:
        return SetStress(units_of(by.names, units, fleet), stress)

    @change("A free discovery for a side", side="Whose", field="The field discovered", source="How it came to be")
    def discovery(
        self, by: GmNames, side: str, field: Name, source: Literal["seen", "insight", "survey"] = "insight"
    ) -> Amendment:
        return GrantDiscovery(by.gm.side(side), field, source)

    @change(
        "Say how hard a piece of research is, and what it needs",
        lists={"side": gm_complete(choices.sides_or_all)},
        technology="Which technology",
        successes="Successes it takes; 0 takes back what was said",
        field="The field to be discovered first",
        requires="Technologies it needs, separated by commas",
        materials="Resources it needs, separated by commas",
        side='Who is told: a side, or "all"',
    )
    def task(
        self,
        by: GmNames,
        technology: Name,
        successes: Successes,
        field: Range[str, 0, 60] = "",
        requires: Parts = "",
        materials: Parts = "",
        side: str = "all",
    ) -> Amendment:
        told = by.gm.side_or_all(side)
        return SetTask(technology, successes, field, listed(requires), listed(materials), told)

    @change(
        "Make a long research project several shorter ones",
        side="Whose",
        project="Which project",
        each="Successes each",
        names="Their names, by commas",
    )
    def split(
        self, by: GmNames, side: str, project: str, each: Range[int, 1, MOST_SUCCESSES] = 3, names: Parts = ""
    ) -> Amendment:
        return SplitProject(by.gm.side(side), by.names.project(project), listed(names), each)

    @change(
        "How many successes a technology from another empire takes before it works",
        lists={"technology": gm_complete(choices.received)},
        side="Who got it",
        technology="Which",
        successes="0: it works now",
    )
    def received(self, by: GmNames, side: str, technology: Name, successes: Successes) -> Amendment:
        return SetReceived(by.gm.side(side), technology, successes)

    @change(
        "Disease, parasites or worse come to a side along its trade",
        lists={"source": side_option},
        side="Who suffers",
        source="The trading partner it comes from",
        text="What its player reads",
        colony="Which colony loses output",
        loss="How many percent",
    )
    def contagion(
        self,
        by: GmNames,
        side: str,
        source: Name,
        text: Range[str, 1, 1500],
        colony: str = "",
        loss: Percent = 10,
    ) -> Amendment:
        wanted = source.strip().casefold()
        known = [f.id for f in by.gm.game.sides if wanted in {f.id.casefold(), f.name.casefold()}]
        where = by.names.colony(colony) if colony else ""
        return Contagion(known[0] if known else source, by.gm.side(side), text, where, loss)

    @change(
        "Two sides exchange ambassadors, or recall them: then they are in contact",
        one="A side",
        other="Another side",
        exchanged="No: they are recalled",
    )
    def embassy(self, by: GmNames, one: str, other: str, exchanged: bool = True) -> Amendment:
        return SetEmbassy(by.gm.side(one), by.gm.side(other), exchanged)

    @change(
        "A strike, unrest or a blockade: a colony's output is lost until you say otherwise",
        colony="Which colony",
        percent="Output lost; 0 ends it",
        blockaded="Cut off from the grid",
    )
    def hinder(self, by: GmNames, colony: str, percent: Percent = 50, blockaded: bool = False) -> Amendment:
        return HinderColony(by.names.colony(colony), percent, blockaded)

    @change(
        "Raiders take CPs from a side's treasury, as many as it has",
        lists={"by": side_option},
        side="Who is raided",
        cps="How many CPs",
        by="Who gets them (leave out: nobody)",
    )
    def raid(self, named: GmNames, side: str, cps: Range[int, 1, 1000000], by: str = "") -> Amendment:
        return RaidCps(named.gm.side(side), cps, named.side(by))

    @change(
        "Care for a strip-mined world adds to its chance to recover",
        hex_="Which system",
        orbit="Which world",
        percent="What it adds",
    )
    def care(self, by: GmNames, hex_: str, orbit: Range[int, 1, 99], percent: Percent = 5) -> Amendment:
        return CareForWorld(by.names.hex(hex_), orbit, percent)

    @change(
        "Give a side a hull to design on, with components that every design on it has",
        side="Whose",
        name="The hull's name",
        kind="What it is",
        hull="Hull spaces",
        fixed="Components, separated by commas",
    )
    def template(
        self,
        by: GmNames,
        side: str,
        name: Name,
        kind: Literal["ship", "base"],
        hull: Range[int, 1, 100000],
        fixed: Parts = "",
    ) -> Amendment:
        return AddTemplate(by.gm.side(side), name, kind, hull, listed(fixed))

    @change(
        "Put right what a crash-built ship's flaws have put out of order",
        ships="Ships as side/id (humans/DD01)",
        fleet="Or a whole fleet",
    )
    def repair(self, by: GmNames, ships: Words = "", fleet: str = "") -> Amendment:
        return RepairShips(units_of(by.names, ships, fleet))
