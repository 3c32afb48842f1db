"""What a side has met, as text, and the lists of scenes and choices that are offered."""

from collections.abc import Iterable, Sequence
from typing import Final

from discord.app_commands import Choice

from cogs.campaign.common.choices import complete, known_to
from cogs.common.autocomplete import Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction
from render.words.safe_text import plain
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, odds_text, open_scene, short_scene
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.turn.planning.suggestions.suggestion import picture
from rules.errors import GameError

NOTHING: Final = "Nothing waits for your answer."
MOST_ENDED: Final = 5


def scene_list(view: View, sheet: Sequence[SignedOrder] = ()) -> str:
    """What waits for a side's answer, with each choice and its chance and the answer that is on its sheet, and what came of the
    last ones."""
    lines = ["### What you have met"]
    open_ones = [scene for scene in view.scenes if not scene.closed]
    planned = picture(view, ()) if open_ones else None
    given = {signed.order.scene: signed.order.choice for signed in sheet if isinstance(signed.order, AnswerScene)}
    for scene in open_ones:
        lines += _told(view, scene, planned, given.get(scene.id, ""))
    if not open_ones:
        lines.append(NOTHING)
    ended = [scene for scene in view.scenes if scene.closed and scene.outcome][-MOST_ENDED:]
    for scene in reversed(ended):
        title = scene_row(view.settings, scene.kind)["title"]
        lines.append(f"-# Turn {scene.closed}, {title} at {place_name(view, scene.hex)}: {plain(scene.outcome, 300)}")
    return "\n".join(lines)


def _told(view: View, scene: Scene, planned: PlannedState | None, given: str) -> Iterable[str]:
    row = scene_row(view.settings, scene.kind)
    where = plain(place_name(view, scene.hex))
    yield f"**{short_scene(scene.id)} · {row['title']}** at {where} `{row['rule']}`"
    yield row["look"]
    for key, choice in choices_of(view.settings, scene.kind).items():
        odds = odds_text(planned, scene, choice) if planned is not None else ""
        usual = ", done if you do not answer" if key == row["usual"] else ""
        needs = ", takes towing links" if choice["needs"] else ""
        mark = "✔ on your sheet, " if key == given else ""
        yield f"- `{key}` {mark}{choice['label']}: {odds}{needs}{usual}"


def scenes(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's scenes that wait for an answer."""
    for scene in view.scenes:
        if not scene.closed:
            title = scene_row(view.settings, scene.kind)["title"]
            yield (
                f"{short_scene(scene.id)}: {title} at {plain_text(place_name(view, scene.hex))}",
                short_scene(scene.id),
            )


scene_option = complete(scenes)


async def choice_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The choices of the scene that was picked, with their chances; none before it is known."""
    known = await known_to(interaction)
    if known is None or known[0].me is None:
        return []
    view, sheet = known
    try:
        scene = open_scene(view.scenes, view.side, str(interaction.namespace.encounter or ""))
    except GameError:
        return []
    planned = picture(view, sheet)
    rows = choices_of(view.settings, scene.kind).items()
    return choices_from([(f"{row['label']}: {odds_text(planned, scene, row)}", key) for key, row in rows], typed)
