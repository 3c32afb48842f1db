// Message components, legacy rows and components V2 alike: one builder per type, in one table.

import { coverSpoiler, fileCard, picture } from "./attachments.js";
import { cssColor, fileName, h, localUrl, webUrl } from "./dom.js";
import { jumpAction } from "./inline.js";
import { press } from "./interactions.js";
import { markdown } from "./markdown.js";
import { selectControl } from "./select.js";

const emojiText = (emoji) => (emoji && !emoji.id ? emoji.name : emoji ? `:${emoji.name}:` : "");

function button(component, { message, ctx }) {
  const words = [emojiText(component.emoji), component.label].filter(Boolean).join(" ") || "Button";
  if (component.style === 5) {
    const jump = jumpAction(component.url, ctx);
    if (jump) return h("button", { type: "button", class: "button style-5", disabled: Boolean(component.disabled), on: { click: jump.go } }, words);
    return h("a", { class: "button style-5", href: webUrl(component.url), target: "_blank", rel: "noopener noreferrer", "aria-disabled": component.disabled ? "true" : null }, words, h("span", { "aria-hidden": "true" }, "↗"));
  }
  const node = h("button", { type: "button", class: `button style-${component.style}`, disabled: Boolean(component.disabled), data: { customId: component.custom_id } }, words);
  node.addEventListener("click", () => press(message, component.custom_id, node));
  return node;
}

function select(component, { message }) {
  const control = selectControl(component, {
    label: component.placeholder || "Make a choice",
    onCommit: (values) => press(message, component.custom_id, control.button, values),
  });
  return control.node;
}

function row(component, context) {
  return h("div", { class: "component-row" }, component.components.map((child) => build(child, context)));
}

function section(component, context) {
  return h("div", { class: "v2-section" },
    h("div", { class: "v2-section-text" }, component.components.map((child) => build(child, context))),
    component.accessory && h("div", { class: "v2-accessory" }, build(component.accessory, context)));
}

function textDisplay(component, { ctx }) {
  return h("div", { class: "v2-text" }, markdown(component.content ?? "", ctx));
}

function mediaPicture(item, className) {
  const media = item.media ?? {};
  return picture({ url: media.url, description: item.description, width: media.width, height: media.height, filename: fileName(media.url), spoiler: Boolean(item.spoiler), className });
}

function gallery(component) {
  return h("div", { class: `picture-grid count-${Math.min(component.items.length, 4)}` }, component.items.map((item) => mediaPicture(item, "")));
}

function container(component, context) {
  const color = cssColor(component.accent_color);
  const node = h("section", { class: color ? "v2-container accented" : "v2-container", css: color ? { "--bar": color } : {} }, component.components.map((child) => build(child, context)));
  if (component.spoiler) coverSpoiler(node);
  return node;
}

const separator = (component) => h("div", { class: `v2-separator spacing-${component.spacing ?? 1} ${component.divider === false ? "blank" : ""}`, role: component.divider === false ? null : "separator" });

const file = (component, { message }) => {
  const url = component.file?.url;
  const known = message.attachments?.find((item) => localUrl(item.url) === localUrl(url));
  return fileCard({ url, filename: component.name ?? known?.filename ?? fileName(url), size: component.size ?? known?.size, spoiler: Boolean(component.spoiler) });
};

const BUILDERS = {
  1: row, 2: button, 3: select, 5: select, 6: select, 7: select, 8: select,
  9: section, 10: textDisplay, 11: (component) => mediaPicture(component, "v2-thumbnail"), 12: gallery, 13: file, 14: separator, 17: container,
};

function build(component, context) {
  const builder = BUILDERS[component.type];
  if (!builder) return h("p", { class: "component-error" }, `A component of a kind this page does not know (${component.type}).`);
  return builder(component, context);
}

/** All components of a message in one frame, or null. */
export function componentsNode(message, ctx) {
  if (!message.components?.length) return null;
  return h("div", { class: "components" }, message.components.map((component) => build(component, { message, ctx })));
}

/** Paths of the files components show, so that they are not shown twice. */
export function componentUrls(message) {
  const urls = new Set();
  const walk = (component) => {
    for (const media of [component.media, component.file, ...(component.items ?? []).map((item) => item.media)]) {
      if (media?.url) urls.add(localUrl(media.url));
    }
    for (const child of [...(component.components ?? []), component.accessory]) if (child) walk(child);
  };
  for (const component of message.components ?? []) walk(component);
  return urls;
}
