"""Scenes are put to whoever has met something, with their words and each choice with its odds, and come to their end: the
choice, its dice, and what comes of them (CW-12.1-04, CW-B-11 to CW-B-27)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.chapters.combat.flight import refuge
from rules.cluster_war.chapters.encounters import outcomes, specials
from rules.cluster_war.chapters.encounters.encounter_orders import odds_in_words, pass_hole, short_odds, short_scene
from rules.cluster_war.chapters.encounters.foes import fight, usual_number
from rules.cluster_war.chapters.encounters.scenes import boarders_of, odds_of, parts_aboard, parts_in
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.chapters.encounters.traps import spring
from rules.cluster_war.chapters.movement.fleets import put_fleet, ships_of
from rules.cluster_war.model.events.encounters import SceneEnded
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, ShipId, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Fleet, Ship
from rules.cluster_war.model.state.places import Scene, SceneId, Special
from rules.cluster_war.model.working.turn_state import TurnState
from rules.tables import Row, split_cell
from rules.values import Cause, IllegalOrderError, Modifier, Value, changed


class SceneChoice(Value):
    """One choice: its word, its label, its odds in a word or two and in full; `missing` is what it takes that no ship there
    has, "" where nothing is missing."""

    key: str
    label: str
    odds: str
    told: str
    missing: str = ""


class SceneCard(Value):
    """A scene that waits for an answer: its short name, where it is, its title, its words, its rule, its choices, and the label
    of what is done where nobody answers."""

    scene: SceneId
    name: str
    hex: HexId
    title: str
    look: str
    rule: str
    unanswered: str
    choices: tuple[SceneChoice, ...]


def cards_planned(planned: PlannedState) -> tuple[SceneCard, ...]:
    """A side's scenes without an answer, on its sheet's picture."""
    mine = [s for s in planned.view.scenes if not s.closed and f"scene {s.id}" not in planned.ordered]
    return tuple(
        _card(planned.settings, scene, planned.me.designs, planned.fleets.values(), planned.ships) for scene in mine
    )


def waiting_cards(state: GameState) -> Mapping[SideId, tuple[SceneCard, ...]]:
    """The scenes that wait for the answer of each side that has any, as its own fleets there would fare."""
    found: dict[SideId, tuple[SceneCard, ...]] = {}
    for scene in state.scenes:
        if not scene.closed:
            mine = [f for f in state.fleets.values() if f.side == scene.side]
            card = _card(state.settings, scene, state.sides[scene.side].designs, mine, state.ships)
            found[scene.side] = (*found.get(scene.side, ()), card)
    return found


def _card(
    settings: Settings,
    scene: Scene,
    designs: Mapping[DesignId, Design],
    fleets: Iterable[Fleet],
    ships: Mapping[ShipId, Ship],
) -> SceneCard:
    row, choices = scene_row(settings, scene.kind), choices_of(settings, scene.kind)
    here: Sequence[Fleet] = [f for f in fleets if f.hex == scene.hex and f.transit is None]
    aboard = parts_in(designs, [ships[ship] for fleet in here for ship in fleet.ships])
    shown = tuple(
        SceneChoice(
            key,
            choice["label"],
            short_odds(settings, aboard, choice),
            odds_in_words(settings, aboard, choice),
            "towing links" if choice["needs"] and not aboard.get(choice["needs"]) else "",
        )
        for key, choice in choices.items()
    )
    return SceneCard(
        scene.id,
        short_scene(scene.id),
        scene.hex,
        title=row["title"],
        look=row["look"],
        rule=row["rule"],
        unanswered=choices[row["usual"]]["label"],
        choices=shown,
    )


PEOPLED: Final = ("aliens", "civilization")
NOBODY_THERE: Final = "None of our people was there any longer."
MOVED_ON: Final = "When we looked again, it was gone."


@dataclass(slots=True)
class SceneInPlay:
    """A scene while it is played: who is there, what is told, what is lost, how many of the foe a fight has left (-1 for no
    fight), and the CPs it has brought."""

    turn: TurnState
    scene: Scene
    fleets: Sequence[Fleet]
    fate: specials.SceneDice
    words: list[str] = field(default_factory=list)
    lost: list[ShipId] = field(default_factory=list)
    stayed: bool = False
    """Whether nobody went where the choice was to lead, so that its words are not true."""
    left: int = -1
    spoils: int = 0

    @property
    def week(self) -> int:
        """The week it is played in: as the month begins."""
        return self.turn.first_week

    @property
    def special(self) -> Special | None:
        """What hides there now."""
        system = self.turn.cluster.systems.get(self.scene.hex)
        return system.special if system is not None else None

    def alive(self) -> list[Fleet]:
        """The fleets that are left and still there."""
        return outcomes.fleets_there(self.turn, self.scene.side, self.scene.hex)

    def survives(self) -> bool:
        """Whether anybody is left to tell of it, there or wherever they fled to."""
        known = any(f.id in self.turn.fleets for f in self.fleets)
        return known or outcomes.is_witnessed(self.turn, self.scene.side, self.scene.hex)


def play_scenes(turn: TurnState) -> None:
    """As a month begins, every scene of an earlier one comes to its end, by its player's choice, the game master's, or the
    cautious one of the book."""
    for at, scene in enumerate(list(turn.scenes)):
        if not scene.closed and scene.turn < turn.turn:
            turn.scenes[at], came = _played(turn, scene)
            _close_question(turn, scene, came)


def _played(turn: TurnState, scene: Scene) -> tuple[Scene, str]:
    """A scene when it is over, and what came of it for the game master to read."""
    system, fleets = turn.cluster.systems.get(scene.hex), outcomes.fleets_there(turn, scene.side, scene.hex)
    if not fleets:
        return _missed(turn, scene), NOBODY_THERE
    play = SceneInPlay(turn, scene, fleets, specials.SceneDice(turn, scene.side, f"scene/{scene.id}"))
    row, choices = specials.scene_row(turn.settings, scene.kind), specials.choices_of(turn.settings, scene.kind)
    if system is None or system.hidden or specials.scene_of(system, turn.settings) != scene.kind:
        return _end(play, row, "", MOVED_ON, ())
    key = next(k for k in (scene.ruled, scene.answer, row["usual"]) if k in choices)
    choice = choices[key]
    if choice["needs"] and not parts_aboard(turn, fleets).get(choice["needs"]):
        play.words.append(f"None of our forces there could do this: {choice['label']}.")
        choice = choices[row["usual"]]
    well, odds = _fortune(play, choice)
    for effect in sorted(split_cell(choice["good" if well else "bad"]), key=lambda e: e == "gone"):
        word, _, rest = effect.partition(" ")
        if play.alive() or word in {"gone", "none"}:
            CHOICE_EFFECTS[word](play, row, rest)
    outcome = "" if play.stayed else choice["well" if well else "ill"]
    told = " ".join(filter(None, (outcome, *play.words)))
    return _end(play, row, choice["label"], told, odds)


def _missed(turn: TurnState, scene: Scene) -> Scene:
    """Nobody is there any more to do anything; the side is told so, unless it has not heard of those who were there again."""
    cause = Cause(specials.scene_row(turn.settings, scene.kind)["rule"])
    event = SceneEnded(scene.side, scene.id, scene.kind, scene.hex, "", NOBODY_THERE, cause=cause)
    if scene.fleet in {heard.fleet for heard in turn.knowledge[scene.side].vanished}:
        turn.say(event)
    else:
        turn.tell_side(event)
    return changed(scene, closed=turn.turn, outcome=NOBODY_THERE)


def _fortune(play: SceneInPlay, choice: Row) -> tuple[bool, tuple[Modifier, ...]]:
    """Whether it goes well, and what its chance was made of; the game master may have said so."""
    scene = play.scene
    if scene.fortune:
        return scene.fortune == "good", ()
    if not choice["chance"]:
        return True, ()
    odds = odds_of(play.turn, play.fleets, choice)
    if choice["helps"] == "manner" and (manner := _manner(play)):
        odds = (*odds, manner)
    return play.fate.hundred("end") <= sum(m.value for m in odds), odds


def _manner(play: SceneInPlay) -> Modifier | None:
    """How those that were met take to strangers (CW-B-29)."""
    table, special = tables(play.turn.settings)[specials.SCENE_MANNERS_TABLE], play.special
    said = specials.line(special, "Attitude") if special is not None else ""
    return Modifier(table.number(said, "points"), f"they are {said}") if said in table.keys else None


def _end(play: SceneInPlay, row: Row, label: str, text: str, odds: tuple[Modifier, ...]) -> tuple[Scene, str]:
    """The scene when it is over, with what its side knows of it, and what came of it."""
    turn, scene = play.turn, play.scene
    told = " ".join(filter(None, (text, scene.words)))
    override = "the game master's word" if scene.ruled or scene.fortune else ""
    cause = Cause(row["rule"], modifiers=odds, rolls=tuple(play.fate.rolls), override=override)
    event = SceneEnded(
        scene.side, scene.id, scene.kind, scene.hex, label, told, tuple(play.lost), cps=play.spoils, cause=cause
    )
    if play.survives():
        turn.tell_side(event)
    else:
        turn.say(event)
        outcomes.tell_missing(turn, play.week, play.fleets)
    return changed(scene, closed=turn.turn, outcome=told if play.survives() else NOBODY_THERE), told


def _close_question(turn: TurnState, scene: Scene, came: str) -> None:
    for at, question in enumerate(turn.questions):
        if question.kind == "scene" and question.subjects == (scene.id,) and not question.settled_turn:
            turn.questions[at] = changed(question, answer=came, settled_turn=turn.turn)


# --- What comes of a choice


def _none(play: SceneInPlay, row: Row, rest: str) -> None:
    """Nothing."""


def _remove_special(play: SceneInPlay, row: Row, rest: str) -> None:
    specials.put_special(play.turn, play.scene.hex, None)


def _fight(play: SceneInPlay, row: Row, rest: str) -> None:
    foe = row["foe"] if row["foe"] in tables(play.turn.settings)[specials.HOSTILES_TABLE].keys else rest
    special = play.special
    peopled = play.scene.kind in PEOPLED
    number = (specials.number_of(special) if special is not None and not peopled else 0) or usual_number(
        play.turn.settings, foe
    )
    if play.scene.kind == "pirates":
        number = usual_number(play.turn.settings, foe)
    hurt = specials.hurt_of(special) if special is not None and number == 1 else 0
    fought = fight(play.turn, play.week, play.alive(), foe, number, hurt, attacks=True)
    play.lost += fought.lost
    play.left = fought.left
    play.words.append(fought.text)
    if special is None or peopled:
        return
    if not fought.left:
        specials.put_special(play.turn, play.scene.hex, None)
    elif number == 1:
        specials.put_special(
            play.turn, play.scene.hex, specials.with_line(special, specials.HURT_LABEL, f"{fought.hurt} %")
        )
    elif play.scene.kind != "pirates":
        specials.put_special(
            play.turn, play.scene.hex, specials.with_line(special, specials.LEFT_HEADING, str(fought.left))
        )


def _cps(play: SceneInPlay, row: Row, rest: str) -> None:
    """Spoils, unless a fight for them was not won: while a foe is left there are none."""
    if play.left > 0:
        return
    cps = play.fate.sum("spoils", rest)
    play.turn.purse[play.scene.side] += cps
    play.spoils += cps
    play.words.append(f"Spoils: {cps} CPs.")


def _word(play: SceneInPlay, text: str) -> None:
    if text:
        play.words.append(text)


def _contact(play: SceneInPlay, row: Row, rest: str) -> None:
    """Somebody to talk to: who they are, is the game master's to say (CW-19.0-16)."""
    special, side = play.special, play.turn.sides[play.scene.side]
    who = specials.behind(special) if special is not None else row["title"]
    play.turn.put_question(
        "scene",
        (side.id,),
        f"{side.name} is on speaking terms with strangers at {play.scene.hex} ({who}).",
        "CW-B-11",
        "Make them one of your races with /gm npr set, or say in your own words who they are.",
        play.scene.hex,
    )
    play.words.append("They will talk to us again.")


