"""The GM's hand on abilities of level 3: slavers, vampires, witches and zombie masters (CW-15.1-23 to CW-15.1-28)."""

from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.chapters.combat.ground.conquest import take_over
from rules.cluster_war.chapters.combat.ground.forces import surface_of
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet, create_ships, place_fleet
from rules.cluster_war.chapters.logistics.stress import StressEffect, outcome
from rules.cluster_war.chapters.minds.illusion_amendments import check_on, how_long, until
from rules.cluster_war.model.events.psionics import MindsBent
from rules.cluster_war.model.psionics.abilities import AbilityId, ability_named, is_immune, is_reached, side_has
from rules.cluster_war.model.psionics.telepaths import sway_over
from rules.cluster_war.model.psionics.units import ZOMBIE, has_mind, is_robotic, unit_abilities
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Ship
from rules.cluster_war.model.state.psionics import Hold, Sway
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.values import GameError, changed, quoted, unknown

Master: TypeAlias = Literal["slaver", "vampire", "witch", "zombie"]
MASTERS: Final[tuple[Master, ...]] = get_args(Master)
MASTER_RULES: Final[dict[str, str]] = {
    "slaver": "CW-15.1-24",
    "vampire": "CW-15.1-25",
    "witch": "CW-15.1-26",
    "zombie": "CW-15.1-27",
}
MASTER_HOLDS: Final[dict[str, tuple[Hold, ...]]] = {
    "slaver": ("thralls",),
    "vampire": ("stunned", "soothed", "drained"),
    "witch": ("warded", "striking"),
    "zombie": ("zombies",),
}
"""What each ability makes of those it reaches."""
APPROVAL_RULE: Final = "CW-15.1-23"
BEYOND_PSIONICS_RULE: Final = "CW-15.1-28"
MOST_POINTS: Final = 100
FULL_PERCENT: Final = 100
TARGETS_HINT: Final = "Name ships or bases as side/id, like humans/DD01, or a colony as hex-orbit"


class HoldMinds(Amendment):
    """An ability of level 3 has ships, bases or a colony in its hold: what has become of them, and the points it adds to their
    attack and defense in battle. `by` is the side whose doing it is, "" for a monster or a race of the GM's."""

    ability: str
    units: tuple[str, ...]
    hold: str = ""
    by: SideId = ""
    attack: int = 0
    defense: int = 0
    turns: int = 0


class ReleaseMinds(Amendment):
    """What had units or colonies in its hold lets them go; zombies never come back to themselves (CW-15.1-27)."""

    units: tuple[str, ...]


class TakeMinds(Amendment):
    """Slavers or zombie masters take ships or bases over: they change their flag, or with `by` "" leave the game's rolls
    (CW-15.1-24, CW-15.1-27)."""

    ability: str
    units: tuple[str, ...]
    by: SideId = ""


class TakeWorld(Amendment):
    """Slavers or zombie masters take a world without a fight (CW-15.1-24, CW-15.1-27)."""

    ability: str
    colony: ColonyId
    by: SideId


class OpenPortal(Amendment):
    """Witches open a portal: a fleet passes through it to another hex, or creatures of a design come out of it
    (CW-15.1-26)."""

    by: SideId
    to: HexId
    fleet: FleetId = ""
    design: DesignId = ""
    count: int = 1


class DefineCraft(Amendment):
    """What an ability of level 3 comes to for a side's race, in the GM's words; "" takes them back (CW-15.1-25 to -27)."""

    side: SideId
    ability: str
    text: str


class MakeZombies(Amendment):
    """A side's units of a design are zombies of its own making, or no longer: no mental discipline reaches them in battle, and
    their people lose heart, by so many per cent of the home world's output (CW-15.1-28)."""

    side: SideId
    design: DesignId
    loss: int = 10
    on: bool = True


def _master(turn: Amending, text: str, by: SideId) -> AbilityId:
    """The ability meant, which a side needs the GM's approval for; GameError otherwise."""
    check_on(turn)
    found = ability_named(text, turn.settings)
    if found is None or found.id not in MASTER_RULES:
        lead = f"{quoted(text)} is not an ability of level 3."
        raise unknown(GameError, lead, text, "They are", MASTERS, rule=APPROVAL_RULE)
    if by and not side_has(turn.side(by), found.id, turn.settings):
        raise GameError(
            f"{turn.side(by).name} has no leave to use {found.name}; `/psimaster grant` gives it.", rule=APPROVAL_RULE
        )
    return found.id


