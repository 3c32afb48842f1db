"""The drawing board: a governor lays out units by its character, on hulls that it has, with what it knows and can pay, and hands
in what is clearly better than its roster (6.0, 6.2). A drawing becomes a design by the game master's word or the book's, as a
player's does."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.industry.drawings import owned_templates, price_drawing, read_drawing
from rules.cluster_war.model.race_design.effects import RaceEffects
from rules.cluster_war.model.state.common import Settings, overrides_of, tables_with
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.checks import HULL_PER_QUARTERS, may_design
from rules.cluster_war.model.unit_design.drafts import builder_of, limits, part
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.play.governors.profile import Character
from rules.cluster_war.play.governors.roster import PACE, merit, role_of_design
from rules.cluster_war.play.governors.situation import ProposedDesign, Situation
from rules.values import Value

DRAWINGS_TABLE: Final = "CW-TAB-GOVERNOR-DRAWINGS"
TURNS_BETWEEN_DRAWINGS: Final = 8
"""Turns before something of the same kind is drawn once more."""
BETTER_PERCENT: Final = 15
"""Percent by which a drawing must be better than all that can be built."""
INCOME_PART: Final = 3
"""A unit costs at most this part of a turn's income, or as much as the dearest of its kind that the roster has."""
LEAST_BATTALIONS: Final = 4
"""Battalions that an assault ship carries, at least."""
CIVIL_DRIVES_G: Final = (2, 3, 4, 5, 6)
"""G of ships that do not fight, as far as there is room."""
CLOAKING_TECHNOLOGY: Final = "Cloaking Technology"


class Board(Value):
    """What a character draws (CW-TAB-GOVERNOR-DRAWINGS): kinds, G of ships of war, armor for each hundred hull spaces, what it
    weighs, and a name for each kind."""

    kinds: tuple[str, ...]
    paces: tuple[int, ...]
    armor: int
    weighs: str
    names: tuple[tuple[str, str], ...]


def board_of(character: Character, settings: Settings) -> Board:
    """A character's drawing board, this campaign's house rules applied."""
    return _board(character, overrides_of(settings))


@lru_cache(maxsize=64)
def _board(character: str, overrides: tuple[tuple[str, str], ...]) -> Board:
    row = tables_with(overrides)[DRAWINGS_TABLE].row(character)
    kinds = ("war", "assault", "base", "hauler", "surveyor", "scout")
    return Board(
        kinds=tuple(kind for kind in row["kinds"].split() if kind in kinds),
        paces=tuple(int(g) for g in row["G"].split()),
        armor=int(row["armor"]),
        weighs=row["weighs"],
        names=tuple((kind, row[kind]) for kind in kinds),
    )


