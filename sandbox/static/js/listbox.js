// A list of choices under the control of a text field: arrows move, the field keeps the focus.

import { fill, h, uid } from "./dom.js";

export class Listbox {
  /** `onPick(item)` runs on click; keyboard picking is the owner's business, through `active`. */
  constructor({ label, onPick }) {
    this.onPick = onPick;
    this.items = [];
    this.index = -1;
    this.list = h("div", { class: "listbox-items", role: "listbox", id: uid("listbox"), "aria-label": label });
    this.heading = h("div", { class: "listbox-heading" });
    this.note = h("div", { class: "listbox-note", role: "status" });
    this.node = h("div", { class: "listbox", hidden: true }, this.heading, this.list, this.note);
    // A press on the list must not take the focus out of the field it serves.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Serves another text field from now on. */
  bind(input) {
    if (this.input && this.input !== input) this.input.setAttribute("aria-expanded", "false");
    this.input = input;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", String(this.open));
    input.setAttribute("autocomplete", "off");
  }

  get open() {
    return !this.node.hidden;
  }

  get active() {
    return this.open ? this.items[this.index] ?? null : null;
  }

  /** Whether somebody has chosen among the items by keys since they were shown. */
  moved = false;

  /** Shows items `{label, detail, tag, value}`; `note` says why there are none. */
  show(items, { heading = "", note = "" } = {}) {
    this.items = items;
    this.moved = false;
    this.heading.textContent = heading;
    this.note.textContent = items.length ? "" : note;
    fill(this.list, items.map((item, index) => h("div", {
      class: "listbox-item", role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false",
      on: { click: () => this.onPick(item), mousemove: () => this.index !== index && this.moveTo(index, false) },
    },
    h("span", { class: "listbox-label" }, item.label),
    item.detail && h("span", { class: "listbox-detail" }, item.detail),
    item.tag && h("span", { class: "listbox-tag" }, item.tag))));
    this.node.hidden = items.length === 0 && !note;
    this.input?.setAttribute("aria-expanded", String(this.open));
    this.moveTo(items.length ? 0 : -1);
  }

  hide() {
    if (!this.open) return;
    this.node.hidden = true;
    this.items = [];
    this.index = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  moveTo(index, scroll = true) {
    this.list.children[this.index]?.setAttribute("aria-selected", "false");
    this.index = index;
    const node = this.list.children[index];
    if (!node) {
      this.input?.removeAttribute("aria-activedescendant");
      return;
    }
    node.setAttribute("aria-selected", "true");
    this.input?.setAttribute("aria-activedescendant", node.id);
    if (scroll) node.scrollIntoView({ block: "nearest" });
  }

  /** Arrow, Home, End, Page keys; true when the key was used. */
  key(event) {
    if (!this.open || this.items.length === 0 || event.isComposing) return false;
    const count = this.items.length;
    const moves = { ArrowDown: (this.index + 1) % count, ArrowUp: (this.index - 1 + count) % count, PageDown: Math.min(this.index + 8, count - 1), PageUp: Math.max(this.index - 8, 0) };
    if (!(event.key in moves)) return false;
    event.preventDefault();
    this.moved = true;
    this.moveTo(moves[event.key]);
    return true;
  }
}
