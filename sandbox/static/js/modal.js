// A bot's modal dialog: text fields with counters, selects, radio buttons, checkboxes, files.

import { submitModal } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, h, showSentence, uid } from "./dom.js";
import { markdown, markdownContext } from "./markdown.js";
import { selectControl } from "./select.js";

function textInput(component, ids) {
  const long = component.style === 2;
  const attributes = {
    id: ids.input, class: "text-field", placeholder: component.placeholder, maxlength: component.max_length ?? 4000,
    "aria-describedby": `${ids.help} ${ids.error}`, value: component.value ?? "", autocomplete: "off",
  };
  const input = long ? h("textarea", { ...attributes, rows: "6" }) : h("input", { ...attributes, type: "text" });
  const counter = h("span", { class: "counter" });
  const count = () => {
    counter.textContent = `${input.value.length} / ${component.max_length ?? 4000}`;
  };
  input.addEventListener("input", count);
  count();
  const check = () => {
    const { length } = input.value;
    if (length === 0) return component.required === false ? "" : "This is needed.";
    if (length < (component.min_length ?? 0)) return `At least ${component.min_length} characters, please (now ${length}).`;
    return "";
  };
  return { node: h("div", { class: "text-wrap" }, input, counter), input, check, value: () => input.value };
}

/** How many must be chosen. */
const fewest = (component) => (component.required === false ? 0 : component.min_values ?? 1);

function select(component, ids, label) {
  const control = selectControl(component, { label });
  const min = fewest(component);
  return { node: control.node, input: control.button, value: () => control.values(), check: () => (control.values().length < min ? `Choose at least ${min}.` : "") };
}

function options(component, ids, type) {
  const boxes = component.options.map((option) => {
    const id = uid("choice");
    const input = h("input", { type, name: ids.input, id, value: option.value, checked: Boolean(option.default) });
    return { input, node: h("div", { class: "choice" }, input, h("label", { for: id }, option.label, option.description && h("small", { class: "muted" }, option.description))) };
  });
  const node = h("div", { class: "choices", role: type === "radio" ? "radiogroup" : "group", "aria-labelledby": ids.label, "aria-describedby": ids.error }, boxes.map((box) => box.node));
  const chosen = () => boxes.filter((box) => box.input.checked).map((box) => box.input.value);
  return { node, input: boxes[0].input, chosen };
}

function radios(component, ids) {
  const group = options(component, ids, "radio");
  return { ...group, value: () => group.chosen()[0] ?? null, check: () => (component.required !== false && group.chosen().length === 0 ? "Choose one." : "") };
}

function checkboxes(component, ids) {
  const group = options(component, ids, "checkbox");
  const min = fewest(component);
  const max = component.max_values ?? component.options.length;
  const check = () => {
    const { length } = group.chosen();
    if (length < min && (length > 0 || min > 0)) return `Choose at least ${min}.`;
    return length > max ? `Choose at most ${max}.` : "";
  };
  return { ...group, value: () => group.chosen(), check };
}

function checkbox(component, ids, label) {
  const input = h("input", { type: "checkbox", id: ids.input, checked: Boolean(component.default), "aria-describedby": ids.error });
  return { node: h("div", { class: "choice" }, input, h("label", { for: ids.input }, label)), input, value: () => input.checked, check: () => "", ownLabel: true };
}

function upload(component, ids) {
  const max = component.max_values ?? 1;
  const min = fewest(component);
  const input = h("input", { type: "file", id: ids.input, class: "file-field", multiple: max > 1, "aria-describedby": `${ids.help} ${ids.error}` });
  const check = () => {
    if (input.files.length < min) return `Choose at least ${min} file${min === 1 ? "" : "s"}.`;
    return input.files.length > max ? `At most ${max} file${max === 1 ? "" : "s"}, please.` : "";
  };
  return { node: input, input, check, files: () => [...input.files], value: () => [...input.files].map((_, index) => `${component.custom_id}-${index}`) };
}

const CONTROLS = { 3: select, 4: textInput, 5: select, 6: select, 7: select, 8: select, 19: upload, 21: radios, 22: checkboxes, 23: checkbox };

/** One labelled control; `about` is its description. */
function field(component, label, about) {
  const ids = { input: uid("modal"), label: uid("modal-label"), help: uid("modal-help"), error: uid("modal-error") };
  const make = CONTROLS[component.type];
  if (!make) return { node: h("p", { class: "field-error" }, `A part of a kind this page does not know (${component.type}).`) };
  const control = make(component, ids, label);
  const needed = component.required !== false && component.type !== 23;
  const error = h("p", { class: "field-error", id: ids.error, role: "alert", hidden: true });
  const node = h("div", { class: "modal-field" },
    !control.ownLabel && h("label", { class: "modal-label", id: ids.label, for: control.input.id || null }, label, needed && h("span", { class: "needed", title: "needed" }, " *")),
    about && h("p", { class: "modal-about", id: ids.help }, about), control.node, error);
  const check = () => {
    const sentence = control.check();
    showSentence(error, sentence);
    control.input.setAttribute("aria-invalid", String(sentence !== ""));
    return sentence === "";
  };
  return { node, check, control, customId: component.custom_id };
}

function parts(component, ctx) {
  if (component.type === 18) return [field(component.component, component.label, component.description)];
  if (component.type === 1) return component.components.map((child) => field(child, child.label ?? child.placeholder ?? "Choice", ""));
  if (component.type === 10) return [{ node: h("div", { class: "modal-text" }, markdown(component.content ?? "", ctx)) }];
  return [field(component, component.label ?? "Choice", "")];
}

/** Opens a modal; Esc or Cancel closes it and sends nothing. */
function openModal({ modal_id: modalId, title, components }) {
  const { body, close } = openDialog({ title, className: "modal" });
  const all = components.flatMap((component) => parts(component, markdownContext({})));
  const fields = all.filter((part) => part.control);
  const error = h("p", { class: "form-error", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "button style-1" }, "Submit");
  const form = h("form", { class: "modal-form", novalidate: true }, h("div", { class: "modal-parts" }, all.map((part) => part.node)), error,
    h("div", { class: "dialog-actions" }, h("button", { type: "button", class: "button style-2", on: { click: close } }, "Cancel"), send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    showSentence(error, "");
    const wrong = fields.filter((part) => !part.check());
    if (wrong.length) {
      wrong[0].control.input.focus();
      return;
    }
    const files = new Map();
    for (const part of fields) part.control.files?.().forEach((file, index) => files.set(`${part.customId}-${index}`, file));
    send.disabled = true;
    try {
      const answer = await submitModal({ modal_id: modalId, fields: Object.fromEntries(fields.map((part) => [part.customId, part.control.value()])) }, files);
      if (answer?.outcome?.error) showSentence(error, answer.outcome.error);
      else {
        close();
        showOutcome(answer);
      }
    } catch (failure) {
      showSentence(error, failure.message);
    } finally {
      send.disabled = false;
    }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  fill(body, form);
  (fields[0]?.control.input ?? send).focus();
}

/** Opens what an outcome asks for; returns the sentence of its error, or "". */
export function showOutcome(answer) {
  const outcome = answer?.outcome ?? {};
  if (outcome.kind === "modal" && outcome.modal) openModal(outcome.modal);
  return outcome.error ?? "";
}
