// The right side: who is here, by role. A press opens a direct message.

import { byId, cssColor, fill, h } from "./dom.js";
import { face } from "./people.js";
import { store } from "./state.js";

function memberButton(member, onMessage) {
  const user = store.users.get(member.id);
  const isMe = member.id === store.me.id;
  const role = member.roles?.map((id) => store.roles.get(id)).find((known) => known && cssColor(known.color));
  return h("li", {}, h("button", {
    type: "button", class: "member", disabled: isMe, title: isMe ? "You" : `Message ${member.display_name}`, "aria-label": isMe ? `${member.display_name} (you)` : `Message ${member.display_name}`,
    on: { click: () => onMessage(member.id) },
  },
  face({ id: member.id, name: member.display_name, color: member.color ?? user?.color, bot: user?.bot }, "small"),
  h("span", { class: "member-name", css: role ? { "--name": cssColor(role.color) } : {} }, member.display_name),
  user?.bot && h("span", { class: "bot-tag" }, "BOT"), isMe && h("span", { class: "muted" }, "you")));
}

/** Redraws the list of members. */
export function drawMembers(onMessage) {
  const groups = new Map();
  for (const member of store.home.members) {
    const user = store.users.get(member.id);
    const role = member.roles?.map((id) => store.roles.get(id)).find((known) => known && known.name !== "@everyone");
    const title = user?.bot ? "Bots" : role?.name ?? "Members";
    groups.set(title, [...(groups.get(title) ?? []), member]);
  }
  const ordered = [...groups].sort(([a], [b]) => Number(a === "Bots") - Number(b === "Bots"));
  fill(byId("members"), ordered.map(([title, list]) => h("section", { class: "place-group", "aria-label": title }, h("h2", { class: "group-title" }, `${title} · ${list.length}`), h("ul", {}, list.map((member) => memberButton(member, onMessage))))));
}
