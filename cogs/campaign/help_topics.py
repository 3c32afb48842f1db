"""What /help says of campaigns. Numbers come from the tables and constants that the game itself uses."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from cogs.campaign.common.campaign_context import seat_or_none
from cogs.common.help_topic import Text, Topic
from cogs.common.interactions import Interaction, services_of
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.chapters.research.projects import CATASTROPHE_ROLL
from rules.cluster_war.model.race_design.check import budget as points
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, Settings, tables
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.play.standing_orders.conditions import CONDITION_KINDS
from rules.cluster_war.play.standing_orders.goals import GOAL_KINDS
from rules.cluster_war.play.standing_orders.lines import EVERY_TURN_EXAMPLE, WHEN_EXAMPLE
from rules.cluster_war.turn.registry import KINDS
from rules.values import GameError
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders as sheets
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.games import Game

RESEARCH_TABLE = "CW-TAB-RD"


async def settings_of(interaction: Interaction) -> Settings:
    """This campaign's settings for whoever plays in it, the printed ones elsewhere."""
    seat = await seat_or_none(interaction)
    if seat is None:
        return Settings()
    try:
        return (await side_views.view(services_of(interaction), seat)).settings
    except GameError:
        return Settings()


def start(_: Settings) -> str:
    """A newcomer's first five minutes, in six lines."""
    return (
        "1. No seat yet? `/campaign join` takes an open one. Your private thread is below the campaign's channel. Is there no "
        "map yet? Then your race comes first: `/race design`.\n"
        "2. `/empire show` lists what you have, `/map mine` shows it, `/fleet list` your fleets.\n"
        "3. Send a scout: `/fleet move`, pick a fleet, pick a hex near home, then press **Give this order**.\n"
        "4. Spend money: `/build units`, `/research start`, `/colony expand`; each shows its price first.\n"
        "5. `/orders show` is your sheet: what you ordered, what is missing, what is left. `/orders forecast` looks ahead.\n"
        "6. Press **I am ready**. When the turn is resolved your thread brings report and map; `/turn why` explains a line."
    )


def orders(_: Settings) -> str:
    """The order sheet."""
    return (
        "Every order is shown before it is given: cost, arrival, what is left. Nothing counts until you press the button.\n"
        "`/orders show` lists your sheet; its state is ○ nothing yet, ◐ something missing, ● complete, ✔ ready.\n"
        "`/orders change` `withdraw` `restore` work until the deadline; `/orders copy` brings last turn's orders.\n"
        "`/orders write` takes an order as a line, `/orders form` the movement form (see the topic **notation**).\n"
        "`/orders standing` gives orders for you as each turn opens (topic **standing**).\n"
        "`/orders ask` asks the GM for what no order covers; `/orders contingency` says what to do if something happens.\n"
        "`/empire workbook` is your empire as a spreadsheet: fill in yellow cells, `/orders upload` enters them.\n"
        "**War** on your dashboard leads to orders for battle, raids, bombardment, invasions, repairs, officers, with advice.\n"
        "`/officer` recruits flag officers and gives them posts, where the campaign has them. `/psi` is for psychic races.\n"
        "`/spy` runs operations against empires you have met, and guards your own secrets.\n"
        "`/encounter` shows what your fleets have met, and answers it.\n"
        "`/plan` reckons journeys, worlds and research before you order.\n"
        "`/orders ready` declares you ready. Any later change takes that back, so look at the receipt."
    )


def notation(_: Settings) -> str:
    """Every kind of order with its example, from the reader itself."""
    examples = "\n".join(kind.example for kind in KINDS)
    return (
        "For `/orders write`, the form, and **Change the text**. Names in quotes; hexes by number or by a name you know; "
        f"CPs as bare numbers. `+FF129` takes that ship along from the waypoint.\n```\n{examples}\n```"
    )


def standing(_: Settings) -> str:
    """Every form of a standing order with its example, from the readers themselves."""
    conditions = "\n".join(kind.example for kind in CONDITION_KINDS)
    goals = "\n".join(kind.example for kind in GOAL_KINDS)
    return (
        "A standing order gives orders of its own as each turn opens. They are on your sheet, marked ↻, and you can change or "
        "withdraw them like any order. **Standing orders** on your dashboard makes them by choosing, **Repeat each turn** is "
        "below every preview, `/orders standing` lists them or takes a line:\n"
        f"```\n{EVERY_TURN_EXAMPLE}\n{WHEN_EXAMPLE}\nkeep 100 CPs in reserve, until turn 12\n```\n"
        f"**Conditions**, joined by `and`:\n```\n{conditions}\n```\n**Goals**, alone or behind `then`:\n```\n{goals}\n```\n"
        "**Ends**: `, until turn 12` `, 3 times` `, once` `, until it succeeds` `, until 2 successes`. An order succeeds when it "
        "is carried out; one that pays for research or an operation, when the die does."
    )


