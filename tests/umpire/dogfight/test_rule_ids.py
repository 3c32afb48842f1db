"""The dogfight's rules are found in the rule book as people write their ids."""

import pytest

from umpire.services.rulebook import load_rulebook


@pytest.mark.parametrize("typed", ["JET-E01", "jet e1", "Jet e 1"])
def test_a_rule_is_found_as_people_write_its_id(typed: str) -> None:
    assert load_rulebook().get(typed).id == "JET-E01"
