"""Trade income: shares, the cap, and what a side may read from it."""

from typing import Literal

import pytest

from rules.cluster_war.model.economy.income import count_income, gross, income, share, trade_lines
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.values import changed
from tests.rules.cluster_war.build import draft_of, small, with_colony

PLAIN = Settings()


@pytest.mark.rule("CW-11.0-03")
@pytest.mark.parametrize(("partner", "gained"), [(10_000, 500), (1_000, 50), (1_019, 50), (1_020, 51), (19, 0)])
def test_limited_trade_brings_a_twentieth_of_the_partners_gross_rounded_down(partner: int, gained: int) -> None:
    assert share(partner, 10_000, "limited", PLAIN) == gained


@pytest.mark.rule("CW-11.0-04")
@pytest.mark.parametrize(("partner", "gained"), [(3_000, 300), (3_309, 330)])
def test_full_trade_brings_a_tenth(partner: int, gained: int) -> None:
    assert share(partner, 10_000, "full", PLAIN) == gained


@pytest.mark.rule("CW-11.0-06")
@pytest.mark.parametrize(
    ("own", "partner", "level", "gained"), [(1_000, 10_000, "limited", 250), (2_000, 25_000, "full", 500)]
)
def test_an_agreement_brings_at_most_a_quarter_of_the_own_gross(
    own: int, partner: int, level: Literal["limited", "full"], gained: int
) -> None:
    assert share(partner, own, level, PLAIN) == gained


@pytest.mark.rule("CW-11.0-05")
def test_what_one_gains_nobody_pays() -> None:
    assert share(10_000, 1_000, "limited", PLAIN) == 250
    assert share(1_000, 10_000, "limited", PLAIN) == 50
    traded = with_partners(small(), TradePartner("humans", "Taurians", 10_000, "limited"))
    assert income(traded, "humans").production == income(small(), "humans").production == 1_000


@pytest.mark.rule("CW-11.0-07")
def test_the_cap_is_measured_on_production_without_treasury_and_trade() -> None:
    state = with_partners(
        small(), TradePartner("humans", "A", 90_000, "full"), TradePartner("humans", "B", 90_000, "full")
    )
    rich = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], treasury=400)})
    assert income(rich, "humans").trade_lines == (("A", 250), ("B", 250))


@pytest.mark.rule("CW-11.0-07")
def test_a_cut_off_colony_still_counts_for_the_gross() -> None:
    state = with_colony(small(), "humans", "1010", 1, 200)
    assert gross(state, "humans") == 1_200
    traded = with_partners(state, TradePartner("humans", "A", 90_000, "full"))
    assert income(traded, "humans").trade == 300


@pytest.mark.rule("CW-11.0-06")
def test_a_campaign_may_cap_all_agreements_together() -> None:
    settings = Settings(rulings={"CW-11.0-06": "total"})
    partners = [TradePartner("humans", name, 20_000, "full") for name in ("A", "B", "C")]
    assert trade_lines(partners, "humans", 10_000, PLAIN) == (("A", 2_000), ("B", 2_000), ("C", 2_000))
    assert trade_lines(partners, "humans", 10_000, settings) == (("A", 2_000), ("B", 500), ("C", 0))


@pytest.mark.rule("CW-11.0-08")
def test_each_partners_line_is_shown_to_its_own_side_alone() -> None:
    state = with_partners(
        small(),
        TradePartner("humans", "Taurians", 3_000, "full"),
        TradePartner("vermin", "Sollurians", 1_000, "limited"),
    )
    assert income(state, "humans").trade_lines == (("Taurians", 250),)
    assert income(state, "vermin").trade_lines == (("Sollurians", 50),)
    draft = draft_of(state)
    count_income(draft)
    reasons = {e.seen_by: [m.reason for m in e.cause.modifiers] for e in draft.events}
    assert "trade with Taurians" in reasons["humans",]
    assert "trade with Taurians" not in reasons["vermin",]


@pytest.mark.rule("CW-11.0-02")
def test_without_an_agreement_there_is_no_trade() -> None:
    assert income(small(), "humans").trade == 0
    assert share(10_000, 10_000, "none", PLAIN) == 0


def with_partners(state: GameState, *partners: TradePartner) -> GameState:
    """The state with these agreements."""
    return changed(state, trade=partners)
