"""A chronicle as Markdown and as one HTML file that needs no network: the same words, the second with pictures."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Final

from render.campaign.charts import EmpireFigures, draw_rivals
from render.campaign.chronicle.facts import ChronicleBattle, ChronicleFacts, TurnDice
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import viewport
from render.campaign.film.film import FilmStage, paint_still
from render.campaign.film.still import region_of, still_of
from render.campaign.news import SeenTurn
from render.canvas.panel import PICTURE_WIDTH
from render.canvas.png import Picture, picture_of
from render.canvas.theme import banners, theme_named
from render.page.page import page_part
from render.words.safe_text import bare, count, plain
from rules.cluster_war.model.state.view import View
from rules.values import Value

CHRONICLE_PANELS: Final = ("Colonies", "Their worth: size together", "Ships")
PLACE_REACH: Final = 4
PICTURE_THEME: Final = "light"


def draw_all(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> dict[str, Picture]:
    """By name: "map", "chart", and "battle-N" for each great battle from 1 on."""
    last = turns[-1].end
    found = {"map": _last_map(facts, turns), "chart": _chart(facts, last)}
    after = {one.turn: one.end for one in turns}
    for number, clash in enumerate(facts.battles, start=1):
        found[f"battle-{number}"] = _place(clash, after, facts)
    return found


def _last_map(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> Picture:
    """How it all stood in the end, as the film's last picture shows it."""
    last = turns[-1].end
    look = theme_named(PICTURE_THEME)
    course = [still_of(turns[0].start), *(still_of(one.end, one.news) for one in turns)]
    looks = {side: banner for side, banner in banners(last.flags, look, last.others).items() if side in facts.names}
    stage = FilmStage(facts.title, last.side, region_of(course, last.columns, last.rows), looks, look, course)
    return picture_of(
        paint_still(stage, course[-1], PICTURE_WIDTH), f"{bare(facts.title, 60)}: how it stood after turn {facts.last}."
    )


def _chart(facts: ChronicleFacts, last: View) -> Picture:
    looks = banners(last.flags, theme_named(PICTURE_THEME), last.others)
    rivals = []
    for side in facts.names:
        rows = tuple(
            {
                turn: getattr(figures[side], name)
                for turn, figures in facts.course
                if side in figures and (name != "size" or figures[side].own)  # of others only what was seen is known
            }
            for name in ("colonies", "size", "ships")
        )
        rivals.append(EmpireFigures(looks[side], rows))
    return draw_rivals(rivals, CHRONICLE_PANELS, PICTURE_THEME)


def _place(clash: ChronicleBattle, after: Mapping[int, View], facts: ChronicleFacts) -> Picture:
    view = after[clash.turn]
    made = draw_cluster_map(
        view,
        theme=PICTURE_THEME,
        region=viewport(view, clash.hex, PLACE_REACH),
        campaign=facts.title,
    )
    return Picture(made.png, made.width, made.height, f"Where it was: {clash.sentence} {made.alt}"[:1000])


STYLE_FILE: Final = "chronicle.css"
HOW_TO_VERIFY: Final = (
    "Every die can be checked: /turn dice lists the promises and the seeds, /campaign export gives the capsule, and "
    "docs/verify.md says how."
)
MOST_BESIDE: Final = 5
"""Columns that fit beside each other on a phone."""


class ChronicleSection(Value):
    """A heading, the lines below it, rows of a table (the first its heads), and pictures by name."""

    title: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    pictures: tuple[str, ...] = ()


def sections_of(facts: ChronicleFacts) -> tuple[ChronicleSection, ...]:
    """What is told, in order; the same for text and page."""
    found = [_empires(facts)]
    if facts.awards:
        found.append(ChronicleSection("Awards", table=(("award", "whose", "why"), *facts.awards)))
    found.append(ChronicleSection("Over time", pictures=("chart",), table=_figures(facts)))
    found += [
        ChronicleSection(
            f"Year {year.number}", tuple(f"Turn {one.turn}: {one.short}" for one in year.lines) or ("A quiet year.",)
        )
        for year in facts.years
    ]
    found += list(_battles(facts))
    kept = tuple(f"Turn {one.turn}: {one.text}" for one in facts.dealings if one.kept)
    broken = tuple(f"Turn {one.turn}: {one.text}" for one in facts.dealings if not one.kept)
    found.append(ChronicleSection("Treaties", kept or ("None was made.",)))
    found.append(ChronicleSection("Betrayals and endings", broken or ("Every word was kept.",)))
    found.append(
        ChronicleSection("Discoveries", tuple(f"Turn {turn}: {text}" for turn, text in facts.finds) or ("None.",))
    )
    if facts.sittings:
        found.append(ChronicleSection("Who led whom", table=(("empire", "led by", "turns"), *_sittings(facts))))
    found.append(ChronicleSection("The dice", (*_dice(facts.dice, facts), HOW_TO_VERIFY)))
    return tuple(found)


