"""Awards at the end of a campaign: no rule gives them, and each is by a number that can be looked up."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from render.campaign.chronicle.facts import Clash, Facts
from render.campaign.news import SeenTurn
from render.words.safe_text import count
from rules.cluster_war.model.events.colonies import ColonyFounded
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.diplomacy import TradeAgreed
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.research import LevelGained
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.names import SideId

Award = tuple[str, str, str]
OF_EVENTS: Final[tuple[tuple[str, type[Event], str, str], ...]] = (
    ("The Far Lantern", SystemLearned, "reports of systems scouted or surveyed", ""),
    ("The Planted Flag", ColonyFounded, "colonies founded", "colony founded"),
    ("The Lit Study", LevelGained, "steps of technology gained", "step of technology gained"),
    ("The Worn Boots", FleetArrived, "arrivals of fleets", "arrival of a fleet"),
    ("The Best Laid Plans", OrderFailed, "orders that came to nothing", "order that came to nothing"),
)
"""By how often something happened to an empire: the award's name, the kind of event, and what it counts (one, several)."""


def awards_of(facts: Facts, turns: Sequence[SeenTurn]) -> tuple[Award, ...]:
    """Each award that somebody earned, equals together; none before the end, since a side knows too little of the others."""
    if facts.side:
        return ()
    found = [*_of_figures(facts), *_of_events(facts, turns), *_of_battles(facts), *_of_dealings(facts, turns)]
    return tuple(found)


def _of_figures(facts: Facts) -> Iterator[Award]:
    last = facts.course[-1][1]
    yield from _most(
        facts,
        "The Wide Realm",
        {s: f.colonies for s, f in last.items()},
        lambda n: f"{count(n, 'colony', 'colonies')} at the end",
    )
    yield from _most(
        facts,
        "The Full Granary",
        {s: f.size for s, f in last.items()},
        lambda n: f"colonies of size {n} together at the end",
    )
    fleets = {side: max(f[side].ships for _, f in facts.course if side in f) for side in last}
    yield from _most(facts, "The Great Fleet", fleets, lambda n: f"{count(n, 'ship')} at once")


def _of_events(facts: Facts, turns: Sequence[SeenTurn]) -> Iterator[Award]:
    for name, kind, many, one in OF_EVENTS:
        tally = Counter(str(getattr(e, "side", "")) for turn in turns for e in turn.events if isinstance(e, kind))
        yield from _most(facts, name, tally, lambda n, many=many, one=one: f"{n} {one if n == 1 and one else many}")  # type: ignore[misc] # bound defaults


def _of_battles(facts: Facts) -> Iterator[Award]:
    won = Counter(clash.winner for clash in facts.clashes if clash.winner)
    by_name = {name: side for side, name in facts.names.items()}
    yield from _most(
        facts,
        "The Laurel",
        {by_name[n]: k for n, k in won.items() if n in by_name},
        lambda n: f"{count(n, 'battle')} won",
    )
    victories = [clash for clash in facts.clashes if clash.winner and _taken(clash, clash.winner)]
    if victories:
        best = min(victories, key=lambda c: (-_taken(c, c.winner), c.turn, c.battle))
        why = f"{count(_taken(best, best.winner), 'unit')} of others gone at {best.place} in turn {best.turn}"
        yield "The Greatest Victory", best.winner, why
    stands = [
        (who, clash)
        for clash in facts.clashes
        for who in clash.sides
        if clash.winner not in {"", who} and _taken(clash, who)
    ]
    if stands:
        who, stand = min(stands, key=lambda one: (-_taken(one[1], one[0]), one[1].turn, one[1].battle))
        why = f"beaten at {stand.place} in turn {stand.turn}, and took {count(_taken(stand, who), 'unit')} along"
        yield "The Last Stand", who, why
    fought = {name for clash in facts.clashes for name in clash.sides}
    calm = [name for name in facts.names.values() if name not in fought]
    if calm and facts.clashes:
        yield "The Still Waters", " and ".join(sorted(calm)), "not one battle in all that time"


def _of_dealings(facts: Facts, turns: Sequence[SeenTurn]) -> Iterator[Award]:
    tally = Counter(side for turn in turns for e in turn.events if isinstance(e, TradeAgreed) for side in e.sides)
    yield from _most(facts, "The Open Hand", tally, lambda n: f"{count(n, 'trade agreement')} made")


def _taken(clash: Clash, who: str) -> int:
    """Units that the others lost in a battle."""
    return sum(number for name, number in clash.lost.items() if name != who)


def _most(facts: Facts, award: str, tally: Mapping[SideId, int], why: Callable[[int], str]) -> Iterator[Award]:
    known = {side: number for side, number in tally.items() if side in facts.names and number > 0}
    if known:
        most = max(known.values())
        yield award, " and ".join(facts.names[side] for side in sorted(known) if known[side] == most), why(most)
