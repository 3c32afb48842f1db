"""From a scenario to the first state (3.0, 19.0)."""
