"""Answers to what fleets have met: the cautious one, unless a better is likely enough for this character (12.1-04, B)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.encounters.numbers import choices_of, helps_of, scene_row
from rules.cluster_war.chapters.encounters.orders.answering import AnswerScene, parts_of
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using

CONCERN: Final = "encounters"
FIRST: Final = 2000
"""Before all else: other orders for fleets that draw off come to nothing."""
LEAVES: Final = "away"
"""What a choice does that takes the fleet to the next hex."""


def encounters(known: Known) -> Iterator[Proposal]:
    """One answer to each scene that is open."""
    for scene in known.view.scenes:
        if scene.closed or scene.answer or f"scene {scene.id}" in known.planned.ordered:
            continue
        row, aboard = scene_row(known.settings, scene.kind), parts_of(known.planned, scene)
        best, odds = row["usual"], known.nature.dares - 1
        for key, choice in choices_of(known.settings, scene.kind).items():
            if (choice["needs"] and not aboard.get(choice["needs"])) or not choice["chance"]:
                continue
            chance = sum(m.value for m in helps_of(known.settings, choice, aboard))
            if chance > odds:
                best, odds = key, chance
        choice = choices_of(known.settings, scene.kind)[best]
        way = "the cautious way" if best == row["usual"] else f"{odds} % is good enough for us"
        why = f"{row['title']} at {known.planned.place(scene.hex)}: {choice['label']}, {way}"
        uses = [f"scene/{scene.id}"]
        if LEAVES in {
            choice["good"],
            choice["bad"],
        }:  # all who are there draw off, and are elsewhere when other orders come up
            there = (f.id for f in known.planned.fleets.values() if f.hex == scene.hex and f.transit is None)
            uses += [f"fleet/{fleet}" for fleet in there]
        yield Proposal(CONCERN, (AnswerScene(scene.id, best),), why, FIRST, uses=using(*uses))
