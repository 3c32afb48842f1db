"""/special, /weather and /signals: the game master's hand on what waits in systems (which they read and pick here), on storms and
crews, on detection and news.

What waits in systems: chapters B, 12.1, 14 and 19.0-17; detection and communication: chapters 12 and 13."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.common.order_options import place_text
from cogs.campaign.gm import amend_group, gm_options
from cogs.campaign.gm.draft_handlers import gm_context
from cogs.campaign.gm.gm_options import Chosen, gm_complete
from cogs.common.command_factory import Option, Pair, choices_from, command, fixed, number, plain_text, text
from cogs.common.interactions import Interaction, say
from cogs.common.panels import clip_text
from render.words.safe_text import plain
from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.detection.amendments import (
    MOST_LEVELS,
    MOST_WEEKS,
    ChangeStar,
    DelayNews,
    SetDetection,
    SetSignals,
    SetTechEffect,
)
from rules.cluster_war.chapters.encounters import amendments, specials
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetCrew,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.places import Fortune
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.worlds.terrain import STRONGEST_FORCE
from rules.values import GameError
from umpire.campaign.views import side_views

MOST_CHARACTERS: Final = 1900


def places_with_something(view: View) -> Iterable[HexId]:
    """The hexes in which something hides, or a worm hole opens."""
    return (hex_ for hex_, system in sorted(view.systems.items()) if system.notes)


def special_pairs(view: View, side: Chosen) -> Iterable[Pair]:
    """The same, each with what it is."""
    for hex_ in places_with_something(view):
        yield f"{place_text(view, hex_)}: {view.systems[hex_].notes[0]}", hex_


def special_list(view: View) -> str:
    """All that hides, by hex, and the scenes that are open."""
    how = "is played in scenes" if view.settings.encounters == "played" else "is described and settled by you"
    lines = [f"### What waits in systems {how} `CW-12.1-04`"]
    for scene in view.scenes:
        if scene.closed:
            continue
        row, choices = specials.scene_row(view.settings, scene.kind), specials.choices_of(view.settings, scene.kind)
        said = f"by your word: {choices[scene.ruled]['label']}" if scene.ruled else ""
        said = said or f"if nobody answers: {choices[row['usual']]['label']}"
        who = plain(view.flags[scene.side].name)
        lines.append(f"- **{short_scene(scene.id)}** of {who} at {scene.hex}: {row['title']}; {said}")
    found = places_with_something(view)
    lines += [f"- `{hex_}` {plain(' '.join(view.systems[hex_].notes), 300)}" for hex_ in found]
    if len(lines) == 1:
        lines.append("Nothing hides anywhere; /special place puts something there.")
    return clip_text("\n".join(lines), MOST_CHARACTERS)


DEFAULT_SETTINGS = Settings()
SPECIAL_LINES = {
    "Monster": "Monster",
    "Alien Weapon/Trap": "Trap",
    "Alien Artifact": "Artifact",
    "Wormhole": "Wormhole",
}
"""The first line of a kind of special; of peoples it is their culture."""
CULTURE = "Culture"
Name = Range[str, 1, 100]
Words = Range[str, 0, 1000]
Hex = Annotated[str, "Which hex", amend_group.place_option]
THERE: Final = amend_group.PLACE("Where it is", offers=gm_complete(special_pairs))


def _words(interaction: Interaction) -> Iterable[Pair]:
    kind = specials.kind_meant(DEFAULT_SETTINGS, str(interaction.namespace.kind or ""))
    label = str(interaction.namespace.line or "") or SPECIAL_LINES.get(kind, CULTURE)
    return [(word, word) for word in specials.words_for(DEFAULT_SETTINGS, label)]


async def what_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What the picked kind or line may be, by its table."""
    return choices_from(_words(interaction), typed)


def held_fleets(view: View, side: Chosen) -> Iterable[Pair]:
    """Fleets that something holds."""
    for key, fleet in sorted(view.fleets.items()):
        if fleet.bound is not None:
            yield f"{plain_text(fleet.name)} of {plain_text(view.flags[fleet.side].name)} ({fleet.bound.why})", key


