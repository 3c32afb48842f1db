"""A turn's news in brief: all events of one kind in one short sentence, each with its weight and, if it leads, its title.

What no function here words comes as a headline of the report's own lines.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from render.campaign.names import colony_name, number, place, side_name
from render.campaign.news import EVENT_WEIGHTS, MET_WEIGHT, headlines
from render.words.safe_text import bare, count, format_list
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events import (
    battles,
    colonies,
    detection,
    diplomacy,
    encounters,
    ground,
    industry,
    logistics,
    movement,
    research,
    turn,
)
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.values import Value

MOST_NAMED: Final = 3
"""So many are named in one sentence; of more, how many there are."""
LOSS_WEIGHT: Final = 75
OWN_ACT_WEIGHT: Final = 4
"""What the side did itself and knows, such as an offer it made."""
FINISHED_WEIGHT: Final = 68
ROUTINE_WEIGHT: Final = 12


class Brief(Value):
    """A sentence without markup, its weight from 1 to 99, and what it is called as the page's title."""

    weight: int
    text: str
    title: str = ""


Wording: TypeAlias = Callable[[Sequence[Any], View], Iterator[Brief]]


def briefs(view: View, events: Sequence[Event], turn_: int, before: View | None = None) -> list[Brief]:
    """A turn's news for the view's side, greatest first. `before` is its view at the turn's start, by which first contacts are
    known."""
    found: list[Brief] = []
    if before is not None:
        met = [side_name(view, side) for side in sorted(set(view.met) - set(before.met))]
        found += [Brief(MET_WEIGHT, f"First contact: {name}.", f"We are not alone: {name}") for name in met]
    kinds: dict[Wording, list[Event]] = {}
    rest: list[Event] = []
    for event in events:
        wording = WORDINGS.get(type(event))
        if wording is None:
            rest.append(event)
        else:
            kinds.setdefault(wording, []).append(event)
    for wording, some in kinds.items():
        found += wording(some, view)
    found += [Brief(one.weight, one.short) for one in headlines(view, rest, turn_)]
    return sorted(found, key=lambda one: -one.weight)


def _some(names: Sequence[str], word: str = "more") -> str:
    """The first of these by name, and how many others there are."""
    unique = list(dict.fromkeys(names))
    left = len(unique) - MOST_NAMED
    return format_list([*unique[:MOST_NAMED], *([f"{left} {word}"] if left > 0 else [])])


def _battles(
    seen: Sequence[battles.BattleFought | battles.BattleLosses | battles.PrizesTaken], view: View
) -> Iterator[Brief]:
    """Each battle with what it cost and brought, told once."""
    for battle in dict.fromkeys(event.battle for event in seen):
        mine = [event for event in seen if event.battle == battle]
        fought = next((event for event in mine if isinstance(event, battles.BattleFought)), None)
        lost = [
            unit for event in mine if isinstance(event, battles.BattleLosses) for unit in (*event.lost, *event.captured)
        ]
        prizes = sum(len(event.ships) + len(event.bases) for event in mine if isinstance(event, battles.PrizesTaken))
        cost = f" Lost: {_some([number(unit) for unit in lost])}." if lost else ""
        took = f" Taken: {count(prizes, 'prize')}." if prizes else ""
        if fought is None:
            there = place(view, mine[0].hex)
            yield Brief(LOSS_WEIGHT, f"Losses at {there}.{cost}{took}", f"Losses at {there}")
            continue
        there = place(view, fought.hex)
        foes = fought.foe or format_list([side_name(view, side) for side in fought.foes]) or "an unknown enemy"
        if fought.winner == view.side:
            title, how = f"Victory at {there}", "won"
        elif fought.winner:
            title, how = f"Defeat at {there}", "lost"
        else:
            title, how = f"No victor at {there}", "undecided"
        yield Brief(90, f"Battle with {foes} at {there}: {how}.{cost}{took}", title)


def _conquered(seen: Sequence[ground.WorldConquered], view: View) -> Iterator[Brief]:
    for event in seen:
        if event.side == view.side:
            yield Brief(97, f"{event.name} was taken from {side_name(view, event.loser)}.", f"{event.name} is yours")
        elif event.loser == view.side:
            yield Brief(97, f"{side_name(view, event.side)} took {event.name} from you.", f"{event.name} is lost")
        else:
            yield Brief(70, f"{side_name(view, event.side)} took {event.name} from {side_name(view, event.loser)}.")


