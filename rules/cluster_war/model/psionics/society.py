"""What a society's psionics change for those who deal with it: intelligence, strife, first contact
(CW-15.1-10, CW-15.1-11, CW-15.1-18, CW-15.1-20, CW-15.1-22)."""

from collections.abc import Collection, Iterator
from typing import Final

from rules.cluster_war.model.psionics.abilities import psi_number, side_has, side_racial
from rules.cluster_war.model.state.names import ShipId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.events import Modifier

HARMONY: Final = (
    "Its people understand each other: civil strife is much less likely, work goes on with less friction, and strangers are "
    "known at once (CW-15.1-18)."
)
"""What harmonizing does that no number says."""


def against_intelligence(
    target: Side, settings: Settings, *, infiltration: bool = False, at: str = ""
) -> tuple[Modifier, ...]:
    """What a target's psionics change in the chance, in percent, of an operation of others against it: telepathy
    (CW-15.1-10), a security team at the ship or project `at` (CW-15.1-11), harmonizing against those that infiltrate
    (CW-15.1-18)."""
    found: list[Modifier] = []
    if side_has(target, "telepathy", settings):
        lost = psi_number("telepathy against intelligence", settings)
        found.append(Modifier(-lost, "a telepathic society (CW-15.1-10)"))
        if at and any(team.task == "security" and team.at == at for team in target.telepaths):
            more = psi_number("a team of telepaths against intelligence", settings)
            found.append(Modifier(-more, "a team of telepaths on guard there (CW-15.1-11)"))
    if infiltration and side_racial(target, "harmonizing", settings):
        lost = psi_number("harmonizing against infiltration", settings)
        found.append(Modifier(-lost, "strangers stand out in a society of one mind (CW-15.1-18)"))
    return tuple(found)


def at_first_contact(
    ours: Side, ships: Collection[ShipId], settings: Settings, *, reached: bool = True
) -> Iterator[Modifier]:
    """What a side's psionics change, in points, when it meets strangers with these ships; `reached` is whether theirs are
    minds that it can reach at all. A hint for the game master: what comes of a first contact is theirs to say."""
    if side_racial(ours, "translating", settings):
        yield Modifier(psi_number("translating at first contact", settings), "translating (CW-15.1-22)")
    if any(team.task == "contact" and team.at in ships for team in ours.telepaths):
        yield Modifier(psi_number("a team of telepaths at first contact", settings), "a team of telepaths (CW-15.1-11)")
    if reached and side_racial(ours, "screaming", settings):
        yield Modifier(psi_number("screaming at first contact", settings), "a screaming race repels (CW-15.1-20)")
