"""Hidden things that are neither an order nor an act of the game master's: what players do on their own side of the table."""

from collections.abc import Callable
from typing import Final

from harness.attack.companies import BROOD, DOMINION, OWN, UNKNOWN
from harness.attack.fact import Fact, Played, Use, Words, WrittenOrder
from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import RenewSalts
from rules.cluster_war.turn.gm.set_aside import SetAside
from rules.dice import format_salt
from rules.values import changed as replace
from storage import snapshots, turns
from storage.codec import decode_state, encode_state, pack, unpack
from storage.snapshots import SnapshotKey
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.designs.drawings import hand_in
from umpire.campaign.governed.ai_turns import GOVERNOR_ACTOR
from umpire.games.games import require_unfinished

WISP: Final = "Bridge\nCrew quarters\nDrive 5G\n2 LRS"
SECRET_DICE: Final = (
    Use("weather dangers", {"kinds": "none"}),  # what storms in view do goes by one word of all sides together
    WrittenOrder('fund "Long Road" 120'),
    WrittenOrder('research "Secret Weapon" at "Terra" steps 2 with 120'),
    WrittenOrder('build 1 "Sabre destroyer" at "Terra" using 20 crash cost'),
)
"""Orders whose dice only their giver sees, in a month without storms."""


async def _drawn(table: Table, words: Words) -> None:
    """A drawing is made, sent, judged and approved."""
    hull = next(d.hull for d in (await table.view()).sides["humans"].designs.values() if d.kind == "ship")
    form = await table.ada.slash(CHANNEL, "design unit")
    values = {"id": "WI", "name": "Secret Wisp", "kind": f"ship {hull}", "lines": WISP}
    panel = await table.ada.submit(form, values)
    sent = await table.ada.click(panel, "Send to the game master")
    assert "with the game master" in sent.text(), sent.text()
    await _approved(table, "WI", "Secret Wisp")


async def _approved(table: Table, short: str, name: str) -> None:
    shown = await table.gm.select(await table.gm.slash(CHANNEL, "gm designs"), "Look at a design", f"humans:{short}")
    done = await table.gm.submit(await table.gm.click(shown, "Approve"), {})
    assert f"New design: {name}" in done.text(), done.text()


async def _drawn_by_the_bot(table: Table, words: Words) -> None:
    """A drawing is handed in as a governor's is when its orders are saved, and approved."""
    hull = next(d.hull for d in (await table.view()).sides["humans"].designs.values() if d.kind == "ship")
    text = UnitText("WAZZ", "Secret Corsair 9", "ship", hull, WISP)
    async with table.services.storage.transaction() as tx:
        row = await require_unfinished(tx, table.game_id)
        assert await hand_in(tx, table.services, row, "humans", text, GOVERNOR_ACTOR)
    await table.settle()
    await _approved(table, "WAZZ", "Secret Corsair 9")


async def _sheet_by_form(table: Table, words: Words) -> None:
    """Orders are given, changed, taken back and restored; what is left is one question."""
    for text in ('ask "One?"', 'ask "Two?"'):
        preview = await table.ada.slash(CHANNEL, "orders write", line=text)
        await table.ada.click(preview, GIVE_BUTTON)
    changed = await table.ada.slash(CHANNEL, "orders change", number="2", line='ask "Three?"')
    await table.ada.click(changed, GIVE_BUTTON)
    await table.ada.slash(CHANNEL, "orders withdraw", number="1")
    await table.ada.slash(CHANNEL, "orders withdraw", number="all")
    await table.ada.slash(CHANNEL, "orders restore")


def changing(change: Callable[[GameState], GameState]) -> Played:
    """As `rewritten`, by what needs no names of places."""
    return rewritten(lambda state, _: change(state))


def rewritten(change: Callable[[GameState, Words], GameState]) -> Played:
    """The truth is another one, without anybody's doing: the month's start is put in the database as changed."""

    async def done(table: Table, words: Words) -> None:
        game = await table.game()
        async with table.services.storage.transaction() as tx:
            revision = (await turns.of_game(tx, game.id))[-1].revision
            key = await snapshots.require(tx, game.id, revision, "start")
            state = decode_state(unpack(await snapshots.load_packed(tx, key)))
            after = SnapshotKey(key.game, key.revision, key.phase, key.seq + 1)
            await snapshots.add_packed(tx, after, pack(encode_state(change(state, words))))

    return Played(done)


def other_salt(state: GameState) -> GameState:
    """All secret dice of the Humans fall otherwise."""
    return replace(
        state, sides={**state.sides, "humans": replace(state.sides["humans"], salt=format_salt(0, "f" * 16))}
    )


def a_fleet_aside(state: GameState) -> GameState:
    """The Humans' fleet that nobody else sees is out of the month."""
    hidden = next(key for key, found in state.fleets.items() if found.name == "Outguard")
    return amend(state, SetAside((hidden,)), "A fault").state


def other_worlds(state: GameState) -> GameState:
    """A system that nobody knows has other worlds."""
    seen = {hex_ for known in state.knowledge.values() for hex_ in known.systems}
    systems = state.cluster.systems
    hex_ = max(hex_ for hex_, system in systems.items() if hex_ not in seen and system.bodies)
    bodies = tuple(replace(body, max_cp=7, resources=("Secret Spice",)) for body in systems[hex_].bodies)
    changed = {**systems, hex_: replace(systems[hex_], bodies=bodies)}
    return replace(state, cluster=replace(state.cluster, systems=changed))


