"""Coming back: what happened since somebody last looked, and a digest of all their games."""
