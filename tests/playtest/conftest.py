"""The e2e table, for the player that is scripted."""

from tests.e2e.conftest import table

__all__ = ["table"]
