"""The game master's races: in words, and what the commands and forms about them do alike."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.gm.amend import parts_of
from cogs.campaign.gm.draft_handlers import GmContext, gm_context, gm_pressed, tell
from cogs.common.components import ButtonData, Field, Form, FormMaker
from cogs.common.interactions import Interaction, defer
from render.words.safe_text import count, listed, paragraphs, plain
from rules.cluster_war.chapters.npr.amendments import npr_named, with_fields
from rules.cluster_war.model.state.npr import Npr, relation_word
from rules.cluster_war.model.state.view import View
from rules.values import GameError, quoted
from umpire.campaign.gm import preparation
from umpire.campaign.gm.preparation import Change, PseudoTurns
from umpire.campaign.gm.rulings import RulingResult
from umpire.campaign.views import side_views

LOG_LINES = 16


def races_text(view: View) -> str:
    """All races, one line each."""
    if not view.nprs:
        return "You run no race yet; /gm npr set makes one."
    lines = ["### Your races `CW-19.0-02`"]
    for npr in sorted(view.nprs.values(), key=lambda n: n.name.casefold()):
        had = "has had this turn" if npr.advanced >= view.turn else "waits for its turn"
        stands = listed(
            [f"{relation_word(v)} to {plain(view.flags[s].name)}" for s, v in sorted(npr.relations.items())]
        )
        lines.append(
            f"**{plain(npr.name)}** at {npr.home}: {npr.gross} CPs, {plain(npr.attitude)}, "
            f"{count(len(npr.colonies), 'colony', 'colonies')}, {count(len(npr.forces), 'force')}; "
            f"{stands or 'no contacts'}; {had}"
        )
    return "\n".join([*lines, "-# /gm npr turn plays their month; nobody but you sees any of this."])


def profile_text(view: View, npr: Npr) -> str:
    """One race in full, with its last months."""
    growth = f"chart {', '.join(f'{p:+d}%' for p in npr.growth)}" if npr.growth else f"{npr.pace}, by dice"
    ceiling = f", up to {npr.ceiling} CPs" if npr.ceiling else ""
    lines = [
        f"### {plain(npr.name)} · home {npr.home} `CW-19.0-16`",
        f"Gross production **{npr.gross} CPs** · growth {growth}{ceiling} · {plain(npr.attitude)}"
        + (f" · home STEP {npr.home_step}" if npr.home_step else ""),
        f"Territory: {', '.join(npr.territory) or 'none'}",
        f"Colonies: {listed([f'{c.id} {plain(c.name)}'.strip() for c in npr.colonies]) or 'none'}",
        f"Likely sites: {', '.join(npr.sites) or 'none'}",
        f"Technologies: {listed([plain(t) for t in npr.technologies]) or 'none'}",
        f"Works at: {listed([plain(t) for t in npr.goals]) or 'nothing named'}",
    ]
    lines += [
        f"`{f.id}` {plain(f.name)} at {f.hex}: {f.role}, {count(f.ships, 'ship')}, {count(f.hull, 'hull space')}"
        for f in npr.forces
    ]
    lines += [f"{plain(view.flags[s].name)}: {relation_word(v)}" for s, v in sorted(npr.relations.items())]
    for title, text in (("Culture and ships", npr.culture), ("Story", npr.story), ("Private notes", npr.notes)):
        if text:
            lines += [f"**{title}**", paragraphs(text, 1500)]
    if npr.log:
        lines += ["**Last months**", *(plain(line, 300) for line in npr.log[-LOG_LINES:])]
    return "\n".join(lines)


def month_text(done: PseudoTurns) -> str:
    """A pseudo-turn, line by line, with its dice."""
    if not done.months:
        return "✔ Done already; nothing was played twice."
    lines = [f"### The month of your races, turn {done.turn} `CW-19.0-20`"]
    for month in done.months:
        lines += [f"**{plain(month.name)}**", *(f"• {plain(line, 300)}" for line in month.lines)]
    foot = f"-# {count(done.rolls, 'roll')} from this turn's seed, under keys nobody can guess. Nobody but you has read this."
    return "\n".join([*lines, foot])


def listed_in(text: str) -> tuple[str, ...]:
    """A list separated by commas, each part once; "none" for an empty one."""
    return tuple(dict.fromkeys(parts_of(text)))


def percents(text: str) -> tuple[int, ...]:
    """A growth chart; "none" for growth by dice. GameError for what are no whole numbers."""
    parts = [part.removesuffix("%").strip() for part in parts_of(text)]
    if any(not p.removeprefix("-").removeprefix("+").isdecimal() or len(p) > 4 for p in parts):
        raise GameError(f"{quoted(text)} is no growth chart; write per cents by month, like 3,2,2,0.")
    return tuple(int(p) for p in parts)


async def change(interaction: Interaction, gm: GmContext, race: str, act: Change, reason: str) -> RulingResult:
    """Change one race."""
    return await preparation.change_race(gm.services, gm.seat, race, act, reason, idempotency_key=str(interaction.id))


async def story_form(interaction: Interaction, control: ButtonData) -> Form:
    """Culture and ships, story and plots, private notes; kept with the race that the control names."""
    gm = await gm_pressed(interaction, control)
    npr = npr_named((await side_views.view(gm.services, gm.seat)).nprs, control.rest)
    fields = (
        Field("culture", "Culture and ships", "How they live, what their ships are like", npr.culture, long=True),
        Field("story", "Story", "Plots, artifacts and specials near them", npr.story, long=True),
        Field("notes", "Private notes", "For the game master alone", npr.notes, long=True),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        written = partial(with_fields, {part: given[part] for part in ("culture", "story", "notes")})
        await tell(interaction, gm, await change(interaction, gm, npr.id, written, "Its story"))

    return Form(f"Notes on {npr.name}", fields, sent, control)


FORMS: Final[Mapping[str, FormMaker]] = {"npr-notes": story_form}
