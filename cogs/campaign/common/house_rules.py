"""A campaign's switches and house rules in words, shown to every player."""

from render.canvas.safe_text import plain
from rules.cluster_war.state.settings import Settings


def house_text(settings: Settings) -> str:
    """Settings, changed table cells and changed rulings."""
    freighters = (
        "always need freighters" if settings.colony_freighters == "always" else "need freighters only outside the grid"
    )
    lines = [
        "### House rules of this campaign",
        f"Map: {settings.sectors_across} × {settings.sectors_down} sectors `CW-B-01`",
        f"New colonies {freighters} `CW-7.0-06`",
        f"Sensors (LRS) reach {settings.lrs_range} hex `CW-12.0-04`",
        f"Supply grid: radius {settings.grid_radius}, colonies up to {settings.grid_touch} hexes apart connect `CW-7.0-09`",
    ]
    if settings.open_play:
        lines.append("Open play: everybody sees the whole board `CW-4.1-01`")
    lines += [f"Table cell {plain(cell)} is {plain(value)}" for cell, value in sorted(settings.overrides.items())]
    lines += [f"Ruling {plain(rule)}: {plain(text)}" for rule, text in sorted(settings.rulings.items())]
    if not settings.overrides and not settings.rulings:
        lines.append("Tables and rulings are as in the ledger (/rule shows them).")
    return "\n".join(lines)
