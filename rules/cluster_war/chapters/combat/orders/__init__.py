"""The orders for war, one row each."""
