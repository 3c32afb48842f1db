"""Supply, rights, trade, aid and technology in players' notation, both ways."""

import pytest

from rules.cluster_war.chapters.diplomacy.treaty_orders import (
    AcceptTrade,
    EndTrade,
    GrantRights,
    OfferTrade,
    RevokeRights,
)
from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, TakeCraft
from rules.cluster_war.chapters.logistics.supply_orders import (
    GiftCps,
    LoadMunitions,
    LoadSupplies,
    TransferSupplies,
    UnloadMunitions,
    UnloadSupplies,
)
from rules.cluster_war.chapters.research.project_orders import ProposeTechnology, StartProject
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.holdings import Base, Design
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.registry import VERBS
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import NotationError, changed
from storage.codec import ORDERS
from tests.rules.cluster_war.build import DESIGNS, small, with_fleet


def names() -> Names:
    """The Humans with two fleets at home, a depot there, and gunboats on their roster."""
    state = small()
    state = with_fleet(state, "humans", "0303", "freighter", name="Convoy")
    state = with_fleet(state, "humans", "0303", "destroyer", name="1st Fleet")
    kinds = {**DESIGNS, "gunboat": Design("gunboat", "Gunboat", "small_craft", 9, 9)}
    sides = {**state.sides, "humans": changed(state.sides["humans"], designs=kinds)}
    base = Base("humans/BS01", "humans", "base", "Watch", "0303")
    return names_of(view_for(changed(state, sides=sides, bases={base.id: base}), "humans"))


NAMES = names()
CASES: list[tuple[str, Order]] = [
    ('supply "Convoy" 40', LoadSupplies("humans-F1", 40)),
    ('unsupply "Convoy" 40', UnloadSupplies("humans-F1", 40)),
    ('unsupply "Convoy" 40 at "humans/BS01"', UnloadSupplies("humans-F1", 40, "humans/BS01")),
    ('hand "Convoy" 40 to "1st Fleet"', TransferSupplies("humans-F1", 40, "humans-F2")),
    ('arm "Convoy" 20 from "Humans 0303"', LoadMunitions("humans-F1", 20, "0303-3")),
    ('disarm "Convoy" 20', UnloadMunitions("humans-F1", 20)),
    ('disarm "Convoy" 20 at "humans/BS01"', UnloadMunitions("humans-F1", 20, "humans/BS01")),
    ('embark "Convoy" 6 "Gunboat" from "Humans 0303"', TakeCraft("humans-F1", "0303-3", "gunboat", 6)),
    ('embark "Convoy" 6 "Gunboat" from "Humans 0303" crated', TakeCraft("humans-F1", "0303-3", "gunboat", 6, True)),
    ('disembark "Convoy" 6 "Gunboat" at "Humans 0303"', LandCraft("humans-F1", "0303-3", "gunboat", 6)),
    ('aid "Convoy" 40 at 1818-3', GiftCps("humans-F1", 40, "1818-3")),
    ('grant "Vermin" supply', GrantRights("vermin", "supply")),
    ('revoke "Vermin" rearm', RevokeRights("vermin", "rearm")),
    ('trade "Vermin" limited', OfferTrade("vermin", "limited")),
    ('accept "Vermin"', AcceptTrade("vermin")),
    ('endtrade "Vermin"', EndTrade("vermin")),
    ('share "Beam Weapons" with "Vermin"', ShareData("vermin", "Beam Weapons")),
    ('transfer "Beam Weapons" to "Vermin"', TransferTechnology("vermin", "Beam Weapons")),
    ('transfer "Beam Weapons" to "Vermin" paid', TransferTechnology("vermin", "Beam Weapons", True)),
    (
        'propose "Void Lance" for "a beam that no shield stops"',
        ProposeTechnology("Void Lance", "a beam that no shield stops"),
    ),
    ('pay "Beam Weapons"', PayTransfer("Beam Weapons")),
    ('lend "Magnetic Monopoles" to "Vermin"', GiveMaterial("vermin", "Magnetic Monopoles")),
    (
        'research "Warheads" at 0303 steps 10 with 25 technology "Bombs" levels',
        StartProject("Warheads", "0303", 10, 25, "Bombs", incremental=True),
    ),
]


@pytest.mark.parametrize(("line", "order"), CASES, ids=[c[0] for c in CASES])
def test_every_order_is_written_read_back_and_stored(line: str, order: Order) -> None:
    assert format_order(order, NAMES) == line
    assert parse_order(line, NAMES) == order
    assert ORDERS.decode(ORDERS.encode(order)) == order


def test_every_order_has_its_form() -> None:
    assert len({type(order) for _, order in CASES} - {StartProject}) == 18
    assert {line.split(" ")[0] for line, _ in CASES} <= set(VERBS)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("supply convoy 40 points", LoadSupplies("humans-F1", 40)),
        ("disarm convoy 20 cps at watch", UnloadMunitions("humans-F1", 20, "humans/BS01")),
        ("trade verm FULL", OfferTrade("vermin", "full")),
        ("accept vermin", AcceptTrade("vermin")),
        ("pay Beam Weapons", PayTransfer("Beam Weapons")),
        ("research Warheads at 0303 steps 2 with 25 levels", StartProject("Warheads", "0303", 2, 25, incremental=True)),
    ],
)
def test_notation_is_forgiving(line: str, order: Order) -> None:
    assert parse_order(line, NAMES) == order


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("supply Convoy", "Write it like this: supply"),
        ("trade Martians full", "There is no empire `Martians`"),
        ("trade Vermin lots", "Write it like this: trade"),
        ("arm Convoy 5 from Nowhere", "You have no colony or base"),
        ("grant Vermin everything", "one of supply, rearm, aid"),
    ],
)
def test_what_cannot_be_read_is_answered_with_its_form(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_order(line, NAMES)
