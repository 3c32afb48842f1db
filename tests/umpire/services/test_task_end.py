"""Tasks that run beside everything else are ended, whatever becomes of a cancellation."""

import asyncio

from umpire.services.task_end import end


async def test_who_lost_its_cancellation_is_cancelled_again() -> None:
    lost = 0

    async def stubborn() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost == 2:
                    raise
                lost += 1

    async def failed() -> None:
        raise ValueError("long ago")

    tasks = [asyncio.create_task(stubborn()), asyncio.create_task(failed())]
    await asyncio.sleep(0)
    await end(tasks)
    assert lost == 2
    assert tasks[0].cancelled()
    assert [task.done() for task in tasks] == [True, True]
    await end(())
