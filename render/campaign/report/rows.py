"""How events are told: a row for each kind, with its section of the report and its sentence."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from render.campaign.report.names import Words
from rules.cluster_war.events.event import Event
from rules.cluster_war.state.view import View

Section: TypeAlias = Literal[
    "gm", "failed", "money", "encounters", "fleets", "discoveries", "colonies", "building", "research"
]
SECTIONS: Final[tuple[tuple[Section, str], ...]] = (
    ("gm", "Word from the game master"),
    ("failed", "Orders that could not be carried out"),
    ("money", "Money"),
    ("encounters", "Encounters"),
    ("fleets", "Fleets"),
    ("discoveries", "Discoveries"),
    ("colonies", "Colonies"),
    ("building", "Building"),
    ("research", "Research"),
)

E = TypeVar("E", bound=Event)
Sentence: TypeAlias = Callable[[E, View], str]
Sums: TypeAlias = Callable[[E], Iterable[tuple[str, int]]]


def no_sums(_: Event) -> tuple[()]:
    """Nothing stands below the sentence."""
    return ()


@dataclass(frozen=True, slots=True)
class Row(Generic[E]):
    """How a kind of event is told: its section, its sentence, and the titled CPs the report lists below it."""

    kind: type[E]
    section: Section
    sentence: Sentence[E]
    sums: Sums[E]


class Rows(list[Row[Any]]):
    """A chapter's rows."""

    def tells(self, kind: type[E], section: Section, sums: Sums[E] = no_sums) -> Callable[[Sentence[E]], Sentence[E]]:
        """A decorator: what it stands above is the sentence of this kind of event, in this section of the report."""

        def add(sentence: Sentence[E]) -> Sentence[E]:
            self.append(Row(kind, section, sentence, sums))
            return sentence

        return add

    def says(self, kind: type[Event], section: Section, text: str, **instead: str) -> None:
        """A kind of event whose sentence is a text with the words of its fields, `instead` another where a field holds."""

        def sentence(event: Event, view: View) -> str:
            told = next((other for name, other in instead.items() if getattr(event, name)), text)
            return told.format_map(Words(event, view))

        self.append(Row(kind, section, sentence, no_sums))
