"""Commands in the page: the palette, option chips, suggestions, checks, modals, buttons and menus."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from sandbox.app import Sandbox
from tests.browser.conftest import TakeSeat
from tests.browser.kit import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_a_command_can_be_found_filled_and_sent_with_the_keyboard_alone(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    keys = ada.page.keyboard
    await expect(ada.page.locator("#composer-text")).to_be_focused()
    await keys.type("/fl")
    await expect(ada.suggestions).to_have_text([re.compile("/fleet list"), re.compile("/fleet move")])
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ada.form.locator(".chip-name")).to_have_text(["fleet", "to"])
    await keys.type("second")
    await expect(ada.suggestions).to_have_text(["Second Fleet", "Second Reserve"])
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ada.page.locator("[data-option=to]")).to_be_focused()
    await keys.type("2034")
    await keys.press("Enter")
    await expect(ada.form).to_have_count(0)
    await expect(ada.message("fleet=f3")).to_contain_text("fleet=f3 to=2034 drive=- quiet=False")
    await expect(ada.page.locator("#composer-text")).to_be_focused()


async def test_a_bare_groups_name_runs_nothing_and_lists_what_is_in_it(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    keys = ada.page.keyboard
    await keys.type("/fleet")
    await keys.press("Enter")
    await expect(ada.suggestions).to_have_text([re.compile("/fleet list"), re.compile("/fleet move")])
    await expect(ada.page.locator("#composer-text")).to_have_value("/fleet ")
    await expect(ada.form).to_have_count(0)
    await ada.page.locator("button[aria-label=Send]").click()
    await expect(ada.page.locator("#composer-text")).to_have_value("/fleet ")
    await expect(ada.page.locator(".form-error")).to_be_hidden()
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ada.form.locator(".chip-name")).to_have_text(["fleet", "to"])


async def test_a_whole_command_may_be_pasted_or_typed_as_text(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.page.locator("#composer-text").fill("/fleet move fleet:Second Fleet to:2137 quiet:yes drive:Second Stage")
    await expect(ada.page.locator("[data-option=quiet]")).to_have_value("yes")
    await ada.close_form()
    await ada.command("/fleet move fleet:Second Fleet to:2137 quiet:yes drive:Second Stage")
    await expect(ada.message("to=2137")).to_contain_text("fleet=f2 to=2137 drive=Second quiet=True")
    await ada.page.keyboard.type("/fleet move fleet:Home Guard to:")
    await expect(ada.page.locator("[data-option=to]")).to_be_focused()
    await expect(ada.page.locator("[data-option=fleet]")).to_have_value("Home Guard")


async def test_a_command_pasted_and_sent_before_the_list_of_commands_came_is_still_that_command(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    may_come = asyncio.Event()

    async def late(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await ada.page.route("**/commands?*", late)
    await ada.page.reload()
    await expect(ada.page.locator("#composer-text")).to_be_visible()
    await ada.page.locator("#composer-text").fill("/fleet move fleet:Second Fleet to:2137 quiet:yes")
    await ada.page.keyboard.press("Enter")
    await expect(ada.form).to_have_count(0)
    await expect(ada.page.locator("#composer .form-error:visible")).to_have_count(0)
    may_come.set()
    await expect(ada.page.locator("[data-option=quiet]")).to_have_value("yes")
    await expect(ada.page.locator("[data-option=to]")).to_have_value("2137")


async def test_what_is_missing_or_wrong_is_said_beside_its_field_and_nothing_is_sent(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await expect(ada.messages.first).to_be_attached()
    before = await ada.messages.count()
    await ada.page.locator("#composer-text").fill("/fleet move to:99")
    await ada.page.locator(".form-send").click()
    errors = ada.form.locator(".field-error:visible")
    await expect(errors).to_have_text(["fleet is needed.", "At least 101, please."])
    await expect(ada.page.locator("[data-option=to]")).to_have_attribute("aria-invalid", "true")
    await ada.page.locator("[data-option=to]").fill("twenty")
    await ada.page.locator(".form-send").click()
    await expect(errors).to_have_text(["fleet is needed.", "Write a whole number, not “twenty”."])
    assert await ada.messages.count() == before


async def test_optional_parts_are_added_by_name_and_people_are_picked_from_a_list(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.page.locator("#composer-text").fill("/fleet move fleet:f1 to:2034")
    await ada.page.get_by_role("button", name="Add escort").click()
    await ada.page.keyboard.type("ola")
    await expect(ada.suggestions.first).to_contain_text("Ola")
    await ada.page.keyboard.press("Enter")
    await ada.page.get_by_role("button", name="Add drive").click()
    await expect(ada.suggestions).to_have_text(["First Stage", "Second Stage"])
    await ada.suggestions.first.click()
    await ada.page.keyboard.press("Enter")
    await expect(ada.message("escort=Ola")).to_contain_text("drive=First")


async def test_a_file_can_go_with_a_command(seat: TakeSeat, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("attack at dawn")
    ada = await seat("Ada")
    await ada.page.locator("#composer-text").fill("/fleet move fleet:f1 to:2034")
    await ada.page.get_by_role("button", name="Add plan").click()
    await ada.page.locator("[data-option=plan]").set_input_files(plan)
    await ada.page.locator(".form-send").click()
    await expect(ada.message("attack at dawn")).to_contain_text("plan=attack at dawn")


async def test_a_command_without_an_answer_says_so_in_place_and_can_be_tried_again(
    seat: TakeSeat, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await seat("Ada")
    monkeypatch.setattr(sandbox.core.interactions, "answer_timeout", 0.5)
    await ada.command("/silent")
    note = ada.page.locator(".local-note")
    await expect(note).to_contain_text("The application did not respond")
    await expect(note).to_contain_text("/silent")
    await note.get_by_role("button", name="Try again").click()
    await expect(ada.form.locator(".form-title")).to_have_text("/silent")
    await ada.close_form()
    await ada.say("/nosuch thing")
    await expect(ada.page.locator("#composer > .form-error")).to_contain_text("There is no command “/nosuch thing”")


async def test_a_modal_checks_its_fields_and_is_sent_once(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/order")
    dialog = ada.dialog
    await expect(dialog).to_contain_text("Write one order.")
    name = dialog.get_by_label("Name")
    await expect(name).to_be_focused()
    await ada.page.keyboard.type("ab")
    await expect(dialog.locator(".counter").first).to_have_text("2 / 20")
    await ada.page.keyboard.press("Enter")
    errors = dialog.locator(".field-error:visible")
    await expect(errors).to_have_text(["At least 3 characters, please (now 2).", "Choose at least 1.", "Choose one."])
    await name.fill("Raid")
    await dialog.get_by_label("Orders").fill("burn\nthe docks")
    await dialog.locator(".select-button").click()
    await dialog.get_by_role("option", name="Second Fleet").click()
    await dialog.get_by_label("War").check()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(ada.dialog).to_have_count(0)
    await expect(ada.message("Form:")).to_contain_text("Form: Raid / burn")
    await expect(ada.message("Form:")).to_contain_text("the docks / f2 / war")


async def test_a_modal_keeps_the_focus_and_escape_sends_nothing(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    await ada.command("/order")
    await expect(ada.dialog).to_be_visible()
    for _ in range(14):
        await ada.page.keyboard.press("Tab")
        assert await ada.page.evaluate("document.activeElement.closest('dialog') !== null")
    await ada.page.keyboard.press("Escape")
    await expect(ada.dialog).to_have_count(0)
    await expect(ada.page.locator("#composer-text")).to_be_focused()


async def test_buttons_edit_their_message_and_menus_send_choices(
    seat: TakeSeat, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await seat("Ada")
    await ada.command("/panel")
    panel = ada.message("Counted to")
    await panel.get_by_role("button", name="Add one").click()
    await expect(panel).to_contain_text("Counted to 1")
    await panel.get_by_role("button", name="Add one").click()
    await expect(panel).to_contain_text("Counted to 2")
    await expect(panel.get_by_role("button", name="Closed")).to_be_disabled()
    await expect(panel.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    with monkeypatch.context() as hasty:
        hasty.setattr(sandbox.core.interactions, "answer_timeout", 0.5)
        await panel.get_by_role("button", name="Dead").click()
        await expect(panel.locator(".component-error")).to_have_text("The application did not respond")
    await panel.get_by_role("button", name="Choose a fleet").press("ArrowDown")
    await ada.page.keyboard.press("ArrowDown")
    await ada.page.keyboard.press("Enter")
    await expect(ada.message("Chosen: f2")).to_be_visible()
    await panel.get_by_role("button", name="Choose worlds").click()
    for world in ("Mars", "Terra"):
        await panel.get_by_role("option", name=world).click()
    await panel.get_by_role("option", name="Luna").click()
    await expect(panel.get_by_text("At most 2 can be chosen.")).to_be_visible()
    await panel.get_by_role("button", name="Done").click()
    await expect(ada.message("Worlds: Mars, Terra")).to_be_visible()


DOUBLE_TAP = """() => new Promise((done) => {
  const log = document.getElementById("log");
  const button = () => [...log.querySelectorAll("button")].find((each) => each.textContent === "Add one");
  const hit = () => {
    const { left, top, width, height } = button().getBoundingClientRect();
    return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest("button"));
  };
  new MutationObserver((_, observer) => {
    if (!log.textContent.includes("Counted to 1")) return;
    observer.disconnect();
    requestAnimationFrame(() => done(hit()));
  }).observe(log, { subtree: true, childList: true });
  button().click();
})"""
"""Whether a tap at the moment of the answer would press a button that the answer has brought."""


async def test_the_second_tap_of_a_double_tap_presses_no_button_that_the_first_one_brought(seat: TakeSeat) -> None:
    ada = await seat("Ada", "war-room")
    await ada.command("/panel")
    panel = ada.message("Counted to")
    await expect(panel.get_by_role("button", name="Add one")).to_be_visible()
    assert not await ada.page.evaluate(DOUBLE_TAP)
    await panel.get_by_role("button", name="Add one").click()
    await expect(panel).to_contain_text("Counted to 2")


async def test_a_thinking_answer_becomes_the_answer(seat: TakeSeat) -> None:
    ada = await seat("Ada", "welcome")
    await ada.command("/slow")
    await expect(ada.page.locator(".thinking")).to_contain_text("is thinking…")
    await expect(ada.message("Thought it over")).to_be_visible()
    await expect(ada.page.locator(".thinking")).to_have_count(0)


async def test_on_a_phone_a_command_is_found_and_sent_by_touch(seat: TakeSeat) -> None:
    ada = await seat("Ada", size=PHONE)
    await ada.page.get_by_role("button", name="Commands").click()
    await ada.suggestions.filter(has_text="/fleet …").click()
    await ada.suggestions.filter(has_text="/fleet move").click()
    await expect(ada.form).to_be_visible()
    assert await ada.overflow() == 0
    await ada.suggestions.filter(has_text="Home Guard").click()
    await ada.page.locator("[data-option=to]").fill("2035")
    await ada.page.locator(".form-send").click()
    await expect(ada.message("to=2035")).to_contain_text("fleet=f1")


async def test_a_slash_alone_shows_folders_and_a_folder_opens_by_the_keyboard(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    keys = ada.page.keyboard
    await keys.type("/")
    folder = ada.suggestions.filter(has_text="/fleet …")
    await expect(folder).to_contain_text("2 commands")
    await expect(ada.suggestions.filter(has_text="/fleet move")).to_have_count(0)
    await expect(ada.suggestions.filter(has_text="/map")).to_have_count(1)
    labels = await ada.suggestions.locator(".listbox-label").all_text_contents()
    for _ in range(labels.index("/fleet …")):
        await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ada.page.locator("#composer-text")).to_have_value("/fleet ")
    await expect(ada.suggestions).to_have_text([re.compile("/fleet list"), re.compile("/fleet move")])
    await keys.press("Enter")
    await expect(ada.page.locator("#composer-text")).to_have_value("")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/look side:S", "side=S arcs=- deep=-"),
        ("/look arcs:S1 turn B", "side=- arcs=S1 turn B deep=-"),
        ("/look side:Rigel arcs:S1 to S2 deep:4", "side=R arcs=S1 to S2 deep=4"),
        ("/look deep:2 side:rigel", "side=R arcs=- deep=2"),
        ("/fleet move fleet:Home Guard to:2034 quiet:yes", "fleet=f1 to=2034 drive=- quiet=True"),
        ("/look", "side=- arcs=- deep=-"),
    ],
)
@pytest.mark.parametrize("way", ["key by key", "pasted"])
async def test_options_count_as_they_are_typed(seat: TakeSeat, line: str, said: str, way: str) -> None:
    ada = await seat("Ada")
    await ada.say("Watch this")
    await expect(ada.messages.last).to_contain_text("Watch this")
    before = await ada.messages.count()
    if way == "pasted":
        await ada.page.keyboard.insert_text(line)
    else:
        await ada.page.keyboard.type(line, delay=4)
    for _ in range(4):  # Enter takes what is suggested, then sends
        if await ada.messages.count() > before:
            break
        await ada.page.keyboard.press("Enter")
        await ada.page.wait_for_timeout(400)
    await expect(ada.messages.nth(before)).to_contain_text(said)
    await expect(ada.messages).to_have_count(before + 1)
    await expect(ada.page.locator("#composer-text")).to_have_value("")


async def test_a_name_that_is_no_option_is_told_with_the_nearest_and_nothing_is_lost(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    keys = ada.page.keyboard
    await keys.type("/look sdie:")
    error = ada.form.locator(".form-error")
    await expect(error).to_have_text("/look has no option “sdie”. Did you mean side?")
    await keys.press("Enter")
    await expect(ada.form).to_be_visible()
    await expect(ada.form.locator(".adder")).to_have_value("sdie:")
    for _ in range(4):
        await keys.press("Backspace")
    await keys.type("ide:")
    await expect(ada.page.locator("[data-option=side]")).to_be_focused()
    await expect(error).to_be_hidden()
    await ada.close_form()
    await ada.page.locator("#composer-text").fill("/look lamp:7")
    await keys.press("Enter")
    await expect(error).to_have_text("/look has no option “lamp”. It takes side, arcs, deep.")
    await ada.close_form()
    await ada.page.locator("#composer-text").fill("")
    await keys.type("/fleet move fleet:f1 quite:")
    await expect(error).to_contain_text("its name is quiet")


async def test_an_option_is_completed_from_the_beginning_of_its_name(seat: TakeSeat) -> None:
    ada = await seat("Ada")
    keys = ada.page.keyboard
    await keys.type("/look a")
    await expect(ada.suggestions).to_have_text([re.compile("arcs")])
    await keys.press("Enter")
    await expect(ada.page.locator("[data-option=arcs]")).to_be_focused()
    await keys.type("S1 deep:3")
    await expect(ada.page.locator("[data-option=arcs]")).to_have_value("S1")
    await keys.press("Enter")
    await expect(ada.message("arcs=S1")).to_contain_text("side=- arcs=S1 deep=3")
