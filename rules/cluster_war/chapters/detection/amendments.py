"""The GM's hand on detection and communication: cloaks and sensors by situation, news that comes late, what technologies of
communication do, the campaign's switches (chapters 12 and 13)."""

from collections.abc import Mapping
from typing import Final, Literal

from rules.cluster_war.chapters.detection.sensors import OLD_LIGHT, put_star
from rules.cluster_war.model.state.common import FleetId, HexId, SideId, TechId, tables
from rules.cluster_war.model.state.sides import CommEffect, TechEffect
from rules.cluster_war.model.unit_design.drive_kinds import drive_of
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.cluster_war.model.worlds.terrain import star_of
from rules.values import EVERYONE, GameError, IllegalOrderError, changed, quoted, unknown

MODIFIER_RULE: Final = "CW-12.0-11"
NEWS_DELAY_RULE: Final = "CW-13.0-05"
TECH_EFFECT_RULE: Final = "CW-13.0-09"
OBJECTS_TABLE: Final = "CW-B-T01"
BINARY_CODE: Final = "Bin"
MOST_STARS_OF_A_KIND: Final = 2
"""How many stars of one kind a system has at most: those of a binary."""
MOST_LEVELS: Final = 20
MOST_WEEKS: Final = 52
COMM_EFFECT_TEXTS: Final[Mapping[CommEffect, str]] = {
    "relay": "reports reach the supply grid from {amount} hexes further off",
    "couriers": "couriers are {amount} weeks faster",
    "initiative": "initiative in battle is {amount} better",
}
NEWS_TEXTS: Final = {
    "at-once": "reports come home at once",
    "by-courier": "reports from beyond the supply grid come by courier",
}
DETECTION_TEXTS: Final = {
    "plain": "cloaks hide raiders alone",
    "full": "cloaks hide all who have them, and ships vanish if nobody is left to report them",
}


class SetDetection(Amendment):
    """Levels more, or fewer, of cloaks or of sensors against them (CW-12.0-11): for a drive type while it runs, a hex, a fleet,
    or a whole side; one of them. 0 takes it back. Sensors have neither drives nor fleets. No player is told."""

    what: Literal["cloaks", "sensors"]
    levels: int
    drive: str = ""
    hex: HexId = ""
    fleet: FleetId = ""
    side: SideId = ""


class DelayNews(Amendment):
    """News of enemy activity inside a side's borders comes so many weeks late, 0 at once (CW-13.0-05). No player is told."""

    side: SideId
    weeks: int


class SetTechEffect(Amendment):
    """Say what a technology of communication does for whoever has it (CW-13.0-09); an amount of 0 takes it back. Those who have
    it are told."""

    technology: TechId
    effect: CommEffect
    amount: int


class SetSignals(Amendment):
    """From now on the campaign plays detection, and news, so; everybody is told."""

    detection: Literal["plain", "full"]
    news: Literal["at-once", "by-courier"]


class ChangeStar(Amendment):
    """What is in a hex is another thing from now on: another star, a nebula, or with no codes nothing at all. Whoever does not
    have the hex in view still sees the old light (CW-12.1-02)."""

    hex: HexId
    codes: tuple[str, ...] = ()


def _star(turn: Amending, order: ChangeStar) -> None:
    here = turn.hex(order.hex)
    known = {*tables(turn.settings)[OBJECTS_TABLE].column("code")} - {BINARY_CODE}
    wrong = next((code for code in order.codes if code not in known), "")
    if wrong:
        raise unknown(GameError, f"{quoted(wrong)} is not an object of a map.", wrong, "There are", sorted(known))
    twice = next(
        (c for c in order.codes if order.codes.count(c) > (1 if star_of(c) is None else MOST_STARS_OF_A_KIND)), ""
    )
    if twice:
        raise GameError(f"{quoted(twice)} is there too often: stars twice at most, all else once.", rule=OLD_LIGHT)
    system = turn.cluster.systems.get(here)
    before = system.codes if system is not None else ()
    if before == order.codes:
        raise GameError("It is so already.", rule=OLD_LIGHT)
    if not order.codes and (
        any(c.hex == here for c in turn.colonies.values()) or any(b.hex == here for b in turn.bases.values())
    ):
        raise GameError(f"Colonies or bases are at {here}; nothing can be left of it.", rule=OLD_LIGHT)
    told = put_star(turn, here, order.codes)
    turn.tell(f"At {here} there is now {', '.join(order.codes) or 'nothing'}.", *told, rule=OLD_LIGHT)


