"""The turn to come, played by the turn's own rules in a world that one side's view leaves possible: what it would see of its
own.

It is made from the view alone, so it can tell nothing that the side does not know; where the truth is otherwise, so is what
comes of it. Nothing foreign moves, meets or hides in it.

The turn is played with several fixed dice that have nothing to do with the campaign's: what comes out the same with all of them
is expected, all else hangs on the dice. It is a function of the side's view and its own sheet.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, EnterWormhole
from rules.cluster_war.chapters.espionage import order_checks
from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.events import colonies, industry, logistics, movement, officers, research, terrain
from rules.cluster_war.model.events.detection import EmissionsSet, SurveyAborted, SurveyProgressed, SystemLearned
from rules.cluster_war.model.events.diplomacy import RightsChanged
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import Settings, SideId, tables
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Body, Cluster, StarSystem, Weather
from rules.cluster_war.model.state.sides import Knowledge, KnownBody, Race, Side, Signals
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Surface
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import Flag, Value, WrongPhaseError, changed

TRADE_LEVELS_TABLE: Final = "CW-11.0-T01"
TRADE_PERCENT_COLUMN: Final = "income_percent_of_partner_gross"


def supposed_state(view: View) -> GameState:
    """The state that a side's view leaves possible, with others still and out of sight. WrongPhaseError for the game master's."""
    me = view.me
    if me is None:
        raise WrongPhaseError("The game master rehearses nothing: /gm whatif plays a turn as it is.")
    others = {key: _stranger(flag) for key, flag in view.flags.items() if key != me.id}
    return GameState(
        turn=view.turn,
        settings=view.settings,
        cluster=_cluster(view),
        sides={**others, me.id: me},
        colonies=view.colonies,
        fleets=view.fleets,
        ships=view.ships,
        builds=view.builds,
        projects=view.projects,
        knowledge={**{key: Knowledge() for key in others}, me.id: _knowledge(view)},
        trade=_partners(view, me.id),
        income={me.id: view.income.unusual - _returned(view)},
        peace=tuple("|".join(sorted((me.id, other))) for other in view.peace),
        counters=_counters(view, me.id),
        bases=view.bases,
        strains=view.strains,
        peace_offers=view.peace_offers,
        truces=view.truces,
        rights=view.rights,
        offers=view.offers,
        trade_history=view.trade_history,
        embassies=tuple("|".join(sorted((me.id, other))) for other in view.embassies),
        tasks=view.tasks,
        officers=view.officers,
        surfaces={key: _surface(view, key) for key in view.fronts if key in view.colonies},
        weather={hex_: Weather(dict(seen.force), around=seen.around or None) for hex_, seen in view.weather.items()},
        signals=Signals(envoys=view.signals.envoys),
        minds=view.minds,
    )


def _stranger(flag: Flag) -> Side:
    """An empire of which nothing is known but its name: it owns nothing and does nothing."""
    race = Race(flag.name, "")
    return Side(flag.id, flag.name, flag.colour, race, home="", home_orbit=0, treasury=0, designs={})


def _cluster(view: View) -> Cluster:
    """The map as the side knows it: worlds that it has not surveyed have nothing on them."""
    systems = {hex_: StarSystem(hex_, codes) for hex_, codes in view.objects.items()}
    for hex_, known in view.systems.items():
        codes = systems[hex_].codes if hex_ in systems else ()
        systems[hex_] = StarSystem(hex_, codes, tuple(map(_body, known.bodies)), name=known.name)
    return Cluster(view.columns, view.rows, dict(sorted(systems.items())), view.links)


def _body(known: KnownBody) -> Body:
    return Body(
        known.orbit, known.step, known.max_cp or 0, life=known.life, resources=known.resources or (), name=known.name
    )


def _knowledge(view: View) -> Knowledge:
    return Knowledge(
        systems=view.systems,
        seen=view.seen,
        met=view.met,
        designs=view.foreign_designs,
        weather=view.weather,
        vanished=view.vanished,
        deeds=view.deeds,
    )


def _partners(view: View, me: SideId) -> tuple[TradePartner, ...]:
    """What trade brings this month, by partners of just such a production: their own is not known."""
    levels = {view.flags[p.b if p.a == me else p.a].name: p.level for p in view.pacts}
    levels |= {r.partner: r.level for r in view.trade_history.get(me, ()) if r.partner not in levels}
    found: list[TradePartner] = []
    for name, cps in view.income.trade_lines:
        level = levels.get(name, "full")
        if level in {"limited", "full"}:
            found.append(TradePartner(me, name, _gross(cps, level, view.settings), level))
    return tuple(found)


def _gross(cps: int, level: str, settings: Settings) -> int:
    """The least production of which a partner of this level brings so much."""
    percent = tables(settings)[TRADE_LEVELS_TABLE].number(level, TRADE_PERCENT_COLUMN)
    return -(-cps * 100 // percent) if percent else 0


def _returned(view: View) -> int:
    """What of the month's unusual income are stores that have come back to the grid: the month counts them itself."""
    grid = main_grid(view, view.side)
    stores = [c.store for c in view.colonies.values() if c.hex in grid]
    return sum(stores) + sum(base.store for base in view.bases.values() if base.hex in grid)


def _counters(view: View, me: SideId) -> dict[str, int]:
    """The side's counters under the names that they have in the whole state."""
    return {
        f"ship/{me}/{name.removeprefix('ship/')}" if name.startswith("ship/") else f"{name}/{me}": number
        for name, number in view.counters.items()
    }


def _surface(view: View, world: str) -> Surface:
    front = view.fronts[world]
    return Surface(
        front.world, front.columns, front.rows, front.terrain, front.cities, front.forces, people=front.people
    )


