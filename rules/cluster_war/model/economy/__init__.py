"""What colonies yield, the supply grid, trade income and the books (5.0, 11.0)."""
