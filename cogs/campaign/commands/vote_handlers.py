"""A council of players votes: who asked says in a public text what is put to the vote, and each seat says yes, no or abstains."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.common.campaign_context import player_here, player_pressed
from cogs.common.components import SUCCESS, ButtonData, Field, Form, FormMaker, Handler, button_for, open_form
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of, show_panel
from cogs.common.panels import Panel, Part, button_row, line_in, order_line, text_panel
from render.campaign.letters.vote_texts import LONGEST
from render.words.safe_text import plain
from rules.values import GameError, WrongPhaseError
from umpire.campaign.gm import player_votes
from umpire.campaign.gm.player_votes import BALLOTS, Ballot

BLUE: Final = 0x4F9DDE
OUTCOME_LINE: Final = "— what is to happen —"
VOTES_SHOWN: Final = 5
LONGEST_TEXT: Final = 300


async def mine(interaction: Interaction, data: ButtonData) -> None:
    """What the presser has asked in plain words, each with a button that puts it to the vote."""
    seat = await player_pressed(interaction, data, "button")
    asked = await player_votes.my_questions(services_of(interaction), seat)
    parts: list[Part] = [
        "### Ask the council\nNo rule covers what you asked. More than half of the players must say yes; without "
        "that the default ruling decides. Everybody reads what you write, so keep your secrets out of it."
    ]
    for one in asked[:VOTES_SHOWN]:
        on = "the council votes on it" if one.vote is not None else "not put to the vote yet"
        parts.append(f"> {plain(one.text, LONGEST_TEXT)}\n-# {on}")
        write = ButtonData("council-ask", data.game, data.revision, one.ref)
        parts.append(button_row(button_for("Write what everybody reads", write, disabled=one.vote is not None)))
    if not asked:
        parts.append("None of your questions waits for an answer.")
    await show_panel(interaction, Panel(BLUE, *parts))


async def ask(interaction: Interaction, data: ButtonData) -> None:
    """The button that opens the form."""
    await open_form(interaction, await ask_form(interaction, data))


async def ask_form(interaction: Interaction, data: ButtonData) -> Form:
    """What is put to the vote, in words for everybody; sending it shows them once more before anything is public."""
    seat = await player_pressed(interaction, data, "button")
    asked = {one.ref for one in await player_votes.my_questions(services_of(interaction), seat)}
    if data.rest not in asked:
        raise WrongPhaseError("That is answered already.")

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await player_pressed(later, data, "form")
        words = f"{given['wording'].strip()}\n{OUTCOME_LINE}\n{given['outcome'].strip()}".replace("`", "'")
        yes = button_for(
            "Yes, put it to the vote", ButtonData("council-put", data.game, data.revision, data.rest), style=SUCCESS
        )
        text = "### Everybody will read this\nPress the button if it tells none of your secrets."
        await say(later, panel=Panel(BLUE, text, order_line(words), button_row(yes)))

    fields = (
        Field("wording", "What you ask", "Everybody reads it; no secrets", long=True, needed=True, most=LONGEST),
        Field("outcome", "What is to happen", "This is voted on", long=True, needed=True, most=LONGEST),
    )
    return Form("Ask the council", fields, sent, data)


async def put(interaction: Interaction, data: ButtonData) -> None:
    """The yes to the public wording, which is on the message."""
    seat = await player_pressed(interaction, data, "button")
    wording, mark, outcome = line_in(interaction.message).partition(f"\n{OUTCOME_LINE}\n")
    if not mark:
        raise GameError("The words are no longer on this message; press Ask the council on your dashboard again.")
    await player_votes.put_to_vote(services_of(interaction), seat, data.rest, wording, outcome)
    _announce(interaction)
    await replace_message(
        interaction, text_panel("✔ The council votes on it, in the campaign's channel. You said yes.", BLUE)
    )


async def cast(interaction: Interaction, data: ButtonData, *, ballot: Ballot) -> None:
    """A word of the presser's side; it may be changed while the vote is open."""
    seat = await player_here(interaction)
    if seat.game_id != data.game:
        raise WrongPhaseError("This vote belongs to another campaign.")
    state = await player_votes.vote(services_of(interaction), seat, data.rest, ballot)
    _announce(interaction)
    then = "You may change it while the vote is open." if state == "open" else "That decides it."
    await say(interaction, f"✔ Your side says: {ballot}. {then}")


def _announce(interaction: Interaction) -> None:
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()


FORMS: Final[Mapping[str, FormMaker]] = {"council-ask": ask_form}
BUTTONS: Final[Mapping[str, Handler]] = {
    "council-mine": mine,
    "council-ask": ask,
    "council-put": put,
    **{f"council-{ballot}": partial(cast, ballot=ballot) for ballot in BALLOTS},
}
