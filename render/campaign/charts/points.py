"""What a chart shows of a turn: figures of one side's own view."""

from rules.cluster_war.model.state.view import View
from rules.values import Value


class Point(Value):
    """An empire at a turn's start: CPs a turn, CPs in the treasury, colonies, fleets, ships, and systems it knows."""

    turn: int
    production: int
    income: int
    treasury: int
    colonies: int
    fleets: int
    ships: int
    systems: int


def figure(point: Point, name: str) -> int:
    """The figure of a point by its field's name."""
    return int(getattr(point, name))


def point_of(view: View) -> Point:
    """The figures of a side's view."""
    money = view.income
    return Point(
        turn=view.turn,
        production=money.production,
        income=money.production + money.trade + money.unusual,
        treasury=money.treasury,
        colonies=len(view.colonies),
        fleets=len(view.fleets),
        ships=len(view.ships),
        systems=sum(1 for system in view.systems.values() if system.level != "map"),
    )
