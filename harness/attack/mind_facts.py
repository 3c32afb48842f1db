"""A row for what psychics try and for each of the game master's acts upon minds: who is deluded sees what they are shown."""

from typing import Final

from harness.attack.companies import DOMINION, OWN, VERMIN
from harness.attack.fact import Fact, Use, WrittenOrder
from rules.cluster_war.chapters.minds.hold_amendments import (
    DefineCraft,
    HoldMinds,
    MakeZombies,
    OpenPortal,
    ReleaseMinds,
    TakeMinds,
    TakeWorld,
)
from rules.cluster_war.chapters.minds.illusion_amendments import (
    Overhear,
    RuleSurprise,
    SetDisguise,
    SetGhost,
    SetSilence,
)
from rules.cluster_war.chapters.movement.request_orders import AttemptPsionics
from rules.cluster_war.model.working.amendment import Amendment

DELUDED: Final = "CW-15.1-16: the deluded see ghosts as they see fleets"
MASKED: Final = "CW-15.1-17: the disguise is what others see"
LISTENED: Final = "CW-15.1-14: those who were listened to may feel it"
TAKEN: Final = "CW-15.1-24: those whom slavers took, and those who have them now"
MONSTER: Final = {"ability": "vampire", "units": "humans/DD01", "attack": -10}


def _granted(ability: str, side: str = "humans") -> Use:
    return Use("psimaster grant", {"side": side, "ability": ability}, once=True)


def _fact(of: type[Amendment], ability: str, command: str, name: str = "", /, **options: object) -> Fact:
    return Fact(name or of.__name__, of, (_granted(ability), Use(command, options)), when="draft")


MIND_FACTS: Final[tuple[Fact, ...]] = (
    Fact(
        "AttemptPsionics",
        AttemptPsionics,
        (_granted("Delusion"), WrittenOrder('try Delusion: "A second moon above Terra"')),
        instead=(_granted("Delusion"),),
        alone=True,
    ),
    _fact(SetGhost, "Delusion", "psimaster minds ghost", side="humans", at="{deeper}", ships=4, hull=80),
    Fact(
        "SetGhost before the Vermin alone",
        SetGhost,
        (
            _granted("Delusion"),
            Use(
                "psimaster minds ghost", {"side": "humans", "at": "{home}", "ships": 4, "hull": 80, "seen_by": "vermin"}
            ),
        ),
        instead=(_granted("Delusion"),),
        seen={"vermin": DELUDED},
        told=("4 ships, 80 hull spaces",),
        proof=("4 ghost ships of 80 hull spaces",),
        company=VERMIN,
    ),
    _fact(SetDisguise, "Delusion", "psimaster minds disguise", fleet="Outpost", ships=1, hull=10),
    Fact(
        "SetDisguise before the Vermin alone",
        SetDisguise,
        (
            _granted("Delusion"),
            Use("psimaster minds disguise", {"fleet": "Eighth", "ships": 9, "hull": 400, "seen_by": "vermin"}),
        ),
        instead=(_granted("Delusion"),),
        seen={"vermin": MASKED},
        told=("9 ships, 400 hull spaces",),
        proof=("seems to be 9 ships of 400 hull spaces",),
        company=VERMIN,
    ),
    _fact(SetSilence, "Advanced Telepathy", "psimaster minds silence", fleet="Outpost", level=2),
    Fact(
        "RuleSurprise",
        RuleSurprise,
        (Use("psimaster minds surprise", {"at": "{deeper}", "side": "humans"}),),
        keeper="",
        alone=True,
    ),
    _fact(
        Overhear, "Advanced Telepathy", "psimaster minds overhear", side="humans", of="dominators", text="They fear us."
    ),
    Fact(
        "Overhear noticed",
        Overhear,
        (
            _granted("Advanced Telepathy"),
            Use(
                "psimaster minds overhear",
                {"side": "humans", "of": "dominators", "text": "They dare.", "noticed": True},
            ),
        ),
        when="draft",
        seen={"dominators": LISTENED},
        told=("felt that somebody listened",),
        proof=("They dare.",),
        company=DOMINION,
    ),
    Fact("HoldMinds", HoldMinds, (Use("psimaster minds hold", MONSTER),), when="draft"),
    Fact(
        "HoldMinds of slavers",
        HoldMinds,
        (
            _granted("Slaver"),
            Use("psimaster minds hold", {"ability": "slaver", "units": "{nest_colony}", "doer": "humans"}),
        ),
        when="draft",
        alone=True,
    ),
    Fact(
        "ReleaseMinds",
        ReleaseMinds,
        (Use("psimaster minds hold", MONSTER), Use("psimaster minds release", {"units": "humans/DD01"})),
        when="draft",
        alone=True,
    ),
    Fact(
        "TakeMinds",
        TakeMinds,
        (
            _granted("Slaver", "vermin"),
            Use("psimaster minds take", {"ability": "slaver", "units": "humans/{scout}", "doer": "vermin"}),
        ),
        when="draft",
        instead=(_granted("Slaver", "vermin"),),
        seen={"vermin": TAKEN},
        told=("they are yours now",),
        proof=("they are yours no longer",),
        company=VERMIN,
    ),
    Fact(
        "TakeWorld",
        TakeWorld,
        (
            _granted("Slaver", "dominators"),
            Use("psimaster minds world", {"ability": "slaver", "colony": "{colony}", "doer": "dominators"}),
        ),
        when="draft",
        instead=(_granted("Slaver", "dominators"),),
        seen={"dominators": TAKEN},
        alone=True,
    ),
    _fact(OpenPortal, "Witch", "psimaster minds portal", side="humans", to="{deeper}", design="SC"),
    _fact(DefineCraft, "Witch", "psimaster minds craft", side="humans", ability="witch", text="Secret fire."),
    Fact(
        "MakeZombies",
        MakeZombies,
        (_granted("Zombie"), Use("psimaster minds zombies", {"side": "humans", "design": "INF", "loss": 0})),
        when="draft",
        proof=("The crews of Infantry are zombies now",),
        company=OWN,
    ),
)
