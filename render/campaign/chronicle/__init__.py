"""The chronicle of a campaign: one text and one page with its empires, years, battles, dealings, discoveries and awards."""
