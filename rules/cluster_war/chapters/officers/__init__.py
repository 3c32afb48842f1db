"""Officers and graded crews (17)."""
