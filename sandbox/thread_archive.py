"""Threads that archive themselves: so many minutes after their last activity, as soon as anybody looks."""

from math import inf

from sandbox.actions import publish_channel
from sandbox.interactions import Core


def archive_quiet(core: Core) -> None:
    """Archive every thread whose time has come, in the order in which it came, and tell of each (THREAD_UPDATE).

    Called before anybody looks or acts, so that nobody finds a thread active that is not.
    """
    now = core.clock()
    if now < core.next_archive:
        return
    active = [each for each in core.world.channels.values() if each.is_thread and not each.archived]
    for thread in sorted(active, key=lambda each: each.archives_at):
        if thread.archives_at > now:
            break
        thread.archive_changed_at = thread.archives_at
        thread.archived = True
        publish_channel(core, thread, "UPDATE")
    core.next_archive = min((each.archives_at for each in active if not each.archived), default=inf)
