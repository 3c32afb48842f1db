// What this tab knows: people, places, messages, what has been read. Views listen for its events:
// "home" (places or people changed), "channel" (another one opened), "messages" (detail.channelId),
// "unread".

import * as api from "./api.js";

/** True when snowflake `a` was made after `b`; a missing one is older than all. */
export function newer(a, b) {
  if (!a) return false;
  return !b || BigInt(a) > BigInt(b);
}

const isSnowflake = (id) => /^\d+$/.test(id);

class Store extends EventTarget {
  users = new Map();
  guide = {};
  me = null;
  home = null;
  places = new Map();
  roles = new Map();
  members = new Map();
  currentId = null;
  messages = new Map();
  complete = new Set();
  fetching = new Map();
  mentions = new Map();
  counted = new Map();
  seen = {};
  dismissed = new Set();
  localCount = 0;
  botReady = true;

  emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async loadUsers() {
    const [users, guide] = await Promise.all([api.getUsers(), api.getGuide()]);
    this.guide = guide;
    this.users = new Map(users.map((user) => [user.id, user]));
    return users;
  }

  /** Makes this tab one person's. */
  async enter(userId) {
    api.setUser(userId);
    this.messages.clear();
    this.complete.clear();
    this.mentions.clear();
    this.counted.clear();
    this.currentId = null;
    this.seen = readJson(localStorage, `sandbox.seen.${userId}`, {});
    this.dismissed = new Set(readJson(sessionStorage, `sandbox.dismissed.${userId}`, []));
    await this.loadUsers();
    this.me = this.users.get(userId);
    await this.loadHome();
    await this.countOldMentions();
  }

  async loadHome() {
    const home = await api.getHome();
    this.home = home;
    this.botReady = home.ready !== false;
    this.roles = new Map(home.roles.map((role) => [role.id, role]));
    this.members = new Map(home.members.map((member) => [member.id, member]));
    const places = new Map();
    for (const channel of home.channels) places.set(channel.id, { ...channel, kind: channel.type === 4 ? "category" : "channel" });
    for (const thread of [...home.threads, ...home.archived]) places.set(thread.id, { can_send: true, ...thread, kind: "thread" });
    for (const dm of home.dms) places.set(dm.id, { can_send: true, ...dm, type: 1, kind: "dm" });
    this.places = places;
    this.emit("home");
  }

  get current() {
    return this.places.get(this.currentId) ?? null;
  }

  /** Everything one can open, in the order of the list on the left. */
  openable() {
    return [...this.places.values()].filter((place) => place.kind !== "category");
  }

  async open(channelId) {
    this.currentId = channelId;
    this.emit("channel");
    if (!this.messages.has(channelId)) await this.reload(channelId);
    this.markSeen(channelId);
  }

  async reload(channelId) {
    const [list, since] = await this.fetchMessages(channelId);
    if (list.length < 50) this.complete.add(channelId);
    const own = (this.messages.get(channelId) ?? []).filter((message) => message.local);
    const kept = [...list.filter((message) => !this.dismissed.has(message.id)), ...own];
    for (const event of since) this.apply(kept, event);
    if (JSON.stringify(kept) === JSON.stringify(this.messages.get(channelId))) return;
    this.messages.set(channelId, kept);
    this.emit("messages", { channelId });
  }

  /** A channel's messages, and what events said of the channel while these were on their way: they may be older than that. */
  async fetchMessages(channelId, before) {
    const since = [];
    const all = this.fetching.get(channelId) ?? new Set();
    this.fetching.set(channelId, all.add(since));
    try {
      return [await api.getMessages(channelId, before), since];
    } finally {
      all.delete(since);
    }
  }

  /** Older messages above those already here; false when there are none. */
  async loadOlder(channelId) {
    const first = this.messages.get(channelId)?.find((message) => !message.local);
    if (!first || this.complete.has(channelId)) return false;
    const [older, since] = await this.fetchMessages(channelId, first.id);
    if (older.length < 50) this.complete.add(channelId);
    const have = this.messages.get(channelId) ?? [];
    const known = new Set(have.map((message) => message.id));
    const above = older.filter((message) => !known.has(message.id) && !this.dismissed.has(message.id));
    for (const event of since) if (above.some((message) => message.id === (event.gone ?? event.message.id))) this.apply(above, event);
    this.messages.set(channelId, [...above, ...have]);
    this.emit("messages", { channelId });
    return older.length > 0;
  }

