"""Scenes across chapters, as a rules lawyer would write them: founded, played by real months, held against the book."""

import pytest

from tests.rules.cluster_war.scenes.case import Scene, scenes
from tests.rules.cluster_war.scenes.expect import holds
from tests.rules.cluster_war.scenes.play import founded, play

SCENES = tuple(scenes())


@pytest.mark.parametrize(
    "scene", [pytest.param(scene, id=scene.name, marks=pytest.mark.rule(*scene.rules)) for scene in SCENES]
)
def test_what_the_book_says_holds_in(scene: Scene) -> None:
    state = founded(scene)
    for month in scene.months:
        played = play(state, month)
        for statement in month.then:
            holds(played, statement)
        state = played.after


def test_every_scene_crosses_chapters_and_has_a_name_of_its_own() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES) >= 40
    assert all(len(set(scene.chapters)) > 1 for scene in SCENES)
