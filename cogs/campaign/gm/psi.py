"""/psimaster: the game master's hand on psionics; every change has its reason and is on record.

It is a command of its own, as Discord hides whole commands and no parts of one (docs/decisions/0011).
"""

from collections.abc import Iterable
from typing import Final

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.people_texts import ability_option, unit_abilities_option
from cogs.campaign.gm import gm_options
from cogs.campaign.gm.changing import PROJECT, SIDE, SOME_UNITS, WHOLE_FLEET, GmNames, change_of, parts
from cogs.campaign.gm.gm_options import Chosen, gm_complete
from cogs.common.autocomplete import Pair, plain_text
from cogs.common.command_factory import Option, number, text
from rules.cluster_war.chapters.minds.psionic_amendments import (
    ApproveCombination,
    GrantAbility,
    GrantInsight,
    LendPsychics,
    MarkPsionic,
    SendHint,
    SetImmune,
    SetPsionics,
    SetPsychics,
)
from rules.cluster_war.model.state.view import View


def peoples(view: View, side: Chosen) -> Iterable[Pair]:
    """The sides, and the races that the game master runs."""
    yield from gm_options.sides(view, side)
    yield from ((f"{plain_text(npr.name)} (yours)", key) for key, npr in sorted(view.nprs.items()))


def people(by: GmNames, text: str) -> str:
    """A side, or a race that the game master runs; GameError with the sides there are."""
    wanted = text.strip().casefold()
    races = (key for key, npr in by.names.view.nprs.items() if wanted in {key, npr.name.casefold()})
    return next(races, None) or by.side(text)


PEOPLE: Final = Option("Which side, or which race of yours", str, gm_complete(peoples), people)


class PsimasterGroup(
    app_commands.Group,
    name="psimaster",
    description="The game master's hand on psionics: grant, approve, hint, study, cure",
):
    """Everything of chapter 15 that takes the game master's word. The client adds what minds do to others."""

    grant = change_of(GrantAbility, "Give a race a psionic ability, level 3 too, or take it away")(
        side=PEOPLE,
        ability=text("Which ability", 1, 60, offers=ability_option),
        racial="The whole race has it (screaming, slaver, vampire, zombie)",
        take="Take it away instead",
    )
    combine = change_of(ApproveCombination, "Let units of a race have several abilities at once, or no longer")(
        side=SIDE,
        abilities=parts("Which abilities, separated by commas", 1, 200, offers=unit_abilities_option),
        allowed="Whether they may",
    )
    hint = change_of(SendHint, "Send what is foreseen to a race with precognition")(
        side=SIDE, text=text("What they glimpse", 1, 2000)
    )
    insight = change_of(GrantInsight, "What psychics learn of an object helps a project: CPs, or a free success")(
        side=SIDE, project=PROJECT, cps=number("CPs in its step; 0 is a free success", 0, 100000)
    )
    study = change_of(LendPsychics, "Give a side psionic beings to study, or take them away")(
        side=SIDE, on="Whether it has them"
    )
    mark = change_of(MarkPsionic, "Mark a technology as psionic: it takes the trait or psionic research")(
        technology=text("Which technology", 1, 60), psionic="Whether it draws on psionics"
    )
    immune = change_of(SetImmune, "A race is immune to psionic influence, or no longer")(
        side=PEOPLE, immune="Whether it is"
    )
    cure = change_of(SetPsychics, "Psychics aboard ships come to their senses, or go out of their mind")(
        ships=SOME_UNITS("Ships as side/id, separated by spaces (humans/DD01)", kind=Range[str, 0, 300]),
        fleet=WHOLE_FLEET,
        insane="They go out of their mind",
    )
    switch = change_of(SetPsionics, "Whether there are psionics in the campaign at all")(on="Whether there are")