def _sicken(play: SceneInPlay, rest: str, sign: int) -> None:
    outcomes.infect(play.turn, [s.id for f in play.alive() for s in ships_of(play.turn, f)], sign * int(rest))


def _harm(play: SceneInPlay, row: Row, rest: str) -> None:
    points = {s: play.fate.sum(f"harm/{s.rpartition('/')[2]}", rest) for f in play.alive() for s in f.ships}
    play.lost += outcomes.hit(play.turn, play.week, play.alive(), points)


def _board(play: SceneInPlay, row: Row, rest: str) -> None:
    special = play.special
    boarders, teams = boarders_of(play.turn, special, row["foe"] or "alien crew", play.fate)
    came = outcomes.board(play.turn, play.week, play.alive(), boarders, teams, play.fate)
    play.lost += came.lost
    play.words.append(came.text)
    if came.wiped_out and special is not None and special.kind == "Monster":
        specials.put_special(play.turn, play.scene.hex, None)


def _trap(play: SceneInPlay, row: Row, rest: str) -> None:
    special = play.special
    if special is not None and specials.sleeping_trap(special, play.turn.settings):
        snare = spring(play.turn, play.week, play.scene.hex, play.alive(), special)
        play.lost += snare.lost


def _wake(play: SceneInPlay, row: Row, rest: str) -> None:
    """The monster of a stasis module is loose."""
    special = play.special
    monster = next((d for d in special.details if d.startswith("Monster: ")), "") if special is not None else ""
    if monster:
        specials.put_special(play.turn, play.scene.hex, Special("Monster", (monster,), special.orbit if special else 0))


