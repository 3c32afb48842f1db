"""What a pilot may wish for a whole turn, as the lists of a panel show it, and what is chosen there made into wishes (R-303)."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import SelectOption

from cogs.common.components import option
from cogs.common.panels import star
from render.dogfight.text import ticked_boxes
from render.words.safe_text import format_list, plain
from rules.air_force.changes import enemies
from rules.air_force.combat import WEAPONS
from rules.air_force.doctrine import outlined
from rules.air_force.jets import Jet, Maneuvers
from rules.air_force.orders import Attack, Chase, Fly, Hold, JetId, Pace, PlanEnergy, TurnWishes, choice_id
from rules.air_force.state import Dogfight
from rules.air_force.view import DogfightView
from rules.values import GameError, Value, changed

MOST_PREY: Final = 4
"""Enemies that are offered to be gone after; a list of Discord's holds 25 lines."""
LEVELS: Final = (3, 2, 1, 0, -1, -2, -3)
MOST_WISHES: Final = 7
"""Of one turn: three maneuvers, the afterburner, a climb or dive, brakes, a move."""
AS_ADVISED: Final = "star"


class Wish(Value):
    """One line of the list: of wishes of one `group` only one is chosen."""

    id: str
    group: str
    words: str
    about: str


MANEUVER_WISHES: Final = (
    Wish("easy", "turns", "no hard maneuver", "all five dice for the energy roll, if nothing else is chosen"),
    Wish("turn1", "turns", "Hard Turn x1", "each is added to your turn rolls and takes a die from your energy"),
    Wish("turn2", "turns", "Hard Turn x2", ""),
    Wish("turn3", "turns", "Hard Turn x3", ""),
    Wish("jink", "jink", "Jink", "you are harder to hit"),
    Wish("aim", "aim", "Aim", "you hit more easily"),
    Wish("burner", "burner", "afterburner", "one Speed more, for fuel"),
)
PACE_WISHES: Final = (
    Wish("fast", "pace", "no speed brakes", "as fast as it comes"),
    Wish("slow", "pace", "brake", "as slow as you fly without a stall; slow jets turn well"),
)
LEG_WISHES: Final = (
    Wish("ahead", "move", "straight on", "in every hex"),
    Wish("left", "move", "turn left", "try it in every hex"),
    Wish("right", "move", "turn right", "try it in every hex"),
    Wish("middle", "move", "keep to the middle", "of the map"),
)
TURN_WISHES: Final = ("easy", "turn1", "turn2", "turn3")


def wishes_on_offer(fight: Dogfight, jet: Jet) -> Sequence[Wish]:
    """Maneuvers, climbs and dives, brakes, and where to fly."""
    levels = [Wish(f"level{one}", "levels", _levels_words(one), "") for one in LEVELS]
    prey = [
        Wish(f"chase:{other.id}", "move", f"go after {other.name}", "for the best shot, hex by hex")
        for other in enemies(fight, jet.side)[:MOST_PREY]
    ]
    return (*MANEUVER_WISHES, *prey, *LEG_WISHES, *levels, *PACE_WISHES)


def _levels_words(levels: int) -> str:
    return f"climb {levels}" if levels > 0 else f"dive {-levels}" if levels < 0 else "stay level"


def flown_options(fight: Dogfight, jet: Jet, wishes: TurnWishes) -> list[SelectOption]:
    """The lines of the list of maneuvers and flight; what is wished is ticked."""
    ticked = set(_ticked(wishes))
    return [option(one.words, one.id, one.about, chosen=one.id in ticked) for one in wishes_on_offer(fight, jet)]


def fire_options(fight: Dogfight, jet: Jet, wishes: TurnWishes) -> list[SelectOption]:
    """The lines of the list of fire: the doctrine's shot, each weapon at each enemy in sight, none."""
    wanted = AS_ADVISED if wishes.fire is None else choice_id(wishes.fire)
    shots = [(_fire_words(fight, fire), choice_id(fire), _fire_about(fire)) for fire in _shots(fight, jet)]
    advised = (f"{star(starred=True)}as your doctrine decides", AS_ADVISED, "")
    return [option(words, name, about, chosen=name == wanted) for words, name, about in (advised, *shots)]


def _shots(fight: Dogfight, jet: Jet) -> Iterator[Attack | Hold]:
    stores = jet.stores
    held = {"gun": stores.guns, "missile": stores.missiles} if stores else {}
    for other in enemies(fight, jet.side)[:MOST_PREY]:
        for weapon in reversed(WEAPONS):
            if held.get(weapon):
                yield Attack(jet.id, weapon, other.id)
    yield Hold(jet.id)


