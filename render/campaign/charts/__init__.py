"""Charts of an empire's past, drawn from what its own side saw each turn."""
