"""What may be aimed at what: arms, ranges, sight, and every condition of a shot."""
