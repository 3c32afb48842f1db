"""Orders on what a side has met: an answer to a scene, and worm holes as ways, into one whose far end nobody knows and out of
it (B, CW-14.0-31 to CW-14.0-34)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.encounters.scenes import parts_in
from rules.cluster_war.chapters.encounters.specials import HOLE_CODE, WORMHOLE_KIND, choices_of, helps_of, scene_row
from rules.cluster_war.chapters.movement.fleets import drop_survey, put_fleet
from rules.cluster_war.model.events.encounters import HolePassed
from rules.cluster_war.model.holdings.finders import check_free, own_fleet
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import FleetId, HexId, Settings, SideId
from rules.cluster_war.model.state.holdings import Fleet, Transit
from rules.cluster_war.model.state.places import Scene, SceneId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.tables import Row, split_cell
from rules.values import Cause, IllegalOrderError, changed, quoted

WORMHOLE_TRAVEL_RULE: Final = "CW-14.0-32"
ROLE_RULE: Final = "CW-14.0-34"
OFF_THE_MAP: Final = "CW-B-13"
WORMHOLE_WEEKS: Final = 1
SCENE_RULE: Final = "CW-12.1-04"
FAILURE_TEXTS: Final[Mapping[str, str]] = {
    "fight": "a fight",
    "board": "a fight with boarders",
    "wake": "what sleeps wakes",
    "trap": "it goes off",
    "infect": "more of the crews fall ill",
    "harm": "ships are damaged",
    "gone": "it is lost",
}
"""What a choice that fails comes to, by the first word of its effect in CW-TAB-SCENE-CHOICES."""


def check_role(settings: Settings) -> None:
    """IllegalOrderError where worm holes carry no ships (CW-14.0-34)."""
    if settings.natural_wormholes != "travel":
        raise IllegalOrderError("Natural wormholes carry messages here, but no ships.", rule=ROLE_RULE)


def pass_hole(turn: TurnState, fleet: Fleet, week: int, order: str = "") -> str:
    """A fleet goes into the worm hole of its hex, a week later it is at the far end: "" is given then, else why it waits there.
    IllegalOrderError where there is none that lets it pass."""
    check_role(turn.settings)
    check_free(TurnHoldings(turn, fleet.side), fleet, week)
    system = turn.cluster.systems.get(fleet.hex)
    if system is None or system.hidden or system.hole in {"", "shut"}:
        raise IllegalOrderError(
            f"Nothing passes at {fleet.hex}: no worm hole there leads anywhere.", rule=WORMHOLE_TRAVEL_RULE
        )
    if not system.destination:
        _off_the_map(turn, fleet)
        return f"{fleet.name} waits at its edge: where it leads takes a ruling."
    cause = Cause("CW-14.0-33", order or fleet.order)
    turn.tell_side(HolePassed(fleet.side, fleet.id, fleet.name, fleet.hex, week, cause=cause))
    through = Transit(fleet.hex, system.destination, week, week + WORMHOLE_WEEKS)
    free = drop_survey(turn, fleet)
    put_fleet(
        turn, changed(free, transit=through, route=(), course=None, pick_up=(), mission="none", raid=None, bound=None)
    )
    return ""


def _off_the_map(turn: TurnState, fleet: Fleet) -> None:
    """A hole that leads to a bolt hole or another cluster is the game master's to play (CW-B-13)."""
    system = turn.cluster.systems[fleet.hex]
    told = ", ".join(system.special.details) if system.special is not None else "its far end is off the map"
    turn.put_question(
        "scene",
        (fleet.side,),
        f"{turn.sides[fleet.side].name} {fleet.name} ({fleet.id}) goes into the worm hole at {fleet.hex}: {told}.",
        OFF_THE_MAP,
        "Say where it comes out and when: move the fleet, or give the worm hole another end with /special hole.",
        fleet.hex,
    )


def learn_passages(turn: TurnState, week: int) -> None:
    """Who has come out alive knows both ends of the worm hole from now on (CW-14.0-32)."""
    for event in [e for e in turn.events if isinstance(e, HolePassed) and e.week + WORMHOLE_WEEKS == week]:
        fleet = turn.fleets.get(event.fleet)
        if fleet is None or fleet.transit is not None or fleet.hex != _far_end(turn, event.hex):
            continue
        known = turn.knowledge[event.side]
        if event.hex not in known.passages:
            turn.learn(event.side, passages=tuple(sorted({*known.passages, event.hex})))


