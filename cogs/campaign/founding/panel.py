"""The wizard's pages: what the plan says, lists to change it, and what is still missing."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

import discord
from discord import ui

from cogs.campaign.common.campaign_texts import led_text
from cogs.common.components import SUCCESS, button_for, data_for, option, select_for
from cogs.common.panels import MOST_TEXT, Panel, Part, button_row, cut
from render.campaign.letters.aim_texts import format_aim
from render.words.safe_text import format_list, plain
from render.words.seat_letters import NOT_HERE
from rules.cluster_war.model.worlds.cluster import FEWEST_SECTORS, MOST_SECTORS
from rules.cluster_war.model.worlds.terrain import TERRAIN_NAMES
from storage.governors import GovernorRow
from storage.seats import SeatRow
from umpire.campaign.founding.homes import PLACEMENT_RULE, PLACEMENT_WORDS, homes_advice, other_line
from umpire.campaign.founding.open_campaign import Founding, SeatState
from umpire.campaign.founding.plan import (
    FEWEST_SEATS,
    SEAT_NAMES,
    SHAPE_WORDS,
    advice,
    drives,
    levels,
    plan_lines,
    settings_of_plan,
    switch_value,
    terrain_of,
    write_grid,
    write_house_rules,
)
from umpire.campaign.founding.switches import AIM, SWITCHES, Switch, aim_switch
from umpire.games.games import Game
from umpire.games.options import describe_due

GOLD: Final = 0xE8B04A
SWITCH_PAGES: Final = ("one", "two", "three")
SWITCHES_A_PAGE: Final = -(-len(SWITCHES) // len(SWITCH_PAGES))
"""Switches on each of their pages: a message holds forty parts."""
BUDGET_CHOICES: Final = (
    ("printed", "Ships and facilities as printed", "1,000 CPs of each, whatever the colonies"),
    ("by colonies", "Two and a half times the colonies' CPs", "shared among ships and facilities"),
)
RACE_STATE_TEXTS: Final = {
    "draft": "designing a race",
    "submitted": "race submitted",
    "returned": "race handed back",
    "approved": "✔ race approved",
}
FOUNDING_PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "over": ("Overview", "The whole plan, the seats, and the button that makes the cluster"),
    "map": ("Map and seats", "How many players, how large, how full"),
    "homes": ("Homes and your races", "Where players begin, and races that you run; for you alone"),
    "tech": ("Technology and drives", "Technology level, and drives that no race may take"),
    "one": ("Optional rules I", "Colonies, sensors, grids, travel, building"),
    "two": ("Optional rules II", "Drives, crews, trade, designs"),
    "three": ("Optional rules III", "Battles, detection, news"),
    "aim": ("Aim and end", "How the campaign is won, and when it ends"),
    "sky": ("Weather and terrain", "Which terrain between the stars is dangerous"),
    "house": ("House rules", "Table cells and rulings of your own"),
    "money": ("Budgets", "What an empire begins with"),
    "clock": ("Schedule and review", "When turns are due, and how results are published"),
}


def founding_panel(now: Founding, page: str) -> Panel:
    """One page of the wizard, as the game master sees it."""
    name = page if page in FOUNDING_PAGES else "over"
    head = f"### {plain(now.game.name)} · {FOUNDING_PAGES[name][0]}"
    parts: list[Part] = [head, *PAGE_PAINTERS[name](now)]
    parts += [ui.Separator(), _pages(now.game, name), _beside(now.game, name)]
    return Panel(GOLD, *parts)


def rules_text(now: Founding) -> str:
    """The plan and the seats for everybody to read."""
    lines = [f"### The plan of {plain(now.game.name)}"]
    if now.plan.blurb:
        lines.append(plain(now.plan.blurb, 600))
    lines += _decided(now)
    if not now.made:
        lines += ["**Seats**", *seat_lines(now)]
    return "\n".join(lines)


def _decided(now: Founding) -> list[str]:
    return [
        *map(plain_rule, plan_lines(now.plan)),
        f"Turns are due {describe_due(now.game.options, now.game.schedule)}.",
    ]


def seat_lines(now: Founding) -> list[str]:
    """One line a seat: who holds it and how far the race is; nothing of the race itself."""
    return [f"**{plain(seat.name)}** {_holder(seat)}{state_words(seat)}" for seat in now.seats]


def begun_panel(game: Game, held: Collection[SeatRow], led: Collection[GovernorRow]) -> Panel:
    """That the campaign has begun, and what can be done about seats that nobody took."""
    said = f"{plain(game.name)} has begun; turn {game.turn} is open."
    taken = {seat.side for seat in held if seat.user_id is not None} | {one.side for one in led}
    free = [plain(flag.name) for flag in game.sides if flag.id not in taken]
    if not free:
        return Panel(GOLD, said)
    text = (
        f"{said}\nNobody leads **{format_list(free)}**: a seat without a player orders nothing. The bot can lead it until "
        "somebody takes it with /campaign join."
    )
    return Panel(
        GOLD, text, button_row(button_for("Bot for open seats", data_for(game, "gm-governors-all"), style=SUCCESS))
    )


def _holder(seat: SeatState) -> str:
    if seat.user_id is not None:
        return f"<@{seat.user_id}>{NOT_HERE if seat.gone else ''} · "
    return "" if seat.led is not None else "*open* · "


def state_words(seat: SeatState) -> str:
    """How far a seat's race is."""
    if seat.led is not None and seat.state != "approved":
        return f"{led_text(seat.led)}, which makes its own race"
    return RACE_STATE_TEXTS[seat.state] + (f", {led_text(seat.led)}" if seat.led is not None else "")


