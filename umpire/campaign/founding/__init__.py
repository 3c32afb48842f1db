"""Campaigns that are made by their players: the plan, the races, and at last the cluster (CW-19.0)."""
