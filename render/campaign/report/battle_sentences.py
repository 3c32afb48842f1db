"""Sentences on fighting: battles in space, and worlds that are fought over; and on peace, truces, threats, and trade that a
blow ended."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign import names
from render.campaign.isolation_words import link_words
from render.campaign.names import (
    colony_name,
    design_name,
    fleet_name,
    happened,
    number,
    place,
    place_then,
    ship_names,
    side_name,
)
from render.campaign.report.rows import EventRows
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.combat.battle_orders import in_words
from rules.cluster_war.model.events import battles, diplomacy, ground
from rules.cluster_war.model.state.common import ShipId, SideId
from rules.cluster_war.model.state.dealings import DeedKind
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE, REBELS
from rules.cluster_war.turn.planning.isolation import isolation_of

ROWS: Final = EventRows()
BLOW_WORDS: Final[Mapping[DeedKind, str]] = {
    "attack": "opened fire on its partner's ships",
    "raid": "raided its partner's freighters",
    "fire": "fired on its partner's world",
    "landing": "landed troops on its partner's world",
    "conquest": "took its partner's world",
    "blockade": "blockaded its partner's world",
}
ROWS.says(diplomacy.Threatened, "diplomacy", "{side} threatened {taker} with war.")


def length_words(turns: int) -> str:
    """So many turns of peace; 0 is for good."""
    return f"a truce of {count(turns, 'turn')}" if turns else "peace"


@ROWS.tells(diplomacy.PeaceOffered, "diplomacy")
def _peace_offered(event: diplomacy.PeaceOffered, view: View) -> str:
    giver, taker = names.side_name(view, event.side), names.side_name(view, event.taker)
    return f"{giver} offered {taker} {length_words(event.turns)}."


@ROWS.tells(diplomacy.PeaceAgreed, "diplomacy")
def _peace_agreed(event: diplomacy.PeaceAgreed, view: View) -> str:
    one, other = (names.side_name(view, side) for side in event.sides)
    if event.until:
        return f"{one} and {other} have a truce from next turn, until turn {event.until} begins."
    return f"{one} and {other} have peace from next turn."


@ROWS.tells(diplomacy.PeaceEnded, "diplomacy")
def _peace_ended(event: diplomacy.PeaceEnded, view: View) -> str:
    one, other = names.side_name(view, event.side), names.side_name(view, event.other)
    if event.offer:
        return f"{one} wants no peace with {other}."
    return f"{one} ended the peace with {other}: from next turn they may fight."


@ROWS.tells(diplomacy.TruceOver, "diplomacy")
def _truce_over(event: diplomacy.TruceOver, view: View) -> str:
    one, other = (names.side_name(view, side) for side in event.sides)
    return f"The truce of {one} and {other} is over: from next turn they may fight."


@ROWS.tells(diplomacy.TradeBroken, "diplomacy")
def _trade_broken(event: diplomacy.TradeBroken, view: View) -> str:
    one, other = names.side_name(view, event.side), names.side_name(view, event.other)
    where = f" at {names.place(view, event.hex)}" if event.hex else ""
    blow = BLOW_WORDS.get(event.deed, "struck its partner")
    return f"{event.level.capitalize()} trade of {one} and {other} is over: {one} {blow}{where}."


LONGEST_STORY: Final = 4000
METHOD_TEXTS: Final = {
    "quick": "settled by numbers",
    "chair": "fought by the captains' standing orders",
    "fought": "fought by the players",
    "narrated": "described by the game master",
}

ROWS.says(battles.FleetEvaded, "battles", "{fleet} evaded combat at {hex}, {week}.")
ROWS.says(battles.QuarryEscaped, "battles", "Ships of {owner} got away from yours at {hex}, {week}.")
ROWS.says(battles.FleetPursued, "battles", "{fleet} follows those who fled, from {origin} to {to}.")


def _ships(view: View, ships: Sequence[ShipId]) -> str:
    """Ships by their numbers and, where they have one, their names."""
    named = [(number(key), view.ships[key].name if key in view.ships else "") for key in ships]
    if not any(name for _, name in named):
        return ship_names(tuple(ships))
    return format_list([f"{plain(name)} ({short})" if name else short for short, name in named])


def _counted(view: View, counts: Sequence[battles.UnitCount], *, owners: bool) -> str:
    def one(found: battles.UnitCount) -> str:
        whose = f" of {side_name(view, found.side)}" if owners else ""
        return f"{found.count} × {plain(found.name)}{whose}"

    return format_list([one(found) for found in counts])


@ROWS.tells(battles.EngagementSet, "fleets")
def _engagement_set(event: battles.EngagementSet, view: View) -> str:
    protected = fleet_name(view, event.engagement.protect) if event.engagement.protect else ""
    shown = in_words(event.engagement, protected)
    if not event.fleet:
        return f"Rules of engagement: {shown}."
    return f"Orders for battle of {fleet_name(view, event.fleet)}: {shown}."


@ROWS.tells(battles.BattleFought, "battles")
def _battle_fought(event: battles.BattleFought, view: View) -> str:
    story = "\n".join(plain(line, LONGEST_STORY) for line in event.story if line.strip())
    if not event.foes:
        return "\n".join(filter(None, (f"Battle at {place_then(view, event.hex, event.week)}.", story)))
    foes = _foe_name(event) or format_list([side_name(view, side) for side in event.foes])
    what = "A duel with" if event.kind == "duel" else f"{event.kind.capitalize()} against"
    head = f"{what} {foes} at {place_then(view, event.hex, event.week)}, {METHOD_TEXTS[event.method]}: {_battle_end(event, view)}"
    seen = f" Seen lost: {_counted(view, event.seen_lost, owners=len(event.foes) > 1)}." if event.seen_lost else ""
    return "\n".join(filter(None, (head + seen, story)))


def _foe_name(event: battles.BattleFought | battles.BattleSettled) -> str:
    """What was fought that is not an empire's, "" for a battle of empires."""
    return f"the {plain(event.foe)}" if event.foe else ""


