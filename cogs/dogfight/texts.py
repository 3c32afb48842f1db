"""What is said of dogfights: where the jet is, who is around, what each choice is worth; a pilot's log."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from render.canvas.safe_text import count, plain
from render.dogfight.frame import light_words
from render.dogfight.log import MINUS
from render.dogfight.text import HEADINGS, in_order, lies
from rules.air_force.changes import card, max_speed
from rules.air_force.choices import Choice
from rules.air_force.jets import Jet
from rules.air_force.odds import Odds
from rules.air_force.orders import PHASES
from rules.air_force.view import DogfightView
from rules.events import Modifier
from umpire.dogfight.career import Career, Mission

MOST_OTHERS: Final = 6
SHOWN: Final = 12
"""Missions of a career that are listed, the latest first."""


def own_jet(view: DogfightView) -> Jet | None:
    """The jet that a side's player flies: the one that acts now if it is theirs, else their first."""
    own = [jet for jet in in_order(view) if jet.side == view.side and jet.crew == "player"]
    acting = [jet for jet in own if jet.id == view.known.now.jet]
    return next(iter(acting or own), None)


def head_text(name: str, view: DogfightView) -> str:
    """Which fight, which turn, what light."""
    known = view.known
    if known.winner is None:
        phase = PHASES[known.now.phase - 1]
        return f"### {plain(name)} · turn {known.now.turn}, {phase}\n{light_words(view).capitalize()}."
    side = known.sides.get(known.winner)
    return f"### {plain(name)} · over after turn {known.now.turn}\n{plain(side.name) if side else 'Nobody'} has won."


def jet_text(view: DogfightView, jet: Jet) -> str:
    """A jet of one's own in two lines."""
    kind = card(view.known, jet)
    if not jet.flying:
        return f"**{jet.id} {plain(jet.name)}** ({plain(kind.name)}): {jet.fate}."
    stores = jet.stores
    carried = f" · fuel {stores.fuel} · guns {stores.guns} · missiles {stores.missiles}" if stores else ""
    hurt = f" · **hit {jet.hits}**" if jet.hits else ""
    stalled = " · **stalled**" if jet.stalled else ""
    return (
        f"**{jet.id} {plain(jet.name)}** ({plain(kind.name)}): Speed **{jet.speed}** of {max_speed(view.known, jet)}, "
        f"altitude **{jet.altitude}**, heading {HEADINGS[jet.heading]}{carried}{hurt}{stalled}"
    )


def others_text(view: DogfightView, jet: Jet) -> str:
    """Where the others are, seen from a jet."""
    around = [other for other in in_order(view) if other.flying and other.side != jet.side]
    if not around:
        return "No enemy is in sight."
    return "\n".join(f"- {plain(lies(jet, other), 200)}" for other in around[:MOST_OTHERS])


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is not sure never says 100, what may happen never 0."""
    rounded = round(chance * 100)
    if 0 < chance < 1:
        rounded = min(max(rounded, 1), 99)
    return f"{rounded} %"


def odds_text(odds: Sequence[Odds], *, reasons: bool = True) -> str:
    """The odds of a choice in one line: each chance, and what it comes from; of what is sure, what it comes from alone."""
    told = []
    for one in odds:
        why = " ".join(_part(part) for part in one.reasons) if reasons else ""
        if one.chance == 1:
            told.append(why or one.what)
        else:
            told.append(f"{one.what} {percent(one.chance)}" + (f" ({why})" if why else ""))
    return "; ".join(told)


def _part(part: Modifier) -> str:
    """A part of a sum: "4 Speed before" or "7 or more needed" as they are, the others with their sign."""
    plain_number = "needed" in part.reason or "before" in part.reason
    return (
        f"{part.value} {part.reason}"
        if plain_number
        else f"{'+' if part.value >= 0 else MINUS}{abs(part.value)} {part.reason}"
    )


def choice_label(choice: Choice) -> str:
    """A choice on a button: its words and, if there is one, its chance."""
    chance = next((one for one in choice.odds if one.chance != 1), None)
    return f"{choice.words} ({percent(chance.chance)})" if chance is not None else choice.words


def career_text(found: Career, name: str) -> str:
    """The log in words."""
    head = f"### {plain(name)}, pilot's log"
    if not found.missions:
        return f"{head}\nNo sortie yet. `/dogfight new` is the first; it takes ten minutes."
    tally = (
        f"{count(found.sorties, 'sortie')}: {count(found.wins, 'won fight')}, {count(found.kills, 'kill')}, "
        f"{count(found.losses, 'jet')} lost."
    )
    lines = [f"- {mission_line(one)}" for one in found.missions[:SHOWN]]
    more = len(found.missions) - SHOWN
    if more > 0:
        lines.append(f"-# and {count(more, 'earlier sortie')}")
    return "\n".join([head, tally, *lines])


def mission_line(one: Mission) -> str:
    """One sortie: when, which fight, what was flown, how it ended."""
    how = f", {one.difficulty}" if one.difficulty else ""
    ended = "won" if one.won else "drawn" if one.drawn else "lost"
    fate = "came home" if not one.fate else one.fate
    return (
        f"<t:{one.at}:d> {plain(one.title)}{how} in a {plain(one.aircraft)}: {ended} after {count(one.turns, 'turn')}, "
        f"{count(one.kills, 'kill')}, {fate}"
    )


WELCOME: Final = (
    "**Your first fight.** You are asked one thing at a time; ★ is what a sensible pilot would do, so you may simply press it. "
    "On the map A is altitude, S is Speed; tinted hexes are within your missiles' reach, outlined ones within your guns'."
)
PLAN: Final = (
    "**Orders**: hard maneuvers (Hard Turn, Jink, Aim) each take one die from your energy roll, and speed is life; "
    "the percentages say how likely the roll gives Speed."
)
FLIGHT: Final = (
    "**Dice**: struck-through dice were discarded, the reason stands behind them. Climbing costs Speed, diving gives it; "
    "at Speed 0 you stall."
)
MOVE: Final = (
    "**Maps**: you fly as many hexes as your Speed. Each turn attempt is a roll that must beat your Speed: slow jets turn well. "
    "Going after somebody tries a turn in every hex until they are off your nose."
)
BANK: Final = (
    "**Dice**: the roll succeeded, so now, and only now, you choose which way to turn; going straight on is allowed."
)
SHOOT: Final = (
    "**Why**: each shot shows what it needs on two dice and what helps or hurts. The Why button explains any line of the log by "
    "rule, modifiers and dice; the dice were sealed before you chose."
)
OVER: Final = (
    "**That was a whole game**: orders, a sealed roll, a result you can check, and a map. The campaign and the battles work "
    "the same way; `/help` leads on."
)


def lesson(view: DogfightView) -> str:
    """The sentence that fits this moment."""
    known = view.known
    if known.winner is not None:
        return OVER
    first = known.now.turn == 1
    match known.now.phase:
        case 2 if known.gain is None:
            return f"{WELCOME}\n{PLAN}" if first else PLAN
        case 2:
            return FLIGHT
        case 3 if known.flight is not None and known.flight.choosing:
            return BANK
        case 3:
            return MOVE
        case _:
            return SHOOT
