"""What a governor says to others: short sentences by character and occasion (CW-TAB-GOVERNOR-WORDS)."""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.diplomacy.deeds import BREACHES
from rules.cluster_war.chapters.diplomacy.peace_orders import BreakPeace, OfferPeace
from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.model.state.common import SideId, tables
from rules.cluster_war.model.state.dealings import Deed
from rules.cluster_war.play.governors.situation import AiMessage, GovernorMemory, ReasonedOrder, Situation
from rules.values import changed

GOVERNOR_WORDS_TABLE: Final = "CW-TAB-GOVERNOR-WORDS"
Occasion: TypeAlias = Literal[
    "first contact", "offer", "acceptance", "refusal", "war", "peace", "thanks", "threat", "terms", "defeat",
    "breach", "gift", "setback", "threatened",
]  # fmt: skip
TURNS_BETWEEN_WARNINGS: Final = 6
"""Turns before the same side is warned once more."""


def compose_messages(
    situation: Situation, before: GovernorMemory, orders: tuple[ReasonedOrder, ...]
) -> tuple[tuple[AiMessage, ...], GovernorMemory]:
    """What there is to say this turn, one sentence a side, and the memory with it; `before` is what was in mind last turn. Only
    who can be reached is spoken to, as a player's letter needs a link too (CW-18.0-26)."""
    said: dict[SideId, AiMessage] = {}
    for side, occasion in _occasions(situation, before, orders):
        if side not in said and _can_hear(situation, side):
            said[side] = AiMessage(side, occasion, sentence(situation, side, occasion))
    memory, turn = situation.memory, situation.view.turn
    of = {side: one.occasion for side, one in said.items()}
    greeted = tuple(sorted({*memory.greeted, *(s for s, o in of.items() if o == "first contact")}))
    thanked = tuple(sorted({*memory.thanked, *(s for s, o in of.items() if o == "thanks")}))
    warned = {**memory.warned, **{s: turn for s, o in of.items() if o == "threat"}}
    return tuple(said.values()), changed(memory, greeted=greeted, thanked=thanked, warned=warned)


def sentence(situation: Situation, side: SideId, occasion: Occasion) -> str:
    """A sentence for an occasion, one of the character's by chance; {them} and {us} are the empires' names."""
    cell = tables(situation.settings)[GOVERNOR_WORDS_TABLE].cell(occasion, situation.profile.character)
    ways = cell.split(" | ")
    way = ways[situation.random.below(f"words/{occasion}/{side}", len(ways))]
    return way.replace("{them}", situation.view.flags[side].name).replace("{us}", situation.me.name)


def _can_hear(situation: Situation, side: SideId) -> bool:
    return side in situation.view.flags and situation.is_in_contact(side)


def _occasions(
    situation: Situation, before: GovernorMemory, orders: tuple[ReasonedOrder, ...]
) -> Iterator[tuple[SideId, Occasion]]:
    """Whom there is something to say to, and what, the most important first."""
    memory, view = situation.memory, situation.view
    if memory.beaten == view.turn and not situation.unyielding:
        yield from ((side, "defeat") for side in sorted(memory.grudges))
    answers = dict(_answers(situation))
    yield from ((side, occasion) for side, occasion in answers.items() if occasion == "breach")
    if memory.foe and memory.foe != before.foe:
        yield memory.foe, "war"
    if before.foe and memory.foe != before.foe and not memory.beaten:
        yield before.foe, "peace"
    yield from answers.items()
    for side in sorted(view.flags):
        if side != view.side and side not in memory.greeted:
            yield side, "first contact"
    for side, when in sorted(memory.probed.items()):
        if when == view.turn and when - memory.warned.get(side, -TURNS_BETWEEN_WARNINGS) >= TURNS_BETWEEN_WARNINGS:
            yield side, "threat"
    for one in orders:
        match one.order:
            case AcceptTrade(side):
                yield side, "acceptance"
            case OfferTrade(side, _):
                yield side, "terms" if side == memory.foe else "offer"
            case OfferPeace(side, _):
                yield side, "peace" if situation.is_enemy(side) else "acceptance"
            case EndTrade(side) | BreakPeace(side) if not situation.is_enemy(side):
                yield side, "refusal"
            case _:
                pass
    for right in view.rights:
        if right.taker == view.side and right.giver not in memory.thanked:
            yield right.giver, "thanks"
    for sighting in sorted(view.foreign_fleets.values(), key=lambda f: f.contact):
        recent = sighting.week >= situation.planned.first_week - 4 and situation.from_home(sighting.hex) <= 1
        if (
            recent
            and situation.feels(sighting.side) < 0
            and view.turn - memory.warned.get(sighting.side, -TURNS_BETWEEN_WARNINGS) >= TURNS_BETWEEN_WARNINGS
        ):
            yield sighting.side, "threat"


ANSWERED: Final[tuple[Occasion, ...]] = ("breach", "setback", "threatened", "gift")
"""What is answered of all that a side did last turn, the gravest first."""


def _answers(situation: Situation) -> Iterator[tuple[SideId, Occasion]]:
    """What there is to say to what others did to the empire last turn: the gravest deed of each."""
    found: dict[SideId, set[Occasion]] = {}
    for deed in situation.view.deeds:
        if deed.by != deed.other or deed.last != situation.view.turn - 1:
            continue
        if deed.kind == "trade ended" and deed.what in BREACHES:
            found.setdefault(deed.other, set()).add("breach")
        elif deed.kind in {"conquest", "attack"} and _is_lost(situation, deed):
            found.setdefault(deed.other, set()).add("setback")
        elif deed.kind == "threat":
            found.setdefault(deed.other, set()).add("threatened")
        elif deed.kind == "gift":
            found.setdefault(deed.other, set()).add("gift")
    for side, occasions in sorted(found.items()):
        yield side, next(one for one in ANSWERED if one in occasions)


def _is_lost(situation: Situation, deed: Deed) -> bool:
    """Whether a world was taken, or a battle was won by who began it."""
    sign = situation.view.signs.get(f"battle/{deed.hex}")
    return deed.kind == "conquest" or (sign is not None and sign.by == deed.other)
