"""What if: a turn that the game master plays otherwise in private, and a player's rehearsal of the turn to come."""
