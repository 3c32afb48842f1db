"""The captain's guide, done as it stands there."""

import re
from typing import Any

from rules.pentagon_war.state import Battle
from rules.values import changed as replace
from sandbox.model import Channel
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table
from umpire.battle import setup
from umpire.games.seat import Seat

CONDITIONS = (
    "range <= 20 and in arc >= 1 and screens <= 9 and armor <= 9 and power >= 1 and missile inbound >= 0 "
    "and launched at >= 0 and hit >= 0 and impulse >= 2 and hit chance >= 10"
)
SHEET = "name: Wasp\nscreens: 2\nengines: 1\nfuel: 1\ncapacitors: 4\nradar: 5\nweapons: 2 laser"
PLAIN = {
    "make stances": "measures for minutes; tests/rules/pentagon_war/captains/test_course.py has a part of it",
    "python -m harness.storm.tournament": "plays for minutes; test_storm plays a part of it",
    "fire M1 at nothing heading B": "no scenario has a hyper bomb; tests/e2e/battle/test_battle_lines.py draws one",
    "detonate M1 when range <= 1": "the same",
    "aim": "stress in a sentence; the scenario escort has one (tests/rules/pentagon_war/turn/test_aims.py)",
    "pass": "stress in a sentence; the three ways stand below it",
    "With several craft": "names a picture",
    "A receipt": "names a picture",
    "If you do not answer by the deadline": "stress in a sentence",
}


async def sent(walk: Walk, who: str) -> None:
    """Somebody is done, and what is due happens."""
    await walk.also(who, "plot done")
    await walk.do(who, "Yes, I am done")
    await walk.table.tick()


async def test_the_captains_guide_is_done_as_it_stands_there(table: Table) -> None:
    walk = Walk("docs/guides/captain.md", table, PLAIN)
    await walk.use("ada", "/help topic:battle")
    await first_battle(walk)
    friendly = await against_a_friend(walk)
    await a_turn(walk)
    await plotting(walk)
    await impulse_by_impulse(walk)
    await leaving(walk)
    await changing_ones_mind(walk)
    await drawing(walk)
    await free_battle(walk)
    await walk.use("ada", "/battle leave", "Leave the battle?", place=friendly)
    await walk.do("ada", "Yes, leave")
    await walk.use("ada", "/battle end", place=friendly)
    walk.done()


async def first_battle(walk: Walk) -> None:
    """In five minutes: made, looked at, plotted, played and read."""
    await walk.use("ada", "/battle new scenario:duel side:S against:cautious hours:0", "played by its stances")
    await walk.enter("ada")
    panel = await walk.press("ada", "Plot", "★", on=walk.message("ada", "Plot"))
    star = next(button.label for button in panel.buttons if button.label.startswith("★"))
    await walk.do("ada", star)
    await walk.press("ada", "I am done")
    await walk.press("ada", "Yes, I am done")
    await walk.table.tick()
    assert (await walk.table.game()).turn == 2, "a turn in four taps"
    panel = await walk.do("ada", "Plot", on=walk.message("ada", "Weapons"))
    for hint in ("Course", "Thrust", "Targets", "Screens"):
        panel = await walk.choose("ada", hint, value=panel.control(hint).options[-1][0], on=panel)
    await walk.press("ada", "Undo", on=panel)
    await walk.use("ada", "/battle show", "map.png")
    await walk.use("ada", "/battle text", "Kestrel Vee")
    await walk.use("ada", "/ship show", "ship.png")
    await walk.use("ada", "/plot text")
    form = await walk.press("ada", "Edit as text", on=panel)
    assert form.modal is not None
    plan = walk.block("1-4 accelerate")
    refused = await walk.table.ada.submit(form, {"plan": plan.replace("accelerate", "acelerate")})
    assert "accelerate" in refused.text()
    await walk.press("ada", "Fix", on=refused)
    await walk.fill("ada", "1. `1-4 accelerate`", "6. `stance aggressive`", plan=plan)
    await walk.do("ada", "I am done")
    await walk.do("ada", "Yes, I am done")
    while (await walk.table.game()).turn == 2:
        await walk.table.tick()
        await sent(walk, "ada")
    await walk.use("ada", "/battle log", turn=2)
    await walk.use("ada", "/battle why line:12", "Because", turn=2)
    played = walk.here
    await new_battle(walk, scenario="duel", side="S", against="cautious", hours=0)
    await walk.also("ada", "plot move", impulse=1, until=3, accelerate="1")
    await walk.press("ada", "Picture", "map.png")
    await walk.use("ada", "/battle show arcs:S1", "map.png")
    await walk.also("ada", "battle show", "map.png", around="S1", radius=6)
    walk.here = played
    await walk.use("ada", "/battle replay", "replay.gif")
    atlas = await walk.use("ada", "/battle atlas", "atlas.html")
    assert [file.filename for file in atlas.attachments] == ["atlas.html"]


