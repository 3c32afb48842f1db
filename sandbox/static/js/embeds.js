// Embeds: colour bar, author, title, text, fields, pictures, footer.

import { picture } from "./attachments.js";
import { cssColor, fileName, h, localUrl, webUrl } from "./dom.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { clockNode } from "./timestamps.js";

/** Embed picture, given the alt text of the attachment it was uploaded as. */
function embedPicture(media, message, className) {
  const own = message.attachments?.find((item) => localUrl(item.url) === localUrl(media.url) || item.filename === fileName(media.url));
  return picture({ width: media.width, height: media.height, filename: fileName(media.url), ...own, url: media.url, description: own?.description ?? media.description, className });
}

function fields(list, ctx) {
  return h("div", { class: "embed-fields" }, list.map((field) => h("div", { class: field.inline ? "embed-field inline" : "embed-field" },
    h("div", { class: "embed-field-name" }, inline(field.name, ctx)),
    h("div", { class: "embed-field-value" }, markdown(field.value, ctx)))));
}

function title(embed, ctx) {
  const words = inline(embed.title, ctx);
  return h("div", { class: "embed-title" }, webUrl(embed.url) ? h("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer", class: "md-link" }, words) : words);
}

/** One embed as an element. */
export function embedNode(embed, message, ctx) {
  const color = cssColor(embed.color);
  const footer = [embed.footer?.text, embed.timestamp && clockNode(embed.timestamp)].filter(Boolean);
  return h("section", { class: "embed", "aria-label": embed.title ? `Embed: ${embed.title}` : "Embed", css: color ? { "--bar": color } : {} },
    h("div", { class: "embed-body" },
      embed.author?.name && h("div", { class: "embed-author" }, embed.author.name),
      embed.title && title(embed, ctx),
      embed.description && h("div", { class: "embed-text" }, markdown(embed.description, ctx)),
      embed.fields?.length > 0 && fields(embed.fields, ctx)),
    embed.thumbnail?.url && embedPicture(embed.thumbnail, message, "embed-thumbnail"),
    embed.image?.url && embedPicture(embed.image, message, "embed-image"),
    footer.length > 0 && h("footer", { class: "embed-footer" }, footer.length === 2 ? [footer[0], " · ", footer[1]] : footer));
}

/** Paths of the pictures embeds show, so that they are not shown twice. */
export function embedUrls(message) {
  const urls = new Set();
  for (const embed of message.embeds ?? []) {
    for (const media of [embed.image, embed.thumbnail]) {
      if (!media?.url) continue;
      urls.add(localUrl(media.url));
      const own = message.attachments?.find((item) => item.filename === fileName(media.url));
      if (own) urls.add(localUrl(own.url));
    }
  }
  return urls;
}
