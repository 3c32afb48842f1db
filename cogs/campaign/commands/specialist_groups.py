"""/research, /officer, /spy and /psi: projects, officers and crews, operations, and what psychics do."""

from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import field_texts, people_texts
from cogs.campaign.common.campaign_context import sheet_here, view_here
from cogs.campaign.common.empire_texts import project_list
from cogs.campaign.common.order_commands import CPS, FLEET, PROJECT, named, order, order_of
from cogs.campaign.common.order_options import held_option, laboratory_option
from cogs.common.command_factory import Option, comma_parts, command, number, strip_text, text
from cogs.common.interactions import Interaction, say
from render.words.safe_text import count
from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartCounter,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.chapters.movement.conduct_orders import PreparePsychics
from rules.cluster_war.chapters.movement.request_orders import AttemptPsionics
from rules.cluster_war.chapters.officers.crew_orders import MoveCrew, SendTelepaths, post_meant
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RankOfficer, RecruitOfficer
from rules.cluster_war.chapters.research import project_orders
from rules.cluster_war.chapters.research.projects import research_chance, stations_at
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import OfficerId
from rules.values import GameError

FUNDING_SUMS = (25, 50, 100, 150, 200, 250, 400, 600, 800, 1000, 1500, 2000, 3000)


class ResearchGroup(
    app_commands.Group, name="research", description="Research: open projects, fund them, see their chances"
):
    """Research orders and lists."""

    start = order_of(project_orders.StartProject, "Open a research project and fund it for the first time")(
        name=text("What you want to find out", 1, 60),
        at=named("Where: a colony, or a ship with science stations", Names.hex, laboratory_option, to="hex"),
        cps=CPS("CPs for this turn"),
        steps=number(
            "Successes needed: easy 1, known field 2, new field 3, difficult 4 or more (the GM may change it)",
            1,
            20,
            default=2,
        ),
        technology=text("The technology it gives, if it has another name", 0, 60),
        levels=Option("Bring a level of the technology with every two successes", to="incremental"),
    )
    fund = order_of(
        project_orders.FundProject, "Give CPs to a running project; without any it loses what it has gathered"
    )(project=PROJECT, cps=CPS)
    propose = order_of(
        project_orders.ProposeTechnology,
        "Propose a secret weapon or technology of your own; the GM says what it takes, and you open a project",
    )(name=text("What you call it", 1, 60, to="technology"), goal=text("What it is to do", 1, 1500))

    @command("Your projects and how far they are")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, project_list(await view_here(interaction)))

    @command("What your CPs would buy: the chance of success for sums and labs")
    async def chance(
        self,
        interaction: Interaction,
        cps: Annotated[Range[int, 0, 100000] | None, "CPs in the step (default: a table)"] = None,
        labs: Annotated[
            Range[int, 0, 100] | None, "Science stations at the project's place (default: the most you have at one)"
        ] = None,
    ) -> None:
        view = await view_here(interaction)
        sums = FUNDING_SUMS if cps is None else (cps,)
        stations = most_labs(view) if labs is None else labs
        lines = [f"### Chance of success with {count(stations, 'lab')} `CW-8.0-10`"]
        for amount in sums:
            if view.me is not None:
                chance = research_chance(amount, stations, view.me.race, view.me.technologies, view.settings)
                lines.append(f"{amount} CPs: **{chance.chance}%** ({chance.base}% +{chance.bonus})")
        await say(interaction, "\n".join(lines))


def most_labs(view: View) -> int:
    """Science stations at the place where the side has most of them."""
    places = {c.hex for c in view.colonies.values()} | {f.hex for f in view.fleets.values()}
    return max((stations_at(view, view.side, place) for place in places), default=0)


Who = Annotated[str, "Which officer", people_texts.officer_option]
OFFICER: Final = named("Which officer", Names.officer, people_texts.officer_option)
CREW: Final = named("Whose crew goes", Names.ship, people_texts.crew_option)


class OfficerGroup(
    app_commands.Group, name="officer", description="Officers: recruit them, their posts and ranks; crews"
):
    """Orders to officers and crews, and the list of them."""

    recruit = order_of(RecruitOfficer, "Train an officer at a military base or academy: in your pool next turn")(
        at=named("The military base or academy", Names.site, people_texts.academy_option, to="site"),
        name=text("The officer's name", 0, 60, default=""),
        with_talents=text(
            "Talents, separated by commas", 0, 200, offers=people_texts.talents, read=comma_parts, to="talents"
        ),
        tactics=Option("What a tactician is for", Literal["attack", "defense"]),
    )

    @order("Give an officer a post on a ship, base or colony, or take them back into the pool")
    def assign(
        self,
        names: Names,
        officer: Who,
        post: Annotated[Literal["admiral", "commander", "captain", "team", "aboard", "pool"], "Which post"],
        unit: Annotated[Range[str, 0, 100], "On which ship, base or colony", people_texts.unit_option] = "",
        forces: Annotated[
            Range[str, 0, 100], "Which ground forces of a colony a team leader goes with", held_option
        ] = "",
    ) -> Order:
        if post == "pool":
            return AssignOfficer(names.officer(officer), "aboard")
        if not unit:
            raise GameError("Say on which ship, base or colony.", rule="CW-17.1-27")
        return AssignOfficer(
            names.officer(officer), post, names.post_unit(unit), names.design(forces) if forces else ""
        )

    rank = order_of(RankOfficer, "Raise or lower an officer's rank by one")(
        officer=OFFICER, rank=number("Their new rank", 1, 999)
    )
    crew = order_of(MoveCrew, "Two ships in one hex exchange their crews")(ship=CREW, to=CREW("To which ship"))

    @command("Your officers with ratings, talents and posts, and your crews that are not regular")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, people_texts.officer_list(await view_here(interaction)))

    @command("One officer in full: what their ratings are for where they serve")
    async def show(self, interaction: Interaction, officer: Who) -> None:
        names = (await sheet_here(interaction)).names
        await say(interaction, people_texts.officer_sheet(names.view, names.officer(officer)))