async def against_a_friend(walk: Walk) -> Channel:
    """By the opening's panel, by commands, and begun without a second captain."""
    walk.here = CHANNEL
    await walk.use("ada", "/battle new scenario:duel")
    friendly = await walk.enter("ada")
    await walk.press("ada", "Take Sol", on=walk.message("ada", "Take Sol"))
    await walk.press("vik", "Take Alpha-Centauri", on=walk.message("vik", "Take Alpha-Centauri"))
    await walk.also("vik", "battle leave", "Leave the battle?")
    await walk.do("vik", "Yes, leave")
    await walk.use("vik", "/battle join", "plays", side="A")
    await walk.press("ada", "Begin", "turn 1 is open", on=walk.message("ada", "Begin"))
    await walk.table.tick()
    assert any("you are asked" in letter.text() for letter in walk.table.vik.dms())
    with_a_free_side = await new_battle(walk, scenario="duel", hours=0)
    await walk.also("ada", "battle join", side="S")
    await walk.use("ada", "/battle begin", "has no captain", place=with_a_free_side)
    await walk.do("ada", "Begin anyway", "turn 1 is open")
    await walk.table.tick()
    await walk.also("vik", "battle join", "Turn 1 waits for them now", side="A")
    return friendly


async def a_turn(walk: Walk) -> None:
    """A stop and its buttons, a turn's post and its buttons, the dice."""
    await new_battle(walk, scenario="duel", side="S", against="aggressive", hours=0)
    await walk.also("ada", "plot text")
    await walk.fill(
        "ada", plan="1-4 accelerate\nstop when impulse >= 3\nstop when impulse >= 6\nstop when impulse >= 9"
    )
    await walk.also("ada", "plot done")
    stop = await walk.do("ada", "Yes, I am done", "Stopped at impulse 3", "Since then", "in flight", "map.png")
    stop = await walk.press("ada", "Go on", "Stopped at impulse 6", on=stop)
    changed = await walk.press("ada", "Change", on=stop)
    assert changed.modal is not None
    await walk.press("ada", "Stance", "cautious", on=stop)
    await walk.use("ada", "/plot now", "turn B", line="S1 turn B")
    while (await walk.table.game()).turn == 1:
        await sent(walk, "ada")
    post = walk.message("ada", "Weapons")
    assert "turn 1 is over" in post.text()
    for button in ("Map", "Plot", "Stance", "Weapons", "Done"):
        await walk.press("ada", button, on=post)
    await walk.use("ada", "/battle verify turn:1", "The seed is the one that was promised", "comes out the same")
    await walk.use("ada", "/plot stance", "stand-off", stance="stand-off")
    await walk.use("ada", "/notify", "everything")


