"""A turn's news in brief: all events of one kind in one short sentence, each with its weight and, if it leads, its title.

What no function here words comes as a headline of the report's own lines.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from render.campaign.brief import LOSS_WEIGHT, MOST_NAMED, ROUTINE_WEIGHT, Brief, Wording, short_colony, some_of
from render.campaign.brief_war import WAR_WORDINGS, new_wars
from render.campaign.names import design_name, number, place, side_name
from render.campaign.news import EVENT_WEIGHTS, MET_WEIGHT, headlines
from render.words.safe_text import bare, format_list
from rules.cluster_war.chapters.diplomacy.treaty_orders import offer_of
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events import (
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
from rules.cluster_war.model.holdings.capacity import FACILITIES
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View

OWN_ACT_WEIGHT: Final = 4
"""What the side did itself and knows, such as an offer it made."""
FINISHED_WEIGHT: Final = 68
SUPPLY_WEIGHT: Final = 22
FIRST_STRESS: Final = 10
"""Per cent of stress after a first month out of supply (CW-4.3-19): routine."""
WORN_WEIGHT: Final = 25
DELIVERED_WEIGHT: Final = 28
LONGEST_TALE: Final = 110
"""Characters of a tale on the page, unless its first sentence is longer."""
LONGEST_WORDS: Final = 400
SENTENCES: Final = re.compile(r"[^.!?]+(?:[.!?]+[”\"')]*\s*|$)")


def briefs(view: View, events: Sequence[Event], turn_: int, before: View | None = None) -> list[Brief]:
    """A turn's news for the view's side, greatest first. `before` is its view at the turn's start, by which first contacts
    and new wars are known."""
    new = sorted(set(view.met) - set(before.met)) if before is not None else []
    found = list(_contacts(new, events, view))
    found += new_wars(view, before) if before is not None else ()
    kinds: dict[Wording, list[Event]] = {}
    rest: list[Event] = []
    for event in _once(events, new):
        wording = WORDINGS.get(type(event))
        if wording is None:
            rest.append(event)
        else:
            kinds.setdefault(wording, []).append(event)
    for wording, some in kinds.items():
        found += wording(some, view)
    found += [Brief(one.weight, one.short) for one in headlines(view, rest, turn_)]
    return sorted(found, key=lambda one: -one.weight)


def _once(events: Sequence[Event], met: Collection[SideId]) -> Iterator[Event]:
    """The events without those that greater ones tell, too: landings on a world that was conquered, meetings at a first contact,
    sightings of whom the side met, offers that were accepted, and what cost nothing and begins a scene."""
    agreed = [event.sides for event in events if isinstance(event, diplomacy.TradeAgreed)]
    opened = {event.hex for event in events if isinstance(event, encounters.SceneOpened)}
    conquered = {event.world for event in events if isinstance(event, ground.WorldConquered)}
    encountered = {side for event in events if isinstance(event, movement.FleetsMet) for side in event.sides}
    for event in events:
        match event:
            case ground.TroopsLanded() | ground.CityTaken() | ground.InvasionBeaten() | ground.ForcesMustered():
                told = event.world in conquered
            case movement.FleetsMet():
                told = bool(set(event.sides) & set(met))
            case detection.FleetSighted():
                told = event.owner in encountered or event.owner in met
            case diplomacy.TradeOffered():
                told = any(set(sides) == {event.side, event.taker} for sides in agreed)
            case encounters.TrapMet():
                told = event.hex in opened and not event.lost
            case _:
                told = False
        if not told:
            yield event


def _contacts(new: Sequence[SideId], events: Sequence[Event], view: View) -> Iterator[Brief]:
    """First contacts, and where they were made as far as a meeting or sighting tells."""
    for side in new:
        places = [
            event.hex
            for event in events
            if (isinstance(event, movement.FleetsMet) and side in event.sides)
            or (isinstance(event, detection.FleetSighted | detection.ColonySighted) and event.owner == side)
        ]
        name = side_name(view, side)
        where = f" at {place(view, places[0])}" if places else ""
        yield Brief(
            MET_WEIGHT, f"First contact with {name}{where}." if where else "", f"We are not alone: {name}", "abroad"
        )


def _crews(seen: Sequence[logistics.StressSettled], view: View) -> Iterator[Brief]:
    """What came of stress: who left is a loss, who was damaged is routine."""
    gone = [number(ship) for event in seen if event.effect in LEAVING_TEXTS for ship in event.ships]
    worn = [number(ship) for event in seen if event.effect not in LEAVING_TEXTS for ship in event.ships]
    if gone:
        title = f"The crew of {gone[0]} has left you" if len(gone) == 1 else f"{len(gone)} crews have left you"
        text = "" if len(gone) == 1 else f"Worn out by stress and lost: {some_of(gone)}."
        yield Brief(LOSS_WEIGHT - 1, text, title, "loss")
    if worn:
        yield Brief(WORN_WEIGHT, f"Harmed by stress: {some_of(worn)}.", group="loss")


def _supply(
    seen: Sequence[logistics.SuppliesUsed | logistics.StressRose | logistics.StressChecked | logistics.StressEased],
    view: View,
) -> Iterator[Brief]:
    """Fleets out of supply and under stress in one sentence, the worst first; none if all are well. A first month of stress is
    routine."""
    worst: dict[str, int] = {}
    for event in seen:
        if isinstance(event, logistics.StressRose):
            known = view.fleets.get(event.fleet)
            name = known.name if known is not None else number(event.fleet) or "a base"
            worst[name] = max(worst.get(name, 0), event.stress)
    if worst:
        ranked = sorted(worst.items(), key=lambda one: -one[1])
        named = [f"{name} ({stress} %)" for name, stress in ranked]
        weight = SUPPLY_WEIGHT if ranked[0][1] > FIRST_STRESS else ROUTINE_WEIGHT
        yield Brief(weight, f"Out of supply, under stress: {some_of(named)}.", group="loss")


def _traps(seen: Sequence[encounters.TrapMet], view: View) -> Iterator[Brief]:
    for event in seen:
        there = place(view, event.hex)
        text, title = f"{there}: {_tale(event.text)}{_lost(event.lost)}", f"Trouble at {there}"
        yield Brief(72, text, title, "loss") if event.lost else Brief(49, text, title)


def _tale(text: str) -> str:
    """The first sentences of a tale, as many as there is room for."""
    whole = bare(text, LONGEST_WORDS)
    told = ""
    for sentence in SENTENCES.findall(whole):
        if told and len(told) + len(sentence) > LONGEST_TALE:
            break
        told += sentence
    return (told or whole).strip()


def _lost(ships: Sequence[str]) -> str:
    return f" Lost: {some_of([number(ship) for ship in ships])}." if ships else ""


def _founded(seen: Sequence[colonies.ColonyFounded], view: View) -> Iterator[Brief]:
    names = [event.name for event in seen]
    if len(names) == 1:
        yield Brief(46, "", f"{names[0]} is founded", "gain")
    else:
        yield Brief(46, f"Founded: {some_of(names)}.", f"{len(names)} new colonies", "gain")


def _grew(seen: Sequence[colonies.ColonyGrew], view: View) -> Iterator[Brief]:
    ranked = sorted(seen, key=lambda event: event.before - event.after)
    named = [f"{short_colony(view, event.colony)} to {event.after}" for event in ranked]
    yield Brief(ROUTINE_WEIGHT, f"Grown: {some_of(named)}.", group="gain")


def _built(seen: Sequence[industry.FacilityBuilt], view: View) -> Iterator[Brief]:
    named = [f"{event.amount} {_facility(event.facility)} at {short_colony(view, event.colony)}" for event in seen]
    yield Brief(ROUTINE_WEIGHT - 2, f"Built: {some_of(named)}.", group="gain")


def _facility(key: str) -> str:
    return FACILITIES[key].name if key in FACILITIES else bare(key)


def _yards(seen: Sequence[industry.BuildStarted | industry.UnitsDelivered], view: View) -> Iterator[Brief]:
    """What came out of the yards, and what was begun in them."""
    done, begun = Counter[str](), Counter[str]()
    for event in seen:
        tally = done if isinstance(event, industry.UnitsDelivered) else begun
        tally[design_name(view, event.side, event.design)] += event.count
    if done:
        yield Brief(DELIVERED_WEIGHT, f"Delivered: {some_of(_amounts(done))}.", group="gain")
    left = begun - done if done else begun
    if left:
        yield Brief(ROUTINE_WEIGHT - 3, f"Begun in the yards: {some_of(_amounts(left))}.")


def _amounts(tally: Mapping[str, int]) -> list[str]:
    return [f"{name} × {many}" if many > 1 else name for name, many in tally.items()]


def _stock(seen: Sequence[industry.MunitionsMade], view: View) -> Iterator[Brief]:
    yield Brief(2, f"Munitions made: {sum(event.cps for event in seen)} CPs.")


def _learned(seen: Sequence[detection.SystemLearned], view: View) -> Iterator[Brief]:
    surveyed = {event.hex for event in seen if event.level == "surveyed"}
    for level, verb in (("surveyed", "Surveyed"), ("scouted", "Scouted")):
        named = [
            place(view, e.hex) for e in seen if e.level == level and (level == "surveyed" or e.hex not in surveyed)
        ]
        if named:
            told = f"{verb}: {some_of(named)}"
            yield Brief(30, "" if len(named) <= MOST_NAMED else f"{told}.", told, "gain")


def _research(seen: Sequence[research.ResearchRolled | research.ResearchLapsed], view: View) -> Iterator[Brief]:
    """A project that is finished is news of its own; what came a step on is one sentence, what had no luck another."""
    done, luckless = list[str](), list[str]()
    for event in seen:
        if isinstance(event, research.ResearchLapsed):
            why = "its place of work is gone" if event.place else "it got no CPs"
            yield Brief(SUPPLY_WEIGHT + 1, f"{event.name}: {why}, so {event.lost} CPs of work are lost.", group="loss")
        elif event.finished:
            yield Brief(FINISHED_WEIGHT, "", f"Research has finished {event.name}", "gain")
        elif event.catastrophe:
            yield Brief(FINISHED_WEIGHT, "", f"Catastrophe in the laboratory: {event.name}", "loss")
        elif event.success:
            done.append(f"{event.name}, step {event.step} of {event.steps}")
        else:
            luckless.append(f"{event.name} ({event.chance} %)")
    if done:
        yield Brief(ROUTINE_WEIGHT + 8, f"Research came on: {some_of(done)}.", group="gain")
    if luckless:
        yield Brief(ROUTINE_WEIGHT - 1, f"Research without luck this month: {some_of(luckless)}.")


def _scenes(seen: Sequence[encounters.SceneOpened], view: View) -> Iterator[Brief]:
    """A headline; the page says below it what waits for an answer."""
    for event in seen:
        yield Brief(50, "", f"{_scene(event.kind, view)} at {place(view, event.hex)}", "waits")


def _scenes_over(seen: Sequence[encounters.SceneEnded], view: View) -> Iterator[Brief]:
    for event in seen:
        title = f"{_scene(event.kind, view)} at {place(view, event.hex)}"
        came = f" {event.cps} CPs came into the purse." if event.cps > 0 else ""
        text = f"{title}: {_tale(event.text)}{_lost(event.lost)}{came}"
        yield Brief(74, text, title, "loss") if event.lost else Brief(51, text, title, "gain" if came else "course")


def _scene(kind: str, view: View) -> str:
    return str(scene_row(view.settings, kind)["title"])


def _met(seen: Sequence[movement.FleetsMet], view: View) -> Iterator[Brief]:
    for side in dict.fromkeys(side for event in seen for side in event.sides if side != view.side):
        places = [place(view, event.hex) for event in seen if side in event.sides]
        yield Brief(24, f"Met {side_name(view, side)} at {some_of(places)}.", group="abroad")


def _sighted(
    seen: Sequence[detection.FleetSighted | detection.ColonySighted | detection.BaseSighted], view: View
) -> Iterator[Brief]:
    """All that was sighted of one empire in one line."""
    for owner in dict.fromkeys(event.owner for event in seen):
        places = [place(view, event.hex) for event in seen if event.owner == owner]
        weight = max(EVENT_WEIGHTS[type(event)] for event in seen if event.owner == owner)
        yield Brief(weight, f"Sighted: {side_name(view, owner)} at {some_of(places, 'more places')}.", group="abroad")


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
        stands = isinstance(event, diplomacy.TradeOffered) and offer_of(view.offers, event.side, view.side) is not None
        yield Brief(weight, text, group="course" if own else "waits" if stands else "abroad")


def _agreed(seen: Sequence[diplomacy.TradeAgreed], view: View) -> Iterator[Brief]:
    for event in seen:
        names = format_list([side_name(view, side) for side in event.sides if side != view.side])
        yield Brief(62, "", f"{event.level.capitalize()} trade with {names}", "gain")


def _silent(seen: Sequence[Event], view: View) -> Iterator[Brief]:
    """What the page has in another place."""
    yield from ()


WORDINGS: Final[dict[type[Event], Wording]] = {
    **WAR_WORDINGS,
    logistics.StressSettled: _crews,
    **dict.fromkeys(
        (logistics.SuppliesUsed, logistics.StressRose, logistics.StressChecked, logistics.StressEased), _supply
    ),
    colonies.ColonyFounded: _founded,
    colonies.ColonyGrew: _grew,
    industry.FacilityBuilt: _built,
    **dict.fromkeys((industry.BuildStarted, industry.UnitsDelivered), _yards),
    industry.MunitionsMade: _stock,
    detection.SystemLearned: _learned,
    **dict.fromkeys((research.ResearchRolled, research.ResearchLapsed), _research),
    encounters.SceneOpened: _scenes,
    encounters.SceneEnded: _scenes_over,
    encounters.TrapMet: _traps,
    movement.FleetsMet: _met,
    **dict.fromkeys((detection.FleetSighted, detection.ColonySighted, detection.BaseSighted), _sighted),
    **dict.fromkeys((diplomacy.TradeOffered, diplomacy.AmbassadorsSent, diplomacy.TradeEnded), _dealings),
    diplomacy.TradeAgreed: _agreed,
    turn.Narrated: _silent,
}
"""By kind of event, the function that words all of that kind."""
