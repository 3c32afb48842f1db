"""A week's battles: who fights is decided, each is settled, and what is left goes on (CW-9.0-02, rulings R-070 and R-071)."""

from rules.cluster_war.chapters.combat.apply_outcome import apply, check_outcome, release
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited
from rules.cluster_war.chapters.combat.contact import clashes, flee, pursue
from rules.cluster_war.chapters.combat.muster import muster, speaking, tell_last_words
from rules.cluster_war.chapters.combat.quick import settle as by_numbers
from rules.cluster_war.chapters.combat.tidings import tell, witnesses
from rules.cluster_war.chapters.detection.base_sightings import refresh_bases
from rules.cluster_war.chapters.detection.cloaks import reveal
from rules.cluster_war.chapters.detection.scouting import scout
from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.vanished import forget_week, renamed
from rules.cluster_war.chapters.movement.meetings import TOGETHER
from rules.cluster_war.model.state.names import FleetId, HexId, SideId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome
from rules.cluster_war.model.working.secret_words import unseen_key
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Roll, Roller
from rules.values import Value, changed


class _BattleDice(Value, Roller):
    """The month's dice for a battle: each key ends with a word of all sides together, since who was not there could work out
    the battle's dice, once the turn's seed is told, and so what came of it."""

    dice: Roller
    end: str

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """Roll for `key` and the word."""
        return self.dice.roll(f"{key}{self.end}", sides, count)


def fight_battles(turn: TurnState, week: int) -> None:
    """At a week's end: whoever attacks fights, all battles are settled, then their outcomes hold, in the order of the hexes.

    Nothing happens in a campaign whose meetings are put before its game master, but where they said that a meeting is to be
    settled otherwise. BattlesAwaited, before anything has changed, if people have to settle any of the week's battles.
    """
    places = None if turn.settings.battles != "ask" else _named(turn)
    if places is not None and not places:
        return
    battles = muster(turn, week, clashes(turn, week, places))
    awaited = tuple(b for b in battles if b.id not in turn.outcomes and not _settled_here(turn, b))
    if awaited:
        raise BattlesAwaited(awaited)
    outcomes = [outcome_of(turn, battle) for battle in battles]
    lost: list[tuple[SideId, FleetId]] = []
    for battle, outcome in zip(battles, outcomes, strict=True):
        lost += _conclude(turn, battle, outcome)
    names = forget_week(turn, lost)
    if battles:
        refresh(turn, week)
        refresh_bases(turn, week)
    if lost:
        scout(turn, week)
        renamed(turn, names)


def _named(turn: TurnState) -> frozenset[HexId]:
    """The hexes in which the game master has said how battles of this turn are settled."""
    return frozenset(h for h, terms in turn.start.terms.items() if terms.turn == turn.turn and terms.method)


def _settled_here(turn: TurnState, battle: Battle) -> bool:
    """Whether the turn settles the battle itself: by numbers, or in the admiral's chair where there is an engine."""
    return battle.method == "quick" or (battle.method == "chair" and turn.settle is not None)


def outcome_of(turn: TurnState, battle: Battle, settings: Settings | None = None) -> BattleOutcome:
    """What came of a battle, with every unit accounted for; GameError if one is not. BattlesAwaited if people settle it and have
    not yet. `settings` are those of its numbers, if not the month's."""
    outcome = turn.outcomes.get(battle.id)
    if outcome is None:
        aboard, dice = _aboard(turn, battle), battle_dice(turn)
        if battle.method == "quick":
            outcome = by_numbers(battle, aboard, dice, settings or turn.settings)
        elif battle.method == "chair" and turn.settle is not None:
            outcome = turn.settle(battle, aboard, dice)
        else:
            raise BattlesAwaited((battle,))
    check_outcome(battle, outcome)
    return outcome


def battle_dice(turn: TurnState) -> Roller:
    """The month's dice for battles, whoever has them settled: nobody who was not there can work them out."""
    return _BattleDice(turn.dice, unseen_key(turn, ""))


def _aboard(turn: TurnState, battle: Battle) -> Aboard:
    return {side: turn.sides[side].designs for side in battle.sides if side != NO_EMPIRE}


def _conclude(turn: TurnState, battle: Battle, outcome: BattleOutcome) -> list[tuple[SideId, FleetId]]:
    """Let an outcome hold; the fleets that vanished in it without a word, each with its side."""
    names = {key: turn.fleets[key].name for key in dict.fromkeys(u.fleet for u in battle.units) if key}
    fought = {unit.fleet or unit.unit for unit in battle.units if not unit.reserve}
    reveal(turn, sorted(fought), "fighting a battle")
    afar = speaking(turn, battle)
    found = apply(turn, battle, outcome)
    seen = witnesses(turn, battle, found)
    for side, ships in afar.items():
        if side not in seen:
            tell_last_words(turn, battle, side, ships)
    vanished = tell(turn, battle, outcome, found, names, seen | frozenset(afar))
    fled = flee(turn, battle, found.fled)
    if outcome.winner:
        pursue(turn, battle, outcome.winner, fled)
    release(turn, battle)
    _close_meeting(turn, battle)
    return vanished


def _close_meeting(turn: TurnState, battle: Battle) -> None:
    """The meeting that led to the battle is settled by it; the game master is not asked."""
    for at, question in enumerate(turn.questions):
        here = question.kind == "encounter" and question.hex == battle.hex and question.text.startswith(TOGETHER)
        if here and question.settled_turn in {0, turn.turn}:
            turn.questions[at] = changed(question, answer=f"Battle {battle.id}.", settled_turn=turn.turn)
