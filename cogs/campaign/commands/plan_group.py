"""/plan: calculators for journeys, worlds and research; they order nothing. And /roll: players' own dice."""

from fractions import Fraction
from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.commands.plan_texts import research_text, settlement_text, table_text, trip_text
from cogs.campaign.commands.specialist_groups import most_labs
from cogs.campaign.common.campaign_context import game_or_none, names_here, player_here, seat_or_none, view_here
from cogs.campaign.common.order_options import fleet_option, place_option, world_option
from cogs.common.command_factory import command
from cogs.common.interactions import Interaction, say, services_of
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.travel_time import MOST_HEXES
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.common import WEEKS_PER_TURN
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.cluster_war.turn.planning import calculators
from rules.roll_notation.tree import doubtful, parse
from rules.values import GameError, quoted
from umpire.games import rolls

USUAL_DRIVE = Fraction(2)
TABLE_HEXES = 16
FASTEST_DRIVE = 100
STEP_LENGTH = 4


class PlanGroup(
    app_commands.Group, name="plan", description="Calculators: journeys, worlds, research; nothing is ordered"
):
    """Reckoning before ordering."""

    @command("How long a journey takes: any distance at any drive, or a whole table")
    async def travel(
        self,
        interaction: Interaction,
        hexes: Annotated[Range[int, 1, MOST_HEXES] | None, "How many hexes"] = None,
        drive: Annotated[Range[str, 1, 9], "Drive rating in G, like 2 or 5/2"] = "",
        fleet: Annotated[str, "Or one of your fleets: its drive, from where it is", fleet_option] = "",
        start: Annotated[str, "Or from which hex", place_option] = "",
        to: Annotated[str, "To which hex", place_option] = "",
    ) -> None:
        names = await names_here(interaction)
        view = names.view
        rating = parse_rating(names, drive, fleet)
        far, where = _route(names, hexes, fleet, start, to)
        if far is None:
            await say(interaction, table_text(view.settings, rating, TABLE_HEXES))
            return
        now = (view.turn - 1) * WEEKS_PER_TURN
        await say(interaction, trip_text(view.settings, rating, far, now, where))

    @command("What a world costs you: price, size for your CPs, cargo bays and freighters")
    async def colony(
        self,
        interaction: Interaction,
        world: Annotated[str, "A world you know, hex-orbit (2034-3), or any STEP code (5555)", world_option],
        max_cp: Annotated[
            Range[int, 1, 100_000] | None, "Its maximum CPs; needed with a STEP code and a world you have not surveyed"
        ] = None,
        cps: Annotated[Range[int, 1, 1_000_000] | None, "CPs you would spend (default: the full price)"] = None,
    ) -> None:
        view = await view_here(interaction)
        if view.me is None:
            raise GameError("Only an empire can settle worlds.")
        where, code, most = _world(view, world.strip(), max_cp)
        made = calculators.settlement(view.me.race, code, most, view.settings, cps or 0)
        await say(interaction, settlement_text(view, where, code, most, made))

    @command("How long research may take: the chance turn by turn, and when it is likely done")
    async def research(
        self,
        interaction: Interaction,
        cps: Annotated[Range[int, 1, 100_000], "CPs you would spend each turn"],
        labs: Annotated[
            Range[int, 0, 100] | None, "Science stations at the project's place (default: the most you have at one)"
        ] = None,
        steps: Annotated[Range[int, 1, calculators.MOST_STEPS], "Successes needed"] = 2,
        turns: Annotated[Range[int, 1, calculators.MOST_TURNS], "How many turns to look ahead"] = 12,
    ) -> None:
        view = await view_here(interaction)
        if view.me is None:
            raise GameError("Only an empire does research.")
        here = most_labs(view) if labs is None else labs
        outlook = calculators.research_outlook(
            cps, here, steps, view.me.race, view.me.technologies, view.settings, turns
        )
        await say(interaction, research_text(cps, here, steps, outlook))

    @command("What officers at their posts add to a battle: the highest rank counts alone")
    async def officers(
        self,
        interaction: Interaction,
        posts: Annotated[Range[str, 1, 300], "Rank and rating of each officer, separated by commas: 5/20, 3/40"],
    ) -> None:
        await player_here(interaction)
        bonus = calculators.command_bonus([post_of(part) for part in posts.split(",")])
        text = f"They add {bonus}: the rating of the highest in rank, at a combat information center or flag bridge."
        await say(interaction, f"{text} `CW-A-17` `CW-A-26`")