STEP_CPS: Final = CPS("CPs for this turn")
OPERATION: Final = named("Which operation", Names.operation, field_texts.running_option)
OPERATION_NAME: Final = text("What you call it", 0, 60)
OPERATION_AIM: Final = text(
    "What it is aimed at: a hex, a design, a technology, an officer",
    0,
    100,
    offers=field_texts.aim_option,
    to="subject",
)
OPERATION_HEAD: Final = named("An officer from your pool to head it", Names.officer, field_texts.head_option)


def new_head(names: Names, given: str) -> OfficerId:
    """Who heads an operation from now on: an officer, or nobody."""
    return given.casefold() if given.casefold() == field_texts.NO_HEAD else names.officer(given)


class SpyGroup(
    app_commands.Group, name="spy", description="Intelligence: operations against others, guarding your secrets"
):
    """Orders to your intelligence service, and the list of what it does."""

    start = order_of(
        StartOperation, "Begin an operation against an empire you have been in contact with; it takes three successes"
    )(
        target=named("Against whom", Names.people, field_texts.target_option),
        kind=Option("What it is to bring", offers=field_texts.kind_option, read=strip_text),
        goal=text("Its goal, in your own words", 1, 1500),
        cps=STEP_CPS,
        on=OPERATION_AIM,
        name=OPERATION_NAME,
        approach=Option("Your own agents, or locals (better where you are very different)", default="agents"),
        officer=OPERATION_HEAD,
    )
    counter = order_of(
        StartCounter, "Begin to spin a net of counter-intelligence: it hinders operations against you, and notices them"
    )(cps=STEP_CPS, name=OPERATION_NAME, officer=OPERATION_HEAD)
    fund = order_of(FundOperation, "Give CPs to a running operation; without any it loses what its step has gathered")(
        operation=OPERATION, cps=STEP_CPS
    )
    change = order_of(
        ChangeOperation, "Change an operation's goal or aim (it is planned anew), its approach, or who heads it"
    )(
        operation=OPERATION,
        goal=text("Its new goal", 0, 1500),
        on=OPERATION_AIM,
        approach="Your own agents, or locals",
        officer=named("Who heads it", new_head, field_texts.change_head_option),
    )
    stop = order_of(StopOperation, "Call an operation off; what was spent on it is gone")(operation=OPERATION)

    @command("Your operations, how far they are, and what you reckon with")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, field_texts.operation_list(await view_here(interaction)))


class PsiGroup(app_commands.Group, name="psi", description="Psionics: abilities, psychics aboard ships, research"):
    """Orders to psychics, and lists of them. The game master's part is `/psimaster`."""

    travel = order_of(
        PreparePsychics, "How psychics aboard a fleet pass through hyperspace; without it the fleet stays"
    )(fleet=FLEET, how="Asleep, or awake: then they go insane")
    team = order_of(
        SendTelepaths, "Give a team of telepaths its task: the security of a ship or project, or first contacts"
    )(
        task="What for; home takes the team there back",
        at=text("At which ship or project", 1, 100, offers=people_texts.post_option, read=post_meant),
    )
    read = order_of(
        project_orders.ReadObject, "Have psychics handle an object (a derelict, a ruin, a text) to help a project"
    )(object=text("What they handle", 1, 400), project=PROJECT("Which project it may help"))
    combine = order_of(project_orders.CombineAbilities, "Ask for leave to have several abilities in one unit")(
        abilities=text(
            "Which, separated by commas", 1, 200, offers=people_texts.unit_abilities_option, read=comma_parts
        )
    )

    @command("Your psionic abilities, the units that use them, and how your psychics fare")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, people_texts.psi_list(await view_here(interaction)))

    @command("Your ghost ships, disguises, silences and holds over others, and how long they last")
    async def shown(self, interaction: Interaction) -> None:
        await say(interaction, people_texts.mind_list(await view_here(interaction)))

    attempt = order_of(
        AttemptPsionics, "Have psychics use an ability that takes a ruling: delusion, listening, level 3"
    )(
        ability=text("Which ability", 1, 60, offers=people_texts.attempts_option),
        text=text("What they are to try, on whom, where", 1, 1500),
        fleet=FLEET("Whose psychics (default: those at home)"),
    )

    @command("What psionics you can research: successes, what it needs, and under which name")
    async def research(self, interaction: Interaction) -> None:
        await say(interaction, people_texts.research_list(await view_here(interaction)))
