"""The GM's hand on officers and crews: experience and injuries, talents that are at work, grades (chapter 17)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.officers.ratings import GRADES, named_talents
from rules.cluster_war.model.state.common import ShipId, short_id
from rules.cluster_war.model.state.sides import DIPLOMAT, ENGINEER, HEALER, LUCKY, PSIONIC, Officer
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Grade, OfficerId, Wounds
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.values import EVERYONE, GameError, changed, quoted, unknown

MOST_POINTS: Final = 100
TALENT_RULES: Final[Mapping[str, str]] = {
    DIPLOMAT: "CW-17.1-07",
    ENGINEER: "CW-17.1-08",
    HEALER: "CW-17.1-09",
    PSIONIC: "CW-17.1-15",
    LUCKY: "CW-17.1-16",
}


class ChangeOfficer(Amendment):
    """What an officer has learned, or lost by an injury, in points of each rating; and a talent that is allowed (CW-17.1-29).

    No rating falls below 0 (CW-17.1-31).
    """

    officer: OfficerId
    strategy: int = 0
    command: int = 0
    attack: int = 0
    defense: int = 0
    talent: str = ""


class UseTalent(Amendment):
    """A talent is at work, in the GM's words. `amount` is what it comes to: a diplomat's modifier, the crew that a healer
    recovers, the components that an engineer mends by a miracle, the points that luck adds until the month's end.

    Their side hears of it, but never of luck (CW-17.1-16).
    """

    officer: OfficerId
    talent: str
    text: str
    amount: int = 0


class GradeCrews(Amendment):
    """Give the crews of ships a grade (CW-17.2-02)."""

    ships: tuple[ShipId, ...]
    grade: Grade


class SetSwitches(Amendment):
    """From now on there are flag officers in the campaign and crews have grades, or not (CW-17.0-01)."""

    flag_officers: bool
    graded_crews: bool


def _officer(turn: Amending, officer: OfficerId) -> Officer:
    if officer not in turn.officers:
        raise unknown(GameError, f"There is no officer {quoted(officer)}.", officer, "There are", sorted(turn.officers))
    return turn.officers[officer]


def _change(turn: Amending, order: ChangeOfficer) -> None:
    officer = _officer(turn, order.officer)
    points = {name: getattr(order, name) for name in ("strategy", "command", "attack", "defense")}
    if not (any(points.values()) or order.talent) or max(map(abs, points.values())) > MOST_POINTS:
        raise GameError(
            f"Change a rating by 1 to {MOST_POINTS} points, up or down, or name a talent.", rule="CW-17.1-29"
        )
    talents = named_talents((order.talent,)) if order.talent else ()
    if set(talents) & set(officer.talents):
        raise GameError(f"{officer.name} has that talent already.", rule="CW-17.1-06")
    after = changed(
        officer,
        strategy=max(0, officer.strategy + order.strategy),
        command=max(0, officer.command + order.command),
        attack=max(0, officer.attack + order.attack),
        defense=max(0, officer.defense + order.defense),
        talents=(*officer.talents, *talents),
    )
    turn.officers[officer.id] = after
    told = [f"{name} {getattr(after, name)} ({by:+d})" for name, by in points.items() if by]
    told += [f"the talent {quoted(talent)}" for talent in talents]
    turn.tell(f"{officer.name} now has {', '.join(told)}.", officer.side, rule="CW-17.1-29")


def _use(turn: Amending, order: UseTalent) -> None:
    officer = _officer(turn, order.officer)
    text, wanted = order.text.strip(), order.talent.strip().casefold()
    has = next((talent for talent in officer.talents if wanted and talent.startswith(wanted)), "")
    if not has:
        raise GameError(
            f"{officer.name} has the talents {', '.join(officer.talents) or 'of nobody'}.", rule="CW-17.1-06"
        )
    if not 0 <= order.amount <= MOST_POINTS or len(order.text) > LONGEST_WORDS or not (text or order.amount):
        raise GameError(f"Say what happens, in words or with an amount of 1 to {MOST_POINTS}.")
    kind = has.partition(":")[0]
    rule = TALENT_RULES.get(kind, "CW-17.1-06")
    if kind == LUCKY:
        turn.officers[officer.id] = changed(officer, luck=order.amount)
        turn.tell(f"{officer.name} is lucky until the month's end: +{order.amount}. {text}".strip(), rule=rule)
        return
    works = {ENGINEER: _miracle, HEALER: _heal}.get(kind) if order.amount else None
    worked = works(turn, officer, order.amount) if works is not None else _comes_to(kind, order.amount)
    told = " ".join(part for part in (text, worked) if part)
    turn.tell(f"{officer.name}, {kind}: {told}", officer.side, rule=rule)


def _comes_to(kind: str, amount: int) -> str:
    if not amount:
        return ""
    return f"A modifier of +{amount}." if kind == DIPLOMAT else f"+{amount}."


def _heal(turn: Amending, officer: Officer, amount: int) -> str:
    """So many casualties are fit again: combat teams of the battalions that the healer is with on a world, the least hurt
    first; of a ship's or base's crew they are per cent of its stress (CW-17.1-09, R-117)."""
    place, _, design = officer.post.unit.partition("|") if officer.post is not None else ("", "", "")
    unit = turn.ships.get(place) or turn.bases.get(place)
    if unit is not None and unit.stress:
        healed = min(amount, unit.stress)
        turn.put_unit(changed(unit, stress=unit.stress - healed))
        return f"{amount} of the crew of {short_id(place)} are fit again: its stress is {unit.stress - healed} %."
    surface = turn.surfaces.get(place)
    left = amount
    if surface is not None:
        hurt = [
            f
            for f in surface.forces.values()
            if f.side == officer.side and f.teams < FULL_COMBAT_TEAMS and not f.damage
        ]
        for force in sorted(hurt, key=lambda f: (f.design != design, -f.teams, f.id)):
            healed = min(left, FULL_COMBAT_TEAMS - force.teams)
            left -= healed
            surface = changed(surface, forces={**surface.forces, force.id: changed(force, teams=force.teams + healed)})
        turn.surfaces[place] = surface
    if left < amount:
        return f"{amount - left} combat teams on {place} are fit again."
    return f"{amount} of the crew are fit again."


def _miracle(turn: Amending, officer: Officer, amount: int) -> str:
    """Mend so many components of the engineer's unit, what is destroyed first."""
    post = officer.post
    unit = (turn.ships.get(post.unit) or turn.bases.get(post.unit)) if post is not None else None
    if unit is None or not (unit.wounds.destroyed or unit.wounds.damaged):
        raise GameError(f"There is nothing to repair where {officer.name} is.", rule="CW-17.1-08")
    destroyed, left = _fewer(unit.wounds.destroyed, amount)
    damaged, left = _fewer(unit.wounds.damaged, left)
    turn.put_unit(changed(unit, wounds=Wounds(damaged, destroyed, unit.wounds.burnt)))
    return f"{amount - left} components of {short_id(unit.id)} work again."


