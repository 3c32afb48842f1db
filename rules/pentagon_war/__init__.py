"""The Pentagon War: ship combat on hexes in twelve impulses a turn (Roger M. Wilcox)."""
