"""The game master's battles as panels: each with who, where, with what orders, what came of it and the ways to settle it."""

from collections.abc import Mapping
from typing import Final, Self

from cogs.campaign.gm.draft_handlers import GmContext
from cogs.campaign.gm.gm_panel import GOLD
from cogs.campaign.gm.gm_texts import name_of
from cogs.common.components import PRIMARY, ButtonData, button_for, data_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, clip_text
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.common import SideId, short_id
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, Engagement, Method
from rules.values import Value
from storage.battles import BattleRow
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.turn.battle_outcomes import WaitingBattles
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.games import Game

METHOD_TEXTS: Final[Mapping[Method, str]] = {
    "quick": "by numbers",
    "chair": "by the engine",
    "fought": "by its players",
    "narrated": "by your word",
}
BATTLE_STATE_TEXTS: Final = {"waiting": "waits", "proxy": "its time is over, proxies fight it", "settled": "settled"}
MOST_SIDE: Final = 1100
MOST_TEXT: Final = 3600
MOST_STORY: Final = 600
MOST_SHOWN: Final = 40

BY_ITSELF: Final[Mapping[Method, str]] = {"quick": "By numbers", "chair": "By the engine"}
"""Ways that need nobody, as buttons call them."""
AS_BEFORE: Final = "before"
"""The way of a battle that was settled before the turn was taken back."""


class BattleRef(Value):
    """What the data of a button of one battle carries: the battle, and where there is a choice the way that the button takes."""

    battle: str
    way: str = ""

    @classmethod
    def of(cls, data: ButtonData) -> Self:
        """Of a button that takes a way."""
        battle, _, way = data.rest.rpartition(".")
        return cls(battle, way)

    def data(self, game: Game, action: str) -> ButtonData:
        """For a control of this action."""
        return data_for(game, action, f"{self.battle}.{self.way}" if self.way else self.battle)


async def battles_panel(gm: GmContext, found: WaitingBattles, done: str = "") -> Panel:
    """All battles and a list to choose one from; a single one that waits is shown whole."""
    left = [row for row in found.battles if row.state != "settled"]
    if len(left) == 1 and len(found.battles) == 1:
        return await battle_panel(gm, left[0], done)
    parts: list[Part] = [*([done] if done else []), battles_text(gm.game, found.waits, found.battles)]
    if found.battles and found.waits:
        lines = [
            option(f"{row.battle}: {row.fight.kind} at {row.fight.hex}", row.battle, row.state)
            for row in sorted(found.battles, key=lambda row: row.state == "settled")
        ]
        parts.append(select_for("Which battle?", data_for(gm.game, "gm-battle"), lines))
    if not found.waits:
        parts.append(button_row(button_for("A battle to come", data_for(gm.game, "gm-battle-plan"))))
    return Panel(GOLD, *parts)


async def battle_panel(gm: GmContext, row: BattleRow, done: str = "") -> Panel:
    """One battle whole, with the ways to settle it."""
    view = await side_views.view(gm.services, gm.seat)
    thread = (await games.get_game(gm.services, row.tactical)).channel_id if row.has_tactical_game else None
    parts: list[Part] = [*([done] if done else []), battle_text(gm.game, row, view.fleets, thread)]
    back = button_for("All battles", data_for(gm.game, "gm-battles"))
    here = BattleRef(row.battle)
    tell = here.data(gm.game, "gm-battle-tell")
    if row.state == "settled":
        file = button_for("As a file", here.data(gm.game, "gm-battle-file"))
        return Panel(GOLD, *parts, button_row(button_for("Set an error right", tell), file, back))
    ways = [
        button_for(label, BattleRef(row.battle, method).data(gm.game, "gm-battle-ask"))
        for method, label in BY_ITSELF.items()
    ]
    if await battle_outcomes.as_before(gm.services, gm.seat, row.battle) is not None:
        ways.append(button_for("As before", BattleRef(row.battle, AS_BEFORE).data(gm.game, "gm-battle-ask")))
    fights = row.has_tactical_game or row.wants_tactical_game
    words = "Close the tactical game" if fights else "Let them fight"
    more = (
        button_for(words, BattleRef(row.battle, "no" if fights else "yes").data(gm.game, "gm-battle-tactical")),
        button_for("More time", here.data(gm.game, "gm-battle-time")),
        button_for("Who commands", here.data(gm.game, "gm-battle-who")),
        back,
    )
    file = button_for("As a file", here.data(gm.game, "gm-battle-file"))
    return Panel(GOLD, *parts, button_row(button_for("Narrate", tell, style=PRIMARY), *ways, file), button_row(*more))


async def settled_panel(gm: GmContext, battle: str, found: WaitingBattles) -> Panel:
    """What stands after a battle is settled: those that are left, or where the turn has gone."""
    if any(row.state != "settled" for row in found.battles) and found.revision == gm.game.revision:
        return await battles_panel(gm, found, f"✔ Battle `{battle}` is settled.")
    now = await games.get_game(gm.services, gm.game.id)
    text = f"✔ Battle `{battle}` is settled, and turn {gm.game.turn} has gone on to its end."
    if now.turn_state == "draft":
        review = button_row(button_for("Review", data_for(now, "gm-review"), style=PRIMARY))
        return Panel(GOLD, f"{text} Its draft waits for you.", review)
    if now.turn_state == "battles":
        return Panel(GOLD, f"✔ Battle `{battle}` is settled; the month goes on when **{plain(now.name)}** is resumed.")
    return Panel(GOLD, f"{text} It is published, and turn {now.turn} is open.")


