"""A Discord on this machine: REST v10, the gateway, and a page for people.

Not modelled, and answered as an unknown route or silently absent: voice, stages, events, emoji and stickers of one's
own, invites, bans, webhooks other than those of interactions, polls, forums, audit log, auto-moderation, user installs
and their limit of followups, threads that archive themselves, the limit on edits of old messages (30046), the limit
of 200 new commands a day, global rates, and Discord's own outages. Identify limits are not counted.
"""
