"""News of war in brief: battles, losses, landings, blockades."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from render.campaign.brief import LOSS_WEIGHT, Brief, Wording, short_colony, some_of
from render.campaign.names import number, place, side_name
from render.campaign.news import EVENT_WEIGHTS
from render.campaign.relation_words import deed_text
from render.words.safe_text import count, format_list
from rules.cluster_war.chapters.diplomacy.treaty_orders import pact_of
from rules.cluster_war.model.events import battles, detection, encounters, ground, movement, raids
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.relations import relations

WAR_WEIGHT: Final = 86
"""Below a battle, which tells of it, too."""
BLOCKADED_WEIGHT: Final = 77
EVADED_WEIGHT: Final = 35
FLED_WEIGHT: Final = 40


def new_wars(view: View, before: View) -> Iterator[Brief]:
    """With whom the side is at war since this turn, and because of what."""
    old = {one.side for one in relations(before) if one.standing == "war"}
    for one in relations(view):
        if one.standing == "war" and one.side not in old and one.because is not None:
            name = side_name(view, one.side)
            yield Brief(
                WAR_WEIGHT, f"{name} and you are at war: {deed_text(view, one.because)}.", f"War with {name}", "loss"
            )


def _battles(
    seen: Sequence[battles.BattleFought | battles.BattleLosses | battles.PrizesTaken], view: View
) -> Iterator[Brief]:
    """The battles of each place, with what they cost and brought, told once."""
    for there in dict.fromkeys(event.hex for event in seen):
        mine = [event for event in seen if event.hex == there]
        fought = [event for event in mine if isinstance(event, battles.BattleFought)]
        losses = [event for event in mine if isinstance(event, battles.BattleLosses)]
        gone = [number(unit) for event in losses for unit in (*event.lost, *event.captured)]
        gone += [f"{unit.count} × {unit.name}" for event in losses for unit in event.defenders]
        prizes = sum(len(event.ships) + len(event.bases) for event in mine if isinstance(event, battles.PrizesTaken))
        cost = f" Lost: {some_of(gone)}." if gone else ""
        took = f" Taken: {count(prizes, 'prize')}." if prizes else ""
        where = place(view, there)
        if not fought:
            text = f"{cost}{took}".strip()
            yield Brief(
                LOSS_WEIGHT, f"At {where}: {text[0].lower()}{text[1:]}" if text else "", f"Losses at {where}", "loss"
            )
            continue
        foes = some_of([name for event in fought for name in _foes(event, view)])
        ends = [_outcome(event, view) for event in fought]
        title = {"won": "Victory at", "lost": "Defeat at", "undecided": "No victor at"}[ends[-1]]
        against = {side for event in fought for side in event.foes}
        partners = [
            side_name(view, side) for side in sorted(against) if pact_of(view.pacts, view.side, side) is not None
        ]
        trade = f" You trade with {some_of(partners)}, who stood against you." if partners else ""
        text = f"Battle with {foes} at {where}: {', then '.join(dict.fromkeys(ends))}.{cost}{took}{trade}"
        yield Brief(90, text, f"{title} {where}", "gain" if ends[-1] == "won" else "loss")


def _foes(event: battles.BattleFought, view: View) -> list[str]:
    return [event.foe] if event.foe else [side_name(view, side) for side in event.foes] or ["an unknown enemy"]


def _outcome(event: battles.BattleFought, view: View) -> Literal["won", "lost", "undecided"]:
    if not event.winner:
        return "undecided"
    return "won" if event.winner == view.side else "lost"


def _hurt(seen: Sequence[battles.UnitsHurt], view: View) -> Iterator[Brief]:
    ships = [number(ship) for event in seen for ship in event.ships]
    yield Brief(EVENT_WEIGHTS[battles.UnitsHurt], f"Damaged: {some_of(ships)}.", group="loss")


def _escaped(seen: Sequence[battles.QuarryEscaped], view: View) -> Iterator[Brief]:
    names = [f"{side_name(view, event.owner)} at {place(view, event.hex)}" for event in seen]
    yield Brief(EVENT_WEIGHTS[battles.QuarryEscaped], f"Got away from you: {some_of(names)}.")


def _evaded(seen: Sequence[battles.FleetEvaded], view: View) -> Iterator[Brief]:
    fleets, places = [event.name or number(event.fleet) for event in seen], [place(view, event.hex) for event in seen]
    text = f"Kept out of a fight: {some_of(fleets)}, at {some_of(places)}."
    yield Brief(EVADED_WEIGHT, text)


def _fled(seen: Sequence[battles.FleetFled], view: View) -> Iterator[Brief]:
    for event in seen:
        where, ships = place(view, event.origin), count(len(event.ships), "ship")
        left = event.to != event.origin
        goes = f"fled from {where} to {place(view, event.to)}" if left else f"broke off the battle at {where}"
        yield Brief(FLED_WEIGHT, f"{event.name or number(event.fleet)} {goes} with {ships}.", group="loss")


def _designs(seen: Sequence[battles.DesignsSeen], view: View) -> Iterator[Brief]:
    """The report has what survivors tell of each."""
    for side in dict.fromkeys(event.owner for event in seen):
        names = [design.split(",")[0] for event in seen if event.owner == side for design in event.designs]
        yield Brief(
            EVENT_WEIGHTS[battles.DesignsSeen],
            f"Met in battle for the first time: {some_of(names)} of {side_name(view, side)}.",
            group="abroad",
        )


def _conquered(seen: Sequence[ground.WorldConquered], view: View) -> Iterator[Brief]:
    for event in seen:
        winner, loser = side_name(view, event.side), side_name(view, event.loser)
        if event.side == view.side:
            yield Brief(97, f"{event.name} was taken from {loser}.", f"{event.name} is yours", "gain")
        elif event.loser == view.side:
            yield Brief(97, f"{winner} took {event.name} from you.", f"{event.name} is lost", "loss")
        else:
            yield Brief(70, f"{winner} took {event.name} from {loser}.", group="abroad")


def _fronts(seen: Sequence[ground.TroopsLanded | ground.CityTaken], view: View) -> Iterator[Brief]:
    """Who landed on a world, and who holds its cities, in one line for each world."""
    for world in dict.fromkeys(event.world for event in seen):
        name = short_colony(view, world)
        told, mine = [], False
        for event in (event for event in seen if event.world == world):
            own = event.side == view.side
            mine = mine or own
            who = "you" if own else side_name(view, event.side)
            told.append(f"{who} landed" if isinstance(event, ground.TroopsLanded) else f"{who} took {event.city}")
        acts = format_list(list(dict.fromkeys(told)))
        title = f"You are ashore on {name}" if mine else f"{name} is invaded"
        yield Brief(84, f"{name}: {acts}.", title, "gain" if mine else "loss")


def _blockades(seen: Sequence[raids.BlockadeChanged], view: View) -> Iterator[Brief]:
    for on, by in dict.fromkeys((event.on, event.by) for event in seen):
        names = [event.name for event in seen if (event.on, event.by) == (on, by)]
        who, own = side_name(view, by), by == view.side
        if own:
            text = f"You blockade {some_of(names)}." if on else f"Your blockade is over: {some_of(names)}."
        else:
            text = f"{who} blockades {some_of(names)}." if on else f"{who} no longer blockades {some_of(names)}."
        hurts = on and not own
        weight = BLOCKADED_WEIGHT if hurts else EVENT_WEIGHTS[raids.BlockadeChanged]
        yield Brief(weight, text, group="loss" if hurts else "gain")


def _fleets_lost(
    seen: Sequence[movement.FleetLost | detection.ShipsVanished | encounters.ContactLost], view: View
) -> Iterator[Brief]:
    names = [event.name or count(len(event.ships), "ship") for event in seen]
    last = place(view, seen[-1].hex)
    near = f", last near {last}" if len({event.hex for event in seen}) == 1 else ""
    verb = "is" if len(names) == 1 else "are"
    ships = count(sum(len(event.ships) for event in seen), "ship")
    text = f"Nothing is heard of {some_of(names)} ({ships}{near})."
    yield Brief(LOSS_WEIGHT, text, f"{some_of(names)} {verb} overdue", "loss")


WAR_WORDINGS: Final[dict[type[Event], Wording]] = {
    **dict.fromkeys((battles.BattleFought, battles.BattleLosses, battles.PrizesTaken), _battles),
    battles.UnitsHurt: _hurt,
    battles.QuarryEscaped: _escaped,
    battles.FleetEvaded: _evaded,
    battles.FleetFled: _fled,
    battles.DesignsSeen: _designs,
    ground.WorldConquered: _conquered,
    **dict.fromkeys((ground.TroopsLanded, ground.CityTaken), _fronts),
    raids.BlockadeChanged: _blockades,
    **dict.fromkeys((movement.FleetLost, detection.ShipsVanished, encounters.ContactLost), _fleets_lost),
}
"""By kind of event, the function that words all of that kind."""
