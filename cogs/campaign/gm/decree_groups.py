"""/decree: the game master's word on links, stress, research, received technology, embassies, colonies and worlds; and with
/decree front and /decree war on worlds at war, and on what raids and bombardment came to."""

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal, cast

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.field_texts import show_fronts
from cogs.campaign.gm import amend_group, gm_options
from cogs.campaign.gm.amend_group import COLONY, SIDE, SYSTEM, GmNames, Side, change, change_of
from cogs.campaign.gm.battle_form import points_of
from cogs.campaign.gm.gm_options import Chosen, design_of, gm_complete, side_option
from cogs.common.command_factory import Option, Pair, command, number, plain_text, text
from cogs.common.interactions import Interaction
from rules.cluster_war.chapters.colonies.amendments import AddLink, CareForWorld, HinderColony, RemoveLink
from rules.cluster_war.chapters.combat import world_amendments
from rules.cluster_war.chapters.combat.battle_amendments import MOST_DAYS, ApproveUpgrade, SetBattle, SetBattles, Way
from rules.cluster_war.chapters.combat.battle_orders import repairer_meant
from rules.cluster_war.chapters.diplomacy.amendments import Contagion, RaidCps, SetEmbassy
from rules.cluster_war.chapters.industry.amendments import AddTemplate
from rules.cluster_war.chapters.logistics.amendments import RepairShips, SetStress
from rules.cluster_war.chapters.logistics.stress import StressEffect, default_effect
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews, SetSwitches, UseTalent
from rules.cluster_war.chapters.research import amendments
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.common import ColonyId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Method, Terrain
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import AcceptAll, AnswerByTheBook
from rules.values import GameError, changed, quoted


def forces(view: View, side: Chosen) -> Iterable[Pair]:
    """All forces in the field."""
    for world, front in sorted(view.fronts.items()):
        for key, force in front.forces.items():
            yield f"{plain_text(key)} {plain_text(force.design)} in {force.at} of {world}", key


def ground_designs(view: View, side: Chosen) -> Iterable[Pair]:
    """Ground forces' designs, of the picked side if there is one."""
    for owner in sorted(view.sides.values(), key=lambda s: s.id):
        if side in {"", owner.id}:
            yield from ((plain_text(d.name), d.id) for d in owner.designs.values() if d.kind == "ground")


def worlds(view: View, side: Chosen) -> Iterable[Pair]:
    """All colonies, and the worlds of races that the game master runs where there is war."""
    yield from gm_options.colonies(view, side)
    for key, front in sorted(view.fronts.items()):
        if key not in view.colonies:
            yield f"{plain_text(front.name)} ({key})", key


def _world(by: GmNames, text: str) -> ColonyId:
    """A world with a front, or any colony; NotationError."""
    key = text.strip()
    return key if key in by.names.view.fronts else by.names.colony(text)


WORLD: Final = Option("Which world", str, gm_complete(worlds), _world)
ARMY_POINTS: Final = number("On its AR", -20, 20, default=0)


class FrontGroup(
    app_commands.Group, name="front", description="Worlds at war: move forces, rule on peoples and cities"
):
    """Everything on a world's surface, under the game master's hand."""

    @command("All fronts with everybody's forces")
    async def show(
        self,
        interaction: Interaction,
        world: Annotated[str, "One alone", gm_complete(gm_options.colonies)] = "",
        film: Annotated[bool, "As a film, week by week"] = False,
    ) -> None:
        await show_fronts(interaction, await gm_here(interaction), world, "dark", film=film)

    force = change_of(
        world_amendments.SetForce, "Move a force, change how many teams it has left, or put a new one there"
    )(
        world=WORLD,
        force=text("Which (humans/A1), or a new one's name", 1, 60, offers=gm_complete(forces)),
        at=text("The surface hex, such as 0302 (default: where it is)", 0, 4),
        teams=number("Combat teams left; 0 removes it", 0, FULL_COMBAT_TEAMS),
        side=SIDE("For a new force: whose"),
        design=text("For a new force: which battalion", 0, 60, offers=gm_complete(ground_designs)),
    )
    people = change_of(
        world_amendments.SetPeople, "Set the attitude of a conquered people; hostile ones need garrisons"
    )(world=WORLD, attitude=text('Such as "Hostile, Xenophobic"', 1, 60))
    conquered = change_of(
        world_amendments.DeclareConquered, "Give a world to a side: it yields, or what is left cannot hold it"
    )(world=WORLD, side=SIDE("Who has it now"))
    odds = change_of(
        world_amendments.SetOdds, "Points of AR and DR for a side on a world, until set anew; both 0 end them"
    )(world=WORLD, side=SIDE, attack=ARMY_POINTS, defense=ARMY_POINTS("On its DR"))
    surface = change_of(
        world_amendments.ChangeSurface, "Change a surface hex: its terrain, a city in it, the reach of fights there"
    )(
        world=WORLD,
        at=text("The surface hex, such as 0302", 4, 4),
        terrain=Option("Its terrain", Terrain),
        city=text("A city there, by name", 0, 60),
        share=number("Its share of the CPs beside other cities; 0 removes it", 0, world_amendments.MOST_SHARES),
        reach="How everybody fights there",
    )


