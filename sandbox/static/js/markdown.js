// Discord's markdown, block by block: code, quotes, headings, lists, small print, paragraphs.

import { h } from "./dom.js";
import { inline } from "./inline.js";
import { store } from "./state.js";

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SMALL = /^-# +(.+)$/;

/** Names and actions markdown needs. `actions` are openChannel and useCommand. */
export function markdownContext(actions) {
  return {
    meId: store.me?.id,
    userName: (id) => store.userName(id),
    role: (id) => store.roles.get(id),
    channelName: (id) => store.places.get(id)?.name,
    ...actions,
  };
}

function codeBlock(language, code) {
  return h("pre", { class: "md-pre", tabindex: "0", "aria-label": language ? `Code, ${language}` : "Code" }, h("code", {}, code.replace(/^\n|\n$/g, "")));
}

/** Nested lists from consecutive item lines. */
function list(lines, ctx) {
  const items = lines.map((line) => {
    const [, indent, mark, text] = ITEM.exec(line);
    return { depth: Math.floor(indent.length / 2), ordered: mark.length > 1, start: Number.parseInt(mark, 10), text };
  });
  let at = 0;
  const level = (depth) => {
    const first = items[at];
    const node = h(first.ordered ? "ol" : "ul", { class: "md-list", start: first.ordered && first.start !== 1 ? first.start : null });
    while (at < items.length && items[at].depth >= depth) {
      if (items[at].depth === depth && items[at].ordered !== first.ordered) break;
      if (items[at].depth > depth && node.lastChild) node.lastChild.append(level(items[at].depth));
      else {
        node.append(h("li", {}, inline(items[at].text, ctx)));
        at += 1;
      }
    }
    return node;
  };
  const out = [];
  while (at < items.length) out.push(level(items[at].depth));
  return out;
}

/** A fence opening in `text` at or after `at` and closing later, or null. */
function fence(text, at, end) {
  const open = text.indexOf("```", at);
  if (open < 0 || open > end) return null;
  const match = /```(?:([\w+#-]{1,20})\n)?([\s\S]+?)```/y;
  match.lastIndex = open;
  const found = match.exec(text);
  return found ? { open, close: match.lastIndex, language: found[1], code: found[2] } : null;
}

/** The block nodes of a message text. Only DOM nodes are built; text never becomes markup. */
export function markdown(text, ctx = {}) {
  const out = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("p", { class: "md-p" }, inline(paragraph.join("\n"), ctx)));
    paragraph = [];
  };
  let at = 0;
  const takeWhile = (test) => {
    const taken = [];
    while (at < text.length) {
      const eol = endOfLine(text, at);
      const line = text.slice(at, eol);
      if (!test(line)) break;
      taken.push(line);
      at = eol + 1;
    }
    return taken;
  };
  while (at < text.length) {
    const eol = endOfLine(text, at);
    const line = text.slice(at, eol);
    const block = line.startsWith(">") ? null : fence(text, at, eol);
    let match;
    if (block) {
      if (block.open > at) paragraph.push(text.slice(at, block.open));
      flush();
      out.push(codeBlock(block.language, block.code));
      at = text[block.close] === "\n" ? block.close + 1 : block.close;
    } else if (line.startsWith(">>> ")) {
      flush();
      out.push(h("blockquote", { class: "md-quote" }, markdown(text.slice(at + 4), ctx)));
      at = text.length;
    } else if (line.startsWith("> ") || line === ">") {
      flush();
      const quoted = takeWhile((other) => other.startsWith("> ") || other === ">");
      out.push(h("blockquote", { class: "md-quote" }, markdown(quoted.map((other) => other.slice(2)).join("\n"), ctx)));
    } else if ((match = HEADING.exec(line))) {
      flush();
      const level = match[1].length;
      out.push(h("div", { class: `md-h md-h${level}`, role: "heading", "aria-level": String(level + 2) }, inline(match[2], ctx)));
      at = eol + 1;
    } else if ((match = SMALL.exec(line))) {
      flush();
      out.push(h("small", { class: "md-small" }, inline(match[1], ctx)));
      at = eol + 1;
    } else if (ITEM.test(line)) {
      flush();
      out.push(...list(takeWhile((other) => ITEM.test(other)), ctx));
    } else {
      paragraph.push(line);
      at = eol + 1;
    }
  }
  flush();
  return out;
}

function endOfLine(text, at) {
  const eol = text.indexOf("\n", at);
  return eol < 0 ? text.length : eol;
}
