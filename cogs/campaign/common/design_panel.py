"""A drawing as its player and the game master see it: sheet, problems, and what can be done with it."""

import discord
from discord import ui

from cogs.common.buttons import ButtonData, button_for
from cogs.common.cutting import cut
from cogs.common.panels import Panel
from render.canvas.safe_text import bare, plain
from umpire.campaign.designs.drawings import WORDS, Drawing
from umpire.games.games import Game

GREY = 0x808080


def drawing_panel(game: Game, drawing: Drawing, sheet: str) -> Panel:
    """A player's own drawing with its buttons."""
    buttons: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        button_for(
            "Send to the game master",
            data(game, "draw-send", drawing.name),
            style=discord.ButtonStyle.success,
            disabled=not drawing.can_be_sent,
        ),
        button_for(
            "Change it",
            data(game, "draw-edit", drawing.name),
            disabled=drawing.state not in {"draft", "returned"},
        ),
        button_for("Tear it up", data(game, "draw-drop", drawing.name), disabled=drawing.state == "approved"),
    )
    colour = next((flag.colour for flag in game.sides if flag.id == drawing.side), GREY)
    return Panel(ui.Container(*texts(drawing, sheet), buttons, accent_colour=colour))


def judge_panel(game: Game, drawing: Drawing, sheet: str) -> Panel:
    """A sent drawing as the game master judges it."""
    where = f"{drawing.side}:{drawing.name}:{drawing.version}"
    buttons: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        button_for("Approve", data(game, "gm-draw-yes", where), style=discord.ButtonStyle.success),
        button_for("Hand back", data(game, "gm-draw-no", where), style=discord.ButtonStyle.danger),
        button_for("All designs", data(game, "gm-draws")),
    )
    flag = next(flag for flag in game.sides if flag.id == drawing.side)
    whose = ui.TextDisplay[ui.LayoutView](f"-# asked for by {plain(flag.name)}")
    return Panel(ui.Container(*texts(drawing, sheet), whose, buttons, accent_colour=flag.colour))


def texts(drawing: Drawing, sheet: str) -> list[ui.Item[ui.LayoutView]]:
    """Name, price, state, the sheet, and what is wrong."""
    text = drawing.sketch.text
    price = f"**{drawing.design.cost} CPs** each" if drawing.design else "no price yet"
    head = f"### {plain(text.name)} ({plain(text.id)})\n{price} · {WORDS[drawing.state]}"
    if drawing.sketch.comment and drawing.state != "approved":
        head += f"\nThe game master says: {plain(drawing.sketch.comment, 400)}"
    wrong = [f"{'⚠' if p.refused else '•'} {plain(p.text, 300)} `{p.rule}`" for p in drawing.problems]
    if not any(problem.refused for problem in drawing.problems):
        wrong.insert(0, "✔ It can be built as drawn.")
    shown = "\n".join(bare(line, 200) if line.strip() else "" for line in sheet.splitlines())
    return [
        ui.TextDisplay(head),
        ui.TextDisplay(f"```\n{cut(shown, 1700, '/design show')}\n```"),
        ui.TextDisplay(cut("\n".join(wrong), 1100, "/design show")),
    ]


def data(game: Game, action: str, rest: str = "") -> ButtonData:
    """What a control carries."""
    return ButtonData(action, game.id, game.opening, rest)
