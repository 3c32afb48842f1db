"""Courses offered to raiders: from the colonies of others that their side knows, with what they can expect there."""

from collections.abc import Iterable

from discord.app_commands import Choice

from cogs.campaign.common.choices import known_to
from cogs.campaign.common.voyages import fleet_in
from cogs.common.autocomplete import Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction
from rules.cluster_war.chapters.combat.raid_orders import courses
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View


def raid_courses(view: View, fleet: Fleet) -> Iterable[Pair]:
    """Courses with the system they end in, and the catches to be expected by what the side knows; the value is the course."""
    for course in courses(view, fleet):
        flag = view.all_flags.get(course.side)
        whose = plain_text(flag.name if flag else course.side)
        path = ", ".join(course.path)
        yield f"to {course.to} of {whose}, {len(course.path)} hexes, expected catches {course.expected}: {path}", path


async def course_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Courses for the chosen fleet; none before it is known."""
    known = await known_to(interaction)
    found = fleet_in(*known, str(interaction.namespace.fleet or "")) if known is not None else None
    if known is None or found is None or found.transit is not None:
        return []
    return choices_from(raid_courses(known[0], found), typed)
