"""The GM's hand on what hides in systems: specials, storms, worm holes, scenes (B, 12.1, 14, 19.0-17, A-32)."""

from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.encounters.encounter_orders import choice_of, short_scene
from rules.cluster_war.chapters.encounters.specials import choices_of, kind_named, put_special, scene_row, with_written
from rules.cluster_war.chapters.encounters.traps import raise_storm
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.state.places import Fortune, HoleKind, Scene, SceneId, Special, StarSystem, Weather
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.cluster_war.model.worlds.terrain import hazards, with_hole
from rules.values import EVERYONE, GameError, IllegalOrderError, changed, quoted

PLACEMENT_RULE: Final = "CW-B-27"
STORM_RULE: Final = "CW-A-32"
WORMHOLE_RULE: Final = "CW-14.0-33"
SCENE_RULE: Final = "CW-12.1-04"
MOST_FORCE: Final = 5
MOST_LINES: Final = 12
StormName: TypeAlias = Literal["GRV", "ION", "MAG", ""]
STORM_NAMES: Final = {"GRV": "gravitic storm", "ION": "ion storm", "MAG": "magnetic storm"}


class PlaceSpecial(Amendment):
    """Put a special into a hex, in place of what hides there; hidden, nobody meets it before it is shown (CW-B-27)."""

    hex: HexId
    kind: str
    details: tuple[str, ...] = ()
    orbit: int = 0
    hidden: bool = False


class DetailSpecial(Amendment):
    """Say lines of a special anew: which trap, monster or culture it is, and notes of your own (CW-B-27, CW-19.0-17)."""

    hex: HexId
    lines: tuple[str, ...]


class MoveSpecial(Amendment):
    """Move what hides in a hex to another."""

    hex: HexId
    to: HexId


class HideSpecial(Amendment):
    """Hide what is in a system, so that nobody meets or finds it, or show it again."""

    hex: HexId
    hidden: bool = True


class RemoveSpecial(Amendment):
    """Take a special away."""

    hex: HexId


class RaiseStorm(Amendment):
    """Raise a storm in a hex, with its force, or end those raised there with ""; a fixed one keeps it (CW-A-32, CW-B-20)."""

    hex: HexId
    code: StormName
    force: int = 0
    fixed: bool = False


class SetHole(Amendment):
    """Say where a worm hole leads and how it can be used; "" for `to` leaves its end as it is (CW-14.0-32, CW-14.0-33)."""

    hex: HexId
    hole: HoleKind
    to: HexId = ""


class RuleScene(Amendment):
    """Say what is done in a scene, how it ends, and in what words; what is left out stays with player and dice. The open
    `question` that asked about the scene is settled with it; with nothing else said the scene is left to its player."""

    scene: SceneId
    choice: str = ""
    fortune: Fortune = ""
    words: str = ""
    question: str = ""


class FreeFleet(Amendment):
    """Let a fleet act again that a siphon, a field or a stasis field holds (CW-B-21 to CW-B-23)."""

    fleet: FleetId


class PlayEncounters(Amendment):
    """Whether what waits in systems plays by itself, in scenes, from now on (CW-12.1-04)."""

    on: bool = True


def _place(turn: Amending, order: PlaceSpecial) -> None:
    kind = kind_named(turn.settings, order.kind)
    if len(order.details) > MOST_LINES:
        raise IllegalOrderError(f"A special has at most {MOST_LINES} lines.", rule=PLACEMENT_RULE)
    special = Special(kind, order.details, order.orbit)
    here = _put_special(turn, order.hex, special, hidden=order.hidden)
    hidden = ", hidden" if order.hidden else ""
    turn.tell(f"At {here}{hidden}: {_words(special)}.", rule=PLACEMENT_RULE)


def _put_special(turn: Amending, hex_: HexId, special: Special, *, hidden: bool) -> HexId:
    """A special in a hex, in empty space too."""
    here = turn.hex(hex_)
    system = turn.cluster.systems.get(here) or StarSystem(here, ())
    if special.orbit and all(body.orbit != special.orbit for body in system.bodies):
        raise IllegalOrderError(f"{here} has no world in orbit {special.orbit}.", rule="CW-2.1-01")
    made = with_hole(changed(system, special=special, hidden=hidden), turn.settings)
    turn.cluster = changed(turn.cluster, systems=dict(sorted({**turn.cluster.systems, here: made}.items())))
    return here


