"""Pictures and texts of Cluster War, from a view alone."""
