// One option of a command as a chip: its name, a field, its own error sentence.

import { filterItems, fixedItems, readOption, sameItem } from "./checks.js";
import { debounce, h, showSentence, uid } from "./dom.js";

const AUTOCOMPLETE_MS = 150;

export class Field {
  /** `form` gives: listbox, suggest(field) -> Promise<items>, focused(field). */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.picked = null;
    this.lastItems = [];
    this.serial = 0;
    const id = uid("option");
    this.error = h("p", { class: "field-error", id: `${id}-error`, role: "alert", hidden: true });
    this.isFile = option.type === 11;
    this.input = h("input", {
      id, class: "chip-input", type: this.isFile ? "file" : "text", "aria-describedby": `${id}-error option-help`, required: Boolean(option.required),
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null, autocapitalize: "off", spellcheck: "false", autocomplete: "off",
      "aria-label": `${option.name}${option.required ? ", needed" : ", optional"}`, data: { option: option.name },
    });
    this.node = h("div", { class: option.required ? "chip required" : "chip" }, h("label", { class: "chip-box", for: id }, h("span", { class: "chip-name" }, option.name), this.input), this.error);
    this.lookUp = debounce(() => this.showItems(), option.autocomplete ? AUTOCOMPLETE_MS : 0);
    this.input.addEventListener("focus", () => this.onFocus());
    this.input.addEventListener("blur", () => this.onBlur());
    this.input.addEventListener("input", () => this.onInput());
    if (this.isFile) this.input.addEventListener("change", () => this.setError(""));
    this.fitWidth();
  }

  get text() {
    return this.isFile ? "" : this.input.value;
  }

  get file() {
    return this.isFile ? this.input.files[0] ?? null : null;
  }

  get hasList() {
    return !this.isFile && (this.option.autocomplete || fixedItems(this.option) !== null);
  }

  set(text) {
    if (this.isFile) return;
    this.input.value = text;
    this.picked = null;
    this.unsettled = true;
    this.fitWidth();
  }

  fitWidth() {
    if (!this.isFile) this.input.style.setProperty("width", `${Math.min(Math.max(this.input.value.length + 2, 8), 34)}ch`);
  }

  onFocus() {
    this.form.focused(this);
    if (!this.isFile && this.hasList) this.form.listbox.bind(this.input);
    if (this.hasList && !this.picked) this.lookUp();
    else this.form.listbox.hide();
  }

  onBlur() {
    this.serial += 1;
    this.lookUp.cancel();
    this.form.listbox.hide();
    if (this.input.value !== "" && !this.isFile && !this.option.autocomplete) this.check();
  }

  onInput() {
    this.picked = null;
    this.navigated = false;
    this.unsettled = false;
    this.setError("");
    this.fitWidth();
    if (this.form.jump(this)) return;
    if (this.hasList) this.lookUp();
  }

  /** Shows the list that fits what is typed. Late answers to older text are thrown away. */
  async showItems() {
    const serial = ++this.serial;
    const { listbox } = this.form;
    const heading = `${this.option.name}: ${this.option.description}`;
    if (!this.option.autocomplete) {
      this.lastItems = filterItems(fixedItems(this.option), this.text);
      listbox.show(this.lastItems, { heading, note: "Nothing in the list matches." });
      return;
    }
    if (!listbox.open) listbox.show([], { heading, note: "Looking…" });
    let note = "Nothing to suggest; you can type it in full.";
    let items = [];
    try {
      items = await this.form.suggest(this);
    } catch (error) {
      note = error.message;
    }
    if (serial !== this.serial || document.activeElement !== this.input) return;
    this.lastItems = items;
    listbox.show(items, { heading, note });
  }

  pick(item) {
    this.input.value = item.label;
    this.picked = item;
    this.unsettled = false;
    this.navigated = false;
    this.serial += 1;
    this.setError("");
    this.fitWidth();
    this.form.listbox.hide();
  }

  /** For pasted text: finds the suggestion it names, so that its value and not its label is sent. */
  async settle() {
    if (this.picked || !this.option.autocomplete || this.text.trim() === "") return;
    const known = sameItem(this.lastItems, this.text);
    if (known) this.picked = known;
    else if (this.unsettled) this.picked = sameItem(await this.form.suggest(this).catch(() => []), this.text);
  }

  setError(sentence) {
    showSentence(this.error, sentence);
    this.input.setAttribute("aria-invalid", String(sentence !== ""));
    this.node.classList.toggle("wrong", sentence !== "");
  }

  /** { value }, { empty } or { error }; shows the error beside the field. */
  check() {
    let result;
    if (this.isFile) result = this.file ? { value: this.option.name } : this.option.required ? { error: `${this.option.name}: choose a file.` } : { empty: true };
    else result = readOption(this.option, this.text, this.picked);
    this.setError(result.error ?? "");
    return result;
  }
}
