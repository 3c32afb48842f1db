"""/gm amend: the game master's hand on the draft or the open turn; every change has its reason and is on record."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.gm import choices
from cogs.gm.acts import Chair, chair_here
from cogs.gm.choices import design_of, gm_complete, side_option
from cogs.gm.texts import ruled_text
from cogs.kit.answers import defer, say
from cogs.kit.bench import Interaction, bench_of
from rules.cluster_war.amend import MOST_CPS, MOST_SHIPS
from rules.cluster_war.amendments import (
    AddDesign,
    Amendment,
    ChangeWorld,
    CreateShips,
    GrantIncome,
    GrantKnowledge,
    GrantSuccess,
    PlaceFleet,
    RemoveShips,
    SetColony,
    SetPeace,
    SetTrade,
    SetTreasury,
)
from rules.cluster_war.notation.names import Names, names_of
from rules.errors import GameError
from umpire import rulings, views
from umpire.rulings import DEFAULT_REASON

fleet_option = gm_complete(choices.fleets)
ship_option = gm_complete(choices.ships)
colony_option = gm_complete(choices.colonies)
project_option = gm_complete(choices.projects)
design_option = gm_complete(choices.designs)
place_option = gm_complete(choices.places)
system_option = gm_complete(choices.systems)

Reason = Range[str, 1, 400]
Cps = Range[int, 0, MOST_CPS]
WHY = "Why; kept with the change"


class AmendGroup(app_commands.Group, name="amend", description="Change the draft or the open turn, with a reason"):
    """One command for each thing that can be changed."""

    @app_commands.command(description="Put a fleet into a hex at once; its journey and work end")
    @app_commands.describe(fleet="Which fleet", to="The hex, or a system's name", reason=WHY)
    @app_commands.autocomplete(fleet=fleet_option, to=place_option)
    async def move(self, interaction: Interaction, fleet: str, to: str, reason: Reason = DEFAULT_REASON) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, PlaceFleet(names.fleet(fleet), names.hex(to)), reason)

    @app_commands.command(description="Create ships of one of a side's designs in a hex")
    @app_commands.describe(
        side="Whose",
        design="Which design",
        hex_="Where",
        count="How many",
        fleet="A fleet there, or a new one's name",
        reason=WHY,
    )
    @app_commands.rename(hex_="hex")
    @app_commands.autocomplete(side=side_option, design=design_option, hex_=place_option, fleet=fleet_option)
    async def create(
        self,
        interaction: Interaction,
        side: str,
        design: str,
        hex_: str,
        count: Range[int, 1, MOST_SHIPS] = 1,
        fleet: Range[str, 0, 60] = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        whose = chair.side(side)
        made = CreateShips(whose, design_of(names.view, whose, design).id, count, names.hex(hex_), fleet)
        await make_amendment(interaction, chair, made, reason)

    @app_commands.command(description="Remove ships, or a whole fleet: lost, captured, retired")
    @app_commands.describe(
        ships="Ships as side/id, separated by spaces (humans/DD01)", fleet="Or a whole fleet", reason=WHY
    )
    @app_commands.autocomplete(ships=ship_option, fleet=fleet_option)
    async def remove(
        self,
        interaction: Interaction,
        ships: Range[str, 0, 1000] = "",
        fleet: str = "",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        gone = [names.ship(word) for word in ships.replace(",", " ").split()]
        if fleet:
            gone += names.view.fleets[names.fleet(fleet)].ships
        if not gone:
            raise GameError("Name ships (humans/DD01 humans/DD02), or a fleet to remove all of it.")
        await make_amendment(interaction, chair, RemoveShips(tuple(dict.fromkeys(gone))), reason)

    @app_commands.command(description="Set a side's treasury")
    @app_commands.describe(side="Whose", cps="CPs in it from now on", reason=WHY)
    @app_commands.autocomplete(side=side_option)
    async def treasury(self, interaction: Interaction, side: str, cps: Cps, reason: Reason = DEFAULT_REASON) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, SetTreasury(chair.side(side), cps), reason)

    @app_commands.command(description="Unusual income for a side this turn: raiding, extortion, gifts")
    @app_commands.describe(side="Whose", cps="CPs on top of what it has", reason=WHY)
    @app_commands.autocomplete(side=side_option)
    async def income(self, interaction: Interaction, side: str, cps: Cps, reason: Reason = DEFAULT_REASON) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, GrantIncome(chair.side(side), cps), reason)

    @app_commands.command(description="Let a side know a system as if it had scouted or surveyed it")
    @app_commands.describe(side="Who learns", hex_="Which system", level="How well", reason=WHY)
    @app_commands.rename(hex_="hex")
    @app_commands.autocomplete(side=side_option, hex_=system_option)
    async def knowledge(
        self,
        interaction: Interaction,
        side: str,
        hex_: str,
        level: Literal["scouted", "surveyed"] = "surveyed",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, GrantKnowledge(chair.side(side), names.hex(hex_), level), reason)

    @app_commands.command(description="A free research success for one of a side's projects")
    @app_commands.describe(side="Whose", project="Which project", reason=WHY)
    @app_commands.autocomplete(side=side_option, project=project_option)
    async def success(self, interaction: Interaction, side: str, project: str, reason: Reason = DEFAULT_REASON) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, GrantSuccess(chair.side(side), names.project(project)), reason)

    @app_commands.command(description="Change a world: STEP code, maximum CPs, resources")
    @app_commands.describe(
        hex_="Which system",
        orbit="Which orbit, 1 is the innermost",
        step="Its new STEP code (5555)",
        max_cp="Its new maximum",
        resources='Its resources, separated by commas; "none" for none',
        reason=WHY,
    )
    @app_commands.rename(hex_="hex")
    @app_commands.autocomplete(hex_=system_option)
    async def world(
        self,
        interaction: Interaction,
        hex_: str,
        orbit: Range[int, 1, 99],
        step: Range[str, 4, 4] | None = None,
        max_cp: Cps | None = None,
        resources: Range[str, 1, 300] | None = None,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair, names = await at_work(interaction)
        if step is None and max_cp is None and resources is None:
            raise GameError("Say what changes: step, max_cp or resources.")
        code = None if step is None else step.upper()
        change = ChangeWorld(names.hex(hex_), orbit, code, max_cp, None if resources is None else listed(resources))
        await make_amendment(interaction, chair, change, reason)

    @app_commands.command(description="Set a colony's size; 0 removes it")
    @app_commands.describe(colony="Which colony", size="Its size in CPs", reason=WHY)
    @app_commands.autocomplete(colony=colony_option)
    async def colony(self, interaction: Interaction, colony: str, size: Cps, reason: Reason = DEFAULT_REASON) -> None:
        chair, names = await at_work(interaction)
        await make_amendment(interaction, chair, SetColony(names.colony(colony), size), reason)

    @app_commands.command(description="Add a design to a side's roster")
    @app_commands.describe(
        side="Whose",
        name="Its name",
        kind="What it is",
        hull="Hull spaces",
        cost="CPs each",
        drive="In G: 2, or 5/2",
        lrs="Sensors",
        survey_bays="How many",
        cargo_bays="How many",
        science_stations="How many",
        mining="Mining stations",
        racks="Maglocks and towing links",
        hangar="Hull of small craft it houses",
        ftl="Its FTL drive (second-stage, jump, warp, ...)",
        reason=WHY,
    )
    @app_commands.autocomplete(side=side_option)
    async def design(
        self,
        interaction: Interaction,
        side: str,
        name: Range[str, 1, 60],
        kind: Literal["ship", "small_craft", "ground", "base"],
        hull: Range[int, 1, 100000],
        cost: Cps,
        drive: Range[str, 1, 10] = "0",
        lrs: Range[int, 0, 1000] = 0,
        survey_bays: Range[int, 0, 1000] = 0,
        cargo_bays: Range[int, 0, 10000] = 0,
        science_stations: Range[int, 0, 10000] = 0,
        mining: Range[int, 0, 10000] = 0,
        racks: Range[int, 0, 1000] = 0,
        hangar: Range[int, 0, 100000] = 0,
        ftl: Range[str, 1, 20] = "second-stage",
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        whose, drive_kind = chair.side(side), ftl.strip().casefold()
        made = AddDesign(
            whose,
            name,
            kind,
            hull,
            cost,
            drive,
            lrs,
            survey_bays,
            cargo_bays,
            science_stations,
            ftl=drive_kind,
            hangar=hangar,
            mining=mining,
            racks=racks,
        )
        await make_amendment(interaction, chair, made, reason)

    @app_commands.command(description="A trade agreement with an empire you run; level none ends it")
    @app_commands.describe(
        side="Whose", partner="The empire's name", gross="Its gross production", level="How far", reason=WHY
    )
    @app_commands.autocomplete(side=side_option)
    async def trade(
        self,
        interaction: Interaction,
        side: str,
        partner: Range[str, 1, 60],
        level: Literal["none", "limited", "full"],
        gross: Cps = 0,
        reason: Reason = DEFAULT_REASON,
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, SetTrade(chair.side(side), partner, gross, level), reason)

    @app_commands.command(description="Declare two sides at peace, or hostile; peace is no encounter")
    @app_commands.describe(one="A side", other="Another side", at_peace="No: they are hostile", reason=WHY)
    @app_commands.autocomplete(one=side_option, other=side_option)
    async def peace(
        self, interaction: Interaction, one: str, other: str, at_peace: bool = True, reason: Reason = DEFAULT_REASON
    ) -> None:
        chair = await chair_here(interaction)
        await make_amendment(interaction, chair, SetPeace(chair.side(one), chair.side(other), at_peace), reason)


async def at_work(interaction: Interaction) -> tuple[Chair, Names]:
    """The game master's place and everything he can name."""
    chair = await chair_here(interaction)
    return chair, names_of(await views.view(chair.desk, chair.seat))


async def make_amendment(interaction: Interaction, chair: Chair, amendment: Amendment, reason: str) -> None:
    """Make one change and tell what it was."""
    await defer(interaction)  # a large state takes a while to change and to keep
    ruled = await rulings.amend(
        chair.desk, chair.seat, amendment, reason, expect=chair.game.opening, once=str(interaction.id)
    )
    bench_of(interaction).deliverer.wake()
    await say(interaction, ruled_text(chair.game, ruled))


def listed(text: str) -> tuple[str, ...]:
    """Resources as written; "none" for an empty list."""
    return () if text.strip().casefold() == "none" else tuple(part.strip() for part in text.split(",") if part.strip())
