"""What /help says, topic by topic. Numbers come from the tables and constants that the game itself uses."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from render.canvas.theme import THEMES
from rules.air_force.tables_of import Options as AirOptions
from rules.air_force.tables_of import aircraft
from rules.cluster_war.movement.travel_time import weeks
from rules.cluster_war.notation.read import FORMS
from rules.cluster_war.race_design.check import budget as points
from rules.cluster_war.research.projects import CATASTROPHE
from rules.cluster_war.state.names import WEEKS_PER_TURN
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.unit_design.transport import bay_capacity
from rules.roll_notation.tree import MOST_DICE, MOST_SIDES

RESEARCH = "CW-TAB-RD"


def start(_: Settings) -> str:
    """A newcomer's first five minutes, in seven lines."""
    return (
        "**New here?** Fly a dogfight first: ten minutes, alone, by buttons. It teaches orders, dice, why and maps "
        "(`/dogfight new`, or the button below).\n"
        "1. No seat yet? `/campaign join` takes an open one. Your private thread is below the campaign's channel. Is there no "
        "map yet? Then your race comes first: `/race design`.\n"
        "2. `/empire show` tells what you have, `/map mine` shows it, `/fleet list` your fleets.\n"
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
        "`/orders ask` asks the GM for what no order covers; `/orders contingency` says what to do if something happens.\n"
        "`/empire workbook` is your empire as a spreadsheet: fill in yellow cells, `/orders upload` enters them.\n"
        "`/plan` reckons journeys, worlds and research before you order.\n"
        "`/orders ready` declares you ready. Any later change takes that back, so look at the receipt."
    )


def notation(_: Settings) -> str:
    """Every kind of order with its example, from the reader itself."""
    examples = "\n".join(example for example, _, _ in FORMS.values())
    return (
        "For `/orders write`, the form, and **Change the text**. Names in quotes; hexes by number or by a name you know; "
        f"CPs as bare numbers. `+FF129` takes that ship along from the waypoint.\n```\n{examples}\n```"
    )


def dice(_: Settings) -> str:
    """Rolling, and checking rolls."""
    return (
        f"`/roll 4d6kh3+2 [attack]` rolls for yourself: up to {MOST_DICE} dice of up to {MOST_SIDES} sides. `kh3` keeps the "
        "highest 3, `kl1` the lowest, `rr1` rolls ones again, `e6` rolls another die for every 6, `mi2` counts at least 2. "
        "Every die is shown.\n"
        "The game's own dice cannot be bent: each turn's seed is promised (its SHA-256 is posted) before orders are given and "
        "told when the turn is published. `/turn dice` shows the promise, `/orders word` mixes a word of yours in, "
        "`/campaign export` gives the file that `python bot.py verify` recomputes."
    )


def map_(settings: Settings) -> str:
    """The map."""
    return (
        "`/map mine` shows your space, `/map show` any place (the arrows below it pan, Closer and Wider zoom), `/map whole` "
        "everything, `/map text` the same in words.\n"
        "Hexes are four digits: column, then row; 2034 is column 20, row 34. Plates with a letter are colonies with their CPs, "
        "arrows are courses, a date on a foreign fleet is when it was last seen, and dim ground is out of your sight.\n"
        f"Sensors reach {settings.lrs_range} hex; colonies spread a supply grid of radius {settings.grid_radius}, and grids up "
        f"to {settings.grid_touch} hexes apart connect. The legend is on every picture. You never see what your side cannot know."
    )


def turn(settings: Settings) -> str:
    """How a turn goes."""
    near, far = weeks(1, Fraction(2), settings), weeks(9, Fraction(2), settings)
    return (
        f"A turn is {WEEKS_PER_TURN} weeks. Everybody gives orders in secret; at the deadline all are resolved together: money, "
        "cargo, building, then week by week movement and meetings, then yards and research.\n"
        f"At 2G one hex takes {near} weeks, nine hexes {far}; a fleet under way cannot be called back.\n"
        "`/turn status` shows the deadline and who is ready; reminders come to your thread. If the campaign allows it, a turn "
        "is resolved as soon as all are ready.\n"
        "`/turn report` brings a report again, `/turn why` explains a line: order, rule, modifiers, dice."
    )