def _far_end(turn: TurnState, hex_: HexId) -> HexId:
    system = turn.cluster.systems.get(hex_)
    return system.destination if system is not None else ""


class AnswerScene(Order):
    """Say what is done about something met or found (CW-12.1-04)."""

    scene: SceneId
    choice: str


class EnterWormhole(Order):
    """Go into a worm hole whose far end nobody knows (CW-14.0-32)."""

    fleet: FleetId


def short_scene(scene: SceneId) -> str:
    """A scene as its side writes it: E3."""
    return scene.rpartition("-")[2]


def open_scene(scenes: tuple[Scene, ...], side: SideId, wanted: str) -> Scene:
    """A side's scene that waits for an answer; IllegalOrderError with those there are."""
    mine = [s for s in scenes if s.side == side and not s.closed]
    found = next((s for s in mine if wanted.casefold() in {s.id.casefold(), short_scene(s.id).casefold()}), None)
    if found is None:
        there = ", ".join(short_scene(s.id) for s in mine) or "none"
        raise IllegalOrderError(f"No encounter {quoted(wanted)} waits for you; open are: {there}.", rule=SCENE_RULE)
    return found


def choice_of(settings: Settings, scene: Scene, wanted: str) -> tuple[str, Row]:
    """A choice of a scene by its word or label; IllegalOrderError with those there are."""
    choices = choices_of(settings, scene.kind)
    tidy = wanted.strip().casefold()
    for key, row in choices.items():
        if tidy in {key.casefold(), row["label"].casefold()}:
            return key, row
    listed = ", ".join(f"{key} ({row['label']})" for key, row in choices.items())
    raise IllegalOrderError(f"{quoted(wanted)} is not a choice here; there are {listed}.", rule=SCENE_RULE)


def parts_of(planned: PlannedState, scene: Scene) -> dict[str, int]:
    """What helps aboard the side's fleets that are there: what works of it."""
    here = (f for f in planned.fleets.values() if f.hex == scene.hex and f.transit is None)
    return parts_in(planned.me.designs, [planned.ships[ship] for fleet in here for ship in fleet.ships])


def odds_text(planned: PlannedState, scene: Scene, row: Row) -> str:
    """The chance of a choice in words, with what it is made of where something helps: "60 % (50 in itself, +10 for science
    stations); if it fails: a fight"; of one without a chance, whether a fight comes of it, which nobody has won before it is
    over."""
    return odds_in_words(planned.settings, parts_of(planned, scene), row)


def odds_in_words(settings: Settings, aboard: Mapping[str, int], row: Row) -> str:
    """The same by what is aboard, counted by part."""
    odds = helps_of(settings, row, aboard)
    if not odds:
        return "no roll; a fight follows" if _is_fight(row) else "no roll"
    made = ", ".join([f"{odds[0].value} {odds[0].reason}", *(f"{m.value:+d} for {m.reason}" for m in odds[1:])])
    of = f" ({made})" if len(odds) > 1 else ""
    unknown = "; what they are like counts too, and nobody knows it yet" if row["helps"] == "manner" else ""
    return f"{sum(m.value for m in odds)} %{of}{unknown}; if it fails: {_failure(row)}"


def short_odds(settings: Settings, aboard: Mapping[str, int], row: Row) -> str:
    """The chance of a choice in a word or two: "60 %", "about 60 %" where what others are like counts, "a fight", "no roll"."""
    odds = helps_of(settings, row, aboard)
    if not odds:
        return "a fight" if _is_fight(row) else "no roll"
    return f"{'about ' if row['helps'] == 'manner' else ''}{sum(m.value for m in odds)} %"


def _is_fight(row: Row) -> bool:
    """Whether a choice without a chance leads to a fight."""
    return any(_kind(effect) == "fight" for effect in split_cell(row["good"]))


