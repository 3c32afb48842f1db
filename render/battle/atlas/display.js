// A craft in words and boxes: its systems display as it stood at the chosen impulse.

const ARMOR_SIDES = ["ahead", "right, ahead", "right, astern", "astern", "left, astern", "left, ahead"];
const MARK_NAMES = { o: "whole", x: "destroyed", s: "spent", d: "empty or used" };

const hueOf = (side, shell) => shell.now.sides[side]?.colours[shell.paletteIndex] ?? shell.palette.soft;
const letterOf = (side, shell) => shell.now.sides[side]?.letter ?? "?";
const nameOf = (side, shell) => shell.now.sides[side]?.name ?? side;
const called = (id, craft) => (craft.name === id ? id : `${craft.name} (${id})`);

/** How much of something is left, as a bar that also says it. */
function bar(left, of, hue) {
  const fill = el("span", { class: "fill", hue });
  fill.style.setProperty("width", `${of ? (100 * left) / of : 0}%`);
  return el("span", { class: "bar", role: "img", "aria-label": `${left} of ${of} boxes` }, fill);
}

/** The boxes of one system, each with its mark; the marks of the moment before tell which are newly lost. */
function boxRow([name, note, marks, texts], before) {
  const standing = [...marks].filter((mark) => mark !== "x").length;
  const boxes = [...marks].map((mark, at) => {
    const fresh = mark === "x" && before && before[at] !== "x";
    return el("span", { class: `box ${mark}${fresh ? " fresh" : ""}`, title: MARK_NAMES[mark], text: texts[at] ?? "" });
  });
  return el("div", { class: "system", role: "img", "aria-label": `${name}: ${standing} of ${marks.length}` },
    el("span", { class: "system-name" }, name, note ? el("small", { text: note }) : null), el("span", { class: "boxes" }, boxes));
}

/** The whole display of a craft. */
function displayOf(id, shell) {
  const craft = shell.now.craft[id];
  const sheet = shell.now.sheets[id];
  const before = shell.index ? shell.moments.at(shell.index - 1).sheets[id] : undefined;
  const earlier = new Map((before?.groups ?? []).map(([name, note, marks]) => [`${name}/${note}`, marks]));
  return [
    el("h2", {}, el("span", { class: "badge", hue: hueOf(craft.side, shell), text: letterOf(craft.side, shell) }), called(id, craft)),
    el("p", { class: "sub", text: [nameOf(craft.side, shell), sheet.about].filter(Boolean).join(" · ") }),
    el("p", { text: craft.fate ? `${craft.fate[0].toUpperCase()}${craft.fate.slice(1)}` : `${hexName(...craft.at)} · ${craft.says}` }),
    el("p", {}, bar(craft.whole, craft.boxes, hueOf(craft.side, shell)), ` ${craft.whole} of ${craft.boxes} boxes`),
    ...section("Armor", el("table", {}, el("tbody", {}, sheet.armor.map(([left, of], at) => el("tr", {}, el("td", { text: ARMOR_SIDES[at] }), el("td", { class: "num", text: `${left} of ${of}` })))))),
    ...section("Systems", sheet.groups.filter(([, , marks]) => marks).map((group) => boxRow(group, earlier.get(`${group[0]}/${group[1]}`)))),
    el("p", { class: "quiet", text: "Crossed out: destroyed; ringed: in this very impulse. Dotted and struck boxes are as they stood when the turn began." }),
  ];
}

/** All craft by side, and what flies. */
function rosterOf(shell, game) {
  const { now } = shell;
  const sides = Object.keys(now.sides).sort();
  const rows = (side) => Object.entries(now.craft).filter(([, craft]) => craft.side === side).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const row = ([id, craft]) =>
    el("button", { type: "button", class: "craft", onclick: () => game.choose(id, shell) },
      el("span", { class: "badge", hue: hueOf(craft.side, shell), text: letterOf(craft.side, shell) }), called(id, craft),
      bar(craft.fate ? 0 : craft.whole, craft.boxes, hueOf(craft.side, shell)),
      el("small", { text: craft.fate ? craft.fate : `${hexName(...craft.at)} · ${craft.whole} of ${craft.boxes} boxes${craft.lost ? ` · ${craft.lost} lost now` : ""}` }));
  const flying = Object.entries(now.flying).map(([id, unit]) => el("li", { text: `${unit.kind} ${id} of ${nameOf(unit.side, shell)} at ${hexName(...unit.at)} ${unit.says}` }));
  return [
    el("h2", { text: now.now.name }),
    el("p", { class: "sub", text: now.now.figures }),
    shell.about.leftOut && shell.index === 0 ? el("p", { class: "quiet", text: game.leftOutText() }) : null,
    ...sides.flatMap((side) => section(now.sides[side].name, el("div", { class: "hits" }, rows(side).map(row)))),
    ...section("In flight", flying.length ? el("ul", {}, flying) : null),
    ...section("What happened", logOf(shell, shell.index)),
  ].filter(Boolean);
}

/** The sentences of a moment. */
function logOf(shell, at) {
  const says = shell.moments.at(at).now.says;
  return says.length ? el("ul", { class: "log" }, says.map((line) => el("li", { text: line }))) : el("p", { class: "quiet", text: "Nothing but movement." });
}

/** What stands in a hex. */
function hexPage(column, row, shell, game) {
  const { now } = shell;
  const here = (things) => Object.entries(things).filter(([, thing]) => thing.at[0] === column && thing.at[1] === row);
  const craft = here(now.craft).filter(([, one]) => !one.fate);
  if (craft.length === 1) return displayOf(craft[0][0], shell);
  return [
    el("h2", { text: `Hex ${hexName(column, row)}` }),
    ...section("Craft", craft.map(([id, one]) => el("div", { class: "hits" }, el("button", { type: "button", text: called(id, one), onclick: () => game.choose(id, shell) })))),
    ...section("In flight", here(now.flying).map(([id, unit]) => el("p", { text: `${unit.kind} ${id} of ${nameOf(unit.side, shell)} ${unit.says}` }))),
    ...section("Bodies", here(now.bodies).map(([, body]) => el("p", { text: body.name }))),
    ...section("Ranges", ranges(column, row, shell)),
  ];
}

/** How far every craft is from a hex. */
function ranges(column, row, shell) {
  const away = Object.entries(shell.now.craft).filter(([, craft]) => !craft.fate).map(([id, craft]) => [hexesBetween([column, row], craft.at), id, craft]);
  return away.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)).slice(0, 8).map(([hexes, id, craft]) => el("p", { text: `${called(id, craft)}: ${many(hexes, "hex", "hexes")}` }));
}

/** The number of a hex, as it is printed; column and row for one beyond the numbered hundred by hundred. */
function hexName(column, row) {
  const on = (number) => number >= 1 && number <= 100;
  return on(column) && on(row) ? `${String(column % 100).padStart(2, "0")}${String(row % 100).padStart(2, "0")}` : `${column}/${row}`;
}

/** Hexes on the shortest way; even columns lie half a hex lower. */
function hexesBetween([aColumn, aRow], [bColumn, bRow]) {
  const [aR, bR] = [aRow - Math.floor((aColumn + 1) / 2), bRow - Math.floor((bColumn + 1) / 2)];
  const [dq, dr] = [aColumn - bColumn, aR - bR];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}
