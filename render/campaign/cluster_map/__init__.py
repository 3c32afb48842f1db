"""The map of the cluster."""
