// A select menu: a button and a list that opens over the page. One choice commits at once, several when
// the list closes.

import { fill, h, icon, uid } from "./dom.js";
import { store } from "./state.js";

/** The options of a select component, whatever its kind. */
function selectOptions(component) {
  const picked = new Set((component.default_values ?? []).map((item) => item.id));
  const people = () => [...store.members.values()].map((member) => ({ label: member.display_name, value: member.id, default: picked.has(member.id) }));
  const roles = () => [...store.roles.values()].map((role) => ({ label: `@${role.name}`, value: role.id, default: picked.has(role.id) }));
  const channels = () => store.openable().filter((place) => place.kind !== "dm" && (!component.channel_types?.length || component.channel_types.includes(place.type)))
    .map((place) => ({ label: `#${place.name}`, value: place.id, default: picked.has(place.id) }));
  const kinds = { 3: () => component.options ?? [], 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels };
  return kinds[component.type]();
}

/** Builds the control. `onCommit(values)` runs when the choice is final. Returns { node, button, values }. */
export function selectControl(component, { label, onCommit = () => {} }) {
  const options = selectOptions(component);
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const several = max > 1;
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  let before = chosen.join();
  const listId = uid("select");
  const face = h("span", { class: "select-face" });
  const button = h("button", {
    type: "button", class: "select-button", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": listId,
    disabled: Boolean(component.disabled), "aria-label": label, data: { customId: component.custom_id },
  }, face, icon("chevron"));
  const filter = h("input", { class: "select-filter", type: "text", placeholder: "Search", "aria-label": "Search the list" });
  const list = h("div", { class: "select-list", role: "listbox", id: listId, tabindex: "-1", "aria-multiselectable": several ? "true" : null, "aria-label": label });
  const hint = h("div", { class: "select-hint", role: "status" });
  const popup = h("div", { class: "select-popup", popover: "manual" }, options.length > 8 && filter, list, hint,
    several && h("button", { type: "button", class: "button style-1 select-done", on: { click: () => close(true) } }, "Done"));
  const node = h("div", { class: "select" }, button, popup);

  const drawFace = () => {
    const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
    face.textContent = names.length ? names.join(", ") : component.placeholder || "Make a choice";
    face.classList.toggle("empty", names.length === 0);
  };
  const optionNode = (option) => h("div", {
    class: "select-option", role: "option", tabindex: "-1", "aria-selected": String(chosen.includes(option.value)), data: { value: option.value },
    on: { click: () => pick(option) },
  },
  h("span", { class: "select-tick" }, chosen.includes(option.value) && icon("check")),
  h("span", { class: "select-words" }, h("span", {}, [option.emoji?.id ? "" : option.emoji?.name, option.label].filter(Boolean).join(" ")), option.description && h("span", { class: "select-description" }, option.description)));
  const drawList = (focusValue) => {
    const wanted = filter.value.trim().toLowerCase();
    const shown = options.filter((option) => `${option.label} ${option.description ?? ""}`.toLowerCase().includes(wanted));
    fill(list, shown.length ? shown.map(optionNode) : h("p", { class: "select-hint" }, options.length ? "Nothing matches." : "There is nothing to choose here."));
    if (focusValue !== undefined) [...list.children].find((child) => child.dataset.value === focusValue)?.focus();
  };
  const pick = (option) => {
    if (!several) {
      chosen = chosen.includes(option.value) && min === 0 ? [] : [option.value];
      close(true);
      return;
    }
    if (chosen.includes(option.value)) chosen = chosen.filter((value) => value !== option.value);
    else if (chosen.length < max) chosen = [...chosen, option.value];
    else hint.textContent = `At most ${max} can be chosen.`;
    drawFace();
    drawList(option.value);
  };
  const place = () => {
    const box = button.getBoundingClientRect();
    const below = innerHeight - box.bottom;
    const width = Math.min(Math.max(box.width, 240), innerWidth - 16);
    const up = below < 240 && box.top > below;
    const css = { width: `${width}px`, left: `${Math.min(Math.max(box.left, 8), innerWidth - width - 8)}px`, top: up ? "auto" : `${box.bottom + 4}px`, bottom: up ? `${innerHeight - box.top + 4}px` : "auto", "max-height": `${Math.max(up ? box.top : below, 160) - 16}px` };
    for (const [name, value] of Object.entries(css)) popup.style.setProperty(name, value);
  };
  const outside = (event) => {
    if (!node.contains(event.target)) close(false);
  };
  const open = () => {
    if (popup.matches(":popover-open")) return;
    before = chosen.join();
    filter.value = "";
    hint.textContent = several ? `Choose ${min === max ? min : `${min} to ${max}`}.` : "";
    popup.showPopover();
    place();
    button.setAttribute("aria-expanded", "true");
    drawList();
    const start = list.querySelector("[aria-selected='true']") ?? list.querySelector("[role='option']") ?? list;
    (options.length > 8 ? filter : start).focus();
    document.addEventListener("pointerdown", outside, true);
  };
  const close = (refocus) => {
    if (!popup.matches(":popover-open")) return;
    document.removeEventListener("pointerdown", outside, true);
    popup.hidePopover();
    button.setAttribute("aria-expanded", "false");
    drawFace();
    if (refocus) button.focus();
    if (chosen.length >= min && chosen.join() !== before) onCommit([...chosen]);
  };
  const step = (delta) => {
    const all = [...list.querySelectorAll("[role='option']")];
    const at = all.indexOf(document.activeElement);
    all[at < 0 ? 0 : Math.min(Math.max(at + delta, 0), all.length - 1)]?.focus();
  };
  button.addEventListener("click", open);
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
    }
  });
  filter.addEventListener("input", () => drawList());
  popup.addEventListener("keydown", (event) => {
    const focused = document.activeElement?.closest?.("[role='option']");
    const keys = {
      ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: () => step(-999), End: () => step(999), Escape: () => close(true), Tab: () => close(true),
      Enter: () => (focused ? focused.click() : list.querySelector("[role='option']")?.click()),
    };
    if (event.key === " " && focused) keys[" "] = () => focused.click();
    if (!(event.key in keys) || (event.key !== "Escape" && event.target.closest("button"))) return;
    if (event.target === filter && (event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  drawFace();
  return { node, button, values: () => chosen };
}