  /** Takes a new or changed message into its channel. */
  upsert(message) {
    if (!this.dismissed.has(message.id)) this.happened(message.channel_id, { message });
  }

  /** Takes an event into the messages of its channel, those that are being fetched included. */
  happened(channelId, event) {
    for (const since of this.fetching.get(channelId) ?? []) since.push(event);
    const list = this.messages.get(channelId);
    if (list && this.apply(list, event)) this.emit("messages", { channelId });
  }

  /** Puts a message into a list, oldest first, or takes one out; false if that changes nothing that is here. */
  apply(list, { message, gone }) {
    const at = list.findIndex((other) => other.id === (gone ?? message.id));
    if (gone) {
      if (at >= 0) list.splice(at, 1);
      return at >= 0;
    }
    if (at >= 0) list[at] = message;
    else if (message.local || !list.some((other) => isSnowflake(other.id) && newer(other.id, message.id))) list.push(message);
    else {
      const before = list.findLastIndex((other) => isSnowflake(other.id) && newer(message.id, other.id));
      if (before < 0 && !this.complete.has(message.channel_id)) return false; // it is older than what is here
      list.splice(before + 1, 0, message);
    }
    return true;
  }

  arrived(message) {
    const known = this.messages.get(message.channel_id)?.some((other) => other.id === message.id);
    this.upsert(message);
    const place = this.places.get(message.channel_id);
    if (place && newer(message.id, place.last_message_id)) place.last_message_id = message.id;
    const inView = this.currentId === message.channel_id && !document.hidden;
    if (inView || message.author?.id === this.me.id) this.markSeen(message.channel_id);
    else if (message.mentions_me && !known) this.mentions.set(message.channel_id, (this.mentions.get(message.channel_id) ?? 0) + 1);
    this.emit("unread");
  }

  remove(channelId, messageId) {
    this.happened(channelId, { gone: messageId });
  }

  /** Hides an "only you can see this" message for good, here only, as Discord does. */
  dismiss(message) {
    if (!message.local) {
      this.dismissed.add(message.id);
      writeJson(sessionStorage, `sandbox.dismissed.${this.me.id}`, [...this.dismissed]);
    }
    this.remove(message.channel_id, message.id);
  }

  /** A note only this tab has, such as a command the bot did not answer. */
  addLocal(channelId, fields) {
    this.localCount += 1;
    const message = { id: `local-${this.localCount}`, local: true, channel_id: channelId, timestamp: new Date().toISOString(), ...fields };
    if (!this.messages.has(channelId)) this.messages.set(channelId, []);
    this.upsert(message);
  }

  markSeen(channelId) {
    const newest = (this.messages.get(channelId) ?? []).findLast((message) => isSnowflake(message.id))?.id;
    const last = this.places.get(channelId)?.last_message_id;
    const id = newer(last, newest) ? last : newest;
    this.mentions.delete(channelId);
    if (newer(id, this.seen[channelId])) {
      this.seen[channelId] = id;
      writeJson(localStorage, `sandbox.seen.${this.me.id}`, this.seen);
    }
    this.emit("unread");
  }

  isUnread(channelId) {
    return newer(this.places.get(channelId)?.last_message_id, this.seen[channelId]);
  }

  /** Pings that came while this person was away. */
  async countOldMentions() {
    const waiting = this.openable().filter((place) => this.isUnread(place.id) && this.counted.get(place.id) !== place.last_message_id).slice(0, 40);
    await Promise.all(waiting.map(async (place) => {
      const list = await api.getMessages(place.id).catch(() => []);
      const count = list.filter((message) => message.mentions_me && newer(message.id, this.seen[place.id])).length;
      this.counted.set(place.id, place.last_message_id);
      if (count > 0) this.mentions.set(place.id, count);
    }));
    this.emit("unread");
  }

  userName(id) {
    return this.members.get(id)?.display_name ?? this.users.get(id)?.display_name ?? this.users.get(id)?.username ?? null;
  }

  userColor(id) {
    return this.members.get(id)?.color ?? this.users.get(id)?.color ?? null;
  }
}

function readJson(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function writeJson(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage switched off or full: the page works without remembering.
  }
}

export const store = new Store();
