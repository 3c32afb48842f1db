"""Scenes of the Pentagon War: drawn craft, decisions in players' notation, whole turns, held against the book."""

import pytest

from tests.rules.pentagon_war.scenes.play import Scene, begun, holds, play, scenes

SCENES = tuple(scenes())


@pytest.mark.parametrize(
    "scene", [pytest.param(scene, id=scene.name, marks=pytest.mark.rule(*scene.rules)) for scene in SCENES]
)
def test_what_the_book_says_holds_in(scene: Scene) -> None:
    battle = begun(scene)
    for turn in scene.turns:
        played = play(battle, turn)
        for line in turn.then:
            holds(played, line)
        battle = played.battle


def test_every_scene_has_a_name_of_its_own() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES)
