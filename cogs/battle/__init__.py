"""The Pentagon War on Discord: /battle, /ship, /plot and /fire."""
