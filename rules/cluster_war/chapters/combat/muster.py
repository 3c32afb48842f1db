"""A battle made of those who come to blows: units as they are, where they start, what each side wants, and what psionics add,
hide and surprise (9.0, 9.1, 9.7, CW-15.1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle, Combatant, Place, with_race
from rules.cluster_war.chapters.combat.contact import Confrontation, Contingent, defenders
from rules.cluster_war.chapters.combat.unit_strength import hulk
from rules.cluster_war.chapters.detection.sensors import amount_of
from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.chapters.movement.fleets import came_in, force_of
from rules.cluster_war.chapters.officers.ratings import captain_ratings, counts_as, initiative_bonus, match_of_wits
from rules.cluster_war.model.events.psionics import LastWordsHeard, MindsInBattle, SurpriseForeseen, SurpriseSprung
from rules.cluster_war.model.psionics.abilities import is_reached
from rules.cluster_war.model.psionics.telepaths import caught_key, hears_afar, silence_of, speaks_afar, sway_over
from rules.cluster_war.model.psionics.units import (
    CLOAKING,
    PRECOGNITION,
    SCREAMING,
    SHADOW,
    TELEPATHY,
    guard_modifiers,
    has_mind,
    shadow_hides,
    unit_abilities,
    working_abilities,
)
from rules.cluster_war.model.state.common import FleetId, HexId, Settings, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Design, Fleet, Ship
from rules.cluster_war.model.state.war import BattleKind, BattleTerms, Engagement, Grade, Method
from rules.cluster_war.model.unit_design.wounded import is_adrift, is_short_handed
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import hazards_at, inhibits, kind_of, star_of
from rules.values import Cause, Modifier, Value, changed

BONUS_RULES: Final = {"combat precognition": "CW-15.1-03", SCREAMING: "CW-15.1-19", SHADOW: "CW-15.1-21"}
"""The rule by which something is added in battle."""
HELD_RULE: Final = "CW-15.1-23"
SLAVER: Final = "slaver"
SURPRISE_RULE: Final = "CW-15.1-04"
SILENCE_RULE: Final = "CW-15.1-13"
FROM_AFAR: Final = "CW-15.1-12"
NO_TERMS: Final = BattleTerms(0)


def abilities_of(turn: TurnState, unit: Combatant, week: int) -> tuple[str, ...]:
    """The abilities that a unit's crew can use in a week."""
    ship = turn.ships.get(unit.unit)
    if ship is None:
        return unit_abilities(unit.design, turn.settings)
    return working_abilities(ship, unit.design, week, turn.settings)


def with_minds(
    turn: TurnState, units: Sequence[Combatant], enemies: Iterable[tuple[SideId, SideId]], week: int
) -> tuple[Combatant, ...]:
    """The units with what psionics add to their attack and defense, and hidden where minds hide them."""
    pairs = tuple(enemies)
    able = [abilities_of(turn, unit, week) for unit in units]
    held = [sway_over(turn, unit.unit) for unit in units]
    if not any(able) and not any(held):
        return tuple(units)
    found = []
    for unit, abilities, hold in zip(units, able, held, strict=True):
        foes = [u for u in units if (unit.side, u.side) in pairs or (u.side, unit.side) in pairs]
        reached: dict[str, tuple[int, int]] = {
            ability: _reached(turn, foes, ability) for ability in (SCREAMING, SHADOW) if ability in abilities
        }
        reasons = guard_modifiers(abilities, reached, turn.settings)
        attack = unseen = 0
        if hold is not None:
            attack = hold.attack
            if hold.ability == SLAVER and hold.by != unit.side:
                unseen = hold.defense  # its victims are told nothing of it (ruling R-194)
            elif hold.defense:
                reasons = (*reasons, Modifier(hold.defense, hold.hold))
        some, all_ = reached.get(SHADOW, (0, 1))
        shadowed = SHADOW in abilities and shadow_hides(turn.settings) and some == all_
        found.append(
            changed(
                unit,
                attack=unit.attack + attack,
                defense=unit.defense + unseen + sum(reason.value for reason in reasons),
                hidden=CLOAKING in abilities or shadowed,
                minds=reasons,
            )
        )
    return tuple(found)


def _reached(turn: TurnState, foes: Sequence[Combatant], ability: str) -> tuple[int, int]:
    """How many of a unit's enemies have a mind that an ability reaches, and how many there are; what is no empire's has none
    (ruling R-166)."""
    some = 0
    for unit in foes:
        owner = turn.sides.get(unit.side)
        mind = owner is not None and has_mind(unit.design) and not _is_taken(turn, unit.unit)
        some += unit.count if mind and owner and is_reached(owner, ability, turn.settings) else 0
    return some, sum(unit.count for unit in foes)