ARRIVED: Final = Use("gm amend create", {"side": "dominators", "design": "WA", "hex": "{home}", "fleet": "Callers"})
"""The Dominators have a ship where the Vermin's scout and the Humans' fleets are: there is a meeting to be told of."""


def _lays_down(line: str, who: str = "ada") -> Use:
    return Use("orders standing", {"line": line}, who=who, presses=("Lay it down",))


WATCHING: Final = (
    _lays_down("when enemy seen within 40 of {burrow_hex} then keep 40 CPs in reserve", "vik"),
    _lays_down("when outnumbered at {deeper} then retreat", "vik"),
    _lays_down("keep 30 CPs in reserve", "vik"),
)
"""The Vermin's standing orders look at all that they see around them."""
FORKED: Final = Use("gm whatif", presses=("Turn 2, published", "Amend before"))
ROBBED: Final = Use("gm amend treasury", {"side": "dominators", "cps": 4242})
COMPARED: Final = Use("gm whatif", presses=("What would be different",))
ADOPTED: Final = Use("gm whatif", presses=("What would be different", "Adopt"))


OTHER_FACTS: Final[tuple[Fact, ...]] = (
    Fact("a design drawn and approved", "design", (Played(_drawn),)),
    Fact("a design that a governor drew, approved", "design", (Played(_drawn_by_the_bot),)),
    Fact("a sheet written, changed, withdrawn and restored", "orders", (Played(_sheet_by_form),), company=OWN, proof=("Three?",)),
    Fact("all secret dice of a side", RenewSalts, (*SECRET_DICE, changing(other_salt)), instead=SECRET_DICE),
    Fact("a fleet set aside", SetAside, (changing(a_fleet_aside),)),
    Fact("the worlds of a system that nobody knows", "worlds", (changing(other_worlds),), keeper="", alone=True),
    Fact("standing orders laid down", "orders standing", (
        _lays_down('every turn: engage "Outpost" evade, withdraw at 30'),
        _lays_down("when CPs over 1 then keep 77 CPs in reserve"),
    ), alone=True),
    Fact("a chain for a colony, given by its command", "colony send", (
        Use("colony send", {"world": "{world}", "fleet": "First Caravan", "surveyor": "Meridian Survey"}, who="ada",
            presses=("Give this order",)),
    ), seen={"vermin": "CW-12.0-06: their Watcher lies at Terra and sees which fleets set out"}, alone=True),
    Fact("a chain for a conquest, given by its command", "invade take", (
        Use("invade take", {"world": "{nest_colony}", "fleet": "Home Fleet"}, who="ada", presses=("Give this order",)),
    ), alone=True),
    Fact("a move beyond the sight of who has standing orders", "orders standing", (
        *WATCHING, WrittenOrder('move "Outpost" to {deeper}'),
    ), instead=WATCHING, alone=True),
    Fact("the worlds of a system, beyond the sight of who has standing orders", "worlds", (
        *WATCHING, changing(other_worlds),
    ), instead=WATCHING, keeper="", alone=True),
    Fact("a secret roll", "roll", (Use("roll", {"dice": "3d6", "secret": True}, who="ada"),)),
    Fact("a secret roll of the game master's", "roll", (Use("roll", {"dice": "1d100", "secret": True}),), keeper="",
         company=UNKNOWN, proof=("1d100 (",)),
    Fact("a what-if in being", "gm whatif", (FORKED, ROBBED, COMPARED), keeper="", alone=True),
    Fact("what a what-if changed for another, adopted", "gm whatif", (FORKED, ROBBED, ADOPTED),
         instead=(FORKED, ADOPTED), keeper="dominators", alone=True),
    Fact("readied and taken back", "orders ready", (
        Use("orders ready", who="ada"),
        Use("orders ready", {"ready": False}, who="ada"),
    )),
    Fact("peace of two others in one hex with a third", "meeting", (
        ARRIVED,
        Use("gm amend peace", {"one": "dominators", "other": "vermin"}),
    ), keeper="", alone=True, instead=(ARRIVED,), seen={
        "vermin": "CW-18.0-24: it is their own peace", "dominators": "CW-18.0-24: it is their own peace",
    }),
    Fact("what a neighbour's scout has surveyed", "survey", (
        Use("gm amend knowledge", {"side": "vermin", "hex": "{deep}"}),
    ), when="draft", keeper="vermin", proof=("surveyed (turn 4)",), company=BROOD),
    Fact("what a neighbour's colony is worth", "size", (
        Use("gm amend colony", {"colony": "{nest_colony}", "size": 70}),
    ), keeper="vermin", proof=("is now size 70",), company=BROOD),
    Fact("a message to another government", "treaty message", (
        Use("treaty message", {"side": "dominators", "text": "A secret pact?"}, who="ada"),
    ), seen={"dominators": "CW-18.0-24: it is written to them"}, company=DOMINION, told=("A secret pact?",)),
    Fact("two others' peace, trade and rights", "treaty", (
        Use("gm amend peace", {"one": "dominators", "other": "humans"}),
        WrittenOrder('grant "Human Union" rearm', who="dom"),
        WrittenOrder('accept "The Dominion"'),
    ), seen={"dominators": "CW-11.0-01: the other party of a treaty is told of it"}, alone=True),
)  # fmt: skip
