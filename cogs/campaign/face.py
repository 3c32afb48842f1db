"""Cluster War in Discord."""

from typing import Final

from discord import app_commands

from cogs.campaign import help_topics
from cogs.campaign.away import handlers as away
from cogs.campaign.away.group import AwayGroup
from cogs.campaign.battle_threads import BattleKeeper
from cogs.campaign.commands import (
    course_handlers,
    design_group,
    map_handlers,
    named_handlers,
    orders_group,
    report_handlers,
    vote_handlers,
)
from cogs.campaign.commands.campaign_group import CampaignGroup
from cogs.campaign.commands.fleet_groups import EncounterGroup, FleetGroup, InvadeGroup
from cogs.campaign.commands.holding_groups import BaseGroup, BuildGroup, ColonyGroup
from cogs.campaign.commands.knowledge_groups import EmpireGroup, MapGroup, find_command
from cogs.campaign.commands.orders_group import OrdersGroup
from cogs.campaign.commands.plan_group import PlanGroup, roll_command
from cogs.campaign.commands.specialist_groups import OfficerGroup, PsiGroup, ResearchGroup, SpyGroup
from cogs.campaign.commands.treaty_group import TreatyGroup
from cogs.campaign.commands.turn_group import TurnGroup
from cogs.campaign.common import order_handlers, sheet_handlers
from cogs.campaign.common.campaign_context import seat_or_none
from cogs.campaign.dashboard import first_turn_handlers
from cogs.campaign.dashboard import handlers as dashboard
from cogs.campaign.founding import founding_form, solo_handlers
from cogs.campaign.founding import handlers as founding
from cogs.campaign.gm import (
    approval_handlers,
    battle_handlers,
    dashboard_handlers,
    governor_handlers,
    npr_group,
    special_map_handlers,
    spy_handlers,
    turn_handlers,
    whatif_handlers,
)
from cogs.campaign.gm.decree_groups import DecreeGroup
from cogs.campaign.gm.gm_group import GmGroup
from cogs.campaign.gm.psi_and_spy_groups import PsimasterGroup, PsiMindsGroup, SpymasterGroup
from cogs.campaign.gm.surroundings_groups import SignalsGroup, SpecialGroup, WeatherGroup
from cogs.campaign.race import handlers as race
from cogs.campaign.race.group import RaceGroup
from cogs.campaign.standing_orders import handlers as standing
from cogs.common.face import Command, Face, join_tables
from cogs.common.interactions import Interaction


def commands() -> tuple[Command, ...]:
    """What everybody is offered."""
    return (
        CampaignGroup(),
        AwayGroup(),
        RaceGroup(),
        design_group.DesignGroup(),
        EmpireGroup(),
        FleetGroup(),
        InvadeGroup(),
        ColonyGroup(),
        BuildGroup(),
        BaseGroup(),
        TreatyGroup(),
        SpyGroup(),
        ResearchGroup(),
        OfficerGroup(),
        PsiGroup(),
        EncounterGroup(),
        OrdersGroup(),
        TurnGroup(),
        MapGroup(),
        PlanGroup(),
        roll_command,
        find_command,
    )


def master_commands() -> tuple[app_commands.Group, ...]:
    """What game masters are offered."""
    psi = PsimasterGroup()
    psi.add_command(PsiMindsGroup())
    return GmGroup(), DecreeGroup(), WeatherGroup(), SignalsGroup(), SpymasterGroup(), SpecialGroup(), psi


async def has_seat(interaction: Interaction) -> bool:
    """Whether somebody has a seat in the campaign where they ask."""
    return await seat_or_none(interaction) is not None


FACE: Final = Face(
    commands=commands,
    master_commands=master_commands,
    buttons=join_tables(
        order_handlers.BUTTONS,
        sheet_handlers.BUTTONS,
        standing.BUTTONS,
        turn_handlers.BUTTONS,
        map_handlers.BUTTONS,
        named_handlers.BUTTONS,
        course_handlers.BUTTONS,
        report_handlers.BUTTONS,
        founding.BUTTONS,
        race.BUTTONS,
        approval_handlers.BUTTONS,
        design_group.BUTTONS,
        battle_handlers.BUTTONS,
        governor_handlers.BUTTONS,
        spy_handlers.BUTTONS,
        whatif_handlers.BUTTONS,
        dashboard.BUTTONS,
        first_turn_handlers.BUTTONS,
        dashboard_handlers.BUTTONS,
        away.BUTTONS,
        solo_handlers.BUTTONS,
        vote_handlers.BUTTONS,
        special_map_handlers.BUTTONS,
    ),
    selects=join_tables(
        report_handlers.SELECTS,
        founding.SELECTS,
        race.SELECTS,
        approval_handlers.SELECTS,
        battle_handlers.SELECTS,
        governor_handlers.SELECTS,
        whatif_handlers.SELECTS,
        order_handlers.SELECTS,
        standing.SELECTS,
        dashboard.SELECTS,
        dashboard_handlers.SELECTS,
        away.SELECTS,
        solo_handlers.SELECTS,
        special_map_handlers.SELECTS,
    ),
    forms=join_tables(
        order_handlers.FORMS,
        standing.FORMS,
        orders_group.FORMS,
        named_handlers.FORMS,
        turn_handlers.FORMS,
        npr_group.FORMS,
        approval_handlers.FORMS,
        battle_handlers.FORMS,
        spy_handlers.FORMS,
        whatif_handlers.FORMS,
        dashboard_handlers.FORMS,
        away.FORMS,
        vote_handlers.FORMS,
        founding.FORMS,
        founding_form.FORMS,
        race.FORMS,
        design_group.FORMS,
    ),
    topics=help_topics.TOPICS,
    seated=has_seat,
    keepers={"battles": BattleKeeper},
)
