"""A turn's state while it is resolved."""
