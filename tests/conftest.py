"""What every test shares: the ledger's check of cited rules, and hypothesis set so that a run can be repeated."""

from hypothesis import settings

pytest_plugins = ("tests.rule_marks", "tests.on_postgresql")

# A shared machine is slow at times, which is no bug: no deadline. `--hypothesis-profile=fuzz` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=5_000)
settings.load_profile("repeatable")
