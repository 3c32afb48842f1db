"""What a chronicle holds, read from the turns as its reader saw them, and awards, each by a number that can be looked up."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from render.campaign.film.still import WorthFigures, figures_of
from render.campaign.names import place, side_name
from render.campaign.news import Headline, SeenTurn, strip_markup
from render.words.safe_text import bare, count, format_list
from rules.cluster_war.model.events.battles import BattleFought, BattleLosses, BattleSettled
from rules.cluster_war.model.events.colonies import ColonyFounded
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.diplomacy import AmbassadorsSent, RightsChanged, TradeAgreed, TradeEnded
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetArrived, FleetsMet
from rules.cluster_war.model.events.research import LevelGained
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId
from rules.values import Value

TURNS_PER_YEAR: Final = 12
LINES_PER_YEAR: Final = 9
OF_A_KIND: Final = 3
"""Lines of a year in the timeline, and of these so many at most of one kind of event."""
MOST_BATTLES: Final = 6
MOST_FINDS: Final = 8
MOST_DEALINGS: Final = 40


class Sitting(Value):
    """Who led an empire, and in which turns; `who` "" is nobody."""

    side: SideId
    who: str
    first: int
    last: int


class ChronicleBattle(Value):
    """A battle as the reader knows of it: turn, place, who fought, who held the place, and units lost by each that is known."""

    battle: BattleId
    turn: int
    hex: HexId
    place: str
    sides: tuple[str, ...]
    winner: str
    lost: Mapping[str, int]

    @property
    def losses(self) -> int:
        """Of all together."""
        return sum(self.lost.values())

    @property
    def sentence(self) -> str:
        """In a sentence or two."""
        end = f"{self.winner} held the place" if self.winner else "nobody held the place"
        lost = ", ".join(f"{who} {number}" for who, number in self.lost.items() if number)
        return f"{format_list(list(self.sides))} fought at {self.place}; {end}." + (
            f" Units lost: {lost}." if lost else ""
        )


class Dealing(Value):
    """Something between empires: an agreement made (`kept`) or broken."""

    turn: int
    text: str
    kept: bool


class ChronicleYear(Value):
    """A year's lines, in order."""

    number: int
    lines: tuple[Headline, ...]


class TurnDice(Value):
    """How many dice an empire's events told of, and where they fell from the lowest (0) to the highest sum (100)."""

    rolled: int
    fell: int


class ChronicleFacts(Value):
    """All of a chronicle. `side` is the reader's ("": the truth), `course` figures by turn; `names` of empires; `home` their
    places; `sittings` who led them."""

    title: str
    side: SideId
    first: int
    last: int
    over: bool
    names: Mapping[SideId, str]
    homes: Mapping[SideId, str]
    course: Sequence[tuple[int, Mapping[SideId, WorthFigures]]]
    years: tuple[ChronicleYear, ...]
    battles: tuple[ChronicleBattle, ...]
    fought: int
    dealings: tuple[Dealing, ...]
    finds: tuple[tuple[int, str], ...]
    dice: Mapping[SideId, TurnDice]
    sittings: tuple[Sitting, ...] = ()
    awards: tuple[tuple[str, str, str], ...] = ()
    """Each award's name, who has it, and why."""
    clashes: tuple[ChronicleBattle, ...] = ()


def facts_of(turns: Sequence[SeenTurn], title: str, *, over: bool) -> ChronicleFacts:
    """Read a chronicle from turns, oldest first. ValueError for none."""
    if not turns:
        raise ValueError("a chronicle covers at least one turn")
    last = turns[-1].end
    course = [
        (turns[0].start.turn, figures_of(turns[0].start)),
        *((one.end.turn, figures_of(one.end)) for one in turns),
    ]
    known = {side for _, figures in course for side in figures}
    clashes = tuple(clashes_of(turns))
    return ChronicleFacts(
        title=bare(title, 80),
        side=last.side,
        first=turns[0].turn,
        last=turns[-1].turn,
        over=over,
        names={side: bare(flag.name, 60) for side, flag in last.all_flags.items() if side in known},
        homes=_homes(last),
        course=course,
        years=tuple(_years(turns)),
        battles=tuple(sorted(clashes, key=lambda one: (-one.losses, one.turn, one.battle))[:MOST_BATTLES]),
        fought=len(clashes),
        dealings=tuple(dict.fromkeys(_dealings(turns)))[:MOST_DEALINGS],
        finds=tuple(_finds(turns)),
        dice=dice_of(turns),
        clashes=clashes,
    )


def _homes(view: View) -> dict[SideId, str]:
    own = {view.side: view.me.home} if view.me is not None else {}
    return {
        side: strip_markup(place(view, here))
        for side, here in ({s.id: s.home for s in view.sides.values()} | own).items()
        if here
    }


