"""A battle looked at: map, words, replay, dice, its log with the reasons; always as the asker's side knows it."""

from typing import Final

from cogs.battle.battle_context import battle_here, check_current, opened, own_sight
from cogs.common.components import ButtonData
from cogs.common.interactions import MOST_TEXT, Interaction, begin_text, defer, say, services_of
from cogs.tactical.game import Because
from cogs.tactical.tactical_context import side_seat
from render.battle.log import format_event, format_why
from render.canvas.theme import ThemeName
from render.words.safe_text import plain
from rules.hexes import Hex
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.events import Event
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import UnitId
from rules.values import EVERYONE, GameError, NotYoursError, Value, quoted, unknown
from umpire.battle import plots, setup
from umpire.battle.battle_files import BattleWish, bind_atlas, log_of, paint_map, paint_replay
from umpire.battle.plots import Sight, Turn, turn_seen, whole
from umpire.tactical.tactical_reader import turn_by_turn

WHOLE_TRUTH: Final = "the whole truth"
ATLAS_TEXT: Final = "Your atlas of the battle: save the file and open it in a browser; it asks nothing of any network."


class MapRequest(Value):
    """What somebody asked to see of a map, as typed."""

    around: str = ""
    radius: int = 8
    arcs: str = ""
    source: str = ""
    target: str = ""
    theme: ThemeName = "dark"


async def show_here(interaction: Interaction, asked: MapRequest) -> None:
    """Draw the map, to the asker alone; before the battle begins, of the set-up."""
    if await shown_set_up(interaction, BattleWish(theme=asked.theme)):
        return
    _, seen = await opened(interaction)
    if bool(asked.source) != bool(asked.target):
        raise GameError("A line of fire needs both its `source` and its `target`.")
    wish = BattleWish(
        theme=asked.theme,
        center=place_named(seen, asked.around) if asked.around else None,
        radius=asked.radius,
        arcs_of=craft_seen(seen, asked.arcs) if asked.arcs else "",
        line=(end_named(seen, asked.source), end_named(seen, asked.target)) if asked.source else None,
    )
    await send_map(interaction, seen, wish)


async def shown_set_up(interaction: Interaction, wish: BattleWish) -> bool:
    """Whether the battle has not begun, so that the map of its set-up was sent; others' hidden craft are not on it."""
    game = await battle_here(interaction)
    if game.status != "setup":
        return False
    await defer(interaction)
    services = services_of(interaction)
    seat = await side_seat(interaction, game.id)
    view = view_for(await setup.load_set_up(services, game.id), EVERYONE if seat is None else seat.side)
    picture, text = await services.workers.run(paint_map, view, game.name, wish, urgent=True)
    await say(interaction, f"-# The set-up of {plain(game.name)}", files=[picture, text])
    return True


async def send_map(interaction: Interaction, seen: Sight, wish: BattleWish) -> None:
    """The picture and its text twin."""
    await defer(interaction)
    picture, text = await services_of(interaction).workers.run(paint_map, seen.view, title_of(seen), wish, urgent=True)
    shown = f"-# {wish.theme} map of {plain(title_of(seen))}, turn {seen.turn} · text twin attached"
    await say(interaction, shown, files=[picture, text])


async def text_here(interaction: Interaction) -> None:
    """The map in words alone."""
    if await shown_set_up(interaction, BattleWish()):
        return
    _, seen = await opened(interaction)
    await defer(interaction)
    _, text = await services_of(interaction).workers.run(
        paint_map, seen.view, title_of(seen), BattleWish(), urgent=True
    )
    words = text.data.decode()
    await say(interaction, begin_text(words, "map.txt"), files=[text] if len(words) > MOST_TEXT else [])


async def replay_here(interaction: Interaction, turn: int | None, theme: ThemeName, *, all_of_it: bool) -> None:
    """A moving picture: the own knowledge while the battle is on, the truth when it is over."""
    if all_of_it and turn is not None:
        raise GameError("Choose a `turn` or the `whole` battle, not both.")
    _, seen = await opened(interaction)
    services = services_of(interaction)
    shown = await whole(services, seen) if all_of_it else await turn_seen(services, seen, turn)
    if not shown.told:
        raise GameError("Nothing has happened yet that could be shown.")
    await defer(interaction)
    part = "the whole battle" if all_of_it else f"turn {shown.number}"
    side = seen.reads_as
    title = f"{title_of(seen)}, {part}"
    made = await services.workers.run(paint_replay, shown.start, shown.end, shown.told, side, title, theme, urgent=True)
    knowledge = WHOLE_TRUTH if side is None else "what you could see"
    await say(interaction, f"-# Replay of {part}: {knowledge}", files=[made])


async def atlas_here(interaction: Interaction) -> None:
    """The battle so far as one page: the own knowledge of each turn while it is on, the truth when it is over."""
    _, seen = await opened(interaction)
    await defer(interaction)
    services = services_of(interaction)
    played = await turn_by_turn(services, seen.standing)
    side = seen.reads_as
    page = await services.workers.run(bind_atlas, played, side, title_of(seen), urgent=True)
    knowledge = WHOLE_TRUTH if side is None else "what you saw of it, impulse by impulse"
    await say(interaction, f"{ATLAS_TEXT} It holds {knowledge}.", files=[page])


async def path_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that draws a craft's plotted path, or that of its stance."""
    _, seen = await own_sight(interaction)
    check_current(seen, control.game, control.revision)
    craft = plots.craft_named(seen, control.rest)
    plan, _ = plots.plan_of(seen, craft)
    await send_map(interaction, seen, BattleWish(plan=plan, led=plots.is_ai_led(seen, craft)))


def craft_seen(seen: Sight, text: str) -> UnitId:
    """A craft on the asker's map by id or name; NotYoursError for anything else, also for one that is hidden."""
    wanted = text.strip().casefold()
    for craft in seen.view.known.craft.values():
        if wanted in {craft.id.casefold(), craft.name.casefold()}:
            return craft.id
    known = [craft.name or craft.id for craft in seen.view.known.craft.values()]
    raise unknown(NotYoursError, f"{quoted(text)} is not a craft you can see in this battle.", text, "You see", known)


def unit_seen(seen: Sight, text: str) -> UnitId:
    """Anything on the asker's map by id, a craft also by name."""
    wanted = text.strip().casefold()
    known = seen.view.known
    for kind in (known.drones, known.missiles, known.bolts, known.bodies):
        for unit in kind:
            if unit.casefold() == wanted:
                return unit
    return craft_seen(seen, text)


def end_named(seen: Sight, text: str) -> UnitId | Hex:
    """A unit, or a hex by its number."""
    return BATTLE_MAP.parse(text.strip()) if text.strip().isdecimal() else unit_seen(seen, text)


def place_named(seen: Sight, text: str) -> Hex:
    """The hex of a unit, or a hex by its number."""
    found = end_named(seen, text)
    if isinstance(found, Hex):
        return found
    return placed_things(seen.view.known)[found].at


def title_of(seen: Sight) -> str:
    """The battle's name."""
    return seen.standing.case.game.name


def log_lines(played: Turn) -> list[str]:
    """A numbered line for each event, under a heading for each place in the turn."""
    return list(log_of(played.view, played.events, numbered=True))


def event_reason(event: Event, view: BattleView) -> Because:
    """The rule, the modifiers and the dice behind an event."""
    return Because(format_event(event, view), f"At {format_moment(event.at)}", format_why(event), event.cause.rule)
