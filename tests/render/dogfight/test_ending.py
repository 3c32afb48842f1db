"""How a dogfight's end is told: every loss with its cause and turn, each jet's best shot."""

from render.dogfight.ending import format_ending
from rules.air_force.events import Fired, JetGone
from rules.air_force.orders import Moment
from rules.air_force.view import view_for
from rules.values import Cause
from tests.rules.air_force.kit import fight, jet


def shot(by: str, turn: int, total: int, *, hits: int = 0) -> Fired:
    return Fired(
        Moment(turn, 4, by), Cause("JET-X08"), by, "gun", target="B1", needed=8, total=total, hit=hits > 0, hits=hits
    )


def test_losses_come_with_turn_and_cause_and_each_jet_with_its_best_shot() -> None:
    view = view_for(fight(jet("P1"), jet("W1"), jet("B1", "red")), None)
    gone = JetGone(Moment(5, 4), Cause("JET-X11"), "B1", "shot down", "P1")
    told = format_ending(view, [shot("P1", 2, 12), shot("P1", 4, 8, hits=1), shot("W1", 3, 5), shot("W1", 4, 7), gone])
    assert len(told) == 3
    assert told[0].startswith("Turn 5: ")
    assert "shot down" in told[0]
    assert told[1] == "Best shot of P1: guns at B1 in turn 4, 8 where 8 was needed: hit (1)."
    assert told[2] == "Best shot of W1: guns at B1 in turn 4, 7 where 8 was needed: missed."
