"""A world that one side's view leaves possible: its own things as they are, what it knows of worlds, and nobody else about.

It is made from the view alone, so it can tell nothing that the side does not know; where the truth is otherwise, so is what comes
of it. Nothing foreign moves, meets or hides in it.
"""

from typing import Final

from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.knowledge import Knowledge, KnownBody
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.places import Body, Cluster, StarSystem, Weather
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race, Side
from rules.cluster_war.model.state.signals import Signals
from rules.cluster_war.model.state.surface import Surface
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.state.view import View
from rules.errors import WrongPhaseError
from rules.sides import Flag

LEVELS: Final = "CW-11.0-T01"
PERCENT: Final = "income_percent_of_partner_gross"


def supposed(view: View) -> GameState:
    """The state that a side's view leaves possible, with others still and out of sight. WrongPhaseError for the game master's."""
    me = view.me
    if me is None:
        raise WrongPhaseError("The game master rehearses nothing: /gm whatif plays a turn as it is.")
    others = {key: _stranger(flag) for key, flag in view.flags.items() if key != me.id}
    return GameState(
        turn=view.turn,
        settings=view.settings,
        cluster=_cluster(view),
        sides={**others, me.id: me},
        colonies=view.colonies,
        fleets=view.fleets,
        ships=view.ships,
        builds=view.builds,
        projects=view.projects,
        knowledge={**{key: Knowledge() for key in others}, me.id: _knowledge(view)},
        trade=_partners(view, me.id),
        income={me.id: view.income.unusual - _returned(view)},
        peace=tuple("|".join(sorted((me.id, other))) for other in view.peace),
        counters=_counters(view, me.id),
        bases=view.bases,
        strains=view.strains,
        rights=view.rights,
        offers=view.offers,
        trade_history=view.trade_history,
        embassies=tuple("|".join(sorted((me.id, other))) for other in view.embassies),
        tasks=view.tasks,
        officers=view.officers,
        surfaces={key: _surface(view, key) for key in view.fronts if key in view.colonies},
        weather={hex_: Weather(dict(seen.force), around=seen.around or None) for hex_, seen in view.weather.items()},
        signals=Signals(envoys=view.signals.envoys),
        minds=view.minds,
    )


def _stranger(flag: Flag) -> Side:
    """An empire of which nothing is known but its name: it owns nothing and does nothing."""
    race = Race(flag.name, "")
    return Side(flag.id, flag.name, flag.colour, race, home="", home_orbit=0, treasury=0, designs={})


def _cluster(view: View) -> Cluster:
    """The map as the side knows it: worlds that it has not surveyed have nothing on them."""
    systems = {hex_: StarSystem(hex_, codes) for hex_, codes in view.objects.items()}
    for hex_, known in view.systems.items():
        codes = systems[hex_].codes if hex_ in systems else ()
        systems[hex_] = StarSystem(hex_, codes, tuple(map(_body, known.bodies)), name=known.name)
    return Cluster(view.columns, view.rows, dict(sorted(systems.items())), view.links)


def _body(known: KnownBody) -> Body:
    return Body(
        known.orbit, known.step, known.max_cp or 0, life=known.life, resources=known.resources or (), name=known.name
    )


def _knowledge(view: View) -> Knowledge:
    return Knowledge(
        systems=view.systems,
        seen=view.seen,
        met=view.met,
        designs=view.foreign_designs,
        weather=view.weather,
        vanished=view.vanished,
    )


def _partners(view: View, me: SideId) -> tuple[TradePartner, ...]:
    """What trade brings this month, by partners of just such a production: their own is not known."""
    levels = {view.flags[p.b if p.a == me else p.a].name: p.level for p in view.pacts}
    levels |= {r.partner: r.level for r in view.trade_history.get(me, ()) if r.partner not in levels}
    found: list[TradePartner] = []
    for name, cps in view.income.trade_lines:
        level = levels.get(name, "full")
        if level in {"limited", "full"}:
            found.append(TradePartner(me, name, _gross(cps, level, view.settings), level))
    return tuple(found)


def _gross(cps: int, level: str, settings: Settings) -> int:
    """The least production of which a partner of this level brings so much."""
    percent = tables(settings)[LEVELS].number(level, PERCENT)
    return -(-cps * 100 // percent) if percent else 0


def _returned(view: View) -> int:
    """What of the month's unusual income are stores that have come back to the grid: the month counts them itself."""
    grid = main_grid(view, view.side)
    stores = [c.store for c in view.colonies.values() if c.hex in grid]
    return sum(stores) + sum(base.store for base in view.bases.values() if base.hex in grid)


def _counters(view: View, me: SideId) -> dict[str, int]:
    """The side's counters under the names that they have in the whole state."""
    return {
        f"ship/{me}/{name.removeprefix('ship/')}" if name.startswith("ship/") else f"{name}/{me}": number
        for name, number in view.counters.items()
    }


def _surface(view: View, world: str) -> Surface:
    front = view.fronts[world]
    return Surface(
        front.world, front.columns, front.rows, front.terrain, front.cities, front.forces, people=front.people
    )
