"""What differs between the games that are played in bouts, as pure functions of bytes."""
