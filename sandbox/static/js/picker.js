// "Who are you?": the first screen, and the same choice later in a dialog.

import { patchMe } from "./api.js";
import { openDialog } from "./dialog.js";
import { byId, fill, h, icon, showSentence } from "./dom.js";
import { guide } from "./guides.js";
import { face, faceColor } from "./people.js";
import { store } from "./state.js";

const botName = () => [...store.users.values()].find((user) => user.bot)?.display_name ?? "The";
const people = () => [...store.users.values()].filter((user) => !user.bot);

/** Shows the first screen; `choose(userId)` is called with the answer. */
export function showPicker(choose, onHelp) {
  const node = byId("picker");
  fill(node,
    h("div", { class: "picker-inner" },
      h("p", { class: "picker-eyebrow" }, `${botName()} sandbox · only on this machine`),
      h("h1", { id: "picker-title" }, "Who are you?"),
      h("p", { class: "picker-lead" }, "Take a seat. This window remembers it; open a second window to sit in another seat at the same time."),
      h("ul", { class: "picker-cards" }, people().map((user) => h("li", {}, h("button", {
        type: "button", class: "picker-card", data: { user: user.id }, css: { "--face": faceColor(user.id, user.color) }, on: { click: () => choose(user.id) },
      },
      face({ id: user.id, name: user.display_name, color: user.color }, "large"),
      h("span", { class: "picker-name" }, user.display_name),
      h("span", { class: "picker-blurb" }, user.blurb))))),
      h("p", { class: "picker-foot" }, h("button", { type: "button", class: "pill-button", on: { click: onHelp } }, guide().invitation))));
  node.hidden = false;
  byId("app").hidden = true;
  document.title = `${botName()} sandbox: who are you?`;
}

/** The dialog behind the panel at the foot: other people, and my own settings. */
export function openPersonDialog(choose) {
  const { body, close } = openDialog({ title: "Switch person", className: "people-dialog" });
  const dmId = "dm-open";
  const note = h("p", { class: "field-error", role: "alert", hidden: true });
  const box = h("input", { type: "checkbox", id: dmId, checked: Boolean(store.home.dms_open) });
  box.addEventListener("change", async () => {
    showSentence(note, "");
    try {
      await patchMe({ dms_open: box.checked });
      store.home.dms_open = box.checked;
    } catch (error) {
      box.checked = !box.checked;
      showSentence(note, error.message);
    }
  });
  fill(body,
    h("ul", { class: "people-list" }, people().map((user) => h("li", { class: "people-row" },
      face({ id: user.id, name: user.display_name, color: user.color }),
      h("span", { class: "people-words" }, h("strong", {}, user.display_name), h("span", { class: "muted" }, user.blurb)),
      user.id === store.me.id
        ? h("span", { class: "muted you-tag" }, "you")
        : [
          h("button", { type: "button", class: "button style-2", "aria-label": `Become ${user.display_name} here`, on: { click: () => { close(); choose(user.id); } } }, "Switch"),
          h("a", { class: "icon-button", href: `?as=${encodeURIComponent(user.id)}`, target: "_blank", rel: "noopener", "aria-label": `Open a new window as ${user.display_name}`, title: "In a new window" }, icon("window")),
        ]))),
    h("div", { class: "choice people-setting" }, box, h("label", { for: dmId }, `${store.me.display_name} accepts direct messages from people and bots of this server`)), note);
}