def _battle_end(event: battles.BattleFought, view: View) -> str:
    if not event.winner:
        return "nobody held the place."
    if event.winner == NO_EMPIRE:
        return f"{_foe_name(event)} held the place."
    if event.winner == event.side:
        return "you held the place." if view.side == event.side else f"{side_name(view, event.winner)} held the place."
    return f"{side_name(view, event.winner)} held the place."


@ROWS.tells(battles.BattleLosses, "battles")
def _battle_losses(event: battles.BattleLosses, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name) if event.fleet else f"Your defenses at {place(view, event.hex)}"
    if not event.reported:
        return f"{who} did not report from {place_then(view, event.hex, event.week)}; lost: {_ships(view, event.lost)}."
    parts = [f"lost {_ships(view, event.lost)}"] if event.lost else []
    parts += [f"{_ships(view, event.captured)} taken by the enemy"] if event.captured else []
    parts += [f"lost {_counted(view, event.defenders, owners=False)}"] if event.defenders else []
    return f"{who}, {happened(view, event.week)}: {'; '.join(parts)}."


@ROWS.tells(battles.UnitsHurt, "battles")
def _units_hurt(event: battles.UnitsHurt, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name) if event.fleet else "Your bases"
    return f"{who}: {_ships(view, event.ships)} came out of the battle at {place(view, event.hex)} damaged."


