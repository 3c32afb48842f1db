"""What plotting does: each change is read, saved, and answered with a receipt."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cogs.battle.context import SIGHT, captain_here, check_current, check_turn, own_sight
from cogs.battle.plan_edits import Edit, check_names, check_power, read_plan
from cogs.battle.plot_panel import done_panel, receipt_panel
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bench_of
from cogs.common.buttons import TapData
from cogs.common.forms import Field, Form
from cogs.common.panels import text_panel
from rules.errors import GameError, WrongPhaseError
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.read import LONGEST
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.turn.engine import unit_of
from rules.pentagon_war.units import Craft
from umpire.battle import plots, plotting
from umpire.battle.programme_drafts import draft_of
from umpire.battle.side_view import Sight
from umpire.bouts.standing import NOBODY_WAITS
from umpire.games.seat import Seat

GREY = 0x808080


@dataclass(frozen=True, slots=True)
class Slate:
    """A captain with one craft before him."""

    seat: Seat
    now: Sight
    craft: Craft


async def slate_here(interaction: Interaction, craft: str) -> Slate:
    """The asker's craft; NotYoursError for anybody else's, WrongPhaseError when the battle is over."""
    seat, now = await own_sight(interaction)
    require_going_on(now)
    return Slate(seat, now, plots.craft_named(now, craft))


def require_going_on(now: Sight) -> None:
    """WrongPhaseError when the battle is over."""
    if now.over:
        raise WrongPhaseError(f"**{now.standing.case.game.name}** is over; /battle replay shows how it went.")


def require_asked(now: Sight) -> None:
    """WrongPhaseError while nobody waits for this side."""
    require_going_on(now)
    if not now.standing.asked:
        raise WrongPhaseError(NOBODY_WAITS)


async def show(interaction: Interaction, craft: str, said: str = "", *, replace: bool = False) -> None:
    """The receipt of a craft as it stands."""
    slate = await slate_here(interaction, craft)
    await _answer(interaction, slate.now, slate.craft, said, replace=replace)


async def change(interaction: Interaction, craft: str, edit: Edit, said: str = "✔ Plotted.") -> None:
    """Change a craft's programme and answer with the receipt; nothing is changed where anything is wrong."""
    slate = await slate_here(interaction, craft)
    require_asked(slate.now)
    plan = edit(plots.plan_of(slate.now, slate.craft)[0])
    check_names(slate.now, slate.craft, plan)
    desk = bench_of(interaction).desk
    check_power((await plots.receipt(desk, slate.now, slate.craft, plan)).preview)
    now = await plotting.set_plan(desk, slate.seat, slate.now, plan, str(interaction.id))
    await _changed(interaction, now, slate.craft, said)


async def change_lines(
    interaction: Interaction, craft: str, how: Callable[[Sight, Craft, str], Edit], lines: str
) -> None:
    """Change a craft's programme by lines of it that are `moved`, `added` or `settings`; see `change`."""
    slate = await slate_here(interaction, craft)
    await change(interaction, slate.craft.id, how(slate.now, slate.craft, lines))


async def stance(interaction: Interaction, craft: str, chosen: Stance) -> None:
    """Choose what plays a craft whose captain says nothing."""
    slate = await slate_here(interaction, craft)
    require_asked(slate.now)
    desk = bench_of(interaction).desk
    now = await plotting.set_stance(desk, slate.seat, slate.now, slate.craft, chosen, str(interaction.id))
    await _changed(
        interaction, now, slate.craft, f"✔ {slate.craft.name} is played by the stance {chosen} when you say nothing."
    )


async def clear(interaction: Interaction, craft: str) -> None:
    """Take everything pending of a craft back."""
    slate = await slate_here(interaction, craft)
    require_asked(slate.now)
    now = await plotting.clear(bench_of(interaction).desk, slate.seat, slate.now, slate.craft, str(interaction.id))
    await _changed(interaction, now, slate.craft, "✔ Cleared.")


async def undo(interaction: Interaction, craft: str, *, replace: bool = False) -> None:
    """Take the last change back."""
    slate = await slate_here(interaction, craft)
    require_asked(slate.now)
    now = await plotting.undo(bench_of(interaction).desk, slate.seat, slate.now, slate.craft, str(interaction.id))
    await _changed(interaction, now, slate.craft, "✔ As it was before; once more brings it back.", replace=replace)


