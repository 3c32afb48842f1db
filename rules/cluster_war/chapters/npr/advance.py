"""The pseudo-turn of a race that the game master runs: growth, scouts, trade and research, relations (CW-19.0-20).

By our own simple rules (docs/rulings, R-036), whose numbers are tables a campaign may change. Every roll is told with
what it did; keys end with the race's salt.
"""

from collections.abc import Iterable, Mapping

from rules.cluster_war.chapters.npr.amendments import next_force_id, with_colony
from rules.cluster_war.model.economy.income import TRADE_LEVELS_TABLE
from rules.cluster_war.model.state.common import HexId, SideId, tables
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import (
    BEST_RELATION,
    LONGEST_LOG,
    WORST_RELATION,
    Npr,
    NprColony,
    NprForce,
    relation_word,
)
from rules.cluster_war.model.state.places import disk
from rules.dice import Roller
from rules.tables import Table
from rules.values import Roll, Value, WrongPhaseError, changed


class NprTurn(Value):
    """What a pseudo-turn made of a race: the race after it, what happened line by line, and the dice."""

    npr: Npr
    lines: tuple[str, ...]
    rolls: tuple[Roll, ...]


def advance(state: GameState, npr: Npr, dice: Roller) -> NprTurn:
    """Play a race's month after the players' (CW-18.0-22, CW-19.0-20). WrongPhaseError if it has had this one."""
    if npr.advanced >= state.turn:
        raise WrongPhaseError(f"{npr.name} has had its turn {state.turn}; the next one comes with the next turn.")
    work = _Work(state, npr, dice)
    work.grow()
    work.settle()
    work.explore()
    work.trade()
    work.research()
    work.relate()
    lines = tuple(work.lines)
    log = (*npr.log, *(f"Turn {state.turn}: {line}" for line in lines))[-LONGEST_LOG:]
    done = changed(work.npr, advanced=state.turn, turns=npr.turns + 1, log=log)
    return NprTurn(done, lines, tuple(work.rolls))


def contacts(state: GameState, npr: Npr) -> frozenset[SideId]:
    """The sides that the race knows of: related already, those that have met it, and those in its space."""
    own = {npr.home, *npr.territory, *(c.hex for c in npr.colonies), *(f.hex for f in npr.forces)}
    met = {side for side, known in state.knowledge.items() if npr.id in known.met}
    fleets = {f.side for f in state.fleets.values() if f.transit is None and f.hex in own}
    colonies = {c.side for c in state.colonies.values() if c.hex in own}
    return frozenset(npr.relations.keys() & state.sides.keys()) | met | fleets | colonies


def partners(state: GameState, npr: Npr) -> tuple[TradePartner, ...]:
    """The trade agreements with this race, by its name."""
    return tuple(t for t in state.trade if t.name.casefold() == npr.name.casefold())


