"""What a process remembers: made once, however many ask for it at one time."""

import asyncio
from typing import Final

from umpire.services.services import Cache, Slot

WORDS: Final[Slot[str, str]] = Slot(limit=2)


async def test_who_comes_second_waits_for_what_is_being_made() -> None:
    cache, made = Cache(), list[str]()

    async def ask(key: str) -> str:
        async with cache.making(WORDS, key):
            found = cache.of(WORDS).get(key)
            if found is None:
                await asyncio.sleep(0)  # as a database would
                made.append(key)
                found = cache.of(WORDS).put(key, key.upper())
        return found

    assert await asyncio.gather(*(ask(key) for key in "aabab")) == list("AABAB")
    assert sorted(made) == ["a", "b"]


async def test_a_value_whose_making_failed_is_made_by_the_next() -> None:
    cache = Cache()

    async def ask(*, fails: bool) -> str:
        async with cache.making(WORDS, "a"):
            await asyncio.sleep(0)
            if fails:
                raise ZeroDivisionError
            return cache.of(WORDS).put("a", "A")

    failed, found = await asyncio.gather(ask(fails=True), ask(fails=False), return_exceptions=True)
    assert isinstance(failed, ZeroDivisionError)
    assert found == "A"
