"""What waits in systems, through the real client: placed by the game master, met, answered by taps, played in a real turn."""

import pytest

from playtest.player import GIVE_BUTTON
from rules.cluster_war.chapters.encounters.specials import kinds
from rules.cluster_war.model.state.common import Settings
from sandbox.errors import Refused
from sandbox.reply import SeenMessage
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.kit import CHANNEL, Table


async def _home(table: Table) -> str:
    me = (await table.view("humans")).me
    assert me is not None
    return me.home


async def _report(table: Table, who: str) -> str:
    return "\n".join(seen.text() for seen in table.human(who).messages(table.room(who), 500))


async def test_a_whale_is_placed_met_and_answered_from_the_desk(table: Table) -> None:
    await table.start()
    home = await _home(table)
    assert "described and settled by you" in (await table.gm.slash(CHANNEL, "special list")).text()
    await amended(table, "special play")
    said = await amended(table, "special place", hex=home, kind="Monster", what="Space Whale", number=9, hidden=True)
    assert "Space Whale, number 9" in said
    await table.advance()
    assert (await table.view("humans")).scenes == ()
    await amended(table, "special hide", hex=home, hidden=False)
    await table.advance()
    (scene,) = (await table.view("humans")).scenes
    assert (await table.view("dominators")).scenes == ()
    dashboard: SeenMessage = dashboard_of(table, "ada")
    assert "1 encounter** waits for your answer" in dashboard.text()
    assert not any("Encounters" in (b.label or "") for b in dashboard_of(table, "dom").buttons)
    offered = await table.human("ada").click(dashboard, "Encounters (1)")
    assert "E1 at" in offered.text()
    assert (
        "> *They are larger than cruisers and in no hurry. Their calls come through the hull. What now?*"
        in offered.text()
    )
    labels = [b.label for b in offered.buttons]
    assert labels[:3] == ["Swim with them (75 %)", "Hunt them (a fight)", "Keep a distance (no roll)"]
    assert not any(b.label.startswith("★") for b in offered.buttons), "nothing is advised"
    preview = await table.human("ada").click(offered, "Keep a distance (no roll)")
    assert "Slow voices" in preview.text()
    assert "⚠ Chance: no roll" not in preview.text()
    assert "Chance: no roll." in preview.text()
    told = await table.ask("ada", "encounter list")
    assert "Slow voices" in told.text()
    assert "Swim with them: 75 %; if it fails: nothing is lost" in told.text()
    assert "in itself" not in told.text()
    assert [b.label for b in told.buttons] == labels, "the buttons of Encounters"
    assert "Slow voices" in (await table.human("ada").click(told, "Hunt them (a fight)")).text()
    given = await table.ask("ada", "encounter answer", encounter="E1", choice="watch")
    assert "Keep a distance" in given.text()
    assert "✔ Order given" in (await table.human("ada").click(given, GIVE_BUTTON)).text()
    told = await table.ask("ada", "encounter list")
    assert "✔ on your sheet: Keep a distance" in told.text()
    preview = await table.human("ada").click(told, "Swim with them (75 %)")
    assert "Order 1 would become" in preview.text()
    assert "✔ Order 1 changed" in (await table.human("ada").click(preview, GIVE_BUTTON)).text()
    await table.settle()
    assert "1 encounter answered" in dashboard_of(table, "ada").text()
    told = await table.ask("ada", "encounter list")
    assert "✔ on your sheet: Swim with them" in told.text()
    assert not any("Encounters" in (b.label or "") for b in dashboard_of(table, "ada").buttons)
    await amended(table, "special rule", scene=scene.id, end="good", words="They remember us.")
    assert "if nobody answers: Keep a distance" in (await table.gm.slash(CHANNEL, "special list")).text()
    await table.advance()
    assert "Space whales" in (await table.view("humans")).me.discoveries  # type: ignore[union-attr] # their own view
    whole = await table.ask("ada", "turn report")
    assert "They remember us." in whole.text() + await _report(table, "ada")
    assert "They remember us." not in await _report(table, "dom")


