"""/gm npr: races that the game master runs, from a profile to a month played by one command (CW-19.0-16, CW-19.0-20); what these
commands and forms do alike."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm import gm_options
from cogs.campaign.gm.amend_group import parts_of
from cogs.campaign.gm.draft_handlers import GmContext, answer_ruling, gm_context, gm_pressed
from cogs.campaign.gm.gm_options import gm_complete, side_option
from cogs.campaign.gm.gm_texts import ruled_text
from cogs.common.command_factory import Pair, command, lookup, plain_text
from cogs.common.components import ButtonData, Field, Form, FormMaker, data_for, open_form
from cogs.common.interactions import Interaction, bot_services, defer, say
from render.words.safe_text import count, format_list, paragraphs, plain
from rules.cluster_war.chapters.diplomacy.amendments import SetPeace
from rules.cluster_war.chapters.npr import amendments
from rules.cluster_war.model.state.npr import RELATIONS, Npr, NprColony, NprForce, relation_word
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import names_of
from rules.values import GameError, quoted
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.gm.gm_queries import Change, PseudoTurns
from umpire.campaign.gm.rulings import RulingResult
from umpire.campaign.views import side_views

LOG_LINES = 16


def races_text(view: View) -> str:
    """All races, one line each."""
    if not view.nprs:
        return "You run no race yet; /gm npr set makes one."
    lines = ["### Your races `CW-19.0-02`"]
    for npr in sorted(view.nprs.values(), key=lambda n: n.name.casefold()):
        had = "has had this turn" if npr.advanced >= view.turn else "waits for its turn"
        stands = format_list(
            [f"{relation_word(v)} to {plain(view.flags[s].name)}" for s, v in sorted(npr.relations.items())]
        )
        lines.append(
            f"**{plain(npr.name)}** at {npr.home}: {npr.gross} CPs, {plain(npr.attitude)}, "
            f"{count(len(npr.colonies), 'colony', 'colonies')}, {count(len(npr.forces), 'force')}; "
            f"{stands or 'no contacts'}; {had}"
        )
    return "\n".join([*lines, "-# /gm npr turn plays their month; only you see any of this."])


def profile_text(view: View, npr: Npr) -> str:
    """One race in full, with its last months."""
    growth = f"chart {', '.join(f'{p:+d}%' for p in npr.growth)}" if npr.growth else f"{npr.pace}, by dice"
    ceiling = f", up to {npr.ceiling} CPs" if npr.ceiling else ""
    lines = [
        f"### {plain(npr.name)} · home {npr.home} `CW-19.0-16`",
        f"Gross production **{npr.gross} CPs** · growth {growth}{ceiling} · {plain(npr.attitude)}"
        + (f" · home STEP {npr.home_step}" if npr.home_step else ""),
        f"Territory: {', '.join(npr.territory) or 'none'}",
        f"Colonies: {format_list([f'{c.id} {plain(c.name)}'.strip() for c in npr.colonies]) or 'none'}",
        f"Likely sites: {', '.join(npr.sites) or 'none'}",
        f"Technologies: {format_list([plain(t) for t in npr.technologies]) or 'none'}",
        f"Works at: {format_list([plain(t) for t in npr.goals]) or 'nothing named'}",
    ]
    lines += [
        f"`{f.id}` {plain(f.name)} at {f.hex}: {f.role}, {count(f.ships, 'ship')}, {count(f.hull, 'hull space')}"
        for f in npr.forces
    ]
    lines += [f"{plain(view.flags[s].name)}: {relation_word(v)}" for s, v in sorted(npr.relations.items())]
    for title, text in (("Culture and ships", npr.culture), ("Story", npr.story), ("Private notes", npr.notes)):
        if text:
            lines += [f"**{title}**", paragraphs(text, 1500)]
    if npr.log:
        lines += ["**Last months**", *(plain(line, 300) for line in npr.log[-LOG_LINES:])]
    return "\n".join(lines)


def month_text(done: PseudoTurns) -> str:
    """A pseudo-turn, line by line, with its dice."""
    if not done.months:
        return "✔ Done already; nothing was played twice."
    lines = [f"### The month of your races, turn {done.turn} `CW-19.0-20`"]
    for month in done.months:
        lines += [f"**{plain(month.name)}**", *(f"• {plain(line, 300)}" for line in month.lines)]
    foot = f"-# {count(done.rolls, 'roll')} from this turn's seed, under keys nobody can guess. Nobody but you has read this."
    return "\n".join([*lines, foot])


def listed_in(text: str) -> tuple[str, ...]:
    """A list separated by commas, each part once; "none" for an empty one."""
    return tuple(dict.fromkeys(parts_of(text)))


def percents(text: str) -> tuple[int, ...]:
    """A growth chart; "none" for growth by dice. GameError for what are no whole numbers."""
    parts = [part.removesuffix("%").strip() for part in parts_of(text)]
    if any(not p.removeprefix("-").removeprefix("+").isdecimal() or len(p) > 4 for p in parts):
        raise GameError(f"{quoted(text)} is not a growth chart; write per cents by month, like 3,2,2,0.")
    return tuple(int(p) for p in parts)


async def change(interaction: Interaction, gm: GmContext, race: str, act: Change, reason: str) -> RulingResult:
    """Change one race."""
    return await gm_queries.change_race(gm.services, gm.seat, race, act, reason, idempotency_key=str(interaction.id))


async def story_form(interaction: Interaction, control: ButtonData) -> Form:
    """Culture and ships, story and plots, private notes; kept with the race that the control names."""
    gm = await gm_pressed(interaction, control)
    npr = amendments.npr_named((await side_views.view(gm.services, gm.seat)).nprs, control.rest)
    fields = (
        Field("culture", "Culture and ships", "How they live, what their ships are like", npr.culture, long=True),
        Field("story", "Story", "Plots, artifacts and specials near them", npr.story, long=True),
        Field("notes", "Private notes", "For the game master alone", npr.notes, long=True),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        written = partial(amendments.with_fields, {part: given[part] for part in ("culture", "story", "notes")})
        await answer_ruling(interaction, gm, await change(interaction, gm, npr.id, written, "Its story"))

    return Form(f"Notes on {npr.name}", fields, sent, control)


FORMS: Final[Mapping[str, FormMaker]] = {"npr-notes": story_form}


place_option = gm_complete(gm_options.places)
Cps = Range[int, 0, 1_000_000]


async def race_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The game master's races; nothing for anybody else."""
    gm = await gm_context(interaction)
    found = await gm_queries.races(gm.services, gm.seat)
    return [(plain_text(f"{npr.name} ({npr.home}, {npr.gross} CPs)"), npr.name) for npr in found]


