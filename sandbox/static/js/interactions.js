// Pressing and choosing: sends one interaction and shows what came of it.

import { clickComponent } from "./api.js";
import { h } from "./dom.js";
import { showOutcome } from "./modal.js";

const SETTLE_MS = 400;
const OWN_MS = 5000;
const pressedAt = new Map();

/** Whether the reader pressed or chose something on this message just now. */
export const isOwn = (messageId) => Date.now() - (pressedAt.get(messageId) ?? 0) <= OWN_MS;

/** New controls that take the place of pressed ones rest for a moment: the second tap of a double tap is meant for those before. */
export function settle(messageId, node) {
  if (!isOwn(messageId)) return;
  node.classList.add("settling");
  setTimeout(() => node.classList.remove("settling"), SETTLE_MS);
}

function tell(node, sentence) {
  const frame = node.closest(".components") ?? node.parentElement;
  frame.querySelector(":scope > .component-error")?.remove();
  if (sentence) frame.append(h("p", { class: "component-error", role: "alert" }, sentence));
}

/** Sends a press or a choice on a message's component; the error appears under it. */
export async function press(message, customId, node, values) {
  const frame = node.closest(".components") ?? node.parentElement;
  const controls = [...frame.querySelectorAll("button.button, .select-button")].filter((control) => !control.disabled);
  const hadFocus = frame.contains(document.activeElement);
  tell(node, "");
  pressedAt.set(message.id, Date.now());
  for (const control of controls) control.disabled = true;
  node.classList.add("waiting");
  node.setAttribute("aria-busy", "true");
  let sentence = "";
  try {
    const body = { channel_id: message.channel_id, message_id: message.id, custom_id: customId };
    if (values) body.values = values;
    sentence = showOutcome(await clickComponent(body));
  } catch (error) {
    sentence = error.message;
  }
  for (const control of controls) control.disabled = false;
  node.classList.remove("waiting");
  node.removeAttribute("aria-busy");
  if (hadFocus && node.isConnected && document.activeElement === document.body) node.focus({ preventScroll: true });
  if (sentence) tell(node, sentence);
}
