"""The duel as a worker plays it: bytes and back, a turn with what was sent; and its words in letters."""

from typing import Final

from render.words.letters import Words
from sea_duel.duel import SCHEMA, Duel, Ended, Event, Fired, Order, Plot, Sailed, Strike, run_turn
from storage.tactical_orders import TacticalCodec
from umpire.outbox.outbox import LetterButton
from umpire.tactical_kinds.kind import TacticalKind
from umpire.tactical_kinds.whole_turns import WholeTurns

CODEC: Final = TacticalCodec[Duel, Order, Event]("duel", Duel, SCHEMA, (Plot, Strike), (Sailed, Fired, Ended))
TURNS: Final = WholeTurns(CODEC, run_turn, "plot your turn (SEA-01)")
KIND: Final = TacticalKind(
    name="sea_duel",
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
    concession=Strike,
    files=("map", "report", "text-map"),
    progress=TURNS.progress,
    opening_stop=TURNS.opening_stop,
    pass_order=lambda _: CODEC.orders.encode(Plot(by_captain=True)),
    how_to_begin="**Plot** opens your bridge.",
    below_posts=(LetterButton("Plot", "sea-mine", style="success"),),
    below_questions=(LetterButton("Plot", "sea-mine", style="success"), LetterButton("Pings", "notify")),
    dice_command="/seaduel verify",
)
