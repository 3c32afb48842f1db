"""The campaign, turn by turn: what each turn shows, and how it ends."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from demo import absences, battle, encounters, founding, master, players, rivals, war, yards
from demo.cast import Cast
from demo.checks import commands_of, own_names
from demo.dogfight import flight
from demo.mistakes import double_click, expect_refusal, make_mistakes, stale
from demo.stage import CHANNEL_NAME, Actor
from playtest.player import GIVE_BUTTON, full_text

HOUR_SECONDS = 3600
GRACE_MINUTES = 30
Chapter = Callable[[Cast], Awaitable[None]]


async def begin(cast: Cast) -> None:
    """A newcomer's server: the campaign is made, seats are taken, the first turn opens."""
    gm, findings = cast.gm, cast.findings
    await cast.visitor.use("campaign info", where=CHANNEL_NAME)
    await gm.use("campaign list")
    when = "weekly Sunday 20:00 Europe/Berlin"
    bill = cast.bill
    made = await gm.use(
        "campaign create", name=bill.name, scenario=bill.scenario, schedule=when, review=True, early=False
    )
    findings.check(bill.name in made.text(), f"create: {made.text()[:200]}")
    await expect_refusal(cast, cast.actor("humans"), "", "orders show")
    for side, empire in cast.empires.items():
        await empire.actor.does("campaign join", "leads", side=side)
    await rivals.seat(cast)
    await expect_refusal(cast, cast.actor("oolab"), "", "campaign begin")
    await gm.does("campaign begin", "turn 1 is open")
    await cast.stage.look()
    cast.began_with = await rivals.count(cast)
    cast.find_rooms()
    cast.published[0] += 1
    await asyncio.gather(*(empire.look_round() for empire in cast.empires.values()))


async def turn_1(cast: Cast) -> None:
    """Mistakes that change nothing, every kind of order, and a draft that is read, amended and published."""
    await make_mistakes(cast)
    await players.look_at_everything(cast.actor("humans"))
    await players.detach_and_name(cast)
    await cast.play(1, ["vermin"])
    await players.order_form(cast)
    await players.words_for_the_master(cast)
    await players.a_careful_sheet(cast)
    await players.fill_workbook(cast)
    await cast.play(1, cast.but("vermin"))
    await double_click(cast, cast.actor("oolab"), "orders ask", text="Do two clicks count twice?")
    ada = cast.actor("humans")
    kept = await ada.use("orders ask", text="Is this too late?")
    await master.resolve_by_hand(cast, 1)
    await master.wrong_hands(cast, 1)
    await master.read_everything(cast)
    await master.change_the_draft(cast)
    await yards.prepare(cast)
    await encounters.prepare_storm(cast)
    await war.prepare_raid(cast)
    await rivals.introduce(cast)
    count = await master.answer_questions(cast, most=cast.bill.questions)
    cast.findings.check(count >= 3, f"turn 1 should leave three questions or more, not {count}")
    await master.publish(cast, 1)
    await stale(cast, ada, lambda: ada.press(kept, GIVE_BUTTON))


async def turn_2(cast: Cast) -> None:
    """A deadline with its reminders: the newest alone stays with those who gave no orders, no ping for who is away."""
    vik, dom = cast.actor("vermin"), cast.actor("dominators")
    await players.gift_wagons(cast, 2)
    await players.pay_the_rest(cast)
    await yards.second_turn(cast)
    await cast.play(2, cast.but("vermin", "dominators"))
    await dom.use("campaign away", away=True)
    due = await master.deadline(cast)
    await cast.stage.reach(due - 24 * HOUR_SECONDS + 60)
    first = _reminders(vik, 2)
    await cast.stage.reach(due - 3 * HOUR_SECONDS + 60)
    second = _reminders(vik, 2)
    cast.findings.check(
        len(first) == len(second) == 1 and first != second, f"a reminder is a new message: {first} {second}"
    )
    cast.findings.check(not _reminders(cast.actor("humans"), 2), "the Humans were reminded of complete orders")
    cast.findings.check(len(_reminders(dom, 2)) == 1, "who is away should be reminded too")
    await cast.play(2, ["vermin"])
    await cast.stage.reach(due + 1)
    await dom.use("campaign away", away=False)
    await master.publish_by_command(cast, 2)


