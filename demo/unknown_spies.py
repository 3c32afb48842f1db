"""Intelligence: the Humans read the Dominators' books and are caught at a song, and the game master judges each step."""

from demo.cast import Cast

LEDGER, SONG, WATCH = "Open Ledger", "Cradle Song", "The Quiet Watch"
OTHERS = "dominators"


async def begin_spying(cast: Cast) -> None:
    """Turn 7: two operations and a net of counter-intelligence."""
    ada = cast.actor("humans")
    offered = [str(choice.value) for choice in await ada.suggest("spy start", "kind")]
    cast.book.check("budget" in offered, f"kinds of operations should be offered: {offered}")
    target = await ada.first("spy start", "target", "Domin")
    ledger = "Learn what their treasury holds"
    await ada.give("spy start", target=target, kind="budget", goal=ledger, cps=50, name=LEDGER, approach="locals")
    await ada.give("spy start", target=target, kind="other", goal="Teach their young a human song", cps=25, name=SONG)
    await ada.give("spy counter", cps=25, name=WATCH)


async def second_spying(cast: Cast) -> None:
    """Turn 8: the game master looks at everything, one step succeeds and one does not; the Humans change their plans."""
    ada, gm = cast.actor("humans"), cast.gm
    await gm.does("spymaster list", LEDGER)
    await gm.does("spymaster difference", one="humans", other=OTHERS, points=8, note="Recruit among their traders.")
    await gm.does("spymaster societies", "Biology", one="humans", other=OTHERS)
    await gm.does("spymaster show", "Recruit among their traders", operation=await _operation(cast, LEDGER))
    await gm.does("spymaster rule", operation=await _operation(cast, LEDGER), result="success", words="A trader talks.")
    await gm.does("spymaster rule", operation=await _operation(cast, SONG), result="failure")
    await gm.does("spymaster impossible", kind="leader", reason="Not at this table")
    await ada.does("spy list", "recon")
    await ada.give("spy fund", operation=LEDGER, cps=50)
    await ada.give("spy change", operation=SONG, goal="Teach their elders a human song")
    await ada.give("spy fund", operation=SONG, cps=25)
    await ada.give("spy fund", operation=WATCH, cps=25)


async def third_spying(cast: Cast) -> None:
    """Turn 9: the singers are caught, the traders go on, the net is given up."""
    ada, gm = cast.actor("humans"), cast.gm
    await gm.does("spymaster rule", operation=await _operation(cast, LEDGER), result="success")
    await gm.does("spymaster rule", "Agents of", operation=await _operation(cast, SONG), result="catastrophe")
    await ada.give("spy fund", operation=LEDGER, cps=50)
    await ada.give("spy stop", operation=WATCH)


async def last_spying(cast: Cast) -> None:
    """Turn 10: their books lie open."""
    await cast.gm.does("spymaster rule", "Their books", operation=await _operation(cast, LEDGER), result="success")
    await cast.actor("humans").does("spy list", "succeeded")


async def _operation(cast: Cast, name: str) -> str:
    return await cast.gm.first("spymaster show", "operation", name)