def _words(special: Special) -> str:
    details = f" ({', '.join(special.details)})" if special.details else ""
    orbit = f" in orbit {special.orbit}" if special.orbit else ""
    return f"{special.kind}{orbit}{details}"


def _there(turn: Amending, hex_: HexId) -> tuple[StarSystem, Special]:
    system = turn.cluster.systems.get(turn.hex(hex_))
    if system is None or system.special is None:
        raise GameError(f"Nothing special hides in {hex_}.", rule=PLACEMENT_RULE)
    return system, system.special


def _detail(turn: Amending, order: DetailSpecial) -> None:
    system, special = _there(turn, order.hex)
    for line in order.lines:
        special = changed(special, details=with_written(special, line))
    if len(special.details) > MOST_LINES:
        raise IllegalOrderError(f"A special has at most {MOST_LINES} lines.", rule=PLACEMENT_RULE)
    put_special(turn, system.hex, special)
    turn.tell(f"At {system.hex}: {_words(special)}.", rule="CW-19.0-17")


def _move(turn: Amending, order: MoveSpecial) -> None:
    system, special = _there(turn, order.hex)
    goal = turn.cluster.systems.get(turn.hex(order.to))
    if goal is not None and goal.special is not None:
        raise GameError(f"{goal.special.kind} is at {goal.hex} already; remove that first.", rule=PLACEMENT_RULE)
    _clear(turn, system)
    to = _put_special(turn, order.to, changed(special, orbit=0), hidden=system.hidden)
    turn.tell(f"{special.kind} goes from {system.hex} to {to}.", rule=PLACEMENT_RULE)


def _clear(turn: Amending, system: StarSystem) -> None:
    """A hex without its special; one that was empty space is empty again."""
    systems = dict(turn.cluster.systems)
    if system.codes or system.bodies or system.destination:
        systems[system.hex] = changed(system, special=None, hidden=False)
    else:
        del systems[system.hex]
    turn.cluster = changed(turn.cluster, systems=systems)


def _hide(turn: Amending, order: HideSpecial) -> None:
    system = turn.system(order.hex)
    if system.special is None and not system.hole:
        raise GameError(f"Nothing special hides in {order.hex}.", rule=PLACEMENT_RULE)
    now = changed(system, hidden=order.hidden)
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: now})
    verb = "is hidden from everybody" if order.hidden else "can be met and found"
    turn.tell(f"What is at {system.hex} {verb}.", rule=PLACEMENT_RULE)


def _remove(turn: Amending, order: RemoveSpecial) -> None:
    system, special = _there(turn, order.hex)
    _clear(turn, system)
    turn.tell(f"{special.kind} is gone from {system.hex}.", rule=PLACEMENT_RULE)


def _storm(turn: Amending, order: RaiseStorm) -> None:
    here = turn.hex(order.hex)
    if not order.code:
        before = turn.weather.get(here, Weather())
        if not before.raised:
            raise GameError(f"No storm that you or a machine raised is at {here}.", rule=STORM_RULE)
        turn.weather = {**turn.weather, here: _without_raised(turn, here, before)}
        turn.weather = {h: w for h, w in turn.weather.items() if w != Weather()}
        turn.tell(f"The storm at {here} is over.", rule=STORM_RULE)
        return
    if order.code not in STORM_NAMES or not 0 <= order.force <= MOST_FORCE:
        raise IllegalOrderError(f"A storm has a force of 0 to {MOST_FORCE}, not {order.force}.", rule=STORM_RULE)
    if order.code not in turn.settings.terrain:
        name = STORM_NAMES[order.code]
        text = f"No {name} harms anybody in this campaign; say first that it does, with /weather dangers."
        raise GameError(text, rule=STORM_RULE)
    raise_storm(turn, here, order.code, order.force, fixed=order.fixed)
    fixed = ", and stays so" if order.fixed else ""
    turn.tell(f"A {STORM_NAMES[order.code]} of force {order.force} is at {here}{fixed}.", rule=STORM_RULE)


def _without_raised(turn: Amending, here: HexId, before: Weather) -> Weather:
    """The weather of a hex without the storms that somebody raised; what else coincides there stays (CW-14.0-13)."""
    system, bare = turn.cluster.systems.get(here), changed(before, raised=())
    left = hazards(system.codes if system is not None else (), bare.around, turn.settings)
    force = {kind: n for kind, n in before.force.items() if kind in left}
    return changed(bare, force=force, fixed=tuple(kind for kind in before.fixed if kind in left))


