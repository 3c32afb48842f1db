// Pictures with their alt text, and files to download.

import { fileSize, h, icon, localUrl, webUrl } from "./dom.js";
import { openLightbox } from "./lightbox.js";

const PICTURES = /\.(png|jpe?g|gif|webp|svg)$/i;

function isPicture(attachment) {
  return attachment.content_type?.startsWith("image/") || PICTURES.test(attachment.filename ?? "");
}

/** A picture that opens large on click, with a badge that shows its alt text. */
export function picture({ url, description, width, height, filename, spoiler = false, className = "" }) {
  const source = localUrl(url);
  if (source === null) {
    return h("p", { class: "foreign-picture" }, "A picture on another site, not loaded here: ", h("a", { href: webUrl(url), target: "_blank", rel: "noopener noreferrer" }, url));
  }
  const alt = description ?? "";
  const img = h("img", { src: source, alt: alt || (filename ? `Picture ${filename}, no description` : "Picture, no description"), width, height, decoding: "async", class: "picture-img" });
  const open = h("button", {
    type: "button", class: "picture-open", "aria-label": `Open picture: ${alt || filename || "no description"}`,
    on: { click: () => openLightbox({ source, alt, filename, width, height }) },
  }, img);
  const frame = h("figure", { class: `picture ${className}` }, open);
  if (alt) frame.append(...altBadge(alt));
  if (spoiler) coverSpoiler(frame);
  return frame;
}

function altBadge(alt) {
  const text = h("figcaption", { class: "alt-text", hidden: true }, alt);
  const badge = h("button", { type: "button", class: "alt-badge", "aria-expanded": "false", "aria-label": "Picture description" }, "ALT");
  badge.addEventListener("click", () => {
    text.hidden = !text.hidden;
    badge.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [badge, text];
}

/** Hides a node behind a "show spoiler" button. */
export function coverSpoiler(node) {
  node.classList.add("covered");
  const cover = h("button", { type: "button", class: "spoiler-cover" }, "Spoiler: show");
  cover.addEventListener("click", () => {
    node.classList.remove("covered");
    cover.remove();
  });
  node.append(cover);
}

export function fileCard({ url, filename, size, spoiler = false }) {
  const source = localUrl(url);
  const name = filename || "file";
  const card = h("div", { class: "file-card" }, icon("file"),
    h("div", { class: "file-words" }, h("span", { class: "file-name" }, name), h("span", { class: "file-size" }, fileSize(size))),
    source === null
      ? h("span", { class: "file-size" }, "on another site")
      : h("a", { class: "icon-button", href: source, download: name, "aria-label": `Download ${name}`, title: "Download" }, icon("download")));
  if (spoiler) coverSpoiler(card);
  return card;
}

/** Attachments of a message that no embed or component already shows. */
export function attachments(list, shownUrls) {
  const rest = list.filter((item) => !shownUrls.has(localUrl(item.url)));
  const pictures = rest.filter(isPicture);
  const files = rest.filter((item) => !isPicture(item));
  const nodes = [];
  if (pictures.length) {
    nodes.push(h("div", { class: `picture-grid count-${Math.min(pictures.length, 4)}` }, pictures.map((item) => picture({ ...item, spoiler: isSpoiler(item) }))));
  }
  nodes.push(...files.map((item) => fileCard({ ...item, spoiler: isSpoiler(item) })));
  return nodes;
}

const isSpoiler = (item) => item.filename?.startsWith("SPOILER_") ?? false;