def for_open_seats(now: Founding) -> tuple[ui.Button[ui.LayoutView], ...]:
    """The button that has the bot lead whatever seats are open; none where none is."""
    if now.made or all(seat.user_id is not None or seat.is_ready for seat in now.seats):
        return ()
    return (button_for("Bot for open seats", data_for(now.game, "gm-governors-all")),)


def plain_rule(line: str) -> str:
    """A line of the plan made safe, its rule id still in code."""
    words, tick, rule = line.partition(" `CW")
    return plain(words, 400) + (f" `CW{rule}" if tick else "")


def _open_pages(game: Game) -> Mapping[str, tuple[str, str]]:
    return {key: words for key, words in FOUNDING_PAGES.items() if key != "homes" or not game.options.wall}


def _beside(game: Game, shown: str) -> Part:
    """Buttons to the page before this one and to the one after it; round again from the last."""
    keys = list(_open_pages(game))
    at = keys.index(shown)
    before, after = keys[at - 1], keys[(at + 1) % len(keys)]
    return button_row(
        button_for(f"Back: {FOUNDING_PAGES[before][0]}", data_for(game, "plan-show", before)),
        button_for(f"Next: {FOUNDING_PAGES[after][0]}", data_for(game, "plan-show", after)),
    )


def _pages(game: Game, shown: str) -> Part:
    options = [option(title, key, about, chosen=key == shown) for key, (title, about) in _open_pages(game).items()]
    return select_for("Go to another page", data_for(game, "plan-page"), options)


def _over(now: Founding) -> Iterable[Part]:
    yield cut("\n".join(_decided(now)), 2200, "/campaign rules")
    yield cut("\n".join(["**Seats**", *seat_lines(now)]), 900, "/campaign rules")
    found = "\n".join(f"• {f.text} `{f.rule}`" for f in (*advice(now.plan), *homes_advice(now.plan)))
    if found:
        yield cut(f"**To think about**\n{found}", 400, "/campaign rules")
    made = "The cluster is made when every race is approved."
    if now.game.options.wall:
        made = "The campaign begins by itself when every race is approved."
    made = "There is a cluster already." if now.made else made
    yield f"-# {made} Players read this plan with /campaign rules."
    yield button_row(
        button_for("Make the cluster", data_for(now.game, "plan-make"), style=SUCCESS, disabled=not now.can_be_made),
        *(() if now.game.options.wall else (button_for("Races", data_for(now.game, "gm-races")),)),
        button_for("Refresh", data_for(now.game, "plan-show", "over")),
        button_for("A word to the players", data_for(now.game, "plan-form", "blurb")),
        *for_open_seats(now),
    )


