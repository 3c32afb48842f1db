"""/campaign solo: a campaign for one, by a few taps."""
