// One way to open a dialog: native <dialog>, focus kept inside, Esc closes, focus returns where it was.

import { byId, h, icon, uid } from "./dom.js";

const FOCUSABLE = "button:not([disabled]), [href], input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex='-1'])";

function keepFocus(dialog, event) {
  if (event.key !== "Tab") return;
  const nodes = [...dialog.querySelectorAll(FOCUSABLE)].filter((node) => node.checkVisibility());
  if (nodes.length === 0) return;
  const first = nodes[0];
  const last = nodes.at(-1);
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}

/** Chromium may give a text field its focus back without its caret, and typing is then lost: sets the caret anew. */
function keepCaret(field) {
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")) field.setSelectionRange(field.selectionStart, field.selectionEnd);
}

/** Opens a dialog with a heading and a close button; returns { dialog, body, close }. */
export function openDialog({ title, className }) {
  const before = document.activeElement;
  const titleId = uid("dialog-title");
  const body = h("div", { class: "dialog-body" });
  const closeButton = h("button", { type: "button", class: "icon-button dialog-close", "aria-label": "Close" }, icon("close"));
  const dialog = h("dialog", { class: `dialog ${className}`, "aria-labelledby": titleId, "aria-modal": "true" },
    h("header", { class: "dialog-head" }, h("h2", { id: titleId, class: "dialog-title" }, title), closeButton), body);
  byId("dialogs").append(dialog);
  const close = () => dialog.close();
  closeButton.addEventListener("click", close);
  dialog.addEventListener("keydown", (event) => keepFocus(dialog, event));
  dialog.addEventListener("mousedown", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    keepCaret(document.activeElement);
    if (before instanceof HTMLElement && before.isConnected && (document.activeElement === document.body || document.activeElement === null)) before.focus();
  }, { once: true });
  dialog.showModal();
  return { dialog, body, close };
}