async def turn_3(cast: Cast) -> None:
    """From now on results are published at once, and as soon as all are ready."""
    await cast.gm.does("campaign options", "published at once", review=False, early=True, grace=GRACE_MINUTES)
    await asyncio.gather(*(players.read_the_report(actor, 2) for actor in cast.actors))
    await players.gift_wagons(cast, 3)
    await players.pick_up(cast)
    await yards.third_turn(cast)
    await encounters.awaken_psychics(cast)
    await encounters.place_encounters(cast)
    await war.raid(cast)
    await cast.actor("oolab").does("orders copy", "receipt")
    await absences.go_away(cast)
    await cast.play(3)
    await _all_ready(cast, 3)


async def turn_4(cast: Cast) -> None:
    """A pause, an extension, and a deadline with grace for those who are late."""
    await cast.gm.does("campaign pause", "is paused", reason="Half the table has the flu")
    await expect_refusal(cast, cast.gm, "paused", "campaign pause")
    await cast.play(4, cast.but("vermin"))
    await cast.gm.does("campaign resume", "goes on")
    await yards.fourth_turn(cast)
    await encounters.read_the_stone(cast)
    await encounters.answer_encounter(cast)
    before = await master.deadline(cast)
    await cast.gm.does("campaign extend", "deadline is now", hours=12, reason="Welcome back")
    due = await master.deadline(cast)
    cast.findings.check(due == before + 12 * HOUR_SECONDS, f"the deadline moved from {before} to {due}")
    await expect_refusal(cast, cast.gm, "72 hours", "campaign extend", hours=100, reason="More")
    await cast.gm.does("campaign repair", "in order")
    await absences.more_time(cast)
    due = await master.deadline(cast)
    await cast.stage.reach(due + 60)
    told = [m for m in cast.visitor.hears(CHANNEL_NAME) if "has passed" in m.text()]
    cast.findings.check(len(told) == 1, f"the grace was told {len(told)} times")
    await cast.turn_is(4)
    late = cast.actor("vermin")
    late.human.say(late.place, "Late, and sorry!")  # a thread in which a week passed without a word has archived itself
    await cast.play(4, ["vermin"])
    await cast.stage.reach(due + GRACE_MINUTES * 60 + 1)
    cast.published[4] += 1


async def turn_5(cast: Cast) -> None:
    """A published turn is undone; everybody's orders stand again, and it is played once more."""
    await cast.play(5)
    sheets = await cast.sheets()
    await _all_ready(cast, 5)
    await master.undo_last(cast, 6)
    again = await cast.sheets()
    cast.findings.check(
        [_orders(s) for s in sheets] == [_orders(s) for s in again], "the undo changed somebody's orders"
    )
    await _all_ready(cast, 5)


async def turn_6(cast: Cast) -> None:
    """Two hostile fleets meet; the game master settles the encounter, and the turn ends early."""
    await master.stage_a_meeting(cast)
    await war.judge_raid(cast)
    await encounters.bend_minds(cast)
    await yards.sixth_turn(cast)
    await cast.play(6)
    await _all_ready(cast, 6)
    text = full_text(await cast.gm.use("gm questions", settled=True))
    cast.findings.check("turn 6, encounter" in text, f"the meeting is no question for the game master: {text[-300:]}")
    await cast.gm.does("decree accept", "Settled as suggested", kind="encounter", reason="Nobody fires")
    await master.answer_questions(cast, most=cast.bill.questions)


async def turn_7(cast: Cast) -> None:
    """A player leaves and comes back; a second game master helps for an evening."""
    await encounters.begin_spying(cast)
    await cast.play(7)
    await rivals.reckon_ahead(cast)
    await rivals.arrives(cast)
    await war.triumph(cast)
    await players.join_swarms(cast)
    await players.come_and_go(cast)
    await master.second_master(cast)
    await _all_ready(cast, 7)


async def turn_8(cast: Cast) -> None:
    """A seat is held open: the game master gives its orders."""
    await cast.gm.does("gm seat hold", "is open", side="oolab")
    await absences.bot_leads(cast, "oolab")
    await cast.gm.does("gm seat order", "Order given", side="oolab", line='ask "Who leads us now?"')
    await cast.gm.does("gm seat ready", "ready", side="oolab", ready=True)
    await expect_refusal(cast, cast.gm, "", "gm seat order", side="humans", line='ask "May I?"')
    others = cast.but("oolab")
    await encounters.second_spying(cast)
    await cast.play(8, others)
    exported = await cast.actor("humans").use("campaign export")
    cast.own_capsule = exported.attachments[0].read()
    await _all_ready(cast, 8, others)


