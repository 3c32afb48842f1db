"""What a line hangs on that stands in other lines of the same report: the roll behind what stress came to, the last month of
ships that are not heard of any more, the battle in which units were lost. It goes by events that the reader was shown alone."""

from collections.abc import Iterator, Sequence
from typing import Final

from render.campaign.names import number, side_name
from render.words.safe_text import format_list, plain
from rules.cluster_war.model.events import battles, detection, logistics
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import ShipId
from rules.cluster_war.model.state.view import View
from rules.values import Modifier, Roll

MOST_STORY: Final = 6
NO_WITNESS: Final = "None of your people was left to report it, so you cannot see its rolls."
METHODS: Final = {
    "quick": "Settled by numbers: each side's fire against the other's hull. Its dice belong to everyone, so nobody sees them.",
    "chair": "Fought on the tactical map by stances; the film shows each turn of it.",
    "fought": "Fought on the tactical map by those who commanded there.",
    "narrated": "The game master's word.",
}


def checks_of(
    checked: logistics.StressChecked, ships: Sequence[ShipId] = ()
) -> Iterator[tuple[ShipId, Modifier, Roll, bool]]:
    """Each unit of a stress check with its stress, its roll, and whether it broke down; with `ships` those alone."""
    rolls, tags = checked.cause.rolls, checked.cause.modifiers
    if len(checked.ships) == len(rolls) == len(tags):
        for ship, tag, roll in zip(checked.ships, tags, rolls, strict=True):
            if not ships or ship in ships:
                yield ship, tag, roll, ship in checked.failed


def what_led_to_it(event: Event, month: Sequence[Event], view: View) -> list[str]:
    """Lines of Markdown; `month` is all of the turn that the reader was shown."""
    match event:
        case logistics.StressSettled():
            return [*_rolls_behind(event.ships, month)]
        case detection.ShipsVanished():
            return [NO_WITNESS, *_last_month(event, month)]
        case battles.BattleLosses():
            return [*_battle_behind(event, month, view)]
        case _:
            return []


def _rolls_behind(ships: Sequence[ShipId], month: Sequence[Event]) -> Iterator[str]:
    for checked in month:
        if isinstance(checked, logistics.StressChecked):
            for ship, tag, roll, failed in checks_of(checked, ships):
                how = "broke down" if failed else "held"
                yield f"{number(ship)}: stress {tag.value} %, needed more than {tag.value} to hold, rolled {roll.total}: {how}."


def _last_month(event: detection.ShipsVanished, month: Sequence[Event]) -> Iterator[str]:
    """What was known of the fleet in the same month: how much stress it had, and the checks that it told of."""
    stress = max(
        (one.stress for one in month if isinstance(one, logistics.StressRose) and one.fleet == event.fleet), default=0
    )
    if stress:
        yield f"What you know of its last month: it was out of supply, with stress up to {stress} %."
    yield from _rolls_behind(event.ships, month)


def _battle_behind(event: battles.BattleLosses, month: Sequence[Event], view: View) -> Iterator[str]:
    fought = next((one for one in month if isinstance(one, battles.BattleFought) and one.battle == event.battle), None)
    if fought is None:
        yield NO_WITNESS
        return
    foes = plain(fought.foe) or format_list([side_name(view, side) for side in fought.foes])
    opened = [side_name(view, side) for side in fought.struck_by]
    opened += ["you"] if fought.struck else []
    began = f"; {format_list(opened)} opened fire" if opened else ""
    yield f"The battle: against {foes or 'an unknown enemy'}{began}. {METHODS.get(fought.method, '')}".rstrip()
    yield from (plain(line, 300) for line in fought.story[:MOST_STORY])
