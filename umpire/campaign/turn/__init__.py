"""A month's course: adjudicated, published, taken back."""
