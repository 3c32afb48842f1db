"""An evening of the Pentagon War, played to its end.

A duel of two captains, a craft that is drawn, a battle against the bot.
"""

from typing import Any, Final

from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.stage import CHANNEL_NAME, Actor
from sandbox.model import Channel
from sandbox.reply import Reply

Lines = tuple[tuple[str, str, dict[str, Any]], ...]

SURE_BUTTON: Final = "Yes, I am done"
MOST_TURNS: Final = 30
OPENING_PROGRAMME: Final = (
    "1-4 accelerate\nfire all when range <= 9\nstop when range < 2 say close\nscreens always\nstance aggressive"
)

ONWARD_PROGRAMME: Final = "fire all when range <= 9\nscreens always\nstance aggressive"
WISP_DESIGN: Final = (
    "name: Wisp\ncrew: manned\nscreens: 2\nengines: 1\nfuel: 1\ncapacitors: 3\nradar: 5\nweapons: 2 laser\nrepair: 2"
)
TURNS_PLOTTED: Final = 1
"""So many rounds of the duel are plotted line by line; then the stances fight it out."""


async def evening(cast: Cast) -> None:
    """A duel plotted by hand, then a battle of drawn craft that its host ends, then one against the bot."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    thread = await ada.opens("battle new", "is made", scenario="duel", name="The Duel", hours=0)
    await ada.does("battle join", "plays", where=thread, side="S")
    await vik.does("battle join", "plays", where=thread, side="A")
    await expect_refusal(cast, vik, "Only who made", "battle begin", where=thread)
    await ada.does("battle begin", "turn 1 is open", where=thread)
    await cast.stage.look()
    await _plot_everything(cast, ada, thread)
    await _write(cast, vik, thread, OPENING_PROGRAMME)
    await _wrong(cast, ada, thread)
    await _look(ada, thread)
    await _to_the_end(cast, thread, ada, vik)
    await _afterwards(cast, thread, ada, vik)
    await _drawn(cast, ada, vik)
    await _solo(cast, cast.visitor)


async def _write(cast: Cast, actor: Actor, thread: Channel, plan: str) -> Reply:
    """The whole programme in its form."""
    reply = await actor.fill(await actor.use("plot text", where=thread), plan=plan)
    cast.findings.expect(reply, "receipt", f"{actor.name} plots")
    return reply


async def _say_done(cast: Cast, actor: Actor, thread: Channel) -> None:
    """Say done and mean it."""
    asked = await actor.use("plot done", where=thread)
    cast.findings.expect(await actor.press(asked, SURE_BUTTON), "answer is in", f"{actor.name} is done")
    await cast.stage.look()


async def _plot_everything(cast: Cast, ada: Actor, thread: Channel) -> None:
    """Every command that plots, and what takes it back."""
    lines: Lines = (
        ("plot stance", "aggressive", {"stance": "aggressive"}),
        ("plot move", "`1-3 accelerate`", {"impulse": 1, "until": 3, "accelerate": "1"}),
        ("plot move", "turn B", {"impulse": 2, "turn": "B", "accelerate": "3/2"}),
        ("plot fire", "fire L1 L2 at A1", {"weapons": "L1 L2", "target": "A1", "when": "range to A1 <= 9"}),
        ("plot launch", "fire RG1", {"weapons": "RG1", "when": "range <= 4"}),
        ("plot power", "keep 2", {"keep": 2}),
        ("plot stop", "stop when range < 2", {"when": "range < 2", "note": "very close"}),
        ("plot screens", "screens always", {"policy": "always", "most": 6}),
        ("plot defend", "defend drones", {"order": "drones missiles"}),
        ("plot act", "leave", {"what": "leave", "when": "armor <= 0"}),
        ("plot clear", "Line 1 is gone", {"line": 1}),
        ("plot undo", "As it was before", {}),
        ("plot copy", "Copied", {"source": "S1"}),
        ("plot clear", "Cleared", {}),
        ("plot undo", "As it was before", {}),
        ("plot show", "receipt", {}),
    )
    await ada.do_all(lines, thread)
    panel = await ada.does("fire plan", "fire L1 at A1", where=thread, weapons="L1", target="A1", when="range <= 5")
    told = await ada.press(panel, "Plot this shot")
    cast.findings.expect(told, "Plotted", "a planned shot")
    picture = await ada.press(told, "Picture")
    cast.findings.check(bool(picture.attachments), "a plotted path is drawn")
    await _write(cast, ada, thread, OPENING_PROGRAMME)


async def _wrong(cast: Cast, ada: Actor, thread: Channel) -> None:
    """Mistakes; the plot stays as it was."""
    before = (await ada.use("plot show", where=thread)).text()
    for command, said, options in (
        ("plot move", "not one of your craft", {"impulse": 1, "craft": "A1"}),
        ("plot fire", "aboard", {"weapons": "L99", "target": "A1"}),
        ("plot power", "PW-A09", {"ecm": 99}),
        ("plot now", "decided in segment", {"line": "S1 turn B"}),
        ("fire odds", "not a craft you can see", {"weapon": "L1", "target": "🚀"}),
    ):
        await expect_refusal(cast, ada, said, command, where=thread, **options)
    await expect_refusal(cast, cast.visitor, "play no side", "plot done", where=thread)
    after = (await ada.use("plot show", where=thread)).text()
    cast.findings.check(before == after, "a captain's mistakes changed the plot")


async def _look(ada: Actor, thread: Channel) -> None:
    """Everything that can be read while the battle is on."""
    lines: Lines = (
        ("battle status", "Waiting for", {}),
        ("battle options", "crash_acceleration", {}),
        ("battle text", "Hot Rivet", {}),
        ("battle atlas", "Your atlas of the battle", {}),
        ("battle show", "map of", {"arcs": "S1", "theme": "colour-blind"}),
        ("ship show", "Kestrel Vee", {}),
        ("ship library", "Kestrel Vee", {}),
        ("fire odds", "Hits", {"weapon": "L1", "target": "A1"}),
        ("fire arcs", "map of", {}),
    )
    await ada.do_all(lines, thread)


async def _over(actor: Actor, thread: Channel) -> bool:
    return "Over after turn" in (await actor.use("battle status", where=thread)).text()


async def _to_the_end(cast: Cast, thread: Channel, ada: Actor, vik: Actor) -> None:
    """Turn after turn until one of them is left; a stop asks one of them alone."""
    for played in range(MOST_TURNS):
        for actor in (ada, vik):
            asked = (await actor.use("battle status", where=thread)).text()
            if "You are asked" in asked:
                if 0 < played <= TURNS_PLOTTED:
                    await _write(cast, actor, thread, ONWARD_PROGRAMME)
                else:
                    await actor.use("plot stance", where=thread, stance="aggressive")
                await _say_done(cast, actor, thread)
        if await _over(ada, thread):
            return
    cast.findings.check(False, f"the duel was not over after {MOST_TURNS} rounds of answers")  # it did not hold


async def _afterwards(cast: Cast, thread: Channel, ada: Actor, vik: Actor) -> None:
    """The log, a why, the dice, the replay with the whole truth; what was posted; nothing can be sent any more."""
    await ada.does("battle log", "Log of turn 1", where=thread, turn=1)
    await ada.does("battle why", "Because", where=thread, line=1, turn=1)
    await ada.does("battle verify", "comes out the same", where=thread, turn=1)
    shown = await vik.does("battle replay", "the whole truth", where=thread, whole=True)
    cast.findings.check([f.filename for f in shown.attachments] == ["replay.gif"], "the duel's replay")
    posted = [m for m in cast.visitor.hears(thread) if "is over after turn" in m.text()]
    cast.findings.check(len(posted) == 1, f"the end of the duel was posted {len(posted)} times")
    await expect_refusal(cast, ada, "is over", "plot move", where=thread, impulse=1)


async def _drawn(cast: Cast, ada: Actor, vik: Actor) -> None:
    """A craft drawn in the yard, a free battle set up with it; one side gives up, another battle is ended."""
    await ada.does("ship yard", "Tall Halyard", where=CHANNEL_NAME, start="halyard", name="Tall Halyard")
    await ada.does("ship add", "added", where=CHANNEL_NAME, part="capacitor", amount=2)
    await ada.does("ship remove", "taken off", where=CHANNEL_NAME, part="capacitor")
    form = await ada.use("ship text", where=CHANNEL_NAME)
    await ada.fill(
        form,
        sheet="name: Wisp\nscreens: 2\nengines: 1\nfuel: 1\ncapacitors: 3\nradar: 5\nweapons: 2 laser\ncrew: manned\nrepair: 2",
    )
    await ada.does("ship save", "Saved as Wisp", where=CHANNEL_NAME)
    await ada.does("ship share", "Everybody", where=CHANNEL_NAME, name="Wisp")
    await vik.does("ship list", "Wisp", where=CHANNEL_NAME)
    thread = await ada.opens("battle new", "is made", scenario="free", name="Skirmish", hours=0, points=300)
    await ada.does("battle options", "on now", where=thread, switch="ramming", value="on")
    await ada.does("battle add", "is at", where=thread, design="Wisp", side="X", hex="1520")
    await ada.does("battle add", "is at", where=thread, design="Wisp", side="Y", hex="1512", facing="D")
    await ada.does("battle remove", "Taken off", where=thread, craft="Y1")
    await ada.does("battle add", "is at", where=thread, design="Wisp", side="Y", hex="1510", facing="D")
    await ada.does("ship delete", "is gone", where=CHANNEL_NAME, name="Wisp")
    await ada.does("battle join", "plays", where=thread, side="X")
    await vik.does("battle join", "plays", where=thread, side="Y")
    await ada.does("battle begin", "turn 1 is open", where=thread)
    await cast.stage.look()
    asked = await vik.does("battle concede", "Give the battle up?", where=thread)
    cast.findings.expect(await vik.press(asked, "Yes, give it up"), "gives the battle up", "Vik gives up")
    await cast.stage.look()
    cast.findings.check(await _over(ada, thread), "the skirmish should be over when one side has conceded")
    await _keep_survivors(cast, ada, vik, thread)


async def _keep_survivors(cast: Cast, ada: Actor, vik: Actor, thread: Channel) -> None:
    """Survivors kept, looked at in their dock, brought into another battle, which its host ends; they are back."""
    ended = next(m for m in reversed(ada.hears(thread)) if any(b.label == "Keep the survivors" for b in m.buttons))
    cast.findings.expect(await ada.press(ended, "Keep the survivors"), "Kept as", "Ada keeps her survivors")
    await vik.does("battle keep", "Second Watch", where=thread, name="Second Watch")
    await expect_refusal(cast, cast.visitor, "Only who commanded", "battle keep", where=thread)
    await vik.does("ship dock", "repair boxes", where=CHANNEL_NAME, squadron="Second Watch")
    await expect_refusal(
        cast, ada, "not one of your squadrons", "ship dock", where=CHANNEL_NAME, squadron="Second Watch"
    )
    again = await ada.opens("battle new", "is made", scenario="free", name="Return Match", hours=0, points=300)
    await vik.does("battle join", "plays", where=again, side="Y")
    await vik.does("battle bring", "as it is", where=again, squadron="Second Watch", side="Y", hex="1510", facing="D")
    await vik.does("ship dock", "is set up for", where=CHANNEL_NAME)
    await ada.does("battle end", "by its host's word", where=again, reason="Another day")
    told = await vik.does("ship dock", "repair boxes", where=CHANNEL_NAME)
    cast.findings.check("Y1" in told.text(), "the squadron should be back at dock")


async def _solo(cast: Cast, alone: Actor) -> None:
    """A battle against the bot by segments, for a few steps; then one by programmes; its host leaves and ends it."""
    thread = await alone.opens(
        "battle new", "is made", scenario="duel", name="Alone", side="S", against="stand-off", hours=0, pace="segments"
    )
    for _ in range(6):
        if "segment 1 (rotation)" in (await alone.use("battle status", where=thread)).text():
            break
        await _say_done(cast, alone, thread)
    await alone.does("plot now", "`S1 turn B`", where=thread, line="S1 turn B")
    await _say_done(cast, alone, thread)
    await alone.does("battle log", "turns from A to B", where=thread)
    await alone.does("battle end", "by its host's word", where=thread, reason="Bedtime")
    thread = await alone.opens(
        "battle new", "is made", scenario="duel", name="Alone again", side="S", against="cautious", hours=0
    )
    await _write(cast, alone, thread, OPENING_PROGRAMME)
    await _say_done(cast, alone, thread)
    told = (await alone.use("battle status", where=thread)).text()
    cast.findings.check("turn 2" in told or "Over after" in told, f"a turn against the bot: {told[:200]}")
    if "turn 2" in told:
        await alone.does("battle undo", "taken back", where=thread, reason="Once more")
        await cast.stage.look()
        await _say_done(cast, alone, thread)
    await alone.does("battle pause", "is paused", where=thread, reason="Supper")
    await alone.does("battle pause", "goes on", where=thread, go_on=True)
    await alone.does("battle export", "The capsule", where=thread)
    await alone.does("battle repair", "has its thread", where=thread)
    await expect_refusal(cast, alone, "no deadline", "battle extend", where=thread, hours=2, reason="Supper")
    await expect_refusal(cast, alone, "not a side", "battle take_over", where=thread, side="purple")
    asked = await alone.does("battle leave", "Leave the battle?", where=thread)
    cast.findings.expect(await alone.press(asked, "Yes, leave"), "You have left", "the lone captain leaves")
    await alone.does("battle end", "by its host's word", where=thread)
