"""The news of a turn in headlines, with their weights, and the story of some turns in sentences, as one side was shown them."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.names import place, side_name
from render.campaign.report.lines import ReportLine, report_lines
from render.campaign.report.rows import Section
from render.words.safe_text import bare, count, format_list, plain
from rules.cluster_war.model.events import (
    battles,
    colonies,
    detection,
    diplomacy,
    encounters,
    ground,
    industry,
    movement,
    raids,
    research,
)
from rules.cluster_war.model.events import diplomacy as spies
from rules.cluster_war.model.events import logistics as supply
from rules.cluster_war.model.events import turn as words
from rules.cluster_war.model.events.diplomacy import (
    AmbassadorsSent,
    PeaceAgreed,
    PeaceEnded,
    PeaceOffered,
    RightsChanged,
    Threatened,
    TradeAgreed,
    TradeBroken,
    TradeEnded,
    TradeOffered,
    TruceOver,
)
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE
from rules.values import Value

EVENT_WEIGHTS: Final[Mapping[type[Event], int]] = {
    raids.PlanetDestroyed: 99,
    ground.WorldConquered: 97,
    spies.LeaderKilled: 92,
    battles.BattleFought: 90,
    battles.BattleSettled: 90,
    ground.InvasionBeaten: 88,
    ground.TroopsLanded: 84,
    raids.ColonyBombarded: 82,
    ground.CityTaken: 80,
    ground.CityRebelled: 78,
    battles.BattleLosses: 76,
    movement.FleetLost: 75,
    battles.PrizesTaken: 74,
    detection.ShipsVanished: 73,
    encounters.TrapMet: 72,
    spies.MischiefDone: 70,
    words.Narrated: 66,
    words.Amended: 64,
    diplomacy.TradeBroken: 86,
    diplomacy.PeaceAgreed: 85,
    diplomacy.PeaceEnded: 83,
    diplomacy.Threatened: 81,
    diplomacy.TruceOver: 79,
    diplomacy.PeaceOffered: 63,
    diplomacy.TradeAgreed: 62,
    spies.AgentsCaught: 60,
    diplomacy.AmbassadorsSent: 58,
    diplomacy.TradeEnded: 56,
    diplomacy.RightsChanged: 54,
    encounters.SceneOpened: 50,
    diplomacy.TradeOffered: 48,
    colonies.ColonyFounded: 46,
    encounters.SceneEnded: 44,
    detection.SystemLearned: 30,
    movement.FleetsMet: 24,
    research.LevelGained: 45,
    research.TechnologyGiven: 42,
    supply.StressChecked: 22,
    supply.StressSettled: 21,
    supply.StressRose: 21,
    supply.SuppliesUsed: 21,
    battles.QuarryEscaped: 38,
    battles.DesignsSeen: 33,
    battles.UnitsHurt: 34,
    raids.BlockadeChanged: 36,
    words.QuestionRaised: 13,
    research.ResearchRolled: 10,
    colonies.ColonyGrew: 9,
    industry.FacilityBuilt: 8,
    detection.ColonySighted: 20,
    detection.BaseSighted: 18,
    detection.FleetSighted: 16,
    detection.RiftDetected: 12,
}
"""How much a kind of event weighs among a turn's news, from 1 to 99."""
SECTION_WEIGHTS: Final[Mapping[Section, int]] = {
    "failed": 14,
    "gm": 64,
    "battles": 60,
    "losses": 40,
    "encounters": 15,
    "fronts": 55,
    "diplomacy": 40,
    "discoveries": 28,
    "colonies": 26,
    "research": 34,
    "building": 6,
    "fleets": 3,
    "money": 0,
}
"""What other kinds of a section weigh; what weighs nothing is no news."""
MET_WEIGHT: Final = 94
"""What the first contact with another empire weighs."""
LONGEST_HEADLINE: Final = 110
SINGLE_WEIGHT: Final = 72
"""From this weight on every line is news of its own."""


class Headline(Value):
    """A line of news of a turn: its weight, its words as they stand (no markup), the number of its line in the report (0: it is
    no line of it), how many lines like it the turn has, and its kind of event ("contact" for a first one)."""

    turn: int
    weight: int
    text: str
    line: int = 0
    alike: int = 1
    kind: str = "contact"

    @property
    def short(self) -> str:
        """The words for a caption or list."""
        more = "" if self.alike == 1 else f" (and {self.alike - 1} more like it)"
        return f"{bare(self.text, LONGEST_HEADLINE)}{more}"


class SeenTurn(Value):
    """A turn as one side (or the game master) saw it: its views before and after it, what it was told of it, and its news."""

    turn: int
    start: View
    end: View
    events: tuple[Event, ...]
    news: tuple[Headline, ...]