class _Work:
    """One race's month being worked out; the order of the methods is the order of the month."""

    def __init__(self, state: GameState, npr: Npr, dice: Roller) -> None:
        self.state = state
        self.npr = npr
        self.dice = dice
        self.tables = tables(state.settings)
        self.numbers: Table = self.tables["CW-TAB-NPR"]
        self.lines: list[str] = []
        self.rolls: list[Roll] = []

    def number(self, name: str) -> int:
        return self.numbers.number(name, "usual")

    def roll(self, what: str, sides: int = 100) -> int:
        """A die under the race's own salted key; it is kept to be told and checked. The key names the turn, since a turn's
        dice serve the next turn's month too when that is played in its draft."""
        npr, turn = self.npr, self.state.turn
        key = f"npr/{npr.id}/{turn}/{what}/{npr.salt}" if npr.salt else f"npr/{npr.id}/{turn}/{what}"
        rolled = self.dice.roll(key, sides)
        self.rolls.append(rolled)
        return rolled.total

    def grow(self) -> None:
        """Growth by the race's chart, or by the dice of its pace; never beyond the ceiling it has."""
        npr = self.npr
        if npr.growth:
            percent = npr.growth[min(npr.turns, len(npr.growth) - 1)]
            why = f"month {npr.turns + 1} of its chart"
        else:
            face = self.roll("growth")
            row = self.tables["CW-TAB-NPR-GROWTH"].by_roll(face)
            percent = int(row[npr.pace])
            why = f"1d100 = {face}, {row['month']} at a {npr.pace} pace"
        grown = max(0, npr.gross + npr.gross * percent // 100)
        if npr.ceiling and percent > 0:
            grown = max(npr.gross, min(grown, npr.ceiling))
        self.npr = changed(npr, gross=grown)
        self.lines.append(f"Growth {percent:+d}% ({why}): {npr.gross} → {grown} CPs.")

    def settle(self) -> None:
        """Enough growth since the last settlement takes the first likely site that is free, and its hex as territory."""
        npr, step = self.npr, self.number("CPs of growth for a new colony")
        if npr.gross - npr.settled_at < step:
            return
        taken = {*self.state.colonies, *(c.id for other in self.state.nprs.values() for c in other.colonies)}
        free = [site for site in npr.sites if site not in taken]
        if not free:
            return
        hex_, _, orbit = free[0].partition("-")
        self.npr = changed(with_colony(NprColony(hex_, int(orbit)), npr), settled_at=npr.gross)
        self.lines.append(
            f"Settles {free[0]}, the first of its likely sites: production has grown by {step} CPs or more."
        )

    def explore(self) -> None:
        """A new scout where production carries one more; each scout goes to something in reach that is new to the race."""
        npr = self.npr
        scouts = [f for f in npr.forces if f.role == "scout"]
        wanted = min(npr.gross // self.number("CPs of production for each scout"), self.number("most scouts"))
        if len(scouts) < wanted:
            name = next_force_id(npr)
            hull = self.number("hull of a new scout")
            self.npr = changed(npr, forces=(*npr.forces, NprForce(name, f"Scout {name}", npr.home, 1, hull, "scout")))
            self.lines.append(f"Scout {name} is built at {npr.home}: {npr.gross} CPs carry {wanted} scouts.")
        for scout in scouts:
            self._send(scout)

    def _send(self, scout: NprForce) -> None:
        npr, reach = self.npr, self.number("hexes a scout reaches in a month")
        known = {npr.home, *npr.territory, *npr.explored, scout.hex}
        near = [h for h in disk(self.state.cluster, scout.hex, reach) if h in self.state.cluster.systems]
        fresh = [h for h in near if h not in known]
        if not fresh:
            self.npr = changed(npr, forces=_with_force_at(npr.forces, scout.id, npr.home))
            self.lines.append(f"{scout.name} finds nothing new within {reach} hexes of {scout.hex} and goes home.")
            return
        face = self.roll(f"scout/{scout.id}", len(fresh))
        to = fresh[face - 1]
        self.npr = changed(npr, forces=_with_force_at(npr.forces, scout.id, to), explored=(*npr.explored, to))
        seen = ", ".join(self.state.sides[side].name for side in sorted(_people(self.state, to)))
        found = f"; there it meets {seen}" if seen else ""
        self.lines.append(f"{scout.name} goes to {to} (1d{len(fresh)} = {face} among new objects in reach){found}.")

    def trade(self) -> None:
        """Partners get their share of the new production from their next income on (CW-11.0-01)."""
        for partner in partners(self.state, self.npr):
            name = self.state.sides[partner.side].name
            share = self.tables[TRADE_LEVELS_TABLE].number(partner.level, "income_percent_of_partner_gross")
            self.lines.append(f"Trade with {name}, {partner.level}: {share}% of {self.npr.gross} CPs, up to the cap.")

    def research(self) -> None:
        """A chance of a discovery that grows with production: the first of its goals."""
        npr = self.npr
        extra = npr.gross // self.number("CPs for one per cent more")
        chance = min(
            self.number("per cent chance of a discovery") + extra, self.number("highest per cent chance of a discovery")
        )
        face = self.roll("research")
        told = f"Research: 1d100 = {face} against {chance}%"
        if face > chance:
            self.lines.append(f"{told}: nothing new.")
        elif npr.goals:
            gained = npr.goals[0]
            known = npr.technologies if gained in npr.technologies else (*npr.technologies, gained)
            self.npr = changed(npr, goals=npr.goals[1:], technologies=known)
            self.lines.append(f"{told}: it has {gained} now.")
        else:
            self.lines.append(f"{told}: a discovery, but no goals are set; say what it is with /gm npr set.")

    def relate(self) -> None:
        """Relations with every empire in contact drift by attitude, trade and peace."""
        rows = self.tables["CW-TAB-NPR-RELATIONS"]
        for side in sorted(contacts(self.state, self.npr)):
            name, before = self.state.sides[side].name, self.npr.relations.get(side)
            if before is None:
                after = first_relation(self.npr, self.tables)
                self.lines.append(f"First contact with {name}: {relation_word(after)}.")
            else:
                modifiers = list(self._modifiers(side))
                face = self.roll(f"relations/{side}")
                total = face + sum(value for value, _ in modifiers)
                row = rows.by_roll(max(1, min(100, total)))
                after = self._kept_in_bounds(before, before + int(row["change"]))
                shown = "".join(f" {value:+d} {why}" for value, why in modifiers)
                word = relation_word(after)
                turn = f"still {word}" if after == before else f"{relation_word(before)} → {word}"
                self.lines.append(f"{name}: 1d100 = {face}{shown} = {total}, {row['month']}: {turn}.")
            self.npr = changed(self.npr, relations={**self.npr.relations, side: after})

    def _modifiers(self, side: SideId) -> Iterable[tuple[int, str]]:
        for name in attitudes(self.npr, self.tables):
            value = self.tables["CW-TAB-NPR-ATTITUDES"].number(name, "modifier")
            if value:
                yield value, name
        if any(partner.side == side for partner in partners(self.state, self.npr)):
            yield self.number("modifier for trade"), "trade"
        if "|".join(sorted((side, self.npr.id))) in self.state.peace:
            yield self.number("modifier for peace"), "peace"

    def _kept_in_bounds(self, before: int, after: int) -> int:
        """Chance alone does not take relations beyond what the attitude allows; where the GM has set them, they may stay."""
        table = self.tables["CW-TAB-NPR-ATTITUDES"]
        names = attitudes(self.npr, self.tables)
        worst = max(table.number(name, "worst") for name in names)
        best = min(table.number(name, "best") for name in names)
        if (after > before and after > best) or (after < before and after < worst):
            return before
        return max(WORST_RELATION, min(BEST_RELATION, after))


def attitudes(npr: Npr, printed: Mapping[str, Table]) -> tuple[str, ...]:
    """The rows of the attitude table that a race's attitude names; Neutral where it names none."""
    table = printed["CW-TAB-NPR-ATTITUDES"]
    names = tuple(name for name in npr.attitude.split(", ") if name in table.keys)
    return names or ("Neutral",)


def first_relation(npr: Npr, printed: Mapping[str, Table]) -> int:
    """Neutral at first contact; hostile races begin wary or worse."""
    names = attitudes(npr, printed)
    table = printed["CW-TAB-NPR-ATTITUDES"]
    return min(0, *(table.number(name, "modifier") // 20 for name in names))


def _with_force_at(forces: tuple[NprForce, ...], force: str, to: HexId) -> tuple[NprForce, ...]:
    return tuple(changed(f, hex=to) if f.id == force else f for f in forces)


def _people(state: GameState, hex_: HexId) -> frozenset[SideId]:
    fleets = {f.side for f in state.fleets.values() if f.transit is None and f.hex == hex_}
    return frozenset(fleets | {c.side for c in state.colonies.values() if c.hex == hex_})
