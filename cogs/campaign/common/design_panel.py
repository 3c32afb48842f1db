"""A drawing as its player and the game master see it: sheet, problems, and what can be done with it."""

from cogs.common.components import DANGER, SUCCESS, button_for, data_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import bare, plain
from umpire.campaign.designs.drawings import DrawnDesign, state_words
from umpire.games.games import Game

GREY = 0x808080


def drawing_panel(game: Game, drawing: DrawnDesign, sheet: str) -> Panel:
    """A player's own drawing with its buttons."""
    send, edit, drop = (data_for(game, action, drawing.name) for action in ("draw-send", "draw-edit", "draw-drop"))
    buttons = button_row(
        button_for(
            "Send to the game master" if game.options.gm == "person" else "Send it in",
            send,
            style=SUCCESS,
            disabled=not drawing.can_be_sent,
        ),
        button_for("Change it", edit, disabled=drawing.state not in {"draft", "returned"}),
        button_for("Tear it up", drop, disabled=drawing.state == "approved"),
    )
    colour = next((flag.colour for flag in game.sides if flag.id == drawing.side), GREY)
    by_the_book = game.options.gm != "person"
    return Panel(colour, *texts(drawing, sheet, by_the_book=by_the_book), buttons)


def judge_panel(game: Game, drawing: DrawnDesign, sheet: str) -> Panel:
    """A sent drawing as the game master judges it."""
    where = f"{drawing.side}:{drawing.name}:{drawing.version}"
    buttons = button_row(
        button_for("Approve", data_for(game, "gm-draw-yes", where), style=SUCCESS),
        button_for("Hand back", data_for(game, "gm-draw-no", where), style=DANGER),
        button_for("All designs", data_for(game, "gm-draws")),
    )
    flag = next(flag for flag in game.sides if flag.id == drawing.side)
    whose = f"-# asked for by {plain(flag.name)}"
    return Panel(flag.colour, *texts(drawing, sheet), whose, buttons)


def texts(drawing: DrawnDesign, sheet: str, *, by_the_book: bool = False) -> list[Part]:
    """Name, price, state, the sheet, and what is wrong; `by_the_book`: no game master judges it."""
    text = drawing.sketch.text
    price = f"**{drawing.design.cost} CPs** each" if drawing.design else "no price yet"
    head = f"### {plain(text.name)} ({plain(text.id)})\n{price} · {state_words(drawing.state, by_the_book=by_the_book)}"
    if drawing.sketch.comment and drawing.state != "approved":
        head += (
            f"\n{'The default ruling' if by_the_book else 'The game master'} says: {plain(drawing.sketch.comment, 400)}"
        )
    wrong = [f"{'⚠' if p.refused else '•'} {plain(p.text, 300)} `{p.rule}`" for p in drawing.problems]
    if not any(problem.refused for problem in drawing.problems):
        wrong.insert(0, "✔ It can be built as drawn.")
    shown = "\n".join(bare(line, 200) if line.strip() else "" for line in sheet.splitlines())
    return [
        head,
        f"```\n{cut(shown, 1700, '/design show')}\n```",
        cut("\n".join(wrong), 1100, "/design show"),
    ]