def _map(now: Founding) -> Iterable[Part]:
    plan, game = now.plan, now.game
    grid = f"\n```\n{write_grid(plan)}\n```" if plan.shape != "standard" else ""
    yield (
        f"{plan.seats} seats; {plan.across} × {plan.down} sectors, {SHAPE_WORDS[plan.shape]}. In per cent of hexes with a "
        f"system, sector by sector:{grid or ' about 33 everywhere.'}"
    )
    yield _numbers(game, "seats", "Seats", range(FEWEST_SEATS, len(SEAT_NAMES) + 1), plan.seats, "seats")
    yield _numbers(
        game,
        "across",
        "Sectors from left to right",
        range(FEWEST_SECTORS, MOST_SECTORS + 1),
        plan.across,
        "sectors across",
    )
    yield _numbers(
        game, "down", "Sectors from top to bottom", range(FEWEST_SECTORS, MOST_SECTORS + 1), plan.down, "sectors down"
    )
    shapes = [option(words, name, chosen=name == plan.shape) for name, words in SHAPE_WORDS.items() if name != "grid"]
    yield select_for("The cluster's shape (or write a grid below)", data_for(game, "plan-set", "shape"), shapes)
    yield button_row(button_for("Write the grid", data_for(game, "plan-form", "grid")))


def _homes(now: Founding) -> Iterable[Part]:
    """Placement, the races there are, and the ways to add, change and drop one."""
    plan, game = now.plan, now.game
    lines = [f"• {plain(other_line(other))}" for other in plan.others] or ["None yet; a campaign needs none."]
    text = (
        f"Players begin **{PLACEMENT_WORDS[plan.placement][0]}** `{PLACEMENT_RULE}`.\n**Races that you run** "
        "`CW-19.0-16`\n" + "\n".join(lines)
    )
    yield cut(text, 2600, "/gm npr show")
    yield (
        "-# Nobody but you sees this page, and players meet these races only in play. Once the cluster is made, /gm npr "
        "adds their forces, colonies, goals and story, and plays their month."
    )
    methods = [
        option(f"Players {words}", name, about, chosen=name == plan.placement)
        for name, (words, about) in PLACEMENT_WORDS.items()
    ]
    yield select_for("How homes are placed", data_for(game, "plan-homes", "placement"), methods)
    if plan.others:
        races = [option(other.name, other.id, f"{other.gross} CPs, {other.attitude}") for other in plan.others]
        yield select_for("Change one of your races", data_for(game, "plan-homes", "change"), races)
        yield select_for("Remove your races", data_for(game, "plan-homes", "drop"), races, most=0)
    yield button_row(button_for("Add a race that you run", data_for(game, "plan-race")))


def _tech(now: Founding) -> Iterable[Part]:
    plan, game = now.plan, now.game
    yield (
        f"Empires begin at **{plan.level}** `CW-3.1-01`. Drives that no race may take: "
        f"**{', '.join(plan.barred) or 'none'}** `CW-3.1-55`."
    )
    known = [option(name, name, chosen=name == plan.level) for name in levels()]
    yield select_for("Technology level", data_for(game, "plan-set", "level"), known)
    options = [option(name, name, chosen=name in plan.barred) for name in drives()]
    yield select_for("Drives nobody may take", data_for(game, "plan-set", "barred"), options, least=0, most=0)


def _switches(now: Founding, first: int) -> Iterable[Part]:
    yield "Each list is one rule; the first of its lines is how it usually is."
    for number, switch in enumerate(SWITCHES):
        if first <= number < first + SWITCHES_A_PAGE and switch.id != AIM:
            yield _switch(now, number, switch)


def _switch(now: Founding, number: int, switch: Switch) -> Part:
    value = switch_value(now.plan, switch.id)
    options = [
        option(f"{switch.title} {words}", key, switch.rule, chosen=key == value)
        for key, words in switch.options.items()
    ]
    return select_for(switch.title, data_for(now.game, "plan-switch", str(number)), options)


