"""/gm npr: races that the game master runs, from a profile to a month played by one command (CW-19.0-16, CW-19.0-20)."""

from functools import partial
from typing import Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.gm import choices
from cogs.campaign.gm.choices import gm_complete, side_option
from cogs.campaign.gm.handlers import gm_context
from cogs.campaign.gm.npr_handlers import WORDS, change, listed_in, percents, tell
from cogs.campaign.gm.npr_modal import story_form
from cogs.campaign.gm.npr_texts import month_text, profile_text, races_text
from cogs.campaign.gm.texts import ruled_text
from cogs.common.answers import defer, say
from cogs.common.autocomplete import choices_from, plain_text
from cogs.common.bot_services import Interaction, bot_services
from rules.cluster_war.gm.empires import SetPeace
from rules.cluster_war.notation.sheet_names import names_of
from rules.cluster_war.npr.changes import with_colony, with_fields, with_force, with_relation, without_colony
from rules.cluster_war.npr.edit import npr_named
from rules.cluster_war.state.npr import NprColony, NprForce
from rules.errors import GameError, quoted
from umpire.campaign.gm import npr_edits, rulings
from umpire.campaign.views import side_views

place_option = gm_complete(choices.places)
Cps = Range[int, 0, 1_000_000]


async def race_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The game master's races; nothing for anybody else."""
    try:
        gm = await gm_context(interaction)
        found = await npr_edits.races(gm.services, gm.seat)
    except GameError:
        return []
    return choices_from(((plain_text(f"{npr.name} ({npr.home}, {npr.gross} CPs)"), npr.name) for npr in found), typed)


