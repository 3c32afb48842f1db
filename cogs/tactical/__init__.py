"""What every tactical game offers in Discord: one group of commands, made from what the game says of itself."""
