"""/race: a player designs their race and its starting package; nobody else sees it but the game master."""
