"""Sheets as text."""

from render.words.safe_text import plain
from rules.cluster_war.play.sheets.holdings import Sheet


def sheet_text(sheet: Sheet) -> str:
    """A sheet as lines; empty cells are left out, new rows marked."""
    lines = [f"### {sheet.title}"]
    for row in sheet.rows:
        cells = [
            f"{column.title} {plain(str(cell))}" if index else f"**{plain(str(cell))}**"
            for index, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True))
            if cell != "" and not column.fill
        ]
        lines.append(("**new** " if row.new else "") + " · ".join(cells))
    if not sheet.rows:
        lines.append("Nothing to show yet.")
    lines += [f"-# {note}" for note in sheet.notes]
    return "\n".join(lines)