def _is_taken(turn: TurnState, unit: str) -> bool:
    """Whether there is no mind of its own left in a unit (CW-15.1-28)."""
    hold = sway_over(turn, unit)
    return hold is not None and hold.hold == "zombies"


class Surprise(Value):
    """Who is taken by surprise in a battle, who would have been but for its combat precogs, and whose silence did it."""

    surprised: tuple[SideId, ...] = ()
    foreseen: tuple[SideId, ...] = ()
    silent: tuple[SideId, ...] = ()


def surprise(
    turn: TurnState, clash: Confrontation, units: Sequence[Combatant], named: Sequence[SideId], week: int
) -> Surprise:
    """Whom the game master has `named` is surprised (CW-9.7-03), and whom a silent fleet attacks (CW-15.1-13); but none with
    combat precogs among its units, unless the game master rules so (CW-15.1-04)."""
    silent = tuple(
        sorted({g.side for g in clash.groups if g.fleet and g.attacks and silence_of(turn, g.fleet.id).surprise})
    )
    if any((r.hex, r.week) == (clash.hex, week - 1) and set(clash.sides) <= set(r.sides) for r in turn.battles):
        silent = ()  # they have met: the fight goes on
    pairs = {*clash.enemies, *((b, a) for a, b in clash.enemies)}
    unaware = [side for side in clash.sides if side in named or any((side, foe) in pairs for foe in silent)]
    foreseen = tuple(side for side in unaware if is_warned(turn, clash.hex, units, side, week))
    caught = tuple(side for side in unaware if side not in foreseen)
    sprung = tuple(foe for foe in silent if any((side, foe) in pairs for side in caught))
    return Surprise(caught, foreseen, sprung)


def is_warned(turn: TurnState, hex_: str, units: Sequence[Combatant], side: SideId, week: int) -> bool:
    """Whether a side's combat precogs in a battle cancel surprise (CW-15.1-04)."""
    if caught_key(turn.turn, hex_, side) in turn.minds.caught:
        return False
    return any(u.side == side and PRECOGNITION in abilities_of(turn, u, week) for u in units)


def tell_minds(turn: TurnState, battle: Battle, side: SideId) -> None:
    """Tell a side with survivors what its own psychics did in a battle."""
    counted: Counter[Modifier] = Counter()
    for unit in battle.units:
        if unit.side == side:
            for reason in unit.minds:
                counted[reason] += unit.count
    head = (battle.id, battle.hex, battle.week)
    for reason, count in sorted(counted.items(), key=lambda item: (item[0].reason, item[0].value)):
        cause = Cause(BONUS_RULES.get(reason.reason, HELD_RULE), modifiers=(reason,))
        turn.tell_side(MindsInBattle(side, *head, reason.reason, count, reason.value, cause=cause))
    if side in battle.foreseen:
        turn.tell_side(SurpriseForeseen(side, *head, cause=Cause(SURPRISE_RULE)))
    if side in battle.silent:
        turn.tell_side(SurpriseSprung(side, *head, cause=Cause(SILENCE_RULE)))


def speaking_telepaths(turn: TurnState, battle: Battle) -> Mapping[SideId, tuple[ShipId, ...]]:
    """The sides whose telepaths in a battle are heard at home, whatever becomes of them, and the ships they are aboard
    (CW-15.1-12). Asked before the battle's losses are."""
    found: dict[SideId, tuple[ShipId, ...]] = {}
    for side in battle.sides:
        designs = turn.sides[side].designs
        if not any(TELEPATHY in unit_abilities(design, turn.settings) for design in designs.values()):
            continue
        ships = (turn.ships.get(unit.unit) for unit in battle.units if unit.side == side)
        able = tuple(s.id for s in ships if s is not None and speaks_afar(s, designs, battle.week, turn.settings))
        if able and hears_afar(turn, side, battle.week):
            found[side] = able
    return found


def tell_last_words(turn: TurnState, battle: Battle, side: SideId, ships: tuple[ShipId, ...]) -> None:
    """Tell a side without survivors that its telepaths were heard to the end (CW-15.1-12)."""
    turn.tell_side(LastWordsHeard(side, battle.id, battle.hex, battle.week, ships, cause=Cause(FROM_AFAR)))


