"""/gm amend: the game master's hand on the draft or the open turn. How a change becomes a command: what it makes, the reason
beside it, which is on record, and one answer telling what it was."""

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.order_options import ships_named
from cogs.campaign.common.people_texts import unit_abilities_option
from cogs.campaign.gm import gm_options
from cogs.campaign.gm.draft_handlers import GmContext, answer_ruling, gm_context
from cogs.campaign.gm.gm_options import design_of, gm_complete, side_option
from cogs.common.command_factory import Completer, Making, Option, command_of, making_of, number, text
from cogs.common.interactions import Interaction, defer
from render.campaign.letters.ruling_texts import BY_MASTER
from rules.cluster_war.chapters.colonies.amendments import ChangeWorld, GrantKnowledge, SetColony
from rules.cluster_war.chapters.combat.battle_amendments import AS_IT_IS, SetDamage, SetSalvage
from rules.cluster_war.chapters.diplomacy.amendments import GrantIncome, SetHandicap, SetPeace, SetTrade, SetTreasury
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.logistics.amendments import MOST_SHIPS, CreateShips, PlaceFleet, RemoveShips
from rules.cluster_war.chapters.research.amendments import GrantSuccess
from rules.cluster_war.model.economy.income import LEAST_HANDICAP, MOST_HANDICAP
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.working.amendment import MOST_CPS, Amendment
from rules.cluster_war.play.notation import names_of
from rules.values import GameError, Value
from umpire.campaign.gm import rulings
from umpire.campaign.views import side_views

Reason = Annotated[Range[str, 1, 400], "Why; kept with the change"]
REASON_PARAMETER: Final = inspect.Parameter(
    "reason", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=BY_MASTER, annotation=Reason
)
Side = Annotated[str, "Whose", side_option]
System = Annotated[str, "Which system", gm_complete(gm_options.systems)]
WholeFleet = Annotated[str, "Or a whole fleet", gm_complete(gm_options.fleets)]
ship_option = gm_complete(gm_options.ships)
place_option = gm_complete(gm_options.places)


class GmNames(Value):
    """The game master's place and everything they can name."""

    gm: GmContext
    names: Names

    def side(self, text: str) -> str:
        """A side by id or name, "" for nobody; GameError with those there are."""
        return self.gm.side(text) if text else ""


def change(description: str) -> Callable[[Making[Amendment]], app_commands.Command[Any, ..., None]]:
    """A command for one change, and a reason for it; its method is given the game master's `GmNames`."""

    async def finish(interaction: Interaction, making: Callable[[Any], Amendment], more: Mapping[str, Any]) -> None:
        gm = await gm_context(interaction)
        named = GmNames(gm, names_of(await side_views.view(gm.services, gm.seat)))
        await make_amendment(interaction, gm, making(named), more["reason"])

    return lambda making: command_of(making, finish, description, (REASON_PARAMETER,))


def change_of(made: type[Amendment], description: str) -> Callable[..., app_commands.Command[Any, ..., None]]:
    """A row: the command for a change whose fields are the options that it is called with."""
    return lambda **options: change(description)(making_of(made, options))


async def make_amendment(interaction: Interaction, gm: GmContext, amendment: Amendment, reason: str) -> None:
    """Make one change and tell what it was."""
    await defer(interaction)  # a large state takes a while to change and to keep
    now, key = gm.game.revision, str(interaction.id)
    ruled = await rulings.amend(gm.services, gm.seat, amendment, reason, expect=now, idempotency_key=key)
    await answer_ruling(interaction, gm, ruled)


def units_of(names: Names, text: str, fleet: str = "") -> tuple[str, ...]:
    """Ships and bases as side/id, and those of a fleet, each once; NotationError for what is not there."""
    found = [word if word in names.view.bases else names.ship(word) for word in text.replace(",", " ").split()]
    if fleet:
        found += names.view.fleets[names.fleet(fleet)].ships
    return tuple(dict.fromkeys(found))


def some_units(names: Names, text: str, fleet: str = "") -> tuple[str, ...]:
    """As `units_of`; GameError where neither names anything."""
    found = units_of(names, text, fleet)
    if not found:
        raise GameError("Name ships (humans/DD01 humans/DD02), or a fleet for all of it.")
    return found


