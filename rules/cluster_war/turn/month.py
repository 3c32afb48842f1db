"""A whole turn, in one fixed order that can be read here as a list (CW-1.0-07, CW-18.0-01), and its end: default rulings on
questions, and what is long over or holds nothing is kept no longer."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from rules.cluster_war.chapters.colonies.founding_orders import found_week
from rules.cluster_war.chapters.colonies.mining_strain import note_neighbours, stop_leavers, strain_worlds
from rules.cluster_war.chapters.combat.arms import blockade_week
from rules.cluster_war.chapters.combat.battle import Settle
from rules.cluster_war.chapters.combat.bombardment_orders import bombard_worlds, open_fire, support_week
from rules.cluster_war.chapters.combat.ground.invasion_orders import land_week
from rules.cluster_war.chapters.combat.ground.upkeep import keep_armies
from rules.cluster_war.chapters.combat.ground.week import ground_week
from rules.cluster_war.chapters.combat.raid_orders import enter_raids
from rules.cluster_war.chapters.combat.raids import raid_week
from rules.cluster_war.chapters.combat.repair_days import repair_week
from rules.cluster_war.chapters.combat.weekly_battles import fight_battles, note_war
from rules.cluster_war.chapters.detection.cloaks import give_away, open_week
from rules.cluster_war.chapters.detection.couriers import news
from rules.cluster_war.chapters.detection.missing_forces import tell_silence_last
from rules.cluster_war.chapters.detection.sensors import show_rifts
from rules.cluster_war.chapters.detection.sightings import ghost_meetings, refresh, refresh_bases
from rules.cluster_war.chapters.detection.surveys import dowse, first_entries, scout, survey_week
from rules.cluster_war.chapters.detection.unreported import lose_touch
from rules.cluster_war.chapters.diplomacy.deeds import end_broken_trade, note_deeds
from rules.cluster_war.chapters.diplomacy.peace_orders import end_truces
from rules.cluster_war.chapters.encounters.batteries import awake_week, release
from rules.cluster_war.chapters.encounters.encounter_orders import learn_passages
from rules.cluster_war.chapters.encounters.known_specials import note_gone
from rules.cluster_war.chapters.encounters.scene_resolution import play_scenes
from rules.cluster_war.chapters.encounters.scenes import open_scenes
from rules.cluster_war.chapters.encounters.traps import spring_traps
from rules.cluster_war.chapters.espionage.operations import begin_month, run_operations
from rules.cluster_war.chapters.industry.construction import check_flaws
from rules.cluster_war.chapters.industry.facility_orders import finish_retooling, open_facilities
from rules.cluster_war.chapters.industry.towing_orders import tow_week
from rules.cluster_war.chapters.industry.yards import work_week, work_yards
from rules.cluster_war.chapters.logistics.stress import default_effect, outcome, supply_and_stress
from rules.cluster_war.chapters.movement.meetings import meetings
from rules.cluster_war.chapters.movement.move_orders import enter_moves
from rules.cluster_war.chapters.movement.request_orders import hand_in_attempts, hand_in_words
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.chapters.npr.sight import encounters
from rules.cluster_war.chapters.officers.crew_orders import recall_telepaths
from rules.cluster_war.chapters.officers.posts import muster
from rules.cluster_war.chapters.officers.ratings import drill
from rules.cluster_war.chapters.research.project_orders import ask_of_psychics, hand_in_proposals
from rules.cluster_war.chapters.research.projects import count_labs, roll_research
from rules.cluster_war.chapters.terrain import week_and_month
from rules.cluster_war.model.economy.income import close_books, count_income
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN
from rules.cluster_war.model.state.dealings import MOLE, Operation
from rules.cluster_war.model.state.default_rulings import default_answer, rules_by_default
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.psionics import Disguise, Ghost, Silence, Sway, lasts
from rules.cluster_war.model.state.sides import GHOST_TURNS
from rules.cluster_war.model.state.war import BattleId, BattleOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out, charge_losses, spend_within_means
from rules.dice import Roller
from rules.values import Adjudication, Cause, GameError, changed


def apply_default_rulings(turn: TurnState) -> None:
    """Answer this turn's questions of the kinds that the campaign answers by default; they are kept as settled.

    Where a default ruling cannot be carried out the game master is asked after all.
    """
    for place, question in enumerate(turn.questions):
        if question.turn != turn.turn or question.settled_turn or not rules_by_default(turn.settings, question.kind):
            continue
        answer = default_answer(question)
        if not answer:
            continue
        try:
            if question.kind == "stress":
                _carry_out(turn, question)
        except GameError:
            turn.raise_question(question)
            continue
        turn.questions[place] = changed(question, answer=f"By default ruling: {answer}", settled_turn=turn.turn)


def _carry_out(turn: TurnState, question: Question) -> None:
    effect = default_effect(question)
    meant = set(effect.units)
    near = (f for f in turn.fleets.at(question.hex) if f.side in question.sides)
    fleet = next((f.id for f in near if not meant.isdisjoint(f.ships)), "")
    cause = Cause(question.rule)
    for one in outcome(turn, effect, alone=False):
        told = f"By default ruling: {one.text}"
        head = (one.side, fleet, question.hex, one.units or effect.units, effect.effect)
        turn.say(StressSettled(*head, text=told, cause=cause, seen_by=one.readers))


KEPT_TURNS: Final = 12
"""For so many turns scenes and operations that have ended can be looked up."""

Lasting = TypeVar("Lasting", Ghost, Disguise, Silence, Sway)


def tidy(turn: TurnState) -> None:
    """Let go of holds and delusions that have ended or whose ships, fleets or colonies are gone, of scenes and operations that
    ended long ago, and of where ships vanished once no map shows it."""
    _minds(turn)
    _scenes(turn)
    turn.operations = {key: one for key, one in turn.operations.items() if not _is_done_with(turn, one)}
    _vanished(turn)


def _minds(turn: TurnState) -> None:
    minds = turn.minds
    there = {*turn.ships, *turn.bases, *turn.colonies}
    turn.minds = changed(
        minds,
        ghosts=_lasting(turn, minds.ghosts),
        disguises=_lasting(turn, {key: d for key, d in minds.disguises.items() if key in turn.fleets}),
        silences=_lasting(turn, {key: s for key, s in minds.silences.items() if key in turn.fleets}),
        sways=_lasting(turn, {key: s for key, s in minds.sways.items() if key in there}),
        caught=tuple(named for named in minds.caught if int(named.partition("/")[0]) > turn.turn),
    )


def _lasting(turn: TurnState, held: Mapping[str, Lasting]) -> dict[str, Lasting]:
    """What of it is still there next turn."""
    return {key: one for key, one in held.items() if lasts(one.until, turn.turn + 1)}


def _scenes(turn: TurnState) -> None:
    """One that ended long ago, unless ships of its side are still there, who would be asked again."""
    there = {(fleet.side, fleet.hex) for fleet in turn.fleets.values() if fleet.transit is None}
    turn.scenes = [
        s for s in turn.scenes if not s.closed or s.closed > turn.turn - KEPT_TURNS or (s.side, s.hex) in there
    ]


def _is_done_with(turn: TurnState, one: Operation) -> bool:
    """Whether an operation ended long ago, and nothing of what it did is left."""
    works = one.points or one.until > turn.turn or (one.kind, one.outcome) == (MOLE, "success")
    return not one.running and not works and one.finished_turn <= turn.turn - KEPT_TURNS


def _vanished(turn: TurnState) -> None:
    oldest = (turn.turn - GHOST_TURNS) * WEEKS_PER_TURN
    for side in sorted(turn.sides):
        heard = turn.knowledge[side].vanished
        kept = tuple(one for one in heard if one.week > oldest)
        if kept != heard:
            turn.learn(side, vanished=kept)


NO_OUTCOMES: Final[Mapping[BattleId, BattleOutcome]] = MappingProxyType({})

MONTH_START: tuple[Callable[[TurnState], None], ...] = (
    begin_month,
    count_income,
    carry_out(Phase.TAKE_BACK, Phase.OFFER, Phase.ACCEPT, Phase.ORGANISE, Phase.MISSION, Phase.UNLOAD),
    play_scenes,
    spend_within_means,
    enter_moves,
    enter_raids,
)
"""Once, at the month's start: operations whose step nobody has judged, then money, then dealings between empires, fleets made
ready, cargo, what was met in the month before, spending in sheet order and research (cut where CPs fall short), departures."""

WEEKLY: tuple[Callable[[TurnState, int], None], ...] = (
    open_week,
    move_week,
    week_and_month.brave_terrain,
    learn_passages,
    spring_traps,
    raid_week,
    show_rifts,
    tow_week,
    stop_leavers,
    found_week,
    open_fire,
    give_away,
    lose_touch,
    refresh,
    refresh_bases,
    scout,
    dowse,
    week_and_month.note_weather,
    open_scenes,
    meetings,
    ghost_meetings,
    fight_battles,
    week_and_month.sweep_battlefields,
    encounters,
    blockade_week,
    land_week,
    support_week,
    ground_week,
    survey_week,
    work_week,
    repair_week,
    awake_week,
    release,
    note_gone,
)
"""At the end of each of the four weeks, with the number of weeks since the campaign began: arrivals, terrain, traps, raids,
colonies, what gives fleets away and what comes into view, scouting, scenes, meetings, battles, blockades, landings, fire from
orbit and the fights on worlds, survey work, yards that work by the week, repair, what is awake in systems, and
what is not there any more. Hazards of a first
visit are put to the GM after each week's arrivals, where encounters are told only."""