Name = Range[str, 1, 60]


class WarGroup(app_commands.Group):
    """What the book leaves to the game master in raids and bombardment (chapters 9.2, 9.4 and 9.5)."""

    catch = change_of(
        world_amendments.ChangeCatch, "Say whose traffic raiders caught; the victim's treasury pays the difference"
    )(
        question=Option(
            "The question about the catch",
            offers=gm_complete(gm_options.catches),
            read=lambda _, given: given.strip().upper(),
        ),
        colony=COLONY("Whose traffic it was"),
    )
    devastate = change_of(
        world_amendments.DevastateWorld, "A world is laid waste by bombardment: its climate is another for good"
    )(
        hex=SYSTEM,
        orbit=number("Which world", 1, 99),
        step=text("Its STEP code from now on", 4, 4, read=lambda _, given: given.upper()),
    )

    @change("Let a side's ships of a design break up planets, at a price")
    def killer(
        self,
        by: GmNames,
        side: Side,
        design: Annotated[Name, "Which design", gm_complete(gm_options.designs)],
        cost: Annotated[Range[int, 0, 1000000], "CPs for each such ship; 0 leaves its price"] = 0,
        on: Annotated[bool, "No: they no longer can"] = True,
    ) -> Amendment:
        owner = by.gm.side(side)
        return world_amendments.AllowPlanetKiller(owner, design_of(by.names.view, owner, design).id, cost, on)

    yield_ = change_of(world_amendments.YieldColony, "A bombarded colony gives in to a side")(
        colony=COLONY, side=SIDE("To whom")
    )
    attitude = change_of(
        world_amendments.SetAttitude, "A side's race thinks differently of others, of worlds destroyed for instance"
    )(side=SIDE, attitude=text("Its attitude from now on (Hostile, Xenophobic)", 1, 60))


Words = Range[str, 0, 1000]
Parts = Range[str, 0, 300]
Percent = Range[int, 0, 100]
POINTS: Final = number("Points more, or fewer", -100, 100)
OFFICER: Final = amend_group.named("Which officer", Names.officer, gm_complete(gm_options.officers))
QUESTION_KIND: Final = Option(
    "Which kind of questions", Literal["stress", "encounter", "dependence", "raid", "operation"]
)
BATTLE_SIZE = re.compile(r"(?:up to (?P<small>\d{1,5})|over (?P<large>\d{1,5})) (?P<way>quick|chair|fought|narrated)")


