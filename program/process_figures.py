"""The process's own figures, `process_*`: memory, processor time, open files."""

import sys
import time

from prometheus_client.process_collector import ProcessCollector


class OwnProcess(ProcessCollector):
    """As prometheus_client reads them of /proc/self, and where nothing but processes is in /proc, too.

    So it is for a unit of systemd with ProcSubset=pid. prometheus_client wants /proc/stat, for the time of boot alone, and gives
    nothing at all without it; the clocks know that time as well, to a fraction of a second. Without /proc there are no figures.
    """

    def _boot_time(self) -> float | None:
        """UTC seconds."""
        try:
            return super()._boot_time()  # type: ignore[no-untyped-call,no-any-return] # prometheus_client's, without types
        except OSError:
            if sys.platform != "linux":
                raise
            return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