def gm(_: Settings) -> str:
    """For the game master."""
    return (
        "`/campaign create` starts a ready campaign in a channel, `/campaign found` one whose players design their races "
        "(topic **races**); `/campaign begin` opens turn 1, `/campaign schedule` sets the rhythm "
        "(`weekly Sunday 20:00 Europe/Berlin`, `every 48h`).\n"
        "`/gm advance` resolves now. With review on, `/gm review` shows the draft side by side; `/gm side` shows what one side "
        "sees; `/gm amend` and `/decree` change things; `/gm narrate` adds your words; `/gm publish` sends it all.\n"
        "`/gm designs` judges units that players draw. `/gm questions` and `/gm settle` answer encounters and free text. "
        "`/gm undo` takes a turn back, orders kept.\n"
        "`/gm npr` keeps races that you run and plays their month; `/gm near` `prepare` `plot` look ahead.\n"
        "`/gm hold` `replace` `order` `ready` keep seats going; `/gm add_gm` shares the work; `/gm audit` tells who did what.\n"
        "`/campaign pause` `resume` `extend` keep the clock; `/gm problems` and `/campaign repair` mend what broke."
    )


def races(settings: Settings) -> str:
    """Campaigns that are made by their players."""
    return (
        "**Before the map.** In a campaign that was founded, races come before the cluster, so that nobody designs for what he "
        "has seen. `/campaign rules` shows the plan. Take a seat with `/campaign join`: seats are named for colours until "
        "the races have names.\n"
        f"`/race design` opens your form: begin from a printed race or an empty sheet and spend your {points(settings)} AP. "
        "Every change is saved at once; what must be mended stands below with its rule. `/race package` is what you begin with: "
        "take a roster or make your own, `/race unit` writes a design. Ships begin in the fleets you name (`Scouts: 2 SC`); the "
        "others by use: freighters with cargo bays, scouts with survey bays or LRS and no weapon, the Home Fleet. "
        "`/race show` is the whole sheet, `/race submit` hands it to the GM. Nobody else sees it.\n"
        "**GM:** `/campaign found` is the wizard (and leads back to it): map, technology, drives, switches, house rules, "
        "budgets. `/gm races` shows what was submitted: price, approve, hand back. When all are approved, **Make the "
        "cluster**; then `/campaign begin`.\n"
        "**Designs in play.** `/design unit` draws a unit and prices it, **Send** asks the GM, `/gm designs` is his answer. "
        "`/design show` is a sheet with its picture, `/design list` all you drew."
    )


def battle(_: Settings) -> str:
    """The Pentagon War."""
    return (
        "**Ship combat, twelve impulses a turn, in a thread of its own.** `/battle new` makes one (name a side and a "
        "stance and you play the bot at once); `/battle join` `leave` `begin` `status` do what they say. A free battle is put "
        "together with `/battle add` `remove` `options`.\n"
        "**Plot** your whole turn: `/plot move` turns and accelerates, `/plot fire` `launch` shoot when your conditions hold, "
        "`/plot stop` asks you in mid-turn, `/plot power` `screens` `defend` set the rest, `/plot text` is all of it as text. "
        "Each answer shows the path, the power left, likely shots and what would be refused. `/plot done` sends it; when all "
        "who were asked are done, the turn is played to its end or to the next stop.\n"
        "**If you do not answer** in time, your craft fight by their stance: `/plot stance`. `/plot now` decides a single thing "
        "at the present step.\n"
        "**Look** with `/battle show` `text` `log` `why` `replay`, at a craft with `/ship show`, before a shot with `/fire odds` "
        "`plan` `arcs`. Radar-invisible craft, plots and missiles' targets stay secret; when the battle is over, "
        "`/battle replay` shows the whole truth and `/battle verify` checks a turn's dice.\n"
        "**Draw** your own craft: `/ship yard` with `/ship add` `remove` `text` `save` `list` `share` `delete`; `/ship library` "
        "holds ready ones. `/battle concede` gives up, `/battle end` (its maker's) ends it, "
        "`/battle undo` takes a turn back by consent. `/rule` knows the rules by PW ids."
    )


