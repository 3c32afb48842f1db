"""The players' command groups of Cluster War, one file each."""
