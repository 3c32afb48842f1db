"""The news of a turn, greatest first: a few short lines of its report for captions, recaps and "since you last looked"."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.names import place, side_name
from render.campaign.report.lines import Line, report_lines
from render.campaign.report.rows import Section
from render.words.safe_text import bare, listed
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
from rules.cluster_war.model.events import espionage as spies
from rules.cluster_war.model.events import logistics as supply
from rules.cluster_war.model.events import turn as words
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE
from rules.values import Value

WEIGHTS: Final[Mapping[type[Event], int]] = {
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
SECTIONS: Final[Mapping[Section, int]] = {
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
MET: Final = 94
"""What the first contact with another empire weighs."""
LONGEST: Final = 110
EACH: Final = 72
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
        return f"{bare(self.text, LONGEST)}{more}"


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
            Headline(turn, MET, f"First contact with {spoken(side_name(view, side))}.")
            for side in sorted(set(view.met) - set(before.met))
        ]
    kinds: dict[tuple[str, int], list[Line]] = {}
    for line in report_lines(view, events):
        weight = max(_weight(events[index], line, view) for index in line.events)
        if weight > 0:
            kinds.setdefault((type(events[line.events[0]]).__name__, weight), []).append(line)
    for (kind, weight), lines in kinds.items():
        together = [lines] if weight < EACH else [[line] for line in lines]
        for some in together:
            words = _words(events, some[0], view)
            found.append(Headline(turn, weight, words, some[0].number, len(some), kind))
    return tuple(sorted(found, key=lambda one: (-one.weight, one.line)))


def spoken(text: str) -> str:
    """A line of a report in pictures and files: its first line, without the backslashes that keep markup from working."""
    return text.split("\n", 1)[0].replace("\\", "").strip()


def _words(events: Sequence[Event], line: Line, view: View) -> str:
    """A line as a headline: its own first line; a battle's without its number and the course it took."""
    first = events[line.events[0]]
    match first:
        case battles.BattleFought() if first.foes or first.foe:
            foes = first.foe or listed([side_name(view, side) for side in first.foes])
            return spoken(f"Battle with {foes} at {place(view, first.hex)}: {_held(first, view)}.")
        case battles.BattleSettled():
            sides = [first.foe if side == NO_EMPIRE else side_name(view, side) for side in first.sides]
            return spoken(f"Battle of {listed(sides)} at {place(view, first.hex)}: {_held(first, view)}.")
        case _:
            return spoken(line.text)


def _held(event: battles.BattleFought | battles.BattleSettled, view: View) -> str:
    if not event.winner:
        return "nobody held the place"
    if event.winner == view.side:
        return "you held the place"
    name = event.foe if event.winner == NO_EMPIRE else side_name(view, event.winner)
    return f"{name} held the place"


def _weight(event: Event, line: Line, view: View) -> int:
    if view.is_gm and isinstance(event, battles.BattleFought):
        return 0  # the master has the whole of it in one line
    if isinstance(event, raids.ColonyBombarded) and not (event.lost or event.destroyed):
        return SECTIONS[line.section] // 2
    return WEIGHTS.get(type(event), SECTIONS[line.section])
