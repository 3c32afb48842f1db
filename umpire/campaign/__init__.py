"""What may be asked of a Cluster War campaign."""
