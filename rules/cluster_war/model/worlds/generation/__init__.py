"""Making a cluster by Appendix B: objects, planets, specials, names."""