def dogfight(_: Settings) -> str:
    """Our Space Age Air Force."""
    numbers = aircraft(AirOptions())
    return (
        "**A jet fight of ten minutes**, alone against the bot's pilots or for two. `/dogfight new` begins one in a thread of "
        "its own; in a thread or a direct message right there. Everything is done on one message: it shows the map, what "
        "happened, and your choices with their odds. ★ is what a sensible pilot would do, ↻ what you did last time: one "
        "press does it. Lessons stand in your first fight; a button switches them.\n"
        "**A turn**: choose hard maneuvers and roll for energy; climb or dive; fly as many hexes as your Speed, with a turn "
        "roll before each; shoot. Dice that do not count are struck through, with the reason.\n"
        f"**Choose** a `scenario`, one of {len(numbers)} `aircraft`, `light` (a sun edge or night), `bandits`, `difficulty`; "
        "`versus` somebody: each opens his own view, since by night and against the sun you do not see all.\n"
        "**Look**: `/dogfight show` brings the panel again, `/dogfight map` `card` `log` `why` `replay` `verify` the rest, "
        "`/dogfight career` your kills and losses, `/dogfight rules` every number. `/dogfight leave` gives up, "
        "`/dogfight join` takes the free side of a fight for two. `/rule` knows the rules by JET ids."
    )


def accessibility(_: Settings) -> str:
    """Colours, screen readers, keyboards."""
    names = ", ".join(THEMES)
    return (
        f"Maps come in {len(THEMES)} palettes ({names}): `/map mine theme:colour-blind`. There nothing is told by colour alone; "
        "every side also has a pattern and a letter.\n"
        "Every picture has an alt text and a text twin (map.txt); `/map text` gives only the words. Reports are plain text "
        "with numbered lines.\n"
        "Everything works from the keyboard: each button has a command that does the same, and times are shown in your own zone."
    )


def privacy(_: Settings) -> str:
    """What is kept and who sees what."""
    return (
        "Answers to your commands are for you alone. Your reports go to your private thread, which you, the GM and the server's "
        "moderators can open. Other players' commands are built from their side's view, which holds nothing of yours.\n"
        "Kept are your Discord user id, your orders and what you wrote in them, and who did what when. The bot does not read "
        "messages: it needs no privileged intent.\n"
        "When a campaign is finished, its dice and secrets are open to its players. The operator can delete a game's database."
    )


def rules(settings: Settings) -> str:
    """Where the rules are."""
    chance = tables(settings)[RESEARCH]
    least, most = chance.rows[0], chance.rows[-1]
    return (
        "This is Cluster War. `/rule colony` searches, `/rule CW-8.0-14` shows one rule with examples and, where the book is "
        "silent, our ruling. `/campaign rules` shows this campaign's house rules. Answers name the rule behind them.\n"
        f"Some numbers: a cargo bay carries {bay_capacity(settings)} CPs; research succeeds at {least[1]}% for {least[0]} CPs, "
        f"up to {most[1]}% for {most[0]}, and a roll of {CATASTROPHE} is a catastrophe; founding a colony costs its multiple "
        "of CPs, which `/empire system` shows for each world."
    )


TOPICS: Mapping[str, tuple[str, Callable[[Settings], str]]] = {
    "start": ("Your first five minutes", start),
    "orders": ("Giving orders", orders),
    "notation": ("Orders as text", notation),
    "dice": ("Dice, and how to check them", dice),
    "map": ("Reading the map", map_),
    "turn": ("How a turn goes", turn),
    "races": ("Designing races and units", races),
    "gm": ("For game masters", gm),
    "battle": ("The Pentagon War: battles", battle),
    "dogfight": ("Our Space Age Air Force: dogfights", dogfight),
    "accessibility": ("Colours, text twins, keyboards", accessibility),
    "privacy": ("What is kept, who sees what", privacy),
    "rules": ("Where the rules are", rules),
}
"""By topic: its heading and its text."""