def map_(settings: Settings) -> str:
    """The map."""
    return (
        "`/map mine` shows your space, `/map show` any place, `/map whole` everything, `/map text` the same in words. "
        "Arrows below a map move it, **Zoom in** and **Zoom out** change its scale, and **Atlas** (or `/map atlas`) gives a "
        "page for your browser with every turn. `/map battle` is a battle in motion.\n"
        "Hexes are four digits: column, then row; 2034 is column 20, row 34. The edges of a map have these numbers. Discs "
        "with a letter are colonies, arrows are courses, a date on a foreign fleet is when it was last seen, a ? where your "
        "ships were last heard of, and dim ground is out of your sight; F3 is a storm's force. **Sensors** under a map draws "
        "how far your long range sensors reach.\n"
        f"Sensors reach {settings.lrs_range} hex; colonies spread a supply grid of radius {settings.grid_radius}, and grids up "
        f"to {settings.grid_touch} hexes apart connect. The map of a report explains the signs that are new in it. You never "
        "see what your side cannot know."
    )


def turn(settings: Settings) -> str:
    """How a turn goes."""
    near, far = weeks(1, Fraction(2), settings), weeks(9, Fraction(2), settings)
    return (
        f"A turn is {WEEKS_PER_TURN} weeks. Everybody gives orders in secret; at the deadline all are resolved together: money, "
        "cargo, building, then week by week movement and meetings, then yards and research.\n"
        f"At 2G one hex takes {near} weeks, nine hexes {far}; a fleet under way cannot be called back.\n"
        "`/turn status` shows the deadline and who is ready; reminders come to your thread (`/notify` chooses what pings you). "
        "If the campaign allows it, a turn is resolved as soon as all are ready.\n"
        "`/turn report` brings a report again, `/turn why` explains a line: order, rule, modifiers, dice."
    )


def gm(_: Settings) -> str:
    """For the game master."""
    return (
        "`/campaign create` starts a ready campaign in a channel, `/campaign found` one whose players design their races "
        "(topic **races**); `/campaign begin` opens turn 1, `/campaign schedule` sets the rhythm "
        "(`weekly Sunday 20:00 Europe/Berlin`, `every 48h`).\n"
        "`/gm advance` resolves now. With review on, `/gm review` shows the draft side by side; `/gm side` shows what one side "
        "sees; `/gm amend`, `/decree` and `/psimaster` change things; `/gm narrate` adds words; `/gm publish` sends it all.\n"
        "`/gm designs` judges units that players draw, `/spymaster` their operations. `/gm questions` and "
        "`/gm settle` answer encounters and free text. "
        "`/gm undo` takes a turn back, orders kept.\n"
        "`/signals` is your word on cloaks, sensors, late news and couriers; `/special` has what waits in systems.\n"
        "`/gm npr` keeps races that you run and plays their month; `/gm near` `prepare` `plot` look ahead.\n"
        "`/gm seat` (hold, replace, order, ready, add_gm) keeps seats going, shares the work; `/gm audit` lists who did what.\n"
        "`/campaign pause` `resume` `extend` keep the clock; `/gm problems` and `/campaign repair` fix what broke.\n"
        "-# Discord shows `/gm`, `/decree` and the rest of these to members with Manage Server. Others have them "
        "in a direct message with me, or a server manager opens them: Server Settings, Integrations."
    )


def races(settings: Settings) -> str:
    """Campaigns that are made by their players."""
    return (
        "**Before the map.** In a campaign that was founded, races come before the cluster, so that nobody designs for what "
        "they have seen. `/campaign rules` shows the plan. Take a seat with `/campaign join`: seats are named for colours until "
        "the races have names.\n"
        f"`/race design` opens your form: begin from a printed race or an empty sheet and spend your {points(settings)} AP. "
        "Every change is saved at once; what you must fix is below with its rule. `/race package` is what you begin with: "
        "take a roster or make your own, `/race unit` writes a design. Ships begin in the fleets you name (`Scouts: 2 SC`); the "
        "others by use: freighters with cargo bays, scouts with survey bays or LRS and no weapon, the Home Fleet. "
        "`/race show` is the whole sheet, `/race submit` hands it to the GM. Nobody else sees it.\n"
        "**GM:** `/campaign found` is the wizard (and leads back to it): map, technology, drives, switches, house rules, "
        "budgets. `/gm races` shows what was submitted: price, approve, hand back. When all are approved, **Make the "
        "cluster**; then `/campaign begin`.\n"
        "**Designs in play.** `/design unit` draws a unit and prices it, **Send** asks the GM, `/gm designs` is their answer. "
        "`/design show` is a sheet with its picture, `/design list` all you drew."
    )


def rules(settings: Settings) -> str:
    """Where the rules are."""
    chance = tables(settings)[RESEARCH_TABLE]
    least, most = chance.rows[0], chance.rows[-1]
    return (
        "This is Cluster War. `/rule colony` searches, `/rule CW-8.0-14` shows one rule with examples and, where the book is "
        "silent, our ruling. `/campaign rules` shows this campaign's house rules. Answers name the rule behind them.\n"
        f"Some numbers: a cargo bay carries {bay_capacity(settings)} CPs; research succeeds at {least[1]}% for {least[0]} CPs, "
        f"up to {most[1]}% for {most[0]}, and a roll of {CATASTROPHE_ROLL} is a catastrophe; founding a colony costs its "
        "multiple of CPs, which `/empire system` shows for each world."
    )