def _hole(turn: Amending, order: SetHole) -> None:
    system = turn.system(order.hex)
    to = turn.hex(order.to) if order.to else system.destination
    if to == system.hex or (order.hole not in {"shut", ""} and not to):
        raise IllegalOrderError("Say in which other hex the worm hole ends.", rule="CW-14.0-32")
    now = changed(system, destination=to, hole=order.hole)
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: now})
    for side, known in list(turn.knowledge.items()):
        if system.hex in known.passages and to != system.destination:
            turn.learn(side, passages=tuple(h for h in known.passages if h != system.hex))
    kinds = {
        "": "as in campaigns that tell encounters only",
        "closed": "closed, one way",
        "both": "closed, both ways",
        "open": "open, both ends known",
        "shut": "shut",
    }
    turn.tell(
        f"The worm hole at {system.hex} leads to {to or 'nowhere'} and is {kinds[order.hole]}.", rule=WORMHOLE_RULE
    )


def _rule(turn: Amending, order: RuleScene) -> None:
    scene = next((s for s in turn.scenes if s.id == order.scene and not s.closed), None)
    if scene is None:
        open_ = ", ".join(s.id for s in turn.scenes if not s.closed) or "none"
        raise GameError(f"No scene {quoted(order.scene)} is open; open are: {open_}.", rule=SCENE_RULE)
    words = order.words.strip()
    if len(words) > LONGEST_WORDS or not (order.choice or order.fortune or words or order.question):
        raise GameError(f"Say a choice, an end, or words of up to {LONGEST_WORDS} characters.", rule=SCENE_RULE)
    ruled = choice_of(turn.settings, scene, order.choice)[0] if order.choice else scene.ruled
    now = changed(scene, ruled=ruled, fortune=order.fortune or scene.fortune, words=words or scene.words)
    turn.scenes[turn.scenes.index(scene)] = now
    text = f"{short_scene(scene.id)} of {turn.sides[scene.side].name}: {_comes_of(turn, now)}."
    asked = any(q.id == order.question and not q.settled_turn for q in turn.start.questions)
    if asked:
        turn.after = turn.after.answered(order.question, f"Scene {text}")
    turn.tell(f"{order.question} is settled: scene {text}" if asked else f"Scene {text}", rule=SCENE_RULE)


def _comes_of(turn: Amending, scene: Scene) -> str:
    """What is done in a scene as things stand: by the game master's word, else by its player's or the cautious way."""
    choices = choices_of(turn.settings, scene.kind)
    usual = choices[scene_row(turn.settings, scene.kind)["usual"]]["label"]
    done = choices[scene.ruled]["label"] if scene.ruled else f"its player decides (without an answer: {usual})"
    return done + {"good": ", and it goes well", "bad": ", and it goes ill", "": ""}[scene.fortune]


def _free(turn: Amending, order: FreeFleet) -> None:
    fleet = turn.fleets.get(order.fleet)
    if fleet is None or fleet.bound is None:
        raise GameError(f"Nothing holds {quoted(order.fleet)}.", rule="CW-B-21")
    put_fleet(turn, changed(fleet, bound=None))
    turn.tell(f"{fleet.name} can act again.", fleet.side, rule="CW-B-21")


def _play(turn: Amending, order: PlayEncounters) -> None:
    now: Literal["told", "played"] = "played" if order.on else "told"
    if turn.settings.encounters == now:
        raise GameError(f"What waits in systems is {now} already.", rule=SCENE_RULE)
    settings = changed(turn.settings, encounters=now)
    turn.after = changed(turn.after, settings=settings)
    systems = {h: with_hole(s, settings) for h, s in turn.cluster.systems.items()}
    turn.cluster = changed(turn.cluster, systems=systems)
    how = "is played in scenes, with its effects" if order.on else "is described and settled by the game master"
    turn.tell(f"What waits in systems {how} from now on.", EVERYONE, rule=SCENE_RULE)


APPLY: Final[Apply] = {
    PlaceSpecial: _place,
    DetailSpecial: _detail,
    MoveSpecial: _move,
    HideSpecial: _hide,
    RemoveSpecial: _remove,
    RaiseStorm: _storm,
    SetHole: _hole,
    RuleScene: _rule,
    FreeFleet: _free,
    PlayEncounters: _play,
}
