"""The same battle plotted as programmes and decided segment by segment: same decisions, same dice, same end.

Both are played through the real client by two scripted captains. Segment by segment each captain works out, from what his
side sees alone, what his programme would do at that very step. Everything up to turn 1, every programme, every shot and
the first decisions of a turn are slash commands and forms; the rest of the segments' answers go straight to the umpire
that the commands call (`umpire.battle.plots`), since an evening of them has hundreds.
The duel is fought until one craft is left; the three against three meet at ten hexes and are decided on points by a limit of
one turn, so that the test takes less than a minute.
"""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median

import pytest

from cogs.battle.plot_panel import shorter
from playtest.entropy import KeyedEntropy
from rules.pentagon_war.captains.advance import decisions_of
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Event, Fired, Gone, Launched, NotDone, Stopped
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.orders import Continue, Decision, Fire
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import UnitId
from rules.values import Value, WrongPhaseError, changed, field
from storage import tactical_orders
from storage.codec import unpack
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.kit import Table, running_table
from umpire.battle import setup
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES, moment_of
from umpire.battle.plots import sight
from umpire.games.seat import Seat
from umpire.tactical import player_actions
from umpire.tactical.course import advance
from umpire.tactical.tactical_reader import played_so_far

BY_COMMAND = 12
"""So many of a turn's first decisions are given by /plot now, and every shot."""
MOST_STOPS = 1500


class Evening(Value):
    """A battle to play: who is where, when it ends at the latest, what is plotted for turn 1 (later ones go by stance)."""

    placed: tuple[tuple[str, str, str, str, str], ...]
    """Design, side, hex, facing, velocity along A."""
    last_turn: int
    plans: Mapping[UnitId, str]
    """Programmes by craft; "" is none: it flies by an aggressive stance."""
    sides: Mapping[str, str] = field(default_factory=lambda: {"ada": "X", "vik": "Y"})


class Played(Value):
    """How it ended, what happened, how often a captain said done in a turn, how many decisions were slash commands."""

    battle: Battle
    events: tuple[Event, ...]
    replies: tuple[int, ...]
    commands: int


DUEL = Evening(
    (("Kestrel Vee", "X", "1520", "A", "6"), ("Hot Rivet", "Y", "1508", "D", "-6")),
    0,
    {
        "X1": "1-3 accelerate\nfire all when range <= 9\nscreens always\nstop when range <= 8 say close\nstance aggressive",
        "Y1": "2 accelerate\nfire all when range <= 9\nscreens always\nstance aggressive",
    },
)
FLEET = ("quicksilver", "winter_volley", "kestrel_vee", "halyard", "spore_nest", "crucible")
BRAWL = (
    "1-2 accelerate\nfire all when range <= 8\nscreens to save armor\ndefend missiles drones craft\nstance aggressive"
)
THREES = Evening(
    (
        *((design, "X", f"{11 + 2 * at}19", "A", "6") for at, design in enumerate(FLEET[:3])),
        *((design, "Y", f"{11 + 2 * at}09", "D", "-6") for at, design in enumerate(reversed(FLEET[:3]))),
    ),
    1,
    {f"{side}{at}": BRAWL if at % 2 else "" for side in "XY" for at in range(1, 4)}
    | {"X1": f"{BRAWL}\nstop when missile inbound >= 1 say they come", "Y3": f"{BRAWL}\n5 turn E\nstop when hit >= 2"},
)


async def make_ready(table: Table, evening: Evening, pace: str) -> Fight:
    """The battle made by commands, its craft put on the map, both sides taken, turn 1 open."""
    fight = await new_fight(table, scenario="free", hours=0, points=0, pace=pace)
    await fight.use("ada", "battle options", switch="directional_screens", value="on")
    for design, side, at, facing, speed in evening.placed:
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at, facing=facing, a=speed)
        assert f"at {at} facing {facing}" in placed.text(), placed.text()
    host = Seat(fight.game_id, "", table.ada.id, is_gm=True)
    await setup.change_set_up(table.services, host, lambda made: changed(made, last_turn=evening.last_turn))
    for who, side in evening.sides.items():
        await fight.use(who, "battle join", side=side)
    await fight.begin("ada")
    return fight


async def by_programmes(fight: Fight, evening: Evening) -> int:
    """Turn 1 plotted in the form of /plot text, every stop answered by saying done; how many commands that took."""
    used = 0
    for who, side in evening.sides.items():
        for craft, text in evening.plans.items():
            if craft.startswith(side):
                stance = {"craft": craft, "stance": "aggressive"}
                told = await (fight.write(who, text, craft) if text else fight.use(who, "plot stance", **stance))
                assert "receipt `" in told.text()
                used += 1
    for _ in range(200):
        if await fight.over():
            return used
        for who, side in evening.sides.items():
            if (
                not await fight.over()
                and (await player_actions.tactical_status(fight.table.services, fight.game_id, side)).asked
            ):
                await fight.done(who)
                used += 1
    raise AssertionError("the battle did not end")


