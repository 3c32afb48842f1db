// The message list of the open channel: keeps unchanged elements, stays at the newest message unless the
// reader scrolled up, fetches older ones at the top.

import { announce, byId, h } from "./dom.js";
import { authorName } from "./people.js";
import { isOwn, settle } from "./interactions.js";
import { messageNode } from "./message.js";
import { newer, store } from "./state.js";
import { dayWords } from "./timestamps.js";

const GROUP_MS = 7 * 60 * 1000;
const NEAR = 80;

/** The names of the channels a message mentions, as far as they are known: a thread may come after the message that leads to it. */
function placesIn(written) {
  return [...written.matchAll(/<#(\d+)>/g)].map(([, id]) => store.places.get(id)?.name ?? "").join("|");
}

export class Log {
  constructor(actions) {
    this.actions = actions;
    this.node = byId("log");
    this.jump = byId("jump-newest");
    this.items = new Map();
    this.pinned = true;
    this.loading = false;
    this.held = false;
    this.list = h("div", { class: "log-list" });
    this.node.append(this.list);
    this.node.addEventListener("scroll", () => this.scrolled());
    this.node.addEventListener("pointerdown", (event) => (this.held = Boolean(event.target.closest("button, a"))));
    for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, () => this.released());
    this.jump.addEventListener("click", () => {
      this.toBottom();
      this.node.focus();
    });
    const follow = new ResizeObserver(() => this.pinned && !this.held && this.toBottom());
    follow.observe(this.list);
    follow.observe(this.node);
    store.addEventListener("channel", () => this.reset());
    store.addEventListener("home", () => this.render());
    store.addEventListener("messages", (event) => event.detail.channelId === store.currentId && this.render());
  }

  /** What came while a button was held down is shown once its click is through: a button that was replaced, moved or covered meanwhile hears none. */
  released() {
    if (!this.held) return;
    setTimeout(() => {
      this.held = false;
      this.render();
    });
  }

  /** The way to the newest message lies over the log: it does not come between a held button and its click. */
  showJump() {
    if (!this.held) this.jump.hidden = this.pinned;
  }

  reset() {
    this.held = false;
    this.items.clear();
    this.list.replaceChildren();
    this.pinned = true;
    this.newFrom = null;
    this.seenAtOpen = store.seen[store.currentId];
    this.render();
  }

  /** Above the first message: what this place is. */
  opening(place) {
    const words = { dm: `This is the beginning of your conversation with ${place.name}.`, thread: `This is the beginning of the thread ${place.name}.`, channel: `This is the beginning of #${place.name}.` };
    return h("div", { class: "log-opening" }, h("h3", {}, place.kind === "channel" ? `#${place.name}` : place.name), h("p", {}, words[place.kind]), place.topic && h("p", { class: "muted" }, place.topic));
  }

  wanted() {
    const place = store.current;
    const messages = store.messages.get(store.currentId);
    if (!place) return [];
    if (!messages) return [{ key: "loading", build: () => h("p", { class: "log-note" }, "Fetching messages…") }];
    const out = [];
    if (store.complete.has(place.id) || messages.length === 0) out.push({ key: `opening-${place.id}-${place.topic ?? ""}-${place.name}`, build: () => this.opening(place) });
    let last = null;
    for (const message of messages) {
      const day = new Date(message.timestamp).toDateString();
      const newDay = !last || new Date(last.timestamp).toDateString() !== day;
      if (newDay) out.push({ key: `day-${day}`, build: () => h("div", { class: "day-line", role: "separator" }, h("span", {}, dayWords(message.timestamp))) });
      const unread = !message.local && !message.ephemeral && this.seenAtOpen && newer(message.id, this.seenAtOpen) && message.author.id !== store.me.id;
      if (unread && !this.newFrom && last) this.newFrom = message.id;
      if (this.newFrom === message.id) out.push({ key: "new", build: () => h("div", { class: "new-line", role: "separator" }, h("span", {}, "New")) });
      const grouped = this.isGrouped(last, message) && !newDay && this.newFrom !== message.id;
      const { retry: _, ...plain } = message;
      const names = message.author ? authorName(message.author) : "";
      const written = JSON.stringify(plain);
      out.push({ key: message.id, sign: `${written}|${grouped}|${names}|${placesIn(written)}`, build: () => messageNode(message, { grouped, actions: this.actions }) });
      last = message;
    }
    return out;
  }

  isGrouped(last, message) {
    if (!last || last.local || message.local || last.author.id !== message.author.id) return false;
    if (message.interaction_label || last.ephemeral !== message.ephemeral) return false;
    if (![0, 20].includes(last.type ?? 0) || ![0, 20].includes(message.type ?? 0)) return false;
    return new Date(message.timestamp) - new Date(last.timestamp) < GROUP_MS;
  }

  render() {
    if (!store.me || this.held) return;
    const wanted = this.wanted();
    const keep = new Set(wanted.map((item) => item.key));
    for (const [key, item] of this.items) {
      if (!keep.has(key)) {
        item.node.remove();
        this.items.delete(key);
      }
    }
    let before = this.list.firstChild;
    for (const item of wanted) {
      const have = this.items.get(item.key);
      if (have && have.sign === item.sign) {
        if (have.node === before) before = before.nextSibling;
        else this.list.insertBefore(have.node, before);
        continue;
      }
      const node = item.build();
      if (have) {
        if (have.node === before) before = before.nextSibling;
        this.swap(have.node, node);
      } else this.list.insertBefore(node, before);
      this.items.set(item.key, { node, sign: item.sign });
    }
    if (this.pinned) this.toBottom();
    this.showJump();
  }

  /** Replaces a changed message; the focus stays on the same button. */
  swap(old, node) {
    const active = document.activeElement;
    const customId = old.contains(active) ? active.dataset.customId : null;
    const errors = old.querySelector(".component-error");
    old.replaceWith(node);
    settle(node.dataset.id, node);
    // The newest message answers the reader's own press: it is shown to its end, even if they had scrolled up to the button.
    if (node === this.list.lastChild && isOwn(node.dataset.id)) this.pinned = true;
    if (customId) [...node.querySelectorAll("[data-custom-id]")].find((other) => other.dataset.customId === customId)?.focus({ preventScroll: true });
    if (customId && errors) announce(errors.textContent);
  }

  toBottom() {
    this.pinned = true;
    this.jump.hidden = true;
    this.node.scrollTop = this.node.scrollHeight;
    this.resized();
  }

  /** What only the reader sees answers what they did just now: the newest of it is shown, wherever they were in the log. */
  answered(message) {
    if (!message.ephemeral || message.channel_id !== store.currentId) return;
    if (store.messages.get(store.currentId)?.at(-1)?.id === message.id) this.toBottom();
  }

  /** Whether the log or what it shows has changed its height since this was last asked. */
  resized() {
    const { scrollHeight, clientHeight } = this.node;
    const changed = scrollHeight !== this.height || clientHeight !== this.room;
    this.height = scrollHeight;
    this.room = clientHeight;
    return changed;
  }

  async scrolled() {
    const gap = this.node.scrollHeight - this.node.scrollTop - this.node.clientHeight;
    // A picture that comes late makes the log longer before the page hears of the scrolling it was followed by: nobody has left the end then.
    const grown = this.resized();
    if (this.pinned && grown && gap >= NEAR && !this.held) this.toBottom();
    this.pinned = this.pinned && grown ? true : gap < NEAR;
    this.showJump();
    if (this.node.scrollTop > 120 || this.loading || !store.currentId) return;
    this.loading = true;
    const height = this.node.scrollHeight;
    const top = this.node.scrollTop;
    try {
      if (await store.loadOlder(store.currentId)) this.node.scrollTop = top + this.node.scrollHeight - height;
    } catch {
      // The next scroll tries again.
    } finally {
      this.loading = false;
    }
  }

  /** Scrolls to one message and lights it up. */
  show(messageId) {
    const item = this.items.get(messageId);
    if (!item) return;
    this.pinned = false;
    item.node.scrollIntoView({ block: "center" });
    item.node.classList.add("pointed-at");
    setTimeout(() => item.node.classList.remove("pointed-at"), 2000);
  }
}

