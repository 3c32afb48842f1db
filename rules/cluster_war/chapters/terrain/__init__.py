"""Weather and terrain between the stars, carried out (chapter 14)."""
