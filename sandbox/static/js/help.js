// "New here?": three first steps, and the keys.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";
import { store } from "./state.js";

const KEYS = [
  ["/", "all commands; then type, arrows, Tab or Enter"],
  ["Enter", "send; Shift+Enter for a new line"],
  ["Ctrl+K", "jump to a channel, thread or person"],
  ["Esc", "close a list, a form, a picture"],
  ["Tab", "from part to part; everything works without a mouse"],
];

function step(title, words, action) {
  return h("li", {}, h("strong", {}, title), h("p", {}, words), action);
}

/** Opens the panel. `actions`: become(userId), open(channelId), command(label); null before a person is chosen. */
export function openHelp(actions) {
  const { body, close } = openDialog({ title: "New here?", className: "help-dialog" });
  const then = (run) => () => {
    close();
    run();
  };
  const ada = [...store.users.values()].find((user) => /^ada\b/i.test(user.display_name)) ?? [...store.users.values()].find((user) => !user.bot);
  const name = ada?.display_name ?? "Ada";
  const campaign = store.openable().find((place) => place.name === "campaign" && place.kind === "channel");
  const button = (words, run, disabled = false) => h("button", { type: "button", class: "button style-2", disabled, on: { click: then(run) } }, words);
  const isAda = ada && store.me?.id === ada.id;
  fill(body,
    h("p", { class: "muted" }, "This is a Discord of your own, on your own machine: the same bot, the same commands, and nobody else."),
    h("p", {}, h("strong", {}, "Ten minutes? "), "Fly a dogfight: alone, by buttons. It teaches orders, dice, why and maps as you go."),
    h("div", { class: "step-buttons" }, store.me
      ? button("/dogfight new", () => actions.command("dogfight new"))
      : button(`Become ${name} and fly: type /dogfight new`, () => actions.become(ada.id), !ada)),
    h("ol", { class: "help-steps" },
      step(`Be ${name}`, `${name} plays an empire in the demo campaign. Every window can be somebody else.`, ada && (isAda ? h("p", { class: "done-tag" }, `You are ${name}.`) : button(`Become ${name}`, () => actions.become(ada.id)))),
      step("Open #campaign", "The table everybody sees. Your own reports and maps come to your private thread, marked with a lock.", campaign && button("Open #campaign", () => actions.open(campaign.id))),
      step("Type /help or /turn status", "A list opens as you type. Choose with the arrows and Enter, fill in what it asks, press Enter again.",
        store.me && h("div", { class: "step-buttons" }, button("/help", () => actions.command("help")), button("/turn status", () => actions.command("turn status"))))),
    h("h3", {}, "Keys"),
    h("dl", { class: "key-list" }, KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])));
}
