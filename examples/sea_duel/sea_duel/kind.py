"""The duel as a worker plays it: bytes and back, a turn with what was sent; and its words in letters."""

from typing import Final

from rules.dice import Dice
from sea_duel.duel import SCHEMA, Duel, Ended, Event, Fired, Order, Plot, Sailed, Strike, run_turn
from storage.codec import pack, unpack
from storage.tactical_orders import TacticalCodec, decode_sent
from umpire.outbox.outbox import LetterButton
from umpire.tactical_kinds.kind import OpenQuestion, Progress, TacticalKind, Words

NAME: Final = "sea_duel"
CODEC: Final = TacticalCodec[Duel, Order, Event]("duel", Duel, SCHEMA, (Plot, Strike), (Sailed, Fired, Ended))


def _progress(packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
    duel = CODEC.read(unpack(packed))
    if duel.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=duel.winner)
    orders = [(one.side, CODEC.orders.decode(one.order)) for one in decode_sent(sent)]
    plots = {side: order for side, order in orders if isinstance(order, Plot)}
    played = run_turn(duel, plots, {side for side, order in orders if isinstance(order, Strike)}, dice)
    if played.asked:
        return _asked(packed, duel, played.asked)
    after = pack(CODEC.write(played.duel))
    then = None if played.duel.winner is not None else _opening(after)
    events = tuple(CODEC.events.encode(event) for event in played.events)
    return Progress(after, events, (), "", done=True, winner=played.duel.winner, then=then, playing=duel.players)


def _opening(packed: bytes) -> Progress:
    duel = CODEC.read(unpack(packed))
    return _asked(packed, duel, duel.players)


def _asked(packed: bytes, duel: Duel, sides: tuple[str, ...]) -> Progress:
    asked = tuple(OpenQuestion(side, duel.ships[side].name, "to plot", "SEA-01") for side in sides)
    return Progress(packed, (), asked, f"plot-{duel.now.turn}", done=False, playing=duel.players)


KIND: Final = TacticalKind(
    name=NAME,
    schema=SCHEMA,
    noun="a sea duel",
    commands="its commands are under /seaduel",
    words=Words(
        short="duel",
        look="/seaduel look",
        replay="/seaduel log",
        join="/seaduel join takes one that is free",
        if_silent="your bot captain plots",
        in_a_late_side="its bot captain plots",
    ),
    codec=CODEC,
    closing=Plot,
    at_once=(Strike,),
    files=("map", "report", "text-map"),
    progress=_progress,
    opening_stop=_opening,
    pass_order=lambda _: CODEC.orders.encode(Plot(by_captain=True)),
    how_to_begin="**Plot** opens your bridge.",
    below_posts=(LetterButton("Plot", "sea-mine", style="success"),),
    below_questions=(LetterButton("Plot", "sea-mine", style="success"), LetterButton("Pings", "notify")),
    dice_command="/seaduel verify",
)
