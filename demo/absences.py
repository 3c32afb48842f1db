"""Days away, time from the bank, a deputy, a seat that the bot leads for a month; and what whoever comes back is shown."""

from demo.cast import Cast
from demo.stage import CHANNEL_NAME


async def go_away(cast: Cast) -> None:
    """The Dominators' player enters days away and takes them out again, names the bot, goes for today and is back at once."""
    dom = cast.actor("dominators")
    await cast.gm.does("away rules", "", calendar="all", bank=48, in_a_turn=24)
    await dom.does("away plan", "", word="At sea", until="9 days", **{"from": "tomorrow"})
    listed = await cast.actor("humans").use("away list")
    cast.findings.check("At sea" in listed.text(), f"the calendar reads {listed.text()[:200]}")
    await dom.does("away cancel", "1 absence")
    await dom.does("away deputy", "", bot="own")
    await dom.does("away plan", "", until="2 days")
    await cast.stage.settle()
    await dom.does("away back", "")
    await dom.does("away review", "")
    await dom.does("away deputy", "", bot="nobody")
    await cast.stage.settle()


async def more_time(cast: Cast) -> None:
    """The game master adds to a bank, and its player puts the deadline off by an hour."""
    await cast.gm.does("away grant", "bank holds", side="dominators", hours=6)
    await cast.actor("dominators").does("away more", "The deadline is", hours=1)
    await cast.stage.settle()


async def bot_leads(cast: Cast, side: str) -> None:
    """An open seat is offered, led by the bot until somebody takes it, and its plan read by the game master alone."""
    await cast.gm.does("away offer", "offered", side=side)
    await cast.gm.does("gm seat bot_player", "", side=side, character="trader", strength="even")
    await cast.stage.look()
    plan = await cast.gm.use("gm seat plan", side=side)
    cast.findings.check("⚠" not in plan.text(), f"the governor's plan reads {plan.text()[:200]}")
    refused = await cast.actor("humans").use("campaign bot_player", side=side)
    cast.findings.check("⚠" in refused.text(), f"a governor's plan was shown to another: {refused.text()[:200]}")
    await cast.gm.does("gm seat bot_player", "", side=side, character="nobody")


async def look_back(cast: Cast) -> None:
    """What came to pass so far, in words and as a film; a digest; the coming month rehearsed; a campaign alone looked at."""
    ada = cast.actor("humans")
    told = await ada.use("turn recap", turns=3)
    cast.findings.check(told.attachments, f"a recap without a film: {told.text()[:200]}")
    film = await ada.use("map film")
    cast.findings.check(film.attachments, f"no film: {film.text()[:200]}")
    own = await ada.use("campaign chronicle")
    cast.findings.check(len(own.attachments) == 2, f"a chronicle of {len(own.attachments)} files: {own.text()[:200]}")
    await ada.does("digest", "", how="weekly")
    await ada.does("digest", "", how="off")
    month = await ada.use("orders rehearse")
    cast.findings.check("⚠" not in month.text()[:2], f"the rehearsal reads {month.text()[:200]}")
    alone = await cast.visitor.use("campaign solo", where=CHANNEL_NAME)
    cast.findings.check("Begin" in {b.label for b in alone.buttons}, f"the wizard reads {alone.text()[:200]}")


async def play_otherwise(cast: Cast) -> None:
    """The game master looks at a turn played otherwise, and throws it away."""
    panel = await cast.gm.use("gm whatif")
    first = next(b.label for b in panel.buttons if "published" in b.label)
    forked = await cast.gm.press(panel, first)
    cast.findings.expect(await cast.gm.press(forked, "Throw it away"), "", "a what-if thrown away")