async def plotting(walk: Walk) -> None:
    """Moving, firing, power and stops, in a cruiser that has all that is spoken of."""
    await new_battle(walk, scenario="fleet_action", hours=0)
    for switch in ("ramming", "self_destruction"):
        await walk.also("ada", "battle options", switch=switch, value="on")
    await walk.also("ada", "battle join", side="S")
    await walk.also("ada", "battle begin", "has no captain")
    await walk.do("ada", "Begin anyway", "turn 1 is open")
    await walk.table.tick()
    craft = {"craft": "S1"}
    await walk.also("ada", "battle options", "midturn_velocity: **off**")
    await walk.use("ada", "/plot move impulse:3 turn:B accelerate:1", "`3 turn B, accelerate`", **craft)
    await walk.use("ada", "/plot move impulse:2 until:6 accelerate:1", "`2-6 accelerate`", **craft)
    await walk.also("ada", "plot move", "accelerate 3/2", impulse=8, accelerate="3/2", **craft)
    await walk.also("ada", "plot move", "brake", impulse=9, brake=True, **craft)
    await walk.use(
        "ada",
        "/plot fire weapons:L1 L2 target:A1 when:range to A1 <= 6",
        "`fire L1 L2 at A1 when range to A1 <= 6`",
        **craft,
    )
    await walk.use("ada", "/plot fire weapons:all", "`fire ALL`", **craft)
    await walk.use(
        "ada", "/plot launch weapons:M1 target:A1 when:screens of A1 <= 2", "M1 at A1 when screens of A1 <= 2", **craft
    )
    await walk.use("ada", "/fire odds weapon:L1 target:A1", "range", **craft)
    await walk.use("ada", "/fire plan", weapons="L3", target="A1", **craft)
    await walk.do("ada", "Plot this shot", "fire L3 at A1")
    await walk.use("ada", "/fire arcs", "map.png", **craft)
    await walk.also("ada", "plot fire", weapons="L4", when=CONDITIONS, **craft)
    await walk.use("ada", "/plot power", "keep 3", keep=3, **craft)
    await walk.use("ada", "/plot screens policy:to save armor", "Plotted", **craft)
    await walk.use("ada", "/plot defend order:missiles drones", "defend missiles, drones", **craft)
    await more_lines(walk)
    await walk.use("ada", "/plot act", "`leave`", **craft, what="leave")
    await walk.also("ada", "plot undo", "As it was before", **craft)
    await walk.use("ada", "/plot act what:ram target:A1", "`ram A1`", **craft)
    await walk.use("ada", "/plot act what:self-destruct when:armor <= 0", "`self-destruct when armor <= 0`", **craft)
    await walk.also("ada", "plot undo", "As it was before", **craft)
    plotted, game_id = walk.here, walk.table.game_id
    await new_battle(walk, scenario="escort", side="H", against="cautious", hours=0)
    await walk.use("ada", "/plot act what:join", "`join`", craft="H3")
    await walk.also("ada", "plot act", "`separate when impulse >= 4`", craft="H3", what="separate", when="impulse >= 4")
    await new_battle(walk, scenario="amber_gate", side="S", against="cautious", hours=0)
    await walk.use("ada", "/plot act what:orbit", "`orbit`", craft="S2")
    walk.here, walk.table.game_id = plotted, game_id
    before = await walk.also("ada", "plot show", **craft)
    kept = "\n".join(re.findall(r"^\d+\. `(.+)`$", before.text(), re.MULTILINE))
    await walk.also("ada", "plot text", **craft)
    more = "ram A1 when range <= 0\nscreen side 2, 1\ntake side 3"
    await walk.fill("ada", "`take side 3`", plan=f"{kept}\n{more}")
    await walk.also("ada", "plot undo", "As it was before", **craft)
    await walk.use("ada", "/plot stop when:missile inbound >= 1", "stop when missile inbound >= 1", **craft)
    for when in ("range < 3", "armor <= 0", "hit >= 5"):
        await walk.also("ada", "plot stop", f"stop when {when}", when=when, **craft)
    await walk.also("ada", "plot show", "stop when hit >= 5", craft="S1")
    while (await walk.table.game()).turn == 1:
        await sent(walk, "ada")
    plotted = walk.here
    await new_battle(walk, scenario="duel", side="S", against="cautious", hours=0, pace="segments")
    await played_to(walk, "segment 1 (rotation)")
    await walk.use("ada", "/plot now line:S1 turn B", "`S1 turn B`")
    await played_to(walk, "direct-fire decision")
    for line in ("→ Impulse 3: fire L1 at A1", "fire L1-L4 at A1"):
        await walk.also("ada", "plot now", "at A1`", line=line)
    walk.here = plotted


async def played_to(walk: Walk, step: str) -> None:
    """A battle that asks in mid-turn goes on until Ada is asked at a step."""
    while step not in (await walk.also("ada", "battle status")).text():
        await sent(walk, "ada")


async def more_lines(walk: Walk) -> None:
    """The other lines of a programme by taps: one added, changed, taken out; a stop; a line looked at again."""
    panel = await walk.press("ada", "Plot", on=walk.message("ada", "Plot"))
    if not any(button.label == "More lines" for button in panel.buttons):
        panel = await walk.pick("ada", "Plot a craft", value="S1", on=panel)
    panel = await walk.press("ada", "More lines", "more lines", on=panel)
    panel = await walk.choose("ada", "Add a line", "segment 5", value="self-destruct when armor <= 0", on=panel)
    panel = await walk.choose("ada", "When", "`self-destruct when hit >= 5`", value="hit >= 5", on=panel)
    out = next(button.label for button in panel.buttons if button.label.startswith("Take line"))
    panel = await walk.do("ada", out, "Taken out: `self-destruct when hit >= 5`", on=panel)
    panel = await walk.choose("ada", "Add a setting or a stop", value="stop when armor <= 0", on=panel)
    await walk.choose("ada", "Change or take out a line", value="1", on=panel)