def _units(turn: Amending, keys: tuple[str, ...]) -> list[Ship | Base]:
    found = [turn.ships.get(key) or turn.bases.get(key) for key in dict.fromkeys(keys)]
    if not found or None in found:
        raise GameError(f"{TARGETS_HINT}.")
    return [unit for unit in found if unit is not None]


def _check_reach(turn: Amending, key: str, side: SideId, design: DesignId, ability: AbilityId) -> None:
    """GameError for a mind that cannot be reached: of machines, of races that are immune, and of zombies, who have none."""
    owner, name = turn.sides[side], short_id(key)
    held = sway_over(turn, key)
    if held is not None and held.hold == "zombies":
        raise GameError(f"{name} is beyond psionics: its people are zombies.", rule=BEYOND_PSIONICS_RULE)
    if ability == "witch":
        return
    if not is_reached(owner, ability, turn.settings):
        rule = "CW-15.0-04" if is_immune(owner.race) else "CW-15.0-10"
        raise GameError(f"{owner.name} is immune: no psionic influence reaches {name}.", rule=rule)
    found = owner.designs.get(design)
    if found is not None and is_robotic(found):
        raise GameError(f"There is no living creature aboard {name}.", rule=MASTER_RULES[ability])
    if found is not None and not has_mind(found):
        raise GameError(f"{name} is beyond psionics: its crew are zombies.", rule=BEYOND_PSIONICS_RULE)


def _hold(turn: Amending, order: HoldMinds) -> None:
    ability = _master(turn, order.ability, order.by)
    known = MASTER_HOLDS[ability]
    hold = next((h for h in known if h == (order.hold or known[0])), None)
    if hold is None:
        raise unknown(GameError, f"{order.hold} is not what it does.", order.hold, "It makes them", known)
    if max(abs(order.attack), abs(order.defense)) > MOST_POINTS:
        raise GameError(f"It adds up to {MOST_POINTS} points.", rule=MASTER_RULES[ability])
    targets = _targets(turn, order.units)
    for key, side, design in targets:
        _check_reach(turn, key, side, design, ability)
    last = until(turn, order.turns)
    sway = Sway(ability, order.by, hold, order.attack, order.defense, last)
    turn.minds = changed(turn.minds, sways={**turn.minds.sways, **{key: sway for key, _, _ in targets}})
    points = [f"{n:+d} {what}" for n, what in ((order.attack, "attack"), (order.defense, "defense")) if n]
    more = f" ({', '.join(points)})" if points else ""
    _tell(turn, ability, order.by, targets, f"{hold}{how_long(last)}{more}")


def _targets(turn: Amending, keys: tuple[str, ...]) -> list[tuple[str, SideId, DesignId]]:
    """Units and colonies by id, their sides, and the designs of units."""
    found: list[tuple[str, SideId, DesignId]] = []
    for key in dict.fromkeys(keys):
        if key in turn.colonies:
            found.append((key, turn.colonies[key].side, ""))
        else:
            unit = _units(turn, (key,))[0]
            found.append((key, unit.side, unit.design))
    if not found:
        raise GameError(f"{TARGETS_HINT}.")
    return found


def _tell(
    turn: Amending, ability: AbilityId, by: SideId, targets: list[tuple[str, SideId, DesignId]], what: str
) -> None:
    """Tell the owners what has become of theirs, but nothing of slavers, who work unseen; and those whose doing it was, to whom
    a foreign ship is one of its design and a colony its place."""
    cause = changed(turn.cause, rule=MASTER_RULES[ability])
    for side in sorted({side for _, side, _ in targets}):
        mine = [(key, design) for key, owner, design in targets if owner == side]
        if side == by or ability != "slaver":
            told = ", ".join(_named(turn, key) for key, _ in mine)
            turn.tell_side(MindsBent(side, ability, f"{told}: {what}", cause=cause))
        if by and by != side:
            owner = turn.sides[side]
            shown = ", ".join(owner.designs[design].name if design else key for key, design in mine)
            turn.tell_side(MindsBent(by, ability, f"{shown} of {owner.name}: {what}", cause=cause))
    turn.tell(f"{', '.join(_named(turn, key) for key, _, _ in targets)}: {what}.", rule=MASTER_RULES[ability])


