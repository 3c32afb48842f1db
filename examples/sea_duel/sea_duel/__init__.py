"""Sea Duel: two ships, plotted at the same time. A game for Admiralty from outside its repository."""
