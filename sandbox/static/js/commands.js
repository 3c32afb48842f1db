// Commands as people type them: groups flattened into leaves ("/fleet move"), and text parsed back.

/** Leaves `{label, path, command, description, options}` of Discord's command list. */
export function flatten(commands) {
  const leaves = [];
  for (const command of commands) {
    if ((command.type ?? 1) !== 1) continue;
    const walk = (names, path, node) => {
      const inner = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
      if (inner.length) for (const option of inner) walk([...names, option.name], [...path, option.name], option);
      else leaves.push({ label: names.join(" "), path, command, description: node.description ?? "", options: (node.options ?? []).filter((option) => option.type > 2) });
    };
    walk([command.name], [], command);
  }
  return leaves.sort((a, b) => a.label.localeCompare(b.label));
}

/** Leaves by the command they belong to, `{name, leaves}`, as Discord's list shows them before a letter is typed. */
export function folders(leaves) {
  const found = new Map();
  for (const leaf of leaves) found.set(leaf.command.name, [...(found.get(leaf.command.name) ?? []), leaf]);
  return [...found].map(([name, inside]) => ({ name, leaves: inside }));
}

/** How well a leaf fits what was typed; 0 is not at all. */
function fit(leaf, words) {
  const typed = words.join(" ");
  if (leaf.label.startsWith(typed)) return 4;
  if (leaf.label.split(" ").at(-1).startsWith(typed)) return 3;
  if (words.every((word) => leaf.label.includes(word))) return 2;
  return words.every((word) => `${leaf.label} ${leaf.description}`.toLowerCase().includes(word)) ? 1 : 0;
}

/** Leaves that fit the text after the slash, best first. */
export function search(leaves, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = leaves.map((leaf) => ({ leaf, score: fit(leaf, words) })).filter(({ score }) => score > 0);
  return scored.sort((a, b) => b.score - a.score || a.leaf.label.localeCompare(b.leaf.label)).map(({ leaf }) => leaf);
}

const unquote = (text) => text.trim().replace(/^"([\s\S]*)"$/, "$1");

/**
 * Reads "/fleet move fleet:2nd Fleet to:2034". Returns null when no command is named, else
 * { leaf, values: Map(name -> text), sure } - `sure` when nothing longer could still be meant.
 */
export function parseCommand(text, leaves) {
  const match = /^\/(\S[\s\S]*)$/.exec(text);
  if (!match) return null;
  const typed = match[1].replace(/^(\S+)\s+/, "$1 ");
  const lower = typed.toLowerCase().replace(/\s+/g, " ");
  const named = leaves.filter((leaf) => lower === leaf.label || lower.startsWith(`${leaf.label} `)).sort((a, b) => b.label.length - a.label.length);
  const leaf = named[0];
  if (!leaf) return null;
  const rest = afterWords(match[1], leaf.label.split(" ").length);
  const values = new Map();
  const names = leaf.options.map((option) => option.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const marks = names.length ? [...rest.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gi"))] : [];
  marks.forEach((mark, index) => {
    const end = marks[index + 1]?.index ?? rest.length;
    values.set(mark[1].toLowerCase(), unquote(rest.slice(mark.index + mark[0].length, end)));
  });
  const loose = unquote(rest.slice(0, marks[0]?.index ?? rest.length));
  const open = leaf.options.find((option) => !values.has(option.name) && option.type !== 11);
  if (loose && open) values.set(open.name, loose);
  const longer = leaves.some((other) => other !== leaf && other.label.startsWith(`${leaf.label} `));
  return { leaf, values, loose: loose && !open ? loose : "", sure: !longer && /\s/.test(match[1].slice(leaf.label.length)), pairs: marks.length > 0 };
}

function afterWords(text, count) {
  return text.replace(new RegExp(`^(?:\\S+\\s*){${count}}`), "");
}
