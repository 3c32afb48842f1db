"""What the letters and sentences of all tactical games say of a dogfight."""

from render.words.letters import format_tactical_undone
from umpire.dogfight.kind import DOGFIGHTS
from umpire.tactical_kinds.known import KINDS, one_of_them


def test_a_dogfight_has_words_of_its_own() -> None:
    words = DOGFIGHTS.words
    commands = {said.split()[0] for said in (words.look, words.replay, words.join, DOGFIGHTS.dice_command)}
    assert commands == {"/dogfight"}
    assert format_tactical_undone("Duel", 2, "A slip", words.if_undone, "-# dice").split("\n")[1:] == [
        "You are asked again from its beginning.",
        "-# dice",
    ]
    assert one_of_them(KINDS.values()) == "a battle or dogfight"