def open_scenes(view: View, side: Chosen) -> Iterable[Pair]:
    """Scenes that have not come to their end."""
    for scene in view.scenes:
        if not scene.closed:
            title = specials.scene_row(view.settings, scene.kind)["title"]
            yield (
                f"{short_scene(scene.id)} of {plain_text(view.flags[scene.side].name)}: {title}, {scene.hex}",
                scene.id,
            )


def scene_choices(view: View, side: Chosen) -> Iterable[Pair]:
    """All choices of open scenes."""
    for kind in dict.fromkeys(scene.kind for scene in view.scenes if not scene.closed):
        for key, row in specials.choices_of(view.settings, kind).items():
            yield f"{row['label']} ({specials.scene_row(view.settings, kind)['title']})", key


class SpecialGroup(
    app_commands.Group,
    name="special",
    description="The game master's hand on what waits in systems, storms, worm holes",
):
    """Placing, hiding and preparing what players may meet; each change has its reason and is on record."""

    @command("All that hides in the cluster, its storms, and the scenes that are open")
    async def list_(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        await say(interaction, special_list(await side_views.view(gm.services, gm.seat)))

    play = amend_group.change_of(
        amendments.PlayEncounters,
        "Whether what waits in systems is played in scenes from now on; everybody is notified",
    )(on="No: it is described and settled by you")

    @amend_group.change(
        "Put a special into a hex: monster, trap, artifact, derelict, aliens, a race's world, worm hole"
    )
    def place(
        self,
        by: amend_group.GmNames,
        hex_: Hex,
        kind: Annotated[Name, "What it is", fixed(lambda: [(kind, kind) for kind in specials.kinds(DEFAULT_SETTINGS)])],
        what: Annotated[Range[str, 0, 100], "Which monster, trap, artifact or culture", what_option] = "",
        number: Annotated[Range[int, 0, 999], "How many monsters; 0 for the usual number"] = 0,
        attitude: Annotated[Range[str, 0, 40], "How they meet strangers"] = "",
        note: Annotated[Range[str, 0, 200], "For yourself alone"] = "",
        orbit: Annotated[Range[int, 0, 99], "At which world; 0 for none"] = 0,
        hidden: Annotated[bool, "Yes: nobody meets or finds it before you show it"] = False,
    ) -> Amendment:
        kind = specials.kind_named(by.names.view.settings, kind)
        lines = [specials.format_line(DEFAULT_SETTINGS, SPECIAL_LINES.get(kind, CULTURE), what, number)] if what else []
        lines += [specials.format_line(DEFAULT_SETTINGS, "Attitude", attitude)] if attitude else []
        lines += [specials.format_line(DEFAULT_SETTINGS, "Note", note)] if note else []
        return amendments.PlaceSpecial(by.names.hex(hex_), kind, tuple(lines), orbit, hidden)

    prepare = amend_group.change_of(
        amendments.DetailSpecial,
        "Say a line of a special anew: which trap, monster, drive, culture; or a note of your own",
    )(
        hex=THERE,
        line=text(
            "Which line",
            1,
            100,
            offers=fixed(lambda: [(label, label) for label in specials.labels()]),
            read=lambda _, line, what, many: (specials.format_line(DEFAULT_SETTINGS, line, what, many),),
            to="lines",
            beside="what number",
        ),
        what=text("What it says", 1, 200, offers=what_option),
        number=number("How many monsters; 0 for the usual number", 0, 999, default=0),
    )
    move = amend_group.change_of(amendments.MoveSpecial, "Move what hides in a hex to another")(
        hex=THERE, to=amend_group.PLACE("To which hex")
    )
    hide = amend_group.change_of(amendments.HideSpecial, "Hide what is in a hex from everybody, or show it again")(
        hex=THERE, hidden="No: show it"
    )

    @amend_group.change("Take what hides in a hex away")
    def remove(
        self,
        by: amend_group.GmNames,
        hex_: Annotated[str, THERE.about, THERE.offers],
        sure: Annotated[bool, "Yes: take it away"] = False,
    ) -> Amendment:
        if not sure:
            raise GameError("Say sure: Yes to take it away; /special hide keeps it for later.", rule="CW-B-27")
        return amendments.RemoveSpecial(by.names.hex(hex_))

    storm = amend_group.change_of(
        amendments.RaiseStorm, "Raise a storm in a hex, with its force, or end one that was raised"
    )(
        hex=amend_group.PLACE("Which hex"),
        storm=Option(
            "Which storm; none ends it",
            Literal["ION", "MAG", "GRV", "none"],
            read=lambda _, storm: "" if storm == "none" else storm,
            to="code",
        ),
        force=number("Its force", 0, 5, default=2),
        fixed=Option("No: its force varies from turn to turn", default=True),
    )
    hole = amend_group.change_of(amendments.SetHole, "Say where a worm hole leads and how it can be used")(
        hex=amend_group.PLACE("Which hex"),
        how=Option("closed: one way; both: both ways; open: both ends known; shut: nothing passes", to="hole"),
        to=amend_group.PLACE("Its far end (default: as it is)"),
    )

    @amend_group.change("Give a world a resource, beside those it has")
    def resource(
        self,
        by: amend_group.GmNames,
        hex_: Annotated[str, "Which system", gm_complete(gm_options.systems)],
        orbit: Annotated[Range[int, 1, 99], "Which world"],
        resource: Annotated[Name, "Which resource"],
    ) -> Amendment:
        here = by.names.hex(hex_)
        known = by.names.view.systems.get(here)
        body = next((b for b in known.bodies if b.orbit == orbit), None) if known is not None else None
        return ChangeWorld(here, orbit, resources=(*((body.resources or ()) if body else ()), resource.strip()))

    @amend_group.change(
        "Say what is done in a scene, how it ends, and in what words; the rest stays with player and dice"
    )
    def rule(
        self,
        by: amend_group.GmNames,
        scene: Annotated[str, "Which scene", gm_complete(open_scenes)],
        choice: Annotated[Range[str, 0, 60], "What is done", gm_complete(scene_choices)] = "",
        end: Annotated[Literal["good", "bad", "dice"], "How it ends"] = "dice",
        words: Annotated[Words, "Your words, told with the outcome"] = "",
    ) -> Amendment:
        fortune: Fortune = "" if end == "dice" else end
        if not (choice.strip() or fortune or words.strip()):
            raise GameError("Say a choice, an end, or words of your own.", rule="CW-12.1-04")
        asked = (q.id for q in by.names.view.questions if q.subjects == (scene.strip(),) and not q.settled_turn)
        return amendments.RuleScene(scene.strip(), choice.strip(), fortune, words, question=next(asked, ""))

    free = amend_group.change_of(
        amendments.FreeFleet, "Let a fleet act again that is drained, frozen, or held by a field"
    )(fleet=amend_group.FLEET(offers=gm_complete(held_fleets)))


STORM_CODES = {"all": "", "gravitic": "GRV", "ion": "ION", "magnetic": "MAG"}
NO_TERRAIN = "none"


def _kinds(_: object, given: str) -> tuple[str, ...]:
    words = given.replace(",", " ").split()
    return () if [word.casefold() for word in words] == [NO_TERRAIN] else tuple(words)


STORM: Final = Option(
    "Which storm of the hex",
    Literal["all", "gravitic", "ion", "magnetic"],
    None,
    lambda _, kind: STORM_CODES[kind],
    "all",
)
KINDS: Final = text(
    "Codes of terrain, separated by blanks (AST GRV MAG NEB RAD), all, or none", 0, 200, read=_kinds, needed=True
)


class WeatherGroup(
    app_commands.Group, name="weather", description="The game master's hand on storms, radiation and crews"
):
    """What chapter 14 leaves to the game master; each change has its reason and is on record."""

    storm = amend_group.change_of(SetStormForce, "Set the force of a hex's storms, for good or until the turn's end")(
        hex=amend_group.SYSTEM,
        force=number("F0 to F5", 0, STRONGEST_FORCE),
        kind=STORM,
        fixed="No: it changes again at the turn's end",
    )
    free = amend_group.change_of(FreeStorm, "Let the force of a hex's storms change from turn to turn again")(
        hex=amend_group.SYSTEM, kind=STORM
    )
    around = amend_group.change_of(
        SetSurroundings, "Say what terrain coincides in a hex with what the map shows, around a hypermass for instance"
    )(hex=amend_group.SYSTEM, kinds=KINDS(default=NO_TERRAIN), usual="Yes: as the campaign has it")
    pulsar = amend_group.change_of(TurnPulsar, "Turn a neutron star into a pulsar, or back")(
        hex=amend_group.SYSTEM, on="No: a pulsar is a neutron star again"
    )
    crew = amend_group.change_of(
        SetCrew, "Set how many heads the crews of ships have lost; 0 for whole crews, as after a healer's work"
    )(
        ships=amend_group.SOME_UNITS("Ships as side/id, separated by spaces (humans/DD01)"),
        fleet=amend_group.WHOLE_FLEET,
        lost=number("Heads lost of each crew", 0, 1000000),
    )
    dangers = amend_group.change_of(
        SetTerrain, "Say which terrain is dangerous in this campaign from now on; everybody is notified"
    )(kinds=KINDS)


class SignalsGroup(
    app_commands.Group, name="signals", description="The game master's word on cloaks, sensors, news and couriers"
):
    """Each change has its reason and is on record."""

    cloaks = amend_group.change_of(
        SetDetection, "Levels more or fewer of cloaks or sensors: by drive, hex, fleet or side; no player is notified"
    )(
        levels=number("Levels more, or fewer; 0 takes it back", -MOST_LEVELS, MOST_LEVELS),
        of=Option("What changes", default="cloaks", to="what"),
        drive=Option("Cloaks of ships whose drives of this kind run", offers=gm_complete(gm_options.drives)),
        hex=amend_group.PLACE("Or in this hex"),
        fleet=amend_group.FLEET("Or of this fleet"),
        side=amend_group.SIDE("Or of this whole side"),
    )
    delay = amend_group.change_of(
        DelayNews, "News of enemies inside a side's borders comes late; no player is notified"
    )(side=amend_group.SIDE, weeks=number("Weeks late; 0: at once", 0, MOST_WEEKS))
    effect = amend_group.change_of(SetTechEffect, "What a technology of communication does for those who have it")(
        technology=text("Which technology", 1, 60),
        effect="Reports reach the grid from further off, faster couriers, initiative in battle",
        amount=number("Hexes, weeks, or points of initiative; 0 takes it back", 0, MOST_LEVELS),
    )

    @amend_group.change("How the campaign plays detection and news from now on; everybody is notified")
    def play(
        self,
        by: amend_group.GmNames,
        detection: Annotated[
            Literal["plain", "full"] | None,
            "Full: cloaks hide all who have them, ships may vanish (default: as it is)",
        ] = None,
        news: Annotated[
            Literal["at-once", "by-courier"] | None, "Reports from beyond the supply grid (default: as it is)"
        ] = None,
    ) -> Amendment:
        if detection is None and news is None:
            raise GameError("Say how detection or news is played from now on.")
        now = by.names.view.settings
        return SetSignals(detection or now.detection, news or now.news)

    star = amend_group.change_of(
        ChangeStar, "What is in a hex is another thing: a star, a nebula, nothing; others still see the old light"
    )(
        hex=amend_group.PLACE("Where"),
        codes=text(
            "What is there, as on the map (G, or M Mfl); default: nothing",
            0,
            20,
            default="",
            read=lambda _, given: tuple(given.split()),
        ),
    )