def _sized(method: Way, largest: int, sizes: str) -> SetBattles:
    """Battles by size, written `up to 10 quick, over 40 chair`; GameError."""
    made = SetBattles(method, largest)
    for part in amend_group.parts_of(sizes):
        found = BATTLE_SIZE.fullmatch(part.casefold())
        if found is None:
            raise GameError(f"{quoted(part)} is not a size with a way; write it like up to 10 quick, or over 40 chair.")
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

    link = amend_group.change_of(AddLink, "Draw a line on the map: jump line, wormhole, held wormhole, pair of gates")(
        a=amend_group.PLACE("One end"),
        b=amend_group.PLACE("The other end"),
        kind="What it is",
        side=amend_group.SIDE("Whose base holds it"),
    )
    unlink = amend_group.change_of(RemoveLink, "Take such a line off the map")(
        a=amend_group.PLACE("One end"), b=amend_group.PLACE("The other end"), kind="What it is"
    )

    @amend_group.change("Carry out the result of a failed stress check; without an effect, the suggested one")
    def effect(
        self,
        by: amend_group.GmNames,
        question: Annotated[str, "The question it answers", gm_complete(gm_options.stress_questions)] = "",
        effect: Annotated[
            Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"] | None,
            "What happens (default: what the rules suggest)",
        ] = None,
        to: Annotated[str, "Who gets ships that surrender", side_option] = "",
        units: Annotated[
            Words, "Other units than the question's, as side/id (humans/DD01)", amend_group.ship_option
        ] = "",
    ) -> Amendment:
        wanted = question.strip().upper()
        found = next((q for q in by.names.view.questions if q.id == wanted and not q.settled_turn), None)
        if wanted and found is None:
            raise GameError(f"There is no open question {quoted(question)}.")
        if found is None and not (effect and units.strip()):
            raise GameError("Name the question, or both the units and the effect.")
        suggested = default_effect(found).effect if found and effect is None else effect or "nothing"
        keys = amend_group.units_of(by.names, units) or (found.subjects if found and found.kind == "stress" else ())
        return StressEffect(keys, suggested, by.side(to), wanted)

    accept = amend_group.change_of(AcceptAll, "Accept the suggested answer for all open questions of a kind")(
        kind=QUESTION_KIND
    )
    book = amend_group.change_of(
        AnswerByTheBook, "What default rulings answer from now on, without asking you; everybody is notified"
    )(kind=QUESTION_KIND, on="No: put them before you again")
    stress = amend_group.change_of(SetStress, "Set the stress of ships, bases or a whole fleet: rest, hospital ships")(
        stress=number("Their stress in percent", 0, 100), units=amend_group.UNITS, fleet=amend_group.WHOLE_FLEET
    )
    discovery = amend_group.change_of(amendments.GrantDiscovery, "A free discovery for a side")(
        side=amend_group.SIDE,
        field=text("The field discovered", 1, 60),
        source=Option("How it came to be", default="insight"),
    )
    task = amend_group.change_of(amendments.SetTask, "Say how hard a piece of research is, and what it needs")(
        technology=text("Which technology", 1, 60),
        successes=number("Successes it takes; 0 takes back what was said", 0, amendments.MOST_SUCCESSES),
        field=text("The field to be discovered first", 0, 60),
        requires=amend_group.parts("Technologies it needs, separated by commas", 0, 300),
        materials=amend_group.parts("Resources it needs, separated by commas", 0, 300),
        side=Option(
            'Who reads it: a side, or "all"',
            str,
            gm_complete(gm_options.sides_or_all),
            lambda by, given: by.gm.side_or_all(given),
            "all",
            to="side",
        ),
    )
    split = amend_group.change_of(amendments.SplitProject, "Make a long research project several shorter ones")(
        side=amend_group.SIDE,
        project=amend_group.PROJECT,
        each=number("Successes each", 1, amendments.MOST_SUCCESSES),
        names=amend_group.parts("Their names, by commas", 0, 300),
    )
    received = amend_group.change_of(
        amendments.SetReceived, "How many successes a technology from another empire takes before it works"
    )(
        side=amend_group.SIDE("Who got it"),
        technology=text("Which", 1, 60, offers=gm_complete(gm_options.received_technologies)),
        successes=number("0: it works now", 0, amendments.MOST_SUCCESSES),
    )

    @amend_group.change("Disease, parasites or worse reach a side along its trade")
    def contagion(
        self,
        by: amend_group.GmNames,
        side: Annotated[str, "Who suffers", side_option],
        source: Annotated[Name, "The trading partner it comes from", side_option],
        text: Annotated[Range[str, 1, 1500], "What its player reads"],
        colony: Annotated[str, "Which colony loses output", amend_group.COLONY.offers] = "",
        loss: Annotated[Percent, "How many percent"] = 10,
    ) -> Amendment:
        wanted = source.strip().casefold()
        known = [f.id for f in by.gm.game.sides if wanted in {f.id.casefold(), f.name.casefold()}]
        where = by.names.colony(colony) if colony else ""
        return Contagion(known[0] if known else source, by.gm.side(side), text, where, loss)

    embassy = amend_group.change_of(
        SetEmbassy, "Two sides exchange ambassadors, or recall them: then they are in contact"
    )(
        one=amend_group.SIDE("A side", to="a"),
        other=amend_group.SIDE("Another side", to="b"),
        exchanged=Option("No: they are recalled", default=True),
    )
    hinder = amend_group.change_of(
        HinderColony, "A strike, unrest or a blockade: a colony's output is lost until you change it"
    )(colony=amend_group.COLONY, percent=number("Output lost; 0 ends it", 0, 100), blockaded="Cut off from the grid")
    raid = amend_group.change_of(RaidCps, "Raiders take CPs from a side's treasury, as many as it has")(
        side=amend_group.SIDE("Who is raided"),
        cps=number("How many CPs", 1, 1000000),
        by=amend_group.SIDE("Who gets them (default: nobody)"),
    )

    @amend_group.change("How battles go: those in one hex this turn, or without a hex all from now on")
    def battle(
        self,
        by: amend_group.GmNames,
        hex_: Annotated[str, "Where, for this turn (default: the whole campaign)", amend_group.place_option] = "",
        method: Annotated[
            Literal["ask", "quick", "chair", "fought", "narrated"] | None, "How they are settled (default: as it is)"
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
            tuple(by.gm.side(side) for side in amend_group.parts_of(surprised)),
            points_of(by.gm, advantage),
            amend_group.units_of(by.names, centre),
            amend_group.units_of(by.names, edge),
        )

    care = amend_group.change_of(CareForWorld, "Care for a strip-mined world adds to its chance to recover")(
        hex=amend_group.SYSTEM, orbit=number("Which world", 1, 99), percent=number("What it adds", 0, 100)
    )
    template = amend_group.change_of(
        AddTemplate, "Give a side a hull to design on, with components that every design on it has"
    )(
        side=amend_group.SIDE,
        name=text("The hull's name", 1, 60),
        kind="What it is",
        hull=number("Hull spaces", 1, 100000),
        fixed=amend_group.parts("Components, separated by commas", 0, 300),
    )
    officers = amend_group.change_of(
        SetSwitches, "Whether there are flag officers and graded crews from now on; everybody is notified"
    )(
        flag_officers=Option("Whether officers can be recruited", default=True),
        graded_crews=Option("Whether crews have grades", default=True),
    )
    officer = amend_group.change_of(
        ChangeOfficer, "An officer has learned, or is hurt: points of each rating; or a talent is allowed"
    )(
        officer=OFFICER,
        strategy=POINTS,
        command=POINTS,
        attack=POINTS,
        defense=POINTS,
        talent=text("A talent that you allow them", 0, 40),
    )
    talent = amend_group.change_of(UseTalent, "An officer's talent is at work; of luck nobody hears")(
        officer=OFFICER,
        talent=text("Which of their talents", 1, 60, offers=gm_complete(gm_options.talents)),
        text=text("What happens", 0, 1000, default=""),
        amount=number("The amount: a modifier, crew, components, points of luck", 0, 100),
    )
    crews = amend_group.change_of(GradeCrews, "Give the crews of ships a grade")(
        grade="Which grade", ships=amend_group.SOME_UNITS, fleet=amend_group.WHOLE_FLEET
    )
    upgrade = amend_group.change_of(
        ApproveUpgrade, "Let repair bays build in a software upgrade or small enhancement; what it does is yours to say"
    )(
        upgrade=text("What is built in", 1, 60),
        at=Option(
            "Who builds it in: a fleet, colony or base with repair bays",
            str,
            gm_complete(gm_options.repairers),
            lambda by, given: "".join(repairer_meant(by.names, given)),
            to="by",
        ),
        days=number("Days of one repair bay for each", 1, MOST_DAYS),
        units=amend_group.SOME_UNITS("Ships or bases as side/id, separated by spaces (humans/DD01)"),
        fleet=amend_group.WHOLE_FLEET,
    )
    repair = amend_group.change_of(RepairShips, "Put right what a crash-built ship's flaws have put out of order")(
        ships=amend_group.SOME_UNITS, fleet=amend_group.WHOLE_FLEET
    )
