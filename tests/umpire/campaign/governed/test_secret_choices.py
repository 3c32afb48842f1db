"""A governor's random choices: a function of the turn's seed and of the side's salt, which nobody who reads the seed has."""

from umpire.campaign.governed.ai_turns import key_of, secret_key


def test_who_reads_the_told_seed_cannot_work_out_what_a_governor_chose() -> None:
    told = key_of(b"seed", "vermin")
    keys = {secret_key(told, salt) for salt in ("0:aa", "0:bb")}
    assert len(keys | {told}) == 3
    assert secret_key(told, "0:aa") == secret_key(told, "0:aa")
