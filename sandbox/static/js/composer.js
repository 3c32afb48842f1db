// The message box: plain messages, the command palette on "/", and the chosen command's form.

import * as api from "./api.js";
import { byId, fill, h, icon, showSentence } from "./dom.js";
import { flatten, folders, isGroup, parseCommand, search } from "./commands.js";
import { CommandForm } from "./form.js";
import { Listbox } from "./listbox.js";
import { store } from "./state.js";

export class Composer {
  constructor() {
    this.node = byId("composer");
    this.leaves = [];
    this.drafts = new Map();
    this.posting = Promise.resolve();
    this.form = null;
    this.palette = new Listbox({ label: "Commands", onPick: (item) => this.pick(item) });
    this.text = h("textarea", { id: "composer-text", class: "composer-text", rows: "1", "aria-label": "Message", enterkeyhint: "send" });
    this.palette.bind(this.text);
    this.error = h("p", { class: "form-error", role: "alert", hidden: true });
    this.slashButton = h("button", { type: "button", class: "icon-button", "aria-label": "Commands", title: "Commands (type /)", on: { click: () => this.typeSlash() } }, icon("slash"));
    this.sendButton = h("button", { type: "button", class: "icon-button send", "aria-label": "Send", title: "Send (Enter)", on: { click: () => this.send() } }, icon("send"));
    this.entry = h("div", { class: "entry" }, this.slashButton, this.text, this.sendButton);
    this.formSlot = h("div", { class: "form-slot" });
    this.refused = h("p", { class: "refused", hidden: true });
    fill(this.node, this.palette.node, this.formSlot, this.entry, this.refused, this.error);
    this.text.addEventListener("input", (event) => this.onInput(event));
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => this.palette.hide());
    this.text.addEventListener("focus", () => this.text.value.startsWith("/") && this.showPalette());
    store.addEventListener("channel", () => this.changeChannel());
    store.addEventListener("home", () => this.drawPlace());
  }

  async changeChannel() {
    if (this.channelId) this.drafts.set(this.channelId, this.text.value);
    this.closeForm();
    this.channelId = store.currentId;
    this.text.value = this.drafts.get(this.channelId) ?? "";
    this.grow();
    showSentence(this.error, "");
    this.palette.hide();
    this.drawPlace();
    await this.loadCommands();
  }

  async loadCommands() {
    const { channelId } = this;
    try {
      const commands = await api.getCommands(channelId);
      if (channelId === this.channelId) this.leaves = flatten(commands);
    } catch (error) {
      showSentence(this.error, error.message);
    }
  }

  drawPlace() {
    const place = store.current;
    if (!place) return;
    const allowed = place.can_send !== false;
    this.entry.hidden = !allowed;
    this.refused.hidden = allowed;
    this.refused.textContent = `You may read ${place.name} but not write here.`;
    this.text.placeholder = place.archived ? "Archived: write here to open it again" : place.kind === "channel" ? `Message #${place.name}, or / for commands` : `Message ${place.name}, or / for commands`;
  }

  grow() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${Math.min(this.text.scrollHeight, 180)}px`);
  }

  typeSlash() {
    if (!this.text.value.startsWith("/")) this.text.value = "/";
    this.text.focus();
    this.showPalette();
  }

  onInput(event) {
    this.grow();
    showSentence(this.error, "");
    const { value } = this.text;
    if (!value.startsWith("/")) {
      this.palette.hide();
      return;
    }
    const parsed = parseCommand(value, this.leaves);
    const pasted = event.inputType === "insertFromPaste" || !event.inputType;
    if (parsed?.sure && (parsed.values.size === 0 || parsed.pairs || pasted)) this.openForm(parsed.leaf, parsed.values, parsed.misnamed ? parsed.loose : "");
    else this.showPalette();
  }

  /** Shows the commands that fit; when the list is empty or old, fetches it first. */
  async showPalette() {
    if (this.leaves.length === 0) await this.loadCommands();
    if (!this.text.value.startsWith("/") || document.activeElement !== this.text) return;
    const typed = this.text.value.slice(1);
    const one = (leaf) => ({ label: `/${leaf.label}`, detail: leaf.description, tag: leaf.options.filter((option) => option.required).map((option) => option.name).join(", "), leaf });
    const items = typed.trim() === ""
      ? folders(this.leaves).map(({ name, leaves }) => leaves.length === 1 ? one(leaves[0]) : { label: `/${name} …`, detail: leaves[0].command.description, tag: `${leaves.length} commands`, folder: name })
      : search(this.leaves, typed).map(one);
    this.palette.show(items, { heading: "Commands", note: this.leaves.length ? "No command fits." : "There are no commands here (yet). Is the bot running?" });
  }

  key(event) {
    if (event.isComposing) return;
    if (this.palette.key(event)) return;
    const { active } = this.palette;
    if (event.key === "Escape" && this.palette.open) {
      event.preventDefault();
      event.stopPropagation();
      this.palette.hide();
    } else if (event.key === "Tab" && !event.shiftKey && active) {
      event.preventDefault();
      this.pick(active);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!this.palette.moved && !this.text.value.endsWith(" ") && isGroup(this.text.value, this.leaves)) {
        this.pick({ folder: this.text.value.slice(1).trim() });
        return;
      }
      const parsed = parseCommand(this.text.value, this.leaves);
      if (active && !(parsed && (parsed.values.size || parsed.leaf.label === this.text.value.slice(1).trim()))) this.pick(active);
      else this.send();
    } else if (event.key === "ArrowUp" && this.text.value === "") {
      byId("log").focus();
    }
  }

  /** A folder of the list opens; a command is chosen. */
  pick(item) {
    if (!item.folder) {
      this.choose(item.leaf);
      return;
    }
    this.text.value = `/${item.folder} `;
    this.text.focus();
    this.showPalette();
  }

  choose(leaf, values = new Map()) {
    const parsed = parseCommand(this.text.value, this.leaves);
    this.openForm(leaf, parsed?.leaf === leaf ? parsed.values : values);
  }

  /** Starts a command by its name, from a mention, a help step or a retry. */
  async start(label, values = new Map()) {
    if (this.leaves.length === 0) await this.loadCommands();
    const leaf = this.leaves.find((other) => other.label === label);
    if (leaf) this.openForm(leaf, values);
    else {
      this.text.value = `/${label}`;
      this.text.focus();
      this.showPalette();
    }
  }

  openForm(leaf, values = new Map(), loose = "") {
    this.palette.hide();
    this.closeForm();
    this.text.value = "";
    this.grow();
    this.form = new CommandForm(leaf, this.channelId, {
      values,
      loose,
      onClose: (reason) => {
        this.closeForm();
        if (reason === "cancelled") this.text.value ||= `/${leaf.label}`;
        this.grow();
        this.text.focus();
        this.palette.hide();
      },
      retry: (again, texts) => this.openForm(again, texts),
    });
    fill(this.formSlot, this.form.listbox.node, this.form.node);
    this.entry.hidden = true;
    this.form.focus();
  }

  closeForm() {
    this.form = null;
    this.formSlot.replaceChildren();
    this.entry.hidden = store.current?.can_send === false;
  }

  async send() {
    // What was pasted and sent before the list of commands came is judged by that list, not by none.
    if (this.text.value.startsWith("/") && this.leaves.length === 0) await this.loadCommands();
    const content = this.text.value.trim();
    if (content === "") return;
    if (/^\/[a-z]/i.test(content)) {
      const parsed = parseCommand(content, this.leaves);
      if (parsed?.misnamed) this.openForm(parsed.leaf, parsed.values, parsed.loose);
      else if (parsed?.loose) showSentence(this.error, `“${parsed.loose}” does not belong to /${parsed.leaf.label}.`);
      else if (parsed) this.openForm(parsed.leaf, parsed.values);
      else if (isGroup(content, this.leaves)) this.pick({ folder: content.slice(1).trim() });
      else showSentence(this.error, `There is no command “${content.split(/\s/).slice(0, 2).join(" ")}”. Type / to see them all.`);
      return;
    }
    const { channelId } = this;
    const written = this.text.value;
    this.text.value = "";
    this.drafts.delete(channelId);
    this.grow();
    this.posting = this.posting.then(() => this.post(channelId, written));
    await this.posting;
  }

  /** Posts a message; one that does not go out is put back where it was written, before what has been written since. */
  async post(channelId, written) {
    try {
      const message = await api.postMessage(channelId, written.trim());
      if (message?.id && message.channel_id) store.upsert(message);
    } catch (error) {
      const again = (since) => [written, since].filter(Boolean).join("\n");
      if (channelId === this.channelId) {
        this.text.value = again(this.text.value);
        this.grow();
        showSentence(this.error, error.message);
      } else this.drafts.set(channelId, again(this.drafts.get(channelId)));
    }
  }
}
