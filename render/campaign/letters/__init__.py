"""Texts of a campaign's letters; who gets one is the umpire's."""
