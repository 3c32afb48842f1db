"""Orders before the deadline: is an order legal as its giver sees things, and what would the sheet do?"""
