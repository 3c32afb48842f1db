"""Who opens a battle: each side's initiative roll, bettered by its commander (CW-17.1-25)."""

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.dice import Roller


def opens(battle: Battle, roller: Roller) -> SideId:
    """The side with the initiative: ahead of all others in 1d100 and what its commander adds; "" for none of several alike.

    Nobody rolls where no side has a commander; the keys are "battle/<id>/initiative/<side>".
    """
    if not any(battle.command.values()):
        return ""
    under = f"battle/{battle.id}/initiative"
    rolled = {side: roller.roll(f"{under}/{side}", 100).total + battle.command.get(side, 0) for side in battle.sides}
    best = max(rolled.values())
    ahead = [side for side, total in rolled.items() if total == best]
    return ahead[0] if len(ahead) == 1 else ""