def _fewer(counts: Mapping[str, int], amount: int) -> tuple[dict[str, int], int]:
    """Counts less an amount in all, by name, and what is left of the amount."""
    left: dict[str, int] = {}
    for name, number in sorted(counts.items()):
        taken = min(number, amount)
        amount -= taken
        if number > taken:
            left[name] = number - taken
    return left, amount


def _grade(turn: Amending, order: GradeCrews) -> None:
    missing = [key for key in order.ships if key not in turn.ships]
    if missing or not order.ships:
        raise GameError(f"There is no ship {quoted(missing[0] if missing else '')}; ships are written side/id.")
    if not turn.settings.graded_crews:
        raise GameError("Crews have no grades in this campaign.", rule="CW-17.2-02")
    if order.grade not in GRADES:
        raise unknown(GameError, f"There is no grade {quoted(order.grade)}.", order.grade, "There are", GRADES)
    for key in order.ships:
        turn.ships[key] = changed(turn.ships[key], grade=order.grade, drilled=0, settling=0)
    owners = sorted({turn.ships[key].side for key in order.ships})
    for side in owners:
        mine = ", ".join(short_id(key) for key in order.ships if turn.ships[key].side == side)
        turn.tell(f"The crews of {mine} are {order.grade} now.", side, rule="CW-17.2-02")


def _switch(turn: Amending, order: SetSwitches) -> None:
    now = turn.settings
    if (order.flag_officers, order.graded_crews) == (now.flag_officers, now.graded_crews):
        raise GameError("It is so already.", rule="CW-17.0-01")
    settings = changed(now, flag_officers=order.flag_officers, graded_crews=order.graded_crews)
    turn.after = changed(turn.after, settings=settings)
    officers = "can be recruited" if order.flag_officers else "cannot be recruited"
    crews = "have grades" if order.graded_crews else "have no grades"
    turn.tell(f"From now on flag officers {officers}, and crews {crews}.", EVERYONE, rule="CW-17.0-01")


APPLY: Final[Apply] = {ChangeOfficer: _change, UseTalent: _use, GradeCrews: _grade, SetSwitches: _switch}
