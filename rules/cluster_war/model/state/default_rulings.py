"""Default rulings: questions that a campaign answers by itself, as the rule book suggests, instead of putting them before the
game master."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import Question, QuestionKind

DEFAULT_RULING: Final = "book"
"""What the campaign's ruling on a kind's rule says when such questions have default rulings."""
DEFAULT_RULING_RULES: Final[Mapping[QuestionKind, str]] = {
    "stress": "CW-4.3-21",
    "encounter": "CW-1.0-10",
    "dependence": "CW-11.0-11",
    "raid": "CW-9.5-19",
    "operation": "CW-10.0-04",
}
"""The kinds that the rule book has an answer for which needs nobody's hand, each with the rule that the ruling is kept under."""

KIND_WORDS: Final[Mapping[QuestionKind, str]] = {
    "stress": "failed stress checks",
    "encounter": "meetings",
    "dependence": "remarks on dependence",
    "raid": "what raiders caught, and who comes after them",
    "operation": "steps of intelligence operations",
}


def rules_by_default(settings: Settings, kind: QuestionKind) -> bool:
    """Whether the campaign answers questions of a kind by default rulings."""
    rule = DEFAULT_RULING_RULES.get(kind)
    return rule is not None and settings.rulings.get(rule) == DEFAULT_RULING


def default_answer(question: Question) -> str:
    """The default ruling on a question that needs nobody's hand: its default choice, or a remark to keep; "" for any other."""
    if question.kind not in DEFAULT_RULING_RULES:
        return ""
    return next(iter(question.choices), question.suggestion if question.kind == "dependence" else "")
