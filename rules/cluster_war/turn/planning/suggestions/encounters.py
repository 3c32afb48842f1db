"""What could be answered to what fleets have met (12.1, B); the cautious way is advised."""

from collections.abc import Iterator, Sequence

from rules.cluster_war.chapters.encounters.numbers import choices_of, scene_row
from rules.cluster_war.chapters.encounters.orders.answering import AnswerScene, odds_text, parts_of, short_scene
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked


def answers(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Every choice of every scene without an answer, the cautious one of each first."""
    return ranked(view, sheet, _answers(picture(view, sheet)), _is_another_scene)


def _answers(planned: PlannedState) -> Iterator[Suggestion]:
    for scene in planned.view.scenes:
        if scene.closed or f"scene {scene.id}" in planned.ordered:
            continue
        row, aboard = scene_row(planned.settings, scene.kind), parts_of(planned, scene)
        name = f"{short_scene(scene.id)} at {planned.place(scene.hex)}"
        found = sorted(choices_of(planned.settings, scene.kind).items(), key=lambda pair: pair[0] != row["usual"])
        for key, choice in found:
            if choice["needs"] and not aboard.get(choice["needs"]):
                continue
            why = odds_text(planned, scene, choice)
            usual = "; done if you do not answer" if key == row["usual"] else ""
            yield Suggestion(AnswerScene(scene.id, key), f"{name}: {choice['label']}", f"{row['title']}: {why}{usual}")


def _is_another_scene(one: Suggestion, other: Suggestion) -> bool:
    mine, theirs = one.order, other.order
    return not (isinstance(mine, AnswerScene) and isinstance(theirs, AnswerScene) and mine.scene == theirs.scene)
