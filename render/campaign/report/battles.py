"""Sentences on battles: who fought, who won, what was lost, what was seen."""

from collections.abc import Sequence
from typing import Final

from render.campaign.report.names import fleet_name, number, place, place_then, ship_names, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import listed, plain
from rules.cluster_war.chapters.combat.orders.engaging import in_words
from rules.cluster_war.model.events import battles as events
from rules.cluster_war.model.state.names import ShipId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import NO_EMPIRE

LONGEST_STORY: Final = 4000
METHODS: Final = {
    "quick": "settled by numbers",
    "chair": "fought by the captains' standing orders",
    "fought": "fought by the players",
    "narrated": "told by the game master",
}

ROWS: Final = Rows()
ROWS.says(events.FleetEvaded, "battles", "{fleet} evaded combat at {hex}, {week}.")
ROWS.says(events.QuarryEscaped, "battles", "Ships of {owner} got away from yours at {hex}, {week}.")
ROWS.says(events.FleetPursued, "battles", "{fleet} follows those who fled, from {origin} to {to}.")


def _ships(view: View, ships: Sequence[ShipId]) -> str:
    """Ships by their numbers and, where they have one, their names."""
    named = [(number(key), view.ships[key].name if key in view.ships else "") for key in ships]
    if not any(name for _, name in named):
        return ship_names(tuple(ships))
    return listed([f"{plain(name)} ({short})" if name else short for short, name in named])


def _counted(view: View, counts: Sequence[events.UnitCount], *, owners: bool) -> str:
    def one(found: events.UnitCount) -> str:
        whose = f" of {side_name(view, found.side)}" if owners else ""
        return f"{found.count} × {plain(found.name)}{whose}"

    return listed([one(found) for found in counts])


@ROWS.tells(events.EngagementSet, "fleets")
def _engaged(event: events.EngagementSet, view: View) -> str:
    protected = fleet_name(view, event.engagement.protect) if event.engagement.protect else ""
    told = in_words(event.engagement, protected)
    if not event.fleet:
        return f"Rules of engagement: {told}."
    return f"Orders for battle of {fleet_name(view, event.fleet)}: {told}."


@ROWS.tells(events.BattleFought, "battles")
def _fought(event: events.BattleFought, view: View) -> str:
    story = "\n".join(plain(line, LONGEST_STORY) for line in event.story if line.strip())
    if not event.foes:
        return "\n".join(filter(None, (f"Battle at {place_then(view, event.hex, event.week)}.", story)))
    foes = _met(event) or listed([side_name(view, side) for side in event.foes])
    what = "A duel with" if event.kind == "duel" else f"{event.kind.capitalize()} against"
    head = f"{what} {foes} at {place_then(view, event.hex, event.week)}, {METHODS[event.method]}: {_end(event, view)}"
    seen = f" Seen lost: {_counted(view, event.seen_lost, owners=len(event.foes) > 1)}." if event.seen_lost else ""
    return "\n".join(filter(None, (head + seen, story)))


def _met(event: events.BattleFought | events.BattleSettled) -> str:
    """What was fought that is no empire's, "" for a battle of empires."""
    return f"the {plain(event.foe)}" if event.foe else ""


def _end(event: events.BattleFought, view: View) -> str:
    if not event.winner:
        return "nobody held the place."
    if event.winner == NO_EMPIRE:
        return f"{_met(event)} held the place."
    if event.winner == event.side:
        return "you held the place." if view.side == event.side else f"{side_name(view, event.winner)} held the place."
    return f"{side_name(view, event.winner)} held the place."


@ROWS.tells(events.BattleLosses, "battles")
def _losses(event: events.BattleLosses, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name) if event.fleet else f"Your defences at {place(view, event.hex)}"
    if not event.reported:
        return f"{who} did not report from {place_then(view, event.hex, event.week)}; lost: {_ships(view, event.lost)}."
    parts = [f"lost {_ships(view, event.lost)}"] if event.lost else []
    parts += [f"{_ships(view, event.captured)} taken by the enemy"] if event.captured else []
    parts += [f"lost {_counted(view, event.defenders, owners=False)}"] if event.defenders else []
    return f"{who}, {moment(event.week)}: {'; '.join(parts)}."


@ROWS.tells(events.UnitsHurt, "battles")
def _hurt(event: events.UnitsHurt, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name) if event.fleet else "Your bases"
    return f"{who}: {_ships(view, event.ships)} came out of the battle at {place(view, event.hex)} damaged."


@ROWS.tells(events.FleetFled, "battles")
def _fled(event: events.FleetFled, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"{name} fled from {place(view, event.origin)} to {place(view, event.to)}: {_ships(view, event.ships)}."


@ROWS.tells(events.PrizesTaken, "battles")
def _prizes(event: events.PrizesTaken, view: View) -> str:
    cargo = f", with {event.cps} CPs of cargo" if event.cps else ""
    whose, named = side_name(view, event.owner), f", as {plain(event.name)}" if event.ships else ""
    what = ship_names((*event.ships, *event.bases))
    return f"Captured from {whose} at {place(view, event.hex)}: {what}{cargo}{named}."


@ROWS.tells(events.DesignsSeen, "battles")
def _designs(event: events.DesignsSeen, view: View) -> str:
    told = []
    for name in event.designs:
        known = [s.design for s in view.foreign_designs.values() if s.side == event.owner and s.design.name == name]
        layout = known[0].layout if known else {}
        parts = listed([f"{n} {what}" if n else what for what, n in sorted(layout.items())]) if layout else ""
        told.append(
            f"{plain(name)}, hull {known[0].hull}{f': {plain(parts, 300)}' if parts else ''}" if known else plain(name)
        )
    return f"Survivors describe designs of {side_name(view, event.owner)}: {'; '.join(told)}."


@ROWS.tells(events.BattleSettled, "battles")
def _settled(event: events.BattleSettled, view: View) -> str:
    sides: list[SideId] = list(event.sides)
    called = {side: _met(event) if side == NO_EMPIRE else side_name(view, side) for side in (*sides, event.winner)}
    who = listed([called[side] for side in sides])
    won = f"{called[event.winner]} held the place" if event.winner else "nobody held the place"
    ends = {"destroyed": event.destroyed, "captured": event.captured, "fled": event.fled}
    told = "; ".join(f"{what} {listed([plain(key) for key in keys])}" for what, keys in ends.items() if keys)
    cps = "; ".join(f"{side_name(view, p.side)} lost {p.cps} CPs of cargo, stores and works" for p in event.purses)
    head = f"Battle {plain(event.battle)} ({event.kind}, {METHODS[event.method]}) of {who}"
    tail = "; ".join(filter(None, (won, told, cps)))
    return f"{head} at {place_then(view, event.hex, event.week)}: {tail}."