def _fleets_lost(seen: Sequence[movement.FleetLost | detection.ShipsVanished], view: View) -> Iterator[Brief]:
    names = [event.name or count(len(event.ships), "ship") for event in seen]
    last = place(view, seen[-1].hex)
    near = f", last near {last}" if len({event.hex for event in seen}) == 1 else ""
    verb = "is" if len(names) == 1 else "are"
    yield Brief(LOSS_WEIGHT, f"Nothing is heard of {_some(names)}{near}.", f"{_some(names)} {verb} overdue")


def _crews(seen: Sequence[logistics.StressSettled], view: View) -> Iterator[Brief]:
    """What came of stress: who left is a loss, who was damaged is routine."""
    gone = [number(ship) for event in seen if event.effect in LEAVING_TEXTS for ship in event.ships]
    worn = [number(ship) for event in seen if event.effect not in LEAVING_TEXTS for ship in event.ships]
    if gone:
        yield Brief(
            LOSS_WEIGHT - 1,
            f"Worn out by stress and lost to you: {_some(gone)}.",
            f"The crew of {_some(gone)} has left you",
        )
    if worn:
        yield Brief(ROUTINE_WEIGHT + 12, f"Stress took its toll of {_some(worn)}.")


def _supply(
    seen: Sequence[logistics.SuppliesUsed | logistics.StressRose | logistics.StressChecked | logistics.StressEased],
    view: View,
) -> Iterator[Brief]:
    """Fleets out of supply and under stress in one sentence, the worst first; none if all are well."""
    worst: dict[str, int] = {}
    for event in seen:
        if isinstance(event, logistics.StressRose):
            known = view.fleets.get(event.fleet)
            name = known.name if known is not None else number(event.fleet) or "a base"
            worst[name] = max(worst.get(name, 0), event.stress)
    if worst:
        ranked = sorted(worst.items(), key=lambda one: -one[1])
        named = [f"{name} ({stress} %)" for name, stress in ranked]
        yield Brief(ROUTINE_WEIGHT + 10, f"Stress for want of supplies: {_some(named)}.")


def _traps(seen: Sequence[encounters.TrapMet], view: View) -> Iterator[Brief]:
    for event in seen:
        there = place(view, event.hex)
        lost = f" Lost: {_some([number(ship) for ship in event.lost])}." if event.lost else ""
        yield Brief(72 if lost else 49, f"Trouble at {there}: {event.text}{lost}", f"Trouble at {there}")


def _founded(seen: Sequence[colonies.ColonyFounded], view: View) -> Iterator[Brief]:
    names = [event.name for event in seen]
    title = f"{names[0]} is founded" if len(names) == 1 else f"{len(names)} new colonies"
    yield Brief(46, f"Founded: {_some(names)}.", title)


def _grew(seen: Sequence[colonies.ColonyGrew], view: View) -> Iterator[Brief]:
    ranked = sorted(seen, key=lambda event: event.before - event.after)
    named = [f"{_colony(view, event.colony)} to {event.after}" for event in ranked]
    yield Brief(ROUTINE_WEIGHT, f"Grown: {_some(named)}.")


def _built(seen: Sequence[industry.FacilityBuilt], view: View) -> Iterator[Brief]:
    named = [f"{event.amount} {event.facility.replace('_', ' ')} at {_colony(view, event.colony)}" for event in seen]
    yield Brief(ROUTINE_WEIGHT - 2, f"Built: {_some(named)}.")


def _learned(seen: Sequence[detection.SystemLearned], view: View) -> Iterator[Brief]:
    surveyed = {event.hex for event in seen if event.level == "surveyed"}
    for level, verb in (("surveyed", "Surveyed"), ("scouted", "Scouted")):
        named = [
            place(view, e.hex) for e in seen if e.level == level and (level == "surveyed" or e.hex not in surveyed)
        ]
        if named:
            yield Brief(30, f"{verb}: {_some(named)}.", f"{verb}: {_some(named)}")


