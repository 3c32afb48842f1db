"""What differs between the games that are played in tactical games, as pure functions of bytes."""
