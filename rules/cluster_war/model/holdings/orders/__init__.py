"""The orders on the budget as a whole, one row each."""