def muster(turn: TurnState, week: int, found: Sequence[Confrontation]) -> tuple[Battle, ...]:
    """The week's battles, with ids that tell turn, hex and which one there."""
    arrived = came_in(turn, week)
    fought: dict[str, int] = {}
    for record in turn.battles:
        if record.turn == turn.turn and not record.foe:  # nobody else counts what a side met there
            fought[record.hex] = fought.get(record.hex, 0) + 1
    battles: list[Battle] = []
    for clash in found:
        fought[clash.hex] = fought.get(clash.hex, 0) + 1
        battles.append(_battle(turn, week, clash, f"{turn.turn}/{clash.hex}/{fought[clash.hex]}", arrived))
    return tuple(battles)


def _battle(turn: TurnState, week: int, clash: Confrontation, key: str, arrived: set[FleetId]) -> Battle:
    terms = turn.start.terms.get(clash.hex, NO_TERMS)
    if terms.turn != turn.turn:
        terms = NO_TERMS
    placed = tuple(_placed(unit, terms) for unit in _units(turn, clash, arrived))
    units = with_minds(turn, placed, clash.enemies, week)
    taken = surprise(turn, clash, units, terms.surprised, week)
    worlds = [c.name for g in clash.groups for c in g.colonies]
    here = {side: _units_of(clash, side) for side in clash.sides}
    wits = match_of_wits(turn, key, clash.hex, here) if turn.settings.flag_officers else {}
    return Battle(
        id=key,
        turn=turn.turn,
        week=week,
        hex=clash.hex,
        kind=_kind(units),
        method=_method(turn, units, terms),
        sides=clash.sides,
        enemies=clash.enemies,
        struck=clash.struck,
        units=units,
        plans={side: _plan(turn, [g for g in clash.groups if g.side == side]) for side in clash.sides},
        advantage={side: n for side, n in sorted({**wits, **terms.advantage}.items()) if side in clash.sides},
        surprised=taken.surprised,
        terrain=terrain_at(turn, clash.hex),
        star=star_at(turn, clash.hex),
        world=worlds[0] if worlds else "",
        command=_command(turn, here),
        foreseen=taken.foreseen,
        silent=taken.silent,
        inhibited=inhibits(turn.cluster.systems.get(clash.hex), turn.settings),
    )


def terrain_at(turn: TurnState, hex_: HexId) -> tuple[str, ...]:
    """What a hex holds that bears on a fight: what the map shows, and what coincides there with it (CW-14.0-13)."""
    system = turn.cluster.systems.get(hex_)
    codes = system.codes if system is not None else ()
    shown = {kind_of(code) for code in codes}
    return (*codes, *(kind.capitalize() for kind in hazards_at(turn, hex_) if kind not in shown))


def star_at(turn: TurnState, hex_: HexId) -> str:
    """The code of the star that a fight in a hex is at, "" for none (CW-14.0-30, ruling R-165)."""
    system = turn.cluster.systems.get(hex_)
    if system is None:
        return ""
    return next((code for code in system.codes if star_of(code) is not None), "")


def _command(turn: TurnState, here: Mapping[SideId, Sequence[str]]) -> Mapping[SideId, int]:
    """What adds to the sides' initiative, by side: their commanders, where there is one (CW-17.1-25), and what technologies of
    communication do by the game master's word (CW-13.0-09)."""
    officers = turn.settings.flag_officers
    found = {
        side: (initiative_bonus(turn, side, units) if officers else 0)
        + amount_of(turn.signals, turn.sides[side], "initiative")
        for side, units in sorted(here.items())
    }
    return {side: points for side, points in found.items() if points}


def _units_of(clash: Confrontation, side: SideId) -> tuple[str, ...]:
    """Where a side's officers may be on station in a battle: its ships, bases and worlds there."""
    mine = [group for group in clash.groups if group.side == side]
    ships = [ship for group in mine if group.fleet is not None for ship in group.fleet.ships]
    return (*ships, *(b.id for group in mine for b in group.bases), *(c.id for group in mine for c in group.colonies))


def _kind(units: Sequence[Combatant]) -> BattleKind:
    ships = all(unit.count == 1 and unit.design.kind == "ship" for unit in units)
    return "duel" if len(units) == 2 and ships else "fleet action"


def _method(turn: TurnState, units: Sequence[Combatant], terms: BattleTerms) -> Method:
    """As the game master has set it for this battle, else as the campaign has it for one of this size (CW-9.0-02)."""
    settings = turn.settings
    return terms.method or method_of(settings, sum(unit.count for unit in units))


