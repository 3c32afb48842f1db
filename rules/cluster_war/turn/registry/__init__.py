"""All orders of the game, collected from its chapters."""