def _research(seen: Sequence[research.ResearchRolled], view: View) -> Iterator[Brief]:
    """A project that is finished is news of its own; how the others do is one sentence."""
    course = []
    for event in seen:
        if event.finished:
            yield Brief(FINISHED_WEIGHT, f"Research has finished {event.name}.", f"{event.name} is ours")
        elif event.catastrophe:
            yield Brief(
                FINISHED_WEIGHT, f"A catastrophe in the laboratory: {event.name}.", f"Catastrophe: {event.name}"
            )
        elif event.success:
            course.append(f"{event.name} has step {event.step} of {event.steps}")
        else:
            course.append(f"{event.name} no luck at {event.chance} %")
    if course:
        yield Brief(ROUTINE_WEIGHT + 8, f"Research: {_some(course)}.")


def _scenes(seen: Sequence[encounters.SceneOpened], view: View) -> Iterator[Brief]:
    for event in seen:
        title = str(scene_row(view.settings, event.kind)["title"])
        yield Brief(
            50, f"{title}, at {place(view, event.hex)}: what do you do?", f"{title}, at {place(view, event.hex)}"
        )


def _met(seen: Sequence[movement.FleetsMet], view: View) -> Iterator[Brief]:
    for side in dict.fromkeys(side for event in seen for side in event.sides if side != view.side):
        places = [place(view, event.hex) for event in seen if side in event.sides]
        yield Brief(24, f"Met {side_name(view, side)} at {_some(places)}.")


def _dealings(
    seen: Sequence[diplomacy.TradeOffered | diplomacy.AmbassadorsSent | diplomacy.TradeEnded], view: View
) -> Iterator[Brief]:
    """What others do; what the side did itself weighs little."""
    for event in seen:
        own = event.side == view.side
        other: SideId = event.other if isinstance(event, diplomacy.TradeEnded) else event.taker
        name = side_name(view, other if own else event.side)
        weight = OWN_ACT_WEIGHT if own else EVENT_WEIGHTS[type(event)]
        if isinstance(event, diplomacy.TradeOffered):
            text = f"You offered {name} {event.level} trade." if own else f"{name} offers you {event.level} trade."
        elif isinstance(event, diplomacy.AmbassadorsSent):
            verb = "recalled" if event.recalled else "sent"
            text = f"You {verb} ambassadors: {name}." if own else f"{name} {verb} ambassadors."
        elif event.offer:
            text = f"You want no trade with {name}." if own else f"{name} wants no trade with you."
        else:
            text = f"You ended trade with {name}." if own else f"{name} ended trade with you."
        yield Brief(weight, text, text.rstrip("."))


def _agreed(seen: Sequence[diplomacy.TradeAgreed], view: View) -> Iterator[Brief]:
    for event in seen:
        names = format_list([side_name(view, side) for side in event.sides if side != view.side])
        yield Brief(62, f"{event.level.capitalize()} trade with {names}.", f"Trade with {names}")


def _silent(seen: Sequence[Event], view: View) -> Iterator[Brief]:
    """What the page has in another place."""
    yield from ()


def _colony(view: View, key: str) -> str:
    known = view.colonies.get(key)
    return known.name if known is not None and known.name else bare(colony_name(view, key))


WORDINGS: Final[dict[type[Event], Wording]] = {
    **dict.fromkeys((battles.BattleFought, battles.BattleLosses, battles.PrizesTaken), _battles),
    ground.WorldConquered: _conquered,
    **dict.fromkeys((movement.FleetLost, detection.ShipsVanished), _fleets_lost),
    logistics.StressSettled: _crews,
    **dict.fromkeys(
        (logistics.SuppliesUsed, logistics.StressRose, logistics.StressChecked, logistics.StressEased), _supply
    ),
    colonies.ColonyFounded: _founded,
    colonies.ColonyGrew: _grew,
    industry.FacilityBuilt: _built,
    detection.SystemLearned: _learned,
    research.ResearchRolled: _research,
    encounters.SceneOpened: _scenes,
    encounters.TrapMet: _traps,
    movement.FleetsMet: _met,
    **dict.fromkeys((diplomacy.TradeOffered, diplomacy.AmbassadorsSent, diplomacy.TradeEnded), _dealings),
    diplomacy.TradeAgreed: _agreed,
    turn.Narrated: _silent,
}
"""By kind of event, the function that words all of that kind."""
