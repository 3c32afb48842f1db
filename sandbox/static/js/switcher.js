// Ctrl+K: jump to a channel, thread or person by typing part of its name.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { store } from "./state.js";

const KIND = { channel: "channel", thread: "thread", dm: "direct message" };

function matches(text) {
  const wanted = text.trim().toLowerCase().replace(/^[#@]/, "");
  const places = store.openable().filter((place) => place.name.toLowerCase().includes(wanted));
  const weight = (place) => (store.mentions.get(place.id) ? 4 : 0) + (store.isUnread(place.id) ? 2 : 0) + (place.name.toLowerCase().startsWith(wanted) ? 1 : 0);
  return places.sort((a, b) => weight(b) - weight(a)).map((place) => ({
    label: place.kind === "channel" ? `#${place.name}` : place.name,
    detail: place.kind === "thread" ? `in #${store.places.get(place.parent_id)?.name ?? "…"}` : "",
    tag: store.mentions.get(place.id) ? `${store.mentions.get(place.id)} new for you` : store.isUnread(place.id) ? "unread" : KIND[place.kind],
    value: place.id,
  }));
}

/** Opens the switcher; `open(channelId)` is called with the choice. */
export function openSwitcher(open) {
  if (document.querySelector(".switcher")) return;
  const { body, close } = openDialog({ title: "Jump to", className: "switcher" });
  const input = h("input", { type: "text", class: "text-field", placeholder: "Where to? Type part of a name", "aria-label": "Where to?" });
  const go = (item) => {
    close();
    open(item.value);
  };
  const listbox = new Listbox({ label: "Places", onPick: go });
  listbox.bind(input);
  const draw = () => {
    listbox.show(matches(input.value), { note: "No place has that in its name." });
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (event) => {
    if (listbox.key(event) || event.key !== "Enter" || !listbox.active) return;
    event.preventDefault();
    go(listbox.active);
  });
  fill(body, input, listbox.node);
  draw();
  input.focus();
}