async def begin(interaction: Interaction | None) -> str:
    """What whoever asks can do now: by seat, phase, and what waits for them; a newcomer's first five minutes elsewhere."""
    seat = await seat_or_none(interaction) if interaction is not None else None
    if interaction is None or seat is None:
        return start(Settings() if interaction is None else await settings_of(interaction))
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    now = _now(game)
    if seat.is_gm:
        waiting = len(await rulings.questions(services, seat)) if game.turn else 0
        return f"You are the game master of **{plain(game.name)}**. {now}\n{_master(game, waiting)}"
    flag = next((f.name for f in game.sides if f.id == seat.side), seat.side)
    head = f"You lead **{plain(flag)}** in **{plain(game.name)}**. {now}\n"
    if not game.turn or game.turn_state != "open" or game.status != "running":
        return head + _waits(game)
    receipt = await sheets.receipt(services, seat)
    given = f"Your sheet holds {count(len(receipt.lines), 'order')}, {receipt.forecast.left} CPs are left"
    given += ", and you are ready." if receipt.state == "ready" else "; you are not ready yet."
    return f"{head}{given}\n{_turns(FIRST_STEPS if game.turn == 1 else MONTH_STEPS)}"


def _now(game: Game) -> str:
    due = f" Its deadline is <t:{game.deadline}:F> (<t:{game.deadline}:R>)." if game.deadline else ""
    if game.status in {"paused", "finished"}:
        return f"It is {game.status}."
    if not game.turn:
        return "It has not begun."
    closed = "with the game master" if game.options.gm == "person" else "being played"
    return f"Turn {game.turn} is {'open for orders' if game.turn_state == 'open' else closed}.{due}"


def _waits(game: Game) -> str:
    """What there is to do while no orders are taken."""
    if not game.turn and game.status == "setup":
        return "Is there no map yet? Then your race comes first: `/race design`. `/campaign rules` shows the plan."
    return "No orders are taken now. `/turn report` brings your last report, `/map mine` your map, `/turn why` explains a line."


def _master(game: Game, waiting: int) -> str:
    asked = f"{count(waiting, 'question')} wait{'s' if waiting == 1 else ''} for you: `/gm questions`."
    if not game.turn:
        return (
            "1. `/campaign players` shows the seats; friends take them with `/campaign join`.\n"
            "2. `/campaign schedule` sets the rhythm, `/campaign options` review and reminders.\n"
            "3. `/campaign begin` opens the first turn. (A campaign that was founded: `/campaign found` leads back to its plan.)"
        )
    return _turns((
        *([asked] if waiting else ["No question waits for you."]),
        "`/turn status` shows who is ready; `/gm side` shows what one side sees.",
        "`/gm advance` resolves now. With review on, `/gm review` shows the draft, `/gm amend` and `/gm narrate` change it, "
        "`/gm publish` sends it.",
        "`/gm undo` takes a turn back, orders kept. `/help topic:gm` has the rest.",
    ))  # fmt: skip


def _turns(steps: Sequence[str]) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


FIRST_STEPS: Final = (
    "`/empire show` lists what you have, `/map mine` shows it, `/fleet list` your fleets.",
    "Send a scout: `/fleet move`, pick a fleet, pick the first star of the list, then press **Give this order**.",
    "Spend money: `/build units`, `/research start`, `/colony expand`; each shows its price first.",
    "`/orders show` is your sheet, `/orders forecast` looks ahead. Then press **I am ready**.",
)
MONTH_STEPS: Final = (
    "`/turn report` is what happened, `/turn why` explains a line of it, `/map mine` shows where.",
    "`/orders copy` gives last turn's orders again; `/fleet move`, `/build units`, `/research fund`, `/colony found` new ones.",
    "`/orders forecast` shows what would happen now and what is idle; `/orders show` is your sheet.",
    "Something no order covers? `/orders ask`. Done? `/orders ready`.",
)


def _by_settings(text: Callable[[Settings], str]) -> Text:
    async def said(interaction: Interaction | None) -> str:
        return text(Settings() if interaction is None else await settings_of(interaction))

    return said


TOPICS: Mapping[str, Topic] = {
    "start": Topic(10, "Your first five minutes", begin),
    "orders": Topic(20, "Giving orders", _by_settings(orders)),
    "notation": Topic(30, "Orders as text", _by_settings(notation)),
    "standing": Topic(40, "Standing orders", _by_settings(standing)),
    "map": Topic(60, "Reading the map", _by_settings(map_)),
    "turn": Topic(70, "How a turn goes", _by_settings(turn)),
    "races": Topic(80, "Designing races and units", _by_settings(races)),
    "gm": Topic(90, "For game masters", _by_settings(gm)),
    "rules": Topic(140, "Where the rules are", _by_settings(rules)),
}
