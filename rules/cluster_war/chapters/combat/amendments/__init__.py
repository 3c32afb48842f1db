"""What the game master rules on combat: battles, damage, raids and ground fronts."""