def battles_text(game: Game, waits: bool, rows: tuple[BattleRow, ...]) -> str:
    """All battles of the present turn, a line each."""
    left = sum(row.state != "settled" for row in rows)
    head = f"### Battles · {plain(game.name)}, turn {game.turn}"
    if not rows:
        return f"{head}\nThis turn has met no battle that waits for you."
    now = f"The month waits for {count(left, 'battle')}." if waits else "The month no longer waits for any of them."
    return clip_text("\n".join([head, now, *(f"- {line(game, row)}" for row in rows)]), MOST_TEXT)


def line(game: Game, row: BattleRow) -> str:
    """One battle in a line."""
    fight = row.fight
    forces = " against ".join(f"{side_label(game, fight, side)} ({_number(fight, side)})" for side in fight.sides)
    until = f", until <t:{row.deadline}:f>" if row.deadline is not None and row.state == "waiting" else ""
    how = BATTLE_STATE_TEXTS[row.state] if row.outcome is None else f"settled {METHOD_TEXTS[row.outcome.method]}"
    return f"`{row.battle}` {fight.kind} at {fight.hex}, week {fight.week}: {forces}; {how}{until}"


def battle_text(game: Game, row: BattleRow, fleets: Mapping[str, Fleet], thread: int | None = None) -> str:
    """One battle whole: each side's units, commander and orders, and what came of it. `fleets` are the game master's view,
    `thread` is where its players fight it, or have."""
    fight = row.fight
    lines = [f"### Battle {row.battle}", line(game, row)]
    if thread is not None:
        lines.append(f"Its players {'fight' if row.state == 'waiting' else 'fought'} it in <#{thread}>.")
    if fight.world:
        lines.append(f"Fought over {plain(fight.world)}.")
    if fight.star:
        lines.append(f"At a star: {plain(fight.star)} `CW-14.0-31`.")
    if fight.terrain:
        lines.append(f"Terrain: {plain(format_list(list(fight.terrain)))}.")
    lines += [clip_text(_side_text(game, row, side, fleets), MOST_SIDE) for side in fight.sides]
    if row.outcome is not None:
        lines.append(clip_text(outcome_text(game, fight, row.outcome), MOST_SIDE))
    return clip_text("\n".join(lines), MOST_TEXT)


def orders_text(plan: Engagement) -> str:
    """A side's orders for the battle in words (CW-9.0-05)."""
    parts: list[str] = [plan.stance or "as its empire has it"]
    parts += [f"withdraws when {plan.withdraw_at} % of its hull is lost"] if plan.withdraw_at else ["does not withdraw"]
    parts += ["pursues who flees"] if plan.pursue else []
    parts += [f"{count(len(plan.reserve), 'ship')} in reserve"] if plan.reserve else []
    parts += [f"protects {plain(plan.protect)}"] if plan.protect else []
    return "; ".join(parts)


def side_label(game: Game, fight: Battle, side: SideId) -> str:
    """What a side of a battle is called, safe to show: what is no empire's by what it is."""
    return plain(fight.foe) if side == NO_EMPIRE else name_of(game, side)


def outcome_text(game: Game, fight: Battle, outcome: BattleOutcome) -> str:
    """What came of a battle."""
    holds = f"{side_label(game, fight, outcome.winner)} holds the place" if outcome.winner else "Nobody holds the place"
    fates: dict[str, list[str]] = {}
    for unit in outcome.units:
        fate = f"captured by {side_label(game, fight, unit.captor)}" if unit.fate == "captured" else unit.fate
        hurt = " (damaged)" if unit.wounds.damaged or unit.wounds.destroyed else ""
        fates.setdefault(fate, []).append(f"{plain(unit.unit)}{hurt}")
    lines = [f"**Settled {METHOD_TEXTS[outcome.method]}.** {holds}."]
    lines += [f"{fate}: {_some(units)}" for fate, units in sorted(fates.items())]
    lines += [f"“{clip_text(plain(' '.join(outcome.story), MOST_STORY), MOST_STORY)}”"] if outcome.story else []
    return "\n".join(lines)


def _number(fight: Battle, side: SideId) -> int:
    return sum(unit.count for unit in fight.units if unit.side == side)


def _side_text(game: Game, row: BattleRow, side: SideId, fleets: Mapping[str, Fleet]) -> str:
    fight = row.fight
    units = [unit for unit in fight.units if unit.side == side]
    lines = [f"**{side_label(game, fight, side)}**, commanded by {plain(row.commanders.get(side, ''))}"]
    lines.append(f"Orders: {orders_text(fight.plans.get(side, Engagement()))}")
    lines += ["Surprised: cannot act at first"] if side in fight.surprised else []
    if ahead := fight.advantage.get(side, 0):
        lines.append(f"Advantage {ahead:+d}, by the match of wits or your word `CW-17.1-24`")
    centre = sum(unit.place == "centre" for unit in units)
    lines.append(f"Starts: {centre} at the centre, {len(units) - centre} at the edge")
    here = dict.fromkeys(unit.fleet for unit in units if unit.fleet in fleets)
    for key in here:
        if fleets[key].standing:
            lines.append(f"Standing orders of {plain(fleets[key].name)}: “{plain(fleets[key].standing, 300)}”")
    lines.append(_some([_unit_text(unit) for unit in units]))
    return "\n".join(lines)


def _unit_text(unit: Combatant) -> str:
    many = f"{unit.count} × " if unit.count > 1 else ""
    name = f" {plain(unit.name)}" if unit.name else ""
    hurt = len(unit.wounds.damaged) + len(unit.wounds.destroyed)
    return f"{many}`{short_id(unit.unit)}`{name} ({plain(unit.design.name)}{', damaged' if hurt else ''})"


def _some(units: list[str]) -> str:
    more = f" and {len(units) - MOST_SHOWN} more" if len(units) > MOST_SHOWN else ""
    return f"{', '.join(units[:MOST_SHOWN])}{more}"
