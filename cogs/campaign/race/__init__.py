"""/race: a player designs his race and its starting package; nobody else sees it but the game master."""