def draw(situation: Situation) -> ProposedDesign | None:
    """What is drawn this turn, if anything: of one kind a turn, in turn, what was not drawn of late, and is clearly better than
    what can be built. How many layouts it tries, and whether it thinks of it at all, is judgment."""
    board = board_of(situation.profile.character, situation.settings)
    turn, settings = situation.view.turn, situation.settings
    if not board.kinds or situation.memory.beaten or not may_design(settings):
        return None
    first = (turn - 1) % len(board.kinds)
    kinds = (*board.kinds[first:], *board.kinds[:first])
    kind = next(
        (k for k in kinds if turn - situation.memory.drawn.get(k, -TURNS_BETWEEN_DRAWINGS) >= TURNS_BETWEEN_DRAWINGS),
        "",
    )
    if not kind or situation.random.happens(f"overlooked/draw/{kind}", situation.judgment.overlooks):
        return None
    own = [d for d in situation.roster.designs if _is_of_kind(d, kind, settings)]
    able, roster = [d for d in own if d.id in situation.roster.able], situation.roster
    old = max(able, key=lambda d: (roster.merit(d, kind, board.weighs), d.id), default=None)
    most = max([situation.income // INCOME_PART, *(d.cost for d in own)])
    was = roster.merit(old, kind, board.weighs) if old else 0
    drawn = [(merit(d, kind, board.weighs, settings), text, d) for text, d in _drawn(situation, board, kind, own, most)]
    drawn = [found for found in drawn if found[0] and found[0] * 100 >= was * (100 + BETTER_PERCENT)]
    drawn.sort(key=lambda found: (found[0], found[1].lines), reverse=True)
    best = next((found for found in drawn if _is_allowed(situation, found[1])), None)
    if best is None:
        return None
    worth, text, new = best
    why = (
        f"for its price {worth * 100 // was - 100} % better than {old.name}" if old and was else "we can build none yet"
    )
    return ProposedDesign(kind, text, f"{new.name}, {_noun(kind)} of {new.hull} hull spaces for {new.cost} CPs: {why}")


def _noun(kind: str) -> str:
    nouns = {"war": "a ship of war", "assault": "an assault ship", "hauler": "a freighter", "surveyor": "a survey ship"}
    return nouns.get(kind, f"a {kind}")


def _is_of_kind(design: Design, kind: str, settings: Settings) -> bool:
    """Whether a design on the roster is of a kind."""
    if kind == "base":
        return design.kind == "base" and is_warship(design, settings)
    if kind == "assault":
        return role_of_design(design, settings) == "war" and design.barracks >= LEAST_BATTALIONS
    return role_of_design(design, settings) == kind and design.drive > 0


def _drawn(
    situation: Situation, board: Board, kind: str, own: list[Design], most: int
) -> Iterator[tuple[UnitText, Design]]:
    """Layouts of a kind that can be paid, unchecked, as many as its judgment tries."""
    me, settings = situation.me, situation.settings
    shape = "base" if kind == "base" else "ship"
    if shape == "ship" and any(d.ftl_levels or d.ftl_doubled for d in me.designs.values() if d.kind == "ship"):
        return  # a drawn ship has its drive as it is at first, and would be left behind by the others
    code, name = (
        f"{kind[:2].upper()}{_letters(situation.view.turn)}",
        f"{dict(board.names)[kind]} {situation.view.turn}",
    )
    hulls = sorted({t.hull for t in owned_templates(me).values() if t.kind == shape})
    race = builder_of(me).effects(settings)
    found = [(hull, lines) for hull in hulls for lines in _layouts(kind, hull, board, race, own, settings)]
    found.sort(key=lambda pair: (situation.random.below(f"draw/{kind}/{pair}", 10**9), pair))
    for hull, lines in found[: situation.judgment.candidates]:
        text = UnitText(code, name, "orbital base" if shape == "base" else "ship", hull, "\n".join(lines))
        design = price_drawing(text, me, settings)
        if design is not None and design.cost <= most and _is_of_kind(design, kind, settings):
            yield text, design


def _is_allowed(situation: Situation, text: UnitText) -> bool:
    """Whether a drawing could be built as it is."""
    _, _, problems = read_drawing(text, situation.me, situation.settings)
    return not any(problem.refused for problem in problems)


def _letters(turn: int) -> str:
    """A turn in letters, two at least: designs that are drawn apart have ids apart, and so have their ships."""
    text = ""
    while turn or len(text) < 2:
        turn, rest = divmod(turn, 26)
        text = chr(ord("A") + rest) + text
    return text


def _layouts(
    kind: str, hull: int, board: Board, race: RaceEffects, own: list[Design], settings: Settings
) -> Iterator[tuple[str, ...]]:
    """All layouts of a kind on a hull that are thought of."""
    quarters = -(-hull // HULL_PER_QUARTERS)
    paces = (0,) if kind == "base" else board.paces if kind in {"war", "assault"} else CIVIL_DRIVES_G
    for g in paces:
        drive = part("Drive", settings).spaces(hull, Fraction(g)) if g else 0
        room = hull - 1 - quarters - drive
        if room < 1:
            continue
        frame = ("Bridge", f"{quarters} Crew quarters", *((f"Drive {g}G",) if g else ()))
        match kind:
            case "hauler":
                if room >= min((d.cargo_bays for d in own), default=1):
                    yield (*frame, f"{room} Cargo bay")
            case "surveyor":
                for bays in sorted({room // 2, room * 2 // 3} - {0}):
                    yield from ((*frame, f"{bays} Survey bay", f"{room - bays} LRS"),)
            case "scout":
                eyes = min((d.lrs for d in own), default=1)
                if room >= eyes:
                    yield (*frame, f"{eyes} LRS")
            case _:
                yield from ((*frame, *arms) for arms in _arms(kind, hull, room, board, race, settings))


def _arms(
    kind: str, hull: int, room: int, board: Board, race: RaceEffects, settings: Settings
) -> Iterator[tuple[str, ...]]:
    """Ways to arm a hull that has so much room: sensors, and troops where it is for them; weapons, screens, armor; and all that
    helps to aim and to hide of which the race knows."""
    aids = tuple(f"{name} {best}" for name in ("Battle computer", "ECM") if (best := _best(name, race, settings)))
    if board.weighs == PACE and kind == "war" and race.has(CLOAKING_TECHNOLOGY):
        aids = (*aids, "Cloaking device")
    troops = max(LEAST_BATTALIONS, room // 2) if kind == "assault" else 0
    left = room - troops - 1 - ("Cloaking device" in aids)
    if left < 1:
        return
    fixed = ("LRS", *aids, *((f"{troops} Barracks",) if troops else ()))
    bars = race.disadvantages
    for weapon in ("Beam emitter", "Energy torpedo launcher"):
        point = _best(weapon, race, settings)
        if any(limit.barred_by in bars for limit in limits(weapon, "ship", settings) if limit.barred_by):
            continue
        for guns in sorted({left, -(-left * 3 // 4), -(-left // 2), -(-left // 4)}):
            screen = (
                ((f"{left - guns} Shield projector {_best('Shield projector', race, settings)}",))
                if left > guns
                else ()
            )
            for armor in sorted({0, hull * board.armor // 200, hull * board.armor // 100}):
                plate = (f"High grade armor {armor}",) if armor and "No Armor" not in bars else ()
                for screens in sorted({(), tuple(screen)}):
                    yield (*fixed, f"{guns} {weapon} {point}", *screens, *plate)


def _best(name: str, race: RaceEffects, settings: Settings) -> int:
    """The highest rating of a component that the race can make."""
    component = part(name, settings)
    return (component.highest or 0) + race.owned.get(component.raised_by, 0)