@pytest.mark.parametrize("review", [False, True])
async def test_the_button_below_a_report_leads_to_the_choices_and_says_when_there_are_none(
    table: Table, review: bool
) -> None:
    await table.start(review=review)
    await amended(table, "special play")
    await amended(table, "special place", hex=await _home(table), kind="Monster", what="Space Whale", number=9)
    await table.advance()
    packet = table.last_in_room("ada")
    choices = ["E1: Swim with them (75 %)", "E1: Hunt them (a fight)", "E1: Keep a distance (no roll)"]
    assert [b.label for b in packet.buttons][-4:] == [*choices, "Encounters (1)"]
    assert "): *They are larger than cruisers and in no hurry." in packet.text()
    assert f"monster at {await _home(table)} (wants an answer)" in str(packet.payload), (
        "its map has the mark, and says so"
    )
    assert "monster at" not in str(table.last_in_room("dom").payload)
    assert "cruisers" not in table.last_in_room("dom").text()
    assert not any("E1" in b.label or "Encounters" in b.label for b in table.last_in_room("dom").buttons)
    offered = await table.human("ada").click(packet, "Encounters (1)")
    assert "E1 at" in offered.text()
    preview = await table.human("ada").click(packet, choices[2])
    assert preview.ephemeral
    assert "✔ Order given" in (await table.human("ada").click(preview, GIVE_BUTTON)).text()
    assert "Order 1 would become" in (await table.human("ada").click(packet, choices[0])).text()
    answered = await table.human("ada").click(packet, "Encounters (1)")
    assert "✔ on your sheet: Keep a distance" in answered.text()
    await table.advance()
    assert not any("E1" in b.label for b in table.last_in_room("ada").buttons)
    over = await table.human("ada").click(packet, "Encounters (1)")
    assert "Nothing waits for your answer" in over.text()
    assert over.ephemeral
    stale = await table.human("ada").click(packet, choices[1])
    assert "E1 no longer waits for an answer. Turn 2, Slow voices at" in stale.text()


async def test_the_game_masters_commands_and_the_button_below_their_map(table: Table) -> None:
    await table.start()
    home = await _home(table)
    await amended(table, "special storm", hex=home, storm="ION", force=3)
    await amended(table, "special storm", hex=home, storm="none")
    await amended(table, "special resource", hex=home, orbit=1, resource="Neutronium")
    await amended(
        table, "special place", hex=home, kind="Alien Weapon/Trap", what="Nova bomb", hidden=True, note="Later"
    )
    await amended(table, "special prepare", hex=home, line="Trap", what="Computer Siphon")
    view = await table.view()
    empty = next(h for h in sorted(view.systems) if not view.systems[h].notes and h != home)
    await amended(table, "special move", hex=home, to=empty)
    assert "Say sure" in (await table.gm.slash(CHANNEL, "special remove", hex=empty)).text()
    await amended(table, "special remove", hex=empty, sure=True)
    await amended(table, "special hole", hex=empty, how="both", to=home)
    assert "Nothing holds" in (await table.gm.slash(CHANNEL, "special free", fleet="humans-F1")).text()
    shown = await table.gm.slash(CHANNEL, "map show", around=home)
    assert [b.label for b in shown.buttons] == [
        *(
            "Atlas",
            "←",
            "↑",
            "↓",
            "→",
            "Zoom in",
            "Zoom out",
            "Whole cluster",
            "All empires",
            "Sensors",
            "What waits here",
        )
    ]
    for button in (each for each in shown.buttons[1:-1] if not each.disabled):
        drawn = await table.gm.click(shown, str(button.label))
        assert [a.filename for a in drawn.attachments] == ["map.png", "map.txt"], button.label
        assert "What waits" in str([b.label for b in drawn.buttons]), button.label
        shown = await table.gm.slash(CHANNEL, "map show", around=home)
    hexes = await table.gm.click(shown, "What waits here")
    acts = await table.gm.select(hexes, home)
    which = await table.gm.select(acts, "put-4")
    asked = await table.gm.select(which, "5")
    assert "Put Monster" in asked.text() or "Put " in asked.text(), asked.text()
    done = await table.gm.click(asked, "Do it")
    assert done.text().startswith("✔"), done.text()
    own = await table.ask("ada", "map show", around=home)
    assert not any(b.label and "What waits" in b.label for b in own.buttons)
    with pytest.raises(Refused, match="no command"):
        await table.ask("ada", "special list")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("monster", "Monster"),
        ("trap", "Alien Weapon/Trap"),
        ("artifact", "Alien Artifact"),
        ("derelict", "Derelict Alien Ship/Base"),
        ("aliens", "Active Alien Base/Colony"),
        ("a race's world", "Alien Civilization"),
        ("worm hole", "Wormhole"),
    ],
)
async def test_what_the_command_lists_can_be_placed_by_these_words(table: Table, word: str, kind: str) -> None:
    await table.start()
    said = await amended(table, "special place", hex=await _home(table), kind=word)
    assert f": {kind}." in said