def _fire_words(fight: Dogfight, fire: Attack | Hold) -> str:
    if isinstance(fire, Hold):
        return "hold fire"
    return f"{'guns' if fire.weapon == 'gun' else 'a missile'} at {_name(fight, fire.target)}"


def _fire_about(fire: Attack | Hold) -> str:
    return "" if isinstance(fire, Hold) else "if it is within reach, however poor the chance"


def _name(fight: Dogfight, jet: JetId) -> str:
    return fight.jets[jet].name if jet in fight.jets else jet


def read_flown(fight: Dogfight, jet: Jet, before: TurnWishes, chosen: Sequence[str]) -> TurnWishes:
    """The wishes with maneuvers and flight as they are chosen. GameError for two that exclude each other, or that are not
    there."""
    offered = {one.id: one for one in wishes_on_offer(fight, jet)}
    if not set(chosen) <= set(offered):
        raise GameError("That choice is not open now; the panel shows those that are.")
    groups: dict[str, Wish] = {}
    for one in (offered[name] for name in chosen):
        if one.group in groups:
            raise GameError(f"Choose {groups[one.group].words} or {one.words}, not both.")
        groups[one.group] = one
    ids = set(chosen)
    plan = None
    if ids.intersection(one.id for one in MANEUVER_WISHES):
        turns = TURN_WISHES.index(groups["turns"].id) if "turns" in groups else 0
        plan = PlanEnergy(jet.id, turns, "jink" in ids, "aim" in ids, "burner" in ids)
    levels = int(groups["levels"].id.removeprefix("level")) if "levels" in groups else None
    pace: Pace = "fast" if "fast" in ids else "slow" if "slow" in ids else ""
    return changed(before, plan=plan, levels=levels, pace=pace, move=_move(jet.id, groups.get("move")))


def _move(jet: JetId, wish: Wish | None) -> Fly | Chase | None:
    match None if wish is None else wish.id:
        case None:
            return None
        case "ahead":
            return Fly(jet, ("straight",))
        case "left":
            return Fly(jet, ("left",))
        case "right":
            return Fly(jet, ("right",))
        case "middle":
            return Chase(jet)
        case name:
            return Chase(jet, name.removeprefix("chase:"))


def read_fire(fight: Dogfight, jet: Jet, before: TurnWishes, chosen: str) -> TurnWishes:
    """The wishes with the shot that is chosen. GameError for one that is not there."""
    if chosen == AS_ADVISED:
        return changed(before, fire=None)
    found = next((fire for fire in _shots(fight, jet) if choice_id(fire) == chosen), None)
    if found is None:
        raise GameError("That choice is not open now; the panel shows those that are.")
    return changed(before, fire=found)


def _ticked(wishes: TurnWishes) -> Iterator[str]:
    plan, move = wishes.plan, wishes.move
    if plan is not None:
        on = [name for name, is_on in (("jink", plan.jink), ("aim", plan.aim), ("burner", plan.afterburner)) if is_on]
        yield from [TURN_WISHES[plan.hard_turns]] if plan.hard_turns or not on else []
        yield from on
    if move is not None:
        yield choice_id(move)
    if wishes.levels is not None:
        yield f"level{wishes.levels}"
    if wishes.pace:
        yield wishes.pace


def wishes_text(view: DogfightView, jet: Jet, wishes: TurnWishes) -> str:
    """The question of a whole turn: what ★ would do, and what the pilot wishes instead."""
    fight = view.known
    plan, chase = outlined(view, jet.id)
    now = [format_list(ticked_boxes(_maneuvers(plan), burner=plan.afterburner)) or "no hard maneuver"]
    now.append(f"go after {_name(fight, chase.target)}" if chase.target else "keep to the middle")
    words = {one.id: one.words for one in wishes_on_offer(fight, jet)}
    mine = [words[name] for name in _ticked(wishes) if name in words]
    mine += [] if wishes.fire is None else [_fire_words(fight, wishes.fire)]
    lines = [
        "**What do you wish for the whole turn?** ★ decides what you leave open, and what turns out not to be possible.",
        f"★ now: {plain(', '.join(now), 200)}.",
        f"Your wishes: {plain(', '.join(mine), 300)}; the rest ★." if mine else "Your wishes: none yet, so all ★.",
        "-# Nobody else sees them before every pilot is ready. At a deadline they count as chosen so far.",
    ]
    return "\n".join(lines)


def _maneuvers(plan: PlanEnergy) -> Maneuvers:
    return Maneuvers(plan.hard_turns, plan.jink, plan.aim)


def has_wishes(wishes: TurnWishes) -> bool:
    """Whether anything is wished."""
    return wishes != TurnWishes(wishes.jet)