def _detection(turn: Amending, order: SetDetection) -> None:
    named = [name for name in ("drive", "hex", "fleet", "side") if getattr(order, name)]
    if len(named) != 1 or (order.what == "sensors" and named[0] in {"drive", "fleet"}):
        raise GameError(
            "Name one thing: a drive, a hex, a fleet or a side for cloaks, a hex or a side for sensors.",
            rule=MODIFIER_RULE,
        )
    if abs(order.levels) > MOST_LEVELS:
        raise IllegalOrderError(f"At most {MOST_LEVELS} levels, up or down.", rule=MODIFIER_RULE)
    key = f"{named[0]}/{_checked(turn, order, named[0])}"
    kept = {name: n for name, n in getattr(turn.signals, order.what).items() if name != key}
    kept |= {key: order.levels} if order.levels else {}
    by_name = dict(sorted(kept.items()))
    turn.signals = (
        changed(turn.signals, cloaks=by_name) if order.what == "cloaks" else changed(turn.signals, sensors=by_name)
    )
    of = "Cloaks" if order.what == "cloaks" else "Sensors against cloaks"
    told = f"{order.levels:+d} levels" if order.levels else "as the rules have them again"
    turn.tell(f"{of}, {key.replace('/', ' ', 1)}: {told}.", rule=MODIFIER_RULE)


def _checked(turn: Amending, order: SetDetection, name: str) -> str:
    """What is named, as it is written; GameError if there is no such thing."""
    match name:
        case "drive":
            return drive_of(order.drive, turn.settings).id
        case "hex":
            return turn.hex(order.hex)
        case "fleet":
            if order.fleet not in turn.fleets:
                raise GameError(f"There is no fleet {quoted(order.fleet)}.")
            return order.fleet
        case _:
            return turn.side(order.side).id


def _delay(turn: Amending, order: DelayNews) -> None:
    name = turn.side(order.side).name
    if not 0 <= order.weeks <= MOST_WEEKS:
        raise IllegalOrderError(f"News is 0 to {MOST_WEEKS} weeks late, not {order.weeks}.", rule=NEWS_DELAY_RULE)
    kept = {side: weeks for side, weeks in turn.signals.delays.items() if side != order.side}
    kept |= {order.side: order.weeks} if order.weeks else {}
    turn.signals = changed(turn.signals, delays=dict(sorted(kept.items())))
    late = f"{order.weeks} weeks late" if order.weeks else "at once"
    turn.tell(f"News of enemies inside their borders reaches {name} {late}.", rule=NEWS_DELAY_RULE)


def _effect(turn: Amending, order: SetTechEffect) -> None:
    name = order.technology.strip()
    if not name or order.effect not in COMM_EFFECT_TEXTS:
        raise GameError(f"Name a technology, and one of {', '.join(COMM_EFFECT_TEXTS)}.", rule=TECH_EFFECT_RULE)
    if not 0 <= order.amount <= MOST_LEVELS:
        raise IllegalOrderError(f"An effect is 1 to {MOST_LEVELS}, or 0 for none.", rule=TECH_EFFECT_RULE)
    same = (name.casefold(), order.effect)
    kept = tuple(e for e in turn.signals.effects if (e.technology.casefold(), e.effect) != same)
    new = (TechEffect(name, order.effect, order.amount),) if order.amount else ()
    turn.signals = changed(turn.signals, effects=(*kept, *new))
    have = [s.id for _, s in sorted(turn.sides.items()) if name.casefold() in {t.casefold() for t in s.technologies}]
    does = COMM_EFFECT_TEXTS[order.effect].format(amount=order.amount) if order.amount else "nothing of the kind now"
    turn.tell(f"{name}: {does}.", *have, rule=TECH_EFFECT_RULE)


def _switch(turn: Amending, order: SetSignals) -> None:
    now = turn.settings
    if order.detection not in DETECTION_TEXTS or order.news not in NEWS_TEXTS:
        raise GameError(f"Detection can be {', '.join(DETECTION_TEXTS)}, and news {', '.join(NEWS_TEXTS)}.")
    if (order.detection, order.news) == (now.detection, now.news):
        raise GameError("It is so already.")
    turn.after = changed(turn.after, settings=changed(now, detection=order.detection, news=order.news))
    turn.tell(f"From now on {DETECTION_TEXTS[order.detection]}; {NEWS_TEXTS[order.news]}.", EVERYONE, rule="CW-12.0-08")


APPLY: Final[Apply] = {
    SetDetection: _detection,
    DelayNews: _delay,
    SetTechEffect: _effect,
    SetSignals: _switch,
    ChangeStar: _star,
}