async def test_a_word_for_no_special_is_refused_with_all_there_are(table: Table) -> None:
    await table.start()
    home = await _home(table)
    await amended(table, "special place", hex=home, kind="trap", what="Nova bomb")
    offered = await table.gm.autocomplete(CHANNEL, "special place", "what", "nova", kind="trap")
    assert [c.value for c in offered] == ["Nova bomb"]
    for word in ("alien", "gnome", "!"):
        said = (await table.gm.slash(CHANNEL, "special place", hex=home, kind=word)).text()
        assert f"There is no special '{word}'" in said
        assert all(kind in said for kind in kinds(Settings())), said


async def test_a_placed_special_is_taken_back_without_an_undo(table: Table) -> None:
    await table.start(review=False)
    await table.advance()
    home = await _home(table)
    said = await amended(table, "special place", hex=home, kind="Wormhole", hidden=True)
    assert f"To take it back, /special remove hex:{home} sure:True takes it away again." in said
    assert "/gm undo" not in said
    said = await amended(table, "special hide", hex=home, hidden=False)
    assert f"/special hide hex:{home} hidden:True hides it again" in said
    said = await amended(table, "special remove", hex=home, sure=True)
    assert f"/special place hex:{home} puts one there again" in said
    said = await amended(table, "gm amend treasury", side="humans", cps=9)
    assert "To take it back, /gm undo goes back to turn 1 without it." in said


async def test_worm_holes_are_entered_by_command(table: Table) -> None:
    await table.start()
    home = await _home(table)
    view = await table.view()
    far = next(h for h in sorted(view.systems) if h != home)
    await amended(table, "special place", hex=home, kind="Wormhole")
    await amended(table, "special hole", hex=home, how="closed", to=far)
    await amended(table, "gm amend knowledge", side="humans", hex=home)
    fleet = next(f for f in (await table.view("humans")).fleets.values() if f.hex == home)
    preview = await table.ask("ada", "encounter enter", fleet=fleet.name)
    assert "goes into the worm hole" in preview.text(), preview.text()
    assert "✔ Order given" in (await table.human("ada").click(preview, GIVE_BUTTON)).text()
    await table.advance()
    assert any(f.hex == far for f in (await table.view("humans")).fleets.values())


@pytest.mark.rule("CW-A-31", "CW-3.1-46", "CW-B-15")
async def test_a_race_that_learns_intruder_defense_has_its_crews_stand_up_better_to_boarders(table: Table) -> None:
    await table.start()
    await amended(table, "special play")
    idea = {"name": "Locked Doors", "goal": "crews that hold their ship"}
    await give(table, "ada", Given("research propose", 'propose "Locked Doors"', idea))
    await table.advance()
    asked = await table.gm.slash(CHANNEL, "gm questions")
    (button,) = (b.label for b in asked.buttons if b.label.startswith("Project"))
    form = await table.gm.click(asked, button)
    terms = {"successes": "1", "effect": "Gas in the passages.", "gives": "Ground Forces: Intruder Defense Systems"}
    assert "takes 1 success" in (await table.gm.submit(form, terms)).text()
    start = {"name": "Locked Doors", "at": "Terra", "cps": 25, "steps": 1}
    await give(table, "ada", Given("research start", 'research "Locked Doors"', start))
    await amended(table, "special place", hex=await _home(table), kind="Monster", what="Energy Eaters", number=2)
    await table.advance()
    before = await _boarded(table)
    assert "Intruder" not in before
    project = next(p for p in (await table.view()).projects.values() if p.name == "Locked Doors")
    if not project.finished_turn:
        await amended(table, "gm amend success", side="humans", project=project.id)
    if "Energy Eaters" in (await table.gm.slash(CHANNEL, "special list")).text():
        await amended(table, "special remove", hex=await _home(table), sure=True)
    await amended(table, "special place", hex=await _home(table), kind="Monster", what="Energy Eaters", number=2)
    await table.advance()
    after = await _boarded(table)
    assert "points aboard (Ground Forces: Intruder Defense Systems: +" in after
    assert "Intruder" not in await _report(table, "dom")


async def _boarded(table: Table) -> str:
    """What Why says of the latest report's line on boarders."""
    told = (await table.ask("ada", "turn report")).text() + await _report(table, "ada")
    lines = [line for line in told.splitlines() if "was boarded" in line and "[" in line]
    assert lines, told
    number = int(lines[-1].partition("[")[2].partition("]")[0])
    return (await table.ask("ada", "turn why", line=number)).text()
