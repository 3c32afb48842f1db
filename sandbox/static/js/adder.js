// Where options are typed on: "side:" opens that option, as in Discord's own message box.

import { noSuchOption } from "./commands.js";
import { h, showSentence } from "./dom.js";

export class Adder {
  /** `form` gives: leaf, fields, chips, listbox, error, addAndFocus(option), take(text). */
  constructor(form) {
    this.form = form;
    this.input = h("input", { class: "adder", type: "text", autocapitalize: "off", spellcheck: "false", autocomplete: "off", "aria-label": "Type an option's name and a colon, or press Enter to send" });
    this.input.addEventListener("input", () => this.onInput());
    this.input.addEventListener("focus", () => this.onFocus());
    this.input.addEventListener("blur", () => form.listbox.hide());
  }

  get text() {
    return this.input.value.trim();
  }

  get left() {
    return this.form.leaf.options.filter((option) => !this.form.fields.has(option.name));
  }

  /** Shown while there is something left to add. */
  draw() {
    this.input.hidden = this.left.length === 0;
    this.input.placeholder = this.left.length ? `${this.left[0].name}: …` : "";
  }

  onFocus() {
    this.form.listbox.bind(this.input);
    this.form.help.textContent = "Press Enter to send, or type an option's name and a colon.";
  }

  onInput() {
    showSentence(this.form.error, "");
    if (/[^\s:]:/.test(this.text)) this.read();
    else this.list();
  }

  /** Options whose name holds what is typed; those that begin with it come first. */
  list() {
    const typed = this.text.toLowerCase();
    const fits = typed === "" ? [] : this.left.filter((option) => option.name.includes(typed));
    fits.sort((a, b) => Number(b.name.startsWith(typed)) - Number(a.name.startsWith(typed)));
    this.form.listbox.show(fits.map((option) => ({ label: option.name, detail: option.description, option })), { heading: "Options" });
  }

  /** What is typed becomes options; what names none stays here, and is said. */
  read() {
    const rest = this.form.take(this.text);
    this.input.value = rest;
    if (rest) {
      this.form.listbox.hide();
      showSentence(this.form.error, noSuchOption(this.form.leaf, rest.split(":")[0]));
    }
    return rest === "";
  }

  /** Words without a name are the value of the first option that is open. True when nothing is left here to be settled. */
  settle() {
    if (this.text === "") return true;
    if (this.text.includes(":")) return this.read();
    const open = this.left.find((option) => option.type !== 11);
    if (!open) return false;
    const words = this.text;
    this.input.value = "";
    this.form.addAndFocus(open).set(words);
    return true;
  }
}
