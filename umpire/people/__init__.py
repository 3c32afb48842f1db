"""People: what is kept of somebody, how it is removed, and what they were writing."""
