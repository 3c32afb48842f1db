"""Dogfights for two: invited, joined, flown by turns; each sees with their own eyes, and nobody more."""

from playtest.player import OUR_FAULT, refusal
from rules.air_force.view import view_for
from rules.values import EVERYONE
from sandbox.reply import Reply, SeenMessage
from storage.codec import unpack
from tests.e2e.battle.battle_kit import begun
from tests.e2e.dogfight.dogfight_kit import Cockpit
from tests.e2e.kit import CHANNEL, Table
from tests.e2e.test_mangled_buttons import press
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.games import games
from umpire.tactical.player_actions import tactical_status

MOST_ROUNDS = 400


async def challenged(table: Table, **options: object) -> Cockpit:
    """Ada has challenged Vik; the invitation stands in a thread."""
    before = {thread.id for thread in table.ada.threads(CHANNEL)}
    made = await table.ada.slash(CHANNEL, "dogfight new", versus=table.vik.id, **options)
    assert "waits in" in made.text()
    (thread,) = [one for one in table.ada.threads(CHANNEL) if one.id not in before]
    game = await games.game_in(table.services, table.sandbox.world.guild().id, thread.id)
    table.game_id = game.id
    await table.settle()
    return Cockpit(table, "ada", thread, game.id, table.ada.last(thread).id)


async def accepted(table: Table, **options: object) -> tuple[Cockpit, SeenMessage]:
    """Vik has taken the other side; the message with "My view"."""
    duel = await challenged(table, **options)
    begun = await duel.press("Take the other side", who="vik")
    assert "begins" in begun.text()
    await table.settle()
    return duel, begun


async def test_an_invitation_is_taken_once_by_another_person(table: Table) -> None:
    duel = await challenged(table)
    assert "You play in it already" in refusal(await duel.press("Take the other side"))
    invitation = duel.panel()
    assert table.vik.mention in invitation.text()
    assert "Somebody else was challenged" in refusal(await duel.press("Take the other side", invitation, who="dom"))
    begun = await duel.press("Take the other side", who="vik")
    assert "are taken" in refusal(await duel.press("Take the other side", invitation, who="dom"))
    assert "You play no side" in refusal(await duel.press("My view", begun, who="dom"))


async def test_nobody_challenges_himself_or_in_private(table: Table) -> None:
    alone = await table.ada.slash(CHANNEL, "dogfight new", versus=table.ada.id)
    assert "another person" in refusal(alone)
    private = await table.ada.slash(table.ada.open_dm(), "dogfight new", versus=table.vik.id)
    assert "in a server" in refusal(private)


async def test_a_challenge_says_that_it_waits_for_its_second_pilot(table: Table) -> None:
    duel = await challenged(table)
    for command in ("show", "map", "log", "card"):
        assert "waits for its second pilot" in refusal(await duel.use(f"dogfight {command}"))


async def test_a_challenge_that_nobody_takes_can_be_called_off(table: Table) -> None:
    duel = await challenged(table)
    asked = await duel.use("dogfight leave")
    assert "called off" in asked.text()
    await duel.player().press(asked, "Yes, leave")
    assert await duel.over()


async def test_a_duel_is_flown_to_its_end_by_whole_turns(table: Table) -> None:
    duel, begun = await accepted(table)
    views: dict[str, Reply] = {}
    for who in ("ada", "vik"):
        views[who] = await duel.press("My view", begun, who=who)
        assert views[who].ephemeral
    acted = dict.fromkeys(views, 0)
    for _ in range(MOST_ROUNDS):
        if await duel.over():
            break
        for who in ("ada", "vik"):
            shown = await duel.press("Refresh", views[who], who=who) if not await duel.over() else views[who]
            if any(one.label.startswith("★") for one in shown.buttons):
                views[who] = await duel.press("★", shown, who=who)
                acted[who] += 1
            else:
                views[who] = shown
                assert await duel.over() or "Your wishes are in" in shown.text()
    assert await duel.over()
    assert all(acted.values())
    labels = [one.label for one in (await duel.use("dogfight show")).buttons]
    assert "Replay" in labels
    assert "Rematch" not in labels
    await table.settle()
    told = [one.text() for one in table.dom.messages(duel.place) if "is over after turn" in one.text()]
    assert len(told) == 1
    assert OUR_FAULT not in told[0]
    assert "<@" in told[0]
    assert not [one for one in table.dom.messages(duel.place) if "it is your turn" in one.text()]


async def test_by_night_neither_pilot_nor_onlooker_is_shown_who_is_out_of_sight(table: Table) -> None:
    duel, begun = await accepted(table, light="night")
    standing = await tactical_status(table.services, duel.game_id, "blue")
    fight = DOGFIGHT_CODEC.read(unpack(standing.result.packed))
    assert "P2" not in view_for(fight, "blue").known.jets
    for who, hidden in (("ada", "Red One"), ("vik", "Blue One")):
        shown = await duel.press("My view", begun, who=who)
        assert "No enemy is in sight." in shown.text()
        assert hidden not in f"{shown.text()}{[one.options for one in shown.selects]}"
    assert view_for(fight, EVERYONE).known.jets == {}
    for command in ("map", "show", "log"):
        seen = (await duel.use(f"dogfight {command}", "dom")).text()
        assert "Blue One" not in seen
        assert "Red One" not in seen


async def test_giving_up_ends_the_fight_at_once_though_the_other_pilot_has_not_decided(table: Table) -> None:
    duel, begun = await accepted(table)
    await duel.press("★", await duel.press("My view", begun))
    assert "over after turn 1" in await duel.leave()
    assert await duel.over()


async def test_a_dogfights_buttons_do_nothing_to_another_game(table: Table) -> None:
    battle = await begun(table)
    for action in sorted(action for action in table.client.buttons if action.startswith("df-")):
        answer = await press(table, "visitor", f"adm|{action}|{battle.game_id}|1|-1/2/P1/0;easy", pick=False)
        assert OUR_FAULT not in answer, action
        if action != "df-first":
            assert "There is no dogfight here" in answer, action
    assert await battle.turn() == 1


async def test_the_campaigns_commands_know_a_dogfight_when_they_see_one(table: Table) -> None:
    duel = await challenged(table)
    assert "is a dogfight, not a campaign" in (await duel.use("orders show")).text()
    assert "There is no battle" in (await duel.use("battle status")).text()
