"""Research projects, their difficulty, and technology between empires (8.0, 8.1)."""