def parts_of(text: str) -> tuple[str, ...]:
    """Parts separated by commas; "none" for an empty list."""
    return () if text.strip().casefold() == "none" else tuple(part.strip() for part in text.split(",") if part.strip())


def named(about: str, find: Callable[[Names, str], object], offers: Completer | None = None) -> Option:
    """A thing that is found by its name."""
    return Option(about, str, offers, lambda by, given: find(by.names, given))


def parts(about: str, least: int, most: int, **other: Any) -> Option:
    """Parts separated by commas."""
    return text(about, least, most, read=lambda _, given: parts_of(given), **other)


SIDE: Final = Option("Whose", str, side_option, GmNames.side)
FLEET: Final = named("Which fleet", Names.fleet, gm_complete(gm_options.fleets))
WHOLE_FLEET: Final = Option("Or a whole fleet", str, gm_complete(gm_options.fleets), default="")
COLONY: Final = named("Which colony", Names.colony, gm_complete(gm_options.colonies))
PROJECT: Final = named("Which project", Names.project, gm_complete(gm_options.projects))
SYSTEM: Final = named("Which system", Names.hex, gm_complete(gm_options.systems))
PLACE: Final = named("In which hex", Names.hex, place_option)
UNITS: Final = Option(
    "Ships or bases as side/id, separated by spaces (humans/DD01)",
    Range[str, 0, 1000],
    ship_option,
    lambda by, given, fleet: units_of(by.names, given, fleet),
    default="",
    beside="fleet",
)
SOME_UNITS: Final = UNITS(
    "Ships as side/id (humans/DD01)", read=lambda by, given, fleet: some_units(by.names, given, fleet)
)


Cps = Range[int, 0, MOST_CPS]
Parts = Range[int, 0, 10000]
PARTS: Final = number("How many", 0, 10000)


