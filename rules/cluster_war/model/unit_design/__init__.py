"""Unit design: the component catalogue, drafts, prices, checks and design sheets (6.2 to 6.5, Appendix A)."""
