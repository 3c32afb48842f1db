"""The dashboard: buttons from a pinned message to an order on the sheet, and the game master's."""