async def impulse_by_impulse(walk: Walk) -> None:
    """A duel against a stance in pace segments: the ways to pass, by button and by command."""
    plotted = walk.here
    await new_battle(walk, scenario="duel", side="S", against="aggressive", hours=0, pace="segments")
    await walk.also("ada", "plot done")
    await walk.do("ada", "Yes, I am done", "may turn and accelerate")
    await walk.press("ada", "Pass until the next impulse")
    walk.sees("Pass until something happens")
    await walk.press("ada", "Pass until the turn's end", "Turn 1 is played to its end")
    await walk.table.tick()
    await walk.use("ada", "/plot done until:something happens")
    await walk.do("ada", "Not yet")
    await walk.use("ada", "/plot now line:S1 power radar off", "`S1 power")
    await new_battle(walk, scenario="duel", side="S", against="aggressive", hours=0, pace="steps")
    walk.here = plotted
    await walk.turn_to(plotted)


async def leaving(walk: Walk) -> None:
    """Two craft so far apart that one may leave."""
    plotted = walk.here
    await new_battle(walk, scenario="free", points=0, hours=0)
    await walk.also("ada", "battle options", switch="directional_screens", value="on")
    for design, side, hex_, facing in (("Kestrel Vee", "X", "1590", "D"), ("Hot Rivet", "Y", "1520", "A")):
        await walk.also("ada", "battle add", design=design, side=side, hex=hex_, facing=facing, a="0")
    await walk.also("ada", "battle join", side="X")
    await walk.also("vik", "battle join", side="Y")
    await walk.also("ada", "battle begin")
    await walk.also("ada", "plot show")
    await walk.press("ada", "Leave the battle", "leaves the battle when this turn ends")
    await walk.use("vik", "/plot now line:S1 leave", "leave", line="Y1 leave")
    walk.here = plotted
    await walk.turn_to(plotted)


async def changing_ones_mind(walk: Walk) -> None:
    """In the second turn of the battle that was plotted."""
    await walk.also("ada", "plot move", impulse=1, turn="B", craft="S1")
    await walk.also("ada", "plot move", impulse=3, turn="C", craft="S1")
    await walk.use("ada", "/plot clear", "Cleared", craft="S1")
    await walk.also("ada", "plot undo", craft="S1")
    await walk.also("ada", "plot clear", "Line 2 is gone", line=2, craft="S1")
    await walk.use("ada", "/plot undo", "As it was before", "`3 turn C`", craft="S1")
    assert "`3 turn C`" not in (await walk.also("ada", "plot undo", "As it was before", craft="S1")).text()
    await walk.use("ada", "/plot copy", "Copied", "fire L1 L2 at A1", craft="S1")
    await walk.also("ada", "plot copy", "Copied", source="S1", craft="S2")


async def drawing(walk: Walk) -> None:
    """The shipyard."""
    walk.here = CHANNEL
    await walk.use("ada", "/ship library", "Kestrel Vee")
    await walk.use("ada", "/ship yard start:blank", "points", "size class", name="Wasp")
    await walk.use("ada", "/ship add", part="engine")
    await walk.also("ada", "ship add", part="armor 4")
    await walk.use("ada", "/ship remove", part="armor 4")
    await walk.use("ada", "/ship text")
    await walk.fill("ada", "name: Wasp", sheet=SHEET)
    await walk.use("ada", "/ship save", "Saved as Wasp")
    await walk.use("ada", "/ship list", "Wasp")
    await walk.use("ada", "/ship share", "Everybody here", name="Wasp")
    await walk.use("ada", "/ship delete", "is gone", name="Wasp")


