"""Detection and news: what the game master says of them, sensors that are switched on, ambassadors."""

from typing import Any

from demo.cast import Cast
from demo.reading import fleets

WHY: dict[str, Any] = {"reason": "What is out there may hide"}


async def listen_and_send(cast: Cast) -> None:
    """Detection is played in full from now on, with the game master's own modifiers; the Humans listen and send ambassadors."""
    gm, ada = cast.gm, cast.actor("humans")
    await gm.does("signals play", "cloaks hide all who have them", detection="full", **WHY)
    await gm.does("signals cloaks", levels=1, drive="foldspace", **WHY)
    await gm.does("signals delay", side="vermin", weeks=1, **WHY)
    await gm.does("signals effect", technology="Comet Relay", effect="relay", amount=1, **WHY)
    away = await gm.suggest("signals star", "hex", "")
    await gm.does(
        "signals star", hex=str(away[-1].value), codes="Neb", reason="A star dies; its light will be seen for years"
    )
    here = [fleet.id for fleet in (await fleets(ada)).values() if fleet.at]
    listening = [f for f in here if await cast.empires["humans"].order("fleet emissions", fleet=f, run="sensors")]
    cast.book.check(bool(listening), "no fleet of the Humans could switch its sensors on")
    posts = [str(base.value) for base in await ada.suggest("base release", "base")]
    pinging = [b for b in posts if await cast.empires["humans"].order("base emissions", base=b, run="sensors")]
    cast.book.check(bool(pinging), "no base of the Humans could switch its sensors on")
    sent = [side for side in cast.empires if side != "humans" and await _sends_ambassadors(cast, side)]
    cast.book.check(bool(sent), "the Humans should have met somebody to send ambassadors to by now")


async def recall_ambassadors(cast: Cast) -> None:
    """The Humans call their ambassadors back, from wherever they are."""
    humans = cast.empires["humans"]
    back = [side for side in cast.but("humans") if await humans.order("treaty recall", side=side)]
    cast.book.check(bool(back), "the Humans should have ambassadors to call back")


async def _sends_ambassadors(cast: Cast, side: str) -> bool:
    return await cast.empires["humans"].order("treaty ambassadors", side=side)
