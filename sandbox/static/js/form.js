// The chosen command as a strip of option chips above the message box.

import * as api from "./api.js";
import { Adder } from "./adder.js";
import { rangeWords } from "./checks.js";
import { nearest, readPairs } from "./commands.js";
import { announce, fill, h, icon, showSentence } from "./dom.js";
import { Field } from "./field.js";
import { Listbox } from "./listbox.js";
import { showOutcome } from "./modal.js";
import { store } from "./state.js";

export class CommandForm {
  /** `onClose(reason)` runs when the form is done with: "sent" or "cancelled". `loose` is typed text that named no option. */
  constructor(leaf, channelId, { values = new Map(), loose = "", onClose, retry }) {
    this.leaf = leaf;
    this.channelId = channelId;
    this.onClose = onClose;
    this.retry = retry;
    this.busy = false;
    this.fields = new Map();
    this.listbox = new Listbox({ label: "Suggestions", onPick: (item) => this.pick(item) });
    this.help = h("p", { class: "option-help", id: "option-help" });
    this.error = h("p", { class: "form-error", role: "alert", hidden: true });
    this.adder = new Adder(this);
    this.chips = h("div", { class: "chips" }, this.adder.input);
    this.more = h("div", { class: "more-options" });
    this.sendButton = h("button", { type: "submit", class: "button style-1 form-send" }, "Send", icon("send"));
    this.node = h("form", { class: "command-form", novalidate: true, "aria-label": `Command /${leaf.label}` },
      h("div", { class: "form-head" }, h("strong", { class: "form-title" }, `/${leaf.label}`), h("span", { class: "form-about" }, leaf.description),
        h("button", { type: "button", class: "icon-button", "aria-label": "Cancel the command (Esc)", title: "Cancel (Esc)", on: { click: () => this.cancel() } }, icon("close"))),
      h("div", { class: "form-row" }, this.chips, this.sendButton), this.more, this.help, this.error);
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.node.addEventListener("keydown", (event) => this.key(event));
    const required = leaf.options.filter((option) => option.required);
    for (const option of required) this.add(option);
    for (const option of leaf.options) if (!option.required && values.has(option.name)) this.add(option);
    for (const [name, text] of values) this.fields.get(name)?.set(text);
    this.drawMore();
    if (loose) {
      this.adder.input.value = loose;
      this.adder.read();
    }
    if (leaf.options.length === 0) this.help.textContent = "This command needs nothing more. Press Enter to send it.";
  }

  add(option) {
    const field = new Field(option, this);
    this.fields.set(option.name, field);
    this.chips.insertBefore(field.node, this.adder.input);
    return field;
  }

  drawMore() {
    const left = this.leaf.options.filter((option) => !this.fields.has(option.name));
    fill(this.more, left.length > 0 && h("span", { class: "muted" }, "Also possible:"), left.map((option) => h("button", {
      type: "button", class: "add-option", title: option.description, "aria-label": `Add ${option.name}: ${option.description}`,
      on: { click: () => this.addAndFocus(option) },
    }, `+ ${option.name}`)));
    this.more.hidden = left.length === 0;
    this.adder.draw();
  }

  addAndFocus(option) {
    const field = this.fields.get(option.name) ?? this.add(option);
    field.input.focus();
    this.drawMore();
    return field;
  }

  /** Options as they are typed or pasted, "side:S arcs:S1"; gives back the words that belong to none. */
  take(text) {
    const { values, loose } = readPairs(text, this.leaf.options);
    for (const [name, words] of values) {
      const field = this.addAndFocus(this.leaf.options.find((option) => option.name === name));
      if (words) field.set(words);
    }
    return loose;
  }

  removeField(field) {
    this.listbox.hide();
    this.fields.delete(field.option.name);
    field.node.remove();
    this.drawMore();
    this.focus();
  }

  /** Puts the focus on the first field that still wants something, else on the last, else where options are typed, else on Send. */
  focus() {
    const list = [...this.fields.values()];
    const next = list.find((field) => field.option.required && !field.text && !field.file) ?? list.at(-1);
    if (this.adder.text) this.adder.input.focus();
    else if (next) next.input.focus();
    else (this.adder.left.length ? this.adder.input : this.sendButton).focus();
  }

  focused(field) {
    this.current = field;
    const { option } = field;
    fill(this.help, h("strong", {}, option.name), ` ${option.description} `, h("span", { class: "muted" }, `(${option.required ? "needed" : "optional"}; ${rangeWords(option)})`));
  }

  pick(item) {
    if (item.option) {
      this.adder.input.value = "";
      this.addAndFocus(item.option);
      return;
    }
    const field = this.current;
    if (!field) return;
    field.pick(item);
    const next = [...this.fields.values()].find((other) => other !== field && other.option.required && !other.text && !other.file);
    (next ?? field).input.focus();
  }

