"""What a fight's records leave unsaid: numbers and switches that are something unless somebody says otherwise."""

from tests.rules.defaults import Plain, counted, unsaid

SOMETHING: dict[str, Plain] = {
    # all
    "Jet.attention": 100,
    "Moment.turn": 1,
    "Moment.phase": 1,
    "Dogfight.columns": 24,
    "Dogfight.rows": 24,
    "Dogfight.schema": 1,
}


def test_what_nobody_says_is_nothing_but_for_these() -> None:
    """Another default would change every fight that was saved before."""
    assert unsaid("rules.air_force") == SOMETHING
    assert counted("rules.air_force") > 3 * len(SOMETHING)
