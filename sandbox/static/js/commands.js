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

/** Whether a text names a group of commands ("/fleet", "/gm seat") and none of them: nothing runs by it, it is chosen from. */
export function isGroup(text, leaves) {
  const typed = text.slice(1).trim().toLowerCase().replace(/\s+/g, " ");
  return text.startsWith("/") && typed !== "" && leaves.some((leaf) => leaf.label.startsWith(`${typed} `)) && !leaves.some((leaf) => leaf.label === typed);
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

/** Options in a text, "fleet:2nd Fleet to:2034", as Map(name -> text), and the words before the first of them. */
export function readPairs(text, options) {
  const values = new Map();
  const names = options.map((option) => option.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const marks = names.length ? [...text.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gi"))] : [];
  marks.forEach((mark, index) => {
    const end = marks[index + 1]?.index ?? text.length;
    values.set(mark[1].toLowerCase(), unquote(text.slice(mark.index + mark[0].length, end)));
  });
  return { values, loose: unquote(text.slice(0, marks[0]?.index ?? text.length)) };
}

/** How many letters must be changed, put in, left out or swapped to make one word of another. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

/** The name that a word was probably meant for, or null. */
export function nearest(word, names) {
  const typed = word.toLowerCase();
  const found = names.map((name) => ({ name, away: name.startsWith(typed) ? 0.5 : distance(typed, name) })).sort((a, b) => a.away - b.away)[0];
  return found && found.away <= Math.max(1, Math.min(typed.length, found.name.length) / 2) ? found.name : null;
}

/** The sentence about an option that a command does not have. */
export function noSuchOption(leaf, name) {
  const names = leaf.options.map((option) => option.name);
  const meant = nearest(name, names);
  const rest = meant ? `Did you mean ${meant}?` : names.length ? `It takes ${names.join(", ")}.` : "It takes none.";
  return `/${leaf.label} has no option “${name}”. ${rest}`;
}

/**
 * Reads "/fleet move fleet:2nd Fleet to:2034". Returns null when no command is named, else
 * { leaf, values: Map(name -> text), sure } - `sure` when nothing longer could still be meant. `loose` is what cannot be
 * an option's value: words where no option is open, or an option that there is not, "flet:2nd Fleet".
 */
export function parseCommand(text, leaves) {
  const match = /^\/(\S[\s\S]*)$/.exec(text);
  if (!match) return null;
  const typed = match[1].replace(/^(\S+)\s+/, "$1 ");
  const lower = typed.toLowerCase().replace(/\s+/g, " ");
  const named = leaves.filter((leaf) => lower === leaf.label || lower.startsWith(`${leaf.label} `)).sort((a, b) => b.label.length - a.label.length);
  const leaf = named[0];
  if (!leaf) return null;
  const { values, loose } = readPairs(afterWords(match[1], leaf.label.split(" ").length), leaf.options);
  const pairs = values.size > 0;
  const open = leaf.options.find((option) => !values.has(option.name) && option.type !== 11);
  const misnamed = /^[a-z_-]+:/.test(loose);
  const fits = loose && open && !misnamed;
  if (fits) values.set(open.name, loose);
  const longer = leaves.some((other) => other !== leaf && other.label.startsWith(`${leaf.label} `));
  return { leaf, values, loose: fits ? "" : loose, misnamed, sure: !longer && /\s/.test(match[1].slice(leaf.label.length)), pairs };
}

function afterWords(text, count) {
  return text.replace(new RegExp(`^(?:\\S+\\s*){${count}}`), "");
}