async def turn_9(cast: Cast) -> None:
    """Somebody new takes the seat and finds everything there. Three battles in one month: it waits for the one that the game
    master tells."""
    await _seat(cast, cast.visitor)
    await war.prepare_clashes(cast)
    await encounters.third_spying(cast)
    await cast.play(9)
    await cast.turn_is(9)
    await cast.all_ready()
    await cast.stage.look()
    await war.settle_clashes(cast)
    cast.published[9] += 1
    await cast.turn_is(10)


async def turn_10(cast: Cast) -> None:
    """The old player comes back; the game master grants a discovery."""
    await _seat(cast, cast.players["oolab"])
    await war.read_clashes(cast)
    await absences.look_back(cast)
    await absences.play_otherwise(cast)
    await master.grant_a_success(cast)
    await encounters.last_spying(cast)
    await encounters.listen_and_send(cast)
    await rivals.departs(cast)
    await cast.play(10)
    await _all_ready(cast, 10)


async def turn_11(cast: Cast) -> None:
    """Another rhythm, a ship from the drawing board, and a turn resolved by hand."""
    await cast.gm.does("campaign schedule", "every 2 days", when="every 48h")
    await encounters.recall_ambassadors(cast)
    await cast.play(11)
    await founding.draw_a_unit(cast)
    await master.resolve_by_hand(cast, 11)
    cast.published[11] += 1


async def plain_turn(cast: Cast, turn: int) -> None:
    """Everybody plays and is ready."""
    await cast.play(turn)
    await _all_ready(cast, turn)


async def end_it(cast: Cast) -> None:
    """The campaign goes to another game master and back, then ends; each is asked for twice."""
    visitor = cast.visitor
    given = await cast.gm.does("campaign handover", "sees everything", member=visitor.human.mention)
    cast.findings.expect(await cast.gm.press(given, "Yes, hand it over"), "is the game master now", "a hand-over")
    back = await visitor.does("campaign handover", "sees everything", where=CHANNEL_NAME, member=cast.gm.human.mention)
    cast.findings.expect(await visitor.press(back, "Yes, hand it over"), "is the game master now", "a hand-over back")
    asked = await cast.gm.does("campaign finish", "cannot be taken up again", reason="What a year")
    cast.findings.expect(await cast.gm.press(asked, "Yes, end it"), "is finished", "the end of the campaign")
    await cast.stage.settle()


async def end(cast: Cast) -> bytes:
    """The campaign ends; its complete capsule. In its channel the next one is founded, by its players this time."""
    cast.names = await own_names(cast) | await rivals.look_back(cast)
    await master.answer_questions(cast, most=cast.bill.questions)
    await end_it(cast)
    await expect_refusal(cast, cast.actor("humans"), "is over", "orders ready")
    exported = await cast.gm.use("campaign export", complete=True)
    await cast.stage.settle()
    for actor in (*cast.actors, *cast.players.values()):
        actor.first_game = len(actor.diary)
    await founding.found_another(cast)
    await battle.evening(cast)
    if any(command.startswith("dogfight ") for command in commands_of(cast.gm)):
        await flight.ten_minutes(cast)
    return exported.attachments[0].read()


CHAPTERS: Mapping[int, Chapter] = {
    1: turn_1, 2: turn_2, 3: turn_3, 4: turn_4, 5: turn_5, 6: turn_6, 7: turn_7, 8: turn_8, 9: turn_9, 10: turn_10,
    11: turn_11,
}  # fmt: skip


async def play_turn(cast: Cast, turn: int) -> None:
    """One turn of the story; where it tells nothing special, a plain one."""
    chapter = CHAPTERS.get(turn)
    await (chapter(cast) if chapter is not None else plain_turn(cast, turn))
    await cast.turn_is(turn + 1)


async def _all_ready(cast: Cast, turn: int, sides: list[str] | None = None) -> None:
    """The last one who is ready ends the turn early."""
    await cast.turn_is(turn)
    await cast.all_ready(sides or ())
    await cast.stage.look()
    cast.published[turn] += 1
    await cast.turn_is(turn + 1)


async def _seat(cast: Cast, actor: Actor) -> None:
    """The Oolab's seat goes to somebody."""
    await cast.gm.does("gm seat replace", "leads", side="oolab", member=actor.human.mention)
    actor.side = "oolab"
    cast.empires["oolab"].actor = actor
    cast.find_rooms()


def _reminders(actor: Actor, turn: int) -> list[int]:
    """The messages in a player's room that remind of a turn's orders."""
    return [m.id for m in actor.hears(actor.place) if f"Orders for turn {turn} of" in m.content]


def _orders(sheet: str) -> list[str]:
    """The orders of a receipt, without its heading."""
    return [line for line in sheet.splitlines() if line[:1].isdigit()]
