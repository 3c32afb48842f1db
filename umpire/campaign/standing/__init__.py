"""Standing orders of a campaign's sides: kept, changed, and laid on the sheet as a turn opens."""
