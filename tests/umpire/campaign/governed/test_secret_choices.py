"""A governor's random choices: a function of the turn's seed and of the side's salt, which nobody who reads the seed has."""

from tests.test_roll_keys import WORD, fitting
from umpire.campaign.governed.ai_turns import key_of, secret_key


def test_who_reads_the_told_seed_cannot_work_out_what_a_governor_chose() -> None:
    told = key_of(b"seed", "vermin")
    keys = {secret_key(told, salt) for salt in ("0:aa", "0:bb")}
    assert len(keys | {told}) == 3
    assert secret_key(told, "0:aa") == secret_key(told, "0:aa")


def test_the_page_on_keys_says_that_nobody_works_them_out_without_the_sides_salt() -> None:
    [row] = fitting(f"governor/vermin/{WORD}")
    assert (row.told, row.secret, row.who) == ("turn", True, "the game master")
