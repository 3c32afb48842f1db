"""A turn's report in sentences."""
