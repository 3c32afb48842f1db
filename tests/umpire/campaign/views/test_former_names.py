"""What fleets were called as a turn began: each side has its own alone, whoever else lost some."""

from rules.cluster_war.model.state.game import GameState
from storage.codec import encode_state, pack
from tests.rules.cluster_war.build import small, with_fleet
from umpire.campaign.views.reports import names_in


def packed() -> bytes:
    state: GameState = with_fleet(small(), "humans", "0303", "scout", name="Lantern")
    return pack(encode_state(with_fleet(state, "vermin", "1818", "destroyer", name="Secret Swarm")))


def test_a_side_gets_the_names_of_its_own_fleets_and_the_game_master_all() -> None:
    assert names_in(packed(), "humans") == {"humans-F1": "Lantern"}
    assert names_in(packed(), "vermin") == {"vermin-F1": "Secret Swarm"}
    assert names_in(packed(), "") == {"humans-F1": "Lantern", "vermin-F1": "Secret Swarm"}
    assert names_in(b"", "humans") == {}
