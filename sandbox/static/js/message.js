// One message as an article element.

import { attachments } from "./attachments.js";
import { componentUrls, componentsNode } from "./components.js";
import { h, icon } from "./dom.js";
import { embedNode, embedUrls } from "./embeds.js";
import { inline } from "./inline.js";
import { markdown, markdownContext } from "./markdown.js";
import { authorName, face } from "./people.js";
import { store } from "./state.js";
import { clockNode } from "./timestamps.js";

const V2_FLAG = 1 << 15;

/** What Discord itself wrote, by the message's type: its picture, and its words after the author's name. */
const SYSTEM = {
  1: (message) => ["people", ` added ${named(message)} to the thread.`],
  2: (message) => ["people", ` removed ${named(message)} from the thread.`],
  4: (message) => ["hash", ` changed the channel name: ${message.content}`],
  6: () => ["pin", " pinned a message to this channel."],
  18: (message) => ["thread", ` started a thread: ${message.content}`],
};

function named(message) {
  return message.mentions.map((user) => authorName(user)).join(", ") || "somebody";
}

function pinnedLink(message, actions) {
  const id = message.type === 6 && message.message_reference?.message_id;
  if (!id) return null;
  return h("button", { type: "button", class: "text-button", on: { click: () => actions.showMessage(id) } }, "Show the message");
}

function systemNode(message, ctx, actions) {
  const [picture, words] = SYSTEM[message.type](message);
  return h("article", { class: "message system", data: { id: message.id } }, icon(picture), h("span", {}, inline(`${authorName(message.author)}${words}`, ctx)), " ", clockNode(message.timestamp), pinnedLink(message, actions), threadLink(message, actions));
}

function head(message) {
  const { author } = message;
  return h("header", { class: "message-head" },
    h("span", { class: "author" }, authorName(author)),
    author.bot && h("span", { class: "bot-tag" }, "BOT"),
    clockNode(message.timestamp));
}

function interactionLine(message) {
  const label = message.interaction_label;
  if (!label) return null;
  return h("p", { class: "reply-line" }, icon("slash"), h("span", { class: "reply-text" }, label));
}

function ephemeralFoot(message) {
  return h("footer", { class: "ephemeral-foot" }, icon("eye"), "Only you can see this · ",
    h("button", { type: "button", class: "text-button", on: { click: () => store.dismiss(message) } }, "Dismiss message"));
}

function threadLink(message, actions) {
  if (!message.thread) return null;
  return h("button", { type: "button", class: "thread-link", on: { click: () => actions.openChannel(message.thread.id) } }, icon("thread"), h("span", {}, message.thread.name), h("span", { class: "muted" }, "Open thread"));
}

/** A note of this tab only: a command without an answer. */
function localNode(message) {
  return h("article", { class: "message local-note", data: { id: message.id } },
    h("div", { class: "local-icon" }, icon("warning")),
    h("div", { class: "message-main" },
      h("p", { class: "local-error", role: "alert" }, message.error),
      h("p", { class: "muted" }, message.detail, " · Only you can see this"),
      h("p", { class: "local-actions" },
        message.retry && h("button", { type: "button", class: "text-button", on: { click: () => { store.dismiss(message); message.retry(); } } }, "Try again"),
        h("button", { type: "button", class: "text-button", on: { click: () => store.dismiss(message) } }, "Dismiss message"))));
}

function thinking(message) {
  return h("p", { class: "thinking", role: "status" }, h("span", { class: "thinking-dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${authorName(message.author)} is thinking…`);
}

function body(message, ctx, actions) {
  if (message.deferred) return [thinking(message)];
  const isV2 = (message.flags & V2_FLAG) !== 0;
  const shown = new Set([...embedUrls(message), ...componentUrls(message)]);
  const edited = message.edited_timestamp && h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)");
  const files = attachments(isV2 ? [] : message.attachments ?? [], shown);
  return [
    message.content && h("div", { class: "content" }, markdown(message.content, ctx)),
    files.length > 0 && h("div", { class: "attachments" }, files),
    (message.embeds ?? []).map((embed) => embedNode(embed, message, ctx)),
    componentsNode(message, ctx),
    edited,
    threadLink(message, actions),
  ];
}

/** The element of one message; `grouped` leaves out the author, shown just above. */
export function messageNode(message, { grouped, actions }) {
  if (message.local) return localNode(message);
  const ctx = markdownContext(actions);
  if (message.type in SYSTEM) return systemNode(message, ctx, actions);
  const { author } = message;
  const classes = ["message", grouped && "grouped", message.ephemeral && "ephemeral", message.mentions_me && "mentions-me"].filter(Boolean);
  return h("article", { class: classes.join(" "), data: { id: message.id, author: author.id }, "aria-label": `${authorName(author)}${message.mentions_me ? ", mentions you" : ""}${message.ephemeral ? ", only you can see this" : ""}` },
    interactionLine(message),
    !grouped && face({ id: author.id, name: authorName(author), color: store.userColor(author.id), bot: author.bot }),
    h("div", { class: "message-main" },
      !grouped && head(message),
      body(message, ctx, actions),
      message.ephemeral && ephemeralFoot(message)));
}
