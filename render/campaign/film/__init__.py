"""The campaign so far as a moving picture."""
