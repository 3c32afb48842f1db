"""Chance for evenings that are held side by side: a stream of its own for everyone who asks for random bytes.

With one stream for all, a secret that sends one letter more takes the bytes that the next turn's seed would have been,
and everybody's later dice differ: a difference that comes from the harness and from nothing else. In truth the bytes are
independent of each other, so that giving each asker its own stream takes nothing away that a victim could learn.

Who asks is read off the stack: the function of the umpire that calls `services.entropy`. So the umpire need not know
that it is being compared, and a new asker has its own stream without anybody's doing.
"""

import sys

from playtest.entropy import KeyedEntropy


def by_asker(seed: str) -> KeyedEntropy:
    """The n-th bytes that one function asks for are the same in every evening of one seed, whatever others ask for."""

    def key(_: int) -> str:
        asker = sys._getframe(2)  # this function is called by the entropy, and that by who asks
        return f"{seed}|{asker.f_globals.get('__name__', '')}.{asker.f_code.co_name}|"

    return KeyedEntropy(key)