def post_of(text: str) -> tuple[int, int]:
    """An officer's rank and rating as typed, "5/20"; GameError for what is none."""
    rank, _, rating = (part.strip() for part in text.partition("/"))
    if not (rank.isdecimal() and rating.isdecimal()) or max(len(rank), len(rating)) > 4:
        raise GameError(f"{quoted(text.strip())} is not a post; write rank and rating like 5/20.", rule="CW-A-17")
    return int(rank), int(rating)


def parse_rating(names: Names, drive: str, fleet: str) -> Fraction:
    """A rating as typed, or a fleet's slowest drive; 2G where neither is given. GameError for what is no rating."""
    if drive:
        text = drive.strip().upper().removesuffix("G").strip()
        try:
            rating = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise GameError(f"{quoted(drive)} is not a drive rating; write it in G, like 2 or 5/2.") from None
        if not 0 < rating <= FASTEST_DRIVE:
            raise GameError(f"A drive rating is above 0 and at most {FASTEST_DRIVE}G.", rule="CW-4.0-01")
        return rating
    if not fleet:
        return USUAL_DRIVE
    view = names.view
    found = view.fleets.get(names.fleet(fleet))
    if found is None or view.me is None:
        raise GameError("That fleet is only on your sheet yet; give a drive instead.")
    return force(view.me.designs, [view.ships[ship] for ship in found.ships]).drive


def _route(names: Names, hexes: int | None, fleet: str, start: str, to: str) -> tuple[int | None, str]:
    """How far, and between which places; None for the whole table."""
    if hexes is not None:
        return hexes, ""
    if not to:
        if start:
            raise GameError("Say where to as well, or give the number of hexes.")
        return None, ""
    view = names.view
    found = view.fleets.get(names.fleet(fleet)) if fleet else None
    if found is None and not start:
        raise GameError("Say from where: a hex, or one of your fleets.")
    origin = (
        names.hex(start) if start else (found.transit.to if found and found.transit else found.hex if found else "")
    )
    goal = names.hex(to)
    if origin == goal:
        raise GameError(f"{goal} is where it starts; that takes no time.", rule="CW-4.1-03")
    return distance(view, origin, goal), f" from {origin} to {goal}"


def _world(view: View, world: str, max_cp: int | None) -> tuple[str, str, int]:
    """A world's name, code and maximum: one that is known, or any of a STEP code."""
    if "-" not in world and len(world) == STEP_LENGTH:
        if max_cp is None and (known := view.systems.get(world)) is not None:
            there = ", ".join(f"{world}-{body.orbit}" for body in known.bodies[:6])
            raise GameError(f"{world} is a hex: name a world there{f', like {there}' if there else ''}.")
        code = check_step(world)
        if max_cp is None:
            raise GameError(f"{code} is a STEP code: give its maximum CPs as max_cp, or name a world like 2034-3.")
        return "A world", code, max_cp
    hex_, _, orbit = world.partition("-")
    system = view.systems.get(hex_)
    body = next((b for b in system.bodies if str(b.orbit) == orbit), None) if system else None
    if body is None:
        raise GameError(
            f"You know of no world {quoted(world)}; write one as hex-orbit, like 2034-3, or a STEP code, like 5555."
        )
    most = max_cp if max_cp is not None else body.max_cp
    if most is None:
        raise GameError(f"You have only scouted {hex_}; a survey shows its maximum, or give one as max_cp.")
    return world, body.step, most


@app_commands.command(name="roll", description="Roll dice: 4d6kh3+2 [attack], 2d20kl1, 3d6e6, d100 (see /help dice)")
@app_commands.describe(dice="What to roll", secret="Show it only to me")  # noqa: S106 # an option's help, no password
async def roll_command(interaction: Interaction, dice: Range[str, 1, 200], secret: bool = False) -> None:
    """Roll from the campaign's checkable dice, or from a seed of its own where no campaign is on."""
    services = services_of(interaction)
    game = await game_or_none(interaction)
    if game is not None and game.turn_state == "open" and game.turn > 0:
        seat = await seat_or_none(interaction)
        side = seat.side if seat else ""
        rolled = await rolls.roll_in_game(services, game.id, interaction.user.id, side, dice, secret=secret)
    else:
        rolled = rolls.roll_alone(services, interaction.user.id, dice)
    hint = doubtful(parse(dice))
    lines = [f"🎲 {rolled.text}", *([f"-# {hint}"] if hint else []), f"-# {rolled.proof}"]
    await say(interaction, "\n".join(lines), public=not secret)
