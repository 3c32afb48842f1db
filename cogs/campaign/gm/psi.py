"""/psimaster: the game master's hand on psionics; every change has its reason and is on record.

It is a command of its own, as Discord hides whole commands and no parts of one (docs/decisions/0011).
"""

from collections.abc import Iterable
from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.psi_lists import ability_option, unit_abilities_option
from cogs.campaign.gm import choices
from cogs.campaign.gm.changing import GmNames, Side, WholeFleet, change, parts_of, some_units
from cogs.campaign.gm.choices import Chosen, gm_complete
from cogs.common.autocomplete import Pair, plain_text
from rules.cluster_war.chapters.minds.amendments.psionics import (
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
from rules.cluster_war.model.working.amendment import Amendment


def peoples(view: View, side: Chosen) -> Iterable[Pair]:
    """The sides, and the races that the game master runs."""
    yield from choices.sides(view, side)
    yield from ((f"{plain_text(npr.name)} (yours)", key) for key, npr in sorted(view.nprs.items()))


def people(by: GmNames, text: str) -> str:
    """A side, or a race that the game master runs; GameError with the sides there are."""
    wanted = text.strip().casefold()
    races = (key for key, npr in by.names.view.nprs.items() if wanted in {key, npr.name.casefold()})
    return next(races, None) or by.side(text)


People = Annotated[str, "Which side, or which race of yours", gm_complete(peoples)]
Ability = Annotated[Range[str, 1, 60], "Which ability", ability_option]
Several = Annotated[Range[str, 1, 200], "Which abilities, separated by commas", unit_abilities_option]


class PsimasterGroup(
    app_commands.Group,
    name="psimaster",
    description="The game master's hand on psionics: grant, approve, hint, study, cure",
):
    """Everything of chapter 15 that takes the game master's word. The client adds what minds do to others."""

    @change("Give a race a psionic ability, level 3 too, or take it away")
    def grant(
        self,
        by: GmNames,
        side: People,
        ability: Ability,
        racial: Annotated[bool, "The whole race has it (screaming, slaver, vampire, zombie)"] = False,
        take: Annotated[bool, "Take it away instead"] = False,
    ) -> Amendment:
        return GrantAbility(people(by, side), ability, racial, take)

    @change("Let units of a race have several abilities at once, or no longer")
    def combine(
        self, by: GmNames, side: Side, abilities: Several, allowed: Annotated[bool, "Whether they may"] = True
    ) -> Amendment:
        return ApproveCombination(by.side(side), parts_of(abilities), allowed)

    @change("Send what is foreseen to a race with precognition")
    def hint(self, by: GmNames, side: Side, text: Annotated[Range[str, 1, 2000], "What they glimpse"]) -> Amendment:
        return SendHint(by.side(side), text)

    @change("What psychics learn of an object helps a project: CPs, or a free success")
    def insight(
        self,
        by: GmNames,
        side: Side,
        project: Annotated[str, "Which project"],
        cps: Annotated[Range[int, 0, 100000], "CPs in its step; 0 is a free success"] = 0,
    ) -> Amendment:
        return GrantInsight(by.side(side), by.names.project(project), cps)

    @change("Give a side psionic beings to study, or take them away")
    def study(self, by: GmNames, side: Side, on: Annotated[bool, "Whether it has them"] = True) -> Amendment:
        return LendPsychics(by.side(side), on)

    @change("Mark a technology as psionic: it takes the trait or psionic research")
    def mark(
        self,
        by: GmNames,
        technology: Annotated[Range[str, 1, 60], "Which technology"],
        psionic: Annotated[bool, "Whether it draws on psionics"] = True,
    ) -> Amendment:
        del by
        return MarkPsionic(technology, psionic)

    @change("A race is immune to psionic influence, or no longer")
    def immune(self, by: GmNames, side: People, immune: Annotated[bool, "Whether it is"] = True) -> Amendment:
        return SetImmune(people(by, side), immune)

    @change("Psychics aboard ships come to their senses, or go out of their mind")
    def cure(
        self,
        by: GmNames,
        ships: Annotated[Range[str, 0, 300], "Ships as side/id, separated by spaces (humans/DD01)"] = "",
        fleet: WholeFleet = "",
        insane: Annotated[bool, "They go out of their mind"] = False,
    ) -> Amendment:
        return SetPsychics(some_units(by.names, ships, fleet), insane)

    @change("Whether there are psionics in the campaign at all")
    def switch(self, by: GmNames, on: Annotated[bool, "Whether there are"]) -> Amendment:
        del by
        return SetPsionics(on)