class AmendGroup(app_commands.Group, name="amend", description="Change the draft or the open turn, with a reason"):
    """One command for each thing that can be changed."""

    move = change_of(PlaceFleet, "Put a fleet into a hex at once; its journey and work end")(
        fleet=FLEET, to=PLACE("The hex, or a system's name", to="hex")
    )

    @change("Create ships of one of a side's designs in a hex")
    def create(
        self,
        by: GmNames,
        side: Side,
        design: Annotated[str, "Which design", gm_complete(gm_options.designs)],
        hex_: Annotated[str, "Where", place_option],
        count: Annotated[Range[int, 1, MOST_SHIPS], "How many"] = 1,
        fleet: Annotated[Range[str, 0, 60], "A fleet there, or a new one's name", FLEET.offers] = "",
    ) -> Amendment:
        whose = by.gm.side(side)
        return CreateShips(whose, design_of(by.names.view, whose, design).id, count, by.names.hex(hex_), fleet)

    @change("Remove ships, or a whole fleet: lost, captured, retired")
    def remove(
        self,
        by: GmNames,
        ships: Annotated[Range[str, 0, 1000], "Ships (humans/DD01 humans/DD02)", ship_option] = "",
        fleet: WholeFleet = "",
    ) -> Amendment:
        gone = (*ships_named(by.names, ships), *units_of(by.names, "", fleet))
        if not gone:
            raise GameError("Name ships (humans/DD01 humans/DD02), or a fleet to remove all of it.")
        return RemoveShips(tuple(dict.fromkeys(gone)))

    @change("What is damaged; with nothing said, all works again")
    def damage(
        self,
        by: GmNames,
        units: Annotated[Range[str, 0, 1000], "Ships, bases (humans/DD01)", ship_option] = "",
        fleet: WholeFleet = "",
        component: Annotated[Range[str, 0, 100], "Component", gm_options.component_option] = "",
        damaged: Annotated[Parts | None, "Damaged"] = None,
        destroyed: Annotated[Parts | None, "Destroyed"] = None,
        shields: Annotated[Parts | None, "Off line"] = None,
        unplaced: Annotated[Parts | None, "Of no component"] = None,
        salvage: Annotated[Parts | None, "Salvaged, aboard"] = None,
    ) -> Amendment:
        found = some_units(by.names, units, fleet)
        if salvage is not None:
            if len(found) > 1 or any(n is not None for n in (damaged, destroyed, shields, unplaced)):
                raise GameError("Salvage is put aboard one ship at a time, without any damage.")
            return SetSalvage(found[0], component, salvage)
        numbers = (AS_IT_IS if n is None else n for n in (damaged, destroyed, shields, unplaced))
        return SetDamage(found, component.strip(), *numbers)

    treasury = change_of(SetTreasury, "Set a side's treasury")(
        side=SIDE, cps=number("CPs in it from now on", 0, MOST_CPS)
    )
    income = change_of(GrantIncome, "Unusual income for a side this turn: raiding, extortion, gifts")(
        side=SIDE, cps=number("CPs on top of what it has", 0, MOST_CPS)
    )
    handicap = change_of(SetHandicap, "What a side produces from now on, in percent; everybody is notified")(
        side=SIDE, percent=number("100: no handicap", LEAST_HANDICAP, MOST_HANDICAP)
    )
    knowledge = change_of(GrantKnowledge, "Let a side know a system as if scouted or surveyed")(
        side=SIDE("Who learns"),
        hex=SYSTEM,
        level=Option("How well", Literal["scouted", "surveyed"], default="surveyed"),
    )
    success = change_of(GrantSuccess, "A free research success for one of a side's projects")(
        side=SIDE, project=PROJECT
    )

    @change("Change a world: STEP code, maximum CPs, resources")
    def world(
        self,
        by: GmNames,
        hex_: System,
        orbit: Annotated[Range[int, 1, 99], "Which orbit, 1 is the innermost"],
        step: Annotated[Range[str, 4, 4] | None, "Its new STEP code (5555)"] = None,
        max_cp: Annotated[Cps | None, "Its new maximum"] = None,
        resources: Annotated[Range[str, 1, 300] | None, 'Its resources, by commas; "none" for none'] = None,
    ) -> Amendment:
        if step is None and max_cp is None and resources is None:
            raise GameError("Say what changes: step, max_cp or resources.")
        code = None if step is None else step.upper()
        return ChangeWorld(by.names.hex(hex_), orbit, code, max_cp, None if resources is None else parts_of(resources))

    colony = change_of(SetColony, "Set a colony's size; 0 removes it")(
        colony=COLONY, size=number("Its size in CPs", 0, MOST_CPS)
    )
    design = change_of(AddDesign, "Add a design to a side's roster")(
        side=SIDE,
        name=text("Its name", 1, 60),
        kind=Option("What it is", Literal["ship", "small_craft", "ground", "base"]),
        hull=number("Hull spaces", 1, 100000),
        cost=number("CPs each", 0, MOST_CPS),
        drive=text("In G: 2, or 5/2", 1, 10),
        lrs=number("Sensors", 0, 1000),
        survey_bays=number("How many", 0, 1000),
        cargo_bays=PARTS,
        science_stations=PARTS,
        mining=PARTS("Mining stations"),
        racks=number("Maglocks and towing links", 0, 1000),
        hangar=number("Craft hull it houses", 0, 100000),
        barracks=number("Barracks for battalions", 0, 1000),
        repair_bays=PARTS,
        ftl=text("FTL drive (second-stage, jump, ...)", 1, 20, read=lambda _, given: given.strip().casefold()),
        psionics=parts("Psionic abilities of its crews", 0, 200, offers=unit_abilities_option),
        cloak=number("Level of its cloak; 0: none", 0, 20),
    )
    trade = change_of(SetTrade, "A trade agreement with an empire you run; level none ends it")(
        side=SIDE,
        partner=text("The empire's name", 1, 60, to="name"),
        level="How far",
        gross=number("Its gross production", 0, MOST_CPS, default=0),
    )
    peace = change_of(SetPeace, "Declare two sides at peace, or hostile")(
        one=SIDE("A side", to="a"),
        other=SIDE("Another side", to="b"),
        at_peace=Option("No: they are hostile", default=True),
    )
