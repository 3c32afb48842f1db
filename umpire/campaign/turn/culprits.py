"""What is in the way of a month that cannot be resolved: tried without orders, and without fleets, until little is left out.

Plain functions of bytes, which a worker process can be sent: nothing here knows a database.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from render.campaign.letters.ruling_texts import IN_THE_WAY
from rules.cluster_war.model.state.common import FleetId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleOutcome
from rules.cluster_war.play.notation import format_order, names_of
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.set_aside import SetAside
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Value
from storage.codec import decode_signed, decode_state, encode_signed, encode_state, pack, unpack
from umpire.campaign.turn.adjudication import resolve

SEARCH_SECONDS: Final = 240
"""No further try begins after so long; what is known by then is told."""


class Culprit(Value):
    """What a month can be resolved without: orders by id, each as its giver wrote it, and fleets by id with their names;
    `sides` says whose each is."""

    orders: Mapping[str, str]
    fleets: Mapping[FleetId, str]
    sides: Mapping[str, SideId]


def find_culprit(
    packed: bytes,
    orders: bytes,
    seed: bytes,
    dice_name: str,
    turn: int,
    salts: Mapping[SideId, str],
    outcomes: tuple[BattleOutcome, ...] = (),
    said: tuple[bytes, ...] = (),
    seconds: int = SEARCH_SECONDS,
) -> Culprit | None:
    """The smallest part of a month's orders without which it is resolved, or else of its fleets; None if neither is in the way,
    if the month is resolved with all of them (what failed is something else), or if no more time is left. It is worked out by
    halves, so two that are in the way together are told with what is between them.

    Arguments are those of `resolve`.
    """
    until = time.monotonic() + seconds
    state, signed = decode_state(unpack(packed)), decode_signed(orders)

    def passes(out: Sequence[str], aside: Sequence[FleetId]) -> bool:
        if time.monotonic() > until:
            return False
        left = encode_signed(tuple(one for one in signed if one.id not in out))
        try:
            start = pack(encode_state(amend(state, SetAside(tuple(aside)), IN_THE_WAY).state)) if aside else packed
            resolve(start, left, seed, dice_name, turn, salts, outcomes, said)
        except Exception:  # noqa: BLE001 # whatever it is, the month cannot be resolved so
            return False
        return True

    if passes((), ()):
        return None
    ids, fleets = [one.id for one in signed], sorted(state.fleets)
    if ids and passes(ids, ()):
        out = _narrowed(ids, lambda part: passes(part, ()))
        return _culprit(state, orders, out, ())
    if fleets and passes((), fleets):
        return _culprit(state, orders, (), _narrowed(fleets, lambda part: passes((), part)))
    if ids and fleets and passes(ids, fleets):
        aside = _narrowed(fleets, lambda part: passes(ids, part))
        return _culprit(state, orders, _narrowed(ids, lambda part: passes(part, aside)), aside)
    return None


def _narrowed(whole: Sequence[str], enough: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """A part of what is enough that is enough by itself, halved for as long as one half is."""
    found = list(whole)
    while len(found) > 1:
        half = len(found) // 2
        part = next((part for part in (found[:half], found[half:]) if enough(part)), None)
        if part is None:
            break
        found = part
    return tuple(found)


def _culprit(state: GameState, orders: bytes, out: Sequence[str], aside: Sequence[FleetId]) -> Culprit:
    given = {one.id: one for one in decode_signed(orders) if one.id in out}
    names = {side: names_of(view_for(state, side)) for side in sorted({one.side for one in given.values()})}
    lines = {key: format_order(one.order, names[one.side]) for key, one in given.items()}
    sides = {key: one.side for key, one in given.items()} | {key: state.fleets[key].side for key in aside}
    return Culprit(lines, {key: state.fleets[key].name for key in aside}, sides)
