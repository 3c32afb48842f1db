"""The lists below a preview: every choice that the rules know is among them, in words."""

from cogs.campaign.common.dials import POSTURE_WORDS, STANCE_WORDS, TARGET_WORDS, TASK_WORDS
from rules.cluster_war.chapters.combat.battle_orders import STANCES, USUAL_STANCE
from rules.cluster_war.chapters.combat.bombardment import TARGETS
from rules.cluster_war.model.state.war import POSTURES, TASKS


def test_every_choice_has_its_words() -> None:
    assert set(TARGET_WORDS) == set(TARGETS)
    assert set(STANCE_WORDS) == {*STANCES, USUAL_STANCE}
    assert set(POSTURE_WORDS) == set(POSTURES)
    assert set(TASK_WORDS) == set(TASKS)
