"""Scenes as they are put to whoever has met something: its words, and each choice with its odds (CW-12.1-04)."""

from collections.abc import Iterable, Mapping, Sequence

from rules.cluster_war.chapters.encounters.encounter_orders import odds_in_words, short_odds, short_scene
from rules.cluster_war.chapters.encounters.scenes import parts_in
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, ShipId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Fleet, Ship
from rules.cluster_war.model.state.places import Scene, SceneId
from rules.values import Value


class SceneChoice(Value):
    """One choice: its word, its label, its odds in a word or two and in full; `missing` is what it takes that no ship there
    has, "" where nothing is missing."""

    key: str
    label: str
    odds: str
    told: str
    missing: str = ""


class SceneCard(Value):
    """A scene that waits for an answer: its short name, where it is, its title, its words, its rule, its choices, and the label
    of what is done where nobody answers."""

    scene: SceneId
    name: str
    hex: HexId
    title: str
    look: str
    rule: str
    unanswered: str
    choices: tuple[SceneChoice, ...]


def cards_planned(planned: PlannedState) -> tuple[SceneCard, ...]:
    """A side's scenes without an answer, on its sheet's picture."""
    mine = [s for s in planned.view.scenes if not s.closed and f"scene {s.id}" not in planned.ordered]
    return tuple(
        _card(planned.settings, scene, planned.me.designs, planned.fleets.values(), planned.ships) for scene in mine
    )


def waiting_cards(state: GameState) -> Mapping[SideId, tuple[SceneCard, ...]]:
    """The scenes that wait for the answer of each side that has any, as its own fleets there would fare."""
    found: dict[SideId, tuple[SceneCard, ...]] = {}
    for scene in state.scenes:
        if not scene.closed:
            mine = [f for f in state.fleets.values() if f.side == scene.side]
            card = _card(state.settings, scene, state.sides[scene.side].designs, mine, state.ships)
            found[scene.side] = (*found.get(scene.side, ()), card)
    return found


def _card(
    settings: Settings,
    scene: Scene,
    designs: Mapping[DesignId, Design],
    fleets: Iterable[Fleet],
    ships: Mapping[ShipId, Ship],
) -> SceneCard:
    row, choices = scene_row(settings, scene.kind), choices_of(settings, scene.kind)
    here: Sequence[Fleet] = [f for f in fleets if f.hex == scene.hex and f.transit is None]
    aboard = parts_in(designs, [ships[ship] for fleet in here for ship in fleet.ships])
    shown = tuple(
        SceneChoice(
            key,
            choice["label"],
            short_odds(settings, aboard, choice),
            odds_in_words(settings, aboard, choice),
            "towing links" if choice["needs"] and not aboard.get(choice["needs"]) else "",
        )
        for key, choice in choices.items()
    )
    return SceneCard(
        scene.id,
        short_scene(scene.id),
        scene.hex,
        title=row["title"],
        look=row["look"],
        rule=row["rule"],
        unanswered=choices[row["usual"]]["label"],
        choices=shown,
    )
