"""What may be asked of a dogfight."""