REHEARSED_MONTHS: Final = 3
"""So many months are played, each with dice of its own."""
CHAPTERS: Final = (colonies, industry, logistics, movement, officers, research, terrain)
FORESEEN_EVENTS: Final[frozenset[type[Event]]] = frozenset(
    kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type) and issubclass(kind, Event)
) | {SurveyProgressed, SurveyAborted, EmissionsSet, OrderWaits, RightsChanged}
"""What a side can foresee of its own: what is met, seen, found or fought is not there to be foreseen."""
UNFORESEEN_ORDERS: Final[frozenset[type[Order]]] = frozenset(
    {
        *(
            order_checks.StartOperation,
            order_checks.StartCounter,
            order_checks.FundOperation,
            order_checks.ChangeOperation,
            order_checks.StopOperation,
        ),
        *(AnswerScene, EnterWormhole, BombardWorld, RaidRoute, InvadeWorld, CommandArmy, LeaveWorld),
    }
)
"""Orders that are left out: what comes of them depends on what others have, do or hide."""


class ExpectedSurvey(Value):
    """Scouting or survey work that would be done: of which system, in which week. What it finds nobody knows before; how long a
    survey takes hangs on worlds, so one of a system that is not known yet is only `begun`."""

    hex: str
    level: str
    week: int
    begun: bool = False


class Rehearsal(Value):
    """What would come of the month. `events` come out so whatever the dice, as far as can be told; `chances` hang on them, each
    with in how many of `REHEARSED_MONTHS` months it comes about. `after` is the side's view at the month's end, what is not its
    own as it knows it now. `found` is work whose finding is unknown, `left_out` the numbers of orders that hang on others,
    `refused` those that would fail, with the reason."""

    after: View
    events: tuple[Event, ...]
    chances: tuple[tuple[Event, int], ...]
    found: tuple[ExpectedSurvey, ...]
    left_out: tuple[int, ...]
    refused: Mapping[int, str]


def rehearse(view: View, sheet: tuple[SignedOrder, ...]) -> Rehearsal:
    """Play the month to come on what a side's view tells, with its sheet. WrongPhaseError for the game master's view."""
    start = supposed_state(view)
    start = changed(start, settings=_quiet(start.settings))
    wrong = {problem.order_id: problem for problem in forecast(view, sheet).problems}
    left_out = {signed.id for signed in sheet if _is_unforeseen(signed)}
    played = tuple(signed for signed in sheet if signed.id not in left_out and signed.id not in wrong)
    numbers = {signed.id: signed.number for signed in sheet}
    months = [_month(start, played, number) for number in range(REHEARSED_MONTHS)]
    seen = [[event for event in events if may_see(event, view.side)] for _, events in months]
    failed = {e.cause.order for each in seen for e in each if isinstance(e, OrderFailed)}
    events, chances = _sorted([[event for event in each if type(event) in FORESEEN_EVENTS] for each in seen])
    return Rehearsal(
        after=_as_known(view, view_for(months[0][0], view.side)),
        events=events,
        chances=chances,
        found=_expected_surveys(view, seen[0]),
        left_out=tuple(sorted(numbers[id_] for id_ in {*left_out, *failed} if id_ in numbers)),
        refused={problem.number: problem.text for problem in wrong.values()},
    )


def _as_known(view: View, after: View) -> View:
    """The month's end with worlds and others as they are known now: the month has found nothing that is true."""
    return changed(
        after,
        objects=view.objects,
        systems=view.systems,
        foreign_fleets=view.foreign_fleets,
        foreign_colonies=view.foreign_colonies,
        foreign_bases=view.foreign_bases,
        weather=view.weather,
        settings=view.settings,
        signs=view.signs,
        others=view.others,
    )


def _quiet(settings: Settings) -> Settings:
    """Battles are never awaited here: nobody is there to be met."""
    return changed(settings, battles="quick")


def _is_unforeseen(signed: SignedOrder) -> bool:
    return type(signed.order) in UNFORESEEN_ORDERS


def _month(start: GameState, played: tuple[SignedOrder, ...], number: int) -> tuple[GameState, tuple[Event, ...]]:
    dice = Dice(sha256(f"admiralty-rehearsal-{number}".encode()).digest(), "rehearsal", start.turn)
    done = adjudicate(start, played, dice)
    return done.state, done.events


def _sorted(months: Sequence[Sequence[Event]]) -> tuple[tuple[Event, ...], tuple[tuple[Event, int], ...]]:
    """What is in all months and no die was rolled for, in the first one's order; and all else, with in how many it is. The dice
    are not told: they are none of the campaign's."""
    rolled = {repr(_plain(e)) for month in months for e in month if e.cause.rolls or isinstance(e, StressSettled)}
    plain = [[_plain(event) for event in month] for month in months]
    times = Counter(key for month in plain for key in {repr(event) for event in month})
    certain = {key for key, many in times.items() if many == len(months) and key not in rolled}
    chances: dict[str, Event] = {}
    for month in plain:
        for event in month:
            if repr(event) not in certain:
                chances.setdefault(repr(event), event)
    events = tuple(event for event in plain[0] if repr(event) in certain)
    return events, tuple((event, times[key]) for key, event in chances.items())


def _plain(event: Event) -> Event:
    return changed(event, cause=changed(event.cause, rolls=()))


def _expected_surveys(view: View, events: Sequence[Event]) -> tuple[ExpectedSurvey, ...]:
    return tuple(
        ExpectedSurvey(e.hex, e.level, e.week, begun=e.level == "surveyed" and e.hex not in view.systems)
        for e in events
        if isinstance(e, SystemLearned)
    )
