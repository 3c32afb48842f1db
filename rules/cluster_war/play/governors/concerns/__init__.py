"""A governor's concerns: each a function from what is known to weighed proposals."""