  /** "…to:" typed inside a field moves on to that option, as when writing the whole line. */
  jump(field) {
    const match = /(^|\s)([\w-]+):$/.exec(field.input.value);
    const option = match && !field.isFile && this.leaf.options.find((other) => other.name === match[2].toLowerCase());
    const meant = match && !option && nearest(match[2], this.adder.left.map((other) => other.name));
    showSentence(this.error, meant ? `If “${match[2]}” is to be an option of /${this.leaf.label}, its name is ${meant}.` : "");
    if (!option) return false;
    field.input.value = field.input.value.slice(0, match.index);
    field.fitWidth();
    field.unsettled = true;
    if (option !== field.option) this.addAndFocus(option);
    return true;
  }

  /** Live suggestions for a field, given what the others hold. */
  async suggest(field) {
    const options = [];
    for (const other of this.fields.values()) {
      if (other.isFile) continue;
      if (other === field) options.push({ name: other.option.name, value: other.picked ? other.picked.label : other.text });
      else if (other.text.trim()) options.push({ name: other.option.name, value: other.picked?.value ?? other.text.trim() });
    }
    const { command, path } = this.leaf;
    const answer = await api.autocomplete({ channel_id: this.channelId, command_id: command.id, path, options, focused: field.option.name });
    if (answer?.error) throw new Error(answer.error);
    return (answer?.choices ?? []).map((choice) => ({ label: choice.name, value: choice.value }));
  }

  key(event) {
    if (event.isComposing) return;
    const field = [...this.fields.values()].find((other) => other.input === event.target);
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (this.listbox.open) this.listbox.hide();
      else this.cancel();
      return;
    }
    if (event.target === this.adder.input) this.adderKey(event);
    if (!field) return;
    if (!this.listbox.open && field.hasList && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      field.showItems();
      return;
    }
    if (this.listbox.key(event)) {
      field.navigated = true;
      return;
    }
    const { active } = this.listbox;
    const wantsPick = active && !field.picked && (field.navigated || field.option.required || field.text.trim() !== "");
    if (event.key === "Enter") {
      event.preventDefault();
      if (wantsPick) this.pick(active);
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && wantsPick && (field.navigated || field.text.trim() !== "")) field.pick(active);
    else if (event.key === "Backspace" && !field.option.required && !field.isFile && field.text === "") {
      event.preventDefault();
      this.removeField(field);
    }
  }

  /** Enter takes the option that is typed, or sends; Tab completes its name; Backspace in front goes back. */
  adderKey(event) {
    if (this.listbox.key(event)) return;
    const { active } = this.listbox;
    if (event.key === "Enter") {
      event.preventDefault();
      if (active) this.pick(active);
      else if (this.adder.text) this.adder.settle();
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && active) {
      event.preventDefault();
      this.pick(active);
    } else if (event.key === "Backspace" && this.adder.input.value === "" && this.fields.size) {
      event.preventDefault();
      [...this.fields.values()].at(-1).input.focus();
    }
  }

  /** Everything typed, as text by option name, to fill the form again. */
  texts() {
    return new Map([...this.fields.values()].filter((field) => !field.isFile && field.text).map((field) => [field.option.name, field.text]));
  }

  async collect() {
    const options = [];
    const files = new Map();
    let firstWrong = null;
    for (const field of this.fields.values()) {
      await field.settle();
      const result = field.check();
      if (result.error) firstWrong ??= field;
      else if (!result.empty) {
        options.push({ name: field.option.name, value: result.value });
        if (field.file) files.set(field.option.name, field.file);
      }
    }
    if (firstWrong) {
      firstWrong.input.focus();
      return null;
    }
    return { options, files };
  }

  async submit() {
    if (this.busy || !this.adder.settle()) return;
    this.busy = true;
    this.sendButton.disabled = true;
    this.listbox.hide();
    showSentence(this.error, "");
    try {
      const collected = await this.collect();
      if (collected) await this.send(collected);
    } finally {
      this.busy = false;
      this.sendButton.disabled = false;
      this.node.classList.remove("sending");
    }
  }

  async send({ options, files }) {
    const { leaf, channelId } = this;
    this.node.classList.add("sending");
    announce(`Sending /${leaf.label}`);
    let answer;
    try {
      answer = await api.runCommand({ channel_id: channelId, command_id: leaf.command.id, path: leaf.path, options }, files);
    } catch (error) {
      showSentence(this.error, error.message);
      (this.current?.input ?? this.sendButton).focus();
      return;
    }
    const texts = this.texts();
    this.onClose("sent");
    const sentence = showOutcome(answer);
    if (sentence) store.addLocal(channelId, { error: sentence, detail: `/${leaf.label}`, retry: () => this.retry(leaf, texts) });
  }

  cancel() {
    this.listbox.hide();
    this.onClose("cancelled");
  }
}
