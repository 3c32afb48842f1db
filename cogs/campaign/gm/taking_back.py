"""How a game master takes an amendment back without undoing a turn: the command that does the opposite of it."""

from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy, SetHandicap, SetPeace
from rules.cluster_war.chapters.encounters.amendments import (
    DetailSpecial,
    HideSpecial,
    MoveSpecial,
    PlaceSpecial,
    PlayEncounters,
    RaiseStorm,
    RemoveSpecial,
    RuleScene,
    SetHole,
)
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.working.amendment import Amendment


def way_back(amendment: Amendment) -> str:
    """What takes an amendment back, as the end of "To take it back, "; "" for one that no command is the opposite of."""
    return _special(amendment) or _scene(amendment) or _weather(amendment) or _empire(amendment)


def _special(amendment: Amendment) -> str:
    match amendment:
        case PlaceSpecial():
            return f"/special remove hex:{amendment.hex} sure:True takes it away again"
        case RemoveSpecial():
            return f"/special place hex:{amendment.hex} puts one there again"
        case MoveSpecial():
            return f"/special move hex:{amendment.to} to:{amendment.hex} moves it back"
        case HideSpecial():
            how = "shows it" if amendment.hidden else "hides it"
            return f"/special hide hex:{amendment.hex} hidden:{not amendment.hidden} {how} again"
        case DetailSpecial():
            return f"/special prepare hex:{amendment.hex} says the line anew"
        case _:
            return ""


def _scene(amendment: Amendment) -> str:
    match amendment:
        case RuleScene(choice="", fortune="", words=""):
            return "/special rule decides it after all, until the scene ends"
        case RuleScene():
            return "/special rule has it otherwise, until the scene ends"
        case PlayEncounters():
            return f"/special play on:{not amendment.on} has it as before"
        case SetHole():
            return f"/special hole hex:{amendment.hex} says it anew"
        case _:
            return ""


def _weather(amendment: Amendment) -> str:
    match amendment:
        case RaiseStorm(code=""):
            return f"/special storm hex:{amendment.hex} raises one again"
        case RaiseStorm():
            return f"/special storm hex:{amendment.hex} storm:none ends it"
        case SetStormForce(fixed=True):
            return f"/weather free hex:{amendment.hex} lets the force change from turn to turn again"
        case SetStormForce() | FreeStorm():
            return f"/weather storm hex:{amendment.hex} sets the force anew"
        case SetSurroundings(usual=True):
            return f"/weather around hex:{amendment.hex} says it anew"
        case SetSurroundings():
            return f"/weather around hex:{amendment.hex} usual:True has it as the campaign has it"
        case TurnPulsar():
            return f"/weather pulsar hex:{amendment.hex} on:{not amendment.on} turns it back"
        case SetTerrain():
            return "/weather dangers says it anew"
        case _:
            return ""


def _empire(amendment: Amendment) -> str:
    match amendment:
        case SetPeace():
            return f"/gm amend peace at_peace:{not amendment.at_peace} between the same two has it as before"
        case SetEmbassy():
            return f"/decree embassy exchanged:{not amendment.exchanged} between the same two has it as before"
        case SetHandicap():
            return "/gm amend handicap sets it anew (100 ends it)"
        case _:
            return ""
