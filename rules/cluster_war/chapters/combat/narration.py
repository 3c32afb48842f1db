"""The game master's word on a battle, read from lines of text, and a battle as a file to carry to an outside game and back
(CW-9.0-03, CW-9.0-04).

A line says what became of units: `destroyed: DD01, DD02`, `captured by dominators: Valiant`, `fled: the rest of humans`,
`damaged Beam emitter 3 x2, Bridge: DD03`, `wrecked Bridge: DD04`, `survived: the rest`. For units of a garrison `left 3: …`
says how many are left, for ships `munitions 4: …` what is left in their magazines, `burnt 2: …` how many of their shields are
off line, `carries 1 FI: …` how many of a design are left of those aboard; all beside their fate. A number is what there is
after the battle; nothing that was out of order before it is repaired by a word.

In a file, lines that begin with "#" are for reading alone. Of the others, `winner: SIDE`, `story: …` and `tell SIDE: …` are
about the whole battle; the rest are those of a narration, as many as it takes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.common import DesignId, SideId, short_id
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Fate, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.wounded import shields_of
from rules.typed_text import folded, straight, tidy
from rules.values import AmbiguousOrderError, GameError, NotationError, Value, changed, field, quoted, unknown

FATES: Final[Mapping[str, Fate]] = {
    "destroyed": "destroyed",
    "lost": "destroyed",
    "fled": "fled",
    "escaped": "fled",
    "survived": "survived",
    "captured": "captured",
}
EXAMPLE: Final = "survived: the rest"
UNIT_FATES: Final = (
    "destroyed, fled, survived, captured by SIDE, damaged PART, wrecked PART, left NUMBER, munitions NUMBER, burnt NUMBER, "
    "carries NUMBER DESIGN"
)
FRESH_FORM_HINT: Final = "Take this one's by **As a file** below /gm battle."
NO_WINNER: Final = frozenset({"", "nobody", "none", "-"})
_LINE: Final = re.compile(r"\s*(?P<what>[^:]+?)\s*:\s*(?P<units>.*?)\s*")
_REST: Final = re.compile(r"(?:the )?rest(?: of (?P<side>.+))?|all(?: of)? (?P<all>.+)|all|everybody", re.IGNORECASE)
_PART: Final = re.compile(r"(?P<part>.+?)(?:\s+x\s*(?P<times>\d{1,4}))?")
_LEFT: Final = re.compile(r"(?P<what>left|munitions|burnt)\s+(?P<number>\d{1,6})", re.IGNORECASE)
_CARRIES: Final = re.compile(r"carries\s+(?P<number>\d{1,6})\s+(?P<design>\S.*)", re.IGNORECASE)
FORM_HELP = (
    "Say what became of every unit, on lines like these, and send the file back with /gm battle:",
    "  destroyed: humans/DD01, humans/DD02      fled: the rest of humans      captured by vermin: humans/DD03",
    "  damaged Beam emitter 3 x2, Bridge: humans/DD04      wrecked Bridge: humans/DD05      munitions 4: humans/DD04",
    "  burnt 3: humans/DD04 (shield generators off line)      carries 1 INF: humans/DD04",
    "  left 3: 2034-3|GB (of a colony's own craft and troops)      survived: the rest",
)


class _UnitAccount(Value):
    """What is said of one unit so far."""

    fates: tuple[tuple[Fate, SideId], ...] = ()
    damaged: Mapping[str, int] = field(default_factory=dict)
    destroyed: Mapping[str, int] = field(default_factory=dict)
    left: int | None = None
    munitions: int | None = None
    burnt: int | None = None
    crates: Mapping[DesignId, int] = field(default_factory=dict)


def parse_narration(
    battle: Battle,
    fates: str,
    winner: str,
    story: str = "",
    told: str = "",
    names: Mapping[SideId, str] | None = None,
) -> BattleOutcome:
    """What the game master says came of a battle; `names` are the sides' as players call them.

    `winner` is the side that holds the place, or nobody; `story` is for all who were there, each line of `told` for the side
    that it begins with ("humans: …"). GameError names what cannot be read, is missing, or is said twice.
    """
    sides = _Sides(battle, names or {})
    said: dict[str, _UnitAccount] = {unit.unit: _UnitAccount() for unit in battle.units}
    rest: list[tuple[str, SideId]] = []
    for line in filter(str.strip, fates.splitlines()):
        match = _LINE.fullmatch(line)
        if match is None:
            raise NotationError(f"{quoted(line)} is not a line of an outcome; write it like {quoted(EXAMPLE)}.")
        for word in filter(None, (part.strip() for part in match["units"].split(","))):
            if (whole := _REST.fullmatch(word)) is not None:
                rest.append((match["what"], sides.find(whole["side"] or whole["all"] or "")))
            else:
                unit = _unit(battle, word)
                said[unit.unit] = _with_fact(said[unit.unit], match["what"], sides, unit)
    named = {key for key, one in said.items() if one.fates}
    for what, side in rest:
        fate = what.split()[0].casefold() in FATES
        for unit in battle.units:
            over = said[unit.unit].fates if fate else unit.unit in named
            if not over and side in {"", unit.side}:
                said[unit.unit] = _with_fact(said[unit.unit], what, sides, unit)
    units = tuple(_outcome(unit, said[unit.unit]) for unit in battle.units if said[unit.unit].fates)
    twice = [key for key, one in said.items() if len(one.fates) > 1]
    if twice:
        raise GameError(f"{', '.join(sorted(twice)[:8])} has two fates; give one.", rule="CW-9.0-03")
    holds = "" if winner.strip().casefold() in NO_WINNER else sides.find(winner)
    lines = tuple(filter(None, (line.strip() for line in story.splitlines())))
    made = BattleOutcome(battle.id, "narrated", holds, units, story=lines, told=_lines_by_side(told, sides))
    check_outcome(battle, made)
    return made


def write_narration(battle: Battle, outcome: BattleOutcome | None = None) -> str:
    """The lines that a form begins with: those of an outcome, its most frequent fate last as that of the rest; or who takes
    part, all of whom survive."""
    if outcome is None:
        return EXAMPLE
    fates = [_fate(unit) for unit in outcome.units]
    most = max(sorted(set(fates)), key=fates.count)
    lines: dict[str, list[str]] = {}
    was = {unit.unit: unit for unit in battle.units}
    for unit in outcome.units:
        if _fate(unit) != most:
            lines.setdefault(_fate(unit), []).append(unit.unit)
        for word, parts in (("damaged", unit.wounds.damaged), ("wrecked", unit.wounds.destroyed)):
            if parts:
                what = ", ".join(f"{part} x{times}" for part, times in sorted(parts.items()))
                lines.setdefault(f"{word} {what}", []).append(unit.unit)
        if unit.munitions != was[unit.unit].munitions:
            lines.setdefault(f"munitions {unit.munitions}", []).append(unit.unit)
        if unit.fate != "destroyed" and unit.wounds.burnt != was[unit.unit].wounds.burnt:
            lines.setdefault(f"burnt {unit.wounds.burnt}", []).append(unit.unit)
        for design, n in sorted(was[unit.unit].crates.items()):
            if unit.fate != "destroyed" and unit.crates.get(design, 0) != n:
                lines.setdefault(f"carries {unit.crates.get(design, 0)} {design}", []).append(unit.unit)
        if was[unit.unit].count > 1 and unit.count != was[unit.unit].count:
            lines.setdefault(f"left {unit.count}", []).append(unit.unit)
    return "\n".join([*(f"{what}: {', '.join(units)}" for what, units in lines.items()), f"{most}: the rest"])


def _fate(unit: UnitOutcome) -> str:
    return f"captured by {unit.captor}" if unit.fate == "captured" else unit.fate


class _Sides(Value):
    """The sides of a battle by what they are called."""

    battle: Battle
    names: Mapping[SideId, str]

    def find(self, text: str) -> SideId:
        """A side by id or name; "" for no word at all."""
        wanted = folded(text).strip("\"'")
        if not wanted:
            return ""
        for side in self.battle.sides:
            if wanted in {folded(side), folded(self.battle.called(side, self.names))}:
                return side
        raise unknown(
            NotationError,
            f"{quoted(text)} does not fight here.",
            text,
            "Who fights",
            self.battle.sides,
            rule="CW-9.0-03",
        )


def _unit(battle: Battle, word: str) -> Combatant:
    wanted = folded(word).strip("\"'")
    for way in (lambda u: u.unit, lambda u: short_id(u.unit), lambda u: u.name):
        found = [unit for unit in battle.units if folded(way(unit)) == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(unit.unit for unit in found)
            raise AmbiguousOrderError(f"{quoted(word)} may be any of {listed}; write its whole number.")
    there = [unit.unit for unit in battle.units]
    raise unknown(NotationError, f"No unit {quoted(word)} fights here.", word, "There are", there, rule="CW-9.0-03")


def _with_fact(said: _UnitAccount, what: str, sides: _Sides, unit: Combatant) -> _UnitAccount:
    word, _, more = what.strip().partition(" ")
    word = word.casefold()
    if (number := _LEFT.fullmatch(what.strip())) is not None:
        return _counted(said, word, int(number["number"]))
    if (aboard := _CARRIES.fullmatch(what.strip())) is not None:
        return changed(said, crates={**said.crates, _aboard(aboard["design"], unit): int(aboard["number"])})
    if word in {"damaged", "wrecked"}:
        parts = dict(_parts(more, unit))
        lost = {**said.damaged, **parts} if word == "damaged" else {**said.destroyed, **parts}
        return changed(said, damaged=lost) if word == "damaged" else changed(said, destroyed=lost)
    fate = FATES.get(word)
    if fate is None or (fate == "captured") != more.casefold().startswith("by ") or (more and fate != "captured"):
        raise NotationError(
            f"{quoted(what)} is nothing that becomes of a unit. There are: {UNIT_FATES}.", rule="CW-9.0-03"
        )
    captor = sides.find(more[3:]) if fate == "captured" else ""
    return changed(said, fates=(*said.fates, (fate, captor)))


def _counted(said: _UnitAccount, word: str, count: int) -> _UnitAccount:
    """What is said of a unit with a number: what is left of a garrison, munitions, or shields off line."""
    match word:
        case "left":
            return changed(said, left=count)
        case "munitions":
            return changed(said, munitions=count)
        case _:
            return changed(said, burnt=count)


def _parts(text: str, unit: Combatant) -> Iterable[tuple[str, int]]:
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = _PART.fullmatch(word)
        part = match["part"] if match else word
        known = {name.casefold(): name for name in unit.design.layout}
        if known and part.casefold() not in known:
            lead = f"{unit.unit} has no {quoted(part)}."
            raise unknown(NotationError, lead, part, "It has", unit.design.layout, rule="CW-9.0-03")
        name, times = known.get(part.casefold(), part), int(match["times"] or 1) if match else 1
        if known and times > unit.design.layout[name]:
            raise NotationError(
                f"{unit.unit} has {unit.design.layout[name]} of {quoted(name)}, not {times}.", rule="CW-9.0-03"
            )
        yield name, times


def _outcome(unit: Combatant, said: _UnitAccount) -> UnitOutcome:
    """What a unit comes out with: its wounds of before and those told of, and what it carries unless something else is said."""
    fate, captor = said.fates[0]
    gone = fate == "destroyed"
    wounds = _wounds(unit, said)
    full = 0 if gone else unit.count if unit.count > 1 else 0
    return UnitOutcome(
        unit=unit.unit,
        fate=fate,
        wounds=Wounds() if gone else wounds,
        munitions=0 if gone else unit.munitions if said.munitions is None else said.munitions,
        crates={} if gone else {d: n for d, n in {**unit.crates, **said.crates}.items() if n},
        captor=captor,
        count=full if said.left is None else said.left,
    )


def _wounds(unit: Combatant, said: _UnitAccount) -> Wounds:
    """What is out of order: at least what was before, and what was damaged may be destroyed now."""
    before, layout = unit.wounds, unit.design.layout
    destroyed = {
        k: max(before.destroyed.get(k, 0), said.destroyed.get(k, 0)) for k in (*before.destroyed, *said.destroyed)
    }
    damaged = {k: max(before.damaged.get(k, 0), said.damaged.get(k, 0)) for k in (*before.damaged, *said.damaged)}
    for part in sorted({*damaged, *destroyed} & {*layout}):
        room = max(1, layout[part]) - destroyed.get(part, 0)
        if said.damaged.get(part, 0) > room:
            many = said.damaged[part] + destroyed[part]
            raise NotationError(f"{unit.unit} has {layout[part]} of {quoted(part)}, not {many}.", rule="CW-9.0-03")
        damaged |= {part: min(damaged[part], room)} if part in damaged else {}
    shields = shields_of(unit.design)
    if said.burnt is not None and not before.burnt <= said.burnt <= shields:
        raise NotationError(
            f"{unit.unit} has {shields} shields, {before.burnt} of them off line before the battle; {said.burnt} cannot be.",
            rule="CW-9.0-03",
        )
    burnt = before.burnt if said.burnt is None else said.burnt
    return Wounds({k: n for k, n in damaged.items() if n}, {k: n for k, n in destroyed.items() if n}, burnt)


def _aboard(word: str, unit: Combatant) -> DesignId:
    """A design of which a unit carries some; NotationError."""
    found = next((design for design in unit.crates if design.casefold() == word.strip().casefold()), None)
    if found is None:
        raise unknown(
            NotationError,
            f"{unit.unit} carries no {quoted(word)}.",
            word,
            "It carries",
            unit.crates,
            rule="CW-9.0-03",
        )
    return found


def _lines_by_side(text: str, sides: _Sides) -> dict[SideId, tuple[str, ...]]:
    found: dict[SideId, tuple[str, ...]] = {}
    for line in filter(str.strip, text.splitlines()):
        side, colon, words = line.partition(":")
        if not colon or not words.strip():
            raise NotationError(f"{quoted(line)} is for nobody: begin it with a side and a colon.", rule="CW-9.0-03")
        who = sides.find(side)
        found[who] = (*found.get(who, ()), words.strip())
    return found


def write_account(battle: Battle, outcome: BattleOutcome | None = None, campaign: str = "") -> str:
    """The file of a battle of this campaign (its id): its forces, and its outcome if it has one; as it stands it can be read
    back."""
    lines = [f"# Campaign {campaign}"] if campaign else []
    lines += [f"# Battle {battle.id}: {battle.kind} at {battle.hex}, week {battle.week}."]
    lines += [f"# Fought over {battle.world}."] if battle.world else []
    lines += [f"# Terrain: {', '.join(battle.terrain)}."] if battle.terrain else []
    for side in battle.sides:
        lines += ["#", f"# {side}: {_wishes(battle, side)}"]
        lines += [f"#   {_unit_line(unit)}" for unit in battle.units if unit.side == side]
    lines += ["#", *(f"# {line}" for line in FORM_HELP), ""]
    lines.append(f"winner: {(outcome.winner if outcome is not None else '') or 'nobody'}")
    if outcome is not None:
        lines += [f"story: {line}" for line in outcome.story]
        lines += [f"tell {side}: {line}" for side, told in sorted(outcome.told.items()) for line in told]
    return "\n".join([*lines, write_narration(battle, outcome), ""])


def read_account(
    battle: Battle, text: str, names: Mapping[SideId, str] | None = None, campaign: str = ""
) -> BattleOutcome:
    """What such a file says came of a battle; GameError names what cannot be read, is missing, or is said twice, and refuses the
    file of another battle or campaign."""
    winner, story, told, fates = "", list[str](), list[str](), list[str]()
    for line in tidy(text).splitlines():
        what, _, words = line.partition(":")
        match what.strip().casefold().split():
            case []:
                continue
            case ["#", "campaign", of] if campaign and of != campaign.casefold():
                raise GameError(f"This file is of another campaign. {FRESH_FORM_HINT}")
            case ["#", "battle", of] if of != battle.id.casefold():
                raise GameError(
                    f"This file is of battle {quoted(of)}, and this is {quoted(battle.id)}. {FRESH_FORM_HINT}"
                )
            case [mark, *_] if mark.startswith("#"):
                continue
            case ["winner"]:
                winner = straight(words).strip()
            case ["story"]:
                story.append(words.strip())
            case ["tell", *_]:
                told.append(f"{what.strip()[len('tell ') :]}:{words}")
            case _:
                fates.append(straight(line))
    return parse_narration(battle, "\n".join(fates), winner, "\n".join(story), "\n".join(told), names)


def _wishes(battle: Battle, side: SideId) -> str:
    plan = battle.plans.get(side, Engagement())
    parts: list[str] = [plan.stance or "as its empire has it"]
    parts += [f"withdraws when {plan.withdraw_at} % of its hull is lost"] if plan.withdraw_at else []
    parts += ["pursues"] if plan.pursue else []
    parts += ["surprised"] if side in battle.surprised else []
    parts += [f"advantage {battle.advantage[side]:+d}"] if battle.advantage.get(side) else []
    return ", ".join(parts)


def _unit_line(unit: Combatant) -> str:
    return "; ".join(_facts(unit))


def _facts(unit: Combatant) -> Iterator[str]:
    design = unit.design
    many = f"{unit.count} × " if unit.count > 1 else ""
    yield f"{unit.unit}  {many}{unit.name}, {design.name}, hull {design.hull}, drive {float(design.drive):g}G"
    yield f"starts at the {unit.place}{', in reserve' if unit.reserve else ''}"
    if design.layout:
        yield ", ".join(f"{n} {part}" for part, n in sorted(design.layout.items()))
    for what, parts in (("damaged", unit.wounds.damaged), ("destroyed", unit.wounds.destroyed)):
        if parts:
            yield f"{what}: " + ", ".join(f"{n} {part}" for part, n in sorted(parts.items()))
    if unit.wounds.burnt:
        yield f"{unit.wounds.burnt} shield generators off line"
    if unit.munitions:
        yield f"munitions {unit.munitions}"
    if unit.crates:
        yield "aboard: " + ", ".join(f"{n} {key}" for key, n in sorted(unit.crates.items()))
    if unit.grade != "regular" or unit.attack or unit.defense:
        yield f"{unit.grade} crew, with its captain and race +{unit.attack} attack, +{unit.defense} defense"