def method_of(settings: Settings, size: int) -> Method:
    """How a campaign settles a battle of so many units; by numbers where it puts meetings before its game master."""
    if settings.battles == "ask":
        return "quick"
    if size <= settings.small_battle:
        return settings.small_battles
    return settings.large_battles if 0 < settings.largest_battle < size else settings.battles


def _units(turn: TurnState, clash: Confrontation, arrived: set[FleetId]) -> Iterator[Combatant]:
    homes = {
        *(c.side for c in turn.colonies.at(clash.hex)),
        *(b.side for b in turn.bases.at(clash.hex) if not b.towed_by),
    }
    for group in clash.groups:
        if group.fleet is None:
            yield from (with_race(turn, unit) for unit in _defending(turn, group))
            continue
        fleet = group.fleet
        rivals = homes & {side for side in clash.sides if side != group.side}
        comes = fleet.id in arrived or (group.orders.stance == "attack" and bool(rivals))
        place: Place = "centre" if group.side in homes and not comes else "edge"
        for key in fleet.ships:
            unit = ship_in_battle(turn, turn.ships[key], fleet)
            yield changed(unit, reserve=unit.reserve or key in group.orders.reserve, place=place)


def ship_in_battle(turn: TurnState, ship: Ship, fleet: Fleet) -> Combatant:
    """A ship of a fleet as it enters a battle with anybody: a hulk if nobody is left of its crew (ruling R-142)."""
    design = turn.sides[fleet.side].designs[ship.design]
    attack, defense = _captain(turn, ship.id)
    unit = Combatant(
        unit=ship.id,
        side=fleet.side,
        design=hulk(design, turn.settings) if is_adrift(ship) else design,
        name=ship.name or short_id(ship.id),
        fleet=fleet.id,
        wounds=ship.wounds,
        munitions=ship.munitions,
        crates=ship.crates,
        grade=_grade(turn, ship, design),
        attack=attack,
        defense=defense,
        reserve=fleet.mission == "reserve",
    )
    return with_race(turn, unit)


def _grade(turn: TurnState, ship: Ship, design: Design) -> Grade:
    """How a ship's crew fights: by its grade where crews have any; a short-handed one as a green crew (R-141)."""
    if is_short_handed(design, ship, turn.settings):
        return "green"
    return counts_as(ship) if turn.settings.graded_crews else "regular"


def _captain(turn: TurnState, unit: str) -> tuple[int, int]:
    """What a unit's captain adds and takes, in a campaign with flag officers (CW-17.0-01)."""
    return captain_ratings(turn, unit) if turn.settings.flag_officers else (0, 0)


def _defending(turn: TurnState, group: Contingent) -> Iterator[Combatant]:
    """Bases, and the bases and small craft of worlds, which draw on their world's stock of munitions (CW-9.1-05)."""
    designs = turn.sides[group.side].designs
    for base in group.bases:
        yield Combatant(
            unit=base.id,
            side=group.side,
            design=designs[base.design],
            name=base.name or short_id(base.id),
            wounds=base.wounds,
            munitions=base.munitions,
            attack=_captain(turn, base.id)[0],
            defense=_captain(turn, base.id)[1],
            place="centre",
        )
    for colony in group.colonies:
        stock = colony.munitions
        for key, count in defenders(turn, colony).items():
            lent = min(stock, magazine_room(designs[key], turn.settings) * count)
            stock -= lent
            yield Combatant(
                unit=f"{colony.id}|{key}",
                side=group.side,
                design=designs[key],
                name=designs[key].name,
                munitions=lent,
                place="centre",
                count=count,
            )


def _placed(unit: Combatant, terms: BattleTerms) -> Combatant:
    """The unit where the game master put it, if they did (CW-9.1-06)."""
    if unit.unit in terms.centre:
        return changed(unit, place="centre")
    return changed(unit, place="edge") if unit.unit in terms.edge else unit


def _plan(turn: TurnState, groups: Sequence[Contingent]) -> Engagement:
    """What a side wants of the battle: as its largest fleet has it, else as its bases do; it pursues if any fleet may, and
    attacks if any does."""
    sizes: Mapping[int, tuple[int, str]] = {
        at: (force_of(turn, g.fleet).hull, g.fleet.id) if g.fleet is not None else (0, "")
        for at, g in enumerate(groups)
    }
    lead = groups[max(sizes, key=lambda at: sizes[at])].orders
    return changed(
        lead,
        stance="attack" if any(g.attacks for g in groups) else lead.stance,
        pursue=any(g.orders.pursue for g in groups if g.fleet is not None),
        reserve=tuple(s for g in groups for s in g.orders.reserve),
    )
