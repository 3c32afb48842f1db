"""Ten minutes with Our Space Age Air Force: a solo fight by buttons, one by night, a challenge called off."""

from typing import Any, Final

from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.stage import CHANNEL_NAME, Actor
from sandbox.model import Channel
from sandbox.reply import SeenMessage

MOST_PRESSES: Final = 200
PRESSES_BELOW: Final = 6
"""A turn takes fewer presses than this."""


async def ten_minutes(cast: Cast) -> None:
    """A newcomer's first fight, then a look round, then a fight by night that is given up, then a challenge."""
    pilot = cast.visitor
    await expect_refusal(cast, pilot, "There is no dogfight here", "dogfight show", where=CHANNEL_NAME)
    thread = await pilot.opens("dogfight new", "takes off")
    await cast.stage.look()  # the panel is posted in the thread
    panel = pilot.hears(thread)[-1]
    cast.findings.check("Your first fight" in panel.text(), f"a first fight teaches: {panel.text()[:200]}")
    await _fly_to_the_end(cast, pilot, thread, panel.id)
    await _look_at_dogfight(cast, pilot, thread)
    night = await pilot.opens("dogfight new", "takes off", scenario="night", light="night", difficulty="hard")
    await _agree(cast, pilot, night)
    asked = await pilot.does("dogfight leave", "Leave the dogfight?", where=night)
    await pilot.press(asked, "Yes, leave")
    await _challenge(cast)
    await pilot.does("dogfight career", "2 sorties", where=CHANNEL_NAME)


def _panel(pilot: Actor, thread: Channel, message: int) -> SeenMessage:
    return next(one for one in pilot.hears(thread) if one.id == message)


async def _fly_to_the_end(cast: Cast, pilot: Actor, thread: Channel, message: int) -> None:
    """Press what is advised until the fight is over, on the one message."""
    presses: dict[str, int] = {}
    while sum(presses.values()) < MOST_PRESSES:
        panel = _panel(pilot, thread, message)
        advice = next((one for one in panel.buttons if one.label.startswith("★")), None)
        if advice is None:
            break
        turn = panel.text().partition("turn ")[2].partition(",")[0]
        presses[turn] = presses.get(turn, 0) + 1
        await pilot.press(panel, str(advice.custom_id))
    text = _panel(pilot, thread, message).text()
    cast.findings.check("won." in text, f"the dogfight came to no end: {text[:200]}")
    cast.findings.check(
        max(presses.values()) < PRESSES_BELOW, f"a turn of the dogfight took {max(presses.values())} presses"
    )
    cast.findings.check(len(pilot.hears(thread)) == 1, "a dogfight is flown on one message")


async def _look_at_dogfight(cast: Cast, pilot: Actor, thread: Channel) -> None:
    """Everything that can be read, and mistakes."""
    lines: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("dogfight show", "won.", {}),
        ("dogfight map", "as", {}),
        ("dogfight card", "Energy Factor", {}),
        ("dogfight log", "Log of turn 1", {"turn": 1}),
        ("dogfight why", "Because", {"turn": 1}),
        ("dogfight replay", "everything, as it was", {}),
        ("dogfight verify", "comes out the same", {"turn": 1}),
        ("dogfight rules", "gun_hit_number", {}),
    )
    await pilot.do_all(lines, thread)
    await expect_refusal(cast, pilot, "not a jet you can see", "dogfight card", where=thread, jet="X9")


async def _agree(cast: Cast, pilot: Actor, thread: Channel) -> None:
    """A pause, and what a lone pilot asks for in vain."""
    await pilot.does("dogfight pause", "is paused", where=thread)
    await pilot.does("dogfight pause", "goes on", where=thread, go_on=True)
    await pilot.does("dogfight export", "The capsule", where=thread)
    await pilot.does("dogfight repair", "has its thread", where=thread)
    await expect_refusal(cast, pilot, "no deadline", "dogfight extend", where=thread, hours=2, reason="Supper")
    await expect_refusal(cast, pilot, "not a side", "dogfight take_over", where=thread, side="purple")
    await expect_refusal(cast, pilot, "undo", "dogfight undo", where=thread)


async def _challenge(cast: Cast) -> None:
    """A duel that is joined and flown for one press each, then given up by who is asked."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    thread = await ada.opens("dogfight new", "", versus=vik.human.id)
    joined = await vik.does("dogfight join", "begins", where=thread)
    for actor in (ada, vik):
        view = await actor.press(joined, "My view")
        if any(one.label.startswith("★") for one in view.buttons):
            asked = await actor.does("dogfight leave", "Leave the dogfight?", where=thread)
            await actor.press(asked, "Yes, leave")
            break
    await cast.stage.look()
