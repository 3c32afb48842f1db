"""What Cluster War is called in the database."""

from typing import Final

SYSTEM: Final = "cluster_war"
