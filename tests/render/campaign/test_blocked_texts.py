"""Letters on a turn that has failed twice say what is in its way, and what can be done about it now."""

from render.campaign.letters.blocked_texts import in_the_way, nothing_found, set_aside, waits_for_battles

ORDERS = [("Humans", "move F1 to 0505")]


def test_an_open_turn_offers_the_button_and_one_that_waits_for_battles_does_not() -> None:
    free = in_the_way(3, "ab12", ORDERS, [("Vermin", "Swarm")], is_open=True)
    assert "- Humans's order `move F1 to 0505`" in free
    assert "- Vermin's fleet Swarm" in free
    assert "Press the button" in free
    waits = in_the_way(3, "ab12", ORDERS, [], is_open=False)
    assert "Press the button" not in waits
    assert "Take it back to its orders (/gm undo)" in waits


def test_everybody_is_told_whose_it_is_and_no_more_or_that_it_is_nobodys() -> None:
    assert "Something that belongs to Humans and Vermin is in the way" in waits_for_battles(
        3, "ab12", ["Humans", "Vermin"]
    )
    assert "No order and no fleet is in the way" in nothing_found(3, "ab12")


def test_a_long_list_is_cut_and_says_by_how_much() -> None:
    told = set_aside(3, [f"move F{n} to 0505" for n in range(12)], ["Swarm"])
    assert told.count("`move") == 8
    assert "and 4 more" in told
    assert "- Swarm" in told