async def free_battle(walk: Walk) -> None:
    """Craft put on a map, then ends of every kind."""
    await walk.use("ada", "/battle new scenario:free points:500", hours=0)
    await walk.enter("ada")
    await walk.use("ada", "/battle add", "X1", design="halyard", side="X", hex="1520", facing="A", a=1, c=0)
    await walk.also("ada", "battle add", "Y1", design="halyard", side="Y", hex="1510", facing="D")
    await walk.also("ada", "battle add", "Y2", design="ember", side="Y", hex="1710", facing="D")
    await walk.use("ada", "/battle remove", craft="Y2")
    await walk.use("ada", "/battle options", "ramming")
    await walk.also("ada", "battle options", switch="ramming", value="on")
    await walk.also("ada", "battle join", side="X")
    await walk.also("vik", "battle join", side="Y")
    await walk.use("ada", "/battle begin", "turn 1 is open")
    await walk.table.tick()
    for who in ("ada", "vik"):
        await sent(walk, who)
    played = walk.here
    await between_battles(walk)
    walk.here = played
    await walk.turn_to(played)
    await walk.use("vik", "/battle replay", "what you could see")
    await walk.also("ada", "battle undo", reason="The wrong planet")
    await walk.also("vik", "battle undo", "taken back")
    await walk.table.tick()
    await walk.use("vik", "/battle concede", "Give the battle up?")
    await walk.do("vik", "Yes, give it up", "gives the battle up")
    await walk.table.tick()
    await walk.also("ada", "battle replay", "the whole truth", whole=True)
    for label, said in (
        ("Replay all", "the whole truth"),
        ("Atlas", "Your atlas of the battle"),
        ("Rematch", "is made"),
        ("Change sides", "is made"),
    ):
        await walk.press("ada", label, said, on=walk.message("ada", label))


async def between_battles(walk: Walk) -> None:
    """Survivors kept, mended, filled and taken into the next battle."""
    await new_battle(walk, scenario="free", points=0, hours=0)
    for who, side in (("ada", "X"), ("vik", "Y")):
        await walk.also(who, "battle join", side=side)
    for design, side, hex_, facing in (
        ("hearth", "X", "1520", "A"),
        ("ember", "X", "1520", "A"),
        ("hearth", "X", "1560", "A"),
        ("halyard", "X", "1560", "A"),
        ("Hot Rivet", "Y", "1514", "D"),
        ("halyard", "Y", "1514", "D"),
    ):
        await walk.also("ada", "battle add", design=design, side=side, hex=hex_, facing=facing)
    host = Seat(walk.table.game_id, "", walk.table.ada.id, is_gm=True)
    await setup.change_set_up(walk.table.services, host, worn)
    await walk.also("ada", "battle begin")
    await walk.table.tick()
    for who in ("ada", "vik"):
        await walk.also(who, "plot stance", stance="aggressive")
        await sent(walk, who)
    if (await walk.table.game()).status != "finished":
        await walk.also("vik", "battle concede")
        await walk.do("vik", "Yes, give it up")
        await walk.table.tick()
    await walk.press("ada", "Keep the survivors", "Kept as", on=walk.message("ada", "Keep the survivors"))
    await walk.do("ada", "Let the squadron go", "gone for good")
    await walk.do("ada", "Not yet")
    await walk.use("ada", "/battle keep name:Old Guard", "Kept as")
    await walk.use("ada", "/ship dock", "repair boxes", "★")
    await walk.choose("ada", "Dock", "Halyard", value="X4")
    dock = await walk.pick("ada", "Dock", "Hearth", value="X1")
    await walk.press("ada", "Choose repairs")
    await walk.press("ada", "Repair all that can be", "✔ Repaired", on=dock)
    await walk.press("ada", "Reload", "✔ Reloaded")
    for hint in ("Pass fuel", "Pass cargo", "Refuel"):
        assert walk.seen is not None
        _, first = next(control for control in walk.seen.controls if control.label == hint).options[0]
        await walk.choose("ada", hint, "✔", value=first)
    await new_battle(walk, scenario="free", points=0, hours=0)
    await walk.also("ada", "battle join", side="X")
    await walk.use("ada", "/battle bring squadron:Old Guard side:X hex:1520", "as it is: 1 craft", craft="X2")
    await walk.also("ada", "ship dock", "is set up for")
    await walk.press("ada", "Take it back", "at dock")
    await walk.press("ada", "Let the squadron go", "gone for good")
    await walk.do("ada", "Yes, let it go", "Let go")


def worn(battle: Battle) -> Battle:
    """The set-up with a craft whose armor is gone, which a hangar and a hold have something to do for."""
    ember = battle.craft["X2"]
    spent = tuple(replace(box, state="marked") for box in ember.missiles)
    dry = replace(ember, armor=(0,) * 6, tanks_full=0, tanks_empty=ember.design.fuel_tanks, missiles=spent)
    return replace(battle, craft={**battle.craft, "X2": dry})


async def new_battle(walk: Walk, **options: Any) -> Channel:
    """A battle of Ada's."""
    walk.here = CHANNEL
    await walk.also("ada", "battle new", **options)
    return await walk.enter("ada")
