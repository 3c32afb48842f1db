"""A Discord on this machine: REST v10, the gateway, and a page for people.

`python -m sandbox` starts one. What it models and what not, table by table, is in docs/sandbox.md.
"""