def headlines(view: View, events: Sequence[Event], turn: int, before: View | None = None) -> tuple[Headline, ...]:
    """A turn's news as a view's side knows it after the turn, greatest first; lines of one kind are one headline.

    `before` is the same side's view at the turn's start, by which first contacts are known."""
    found: list[Headline] = []
    if before is not None and not view.is_gm:
        found += [
            Headline(turn, MET_WEIGHT, f"First contact with {strip_markup(side_name(view, side))}.")
            for side in sorted(set(view.met) - set(before.met))
        ]
    kinds: dict[tuple[str, int], list[ReportLine]] = {}
    for line in report_lines(view, events):
        weight = max(_weight(events[index], line, view) for index in line.events)
        if weight > 0:
            kinds.setdefault((type(events[line.events[0]]).__name__, weight), []).append(line)
    for (kind, weight), lines in kinds.items():
        together = [lines] if weight < SINGLE_WEIGHT else [[line] for line in lines]
        for some in together:
            words = _words(events, some[0], view)
            found.append(Headline(turn, weight, words, some[0].number, len(some), kind))
    return tuple(sorted(found, key=lambda one: (-one.weight, one.line)))


def strip_markup(text: str) -> str:
    """A line of a report in pictures and files: its first line, without the backslashes that keep markup from working."""
    return text.split("\n", 1)[0].replace("\\", "").strip()


def _words(events: Sequence[Event], line: ReportLine, view: View) -> str:
    """A line as a headline: its own first line; a battle's without its number and the course it took."""
    first = events[line.events[0]]
    match first:
        case battles.BattleFought() if first.foes or first.foe:
            foes = first.foe or format_list([side_name(view, side) for side in first.foes])
            return strip_markup(f"Battle with {foes} at {place(view, first.hex)}: {_who_held_field(first, view)}.")
        case battles.BattleSettled():
            sides = [first.foe if side == NO_EMPIRE else side_name(view, side) for side in first.sides]
            return strip_markup(
                f"Battle of {format_list(sides)} at {place(view, first.hex)}: {_who_held_field(first, view)}."
            )
        case _:
            return strip_markup(line.text)


def _who_held_field(event: battles.BattleFought | battles.BattleSettled, view: View) -> str:
    if not event.winner:
        return "nobody held the place"
    if event.winner == view.side:
        return "you held the place"
    name = event.foe if event.winner == NO_EMPIRE else side_name(view, event.winner)
    return f"{name} held the place"


def _weight(event: Event, line: ReportLine, view: View) -> int:
    if view.is_gm and isinstance(event, battles.BattleFought):
        return 0  # the master has the whole of it in one line
    if isinstance(event, raids.ColonyBombarded) and not (event.lost or event.destroyed):
        return SECTION_WEIGHTS[line.section] // 2
    return EVENT_WEIGHTS.get(type(event), SECTION_WEIGHTS[line.section])


LINES_PER_TURN: Final = 4
LONGEST_RECAP: Final = 260
DEALING_EVENTS: Final = frozenset(
    kind.__name__
    for kind in (
        *(TradeOffered, TradeAgreed, TradeEnded, TradeBroken, RightsChanged, AmbassadorsSent),
        *(PeaceOffered, PeaceAgreed, PeaceEnded, TruceOver, Threatened),
    )
)


def write_recap(turns: Sequence[tuple[int, Sequence[Headline]]], start: View, end: View, campaign: str) -> str:
    """The story of turns, each with its news, oldest first; `start` and `end` are the side's views before and after them."""
    who = "Game master" if end.is_gm else plain(end.flags[end.side].name)
    first, last = turns[0][0], turns[-1][0]
    span = f"turn {first}" if first == last else f"turns {first} to {last}"
    parts = [f"## {plain(campaign)}: {who}, {span}"]
    quiet: list[int] = []
    for turn, news in turns:
        if not news:
            quiet.append(turn)
            continue
        lines = [f"- {plain(one.text, LONGEST_RECAP)}{_format_line(one)}" for one in _chosen(news[:LINES_PER_TURN])]
        left = sum(one.alike for one in news[LINES_PER_TURN:])
        lines += [f"-# and {count(left, 'smaller thing')}: /turn report turn:{turn}"] if left else []
        parts.append("\n".join([f"### Turn {turn}", *lines]))
    if quiet:
        parts.append(
            f"Nothing of note in {count(len(quiet), 'other turn')}."
            if len(turns) > len(quiet)
            else "Quiet turns: nothing of note."
        )
    parts.append(_format_change(start, end))
    return "\n".join(parts)


def _chosen(news: Sequence[Headline]) -> list[Headline]:
    """The news, greatest first, but dealings among themselves as they came: what ended before what was agreed in its place."""
    dealings = iter(sorted((one for one in news if one.kind in DEALING_EVENTS), key=lambda one: one.line))
    return [next(dealings) if one.kind in DEALING_EVENTS else one for one in news]


def _format_line(one: Headline) -> str:
    return "" if one.alike == 1 else f" And {one.alike - 1} more like it."


def _format_change(start: View, end: View) -> str:
    """How things stand after all, against how they stood before."""
    pairs = [
        ("colonies", len(start.colonies), len(end.colonies)),
        ("fleets", len(start.fleets), len(end.fleets)),
        ("ships", len(start.ships), len(end.ships)),
    ]
    if not end.is_gm:
        pairs.append(("empires met", len(start.met), len(end.met)))
    return (
        "**Since then**: " + ", ".join(f"{name} {a}" if a == b else f"{name} {a} → {b}" for name, a, b in pairs) + "."
    )