async def by_segments(fight: Fight, evening: Evening) -> int:
    """Every step decided by itself; how many decisions were slash commands."""
    plans = {craft: parse_programme(text, craft, 1) for craft, text in evening.plans.items() if text}
    used = 0
    for _ in range(MOST_STOPS):
        if await fight.over():
            return used
        turn = await fight.turn()
        for who, side in evening.sides.items():
            used += await answer(fight, who, side, plans)
        with suppress(WrongPhaseError):  # the clock, which /plot done wakes, may have been quicker
            await advance(fight.table.services, fight.game_id, "clock", turn)
    raise AssertionError("the battle did not end")


async def answer(fight: Fight, who: str, side: str, plans: Mapping[UnitId, Programme]) -> int:
    """What a captain says at one stop, if he is asked: what his programme, or else his stance, would do there."""
    services, game = fight.table.services, fight.game_id
    now = await sight(services, game, side)
    if not now.standing.asked:
        return 0
    seat, stop = Seat(game, side, fight.table.human(who).id), now.standing.result.stop
    memory = CaptainMemory(side, frozenset(craft.id for craft in now.view.known.craft.values() if craft.side == side))
    memory.learn(now.events)
    own = {craft: plan for craft, plan in plans.items() if craft in memory.own}
    stances: dict[UnitId, Stance] = {craft: own[craft].stance if craft in own else "aggressive" for craft in memory.own}
    known = changed(now.view.known, programmes=own, stances=stances, pace="programme")
    here = changed(now.view, known=known)
    said = decisions_of(here, memory, (), by_stance=False)
    early = sum(row.side == side for row in now.standing.case.rows) < BY_COMMAND
    typed = [one for one in said if early or isinstance(one, Fire)]
    for one in typed:
        line = order_lines(one)[0]
        assert f"`{shorter(line)}`" in (await fight.use(who, "plot now", line=line)).text()
    rest: list[Decision] = [one for one in said if one not in typed]
    if rest:
        await player_actions.send(services, seat, tuple(BATTLE_CODEC.orders.encode(one) for one in rest))
    if early:
        asked = await fight.use(who, "plot done")
        await fight.press(who, asked, "Yes, I am done")
    else:
        await player_actions.done(services, seat, BATTLE_CODEC.orders.encode(Continue(moment_of(stop))), stop)
    return len(typed)


def fresh(folder: Path, name: str) -> Path:
    """A new folder."""
    (folder / name).mkdir()
    return folder / name


async def play(folder: Path, evening: Evening, pace: str) -> Played:
    """The whole evening in one pace."""
    async with running_table(folder, chance=KeyedEntropy(lambda count: f"chance {count} ")) as table:
        fight = await make_ready(table, evening, pace)
        used = await (by_segments if pace == "steps" else by_programmes)(fight, evening)
        whole = await played_so_far(table.services, await player_actions.tactical_status(table.services, fight.game_id))
        replies: Counter[tuple[int, str]] = Counter()
        last = await fight.turn()
        async with table.services.storage.reading() as tx:
            for turn in range(1, last):
                rows = await tactical_orders.of_turn(tx, fight.game_id, turn)
                replies.update((turn, row.side) for row in rows if BATTLES.closes(row.order))
    battle = BATTLE_CODEC.read(unpack(whole.end))
    return Played(battle, tuple(map(BATTLE_CODEC.events.decode, whole.told)), tuple(replies.values()), used)


@pytest.mark.parametrize("evening", [DUEL, THREES], ids=["duel", "three-a-side"])
async def test_a_battle_ends_the_same_by_programmes_and_by_segments(tmp_path: Path, evening: Evening) -> None:
    plotted = await play(fresh(tmp_path, "programmes"), evening, "programme")
    stepped = await play(fresh(tmp_path, "steps"), evening, "steps")
    # Nobody is asked about what he cannot do, so stops and refusals differ; they change nothing.
    told, same = ([e for e in each.events if not isinstance(e, Stopped | NotDone)] for each in (plotted, stepped))
    assert told == same
    ends = [changed(each.battle, programmes={}, stances={}, pace="programme") for each in (plotted, stepped)]
    assert ends[0] == ends[1]
    assert ends[0].winner is not None
    seen = Counter(type(event) for event in told)
    assert seen[Fired] > 0
    assert seen[Gone] > 0
    assert len(evening.placed) == 2 or seen[Launched] > 0
    assert stepped.commands >= BY_COMMAND
    print(
        f"{len(evening.placed)} craft, {ends[0].now.turn} turns, {len(told)} events: replies a side and turn, "
        f"programmes median {median(plotted.replies)} (most {max(plotted.replies)}), "
        f"segments median {median(stepped.replies)}; {stepped.commands} decisions were commands"
    )
    assert median(plotted.replies) <= 2
    assert max(plotted.replies) >= 2  # a stop was made and answered
    assert min(stepped.replies) > max(plotted.replies)