race_option = lookup(race_pairs)
Race = Annotated[str, "Which race", race_option]


class NprGroup(app_commands.Group, name="npr", description="Races that you run: profiles, forces, their month"):
    """One command for each part of a profile, and one that plays the month."""

    @command("Make a race, or change what you name of it")
    async def set_(
        self,
        interaction: Interaction,
        race: Annotated[Range[str, 1, 60], "Its name; a new one makes a race", race_option],
        home: Annotated[str, "Its home hex (needed for a new race)", place_option] = "",
        gross: Annotated[Cps | None, "Gross production in CPs; partners' trade follows it"] = None,
        pace: Annotated[Literal["slow", "steady", "fast"] | None, "How fast it grows by dice"] = None,
        growth: Annotated[
            Range[str, 1, 400] | None, "Or its own chart: per cent a month, like 3,2,2,0 (the last goes on)"
        ] = None,
        ceiling: Annotated[Cps | None, "Growth ends at so many CPs; 0 for never"] = None,
        attitude: Annotated[Range[str, 1, 60] | None, "Hostile; Neutral; Peaceful, Xenophobic …"] = None,
        step: Annotated[Range[str, 4, 4] | None, "STEP code of its home world (5555)"] = None,
        territory: Annotated[Range[str, 1, 1000] | None, "Hexes it calls its own, separated by commas"] = None,
        technologies: Annotated[Range[str, 1, 1000] | None, "What it has, separated by commas"] = None,
        goals: Annotated[Range[str, 1, 1000] | None, "What it works at, in order"] = None,
        sites: Annotated[Range[str, 1, 1000] | None, "Worlds it is likely to settle (2034-3, 2135-1)"] = None,
        new_name: Annotated[Range[str, 1, 60] | None, "Another name for it"] = None,
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
        set_fields = partial(amendments.with_fields, changes)
        await defer(interaction)
        if any(race.strip().casefold() in {npr.id, npr.name.casefold()} for npr in view.nprs.values()):
            if not changes:
                raise GameError("Say what changes; /gm npr show shows the race as it is.")
            ruled = await change(interaction, gm, race, set_fields, f"The race {race}")
        else:
            if not home:
                raise GameError(f"{quoted(race)} is new; give it a home hex too.")
            where, key = names.hex(home), str(interaction.id)
            ruled = await gm_queries.make(gm.services, gm.seat, race, where, set_fields, idempotency_key=key)
        await answer_ruling(interaction, gm, ruled)

    @command("Your races at a glance, or one of them in full with its last months")
    async def show(
        self, interaction: Interaction, race: Annotated[str, "Which race (default: all)", race_option] = ""
    ) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        await say(interaction, profile_text(view, amendments.npr_named(view.nprs, race)) if race else races_text(view))

    @command("Play the month of your races: growth, scouts, trade and research, relations")
    async def turn(
        self,
        interaction: Interaction,
        race: Annotated[str, "Which race (default: all that have not had this turn)", race_option] = "",
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        done = await gm_queries.pseudo_turn(gm.services, gm.seat, race, idempotency_key=str(interaction.id))
        await say(interaction, month_text(done))

    @command("A force of a race, which players can sight; 0 ships takes it away")
    async def force(
        self,
        interaction: Interaction,
        race: Race,
        hex_: Annotated[str, "Where it is", place_option],
        ships: Annotated[Range[int, 0, 10_000], "How many ships"],
        hull: Annotated[Range[int, 1, 1_000_000], "Their hull spaces together"] = 10,
        role: Annotated[Literal["home guard", "patrol", "scout", "traders", "raiders"], "What it is for"] = "patrol",
        name: Annotated[Range[str, 0, 60], "Its name, for you"] = "",
        number: Annotated[Range[int, 1, 9999] | None, "An existing force's number, to change or move it"] = None,
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        here = names_of(await side_views.view(gm.services, gm.seat)).hex(hex_)
        force = NprForce("" if number is None else str(number), name, here, ships, hull, role)
        await answer_ruling(
            interaction, gm, await change(interaction, gm, race, partial(amendments.with_force, force), "A force")
        )

    @command("A colony of a race, or one less")
    async def colony(
        self,
        interaction: Interaction,
        race: Race,
        world: Annotated[Range[str, 6, 7], "The world, hex-orbit (2034-3)"],
        name: Annotated[Range[str, 0, 60], "Its name"] = "",
        size: Annotated[Range[int, 0, 100_000], "Its size in CPs; 0 for its share of what the race makes"] = 0,
        garrison: Annotated[Range[int, 0, 500] | None, "Battalions that defend it (default: by its size)"] = None,
        lost: Annotated[bool, "It is lost"] = False,
    ) -> None:
        gm = await gm_context(interaction)
        hex_, dash, orbit = world.partition("-")
        if not dash or not orbit.isdecimal():
            raise GameError(f"{quoted(world)} is not a world; write hex and orbit, like 2034-3.")
        colony = NprColony(hex_, int(orbit), name, size, -1 if garrison is None else garrison)
        await defer(interaction)
        act = partial(amendments.without_colony if lost else amendments.with_colony, colony)
        await answer_ruling(interaction, gm, await change(interaction, gm, race, act, "A colony"))

    @command("A race's relation to a side, from war to allied; and whether they are at peace")
    async def relation(
        self,
        interaction: Interaction,
        race: Race,
        side: Annotated[str, "Towards whom", side_option],
        stands: Annotated[
            Literal["war", "hostile", "wary", "neutral", "cordial", "friendly", "allied"] | None, "How"
        ] = None,
        at_peace: Annotated[bool | None, "Peace is no encounter"] = None,
    ) -> None:
        gm = await gm_context(interaction)
        wanted = gm.side(side)
        if stands is None and at_peace is None:
            raise GameError("Say what their relation is, or whether they are at peace.")
        await defer(interaction)
        parts: list[str] = []
        if stands is not None:
            value = RELATIONS.index(stands) - 3
            done = await change(interaction, gm, race, partial(amendments.with_relation, wanted, value), "Relations")
            parts.append(ruled_text(gm.game, done))
        if at_peace is not None:
            view = await side_views.view(gm.services, gm.seat)
            amendment = SetPeace(wanted, amendments.npr_named(view.nprs, race).id, at_peace)
            key = f"{interaction.id}/peace"
            ruled = await rulings.amend(gm.services, gm.seat, amendment, "A treaty", idempotency_key=key)
            bot_services(interaction).deliverer.wake()
            parts.append(ruled_text(gm.game, ruled))
        await say(interaction, "\n".join(parts))

    @command("Culture, story and your private notes on a race, in a form")
    async def notes(self, interaction: Interaction, race: Race) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        control = data_for(gm.game, "npr-notes", amendments.npr_named(view.nprs, race).id)
        await open_form(interaction, await story_form(interaction, control))

    @command("Take a race out of the game; nobody will remember it")
    async def remove(
        self,
        interaction: Interaction,
        race: Race,
        reason: Annotated[Range[str, 1, 400], "Why; kept with the change"] = "It never was",
    ) -> None:
        gm = await gm_context(interaction)
        await defer(interaction)
        ruled = await gm_queries.remove(gm.services, gm.seat, race, reason, idempotency_key=str(interaction.id))
        await answer_ruling(interaction, gm, ruled)
