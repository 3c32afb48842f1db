"""/gm amend: the game master's hand on the draft or the open turn; every change has its reason and is on record."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.option_values import ships_named
from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, change, listed, place_option, units_of
from cogs.campaign.gm.choices import design_of, gm_complete
from rules.cluster_war.gm.amending import MOST_CPS
from rules.cluster_war.gm.colonies import SetColony
from rules.cluster_war.gm.designs import AddDesign
from rules.cluster_war.gm.empires import GrantIncome, SetPeace, SetTrade, SetTreasury
from rules.cluster_war.gm.research import GrantSuccess
from rules.cluster_war.gm.ships import MOST_SHIPS, CreateShips, PlaceFleet, RemoveShips
from rules.cluster_war.gm.worlds import ChangeWorld, GrantKnowledge
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError

Cps = Range[int, 0, MOST_CPS]
Parts = Range[int, 0, 10000]


class AmendGroup(app_commands.Group, name="amend", description="Change the draft or the open turn, with a reason"):
    """One command for each thing that can be changed."""

    @change(
        "Put a fleet into a hex at once; its journey and work end",
        lists={"to": place_option},
        fleet="Which fleet",
        to="The hex, or a system's name",
    )
    def move(self, by: GmNames, fleet: str, to: str) -> Amendment:
        return PlaceFleet(by.names.fleet(fleet), by.names.hex(to))

    @change(
        "Create ships of one of a side's designs in a hex",
        lists={"design": gm_complete(choices.designs), "hex_": place_option},
        side="Whose",
        design="Which design",
        hex_="Where",
        count="How many",
        fleet="A fleet there, or a new one's name",
    )
    def create(
        self,
        by: GmNames,
        side: str,
        design: str,
        hex_: str,
        count: Range[int, 1, MOST_SHIPS] = 1,
        fleet: Range[str, 0, 60] = "",
    ) -> Amendment:
        whose = by.gm.side(side)
        return CreateShips(whose, design_of(by.names.view, whose, design).id, count, by.names.hex(hex_), fleet)

    @change(
        "Remove ships, or a whole fleet: lost, captured, retired",
        ships="Ships as side/id, separated by spaces (humans/DD01)",
        fleet="Or a whole fleet",
    )
    def remove(self, by: GmNames, ships: Range[str, 0, 1000] = "", fleet: str = "") -> Amendment:
        gone = (*ships_named(by.names, ships), *units_of(by.names, "", fleet))
        if not gone:
            raise GameError("Name ships (humans/DD01 humans/DD02), or a fleet to remove all of it.")
        return RemoveShips(tuple(dict.fromkeys(gone)))

    @change("Set a side's treasury", side="Whose", cps="CPs in it from now on")
    def treasury(self, by: GmNames, side: str, cps: Cps) -> Amendment:
        return SetTreasury(by.gm.side(side), cps)

    @change(
        "Unusual income for a side this turn: raiding, extortion, gifts", side="Whose", cps="CPs on top of what it has"
    )
    def income(self, by: GmNames, side: str, cps: Cps) -> Amendment:
        return GrantIncome(by.gm.side(side), cps)

    @change(
        "Let a side know a system as if it had scouted or surveyed it",
        side="Who learns",
        hex_="Which system",
        level="How well",
    )
    def knowledge(
        self, by: GmNames, side: str, hex_: str, level: Literal["scouted", "surveyed"] = "surveyed"
    ) -> Amendment:
        return GrantKnowledge(by.gm.side(side), by.names.hex(hex_), level)

    @change("A free research success for one of a side's projects", side="Whose", project="Which project")
    def success(self, by: GmNames, side: str, project: str) -> Amendment:
        return GrantSuccess(by.gm.side(side), by.names.project(project))

    @change(
        "Change a world: STEP code, maximum CPs, resources",
        hex_="Which system",
        orbit="Which orbit, 1 is the innermost",
        step="Its new STEP code (5555)",
        max_cp="Its new maximum",
        resources='Its resources, separated by commas; "none" for none',
    )
    def world(
        self,
        by: GmNames,
        hex_: str,
        orbit: Range[int, 1, 99],
        step: Range[str, 4, 4] | None = None,
        max_cp: Cps | None = None,
        resources: Range[str, 1, 300] | None = None,
    ) -> Amendment:
        if step is None and max_cp is None and resources is None:
            raise GameError("Say what changes: step, max_cp or resources.")
        code = None if step is None else step.upper()
        return ChangeWorld(by.names.hex(hex_), orbit, code, max_cp, None if resources is None else listed(resources))

    @change("Set a colony's size; 0 removes it", colony="Which colony", size="Its size in CPs")
    def colony(self, by: GmNames, colony: str, size: Cps) -> Amendment:
        return SetColony(by.names.colony(colony), size)

    @change(
        "Add a design to a side's roster",
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
    )
    def design(
        self,
        by: GmNames,
        side: str,
        name: Range[str, 1, 60],
        kind: Literal["ship", "small_craft", "ground", "base"],
        hull: Range[int, 1, 100000],
        cost: Cps,
        drive: Range[str, 1, 10] = "0",
        lrs: Range[int, 0, 1000] = 0,
        survey_bays: Range[int, 0, 1000] = 0,
        cargo_bays: Parts = 0,
        science_stations: Parts = 0,
        mining: Parts = 0,
        racks: Range[int, 0, 1000] = 0,
        hangar: Range[int, 0, 100000] = 0,
        ftl: Range[str, 1, 20] = "second-stage",
    ) -> Amendment:
        parts = (lrs, survey_bays, cargo_bays, science_stations)
        way = ftl.strip().casefold()
        whose = by.gm.side(side)
        return AddDesign(
            whose, name, kind, hull, cost, drive, *parts, ftl=way, hangar=hangar, mining=mining, racks=racks
        )

    @change(
        "A trade agreement with an empire you run; level none ends it",
        side="Whose",
        partner="The empire's name",
        gross="Its gross production",
        level="How far",
    )
    def trade(
        self,
        by: GmNames,
        side: str,
        partner: Range[str, 1, 60],
        level: Literal["none", "limited", "full"],
        gross: Cps = 0,
    ) -> Amendment:
        return SetTrade(by.gm.side(side), partner, gross, level)

    @change(
        "Declare two sides at peace, or hostile; peace is no encounter",
        one="A side",
        other="Another side",
        at_peace="No: they are hostile",
    )
    def peace(self, by: GmNames, one: str, other: str, at_peace: bool = True) -> Amendment:
        return SetPeace(by.gm.side(one), by.gm.side(other), at_peace)
