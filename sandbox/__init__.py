"""A Discord on this machine: REST v10, the gateway, and a page for people."""
