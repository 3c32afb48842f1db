"""/decree: the game master's word on links, stress, research, received technology, embassies, colonies and worlds."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.gm import choices
from cogs.gm.acts import chair_here
from cogs.gm.amend import WHY, Reason, at_work, listed, make_amendment
from cogs.gm.choices import gm_complete, side_option
from cogs.kit.bench import Interaction
from rules.cluster_war.amend_support import MOST_SUCCESSES, default_effect
from rules.cluster_war.amendments import AddLink, RemoveLink
from rules.cluster_war.amendments_support import (
    Contagion,
    GrantDiscovery,
    SetEmbassy,
    SetReceived,
    SetStress,
    SetTask,
    SplitProject,
    StressEffect,
)
from rules.cluster_war.amendments_works import AddTemplate, CareForWorld, HinderColony, RaidCps, RepairShips
from rules.cluster_war.notation.names import Names
from rules.errors import GameError, quoted
from umpire.rulings import DEFAULT_REASON

colony_option = gm_complete(choices.colonies)
fleet_option = gm_complete(choices.fleets)
project_option = gm_complete(choices.projects)
place_option = gm_complete(choices.places)
system_option = gm_complete(choices.systems)
ship_option = gm_complete(choices.ships)
question_option = gm_complete(choices.stress_questions)
either_option = gm_complete(choices.sides_or_all)
received_option = gm_complete(choices.received)

Words = Range[str, 0, 1000]
Percent = Range[int, 0, 100]
Kind = Literal["jump", "wormhole", "held", "gate"]
Successes = Range[int, 0, MOST_SUCCESSES]
UNITS = "Ships or bases as side/id, separated by spaces (humans/DD01)"


class DecreeGroup(
    app_commands.Group, name="decree", description="The game master's word on research, stress, worlds, trade, links"
):
    """What /gm amend has no room for; each change has its reason and is on record."""

    @app_commands.command(description="Draw a line on the map: jump line, wormhole, held wormhole, pair of gates")
    @app_commands.describe(a="One end", b="The other end", kind="What it is", side="Whose base holds it", reason=WHY)
    @app_commands.autocomplete(a=place_option, b=place_option, side=side_option)
    async def link(
        self,
        interaction: Interaction,
        a: str,
        b: str,
        kind: Kind = "jump",
        side: str = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        line = AddLink(names.hex(a), names.hex(b), kind, chair.side(side) if side else "")
        await make_amendment(interaction, chair, line, reason)

    @app_commands.command(description="Take such a line off the map")
    @app_commands.describe(a="One end", b="The other end", kind="What it is", reason=WHY)
    @app_commands.autocomplete(a=place_option, b=place_option)
    async def unlink(
        self, interaction: Interaction, a: str, b: str, kind: Kind = "jump", reason: Reason = DEFAULT_REASON
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, RemoveLink(names.hex(a), names.hex(b), kind), reason)

    @app_commands.command(
        description="Carry out what a failed stress check comes to; without an effect, the suggested one"
    )
    @app_commands.describe(
        question="The question it answers",
        effect="What happens (leave out: what the rules suggest)",
        to="Who gets ships that surrender",
        units="Other units than the question's, as side/id (humans/DD01)",
        reason=WHY,
    )
    @app_commands.autocomplete(question=question_option, to=side_option, units=ship_option)
    async def effect(
        self,
        interaction: Interaction,
        question: str = "",
        effect: Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"] | None = None,
        to: str = "",
        units: Words = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        wanted = question.strip().upper()
        found = next((q for q in names.view.questions if q.id == wanted and not q.settled_turn), None)
        if wanted and found is None:
            raise GameError(f"There is no open question {quoted(question)}.")
        if found is None and not (effect and units.strip()):
            raise GameError("Name the question, or both the units and the effect.")
        suggested = default_effect(found).effect if found and effect is None else effect or "nothing"
        keys = units_of(names, units) or (found.subjects if found else ())
        done = StressEffect(keys, suggested, chair.side(to) if to else "", wanted)
        await make_amendment(interaction, chair, done, reason)

    @app_commands.command(description="Set the stress of ships, bases or a whole fleet: rest, hospital ships")
    @app_commands.describe(stress="Their stress in percent", units=UNITS, fleet="Or a whole fleet", reason=WHY)
    @app_commands.autocomplete(units=ship_option, fleet=fleet_option)
    async def stress(
        self,
        interaction: Interaction,
        stress: Percent,
        units: Words = "",
        fleet: str = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, SetStress(units_of(names, units, fleet), stress), reason)

    @app_commands.command(description="A free discovery for a side")
    @app_commands.describe(side="Whose", field="The field discovered", source="How it came to be", reason=WHY)
    @app_commands.autocomplete(side=side_option)
    async def discovery(
        self,
        interaction: Interaction,
        side: str,
        field: Range[str, 1, 60],
        source: Literal["seen", "insight", "survey"] = "insight",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, GrantDiscovery(chair.side(side), field, source), reason)

    @app_commands.command(description="Say how hard a piece of research is, and what it needs")
    @app_commands.describe(
        technology="Which technology",
        successes="Successes it takes; 0 takes back what was said",
        field="The field to be discovered first",
        requires="Technologies it needs, separated by commas",
        materials="Resources it needs, separated by commas",
        side='Who is told: a side, or "all"',
        reason=WHY,
    )
    @app_commands.autocomplete(side=either_option)
    async def task(
        self,
        interaction: Interaction,
        technology: Range[str, 1, 60],
        successes: Successes,
        field: Range[str, 0, 60] = "",
        requires: Range[str, 0, 300] = "",
        materials: Range[str, 0, 300] = "",
        side: str = "all",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        told = SetTask(technology, successes, field, listed(requires), listed(materials), chair.side_or_all(side))
        await make_amendment(interaction, chair, told, reason)

    @app_commands.command(description="Make a long research project several shorter ones")
    @app_commands.describe(
        side="Whose", project="Which project", each="Successes each", names="Their names, by commas", reason=WHY
    )
    @app_commands.autocomplete(side=side_option, project=project_option)
    async def split(
        self,
        interaction: Interaction,
        side: str,
        project: str,
        each: Range[int, 1, MOST_SUCCESSES] = 3,
        names: Range[str, 0, 300] = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, known = await at_work(interaction)
        parts = SplitProject(chair.side(side), known.project(project), listed(names), each)
        await make_amendment(interaction, chair, parts, reason)

    @app_commands.command(description="How many successes a technology from another empire takes before it works")
    @app_commands.describe(side="Who got it", technology="Which", successes="0: it works now", reason=WHY)
    @app_commands.autocomplete(side=side_option, technology=received_option)
    async def received(
        self,
        interaction: Interaction,
        side: str,
        technology: Range[str, 1, 60],
        successes: Successes,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, SetReceived(chair.side(side), technology, successes), reason)

    @app_commands.command(description="Disease, parasites or worse come to a side along its trade")
    @app_commands.describe(
        side="Who suffers",
        source="The trading partner it comes from",
        text="What its player reads",
        colony="Which colony loses output",
        loss="How many percent",
        reason=WHY,
    )
    @app_commands.autocomplete(side=side_option, source=side_option, colony=colony_option)
    async def contagion(
        self,
        interaction: Interaction,
        side: str,
        source: Range[str, 1, 60],
        text: Range[str, 1, 1500],
        colony: str = "",
        loss: Percent = 10,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        known = [f.id for f in chair.game.sides if source.strip().casefold() in {f.id.casefold(), f.name.casefold()}]
        where = names.colony(colony) if colony else ""
        told = Contagion(known[0] if known else source, chair.side(side), text, where, loss)
        await make_amendment(interaction, chair, told, reason)

    @app_commands.command(description="Two sides exchange ambassadors, or recall them: then they are in contact")
    @app_commands.describe(one="A side", other="Another side", exchanged="No: they are recalled", reason=WHY)
    @app_commands.autocomplete(one=side_option, other=side_option)
    async def embassy(
        self, interaction: Interaction, one: str, other: str, exchanged: bool = True, reason: Reason = DEFAULT_REASON
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, SetEmbassy(chair.side(one), chair.side(other), exchanged), reason)

    @app_commands.command(
        description="A strike, unrest or a blockade: a colony's output is lost until you say otherwise"
    )
    @app_commands.describe(
        colony="Which colony", percent="Output lost; 0 ends it", blockaded="Cut off from the grid", reason=WHY
    )
    @app_commands.autocomplete(colony=colony_option)
    async def hinder(
        self,
        interaction: Interaction,
        colony: str,
        percent: Percent = 50,
        blockaded: bool = False,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, HinderColony(names.colony(colony), percent, blockaded), reason)

    @app_commands.command(description="Raiders take CPs from a side's treasury, as many as it has")
    @app_commands.describe(side="Who is raided", cps="How many CPs", by="Who gets them (leave out: nobody)", reason=WHY)
    @app_commands.autocomplete(side=side_option, by=side_option)
    async def raid(
        self,
        interaction: Interaction,
        side: str,
        cps: Range[int, 1, 1000000],
        by: str = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, RaidCps(chair.side(side), cps, chair.side(by) if by else ""), reason)

    @app_commands.command(description="Care for a strip-mined world adds to its chance to recover")
    @app_commands.describe(hex_="Which system", orbit="Which world", percent="What it adds", reason=WHY)
    @app_commands.rename(hex_="hex")
    @app_commands.autocomplete(hex_=system_option)
    async def care(
        self,
        interaction: Interaction,
        hex_: str,
        orbit: Range[int, 1, 99],
        percent: Percent = 5,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, CareForWorld(names.hex(hex_), orbit, percent), reason)

    @app_commands.command(description="Give a side a hull to design on, with components that every design on it has")
    @app_commands.describe(
        side="Whose",
        name="The hull's name",
        kind="What it is",
        hull="Hull spaces",
        fixed="Components, separated by commas",
        reason=WHY,
    )
    @app_commands.autocomplete(side=side_option)
    async def template(
        self,
        interaction: Interaction,
        side: str,
        name: Range[str, 1, 60],
        kind: Literal["ship", "base"],
        hull: Range[int, 1, 100000],
        fixed: Range[str, 0, 300] = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, AddTemplate(chair.side(side), name, kind, hull, listed(fixed)), reason)

    @app_commands.command(description="Put right what a crash-built ship's flaws have put out of order")
    @app_commands.describe(ships="Ships as side/id (humans/DD01)", fleet="Or a whole fleet", reason=WHY)
    @app_commands.autocomplete(ships=ship_option, fleet=fleet_option)
    async def repair(
        self, interaction: Interaction, ships: Words = "", fleet: str = "", reason: Reason = DEFAULT_REASON
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, RepairShips(units_of(names, ships, fleet)), reason)


def units_of(names: Names, text: str, fleet: str = "") -> tuple[str, ...]:
    """Ships and bases as side/id, and those of a fleet, each once; NotationError for what is not there."""
    found = [word if word in names.view.bases else names.ship(word) for word in text.replace(",", " ").split()]
    if fleet:
        found += names.view.fleets[names.fleet(fleet)].ships
    return tuple(dict.fromkeys(found))