def _named(turn: Amending, key: str) -> str:
    return turn.colonies[key].name if key in turn.colonies else short_id(key)


def _release(turn: Amending, order: ReleaseMinds) -> None:
    check_on(turn)
    if not order.units:
        raise GameError(f"{TARGETS_HINT}; those in a hold are in `/psimaster minds show`.")
    sways = dict(turn.minds.sways)
    for key in dict.fromkeys(order.units):
        held = sways.get(key)
        if held is None:
            raise unknown(GameError, f"Nothing has {quoted(key)} in its hold.", key, "There are", sways)
        if held.hold == "zombies":
            raise GameError(f"{short_id(key)}: no mind is left to come back.", rule=MASTER_RULES["zombie"])
        del sways[key]
        owner = turn.colonies[key].side if key in turn.colonies else ""
        unit = turn.ships.get(key) or turn.bases.get(key)
        owner = unit.side if unit is not None else owner
        told = (owner,) if held.ability != "slaver" else ()
        turn.tell(f"{_named(turn, key)} is no longer {held.hold}.", *told, rule=MASTER_RULES[held.ability])
    turn.minds = changed(turn.minds, sways=sways)


def _take(turn: Amending, order: TakeMinds) -> None:
    ability = _master(turn, order.ability, order.by)
    if ability not in {"slaver", "zombie"}:
        raise GameError("Slavers and zombie masters take others over.", rule=MASTER_RULES[ability])
    units = _units(turn, order.units)
    for unit in units:
        if unit.side == order.by:
            raise GameError(f"{short_id(unit.id)} is theirs already.", rule=MASTER_RULES[ability])
        _check_reach(turn, unit.id, unit.side, unit.design, ability)
    before = set(turn.ships)
    effect = StressEffect(tuple(u.id for u in units), "surrender" if order.by else "rogue", order.by)
    known = {unit for one in outcome(turn, effect, alone=False) if one.known for unit in one.units}
    taken = sorted(set(turn.ships) - before)
    if ability == "zombie":
        sway = Sway(ability, order.by, "zombies")
        turn.minds = changed(turn.minds, sways={**turn.minds.sways, **dict.fromkeys(taken, sway)})
    cause = changed(turn.cause, rule=MASTER_RULES[ability])
    for side in sorted({u.side for u in units}):
        lost = ", ".join(short_id(u.id) for u in units if u.side == side and u.id in known)
        if lost:
            turn.tell_side(MindsBent(side, ability, f"{lost}: they are yours no longer", cause=cause))
    if order.by:
        now = ", ".join(short_id(key) for key in taken)
        turn.tell_side(MindsBent(order.by, ability, f"{now}: they are yours now", cause=cause))
    turn.tell(f"{', '.join(short_id(u.id) for u in units)} are taken over.", rule=MASTER_RULES[ability])


def _world(turn: Amending, order: TakeWorld) -> None:
    ability, by = _master(turn, order.ability, order.by), turn.side(order.by)
    if ability not in {"slaver", "zombie"}:
        raise GameError("Slavers and zombie masters take worlds without a fight.", rule=MASTER_RULES[ability])
    found = turn.colony(order.colony)
    if found.side == by.id:
        raise GameError(f"{found.name} is {by.name}'s already.", rule=MASTER_RULES[ability])
    _check_reach(turn, found.id, found.side, "", ability)
    turn.surfaces[found.id] = surface_of(turn, found)
    take_over(turn, found.id, by.id, turn.first_week, changed(turn.cause, rule=MASTER_RULES[ability]))
    hold: Hold = "zombies" if ability == "zombie" else "thralls"
    turn.minds = changed(turn.minds, sways={**turn.minds.sways, found.id: Sway(ability, by.id, hold)})
    text = f"{found.name} is taken without a fight: its people are {hold}."
    turn.tell(text, found.side, by.id, rule=MASTER_RULES[ability])