def _years(turns: Sequence[SeenTurn]) -> Iterator[ChronicleYear]:
    years: dict[int, list[Headline]] = {}
    for one in turns:
        years.setdefault((one.turn - 1) // TURNS_PER_YEAR + 1, []).extend(one.news)
    for number, news in years.items():
        kinds = Counter[str]()
        chosen: list[Headline] = []
        for shown in sorted(news, key=lambda each: (-each.weight, each.turn)):
            if len(chosen) < LINES_PER_YEAR and kinds[shown.kind] < OF_A_KIND:
                kinds[shown.kind] += 1
                chosen.append(shown)
        yield ChronicleYear(number, tuple(sorted(chosen, key=lambda each: (each.turn, -each.weight))))


def clashes_of(turns: Sequence[SeenTurn]) -> Iterator[ChronicleBattle]:
    """Every battle that the reader knows of."""
    for one in turns:
        own = Counter[BattleId]()
        for event in one.events:
            if isinstance(event, BattleLosses):
                own[event.battle] += len(event.lost) + len(event.captured) + sum(d.count for d in event.defenders)
        for event in one.events:
            if isinstance(event, BattleSettled) and one.end.is_gm:
                yield _settled(event, one)
            elif isinstance(event, BattleFought) and not one.end.is_gm and event.side == one.end.side:
                yield _fought(event, one, own[event.battle])


def _settled(event: BattleSettled, one: SeenTurn) -> ChronicleBattle:
    names = {side: event.foe if side == NO_EMPIRE else _name(one.end, side) for side in event.sides}
    lost = Counter[SideId]()
    for gone in event.losses:
        lost[gone.side] += gone.count
    return ChronicleBattle(
        event.battle,
        one.turn,
        event.hex,
        strip_markup(place(one.end, event.hex)),
        tuple(names.values()),
        names.get(event.winner, ""),
        {names[side]: lost[side] for side in event.sides},
    )


def _fought(event: BattleFought, one: SeenTurn, lost: int) -> ChronicleBattle:
    mine = _name(one.end, event.side)
    foes = [event.foe] if event.foe else [_name(one.end, side) for side in event.foes]
    seen = Counter[str]()
    for unit in event.seen_lost:
        seen[_name(one.end, unit.side) if unit.side in one.end.all_flags else event.foe] += unit.count
    winner = event.foe if event.winner == NO_EMPIRE else _name(one.end, event.winner) if event.winner else ""
    losses = {mine: lost, **{foe: seen[foe] for foe in foes}}
    where = strip_markup(place(one.end, event.hex))
    return ChronicleBattle(event.battle, one.turn, event.hex, where, (mine, *(foes or ["somebody"])), winner, losses)


def _name(view: View, side: SideId) -> str:
    return bare(strip_markup(side_name(view, side)), 60)


def _dealings(turns: Sequence[SeenTurn]) -> Iterator[Dealing]:
    """Agreements made and broken; a battle between partners counts as broken, once."""
    partners: set[frozenset[SideId]] = set()
    shown: set[tuple[str, frozenset[SideId]]] = set()
    for one in turns:
        view = one.end
        for event in one.events:
            match event:
                case TradeAgreed():
                    pair = frozenset(event.sides)
                    if pair not in partners:
                        yield Dealing(one.turn, f"{_both(view, pair)} agreed on {event.level} trade.", kept=True)
                    partners.add(pair)
                case TradeEnded() if not event.offer:
                    partners.discard(frozenset((event.side, event.other)))
                    words = f"{_name(view, event.side)} ended the trade agreement with {_name(view, event.other)}."
                    yield Dealing(one.turn, words, kept=False)
                case AmbassadorsSent() if (
                    event.exchanged and ("embassy", frozenset((event.side, event.taker))) not in shown
                ):
                    shown.add(("embassy", frozenset((event.side, event.taker))))
                    pair = frozenset((event.side, event.taker))
                    yield Dealing(one.turn, f"{_both(view, pair)} exchanged ambassadors.", kept=True)
                case AmbassadorsSent() if event.recalled:
                    words = f"{_name(view, event.side)} recalled its ambassadors from {_name(view, event.taker)}."
                    yield Dealing(one.turn, words, kept=False)
                case RightsChanged() if not event.granted:
                    words = f"{_name(view, event.side)} took a right back from {_name(view, event.taker)}."
                    yield Dealing(one.turn, words, kept=False)
                case BattleSettled() | BattleFought():
                    sides = event.sides if isinstance(event, BattleSettled) else (event.side, *event.foes)
                    for pair in [pair for pair in sorted(partners, key=sorted) if pair <= set(sides)]:
                        partners.discard(pair)
                        where = strip_markup(place(view, event.hex))
                        words = f"{_both(view, pair)} fought at {where}, though they were partners in trade."
                        yield Dealing(one.turn, words, kept=False)
                case _:
                    pass


def _both(view: View, pair: frozenset[SideId]) -> str:
    return format_list([_name(view, side) for side in sorted(pair)])


def _finds(turns: Sequence[SeenTurn]) -> Iterator[tuple[int, str]]:
    """The first contacts, and the best systems that were surveyed, each once, in order."""
    best: dict[HexId, tuple[int, int, str]] = {}
    for one in turns:
        for event in one.events:
            if isinstance(event, SystemLearned) and event.level == "surveyed" and event.hex not in best:
                where = strip_markup(place(one.end, event.hex))
                words = f"{_name(one.end, event.side)} surveyed {where}: its best world can hold {event.best_cp} CPs."
                best[event.hex] = event.best_cp, one.turn, words
    greatest = sorted(best.values(), key=lambda find: (-find[0], find[1]))[:MOST_FINDS]
    met = [(one.turn, shown.text) for one in turns for shown in one.news if shown.kind == "contact"]
    pairs: set[frozenset[SideId]] = set()
    for one in turns if turns[-1].end.is_gm else ():
        for event in one.events:
            if isinstance(event, FleetsMet) and len(event.sides) == 2 and frozenset(event.sides) not in pairs:
                pairs.add(frozenset(event.sides))
                met.append((one.turn, f"Fleets of {_both(one.end, frozenset(event.sides))} met for the first time."))
    yield from sorted([*met, *((turn, words) for _, turn, words in greatest)])


def dice_of(turns: Sequence[SeenTurn]) -> dict[SideId, TurnDice]:
    """Each empire's dice: how many, and where they fell between the lowest and the highest sum (50: as expected)."""
    rolled, sums, rooms = Counter[SideId](), Counter[SideId](), Counter[SideId]()
    for one in turns:
        for event in one.events:
            side = str(getattr(event, "side", ""))
            for roll in event.cause.rolls if side in one.end.flags else ():
                rolled[side] += len(roll.faces)
                sums[side] += sum(face - 1 for face in roll.faces)
                rooms[side] += (roll.sides - 1) * len(roll.faces)
    return {
        side: TurnDice(rolled[side], round(100 * sums[side] / rooms[side])) for side in sorted(rolled) if rooms[side]
    }


Award = tuple[str, str, str]
OF_EVENTS: Final[tuple[tuple[str, type[Event], str, str], ...]] = (
    ("The Far Lantern", SystemLearned, "reports of systems scouted or surveyed", ""),
    ("The Planted Flag", ColonyFounded, "colonies founded", "colony founded"),
    ("The Lit Study", LevelGained, "steps of technology gained", "step of technology gained"),
    ("The Worn Boots", FleetArrived, "arrivals of fleets", "arrival of a fleet"),
    ("The Best Laid Plans", OrderFailed, "orders that came to nothing", "order that came to nothing"),
)
"""By how often something happened to an empire: the award's name, the kind of event, and what it counts (one, several)."""


def awards_of(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> tuple[Award, ...]:
    """Each award that somebody earned, equals together; none before the end, since a side knows too little of the others."""
    if facts.side:
        return ()
    found = [*_of_figures(facts), *_of_events(facts, turns), *_of_battles(facts), *_of_dealings(facts, turns)]
    return tuple(found)


def _of_figures(facts: ChronicleFacts) -> Iterator[Award]:
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


def _of_events(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> Iterator[Award]:
    for name, kind, many, one in OF_EVENTS:
        tally = Counter(str(getattr(e, "side", "")) for turn in turns for e in turn.events if isinstance(e, kind))
        yield from _most(facts, name, tally, lambda n, many=many, one=one: f"{n} {one if n == 1 and one else many}")  # type: ignore[misc] # bound defaults


def _of_battles(facts: ChronicleFacts) -> Iterator[Award]:
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


def _of_dealings(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> Iterator[Award]:
    tally = Counter(side for turn in turns for e in turn.events if isinstance(e, TradeAgreed) for side in e.sides)
    yield from _most(facts, "The Open Hand", tally, lambda n: f"{count(n, 'trade agreement')} made")


def _taken(clash: ChronicleBattle, who: str) -> int:
    """Units that the others lost in a battle."""
    return sum(number for name, number in clash.lost.items() if name != who)


def _most(facts: ChronicleFacts, award: str, tally: Mapping[SideId, int], why: Callable[[int], str]) -> Iterator[Award]:
    known = {side: number for side, number in tally.items() if side in facts.names and number > 0}
    if known:
        most = max(known.values())
        yield award, " and ".join(facts.names[side] for side in sorted(known) if known[side] == most), why(most)
