"""The lessons of a first fight: one for each kind of question, told the first time it is asked."""

from typing import Final

from rules.air_force.view import DogfightView

FIRST_FIGHT_TIP: Final = (
    "**Your first fight.** You are asked one thing at a time; ★ is what a sensible pilot would do, so you may simply press it. "
    "On the map A is altitude, S is Speed; tinted hexes are within your missiles' reach, outlined ones within your guns'."
)
PLAN_TIP: Final = (
    "**Orders**: hard maneuvers (Hard Turn, Jink, Aim) each take one die from your energy roll, and speed is life; "
    "the percentages say how likely the roll gives Speed."
)
FLIGHT_TIP: Final = (
    "**Dice**: struck-through dice were discarded, the reason is after them. Climbing costs Speed, diving gives it; "
    "at Speed 0 you stall."
)
MOVE_TIP: Final = (
    "**Maps**: you fly as many hexes as your Speed. Each turn attempt is a roll that must beat your Speed: slow jets turn well. "
    "Going after somebody flies for the best shot. **Try to turn** asks left or right after a roll that succeeded, and going "
    "straight on is allowed."
)
SHOOT_TIP: Final = (
    "**Odds** shows what each shot needs on two dice and what helps or hurts. **Why?** explains any line of the log by "
    "rule, modifiers and dice; the dice were sealed before you chose."
)
WISH_TIP: Final = (
    "**A turn at once**: you and the other pilot decide the whole turn in secret, then it is flown. Leave everything to ★, "
    "or wish: several maneuvers, a climb or a dive, where to fly, and whom to shoot at."
)
OVER_TIP: Final = (
    "**That was a whole game**: orders, a sealed roll, a result you can check, and a map. The campaign and the battles work "
    "the same way; `/help` leads on."
)

MOVES: Final = ("Fly", "Chase", "Split")
SHOTS: Final = ("Attack", "Hold")


def lesson(view: DogfightView) -> str:
    """The sentence that fits this moment; "" where the pilot has answered such a question before."""
    known = view.known
    if known.winner is not None:
        return OVER_TIP
    if known.now.phase == 1:
        own = [jet.stores for jet in known.jets.values() if jet.side == view.side and jet.crew == "player"]
        return WISH_TIP if any(stores and not stores.before for stores in own) else ""
    jet = known.jets.get(known.now.jet)
    if jet is None or jet.stores is None:
        return ""
    answered = {one.partition(" ")[0] for one in jet.stores.before}
    match known.now.phase:
        case 2 if known.gain is None:
            return "" if "PlanEnergy" in answered else f"{FIRST_FIGHT_TIP}\n{PLAN_TIP}"
        case 2:
            return "" if "SetFlight" in answered else FLIGHT_TIP
        case 3:
            return "" if answered.intersection(MOVES) else MOVE_TIP
        case _:
            return "" if answered.intersection(SHOTS) else SHOOT_TIP
