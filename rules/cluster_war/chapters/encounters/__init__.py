"""What waits in systems, played out: traps, scenes with choices, monsters, worm holes (B, 12.1, 14)."""
