"""What a player, the GM or the clock may ask of a game; one transaction each."""
