"""The news of a part of a battle, in a few short lines for who comes back to it: from what a side saw."""

from collections.abc import Iterator, Sequence

from render.battle.digest import found, launches
from render.battle.log import end_of, format_event
from render.battle.story import closing, hits
from rules.pentagon_war import events
from rules.pentagon_war.turn.view import BattleView


def headlines(view: BattleView, told: Sequence[events.Event]) -> Iterator[tuple[int, str]]:
    """What is worth telling, each with its weight (1 to 99): how it ended, who was lost, hit and found, what was launched, how
    enemies closed in."""
    for event in told:
        if isinstance(event, events.BattleEnded):
            yield 99, _bare(format_event(event, view))
        elif isinstance(event, events.Gone) and event.unit in view.known.craft:
            yield 90, _bare(end_of(view, told, event) or format_event(event, view))
    if any(isinstance(event, events.Fired | events.Struck) for event in told):
        yield 60, _bare(hits(view, told))
    for weight, lines in ((50, found(view, told)), (40, launches(view, told))):
        for line in lines:
            yield weight, _bare(line)
    if any(isinstance(event, events.Moved) for event in told) and (near := closing(view, told)):
        yield 30, _bare(near)


def _bare(text: str) -> str:
    """Without its full stop: others follow in the same line."""
    return text.removesuffix(".")
