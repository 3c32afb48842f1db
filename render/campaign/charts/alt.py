"""A chart in words: its alt text, and a table of every figure for those who do not see it."""

from collections.abc import Callable, Sequence

from render.campaign.charts.points import Point
from render.canvas.safe_text import LONGEST_ALT, bare


def history_alt(points: Sequence[Point], empire: str, campaign: str) -> str:
    """What the chart shows, at most 1,024 characters."""
    first, last = points[0], points[-1]
    told = [
        f"{bare(campaign, 60)}: history of {bare(empire, 60)}, turns {first.turn} to {last.turn}.",
        _went("Income", first.income, last.income, "CPs a turn", points, lambda p: p.income),
        _went("Treasury", first.treasury, last.treasury, "CPs", points, lambda p: p.treasury),
        _went("Colonies", first.colonies, last.colonies, "", points, lambda p: p.colonies),
        _went("Fleets", first.fleets, last.fleets, "", points, lambda p: p.fleets),
        _went("Ships", first.ships, last.ships, "", points, lambda p: p.ships),
    ]
    return " ".join(told)[:LONGEST_ALT]


def _went(name: str, first: int, last: int, unit: str, points: Sequence[Point], value: Callable[[Point], int]) -> str:
    peak = max(points, key=lambda p: (value(p), -p.turn))
    most = value(peak)
    high = f", most {most} in turn {peak.turn}" if most > max(first, last) else ""
    return " ".join(f"{name} from {first} to {last} {unit}".split()) + f"{high}."


def history_table(points: Sequence[Point], empire: str, campaign: str) -> str:
    """Every figure, one line a turn, in plain text."""
    head = ("turn", "production", "income", "treasury", "colonies", "fleets", "ships", "systems known")
    rows = [(p.turn, p.production, p.income, p.treasury, p.colonies, p.fleets, p.ships, p.systems) for p in points]
    lines = [f"{bare(campaign, 60)}: {bare(empire, 60)}, at each turn's start", "", "  ".join(head)]
    lines += ["  ".join(str(cell).rjust(len(name)) for cell, name in zip(row, head, strict=True)) for row in rows]
    return "\n".join(lines) + "\n"
