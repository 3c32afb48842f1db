"""How psychics aboard fare in hyperspace, and what psionic minds do to others at the game master's word (CW-15.0-05,
CW-15.0-06, CW-15.1)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.model.state.common import FleetId, HexId, SideId
from rules.values import Value, field

HowTheyTravel: TypeAlias = Literal["", "drugged", "frozen", "awake"]


class Psychics(Value):
    """`travel` is how they pass through hyperspace, "" if nobody has said; they are out of action before the week `rest`
    (weeks since the campaign began), and `insane` for as long as the game master leaves it so."""

    travel: HowTheyTravel = ""
    rest: int = 0
    insane: bool = False


TelepathTask: TypeAlias = Literal["security", "contact"]


class Telepaths(Value):
    """A team of strong telepaths: it looks after the `security` of one project or vessel, or helps a vessel's first `contact`
    with strangers; `at` is a ship's or a project's id (CW-15.1-11)."""

    task: TelepathTask
    at: str


Hold: TypeAlias = Literal["stunned", "soothed", "drained", "thralls", "zombies", "warded", "striking"]
"""What has become of a crew or a people: victims of a vampire (the first three), of a slaver, of a zombie master; or they are
behind a witch's portals, or strike through them, which is to their good."""


class Ghost(Value):
    """Illusory ships of `side` in the minds of others (CW-15.1-16): what there seems to be of them, and where. `seen_by` are the
    sides that are deluded, () for all others; `until` is the last turn in which they last, 0 for no end.

    A ghost is a mark that others see and nothing else: it is in no fleet, fights in no battle and is in no account.
    """

    id: str
    side: SideId
    hex: HexId
    ships: int
    hull: int
    seen_by: tuple[SideId, ...] = ()
    until: int = 0


class Disguise(Value):
    """What others see of a fleet instead of what it is (CW-15.1-17): ships and hull spaces; `until` as a ghost's."""

    ships: int
    hull: int
    seen_by: tuple[SideId, ...] = ()
    until: int = 0


class Silence(Value):
    """A fleet that sends nothing (CW-15.1-13): LRS of up to `level` do not find it, and whom it attacks is taken by surprise if
    `surprise` is set; `until` as a ghost's."""

    level: int = 0
    surprise: bool = False
    until: int = 0


class Sway(Value):
    """A hold over a ship, base or colony: by which ability of whom ("" for something that is not a side's), what it does, and
    what it adds to the unit's attack and defense in battle, in points of a 1d100 roll; `until` as a ghost's."""

    ability: str
    by: SideId
    hold: Hold
    attack: int = 0
    defense: int = 0
    until: int = 0


class Minds(Value):
    """All of it in a campaign: ghosts by id, disguises and silences by fleet, holds by unit or colony. `caught` are the sides
    that the game master lets be surprised in a turn in spite of their precognition, as "turn/hex/side" (CW-15.1-04);
    `crafts` what an ability of level 3 comes to for a race, in the game master's words, as "side/ability" (CW-15.1-25); `hearts`
    what a side's zombies of its own cost its home world, in percent points of its output, as "side/design" (CW-15.1-28)."""

    ghosts: Mapping[str, Ghost] = field(default_factory=dict)
    disguises: Mapping[FleetId, Disguise] = field(default_factory=dict)
    silences: Mapping[FleetId, Silence] = field(default_factory=dict)
    sways: Mapping[str, Sway] = field(default_factory=dict)
    caught: tuple[str, ...] = ()
    crafts: Mapping[str, str] = field(default_factory=dict)
    hearts: Mapping[str, int] = field(default_factory=dict)


def lasts(until: int, turn: int) -> bool:
    """Whether something that ends after the turn `until`, or never with 0, is still there in a turn."""
    return not until or turn <= until


def is_deluded(seen_by: tuple[SideId, ...], owner: SideId, side: SideId) -> bool:
    """Whether a delusion of `owner` is in the minds of a side: the named ones, or all others."""
    return side != owner and (not seen_by or side in seen_by)
