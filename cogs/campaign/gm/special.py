"""/special: the game master's hand on what waits in systems: specials, storms, worm holes, scenes (B, 12.1, 14, 19.0-17)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.campaign.gm import gm_options
from cogs.campaign.gm.changing import FLEET, PLACE, GmNames, change, change_of, place_option
from cogs.campaign.gm.draft_handlers import gm_context
from cogs.campaign.gm.gm_options import Chosen, gm_complete
from cogs.campaign.gm.special_texts import special_list, special_pairs
from cogs.common.answers import say
from cogs.common.autocomplete import Pair, choices_from, fixed, plain_text
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, number, text
from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.encounters.amendments import (
    DetailSpecial,
    FreeFleet,
    HideSpecial,
    MoveSpecial,
    PlaceSpecial,
    PlayEncounters,
    RaiseStorm,
    RemoveSpecial,
    RuleScene,
    SetHole,
)
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import (
    choices_of,
    kind_meant,
    kind_named,
    kinds,
    labels,
    scene_row,
    words_for,
    written,
)
from rules.cluster_war.model.state.places import Fortune
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError
from umpire.campaign.views import side_views

USUAL = Settings()
FIRST = {"Monster": "Monster", "Alien Weapon/Trap": "Trap", "Alien Artifact": "Artifact", "Wormhole": "Wormhole"}
"""The first line of a kind of special; of peoples it is their culture."""
CULTURE = "Culture"
Name = Range[str, 1, 100]
Words = Range[str, 0, 1000]
Hex = Annotated[str, "Which hex", place_option]
There = Annotated[str, "Where it is", gm_complete(special_pairs)]


def _words(interaction: Interaction) -> Iterable[Pair]:
    kind = kind_meant(USUAL, str(interaction.namespace.kind or ""))
    label = str(interaction.namespace.line or "") or FIRST.get(kind, CULTURE)
    return [(word, word) for word in words_for(USUAL, label)]


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
            title = scene_row(view.settings, scene.kind)["title"]
            yield (
                f"{short_scene(scene.id)} of {plain_text(view.flags[scene.side].name)}: {title}, {scene.hex}",
                scene.id,
            )


def scene_choices(view: View, side: Chosen) -> Iterable[Pair]:
    """All choices of open scenes."""
    for kind in dict.fromkeys(scene.kind for scene in view.scenes if not scene.closed):
        for key, row in choices_of(view.settings, kind).items():
            yield f"{row['label']} ({scene_row(view.settings, kind)['title']})", key


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

    play = change_of(
        PlayEncounters, "Whether what waits in systems is played in scenes from now on; everybody is told"
    )(on="No: it is told and settled by you")

    @change("Put a special into a hex: monster, trap, artifact, derelict, aliens, a race's world, worm hole")
    def place(
        self,
        by: GmNames,
        hex_: Hex,
        kind: Annotated[Name, "What it is", fixed(lambda: [(kind, kind) for kind in kinds(USUAL)])],
        what: Annotated[Range[str, 0, 100], "Which monster, trap, artifact or culture", what_option] = "",
        number: Annotated[Range[int, 0, 999], "How many monsters; 0 for the usual number"] = 0,
        attitude: Annotated[Range[str, 0, 40], "How they meet strangers"] = "",
        note: Annotated[Range[str, 0, 200], "For yourself alone"] = "",
        orbit: Annotated[Range[int, 0, 99], "At which world; 0 for none"] = 0,
        hidden: Annotated[bool, "Yes: nobody meets or finds it before you show it"] = False,
    ) -> Amendment:
        kind = kind_named(by.names.view.settings, kind)
        lines = [written(USUAL, FIRST.get(kind, CULTURE), what, number)] if what else []
        lines += [written(USUAL, "Attitude", attitude)] if attitude else []
        lines += [written(USUAL, "Note", note)] if note else []
        return PlaceSpecial(by.names.hex(hex_), kind, tuple(lines), orbit, hidden)

    prepare = change_of(
        DetailSpecial, "Say a line of a special anew: which trap, monster, drive, culture; or a note of your own"
    )(
        hex=PLACE("Where it is", offers=gm_complete(special_pairs)),
        line=text(
            "Which line",
            1,
            100,
            offers=fixed(lambda: [(label, label) for label in labels()]),
            read=lambda _, line, what, many: (written(USUAL, line, what, many),),
            to="lines",
            beside="what number",
        ),
        what=text("What it says", 1, 200, offers=what_option),
        number=number("How many monsters; 0 for the usual number", 0, 999, default=0),
    )
    move = change_of(MoveSpecial, "Move what hides in a hex to another")(
        hex=PLACE("Where it is", offers=gm_complete(special_pairs)), to=PLACE("To which hex")
    )
    hide = change_of(HideSpecial, "Hide what is in a hex from everybody, or show it again")(
        hex=PLACE("Where it is", offers=gm_complete(special_pairs)), hidden="No: show it"
    )

    @change("Take what hides in a hex away")
    def remove(self, by: GmNames, hex_: There, sure: Annotated[bool, "Yes: take it away"] = False) -> Amendment:
        if not sure:
            raise GameError("Say sure: Yes to take it away; /special hide keeps it for later.", rule="CW-B-27")
        return RemoveSpecial(by.names.hex(hex_))

    storm = change_of(RaiseStorm, "Raise a storm in a hex, with its force, or end one that was raised")(
        hex=PLACE("Which hex"),
        storm=Option(
            "Which storm; none ends it",
            Literal["ION", "MAG", "GRV", "none"],
            read=lambda _, storm: "" if storm == "none" else storm,
            to="code",
        ),
        force=number("Its force", 0, 5, default=2),
        fixed=Option("No: its force varies from turn to turn", default=True),
    )

    hole = change_of(SetHole, "Say where a worm hole leads and how it can be used")(
        hex=PLACE("Which hex"),
        how=Option("closed: one way; both: both ways; open: both ends known; shut: nothing passes", to="hole"),
        to=PLACE("Its far end (leave out: as it is)"),
    )

    @change("Give a world a resource, beside those it has")
    def resource(
        self,
        by: GmNames,
        hex_: Annotated[str, "Which system", gm_complete(gm_options.systems)],
        orbit: Annotated[Range[int, 1, 99], "Which world"],
        resource: Annotated[Name, "Which resource"],
    ) -> Amendment:
        here = by.names.hex(hex_)
        known = by.names.view.systems.get(here)
        body = next((b for b in known.bodies if b.orbit == orbit), None) if known is not None else None
        return ChangeWorld(here, orbit, resources=(*((body.resources or ()) if body else ()), resource.strip()))

    @change("Say what is done in a scene, how it ends, and in what words; the rest stays with player and dice")
    def rule(
        self,
        by: GmNames,
        scene: Annotated[str, "Which scene", gm_complete(open_scenes)],
        choice: Annotated[Range[str, 0, 60], "What is done", gm_complete(scene_choices)] = "",
        end: Annotated[Literal["good", "bad", "dice"], "How it ends"] = "dice",
        words: Annotated[Words, "Your words, told with the outcome"] = "",
    ) -> Amendment:
        fortune: Fortune = "" if end == "dice" else end
        if not (choice.strip() or fortune or words.strip()):
            raise GameError("Say a choice, an end, or words of your own.", rule="CW-12.1-04")
        asked = (q.id for q in by.names.view.questions if q.subjects == (scene.strip(),) and not q.settled_turn)
        return RuleScene(scene.strip(), choice.strip(), fortune, words, question=next(asked, ""))

    free = change_of(FreeFleet, "Let a fleet act again that is drained, frozen, or held by a field")(
        fleet=FLEET(offers=gm_complete(held_fleets))
    )
