"""What psionic minds do to others, by the game master's hand (chapter 15)."""