@ROWS.tells(battles.FleetFled, "battles")
def _fleet_fled(event: battles.FleetFled, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    if event.to == event.origin:
        ships = _ships(view, event.ships)
        return f"{name} broke off the battle at {place(view, event.origin)}, but cannot leave at once: {ships}."
    return f"{name} fled from {place(view, event.origin)} to {place(view, event.to)}: {_ships(view, event.ships)}."


@ROWS.tells(battles.PrizesTaken, "battles")
def _prizes_taken(event: battles.PrizesTaken, view: View) -> str:
    cargo = f", with {event.cps} CPs of cargo" if event.cps else ""
    whose, named = side_name(view, event.owner), f", as {plain(event.name)}" if event.ships else ""
    what = ship_names((*event.ships, *event.bases))
    return f"Captured from {whose} at {place(view, event.hex)}: {what}{cargo}{named}."


@ROWS.tells(battles.DesignsSeen, "battles")
def _designs_seen(event: battles.DesignsSeen, view: View) -> str:
    facts = []
    for name in event.designs:
        known = [s.design for s in view.foreign_designs.values() if s.side == event.owner and s.design.name == name]
        layout = known[0].layout if known else {}
        parts = format_list([f"{n} {what}" if n else what for what, n in sorted(layout.items())]) if layout else ""
        facts.append(
            f"{plain(name)}, hull {known[0].hull}{f': {plain(parts, 300)}' if parts else ''}" if known else plain(name)
        )
    return f"Survivors describe designs of {side_name(view, event.owner)}: {'; '.join(facts)}."


@ROWS.tells(battles.BattleSettled, "battles")
def _battle_settled(event: battles.BattleSettled, view: View) -> str:
    sides: list[SideId] = list(event.sides)
    called = {side: _foe_name(event) if side == NO_EMPIRE else side_name(view, side) for side in (*sides, event.winner)}
    who = format_list([called[side] for side in sides])
    won = f"{called[event.winner]} held the place" if event.winner else "nobody held the place"
    ends = {"destroyed": event.destroyed, "captured": event.captured, "fled": event.fled}
    text = "; ".join(f"{what} {format_list([plain(key) for key in keys])}" for what, keys in ends.items() if keys)
    cps = "; ".join(f"{side_name(view, p.side)} lost {p.cps} CPs of cargo, stores and works" for p in event.purses)
    head = f"Battle {plain(event.battle)} ({event.kind}, {METHOD_TEXTS[event.method]}) of {who}"
    tail = "; ".join(filter(None, (won, text, cps)))
    return f"{head} at {place_then(view, event.hex, event.week)}: {tail}."


MOST_BLOWS: Final = 6
GROUND_LOSSES: Final = {
    "destroyed": "lost in the fight",
    "stress": "broke up for want of supplies",
    "given up": "given up with the world",
    "burned": "lost with the world's colony, under fire from orbit",
    "put into others": "broken up, their teams put into others",
}


def world_name(view: View, world: str, name: str = "") -> str:
    """A world by its colony's name as the reader knows it, `Burrow (2034-3)`."""
    front = view.fronts.get(world)
    called = name or (front.name if front is not None else "")
    return colony_name(view, world, called) if called or world in view.colonies else f"world {plain(world)}"


def forces_name(view: View, side: SideId) -> str:
    """Whose forces: a side's name, `the rebels`, or `you` for the reader."""
    if side == REBELS:
        return "the rebels"
    return "you" if side == view.side else side_name(view, side)


def _with_verb(view: View, side: SideId, you: str, others: str) -> str:
    """Who does it, with the verb that fits, at a sentence's beginning: `You land`, `The rebels land`, `Vermin lands`."""
    name = forces_name(view, side)
    return f"{name[0].upper()}{name[1:]} {you if side in {view.side, REBELS} else others}"


@ROWS.tells(ground.TroopsLanded, "fronts")
def _troops_landed(event: ground.TroopsLanded, view: View) -> str:
    units = format_list([f"{number} × {plain(name)}" for name, number in event.units])
    hot = ", right among the enemy" if event.hot else ""
    return (
        f"{happened(view, event.week).capitalize()}: {_with_verb(view, event.side, 'land', 'lands')} {units} on "
        f"{world_name(view, event.world)}, surface hex {event.at}{hot}, in {event.rounds} combat rounds."
    )


@ROWS.tells(ground.ForcesMustered, "fronts")
def _forces_mustered(event: ground.ForcesMustered, view: View) -> str:
    return f"The garrison of {world_name(view, event.world)} takes its positions: {count(event.count, 'unit')}, dug in."


@ROWS.tells(ground.ForcesMarched, "fronts")
def _forces_marched(event: ground.ForcesMarched, view: View) -> str:
    return (
        f"{happened(view, event.week).capitalize()}: {event.count} × {plain(event.name)} on {world_name(view, event.world)} "
        f"{'goes' if event.count == 1 else 'go'} from {event.start} to {event.at}."
    )


@ROWS.tells(ground.GroundFought, "fronts")
def _ground_fought(event: ground.GroundFought, view: View) -> str:
    place = f"in {plain(event.city)} ({event.at})" if event.city else f"in {event.at}"
    sides = format_list([f"{forces_name(view, side)} with {count(event.units[side], 'unit')}" for side in event.sides])
    what = "a hot landing" if event.hot else "a fight"
    first = f"{happened(view, event.week).capitalize()}: {what} {place} on {world_name(view, event.world)}: {sides}. "
    return first + " ".join(_ground_losses(event, view)) + _format_blows(event, view)


def _ground_losses(event: ground.GroundFought, view: View) -> list[str]:
    found = []
    for side in event.sides:
        gone, teams = event.destroyed.get(side, 0), event.lost.get(side, 0)
        if gone or teams:
            parts = ([f"{count(gone, 'unit')}"] if gone else []) + (
                [f"{count(teams, 'combat team')} in all"] if teams else []
            )
            found.append(f"{_with_verb(view, side, 'lose', 'loses')} {format_list(parts)}.")
    return found or ["Nobody gives way."]


def _format_blows(event: ground.GroundFought, view: View) -> str:
    """What decided it: the attacks that hit, the first few of them."""
    hits = [blow for blow in event.blows if blow.killed or blow.points]
    facts = [_format_blow(blow, view) for blow in hits[:MOST_BLOWS]]
    more = f" and {count(len(hits) - len(facts), 'more hit')}" if len(hits) > len(facts) else ""
    return f" ({'; '.join(facts)}{more}; {count(len(event.blows), 'attack')})" if facts else ""


def _format_blow(blow: ground.GroundAttack, view: View) -> str:
    units = f"{plain(blow.attacker)} on {plain(blow.target)} of {forces_name(view, blow.other)}"
    if blow.killed:
        return f"{units}, {blow.reach}: {blow.attack} against {blow.defense}, destroyed"
    where = f" from {blow.direction}" if blow.direction else ""
    return f"{units}{where}: {count(blow.points, 'hit')} at {blow.attack} %"


@ROWS.tells(ground.GroundUnitsLost, "losses")
def _ground_units_lost(event: ground.GroundUnitsLost, view: View) -> str:
    units = f"{event.count} × {design_name(view, event.side, event.design)}"
    return f"{units} on {world_name(view, event.world)}: {GROUND_LOSSES[event.why]}."


@ROWS.tells(ground.ForcesShelled, "fronts")
def _forces_shelled(event: ground.ForcesShelled, view: View) -> str:
    when, where = happened(view, event.week).capitalize(), world_name(view, event.world)
    if not event.target:
        return f"{when}: {_with_verb(view, event.side, 'look', 'looks')} for enemy forces on {where} from orbit, and see none."
    lost = [count(event.teams, "combat team")] if event.teams else []
    lost += [count(event.destroyed, "whole unit")] if event.destroyed else []
    what = f"{count(event.shots, 'shot')}, {count(event.hits, 'hit')}{f', {format_list(lost)} lost' if lost else ''}"
    fires = _with_verb(view, event.side, "fire", "fires")
    return f"{when}: {fires} from orbit on the forces of {forces_name(view, event.target)} on {where}: {what}."


@ROWS.tells(ground.ForcesEmbarked, "fronts")
def _forces_embarked(event: ground.ForcesEmbarked, view: View) -> str:
    units = format_list([f"{number} × {plain(name)}" for name, number in event.units])
    return f"{fleet_name(view, event.fleet)} took {units} off {world_name(view, event.world)}."


@ROWS.tells(ground.CityTaken, "fronts")
def _city_taken(event: ground.CityTaken, view: View) -> str:
    when, hold = happened(view, event.week).capitalize(), _with_verb(view, event.side, "hold", "holds")
    return f"{when}: {hold} the city of {plain(event.city)} on {world_name(view, event.world)}."


@ROWS.tells(ground.CityHarmed, "fronts")
def _city_harmed(event: ground.CityHarmed, view: View) -> str:
    deed = f"kill the people of {plain(event.city)}" if event.task == "civilians" else f"wreck {plain(event.city)}"
    others = deed.replace("kill", "kills", 1).replace("wreck", "wrecks", 1)
    lost = f"{event.cps} CPs of its size" if event.task == "civilians" else f"facilities worth {event.cps} CPs"
    return f"{happened(view, event.week).capitalize()}: {_with_verb(view, event.side, deed, others)}: {lost} are gone."


@ROWS.tells(ground.WorldConquered, "fronts")
def _world_conquered(event: ground.WorldConquered, view: View) -> str:
    name = world_name(view, event.world, event.name)
    if event.loser == view.side:
        works = f" {event.works} CPs in its works are lost." if event.works else ""
        return f"{name} has fallen to {side_name(view, event.side)}.{works}"
    store = f", with {event.store} CPs in its stores" if event.store else ""
    winner = _with_verb(view, event.side, "have", "has")
    held = view.colonies.get(event.world) if event.side == view.side else None
    cut = isolation_of(view, held) if held is not None else None
    apart = " It is cut off from your supply grid, so what it makes goes into its own store. " if cut else ""
    apart += link_words(view, cut) if cut is not None else ""
    return f"{winner} conquered {name} of {side_name(view, event.loser)}: size {event.size}{store}.{apart}"


@ROWS.tells(ground.InvasionBeaten, "fronts")
def _invasion_beaten(event: ground.InvasionBeaten, view: View) -> str:
    return f"No invader of {side_name(view, event.side)} is left on {world_name(view, event.world)}."


@ROWS.tells(ground.ArmyTired, "losses")
def _army_tired(event: ground.ArmyTired, view: View) -> str:
    failed = (
        f"{count(event.failed, 'unit')} failed a check and lost {count(event.lost, 'combat team')}"
        if event.failed
        else "all held"
    )
    return f"The army on {world_name(view, event.world)} is out of supply: stress {event.stress} %; {failed}."


@ROWS.tells(ground.BattalionsReorganised, "fronts")
def _battalions_reorganised(event: ground.BattalionsReorganised, view: View) -> str:
    before, after = (", ".join(str(n) for n in teams) for teams in (event.before, event.after))
    return f"{plain(event.name)} on {world_name(view, event.world)} put their teams together: {before} became {after}."


@ROWS.tells(ground.BattalionRefilled, "building")
def _battalion_refilled(event: ground.BattalionRefilled, view: View) -> str:
    teams = count(event.teams, "combat team")
    return f"{plain(event.name)} on {world_name(view, event.world)} is at full strength again: {teams} for {event.cps} CPs."


@ROWS.tells(ground.CityRebelled, "fronts")
def _city_rebelled(event: ground.CityRebelled, view: View) -> str:
    units = count(event.needed, "garrison unit")
    return (
        f"{plain(event.city)} on {world_name(view, event.world)} rises: it needs {units} and has {event.there}; it yields "
        "no CPs until it is quiet."
    )


@ROWS.tells(ground.MilitiaRaised, "fronts")
def _militia_raised(event: ground.MilitiaRaised, view: View) -> str:
    return f"The rebels of {plain(event.city)} on {world_name(view, event.world)} have raised a militia."


@ROWS.tells(ground.RebellionEnded, "fronts")
def _rebellion_ended(event: ground.RebellionEnded, view: View) -> str:
    return f"{plain(event.city)} on {world_name(view, event.world)} is quiet again."
