"""What tests ask of scripted dice; the dice stand in rules/ because amendments are tried with them."""

from rules.dice import ScriptedDice


def assert_used_up(dice: ScriptedDice) -> None:
    """AssertionError if scripted faces are left that nobody rolled."""
    left = dice.faces[sum(len(roll.faces) for roll in dice.rolls) :]
    assert not left, f"{len(left)} scripted faces were never rolled: {list(left)}"