def title_of(facts: ChronicleFacts) -> tuple[str, str]:
    """The chronicle's title and the line below it."""
    whose = facts.names.get(facts.side, "") or "the whole truth"
    state = "over" if facts.over else "still under way"
    return (
        f"The chronicle of {facts.title}",
        f"Turns {facts.first} to {facts.last}, {state}; as known to {whose}."
        if facts.side
        else (f"Turns {facts.first} to {facts.last}, {state}; {whose}."),
    )


def write_markdown(facts: ChronicleFacts) -> str:
    """The chronicle as text."""
    title, below = title_of(facts)
    parts = [f"# {plain(title, 120)}", plain(below, 200)]
    for section in sections_of(facts):
        lines = [f"## {section.title}", *([f"- {plain(line, 400)}" for line in section.lines])]
        if section.table:
            head, *rows = section.table
            lines += [
                "",
                _row(head),
                _row(["---"] * len(head)),
                *(_row([plain(cell, 200) for cell in row]) for row in rows),
            ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def write_html(facts: ChronicleFacts, pictures: Mapping[str, Picture]) -> bytes:
    """The chronicle as a page: nothing is fetched, no script runs; the same facts and pictures, the same bytes."""
    style = page_part("render.campaign.chronicle", STYLE_FILE)
    title, below = title_of(facts)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    lines = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>",
        f"<h1>{escape(title)}</h1><p>{escape(below)}</p>",
        _picture(pictures, "map"),
    ]
    for section in sections_of(facts):
        lines.append(f"<section><h2>{escape(section.title)}</h2>")
        drawn = [_picture(pictures, name) for name in section.pictures]
        lines += [_wide(section.title, one) if section.table and one else one for one in drawn]
        if len(section.lines) > 1:
            lines.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in section.lines) + "</ul>")
        lines += [f"<p>{escape(line)}</p>" for line in section.lines if len(section.lines) == 1]
        if section.table:
            lines.append(_wide(section.title, _table(section.table)))
        lines.append("</section>")
    return "\n".join([*lines, "</main></body></html>", ""]).encode()


def _picture(pictures: Mapping[str, Picture], name: str) -> str:
    if name not in pictures:
        return ""
    made = pictures[name]
    data = b64encode(made.png).decode()
    return (
        f'<img src="data:image/png;base64,{data}" width="{made.width}" height="{made.height}" alt="{escape(made.alt)}">'
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = rows
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in others)
    many = ' class="many"' if len(head) > MOST_BESIDE else ""
    return f"<table{many}><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _wide(title: str, inner: str) -> str:
    """What a phone moves sideways in its own box, by touch or keys, with a shade where more is."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">{inner}</div>'


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _empires(facts: ChronicleFacts) -> ChronicleSection:
    last = facts.course[-1][1]
    rows = [
        (name, facts.homes.get(side, "?"), str(f.colonies), str(f.size) if f.own else "?", str(f.ships))
        for side, name in facts.names.items()
        if (f := last.get(side)) is not None
    ]
    about = () if not facts.side else ("Of other empires it has only what reports showed this empire.",)
    return ChronicleSection("The empires", about, (("empire", "home", "colonies", "their size", "ships"), *rows))


def _figures(facts: ChronicleFacts) -> tuple[tuple[str, ...], ...]:
    """A row for each year's first turn and the end of the last, with every empire's colonies and ships."""
    shown = [one for one in facts.course if (one[0] - facts.course[0][0]) % 12 == 0 or one[0] == facts.course[-1][0]]
    heads = ("when", *(f"{name}: colonies / ships" for name in facts.names.values()))
    rows = [
        (
            f"end of turn {facts.last}" if turn > facts.last else f"start of turn {turn}",
            *(f"{figures[side].colonies} / {figures[side].ships}" if side in figures else "–" for side in facts.names),
        )
        for turn, figures in shown
    ]
    return (heads, *rows)


def _battles(facts: ChronicleFacts) -> Iterator[ChronicleSection]:
    if not facts.battles:
        yield ChronicleSection("Battles", ("None was fought.",))
        return
    yield ChronicleSection("The great battles", (f"{count(facts.fought, 'battle')} in all; these cost the most.",))
    for number, clash in enumerate(facts.battles, start=1):
        yield ChronicleSection(
            f"{number}. {clash.place}, turn {clash.turn}", (clash.sentence,), pictures=(f"battle-{number}",)
        )


def _sittings(facts: ChronicleFacts) -> list[tuple[str, str, str]]:
    return [
        (
            facts.names.get(one.side, one.side) or "Game master",
            one.who or "nobody",
            str(one.first) if one.first == one.last else f"{one.first} to {one.last}",
        )
        for one in facts.sittings
    ]


def _dice(dice: Mapping[str, TurnDice], facts: ChronicleFacts) -> list[str]:
    lines = [
        f"{facts.names.get(side, side)}: {count(one.rolled, 'die', 'dice')}, on average {one.fell} % of the way from lowest to "
        "highest."
        for side, one in dice.items()
    ]
    return lines or ["No dice to show."]
