"""A campaign whose game master is away, or that has none: what the book says, and what the players vote on."""
