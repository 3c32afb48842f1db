"""A dogfight flown by buttons: each press is decided, played on to the next question, and shown on the same message."""

from collections.abc import Sequence

from cogs.common.answers import Attachment, replace_message, say
from cogs.common.bot_services import Interaction, bench_of
from cogs.common.buttons import TapData
from cogs.dogfight import reading
from cogs.dogfight.context import check_current, pilot_here, sight_of
from cogs.dogfight.panel import PICTURE, Sheet, fight_panel, pressed
from render.dogfight.digest import digest
from rules.air_force.choices import choices, repeated
from rules.errors import GameError
from umpire.dogfight import dogfight_files as pictures
from umpire.dogfight import flying
from umpire.dogfight.flying import FightSight
from umpire.games.seat import Seat


async def sheet_of(
    interaction: Interaction, now: FightSight, told: Sequence[str], *, teach: bool
) -> tuple[Sheet, Attachment]:
    """The panel's content with its picture, as the viewer's side knows it."""
    case = now.standing.case
    picture = await pictures.draw_fight(bench_of(interaction).desk, now.view, case.game.name)
    found = choices(now.view) if now.standing.asked and not now.over else ()
    sheet = Sheet(
        case.game.id,
        case.game.name,
        case.turn.opening,
        now.standing.came.stop,
        now.view,
        tuple(told),
        found,
        repeated(now.view, found),
        now.standing.asked,
        teach,
        case.turn.commitment,
        picture.alt,
    )
    return sheet, Attachment(PICTURE, picture.data, picture.alt)


async def show(
    interaction: Interaction, now: FightSight, told: Sequence[str], *, teach: bool, replace: bool, public: bool = True
) -> None:
    """Show a moment: on the pressed message, or as a new one."""
    sheet, picture = await sheet_of(interaction, now, told, teach=teach)
    if replace:
        await replace_message(interaction, fight_panel(sheet), files=[picture])
    else:
        await say(interaction, panel=fight_panel(sheet), files=[picture], public=public)


async def do_tap(interaction: Interaction, data: TapData) -> None:
    """A choice's button."""
    await _choose(interaction, data, pressed(data).rest)


async def do_pick(interaction: Interaction, data: TapData, chosen: Sequence[str]) -> None:
    """The list of all choices."""
    await _choose(interaction, data, chosen[0] if chosen else "")


async def _choose(interaction: Interaction, data: TapData, wanted: str) -> None:
    """Decide, play on, and show what came of it."""
    seat, now = await pilot_here(interaction, data.game)
    read = check_current(now, data)
    choice = next((one for one in choices(now.view) if one.id == wanted), None)
    if choice is None:
        raise GameError("That choice is not open now; the panel shows those that are.")
    await interaction.response.defer()
    bench = bench_of(interaction)
    once = f"fly-{data.game}-{read.stop}-{interaction.message.id if interaction.message else 0}"
    after = await flying.decide(bench.desk, seat, now, choice.decision, once)
    bench.clock.poke()
    bench.deliverer.wake()
    told = digest(after.view, await flying.told_since(bench.desk, now, after))
    await show(interaction, after, told, teach=read.teach, replace=True)


async def show_tap(interaction: Interaction, data: TapData) -> None:
    """The button that shows the fight as it is now."""
    _, now = await sight_of(interaction, data.game)
    await interaction.response.defer()
    await show(interaction, now, reading.latest(now), teach=pressed(data).teach, replace=True)


async def teach_tap(interaction: Interaction, data: TapData) -> None:
    """The button that switches the lessons."""
    _, now = await pilot_here(interaction, data.game)
    await interaction.response.defer()
    await show(interaction, now, reading.latest(now), teach=not pressed(data).teach, replace=True)


async def card_tap(interaction: Interaction, data: TapData) -> None:
    """The button that shows the own jet's card, to the presser alone."""
    _, now = await sight_of(interaction, data.game)
    await reading.send_card(interaction, now, "", "dark")


async def log_tap(interaction: Interaction, data: TapData) -> None:
    """The button that shows this turn's log."""
    _, now = await sight_of(interaction, data.game)
    await reading.send_log(interaction, now, None)


async def why_tap(interaction: Interaction, data: TapData) -> None:
    """The button that explains the last line of the log that dice were rolled for."""
    _, now = await sight_of(interaction, data.game)
    await reading.send_why(interaction, now, None, None)


async def replay_tap(interaction: Interaction, data: TapData) -> None:
    """The button that shows the whole fight as a moving picture."""
    _, now = await sight_of(interaction, data.game)
    await reading.send_replay(interaction, now, None, "dark")


async def give_up(interaction: Interaction, seat: Seat, now: FightSight) -> FightSight:
    """Every jet of the side is out of the fight."""
    bench = bench_of(interaction)
    after = await flying.concede(bench.desk, seat, now, f"leave-{interaction.id}")
    bench.clock.poke()
    bench.deliverer.wake()
    return after
