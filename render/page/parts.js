// Small parts that every page uses: elements, colours, and the moments folded from what changes.

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const many = (number, one, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;
const byId = (id) => document.getElementById(id);

/** An element with properties and children. Text is only ever set as text: no name can become markup. */
function el(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "hue") paintHue(node, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function paintHue(node, hue) {
  node.style.setProperty("--hue", hue);
  node.style.setProperty("--on", inkOn(hue));
}

/** Red, green and blue of "#rrggbb", 0 to 255. */
const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** One colour with a share of another in it. */
function blend(a, b, share) {
  const [from, to] = [channels(a), channels(b)];
  const part = from.map((value, at) => Math.round(value + (to[at] - value) * share));
  return `#${part.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function alpha(colour, share) {
  return `rgba(${channels(colour).join(",")},${share})`;
}

/** Black or white, whichever is read more easily on a colour. */
function inkOn(colour) {
  const linear = channels(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const bright = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return (bright + 0.05) / 0.05 > 1.05 / (bright + 0.05) ? "#000000" : "#ffffff";
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function chanceOf(seed) {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Every moment in full, from the first one and what changed after it. */
class Moments {
  constructor(changes) {
    this.all = [];
    let now = Object.create(null);
    for (const change of changes) {
      now = Object.assign(Object.create(null), now);
      for (const [section, entries] of Object.entries(change)) {
        const next = Object.assign(Object.create(null), now[section]);
        for (const [key, value] of Object.entries(entries)) {
          if (value === null) delete next[key];
          else next[key] = value;
        }
        now[section] = next;
      }
      this.all.push(now);
    }
  }

  get length() {
    return this.all.length;
  }

  /** The sections of a moment; one that is empty is there all the same. */
  at(index) {
    return new Proxy(this.all[index], { get: (kept, name) => kept[name] ?? EMPTY });
  }

  /** The same object as long as nothing in this section changes: what a drawing of it can be kept by. */
  section(index, name) {
    return this.all[index][name] ?? EMPTY;
  }
}

const EMPTY = Object.freeze(Object.create(null));

/** A heading with what stands below it; nothing where nothing does. */
function section(title, ...given) {
  const parts = given.flat().filter(Boolean);
  return parts.length ? [el("h3", { text: title }), ...parts] : [];
}

/** What is worked out once for an object and kept as long as that is. */
class Kept {
  constructor() {
    this.found = new WeakMap();
  }

  of(object, name, make) {
    let kept = this.found.get(object);
    if (!kept) this.found.set(object, (kept = new Map()));
    if (!kept.has(name)) kept.set(name, make());
    return kept.get(name);
  }
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
