// The left side: channels by category, their threads, direct messages, and who you are.

import { byId, fill, h, icon } from "./dom.js";
import { face, faceColor } from "./people.js";
import { store } from "./state.js";

const sign = (place) => {
  if (place.kind === "thread") return icon(place.type === 12 ? "lock" : "thread");
  if (place.type === 5) return icon("horn");
  return icon("hash");
};

function placeButton(place, open) {
  const unread = store.isUnread(place.id) && place.id !== store.currentId;
  const pings = store.mentions.get(place.id) ?? 0;
  const kind = place.kind === "thread" ? (place.type === 12 ? "private thread" : "thread") : place.kind === "dm" ? "direct message" : "channel";
  const label = [`${place.name}, ${kind}`, place.archived && "archived", pings && `${pings} mention${pings === 1 ? "" : "s"}`, unread && "unread"].filter(Boolean).join(", ");
  const user = place.kind === "dm" ? store.users.get(place.recipient_id) : null;
  return h("button", {
    type: "button", "aria-label": label, "aria-current": place.id === store.currentId ? "page" : null, data: { channel: place.id },
    class: ["place", `place-${place.kind}`, unread && "unread", place.archived && "archived"].filter(Boolean).join(" "), title: place.name,
    on: { click: () => open(place.id) },
  },
  place.kind === "dm" ? face({ id: place.recipient_id, name: place.name, color: user?.color, bot: user?.bot }, "small") : sign(place),
  h("span", { class: "place-name" }, place.name),
  pings > 0 && h("span", { class: "badge" }, pings),
  unread && pings === 0 && h("span", { class: "dot" }));
}

/** Channels whose archived threads are unfolded. */
const unfolded = new Set();

/** A channel's archived threads, folded away under one line until they are asked for. */
function archive(channel, threads, open) {
  const inside = threads.some((thread) => thread.id === store.currentId);
  return h("details", {
    class: "archive", open: inside || unfolded.has(channel.id),
    on: { toggle: (event) => (event.target.open ? unfolded.add(channel.id) : unfolded.delete(channel.id)) },
  },
  h("summary", { class: "archive-title" }, `Archived (${threads.length})`),
  h("ul", { class: "thread-list" }, threads.map((thread) => h("li", {}, placeButton(thread, open)))));
}

/** Channels with their threads under a heading. */
function group(title, channels, threads, open) {
  const items = channels.map((channel) => {
    const own = threads.filter((thread) => thread.parent_id === channel.id);
    const active = own.filter((thread) => !thread.archived);
    const archived = own.filter((thread) => thread.archived);
    return h("li", {}, placeButton(channel, open),
      active.length > 0 && h("ul", { class: "thread-list" }, active.map((thread) => h("li", {}, placeButton(thread, open)))),
      archived.length > 0 && archive(channel, archived, open));
  });
  return h("section", { class: "place-group", "aria-label": title }, h("h2", { class: "group-title" }, title), h("ul", {}, items));
}

/** Redraws the list of places; the focus stays on the same one. */
export function drawNav(open) {
  const node = byId("channel-list");
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
  const { home } = store;
  byId("server-name").textContent = home.guilds.map((guild) => guild.name).join(", ") || "Sandbox";
  const all = [...store.places.values()];
  const threads = all.filter((place) => place.kind === "thread");
  const channels = all.filter((place) => place.kind === "channel");
  const categories = all.filter((place) => place.kind === "category");
  const loose = channels.filter((channel) => !categories.some((category) => category.id === channel.parent_id));
  const orphans = threads.filter((thread) => !channels.some((channel) => channel.id === thread.parent_id));
  const dms = all.filter((place) => place.kind === "dm");
  const scroll = node.scrollTop;
  fill(node,
    loose.length > 0 && group("Channels", loose, threads, open),
    categories.map((category) => group(category.name, channels.filter((channel) => channel.parent_id === category.id), threads, open)),
    orphans.length > 0 && group("Threads", orphans, [], open),
    dms.length > 0 && group("Direct messages", dms, [], open));
  node.scrollTop = scroll;
  if (focused) [...node.querySelectorAll("[data-channel]")].find((button) => button.dataset.channel === focused)?.focus({ preventScroll: true });
  const pings = [...store.mentions.values()].reduce((sum, count) => sum + count, 0);
  document.title = `${pings ? `(${pings}) ` : ""}${store.current?.name ?? "Sandbox"} · ${store.me?.display_name ?? "sandbox"}`;
}

/** The panel at the foot: me, and the way to be somebody else. */
export function drawMe(onSwitch, onTheme, onDeveloper) {
  const { me } = store;
  const node = byId("me-panel");
  node.style.setProperty("--face", faceColor(me.id, me.color));
  fill(node,
    h("button", { type: "button", class: "me-button", title: "Be somebody else", "aria-label": `You are ${me.display_name}. Switch person`, on: { click: onSwitch } },
      face({ id: me.id, name: me.display_name, color: me.color }),
      h("span", { class: "me-words" }, h("span", { class: "me-name" }, me.display_name), h("span", { class: "me-about" }, "Switch person"))),
    h("button", { type: "button", class: "icon-button", title: "Colours: dark, light, as the system", "aria-label": "Change colours", on: { click: onTheme } }, icon("theme")),
    h("button", { type: "button", class: "icon-button", title: "Developer: clock, faults, requests", "aria-label": "Developer", on: { click: onDeveloper } }, icon("code")));
}

/** The heading above the messages. */
export function drawHead() {
  const place = store.current;
  fill(byId("channel-name"), place && place.kind !== "dm" && sign(place), place?.name ?? "");
  byId("channel-topic").textContent = place?.topic ?? (place?.kind === "thread" && place.parent_id ? `Thread in #${store.places.get(place.parent_id)?.name ?? "…"}` : "");
}
