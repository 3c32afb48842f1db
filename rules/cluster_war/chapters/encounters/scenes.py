"""Scenes: what a side meets or finds is put to it, with choices, and to the game master (CW-12.1-04, CW-B-33)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.detection.sensors import by_courier, watchers
from rules.cluster_war.chapters.detection.surveys import knows_system
from rules.cluster_war.chapters.encounters import specials
from rules.cluster_war.chapters.encounters.foes import fight, usual_number
from rules.cluster_war.chapters.encounters.outcomes import (
    board,
    fleets_there,
    infect,
    infected_share,
    is_witnessed,
    tell_missing,
)
from rules.cluster_war.chapters.movement.fleets import came_in, force_of, present_in, ships_of
from rules.cluster_war.model.events.encounters import SceneOpened, TrapMet
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, KnowledgeLevel, ShipId, SideId, tables
from rules.cluster_war.model.state.holdings import Design, Fleet, Ship
from rules.cluster_war.model.state.places import Scene, Special, StarSystem
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.tables import Row
from rules.values import Cause, Modifier

PIRATES: Final = "pirates"
HELPFUL_PARTS: Final = ("science_stations", "medical", "barracks", "racks")
FIRST_CLASH: Final = 3
"""Rounds of the fight with what attacks unasked, before anybody is asked (ruling R-162)."""


def open_scenes(turn: TurnState, week: int) -> None:
    """Put what fleets have met or found to their sides, each once, and again when a fleet comes back to it."""
    if turn.settings.encounters != "played":
        return
    came = came_in(turn, week)
    for hex_, fleets in sorted(present_in(turn).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None or system.hidden:
            continue
        kind = specials.scene_of(system, turn.settings)
        if not kind:
            continue
        for side in sorted({f.side for f in fleets}):
            if _is_new(turn, side, system, kind, came) and system is turn.cluster.systems.get(hex_, system):
                _open(turn, week, side, hex_, kind)


def _is_new(turn: TurnState, side: SideId, system: StarSystem, kind: str, came: set[FleetId]) -> bool:
    """Whether a side has what it takes to notice, and has not been asked about it, or has come back."""
    opens = specials.scene_row(turn.settings, kind)["opens"]
    if specials.HOLE_CODE in system.codes and system.special is None:
        opens = "scouted"
    if opens != "entry" and not _is_found(turn, side, system, "surveyed" if opens == "surveyed" else "scouted"):
        return False
    old = [s for s in turn.scenes if (s.side, s.hex, s.kind) == (side, system.hex, kind)]
    if any(not s.closed or s.turn == turn.turn for s in old):
        return False
    return not old or any(f.id in came for f in fleets_there(turn, side, system.hex))


def _is_found(turn: TurnState, side: SideId, system: StarSystem, level: KnowledgeLevel) -> bool:
    """Whether a side knows a system well enough to have found what is there; where news goes by courier, of a place far off
    since before this month, when the news of it had come home (CW-13.0-02, R-153)."""
    if by_courier(turn.settings) and side not in watchers(turn, system.hex):
        return knows_system(turn.start, side, system, level)
    return knows_system(turn, side, system, level)


def _open(turn: TurnState, week: int, side: SideId, hex_: HexId, kind: str) -> None:
    """What it does unasked, then the scene, if anybody is left to answer it."""
    row, fleets = specials.scene_row(turn.settings, kind), fleets_there(turn, side, hex_)
    if row["first"] and not _unasked(turn, week, fleets, kind, row):
        return
    left = fleets_there(turn, side, hex_)
    if not left:
        return
    lead = max(left, key=lambda f: (force_of(turn, f).hull, f.id))
    scene = Scene(f"{side}-E{turn.next_id(f'scene/{side}')}", side, hex_, kind, lead.id, turn.turn, week)
    turn.scenes.append(scene)
    cause = Cause(row["rule"], lead.order)
    turn.tell_side(SceneOpened(side, scene.id, kind, hex_, week, row["usual"], cause=cause))
    _ask(turn, scene, row)


def _ask(turn: TurnState, scene: Scene, row: Row) -> None:
    """The game master hears of the scene, with what is behind it and what is done if nobody says anything."""
    system = turn.cluster.systems[scene.hex]
    special = system.special
    what = specials.behind(special) if special is not None else f"it leads to {system.destination or 'nowhere'}"
    choices = specials.choices_of(turn.settings, scene.kind)
    usual = choices[row["usual"]]
    text = f"{turn.sides[scene.side].name} at {scene.hex}: {row['title']} ({what})."
    suggestion = f"If nobody answers: {usual['label']}. To change the end: /special rule."
    labels = tuple(c["label"] for c in choices.values())
    turn.put_question(
        "scene", (scene.side,), text, row["rule"], suggestion, scene.hex, choices=labels, subjects=(scene.id,)
    )


def _unasked(turn: TurnState, week: int, fleets: Sequence[Fleet], kind: str, row: Row) -> bool:
    """What a thing does before anybody is asked (CW-B-15 to CW-B-18); whether there is still something to be asked about."""
    hex_, side = fleets[0].hex, fleets[0].side
    special = turn.cluster.systems[hex_].special
    if special is None:
        return False
    fate = specials.SceneDice(turn, side, f"scene/{hex_}/{week - turn.first_week}")
    lost: tuple[ShipId, ...] = ()
    odds: tuple[Modifier, ...] = ()
    match row["first"]:
        case "fight":
            number = specials.number_of(special) or usual_number(turn.settings, row["foe"])
            fought = fight(turn, week, fleets, row["foe"], number, rounds=FIRST_CLASH)
            text, lost, left = fought.text, fought.lost, bool(fought.left)
            specials.put_special(
                turn, hex_, specials.with_line(special, specials.LEFT_HEADING, str(fought.left)) if left else None
            )
        case "board":
            boarders, teams = boarders_of(turn, special, row["foe"], fate)
            came = board(turn, week, fleets, boarders, teams, fate)
            text, lost, odds, left = came.text, came.lost, came.odds, not came.wiped_out
            specials.put_special(turn, hex_, special if left else None)
        case _:
            share = infected_share(special)
            infect(turn, [s.id for f in fleets for s in ships_of(turn, f)], share)
            text, left = f"{share} % of the crews are ill.", True
            odds = (Modifier(share, "% of the crews infected"),)
    told = TrapMet(
        side, hex_, week, f"{row['look']} {text}", lost, cause=Cause(row["rule"], "", odds, tuple(fate.rolls))
    )
    if any(f.id in turn.fleets for f in fleets) or is_witnessed(turn, side, hex_):
        turn.tell_side(told)
    else:
        turn.say(told)
        tell_missing(turn, week, fleets)
    return left


def boarders_of(turn: TurnState, special: Special | None, foe: str, fate: specials.SceneDice) -> tuple[str, int]:
    """Who boards, and how many teams: as rolled for when the system was made, else as the table has it."""
    monster = specials.line(special, "Monster") if special is not None else ""
    table = tables(turn.settings)[specials.BOARDERS_TABLE]
    name = next((key for key in table.keys if key.casefold() in monster.casefold()), "")
    if not name:
        name = foe if foe in table.keys else next(key for key in table.keys if foe == PIRATES and "marine" in key)
    known = specials.number_of(special) if special is not None and monster else 0
    return name, known or fate.sum("teams", table.cell(name, "teams"))


def parts_aboard(turn: TurnState, fleets: Sequence[Fleet]) -> dict[str, int]:
    """What helps in scenes aboard fleets of one side, counted: what works of it."""
    designs = turn.sides[fleets[0].side].designs if fleets else {}
    return parts_in(designs, [ship for fleet in fleets for ship in ships_of(turn, fleet)])


def parts_in(designs: Mapping[DesignId, Design], ships: Iterable[Ship]) -> dict[str, int]:
    """What helps in scenes aboard ships, counted: what works of it."""
    whole = [sound(designs, ship) for ship in ships]
    return {part: sum(int(getattr(design, part)) for design in whole) for part in HELPFUL_PARTS}


def odds_of(turn: TurnState, fleets: Sequence[Fleet], choice: Row) -> tuple[Modifier, ...]:
    """What a choice's chance is made of, as its side may know it."""
    return specials.helps_of(turn.settings, choice, parts_aboard(turn, fleets))
