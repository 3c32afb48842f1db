"""Small worlds for single concerns, and a governor's month played through."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.play.governors.aims import take_aim
from rules.cluster_war.play.governors.govern import NEW_MEMORY, govern
from rules.cluster_war.play.governors.profile import AiRandom, Character, Profile, Strength
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan, Situation
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import body, draft_of, frozen, small, star, with_colony, with_fleet
from tests.rules.cluster_war.play.governors.signing import signed

GUNS: Final = {"Bridge": 1, "Crew quarters": 2, "Beam emitter 3": 4, "Shield projector 1": 3}
DESIGNS: Final[Mapping[str, Design]] = {
    d.id: d
    for d in (
        Design("SC", "Scout", "ship", 8, 34, Fraction(5), lrs=2, prefix="SC", layout={"Bridge": 1, "LRS": 2}),
        Design(
            "SV", "Surveyor", "ship", 16, 63, Fraction(4), lrs=3, survey_bays=2, prefix="SV",
            layout={"Bridge": 1, "LRS": 3, "Survey bay": 2},
        ),
        Design("FF", "Freighter", "ship", 24, 64, Fraction(3), cargo_bays=10, prefix="FF", layout={"Cargo bay": 10}),
        Design("DD", "Destroyer", "ship", 20, 112, Fraction(4), lrs=1, prefix="DD", layout={"Drive 4G": 8, "LRS": 1, **GUNS}),
        Design(
            "TR", "Trooper", "ship", 40, 150, Fraction(4), prefix="TR", barracks=6, cargo_bays=2,
            layout={"Drive 4G": 8, "Barracks": 6, "Cargo bay": 2, **GUNS},
        ),
        Design("FT", "Fort", "base", 40, 150, lrs=1, prefix="FT", layout={**GUNS}),
        Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2)),
    )
}  # fmt: skip
NEAR: Final = "0503"
FAR: Final = "0808"
ENEMY: Final = "0707"
"""A free system two hexes from the Humans' home, a star nobody knows, and where the Vermin have a colony."""


def world(*, turn: int = 3, treasury: int = 1000, vermin: int = 0, **settings: Any) -> GameState:
    """The Humans at 0303 with yards, a surveyed system beside them, unknown stars around; with `vermin` a colony of the Vermin of
    that size four hexes away, which the Humans know."""
    stars = [star(NEAR, body(1, "5555", 200), body(2, "5556", 150)), star(FAR, body(1)), star("0210", body(1))]
    stars.append(star(ENEMY, body(1, "5555", 200)))
    rules = changed(Settings(battles="quick"), **settings)
    state = small(("humans", "vermin"), stars, turn=turn, settings=rules)
    sides = {
        k: changed(s, designs=DESIGNS, treasury=treasury if k == "humans" else 0, salt=f"0:salt of {k}")
        for k, s in state.sides.items()
    }
    home = changed(state.colonies["0303-3"], shipyard_bays=80, training=50, science_stations=10, size=400)
    state = changed(state, sides=sides, colonies={**state.colonies, "0303-3": home})
    systems = state.cluster.systems
    surveyed = {h: known_as(systems[h], "surveyed", 1) for h in ("0303", NEAR)}
    knowledge = {k: changed(known, systems=surveyed if k == "humans" else {}) for k, known in state.knowledge.items()}
    state = changed(state, knowledge=knowledge)
    return knowing_each_other(state, vermin) if vermin else state


def knowing_each_other(state: GameState, size: int) -> GameState:
    """The Vermin have a colony near, and the two empires know of each other."""
    state = with_colony(state, "vermin", ENEMY, 1, size)
    seen = ColonySighting(f"{ENEMY}-1", "vermin", ENEMY, 1, (state.turn - 1) * 4)
    mine = ColonySighting("0303-3", "humans", "0303", 3, (state.turn - 1) * 4)
    knowledge = {
        "humans": changed(state.knowledge["humans"], colonies={seen.colony: seen}, met=("vermin",)),
        "vermin": changed(state.knowledge["vermin"], colonies={mine.colony: mine}, met=("humans",)),
    }
    return changed(state, knowledge={**state.knowledge, **knowledge})


def looked(state: GameState) -> GameState:
    """The state with everybody's sightings of now."""
    draft = draft_of(state)
    refresh(draft, draft.first_week)
    return frozen(draft, turn=state.turn)


def situation_of(
    state: GameState, character: Character = "builder", strength: Strength = "hard", memory: GovernorMemory = NEW_MEMORY
) -> Situation:
    """What the Humans' governor knows, its aim taken."""
    view = view_for(state, "humans")
    found = Situation(view, Profile(character, strength), AiRandom(b"kit", "humans", view.turn), memory, ())
    take_aim(found)
    return found


def month(
    state: GameState, character: Character = "builder", strength: Strength = "hard", memory: GovernorMemory = NEW_MEMORY
) -> tuple[GovernorPlan, GameState, tuple[Event, ...]]:
    """The Humans' governor's plan, and the month with it: the state after, and what happened."""
    plan = govern(view_for(state, "humans"), Profile(character, strength), b"kit", memory)
    done = adjudicate(state, signed(plan, "humans", state.turn), Dice(bytes(32), "kit", state.turn))
    return plan, done.state, done.events


def fleet(state: GameState, name: str, hex_: str, *designs: str, side: str = "humans", **more: Any) -> GameState:
    """The state with one more fleet."""
    return with_fleet(state, side, hex_, *designs, name=name, **more)