def _away(play: SceneInPlay, row: Row, rest: str) -> None:
    to = refuge(play.turn, play.scene.side, play.scene.hex)
    for fleet in play.alive():
        outcomes.stop(play.turn, fleet.id)
        put_fleet(play.turn, changed(play.turn.fleets[fleet.id], hex=to, mission="none"))
    play.words.append(f"We are in {to} now.")


def _enter(play: SceneInPlay, row: Row, rest: str) -> None:
    here = play.alive()
    waits = 0
    for fleet in here:
        try:
            told = pass_hole(play.turn, fleet, play.week)
        except IllegalOrderError as wrong:
            told, waits = "", waits + 1
            play.words.append(str(wrong))
        if told:
            waits += 1
            play.words.append(told)
    play.stayed = waits == len(here)


CHOICE_EFFECTS: Final[Mapping[str, Callable[[SceneInPlay, Row, str], None]]] = {
    "none": _none,
    "gone": _remove_special,
    "fight": _fight,
    "cps": _cps,
    "discovery": lambda play, row, rest: _word(play, outcomes.discover(play.turn, play.scene.side, rest)),
    "success": lambda play, row, rest: _word(play, outcomes.succeed(play.turn, play.scene.side)),
    "tech": lambda play, row, rest: _word(play, outcomes.find_technology(play.turn, play.scene.side, play.fate)),
    "drive": lambda play, row, rest: _word(play, outcomes.find_drive(play.turn, play.scene.side, play.special)),
    "map": lambda play, row, rest: _word(
        play, outcomes.read_maps(play.turn, play.scene.side, play.scene.hex, "scouted", play.week, row["rule"])
    ),
    "survey": lambda play, row, rest: _word(
        play, outcomes.read_maps(play.turn, play.scene.side, play.scene.hex, "surveyed", play.week, row["rule"])
    ),
    "contact": _contact,
    "infect": lambda play, row, rest: _sicken(play, rest, 1),
    "calm": lambda play, row, rest: _sicken(play, rest, -1),
    "harm": _harm,
    "board": _board,
    "trap": _trap,
    "wake": _wake,
    "away": _away,
    "enter": _enter,
}
"""What comes of a choice, by the words of the table."""