class NprGroup(app_commands.Group, name="npr", description="Races that you run: profiles, forces, their month"):
    """One command for each part of a profile, and one that plays the month."""

    @app_commands.command(name="set", description="Make a race, or change what you name of it")
    @app_commands.describe(
        race="Its name; a new one makes a race",
        home="Its home hex (needed for a new race)",
        gross="Gross production in CPs; partners' trade follows it",
        pace="How fast it grows by dice",
        growth="Or its own chart: per cent a month, like 3,2,2,0 (the last goes on)",
        ceiling="Growth ends at so many CPs; 0 for never",
        attitude="Hostile; Neutral; Peaceful, Xenophobic …",
        step="STEP code of its home world (5555)",
        territory="Hexes it calls its own, separated by commas",
        technologies="What it has, separated by commas",
        goals="What it works at, in order",
        sites="Worlds it is likely to settle (2034-3, 2135-1)",
        new_name="Another name for it",
    )
    @app_commands.autocomplete(race=race_option, home=place_option)
    async def set_(
        self,
        interaction: Interaction,
        race: Range[str, 1, 60],
        home: str = "",
        gross: Cps | None = None,
        pace: Literal["slow", "steady", "fast"] | None = None,
        growth: Range[str, 1, 400] | None = None,
        ceiling: Cps | None = None,
        attitude: Range[str, 1, 60] | None = None,
        step: Range[str, 4, 4] | None = None,
        territory: Range[str, 1, 1000] | None = None,
        technologies: Range[str, 1, 1000] | None = None,
        goals: Range[str, 1, 1000] | None = None,
        sites: Range[str, 1, 1000] | None = None,
        new_name: Range[str, 1, 60] | None = None,
    ) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        names = names_of(view)
        given = {
            "home": names.hex(home) if home else None,
            "gross": gross,
            "pace": pace,
            "growth": None if growth is None else percents(growth),
            "ceiling": ceiling,
            "attitude": attitude,
            "home_step": None if step is None else step.upper(),
            "territory": None if territory is None else tuple(names.hex(h) for h in listed_in(territory)),
            "technologies": None if technologies is None else listed_in(technologies),
            "goals": None if goals is None else listed_in(goals),
            "sites": None if sites is None else listed_in(sites),
            "name": new_name,
        }
        changes = {key: value for key, value in given.items() if value is not None}
        set_fields, idempotency_key = partial(with_fields, changes), str(interaction.id)
        await defer(interaction)
        if any(race.strip().casefold() in {npr.id, npr.name.casefold()} for npr in view.nprs.values()):
            if not changes:
                raise GameError("Say what changes; /gm npr show shows the race as it is.")
            ruled = await npr_edits.change_race(
                gm.services, gm.seat, race, set_fields, f"The race {race}", idempotency_key=idempotency_key
            )
        else:
            if not home:
                raise GameError(f"{quoted(race)} is new; give it a home hex too.")
            ruled = await npr_edits.make(
                gm.services, gm.seat, race, names.hex(home), set_fields, idempotency_key=idempotency_key
            )
        await tell(interaction, gm, ruled)

    @app_commands.command(description="Your races at a glance, or one of them in full with its last months")
    @app_commands.describe(race="Which race (leave out: all)")
    @app_commands.autocomplete(race=race_option)
    async def show(self, interaction: Interaction, race: str = "") -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        await say(interaction, profile_text(view, npr_named(view.nprs, race)) if race else races_text(view))

    @app_commands.command(description="Play the month of your races: growth, scouts, trade and research, relations")
    @app_commands.describe(race="Which race (leave out: all that have not had this turn)")
    @app_commands.autocomplete(race=race_option)
    async def turn(self, interaction: Interaction, race: str = "") -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        done = await npr_edits.pseudo_turn(gm.services, gm.seat, race, idempotency_key=str(interaction.id))
        await say(interaction, month_text(done))

    @app_commands.command(description="A force of a race, which players can sight; 0 ships takes it away")
    @app_commands.describe(
        race="Which race",
        place="Where it is",
        ships="How many ships",
        hull="Their hull spaces together",
        role="What it is for",
        name="Its name, for you",
        number="An existing force's number, to change or move it",
    )
    @app_commands.rename(place="hex")
    @app_commands.autocomplete(race=race_option, place=place_option)
    async def force(
        self,
        interaction: Interaction,
        race: str,
        place: str,
        ships: Range[int, 0, 10_000],
        hull: Range[int, 1, 1_000_000] = 10,
        role: Literal["home guard", "patrol", "scout", "traders", "raiders"] = "patrol",
        name: Range[str, 0, 60] = "",
        number: Range[int, 1, 9999] | None = None,
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        here = names_of(await side_views.view(gm.services, gm.seat)).hex(place)
        force = NprForce("" if number is None else str(number), name, here, ships, hull, role)
        ruled = await change(interaction, gm, race, partial(with_force, force), "A force")
        await tell(interaction, gm, ruled)

    @app_commands.command(description="A colony of a race, or one less")
    @app_commands.describe(race="Which race", world="The world, hex-orbit (2034-3)", name="Its name", lost="It is lost")
    @app_commands.autocomplete(race=race_option)
    async def colony(
        self,
        interaction: Interaction,
        race: str,
        world: Range[str, 6, 7],
        name: Range[str, 0, 60] = "",
        lost: bool = False,
    ) -> None:
        gm = await gm_context(interaction)
        hex_, dash, orbit = world.partition("-")
        if not dash or not orbit.isdecimal():
            raise GameError(f"{quoted(world)} is no world; write hex and orbit, like 2034-3.")
        colony = NprColony(hex_, int(orbit), name)
        await defer(interaction)
        act = partial(without_colony if lost else with_colony, colony)
        await tell(interaction, gm, await change(interaction, gm, race, act, "A colony"))

    @app_commands.command(description="How a race stands to a side, from war to allied; and whether they are at peace")
    @app_commands.describe(race="Which race", side="Towards whom", stands="How", at_peace="Peace is no encounter")
    @app_commands.autocomplete(race=race_option, side=side_option)
    async def relation(
        self,
        interaction: Interaction,
        race: str,
        side: str,
        stands: Literal["war", "hostile", "wary", "neutral", "cordial", "friendly", "allied"] | None = None,
        at_peace: bool | None = None,
    ) -> None:
        gm = await gm_context(interaction)
        wanted = gm.side(side)
        if stands is None and at_peace is None:
            raise GameError("Say how they stand, or whether they are at peace.")
        await defer(interaction)
        parts: list[str] = []
        if stands is not None:
            value = WORDS.index(stands) - 3
            done = await change(interaction, gm, race, partial(with_relation, wanted, value), "Relations")
            parts.append(ruled_text(gm.game, done))
        if at_peace is not None:
            view = await side_views.view(gm.services, gm.seat)
            amendment = SetPeace(wanted, npr_named(view.nprs, race).id, at_peace)
            ruled = await rulings.amend(
                gm.services, gm.seat, amendment, "A treaty", idempotency_key=f"{interaction.id}/peace"
            )
            bot_services(interaction).deliverer.wake()
            parts.append(ruled_text(gm.game, ruled))
        await say(interaction, "\n".join(parts))

    @app_commands.command(description="Culture, story and your private notes on a race, in a form")
    @app_commands.describe(race="Which race")
    @app_commands.autocomplete(race=race_option)
    async def notes(self, interaction: Interaction, race: str) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        await interaction.response.send_modal(story_form(npr_named(view.nprs, race)))

    @app_commands.command(description="Take a race out of the game; nobody will remember it")
    @app_commands.describe(race="Which race", reason="Why; kept with the change")
    @app_commands.autocomplete(race=race_option)
    async def remove(self, interaction: Interaction, race: str, reason: Range[str, 1, 400] = "It never was") -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        await tell(
            interaction,
            gm,
            await npr_edits.remove(gm.services, gm.seat, race, reason, idempotency_key=str(interaction.id)),
        )
