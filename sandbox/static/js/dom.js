// Building the page node by node: text always enters as text, never as markup.

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "multiple", "required", "readOnly", "indeterminate"]);

/** An element with attributes, listeners (`on`), data (`data`), CSS properties (`css`) and children. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "css") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (PROPERTIES.has(key)) node[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

/** Appends nodes, strings and nested lists of them; skips null, undefined and false. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Replaces everything inside a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

export const byId = (id) => document.getElementById(id);

let counter = 0;
/** A page-wide unique element id. */
export function uid(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** Says a sentence to screen readers without moving the focus. */
export function announce(sentence) {
  const box = byId("announcer");
  box.textContent = "";
  requestAnimationFrame(() => { box.textContent = sentence; });
}

/** Puts a sentence into the node that is kept for it; an empty one hides the node. */
export function showSentence(node, sentence) {
  node.textContent = sentence;
  node.hidden = sentence === "";
}

/** Calls `fn` once the calls have stopped for `ms` milliseconds. */
export function debounce(fn, ms) {
  let timer = 0;
  const run = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}

const SHAPES = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M5 3v9a4 4 0 0 0 4 4h9M14 12l4 4-4 4",
  pin: "M9 3h6M10 3v6l-4 5h12l-4-5V3M12 14v7",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v10H5z",
  horn: "M4 10v4h3l8 5V5l-8 5zM19 9v6",
  menu: "M4 6h16M4 12h16M4 18h16",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 7M18 14c3 1 4 4 4 7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  close: "M5 5l14 14M19 5 5 19",
  download: "M12 3v12M7 10l5 5 5-5M4 20h16",
  chevron: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  send: "M4 12h15M13 6l6 6-6 6",
  slash: "M16 4 8 20",
  window: "M4 5h16v14H4zM4 9h16",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  warning: "M12 4 22 20H2zM12 10v5M12 17.5v.5",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16",
  check: "M5 12l5 5 9-10",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/** A small line drawing; decorative, so hidden from screen readers. */
export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** A discord colour number as CSS, or "" for none (0 means no colour there). */
export function cssColor(value) {
  if (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)) return value;
  if (!Number.isInteger(value) || value <= 0) return "";
  return `#${value.toString(16).padStart(6, "0").slice(-6)}`;
}

/** A file size in words: "2.1 KB". */
export function fileSize(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The name at the end of a file's address. */
export const fileName = (url) => decodeURIComponent((url ?? "").split("?")[0].split("/").at(-1));

/** An address a link may lead to, or null: web addresses only, never a script. */
export function webUrl(url) {
  return /^https?:\/\//i.test(url ?? "") ? url : null;
}

/** This page's own path for a file of the sandbox; null for another host, which the page never asks. */
export function localUrl(url) {
  if (typeof url !== "string" || url === "") return null;
  let parsed;
  try {
    parsed = new URL(url, location.href);
  } catch {
    return null;
  }
  if (parsed.protocol === "blob:" || parsed.protocol === "data:") return url;
  const ours = ["127.0.0.1", "localhost", "[::1]", location.hostname].includes(parsed.hostname) && parsed.port === location.port;
  return ours ? parsed.pathname + parsed.search : null;
}