MONTH_END: tuple[Callable[[TurnState], None], ...] = (
    charge_losses,
    bombard_worlds,
    count_labs,
    work_yards,
    open_facilities,
    finish_retooling,
    strain_worlds,
    roll_research,
    run_operations,
    keep_armies,
    supply_and_stress,
    apply_default_rulings,
    check_flaws,
    note_neighbours,
    hand_in_words,
    hand_in_attempts,
    hand_in_proposals,
    ask_of_psychics,
    recall_telepaths,
    muster,
    drill,
    week_and_month.man_ships,
    close_books,
    news,
    end_broken_trade,
    end_truces,
    note_war,
    note_deeds,
    week_and_month.turn_weather,
    tell_silence_last,
    tidy,
)
"""Once, at the month's end: what raids cost is taken, worlds are fired on, labs are counted, yards deliver, research is rolled,
operations are judged, armies and garrisons are looked after, supplies are used and stress is checked, what the campaign answers
by default is answered, miners note how large a colony beside them is, words go to the GM and what psychics ask, telepaths come
home, officers and crews are mustered, the books are closed, news comes home or is sent on its way, trade between those who came
to blows and truces that are over end, each side's map notes the war it was told of and its record what passed between it and
others, storms change, what is only not heard of any more comes behind all other news, and what is long over is let go."""


def adjudicate(
    state: GameState,
    orders: tuple[SignedOrder, ...],
    dice: Roller,
    outcomes: Mapping[BattleId, BattleOutcome] = NO_OUTCOMES,
    settle: Settle | None = None,
) -> Adjudication[GameState, Event]:
    """Resolve a month: the state with the next turn open, and everything that happened, in order.

    `outcomes` are of the battles that people settled, `settle` settles those of the tactical engine. BattlesAwaited if a battle
    of either kind has no outcome: the month is played again from its start when it has.
    """
    turn = TurnState(state, orders, dice)
    turn.outcomes, turn.settle = outcomes, settle
    for step in MONTH_START:
        step(turn)
    for week in range(turn.first_week + 1, turn.first_week + WEEKS_PER_TURN + 1):
        for weekly in WEEKLY:
            weekly(turn, week)
        first_entries(turn)
    for step in MONTH_END:
        step(turn)
    return Adjudication(turn.freeze(state.turn + 1, {}), tuple(turn.events))