def _failure(row: Row) -> str:
    """What comes of a choice that fails, as far as who makes it may know."""
    kinds = [_kind(effect) for effect in split_cell(row["bad"])]
    told = [FAILURE_TEXTS[kind] for kind in kinds if kind in FAILURE_TEXTS and (kind != "gone" or len(kinds) == 1)]
    return " and ".join(told) or "nothing is lost"


def _kind(effect: str) -> str:
    return effect.partition(" ")[0]


def _plan_answer(planned: PlannedState, order: AnswerScene) -> OrderPreview:
    scene = open_scene(planned.view.scenes, planned.me.id, order.scene)
    key, row = choice_of(planned.settings, scene, order.choice)
    planned.once(f"scene {scene.id}", f"Your sheet already answers {short_scene(scene.id)}")
    if row["needs"] and not parts_of(planned, scene).get(row["needs"]):
        raise IllegalOrderError("None of your ships there has what that takes: towing links.", rule="CW-B-11")
    title = scene_row(planned.settings, scene.kind)["title"]
    text = f"{title} at {planned.place(scene.hex)}: {row['label']}."
    rule, chance = scene_row(planned.settings, scene.kind)["rule"], odds_text(planned, scene, row)
    costly = _is_fight(row) or any(_kind(effect) in FAILURE_TEXTS for effect in split_cell(row["bad"]))
    notes = (Note(f"Chance: {chance}.", rule, informs=not costly),)
    return OrderPreview(order=changed(order, scene=scene.id, choice=key), text=text, notes=notes)


def _answer(turn: TurnState, signed: SignedOrder, order: AnswerScene) -> None:
    scene = open_scene(tuple(turn.scenes), signed.side, order.scene)
    key, _ = choice_of(turn.settings, scene, order.choice)
    turn.scenes[turn.scenes.index(scene)] = changed(scene, answer=key)


def _plan_enter(planned: PlannedState, order: EnterWormhole) -> OrderPreview:
    fleet = own_fleet(planned, order.fleet)
    check_role(planned.settings)
    check_free(planned, fleet, planned.first_week)
    system = planned.view.systems.get(fleet.hex)
    seen = HOLE_CODE in planned.view.objects.get(fleet.hex, ()) or (
        system is not None and any(WORMHOLE_KIND in note for note in system.notes)
    )
    if not seen or fleet.transit is not None or fleet.course is not None:
        raise IllegalOrderError(f"{fleet.name} is at no worm hole that you know.", rule=WORMHOLE_TRAVEL_RULE)
    planned.check_stays(fleet)
    planned.moving[fleet.id] = planned.first_week
    notes = (
        Note("Nobody knows where it leads before somebody has come through.", WORMHOLE_TRAVEL_RULE),
        Note("Most such holes lead one way only.", "CW-14.0-33"),
    )
    return OrderPreview(
        order=order, text=f"{fleet.name} goes into the worm hole at {planned.place(fleet.hex)}.", notes=notes
    )


def _enter(turn: TurnState, signed: SignedOrder, order: EnterWormhole) -> None:
    fleet = own_fleet(TurnHoldings(turn, signed.side), order.fleet)
    if fleet.transit is not None or fleet.course is not None:
        raise IllegalOrderError(f"{fleet.name} is under way.", rule=WORMHOLE_TRAVEL_RULE)
    waits = pass_hole(turn, fleet, turn.first_week, signed.id)
    if waits:
        turn.fail_fleet(changed(fleet, order=signed.id), waits, OFF_THE_MAP)


KINDS: Final = (
    OrderKind(
        AnswerScene,
        Phase.MISSION,
        command="encounter answer",
        example="answer E1 leave",
        pattern=rf"{NAME} (\w+)",
        read=lambda g: AnswerScene(g.text(0), g.word(1)),
        write=lambda order, names: f"answer {short_scene(order.scene)} {order.choice}",
        plan=_plan_answer,
        carry_out=_answer,
    ),
    OrderKind(
        EnterWormhole,
        Phase.UNLOAD,
        command="encounter enter",
        example='enter "1st Fleet"',
        pattern=NAME,
        read=lambda g: EnterWormhole(g.fleet(0)),
        write=lambda order, names: f"enter {fleet_text(names, order.fleet)}",
        plan=_plan_enter,
        carry_out=_enter,
    ),
)