async def decide(interaction: Interaction, line: str) -> None:
    """A single decision for the present step."""
    seat, now = await own_sight(interaction)
    require_asked(now)
    decision = parse_decision(plots.canonical(now, line))
    after = await plotting.decide(bench_of(interaction).desk, seat, now, decision, str(interaction.id))
    unit = unit_of(decision).partition(".")[0]
    craft = after.view.craft.get(unit) or plots.own_craft(after)[0]
    await _changed(interaction, after, craft, "✔ Decided for this very step.")


async def take_back(interaction: Interaction, number: int) -> None:
    """Take one pending order back."""
    seat, now = await own_sight(interaction)
    require_asked(now)
    after = await plotting.take_back(bench_of(interaction).desk, seat, now, number, str(interaction.id))
    own = plots.own_craft(after)
    await _changed(interaction, after, own[0], f"✔ Order {number} is taken back.")


async def ask_done(interaction: Interaction) -> None:
    """Show what counts when the side is done, with the button that says so."""
    _, now = await own_sight(interaction)
    require_asked(now)
    silent = [f"{craft.id} {craft.name}: {plots.stance_of(now, craft)}" for craft in plots.silent_craft(now)]
    await say(interaction, panel=done_panel(now, silent))


async def open_text(interaction: Interaction, craft: str, *, of: TapData | None = None) -> None:
    """The whole programme as text in a form, which must be the first answer: nothing is played for it. `of`: a button's."""
    seat = await captain_here(interaction)
    draft = await draft_of(bench_of(interaction).desk, seat, craft)
    turn = draft.case.turn
    if of is not None:
        check_turn(draft.case, of.game, of.opening)
    fields = [
        Field(
            "plan",
            "The programme, a line for each thing",
            "`2-5 accelerate`, `3 turn B`, `fire L1 at Y1 when range <= 6`, `stop when range < 3`",
            plots.plan_text(draft.plan),
            long=True,
            most=LONGEST,
        )
    ]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        slate = await slate_here(later, draft.craft.id)
        if slate.now.standing.case.turn.opening != turn.opening:
            raise WrongPhaseError(f"That form was for turn {turn.turn}, which is over; /plot text opens a new one.")
        await change(later, slate.craft.id, lambda _: read_plan(slate.now, slate.craft, given["plan"]))

    await interaction.response.send_modal(Form(f"{draft.craft.id} {draft.craft.name}, turn {turn.turn}", fields, sent))


async def done_tap(interaction: Interaction, data: TapData) -> None:
    """The button that says done, after a look at what counts."""
    _, now = await own_sight(interaction)
    check_current(now, data.game, data.opening)
    await ask_done(interaction)


async def done_yes(interaction: Interaction, data: TapData) -> None:
    """The button that means it."""
    await interaction.response.defer()
    seat, now = await own_sight(interaction)
    check_current(now, data.game, data.opening)
    once = f"done-{data.rest}-{interaction.message.id if interaction.message else 0}"
    await plotting.done(bench_of(interaction).desk, seat, data.rest, once)
    bench_of(interaction).clock.poke()
    await replace_message(
        interaction, text_panel("✔ Your answer is in. You are told when you are asked again.", 0x009E73)
    )


async def drop_tap(interaction: Interaction, _: TapData) -> None:
    """The button that does not."""
    await replace_message(interaction, text_panel("Not sent; your sheet is as it was.", GREY))


async def text_tap(interaction: Interaction, data: TapData) -> None:
    """The button that opens the text."""
    await open_text(interaction, data.rest, of=data)


async def show_tap(interaction: Interaction, data: TapData) -> None:
    """The button that shows the craft as it is now."""
    await interaction.response.defer()
    await show(interaction, data.rest, replace=True)


async def undo_tap(interaction: Interaction, data: TapData) -> None:
    """The button that takes the last change back."""
    await interaction.response.defer()
    _, now = await own_sight(interaction)
    check_current(now, data.game, data.opening)
    await undo(interaction, data.rest, replace=True)


async def craft_pick(interaction: Interaction, _: TapData, chosen: Sequence[str]) -> None:
    """The list that leads to another craft."""
    await interaction.response.defer()
    await show(interaction, chosen[0] if chosen else "", replace=True)


async def _changed(interaction: Interaction, now: Sight, craft: Craft, said: str, *, replace: bool = False) -> None:
    interaction.extras[SIGHT] = None
    await _answer(interaction, now, craft, said, replace=replace)


async def _answer(interaction: Interaction, now: Sight, craft: Craft, said: str, *, replace: bool) -> None:
    known = now.view.craft.get(craft.id)
    if known is None:
        raise GameError(f"{craft.name} is not in this battle any more.")
    panel = receipt_panel(await plots.receipt(bench_of(interaction).desk, now, known), said)
    if replace:
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)
