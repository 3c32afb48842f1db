"""What command groups are given: the umpire's desk and what runs beside it."""

from dataclasses import dataclass
from typing import TypeAlias

import discord

from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.services.rulebook import Rulebook
from umpire.services.services import Umpire


@dataclass(frozen=True, slots=True)
class Bench:
    """The tools of a running bot."""

    desk: Umpire
    clock: Clock
    deliverer: Deliverer
    rulebook: Rulebook


class BenchClient(discord.Client):
    """A client that carries its bench; `cogs.shell.client` builds the rest."""

    bench: Bench


Interaction: TypeAlias = discord.Interaction[BenchClient]


def bench_of(interaction: Interaction) -> Bench:
    """The bench of the client that received this interaction."""
    return interaction.client.bench
