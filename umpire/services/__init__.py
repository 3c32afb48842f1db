"""What every function of the umpire is given: database, workers, cache, rule book."""