def _portal(turn: Amending, order: OpenPortal) -> None:
    _master(turn, "witch", order.by)
    if bool(order.fleet) == bool(order.design):
        raise GameError("Name the fleet that passes, or the design of what is summoned.", rule=MASTER_RULES["witch"])
    if order.fleet:
        fleet = turn.fleets.get(order.fleet)
        if fleet is None or fleet.side != order.by:
            raise GameError(
                f"{quoted(order.fleet)} is not a fleet of {turn.side(order.by).name}.", rule=MASTER_RULES["witch"]
            )
        place_fleet(turn, PlaceFleet(order.fleet, order.to))
    else:
        create_ships(turn, CreateShips(order.by, order.design, order.count, order.to, "Summoned"))
    cause = changed(turn.cause, rule=MASTER_RULES["witch"])
    turn.tell_side(MindsBent(order.by, "witch", f"a portal opened at {turn.hex(order.to)}", cause=cause))


def _craft(turn: Amending, order: DefineCraft) -> None:
    ability, text = _master(turn, order.ability, order.side), " ".join(order.text.split())
    if len(text) > LONGEST_WORDS:
        raise GameError(f"Its effect has up to {LONGEST_WORDS} characters.", rule=MASTER_RULES[ability])
    key = f"{order.side}/{ability}"
    kept = {k: t for k, t in turn.minds.crafts.items() if k != key}
    turn.minds = changed(turn.minds, crafts={**kept, key: text} if text else kept)
    said = text or "nothing is laid down now."
    turn.tell(f"{ability.title()} of {turn.side(order.side).name}: {said}", order.side, rule=MASTER_RULES[ability])


def _zombies(turn: Amending, order: MakeZombies) -> None:
    _master(turn, "zombie", order.side)
    owner = turn.side(order.side)
    design = owner.designs.get(order.design)
    if design is None:
        lead = f"{owner.name} has no design {quoted(order.design)}."
        raise unknown(GameError, lead, order.design, "There are", sorted(owner.designs))
    if not 0 <= order.loss <= FULL_PERCENT:
        raise GameError(f"The people's loss of heart is 0 to {FULL_PERCENT} per cent.", rule=BEYOND_PSIONICS_RULE)
    if (ZOMBIE in design.traits) == order.on:
        raise GameError("It is so already.", rule=BEYOND_PSIONICS_RULE)
    if order.on and (is_robotic(design) or unit_abilities(design, turn.settings)):
        raise GameError(
            "Neither machines nor psychics can be made zombies and go on as they were.", rule=BEYOND_PSIONICS_RULE
        )
    traits = tuple(t for t in design.traits if t != ZOMBIE) + ((ZOMBIE,) if order.on else ())
    turn.sides[owner.id] = changed(owner, designs={**owner.designs, design.id: changed(design, traits=traits)})
    _lose_heart(turn, order, owner)
    text = f"The crews of {design.name} are {'zombies now' if order.on else 'no longer zombies'}."
    if order.on and order.loss:
        text += f" Their people lose heart: {order.loss} % of the home world's output."
    turn.tell(text, owner.id, rule=BEYOND_PSIONICS_RULE)


def _lose_heart(turn: Amending, order: MakeZombies, owner: Side) -> None:
    """What zombies cost the home world, beside whatever else hinders it; and that back, when they are none any more."""
    home = turn.colonies.get(f"{owner.home}-{owner.home_orbit}")
    key, stays = f"{owner.id}/{order.design}", dict(turn.minds.hearts)
    before = stays.pop(key, 0)
    if home is None or home.side != owner.id:
        turn.minds = changed(turn.minds, hearts=stays)
        return
    points = min(FULL_PERCENT - home.hindered, order.loss) if order.on else -min(home.hindered, before)
    turn.colonies[home.id] = changed(home, hindered=home.hindered + points)
    turn.minds = changed(turn.minds, hearts={**stays, key: points} if points > 0 else stays)


APPLY: Final[Apply] = {
    HoldMinds: _hold,
    ReleaseMinds: _release,
    TakeMinds: _take,
    TakeWorld: _world,
    OpenPortal: _portal,
    DefineCraft: _craft,
    MakeZombies: _zombies,
}
