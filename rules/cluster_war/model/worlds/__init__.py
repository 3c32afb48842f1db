"""Worlds and how a cluster is made (2.1, Appendix B)."""
