"""One side's things as its orders change them: in a turn being resolved, or on a sheet being planned."""
