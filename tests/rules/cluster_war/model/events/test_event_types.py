"""Every kind of event is known by its name, and says why it happened and who may see it."""

import pkgutil

import pytest

from rules.cluster_war.model import events
from rules.cluster_war.model.events.all import CHAPTERS, EVENT_TYPES
from rules.cluster_war.model.events.event import Event
from rules.values import fields


def test_every_chapter_is_collected() -> None:
    """A new file of events cannot be forgotten."""
    files = {module.name for module in pkgutil.iter_modules(events.__path__)}
    assert {chapter.__name__.rpartition(".")[2] for chapter in CHAPTERS} == files - {"all", "event"}


def test_no_two_kinds_share_a_name() -> None:
    """Saved events are told apart by the names of their classes."""
    assert len({kind.__name__ for kind in EVENT_TYPES}) == len(EVENT_TYPES)


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_cause_and_its_readers(kind: type[Event]) -> None:
    """They are the base class's, and each kind holds them."""
    assert {"cause", "seen_by"} <= {field.name for field in fields(kind)}