def _aim(now: Founding) -> Iterable[Part]:
    """What the campaign is played for."""
    settings = settings_of_plan(now.plan)
    yield (
        f"{format_aim(settings)} The bot counts after every turn, by the true state; players see their position as far as they "
        "know. At the end winner, awards, chronicle and film are posted in the channel. `CW-19.0-07`"
    )
    yield _switch(now, len(SWITCHES) - 1, aim_switch(switch_value(now.plan, AIM)))


def _sky(now: Founding) -> Iterable[Part]:
    """Which terrain is dangerous."""
    chosen = terrain_of(now.plan)
    yield (
        "Nebulae, storms and the like are on everybody's map. Those chosen here do what the rules say to fleets that enter "
        "them, and are shown with their dangers before a fleet is sent; the others are scenery. `CW-14.0-01`"
    )
    options = [option(f"{name} ({kind})", kind, chosen=kind in chosen) for kind, name in TERRAIN_NAMES.items()]
    yield select_for("What is dangerous", data_for(now.game, "plan-set", "terrain"), options, least=0, most=0)


def _house(now: Founding) -> Iterable[Part]:
    rules = plain_block(write_house_rules(now.plan)) or "None yet."
    yield (
        "Any cell of any table can be changed, and any rule ruled on in words. A line each, like "
        "`CW-TAB-START-KIT/ship designs/amount = 6` or `CW-8.0-14 = A roll of 100 is a catastrophe only once`. `/campaign house` "
        "has lists of all tables and cells, with what they are now.\n" + cut(rules, MOST_TEXT - 900, "/campaign rules")
    )
    yield button_row(button_for("Write the house rules", data_for(now.game, "plan-form", "house")))


def _money(now: Founding) -> Iterable[Part]:
    plan, game = now.plan, now.game
    yield "\n".join(plain_rule(line) for line in plan_lines(plan) if line.startswith(("Budget", "Tech")))
    budgets = [option(title, key, about, chosen=plan.budget == key) for key, title, about in BUDGET_CHOICES]
    yield select_for("The budget", data_for(game, "plan-set", "budget"), budgets)
    yield button_row(button_for("CPs of colonies", data_for(game, "plan-form", "colonies")))


def _clock(now: Founding) -> Iterable[Part]:
    game = now.game
    yield (
        f"Turns are due {describe_due(game.options, game.schedule)}. Results are "
        f"{'reviewed by you first' if game.options.review else 'published at once'}; a turn is resolved "
        f"{'as soon as all are ready' if game.options.early else 'at its deadline'}. /campaign options sets the rest."
    )
    review = _either(game.options.review, "I look at every result first", "Results are published at once")
    yield select_for("How results are published", data_for(game, "plan-option", "review"), review)
    early = _either(game.options.early, "As soon as everybody is ready", "Not before the deadline")
    yield select_for("When a turn is resolved", data_for(game, "plan-option", "early"), early)
    yield button_row(button_for("Set the schedule", data_for(game, "plan-form", "schedule")))


def _either(on: bool, yes: str, no: str) -> Sequence[discord.SelectOption]:  # what is on is chosen
    return option(yes, "yes", chosen=on), option(no, "no", chosen=not on)


def _numbers(game: Game, what: str, hint: str, numbers: Sequence[int], now: int, unit: str) -> Part:
    options = [option(f"{number} {unit}", str(number), chosen=number == now) for number in numbers]
    return select_for(hint, data_for(game, "plan-set", what), options)


def plain_block(text: str) -> str:
    """Lines of the game master's own words, made safe one by one."""
    return "\n".join(plain(line, 400) for line in text.splitlines())


PAGE_PAINTERS: Final[Mapping[str, Callable[[Founding], Iterable[Part]]]] = {
    "over": _over,
    "map": _map,
    "homes": _homes,
    "tech": _tech,
    "one": lambda now: _switches(now, 0),
    "two": lambda now: _switches(now, SWITCHES_A_PAGE),
    "three": lambda now: _switches(now, 2 * SWITCHES_A_PAGE),
    "aim": _aim,
    "sky": _sky,
    "house": _house,
    "money": _money,
    "clock": _clock,
}
